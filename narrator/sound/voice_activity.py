"""Whether somebody is speaking, told by loudness alone; and free words, recorded until the speaker has finished.

A voice is what stands out from the room. The room is known in two ways. While nobody speaks, by its louder moments: a
clattering kitchen must stay below the bar. And at any time by the quietest moment of the last seconds, because even a
child that talks without end breathes now and then: so a fan that is switched on is not taken for a voice for ever.
Once somebody speaks, what is far softer than their voice is not theirs, until they have been silent for a while.

Nobody is hurried. A recording begins when somebody speaks, however late that is, with the moment before it, so that no
first sound is lost; it ends after a silence long enough to think in.
"""

from collections import deque

import numpy as np

from narrator.sound.pcm import ABOVE_THE_ROOM, FAINTEST, SILENT, Pcm, Samples, decibels

MEMORY = 4.0
"""Seconds over which the room is listened to."""
ENOUGH = 50
"""Frames after which the room is known well enough to tell its louder moments."""
ABOVE_THE_CLATTER = 4.0
"""Decibels by which a voice is louder than the louder moments of the room."""
BELOW_THE_VOICE = 18.0
"""Decibels by which a voice may sink and still be that voice: ends of sentences are soft."""
GOING_ON = 3.0
"""Decibels by which the bar sinks once somebody speaks."""
TIRES = 3.0
"""Decibels a second by which a loud beginning is forgotten."""
TURN = 2.0
"""Seconds of silence after which somebody else may speak, as softly as they like."""
CATCH = 0.06
"""Seconds of sound that make a voice; a knock is shorter."""
HANGOVER = 0.2
"""Seconds of silence that are still part of the voice: the gap inside "six"."""

PRE_ROLL = 0.4
"""Seconds before the voice that are kept."""
FINISHED = 1.6
"""Seconds of silence that end free words. Children think longer than adults, and nobody likes to be cut off."""
LONGEST = 120.0
"""Seconds after which a recording ends in any case, so that a radio cannot fill the disk."""


class VoiceActivity:
    """Feed it frames of one length; it says whether somebody speaks."""

    def __init__(self, rate: int = 16_000) -> None:
        self._rate = rate
        self._all: deque[float] = deque()
        """The levels of the last seconds."""
        self._room: deque[float] = deque()
        """The same of the last seconds in which nobody spoke."""
        self._voice = SILENT
        """How loud whoever speaks is."""
        self._sounding = self._silent = 0.0
        self.speaking = False

    @property
    def bar(self) -> float:
        """How loud a voice must be now."""
        quietest = np.min(np.convolve(self._all, [0.5, 0.5], "valid")) if len(self._all) > 1 else SILENT
        clatter = np.percentile(self._room, 90) if len(self._room) >= ENOUGH else SILENT
        bar = max(FAINTEST, quietest + ABOVE_THE_ROOM, clatter + ABOVE_THE_CLATTER)
        return float(max(bar - GOING_ON if self.speaking else bar, self._voice - BELOW_THE_VOICE))

    def feed(self, frame: Samples) -> bool:
        """Whether somebody speaks at the end of this frame."""
        level, seconds = decibels(frame), len(frame) / self._rate
        if level > self.bar:
            self._sounding, self._silent = self._sounding + seconds, 0.0
            self.speaking = self.speaking or self._sounding >= CATCH
        else:
            self._sounding, self._silent = 0.0, self._silent + seconds
            self.speaking = self.speaking and self._silent < HANGOVER
        self._voice -= TIRES * seconds
        if self.speaking:
            self._voice = max(level, self._voice)
        elif self._silent > TURN:
            self._voice = SILENT
        self._remember(level, round(MEMORY / seconds))
        return self.speaking

    def _remember(self, level: float, most: int) -> None:
        for levels, wanted in ((self._all, True), (self._room, not self.speaking and not self._sounding)):
            if wanted:
                levels.append(level)
            while len(levels) > most:
                levels.popleft()


class FreeWords:
    """Records one thing that somebody says in their own words: a clue, a reason, a name."""

    def __init__(
        self,
        rate: int = 16_000,
        *,
        activity: VoiceActivity | None = None,
        finished: float = FINISHED,
        longest: float = LONGEST,
    ) -> None:
        """An `activity` that has been listening for a while knows the room already."""
        self._rate, self._finished, self._longest = rate, finished, longest
        self._activity = activity or VoiceActivity(rate)
        self._frames: deque[Samples] = deque()
        self._seconds = 0.0
        self._silence = 0.0
        self.begun = False
        """Whether somebody has begun to speak."""
        self.over = False
        """Whether they have finished."""

    def feed(self, frame: Samples) -> bool:
        """Take one more frame; whether that was the end."""
        if self.over:
            return True
        seconds = len(frame) / self._rate
        self._frames.append(frame)
        self._seconds += seconds
        if self._activity.feed(frame):
            self.begun, self._silence = True, 0.0
        else:
            self._silence += seconds
        if self.begun:
            self.over = self._silence >= self._finished or self._seconds >= self._longest
        else:
            self._forget_the_beginning()
        return self.over

    def _forget_the_beginning(self) -> None:
        """Until somebody speaks, only the last moment is kept."""
        while self._seconds - len(self._frames[0]) / self._rate > PRE_ROLL:
            self._seconds -= len(self._frames.popleft()) / self._rate

    @property
    def whole(self) -> Pcm:
        """All of it, as it was heard."""
        return Pcm(np.concatenate([np.zeros(0, dtype=np.int16), *self._frames]), self._rate)

    @property
    def clip(self) -> Pcm | None:
        """What was said, without the silence around it and as loud as any; nothing if nobody spoke."""
        if not self.begun:
            return None
        clip = self.whole.trimmed().levelled()
        return clip if len(clip.samples) else None
