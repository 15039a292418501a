"""What is about to be said, to whom, how, and what was said before."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cache

from pydantic import TypeAdapter, ValidationError

from narrator.tell.lines import Line, Lines, Verbosity
from narrator.tell.own_voice import BEGIN, END, marked, written


@dataclass(frozen=True, slots=True)
class Said:
    """One line for the room, or for one player's ear alone."""

    text: str
    to: str | None = None
    heard: str | None = None
    """The same with marks where recordings are played (see `own_voice`), if there are any."""


@dataclass(frozen=True, slots=True)
class Manner:
    """How the narrator speaks. Kept for each player."""

    verbosity: Verbosity = Verbosity.FULL
    rate: int = 175
    """Words a minute."""
    volume: int = 80
    """Of a hundred."""
    cues: int = 60
    """The sounds without words, of a hundred; none at zero."""
    other_voice: bool = False
    """Not the usual voice but the other one, where there are two."""

    @classmethod
    def read(cls, written: str) -> "Manner":
        """As it was kept; the usual manner if that cannot be read any more."""
        try:
            return adapter().validate_json(written)
        except ValidationError:
            return cls()

    def written(self) -> str:
        return adapter().dump_json(self).decode()

    def faster(self, step: int) -> "Manner":
        return replace(self, rate=max(80, min(500, self.rate + step)))

    def louder(self, step: int) -> "Manner":
        return replace(self, volume=max(10, min(100, self.volume + step)))

    def with_cues(self, step: int) -> "Manner":
        """Never all the way to silence: that has words of its own."""
        return replace(self, cues=max(15, min(100, self.cues + step)))


@cache
def adapter() -> TypeAdapter[Manner]:
    """Made when it is needed: that takes a moment, and an evening begins in the usual manner."""
    return TypeAdapter(Manner)


class Outbox:
    """Puts the lines of an answer into words, and remembers the answers of this evening."""

    def __init__(self, manner: Manner | None = None) -> None:
        self.manner = manner or Manner()
        self._answers: list[tuple[Said, ...]] = []
        self._back = 0

    def say(self, lines: Iterable[tuple[Lines, Line]]) -> tuple[Said, ...]:
        """An answer, each line in the words it belongs to. What the room heard of it can be heard again."""
        answer = tuple(said for words, line in lines if (said := self._said(words, line)) is not None)
        heard = tuple(said for said in answer if said.to is None)
        if heard:
            self._answers.append(heard)
        self._back = 0
        return answer

    def again(self) -> tuple[Said, ...]:
        """The last answer once more, word for word."""
        return self._answers[-1 - self._back] if self._answers else ()

    def earlier(self) -> tuple[Said, ...]:
        """One answer further back each time; nothing beyond the first."""
        if self._back + 1 >= len(self._answers):
            return ()
        self._back += 1
        return self.again()

    def _said(self, words: Lines, line: Line) -> Said | None:
        text = words.say(line, self.manner.verbosity)
        if not text:
            return None
        heard = called(text, words.names)
        return Said(written(text), line.to, None if heard == text == written(text) else heard)


def called(text: str, names: Mapping[str, str]) -> str:
    """With the names of those who taught us theirs as they say it."""
    for name, sound in names.items():
        text = re.sub(rf"\b{re.escape(name)}\b(?![^{BEGIN}]*{END})", marked(name, sound), text)
    return text
