"""The recording of the demo, written as it goes: whole under its own name, or not there at all."""

from pathlib import Path
from types import TracebackType

import soundfile

from narrator.demo.guest_voices import RATE
from narrator.sound.pcm import Samples
from narrator.voices.recording_output import FORMATS, RecordingFailed


class RecordingFile:
    """A file that gets its name when the block that writes it ends without trouble."""

    def __init__(self, file: Path) -> None:
        if file.suffix.lower() not in FORMATS:
            raise RecordingFailed(f"A recording is a {', '.join(FORMATS[:-1])} or {FORMATS[-1]} file, not {file.name}.")
        self._file = file
        self._part = file.with_name(f".{file.name}.part")
        try:
            if file.is_dir():
                raise IsADirectoryError("it is a folder")
            self._sound = soundfile.SoundFile(self._part, "w", RATE, 1, format=file.suffix[1:].upper())
        except (OSError, UnicodeError, soundfile.LibsndfileError) as error:
            raise self._failed(error) from error

    def __enter__(self) -> "RecordingFile":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
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
