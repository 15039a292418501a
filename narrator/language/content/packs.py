"""Everything that Narrator can tell, and the packs that families add to it.

The content of a language is a folder, `content/<language>/`. A pack is a folder of the same layout, anywhere, with as
much of it as its author likes:

    storytellers/characters.yaml        the characters                       a pack's replace ours
    storytellers/stories/*.yaml         one story each                       a pack's are added
    storytellers/extra-characters.yaml  characters beside ours               a pack's are added
    dixit/dreams.yaml                   the pictures of Dixit                a pack's replace ours
    dixit/extra-dreams.yaml             pictures beside ours                 a pack's are added
    odyssey/dreams.yaml                 the pictures of Odyssey              a pack's replace ours
    storyline/decks/*.yaml              one narrator deck each               a pack's are added
    storyline/cards/<category>.yaml     the fairy-tale cards of a category   a pack's replace ours of that category
    words.yaml                          unusual words, explained to a child  a pack's are added
    making/*.yaml                       one frame each, for `narrator make`  a pack's are added
    making/cards/*.yaml                 questions for a card of one's own    a pack's are added

Stories and decks are added, because players choose one by its title; one with the file name of ours replaces it. Sets
are replaced, because they are shuffled together: a dream that is twice as long as the others tells whose it is. Extra
cards are what a family makes for itself; one with the name of ours replaces it.

The fields of each file are in `models.py`; `files.py` reads them. Anything beyond form (does every way through a story
have seven cards?) is checked by `narrator check`, which also checks the wording.
"""

from collections.abc import Collection, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, fields, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from narrator.core.cards import CardKind
from narrator.core.errors import PackError
from narrator.core.paths import data_folder, user_data_folder
from narrator.language.language import DEFAULT_LANGUAGE, get_language

if TYPE_CHECKING:
    from narrator.language.content.models import (
        CardFrame,
        Character,
        Deck,
        Dream,
        ExtraCharacter,
        ExtraDream,
        FairyCard,
        Frame,
        Story,
    )


@dataclass(frozen=True, slots=True)
class Content:
    """The stories, characters, pictures and cards that a game can be told with. A pack is content too."""

    stories: "Mapping[str, Story]" = field(default_factory=dict)
    """By file name, without its ending."""
    characters: "tuple[Character, ...]" = ()
    dreams: "tuple[Dream, ...]" = ()
    """The pictures of Dixit."""
    odyssey_dreams: "tuple[Dream, ...]" = ()
    extra_characters: "tuple[ExtraCharacter, ...]" = ()
    """Only in a pack. With our content they are among the characters."""
    extra_dreams: "tuple[ExtraDream, ...]" = ()
    """Only in a pack. With our content they are among the pictures of Dixit."""
    decks: "Mapping[str, Deck]" = field(default_factory=dict)
    """By file name, without its ending."""
    cards: "Mapping[CardKind, tuple[FairyCard, ...]]" = field(default_factory=dict)
    words: Mapping[str, str] = field(default_factory=dict)
    """Unusual words in their base form, each with what it means."""
    frames: "Mapping[str, Frame]" = field(default_factory=dict)
    """The stories with gaps for `narrator make`, by file name, without its ending."""
    card_frames: "Mapping[str, CardFrame]" = field(default_factory=dict)
    """The questions for cards of one's own, by file name, without its ending."""
    from_pack: frozenset[str] = field(default=frozenset(), compare=False)
    """The names of the stories, decks and extra cards that come from a pack."""

    def with_pack(self, pack: "Content") -> "Content":
        """Return this content with a pack: stories, decks and extra cards are added, sets replaced."""
        pairs = {each.name: (getattr(self, each.name), getattr(pack, each.name)) for each in fields(Content)}
        joined: dict[str, Any] = {
            name: {**ours, **theirs} if isinstance(ours, Mapping) else theirs or ours
            for name, (ours, theirs) in pairs.items()
        }
        characters, dreams = pack.extra_characters, pack.extra_dreams
        names, titles = {each.name for each in characters}, {each.title for each in dreams}
        joined |= {
            "characters": (*(each for each in joined["characters"] if each.name not in names), *characters),
            "dreams": (*(each for each in joined["dreams"] if each.title not in titles), *dreams),
            "extra_characters": (),
            "extra_dreams": (),
            "from_pack": self.from_pack | pack.stories.keys() | pack.decks.keys() | names | titles,
        }
        return Content(**joined)

    def with_made_stories(self, made: "Mapping[str, Story]") -> "Content":
        """Return this content with children's own stories beside ours. A title that is taken gets the makers' names."""
        stories = dict(self.stories)
        for name, story in made.items():
            taken = {other.title.casefold() for key, other in stories.items() if key != name}
            by = f"{story.title}, by {get_language().join(story.makers)}"
            stories[name] = story.model_copy(update={"title": by}) if story.title.casefold() in taken else story
        return replace(self, stories=stories)

    def with_made(self, made: "Content") -> "Content":
        """Return this content with what children made beside ours: stories and cards."""
        cards = Content(extra_characters=made.extra_characters, extra_dreams=made.extra_dreams)
        return self.with_pack(cards).with_made_stories(made.stories)

    @property
    def all_dreams(self) -> "tuple[Dream, ...]":
        """The pictures of both games. A title means the same picture in either."""
        return (*self.dreams, *self.odyssey_dreams)

    def prefer_pack(self, names: Collection[str]) -> Collection[str]:
        """Return those of these stories or decks that come from a pack, or all if none does."""
        return [name for name in names if name in self.from_pack] or names

    def explain_word(self, word: str) -> tuple[str, str] | None:
        """Return the base form of an unusual word and what it means, or None if it is not explained."""
        forms = get_language().base_forms(word.lower())
        return next(((form, self.words[form]) for form in forms if form in self.words), None)

    def character(self, name: str) -> "Character":
        """Return the character with this name."""
        return next(character for character in self.characters if character.name == name)


class LazyContent(Content):
    """Our own content and the family's, loaded on first access so that it does not delay the narrator's first words."""

    __slots__ = ()

    def __init__(self) -> None:
        pass  # a field that is not set goes through `__getattr__`

    def __getattr__(self, name: str) -> Any:
        loaded = load_family_content()
        for each in fields(Content):
            object.__setattr__(self, each.name, getattr(loaded, each.name))
        object.__setattr__(self, "__class__", Content)
        return getattr(self, name)


def load_content(pack: Path | None = None, language: str = DEFAULT_LANGUAGE) -> Content:
    """Load the content of the language, and a pack on top of it."""
    from narrator.language.content.files import read_folder  # noqa: PLC0415 - pydantic is slow to import

    content = read_folder(content_folder(language))
    return content if pack is None else content.with_pack(read_folder(pack))


def load_family_content(pack: Path | None = None, language: str = DEFAULT_LANGUAGE) -> Content:
    """Load the content of the language, a pack on top of it, and what the family's children made."""
    from narrator.language.content.files import read_folder  # noqa: PLC0415 - pydantic is slow to import

    content = load_content(pack, language)
    folders = sorted(made_folder().glob("*-*")) if made_folder().is_dir() else []
    for folder in folders:
        with suppress(PackError):  # a file that was changed by hand; `narrator check` says what is wrong with it
            content = content.with_made(read_folder(folder))
    return content


def made_folder() -> Path:
    """Return the folder with what the family's children made."""
    return user_data_folder() / "made"


def content_folder(language: str = DEFAULT_LANGUAGE) -> Path:
    """Return the folder with our own content in this language."""
    return data_folder("content") / language
