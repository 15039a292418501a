"""What may be said at one moment: for the ear that listens for it, and for the understanding of what it heard."""

from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from narrator.language.language import DEFAULT_LANGUAGE, get_language
from narrator.language.understanding.grammar import Grammar, SlotNames
from narrator.language.understanding.offers import OfferedThing, mentions
from narrator.language.understanding.open_question import OpenQuestion, select_readings
from narrator.language.understanding.reading import Reading
from narrator.language.understanding.understand import Understanding, understand

MOST_EVIDENCE = 3
COUNTED = 20
"""No more things than that are on offer anywhere."""


@dataclass(frozen=True, eq=False)
class Expectation:
    """The kinds of phrase (intents) that are active, and the names that go into them."""

    grammar: Grammar
    active: Collection[str]
    lists: SlotNames = field(default_factory=dict)
    free: bool = False
    """Whether free words are awaited, too (a clue, a reason, a name): they are recorded, and written down as well as
    can be done."""
    awaited: Collection[str] = ()
    """Kinds that may be said at any time and are just what is awaited now: "go on", after "stop"."""
    named: Collection[str] = ()
    """Kinds that may be said at any time and answer this question: "goodbye", where it was another game or goodbye."""
    wide: Callable[[], SlotNames] = dict
    """Names too that exist but are not on offer. Gathered when something was said: an ear does not listen for them."""
    things: Callable[[], tuple[OfferedThing, ...]] = tuple  # what is on offer, in the order in which it was read
    question: OpenQuestion | None = None
    """The open question of a game, which decides between the readings of an utterance."""

    @classmethod
    def of_phrases(cls, phrases: Iterable[str], *, free: bool = False) -> "Expectation":
        """Just these phrases; each means itself."""
        intents = {phrase: {"data": [{"sentences": [phrase]}]} for phrase in phrases}
        templates: dict[str, Any] = {"language": DEFAULT_LANGUAGE, "intents": intents}
        return cls(Grammar(lambda: templates), tuple(intents), free=free)

    @cached_property
    def phrases(self) -> tuple[str, ...]:
        """Whole sentences as players would say them, numbers in words. Written out when an ear asks for them: that
        takes a moment, and keyboards never ask.
        """
        return tuple(self.evidence)

    @cached_property
    def evidence(self) -> dict[str, int]:
        """How much evidence each phrase needs to be believed (its prior): none, if it answers what was asked; more if
        it may be said at any time, or names a number that is not on offer; most if it would leave or throw away
        something."""
        found: dict[str, int] = {}
        offered = {thing.number for thing in self.things()}
        missing = [number for number in range(1, COUNTED + 1) if number not in offered] if offered else []
        strange = {
            word
            for number in missing
            for word in (get_language().number_word(number), get_language().ordinal_word(number))
        }
        for needed in range(MOST_EVIDENCE + 1):
            kinds = {intent for intent in self.active if self._needed(intent) == needed}
            for phrase in self.grammar.phrases(kinds, self.lists) if kinds else ():
                found.setdefault(phrase, needed or int(not strange.isdisjoint(phrase.split())))
        return found

    def _needed(self, intent: str) -> int:
        """Where something is awaited, even an answer needs more evidence than that."""
        if intent in self.awaited:
            return 0
        needed = 0 if intent in self.named else self.grammar.table("evidence").get(intent, 0)
        return max(needed, int(bool(self.awaited)))

    def sounds_like(self, other: "Expectation") -> bool:
        if self is other:
            return True
        mine, theirs = ((one.grammar, {*one.active}, one.lists) for one in (self, other))
        return mine == theirs and self.evidence == other.evidence

    @property
    def rows(self) -> tuple[str, ...]:
        """Words that may be said one after the other, as what five dice show."""
        return tuple(dict.fromkeys(word for kind in self.active for word in self.grammar.table("rows").get(kind, ())))

    def readings(self, phrase: str) -> tuple[Reading, ...]:
        """What such a phrase may mean. Asked by the ear, so it knows the words only, and nothing of the table."""
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
        return self.select(phrase, self.grammar.readings(phrase, self.active, {**self.lists, **more}))

    def select(self, words: str, readings: tuple[Reading, ...]) -> tuple[Reading, ...]:
        """Return the readings that make sense as an answer to the open question."""
        return select_readings(words, readings, self.question) if self.question else readings

    def understand(self, text: str) -> Understanding:
        return understand(text, self)
