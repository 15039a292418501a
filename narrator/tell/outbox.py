"""What is about to be said, to whom, and what was said before."""

import re
from dataclasses import dataclass, replace

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
            return ADAPTER.validate_json(written)
        except ValidationError:
            return cls()

    def written(self) -> str:
        return ADAPTER.dump_json(self).decode()

    def faster(self, step: int) -> "Manner":
        return replace(self, rate=max(80, min(500, self.rate + step)))

    def louder(self, step: int) -> "Manner":
        return replace(self, volume=max(10, min(100, self.volume + step)))

    def with_cues(self, step: int) -> "Manner":
        """Never all the way to silence: that has words of its own."""
        return replace(self, cues=max(15, min(100, self.cues + step)))


ADAPTER = TypeAdapter(Manner)


class Mouth:
    """Collects what an answer consists of, and remembers the answers of this evening."""

    def __init__(self, language: str, manner: Manner | None = None) -> None:
        self._language = language
        self.manner = manner or Manner()
        self.names: dict[str, str] = {}
        """Recordings of names that no voice says right, by the name."""
        self.speak_of(None)
        self._saying: list[Said] = []
        self._answers: list[tuple[Said, ...]] = []
        self._back = 0

    def speak_of(self, game: str | None) -> None:
        """From now on in the words of this game.

        What is whispered takes turns of its own: nobody in the room can tell from a wording how long a visit was.
        """
        self.lines = Lines(self._language, game)
        self._whispers = Lines(self._language, game)

    def say(self, line: Line, to: str | None = None) -> None:
        """Say it in the room, or into one player's ear."""
        text = (self.lines if to is None else self._whispers).say(line, self.manner.verbosity)
        if text:
            heard = self._called(text)
            self._saying.append(Said(written(text), to, None if heard == text == written(text) else heard))

    def _called(self, text: str) -> str:
        """With the names of those who taught us theirs as they say it."""
        for name, sound in self.names.items():
            text = re.sub(rf"\b{re.escape(name)}\b(?![^{BEGIN}]*{END})", marked(name, sound), text)
        return text

    def take(self) -> tuple[Said, ...]:
        """Everything there is to say now."""
        answer, self._saying = tuple(self._saying), []
        return answer

    def remember(self, answer: tuple[Said, ...]) -> None:
        """Keep what the room heard, so that it can be heard again."""
        heard = tuple(said for said in answer if said.to is None)
        if heard:
            self._answers.append(heard)
        self._back = 0

    def again(self) -> None:
        """Say the last answer once more, word for word."""
        self._saying += self._answers[-1 - self._back] if self._answers else ()

    def earlier(self) -> bool:
        """Step one answer back and say that one; not beyond the first."""
        if self._back + 1 >= len(self._answers):
            return False
        self._back += 1
        self.again()
        return True
