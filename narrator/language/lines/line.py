"""A line: something the narrator says, before it has words."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Any

from narrator.language.lines.audience import EVERYBODY, Alone, Audience
from narrator.language.lines.showing import Showing


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
    audience: Audience = EVERYBODY
    is_narration: bool = False
    """Whether it tells what happened. An answer cannot interrupt it, as it can a question."""
    spare_letters: Mapping[Verbosity, int] | None = None
    """Set on the last of the lines that are said to one player alone: how many letters longer all of them could have
    been if the player held other cards. The narrator stays silent for that long, so that the other players cannot tell
    the cards from the time the lines take."""
    shows: Showing | None = None
    """Public changes on the screens when the line is said."""


class AnyOf(tuple[Any, ...]):
    """Alternatives: joined with "or" instead of "and"."""

    __slots__ = ()


def line(name: str, /, **facts: Any) -> Line:
    """Return the line with this id and these facts."""
    return Line(name, facts)


def tell_alone(seat: str, alone: Alone, *lines: Line) -> tuple[Line, ...]:
    """Return these lines for one player only, delivered in this way."""
    return tuple(replace(each, audience=Audience(seat, alone)) for each in lines)


def pad_with_silence(lines: Sequence[Line], spare: Mapping[Verbosity, int]) -> tuple[Line, ...]:
    """Return the lines, followed by as much silence as that many letters take."""
    *others, last = lines
    return (*others, replace(last, spare_letters=spare))
