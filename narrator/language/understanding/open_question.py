"""The open question of a game, and the selection of readings that answer it.

The grammar finds all readings of an utterance; the open question selects among them. The answer to a side question
comes first. Words that no template can list ("two fives and the six") are parsed by the slot
they are meant for. Of two meanings, the one that the rules allow counts. If several are left, the player is asked.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol, TypeAlias

from narrator.language.language import get_language
from narrator.language.understanding.reading import Reading

ParseWords: TypeAlias = Callable[[str], Sequence[Any]]
"""Returns all values that words may mean in a slot; an empty sequence if they are not clear."""

TABLE_INTENTS = frozenset({"AlsoPlays", "CardAgain", "MyCards", "Same", "WhatIs"})
"""Intents whose meaning depends on the table: see `TableFacts.resolve`."""


class TableFacts(Protocol):
    """Questions about the table, for the few readings that words alone do not decide."""

    def resolve(self, reading: Reading) -> Reading | None:
        """Return what a reading with one of the `TABLE_INTENTS` means at this table, if it means anything."""

    def is_legal(self, reading: Reading) -> bool:
        """Return whether the rules would accept the move, as far as that is known."""


@dataclass(frozen=True, slots=True)
class OpenSlot:
    """The part of the answer that is asked for now."""

    name: str
    grammar_slots: tuple[str, ...]
    """The slots of the grammar that fill it."""
    values: tuple[Any, ...] = ()
    """The values of the choices, in reading order."""
    is_counted: bool = True
    """Whether a bare number counts the choices."""
    has_own_numbers: bool = False
    """Whether each choice has a number already, such as a symbol on the table."""


@dataclass(frozen=True)
class OpenQuestion:
    """Everything about the open question that decides between the readings of an utterance."""

    table: TableFacts
    intent: str | None = None
    """The intent of the answer that is asked for."""
    begun: str | None = None
    """The intent of the answer that the player has begun."""
    slot: OpenSlot | None = None
    free: bool = False
    """Whether free words are expected: a clue, a reason, a name."""
    interrupting: frozenset[str] | None = None
    """The intents that answer the side question, if there is one."""
    options: tuple[Reading, ...] = ()
    """The readings between which the player was asked to choose: "this or that?"."""
    answers: frozenset[str] = frozenset()
    """The intents of all answers that are possible now."""
    parses: Mapping[str, tuple[tuple[str, ParseWords], ...]] = field(default_factory=dict)
    """The names and parsers of the slots that have a parser, by intent."""
    parses_all: tuple[str, ParseWords] | None = None
    """The slot whose parser may read the whole utterance, if there is one."""
    slot_values: Mapping[str, tuple[Any, ...]] = field(default_factory=dict)
    """The values of all slots of the answer that are still open and have choices, by name."""


def select_readings(words: str, readings: tuple[Reading, ...], question: OpenQuestion) -> tuple[Reading, ...]:
    """Return the readings that make sense as an answer to the open question."""
    if question.options and (option := chosen_option(words, question.options)):
        return (option,)
    language = get_language()
    last, ordinals = language.heard.words.last, language.ordinals
    if any(word == last or word in ordinals for word in words.casefold().split()):
        readings = count_in_list(words, readings, question)
    if any(reading.intent in TABLE_INTENTS for reading in readings):
        readings = resolve_at_table(readings, question.table)
    interrupting = question.interrupting or frozenset()
    if awaited := tuple(reading for reading in readings if reading.intent in interrupting):
        return awaited
    if question.free or not question.parses:
        return readings
    return select_by_slot(words, readings, question)


def select_by_slot(words: str, readings: tuple[Reading, ...], question: OpenQuestion) -> tuple[Reading, ...]:
    """Return the readings after the slots with parsers have parsed their words."""
    meant = [each for reading in readings for each in parse_slot(reading, question)]
    if question.parses_all is None or question.intent is None:
        return tuple(meant)
    name, parse = question.parses_all
    if all(reading.intent in question.answers for reading in meant):
        meant = [Reading(question.intent, {name: value}) for value in parse(words)] + meant
    if len(meant) > 1:
        meant = [reading for reading in meant if reading.intent == question.begun] or meant
        meant = [reading for reading in meant if question.table.is_legal(reading)] or meant
    return tuple(meant)


def parse_slot(reading: Reading, question: OpenQuestion) -> list[Reading]:
    """Return everything that the words in a slot with a parser may mean."""
    for name, parse in question.parses.get(reading.intent, ()):
        if isinstance(words := reading.slots.get(name), str):
            return [Reading(reading.intent, {**reading.slots, name: value}) for value in parse(words)]
    return [reading]


def resolve_at_table(readings: tuple[Reading, ...], table: TableFacts) -> tuple[Reading, ...]:
    resolved = (table.resolve(each) if each.intent in TABLE_INTENTS else each for each in readings)
    return tuple(reading for reading in resolved if reading is not None)


# --- "first", "second" and "last" count the list that was just read aloud --------------------------


def list_position(words: str) -> int | None:
    """Return the position in a list: 1 for "the second one", -1 for "the last one", None for anything else."""
    language = get_language()
    left = [word for word in words.casefold().split() if word not in language.heard.words.around_place]
    if len(left) != 1:
        return None
    if left[0] == language.heard.words.last:
        return -1
    number = language.ordinals.get(left[0])
    return None if number is None else number - 1


def chosen_option(words: str, options: tuple[Reading, ...]) -> Reading | None:
    """Return the option meant by its position, or by words that only one of them has: "keep" or "fill"."""
    position = list_position(words)
    if position is not None and position < len(options):
        return options[position]
    named = [each for each in options if words.casefold() in map(str.casefold, map(str, each.slots.values()))]
    return named[0] if len(named) == 1 else None


def count_in_list(words: str, readings: tuple[Reading, ...], question: OpenQuestion) -> tuple[Reading, ...]:
    """Return the readings in which "the second one" means the second choice.

    Of two tied cards, the second may lie on symbol five; "the second one" then means neither symbol two nor card two.
    """
    slot = question.slot
    tokens = words.split()
    tails = (" ".join(tokens[-size:]) for size in (1, 2, 3))  # the choice is at the end: "I vote for the second"
    position = next((found for tail in tails if (found := list_position(tail)) is not None), None)
    if slot is None or question.intent is None or position is None:
        return readings
    if not -len(slot.values) <= position < len(slot.values):
        return readings
    value = slot.values[position]
    if list_position(words) is not None and slot.is_counted and question.interrupting is None:
        return (Reading(question.intent, {slot.name: value}),)
    counted = tuple(
        Reading(each.intent, {name: value if name in slot.grammar_slots else said for name, said in each.slots.items()})
        for each in readings
        if slot.has_own_numbers and any(name in slot.grammar_slots for name in each.slots)
    )
    return counted or readings
