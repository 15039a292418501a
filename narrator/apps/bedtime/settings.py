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

BEDTIME_RATE_FACTOR = 0.8  # of the rate at which it usually speaks to this family
DEFAULT_BEDTIME_VOLUME = 60  # the volume to begin with, of a hundred
MIN_BEDTIME_VOLUME, MAX_BEDTIME_VOLUME = (
    35,
    80,
)  # what can be asked for at bedtime: from just audible to as loud as at the table

MAX_LEVEL_DB = -12.0  # no sample is ever louder than this, whoever spoke it
MIN_VOICE_LEVEL_DB = (
    -38.0
)  # however often it becomes softer, a voice stays at least this loud: soft, but still to be understood
SOFTER_PER_CHAPTER_DB = 1.0  # decibels by which each chapter is softer than the one before
SOFTER_PER_COMMAND_DB = 3.0  # decibels for "softer"

BREATH_PAUSE_S = 0.25  # seconds of silence within a sentence where it is long, and before a child's own voice
SENTENCE_PAUSE_S, PARAGRAPH_PAUSE_S, CHAPTER_PAUSE_S = 0.9, 1.6, 3.0  # seconds of silence behind each

COMMAND_FADE_S = 4.0  # seconds in which it falls silent when somebody asks for it
TIMER_FADE_S = 20.0  # seconds in which it falls silent by itself, at the end of the sleep timer
REPEAT_FADE_S = 0.4  # seconds in which it breaks off to say something again


@dataclass(frozen=True, slots=True)
class BedtimeSettings:
    rate: int = round(USUAL_RATE * BEDTIME_RATE_FACTOR)  # words a minute
    volume: int = DEFAULT_BEDTIME_VOLUME
    play_recordings: bool = True  # whether the players' own recordings are heard where they belong

    @classmethod
    def for_family(
        cls, usual: Preferences, rate: int | None = None, volume: int | None = None, *, voices: bool = True
    ) -> Self:
        """For a family that is used to this; as it was wished, within what is right at bedtime."""
        slower = round(usual.rate * BEDTIME_RATE_FACTOR) if rate is None else rate
        softer = DEFAULT_BEDTIME_VOLUME if volume is None else volume
        return cls(max(SLOWEST, min(FASTEST, slower)), max(MIN_BEDTIME_VOLUME, min(MAX_BEDTIME_VOLUME, softer)), voices)

    @property
    def level(self) -> float:
        """How loud voices are to begin with, in decibels."""
        return VOICE_LEVEL + 20 * log10(gain(self.volume))

    @property
    def room_to_soften(self) -> float:
        """By how many decibels it may become softer before the floor is reached."""
        return max(0.0, self.level - MIN_VOICE_LEVEL_DB)


# --- sound ---------------------------------------------------------------------------------------

BEDTIME_SAMPLE_RATE = 22_050  # of everything that is told; most voices speak at it
LIMITER_HEADROOM_DB = 1.0
"""Decibels below the cap at which the limiter works: what an MP3 or another rate makes of it may be a little higher."""
LIMITER_WINDOW_S = 0.005  # seconds before and behind a wave in which it is turned down
CLIP_FADE_S = 0.03  # seconds in which a recording comes and goes, so that it does not click
VOICE_PERCENTILE, BUMP_DB = 75, 9.0
"""Percent, and decibels: what is so much louder than three quarters of the voice is a hand on the table."""


def soften_voice(pcm: Pcm, level: float) -> Pcm:
    """The narrator's voice at this level, at our rate, and under the cap."""
    return set_level(pcm.resampled(BEDTIME_SAMPLE_RATE), pcm.voice_level, level)


def set_level(pcm: Pcm, loudness: float, level: float) -> Pcm:
    gain = min(level - loudness, MAX_GAIN_DB)
    return Pcm(
        limit_peaks(pcm.samples.astype(np.float64) * 10 ** (gain / 20), MAX_LEVEL_DB - LIMITER_HEADROOM_DB), pcm.rate
    )


def soften_recording(pcm: Pcm, level: float) -> Pcm:
    """A player's own voice, as loud as the narrator's, without the silence around it, and with soft edges."""
    samples = pcm.trimmed().resampled(BEDTIME_SAMPLE_RATE).samples.astype(np.float64)
    edge = min(len(samples) // 2, round(CLIP_FADE_S * BEDTIME_SAMPLE_RATE))
    ramp = np.linspace(0, 1, edge)
    samples[:edge] *= ramp
    samples[len(samples) - edge :] *= ramp[::-1]
    heard = Pcm(to_int16(samples), BEDTIME_SAMPLE_RATE)
    return set_level(heard, measure_voice_level(heard), level)


def measure_voice_level(pcm: Pcm) -> float:
    """How loud the voice is. Pauses do not count, nor does a bump against the microphone."""
    levels = pcm.frame_levels()
    sounding = levels[find_voiced_frames(levels)]
    if not len(sounding):
        return pcm.voice_level
    usual = float(np.percentile(sounding, VOICE_PERCENTILE))
    voice = sounding[sounding <= usual + BUMP_DB]
    return mean_dbfs(voice[voice >= voice.max() - 20])


def limit_peaks(samples: NDArray[np.float64], cap: float) -> NDArray[np.int16]:
    most = int(FULL_SCALE * 10 ** (cap / 20))
    if not len(samples) or np.abs(samples).max() <= most:
        return to_int16(samples)
    wanted = np.minimum(1.0, most / np.maximum(np.abs(samples), 1.0))
    half = round(LIMITER_WINDOW_S * BEDTIME_SAMPLE_RATE)
    # the lowest gain around each moment, then its mean around each moment: never more than what was wanted there
    lowest = sliding_window_view(np.pad(wanted, half, mode="edge"), 2 * half + 1).min(axis=1)
    window = np.hanning(2 * half + 3)[1:-1]
    gains = np.convolve(np.pad(lowest, half, mode="edge"), window / window.sum(), mode="valid")
    return np.clip(to_int16(samples * gains), -most, most).astype(np.int16)
