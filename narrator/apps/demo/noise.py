"""Background noise for the demo: what else can be heard in the room while people play."""

from collections.abc import Callable, Mapping
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from narrator.apps.demo.guest_voices import GUEST_VOICES, SAMPLE_RATE
from narrator.apps.demo.guests import guest_phrases
from narrator.speech.pcm import FULL_SCALE

LOOP_S = 20
"""Length of each noise, which is repeated."""
HISS_DBFS, KITCHEN_DBFS, BABBLE_DBFS = -64.0, -46.0, -46.0
"""Levels of the noises. The players speak at about -22."""

Noise: TypeAlias = NDArray[np.float64]


def make_hiss() -> Noise:
    """Return the hiss of a quiet room, stronger in the low frequencies."""
    size = SAMPLE_RATE * LOOP_S
    spectrum = np.fft.rfft(np.random.default_rng(1).normal(0, 1, size))
    hiss = np.fft.irfft(spectrum / np.sqrt(np.maximum(np.fft.rfftfreq(size, 1 / SAMPLE_RATE), 60)), size)
    return set_level(hiss, HISS_DBFS)


def make_kitchen() -> Noise:
    """Return running water and the ringing of plates."""
    dice = np.random.default_rng(3)
    size = SAMPLE_RATE * LOOP_S
    noise = np.diff(dice.normal(0, 1, size + 1)) * 0.4
    times = np.arange(round(0.25 * SAMPLE_RATE)) / SAMPLE_RATE
    for _ in range(LOOP_S):
        start = int(dice.integers(0, size - len(times)))
        tones = np.sin(2 * np.pi * dice.uniform(900, 5000, 4)[:, None] * times).sum(axis=0)
        noise[start : start + len(times)] += tones * np.exp(-times * 25) * dice.uniform(0.3, 1.2)
    return set_level(noise, KITCHEN_DBFS) + make_hiss()


def make_babble() -> Noise:
    """Return several people talking at once in the next room."""
    size = SAMPLE_RATE * LOOP_S
    mixed = np.zeros(size)
    for number, voice in enumerate(GUEST_VOICES):
        talk = np.concatenate([voice.say(words).samples for words in guest_phrases("in free words")[number:]])
        mixed += np.resize(talk, size)
    return set_level(mixed, BABBLE_DBFS) + make_hiss()


def set_level(noise: Noise, level_dbfs: float) -> Noise:
    return noise * (FULL_SCALE * 10 ** (level_dbfs / 20) / float(np.sqrt(np.mean(noise**2))))


NOISES: Mapping[str, Callable[[], Noise]] = {
    "calm": make_hiss,
    "kitchen": make_kitchen,
    "babble": make_babble,
    "none": lambda: np.zeros(SAMPLE_RATE * LOOP_S),
}
"""The noises that `narrator demo --noise` offers."""
