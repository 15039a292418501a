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

What the models say is what an author may write. What is more than a matter of form (does every way through a story
have seven cards?) is for `narrator check`, which looks at the words as well.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields
from difflib import get_close_matches
from enum import StrEnum
from fnmatch import fnmatch
from functools import cache, cached_property
from itertools import islice
from pathlib import Path
from types import MappingProxyType
from typing import Annotated, Any, TypeAlias

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, TypeAdapter, ValidationError
from pydantic_core import PydanticCustomError

from narrator.box.reading import Source, Unreadable, Where, read
from narrator.cards import Category
from narrator.data import data_folder

# --- what an author may write --------------------------------------------------------------------


# Whatever is larger was not written by hand, and would keep everybody waiting.
LONGEST_TEXT = 2000  # letters. The longest card in the box has six hundred.
LONGEST_NAME = 100
LONGEST_STORY = 40
LARGEST_SET = 500
MOST_NAMES = 12
MOST_FILES = 100  # in one folder of a pack, that are read
MOST_LISTED = 2000  # in one folder of a pack, whatever they are
MOST_FAULTS = 50  # of one file. Whoever has mended so many looks again.


def sized(most: int, least: int = 0) -> BeforeValidator:
    """So many entries. This is looked at before them: pydantic would first find fault with a million of them."""

    def count(written: Any) -> Any:
        if isinstance(written, list | dict) and len(written) > most:
            raise PydanticCustomError("too_long", "too many", {"max_length": most})
        if isinstance(written, list) and len(written) < least:
            raise PydanticCustomError("too_short", "too few")
        return written

    return BeforeValidator(count)


Text: TypeAlias = Annotated[str, Field(max_length=LONGEST_TEXT)]
Name: TypeAlias = Annotated[str, Field(max_length=LONGEST_NAME)]
Few = sized(MOST_NAMES)
Many = sized(LARGEST_SET)
Pages = sized(LONGEST_STORY, least=1)


class Written(BaseModel):
    """Something in a story file: these fields and no others."""

    # built when the first file of its kind is read, and not once more before
    model_config = ConfigDict(frozen=True, extra="forbid", defer_build=True)


class Character(Written):
    name: Name
    """One or two words; the narrator says "the hedgehog". With a capital it is a proper name: Gerald needs no "the"."""
    aliases: Annotated[tuple[Name, ...], Few] = ()  # what else people call it
    picture: Text  # "a small hedgehog with a lantern and muddy boots"
    tag: Name | None = None
    """What of that comes along into a story, after its name: "the hedgehog, lantern held high, …"."""
    emoji: Name


class Dream(Written):
    title: Name  # to vote by
    picture: Text
    closer: Text = ""  # a second sentence, for those who look closer
    emoji: Annotated[tuple[Name, ...], Few]


class Way(Written):
    """One of the two ways at a fork."""

    to: Name  # the id of the card it leads to
    say: Text  # how the narrator offers it
    way: Name  # what a player says to take it


class StoryCard(Written):
    id: Name | None = None  # needed only where a fork or `then` leads to it
    role: Name | None = None  # the key by which later cards call whoever was chosen. The last card of a story has none.
    where: Text | None = None  # the place of the role in the story, for "Who was the ferryman, at the broken bridge?"
    text: Text
    bridge: Text | None = None
    """What leads to this card when the story is told again. Most need none: the page turns, and that is enough."""
    fork: Annotated[tuple[Way, ...], Few] = ()
    then: Name | None = None  # the id of the next card, where that is not simply the next in the list


class Story(Written):
    title: Name
    place: Text
    about: Text
    refrain: Text | None = None
    """A story for the youngest: one card fewer, short cards, and words on each of them to say along."""
    meets: Annotated[tuple[Name, ...], Few] = ()
    """Characters that its own text names on purpose, although one of them may be in the story: the sheep counts
    the sheep."""
    cards: Annotated[tuple[StoryCard, ...], Pages]

    @property
    def tricky(self) -> bool:
        return any(card.fork for card in self.cards)

    @cached_property
    def ids(self) -> tuple[str, ...]:
        """The cards by the names that the rules know them by; a card without one is called by its number."""
        return tuple(card.id or str(number) for number, card in enumerate(self.cards, start=1))

    @cached_property
    def follows(self) -> Mapping[str, tuple[str, ...]]:
        """Which cards may come after which: two after a fork, none after a card without a role."""
        follows: dict[str, tuple[str, ...]] = {}
        for card, name, after in zip(self.cards, self.ids, (*self.ids[1:], None), strict=True):
            if card.fork:
                follows[name] = tuple(way.to for way in card.fork)
            elif card.then is not None:
                follows[name] = (card.then,)
            else:
                follows[name] = (after,) if after is not None and card.role is not None else ()
        return MappingProxyType(follows)

    def card(self, name: str) -> StoryCard:
        return self.cards[self.ids.index(name)]


class DeckCard(Written):
    """A card that the narrator reads in StoryLine, with one or two places to fill."""

    banners: Annotated[Mapping[Name, Category], Few] = Field(default_factory=dict)
    """For each open place the category of cards that may fill it."""
    text: Text
    the_end: bool = False


class Deck(Written):
    title: Name
    about: Text
    cards: Annotated[tuple[DeckCard, ...], Pages]

    @property
    def banners(self) -> tuple[tuple[Category, ...], ...]:
        """What the rules need of it: the categories of each card, "The End" aside."""
        return tuple(tuple(card.banners.values()) for card in self.cards if not card.the_end)


class FairyCard(Written):
    """A card that the players lay in StoryLine."""

    name: Name  # to choose it by
    phrase: Text  # as it stands in the tale
    emoji: Name


# --- the box -------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Box:
    """All that can be told. A pack is a box, too, with fewer things in it."""

    stories: Mapping[str, Story] = field(default_factory=dict)  # by file name, without its ending
    characters: tuple[Character, ...] = ()
    dreams: tuple[Dream, ...] = ()  # the pictures of Dixit
    odyssey_dreams: tuple[Dream, ...] = ()
    decks: Mapping[str, Deck] = field(default_factory=dict)  # by file name, without its ending
    cards: Mapping[Category, tuple[FairyCard, ...]] = field(default_factory=dict)
    words: Mapping[str, str] = field(default_factory=dict)  # unusual words, each with what it means
    from_pack: frozenset[str] = field(default=frozenset(), compare=False)
    """Which stories and decks are the family's own."""

    def with_pack(self, pack: "Box") -> "Box":
        """This box and the pack: stories and decks join, sets replace."""
        return Box(
            from_pack=self.from_pack | pack.stories.keys() | pack.decks.keys(),
            stories={**self.stories, **pack.stories},
            characters=pack.characters or self.characters,
            dreams=pack.dreams or self.dreams,
            odyssey_dreams=pack.odyssey_dreams or self.odyssey_dreams,
            decks={**self.decks, **pack.decks},
            cards={**self.cards, **pack.cards},
            words={**self.words, **pack.words},
        )

    @property
    def all_dreams(self) -> tuple[Dream, ...]:
        """Those of both games. A title names the same dream in either."""
        return (*self.dreams, *self.odyssey_dreams)

    def to_choose_from(self, names: Collection[str]) -> Collection[str]:
        """Of these stories or decks the family's own, if there are any: for them the pack was opened."""
        return [name for name in names if name in self.from_pack] or names

    def character(self, name: str) -> Character:
        return next(character for character in self.characters if character.name == name)


class Unopened(Box):
    """The box that came with the program, opened when it is first looked into: the first word need not wait for it."""

    __slots__ = ()

    def __init__(self) -> None:
        pass  # as long as a field is not there, `__getattr__` is asked for it

    def __getattr__(self, name: str) -> Any:
        opened = load()
        for each in fields(Box):
            object.__setattr__(self, each.name, getattr(opened, each.name))
        object.__setattr__(self, "__class__", Box)
        return getattr(self, name)


def load(pack: Path | None = None, language: str = "en") -> Box:
    """The box of this language, and the family's pack on top of it."""
    box = open_folder(own_folder(language))
    return box if pack is None else box.with_pack(open_folder(pack))


def own_folder(language: str = "en") -> Path:
    """The box that came with the program."""
    return data_folder("content") / language


def open_folder(folder: Path) -> Box:
    """What lies in this folder, whole or in part; the first thing that cannot be used is an error."""
    one: dict[Kind, Any] = {}
    many: dict[Kind, dict[Any, Any]] = {Kind.STORY: {}, Kind.DECK: {}, Kind.CARDS: {}}
    for kind, file in files(folder):
        content = understand(kind, file)
        if kind in many:
            many[kind][Category(file.stem) if kind is Kind.CARDS else file.stem] = content
        else:
            one[kind] = content
    return Box(
        stories=many[Kind.STORY],
        characters=one.get(Kind.CHARACTERS, ()),
        dreams=one.get(Kind.DREAMS, ()),
        odyssey_dreams=one.get(Kind.ODYSSEY_DREAMS, ()),
        decks=many[Kind.DECK],
        cards=many[Kind.CARDS],
        words=one.get(Kind.WORDS, {}),
    )


def understand(kind: "Kind", file: Path) -> Any:
    """The file as what it should be, or an error with the line."""
    written = read(file)
    try:
        return form(kind).validate_python(written)
    except ValidationError as error:
        raise faults(error, kind, Source.open(file))[0] from error


# --- what lies where -----------------------------------------------------------------------------


class Kind(StrEnum):
    """The kinds of files, by where they lie."""

    CHARACTERS = "storytellers/characters.yaml"
    STORY = "storytellers/stories/*.yaml"
    DREAMS = "dixit/dreams.yaml"
    ODYSSEY_DREAMS = "odyssey/dreams.yaml"
    DECK = "storyline/decks/*.yaml"
    CARDS = "storyline/cards/*.yaml"
    WORDS = "words.yaml"

    @property
    def folder(self) -> str:
        return self.value.rpartition("/")[0]


@cache
def form(kind: Kind) -> TypeAdapter[Any]:
    if kind is Kind.WORDS:
        return TypeAdapter(Annotated[Mapping[Name, Text], Many])
    one: Any = MODELS[kind]
    return TypeAdapter(one if kind in (Kind.STORY, Kind.DECK) else Annotated[tuple[one, ...], Many])


def files(folder: Path) -> Iterator[tuple[Kind, Path]]:
    """Every file of the folder that the box reads, and as what."""
    inside(folder)
    for kind in Kind:
        found = [file for file in inside(folder / kind.folder, missing_ok=True) if belongs(kind, file)]
        if len(found) > MOST_FILES:
            raise too_many(folder / kind.folder, found)
        yield from ((kind, file) for file in found)


def too_many(folder: Path, found: Sequence[Path]) -> Unreadable:
    """Nobody chooses among so many, and reading them would keep everybody waiting."""
    read = f"Only the first {MOST_FILES} were looked at, up to {found[MOST_FILES - 1].name}."
    message = f"holds {len(found)} files, and a pack has {MOST_FILES} there at most. {read} Make several packs of them."
    return Unreadable(folder, None, "pack-too-big", message)


def belongs(kind: Kind, file: Path) -> bool:
    """Whether a file in the folder of this kind is one of the kind."""
    if kind is Kind.CARDS and file.stem not in tuple(Category):
        return False
    return not file.name.startswith(".") and fnmatch(f"{kind.folder}/{file.name}".lstrip("/"), kind)


def inside(folder: Path, *, missing_ok: bool = False) -> list[Path]:
    """What lies in a folder, in the order of the names."""
    try:
        found = sorted(islice(folder.iterdir(), MOST_LISTED + 1))
    except (FileNotFoundError, NotADirectoryError) as error:
        if missing_ok:
            return []
        raise Unreadable(
            folder, None, "no-such-folder", "is no folder. A pack is a folder; `narrator new-pack` writes one."
        ) from error
    except OSError as error:
        raise Unreadable(
            folder, None, "folder-unreadable", f"cannot be opened ({error.strerror}). Make it readable for your user."
        ) from error
    if len(found) > MOST_LISTED:
        message = (
            f"holds more than {MOST_LISTED} files and was not looked at. Keep in it only what belongs to the pack."
        )
        raise Unreadable(folder, None, "pack-too-big", message)
    return found


# --- what is wrong with it -----------------------------------------------------------------------

MODELS: Mapping[Kind, type[Written]] = {
    Kind.CHARACTERS: Character,
    Kind.STORY: Story,
    Kind.DREAMS: Dream,
    Kind.ODYSSEY_DREAMS: Dream,
    Kind.DECK: Deck,
    Kind.CARDS: FairyCard,
}
"""What a file of each kind holds, one or many. The list of words holds only words."""
INSIDE: Mapping[tuple[type[Written], str], type[Written]] = {
    (Story, "cards"): StoryCard,
    (StoryCard, "fork"): Way,
    (Deck, "cards"): DeckCard,
}
"""What stands in the lists within that."""
WANTED = {
    "string_type": "text",
    "tuple_type": "a list, [so, and so] or each entry after a dash",
    "too_short": "a list with something in it",
    "too_long": "a list of {} at most",
    "string_too_long": "{} letters long at most",
    "bool_type": "true or false",
    "bool_parsing": "true or false",
    "enum": "one of character, place, feature, object and action",
    "dict_type": "a name, a colon and what belongs to it: {{hero: character}}",
}
"""What should have stood there, by pydantic's name for what is wrong; the braces hold a limit."""


def faults(error: ValidationError, kind: Kind, source: Source) -> list[Unreadable]:
    """What pydantic found, as sentences for authors, each with its line.

    A misspelled field comes first, and the one that is missing because of it is not told as well.
    """
    wrong = error.errors(include_url=False)
    more = len(wrong) - MOST_FAULTS
    wrong = wrong[:MOST_FAULTS]
    unknown = [one["loc"] for one in wrong if one["type"] == "extra_forbidden"]
    meant = {(*where[:-1], guess) for where in unknown if (guess := _guess(where, kind, source)) is not None}
    found = [_fault(one, kind, source) for one in wrong if one["type"] != "missing" or one["loc"] not in meant]
    found.sort(key=lambda fault: fault.code != "field-unknown")
    if more > 0:
        found.append(
            Unreadable(source.file, None, "file-too-big", f"has {more} more faults like these. Mend these first.")
        )
    return found


def _fault(error: Any, kind: Kind, source: Source) -> Unreadable:
    where = tuple(error["loc"])
    line = source.line(*where) if source.data is not None else 1
    said = _said(where)
    if error["type"] == "extra_forbidden":
        guess = _guess(where, kind, source)
        advice = f"Did you mean `{guess}`?" if guess else f"These do: {_named(model_at(kind, where))}."
        return Unreadable(source.file, line, "field-unknown", f"{said} is not a field that belongs here. {advice}")
    if error["type"] == "missing":
        return Unreadable(source.file, line, "field-missing", f"{said} is missing here. Add it.")
    if error["input"] is None:
        return Unreadable(source.file, line, "field-empty", f"{said} has nothing in it. Write something or delete it.")
    if error["type"] == "model_type":
        wanted = f"made of {_named(model_at(kind, (*where, '')))}, each with a colon and a space"
    else:
        wanted = WANTED.get(error["type"], "something else").format(error.get("ctx", {}).get("max_length"))
    return Unreadable(source.file, line, "field-type", f"{said} must be {wanted}. Write it so.")


def _said(where: Where) -> str:
    """What an author would call this place."""
    if not where:
        return "the file"
    name = next((step for step in reversed(where) if isinstance(step, str)), None)
    if isinstance(where[-1], int):
        return f"an entry of `{name}`" if name else "an entry"
    return f"`{name}`"


def model_at(kind: Kind, where: Where) -> type[Written]:
    """What the field at the end of this way should be a field of."""
    model = MODELS[kind]
    for step in where[:-1]:
        model = INSIDE.get((model, str(step)), model)
    return model


def _guess(where: Where, kind: Kind, source: Source) -> str | None:
    """The field that was meant: much like this one, and not there yet."""
    there = source.data
    for step in where[:-1]:
        there = there[step]
    free = [name for name in model_at(kind, where).model_fields if name not in there]
    return next(iter(get_close_matches(str(where[-1]).lower(), free, n=1)), None)


def _named(model: type[Written]) -> str:
    return ", ".join(f"`{name}`" for name in model.model_fields)
