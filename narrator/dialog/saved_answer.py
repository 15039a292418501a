"""What players have answered since the last move, saved beside the moves, so that a kill loses no part of an answer.

Only what players said is saved: the slots they filled, who is speaking, who has chosen by hand, who has heard a hand,
the votes that are held until the last is in, and a player who is about to join or leave. It is read from a file, so
anything that does not fit the open question is rejected.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, TypeAlias

from narrator.core.game import IllegalMove, SpokenWords
from narrator.dialog.fill_answer import go_on
from narrator.dialog.held_votes import HeldVote, project
from narrator.dialog.hidden_hand import is_secret_hand
from narrator.dialog.player_requests import answer_request
from narrator.dialog.prompts import prompt
from narrator.dialog.topic import Reply
from narrator.dialog.turn import Turn, answer_moves
from narrator.dialog.turn_state import TurnState
from narrator.games.hosting.questions import Slot, slot_kind
from narrator.language.understanding.reading import Reading
from narrator.storage.records import from_json, to_json


class AnswerDoesNotFit(ValueError):
    """The saved answer does not belong to the open question."""


Filled: TypeAlias = Mapping[str, bool | int | str | SpokenWords | tuple[int | str, ...] | None]
"""The values of slots."""


@dataclass(frozen=True)
class SavedAnswer:
    """The part of a `TurnState` that players have given, as it is saved."""

    filled: Filled = field(default_factory=dict)
    answering: str | None = None
    speaker: str | None = None
    locked: tuple[str, ...] = ()
    heard: tuple[str, ...] = ()
    again: tuple[str, Mapping[str, str]] | None = None
    held: tuple[tuple[str, str, Filled], ...] = ()
    """The held votes: player, intent and values."""
    held_for_good: bool = False


def answer_to_json(now: TurnState) -> str | None:
    """Return the answer so far as JSON; None if nothing was answered yet."""
    again = now.side_question.again if now.side_question else None
    if not (now.filled or now.answering or now.speaker or now.locked or now.heard or now.held or again):
        return None
    saved = SavedAnswer(
        now.filled,
        now.answering,
        now.speaker,
        tuple(sorted(filter(None, now.locked))),
        tuple(sorted(filter(None, now.heard))),
        (again.intent, again.slots) if again else None,
        tuple((vote.seat, vote.intent, vote.filled) for vote in now.held),
        now.held_for_good,
    )
    return None if saved == SavedAnswer() else to_json(SavedAnswer, saved)


def resume_answer(turn: Turn, text: str) -> Reply:
    """Return the reply that goes on after a saved answer; raise `AnswerDoesNotFit` if it is not what was asked."""
    try:
        saved: SavedAnswer = from_json(SavedAnswer, text)
    except ValueError:
        raise AnswerDoesNotFit from None  # not chained: the message would quote what was read, secrets included
    players = set(turn.state.everyone)
    if not {*saved.locked, *saved.heard, saved.speaker} <= {*players, None}:
        raise AnswerDoesNotFit
    for seat, intent, filled in saved.held:
        turn = resume_vote(turn, seat, intent, filled)
    turn = turn.with_(
        held_for_good=saved.held_for_good,
        speaker=saved.speaker,
        answering=saved.answering,
        locked=frozenset(saved.locked),
        heard=frozenset(saved.heard),
    )
    known = saved.answering is None or (turn.question and turn.question.answer_with(saved.answering))
    if not known:
        raise AnswerDoesNotFit
    turn = turn.with_(filled={name: check_value(turn, name, value) for name, value in saved.filled.items()})
    if saved.again:
        reply = resume_side_question(turn, *saved.again, players)
    else:
        reply = go_on(turn) if saved.filled or saved.answering else prompt(turn)
    if reply.moves is not None:
        raise AnswerDoesNotFit  # a whole answer has either been made as a move, or was never confirmed
    return reply


def resume_vote(turn: Turn, seat: str, intent: str, filled: Filled) -> Turn:
    """Return the turn with this vote held; raise `AnswerDoesNotFit` if the player cannot vote like this."""
    question = next((each for each in turn.questions if each.seat == seat), None)
    answer = question.answer_with(intent) if question else None
    if answer is None:
        raise AnswerDoesNotFit
    voting = turn.with_(speaker=seat, answering=intent)
    values = {name: check_value(voting, name, value) for name, value in filled.items()}
    try:
        vote = HeldVote(seat, intent, values, answer_moves(answer, values))
        projection = project(turn.setting.game, turn.state, (vote,))
    except (IllegalMove, KeyError):
        raise AnswerDoesNotFit from None
    if projection.is_complete or not voting.holds(vote.moves):
        raise AnswerDoesNotFit
    return turn.with_state(projection.state, replace(turn.now, held=(*turn.now.held, vote)))


def check_value(turn: Turn, name: str, value: Any) -> Any:
    """Return the saved value as the question knows it; raise `AnswerDoesNotFit` if no slot could have it."""
    own = [slot for slot in turn.slots if slot.name == name]
    every = (slot for question in turn.questions for answer in question.answers for slot in answer.slots)
    slots = own or [slot for slot in every if slot.name == name]
    known = turn.wide.get(slot_kind(name))
    if not slots and not isinstance(value, SpokenWords) and (known is None or value in [each for _, each in known]):
        return value
    for slot in slots:
        if (value is None and slot.is_skippable) or (slot.is_free_text and isinstance(value, SpokenWords)):
            return value
        if is_secret_hand(slot) and isinstance(value, str):  # saved by an earlier version, by name
            value = number_in_hand(turn, slot, value)
        if slot.choices and value in (values := [choice.value for choice in slot.choices]):
            return values[values.index(value)]  # JSON turns an enum into a word; this is the enum again
        if not (slot.choices or slot.is_free_text or value is None or isinstance(value, SpokenWords)):
            return value
    raise AnswerDoesNotFit


def number_in_hand(turn: Turn, slot: Slot, card: str) -> int | None:
    """Return the number of a card in the hand of the asked player."""
    spoken = next((each.spoken for each in turn.hand(turn.asked) if each.value == card), None)
    return next((each.value for each in turn.told_slot(slot).choices if each.spoken == spoken), None)


def resume_side_question(turn: Turn, intent: str, slots: Mapping[str, str], players: set[str]) -> Reply:
    """Ask again about a player who is about to join or leave."""
    if intent not in ("NewPlayer", "AlsoPlays", "SomeoneLeaves") or slots.get("player", "") not in {*players, ""}:
        raise AnswerDoesNotFit
    reply = answer_request(turn, Reading(intent, dict(slots)))
    if not isinstance(reply.topic, Turn) or reply.topic.now.side_question is None:
        raise AnswerDoesNotFit
    return reply
