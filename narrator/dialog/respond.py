"""React to what was understood in a game: an answer, a correction, a yes, free words, or a request of a player."""

from collections.abc import Callable
from dataclasses import replace
from enum import Enum
from typing import Any

from narrator.core.game import SpokenWords
from narrator.dialog.fill_answer import choose_by_number, fill_answer, fill_slot, go_on, not_aloud
from narrator.dialog.intents import GAME_REQUEST_INTENTS
from narrator.dialog.player_requests import answer_request, next_lesson
from narrator.dialog.prompts import mark_heard, prompt
from narrator.dialog.repair import MAX_CHOICES_NAMED, complete_option, miss, name_answer, offer_to_choose
from narrator.dialog.topic import Reply
from narrator.dialog.turn import Turn
from narrator.dialog.turn_state import SideQuestion
from narrator.language.language import get_language
from narrator.language.lines.line import AnyOf, Line, line
from narrator.language.understanding.confirmations import only_agrees
from narrator.language.understanding.reading import Reading
from narrator.language.understanding.understand import free_words, tidy


class Correcting(Enum):
    """The player whose answer is corrected."""

    NOBODYS = 0
    """Not a correction."""
    ASKED = 1
    """ "Actually, four": that of the asked player, who has reconsidered."""
    EITHER = 2
    """ "I mean four": that of the player who answered last, or of the asked player."""
    LAST = 3
    """ "No, four": it contradicts an answer that was given, most likely the last one."""


def respond(turn: Turn, reading: Reading, correcting: Correcting = Correcting.NOBODYS) -> Reply:
    """React to a reading."""
    if reading.intent in GAME_REQUEST_INTENTS or reading.intent == "AlsoPlays":
        return answer_request(turn.with_(just_moved=False), reading)
    side, just_moved = turn.now.side_question, turn.now.just_moved
    if side and reading.intent in side.intents:
        return answer_side_question(turn.with_(side_question=None, misses=0, options=()), side, reading)
    if (turn.waits_for_phones or turn.all_choose_by_hand) and names_secret(turn, reading):
        # the player did not say a name, and others have not chosen yet
        return turn.says(line("lock-first") if turn.all_choose_by_hand else line("phones-first", seats=turn.on_phones))
    if turn.names_hidden_card(reading):
        return turn.says(not_aloud(turn) if turn.answers_in_private else line("just-the-number", seat=turn.asked))
    if turn.now.options:
        reading = complete_option(turn, reading)
    turn = turn.with_(just_moved=False, side_question=None, misses=0, options=())
    is_correction = correcting is not Correcting.NOBODYS and not side
    if turn.now.filled and (is_correction or (side and not turn.open_slot)):  # another answer instead of a yes or no
        return take_answer(turn.with_(filled={}), reading)
    if is_correction:
        return correct(turn, reading, correcting, just_moved=just_moved)
    return take_answer(turn, reading)


def take_answer(turn: Turn, reading: Reading) -> Reply:
    """Take a reading as an answer to the open question."""
    if reading.intent == "Ready" and turn.all_choose_by_hand:
        return prompt(turn.with_(locked=turn.now.locked | {each.seat for each in turn.choosing}))
    if reading.intent == "Number":
        return choose_by_number(turn, int(reading.slots["number"]))
    if reading.intent in ("Skip", "No"):
        slot = turn.open_slot
        return go_on(fill_slot(turn, slot.name, None)) if slot and slot.is_skippable else miss(turn)
    if reading.intent in ("PickForMe", "NoneOfThese") and not turn.answer_of(reading):
        return offer_to_choose(turn, must=reading.intent == "NoneOfThese")
    return fill_answer(turn, reading)


# --- corrections ---------------------------------------------------------------------------------


def correct(turn: Turn, reading: Reading, correcting: Correcting, *, just_moved: bool) -> Reply:
    """Replace the last answer ("no, four"), if it was of the same kind and can be taken back.

    The asked player may also begin with "actually". Another player's answer is replaced only with a name; otherwise the
    narrator asks whose answer is meant.
    """
    answer = turn.answer_of(reading)
    chooses_player = any("player" in each.grammar_slots for each in (answer.slots if answer else ()))
    named = None if chooses_player else reading.slots.get("player")
    last = getattr(turn.last[0], "seat", None) if turn.last else None
    counts = reading.intent == "Number" and turn.answer_kind  # "two": the second of what is asked for
    kind = turn.answer_kind.intent if counts and turn.answer_kind else reading.intent
    same_kind = turn.last is not None and type(turn.last[0]).__name__ == kind

    def take_from(then: Turn, seat: str) -> Reply:
        return replace_last(then, reading) if seat == last else take_answer(then, reading)

    if named is not None:
        replaces = named == last != turn.asked and same_kind
        return replace_last(turn, reading) if replaces else take_answer(turn, reading)
    if not just_moved:  # an answer that is still open
        return take_answer(turn, reading)
    asks_other = last != turn.asked and turn.asked is not None
    if asks_other and (correcting is Correcting.ASKED or (correcting is Correcting.EITHER and not same_kind)):
        return take_answer(turn, reading)
    if asks_other and same_kind and can_choose(turn, reading):  # nothing tells who spoke
        owned = [f"{seat}{get_language().spoken.possessive}" for seat in (last, turn.asked)]
        return turn.asks_first(SideQuestion(line("whose-answer", names=AnyOf(owned)), who=take_from))
    if not same_kind:
        refusal = line("cannot-undo" if turn.last is None else "not-a-correction")
        return prompt(turn).after(refusal)  # it was about the last answer, so it must not become the next one
    return replace_last(turn, reading)


def can_choose(turn: Turn, reading: Reading) -> bool:
    """Return whether the asked player can choose what is named. A card in another hand cannot be chosen."""
    slot = turn.open_slot
    if slot is None or reading.intent == "Number":
        return True
    return any(slot.allows(value) for name, value in reading.slots.items() if name in slot.grammar_slots)


def replace_last(turn: Turn, reading: Reading) -> Reply:
    """Take back the last answer and take this one; if that fails, the last answer stands."""
    reply = take_answer(turn.before_last(), reading)
    after = reply.topic
    if reply.moves is None and isinstance(after, Turn) and not after.now.filled:
        return prompt(turn).after(*(each for _, each in reply.lines), still_stands(turn))
    return reply


def still_stands(turn: Turn) -> Line:
    return line("answer-stands", seat=getattr(turn.last[0], "seat", None) if turn.last else None)


# --- side questions and free words -----------------------------------------------------------------


def answer_side_question(turn: Turn, side: SideQuestion, reading: Reading) -> Reply:
    if side.ready and reading.intent in ("Ready", "OnlyMe", "Yes"):
        return side.ready(turn)
    if side.ready and turn.unheard:
        return prompt(mark_heard(turn, turn.unheard))  # the player knows these cards already
    if reading.intent == "Yes" and side.steps:
        return next_lesson(turn, side.steps)
    if reading.intent == "Yes" and side.yes:
        return side.yes(turn)
    if reading.intent == "TheOther" and (other := other_choice(turn, side.offered)):
        return go_on(fill_slot(turn, *other))
    if reading.intent == "No" and side.no:
        return side.no(turn)
    if reading.intent in ("No", "TheOther") and side.yes:
        return prompt(replace(turn, before=side.before or turn.before).refused())
    if reading.intent == "IAm" and side.who:
        return side.who(turn, reading.slots["player"])
    return prompt(turn)


def other_choice(turn: Turn, offered: Reading | None) -> tuple[str, Any] | None:
    """Return the open slot and its other value, if there are two and one of them was offered."""
    slot = turn.open_slot
    values = [choice.value for choice in slot.choices] if slot and len(slot.choices) == 2 else []
    others = [value for value in values if offered and value not in offered.slots.values()]
    return (slot.name, others[0]) if slot and len(others) == 1 else None


def take_words(turn: Turn, text: str, clip: str | None = None) -> Reply:
    """Take free words as they were said, and their recording. A song or a sound may have no words."""
    side, slot, words = turn.now.side_question, turn.open_slot, free_words(text)
    if only_agrees(tidy(text), turn.grammar):
        return turn.says(line("go-on-telling", seat=turn.asked))
    if side and side.words:
        return side.words(turn.with_(side_question=None, misses=0, options=()), text)
    if slot is None or not (words or clip):
        return miss(turn)
    return go_on(fill_slot(turn.with_(misses=0, options=()), slot.name, SpokenWords(text=words or None, sound=clip)))


def confirm_words(turn: Turn, take: Callable[[Turn], Reply], words: str) -> Reply:
    """Ask whether words that sound like a question are the clue, where free words are expected."""
    slot = next((each for each in turn.slots if each.is_free_text), turn.open_slot)
    question = line("is-it-yours", seat=turn.asked, kind=slot.name if slot else "", words=words)
    return turn.asks_first(SideQuestion(question, yes=take, before=turn.before))


def choose_between(turn: Turn, readings: tuple[Reading, ...]) -> Reply:
    """Ask which of several meanings is right. Of dice, only those on the table can be meant."""
    possible = tuple(each for each in readings if turn.is_possible(each))
    if not possible:
        return respond(turn, readings[0])  # refused, with the reason
    if len(possible) == 1:
        return suggest(turn, "", possible[0])
    labels: list[Line | str] = []
    options: list[Reading] = []
    for reading in possible:
        label = name_answer(turn, reading)
        if label and label not in labels:
            labels, options = [*labels, label], [*options, reading]
    if len(labels) < 2:
        return miss(turn)
    return turn.with_(options=tuple(options[:MAX_CHOICES_NAMED])).says(
        line("this-or-that", names=AnyOf(labels[:MAX_CHOICES_NAMED]))
    )


def suggest(turn: Turn, said: str, reading: Reading) -> Reply:
    """Ask whether this was meant: by what it chooses, not by the phrase that came closest."""
    if not turn.is_possible(reading):
        return miss(turn)
    if reading.intent == "Number":
        chosen: Line | str = said  # the name of the thing with this number
    else:
        chosen = name_answer(turn, reading) if turn.answer_of(reading) else ""
    inside = AnyOf([chosen]) if isinstance(chosen, Line) else chosen  # no sentence begins there
    question = line("offer", said=inside) if chosen else line("offer-phrase", said=said)
    return turn.asks_first(SideQuestion(question, yes=lambda sure: respond(sure, reading), offered=reading))


def names_secret(turn: Turn, reading: Reading) -> bool:
    """Return whether this says aloud what is chosen by hand first."""
    answer, slot = turn.answer_of(reading), turn.open_slot
    if reading.intent == "Number":
        return slot is not None and slot.is_secret
    secret = [name for each in (answer.slots if answer else ()) if each.is_secret for name in each.grammar_slots]
    return any(name in secret for name in reading.slots)
