"""Moves and events of StoryLine: Fairy Tales."""

from collections.abc import Mapping
from typing import TypeAlias

from narrator.core.cards import CardKind, LayOut, Own, Shuffle
from narrator.core.game import Event, Join, Leave, Move, SeatMove, SpokenWords

# --- moves -------------------------------------------------------------------------------------


class Mix(Move):
    """Chance: the tokens go face down into the supply in this order."""

    tokens: tuple[str, ...]


class Begin(SeatMove):
    """The player who most recently finished a book tells first."""


class Lay(SeatMove):
    """A player puts one card for each banner face down, in any order."""

    cards: tuple[str, ...] = ()
    """Empty with own cards."""


class Pick(SeatMove):
    """The teller chooses one card for each banner, in any order, and may embellish the tale."""

    symbols: tuple[int, ...]
    embellishment: SpokenWords | None = None


class Name(Move):
    """Own cards: the family reads the chosen card out, so that the tale can be retold."""

    symbol: int
    words: str


class Resolve(SeatMove):
    """The End: a player with two effects says which comes first."""

    token: str


class Snap(Move):
    """Chance: the Bear Trap takes this one of its owner's other tokens."""

    token: str


class DrawTokens(Move):
    """Chance: the tokens that the Crown brings from the supply."""

    tokens: tuple[str, ...]


class NameWinner(SeatMove):
    """The owner of the Scales decides a tie."""

    winner: str


AnyMove: TypeAlias = (
    Shuffle | Mix | Begin | Lay | LayOut | Pick | Own | Name | Resolve | Snap | DrawTokens | NameWinner | Leave | Join
)

# --- events ------------------------------------------------------------------------------------


class TellerAsked(Event):
    """The players are asked who most recently finished a book."""


class CardRead(Event):
    """The next narrator card is read. The last one, "The End", has no banners."""

    card: int
    banners: tuple[CardKind, ...]
    teller: str


class RowShown(Event, reveals=True):
    """The cards under one banner are face up. For the family's own cards only the symbols are known."""

    category: CardKind
    cards: Mapping[int, str | None]


class Picked(Event):
    seat: str
    symbols: tuple[int, ...]
    embellishment: SpokenWords | None


class NamesAsked(Event):
    """Own cards: the family is asked to read these out."""

    symbols: tuple[int, ...]


class Named(Event):
    symbol: int
    words: str


class CardsEntered(Event, reveals=True):
    """The chosen cards are part of the tale now."""

    card: int
    cards: tuple[str, ...]
    owners: tuple[str, ...]
    """The owners of the cards, in the same order."""


class TokenTaken(Event):
    """The owner of a chosen card took a face-down token. `tokens` is the new number."""

    seat: str
    tokens: int


class TookOver(Event):
    """The teller left, and another player tells this round."""

    seat: str


class Withdrawn(Event):
    """These cards left the table, because their player left or became the teller."""

    symbols: tuple[int, ...]


class TokensTurned(Event, reveals=True):
    """The End: everyone's tokens are face up."""

    tokens: Mapping[str, tuple[str, ...]]


class EffectAsked(Event):
    """A player is asked which of two effects comes first."""

    seat: str
    tokens: tuple[str, ...]


class TrapSnapped(Event, reveals=True):
    """The Bear Trap sent a token back to the supply."""

    seat: str
    token: str | None
    """`None` if the owner has no other token."""


class Crowned(Event, reveals=True):
    seat: str
    tokens: tuple[str, ...]


class TieFound(Event):
    """Several players have the most points."""

    tied: tuple[str, ...]
    chooser: str | None
    """The owner of the Scales; `None` if the number of tokens decides."""


class WinnerNamed(Event):
    seat: str
    winner: str
