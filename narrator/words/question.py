"""A yes-or-no question of the conversation itself, outside of any game."""

from collections.abc import Callable

from narrator.words.grammar import Lists, Reading
from narrator.words.lines import line
from narrator.words.mouth import Mouth


class Question:
    """Asks until somebody says yes or no."""

    expects_words = False
    corrects: frozenset[str] = frozenset()

    def __init__(
        self, mouth: Mouth, name: str, yes: Callable[[], None], no: Callable[[], None], **facts: object
    ) -> None:
        self.mouth = mouth
        self._line = line(name, **facts)
        self._yes, self._no = yes, no

    def active(self) -> frozenset[str]:
        return frozenset({"Yes", "No", "Help", "WhatCanISay", "NewGame", "PracticeRound"})

    def lists(self) -> Lists:
        return {}

    wide = lists

    def prompt(self) -> None:
        self.mouth.say(self._line)

    go_on = prompt

    def respond(self, reading: Reading, *, correcting: bool = False) -> None:
        match reading.intent:
            case "Yes" | "PracticeRound":
                self._yes()
            case "No" | "NewGame":
                self._no()
            case _:
                self.mouth.say(line("say-waiting", kind="yes"))

    def take_words(self, text: str, sound: str | None = None) -> None:
        self.miss()

    def offer(self, said: str, reading: Reading) -> None:
        self.miss()

    def choose_between(self, readings: tuple[Reading, ...]) -> None:
        self.miss()

    def miss(self) -> None:
        self.mouth.say(line("repair-yes-no"))


class AnotherGame(Question):
    """After the game: one more, or good night?"""

    def respond(self, reading: Reading, *, correcting: bool = False) -> None:
        match reading.intent:
            case "Yes" | "NewGame":
                self._yes()
            case "No":
                self._no()
            case _:
                self.mouth.say(line("say-over"))

    def miss(self) -> None:
        self.mouth.say(line("repair-over"))
