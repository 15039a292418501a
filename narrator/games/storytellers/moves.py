"""Storytellers: what players and chance may do, and what happens then."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import ClassVar, TypeAlias

from narrator.cards import LayOut, Own, Shuffle
from narrator.play import Clip, Event, Join, Leave

# --- moves -----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Name:
    """Own cards: the family says which character goes into the book."""

    character: str


@dataclass(frozen=True, slots=True)
class Lay:
    """A player puts a character face down; the youngest also say why."""

    seat: str
    card: str | None = None  # `None` with own cards: only the family sees it
    why: Clip | None = None


@dataclass(frozen=True, slots=True)
class Vote:
    seat: str
    symbol: int


@dataclass(frozen=True, slots=True)
class TellAge:
    """Asked only if the youngest of several has to break a tie."""

    seat: str
    age: int


@dataclass(frozen=True, slots=True)
class Choose:
    """Breaking a tie."""

    seat: str
    symbol: int


@dataclass(frozen=True, slots=True)
class Favour:
    """Youngest: the character that this child would like in the book."""

    seat: str
    symbol: int


@dataclass(frozen=True, slots=True)
class LeaveToChance:
    """Youngest: we cannot agree, draw one."""


@dataclass(frozen=True, slots=True)
class DrawLot:
    """Chance: one of the leading characters."""

    symbol: int


@dataclass(frozen=True, slots=True)
class Wish:
    """At a fork: which way this player wants to go."""

    seat: str
    way: str | None  # `None`: let the book decide


@dataclass(frozen=True, slots=True)
class DrawWay:
    """Chance: the way the book decides."""

    way: str


Chance: TypeAlias = Shuffle | LayOut | DrawLot | DrawWay
Move: TypeAlias = Chance | Name | Lay | Vote | Own | TellAge | Choose | Favour | LeaveToChance | Wish | Leave | Join

# --- events ----------------------------------------------------------------------------------


class How(StrEnum):
    """How a character came into the book."""

    VOTED = "voted"
    CHOSEN = "chosen"
    DRAWN = "drawn"
    AGREED = "agreed"


@dataclass(frozen=True, slots=True)
class PageTurned(Event):
    """The next story card is read."""

    card: str
    page: int


@dataclass(frozen=True, slots=True)
class NameAsked(Event):
    """Own cards: somebody has to say which character it is."""

    symbol: int | None  # `None` for the first character, from the top of the family's pile


@dataclass(frozen=True, slots=True)
class Proposed(Event):
    """Youngest: a child chose a character, for all to hear, and said why."""

    seat: str
    card: str | None
    symbol: int
    why: Clip | None


@dataclass(frozen=True, slots=True)
class VotesRevealed(Event):
    votes: Mapping[str, int]
    owners: Mapping[int, str | None]
    reveals: ClassVar[bool] = True


@dataclass(frozen=True, slots=True)
class TogetherScored(Event):
    """Cooperative: the point goes to the players or to the game."""

    agreed: bool
    players: int
    game: int


@dataclass(frozen=True, slots=True)
class AgesAsked(Event):
    seats: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class AgeTold(Event):
    seat: str
    age: int


@dataclass(frozen=True, slots=True)
class TieFound(Event):
    """This player chooses among the leaders."""

    chooser: str
    symbols: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Favoured(Event):
    seat: str
    symbol: int
    waiting: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Disagreed(Event):
    symbols: tuple[int, ...]
    asked: int


@dataclass(frozen=True, slots=True)
class BookOpened(Event):
    """The first character of the story: nobody chose it, it lay on top of the pile."""

    character: str
    card: str
    reveals: ClassVar[bool] = True


@dataclass(frozen=True, slots=True)
class CharacterEntered(Event):
    """A character went into the book, in the role of this card."""

    character: str
    card: str
    how: How
    owner: str | None
    reveals: ClassVar[bool] = True


@dataclass(frozen=True, slots=True)
class ForkReached(Event):
    ways: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Wished(Event):
    seat: str
    way: str | None
    waiting: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class WayTaken(Event):
    way: str
    drawn: bool
    reveals: ClassVar[bool] = True
