"""How to play, told before the game one step at a time; whoever has heard enough goes back to the question."""

from collections.abc import Callable, Sequence
from typing import Protocol

from narrator.talk.interlude import Interlude
from narrator.tell.lines import Line, line
from narrator.tell.outbox import Mouth
from narrator.understand.grammar import Lists, Reading


class Asked(Protocol):
    """The question that waits meanwhile. Whoever answers it has heard enough of the lesson."""

    def active(self) -> frozenset[str]:
        """What answers it."""

    def lists(self) -> Lists:
        """The names in such answers."""

    def prompt(self) -> None:
        """Ask it again."""

    def respond(self, reading: Reading, *, correcting: bool = False) -> None:
        """Take the answer."""


class Lesson(Interlude):
    """Teaches until there is no more to teach, or nobody wants to hear it."""

    def __init__(self, mouth: Mouth, steps: Sequence[Line], asked: Asked, end: Callable[[], None]) -> None:
        self._mouth, self._steps, self._asked, self._end = mouth, list(steps), asked, end

    def active(self) -> frozenset[str]:
        return self._asked.active() | {"Yes", "No", "Skip"}

    def lists(self) -> Lists:
        return self._asked.lists()

    wide = lists

    def prompt(self) -> None:
        """The next step; after the last one it is back to where we were."""
        self._mouth.say(self._steps.pop(0))
        if self._steps:
            self._mouth.say(line("teach-more"))
        else:
            self._back()

    def _back(self) -> None:
        self._end()
        self._asked.prompt()

    go_on = prompt

    def respond(self, reading: Reading, *, correcting: bool = False) -> None:
        match reading.intent:
            case "Yes":
                self.prompt()
            case "No" | "Skip":
                self._back()
            case "Help" | "WhatCanISay":
                self._mouth.say(line("say-waiting", kind="steps"))
            case _:
                self._end()
                self._asked.respond(reading, correcting=correcting)

    def miss(self) -> None:
        self._mouth.say(line("teach-more"))
