"""Measure when sound begins and ends in an audio file."""

import io
from collections.abc import Callable
from functools import cache

import numpy as np
import soundfile

from narrator.speech.pcm import Pcm, Samples

SOUND_PEAK, FADING_PEAK = 300, 50
"""Peaks: well above MP3-coded silence and well below a voice; and the end of a fading voice."""
TOLERANCE_S = 0.050
"""Permitted error of a time."""


class ToneVoice:
    """A voice that hums. The duration depends on the length of the text."""

    name = "tones"

    def request(self, text: str, delivery: object = None) -> Callable[[], Pcm]:
        return lambda: make_tone(0.2 + 0.013 * len(text))


@cache
def make_tone(seconds: float, pitch: float = 220.0, rate: int = 22050) -> Pcm:
    times = np.arange(round(seconds * rate)) / rate
    return Pcm((6000 * np.sin(2 * np.pi * pitch * times)).astype(np.int16), rate)


def decode_mp3(mp3: bytes) -> Pcm:
    samples, rate = soundfile.read(io.BytesIO(mp3), dtype="int16")
    return Pcm(samples, rate)


def begins_at(sound: Pcm, second: float) -> bool:
    """Return whether sound begins at this time after a silence."""
    before = sound.part(max(0.0, second - 0.15), second - 0.01).samples
    after = sound.part(second, second + TOLERANCE_S).samples
    return is_quiet(before) and not is_quiet(after)


def ends_at(sound: Pcm, second: float) -> bool:
    """Return whether sound ends at this time, followed by silence."""
    before = sound.part(second - 2 * TOLERANCE_S, second).samples
    after = sound.part(second + 0.01, second + 0.15).samples
    return not is_quiet(before, FADING_PEAK) and is_quiet(after)


def is_quiet(samples: Samples, below: int = SOUND_PEAK) -> bool:
    return not len(samples) or int(np.abs(samples.astype(int)).max()) < below
