"""When has somebody finished (endpointing)? Told by what was said so far, and by how long it has been quiet.

People answer each other after about 0.2 s, and children stop in the middle to think. No fixed silence serves both. So
the words decide: after a phrase that cannot go on the ear waits a moment, after one that could go on a little longer,
and after "I vote for…" as long as a child needs.

Quiet is measured in two ways. *Silence* is what does not stand out from the room. In a noisy room there is none; there
a *lull* must do: what is much softer than the words were. It needs longer, because the end of a word may be soft, too.
"""

from collections import deque
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from narrator.ears.phrasebook import Verdict
from narrator.sound.pcm import Samples

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
"""Grains after which the louder moments of a room are known."""
PRESUMED = 15
"""Grains of silence that are taken to have been before: the first word may come at once."""
ABOVE_THE_ROOM = 9.0
"""Decibels by which a voice stands out from the quieter moments of the room."""
ABOVE_THE_CLATTER = 2.0
"""And from its louder ones: plates, and other people's talk."""
GOING_ON = 3.0
"""Decibels by which that bar sinks once somebody speaks: ends of words are soft."""
FAINTEST = 16.0
"""Decibels, against a single step of a sample, below which nothing is a voice."""
BELOW_THE_VOICE = 25.0
"""Decibels below the loudest of an utterance, where its silence begins even in the quietest room."""
SOFTER, LEAST = 11.0, 5.0
"""Decibels below the loudest of an utterance, where a lull begins: in a quiet room, and in the loudest."""
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
    """Voice activity detection (VAD) by loudness: feed it levels, grain by grain; it knows the room, whether somebody
    speaks, and how long it has been quiet."""

    def __init__(self) -> None:
        self._heard: deque[float] = deque([0.0] * PRESUMED, maxlen=MEMORY)
        self._between: deque[float] = deque(maxlen=MEMORY)
        """The levels while nobody spoke."""
        self._spoken: list[float] = []
        self._loud: deque[bool] = deque(maxlen=6)
        self._recent: deque[float] = deque(maxlen=SMOOTH)
        self._loudest = 0.0
        self._room = self._clatter = self._middle = 0.0
        self._until_look = 0
        self.speaking = False
        self.quiet = Quiet(0.0, 0.0)

    @property
    def bar(self) -> float:
        """How loud a voice must be to begin."""
        return max(FAINTEST, self._room + ABOVE_THE_ROOM, self._clatter + ABOVE_THE_CLATTER)

    @property
    def stirring(self) -> bool:
        """Whether the last grain was loud: perhaps the voice goes on."""
        return bool(self._loud) and self._loud[-1]

    def feed(self, level: float) -> bool:
        """Whether an utterance is under way after this grain."""
        self._remember(level)
        self._loudest = max(self._loudest, float(np.mean(self._recent))) if self.speaking else self._loudest
        bar = self.bar
        if self.speaking and (self._loudest < bar - GOING_ON or self._steady()):
            self.finish(room=True)  # nothing of it stands out, now that the room is known better
            bar = self.bar
        if self.speaking:
            bar = max(bar - GOING_ON, self._loudest - BELOW_THE_VOICE)
        self._loud.append(level > bar)
        if not self.speaking:
            if sum(self._loud) >= CATCH:
                self.speaking, self._loudest = True, float(np.mean(self._recent))
                self.quiet = Quiet(0.0, 0.0)
            return self.speaking
        sounding = sum(list(self._loud)[-3:]) >= 2  # a click in the silence does not begin it anew
        soft = self._loudest - min(SOFTER, max(LEAST, self._loudest - self._middle))
        lulled = float(np.mean(self._recent)) < soft and (self._recent[-1] < soft or self._recent[-2] < soft)
        self.quiet = Quiet(
            0.0 if sounding else self.quiet.silence + SECONDS, self.quiet.lull + SECONDS if lulled else 0.0
        )
        return True

    def _steady(self) -> bool:
        return len(self._spoken) == STEADY and float(np.percentile(self._spoken, 10)) > self._loudest - EVEN

    def finish(self, *, room: bool = False) -> None:
        """The utterance is over; the next one is awaited. If it was only the `room`, that is remembered."""
        if room:
            self._between.extend(self._spoken)
            self._listen_to_the_room()
        self._spoken = []
        self.speaking = False
        self._loud.clear()
        self.quiet = Quiet(0.0, 0.0)

    def _remember(self, level: float) -> None:
        self._heard.append(level)
        (self._spoken if self.speaking else self._between).append(level)
        self._recent.append(level)
        if self._until_look == 0:  # a percentile is dear; ten times a second is often enough
            self._listen_to_the_room()
            self._until_look = 10
        self._until_look -= 1

    def _listen_to_the_room(self) -> None:
        self._room, self._middle = (float(level) for level in np.percentile(self._heard, [12, 50]))
        self._clatter = float(np.percentile(self._between, 90)) if len(self._between) > KNOWN else 0.0


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
