"""Recordings of players: clues, reasons, names, in their own voices. They lie in the family's own folder and nowhere
else.

Each is a WAV file, with what was understood of it in a text file beside it. A name says nothing about who spoke, what
was said or when. A recording is there whole or not at all, and one that is forgotten is gone: its bytes are
overwritten before the file is deleted.
"""

import re
import wave
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from io import BytesIO
from pathlib import Path
from secrets import token_hex
from typing import TYPE_CHECKING
from zlib import crc32

from narrator.core.errors import StorageError
from narrator.core.paths import user_data_folder
from narrator.storage.disk import PART_SUFFIX, make_private_folder, shred_file, sync_folder, write_atomically
from narrator.storage.messages import from_os_error

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

NAME = re.compile(r"[a-z]+(?:-(?P<game>\d+))?-(?P<salt>[0-9a-f]{12})(?P<check>[0-9a-f]{16})?")
"""Behind twelve random digits, eight that seal the sound and eight that seal the words; older recordings have none."""
SOUND, WORDS = ".wav", ".txt"
SEAL_OF_SOUND, SEAL_OF_WORDS = slice(0, 8), slice(8, 16)


class NoSuchClip(StorageError):
    """No recording of that name is kept here, or it cannot be read."""


class ClipDamaged(NoSuchClip):
    """The recording is there, but it is not what was recorded."""


class Clips:
    def __init__(self, folder: Path | None = None) -> None:
        self.folder = user_data_folder() / "clips" if folder is None else folder

    # --- writing -----------------------------------------------------------------------------------

    def keep(self, samples: "NDArray[np.int16]", rate: int, *, words: str = "", game: int | None = None) -> str:
        """Keep this recording, with the words as they were understood; its name is what a `Clip` remembers.

        Those of a game are forgotten with it; those that belong to no game (a player's name) stay.
        """
        sound, written = wav(samples, rate), words.encode()
        salt = token_hex(6)
        check = digits(salt, sound) + digits(salt, written)
        name = f"clip-{salt}{check}" if game is None else f"game-{game}-{salt}{check}"
        with self._told():
            make_private_folder(self.folder)
            if words:
                write_atomically(self.folder / (name + WORDS), written)
            write_atomically(self.folder / (name + SOUND), sound)
        return name

    # --- reading -----------------------------------------------------------------------------------

    def __iter__(self) -> Iterator[str]:
        return (path.stem for path in sorted(self.folder.glob("*" + SOUND)) if NAME.fullmatch(path.stem))

    def path(self, name: str) -> Path:
        if not NAME.fullmatch(name):  # it may come from a journal that somebody changed: never leave the folder
            raise NoSuchClip(f'There is no recording "{name}".')
        return self.folder / (name + SOUND)

    def sound(self, name: str) -> "tuple[NDArray[np.int16], int]":
        import numpy as np  # noqa: PLC0415 - only recordings need it, and keeping a game does not

        try:
            body = self.path(name).read_bytes()
            if self._is_harmed(name, body, SEAL_OF_SOUND):
                raise ClipDamaged("That recording is damaged and cannot be read.")
            with wave.open(BytesIO(body), "rb") as file:
                return np.frombuffer(file.readframes(file.getnframes()), dtype="<i2").astype(np.int16), (
                    file.getframerate()
                )
        except (OSError, EOFError, ValueError, wave.Error) as error:
            raise NoSuchClip("That recording is not there any more, or cannot be read.") from error

    def words(self, name: str) -> str | None:
        """What was understood of it, where something was and it is still what was written."""
        try:
            body = self.path(name).with_suffix(WORDS).read_bytes()
        except OSError:
            return None
        return None if self._is_harmed(name, body, SEAL_OF_WORDS) else body.decode(errors="replace")

    def words_in_games(self) -> Iterator[tuple[int, str]]:
        """What was understood of each recording of a game, after the number of that game."""
        for path in self.folder.glob("*" + WORDS):
            known = NAME.fullmatch(path.stem)
            if known and known["game"]:
                yield int(known["game"]), self.words(path.stem) or ""

    def is_damaged(self, name: str) -> bool:
        """Whether the recording or its words are there, but not as they were kept."""
        for ending, part in ((SOUND, SEAL_OF_SOUND), (WORDS, SEAL_OF_WORDS)):
            with suppress(OSError):
                if self._is_harmed(name, self.path(name).with_suffix(ending).read_bytes(), part):
                    return True
        return False

    @staticmethod
    def _is_harmed(name: str, body: bytes, part: slice) -> bool:
        known = NAME.fullmatch(name)
        return known is not None and bool(known["check"]) and known["check"][part] != digits(known["salt"], body)

    # --- forgetting --------------------------------------------------------------------------------

    def forget(self, name: str) -> None:
        """Delete a recording and its words. They cannot be brought back."""
        sound = self.path(name)
        with self._told():
            shred_file(sound)
            shred_file(sound.with_suffix(WORDS))
            sync_folder(self.folder)

    def forget_game(self, game: int) -> None:
        """Delete all recordings of a game, also what a killed program left half written."""
        self._forget_all(f"game-{game}-*")
        self._forget_all(f".game-{game}-*{PART_SUFFIX}")

    def forget_halves(self) -> None:
        """Delete what a killed program left half written and belongs to no game: a player's name."""
        self._forget_all(f".clip-*{PART_SUFFIX}")

    def _forget_all(self, pattern: str) -> None:
        with self._told():
            for path in self.folder.glob(pattern):
                shred_file(path)

    @contextmanager
    def _told(self) -> Iterator[None]:
        try:
            yield
        except OSError as error:
            raise from_os_error(error, self.folder) from error


def digits(salt: str, body: bytes) -> str:
    """Eight that tell whether it is still the same, and to nobody what it is."""
    return f"{crc32(salt.encode() + body):08x}"


def wav(samples: "NDArray[np.int16]", rate: int) -> bytes:
    """One channel of sixteen bits, as every program reads it."""
    body = BytesIO()
    with wave.open(body, "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(rate)
        file.writeframes(samples.astype("<i2").tobytes())
    return body.getvalue()
