"""Which readings of an utterance make sense at the table just now.

The grammar says what words can mean at all. Here the table has its say: what is waited for comes first, words that no
template can list ("two fives and the six") are read by the place they are for, and of two meanings the one counts
that the rules allow. If two are left, it is asked.
"""

from narrator.core.game import IllegalMove
from narrator.dialog.moment import Moment
from narrator.games.hosting.host import LookUp
from narrator.games.hosting.questions import NUMBERED
from narrator.language.language import get_language
from narrator.language.understanding.player_list import parse_newcomer
from narrator.language.understanding.reading import Reading

NEEDS_THE_TABLE = frozenset({"AlsoPlays", "CardAgain", "MyCards", "Same", "WhatIs"})


def sift(at: Moment, words: str, readings: tuple[Reading, ...]) -> tuple[Reading, ...]:
    """What is waited for, can be read, is being answered, is allowed by the rules."""
    if at.now.torn and (torn := of_two_meanings(at, words)):
        return (torn,)
    readings = counting_the_list(at, words, readings)
    if any(each.intent in NEEDS_THE_TABLE for each in readings):
        readings = tuple(each for reading in readings for each in known_here(at, reading))
    waiting = at.now.waiting
    awaited = tuple(each for each in readings if waiting and each.intent in waiting.intents)
    if awaited or at.free:
        return awaited or readings
    meant = list(readings)
    if any(place.parse for ask in at.asks for answer in ask.answers for place in answer.slots):
        meant = [each for reading in readings for each in read_places(at, reading)]
    answer, place = at.answer, at.open_place
    if place is None and waiting:  # while a yes is awaited, what it is about may still be said anew
        place = next((each for each in at.places if each.parse), None)
    if answer is None or place is None or place.parse is None:
        return tuple(meant)
    if all(each.intent in at.answers() for each in meant):
        meant = [Reading(answer.intent, {place.name: value}) for value in place.parse(words)] + meant
    if len(meant) > 1:
        meant = [each for each in meant if each.intent == at.now.answering] or meant
        meant = [each for each in meant if allowed(at, each)] or meant
    return tuple(meant)


def known_here(at: Moment, reading: Reading) -> tuple[Reading, ...]:
    """ "Same as Nick" is what Nick answered; a word that nobody has explained is no question; where nobody has cards,
    what I have is what I rolled.
    """
    if reading.intent == "WhatIs":
        return (reading,) if at.setting.content.explain_word(str(reading.slots["word"])) else ()
    if reading.intent == "AlsoPlays":
        newcomer = str(reading.slots["newcomer"])
        seat = parse_newcomer(newcomer)
        named = seat and (" " not in newcomer or seat.name in newcomer)  # "I'm tired, too" brings nobody to the table
        return (reading,) if named else ()
    if reading.intent == "CardAgain":  # "where did the cat go" asks for no card that lies here
        card = reading.slots.get("card")
        return (reading,) if card is None or not at.things or any(each.value == card for each in at.things) else ()
    if reading.intent == "MyCards":
        holds = any(at.hand(seat.name) for seat in at.state.seats)
        return (reading if holds or not at.about(LookUp.DICE) else Reading("Dice"),)
    if reading.intent != "Same":
        return (reading,)
    given = at.now.given
    said = given.get(reading.slots.get("player") or "".join(list(given)[-1:]))
    places = {place.name for place in at.places}
    return (Reading(at.answer.intent, said),) if said and at.answer and said.keys() <= places else ()


def read_places(at: Moment, reading: Reading) -> list[Reading]:
    """Everything that words in a place which reads them may mean."""
    answer = at.answer_of(reading)
    for place in answer.slots if answer else ():
        words = reading.slots.get(place.name)
        if place.parse and isinstance(words, str):
            return [Reading(reading.intent, {**reading.slots, place.name: value}) for value in place.parse(words)]
    return [reading]


def allowed(at: Moment, reading: Reading) -> bool:
    """Whether the rules would take it, as far as can be told."""
    answer = at.answer_of(reading)
    if answer is None or not all(place.name in reading.slots for place in answer.slots):
        return True
    try:
        for each in answer.to_moves(reading.slots):
            at.setting.game.apply(at.state, each)
    except IllegalMove:
        return False
    return True


# --- whatever was just listed is what "first", "second" and "last" count -------------------------


def place_in_list(words: str) -> int | None:
    """Return the index that an ordinal points at: 1 for "the second one", -1 for "the last one"."""
    language = get_language()
    left = [word for word in words.casefold().split() if word not in language.heard.words.around_place]
    if len(left) != 1:
        return None
    if left[0] == language.heard.words.last:
        return -1
    number = language.ordinals.get(left[0])
    return None if number is None else number - 1


def of_two_meanings(at: Moment, words: str) -> Reading | None:
    """Which of "keep three fives, or fill three of a kind?" this is: by its place, or by the words of only one."""
    torn, place = at.now.torn, place_in_list(words)
    if torn and place is not None and place < len(torn):
        return torn[place]
    named = [each for each in torn if words.casefold() in map(str.casefold, map(str, each.slots.values()))]
    return named[0] if len(named) == 1 else None


def counting_the_list(at: Moment, words: str, readings: tuple[Reading, ...]) -> tuple[Reading, ...]:
    """Of two that are tied the second has a number of its own; "the second one" means neither that nor symbol two."""
    place, answer = at.open_place, at.answer
    tokens = words.split()
    tails = (" ".join(tokens[-size:]) for size in (1, 2, 3))  # the choice is at the end: "I vote for the second"
    position = next((each for each in map(place_in_list, tails) if each is not None), None)
    if place is None or answer is None or position is None or not position < len(place.choices):
        return readings
    value = place.choices[position].value
    if place_in_list(words) is not None and place.accepts_position and not at.now.waiting:
        return (Reading(answer.intent, {place.name: value}),)
    counted = tuple(
        Reading(
            each.intent, {slot: value if slot in place.grammar_slots else said for slot, said in each.slots.items()}
        )
        for each in readings
        if place.kind in NUMBERED and any(slot in place.grammar_slots for slot in each.slots)
    )
    return counted or readings
