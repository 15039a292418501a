"""Recordings instead of a microphone: WAV, FLAC, OGG or MP3, of any rate and any number of channels."""

from collections.abc import Iterator
from pathlib import Path

import numpy as np

from narrator.core.errors import NarratorError
from narrator.speech.asr.audio_format import SAMPLE_RATE_HZ
from narrator.speech.pcm import Pcm, Samples

FRAME = SAMPLE_RATE_HZ * 3 // 100
"""Samples that are handed on at once, as a microphone would."""


class RecordingUnreadable(NarratorError):
    """A recording cannot be read; says why, in half a sentence."""


def read_recording(path: Path) -> Pcm:
    """The whole recording, in one channel, at the rate the ear listens at."""
    import soundfile  # noqa: PLC0415 - only recordings need it

    if not path.exists():
        raise RecordingUnreadable("there is no such file")
    if path.is_dir():
        raise RecordingUnreadable("this is a folder, not a recording")
    try:
        numbers, rate = soundfile.read(path, dtype="float32", always_2d=True)
    except (OSError, RuntimeError, ValueError, TypeError) as error:  # soundfile's own errors are runtime errors
        raise RecordingUnreadable("this is no recording that can be read (WAV, FLAC, OGG or MP3)") from error
    if not len(numbers):
        raise RecordingUnreadable("the recording is empty")
    return Pcm.from_array(np.nan_to_num(numbers), int(rate)).resampled(SAMPLE_RATE_HZ)


def frames_of(sound: Pcm) -> Iterator[Samples]:
    """The recording as it would come from a microphone, piece by piece; the last piece may be shorter."""
    for at in range(0, len(sound.samples), FRAME):
        yield sound.samples[at : at + FRAME]
