"""A yes-or-no question of the conversation itself, outside of any game."""

from collections.abc import Callable

from narrator.talk.changes import CHANGES
from narrator.talk.interlude import Interlude
from narrator.tell.lines import Line, line
from narrator.tell.outbox import Mouth
from narrator.understand.grammar import Lists, Reading


class Question(Interlude):
    """Asks until somebody says yes or no, or wants something else instead."""

    says_yes = frozenset({"Yes", "PracticeRound", "LastGame"})
    says_no = frozenset({"No", "Skip", "NewGame"})
    repair, phrases = "repair-yes-no", line("say-waiting", kind="yes")

    def __init__(self, mouth: Mouth, asked: Line, yes: Callable[[], None], no: Callable[[], None]) -> None:
        self.mouth = mouth
        self._line = asked
        self._yes, self._no = yes, no
        self._lists: Lists = {}
        self._wishes: frozenset[str] = frozenset()
        self._instead: Callable[[Reading], None] | None = None
        self._misses = 0

    def or_else(self, instead: Callable[[Reading], None], lists: Lists, wishes: frozenset[str] = CHANGES) -> "Question":
        """Somebody may change their mind about what is played, rather than answer."""
        self._instead, self._lists, self._wishes = instead, lists, wishes
        return self

    def active(self) -> frozenset[str]:
        return self.says_yes | self.says_no | {"Help", "WhatCanISay"} | self._wishes

    def lists(self) -> Lists:
        return self._lists

    wide = lists

    def prompt(self) -> None:
        self.mouth.say(self._line)

    go_on = prompt

    def respond(self, reading: Reading, *, correcting: bool = False) -> None:
        self._misses = 0
        if reading.intent in self.says_yes:
            self._yes()
        elif reading.intent in self.says_no:
            self._no()
        elif self._instead and reading.intent in self._wishes:
            self._instead(reading)
        else:
            self.mouth.say(self.phrases)
            self.prompt()

    def miss(self) -> None:
        """A short word about what would do, and every other time the whole question again."""
        self._misses += 1
        if self._misses % 2:
            self.mouth.say(line(self.repair))
        else:
            self.prompt()


class AnotherGame(Question):
    """After the game: one more, or good night?"""

    says_yes = frozenset({"Yes", "NewGame"})
    says_no = frozenset({"No", "Skip"})
    repair, phrases = "repair-over", line("say-over")
