"""Sound as plain numbers: sixteen bits, one channel, and how many of them make a second.

Levels are told in decibels below full scale: 0 is the loudest that can be written, -20 a clear voice, -60 a quiet room.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from math import log10
from typing import Any, TypeAlias

import numpy as np
import soxr
from numpy.typing import NDArray

Samples: TypeAlias = NDArray[np.int16]

FULL = 32768  # one more than the loudest sample
SILENT = -100.0  # what is quieter than this, in decibels, counts as this
GRAIN = 0.010  # seconds over which a level is measured
CLEAR_VOICE = -20.0  # the level to which voices are brought
LOUDEST = -1.0  # peaks stay below this
MOST_GAIN = 30.0  # a whisper becomes a voice; a quiet room does not become a storm


@dataclass(frozen=True, slots=True, eq=False)
class Pcm:
    samples: Samples
    rate: int  # samples in a second

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
        if rate == self.rate:
            return self
        # as floats: soxr would add a hiss (dither) to whole numbers, and silence must stay silent
        return Pcm(rounded(soxr.resample(self.samples.astype(np.float32), self.rate, rate)), rate)


def rounded(numbers: NDArray[Any]) -> Samples:
    """To the nearest sample; what is too loud is as loud as can be."""
    samples: Samples = np.clip(np.rint(numbers), -FULL, FULL - 1).astype(np.int16)
    return samples


def decibels(samples: Samples) -> float:
    power = float(np.mean(samples.astype(np.float64) ** 2)) if len(samples) else 0.0
    return max(SILENT, 10 * log10(power / FULL**2)) if power else SILENT


def decibels_mean(levels: NDArray[np.float64]) -> float:
    """The level of what has these levels one after the other."""
    return max(SILENT, 10 * log10(float(np.mean(10 ** (levels / 10)))))


# --- what sounds and what does not -----------------------------------------------------------------

FAINTEST = -55.0  # below this no voice is looked for
ABOVE_THE_ROOM = 8.0  # so much louder than the room is a voice at least
BELOW_THE_VOICE = 10.0
"""Nobody knows how loud the room is while somebody hums all the time; what is as loud as the hum is no room."""
SHORTEST = 3  # Grains. A click of the table is shorter.


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


def resampler(source: int, target: int) -> Callable[[Samples], Samples]:
    """Changes the rate of a stream, piece by piece; about 12 ms of it are always still to come.

    In soxr's mode for rates that vary: only there the delay is short, and the same from piece to piece.
    """
    stream = soxr.ResampleStream(source, target, 1, dtype="float32", vr=True)
    return lambda samples: rounded(stream.resample_chunk(samples.astype(np.float32)))
