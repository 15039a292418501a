"""What an author may write: the models of all files of the box.

They need pydantic, which takes a while to load. The first words of an evening need no story, so nothing that is loaded
before them imports this: `content.py` has the box itself.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from types import MappingProxyType
from typing import Annotated, Any, TypeAlias

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field
from pydantic_core import PydanticCustomError

from narrator.core.cards import CardKind

# Whatever is larger was not written by hand, and would keep everybody waiting.
MAX_TEXT_LETTERS = 2000  # letters. The longest card in the box has six hundred.
MAX_NAME_LETTERS = 100
MAX_STORY_CARDS = 40
MAX_SET_ENTRIES = 500
MAX_NAMES = 12


def limit_size(most: int, least: int = 0) -> BeforeValidator:
    """So many entries. This is looked at before them: pydantic would first find fault with a million of them."""

    def count(written: Any) -> Any:
        if isinstance(written, list | dict) and len(written) > most:
            raise PydanticCustomError("too_long", "too many", {"max_length": most})
        if isinstance(written, list) and len(written) < least:
            raise PydanticCustomError("too_short", "too few")
        return written

    return BeforeValidator(count)


Text: TypeAlias = Annotated[str, Field(max_length=MAX_TEXT_LETTERS)]
Name: TypeAlias = Annotated[str, Field(max_length=MAX_NAME_LETTERS)]
Few = limit_size(MAX_NAMES)
Many = limit_size(MAX_SET_ENTRIES)
Pages = limit_size(MAX_STORY_CARDS, least=1)


@dataclass(frozen=True, slots=True)
class TextRule:
    """What `narrator check` asks of a text: so many words, so that nobody listens for too long."""

    least: int
    most: int
    ends: bool | None = None  # with a full stop; not so, because it goes into the middle of a sentence; or as it likes
    proofread: bool = False  # for slips of the pen


class ContentModel(BaseModel):
    """Something in a story file: these fields and no others."""

    # built when the first file of its kind is read, and not once more before
    model_config = ConfigDict(frozen=True, extra="forbid", defer_build=True)


class Character(ContentModel):
    name: Annotated[Name, TextRule(1, 2)]
    """One or two words; the narrator says "the hedgehog". With a capital it is a proper name: Gerald needs no "the"."""
    aliases: Annotated[tuple[Name, ...], Few, TextRule(1, 4)] = ()  # what else people call it
    picture: Annotated[
        Text, TextRule(8, 14, ends=False, proofread=True)
    ]  # "a small hedgehog with a lantern and muddy boots"
    tag: Name | None = None
    """What of that comes along into a story, after its name: "the hedgehog, lantern held high, …"."""
    emoji: Name


class Dream(ContentModel):
    title: Annotated[Name, TextRule(1, 4)]  # to vote by
    picture: Annotated[Text, TextRule(14, 24, ends=True, proofread=True)]  # heard once, it has to stay in mind
    closer: Annotated[Text, TextRule(8, 19, ends=True, proofread=True)] = (
        ""  # a second sentence, for those who look closer
    )
    emoji: Annotated[tuple[Name, ...], Few]


class ForkWay(ContentModel):
    """One of the two ways at a fork."""

    to: Name  # the id of the card it leads to
    say: Annotated[Text, TextRule(4, 12, ends=True)]  # how the narrator offers it
    way: Annotated[Name, TextRule(1, 3)]  # what a player says to take it


class StoryCard(ContentModel):
    id: Name | None = None  # needed only where a fork or `then` leads to it
    role: Name | None = None  # the key by which later cards call whoever was chosen. The last card of a story has none.
    where: Annotated[Text | None, TextRule(2, 8)] = (
        None  # the place of the role in the story, for "Who was the ferryman, at the broken bridge?"
    )
    text: Text
    bridge: Annotated[Text | None, TextRule(2, 24, ends=True)] = None
    """What leads to this card when the story is told again. Most need none: the page turns, and that is enough."""
    fork: Annotated[tuple[ForkWay, ...], Few] = ()
    then: Name | None = None  # the id of the next card, where that is not simply the next in the list


class Story(ContentModel):
    title: Annotated[Name, TextRule(1, 8)]
    place: Annotated[Text, TextRule(1, 12)]
    about: Annotated[Text, TextRule(3, 14, ends=True)]
    refrain: Annotated[Text | None, TextRule(2, 12)] = None
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


class DeckCard(ContentModel):
    """A card that the narrator reads in StoryLine, with one or two places to fill."""

    banners: Annotated[Mapping[Name, CardKind], Few] = Field(default_factory=dict)
    """For each open place the category of cards that may fill it."""
    text: Text
    the_end: bool = False


class Deck(ContentModel):
    title: Annotated[Name, TextRule(1, 8)]
    about: Annotated[Text, TextRule(3, 14, ends=True)]
    cards: Annotated[tuple[DeckCard, ...], Pages]

    @property
    def banners(self) -> tuple[tuple[CardKind, ...], ...]:
        """What the rules need of it: the categories of each card, "The End" aside."""
        return tuple(tuple(card.banners.values()) for card in self.cards if not card.the_end)


class FairyCard(ContentModel):
    """A card that the players lay in StoryLine."""

    name: Annotated[Name, TextRule(1, 4)]  # to choose it by
    phrase: Annotated[Text, TextRule(2, 8, proofread=True)]  # as it stands in the tale
    emoji: Name
