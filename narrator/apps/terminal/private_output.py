"""The private output of the booth: another terminal, a pipe or a file, but never the screen that everybody sees."""

import errno
import os
import stat
import sys
from contextlib import suppress
from pathlib import Path

from narrator.core.errors import NarratorError, UsageError

PUBLIC_DESCRIPTORS = (0, 1, 2)  # standard input, output and error


class NoPrivateOutput(NarratorError):
    """The private output was closed."""


class PrivateOutput:
    """A text output that raises `NoPrivateOutput` when nothing reads from it any more."""

    def __init__(self, path: Path, descriptor: int) -> None:
        self._path = path
        self._descriptor = descriptor

    @classmethod
    def open(cls, path: Path) -> "PrivateOutput":
        """Open it for appending. A new file can be read by its owner only. Raise `UsageError` if it cannot be used."""
        try:
            descriptor = open_without_waiting(path)
        except OSError as error:
            if error.errno == errno.ENXIO:
                raise UsageError(f"Nothing reads from {path} yet. Start a reader first: cat {path}") from error
            raise UsageError(
                f"{path} cannot be used for --private ({error.strerror}). Choose another place."
            ) from error
        if is_public(descriptor):
            os.close(descriptor)
            raise UsageError(f"Everybody can see {path}. Choose another terminal, a pipe or a file.")
        return cls(path, descriptor)

    def write(self, text: str) -> int:
        rest = text.encode("utf-8", "replace")
        try:
            while rest:
                rest = rest[os.write(self._descriptor, rest) :]
        except OSError as error:
            raise NoPrivateOutput(
                f"Nothing reads from {self._path} any more, so secrets cannot be shown. The game is saved. "
                "Start a reader again and continue with `narrator play --resume`."
            ) from error
        return len(text)

    def flush(self) -> None:
        """Do nothing: text is written at once."""

    def close(self) -> None:
        os.close(self._descriptor)


def open_without_waiting(path: Path) -> int:
    """Open for appending. Raise `OSError` for a pipe without a reader instead of waiting for one."""
    flags = os.O_WRONLY | os.O_CREAT | os.O_APPEND
    if sys.platform == "win32":
        return os.open(path, flags)  # has no such pipes, and new files belong to their user alone in the home folder
    descriptor = os.open(path, flags | os.O_NOCTTY | os.O_NONBLOCK, 0o600)
    os.set_blocking(descriptor, True)
    return descriptor


def is_public(descriptor: int) -> bool:
    """Tell whether this is the screen that everybody sees, under any name."""
    private = os.fstat(descriptor)
    if sys.platform == "win32":
        return os.isatty(descriptor)  # there is only one console
    for number in PUBLIC_DESCRIPTORS:
        try:
            public = os.fstat(number)
        except OSError:
            continue  # closed
        if os.isatty(descriptor) and private.st_rdev == public.st_rdev:
            return True
        # other devices, such as /dev/null, show nothing
        is_same = (private.st_dev, private.st_ino) == (public.st_dev, public.st_ino)
        if number == 1 and is_same and not stat.S_ISCHR(private.st_mode):
            return True
    with suppress(OSError):
        return os.isatty(descriptor) and private.st_rdev == Path("/dev/tty").stat().st_rdev  # the controlling terminal
    return False
