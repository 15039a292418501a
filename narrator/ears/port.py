"""What an ear is: something that puts what it heard into the inbox, from a thread of its own, until it is closed."""

from collections.abc import Collection
from dataclasses import dataclass
from queue import SimpleQueue
from typing import Protocol, TypeAlias


@dataclass(frozen=True, slots=True)
class Expectation:
    """What may be said now."""

    phrases: Collection[str] = ()
    """Whole sentences, as players would say them, numbers in words."""
    free: bool = False
    """Whether free words are awaited (a clue, a reason, a name): they are recorded, and written down as well as can be
    done."""
    fillers: Collection[str] = ()
    """Words that may stand anywhere and mean nothing: "um"."""
    corrections: Collection[str] = ()
    """What comes before what was really meant: "three, no, two"."""


@dataclass(frozen=True, slots=True)
class Heard:
    """Something was said in the room."""

    text: str
    sound: str | None = None
    """The name of the recording, of free words."""
    doubt: tuple[str, ...] = ()
    """It was not heard clearly: the phrases it may have been, the likeliest first. Then there is no text."""


@dataclass(frozen=True, slots=True)
class Trouble:
    """Something about the ear that the room should know, in a sentence: the microphone is gone, or back."""

    sentence: str


@dataclass(frozen=True, slots=True)
class Pressed:
    """A number was pressed in the booth."""

    keys: str


@dataclass(frozen=True, slots=True)
class Gone:
    """This ear will hear nothing more: the input has ended."""


Happening: TypeAlias = Heard | Pressed | Trouble | Gone
Inbox: TypeAlias = "SimpleQueue[Happening]"


class Ear(Protocol):
    """Anything that listens."""

    def listen(self, inbox: Inbox) -> None:
        """Start listening; whatever is heard goes into the inbox."""

    def expect(self, expectation: Expectation) -> None:
        """What may be said from now on. Called between utterances, from the thread of the session."""

    def close(self) -> None:
        """Stop listening."""
