"""What an ear finds in a written file, whoever wrote it and whatever it says about itself."""

import io
from collections.abc import Callable
from functools import cache

import numpy as np
import soundfile

from narrator.speech.pcm import Pcm, Samples

LOUD, FAINT = 300, 50
"""Far above what MP3 makes of silence, far below a voice; and the last breath of one."""
NEAR = 0.050
"""Seconds by which a time may be wrong."""


class Tones:
    """A voice that hums: each text in a length of its own, at once."""

    name = "tones"

    def request(self, text: str) -> Callable[[], Pcm]:
        return lambda: hum(0.2 + 0.013 * len(text))


@cache
def hum(seconds: float, pitch: float = 220.0, rate: int = 22050) -> Pcm:
    times = np.arange(round(seconds * rate)) / rate
    return Pcm((6000 * np.sin(2 * np.pi * pitch * times)).astype(np.int16), rate)


def decoded(mp3: bytes) -> Pcm:
    samples, rate = soundfile.read(io.BytesIO(mp3), dtype="int16")
    return Pcm(samples, rate)


def begins_at(sound: Pcm, second: float) -> bool:
    """Whether it is quiet until then, and not any more soon after."""
    before = sound.part(max(0.0, second - 0.15), second - 0.01).samples
    after = sound.part(second, second + NEAR).samples
    return quiet(before) and not quiet(after)


def ends_at(sound: Pcm, second: float) -> bool:
    """Whether it sounds until shortly before, and not any more soon after."""
    before = sound.part(second - 2 * NEAR, second).samples
    after = sound.part(second + 0.01, second + 0.15).samples
    return not quiet(before, FAINT) and quiet(after)


def quiet(samples: Samples, below: int = LOUD) -> bool:
    return not len(samples) or int(np.abs(samples.astype(int)).max()) < below
