"""A noisy room made softer, so that the voice in it is heard better: a running tap, a fan, dishes, a machine.

What the room sounds like is known from the moments without the voice. Each moment and each pitch is made softer as far
as it is the room and not the voice (Wiener's filter, with the smoothing of Ephraim and Malah, without which the rest of
the noise would ring).
"""

import numpy as np
from numpy.typing import NDArray

from narrator.speech.pcm import Samples, to_int16

SIZE, STEP = 512, 128  # samples of one look at the sound, and between two looks
LEAST = 0.18  # to which part the room is made softer
CALM = 0.96  # how much of the last moment's judgement is kept for this one
WINDOW = np.hanning(SIZE + 1)[:-1]
OVERLAP = float(np.sum(WINDOW**2)) / STEP  # how often each sample is looked at, weighed by the window twice


class Softener:
    """Takes a sound with a voice piece by piece, and gives it back with the room softer, 24 ms later."""

    def __init__(self, room: Samples) -> None:
        """`room` is how it sounds there without the voice. Of too little of it nothing can be learnt."""
        self._noise = (
            None if len(room) < 8 * SIZE else np.mean(np.abs(spectra(room.astype(np.float64))) ** 2, axis=0) + 1e-9
        )
        self._rest: NDArray[np.float64] = np.zeros(SIZE - STEP)
        self._sum: NDArray[np.float64] = np.zeros(SIZE)
        self._before: NDArray[np.float64] = np.zeros(SIZE // 2 + 1)
        self._early = SIZE - STEP  # samples of what comes first that are not the sound's

    def feed(self, samples: Samples) -> Samples:
        if self._noise is None:
            return samples
        self._rest = np.concatenate([self._rest, samples.astype(np.float64)])
        found = [np.zeros(0)]
        for look in spectra(self._rest):
            above = np.abs(look) ** 2 / self._noise
            voiced = CALM * self._before + (1 - CALM) * np.maximum(above - 1, 0)
            gain = np.maximum(voiced / (1 + voiced), LEAST)
            self._before = gain**2 * above
            self._sum += np.fft.irfft(look * gain) * WINDOW / OVERLAP
            found.append(self._sum[:STEP])
            self._sum = np.concatenate([self._sum[STEP:], np.zeros(STEP)])
        self._rest = self._rest[(len(found) - 1) * STEP :]
        out = np.concatenate(found)
        early, self._early = self._early, max(0, self._early - len(out))
        return to_int16(out[early:])


def spectra(numbers: NDArray[np.float64]) -> NDArray[np.complex128]:
    """What it sounds like, look by look."""
    if len(numbers) < SIZE:
        return np.zeros((0, SIZE // 2 + 1), dtype=np.complex128)
    looks = np.lib.stride_tricks.sliding_window_view(numbers, SIZE)[::STEP]
    found: NDArray[np.complex128] = np.fft.rfft(looks * WINDOW, axis=1)
    return found
