"""File operations outside SQLite. A test makes each of them fail once, so all of them go through this module.

A file appears under its name only when it is complete and on the disk. Private files are readable by their owner only,
independent of the umask and of the permissions of the folder.
"""

import os
import stat
from contextlib import suppress
from pathlib import Path
from typing import IO, Any

from narrator.core.paths import home_folder

PRIVATE_FILE, PRIVATE_FOLDER = 0o600, 0o700  # permissions
STICKY_BIT = stat.S_ISVTX  # a folder with it, such as /tmp, belongs to all users; its permissions are left alone
PART_SUFFIX = ".part"  # of a file that is still being written


def write_atomically(path: Path, body: bytes) -> None:
    """Write the whole file or nothing: under a temporary name first, renamed once it is on the disk."""
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
    """Create an empty private file, replacing an existing one."""
    file = os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, PRIVATE_FILE), "wb")
    try:
        path.chmod(PRIVATE_FILE)  # an existing file keeps its permissions when it is truncated
    except BaseException:
        file.close()
        raise
    return file


def write(file: IO[bytes], body: bytes) -> None:
    file.write(body)


def sync_file(file: Any) -> None:
    file.flush()
    os.fsync(file.fileno())


def sync_folder(folder: Path) -> None:
    """Write the folder's entries to the disk, where the system supports it."""
    with suppress(OSError):
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)


def shred_file(path: Path) -> None:
    """Overwrite and delete a file, if it exists."""
    try:
        with path.open("r+b") as file:
            write(file, bytes(path.stat().st_size))
            sync_file(file)
    except FileNotFoundError:
        return
    path.unlink()


def make_private_folder(folder: Path) -> None:
    """Create the folder if needed and restrict it to its owner.

    Shared folders, the root folder and the user's home folder keep their permissions.
    """
    folder.mkdir(parents=True, exist_ok=True, mode=PRIVATE_FOLDER)
    mode = folder.stat().st_mode
    if not mode & STICKY_BIT and folder.resolve() not in (Path(folder.anchor), home_folder()):
        restrict_to_owner(folder, PRIVATE_FOLDER)


def restrict_file(path: Path) -> None:
    with suppress(FileNotFoundError):
        restrict_to_owner(path, PRIVATE_FILE)


def restrict_home(journal: Path) -> None:
    """Restrict the journal's files to their owner, also where the folder itself has to stay open to others."""
    for path in journal.parent.glob(f"{journal.name}*"):
        restrict_to_owner(path, PRIVATE_FOLDER if path.is_dir() else PRIVATE_FILE)
    if (journal.parent / "clips").is_dir():
        make_private_folder(journal.parent / "clips")


def restrict_to_owner(path: Path, mode: int) -> None:
    """Remove the permissions that this mode does not have. A file that its owner made read-only stays read-only."""
    current = stat.S_IMODE(path.stat().st_mode)
    if current & 0o077:
        with suppress(PermissionError):
            path.chmod(current & mode)
