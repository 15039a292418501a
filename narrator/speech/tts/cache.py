"""Rendered lines, kept on disk: what was said before is said again at once.

Each breath group is a file of its own, named after the voice, the rate and the words. It is written under another name
and renamed when it is whole, so that a kill at any moment leaves nothing broken. Everything here may be thrown away at
any time; a file that cannot be read or written is as good as none.
"""

import io
import os
import time
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from threading import Lock
from uuid import uuid4

import soundfile

from narrator.core.paths import user_cache_folder
from narrator.speech.pcm import Pcm

MAX_CACHE_BYTES = 200_000_000  # bytes: some two hours of speech
FILL_AFTER_CLEANUP = 0.9  # how full it still is after the oldest were thrown away
ABANDONED_AFTER_S = 3600.0  # seconds after which a half written file belongs to nobody any more
WHOLE, HALF = ".flac", ".half"


def speech_cache_folder() -> Path:
    return user_cache_folder() / "speech"


class SpeechCache:
    """Several narrators may share it. Safe to use from several threads."""

    def __init__(self, folder: Path | None = None, limit: int = MAX_CACHE_BYTES) -> None:
        self._folder = folder or speech_cache_folder()
        self._limit = limit
        self._size: int | None = None  # bytes in the folder; counted when it is first needed
        self._lock = Lock()

    def get(self, voice: str, rate: int, text: str) -> Pcm | None:
        file = self._file(voice, rate, text)
        try:
            pcm = Pcm.from_array(*soundfile.read(io.BytesIO(file.read_bytes()), dtype="int16"))
        except OSError:
            return None  # not there
        except soundfile.LibsndfileError:
            with suppress(OSError):
                file.unlink()  # damaged: it will be rendered again
            return None
        with suppress(OSError):
            os.utime(file)  # so that what is used often stays longest
        return pcm

    def has(self, voice: str, rate: int, text: str) -> bool:
        return self._file(voice, rate, text).is_file()

    def put(self, voice: str, rate: int, text: str, pcm: Pcm) -> None:
        written = io.BytesIO()
        soundfile.write(written, pcm.samples, pcm.rate, format="FLAC", subtype="PCM_16")
        file = self._file(voice, rate, text)
        half = file.with_name(f"{uuid4().hex}{HALF}")
        try:
            # what was said at a table is nobody else's to hear, also in a folder that was there before
            self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            self._folder.chmod(0o700)
            half.touch(mode=0o600)
            half.write_bytes(written.getvalue())
            half.replace(file)
        except OSError:
            with suppress(OSError):
                half.unlink()
            return
        with self._lock:
            if self._size is not None:
                self._size += len(written.getvalue())
            if self._size is None or self._size > self._limit:
                self._size = self._make_room()

    def clear(self) -> None:
        """Throw everything away: what a family forgets must not be heard from here."""
        with self._lock:
            self._size = None
            for file in (*self._folder.glob(f"*{WHOLE}"), *self._folder.glob(f"*{HALF}")):
                with suppress(OSError):
                    file.unlink()

    def _file(self, voice: str, rate: int, text: str) -> Path:
        name = sha256("\0".join((voice, str(rate), text)).encode("utf-8", "replace")).hexdigest()
        return self._folder / f"{name[:40]}{WHOLE}"

    def _make_room(self) -> int:
        """Throw away half written files that nobody will ever finish, and where it is too much what was not used for
        longest; the size of what is left."""
        files: list[tuple[float, int, Path]] = []
        for file in self._folder.iterdir():
            with suppress(OSError):  # another narrator may have thrown it away
                status = file.stat()
                if file.suffix == WHOLE:
                    files.append((status.st_mtime, status.st_size, file))
                elif file.suffix == HALF and status.st_mtime < time.time() - ABANDONED_AFTER_S:
                    file.unlink()
        size = sum(bytes_ for _, bytes_, _ in files)
        for _, bytes_, file in sorted(files) if size > self._limit else ():
            if size <= FILL_AFTER_CLEANUP * self._limit:
                break
            with suppress(OSError):
                file.unlink()
                size -= bytes_
        return size
