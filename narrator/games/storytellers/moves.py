"""Moves and events of Storytellers."""

from collections.abc import Mapping
from enum import StrEnum
from typing import TypeAlias

from narrator.core.cards import LayOut, Own, Shuffle
from narrator.core.game import Event, Join, Leave, Move, SeatMove, SpokenWords

# --- moves -----------------------------------------------------------------------------------


class Name(Move):
    """Own cards: the family says which character goes into the book."""

    character: str


class Lay(SeatMove):
    """A player puts a character face down; in the youngest mode face up, with a reason."""

    card: str | None = None
    """`None` with own cards."""
    why: SpokenWords | None = None


class Vote(SeatMove):
    symbol: int


class TellAge(SeatMove):
    """A player's age, asked only if the youngest of several breaks a tie."""

    age: int


class Choose(Move):
    """The choice that breaks a tie."""

    seat: str
    symbol: int


class Favour(SeatMove):
    """Youngest: the character that this child would like in the book."""

    symbol: int


class LeaveToChance(Move):
    """Youngest: the children cannot agree, so a lot is drawn."""


class DrawLot(Move):
    """Chance: one of the leading characters."""

    symbol: int


class Wish(SeatMove):
    """At a fork: the way this player wants to go."""

    way: str | None
    """`None` to let the book decide."""


class DrawWay(Move):
    """Chance: the way that the book chooses."""

    way: str


Chance: TypeAlias = Shuffle | LayOut | DrawLot | DrawWay
AnyMove: TypeAlias = Chance | Name | Lay | Vote | Own | TellAge | Choose | Favour | LeaveToChance | Wish | Leave | Join

# --- events ----------------------------------------------------------------------------------


class EntranceCause(StrEnum):
    """Why a character enters the book."""

    VOTED = "voted"
    CHOSEN = "chosen"
    DRAWN = "drawn"
    AGREED = "agreed"


class PageTurned(Event):
    card: str
    page: int


class NameAsked(Event):
    """Own cards: the family is asked which character it is."""

    symbol: int | None
    """`None` for the first character, from the top of the family's pile."""


class Proposed(Event):
    """Youngest: a child chose a character aloud and said why."""

    seat: str
    card: str | None
    symbol: int
    why: SpokenWords | None


class VotesRevealed(Event, reveals=True):
    votes: Mapping[str, int]
    owners: Mapping[int, str | None]


class TogetherScored(Event):
    """Cooperative: the point goes to the players or to the game."""

    agreed: bool
    players: int
    game: int


class AgesAsked(Event):
    seats: tuple[str, ...]


class AgeTold(Event):
    seat: str
    age: int


class TieFound(Event):
    """A player is asked to choose among the leading cards."""

    chooser: str
    symbols: tuple[int, ...]


class Favoured(Event):
    seat: str
    symbol: int
    waiting: tuple[str, ...]


class Disagreed(Event):
    symbols: tuple[int, ...]
    asked: int


class BookOpened(Event, reveals=True):
    """The first character of the story, from the top of the pile."""

    character: str
    card: str


class CharacterEntered(Event, reveals=True):
    character: str
    card: str
    how: EntranceCause
    owner: str | None


class ForkReached(Event):
    ways: tuple[str, ...]


class Wished(Event):
    seat: str
    way: str | None
    waiting: tuple[str, ...]


class WayTaken(Event, reveals=True):
    way: str
    drawn: bool
