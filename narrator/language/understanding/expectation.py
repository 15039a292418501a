"""The expectation: everything that may be said now. Recogniser and understanding both work from it."""

from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from narrator.language.language import DEFAULT_LANGUAGE, get_language
from narrator.language.understanding.confirmations import YES_OR_NO
from narrator.language.understanding.grammar import MAX_WORDS, Grammar, SlotNames
from narrator.language.understanding.offers import MIN_NAME_PART_LETTERS, OfferedThing, mentions
from narrator.language.understanding.open_question import OpenQuestion, select_readings
from narrator.language.understanding.reading import Ambiguous, Reading, Understood
from narrator.language.understanding.understand import Understanding, understand

MAX_EVIDENCE = 3
MIN_ANSWER_WORDS, MAX_ANSWER_WORDS, MAX_COMMAND_WORDS = 3, 5, 4
"""Longest phrases that are written out for the recogniser: answers to the question, and what works at any time. Longer
sentences are understood from their transcript. Larger takes longer at every question, and decides sooner.
Bench: latency; hearing --only commands; spoken, column "reply"."""
MAX_ANSWERS, GROWTH_PER_WORD = 5000, 2.5
"""Answers that can be written out in a tenth of a second, and about how many times more there are with one more word.
The more things are on offer, the shorter the answers that fit."""
MAX_OFFERED = 20
"""The largest number of things that any question offers."""


@dataclass(frozen=True, eq=False)
class Expectation:
    """The active intents, and the names that fill their slots."""

    grammar: Grammar
    active: Collection[str]
    lists: SlotNames = field(default_factory=dict)
    free: bool = False
    """Whether free words are expected too (a clue, a reason, a name). They are recorded and transcribed."""
    likely_words: Collection[str] = ()
    """Words that are likelier than others in free words, such as first names."""
    awaited: Collection[str] = ()
    """Intents that work at any time and are most likely now: "go on", after "stop"."""
    named: Collection[str] = ()
    """Intents that work at any time and also answer this question, such as "goodbye" after "another game?"."""
    wide: Callable[[], SlotNames] = dict
    """Returns names that exist but are not on offer. Computed after an utterance; the recogniser ignores them."""
    things: Callable[[], tuple[OfferedThing, ...]] = tuple
    """Returns the things on offer, in reading order."""
    question: OpenQuestion | None = None
    """The open question of a game, which decides between the readings of an utterance."""

    @classmethod
    def of_phrases(cls, phrases: Iterable[str], *, free: bool = False) -> "Expectation":
        """Return an expectation of these phrases; each phrase is its own intent."""
        intents = {phrase: {"data": [{"sentences": [phrase]}]} for phrase in phrases}
        templates: dict[str, Any] = {"language": DEFAULT_LANGUAGE, "intents": intents}
        return cls(Grammar(lambda: templates), tuple(intents), free=free)

    @property
    def asks_yes_or_no(self) -> bool:
        """Whether a confirmation is asked for, so that every utterance is first an answer to it."""
        if self.question and self.question.interrupting is not None:
            return self.question.interrupting >= YES_OR_NO and "Ready" not in self.question.interrupting
        return set(self.active) >= YES_OR_NO

    @cached_property
    def phrases(self) -> tuple[str, ...]:
        """All phrases that players may say, numbers in words. Computed late: only recognisers need them."""
        return tuple(self.evidence)

    @cached_property
    def evidence(self) -> dict[str, int]:
        """The evidence that each phrase needs, up to `MAX_EVIDENCE`.

        An answer to the question needs none. A phrase that works at any time, or that names a number not on offer,
        needs more; one that leaves or discards something needs most.
        """
        return self._write_phrases(MAX_WORDS, MAX_WORDS)

    @cached_property
    def evidence_of_short_phrases(self) -> dict[str, int]:
        """The same for short phrases only, which takes far less time."""
        answers = {intent for intent in self.active if not self._needed(intent)}
        max_words = MIN_ANSWER_WORDS
        while max_words < MAX_ANSWER_WORDS:
            count = sum(1 for _ in self.grammar.phrases(answers, self.lists, max_words)) if answers else 0
            if count * GROWTH_PER_WORD > MAX_ANSWERS:
                break
            max_words += 1
        return self._write_phrases(max_words, MAX_COMMAND_WORDS)

    def _write_phrases(self, max_answer_words: int, max_command_words: int) -> dict[str, int]:
        found: dict[str, int] = {}
        offered = self._offered_numbers
        missing = [number for number in range(1, MAX_OFFERED + 1) if number not in offered] if offered else []
        strange = {
            word
            for number in missing
            for word in (get_language().number_word(number), get_language().ordinal_word(number))
        }
        for needed in range(MAX_EVIDENCE + 1):
            kinds = {intent for intent in self.active if self._needed(intent) == needed}
            limit = max_command_words if needed else max_answer_words
            for phrase in self.grammar.phrases(kinds, self.lists, limit) if kinds else ():
                found.setdefault(phrase, needed or int(not strange.isdisjoint(phrase.split())))
        return found

    @cached_property
    def _offered_numbers(self) -> frozenset[int]:
        return frozenset(thing.number for thing in self.things())

    def _needed(self, intent: str) -> int:
        """Return the evidence that an intent needs. If some intents are most likely, all others need more."""
        if intent in self.awaited:
            return 0
        needed = 0 if intent in self.named else self.grammar.table("evidence").get(intent, 0)
        return max(needed, int(bool(self.awaited)))

    def sounds_like(self, other: "Expectation") -> bool:
        """Return whether the same phrases may be said and need the same evidence."""
        return self is other or self._recognised_by == other._recognised_by

    @property
    def _recognised_by(self) -> tuple[object, ...]:
        """Everything that the phrases and their evidence depend on."""
        kinds = ({*self.active}, {*self.awaited}, {*self.named})
        return self.grammar, kinds, self.lists, self._offered_numbers

    @property
    def rows(self) -> tuple[str, ...]:
        """Words that may be said in a row, such as the faces of five dice."""
        return tuple(dict.fromkeys(word for kind in self.active for word in self.grammar.table("rows").get(kind, ())))

    def readings(self, phrase: str) -> tuple[Reading, ...]:
        """Return what a phrase may mean by its words alone. The recogniser uses this."""
        return self.grammar.readings(phrase, self.active, self.lists)

    def table_readings(self, phrase: str) -> tuple[Reading, ...]:
        """Return what a phrase means at this table: something on offer, else something that exists.

        The latter can then be refused by name.
        """
        found = self.grammar.readings(phrase, self.active, self.lists)
        if self.question:
            found = select_readings(phrase, found, self.question)
        if found or not mentions(phrase, more := self.wide()):
            return found
        if name := self._name_ending_with(phrase):
            return self.table_readings(name)  # "boat" is the rowboat on offer, not a paper boat elsewhere
        return self.select(phrase, self.grammar.readings(phrase, self.active, {**self.lists, **more}))

    def _name_ending_with(self, phrase: str) -> str | None:
        """Return the name of the only thing on offer whose longer name ends with this word."""
        word = get_language().strip_definite_article(phrase.casefold())
        names = [each.plain_name for each in self.things() if each.plain_name.casefold().endswith(word)]
        return names[0] if len(names) == 1 and names[0] != phrase and len(word) >= MIN_NAME_PART_LETTERS else None

    def select(self, words: str, readings: tuple[Reading, ...]) -> tuple[Reading, ...]:
        """Return the readings that make sense as an answer to the open question."""
        return select_readings(words, readings, self.question) if self.question else readings

    def name_of(self, reading: Reading) -> str | None:
        """Return the name of the thing on offer that a reading is about, to ask whether it was meant."""
        values = list(reading.slots.values())
        named = (each for each in self.things() if each.name)
        return next((each.name for each in named if each.value in values or each.number in values), None)

    def merge(self, found: Ambiguous) -> Understanding:
        """Return one answer if each reading fills another slot of it: "the witch and the secret", "1 and 2"."""
        intent, slots = (self.question.intent, self.question.slot_values) if self.question else (None, {})
        merged: dict[str, Any] = {}
        for value in (value for reading in found.readings for value in reading.slots.values()):
            name = next((name for name, values in slots.items() if value in values and name not in merged), None)
            if name is None:
                return found
            merged[name] = value
        is_answer = {reading.intent for reading in found.readings} in ({intent}, {"Number"})
        is_whole = is_answer and len(merged) == len(found.readings) == len(slots)
        return Understood(Reading(intent, merged)) if intent and is_whole else found

    def understand(self, text: str) -> Understanding:
        return understand(text, self)
