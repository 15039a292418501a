"""Finding words: the lines of `content/<language>/lines/`, written in Fluent.

A line may have other wordings (attributes), so that what comes often does not always sound the same, and a brief one
for those who know the game. The wordings take turns; the very same sentence is never said twice in a row.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Any


class Verbosity(StrEnum):
    FULL = "full"
    BRIEF = "brief"


@dataclass(frozen=True, slots=True)
class Line:
    """Something to say, before it has words."""

    id: str
    facts: Mapping[str, Any] = field(default_factory=dict)
    variant: str | None = None  # a certain wording of it, such as the short one
    to: str | None = None  # whose ear alone it is for; `None` is the room
    is_narration: bool = False  # whether it tells what happened: no answer can belong to it
    aloud: bool = False  # said in the room all the same, while the others cover their ears
    spare_letters: Mapping[Verbosity, int] | None = None
    """Of the last line that is said to one player alone: by how many letters all of them together could have been
    longer, had that player other cards. So long it stays silent, so that nobody can tell them by the time they take.
    """


class AnyOf(tuple[Any, ...]):
    """Things of which one is meant: said with "or" instead of "and"."""

    __slots__ = ()


def line(name: str, /, **facts: Any) -> Line:
    return Line(name, facts)


def whisper_to(seat: str, *lines: Line) -> tuple[Line, ...]:
    """The same, for this player's ear alone."""
    return tuple(replace(each, to=seat) for each in lines)


def say_alone_to(seat: str, *lines: Line, spare: Mapping[Verbosity, int]) -> tuple[Line, ...]:
    """The same, aloud, while nobody but this player listens."""
    *others, last = (replace(each, to=seat, aloud=True) for each in lines)
    return (*others, replace(last, spare_letters=spare))
