"""What an ear is: something that puts what it heard into the inbox, from a thread of its own, until it is closed."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from queue import SimpleQueue
from typing import TYPE_CHECKING, Protocol, TypeAlias

from narrator.language.lines.outbox import Manner, Said, Theme
from narrator.language.understanding.expectation import Expectation
from narrator.speech.tts.cues import Cue

if TYPE_CHECKING:
    from narrator.speech.pcm import Pcm
    from narrator.speech.room import RoomTrouble


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


class Paper(Protocol):
    """Anything that takes text: a screen, a pipe, a private line."""

    def write(self, text: str, /) -> object:
        """Put this behind what is there."""

    def flush(self) -> object:
        """Show it now."""


class Voice(Protocol):
    def say(self, lines: Sequence[Said]) -> None:
        """Bring these lines to whom they are for."""

    def close(self) -> None:
        """Finish."""


class Speaker(Voice, Protocol):
    @property
    def speaking(self) -> bool:
        """Whether the room hears it, or will in a moment."""

    @property
    def saying(self) -> str:
        """The line that the room hears now, or heard last."""

    @property
    def telling(self) -> bool:
        """Whether a part of the story is being said, or is still to be said."""

    def stop(self) -> tuple[Said, ...]:
        """Silence at once; what was not said to its end: from the beginning of the sentence that was broken off."""

    def cue(self, cue: Cue) -> None:
        """A sound without words."""

    def set_manner(self, manner: Manner) -> None:
        """How fast and how loud."""

    def look_ahead(self, game: str | None) -> None:
        """Have the words of this game ready before they are needed."""
