"""An audio output that records instead of playing, as fast as the machine can, with its own clock."""

from collections.abc import Callable
from pathlib import Path

import numpy as np
import soundfile

from narrator.core.errors import NarratorError
from narrator.core.text import join_words
from narrator.speech.pcm import Pcm, Samples, to_int16

RECORDING_RATE = 22050
RECORDING_SUFFIXES = (".wav", ".flac", ".ogg", ".mp3")
RECORDING_BLOCK_S = 0.02
"""The output can be stopped between two blocks."""


class RecordingFailed(NarratorError):
    """The recording cannot be written."""


class RecordingFile:
    """A sound file that gets its name only when its `with` block ends without an error."""

    def __init__(self, file: Path, rate: int = RECORDING_RATE) -> None:
        if file.suffix.lower() not in RECORDING_SUFFIXES:
            raise RecordingFailed(f"A recording is a {join_words(RECORDING_SUFFIXES, 'or')} file, not {file.name}.")
        self._file = file
        self._part = file.with_name(f".{file.name}.part")
        try:
            if file.is_dir():
                raise IsADirectoryError("it is a folder")
            self._sound = soundfile.SoundFile(self._part, "w", rate, 1, format=file.suffix[1:].upper())
        except (OSError, UnicodeError, soundfile.LibsndfileError) as error:
            raise self._failure(error) from error

    def __enter__(self) -> "RecordingFile":
        return self

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        try:
            self._sound.close()
            if kind is None:
                self._part.replace(self._file)
        except (OSError, soundfile.LibsndfileError) as error:
            raise self._failure(error) from error
        finally:
            self._part.unlink(missing_ok=True)

    def write(self, samples: Samples) -> None:
        """Append the samples."""
        try:
            self._sound.write(samples)
        except (OSError, soundfile.LibsndfileError) as error:
            raise self._failure(error) from error

    def _failure(self, error: Exception) -> RecordingFailed:
        return RecordingFailed(f"{self._file} cannot be written ({error}).")


class RecordingOutput:
    """Records everything that is played, one clip after the other. Several players may take turns on it."""

    def __init__(self, rate: int = RECORDING_RATE, *, on_block: Callable[[Pcm], None] = lambda block: None) -> None:
        """Start an empty recording. `on_block` gets every block in the thread that plays, and may call `stop`."""
        self.rate = rate
        self.volume = 1.0
        self._on_block = on_block
        self._blocks: list[Samples] = []
        self._length = 0
        self._is_stopped = False

    @property
    def seconds(self) -> float:
        """The length of the recording, which is its clock."""
        return self._length / self.rate

    def play(self, pcm: Pcm) -> float:
        """Append the clip without waiting. Return how many seconds of it were played before a stop."""
        self._is_stopped = False
        start = self.seconds
        self._append(pcm.resampled(self.rate).samples)
        return self.seconds - start

    def stop(self) -> None:
        """Cut off the clip that is playing."""
        self._is_stopped = True

    def pass_time(self, seconds: float) -> None:
        """Append silence."""
        self._is_stopped = False
        self._append(Pcm.silence(seconds, self.rate).samples)

    def _append(self, samples: Samples) -> None:
        size = round(RECORDING_BLOCK_S * self.rate)
        for start in range(0, len(samples), size):
            if self._is_stopped:
                return
            block = to_int16(samples[start : start + size] * self.volume)
            self._blocks.append(block)
            self._length += len(block)
            self._on_block(Pcm(block, self.rate))

    def to_pcm(self) -> Pcm:
        """Return the whole recording."""
        return Pcm(np.concatenate([np.zeros(0, dtype=np.int16), *self._blocks]), self.rate)

    def write(self, file: Path) -> None:
        """Write it as WAV, FLAC, OGG or MP3, depending on the suffix."""
        pcm = self.to_pcm()
        with RecordingFile(file, pcm.rate) as sound:
            for start in range(0, len(pcm.samples), pcm.rate):  # in one piece libsndfile's OGG encoder overflows
                sound.write(pcm.samples[start : start + pcm.rate])
