"""Recordings in place of a microphone: WAV, FLAC, OGG or MP3 files.

A file is decoded block by block, so a long recording, or a small file that claims to be long, needs little memory.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import soxr

from narrator.core.errors import NarratorError
from narrator.speech.asr.audio_format import SAMPLE_RATE_HZ
from narrator.speech.pcm import FULL_SCALE, Pcm, Samples, to_int16

if TYPE_CHECKING:
    from soundfile import SoundFile

BLOCK_SAMPLES = SAMPLE_RATE_HZ * 3 // 100
"""Samples (30 ms) in a block, as a microphone delivers them."""
MIN_RATE_HZ, MAX_RATE_HZ = 4_000, 192_000
"""Sample rates that are accepted. A file that claims 1 Hz would become 16,000 times as long when resampled."""
MAX_RECORDING_S = 3600
"""Longest recording that is read."""
MAX_DECODED_VALUES = 2**18
"""Values that are decoded at once, all channels together: 1 MB."""


class RecordingUnreadable(NarratorError):
    """A recording cannot be read. The message says why, as a part of a sentence."""


class RecordingTooLong(RecordingUnreadable):
    """A recording goes on after the longest time that is read."""


def stream_recording(path: Path) -> Iterator[Samples]:
    """Yield a recording in blocks, mixed down to one channel at the recogniser's sample rate.

    Raise `RecordingUnreadable` if the file cannot be read, and `RecordingTooLong` after the blocks of the first hour
    if there is more.
    """
    import soundfile  # noqa: PLC0415 - only recordings need it

    check_file(path)
    try:
        with soundfile.SoundFile(path) as file:
            if not MIN_RATE_HZ <= file.samplerate <= MAX_RATE_HZ:
                rates = f"{MIN_RATE_HZ} to {MAX_RATE_HZ} Hz"
                raise RecordingUnreadable(f"its sample rate is {file.samplerate} Hz, and only {rates} can be read")
            yield from _decode(file)
    except (OSError, RuntimeError, ValueError, TypeError) as error:  # soundfile's errors are runtime errors
        raise RecordingUnreadable("this is not a recording that can be read (WAV, FLAC, OGG or MP3)") from error


def check_file(path: Path) -> None:
    """Raise `RecordingUnreadable` unless this is a regular file: a pipe or a device may never end."""
    if not path.exists():
        raise RecordingUnreadable("there is no such file")
    if path.is_dir():
        raise RecordingUnreadable("this is a folder, not a recording")
    if not path.is_file():
        raise RecordingUnreadable("this is not a file, but a pipe or a device")


def _decode(file: "SoundFile") -> Iterator[Samples]:
    pending = np.zeros(0, dtype=np.int16)
    has_sound = False
    for samples in _resample(file):
        has_sound = has_sound or len(samples) > 0
        pending = np.concatenate([pending, samples])
        whole = len(pending) // BLOCK_SAMPLES * BLOCK_SAMPLES
        for start in range(0, whole, BLOCK_SAMPLES):
            yield pending[start : start + BLOCK_SAMPLES]
        pending = pending[whole:]
    if len(pending):
        yield pending
    if not has_sound:
        raise RecordingUnreadable("the recording is empty")
    if file.tell() >= MAX_RECORDING_S * file.samplerate and len(file.read(1)):
        raise RecordingTooLong(f"only the first {MAX_RECORDING_S // 60} minutes of a recording are read")


def _resample(file: "SoundFile") -> Iterator[Samples]:
    """Yield the recording at the recogniser's rate, in pieces of any length."""
    resampler = soxr.ResampleStream(file.samplerate, SAMPLE_RATE_HZ, 1, dtype="float32")
    frames_left = MAX_RECORDING_S * file.samplerate
    while frames_left > 0:
        frames = min(frames_left, max(1, MAX_DECODED_VALUES // file.channels))
        values = file.read(frames, dtype="float32", always_2d=True)
        if not len(values):
            break
        frames_left -= len(values)
        # soxr dithers integers, which adds hiss to silence; it does not dither floats
        mono = to_int16(np.nan_to_num(values).mean(axis=1) * FULL_SCALE)
        if file.samplerate == SAMPLE_RATE_HZ:
            yield mono
        else:
            yield to_int16(resampler.resample_chunk(mono.astype(np.float32)))
    if file.samplerate != SAMPLE_RATE_HZ:
        yield to_int16(resampler.resample_chunk(np.zeros(0, dtype=np.float32), last=True))


def read_recording(path: Path) -> Pcm:
    """Return a whole recording. For long ones use `stream_recording`."""
    return Pcm(np.concatenate([*stream_recording(path)]), SAMPLE_RATE_HZ)


def split_into_blocks(sound: Pcm) -> Iterator[Samples]:
    """Yield a sound as a microphone would deliver it; the last block may be shorter."""
    for start in range(0, len(sound.samples), BLOCK_SAMPLES):
        yield sound.samples[start : start + BLOCK_SAMPLES]
