"""The story box: everything that Narrator can tell, and what a family adds to it.

A box is a folder, `content/<language>/`. A pack is a folder of the same layout, anywhere, that holds as much of it as
its author likes:

    storytellers/characters.yaml        the characters                       a pack's replace the box's
    storytellers/stories/*.yaml         one story each                       a pack's join the box's
    dixit/dreams.yaml                   the pictures of Dixit                a pack's replace the box's
    odyssey/dreams.yaml                 the pictures of Odyssey              a pack's replace the box's
    storyline/decks/*.yaml              one narrator deck each               a pack's join the box's
    storyline/cards/<category>.yaml     the fairy-tale cards of a category   a pack's replace those of the category
    words.yaml                          unusual words, explained to a child  a pack's join the box's

Stories and decks join, because one is chosen by its title; one with the file name of the box's own takes its place.
Sets replace, because they are shuffled together: a dream that is twice as long as the others tells whose it is.

What an author may write is in `written.py`, how it is read in `files.py`. What is more than a matter of form (does
every way through a story have seven cards?) is for `narrator check`, which looks at the words as well.
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import TYPE_CHECKING, Any

from narrator.core.cards import CardKind
from narrator.core.paths import data_folder
from narrator.language.language import DEFAULT_LANGUAGE, get_language

if TYPE_CHECKING:
    from narrator.language.content.models import Character, Deck, Dream, FairyCard, Story


@dataclass(frozen=True, slots=True)
class Content:
    """All that can be told. A pack is a box, too, with fewer things in it."""

    stories: "Mapping[str, Story]" = field(default_factory=dict)  # by file name, without its ending
    characters: "tuple[Character, ...]" = ()
    dreams: "tuple[Dream, ...]" = ()  # the pictures of Dixit
    odyssey_dreams: "tuple[Dream, ...]" = ()
    decks: "Mapping[str, Deck]" = field(default_factory=dict)  # by file name, without its ending
    cards: "Mapping[CardKind, tuple[FairyCard, ...]]" = field(default_factory=dict)
    words: Mapping[str, str] = field(default_factory=dict)  # unusual words, each with what it means
    from_pack: frozenset[str] = field(default=frozenset(), compare=False)
    """Which stories and decks are the family's own."""

    def with_pack(self, pack: "Content") -> "Content":
        """This box and the pack: stories and decks join, sets replace."""
        both = {each.name: (getattr(self, each.name), getattr(pack, each.name)) for each in fields(Content)}
        joined: dict[str, Any] = {
            name: {**mine, **theirs} if isinstance(mine, Mapping) else theirs or mine
            for name, (mine, theirs) in both.items()
        }
        return Content(**joined | {"from_pack": self.from_pack | pack.stories.keys() | pack.decks.keys()})

    @property
    def all_dreams(self) -> "tuple[Dream, ...]":
        """Those of both games. A title names the same dream in either."""
        return (*self.dreams, *self.odyssey_dreams)

    def prefer_pack(self, names: Collection[str]) -> Collection[str]:
        """Of these stories or decks the family's own, if there are any: for them the pack was opened."""
        return [name for name in names if name in self.from_pack] or names

    def explain_word(self, word: str) -> tuple[str, str] | None:
        """Return the base form of an unusual word and what it means, or None if no pack explains it."""
        forms = get_language().base_forms(word.lower())
        return next(((form, self.words[form]) for form in forms if form in self.words), None)

    def character(self, name: str) -> "Character":
        return next(character for character in self.characters if character.name == name)


class LazyContent(Content):
    """The box that came with the program, opened when it is first looked into: the first word need not wait for it."""

    __slots__ = ()

    def __init__(self) -> None:
        pass  # as long as a field is not there, `__getattr__` is asked for it

    def __getattr__(self, name: str) -> Any:
        opened = load_content()
        for each in fields(Content):
            object.__setattr__(self, each.name, getattr(opened, each.name))
        object.__setattr__(self, "__class__", Content)
        return getattr(self, name)


def load_content(pack: Path | None = None, language: str = DEFAULT_LANGUAGE) -> Content:
    """The box of this language, and the family's pack on top of it."""
    from narrator.language.content.files import read_folder  # noqa: PLC0415 - the first word need not wait for it

    content = read_folder(content_folder(language))
    return content if pack is None else content.with_pack(read_folder(pack))


def content_folder(language: str = DEFAULT_LANGUAGE) -> Path:
    return data_folder("content") / language
