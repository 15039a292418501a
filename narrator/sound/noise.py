"""A noisy room made softer, so that the voice in it is heard better: a running tap, a fan, dishes.

What the room sounds like is known from the moments without the voice. Each moment and each pitch is made softer as far
as it is the room and not the voice (Wiener's filter, with the smoothing of Ephraim and Malah, without which the rest of
the noise would ring). By no more than half: whatever takes out more also takes out consonants, and then less is
understood, not more.
"""

import numpy as np
from numpy.typing import NDArray

from narrator.sound.pcm import Samples, rounded

SIZE, STEP = 512, 128
"""Samples of one look at the sound, and between two looks."""
LEAST = 0.5
"""To which part the room is made softer."""
CALM = 0.9
"""How much of the last moment's judgement is kept for this one."""
WINDOW = np.hanning(SIZE + 1)[:-1]


def softened(voice: Samples, room: Samples) -> Samples:
    """The sound with a voice, where the room alone sounds like this."""
    if len(room) < 4 * SIZE:
        return voice
    noise = np.mean(np.abs(spectra(room.astype(np.float64))) ** 2, axis=0) + 1e-9
    padded = np.concatenate([np.zeros(SIZE), voice.astype(np.float64), np.zeros(2 * SIZE)])
    looks = spectra(padded)
    above = np.abs(looks) ** 2 / noise
    gains = np.empty_like(above)
    before = np.maximum(above[0] - 1, 0)
    for at, now in enumerate(above):
        voiced = CALM * before + (1 - CALM) * np.maximum(now - 1, 0)
        gains[at] = np.maximum(voiced / (1 + voiced), LEAST)
        before = gains[at] ** 2 * now
    pieces = np.fft.irfft(looks * gains, axis=1) * WINDOW
    out, weight = np.zeros(len(padded)), np.full(len(padded), 1e-3)
    for at, piece in enumerate(pieces):
        out[at * STEP : at * STEP + SIZE] += piece
        weight[at * STEP : at * STEP + SIZE] += WINDOW**2
    return rounded((out / weight)[SIZE : SIZE + len(voice)])


def spectra(numbers: NDArray[np.float64]) -> NDArray[np.complex128]:
    """What it sounds like, look by look."""
    looks = np.lib.stride_tricks.sliding_window_view(numbers, SIZE)[::STEP]
    found: NDArray[np.complex128] = np.fft.rfft(looks * WINDOW, axis=1)
    return found
