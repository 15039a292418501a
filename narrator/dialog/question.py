"""Outside of any game: a yes-or-no question, and how to play, told one step at a time."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from narrator.dialog.manners import AT_ANY_TIME
from narrator.dialog.topic import Reply, SideTopic
from narrator.language.lines.line import Line, line
from narrator.language.lines.renderer import LineRenderer
from narrator.language.understanding.grammar import Grammar
from narrator.language.understanding.grammar import SlotNames as Names
from narrator.language.understanding.reading import Reading, Understood
from narrator.speech.ports import UtteranceHeard

if TYPE_CHECKING:
    from narrator.dialog.seating import Seating


YES_OR_NO, SAY_YES = line("repair-yes-no"), line("say-waiting", kind="yes")


@dataclass(frozen=True)
class Question(SideTopic):
    house: "Seating"
    words: LineRenderer
    grammar: Grammar
    question: Line
    yes: Callable[[], Reply]
    no: Callable[[], Reply]
    instead: Callable[[Reading], Reply] | None = None
    """Somebody may change their mind about what is played, rather than answer."""
    wishes: frozenset[str] = frozenset()  # the kinds of phrase with which they do
    named: frozenset[str] = frozenset()
    names: Callable[[], Names] = dict
    says_yes: frozenset[str] = frozenset({"Yes", "PracticeRound", "LastGame"})
    says_no: frozenset[str] = frozenset({"No", "Skip", "NewGame", "OnceMore"})
    repair: Line = YES_OR_NO
    phrases: Line = SAY_YES
    misses: int = 0

    def active(self) -> frozenset[str]:
        return self.says_yes | self.says_no | AT_ANY_TIME | self.wishes

    def lists(self) -> Names:
        return self.names()

    def prompt(self) -> Reply:
        return self.says(self.question)

    def respond(self, reading: Reading, utterance: UtteranceHeard) -> Reply:
        if self.instead and reading.intent in self.wishes - self.says_yes - self.says_no:
            return self.instead(reading)
        if reading.intent in self.says_yes:
            return self.yes()
        if reading.intent in self.says_no:
            return self.no()
        fresh = replace(self, misses=0)
        if reading.intent in ("Help", "WhatCanISay"):
            return fresh.says(self.phrases, self.question)
        return self.house.at_any_time(reading, fresh)

    def miss(self) -> Reply:
        """A short word about what would do, and every other time the whole question again."""
        missed = replace(self, misses=self.misses + 1)
        return missed.says(self.repair if missed.misses % 2 else self.question)


MORE = line("teach-more")


@dataclass(frozen=True)
class Lesson(SideTopic):
    words: LineRenderer
    steps: tuple[Line, ...]
    behind: SideTopic
    """The question that waits meanwhile. Whoever answers it has heard enough of the lesson."""

    @property
    def grammar(self) -> Grammar:  # type: ignore[override]  # what answers the question behind it is heard
        return self.behind.grammar

    def active(self) -> frozenset[str]:
        return self.behind.active() | {"Yes", "No", "Skip"}

    def lists(self) -> Names:
        return self.behind.lists()

    def prompt(self) -> Reply:
        """The next step; after the last one it is back to where we were."""
        first, *rest = self.steps
        if rest:
            return replace(self, steps=tuple(rest)).says(first, MORE)
        return self.says(first).then(self.behind.prompt())

    def respond(self, reading: Reading, utterance: UtteranceHeard) -> Reply:
        match reading.intent:
            case "Yes":
                return self.prompt()
            case "No" | "Skip":
                return self.behind.prompt()
            case "Help" | "WhatCanISay":
                return self.says(line("say-waiting", kind="steps"))
            case _:
                return self.behind.answer(Understood(reading), utterance)

    def miss(self) -> Reply:
        return self.says(MORE)
