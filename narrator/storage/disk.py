"""What keeping does to files, beside SQLite. All of it goes through here, so that a test can let each step fail once.

A file appears under its name only when it is whole and on the disk. What is private is readable by its owner alone,
whatever the folder was like before and whatever the system allows new files to be (umask).
"""

import os
import stat
from contextlib import suppress
from pathlib import Path
from typing import IO, Any

PRIVATE_FILE, PRIVATE_FOLDER = 0o600, 0o700
STICKY_BIT = stat.S_ISVTX  # the sticky bit: a folder such as /tmp belongs to everybody and stays as it is
PART_SUFFIX = ".part"


def write_atomically(path: Path, body: bytes) -> None:
    """All of it or nothing: under another name first, and on the disk before it gets its own."""
    part = path.with_name(f".{path.name}{PART_SUFFIX}")
    try:
        with create_private_file(part) as file:
            write(file, body)
            sync_file(file)
        part.replace(path)
    except BaseException:
        with suppress(OSError):
            part.unlink()
        raise
    sync_folder(path.parent)


def create_private_file(path: Path) -> IO[bytes]:
    """A new private file, in place of one that is there."""
    file = os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, PRIVATE_FILE), "wb")
    try:
        path.chmod(PRIVATE_FILE)  # it may have been there before, and open to others
    except BaseException:
        file.close()
        raise
    return file


def write(file: IO[bytes], body: bytes) -> None:
    file.write(body)


def sync_file(file: Any) -> None:
    """On the disk, not only on its way."""
    file.flush()
    os.fsync(file.fileno())


def sync_folder(folder: Path) -> None:
    """Have the names on the disk as well, where the system can do that."""
    with suppress(OSError):
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)


def shred_file(path: Path) -> None:
    """Overwrite and delete a file, if it is there."""
    try:
        with path.open("r+b") as file:
            write(file, bytes(path.stat().st_size))
            sync_file(file)
    except FileNotFoundError:
        return
    path.unlink()


def make_private_folder(folder: Path) -> None:
    """Make the folder if need be, and close it to others. One that is not ours to close, or is everybody's, stays."""
    folder.mkdir(parents=True, exist_ok=True, mode=PRIVATE_FOLDER)
    mode = folder.stat().st_mode
    if not mode & STICKY_BIT and folder.resolve() not in (Path(folder.anchor), Path.home()):
        restrict_to_owner(folder, PRIVATE_FOLDER)


def restrict_file(path: Path) -> None:
    with suppress(FileNotFoundError):
        restrict_to_owner(path, PRIVATE_FILE)


def restrict_home(journal: Path) -> None:
    """Close everything of ours to others, also in a folder that was there before and is not ours to close."""
    for path in journal.parent.glob(f"{journal.name}*"):
        restrict_to_owner(path, PRIVATE_FOLDER if path.is_dir() else PRIVATE_FILE)
    if (journal.parent / "clips").is_dir():
        make_private_folder(journal.parent / "clips")


def restrict_to_owner(path: Path, mode: int) -> None:
    """Rights are only taken away: what its owner made read-only stays so."""
    now = stat.S_IMODE(path.stat().st_mode)
    if now & 0o077:
        with suppress(PermissionError):
            path.chmod(now & mode)
