"""Simple waveforms for audio tests."""

import numpy as np

from narrator.speech.pcm import Pcm


def tone(frequency: float, seconds: float, rate: int = 16_000, amplitude: float = 0.5) -> Pcm:
    """Return a sine wave."""
    return Pcm.from_array(amplitude * np.sin(2 * np.pi * frequency * np.arange(round(seconds * rate)) / rate), rate)


def hiss(seconds: float, level: float, rate: int = 16_000) -> Pcm:
    """Return white noise of this level in dBFS."""
    noise = np.random.default_rng(7).standard_normal(round(seconds * rate))
    return Pcm.from_array(noise * 10 ** (level / 20), rate)
