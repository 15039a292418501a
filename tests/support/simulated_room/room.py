"""A simulated room with its own clock, where the narrator, the players and noise can sound at the same time.

Time advances in steps of 20 ms, and only when the caller asks for the next one. In each step the narrator, the players
and the noise are mixed twice: for the recording, and for the microphone, which is farther away from the narrator's
loudspeaker. While the narrator's next words are still being rendered the clock stands still, so the recording is the
same on every computer.
"""

from collections.abc import Callable
from threading import Condition
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from narrator.apps.demo.guest_voices import SAMPLE_RATE
from narrator.apps.demo.noise import Noise
from narrator.speech.devices.capture import FrameBuffer
from narrator.speech.pcm import Pcm, Samples, to_int16

STEP_S = 0.02
STEP_SAMPLES = round(STEP_S * SAMPLE_RATE)
LOUDSPEAKER_AT_MICROPHONE_DB = -12.0
"""Level of the narrator at the microphone, relative to the recording."""
POLL_S = 0.005

Mix: TypeAlias = NDArray[np.int32]


class Loudspeaker:
    """The narrator's loudspeaker. It plays only as far as time has advanced in the room."""

    def __init__(self) -> None:
        self.volume = 1.0
        self._piece: Samples | None = None
        self._at = 0
        self._busy = False
        self._changed = Condition()

    # --- called from the narrator's thread ---------------------------------------------------------

    def play(self, pcm: Pcm) -> None:
        """Return when the sound is over or was stopped."""
        samples = pcm.resampled(SAMPLE_RATE).samples
        with self._changed:
            self._piece, self._at = samples, 0
            self._changed.notify_all()
            self._changed.wait_for(lambda: self._piece is not samples)

    def set_background(self, music: Pcm | None) -> None:
        """Do nothing: the simulation has no booth."""

    def set_busy(self, speaking: bool) -> None:
        with self._changed:
            self._busy = speaking
            self._changed.notify_all()

    # --- called from the room's thread -------------------------------------------------------------

    def stop(self) -> None:
        with self._changed:
            self._piece = None
            self._changed.notify_all()

    def step(self, speaking: Callable[[], bool]) -> Mix:
        """Return the sound of the next step. While the narrator is `speaking`, wait for its next piece."""
        block = np.zeros(STEP_SAMPLES, dtype=np.int32)
        filled = 0
        with self._changed:
            while filled < STEP_SAMPLES:
                while self._piece is None and (self._busy or speaking()):
                    self._changed.wait(POLL_S)
                if self._piece is None:
                    break
                part = self._piece[self._at : self._at + STEP_SAMPLES - filled]
                block[filled : filled + len(part)] = part * self.volume
                filled += len(part)
                self._at += len(part)
                if self._at >= len(self._piece):
                    self._piece = None
                    self._changed.notify_all()
        return block


class SimulatedRoom:
    """The mix of all sounds, step by step."""

    def __init__(
        self,
        loudspeaker: Loudspeaker,
        noise: Noise,
        record: Callable[[Samples], None],
        overhear_s: float = float("inf"),
    ) -> None:
        """Make a room. `record` receives the whole sound.

        The microphone hears the narrator speaking alone for `overhear_s` seconds in all; after that only while
        others speak too. Recognising the narrator's own voice is what costs most time.
        """
        self.loudspeaker = loudspeaker
        self.steps = 0
        self._noise = noise
        self._overhear_s = overhear_s
        self._record = record
        self._voice: Samples = np.zeros(0, dtype=np.int16)
        self._framing = FrameBuffer(SAMPLE_RATE)

    @property
    def seconds(self) -> float:
        return self.steps * STEP_S

    @property
    def is_talking(self) -> bool:
        return len(self._voice) > 0

    def speak(self, sound: Pcm) -> None:
        self._voice = sound.resampled(SAMPLE_RATE).samples

    def step(self, speaking: Callable[[], bool]) -> list[Samples]:
        """Advance by one step and return what the microphone hears."""
        narrator = self.loudspeaker.step(speaking)
        alone = not self.is_talking and bool(narrator.any())
        others = np.zeros(STEP_SAMPLES)
        others[: len(self._voice)] = self._voice[:STEP_SAMPLES]
        self._voice = self._voice[STEP_SAMPLES:]
        others += np.take(
            self._noise, np.arange(self.steps * STEP_SAMPLES, (self.steps + 1) * STEP_SAMPLES), mode="wrap"
        )
        self.steps += 1
        self._record(to_int16(narrator + others))
        self._overhear_s -= STEP_S if alone else 0.0
        if not alone or self._overhear_s > 0:
            others = others + narrator * 10 ** (LOUDSPEAKER_AT_MICROPHONE_DB / 20)
        return self._framing.feed(to_int16(others))
