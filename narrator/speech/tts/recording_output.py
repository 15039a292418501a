"""A player that plays into a recording, on a clock of its own: as fast as the machine goes, with the same sound."""

from collections.abc import Callable
from pathlib import Path

import numpy as np
import soundfile

from narrator.core.errors import NarratorError
from narrator.core.text import join_words
from narrator.speech.pcm import Pcm, Samples, to_int16

RECORDING_RATE = 22050
RECORDING_SUFFIXES = (".wav", ".flac", ".ogg", ".mp3")
RECORDING_BLOCK_S = 0.02  # seconds between two moments at which it can be stopped


class RecordingFailed(NarratorError):
    """The recording cannot be written."""


class RecordingFile:
    """A file that gets its name when the block that writes it ends without trouble."""

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
            raise self._failed(error) from error

    def __enter__(self) -> "RecordingFile":
        return self

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        try:
            self._sound.close()
            if kind is None:
                self._part.replace(self._file)
        except (OSError, soundfile.LibsndfileError) as trouble:
            raise self._failed(trouble) from trouble
        finally:
            self._part.unlink(missing_ok=True)

    def write(self, samples: Samples) -> None:
        try:
            self._sound.write(samples)
        except (OSError, soundfile.LibsndfileError) as error:
            raise self._failed(error) from error

    def _failed(self, error: Exception) -> RecordingFailed:
        return RecordingFailed(f"{self._file} cannot be written ({error}).")


class RecordingOutput:
    """Collects everything that is played, one after the other. Several may play into it in turn, on one clock."""

    def __init__(self, rate: int = RECORDING_RATE, *, on_block: Callable[[Pcm], None] = lambda block: None) -> None:
        """`heard` gets every block as it sounds, in the thread that plays; it may stop whoever is playing."""
        self.rate = rate
        self.volume = 1.0
        self._heard = on_block
        self._blocks: list[Samples] = []
        self._length = 0
        self._stopped = False

    @property
    def seconds(self) -> float:
        """Seconds since the recording began. They pass when something is played, and in `pass_time`."""
        return self._length / self.rate

    def play(self, pcm: Pcm) -> float:
        """Put it behind what is there, without waiting; the seconds of it that were heard."""
        self._stopped = False
        began = self.seconds
        self._sound(pcm.resampled(self.rate).samples)
        return self.seconds - began

    def stop(self) -> None:
        self._stopped = True

    def pass_time(self, seconds: float) -> None:
        """Silence, for instance while somebody thinks."""
        self._stopped = False
        self._sound(Pcm.silence(seconds, self.rate).samples)

    def _sound(self, samples: Samples) -> None:
        size = round(RECORDING_BLOCK_S * self.rate)
        for start in range(0, len(samples), size):
            if self._stopped:
                return
            block = to_int16(samples[start : start + size] * self.volume)
            self._blocks.append(block)
            self._length += len(block)
            self._heard(Pcm(block, self.rate))

    def to_pcm(self) -> Pcm:
        return Pcm(np.concatenate([np.zeros(0, dtype=np.int16), *self._blocks]), self.rate)

    def write(self, file: Path) -> None:
        """As WAV, FLAC, OGG or MP3, by the end of the name."""
        whole = self.to_pcm()
        with RecordingFile(file, whole.rate) as sound:
            for start in range(0, len(whole.samples), whole.rate):  # in one go libsndfile's OGG breaks its stack
                sound.write(whole.samples[start : start + whole.rate])
