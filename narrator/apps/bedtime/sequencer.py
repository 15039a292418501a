"""Decide which passage comes next, how softly, and when to stop. The sequencer has no thread, no sound and no clock.

The output calls `tick` many times per second to get the volume, and stops when `cut` is set. While a passage plays, the
volume never rises: chapters, "softer" and fades only lower it, and a new passage starts after silence. So nothing at
bedtime is sudden, whatever command comes at whatever time.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import Enum, StrEnum, auto
from typing import TypeAlias

from narrator.apps.bedtime.script import Passage
from narrator.apps.bedtime.settings import (
    COMMAND_FADE_S,
    REPEAT_FADE_S,
    SOFTER_PER_CHAPTER_DB,
    SOFTER_PER_COMMAND_DB,
    TIMER_FADE_S,
)

SOFTEN_DB_PER_S = 3.0
"""How fast the volume falls within a passage."""
MIN_FADE_S = 0.05
REPEAT_PREVIOUS_WITHIN_S = 2.5
"""This early in a sentence, "again" means the sentence before."""


class Command(StrEnum):
    """A bedtime command; the value is its intent in the grammar."""

    STOP = "StopTelling"
    GO_ON = "GoOnTelling"
    AGAIN = "TellAgain"
    SOFTER = "TellSofter"
    GOOD_NIGHT = "GoodNight"
    AFTER_THIS_STORY = "AfterThisStory"
    IN_MY_VOICE = "InMyVoice"
    YOU_READ_IT = "YouReadIt"


VOICE_COMMANDS = {Command.IN_MY_VOICE: True, Command.YOU_READ_IT: False}
"""Commands that decide whether recordings are played. They change the script, not the sequence."""


@dataclass(frozen=True, slots=True)
class StopIn:
    seconds: float


@dataclass(frozen=True, slots=True)
class ChangeVoice:
    """Another voice for a character. The sequencer is not concerned."""

    speaker: str


BedtimeCommand: TypeAlias = Command | StopIn


class AfterFade(Enum):
    """What follows a fade: the end, a pause until "go on", or another passage."""

    OVER = auto()
    QUIET = auto()
    ON = auto()


@dataclass(frozen=True, slots=True)
class Fade:
    ends: float
    seconds: float
    then: AfterFade

    def gain(self, now: float) -> float:
        left = min(1.0, max(0.0, (self.ends - now) / self.seconds))
        return left * left


class Sequencer:
    """Steps through the script of one story, or of several in a row."""

    def __init__(self, script: Sequence[Passage], room_to_soften: float) -> None:
        """Start at the first passage. `room_to_soften` is how many decibels softer the voice may become."""
        self.over = not script
        self.quiet = False  # after "stop", until "go on"
        self.cut = False  # the output must stop the current passage
        self.only_this_story = False
        self._script = script
        self._at = 0
        self._room_to_soften = room_to_soften
        self._earlier_chapters = 0  # in stories told before this one
        self._softer_commands = 0
        self._softened = 0.0
        self._ticked = self._begun = 0.0
        self._return_to = 0  # position after a fade with `AfterFade.ON`
        self._fade: Fade | None = None
        self._timer: tuple[float, float] | None = None
        """When the timer ends, and for how many seconds before that the sound fades."""

    # --- position ----------------------------------------------------------------------------------

    @property
    def passage(self) -> Passage | None:
        """The passage to tell now; `None` while it is quiet and when it is over."""
        return None if self.over or self.quiet else self._script[self._at]

    @property
    def upcoming(self) -> Passage | None:
        """The passage after this one, to be rendered ahead."""
        return self._script[self._at + 1] if self._at + 1 < len(self._script) else None

    @property
    def sentence_number(self) -> int | None:
        """The number of the current or next sentence of the story."""
        return next((passage.number for passage in self._script[self._at :] if passage.number is not None), None)

    @property
    def length(self) -> int:
        return len(self._script)

    @property
    def finished(self) -> bool:
        return self._at >= len(self._script)

    @property
    def falling_asleep(self) -> bool:
        """Whether the final fade has begun."""
        return self._fade is not None and self._fade.then is AfterFade.OVER

    def begin(self, now: float) -> None:
        """Note that the current passage starts to play."""
        self.cut = False
        self._begun = self._ticked = now
        self._softened = max(self._softened, self._softness)

    def advance(self) -> None:
        """Go to the next passage, because this one was played to its end."""
        if self._fade is not None and self._fade.then is AfterFade.ON:
            self._finish_fade(AfterFade.ON)
            return
        self._at += 1
        self.over = self.over or self.finished

    def start_next_story(self, script: Sequence[Passage]) -> None:
        """Continue with another story, as softly as the one before ended."""
        self._earlier_chapters += 1 + max((passage.chapter for passage in self._script), default=0)
        self._script, self._at, self.over = script, 0, not script

    def replace_script(self, script: Sequence[Passage]) -> None:
        """Go on at the same sentence of another script of this story."""
        here, place = self.sentence_number, min(self._at, len(script))
        if here is not None:
            numbered = enumerate(passage.number for passage in script)
            place = next((at for at, number in numbered if number is not None and number >= here), place)
        self._script, self._at = script, place

    # --- commands ----------------------------------------------------------------------------------

    def obey(self, command: BedtimeCommand, now: float) -> None:
        match command:
            case StopIn(seconds):
                self._timer = now + seconds, min(TIMER_FADE_S, seconds / 2)
                self.only_this_story = False
            case Command.AFTER_THIS_STORY:
                self._timer = None
                self.only_this_story = True
            case Command.SOFTER:
                self._softer_commands += 1
            case Command.GOOD_NIGHT:
                self._fall_silent(now, COMMAND_FADE_S, AfterFade.OVER)
            case Command.STOP:
                self._fall_silent(now, COMMAND_FADE_S, AfterFade.QUIET)
            case Command.AGAIN:
                self._again(now)
            case Command.GO_ON:
                self._go_on()

    def _fall_silent(self, now: float, seconds: float, then: AfterFade) -> None:
        if self.quiet:
            self.over = then is AfterFade.OVER
        elif self._fade is None:
            self._fade = Fade(now + seconds, seconds, then)
        elif self._fade.then is not AfterFade.OVER:  # keep the fade, since the volume may not rise
            self._fade = replace(self._fade, then=then)

    def _again(self, now: float) -> None:
        if self.quiet or self._fade is not None:
            self._go_on()
            return
        back = 1 if now - self._begun < REPEAT_PREVIOUS_WITHIN_S else 0
        self._return_to = max(0, self._at - back)
        self._fade = Fade(now + REPEAT_FADE_S, REPEAT_FADE_S, AfterFade.ON)

    def _go_on(self) -> None:
        """Continue after a stop. During the fade of a stop, finish it first: the volume may not rise."""
        self.quiet = False
        if self._fade is not None and self._fade.then is AfterFade.QUIET:
            self._return_to = self._at
            self._fade = replace(self._fade, then=AfterFade.ON)

    # --- volume ------------------------------------------------------------------------------------

    def tick(self, now: float) -> float:
        """Return the volume at this time, from 0 to 1."""
        self._check_timer(now)
        self._soften(now)
        if self.over or self.quiet or self.cut:
            return 0.0
        volume = float(10 ** (-self._softened / 20))
        if self._fade is None:
            return volume
        if now >= self._fade.ends:
            self._finish_fade(self._fade.then)
            return 0.0
        return volume * self._fade.gain(now)

    def _check_timer(self, now: float) -> None:
        if self._timer is None:
            return
        ends, fade = self._timer
        if now >= ends - fade:
            self._timer = None
            self._fall_silent(ends - fade, max(fade, MIN_FADE_S), AfterFade.OVER)

    def _soften(self, now: float) -> None:
        """Lower the volume gradually towards its target. It never rises again."""
        step = SOFTEN_DB_PER_S * (now - self._ticked)
        self._softened = max(self._softened, min(self._softness, self._softened + step))
        self._ticked = now

    @property
    def _softness(self) -> float:
        """The target: by how many decibels the voice should be softer by now."""
        wanted = SOFTER_PER_CHAPTER_DB * self._chapter + SOFTER_PER_COMMAND_DB * self._softer_commands
        return min(self._room_to_soften, wanted)

    @property
    def _chapter(self) -> int:
        """The number of chapters told before the current one, in all stories."""
        first = next((passage.chapter for passage in self._script if passage.number is not None), 0)
        current = self._script[min(self._at, len(self._script) - 1)].chapter if self._script else 0
        return self._earlier_chapters + max(0, current - first)

    def _finish_fade(self, then: AfterFade) -> None:
        self._fade = None
        self.cut = True
        if then is AfterFade.ON:
            self._at = self._return_to
        self.quiet = then is AfterFade.QUIET
        self.over = then is AfterFade.OVER
