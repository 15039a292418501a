"""What is typed on a phone is said by its player: it counts for that seat only and is answered on that phone.

A phone has a turn of its own, in which its player knows the own hand. The turn in the room goes on meanwhile. What
concerns the whole table, such as "a new player", and the answer to a question of the room count as said in the room.
"""

from dataclasses import replace

from narrator.dialog.game_topic import GameTopic, without_seat
from narrator.dialog.intents import GAME_REQUEST_INTENTS
from narrator.dialog.plan_changes import PLAN_INTENTS
from narrator.dialog.topic import Reply
from narrator.dialog.turn_state import NOTHING_SAID, TurnState
from narrator.games.hosting.plan import Privacy
from narrator.language.lines.audience import Alone
from narrator.language.lines.line import tell_alone
from narrator.language.understanding.expectation import Expectation
from narrator.language.understanding.reading import Reading, Understanding, Understood
from narrator.speech.ports import UtteranceHeard

TABLE_CHANGES = PLAN_INTENTS | {"NewPlayer", "SomeoneLeaves", "AlsoPlays", "NewGame", "SamePlayers"}
"""Intents that concern the whole table."""


def phone_turn(room: GameTopic, seat: str) -> GameTopic:
    """Return the turn of this player on the phone, with the answer that was begun there."""
    begun = room.now.begun_on_phones.get(seat, TurnState())
    now = replace(
        room.now.cleared(),
        filled=begun.filled,
        answering=begun.answering,
        side_question=begun.side_question,
        misses=begun.misses,
        options=begun.options,
        just_moved=False,
        speaker=seat,
    )
    meanwhile = room.now if room.now.speaker != seat else None
    turn = replace(room, last=None, before=NOTHING_SAID, meanwhile=meanwhile)
    return turn.hiding_hands(reader=seat).with_(now)


def is_asked_on_phone(room: GameTopic, seat: str) -> bool:
    """Return whether this player answers a secret question on the phone now."""
    if room.setting.privacy is not Privacy.PHONES or seat not in room.setting.phones():
        return False
    now = phone_turn(room, seat).now
    return any(each.seat == seat and room.is_on_phone(each, now) for each in room.questions)


def expectation_on_phone(room: GameTopic, seat: str) -> Expectation:
    """Return what this player may type on the phone."""
    return phone_turn(room, seat).expectation if is_asked_on_phone(room, seat) else room.expectation


def hear_on_phone(room: GameTopic, seat: str, meaning: Understanding, utterance: UtteranceHeard) -> Reply:
    """Answer what this player has typed on the phone."""
    reading = meaning.reading if isinstance(meaning, Understood) else Reading("")
    turn, intent = phone_turn(room, seat), reading.intent
    begun = room.now.begun_on_phones.get(seat, TurnState())
    if intent in TABLE_CHANGES:
        return room.answer(meaning, utterance)
    if intent == "Undo" and not (begun.filled or begun.side_question):
        return room.take_back(seat)
    if reading.slots.get("player", seat) != seat and intent not in GAME_REQUEST_INTENTS:
        return room.refuse_on_phone(seat, "not-your-phone")
    asked = is_asked_on_phone(room, seat)
    if not asked and intent not in GAME_REQUEST_INTENTS:
        if room.asked not in (None, seat) or (room.now.side_question and room.now.side_question.ready):
            return room.refuse_on_phone(seat, "not-asked")
        return room.answer(with_speaker(room, meaning, seat), utterance)
    reply = turn.answer(meaning, utterance)
    return answer_alone(room, seat, reply)


def with_speaker(room: GameTopic, meaning: Understanding, seat: str) -> Understanding:
    """Return the meaning with the player who typed it, where any player may answer."""
    if not isinstance(meaning, Understood) or room.asked is not None:
        return meaning
    answer = room.answer_of(meaning.reading)
    if answer is None or not any(slot.kind == "player" for slot in answer.slots):
        return meaning
    slots = {"player": seat, **meaning.reading.slots}
    return replace(meaning, reading=replace(meaning.reading, slots=slots))


def answer_alone(room: GameTopic, seat: str, reply: Reply) -> Reply:
    """Return the reply on the phone, unless a move has changed the table."""
    turn = reply.topic
    if not isinstance(turn, GameTopic) or turn.reader is None:
        return reply
    others = without_seat(room.now.begun_on_phones, seat)
    begun = others if reply.refused else {**others, seat: turn.now}
    told = tuple((words, tell_alone(seat, Alone.ON_PHONE, each)[0]) for words, each in reply.lines)
    return replace(reply, topic=room.with_(begun_on_phones=begun), lines=told)
