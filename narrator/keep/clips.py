"""Recordings of players: clues, reasons, names, in their own voices. They lie in the family's own folder and nowhere
else.

Each is a WAV file, with what was understood of it in a text file beside it. A name says nothing about who spoke, what
was said or when. A recording is there whole or not at all, and one that is forgotten is gone: its bytes are
overwritten before the file is deleted.
"""

import os
import re
import wave
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from io import BytesIO
from pathlib import Path
from secrets import token_hex
from typing import TYPE_CHECKING, Any

from narrator.data import home
from narrator.errors import KeepingError
from narrator.keep.file import sentence_for_folder

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

NAME = re.compile(r"[a-z]+(-\d+)?-[0-9a-f]{12}")
SOUND, WORDS, PART = ".wav", ".txt", ".part"


class NoSuchClip(KeepingError):
    """No recording of that name is kept here, or it cannot be read."""


class Clips:
    """All recordings that are kept on this computer."""

    def __init__(self, folder: Path | None = None) -> None:
        self.folder = home() / "clips" if folder is None else folder

    # --- writing -----------------------------------------------------------------------------------

    def keep(self, samples: "NDArray[np.int16]", rate: int, *, words: str = "", game: int | None = None) -> str:
        """Keep this recording, with the words as they were understood; its name is what a `Clip` remembers.

        Those of a game are forgotten with it; those that belong to no game (a player's name) stay.
        """
        name = f"clip-{token_hex(6)}" if game is None else f"game-{game}-{token_hex(6)}"
        with self._told():
            self.folder.mkdir(parents=True, exist_ok=True, mode=0o700)
            if words:
                self._write(self.folder / (name + WORDS), words.encode())
            self._write(self.folder / (name + SOUND), wav(samples, rate))
        return name

    def _write(self, path: Path, body: bytes) -> None:
        """All of it or nothing: under another name first, and on the disk before it gets its own."""
        part = path.with_name(f".{path.name}{PART}")
        try:
            part.touch(mode=0o600)
            with part.open("wb") as file:
                file.write(body)
                flush(file)
            part.replace(path)
        except BaseException:
            with suppress(OSError):
                part.unlink()
            raise
        flush_folder(self.folder)

    # --- reading -----------------------------------------------------------------------------------

    def __iter__(self) -> Iterator[str]:
        """The names of all recordings."""
        return (path.stem for path in sorted(self.folder.glob("*" + SOUND)) if NAME.fullmatch(path.stem))

    def path(self, name: str) -> Path:
        """The file of this recording."""
        if not NAME.fullmatch(name):  # it may come from a journal that somebody changed: never leave the folder
            raise NoSuchClip(f'There is no recording "{name}".')
        return self.folder / (name + SOUND)

    def sound(self, name: str) -> "tuple[NDArray[np.int16], int]":
        """The recording, and its rate."""
        import numpy as np  # noqa: PLC0415 - only recordings need it, and keeping a game does not

        try:
            with wave.open(str(self.path(name)), "rb") as file:
                return np.frombuffer(file.readframes(file.getnframes()), dtype="<i2").astype(np.int16), (
                    file.getframerate()
                )
        except (OSError, EOFError, ValueError, wave.Error) as error:
            raise NoSuchClip("That recording is not there any more, or cannot be read.") from error

    def words(self, name: str) -> str | None:
        """What was understood of it, where something was."""
        try:
            return self.path(name).with_suffix(WORDS).read_text(encoding="utf-8", errors="replace")
        except OSError:
            return None

    # --- forgetting --------------------------------------------------------------------------------

    def forget(self, name: str) -> None:
        """Delete a recording and its words. They cannot be brought back."""
        sound = self.path(name)
        with self._told():
            erase(sound)
            erase(sound.with_suffix(WORDS))
            flush_folder(self.folder)

    def forget_game(self, game: int) -> None:
        """Delete all recordings of a game, also what a killed program left half written."""
        self._forget_all(f"game-{game}-*")
        self._forget_all(f".game-{game}-*{PART}")

    def tidy(self) -> None:
        """Delete what a killed program left half written."""
        self._forget_all(f".*{PART}")

    def _forget_all(self, pattern: str) -> None:
        with self._told():
            for path in self.folder.glob(pattern):
                erase(path)

    @contextmanager
    def _told(self) -> Iterator[None]:
        try:
            yield
        except OSError as error:
            raise sentence_for_folder(error, self.folder) from error


def wav(samples: "NDArray[np.int16]", rate: int) -> bytes:
    """One channel of sixteen bits, as every program reads it."""
    body = BytesIO()
    with wave.open(body, "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(rate)
        file.writeframes(samples.astype("<i2").tobytes())
    return body.getvalue()


def erase(path: Path) -> None:
    """Overwrite and delete a file, if it is there."""
    try:
        with path.open("r+b") as file:
            file.write(bytes(path.stat().st_size))
            flush(file)
    except FileNotFoundError:
        return
    path.unlink()


def flush(file: Any) -> None:
    file.flush()
    os.fsync(file.fileno())


def flush_folder(folder: Path) -> None:
    """Have the names on the disk as well, where the system can do that."""
    with suppress(OSError):
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
