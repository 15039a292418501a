"""What is about to be said, to whom, and what was said before."""

from dataclasses import dataclass, replace

from pydantic import TypeAdapter, ValidationError

from narrator.words.lines import Line, Lines, Verbosity


@dataclass(frozen=True, slots=True)
class Said:
    """One line for the room, or for one player's ear alone."""

    text: str
    to: str | None = None


@dataclass(frozen=True, slots=True)
class Manner:
    """How the narrator speaks. Kept for each player."""

    verbosity: Verbosity = Verbosity.FULL
    rate: int = 175
    """Words a minute."""
    volume: int = 80
    """Of a hundred."""

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


ADAPTER = TypeAdapter(Manner)


class Mouth:
    """Collects what an answer consists of, and remembers the answers of this evening."""

    def __init__(self, language: str, manner: Manner | None = None) -> None:
        self._language = language
        self.manner = manner or Manner()
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
            self._saying.append(Said(text, to))

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
