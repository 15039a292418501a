"""The interfaces between the dialog and the outside: input sources, input events, and outputs for lines and speech.

An input source runs in its own thread and puts input events into the session's inbox until it is closed. The session
takes them out in its own thread and sends lines to its outputs.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from queue import SimpleQueue
from typing import TYPE_CHECKING, Protocol, TypeAlias

from narrator.language.lines.outbox import SpokenLine
from narrator.language.lines.preferences import Preferences, Theme
from narrator.language.understanding.expectation import Expectation

if TYPE_CHECKING:
    from narrator.speech.pcm import Pcm
    from narrator.speech.room import RoomTrouble


OnAnswered: TypeAlias = Callable[[Sequence[SpokenLine], bool], None]
"""Gets the lines that answer an event, and whether the conversation refused it."""


@dataclass(frozen=True, slots=True)
class UtteranceHeard:
    """Words that were spoken or typed."""

    text: str
    """The transcript; empty if there are candidates."""
    recording: "Pcm | None" = None
    """The sound of words that fit no fixed phrase, so that it can be kept."""
    clip: str | None = None
    """The name of that recording, once the session has stored it."""
    candidates: tuple[str, ...] = ()
    """The phrases an unclear utterance may have been, the likeliest first."""
    is_spoken: bool = False
    """Whether it came through the microphone, which may also pick up the narrator's voice."""
    clear_of_playback: bool = False
    """Whether it is too loud to be an echo of the narrator's voice."""
    seat: str | None = None
    """The player on whose phone it was typed; None if it was said in the room."""
    on_answered: OnAnswered | None = field(default=None, compare=False, repr=False)
    """Called in the session's thread once the utterance has been answered."""
    is_dictated: bool = False
    """Whether a recogniser wrote it down that does not know what may be said: an answer is confirmed first."""
    interrupts: bool = False
    """Whether the narrator was speaking; set by the session."""


@dataclass(frozen=True, slots=True)
class NotUnderstood:
    """An utterance that fits nothing that may be said now: a failed answer, or side talk."""

    room_trouble: "RoomTrouble | None" = None
    """The condition of the room that may be the cause."""
    has_words: bool = True
    """Whether words were recognised, or only a voice."""
    dictation: str = ""
    """The transcript by open dictation."""
    is_awaited: bool = False
    """Whether it was said in the seconds after a question."""


@dataclass(frozen=True, slots=True)
class RoomTroubleNoticed:
    """A condition of the room that makes recognition hard, found in the first minute."""

    trouble: "RoomTrouble"


@dataclass(frozen=True, slots=True)
class SpeechFinished:
    """The speech output has played everything in its queue."""


@dataclass(frozen=True, slots=True)
class TroubleReported:
    """A sentence that players must hear, for example that the microphone was unplugged or is back."""

    sentence: str


@dataclass(frozen=True, slots=True)
class KeysPressed:
    """Keys pressed on the number pad in the booth."""

    keys: str


@dataclass(frozen=True, slots=True)
class ChosenOnPhone:
    """A final choice made on a player's own phone: a value for each slot; a number is a place among the choices."""

    seat: str
    values: Mapping[str, int | str]
    turn: str = ""
    """The question that was on the phone when the player chose (see `Window.is_current`); empty if unknown."""
    on_answered: OnAnswered | None = field(default=None, compare=False, repr=False)
    """Called in the session's thread once the choice has been answered."""


@dataclass(frozen=True, slots=True)
class PhoneConnected:
    """The phone of this seat has connected."""

    seat: str


@dataclass(frozen=True, slots=True)
class DisplayChanged:
    """Text size, colours and screen reader use of one page: a player's phone, or the big screen if `seat` is None."""

    seat: str | None
    size: int
    theme: Theme
    reader: bool


@dataclass(frozen=True, slots=True)
class PagesOutdated:
    """The pages must be built again although the conversation has not changed."""


@dataclass(frozen=True, slots=True)
class InputEnded:
    """The last event of an input source."""


InputEvent: TypeAlias = (
    UtteranceHeard
    | NotUnderstood
    | RoomTroubleNoticed
    | KeysPressed
    | ChosenOnPhone
    | PhoneConnected
    | DisplayChanged
    | PagesOutdated
    | SpeechFinished
    | TroubleReported
    | InputEnded
)
Inbox: TypeAlias = "SimpleQueue[InputEvent]"


class InputSource(Protocol):
    """A microphone, keyboard or keypad."""

    def listen(self, inbox: Inbox) -> None:
        """Start a thread that puts every event into the inbox."""

    def expect(self, expectation: Expectation, then: Expectation | None = None) -> None:
        """Accept what may be said now, and prepare for `then`, which comes next. Called from the session's thread."""

    def close(self) -> None:
        """Stop listening."""


class TextOutput(Protocol):
    """A text stream to print on: the terminal, a pipe, a private line."""

    def write(self, text: str, /) -> object:
        """Append the text."""

    def flush(self) -> object:
        """Show all written text."""


class LineOutput(Protocol):
    """An output for the narrator's lines: a screen, a window or a speaker."""

    def say(self, lines: Sequence[SpokenLine]) -> None:
        """Deliver these lines to their audiences."""

    def close(self) -> None:
        """Release the output."""


class Cue(StrEnum):
    """Short sounds that mean something without words; `audio/` has a file of the same name for each."""

    LISTENING = "listening"
    HEARD = "heard"
    YOUR_TURN = "your-turn"
    PAGE_TURN = "page-turn"
    DICE = "dice"
    WIN = "win"
    WAITING = "waiting"
    MUSIC = "music"
    """A seamless loop that covers a whisper."""


class SpeechOutput(LineOutput, Protocol):
    """A line output that speaks, and so takes time and can be interrupted."""

    @property
    def is_speaking(self) -> bool:
        """Whether something is playing in the room or queued for it."""

    @property
    def current_line(self) -> str:
        """The line now playing in the room, or the last one that did."""

    @property
    def is_telling_story(self) -> bool:
        """Whether story text is playing or queued."""

    def stop(self) -> tuple[SpokenLine, ...]:
        """Stop at once. Return what was not played, from the start of the sentence that was cut."""

    def play_cue(self, cue: Cue) -> None:
        """Queue a cue."""

    def set_preferences(self, manner: Preferences) -> None:
        """Set speed and loudness."""

    def begin_game(self) -> None:
        """Give the characters of a new game new voices."""
