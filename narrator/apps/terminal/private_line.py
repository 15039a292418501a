"""The private line: where the booth is whispered to. Another terminal, a pipe or a file; never the screen of all."""

import errno
import os
import stat
from contextlib import suppress
from pathlib import Path

from narrator.core.errors import NarratorError, UsageError

SHARED = (0, 1, 2)  # keyboard, screen and messages of the room


class NoPrivateLine(NarratorError):
    """Secrets have nowhere to go."""


class PrivateLine:
    """Takes text like a file, and says so in a sentence when nobody reads it any more."""

    def __init__(self, path: Path, descriptor: int) -> None:
        self._path = path
        self._descriptor = descriptor

    @classmethod
    def open(cls, path: Path) -> "PrivateLine":
        """Open it for writing behind what is there; only its owner may read a file that is made for it."""
        # a pipe that nobody reads would keep us waiting here for ever
        how = os.O_WRONLY | os.O_CREAT | os.O_APPEND | os.O_NOCTTY | os.O_NONBLOCK
        try:
            descriptor = os.open(path, how, 0o600)
        except OSError as error:
            if error.errno == errno.ENXIO:
                raise UsageError(f"Nobody reads from {path} yet. Start that first: cat {path}") from error
            raise UsageError(f"{path} cannot be the private line ({error.strerror}). Name another place.") from error
        if is_shared(descriptor):
            os.close(descriptor)
            raise UsageError(f"{path} is what everybody sees. Name another terminal, a pipe or a file.")
        os.set_blocking(descriptor, True)
        return cls(path, descriptor)

    def write(self, text: str) -> int:
        rest = text.encode("utf-8", "replace")
        try:
            while rest:
                rest = rest[os.write(self._descriptor, rest) :]
        except OSError as error:
            raise NoPrivateLine(
                f"Nobody reads from {self._path} any more, so secrets have nowhere to go. The game is saved; "
                "open the private line again and go on with `narrator play --resume`."
            ) from error
        return len(text)

    def flush(self) -> None:
        """Nothing waits: every word is out already."""

    def close(self) -> None:
        os.close(self._descriptor)


def is_shared(descriptor: int) -> bool:
    """Whether this is the room's own screen, under whatever name."""
    mine = os.fstat(descriptor)
    for shared in SHARED:
        try:
            theirs = os.fstat(shared)
        except OSError:
            continue  # closed: nobody can see it
        if os.isatty(descriptor) and mine.st_rdev == theirs.st_rdev:
            return True
        # a device that is no terminal, such as /dev/null, shows nothing to anybody
        same = (mine.st_dev, mine.st_ino) == (theirs.st_dev, theirs.st_ino)
        if shared == 1 and same and not stat.S_ISCHR(mine.st_mode):
            return True
    with suppress(OSError):
        return os.isatty(descriptor) and mine.st_rdev == Path("/dev/tty").stat().st_rdev  # where this was started from
    return False
