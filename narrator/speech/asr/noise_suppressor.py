"""Noise suppression: a Wiener filter with Ephraim-Malah smoothing.

The noise spectrum is estimated from audio without speech. Each frequency of each window is then attenuated by its
estimated SNR. Without the smoothing over time the remaining noise would ring ("musical noise").
"""

import numpy as np
from numpy.typing import NDArray

from narrator.speech.pcm import Samples, to_int16

WIENER_WINDOW_SAMPLES, WIENER_HOP_SAMPLES = 512, 128
"""Length of the analysis window and distance between two windows (32 ms and 8 ms)."""
MIN_WIENER_GAIN = 0.18
"""Lowest gain of a frequency. A lower value removes more noise and damages more consonants.
Bench: hearing --ablation, "no noise suppression"."""
SMOOTHING = 0.96
"""Share of the previous window's SNR in this window's estimate. A higher value rings less and reacts more slowly.
Bench: hearing --only kitchen tap "washing machine"."""
MIN_NOISE_SAMPLES = 8 * WIENER_WINDOW_SAMPLES
"""Shortest noise that allows an estimate of its spectrum; with less, nothing is suppressed.
Bench: hearing --only kitchen tap."""
WIENER_WINDOW = np.hanning(WIENER_WINDOW_SAMPLES + 1)[:-1]
OVERLAP_GAIN = float(np.sum(WIENER_WINDOW**2)) / WIENER_HOP_SAMPLES
"""Sum of the squared windows over each sample; dividing by it restores the level."""


class NoiseSuppressor:
    """Suppresses the noise of one utterance, fed in pieces. The output is 24 ms late."""

    def __init__(self, noise: Samples) -> None:
        """Estimate the noise spectrum from audio without speech."""
        self._noise_power = (
            None
            if len(noise) < MIN_NOISE_SAMPLES
            else np.mean(np.abs(spectra(noise.astype(np.float64))) ** 2, axis=0) + 1e-9
        )
        self._pending: NDArray[np.float64] = np.zeros(WIENER_WINDOW_SAMPLES - WIENER_HOP_SAMPLES)
        self._overlap: NDArray[np.float64] = np.zeros(WIENER_WINDOW_SAMPLES)
        self._previous_snr: NDArray[np.float64] = np.zeros(WIENER_WINDOW_SAMPLES // 2 + 1)
        self._padding_left = WIENER_WINDOW_SAMPLES - WIENER_HOP_SAMPLES
        """Output samples still to drop, because they belong to the zeros before the first sample."""

    def feed(self, samples: Samples) -> Samples:
        """Return as much suppressed audio as is complete."""
        if self._noise_power is None:
            return samples
        self._pending = np.concatenate([self._pending, samples.astype(np.float64)])
        output = [np.zeros(0)]
        for spectrum in spectra(self._pending):
            posterior_snr = np.abs(spectrum) ** 2 / self._noise_power
            prior_snr = SMOOTHING * self._previous_snr + (1 - SMOOTHING) * np.maximum(posterior_snr - 1, 0)
            gain = np.maximum(prior_snr / (1 + prior_snr), MIN_WIENER_GAIN)
            self._previous_snr = gain**2 * posterior_snr
            self._overlap += np.fft.irfft(spectrum * gain) * WIENER_WINDOW / OVERLAP_GAIN
            output.append(self._overlap[:WIENER_HOP_SAMPLES])
            self._overlap = np.concatenate([self._overlap[WIENER_HOP_SAMPLES:], np.zeros(WIENER_HOP_SAMPLES)])
        self._pending = self._pending[(len(output) - 1) * WIENER_HOP_SAMPLES :]
        joined = np.concatenate(output)
        padding, self._padding_left = self._padding_left, max(0, self._padding_left - len(joined))
        return to_int16(joined[padding:])


def spectra(signal: NDArray[np.float64]) -> NDArray[np.complex128]:
    """Return the spectrum of each complete window."""
    if len(signal) < WIENER_WINDOW_SAMPLES:
        return np.zeros((0, WIENER_WINDOW_SAMPLES // 2 + 1), dtype=np.complex128)
    windows = np.lib.stride_tricks.sliding_window_view(signal, WIENER_WINDOW_SAMPLES)[::WIENER_HOP_SAMPLES]
    found: NDArray[np.complex128] = np.fft.rfft(windows * WIENER_WINDOW, axis=1)
    return found
