"""The narrator's own voice is taken out of what the microphone hears, so that an answer gets through while it reads.

The canceller (`canceller`) needs both streams in step: for every frame heard, as much of what was played. The player
gives its blocks, silence included, and the microphone its frames, each in its own rhythm and by its own clock. So the
blocks wait here for a moment, and are brought to our rate a little faster or slower, as the drift of the clocks wants
it. When one of the streams has stumbled, they begin anew, and the canceller is told.

A loudspeaker without a wire sounds up to two seconds late, and a filter knows but four tenths of one. So as long as the
canceller has not shown what it can do, it is looked by how much the one stream lags behind the other, and the blocks
wait as long. Else that voice would seem to be somebody's, and the narrator would answer itself.
"""

from collections import deque
from collections.abc import Callable
from contextlib import suppress
from enum import Enum
from queue import Empty, SimpleQueue

import numpy as np
import soxr

from narrator.speech.echo.canceller import FRAME, EchoCanceller
from narrator.speech.pcm import Pcm, Samples, rms_dbfs, to_int16
from narrator.speech.room import TOO_LATE, RoomTrouble, delay_between

RATE = 16_000
RESERVE, MOST_WAITING = 0.03, 0.3
"""Seconds of played sound that wait at first, so that no frame has to wait; and with more than which they have lost
step: the echo would come before what caused it."""
LINGERS = 1.0  # seconds for which an echo may stay in the room and on its way
LOOK = 25  # frames of something played between two looks at the drift
TRUST = 0.7
"""How much of the drift that was found is believed at once; less where it takes several looks to see what it did."""
REMEMBERED = 1000  # frames of which the levels are kept: longer than anything that is said to us
LOUDEST = 4  # which of the loudest frames of an answer counts: a vowel is longer
MOST_DRIFT = 5e-4  # no two clocks differ by more
PAST = 4.0  # seconds of both streams in which the delay is looked for
SEARCH = 50  # Frames of something played between two such looks. What two of them find is believed.
NOTHING = 3
"""So many of them that find nothing: whoever wears headphones need not wait until the canceller has found out."""
LATE, EARLY = 0.2, 0.04
"""Seconds of delay that the canceller can do with by itself; and so much before an echo it is to begin."""


class Whose(Enum):
    """Who said what was heard while the narrator spoke: by how many decibels that may be softer than the echo it was
    said into, and which part of the power of its loudest frames must not be the echo's."""

    SOMEBODYS = 15.0, 0.5
    PERHAPS_SOMEBODYS = 20.0, 0.25  # nothing that the narrator just said itself, or it may be that
    ITS_OWN = np.inf, 0.0  # but the rest of an echo


class Echo:
    def __init__(self, tell: Callable[[RoomTrouble], None] = lambda trouble: None) -> None:
        """`tell` gets to know what should be changed about the speaker."""
        self._tell = tell
        self.drift = 0.0  # by which part the microphone's clock is faster than the speaker's
        self._canceller = EchoCanceller()
        self._blocks: SimpleQueue[Pcm] = SimpleQueue()
        self._resampler: tuple[int, soxr.ResampleStream] | None = None
        self._waiting = np.zeros(0, dtype=np.int16)
        self._in_step = False
        self._heard = self._given = np.zeros(round(PAST * RATE), dtype=np.int16)
        """The last of what was heard, and of what was played meanwhile."""
        self._behind = 0  # samples by which what is played is held back, because it sounds late
        self._delay: float | None = None  # as it was found last, if anything came back
        self._nothing = 0  # how often it did not, one after the other
        self._quiet = LINGERS
        self._sounded = 0  # frames in which something was played
        self._levels: deque[tuple[float, float, float]] = deque(maxlen=REMEMBERED)
        """Of the last frames: as they were heard, cleaned, and which part of their power was not the echo's."""
        self._frames = 0

    def played(self, block: Pcm) -> None:
        """What the player just gave to the speaker. Called where nobody may wait, so it is only noted."""
        self._blocks.put(block)

    def cleaned(self, frame: Samples) -> Samples:
        """The frame before this one, without what was played. Called for each as it comes, from one thread only."""
        count = len(frame)
        self._heard = np.concatenate([self._heard[count:], frame])
        self._given = np.concatenate([self._given[count:], self._played_with(count)])
        far = self._given[len(self._given) - self._behind - count :][:count]
        self._quiet = 0.0 if far.any() else self._quiet + count / RATE
        nothing_to_subtract = self._quiet > LINGERS  # then listening should cost next to nothing
        cleaned = self._canceller.skip(frame) if nothing_to_subtract else self._canceller.process(frame, far)
        self._levels.append((rms_dbfs(frame), rms_dbfs(cleaned), self._canceller.others))
        self._frames += 1
        if self._quiet == 0.0:
            self._sounded += 1
            if self._sounded % LOOK == 0:
                self._follow_drift()
            if self._sounded % SEARCH == 0:
                self._follow_delay()
        return cleaned

    def whose(self, start: float, end: float) -> Whose:
        """Who spoke between these two seconds since the first frame."""
        first = self._frames - len(self._levels)
        then = list(self._levels)[max(0, round(start / FRAME * RATE) - first) : round(end / FRAME * RATE) + 2 - first]
        if len(then) < LOUDEST:
            return Whose.PERHAPS_SOMEBODYS
        loud = sorted(((cleaned, others) for _, cleaned, others in then), reverse=True)[: 2 * LOUDEST]
        softer = sorted(heard for heard, _, _ in then)[-LOUDEST] - loud[LOUDEST - 1][0]
        others = sorted(others for _, others in loud)[-LOUDEST]
        return next(each for each in Whose if softer <= each.value[0] and others >= each.value[1])

    def _played_with(self, count: int) -> Samples:
        """So much of what was played; silence until the two are in step."""
        with suppress(Empty):
            while True:
                self._waiting = np.concatenate([self._waiting, self._at_our_rate(self._blocks.get_nowait())])
        waiting = len(self._waiting)
        if self._in_step and not count <= waiting < MOST_WAITING * RATE:
            self._in_step = False
            self._canceller.unsettle()
        if not self._in_step:
            if waiting < count + RESERVE * RATE:
                return np.zeros(count, dtype=np.int16)
            self._waiting = self._waiting[-count - round(RESERVE * RATE) :]
            self._in_step = True
        far, self._waiting = self._waiting[:count], self._waiting[count:]
        return far

    def _at_our_rate(self, block: Pcm) -> Samples:
        if block.rate == RATE:  # a headset: one device, one clock
            return block.samples
        if self._resampler is None or self._resampler[0] != block.rate:
            self._resampler = block.rate, soxr.ResampleStream(block.rate, RATE, 1, dtype="float32", vr=True)
            self._set_rate()
        return to_int16(self._resampler[1].resample_chunk(block.samples.astype(np.float32)))

    def _follow_delay(self) -> None:
        """Hold back what is played as long as it takes to come back, if that is too late for the canceller."""
        before, self._delay = self._delay, delay_between(Pcm(self._given, RATE), Pcm(self._heard, RATE))
        self._nothing = self._nothing + 1 if self._delay is None else 0
        if self._nothing >= NOTHING:
            self._canceller.believe()
        if self._delay is None or before is None or abs(self._delay - before) > EARLY:
            return
        if not 0 <= self._delay - self._behind / RATE <= LATE:
            self._behind = max(0, round((self._delay - EARLY) * RATE))
            self._canceller.begin_anew()
            if self._delay > TOO_LATE:
                self._tell(RoomTrouble.LATE)

    def _follow_drift(self) -> None:
        found = self._canceller.drift() / (LOOK * FRAME)
        trust = TRUST / (1 + self._behind / (LOOK * FRAME))
        self.drift = float(np.clip(self.drift + trust * found, -MOST_DRIFT, MOST_DRIFT))
        self._set_rate()

    def _set_rate(self) -> None:
        if self._resampler:
            rate, stream = self._resampler
            stream.set_io_ratio(rate, RATE * (1 + self.drift))
