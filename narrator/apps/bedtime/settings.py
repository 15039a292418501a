"""How a story is told at bedtime: slower and softer, with longer pauses, and never louder than the cap.

Loudness is told in decibels below the loudest that can be written. A voice at the table is at about -24. Every voice is
equally soft. The cap is kept by a limiter, not by a volume: before each wave that would be too high the sound is turned
down, and afterwards up again, so smoothly that nothing cracks. A volume can then only make it softer.
"""

from dataclasses import dataclass
from math import log10
from typing import Self

import numpy as np
from numpy.lib.stride_tricks import sliding_window_view
from numpy.typing import NDArray

from narrator.language.lines.preferences import Preferences
from narrator.speech.pcm import FULL_SCALE, MAX_GAIN_DB, Pcm, find_voiced_frames, mean_dbfs, to_int16
from narrator.speech.tts.render import FASTEST, SLOWEST, USUAL_RATE, VOICE_LEVEL, gain

SLOWER = 0.8  # of the rate at which it usually speaks to this family
SOFT = 60  # the volume to begin with, of a hundred
SOFTEST, LOUDEST = 35, 80  # what can be asked for at bedtime: from just audible to as loud as at the table

CAP = -12.0  # no sample is ever louder than this, whoever spoke it
FLOOR = -38.0  # however often it becomes softer, a voice stays at least this loud: soft, but still to be understood
BY_CHAPTER = 1.0  # decibels by which each chapter is softer than the one before
BY_WORD = 3.0  # decibels for "softer"

BREATH = 0.25  # seconds of silence within a sentence where it is long, and before a child's own voice
SENTENCE, PARAGRAPH, CHAPTER = 0.9, 1.6, 3.0  # seconds of silence behind each

FADE = 4.0  # seconds in which it falls silent when somebody asks for it
DRIFT = 20.0  # seconds in which it falls silent by itself, at the end of the sleep timer
TURN_BACK = 0.4  # seconds in which it breaks off to say something again


@dataclass(frozen=True, slots=True)
class BedtimeSettings:
    rate: int = round(USUAL_RATE * SLOWER)  # words a minute
    volume: int = SOFT
    voices: bool = True  # whether the players' own recordings are heard where they belong

    @classmethod
    def after(
        cls, usual: Preferences, rate: int | None = None, volume: int | None = None, *, voices: bool = True
    ) -> Self:
        """For a family that is used to this; as it was wished, within what is right at bedtime."""
        slower = round(usual.rate * SLOWER) if rate is None else rate
        softer = SOFT if volume is None else volume
        return cls(max(SLOWEST, min(FASTEST, slower)), max(SOFTEST, min(LOUDEST, softer)), voices)

    @property
    def level(self) -> float:
        """How loud voices are to begin with, in decibels."""
        return VOICE_LEVEL + 20 * log10(gain(self.volume))

    @property
    def room_to_soften(self) -> float:
        """By how many decibels it may become softer before the floor is reached."""
        return max(0.0, self.level - FLOOR)


# --- sound ---------------------------------------------------------------------------------------

RATE = 22_050  # of everything that is told; most voices speak at it
HEADROOM = 1.0
"""Decibels below the cap at which the limiter works: what an MP3 or another rate makes of it may be a little higher."""
LOOK = 0.005  # seconds before and behind a wave in which it is turned down
EDGE = 0.03  # seconds in which a recording comes and goes, so that it does not click
VOICE, BUMP = 75, 9.0
"""Percent, and decibels: what is so much louder than three quarters of the voice is a hand on the table."""


def softly(pcm: Pcm, level: float) -> Pcm:
    """The narrator's voice at this level, at our rate, and under the cap."""
    return at_level(pcm.resampled(RATE), pcm.voice_level, level)


def at_level(pcm: Pcm, loudness: float, level: float) -> Pcm:
    gain = min(level - loudness, MAX_GAIN_DB)
    return Pcm(limited(pcm.samples.astype(np.float64) * 10 ** (gain / 20), CAP - HEADROOM), pcm.rate)


def recording(pcm: Pcm, level: float) -> Pcm:
    """A player's own voice, as loud as the narrator's, without the silence around it, and with soft edges."""
    samples = pcm.trimmed().resampled(RATE).samples.astype(np.float64)
    edge = min(len(samples) // 2, round(EDGE * RATE))
    ramp = np.linspace(0, 1, edge)
    samples[:edge] *= ramp
    samples[len(samples) - edge :] *= ramp[::-1]
    heard = Pcm(to_int16(samples), RATE)
    return at_level(heard, loudness_of(heard), level)


def loudness_of(pcm: Pcm) -> float:
    """How loud the voice is. Pauses do not count, nor does a bump against the microphone."""
    levels = pcm.frame_levels()
    sounding = levels[find_voiced_frames(levels)]
    if not len(sounding):
        return pcm.voice_level
    usual = float(np.percentile(sounding, VOICE))
    voice = sounding[sounding <= usual + BUMP]
    return mean_dbfs(voice[voice >= voice.max() - 20])


def limited(samples: NDArray[np.float64], cap: float) -> NDArray[np.int16]:
    most = int(FULL_SCALE * 10 ** (cap / 20))
    if not len(samples) or np.abs(samples).max() <= most:
        return to_int16(samples)
    wanted = np.minimum(1.0, most / np.maximum(np.abs(samples), 1.0))
    half = round(LOOK * RATE)
    # the lowest gain around each moment, then its mean around each moment: never more than what was wanted there
    lowest = sliding_window_view(np.pad(wanted, half, mode="edge"), 2 * half + 1).min(axis=1)
    window = np.hanning(2 * half + 3)[1:-1]
    gains = np.convolve(np.pad(lowest, half, mode="edge"), window / window.sum(), mode="valid")
    return np.clip(to_int16(samples * gains), -most, most).astype(np.int16)
