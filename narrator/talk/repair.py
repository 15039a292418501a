"""When it was not understood, not quite, or in two ways: ask again, differently, and never guess.

First a shorter question, then two or three choices, then the choices by number or another way to answer. The wordings
take turns, so nobody hears the same sentence twice in a row.
"""

from dataclasses import replace
from typing import Any

from narrator.host.asking import NUMBERED, Place
from narrator.talk.moment import Moment, Turn, say
from narrator.talk.phrases import phrases
from narrator.tell.lines import AnyOf, Line, line
from narrator.understand.grammar import Reading
from narrator.understand.numbers import in_words

FEW = 3
"""More choices are not offered in one breath."""


def choose_between(at: Moment, readings: tuple[Reading, ...]) -> Turn:
    """Two meanings: this or that?"""
    places = (place for ask in at.asks for answer in ask.answers for place in answer.places)
    names = {choice.value: choice.said for place in places for choice in place.choices if choice.said}
    called: list[Line | str] = []
    for reading in readings:
        answer = at.answer_of(reading)
        if answer and answer.called:
            called.append(answer.called(reading.slots))
        else:
            called += [names.get(value) or in_plain_words(value) for value in reading.slots.values()]
    different = [each for number, each in enumerate(called) if each not in called[:number]]
    if len(different) < 2:
        return miss(at)
    return say(at.with_(torn=readings), line("this-or-that", names=AnyOf(different[:FEW])))


def in_plain_words(value: Any) -> str:
    return in_words(value) if isinstance(value, int) else str(value)


def of_those(at: Moment, reading: Reading) -> Reading:
    """ "Keep the fives, or fill the fives?" may be answered with "keep" alone."""
    answer = at.answer_of(reading)
    meant = [each for each in at.now.torn if each.intent == reading.intent]
    said_all = answer is None or any(place.name in reading.slots for place in answer.places)
    return meant[0] if len(meant) == 1 and not said_all else reading


def miss(at: Moment) -> Turn:
    """Nothing was understood."""
    at = at.with_(misses=at.now.misses + 1, just_moved=False)
    misses, waiting, ask, place = at.now.misses, at.now.waiting, at.ask, at.open_place
    if waiting:
        again = not waiting.yes or misses % 3 == 0
        return say(at, waiting.question if again else line("repair-yes-no"))
    if at.to_lock:
        return say(at, line("repair-lock"))
    if ask is None:
        return say(at, line("repair-over"))
    question = place.question if place else ask.question
    public = [choice.said for choice in place.choices if choice.said] if place and not at.private(place) else []
    match misses % 3:
        case 1:
            return say(at, line("repair-short", question=replace(question, part="short")))
        case 2 if public:
            return say(at, line("repair-choices", choices=AnyOf(public[:FEW]), more=len(public) > FEW))
        case 0 if public and place and place.counted:
            numbered = zip(spoken_numbers(place), public, strict=False)
            return say(at, line("repair-numbers", choices=[f"{number} {said}" for number, said in numbered]))
        case _:
            return say(at, line("repair-example"), *phrases(at))


def spoken_numbers(place: Place) -> list[str]:
    """The number to say for each choice: its own where it has one, else its position."""
    numbers = [choice.value if place.kind in NUMBERED else at for at, choice in enumerate(place.choices, 1)]
    return [in_words(number) for number in numbers]
