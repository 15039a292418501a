"""Bring all voices to one level at bedtime, and keep every sample below a maximum.

A limiter keeps the maximum: it lowers the gain smoothly around each peak that would exceed it, which causes no clicks.
The volume is applied after that and can only make the sound softer.
"""

import numpy as np
from numpy.lib.stride_tricks import sliding_window_view
from numpy.typing import NDArray

from narrator.speech.pcm import FULL_SCALE, MAX_GAIN_DB, Pcm, find_voiced_frames, mean_dbfs, to_int16

MAX_LEVEL_DB = -12.0
"""No sample is louder than this, in any voice."""
BEDTIME_SAMPLE_RATE = 22_050  # Hz; the rate of most voices
LIMITER_HEADROOM_DB = 1.0
"""The limiter works this far below the maximum, because MP3 encoding and resampling can raise peaks a little."""
LIMITER_WINDOW_S = 0.005
"""The gain is lowered this long before and after a peak."""
CLIP_FADE_S = 0.03
"""Fade at both ends of a recording, against clicks."""
VOICE_PERCENTILE, BUMP_DB = 75, 9.0
"""Frames this many decibels above the 75th percentile of a voice are bumps against the table, not speech."""


def soften_voice(pcm: Pcm, level: float) -> Pcm:
    """Return the narrator's voice at this level and the bedtime sample rate."""
    return apply_level(pcm.resampled(BEDTIME_SAMPLE_RATE), pcm.voice_level, level)


def apply_level(pcm: Pcm, loudness: float, level: float, cap: float = MAX_LEVEL_DB - LIMITER_HEADROOM_DB) -> Pcm:
    """Return a sound of this loudness at this level, with its peaks limited to the cap."""
    gain = min(level - loudness, MAX_GAIN_DB)
    return Pcm(limit_peaks(pcm.samples.astype(np.float64) * 10 ** (gain / 20), cap), pcm.rate)


def soften_recording(pcm: Pcm, level: float) -> Pcm:
    """Return a player's recording at this level, without silence around it and with faded ends."""
    samples = pcm.trimmed().resampled(BEDTIME_SAMPLE_RATE).samples.astype(np.float64)
    edge = min(len(samples) // 2, round(CLIP_FADE_S * BEDTIME_SAMPLE_RATE))
    ramp = np.linspace(0, 1, edge)
    samples[:edge] *= ramp
    samples[len(samples) - edge :] *= ramp[::-1]
    faded = Pcm(to_int16(samples), BEDTIME_SAMPLE_RATE)
    return apply_level(faded, measure_voice_level(faded), level)


def measure_voice_level(pcm: Pcm) -> float:
    """Return the level of the voice in decibels, without pauses and bumps against the microphone."""
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
    # the moving minimum, then its moving average: never more than the wanted gain
    lowest = sliding_window_view(np.pad(wanted, half, mode="edge"), 2 * half + 1).min(axis=1)
    window = np.hanning(2 * half + 3)[1:-1]
    gains = np.convolve(np.pad(lowest, half, mode="edge"), window / window.sum(), mode="valid")
    return np.clip(to_int16(samples * gains), -most, most).astype(np.int16)
