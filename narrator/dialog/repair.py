"""Ask again when an utterance was not understood. Never guess.

The first repair is a shorter question, the second names two or three choices, the third lists the choices by number and
offers to choose. The wordings alternate, so that no sentence comes twice in a row.
"""

from dataclasses import replace
from typing import Any

from narrator.dialog.fill_answer import fill_slot, go_on
from narrator.dialog.prompts import phrase_lines, waiting_for_phones
from narrator.dialog.topic import Reply
from narrator.dialog.turn import Turn
from narrator.dialog.turn_state import SideQuestion
from narrator.games.hosting.questions import NUMBERED, Choice
from narrator.language.language import get_language
from narrator.language.lines.line import AnyOf, Line, line
from narrator.language.understanding.reading import Reading

MAX_CHOICES_NAMED = 3
"""The number of choices named in one repair."""


def name_answer(turn: Turn, reading: Reading) -> Line | str:
    """Return what the answer chooses, such as "the camel"; empty if it chooses nothing."""
    answer = turn.answer_of(reading)
    if answer and answer.label:
        return answer.label(reading.slots)
    slots = (slot for question in turn.questions for answer in question.answers for slot in answer.slots)
    names = {choice.value: choice.spoken for slot in slots for choice in slot.choices if choice.spoken}
    return " ".join(names.get(value) or value_in_words(value) for value in reading.slots.values())


def value_in_words(value: Any) -> str:
    return get_language().number_word(value) if isinstance(value, int) else str(value)


def complete_option(turn: Turn, reading: Reading) -> Reading:
    """Return the option that "keep" alone means after "keep the fives, or fill the fives?"."""
    answer = turn.answer_of(reading)
    options = [each for each in turn.now.options if each.intent == reading.intent]
    is_complete = answer is None or any(slot.name in reading.slots for slot in answer.slots)
    return options[0] if len(options) == 1 and not is_complete else reading


def miss(turn: Turn) -> Reply:
    """Answer an utterance that was not understood."""
    turn = turn.with_(misses=turn.now.misses + 1, just_moved=False)
    misses, side, question, slot = turn.now.misses, turn.now.side_question, turn.question, turn.open_slot
    if side and side.ready and misses % 2:
        return turn.says(line("repair-ready", alone=turn.setting.alone.value))
    if side:
        asks_again = not side.yes or misses % 3 == 0
        return turn.says(side.question if asks_again else line("repair-yes-no"))
    if turn.all_choose_by_hand:
        return turn.says(line("repair-lock"))
    if question is None:
        return turn.says(line("repair-over"))
    if question.seat in turn.on_phones and turn.reader is None:
        return turn.says(*waiting_for_phones(turn))
    asked = slot.prompt if slot else question.prompt
    public = [choice.spoken for choice in slot.choices if choice.spoken] if slot and not turn.hides(slot) else []
    match misses % 3:
        case 1:
            return turn.says(line("repair-short", question=replace(asked, variant="short")))
        case 2 if public:
            more = len(public) > MAX_CHOICES_NAMED
            return turn.says(line("repair-choices", choices=AnyOf(public[:MAX_CHOICES_NAMED]), more=more))
        case 0 if public and slot and slot.accepts_position and not turn.keeps_secret(slot):
            numbers = [each.value if slot.kind in NUMBERED else number for number, each in enumerate(slot.choices, 1)]
            numbered = [
                f"{get_language().number_word(each)} {name}" for each, name in zip(numbers, public, strict=False)
            ]
            offer = SideQuestion(line("shall-i-choose", seat=question.seat), yes=choose_for_player)
            return turn.asks_first(offer).after(line("repair-numbers", choices=numbered))
        case _:
            return turn.says(line("repair-example"), *phrase_lines(turn))


def choose_for_player(turn: Turn) -> Reply:
    """Choose for a player who cannot decide or is not understood."""
    choice, name = pick_choice(turn)
    return take_choice(turn, choice).after(line("chosen-for", card=name))


def offer_to_choose(turn: Turn, *, must: bool = False) -> Reply:
    """Offer a choice to a player who asks for it, or who wants none of the choices but `must` take one."""
    if turn.open_slot is None or not turn.open_slot.choices:
        return miss(turn)
    if turn.keeps_secret(turn.open_slot):  # a choice that the rules allow would tell which card is the player's own
        return turn.says(line("choose-blindly", count=len(turn.open_slot.choices)))
    choice, name = pick_choice(turn)
    question = line("must-choose" if must else "choose-for", card=name)
    return turn.asks_first(SideQuestion(question, yes=lambda sure: take_choice(sure, choice)))


def pick_choice(turn: Turn) -> tuple[Choice, str]:
    """Return a choice that the rules allow, the same every time, and what to call it in the room."""
    slot, answer = turn.open_slot, turn.answer_kind
    assert slot is not None
    assert answer is not None
    filled = turn.now.filled
    legal = [each for each in slot.choices if turn.is_legal(Reading(answer.intent, {**filled, slot.name: each.value}))]
    choice = (legal or slot.choices)[sum(map(ord, slot.choices[0].spoken)) % len(legal or slot.choices)]
    return choice, value_in_words(slot.choices.index(choice) + 1) if turn.hides(slot) else choice.spoken


def take_choice(turn: Turn, choice: Choice) -> Reply:
    assert turn.open_slot is not None
    assert turn.answer_kind is not None
    return go_on(fill_slot(turn.with_(answering=turn.answer_kind.intent), turn.open_slot.name, choice.value))


def ways_out(turn: Turn) -> Line:
    """Return the line that says what works where answering the question failed twice: undo, a choice, the end."""
    works = {"undo": turn.last is not None, "choose": "PickForMe" in turn.active_intents(), "goodbye": True}
    return line("something-wrong-again", ways=AnyOf(line(f"way-{name}") for name in works if works[name]))
