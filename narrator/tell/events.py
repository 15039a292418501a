"""From events to lines, as far as an event speaks for itself."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import fields
from itertools import groupby
from typing import Any

from narrator.play import Clip, Event, Secret
from narrator.tell.lines import Line, line


def by_itself(event: Event) -> Line | None:
    """The line of an event's name, with its fields as facts; nothing for what only one seat may know."""
    if isinstance(event, Secret):
        return None
    return Line(line_name(type(event)), {field.name: getattr(event, field.name) for field in fields(event)})  # type: ignore[arg-type]  # every event is a dataclass


def line_name(kind: type[Any]) -> str:
    """VotesRevealed → "votes-revealed"."""
    return re.sub(r"(?<!^)(?=[A-Z])", "-", kind.__name__).lower()


def plain(words: Clip | str) -> str:
    """What was said, where only the words matter."""
    return words if isinstance(words, str) else words.text or ""


def standing(scores: Mapping[str, int], name: str = "standing") -> Iterator[Line]:
    """Those with the same points in one breath, the best first."""
    ranked = sorted(scores.items(), key=lambda item: -item[1])
    for place, (points, group) in enumerate(groupby(ranked, key=lambda item: item[1])):
        seats = [seat for seat, _ in group]
        everyone = len(seats) == len(scores)
        yield line(name, seats=seats, count=len(seats), points=points, first=place == 0, all=everyone)
