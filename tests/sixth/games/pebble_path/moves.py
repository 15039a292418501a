"""Pebble Path: what players may do, and what happens then."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar, TypeAlias

from narrator.play import Clip, Event, Join, Leave, Secret

# --- moves -------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Hide:
    """A player hides some pebbles in the fist."""

    seat: str
    pebbles: int


@dataclass(frozen=True, slots=True)
class TellOn:
    """Whoever walks ahead tells the next sentence of the story."""

    seat: str
    words: Clip


Move: TypeAlias = Hide | TellOn | Leave | Join

# --- events ------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class StageBegan(Event):
    """The next stage of the path, out of so many."""

    stage: int
    stages: int


@dataclass(frozen=True, slots=True)
class Hidden(Event):
    seat: str
    waiting: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class HidPebbles(Secret):
    """To the player alone: how many."""

    pebbles: int


@dataclass(frozen=True, slots=True)
class FistsOpened(Event):
    """What was in the fists, and who walks ahead."""

    pebbles: Mapping[str, int]
    ahead: str
    reveals: ClassVar[bool] = True


@dataclass(frozen=True, slots=True)
class ToldOn(Event):
    seat: str
    words: Clip
