"""PCM audio: 16-bit mono samples with their sample rate.

Levels are in dBFS (decibels relative to full scale): 0 is the loudest possible sample, -20 a clear voice, -60 a quiet
room.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from math import log10
from typing import Any, TypeAlias

import numpy as np
import soxr
from numpy.typing import NDArray

Samples: TypeAlias = NDArray[np.int16]

FULL_SCALE = 32768
"""One more than the largest 16-bit sample."""
SILENCE_DBFS = -100.0
"""The lowest level reported; everything quieter counts as this."""
LEVEL_FRAME_S = 0.010
"""The length of the frames for level measurement."""
CLEAR_VOICE_DBFS = -20.0
"""The level to which recorded voices are normalised."""
MAX_PEAK_DBFS = -1.0
"""The highest peak that amplification may produce."""
MAX_GAIN_DB = 30.0
"""The highest gain for a quiet voice: enough for a whisper, too little to turn the noise of a room into a storm."""


@dataclass(frozen=True, slots=True, eq=False)
class Pcm:
    """An immutable piece of sound."""

    samples: Samples
    rate: int
    """The sample rate in hertz."""

    @classmethod
    def from_array(cls, numbers: NDArray[Any], rate: int) -> "Pcm":
        """Convert floats between -1 and 1 or 16-bit samples; several channels (columns) are mixed down to one."""
        numbers = np.asarray(numbers)
        floats = np.issubdtype(numbers.dtype, np.floating)
        if numbers.ndim == 2:
            numbers = numbers.mean(axis=1)
        return cls(to_int16(numbers * FULL_SCALE) if floats else to_int16(numbers), rate)

    @classmethod
    def silence(cls, seconds: float, rate: int) -> "Pcm":
        return cls(np.zeros(round(seconds * rate), dtype=np.int16), rate)

    @classmethod
    def join(cls, pieces: "Iterable[Pcm]") -> "Pcm":
        """Concatenate the pieces at the sample rate of the first."""
        first, *rest = pieces
        return cls(
            np.concatenate([first.samples, *(piece.resampled(first.rate).samples for piece in rest)]), first.rate
        )

    @property
    def seconds(self) -> float:
        return len(self.samples) / self.rate

    @property
    def level(self) -> float:
        """The RMS level in dBFS."""
        return rms_dbfs(self.samples)

    @property
    def peak(self) -> float:
        """The level of the loudest sample in dBFS."""
        loudest = int(np.abs(self.samples.astype(np.int32)).max(initial=0))
        return max(SILENCE_DBFS, 20 * log10(loudest / FULL_SCALE)) if loudest else SILENCE_DBFS

    @property
    def voice_level(self) -> float:
        """The mean level in dBFS of the loud frames only, so that pauses in speech do not lower it."""
        levels = self.frame_levels()
        return mean_dbfs(levels[levels >= levels.max() - 20]) if len(levels) else SILENCE_DBFS

    def frame_levels(self) -> NDArray[np.float64]:
        """Return the RMS level of each frame in dBFS; the last frame may be shorter."""
        frame = round(self.rate * LEVEL_FRAME_S)
        whole = len(self.samples) // frame * frame
        powers = np.mean(self.samples[:whole].reshape(-1, frame).astype(np.float64) ** 2, axis=1)
        if whole < len(self.samples):
            powers = np.append(powers, np.mean(self.samples[whole:].astype(np.float64) ** 2))
        levels: NDArray[np.float64] = np.maximum(SILENCE_DBFS, 10 * np.log10(np.maximum(powers, 1e-9) / FULL_SCALE**2))
        return levels

    def part(self, start: float, end: float | None = None) -> "Pcm":
        """Return the sound between these two seconds, or from `start` to the end."""
        first = max(0, round(start * self.rate))
        last = None if end is None else max(0, round(end * self.rate))
        return Pcm(self.samples[first:last], self.rate)

    def amplified(self, gain: float) -> "Pcm":
        """Apply a gain in decibels."""
        return Pcm(to_int16(self.samples * 10 ** (gain / 20)), self.rate)

    def normalised(self, level: float = CLEAR_VOICE_DBFS) -> "Pcm":
        """Bring the voice to this level, so that a shy child sounds as loud as a bold one; never clip peaks."""
        if self.peak == SILENCE_DBFS:
            return self
        return self.amplified(min(level - self.voice_level, MAX_PEAK_DBFS - self.peak, MAX_GAIN_DB))

    def trimmed(self, before: float = 0.1, after: float = 0.2) -> "Pcm":
        """Trim silence to these lengths in seconds. A recording without any voice becomes empty."""
        sounding = find_voiced_frames(self.frame_levels())
        if not sounding.any():
            return self.part(0, 0)
        first, last = np.flatnonzero(sounding)[[0, -1]]
        return self.part(first * LEVEL_FRAME_S - before, (last + 1) * LEVEL_FRAME_S + after)

    def resampled(self, rate: int) -> "Pcm":
        """Convert to another sample rate."""
        if rate == self.rate:
            return self
        # soxr dithers integers, which adds hiss to silence; it does not dither floats
        return Pcm(to_int16(soxr.resample(self.samples.astype(np.float32), self.rate, rate)), rate)


def to_int16(numbers: NDArray[Any]) -> Samples:
    """Round to 16-bit samples; clip what is out of range."""
    samples: Samples = np.clip(np.rint(numbers), -FULL_SCALE, FULL_SCALE - 1).astype(np.int16)
    return samples


def rms_dbfs(samples: Samples) -> float:
    """Return the RMS level of the samples in dBFS."""
    power = float(np.mean(samples.astype(np.float64) ** 2)) if len(samples) else 0.0
    return max(SILENCE_DBFS, 10 * log10(power / FULL_SCALE**2)) if power else SILENCE_DBFS


def mean_dbfs(levels: NDArray[np.float64]) -> float:
    """Return the level of frames with these levels taken together: the mean of their powers."""
    return max(SILENCE_DBFS, 10 * log10(float(np.mean(10 ** (levels / 10)))))


# --- voice activity in a whole recording -----------------------------------------------------------

MIN_VOICE_DBFS = -55.0
"""Frames quieter than this are never voice."""
VOICE_ABOVE_NOISE_DB = 8.0
"""A voice is at least this much louder than the noise of the room."""
MAX_BELOW_VOICE_DB = 10.0
"""Frames no more than this below the loudest voice count as voice even if the noise estimate says otherwise: while a
player hums throughout, the quietest frames are hum, not room noise."""
MIN_VOICED_FRAMES = 3
"""Shorter sounds are clicks, for example of the table."""


def find_voiced_frames(levels: NDArray[np.float64]) -> NDArray[np.bool_]:
    """Return for each frame of a whole recording whether it has voice. The quietest tenth gives the noise level."""
    if not len(levels):
        return np.zeros(0, dtype=np.bool_)
    noise, voice = np.percentile(levels, [10, 95])
    loud = levels > max(MIN_VOICE_DBFS, min(noise + VOICE_ABOVE_NOISE_DB, voice - MAX_BELOW_VOICE_DB))
    edges = np.flatnonzero(np.diff(np.concatenate([[False], loud, [False]]).astype(np.int8)))
    for start, end in edges.reshape(-1, 2):
        if end - start < MIN_VOICED_FRAMES:
            loud[start:end] = False
    voiced: NDArray[np.bool_] = loud
    return voiced


# --- sample rate conversion of streams -------------------------------------------------------------


class StreamResampler:
    """Resamples a stream block by block, with a delay of about 12 ms.

    It uses soxr's variable-rate mode: only there is the delay short, and the same for every block. Close it before the
    program ends: if a thread still holds soxr's native object at exit, nanobind prints a list of leaks.
    """

    def __init__(self, source_rate: int, target_rate: int) -> None:
        self.source_rate = source_rate
        self._stream: soxr.ResampleStream | None = soxr.ResampleStream(
            source_rate, target_rate, 1, dtype="float32", vr=True
        )

    def process(self, samples: Samples) -> Samples:
        """Return the next block at the target rate; nothing once it is closed."""
        if self._stream is None:
            return np.zeros(0, dtype=np.int16)
        return to_int16(self._stream.resample_chunk(samples.astype(np.float32)))

    def set_target_rate(self, target_rate: float) -> None:
        """Change the target rate a little, from the next block on."""
        if self._stream is not None:
            self._stream.set_io_ratio(self.source_rate, target_rate)

    def close(self) -> None:
        """Release soxr's native object."""
        self._stream = None
