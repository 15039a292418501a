"""What must be answered before the game goes on: a yes or no, a name, some free words, or the next step of a lesson."""

from collections.abc import Callable
from dataclasses import dataclass, field

from narrator.tell.lines import Line


@dataclass
class Waiting:
    """Something that must be answered before the game goes on."""

    question: Line
    yes: Callable[[], None] | None = None
    no: Callable[[], None] | None = None
    words: Callable[[str], None] | None = None
    who: Callable[[str], None] | None = None
    steps: list[Line] = field(default_factory=list)

    @property
    def intents(self) -> frozenset[str]:
        if self.yes:
            return frozenset({"Yes", "No"})
        if self.who:
            return frozenset({"IAm", "Skip"})
        return frozenset({"Yes", "No", "Skip"}) if self.steps else frozenset({"Skip"})

    @property
    def kind(self) -> str:
        """What can be said to it."""
        return "yes" if self.yes else "name" if self.who else "steps" if self.steps else "words"
