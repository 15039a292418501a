"""Whatever was just listed is what "first", "second" and "last" count, and what its own words name."""

from narrator.host.asking import NUMBERED
from narrator.talk.moment import Moment
from narrator.understand.grammar import Reading
from narrator.understand.numbers import ordinals

POINTING = frozenset({"the", "one"})
LAST = "last"


def place_in_list(words: str) -> int | None:
    """ "The second one" is one, counted from nothing; "the last one" is minus one."""
    left = [word for word in words.casefold().split() if word not in POINTING]
    if len(left) != 1:
        return None
    return -1 if left[0] == LAST else ordinals()[left[0]] - 1 if left[0] in ordinals() else None


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
    position = next((each for each in map(place_in_list, tails(words)) if each is not None), None)
    if place is None or answer is None or position is None or not position < len(place.choices):
        return readings
    value = place.choices[position].value
    if place_in_list(words) is not None and place.counted and not at.now.waiting:
        return (Reading(answer.intent, {place.name: value}),)
    counted = tuple(
        Reading(each.intent, {slot: value if slot in place.slots else said for slot, said in each.slots.items()})
        for each in readings
        if place.kind in NUMBERED and any(slot in place.slots for slot in each.slots)
    )
    return counted or readings


def tails(words: str) -> list[str]:
    """What is chosen stands at the end: "I vote for the second one"."""
    tokens = words.split()
    return [" ".join(tokens[-size:]) for size in range(1, min(3, len(tokens)) + 1)]
