"""When has somebody finished (endpointing)? Told by what was said so far, and by how long it has been quiet.

People answer each other after about 0.2 s, and children stop in the middle to think. No fixed silence serves both. So
the words decide: after a phrase that cannot go on the ear waits a moment, after one that could go on a little longer,
and after "I vote for…" as long as a child needs.

Quiet is measured in two ways. *Silence* is what does not stand out from the room. In a noisy room there is none; there
a *lull* must do: what is much softer than the words were. It needs longer, because the end of a word may be soft, too.
"""

from collections import deque
from dataclasses import dataclass
from math import inf

import numpy as np
from numpy.typing import NDArray

from narrator.speech.asr.phrasebook import Verdict
from narrator.speech.pcm import Samples

RATE = 16_000
GRAIN = 160
"""Samples over which a level is measured: 10 ms."""
SECONDS = GRAIN / RATE

PATIENCE = {
    Verdict.COMPLETE: 0.12,
    Verdict.EXTENDABLE: 0.24,
    Verdict.UNFINISHED: 1.45,
    Verdict.NEITHER: 1.25,
}
"""Seconds of silence after which an utterance is over."""
LULL = 2.0
"""How much longer a mere lull must be, in a noisy room."""


@dataclass(frozen=True, slots=True)
class Quiet:
    """How long it has been quiet, in seconds."""

    silence: float
    lull: float

    def over(self, verdict: Verdict) -> bool:
        """Whether whoever said this has finished."""
        patience = PATIENCE[verdict]
        return self.silence >= patience or self.lull >= patience * LULL


# --- hearing that somebody speaks ------------------------------------------------------------------

MEMORY = 300
"""Grains over which the room is listened to: three seconds."""
STEADY, EVEN = 250, 20.0
"""Grains, and decibels: whatever has gone on for so long and never sank so far is no voice, but a tap, a radio or a
room full of people. A voice has gaps."""
KNOWN = 30
"""Grains after which a room is known; and, if they were speech while nobody spoke to us, after which others talk."""
OUTDONE, BY, SINCE = 100, 5.0, 30
"""Grains, decibels, grains: what has gone on for so long before a voice rose so far above all of it within so short a
time was somebody else, however the room seemed when they began."""
SPEECH, MURMUR = 0.35, 0.5
"""How likely it must be speech; and to be others' talk, which a tap, dishes or music seem to be only for moments."""
TALK = 0.2
"""The share of such moments in a room where others talk."""
STANDS_OUT = 24.0
"""Decibels above the quieter moments of the room that are a voice whatever the detector says: it is deaf to much that
comes through a telephone."""
ABOVE_THE_TALK = 2.0
"""Decibels by which a voice stands out from the louder moments of other people's talk."""
GOING_ON = 3.0
"""Decibels by which that bar sinks once somebody speaks: ends of words are soft."""
FAINTEST = 16.0
"""Decibels, against a single step of a sample, below which nothing is a voice."""
BELOW_THE_VOICE = 25.0
"""Decibels below the loudest of an utterance, where its silence begins even in the quietest room."""
SOFTER = 11.0
"""Decibels below the loudest of an utterance, where a lull begins."""
CATCH = 4
"""Grains of the last six that make a voice; a knock is shorter."""
SMOOTH = 5
"""Grains over which a lull is judged."""


def levels(samples: Samples) -> NDArray[np.float64]:
    """The level of each whole grain, in decibels, with the rumble taken out (fridges, hands on the table)."""
    numbers = samples.astype(np.float64)
    sharp = np.diff(numbers, prepend=numbers[:1])  # soft below 1 kHz, which voices can spare and rumble cannot
    mixed = 0.5 * numbers + sharp
    powers = np.mean(mixed[: len(mixed) // GRAIN * GRAIN].reshape(-1, GRAIN) ** 2, axis=1)
    told: NDArray[np.float64] = 10 * np.log10(powers + 1.0)
    return told


class VoiceActivity:
    """Voice activity detection (VAD): feed it levels, grain by grain, and whether a detector takes them for speech. It
    knows whether somebody speaks to us, and how long it has been quiet.

    What is no speech counts as silence, however loud it is: a tap, dishes, a machine. Only where others talk, which the
    detector cannot tell from us, the loudness alone decides."""

    def __init__(self) -> None:
        self._heard: deque[float] = deque(maxlen=MEMORY)
        self._between: deque[tuple[float, bool]] = deque(maxlen=MEMORY)
        """The levels while nobody spoke to us, and whether they may have been others' talk."""
        self._spoken: list[tuple[float, bool]] = []
        """The same while somebody did."""
        self._loudest_yet: list[float] = []
        self._loud: deque[bool] = deque(maxlen=6)
        self._recent: deque[float] = deque(maxlen=SMOOTH)
        self._loudest = 0.0
        self._room, self._talk, self._floor = inf, 0.0, 0.0
        self._until_look = 0
        self.level = 0.0
        """Of the last grain, as far as it counts."""
        self.speaking = False
        self.quiet = Quiet(0.0, 0.0)

    @property
    def bar(self) -> float:
        """How loud a voice must be to begin."""
        return max(FAINTEST, self._talk + ABOVE_THE_TALK)

    @property
    def among_talkers(self) -> bool:
        """Whether others have been talking."""
        return self._talk > 0.0

    @property
    def stands_out(self) -> bool:
        """Whether this voice is so much louder than the room that it is no trouble."""
        return self._loudest > self._floor + STANDS_OUT

    @property
    def stirring(self) -> bool:
        """Whether the last grain was loud: perhaps the voice goes on."""
        return bool(self._loud) and self._loud[-1]

    @property
    def outdone(self) -> bool:
        """Whether somebody speaks now who is much louder than whoever began: that was others' talk."""
        yet = self._loudest_yet
        return len(yet) > OUTDONE and yet[-1] > yet[-SINCE] + BY

    def feed(self, level: float, speech: float = 1.0) -> bool:
        """Whether an utterance is under way after this grain, which is so likely speech."""
        self._remember(level, speech)
        voice = speech >= SPEECH or level > self._room + STANDS_OUT
        self.level = level = level if voice or self.among_talkers else 0.0
        self._recent.append(level)
        self._loudest = max(self._loudest, float(np.mean(self._recent))) if self.speaking else self._loudest
        bar = self.bar
        if self.speaking and self._steady():
            self.finish(room=True)  # others have begun to talk
            bar = self.bar
        if self.speaking:
            self._loudest_yet.append(self._loudest)
            bar = max(bar - GOING_ON, self._loudest - BELOW_THE_VOICE)
        self._loud.append(level > bar)
        if not self.speaking:
            if sum(self._loud) >= CATCH:
                self.speaking, self._loudest = True, float(np.mean(self._recent))
                self._floor = self._room if self._room < inf else 0.0
                self.quiet = Quiet(0.0, 0.0)
            return self.speaking
        sounding = sum(list(self._loud)[-3:]) >= 2  # a click in the silence does not begin it anew
        soft = self._loudest - SOFTER
        lulled = float(np.mean(self._recent)) < soft and (self._recent[-1] < soft or self._recent[-2] < soft)
        self.quiet = Quiet(
            0.0 if sounding else self.quiet.silence + SECONDS, self.quiet.lull + SECONDS if lulled else 0.0
        )
        return True

    def _steady(self) -> bool:
        even = self._loudest - EVEN
        if len(self._spoken) != STEADY:
            return False
        return self._floor < even < float(np.percentile([level for level, _ in self._spoken], 10))

    def finish(self, *, room: bool = False) -> None:
        """The utterance is over; the next one is awaited. If it was only the `room`, that is remembered."""
        if room:
            self._between.extend(self._spoken)
            self._listen_to_the_room()
        self._spoken, self._loudest_yet = [], []
        self.speaking = False
        self._loud.clear()
        self.quiet = Quiet(0.0, 0.0)

    def _remember(self, level: float, speech: float) -> None:
        self._heard.append(level)
        (self._spoken if self.speaking else self._between).append((level, speech > MURMUR))
        if self._until_look == 0:  # a percentile is dear; ten times a second is often enough
            self._listen_to_the_room()
            self._until_look = 10
        self._until_look -= 1

    def _listen_to_the_room(self) -> None:
        if len(self._heard) > KNOWN:
            self._room = float(np.percentile(self._heard, 12))
        talk = [level for level, others in self._between if others]
        self._talk = float(np.percentile(talk, 90)) if len(talk) > max(KNOWN, TALK * len(self._between)) else 0.0


# --- what stands out from a noisy room -----------------------------------------------------------------

ISLAND = 12.0
"""Decibels below the loudest moment, down to which it is the same voice."""
BRIDGE = 30
"""Grains. A longer gap in a noisy room separates two voices."""


def island(levels: NDArray[np.float64]) -> tuple[int, int]:
    """From which grain to which the loudest voice speaks: what is around it in a noisy room is others' talk."""
    smooth = np.convolve(levels, np.ones(SMOOTH) / SMOOTH, "same")
    loudest = int(np.argmax(smooth))
    loud = np.flatnonzero(smooth > smooth[loudest] - ISLAND)
    gaps = np.flatnonzero(np.diff(loud) > BRIDGE)
    ends = [*loud[gaps], loud[-1]]
    starts = [loud[0], *loud[gaps + 1]]
    return next((int(start), int(end) + 1) for start, end in zip(starts, ends, strict=True) if end >= loudest)


def loudness(levels: NDArray[np.float64], share: float = 100.0) -> float:
    """How loud the loudest moment is, or how loud all but the loudest share of the moments are."""
    smooth = np.convolve(levels, np.ones(SMOOTH) / SMOOTH, "valid") if len(levels) >= SMOOTH else levels
    return float(np.percentile(smooth, share)) if len(smooth) else 0.0
