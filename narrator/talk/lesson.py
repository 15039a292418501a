"""How to play, told before the game one step at a time; whoever has heard enough goes back to the question."""

from dataclasses import dataclass, replace

from narrator.talk.topic import Aside, Reply, Statement
from narrator.tell.lines import Line, Lines, line
from narrator.understand.grammar import Grammar, Reading
from narrator.understand.grammar import Lists as Names

MORE = line("teach-more")


@dataclass(frozen=True)
class Lesson(Aside):
    """Teaches until there is no more to teach, or nobody wants to hear it."""

    words: Lines
    steps: tuple[Line, ...]
    behind: Aside
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

    def respond(self, reading: Reading, statement: Statement) -> Reply:
        match reading.intent:
            case "Yes":
                return self.prompt()
            case "No" | "Skip":
                return self.behind.prompt()
            case "Help" | "WhatCanISay":
                return self.says(line("say-waiting", kind="steps"))
            case _:
                return self.behind.answer(statement)

    def miss(self) -> Reply:
        return self.says(MORE)
