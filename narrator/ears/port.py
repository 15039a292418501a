"""What an ear is: something that puts what it heard into the inbox, from a thread of its own, until it is closed."""

from collections.abc import Mapping
from dataclasses import dataclass
from queue import SimpleQueue
from typing import TYPE_CHECKING, Protocol, TypeAlias

from narrator.tell.outbox import Theme
from narrator.understand.expectation import Expectation

if TYPE_CHECKING:
    from narrator.sound.pcm import Pcm
    from narrator.sound.room import RoomTrouble


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
    over_its_voice: bool = False
    """It stands out from that voice so clearly that it cannot be the narrator's own words."""


@dataclass(frozen=True, slots=True)
class Missed:
    """Somebody said something short that was nothing of what may be said: an answer gone wrong, or side talk."""

    room: "RoomTrouble | None" = None
    """What in the room may be why."""
    words: bool = True
    """Whether there were any, or only a voice."""
    dictated: str = ""
    """What open dictation wrote down of it."""


@dataclass(frozen=True, slots=True)
class Noticed:
    """In the first minute of an evening: something about the room makes it hard to understand anybody."""

    room: "RoomTrouble"


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
class Chosen:
    """Somebody chose on their own phone, place by place: a number counts the choices. Nothing takes it back."""

    seat: str
    values: Mapping[str, int | str]


@dataclass(frozen=True, slots=True)
class PhoneCame:
    """Somebody's phone is here."""

    seat: str


@dataclass(frozen=True, slots=True)
class Looked:
    """Somebody reads a page in this size and these colours: on their own phone, or on the page for all."""

    seat: str | None
    size: int
    theme: Theme
    reader: bool


@dataclass(frozen=True, slots=True)
class Gone:
    """This ear will hear nothing more: the input has ended."""


Happening: TypeAlias = Heard | Missed | Noticed | Pressed | Chosen | PhoneCame | Looked | FellSilent | Trouble | Gone
Inbox: TypeAlias = "SimpleQueue[Happening]"


class Ear(Protocol):
    """Anything that listens."""

    def listen(self, inbox: Inbox) -> None:
        """Start listening; whatever is heard goes into the inbox."""

    def expect(self, expectation: Expectation, then: Expectation | None = None) -> None:
        """What may be said from now on, and what after that, so that it can be got ready. From the session's thread."""

    def close(self) -> None:
        """Stop listening."""
