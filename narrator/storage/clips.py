"""Recordings of players: clues, reasons and names in their own voices, stored only in the family's own folder.

Each is a WAV file, with a text file beside it that holds what the recogniser understood. The name of a clip does not
reveal who spoke, what was said or when. A clip is stored whole or not at all. Forgetting one overwrites its bytes
before the file is deleted.
"""

import re
import wave
from collections.abc import Iterator, Sequence
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
"""Twelve random digits, then eight with the checksum of the sound and eight with that of the words.

Older clips have no checksums.
"""
SOUND, WORDS = ".wav", ".txt"
SOUND_CHECKSUM, WORDS_CHECKSUM = slice(0, 8), slice(8, 16)


class NoSuchClip(StorageError):
    """The clip does not exist or cannot be read."""


class ClipDamaged(NoSuchClip):
    """The clip was changed since it was recorded."""


class Clips:
    """The folder of all clips."""

    def __init__(self, folder: Path | None = None, others: Sequence[Path] = ()) -> None:
        """Open the folder. `others` are folders with recordings of other families, which are only read."""
        self.folder = user_data_folder() / "clips" if folder is None else folder
        self._others = others

    # --- writing -----------------------------------------------------------------------------------

    def keep(self, samples: "NDArray[np.int16]", rate: int, *, words: str = "", game: int | None = None) -> str:
        """Store this recording with the words that were understood. Return its name, which a `SpokenWords` refers to.

        Clips of a game are forgotten with it; clips that belong to no game (a player's name) stay.
        """
        sound, text = to_wav(samples, rate), words.encode()
        salt = token_hex(6)
        check = clip_checksum(salt, sound) + clip_checksum(salt, text)
        name = f"clip-{salt}{check}" if game is None else f"game-{game}-{salt}{check}"
        with self._translated_errors():
            make_private_folder(self.folder)
            if words:
                write_atomically(self.folder / (name + WORDS), text)
            write_atomically(self.folder / (name + SOUND), sound)
        return name

    # --- reading -----------------------------------------------------------------------------------

    def __iter__(self) -> Iterator[str]:
        return (path.stem for path in sorted(self.folder.glob("*" + SOUND)) if NAME.fullmatch(path.stem))

    def path(self, name: str) -> Path:
        if not NAME.fullmatch(name):  # a name from a manipulated journal must not lead out of the folder
            raise NoSuchClip(f'There is no recording "{name}".')
        own = self.folder / (name + SOUND)
        if own.exists():
            return own
        return next((file for folder in self._others if (file := folder / own.name).is_file()), own)

    def sound(self, name: str) -> "tuple[NDArray[np.int16], int]":
        import numpy as np  # noqa: PLC0415 - only clips need it; storing a game does not

        try:
            body = self.path(name).read_bytes()
            if self._is_changed(name, body, SOUND_CHECKSUM):
                raise ClipDamaged("That recording is damaged and cannot be read.")
            with wave.open(BytesIO(body), "rb") as file:
                return np.frombuffer(file.readframes(file.getnframes()), dtype="<i2").astype(np.int16), (
                    file.getframerate()
                )
        except (OSError, EOFError, ValueError, wave.Error) as error:
            raise NoSuchClip("That recording is not there any more, or cannot be read.") from error

    def words(self, name: str) -> str | None:
        """Return what was understood, or `None` if nothing was or the text is damaged."""
        try:
            body = self.path(name).with_suffix(WORDS).read_bytes()
        except OSError:
            return None
        return None if self._is_changed(name, body, WORDS_CHECKSUM) else body.decode(errors="replace")

    def words_in_games(self) -> Iterator[tuple[int, str]]:
        """Yield for each clip of a game the number of the game and what was understood."""
        for path in self.folder.glob("*" + WORDS):
            known = NAME.fullmatch(path.stem)
            if known and known["game"]:
                yield int(known["game"]), self.words(path.stem) or ""

    def is_damaged(self, name: str) -> bool:
        """Return whether the recording or its words were changed since they were stored."""
        for ending, part in ((SOUND, SOUND_CHECKSUM), (WORDS, WORDS_CHECKSUM)):
            with suppress(OSError):
                if self._is_changed(name, self.path(name).with_suffix(ending).read_bytes(), part):
                    return True
        return False

    @staticmethod
    def _is_changed(name: str, body: bytes, part: slice) -> bool:
        known = NAME.fullmatch(name)
        return known is not None and bool(known["check"]) and known["check"][part] != clip_checksum(known["salt"], body)

    # --- forgetting --------------------------------------------------------------------------------

    def forget(self, name: str) -> None:
        """Delete a recording and its words."""
        sound = self.path(name)
        with self._translated_errors():
            shred_file(sound)
            shred_file(sound.with_suffix(WORDS))
            sync_folder(self.folder)

    def forget_game(self, game: int) -> None:
        """Delete all clips of a game, including files that a killed program left half written."""
        self._forget_all(f"game-{game}-*")
        self._forget_all(f".game-{game}-*{PART_SUFFIX}")

    def forget_unfinished(self) -> None:
        """Delete files that a killed program left half written and that belong to no game."""
        self._forget_all(f".clip-*{PART_SUFFIX}")

    def _forget_all(self, pattern: str) -> None:
        with self._translated_errors():
            for path in self.folder.glob(pattern):
                shred_file(path)

    @contextmanager
    def _translated_errors(self) -> Iterator[None]:
        try:
            yield
        except OSError as error:
            raise from_os_error(error, self.folder) from error


def clip_checksum(salt: str, body: bytes) -> str:
    """Return eight hexadecimal digits. The salt keeps them from revealing what was said."""
    return f"{crc32(salt.encode() + body):08x}"


def to_wav(samples: "NDArray[np.int16]", rate: int) -> bytes:
    """Return a WAV file with one channel of 16-bit samples."""
    body = BytesIO()
    with wave.open(body, "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(rate)
        file.writeframes(samples.astype("<i2").tobytes())
    return body.getvalue()
