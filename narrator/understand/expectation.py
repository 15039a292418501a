"""What may be said at one moment: for the ear that listens for it, and for the understanding of what it heard."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from narrator.understand.grammar import Grammar, Lists
from narrator.understand.understanding import Understanding, understand


@dataclass(frozen=True, eq=False)
class Expectation:
    """The kinds of phrase (intents) that are active, and the names that go into them."""

    grammar: Grammar
    active: Collection[str]
    lists: Lists = field(default_factory=dict)
    free: bool = False
    """Whether free words are awaited, too (a clue, a reason, a name): they are recorded, and written down as well as
    can be done."""

    @classmethod
    def of_phrases(cls, phrases: Iterable[str], *, free: bool = False) -> "Expectation":
        """Just these phrases, whatever they mean."""
        templates: dict[str, Any] = {"language": "en", "intents": {"Phrase": {"data": [{"sentences": list(phrases)}]}}}
        return cls(Grammar(lambda: templates), ("Phrase",), free=free)

    @cached_property
    def phrases(self) -> tuple[str, ...]:
        """Whole sentences as players would say them, numbers in words. Written out when an ear asks for them: that
        takes a moment, and keyboards never ask.
        """
        return tuple(self.grammar.phrases(self.active, self.lists))

    def understand(self, text: str) -> Understanding:
        """What these words mean here."""
        return understand(text, self.grammar, self.active, self.lists, self.lists)
