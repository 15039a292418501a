"""What an ear finds in a written file, whoever wrote it and whatever it says about itself."""

import io
from collections.abc import Callable
from functools import cache

import numpy as np
import soundfile

from narrator.speech.pcm import Pcm, Samples

SOUND_PEAK, FADING_PEAK = 300, 50
"""Far above what MP3 makes of silence, far below a voice; and the last breath of one."""
TOLERANCE_S = 0.050
"""Seconds by which a time may be wrong."""


class ToneVoice:
    """A voice that hums: each text in a length of its own, at once."""

    name = "tones"

    def request(self, text: str) -> Callable[[], Pcm]:
        return lambda: make_tone(0.2 + 0.013 * len(text))


@cache
def make_tone(seconds: float, pitch: float = 220.0, rate: int = 22050) -> Pcm:
    times = np.arange(round(seconds * rate)) / rate
    return Pcm((6000 * np.sin(2 * np.pi * pitch * times)).astype(np.int16), rate)


def decode_mp3(mp3: bytes) -> Pcm:
    samples, rate = soundfile.read(io.BytesIO(mp3), dtype="int16")
    return Pcm(samples, rate)


def begins_at(sound: Pcm, second: float) -> bool:
    """Whether it is quiet until then, and not any more soon after."""
    before = sound.part(max(0.0, second - 0.15), second - 0.01).samples
    after = sound.part(second, second + TOLERANCE_S).samples
    return is_quiet(before) and not is_quiet(after)


def ends_at(sound: Pcm, second: float) -> bool:
    """Whether it sounds until shortly before, and not any more soon after."""
    before = sound.part(second - 2 * TOLERANCE_S, second).samples
    after = sound.part(second + 0.01, second + 0.15).samples
    return not is_quiet(before, FADING_PEAK) and is_quiet(after)


def is_quiet(samples: Samples, below: int = SOUND_PEAK) -> bool:
    return not len(samples) or int(np.abs(samples.astype(int)).max()) < below
