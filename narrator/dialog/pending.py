"""What was answered since the last move, as it lies beside the moves: after a kill the very same question is asked.

Only what players said is written down: the places they filled, who speaks, who has chosen by hand, who was ready to
hear their cards, and a coming or going that was asked back. It is read from a file, so what does not fit the question
at hand is not taken for an answer.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from narrator.core.game import SpokenWords
from narrator.dialog.filling import go_on
from narrator.dialog.moment import Moment, Turn, TurnState
from narrator.dialog.orientation import orient
from narrator.dialog.prompting import prompt
from narrator.games.hosting.questions import slot_kind
from narrator.language.understanding.reading import Reading
from narrator.storage.records import from_json, to_json


class Unfit(ValueError):
    """It is no answer to the question at hand."""


@dataclass(frozen=True)
class Pending:
    """The part of `Between` that players have given, as it is written down."""

    filled: Mapping[str, bool | int | str | SpokenWords | tuple[int | str, ...] | None] = field(default_factory=dict)
    answering: str | None = None
    speaker: str | None = None
    locked: tuple[str, ...] = ()
    heard: tuple[str, ...] = ()
    again: tuple[str, Mapping[str, str]] | None = None


def written(now: TurnState) -> str | None:
    """As JSON; nothing if nobody has answered anything yet."""
    again = now.waiting.again if now.waiting else None
    pending = Pending(
        now.filled,
        now.answering,
        now.speaker,
        tuple(sorted(filter(None, now.locked))),
        tuple(sorted(filter(None, now.heard))),
        (again.intent, again.slots) if again else None,
    )
    return None if pending == Pending() else to_json(Pending, pending)


def taken_up(at: Moment, text: str) -> Turn:
    """The question that was open, with all that was answered towards it; `Unfit` if this is not what was asked."""
    try:
        kept: Pending = from_json(Pending, text)
    except ValueError:
        raise Unfit from None  # not chained: its message would quote what was read, secrets included
    players = set(at.state.everyone)
    if not {*kept.locked, *kept.heard, kept.speaker} <= {*players, None}:
        raise Unfit
    at = at.with_(
        speaker=kept.speaker, answering=kept.answering, locked=frozenset(kept.locked), heard=frozenset(kept.heard)
    )
    if kept.answering is not None and (at.ask is None or at.ask.answer_with(kept.answering) is None):
        raise Unfit
    at = at.with_(filled={name: fitting(at, name, value) for name, value in kept.filled.items()})
    if kept.again:
        turn = asked_back(at, *kept.again, players)
    else:
        turn = go_on(at) if kept.filled or kept.answering else prompt(at)
    if turn.moves is not None:
        raise Unfit  # whoever gave a whole answer was told so, or will give it again
    return turn


def fitting(at: Moment, name: str, value: Any) -> Any:
    """What was said for this place, as a question knows it; or what no place asks for, if there is such a thing."""
    own = [place for place in at.places if place.name == name]
    places = own or [each for ask in at.asks for answer in ask.answers for each in answer.slots if each.name == name]
    known = at.wide.get(slot_kind(name))
    if not places and not isinstance(value, SpokenWords) and (known is None or value in [each for _, each in known]):
        return value
    for place in places:
        if (value is None and place.is_skippable) or (place.is_free_text and isinstance(value, SpokenWords)):
            return value
        if place.choices and value in (values := [choice.value for choice in place.choices]):
            return values[values.index(value)]  # a word that stands for something is that thing again
        if not (place.choices or place.is_free_text or value is None or isinstance(value, SpokenWords)):
            return value
    raise Unfit


def asked_back(at: Moment, intent: str, slots: Mapping[str, str], players: set[str]) -> Turn:
    """Somebody comes or goes, and was not yet asked for everything."""
    if intent not in ("NewPlayer", "AlsoPlays", "SomeoneLeaves") or slots.get("player", "") not in {*players, ""}:
        raise Unfit
    turn = orient(at, Reading(intent, dict(slots)))
    if turn.at.now.waiting is None:
        raise Unfit
    return turn
