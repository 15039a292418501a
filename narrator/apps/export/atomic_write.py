"""All or nothing: a file or folder is there whole, or as it was before.

A book is put together in memory (an hour of it is thirty megabytes), so that only its writing can be cut short: it goes
under another name first, and is renamed when all of it is on the disk. What a killed program may have left is cleared
away by the next one that writes there.
"""

import errno
import os
import re
import shutil
import tempfile
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from secrets import token_hex

from narrator.core.errors import NarratorError
from narrator.storage.disk import sync_file

PART = ".narrator-part"
OLD = 60.0  # seconds. Writing takes less, so that what is older belongs to nobody any more.
OURS = re.compile(r"\d{2,} .*\.mp3|.*\.m3u8")  # what is in a folder that was written here
NO_ROOM = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)


class CannotWrite(NarratorError):
    """The file or folder cannot be written, and why."""


def check(target: Path, *, force: bool, folder: bool) -> None:
    """Whether it could be written now. Nobody should wait for minutes to hear that it cannot."""
    with told(target):
        if target.is_dir() and not folder:
            raise CannotWrite(f"{target} is a folder. Name a file in it.")
        if os.path.lexists(target):
            if not force:
                raise CannotWrite(f"{target} is there already. Name another with -o, or write over it with --force.")
            if folder and not (target.is_dir() and all(OURS.fullmatch(each.name) for each in target.iterdir())):
                raise CannotWrite(
                    f"{target} holds other things than a story, so it is left alone. Name another folder."
                )
        if not target.parent.is_dir():
            raise CannotWrite(f"There is no folder {target.parent}. Make it first, or name another with -o.")
        tidy(target.parent)
        with tempfile.TemporaryFile(dir=target.parent):
            pass


def write(target: Path, body: bytes | Mapping[str, bytes]) -> None:
    """A file, or a folder with these files, in place of what was there."""
    part, before = beside(target), beside(target)
    with told(target):
        try:
            write_through(part, body)
            if part.is_dir() and target.is_dir():
                target.replace(before)  # a folder cannot be renamed onto another that is not empty
            part.replace(target)
        except BaseException:
            if before.is_dir() and not target.exists():
                before.replace(target)
            raise
        finally:
            discard(part)
            discard(before)


def write_through(new: Path, body: bytes | Mapping[str, bytes]) -> None:
    """All the way to the disk."""
    if not isinstance(body, bytes):
        new.mkdir()
        for name, content in body.items():
            write_through(new / name, content)
        return
    with new.open("xb") as file:
        file.write(body)
        sync_file(file)


def beside(target: Path) -> Path:
    return target.with_name(f".{token_hex(8)}{PART}")  # short: the name itself may be as long as the disk allows


def tidy(folder: Path) -> None:
    """Throw away what was left half written here."""
    for part in folder.glob(f".*{PART}"):
        with suppress(OSError):
            if part.lstat().st_mtime < time.time() - OLD:
                discard(part)


def discard(part: Path) -> None:
    with suppress(OSError):
        if part.is_dir() and not part.is_symlink():
            shutil.rmtree(part)
        else:
            part.unlink()


@contextmanager
def told(target: Path) -> Iterator[None]:
    """Turn trouble with the disk into the sentence that says what to do."""
    try:
        yield
    except OSError as error:
        if error.errno in NO_ROOM:
            sentence = f"There is not enough room on the disk for {target}. Make some, or name another place with -o."
        elif error.errno == errno.ENAMETOOLONG:
            sentence = f"The name {target.name} is too long. Name a shorter one with -o."
        elif isinstance(error, PermissionError) or error.errno == errno.EROFS:
            sentence = f"Nothing may be written in the folder {target.parent}. Name another place with -o."
        else:
            sentence = f"{target} cannot be written ({error.strerror or error}). Name another place with -o."
        raise CannotWrite(sentence) from error
