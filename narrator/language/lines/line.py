"""A line: something the narrator says, before it has words."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Any


class Verbosity(StrEnum):
    """How much the narrator says. Players who know a game choose `BRIEF`."""

    FULL = "full"
    BRIEF = "brief"


@dataclass(frozen=True, slots=True)
class Line:
    """Something to say: the id of a Fluent message and the facts to fill in."""

    id: str
    facts: Mapping[str, Any] = field(default_factory=dict)
    variant: str | None = None
    """The wording to use, an attribute of the message. Without one, the wordings take turns."""
    to: str | None = None
    """The only seat that may know the line; None is for the room."""
    is_narration: bool = False
    """Whether it tells what happened. An answer cannot interrupt it, as it can a question."""
    aloud: bool = False
    """Whether a line for one seat is said in the room, while the other players cover their ears."""
    spare_letters: Mapping[Verbosity, int] | None = None
    """Set on the last of the lines that are said to one player alone: how many letters longer all of them could have
    been if the player held other cards. The narrator stays silent for that long, so that the other players cannot tell
    the cards from the time the lines take."""


class AnyOf(tuple[Any, ...]):
    """Alternatives: joined with "or" instead of "and"."""

    __slots__ = ()


def line(name: str, /, **facts: Any) -> Line:
    """Return the line with this id and these facts."""
    return Line(name, facts)


def whisper_to(seat: str, *lines: Line) -> tuple[Line, ...]:
    """Return these lines for one seat only."""
    return tuple(replace(each, to=seat) for each in lines)


def say_alone_to(seat: str, *lines: Line, spare: Mapping[Verbosity, int]) -> tuple[Line, ...]:
    """Return these lines for one seat only, to be said in the room while the other players cover their ears."""
    *others, last = (replace(each, to=seat, aloud=True) for each in lines)
    return (*others, replace(last, spare_letters=spare))
