"""The microphone, for as long as somebody wants to be heard: a stream of frames for an ear."""

from collections.abc import Callable, Iterator
from queue import Empty

import numpy as np

from narrator.ears.port import Ear
from narrator.ears.vosk import VoskEar
from narrator.sound.capture import SAMPLES, Capture
from narrator.sound.pcm import Samples

PATIENCE = 0.5
"""Seconds between two looks whether anybody still listens, while the microphone is gone."""


class Microphone:
    """Frames from the room, until it is closed."""

    def __init__(self, tell: Callable[[str], None], *, deaf: Callable[[], bool] = lambda: False) -> None:
        """`tell` gets a sentence when the microphone is gone or back. While it is `deaf`, nothing is heard."""
        self._capture = Capture(tell)
        self._deaf = deaf
        self._closed = False

    def ear(self) -> Ear:
        """An ear that listens with it. Its model is read first, which takes a moment."""
        ear = VoskEar(self._frames())
        self._capture.start()
        return ear

    def close(self) -> None:
        self._closed = True
        self._capture.close()

    def _frames(self) -> Iterator[Samples]:
        silence = np.zeros(SAMPLES, dtype=np.int16)
        while not self._closed:
            try:
                frame = self._capture.frames.get(timeout=PATIENCE)
            except Empty:
                continue
            yield silence if self._deaf() else frame
