"""What is talked about away from the table, a question, a lesson, a name: only an answer to it counts."""

from abc import ABC, abstractmethod

from narrator.understand.grammar import Reading


class Interlude(ABC):
    """Whatever is no answer was not understood."""

    expects_words = False
    """Whether free words are awaited."""
    corrects: frozenset[str] = frozenset()
    """While free words are awaited, what counts only as a correction."""

    def take_words(self, text: str, sound: str | None = None) -> None:
        self.miss()

    def offer(self, said: str, reading: Reading) -> None:
        self.miss()

    def choose_between(self, readings: tuple[Reading, ...]) -> None:
        self.miss()

    @abstractmethod
    def miss(self) -> None:
        """Say what would do."""
