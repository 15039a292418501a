"""The room of the demo: everything that sounds in it, on a clock of its own.

Time passes in steps of twenty milliseconds, and only when somebody asks for the next one. In each step the narrator,
the players and the noise are mixed twice: as somebody in the room hears it, which is the recording, and as the
microphone does, where the narrator's loudspeaker is farther away. While the narrator's next words are still being made
the clock stands, so that the recording is the same on every machine.
"""

from collections.abc import Callable, Mapping
from threading import Condition
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from narrator.apps.demo.guest_voices import RATE, VOICES
from narrator.apps.demo.guests import sayings
from narrator.speech.devices.capture import FrameBuffer
from narrator.speech.pcm import FULL_SCALE, Pcm, Samples, to_int16

STEP = 0.02  # seconds that pass at once
SIZE = round(STEP * RATE)
AWAY = -12.0  # decibels by which the narrator's loudspeaker is softer at the microphone than it is in the room
NAP = 0.005  # seconds after which somebody who waits for the narrator looks again
SECONDS = 20.0  # of noise, which comes again and again
CALM, KITCHEN, BABBLE = -64.0, -46.0, -46.0  # decibels. Somebody at the table speaks at about -22.

Mixed: TypeAlias = NDArray[np.int32]
Noise: TypeAlias = NDArray[np.float64]


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
    return noise * (FULL_SCALE * 10 ** (level / 20) / float(np.sqrt(np.mean(noise**2))))


NOISES: Mapping[str, Callable[[], Noise]] = {
    "calm": calm,
    "kitchen": kitchen,
    "babble": babble,
    "none": lambda: np.zeros(round(RATE * SECONDS)),
}


class Loudspeaker:
    """What the narrator's voice plays on. It plays only as far as time has passed in the room."""

    def __init__(self) -> None:
        self.volume = 1.0
        self._piece: Samples | None = None
        self._at = 0
        self._busy = False
        self._changed = Condition()

    # --- from the narrator's thread ----------------------------------------------------------------

    def play(self, pcm: Pcm) -> None:
        """Comes back when it is over or was stopped."""
        samples = pcm.resampled(RATE).samples
        with self._changed:
            self._piece, self._at = samples, 0
            self._changed.notify_all()
            self._changed.wait_for(lambda: self._piece is not samples)

    def set_background(self, music: Pcm | None) -> None:
        """Nobody whispers in a demo."""

    def changed(self, speaking: bool) -> None:
        with self._changed:
            self._busy = speaking
            self._changed.notify_all()

    # --- from the room's thread --------------------------------------------------------------------

    def stop(self) -> None:
        with self._changed:
            self._piece = None
            self._changed.notify_all()

    def step(self, speaking: Callable[[], bool]) -> Mixed:
        """What sounds in the next step. While the narrator is `speaking`, its next piece is waited for."""
        block = np.zeros(SIZE, dtype=np.int32)
        filled = 0
        with self._changed:
            while filled < SIZE:
                while self._piece is None and (self._busy or speaking()):
                    self._changed.wait(NAP)
                if self._piece is None:
                    break
                part = self._piece[self._at : self._at + SIZE - filled]
                block[filled : filled + len(part)] = part * self.volume
                filled += len(part)
                self._at += len(part)
                if self._at >= len(self._piece):
                    self._piece = None
                    self._changed.notify_all()
        return block


class SimulatedRoom:
    def __init__(
        self,
        loudspeaker: Loudspeaker,
        noise: Noise,
        listen: Callable[[Samples], None],
        overhears: float = float("inf"),
    ) -> None:
        """`listen` gets everything that sounds, as it is recorded.

        For so many seconds the microphone `overhears` the narrator alone; after that only when others speak as well.
        """
        self.loudspeaker = loudspeaker
        self.steps = 0
        self._noise = noise
        self._overhears = overhears
        self._listen = listen
        self._voice: Samples = np.zeros(0, dtype=np.int16)
        self._framing = FrameBuffer(RATE)

    @property
    def now(self) -> float:
        return self.steps * STEP

    @property
    def talking(self) -> bool:
        return len(self._voice) > 0

    def speak(self, sound: Pcm) -> None:
        self._voice = sound.resampled(RATE).samples

    def step(self, speaking: Callable[[], bool]) -> list[Samples]:
        """Let a step pass; what the microphone hears meanwhile."""
        narrator = self.loudspeaker.step(speaking)
        alone = not self.talking and bool(narrator.any())
        others = np.zeros(SIZE)
        others[: len(self._voice)] = self._voice[:SIZE]
        self._voice = self._voice[SIZE:]
        others += np.take(self._noise, np.arange(self.steps * SIZE, (self.steps + 1) * SIZE), mode="wrap")
        self.steps += 1
        self._listen(to_int16(narrator + others))
        self._overhears -= STEP if alone else 0.0
        if not alone or self._overhears > 0:
            others = others + narrator * 10 ** (AWAY / 20)
        return self._framing.feed(to_int16(others))
