"""Learning a name that the ear does not know: its owner says it twice, and from then on it is known by ear.

What was understood of it, however odd, becomes another way to say the name; the recording is what the narrator plays
when it calls that player. Both are kept for the next evening.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from narrator.dialog.manners import AT_ANY_TIME
from narrator.dialog.topic import Reply, SideTopic
from narrator.language.lines.line import line
from narrator.language.lines.renderer import LineRenderer
from narrator.language.understanding.grammar import Grammar
from narrator.language.understanding.reading import Reading
from narrator.language.understanding.understand import tidy
from narrator.speech.ports import UtteranceHeard
from narrator.storage.learned_names import LearnedName

if TYPE_CHECKING:
    from narrator.dialog.seating import Seating

TIMES = 2


@dataclass(frozen=True)
class Naming(SideTopic):
    """Asks each of these players for their name, twice."""

    house: "Seating"
    words: LineRenderer
    grammar: Grammar
    unheard_of: tuple[str, ...]
    ready: Callable[[], Reply]
    said: tuple[str, ...] = ()  # what was understood of the first of these names so far

    free = True
    records = True

    def active(self) -> frozenset[str]:
        return AT_ANY_TIME | {"Skip"}

    def prompt(self) -> Reply:
        return self.says(line("learn-name-again" if self.said else "learn-name", seat=self.unheard_of[0]))

    def respond(self, reading: Reading, utterance: UtteranceHeard) -> Reply:
        if reading.intent == "Skip":
            return self._learned(())
        if reading.intent in ("Help", "WhatCanISay"):
            return self.prompt()
        return self.house.at_any_time(reading, self)

    def take_words(self, utterance: UtteranceHeard) -> Reply:
        """Once it was understood as this, next time perhaps as that: both will do."""
        said = (*self.said, tidy(utterance.text).casefold())
        if len(said) < TIMES:
            return replace(self, said=said).prompt()
        return self._learned(tuple(dict.fromkeys(each for each in said if each)), utterance.clip)

    def _learned(self, aliases: tuple[str, ...], sound: str | None = None) -> Reply:
        name, *others = self.unheard_of
        LearnedName(aliases, sound).save(self.house.journal, name)
        told = self.says(line("learned-name", seat=name))
        if not others:
            return told.then(self.ready())
        return told.then(replace(self, unheard_of=tuple(others), said=()).prompt())

    def miss(self) -> Reply:
        return self.prompt()
