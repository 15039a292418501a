"""Which readings of an utterance make sense at the table just now.

The grammar says what words can mean at all. Here the table has its say: what is waited for comes first, words that no
template can list ("two fives and the six") are read by the place they are for, and of two meanings the one counts
that the rules allow. If two are left, it is asked.
"""

from narrator.host.asking import Place
from narrator.host.plan import read_newcomer
from narrator.host.port import LookUp
from narrator.play import IllegalMove
from narrator.talk.asked_about import explained
from narrator.talk.moment import Moment
from narrator.understand.grammar import Reading

NEEDS_THE_TABLE = frozenset({"AlsoPlays", "CardAgain", "MyCards", "Same", "WhatIs"})


def sift(at: Moment, words: str, readings: tuple[Reading, ...]) -> tuple[Reading, ...]:
    """Those that make sense here: what is waited for, can be read, is being answered, is allowed by the rules."""
    if any(each.intent in NEEDS_THE_TABLE for each in readings):
        readings = tuple(each for reading in readings for each in known_here(at, reading))
    waiting = at.now.waiting
    awaited = tuple(each for each in readings if waiting and each.intent in waiting.intents)
    if awaited or at.free:
        return awaited or readings
    meant = [each for reading in readings for each in read_places(at, reading)]
    answer, place = at.answer, at.open_place or (open_again(at) if waiting else None)
    if answer is None or place is None or place.read is None:
        return tuple(meant)
    if all(each.intent in at.answers() for each in meant):
        meant = [Reading(answer.intent, {place.name: value}) for value in place.read(words)] + meant
    if len(meant) > 1:
        meant = [each for each in meant if each.intent == at.now.answering] or meant
        meant = [each for each in meant if allowed(at, each)] or meant
    return tuple(meant)


def known_here(at: Moment, reading: Reading) -> tuple[Reading, ...]:
    """ "Same as Nick" is what Nick answered; a word that nobody has explained is no question; where nobody has cards,
    what I have is what I rolled.
    """
    if reading.intent == "WhatIs":
        return (reading,) if explained(at, str(reading.slots["word"])) else ()
    if reading.intent == "AlsoPlays":
        newcomer = str(reading.slots["newcomer"])
        seat = read_newcomer(newcomer)
        named = seat and (" " not in newcomer or seat.name in newcomer)  # "I'm tired, too" brings nobody to the table
        return (reading,) if named else ()
    if reading.intent == "CardAgain":  # "where did the cat go" asks for no card that lies here
        card = reading.slots.get("card")
        return (reading,) if card is None or not at.things or any(each.value == card for each in at.things) else ()
    if reading.intent == "MyCards":
        setting, seats = at.setting, at.state.seats
        holds = any(setting.host.hand(at.state, seat.name, setting.box) for seat in seats)
        return (
            reading if holds or not any(setting.host.about(LookUp.DICE, at.room, setting.box)) else Reading("Dice"),
        )
    if reading.intent != "Same":
        return (reading,)
    given = at.now.given
    said = given.get(reading.slots.get("player") or "".join(list(given)[-1:]))
    places = {place.name for place in at.answer.places} if at.answer else set()
    return (Reading(at.answer.intent, said),) if said and at.answer and said.keys() <= places else ()


def open_again(at: Moment) -> Place | None:
    """While a yes is awaited, what it is about may still be said anew."""
    answer = at.answer
    return next((place for place in answer.places if place.read), None) if answer else None


def read_places(at: Moment, reading: Reading) -> list[Reading]:
    """Everything that words in a place which reads them may mean."""
    answer = at.answer_of(reading)
    for place in answer.places if answer else ():
        words = reading.slots.get(place.name)
        if place.read and isinstance(words, str):
            return [Reading(reading.intent, {**reading.slots, place.name: value}) for value in place.read(words)]
    return [reading]


def allowed(at: Moment, reading: Reading) -> bool:
    """Whether the rules would take it, as far as can be told."""
    answer = at.answer_of(reading)
    if answer is None or not all(place.name in reading.slots for place in answer.places):
        return True
    try:
        for each in answer.moves(reading.slots):
            at.setting.game.apply(at.state, each)
    except IllegalMove:
        return False
    return True
