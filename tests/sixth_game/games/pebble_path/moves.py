"""Moves and events of Pebble Path."""

from collections.abc import Mapping
from typing import TypeAlias

from narrator.core.game import Event, Join, Leave, SeatMove, SpokenWords

# --- moves -------------------------------------------------------------------------------------


class Hide(SeatMove):
    """A player hides pebbles in a fist."""

    pebbles: int


class TellOn(SeatMove):
    """The player ahead tells the next sentence of the story."""

    words: SpokenWords


AnyMove: TypeAlias = Hide | TellOn | Leave | Join

# --- events ------------------------------------------------------------------------------------


class StageBegan(Event):
    """A stage of the path begins. `stages` is their total number."""

    stage: int
    stages: int


class Hidden(Event):
    seat: str
    waiting: tuple[str, ...]


class FistsOpened(Event, reveals=True):
    """All fists are open. `ahead` tells next."""

    pebbles: Mapping[str, int]
    ahead: str


class ToldOn(Event):
    seat: str
    words: SpokenWords
