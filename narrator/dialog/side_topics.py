"""Small topics away from the game: a yes-or-no question, a lesson in steps, and learning how a name sounds."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from narrator.dialog.intents import REQUEST_INTENTS
from narrator.dialog.topic import Reply, SideTopic
from narrator.language.lines.line import Line, line
from narrator.language.lines.renderer import LineRenderer
from narrator.language.understanding.grammar import Grammar
from narrator.language.understanding.grammar import SlotNames as Names
from narrator.language.understanding.reading import Reading, Understood
from narrator.language.understanding.understand import tidy
from narrator.speech.ports import UtteranceHeard
from narrator.storage.learned_names import LearnedName

if TYPE_CHECKING:
    from narrator.dialog.table_manager import TableManager

SAY_YES_OR_NO, YES_OR_NO_PHRASES = line("repair-yes-no"), line("say-waiting", kind="yes")
TEACH_MORE = line("teach-more")
TRANSCRIPTS_PER_NAME = 2
"""How often a player says a name that the recogniser does not know."""


@dataclass(frozen=True)
class YesNoQuestion(SideTopic):
    """A question to be answered with yes or no, or with a change of plan."""

    tables: "TableManager"
    words: LineRenderer
    grammar: Grammar
    question: Line
    yes: Callable[[], Reply]
    no: Callable[[], Reply]
    instead: Callable[[Reading], Reply] | None = None
    """Answers a player who wants something else instead."""
    wishes: frozenset[str] = frozenset()
    """The intents that `instead` answers."""
    named: frozenset[str] = frozenset()
    names: Callable[[], Names] = dict
    says_yes: frozenset[str] = frozenset({"Yes", "PracticeRound", "LastGame"})
    says_no: frozenset[str] = frozenset({"No", "Skip", "NewGame", "OnceMore", "LeavePractice"})
    repair: Line = SAY_YES_OR_NO
    phrases: Line = YES_OR_NO_PHRASES
    misses: int = 0

    def active(self) -> frozenset[str]:
        return self.says_yes | self.says_no | REQUEST_INTENTS | self.wishes

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
        return self.tables.answer_request(reading, fresh)

    def miss(self) -> Reply:
        """Say what can be answered; every other time, repeat the whole question."""
        missed = replace(self, misses=self.misses + 1)
        return missed.says(self.repair if missed.misses % 2 else self.question)


@dataclass(frozen=True)
class Lesson(SideTopic):
    """How to play a game, one step at a time."""

    words: LineRenderer
    steps: tuple[Line, ...]
    behind: SideTopic
    """The topic that waits meanwhile. An answer to its question ends the lesson."""

    @property
    def grammar(self) -> Grammar:  # type: ignore[override]  # the waiting question must be understood, too
        return self.behind.grammar

    def active(self) -> frozenset[str]:
        return self.behind.active() | {"Yes", "No", "Skip"}

    def lists(self) -> Names:
        return self.behind.lists()

    def prompt(self) -> Reply:
        """Say the next step; after the last one, go back to the topic that waits."""
        first, *rest = self.steps
        if rest:
            return replace(self, steps=tuple(rest)).says(first, TEACH_MORE)
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
        return self.says(TEACH_MORE)


@dataclass(frozen=True)
class NameLesson(SideTopic):
    """Learns names that the recogniser does not know: each player says theirs twice.

    The transcripts, however odd, become aliases of the name. The recording is played whenever the narrator says it.
    Both are stored for other evenings.
    """

    tables: "TableManager"
    words: LineRenderer
    grammar: Grammar
    unknown_names: tuple[str, ...]
    ready: Callable[[], Reply]
    transcripts: tuple[str, ...] = ()
    """The transcripts of the first of these names."""

    free = True
    records = True

    def active(self) -> frozenset[str]:
        return REQUEST_INTENTS | {"Skip"}

    def prompt(self) -> Reply:
        return self.says(line("learn-name-again" if self.transcripts else "learn-name", seat=self.unknown_names[0]))

    def respond(self, reading: Reading, utterance: UtteranceHeard) -> Reply:
        if reading.intent == "Skip":
            return self._learn(())
        if reading.intent in ("Help", "WhatCanISay"):
            return self.prompt()
        return self.tables.answer_request(reading, self)

    def take_words(self, utterance: UtteranceHeard) -> Reply:
        transcripts = (*self.transcripts, tidy(utterance.text).casefold())
        if len(transcripts) < TRANSCRIPTS_PER_NAME:
            return replace(self, transcripts=transcripts).prompt()
        return self._learn(tuple(dict.fromkeys(each for each in transcripts if each)), utterance.clip)

    def _learn(self, aliases: tuple[str, ...], clip: str | None = None) -> Reply:
        """Store the aliases and the recording, and go on with the next name."""
        name, *others = self.unknown_names
        LearnedName(aliases, clip).save(self.tables.journal, name)
        told = self.says(line("learned-name", seat=name))
        if not others:
            return told.then(self.ready())
        return told.then(replace(self, unknown_names=tuple(others), transcripts=()).prompt())

    def miss(self) -> Reply:
        return self.prompt()
