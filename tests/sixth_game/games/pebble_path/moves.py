"""Pebble Path: what players may do, and what happens then."""

from collections.abc import Mapping
from typing import TypeAlias

from narrator.core.game import Event, Join, Leave, SeatMove, SpokenWords

# --- moves -------------------------------------------------------------------------------------


class Hide(SeatMove):
    """A player hides some pebbles in the fist."""

    pebbles: int


class TellOn(SeatMove):
    """Whoever walks ahead tells the next sentence of the story."""

    words: SpokenWords


AnyMove: TypeAlias = Hide | TellOn | Leave | Join

# --- events ------------------------------------------------------------------------------------


class StageBegan(Event):
    """The next stage of the path, out of so many."""

    stage: int
    stages: int


class Hidden(Event):
    seat: str
    waiting: tuple[str, ...]


class FistsOpened(Event, reveals=True):
    """What was in the fists, and who walks ahead."""

    pebbles: Mapping[str, int]
    ahead: str


class ToldOn(Event):
    seat: str
    words: SpokenWords
