"""From events to lines, as far as an event speaks for itself."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import fields, replace
from functools import cache
from itertools import groupby
from typing import Any

from narrator.core.cards import Laid, Voted
from narrator.core.game import Event, SecretEvent, SpokenWords
from narrator.language.lines.line import Line, line


def event_lines(event: Event, **facts: Any) -> tuple[Line, ...]:
    """Return the line of an event, with its fields and more as facts; none for what only one seat may know."""
    if isinstance(event, SecretEvent):
        return ()
    own = {field.name: getattr(event, field.name) for field in fields(event)}
    return (Line(line_id_of(type(event).__name__), own | facts),)


@cache
def line_id_of(kind: str) -> str:
    """VotesRevealed → "votes-revealed"."""
    return re.sub(r"(?<!^)(?=[A-Z])", "-", kind).lower()


def plain_text(words: SpokenWords | str) -> str:
    """What was said, where only the words matter."""
    return words if isinstance(words, str) else words.text or ""


def completes_round(event: Event, events: Sequence[Event]) -> bool:
    """Whether this was the last card or vote that was missing: what comes of it is the answer."""
    return isinstance(event, Laid | Voted) and not event.waiting and event is not events[-1]


def points_gained_lines(points: Mapping[str, int]) -> Iterator[Line]:
    """Who got how many points, those with the same in one breath; that others got none need not be said."""
    return (replace(each, id="gained") for each in standing_lines(points) if each.facts["points"])


def new_leader_lines(before: Mapping[str, int], scores: Mapping[str, int]) -> Iterator[Line]:
    """Who is ahead, if these are others than before; the rest of the standing is told to whoever asks."""
    if any(before.values()) and leaders(before) != leaders(scores):
        yield from leader_lines(standing_lines(scores))


def leader_lines(told: Iterable[Line]) -> Iterator[Line]:
    return (each for each in told if each.facts.get("first", True))


def leaders(scores: Mapping[str, int]) -> set[str]:
    return {seat for seat, points in scores.items() if points == max(scores.values())}


def standing_lines(scores: Mapping[str, int], name: str = "standing") -> Iterator[Line]:
    """Those with the same points in one breath. Who is ahead comes last, so that nobody is told to be the last."""
    ranked = sorted(scores.items(), key=lambda item: item[1])
    for points, group in groupby(ranked, key=lambda item: item[1]):
        seats = [seat for seat, _ in group]
        first, everyone = points == ranked[-1][1], len(seats) == len(scores)
        yield line(name, seats=seats, count=len(seats), points=points, first=first, all=everyone)
