"""StoryLine: Fairy Tales: what players and chance may do, and what happens then."""

from collections.abc import Mapping
from typing import TypeAlias

from narrator.core.cards import CardKind, LayOut, Own, Shuffle
from narrator.core.game import Event, Join, Leave, Move, SeatMove, SpokenWords

# --- moves -------------------------------------------------------------------------------------


class Mix(Move):
    """Chance: the tokens go face down into the supply, in this order."""

    tokens: tuple[str, ...]


class Begin(SeatMove):
    """Who most recently finished a book tells first."""


class Lay(SeatMove):
    """A player puts one card for each banner face down, in any order."""

    cards: tuple[str, ...] = ()  # empty with own cards: only the family sees them


class Pick(SeatMove):
    """The teller chooses one card for each banner, in any order, and may embellish the tale."""

    symbols: tuple[int, ...]
    embellishment: SpokenWords | None = None


class Name(Move):
    """Own cards: the family says what stands on the chosen card, so that the tale can be told again."""

    symbol: int
    words: str


class Resolve(SeatMove):
    """The End: who has two effects says which comes first."""

    token: str


class Snap(Move):
    """Chance: the Bear Trap gets this one of its owner's other tokens."""

    token: str


class DrawTokens(Move):
    """Chance: what the Crown brings from the supply."""

    tokens: tuple[str, ...]


class NameWinner(SeatMove):
    """The owner of the Scales decides a tie."""

    winner: str


AnyMove: TypeAlias = (
    Shuffle | Mix | Begin | Lay | LayOut | Pick | Own | Name | Resolve | Snap | DrawTokens | NameWinner | Leave | Join
)

# --- events ------------------------------------------------------------------------------------


class TellerAsked(Event):
    """Who most recently finished a book?"""


class CardRead(Event):
    """The next narrator card is read; with the last one, "The End", no banner is left."""

    card: int
    banners: tuple[CardKind, ...]
    teller: str


class RowShown(Event, reveals=True):
    """The cards under one banner are face up. With the family's own cards, only the symbols are known."""

    category: CardKind
    cards: Mapping[int, str | None]


class Picked(Event):
    seat: str
    symbols: tuple[int, ...]
    embellishment: SpokenWords | None


class NamesAsked(Event):
    """Own cards: somebody has to say what stands on these."""

    symbols: tuple[int, ...]


class Named(Event):
    symbol: int
    words: str


class CardsEntered(Event, reveals=True):
    """The chosen cards lie beside the narrator card, like an open book."""

    card: int
    cards: tuple[str, ...]
    owners: tuple[str, ...]  # whose they were, in the same order


class TokenTaken(Event):
    """The owner of a chosen card took a face-down token, and has so many now."""

    seat: str
    tokens: int


class TookOver(Event):
    """The teller left; this player tells the round instead."""

    seat: str


class Withdrawn(Event):
    """These are no longer on the table: whoever laid them left, or tells now."""

    symbols: tuple[int, ...]


class TokensTurned(Event, reveals=True):
    """The End: everyone's tokens are face up."""

    tokens: Mapping[str, tuple[str, ...]]


class EffectAsked(Event):
    """This player says which of their effects comes first."""

    seat: str
    tokens: tuple[str, ...]


class TrapSnapped(Event, reveals=True):
    """The Bear Trap sent this token back to the supply."""

    seat: str
    token: str | None  # `None` if the owner has no other


class Crowned(Event, reveals=True):
    seat: str
    tokens: tuple[str, ...]


class TieFound(Event):
    """Several have the most points."""

    tied: tuple[str, ...]
    chooser: str | None  # who has the Scales; `None`: the number of tokens decides


class WinnerNamed(Event):
    seat: str
    winner: str
