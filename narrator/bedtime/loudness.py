"""Sound at bedtime: every voice equally soft, and no sample above the cap.

The cap is kept by a limiter, not by a volume: before each wave that would be too high the sound is turned down, and
afterwards up again, so smoothly that nothing cracks. A volume can then only make it softer.
"""

import numpy as np
from numpy.lib.stride_tricks import sliding_window_view
from numpy.typing import NDArray

from narrator.bedtime.settings import CAP
from narrator.sound.pcm import FULL, MOST_GAIN, Pcm, decibels_mean, rounded, voiced

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
    gain = min(level - loudness, MOST_GAIN)
    return Pcm(limited(pcm.samples.astype(np.float64) * 10 ** (gain / 20), CAP - HEADROOM), pcm.rate)


def recording(pcm: Pcm, level: float) -> Pcm:
    """A player's own voice, as loud as the narrator's, without the silence around it, and with soft edges."""
    samples = pcm.trimmed().resampled(RATE).samples.astype(np.float64)
    edge = min(len(samples) // 2, round(EDGE * RATE))
    ramp = np.linspace(0, 1, edge)
    samples[:edge] *= ramp
    samples[len(samples) - edge :] *= ramp[::-1]
    heard = Pcm(rounded(samples), RATE)
    return at_level(heard, loudness_of(heard), level)


def loudness_of(pcm: Pcm) -> float:
    """How loud the voice is. Pauses do not count, nor does a bump against the microphone."""
    levels = pcm.levels()
    sounding = levels[voiced(levels)]
    if not len(sounding):
        return pcm.voice_level
    usual = float(np.percentile(sounding, VOICE))
    voice = sounding[sounding <= usual + BUMP]
    return decibels_mean(voice[voice >= voice.max() - 20])


def limited(samples: NDArray[np.float64], cap: float) -> NDArray[np.int16]:
    most = int(FULL * 10 ** (cap / 20))
    if not len(samples) or np.abs(samples).max() <= most:
        return rounded(samples)
    wanted = np.minimum(1.0, most / np.maximum(np.abs(samples), 1.0))
    half = round(LOOK * RATE)
    # the lowest gain around each moment, then its mean around each moment: never more than what was wanted there
    lowest = sliding_window_view(np.pad(wanted, half, mode="edge"), 2 * half + 1).min(axis=1)
    window = np.hanning(2 * half + 3)[1:-1]
    gains = np.convolve(np.pad(lowest, half, mode="edge"), window / window.sum(), mode="valid")
    return np.clip(rounded(samples * gains), -most, most).astype(np.int16)
