"""Lines that follow directly from events and scores, for the hosts of all games."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import fields
from functools import cache
from itertools import groupby
from typing import Any

from narrator.core.cards import Laid, Voted
from narrator.core.game import Event, SecretEvent, SpokenWords
from narrator.language.lines.line import Line, line
from narrator.language.lines.showing import Showing


def event_lines(event: Event, **facts: Any) -> tuple[Line, ...]:
    """Return the line with the event's name, with its fields and these facts; none for a secret event."""
    if isinstance(event, SecretEvent):
        return ()
    own = {field.name: getattr(event, field.name) for field in fields(event)}
    return (Line(line_id_of(type(event).__name__), own | facts),)


@cache
def line_id_of(kind: str) -> str:
    """Return the id of the line for a type of event: VotesRevealed → "votes-revealed"."""
    return re.sub(r"(?<!^)(?=[A-Z])", "-", kind).lower()


def plain_text(words: SpokenWords | str) -> str:
    """Return the words without their recording."""
    return words if isinstance(words, str) else words.text or ""


def completes_round(event: Event, events: Sequence[Event]) -> bool:
    """Whether this was the last missing card or vote, so that the result replaces an acknowledgement."""
    return isinstance(event, Laid | Voted) and not event.waiting and event is not events[-1]


def points_gained_lines(points: Mapping[str, int]) -> Iterator[Line]:
    """Return lines about points that were gained, one for all players with the same number. Zero is not mentioned."""
    gained = [each.facts for each in standing_lines(points) if each.facts["points"]]
    return (
        Line(
            "gained",
            {**facts, "more": number > 0},
            shows=Showing(gained=dict.fromkeys(facts["seats"], facts["points"])),
        )
        for number, facts in enumerate(gained)
    )


def new_leader_lines(before: Mapping[str, int], scores: Mapping[str, int]) -> Iterator[Line]:
    """Yield a line about the leaders if they have changed. The full scores are told on request."""
    if any(before.values()) and leaders(before) != leaders(scores):
        yield from leader_lines(standing_lines(scores))


def leader_lines(lines: Iterable[Line]) -> Iterator[Line]:
    """Return those of the standing lines that are about the leaders."""
    return (each for each in lines if each.facts.get("first", True))


def leaders(scores: Mapping[str, int]) -> set[str]:
    """Return the players with the most points."""
    return {seat for seat, points in scores.items() if points == max(scores.values())}


def standing_lines(scores: Mapping[str, int], name: str = "standing") -> Iterator[Line]:
    """Yield lines about the scores, one for all players with the same points.

    The leaders come last, so that no player is announced as the last.
    """
    ranked = sorted(scores.items(), key=lambda item: item[1])
    for points, group in groupby(ranked, key=lambda item: item[1]):
        seats = [seat for seat, _ in group]
        first, everyone = points == ranked[-1][1], len(seats) == len(scores)
        yield line(name, seats=seats, count=len(seats), points=points, first=first, all=everyone)
