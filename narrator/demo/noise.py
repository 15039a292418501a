"""What else sounds in the room of the demo, over and over: a quiet room, a kitchen, or other people's talk."""

from collections.abc import Callable, Mapping
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from narrator.demo.guest_voices import RATE, VOICES
from narrator.guests import sayings
from narrator.sound.pcm import FULL

Noise: TypeAlias = NDArray[np.float64]

SECONDS = 20.0
CALM, KITCHEN, BABBLE = -64.0, -46.0, -46.0  # decibels. Somebody at the table speaks at about -22.


def calm() -> Noise:
    """The hiss of a quiet room: the deeper, the stronger."""
    size = round(RATE * SECONDS)
    spectrum = np.fft.rfft(np.random.default_rng(1).normal(0, 1, size))
    hiss = np.fft.irfft(spectrum / np.sqrt(np.maximum(np.fft.rfftfreq(size, 1 / RATE), 60)), size)
    return at_level(hiss, CALM)


def kitchen() -> Noise:
    """Running water, and plates that ring when they are put down."""
    luck = np.random.default_rng(3)
    size = round(RATE * SECONDS)
    water = np.diff(luck.normal(0, 1, size + 1)) * 0.4
    ring = np.arange(round(0.25 * RATE)) / RATE
    for _ in range(round(SECONDS)):
        at = int(luck.integers(0, size - len(ring)))
        tones = np.sin(2 * np.pi * luck.uniform(900, 5000, 4)[:, None] * ring).sum(axis=0)
        water[at : at + len(ring)] += tones * np.exp(-ring * 25) * luck.uniform(0.3, 1.2)
    return at_level(water, KITCHEN) + calm()


def babble() -> Noise:
    """Several people talking at once in the next room, none of them to us."""
    size = round(RATE * SECONDS)
    mixed = np.zeros(size)
    for number, voice in enumerate(VOICES):
        said = np.concatenate([voice.say(words).samples for words in sayings("in free words")[number:]])
        mixed += np.resize(said, size)
    return at_level(mixed, BABBLE) + calm()


def at_level(noise: Noise, level: float) -> Noise:
    return noise * (FULL * 10 ** (level / 20) / float(np.sqrt(np.mean(noise**2))))


NOISES: Mapping[str, Callable[[], Noise]] = {
    "calm": calm,
    "kitchen": kitchen,
    "babble": babble,
    "none": lambda: np.zeros(round(RATE * SECONDS)),
}
