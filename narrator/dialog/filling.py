"""Filling an answer, place by place, with what was said, until it is a move.

Whoever answers may say everything at once, or one thing after the other, or over again. What the rules refuse in any
case is refused before more is asked for; what is for the booth alone is not taken from the room.
"""

from typing import Any

from narrator.core.game import SpokenWords
from narrator.dialog.booth import Visit
from narrator.dialog.moment import Moment, Turn, Waiting, say, wait_for
from narrator.dialog.prompting import heard_by, prompt
from narrator.dialog.sifting import allowed
from narrator.games.hosting.plan import Privacy
from narrator.games.hosting.questions import Answer, GameQuestion, Slot, slot_kind
from narrator.language.lines.line import Line, line
from narrator.language.understanding.reading import Reading


def fill(at: Moment, reading: Reading) -> Turn:
    player = reading.slots.get("player")
    asked = next((ask for ask in at.asks if player is not None and ask.seat == player), None)
    place = at.open_place
    if asked and asked is not at.ask:
        at = turn_to(at, asked)
    ask = at.ask
    slots, wanted = set(reading.slots), set(place.grammar_slots) if place else set()
    answer = ask.answer_with(reading.intent) if ask else None
    begun = at.now.answering and ask is not None and reading.intent == ask.main_answer.intent
    if begun and slots & wanted and slots <= wanted | {"player"}:
        answer = at.answer  # it only fills the open place of another kind of answer
    if ask is None or answer is None:
        return say(at, line("not-asked", seat=player or ""))
    if player is not None and ask.seat not in (None, player):
        return say(at, line("refused-not-your-turn", seat=player, turn=ask.seat))
    at = at.with_(answering=answer.intent)
    unwanted = []
    for slot, value in reading.slots.items():
        at, taken = put(at, answer, slot, value)
        if not taken:
            unwanted.append(slot)
    if unwanted:
        return turn_down(at, unwanted[0], reading, ask)
    if reading.slots.get("everyone") and ask.one_answers_for_all:
        return Turn(at, moves=tuple(move for each in at.asks for move in each.main_answer.to_moves(at.now.filled)))
    return go_on(at)


def turn_to(at: Moment, ask: GameQuestion) -> Moment:
    """From now on this player answers. What was said to a question for anybody goes along."""
    if at.ask and at.ask.seat is not None:
        at = at.with_(filled={}, answering=None)
    return at.with_(speaker=ask.seat)


def put(at: Moment, answer: Answer, slot: str, value: Any) -> tuple[Moment, bool]:
    """Into the first open place where it fits, else over what was said for it before; and whether it was wanted.

    What no place asks for is kept under its own name.
    """
    filled = at.now.filled
    slots = {slot, slot_kind(slot)}
    places = [place for place in answer.slots if slots & set(place.grammar_slots)]
    wanting = [place for place in places if place.name not in filled]
    if at.apart and any(place.is_secret for place in wanting):
        return at, False  # secrets are for the booth or the phone, even if somebody says them aloud
    fitting = [place for place in wanting if place.allows(value)]
    said_again = [] if wanting else [place for place in places if place.allows(value)]
    for place in fitting or said_again or [place for place in wanting if not slots & set(place.also_filled_by)]:
        return fill_place(at, place.name, SpokenWords(text=value) if place.is_free_text else value), True
    return (at if slot in filled else fill_place(at, slot, value)), not wanting


def fill_place(at: Moment, name: str, value: Any) -> Moment:
    """From then on this answer is begun, and what leads to it is not taken for the rest of it."""
    answering = at.now.answering or (at.answer.intent if at.answer else None)
    return at.with_(filled={**at.now.filled, name: value}, answering=answering)


def turn_down(at: Moment, slot: str, reading: Reading, ask: GameQuestion) -> Turn:
    """Something was said that cannot be taken here: a secret aloud, or a card that is not on the table."""
    at = at.refused()
    private = next((place for place in ask.main_answer.slots if place.is_secret and at.apart), None)
    if private and ask.seat:
        return say(at.with_(booth=visit_to(at, ask.seat, private)), only_there(at))
    value = reading.slots[slot]
    named = (said for entries in at.lists.values() for said, named in entries if named == value)
    return say(at, line("not-on-table", card=next(named, str(value))))


def visit_to(at: Moment, seat: str, place: Slot, *, taken: bool = False) -> Visit | None:
    """Where somebody keeps this secret in the booth, the visit to it."""
    return Visit(seat, place, taken=taken, known=heard_by(at, seat)) if at.keeps is Privacy.BOOTH else None


def only_there(at: Moment) -> Line:
    """Where a secret belongs that was said aloud."""
    name = "phone-only" if at.keeps is Privacy.PHONES else "booth-only"
    return line(name, seat=at.asked)


def choose(at: Moment, number: int) -> Turn:
    place = at.open_place
    if place and place.is_secret and at.apart:
        return say(at, only_there(at))
    if place is None or not 1 <= number <= len(place.choices):
        return say(at, line("no-such-number", count=len(place.choices) if place else 0))
    return go_on(fill_place(at, place.name, place.choices[number - 1].value))


def go_on(at: Moment) -> Turn:
    """Ask for the next place, or make the move. Whoever was named in a question for anybody is asked the rest."""
    named = at.now.filled.get("player") if at.ask and at.ask.seat is None else None
    asked = next((ask for ask in at.asks if named is not None and ask.seat == named), None)
    if asked:
        at = turn_to(at, asked)
    answer, place = at.answer, at.open_place
    if answer is None:
        return say(at)
    said = [(each, at.now.filled[each.name]) for each in answer.slots if each.name in at.now.filled]
    wrong = [each for each, value in said if not (value is None or each.allows(value))]
    if place is not None and wrong:
        return refuse_early(at, answer, wrong[0])
    if place is not None and place.implied_if_only and len(place.choices) == 1:
        at = fill_place(at, place.name, place.choices[0].value)
        place = at.open_place
    if place is not None:
        return ask_on(at, answer)
    moves = answer.to_moves(at.now.filled)
    question = answer.confirm(at.now.filled)
    if question and allowed(at, Reading(answer.intent, at.now.filled)):
        return wait_for(at, Waiting(question, yes=lambda sure: Turn(sure, moves=moves), before=at.before))
    return Turn(at, moves=moves)


def ask_on(at: Moment, answer: Answer) -> Turn:
    """Ask for the rest, unless the rules refuse what was said already: a second vote does not mend the first."""
    rest = [place for place in answer.slots if place.name not in at.now.filled]
    said = {**{place.name: None for place in rest}, **at.now.filled}
    if all(place.is_skippable for place in rest) and not allowed(at, Reading(answer.intent, said)):
        return Turn(at, moves=answer.to_moves(said))
    return prompt(at)


def refuse_early(at: Moment, answer: Answer, place: Slot) -> Turn:
    """What the rules refuse in any case is refused before more is asked for."""
    value, seat = at.now.filled[place.name], at.asked
    held = at.hand(seat) if place.from_hand else ()
    there = [choice.value for each in answer.slots if each.kind == place.kind for choice in each.choices]
    if place.from_hand and value not in [card.value for card in held]:
        return say(at.refused(), line("refused-not-in-hand", seat=seat, card=value))
    if place.kind == "symbol" and value not in there:
        return say(at.refused(), line("refused-no-such-symbol", symbols=there))
    if all(each.is_skippable for each in answer.slots if each.name not in at.now.filled):
        return Turn(at, moves=answer.to_moves({**{each.name: None for each in answer.slots}, **at.now.filled}))
    return prompt(at)
