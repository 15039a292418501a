"""Fill the slots of an answer until it is a move.

Players may fill all slots at once or one after the other, and may repeat themselves. An answer that the rules refuse in
any case is refused before the next slot is asked for. Secrets for the booth or a phone are not accepted aloud.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from narrator.core.game import SpokenWords
from narrator.dialog.booth import Visit
from narrator.dialog.choice_names import name_of_card
from narrator.dialog.prompts import cards_described_to, prompt
from narrator.dialog.topic import Reply
from narrator.dialog.turn import Turn, answer_moves
from narrator.dialog.turn_state import SideQuestion
from narrator.games.hosting.plan import Privacy
from narrator.games.hosting.questions import NUMBERED, Answer, Choice, GameQuestion, Slot, slot_kind
from narrator.language.language import get_language
from narrator.language.lines.line import Line, line
from narrator.language.understanding.reading import Reading


def fill_answer(turn: Turn, reading: Reading) -> Reply:
    """Fill the slots that this reading names, then go on."""
    player = reading.slots.get("player")
    slot = turn.open_slot
    if player is not None and player != turn.asked:
        turn = turn_to(turn, player)
    question = turn.question
    answer = turn.answer_kind
    if question and (answer is None or answer.intent != reading.intent):
        answer = question.answer_with(reading.intent)
    if turn.now.answering and question and reading.intent == question.answers[0].intent:
        named, wanted = set(reading.slots), set(slot.grammar_slots) if slot else set()
        if named & wanted and named <= wanted | {"player"}:
            answer = turn.answer_kind  # it only fills the open slot of another kind of answer
    if turn.now.answering == reading.intent and not reading.slots.keys() - {"asked", "player"}:
        if slot and slot.whole_prompt:
            return offer_value(turn, slot.name, slot.whole, slot.whole_prompt)
    elif slot and not slot.counts_within and (choice := place_in_row(turn, slot, reading)):
        said = choice.spoken or get_language().number_word(choice.value)
        return offer_value(turn, slot.name, choice.value, line("offer", said=said))
    if question is None or answer is None:
        return turn.says(line("not-asked", seat=player or ""))
    if player is not None and question.seat not in (None, player):
        return turn.says(line("refused-not-your-turn", seat=player, turn=question.seat))
    filled, unwanted = dict(turn.now.filled), list[str]()
    for name, value in reading.slots.items():
        if not put_value(filled, answer, name, value, secrets_apart=turn.answers_in_private):
            unwanted.append(name)
    turn = turn.with_(filled=filled, answering=answer.intent)
    if unwanted:
        return turn_down(turn, unwanted[0], reading, question)
    if reading.slots.get("everyone") and question.one_answers_for_all:
        return turn.plays(*(move for each in turn.questions for move in answer_moves(each.main_answer, filled)))
    return go_on(turn)


def place_in_row(turn: Turn, slot: Slot, reading: Reading) -> Choice | None:
    """Return the choice that a number counts in its own row, where the number itself belongs to a row already filled.

    The cards of the second row may be numbers three and four: "one" then means the first of them.
    """
    values = [value for name, value in reading.slots.items() if slot_kind(name) == slot.kind]
    if len(values) != 1 or slot.kind not in NUMBERED or not isinstance(values[0], int) or slot.allows(values[0]):
        return None
    rows = [each for each in turn.slots if each.kind == slot.kind and each.name in turn.now.filled]
    is_of_filled_row = any(row.choices and row.allows(values[0]) for row in rows)
    return slot.choices[values[0] - 1] if is_of_filled_row and 1 <= values[0] <= len(slot.choices) else None


def offer_value(turn: Turn, name: str, value: Any, question: Line) -> Reply:
    """Ask whether this value was meant for a slot."""
    return turn.asks_first(SideQuestion(question, yes=lambda sure: go_on(fill_slot(sure, name, value))))


def turn_to(turn: Turn, player: str) -> Turn:
    """Return the turn with this player as the speaker, if there is a question to this player.

    An answer begun for a question to all players is kept.
    """
    if not any(question.seat == player for question in turn.questions):
        return turn
    if turn.question and turn.question.seat is not None:
        return turn.with_(filled={}, answering=None, speaker=player)
    return turn.with_(speaker=player)


def put_value(filled: dict[str, Any], answer: Answer, name: str, value: Any, *, secrets_apart: bool) -> bool:
    """Put a value into the first open slot that it fits, else over an earlier value; return whether it was wanted.

    A value that no slot asks for is kept under its own name. Secrets that belong in the booth or on a phone are not
    accepted aloud.
    """
    names = {name, slot_kind(name)}
    slots = [slot for slot in answer.slots if names & {slot.name, slot_kind(slot.name), *slot.also_filled_by}]
    wanting = [slot for slot in slots if slot.name not in filled]
    if secrets_apart and any(slot.is_secret for slot in wanting):
        return False
    value = count_within(value, wanting)
    fitting = [slot for slot in wanting or slots if slot.allows(value)]
    for slot in fitting or [slot for slot in wanting if not names.intersection(slot.also_filled_by)]:
        filled[slot.name] = SpokenWords(text=value) if slot.is_free_text else value
        return True
    filled.setdefault(name, value)
    return not wanting


def count_within(value: Any, slots: Sequence[Slot]) -> Any:
    """Return the choice with this number in the first of the slots, if its numbers begin at one; else the value."""
    first = next(iter(slots), None)
    if first is None or not first.counts_within or not isinstance(value, int) or first.allows(value):
        return value
    return first.choices[value - 1].value if 1 <= value <= len(first.choices) else value


def fill_slot(turn: Turn, name: str, value: Any) -> Turn:
    """Return the turn with this slot filled and the answer begun."""
    answering = turn.now.answering or (turn.answer_kind.intent if turn.answer_kind else None)
    return turn.with_(filled={**turn.now.filled, name: value}, answering=answering)


def turn_down(turn: Turn, name: str, reading: Reading, question: GameQuestion) -> Reply:
    """Turn down a secret that was said aloud, or a card that is not on the table."""
    turn = turn.refused()
    secret = next((slot for slot in question.main_answer.slots if slot.is_secret and turn.answers_in_private), None)
    if secret and question.seat:
        return turn.with_(booth=booth_visit(turn, question.seat, secret)).says(not_aloud(turn))
    value = reading.slots[name]
    names = (said for entries in turn.lists.values() for said, meant in entries if meant == value)
    return turn.says(line("not-on-table", card=next(names, str(value))))


def booth_visit(turn: Turn, seat: str, slot: Slot, *, taken: bool = False) -> Visit | None:
    """Return this player's booth visit for the slot, if the privacy is the booth."""
    if turn.asked_privacy is not Privacy.BOOTH:
        return None
    return Visit(seat, turn.told_slot(slot), taken=taken, known=cards_described_to(turn, seat))


def not_aloud(turn: Turn) -> Line:
    """Return the line that says where the secret belongs."""
    return line("phone-only" if turn.asked_privacy is Privacy.PHONES else "booth-only", seat=turn.asked)


def choose_by_number(turn: Turn, number: int) -> Reply:
    slot = turn.open_slot
    if slot and slot.is_secret and turn.answers_in_private:
        return turn.says(not_aloud(turn))
    if slot is None or not 1 <= number <= len(slot.choices):
        return turn.says(line("no-such-number", count=len(slot.choices) if slot else 0))
    return go_on(fill_slot(turn, slot.name, slot.choices[number - 1].value))


def go_on(turn: Turn) -> Reply:
    """Ask for the next slot, or make the move. A player named in a question for any player is asked the rest."""
    named = turn.now.filled.get("player") if turn.question and turn.question.seat is None else None
    if named is not None:
        turn = turn_to(turn, named)
    answer, slot, filled = turn.answer_kind, turn.open_slot, turn.now.filled
    if answer is None:
        return turn.says()
    if slot is not None:
        said = [(each, filled[each.name]) for each in answer.slots if each.name in filled]
        wrong = [each for each, value in said if not (value is None or each.allows(value))]
        if wrong:
            return refuse_early(turn, answer, wrong[0])
        if slot.implied_if_only and len(slot.choices) == 1:
            turn = fill_slot(turn, slot.name, slot.choices[0].value)
            slot, filled = turn.open_slot, turn.now.filled
    if slot is not None:
        return ask_for_rest(turn, answer)
    moves = answer_moves(answer, filled)
    question = answer.confirm(filled) if answer.confirm else None
    if question and turn.is_legal(Reading(answer.intent, filled)):
        return turn.asks_first(
            SideQuestion(
                question,
                yes=lambda sure: sure.plays(*moves),
                no=deny(answer.build_denied_moves, filled) if answer.build_denied_moves else None,
                before=turn.before,
            )
        )
    return Reply(turn, moves=moves)


def deny(build_moves: Callable[[Mapping[str, Any]], Any], filled: Mapping[str, Any]) -> Callable[[Turn], Reply]:
    """Return what goes on after an answer was read back and denied."""
    return lambda turn: turn.plays(build_moves(filled))


def ask_for_rest(turn: Turn, answer: Answer) -> Reply:
    """Ask for the rest, unless the rules refuse what was said already: a second vote cannot repair the first."""
    rest = [slot for slot in answer.slots if slot.name not in turn.now.filled]
    filled = {**{slot.name: None for slot in rest}, **turn.now.filled}
    if all(slot.is_skippable for slot in rest) and not turn.is_legal(Reading(answer.intent, filled)):
        return turn.plays(*answer_moves(answer, filled))
    return prompt(turn)


def refuse_early(turn: Turn, answer: Answer, slot: Slot) -> Reply:
    """Refuse what the rules refuse in any case, before more is asked for."""
    value, seat = turn.now.filled[slot.name], turn.asked
    if turn.hides(slot):
        return turn.refused().says(line("no-such-number", count=len(slot.choices)))
    hand = turn.hand(seat) if slot.from_hand and turn.reader is None else ()
    there = [choice.value for each in answer.slots if each.kind == slot.kind for choice in each.choices]
    if hand and value not in [card.value for card in hand]:
        cards = turn.setting.host.all_card_choices(turn.state, turn.setting.content)
        return turn.refused().says(line("refused-not-in-hand", seat=seat, card=name_of_card(value, cards)))
    if slot.kind == "symbol" and value not in there:
        return turn.refused().says(line("refused-no-such-symbol", symbols=there))
    if all(each.is_skippable for each in answer.slots if each.name not in turn.now.filled):
        return turn.plays(*answer_moves(answer, {**{each.name: None for each in answer.slots}, **turn.now.filled}))
    return prompt(turn)
