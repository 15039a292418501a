"""When it was not understood, not quite, or in two ways: ask again, differently, and never guess.

First a shorter question, then two or three choices, then the choices by number and the offer to choose for them. The
wordings take turns, so nobody hears the same sentence twice in a row.
"""

from dataclasses import replace
from typing import Any

from narrator.dialog.filling import fill_place, go_on
from narrator.dialog.moment import Moment, Turn, Waiting, say, wait_for
from narrator.dialog.prompting import phrases
from narrator.dialog.sifting import allowed
from narrator.games.hosting.questions import NUMBERED, Choice
from narrator.language.language import get_language
from narrator.language.lines.line import AnyOf, Line, line
from narrator.language.understanding.reading import Reading

FEW = 3
"""More choices are not offered in one breath."""


def choose_between(at: Moment, readings: tuple[Reading, ...]) -> Turn:
    """Two meanings: this or that?"""
    places = (place for ask in at.asks for answer in ask.answers for place in answer.slots)
    names = {choice.value: choice.spoken for place in places for choice in place.choices if choice.spoken}
    called: list[Line | str] = []
    torn: list[Reading] = []
    for reading in readings:
        answer = at.answer_of(reading)
        if answer and answer.label:
            said: Line | str = answer.label(reading.slots)
        else:
            said = " ".join(names.get(value) or in_plain_words(value) for value in reading.slots.values())
        if said and said not in called:
            called, torn = [*called, said], [*torn, reading]
    if len(called) < 2:
        return miss(at)
    return say(at.with_(torn=tuple(torn[:FEW])), line("this-or-that", names=AnyOf(called[:FEW])))


def in_plain_words(value: Any) -> str:
    return get_language().number_word(value) if isinstance(value, int) else str(value)


def of_those(at: Moment, reading: Reading) -> Reading:
    """ "Keep the fives, or fill the fives?" may be answered with "keep" alone."""
    answer = at.answer_of(reading)
    meant = [each for each in at.now.torn if each.intent == reading.intent]
    said_all = answer is None or any(place.name in reading.slots for place in answer.slots)
    return meant[0] if len(meant) == 1 and not said_all else reading


def miss(at: Moment) -> Turn:
    at = at.with_(misses=at.now.misses + 1, just_moved=False)
    misses, waiting, ask, place = at.now.misses, at.now.waiting, at.ask, at.open_place
    if waiting and waiting.ready and misses % 2:
        return say(at, line("repair-ready", seat=at.unheard.seat if at.unheard else None))
    if waiting:
        again = not waiting.yes or misses % 3 == 0
        return say(at, waiting.question if again else line("repair-yes-no"))
    if at.to_lock:
        return say(at, line("repair-lock"))
    if ask is None:
        return say(at, line("repair-over"))
    if ask.seat in at.on_phones:
        return say(at, line("phones-wait", seats=at.on_phones))
    question = place.prompt if place else ask.prompt
    public = [choice.spoken for choice in place.choices if choice.spoken] if place and not at.hidden(place) else []
    match misses % 3:
        case 1:
            return say(at, line("repair-short", question=replace(question, variant="short")))
        case 2 if public:
            return say(at, line("repair-choices", choices=AnyOf(public[:FEW]), more=len(public) > FEW))
        case 0 if public and place and place.accepts_position:
            counted = [each.value if place.kind in NUMBERED else at for at, each in enumerate(place.choices, 1)]
            numbered = [
                f"{get_language().number_word(number)} {said}" for number, said in zip(counted, public, strict=False)
            ]
            numbers = line("repair-numbers", choices=numbered)
            return wait_for(at, Waiting(line("shall-i-choose", seat=ask.seat), yes=choose_for)).after(numbers)
        case _:
            return say(at, line("repair-example"), *phrases(at))


def choose_for(at: Moment) -> Turn:
    """Whoever cannot make up their mind, or is not understood, gets any of the choices that the rules allow."""
    chosen, said = one_of_them(at)
    return taken(at, chosen).after(line("chosen-for", card=said))


def offer_to_choose(at: Moment, *, must: bool = False) -> Turn:
    """They ask for it; `must`: they want none of these, but one it has to be."""
    if at.open_place is None or not at.open_place.choices:
        return miss(at)
    chosen, said = one_of_them(at)
    question = line("must-choose" if must else "choose-for", card=said)
    return wait_for(at, Waiting(question, yes=lambda sure: taken(sure, chosen)))


def one_of_them(at: Moment) -> tuple[Choice, str]:
    """Any choice that the rules allow, the same one every time, and how it may be called in the room."""
    place, answer = at.open_place, at.answer
    assert place is not None
    assert answer is not None
    filled = at.now.filled
    fitting = [
        each for each in place.choices if allowed(at, Reading(answer.intent, {**filled, place.name: each.value}))
    ]
    chosen = (fitting or place.choices)[sum(map(ord, place.choices[0].spoken)) % len(fitting or place.choices)]
    return chosen, in_plain_words(place.choices.index(chosen) + 1) if at.hidden(place) else chosen.spoken


def taken(at: Moment, chosen: Choice) -> Turn:
    assert at.open_place is not None
    assert at.answer is not None
    return go_on(fill_place(at.with_(answering=at.answer.intent), at.open_place.name, chosen.value))
