"""StoryLine: Fairy Tales: what players and chance may do, and what happens then."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar, TypeAlias

from narrator.cards import Category, LayOut, Own, Shuffle
from narrator.play import Clip, Event, Join, Leave, Secret

# --- moves -------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Mix:
    """Chance: the tokens go face down into the supply, in this order."""

    tokens: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Begin:
    """Who most recently finished a book tells first."""

    seat: str


@dataclass(frozen=True, slots=True)
class Lay:
    """A player puts one card for each banner face down, in any order."""

    seat: str
    cards: tuple[str, ...] = ()  # empty with own cards: only the family sees them


@dataclass(frozen=True, slots=True)
class Pick:
    """The teller chooses one card for each banner, in any order, and may embellish the tale."""

    seat: str
    symbols: tuple[int, ...]
    embellishment: Clip | None = None


@dataclass(frozen=True, slots=True)
class Name:
    """Own cards: the family says what stands on the chosen card, so that the tale can be told again."""

    symbol: int
    words: str


@dataclass(frozen=True, slots=True)
class Resolve:
    """The End: who has two effects says which comes first."""

    seat: str
    token: str


@dataclass(frozen=True, slots=True)
class Snap:
    """Chance: the Bear Trap gets this one of its owner's other tokens."""

    token: str


@dataclass(frozen=True, slots=True)
class DrawTokens:
    """Chance: what the Crown brings from the supply."""

    tokens: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class NameWinner:
    """The owner of the Scales decides a tie."""

    seat: str
    winner: str


Move: TypeAlias = (
    Shuffle | Mix | Begin | Lay | LayOut | Pick | Own | Name | Resolve | Snap | DrawTokens | NameWinner | Leave | Join
)

# --- events ------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class TellerAsked(Event):
    """Who most recently finished a book?"""


@dataclass(frozen=True, slots=True)
class CardRead(Event):
    """The next narrator card is read; with the last one, "The End", no banner is left."""

    card: int
    banners: tuple[Category, ...]
    teller: str


@dataclass(frozen=True, slots=True)
class RowShown(Event):
    """The cards under one banner are face up. With the family's own cards, only the symbols are known."""

    category: Category
    cards: Mapping[int, str | None]
    reveals: ClassVar[bool] = True


@dataclass(frozen=True, slots=True)
class Picked(Event):
    """The teller has chosen, one for each banner."""

    seat: str
    symbols: tuple[int, ...]
    embellishment: Clip | None


@dataclass(frozen=True, slots=True)
class NamesAsked(Event):
    """Own cards: somebody has to say what stands on these."""

    symbols: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Named(Event):
    symbol: int
    words: str


@dataclass(frozen=True, slots=True)
class CardsEntered(Event):
    """The chosen cards lie beside the narrator card, like an open book."""

    card: int
    cards: tuple[str, ...]
    owners: tuple[str, ...]  # whose they were, in the same order
    reveals: ClassVar[bool] = True


@dataclass(frozen=True, slots=True)
class TokenTaken(Event):
    """The owner of a chosen card took a face-down token, and has so many now."""

    seat: str
    tokens: int


@dataclass(frozen=True, slots=True)
class TookOver(Event):
    """The teller left; this player tells the round instead."""

    seat: str


@dataclass(frozen=True, slots=True)
class GaveBack(Secret):
    """To the new teller alone: what they had laid or drawn for this round goes back under its deck."""

    cards: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Withdrawn(Event):
    """These are no longer on the table: whoever laid them left, or tells now."""

    symbols: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class TokensTurned(Event):
    """The End: everyone's tokens are face up."""

    tokens: Mapping[str, tuple[str, ...]]
    reveals: ClassVar[bool] = True


@dataclass(frozen=True, slots=True)
class EffectAsked(Event):
    """This player says which of their effects comes first."""

    seat: str
    tokens: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class TrapSnapped(Event):
    """The Bear Trap sent this token back to the supply."""

    seat: str
    token: str | None  # `None` if the owner has no other
    reveals: ClassVar[bool] = True


@dataclass(frozen=True, slots=True)
class Crowned(Event):
    """The Crown brought these tokens."""

    seat: str
    tokens: tuple[str, ...]
    reveals: ClassVar[bool] = True


@dataclass(frozen=True, slots=True)
class TieFound(Event):
    """Several have the most points."""

    tied: tuple[str, ...]
    chooser: str | None  # who has the Scales; `None`: the number of tokens decides


@dataclass(frozen=True, slots=True)
class WinnerNamed(Event):
    seat: str
    winner: str
