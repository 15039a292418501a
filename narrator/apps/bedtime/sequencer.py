"""The sequencer: knows what comes next, how softly, and when to stop. It has no thread, no sound and no clock.

Whoever plays the sound asks `tick` many times a second how loud it may be, and looks whether it is `cut`. That volume
only ever sinks while something sounds: it follows the chapters, "softer" and the fades, and each new passage begins
from silence. So nothing at bedtime is sudden, whatever is said and whenever.
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

SOFTEN_DB_PER_S = 3.0  # decibels in a second at which it becomes softer while somebody speaks
MIN_FADE_S = 0.05  # seconds of the shortest fade
REPEAT_PREVIOUS_WITHIN_S = 2.5  # seconds of a sentence in which "again" means the one before


class Command(StrEnum):
    """What may be asked for, as the grammar calls it."""

    STOP = "StopTelling"
    GO_ON = "GoOnTelling"
    AGAIN = "TellAgain"
    SOFTER = "TellSofter"
    GOOD_NIGHT = "GoodNight"
    AFTER_THIS_STORY = "AfterThisStory"


@dataclass(frozen=True, slots=True)
class StopIn:
    seconds: float


BedtimeCommand: TypeAlias = Command | StopIn


class AfterFade(Enum):
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
    """Tells one script, or several in a row."""

    def __init__(self, script: Sequence[Passage], room_to_soften: float) -> None:
        """`room_to_soften`: decibels to the floor."""
        self.over = not script
        self.quiet = False  # it was asked to stop, and waits
        self.cut = False  # what sounds now is to end now
        self.only_this_story = False
        self._script = script
        self._at = 0
        self._most = room_to_soften
        self._chapters = 0  # those told before, this evening
        self._words = 0
        self._softened = 0.0
        self._ticked = self._begun = 0.0
        self._return_to = 0  # where it goes on after a fade that turns back
        self._fade: Fade | None = None
        self._timer: tuple[float, float] | None = None
        """When it runs out, and the seconds before in which it falls silent."""

    # --- what is told ------------------------------------------------------------------------------

    @property
    def passage(self) -> Passage | None:
        """What is to be told now; nothing while it is quiet, and when it is over."""
        return None if self.over or self.quiet else self._script[self._at]

    @property
    def upcoming(self) -> Passage | None:
        """What comes after it, to be rendered ahead."""
        return self._script[self._at + 1] if self._at + 1 < len(self._script) else None

    @property
    def sentence_number(self) -> int | None:
        """The sentence of the story where it is."""
        return next((each.number for each in self._script[self._at :] if each.number is not None), None)

    @property
    def length(self) -> int:
        return len(self._script)

    @property
    def finished(self) -> bool:
        return self._at >= len(self._script)

    @property
    def falling_asleep(self) -> bool:
        """Whether it has begun to fall silent for good."""
        return self._fade is not None and self._fade.then is AfterFade.OVER

    def begin(self, now: float) -> None:
        self.cut = False
        self._begun = self._ticked = now
        self._softened = max(self._softened, self._softness)

    def advance(self) -> None:
        """The passage was heard to its end."""
        if self._fade is not None and self._fade.then is AfterFade.ON:
            self._faded(AfterFade.ON)
            return
        self._at += 1
        self.over = self.over or self.finished

    def start_next_story(self, script: Sequence[Passage]) -> None:
        """The next story, this very evening: as soft as the one before had become."""
        self._chapters += 1 + max((passage.chapter for passage in self._script), default=0)
        self._script, self._at, self.over = script, 0, not script

    # --- what is asked for -------------------------------------------------------------------------

    def obey(self, said: BedtimeCommand, now: float) -> None:
        match said:
            case StopIn(seconds):
                self._timer = now + seconds, min(TIMER_FADE_S, seconds / 2)
                self.only_this_story = False
            case Command.AFTER_THIS_STORY:
                self._timer = None
                self.only_this_story = True
            case Command.SOFTER:
                self._words += 1
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
        elif self._fade.then is not AfterFade.OVER:  # nothing may become louder: only what comes after it is another
            self._fade = replace(self._fade, then=then)

    def _again(self, now: float) -> None:
        if self.quiet or self._fade is not None:
            self._go_on()
            return
        back = 1 if now - self._begun < REPEAT_PREVIOUS_WITHIN_S else 0
        self._return_to = max(0, self._at - back)
        self._fade = Fade(now + REPEAT_FADE_S, REPEAT_FADE_S, AfterFade.ON)

    def _go_on(self) -> None:
        """After a stop; in the middle of one, it first becomes silent, because nothing may become louder."""
        self.quiet = False
        if self._fade is not None and self._fade.then is AfterFade.QUIET:
            self._return_to = self._at
            self._fade = replace(self._fade, then=AfterFade.ON)

    # --- how loud it may be ------------------------------------------------------------------------

    def tick(self, now: float) -> float:
        """What to multiply the sound with at this moment, from 0 to 1."""
        self._mind_the_timer(now)
        self._sink(now)
        if self.over or self.quiet or self.cut:
            return 0.0
        volume = float(10 ** (-self._softened / 20))
        if self._fade is None:
            return volume
        if now >= self._fade.ends:
            self._faded(self._fade.then)
            return 0.0
        return volume * self._fade.gain(now)

    def _mind_the_timer(self, now: float) -> None:
        if self._timer is None:
            return
        ends, drift = self._timer
        if now >= ends - drift:
            self._timer = None
            self._fall_silent(ends - drift, max(drift, MIN_FADE_S), AfterFade.OVER)

    def _sink(self, now: float) -> None:
        """Within a sentence it becomes softer gently; it never becomes louder again."""
        step = SOFTEN_DB_PER_S * (now - self._ticked)
        self._softened = max(self._softened, min(self._softness, self._softened + step))
        self._ticked = now

    @property
    def _softness(self) -> float:
        """By how many decibels it should be softer by now; never below the floor."""
        return min(self._most, SOFTER_PER_CHAPTER_DB * self._chapter + SOFTER_PER_COMMAND_DB * self._words)

    @property
    def _chapter(self) -> int:
        """How many chapters were told this evening before the one that is told now."""
        first = next((passage.chapter for passage in self._script if passage.number is not None), 0)
        here = self._script[min(self._at, len(self._script) - 1)].chapter if self._script else 0
        return self._chapters + max(0, here - first)

    def _faded(self, then: AfterFade) -> None:
        self._fade = None
        self.cut = True
        if then is AfterFade.ON:
            self._at = self._return_to
        self.quiet = then is AfterFade.QUIET
        self.over = then is AfterFade.OVER
