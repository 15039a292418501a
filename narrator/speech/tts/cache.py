"""Rendered speech, kept on disk: a line that was said before is said again at once.

Each breath group is one file, named by the hash of voice, speed and text. It is written under a temporary name and
renamed when it is complete, so that a kill at any moment leaves no broken file. The whole cache may be deleted at any
time; a file that cannot be read or written counts as missing.
"""

import io
import os
import time
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING
from uuid import uuid4

from narrator.core.paths import user_cache_folder

if TYPE_CHECKING:  # imported late: a cache is cleared even where the packages for sound are not installed
    from narrator.speech.pcm import Pcm

MAX_CACHE_BYTES = 200_000_000
"""About two hours of speech."""
FILL_AFTER_CLEANUP = 0.9
"""The share of the limit that remains after the oldest files were deleted."""
ABANDONED_AFTER_S = 3600.0
"""The age after which a temporary file is deleted: its process must have been killed."""
COMPLETE_SUFFIX, PARTIAL_SUFFIX = ".flac", ".half"


def speech_cache_folder() -> Path:
    return user_cache_folder() / "speech"


class SpeechCache:
    """The cache folder. Several processes and threads may use it at the same time."""

    def __init__(self, folder: Path | None = None, limit: int = MAX_CACHE_BYTES) -> None:
        self._folder = folder or speech_cache_folder()
        self._limit = limit
        self._size: int | None = None
        """Bytes in the folder; counted at the first write."""
        self._lock = Lock()

    def get(self, voice: str, words_per_minute: int, text: str) -> "Pcm | None":
        """Return the speech if it is in the cache, and mark it as recently used."""
        import soundfile  # noqa: PLC0415 - see above

        from narrator.speech.pcm import Pcm  # noqa: PLC0415 - see above

        file = self._file(voice, words_per_minute, text)
        try:
            pcm = Pcm.from_array(*soundfile.read(io.BytesIO(file.read_bytes()), dtype="int16"))
        except OSError:
            return None
        except soundfile.LibsndfileError:
            with suppress(OSError):
                file.unlink()  # damaged: it will be rendered again
            return None
        with suppress(OSError):
            os.utime(file)
        return pcm

    def has(self, voice: str, words_per_minute: int, text: str) -> bool:
        """Return whether the speech is in the cache, without reading it."""
        return self._file(voice, words_per_minute, text).is_file()

    def put(self, voice: str, words_per_minute: int, text: str, pcm: "Pcm") -> None:
        """Add the speech; do nothing if it cannot be written."""
        import soundfile  # noqa: PLC0415 - see above

        encoded = io.BytesIO()
        soundfile.write(encoded, pcm.samples, pcm.rate, format="FLAC", subtype="PCM_16")
        file = self._file(voice, words_per_minute, text)
        partial = file.with_name(f"{uuid4().hex}{PARTIAL_SUFFIX}")
        try:
            # readable only by this user, even if the folder existed before
            self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            self._folder.chmod(0o700)
            partial.touch(mode=0o600)
            partial.write_bytes(encoded.getvalue())
            partial.replace(file)
        except OSError:
            with suppress(OSError):
                partial.unlink()
            return
        with self._lock:
            if self._size is not None:
                self._size += len(encoded.getvalue())
            if self._size is None or self._size > self._limit:
                self._size = self._clean_up()

    def clear(self) -> None:
        """Delete everything, so that nothing a family has deleted can still be heard."""
        with self._lock:
            self._size = None
            for file in (*self._folder.glob(f"*{COMPLETE_SUFFIX}"), *self._folder.glob(f"*{PARTIAL_SUFFIX}")):
                with suppress(OSError):
                    file.unlink()

    def _file(self, voice: str, words_per_minute: int, text: str) -> Path:
        key = "\0".join((voice, str(words_per_minute), text))
        return self._folder / f"{sha256(key.encode('utf-8', 'replace')).hexdigest()[:40]}{COMPLETE_SUFFIX}"

    def _clean_up(self) -> int:
        """Delete abandoned files and, above the limit, the least recently used ones. Return the size of the rest."""
        files: list[tuple[float, int, Path]] = []
        for file in self._folder.iterdir():
            with suppress(OSError):  # another process may have deleted it
                status = file.stat()
                if file.suffix == COMPLETE_SUFFIX:
                    files.append((status.st_mtime, status.st_size, file))
                elif file.suffix == PARTIAL_SUFFIX and status.st_mtime < time.time() - ABANDONED_AFTER_S:
                    file.unlink()
        total = sum(size for _, size, _ in files)
        for _, size, file in sorted(files) if total > self._limit else ():
            if total <= FILL_AFTER_CLEANUP * self._limit:
                break
            with suppress(OSError):
                file.unlink()
                total -= size
        return total
