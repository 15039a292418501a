"""What an ear is: something that puts what it heard into the inbox, from a thread of its own, until it is closed."""

from dataclasses import dataclass
from queue import SimpleQueue
from typing import TYPE_CHECKING, Protocol, TypeAlias

from narrator.understand.expectation import Expectation

if TYPE_CHECKING:
    from narrator.sound.pcm import Pcm


@dataclass(frozen=True, slots=True)
class Heard:
    """Something was said in the room."""

    text: str
    sound: "Pcm | None" = None
    """Free words as they sounded."""
    doubt: tuple[str, ...] = ()
    """It was not heard clearly: the phrases it may have been, the likeliest first. Then there is no text."""
    aloud: bool = False
    """It came through the air, where the narrator's own voice is, too."""


@dataclass(frozen=True, slots=True)
class Missed:
    """Somebody said something short that was nothing of what may be said: an answer gone wrong, or side talk."""


@dataclass(frozen=True, slots=True)
class FellSilent:
    """The narrator has said everything there was to say."""


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


Happening: TypeAlias = Heard | Missed | Pressed | FellSilent | Trouble | Gone
Inbox: TypeAlias = "SimpleQueue[Happening]"


class Ear(Protocol):
    """Anything that listens."""

    def listen(self, inbox: Inbox) -> None:
        """Start listening; whatever is heard goes into the inbox."""

    def expect(self, expectation: Expectation, then: Expectation | None = None) -> None:
        """What may be said from now on, and what after that, so that it can be got ready. From the session's thread."""

    def close(self) -> None:
        """Stop listening."""
