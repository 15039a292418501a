"""Dixit: what players and chance may do, and what happens then."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import ClassVar, TypeAlias

from narrator.cards import Give, LayOut, Own, Shuffle
from narrator.play import Clip, Event, Join, Leave


class How(StrEnum):
    """How the storyteller gives the clue."""

    SAID = "said"
    SUNG = "sung"
    MIMED = "mimed"


# --- moves -------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Tell:
    """The storyteller puts a card face down and gives a clue for it."""

    seat: str
    card: str | None  # `None` with own cards: only the family sees it
    clue: Clip  # empty for a mime
    how: How = How.SAID


@dataclass(frozen=True, slots=True)
class Vote:
    seat: str
    symbol: int


@dataclass(frozen=True, slots=True)
class Finish:
    """Own cards: the family says that the last card of their pile has been drawn."""


Move: TypeAlias = Shuffle | Tell | Give | LayOut | Vote | Own | Finish | Leave | Join

# --- events ------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class ClueGiven(Event):
    seat: str
    clue: Clip
    how: How


@dataclass(frozen=True, slots=True)
class VotesRevealed(Event):
    votes: Mapping[str, int]
    owners: Mapping[int, str | None]
    reveals: ClassVar[bool] = True
