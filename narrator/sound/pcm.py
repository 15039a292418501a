"""Sound as plain numbers: sixteen bits, one channel, and how many of them make a second.

Levels are told in decibels below full scale: 0 is the loudest that can be written, -20 a clear voice, -60 a quiet room.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from math import ceil, gcd, log10
from typing import Any, TypeAlias

import numpy as np
from numpy.lib.stride_tricks import sliding_window_view
from numpy.typing import NDArray

Samples: TypeAlias = NDArray[np.int16]

FULL = 32768
"""One more than the loudest sample."""
SILENT = -100.0
"""What is quieter than this, in decibels, counts as this."""
GRAIN = 0.010
"""Seconds over which a level is measured."""
CLEAR_VOICE = -20.0
"""The level to which voices are brought."""
LOUDEST = -1.0
"""Peaks stay below this."""
MOST_GAIN = 30.0
"""A whisper becomes a voice; a quiet room does not become a storm."""


@dataclass(frozen=True, slots=True, eq=False)
class Pcm:
    """A piece of sound."""

    samples: Samples
    rate: int
    """Samples in a second."""

    @classmethod
    def of(cls, numbers: NDArray[Any], rate: int) -> "Pcm":
        """From whatever numbers: floats between -1 and 1 or 16-bit samples, one channel or several side by side."""
        numbers = np.asarray(numbers)
        floats = np.issubdtype(numbers.dtype, np.floating)
        if numbers.ndim == 2:
            numbers = numbers.mean(axis=1)
        return cls(rounded(numbers * FULL) if floats else rounded(numbers), rate)

    @classmethod
    def silence(cls, seconds: float, rate: int) -> "Pcm":
        return cls(np.zeros(round(seconds * rate), dtype=np.int16), rate)

    @classmethod
    def joined(cls, pieces: "Iterable[Pcm]") -> "Pcm":
        """One after the other, at the rate of the first."""
        first, *rest = pieces
        return cls(
            np.concatenate([first.samples, *(piece.resampled(first.rate).samples for piece in rest)]), first.rate
        )

    @property
    def seconds(self) -> float:
        return len(self.samples) / self.rate

    @property
    def level(self) -> float:
        """How loud it is on the whole, in decibels."""
        return decibels(self.samples)

    @property
    def peak(self) -> float:
        """How loud the loudest sample is, in decibels."""
        loudest = int(np.abs(self.samples.astype(np.int32)).max(initial=0))
        return max(SILENT, 20 * log10(loudest / FULL)) if loudest else SILENT

    @property
    def voice_level(self) -> float:
        """How loud the sounding parts are: the pauses of a child that thinks do not count."""
        levels = self.levels()
        return decibels_mean(levels[levels >= levels.max() - 20]) if len(levels) else SILENT

    def levels(self) -> NDArray[np.float64]:
        """The level of each grain of time, a last half one included."""
        grain = round(self.rate * GRAIN)
        whole = len(self.samples) // grain * grain
        powers = np.mean(self.samples[:whole].reshape(-1, grain).astype(np.float64) ** 2, axis=1)
        if whole < len(self.samples):
            powers = np.append(powers, np.mean(self.samples[whole:].astype(np.float64) ** 2))
        levels: NDArray[np.float64] = np.maximum(SILENT, 10 * np.log10(np.maximum(powers, 1e-9) / FULL**2))
        return levels

    def part(self, start: float, end: float | None = None) -> "Pcm":
        """What sounds between these two seconds."""
        return Pcm(
            self.samples[max(0, round(start * self.rate)) : None if end is None else max(0, round(end * self.rate))],
            self.rate,
        )

    def amplified(self, gain: float) -> "Pcm":
        """Louder by so many decibels, or softer."""
        return Pcm(rounded(self.samples * 10 ** (gain / 20)), self.rate)

    def levelled(self, level: float = CLEAR_VOICE) -> "Pcm":
        """As loud as a clear voice, so that a shy child is heard as well as a bold one. Peaks are never cut."""
        if self.peak == SILENT:
            return self
        return self.amplified(min(level - self.voice_level, LOUDEST - self.peak, MOST_GAIN))

    def trimmed(self, before: float = 0.1, after: float = 0.2) -> "Pcm":
        """Without the silence at both ends, but for a breath. Nothing is left of what was silent throughout."""
        sounding = voiced(self.levels())
        if not sounding.any():
            return self.part(0, 0)
        first, last = np.flatnonzero(sounding)[[0, -1]]
        return self.part(first * GRAIN - before, (last + 1) * GRAIN + after)

    def resampled(self, rate: int) -> "Pcm":
        """The same sound with another number of samples in a second."""
        if rate == self.rate:
            return self
        resampler = Resampler(self.rate, rate)
        heard = np.concatenate([resampler.feed(self.samples), resampler.rest()])
        return Pcm(heard[: ceil(len(self.samples) * rate / self.rate)], rate)


def rounded(numbers: NDArray[Any]) -> Samples:
    """To the nearest sample; what is too loud is as loud as can be."""
    samples: Samples = np.clip(np.rint(numbers), -FULL, FULL - 1).astype(np.int16)
    return samples


def decibels(samples: Samples) -> float:
    """The level of these samples together."""
    power = float(np.mean(samples.astype(np.float64) ** 2)) if len(samples) else 0.0
    return max(SILENT, 10 * log10(power / FULL**2)) if power else SILENT


def decibels_mean(levels: NDArray[np.float64]) -> float:
    """The level of what has these levels one after the other."""
    return max(SILENT, 10 * log10(float(np.mean(10 ** (levels / 10)))))


# --- what sounds and what does not -----------------------------------------------------------------

FAINTEST = -55.0
"""Below this no voice is looked for."""
ABOVE_THE_ROOM = 8.0
"""So much louder than the room is a voice at least."""
BELOW_THE_VOICE = 10.0
"""Nobody knows how loud the room is while somebody hums all the time; what is as loud as the hum is no room."""
SHORTEST = 3
"""Grains. A click of the table is shorter."""


def voiced(levels: NDArray[np.float64]) -> NDArray[np.bool_]:
    """Which grains of a whole recording sound. The quietest tenth of it tells how loud the room is."""
    if not len(levels):
        return np.zeros(0, dtype=np.bool_)
    room, voice = np.percentile(levels, [10, 95])
    loud = levels > max(FAINTEST, min(room + ABOVE_THE_ROOM, voice - BELOW_THE_VOICE))
    edges = np.flatnonzero(np.diff(np.concatenate([[False], loud, [False]]).astype(np.int8)))
    for start, end in edges.reshape(-1, 2):
        if end - start < SHORTEST:
            loud[start:end] = False
    kept: NDArray[np.bool_] = loud
    return kept


# --- other rates -----------------------------------------------------------------------------------

CROSSINGS = 16
"""How many waves of the filter lie on each side: more are sharper and slower."""
OPEN = 0.94
"""How much of what the lower rate can carry is let through."""
AT_ONCE = 8192
"""Samples out in one step, so that a long story does not fill the memory."""


class Resampler:
    """Changes the rate of a stream, piece by piece: the pieces give the same as the whole at once.

    Each sample out is a weighted sum of the samples around its moment (a windowed sinc). Where the rates are as
    160 to 441, there are 160 sets of weights, used in turn.
    """

    def __init__(self, source: int, target: int) -> None:
        common = gcd(source, target)
        self._down, self._up = source // common, target // common
        self._weights = weights(self._up, self._down)
        self._half = self._weights.shape[1] // 2
        self._waiting = np.zeros(self._half, dtype=np.float32)
        """The samples in that are still needed; the first ones stand for the silence before."""
        self._moment = 0
        """When the next sample is due, in `up` parts of a sample in."""

    def feed(self, samples: Samples) -> Samples:
        """What can be told by now; a few milliseconds are always still to come."""
        self._waiting = np.concatenate([self._waiting, samples.astype(np.float32)])
        # the sample that is due at moment 0 needs those from its own place in `waiting` on, and 2 * half more
        last = len(self._waiting) - 2 * self._half - 1
        count = max(0, (last * self._up + self._up - 1 - self._moment) // self._down + 1) if last >= 0 else 0
        if not count:
            return np.zeros(0, dtype=np.int16)
        windows = sliding_window_view(self._waiting, 2 * self._half + 1)
        pieces = []
        for first in range(0, count, AT_ONCE):
            moments = self._moment + self._down * np.arange(first, min(first + AT_ONCE, count))
            pieces.append(np.einsum("ij,ij->i", windows[moments // self._up], self._weights[moments % self._up]))
        self._moment += self._down * count
        done, self._moment = divmod(self._moment, self._up)
        skip = min(done, len(self._waiting))
        self._waiting = self._waiting[skip:]
        self._moment += (done - skip) * self._up
        return rounded(np.concatenate(pieces))

    def rest(self) -> Samples:
        """What is still to come, when nothing more is fed."""
        return self.feed(np.zeros(self._half + ceil(self._down / self._up), dtype=np.int16))


@cache
def weights(up: int, down: int) -> NDArray[np.float32]:
    """For each of the `up` moments between two samples, the weights of the samples around it."""
    cut = OPEN * min(1.0, up / down)
    half = ceil(CROSSINGS / cut)
    distance = np.arange(-half, half + 1)[None, :] - (np.arange(up) / up)[:, None]
    window = np.where(np.abs(distance) < half, 0.5 + 0.5 * np.cos(np.pi * distance / half), 0.0)
    table = cut * np.sinc(cut * distance) * window
    table /= table.sum(axis=1, keepdims=True)
    return table.astype(np.float32)
