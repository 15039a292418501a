"""Taking the narrator's own voice out of what the microphone hears, so that "stop" gets through while it reads.

WebRTC's echo canceller (the package pywebrtc-audio, an extra) compares what was played with what was heard, learns the
way from the speaker through the room to the microphone within a second or two, and subtracts it. It needs both
streams in step: for every frame heard, as much of what was played. The player gives its blocks, silence included, and
the microphone its frames, each in its own rhythm, so the blocks wait here until a whole frame of them is there.
"""

from collections.abc import Callable
from queue import Empty, SimpleQueue
from typing import Protocol

import numpy as np

from narrator.sound.devices import NoSound, pip_install
from narrator.sound.pcm import Pcm, Samples, resampler

RATE = 16_000
PACKAGE = "pywebrtc-audio"
LONGEST_WAIT = 0.2
"""Seconds of played sound that may wait: with more the echo would come before what caused it."""

LINGERS = 1.0
"""Seconds for which an echo may stay in the room and on its way."""


class Canceller(Protocol):
    """What subtracts."""

    def process(self, near: Samples, far: Samples) -> Samples:
        """What was heard, without what was played."""


def canceller() -> Canceller:
    """WebRTC's echo canceller; `NoSound` with the command that installs it, where it is missing."""
    try:
        from pywebrtc_audio import EchoCanceller  # noqa: PLC0415 - an extra
    except ImportError as error:
        raise NoSound("Echo cancellation is not installed here.", pip_install(PACKAGE)) from error
    made: Canceller = EchoCanceller(sample_rate=RATE)
    return made


class Echo:
    """Stands between the player and the microphone."""

    def __init__(self, subtract: Canceller | None = None) -> None:
        """Raises `NoSound` where no canceller is installed."""
        self._subtract = subtract or canceller()
        self._blocks: SimpleQueue[Pcm] = SimpleQueue()
        self._resampler: tuple[int, Callable[[Samples], Samples]] | None = None
        self._waiting = np.zeros(0, dtype=np.int16)
        self._quiet = LINGERS

    def played(self, block: Pcm) -> None:
        """What the player just gave to the speaker. Called where nobody may wait, so it is only noted."""
        self._blocks.put(block)

    def cleaned(self, frame: Samples) -> Samples:
        """A frame from the microphone, without what was played. Called from one thread only."""
        far = self._played_with(len(frame))
        self._quiet = 0.0 if far.any() else self._quiet + len(frame) / RATE
        if self._quiet > LINGERS:  # there is nothing to subtract, and listening should cost next to nothing
            return frame
        return self._subtract.process(frame, far)

    def _played_with(self, count: int) -> Samples:
        """So much of what was played; silence while the two are not in step, or nothing is played at all."""
        self._take_blocks()
        if len(self._waiting) < count:
            return np.zeros(count, dtype=np.int16)
        far, self._waiting = self._waiting[:count].copy(), self._waiting[count:]
        return far

    def _take_blocks(self) -> None:
        while True:
            try:
                block = self._blocks.get_nowait()
            except Empty:
                break
            self._waiting = np.concatenate([self._waiting, self._at_our_rate(block)])
        most = round(LONGEST_WAIT * RATE)
        if len(self._waiting) > most:  # nobody listened for a while
            self._waiting = self._waiting[-most // 4 :]

    def _at_our_rate(self, block: Pcm) -> Samples:
        if block.rate == RATE:
            return block.samples
        if self._resampler is None or self._resampler[0] != block.rate:
            self._resampler = (block.rate, resampler(block.rate, RATE))
        return self._resampler[1](block.samples)
