"""What may be said at a table just now, for the ear and for the understanding of what it heard."""

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from functools import cached_property

from narrator.ears.phrasebook import Phrasebook
from narrator.ears.port import Expectation
from narrator.understand.grammar import Grammar, Lists, Scope
from narrator.understand.understanding import Understanding, understand


@dataclass(frozen=True)
class Expected:
    """The templates that are active, and the names that go into them."""

    grammar: Grammar
    active: Collection[str]
    lists: Lists

    @classmethod
    def of(cls, scope: Scope) -> "Expected":
        return cls(scope.grammar, scope.active, scope.lists)

    def expectation(self, *, free: bool = False) -> Expectation:
        """For an ear."""
        return Expectation(
            Phrases(self),
            free=free,
            fillers=self.grammar.fillers,
            corrections=self.grammar.corrections,
        )

    def understand(self, text: str) -> Understanding:
        """What these words mean here."""
        return understand(text, self.grammar, self.active, self.lists, self.lists)


class Phrases(Collection[str]):
    """All that may be said, written out when somebody asks for it: that takes a moment, and keyboards never ask."""

    def __init__(self, expected: Expected) -> None:
        self._expected = expected

    @cached_property
    def _all(self) -> tuple[str, ...]:
        return tuple(self._expected.grammar.phrases(self._expected.active, self._expected.lists))

    def __iter__(self) -> Iterator[str]:
        return iter(self._all)

    def __len__(self) -> int:
        return len(self._all)

    def __contains__(self, phrase: object) -> bool:
        return phrase in self._all


def book_of(expected: Expectation) -> Phrasebook:
    """The phrase book of what an ear is to expect."""
    return Phrasebook(expected.phrases, expected.fillers, expected.corrections)
