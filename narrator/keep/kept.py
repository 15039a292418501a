"""Kept games as they come back from the journal: without a secret for a list, whole for a table."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any

from narrator.play import Seat

Notes = Callable[[int], Iterable[tuple[str, str, str]]]
"""What is noted about the game of this number: kind, name and body of each note."""


def nothing_noted(game_id: int) -> Iterable[tuple[str, str, str]]:
    return ()


@dataclass(frozen=True, slots=True)
class Listing:
    """A kept game as the whole room may know it."""

    id: int
    game: str
    seats: tuple[Seat, ...]
    """Empty if they cannot be read any more."""
    began: str
    """ISO time."""
    ended: str | None
    """ISO time, once the game is over."""
    moves: int


@dataclass(frozen=True, slots=True)
class KeptGame:
    """A kept game with all its secrets, which is why it does not print them."""

    id: int
    game: str
    seats: tuple[Seat, ...]
    options: Any = field(repr=False)
    seed: str = field(repr=False)
    began: str
    ended: str | None
    moves: tuple[Any, ...] = field(repr=False)
    """The moves that can be read, up to the first that cannot."""
    count: int
    """How many were written."""
    signed: bool = True
    """Whether it is as Narrator left it; otherwise somebody changed it by hand, or damage did."""
