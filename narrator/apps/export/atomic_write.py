"""Write an exported file or folder completely, or leave what was there before.

A book is assembled in memory (an hour of audio is 30 MB), so only the writing can be interrupted. It is written under a
temporary name and renamed when all of it is on the disk. The next export clears away what a killed one has left.

A file can be renamed onto another, a folder cannot. So the old folder is first moved, under its own name, into a hidden
folder, then the new one is renamed, then the old one is deleted. If the program is killed in between, the next
export moves the old folder back. No step deletes the only complete copy.
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
from narrator.storage.disk import sync_file, sync_folder

UNFINISHED_SUFFIX = ".narrator-part"
SET_ASIDE_SUFFIX = ".narrator-old"
STALE_AFTER_S = 60.0
"""Temporary files older than this belong to no running export: writing takes less."""
EXPORTED_FILE_NAME = re.compile(r"\d{2,} .*\.mp3|.*\.m3u8|cover\.jpg")
"""Matches every file in a folder that an export has written."""
DISK_FULL_ERRNOS = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)


class CannotWrite(NarratorError):
    """The file or folder cannot be written; the message says why."""


def check_target(target: Path, *, force: bool, folder: bool) -> None:
    """Raise `CannotWrite` if the target cannot be written, before minutes are spent on rendering."""
    with explain_disk_errors(target):
        clear_leftovers(target.parent)
        if target.is_dir() and not folder:
            raise CannotWrite(f"{target} is a folder. Give the name of a file in it.")
        if os.path.lexists(target):
            if not force:
                raise CannotWrite(f"{target} already exists. Choose another name with -o, or replace it with --force.")
            if folder and not has_only_exported_files(target):
                raise CannotWrite(
                    f"{target} contains other files than an exported story, so it is left alone. "
                    "Choose another folder with -o."
                )
        if not target.parent.is_dir():
            raise CannotWrite(f"There is no folder {target.parent}. Create it first, or choose another with -o.")
        with tempfile.TemporaryFile(dir=target.parent):
            pass


def has_only_exported_files(folder: Path) -> bool:
    return folder.is_dir() and all(EXPORTED_FILE_NAME.fullmatch(file.name) for file in folder.iterdir())


# --- writing -------------------------------------------------------------------------------------


def write_export(target: Path, body: bytes | Mapping[str, bytes]) -> None:
    """Write a file, or a folder with these files, in place of what was there."""
    unfinished = temporary_path(target.parent, UNFINISHED_SUFFIX)
    with explain_disk_errors(target):
        try:
            write_durably(unfinished, body)
            if unfinished.is_dir() and target.is_dir():
                replace_folder(unfinished, target)
            else:
                unfinished.replace(target)
            sync_folder(target.parent)
        finally:
            discard(unfinished)


def replace_folder(new: Path, target: Path) -> None:
    """Put the new folder in place of the old one; put the old one back if that fails."""
    aside = temporary_path(target.parent, SET_ASIDE_SUFFIX)
    aside.mkdir()
    try:
        target.replace(aside / target.name)
        new.replace(target)
        sync_folder(target.parent)
    finally:
        restore_folder(aside)
        delete_if_replaced(aside)


def write_durably(new: Path, body: bytes | Mapping[str, bytes]) -> None:
    """Write a new file or folder, and return when it is on the disk."""
    if not isinstance(body, bytes):
        new.mkdir()
        for name, content in body.items():
            write_durably(new / name, content)
        return
    with new.open("xb") as file:
        file.write(body)
        sync_file(file)


def temporary_path(folder: Path, suffix: str) -> Path:
    """Return a new hidden name. It is short: the name of the target may be as long as the disk allows."""
    return folder / f".{token_hex(8)}{suffix}"


# --- after an interrupted export -----------------------------------------------------------------


def clear_leftovers(folder: Path) -> None:
    """Undo or finish what killed exports left in this folder. Leave the files of a running export alone."""
    for aside in folder.glob(f".*{SET_ASIDE_SUFFIX}"):
        if restore_folder(aside) or is_stale(aside):
            delete_if_replaced(aside)
    for unfinished in folder.glob(f".*{UNFINISHED_SUFFIX}"):
        if is_stale(unfinished):
            discard(unfinished)


def restore_folder(aside: Path) -> bool:
    """Move an old folder back if its place is empty. Return whether one was moved.

    This works without a lock, because a folder cannot be renamed onto one that has files in it.
    """
    moved = False
    with suppress(OSError):
        for old in list(aside.iterdir()):
            if not os.path.lexists(aside.parent / old.name):
                old.replace(aside.parent / old.name)
                moved = True
    return moved


def delete_if_replaced(aside: Path) -> None:
    """Delete an old folder that was set aside, unless it is the only complete copy.

    It is renamed before it is deleted, so that `restore` never finds one that is half deleted.
    """
    with suppress(OSError):
        targets = [aside.parent / old.name for old in aside.iterdir()]
        if all(has_only_exported_files(target) and any(target.iterdir()) for target in targets):
            discard(aside.replace(temporary_path(aside.parent, UNFINISHED_SUFFIX)))


def is_stale(leftover: Path) -> bool:
    try:
        return leftover.lstat().st_mtime < time.time() - STALE_AFTER_S
    except OSError:
        return False


def discard(path: Path) -> None:
    with suppress(OSError):
        if path.is_dir() and not path.is_symlink():
            shutil.rmtree(path)
        else:
            path.unlink()


@contextmanager
def explain_disk_errors(target: Path) -> Iterator[None]:
    """Turn an `OSError` into a `CannotWrite` that says what to do."""
    try:
        yield
    except OSError as error:
        if error.errno in DISK_FULL_ERRNOS:
            sentence = (
                f"There is not enough space on the disk for {target}. Free some, or choose another place with -o."
            )
        elif error.errno == errno.ENAMETOOLONG:
            sentence = f"The name {target.name} is too long. Choose a shorter one with -o."
        elif isinstance(error, PermissionError) or error.errno == errno.EROFS:
            sentence = f"You may not write in the folder {target.parent}. Choose another place with -o."
        else:
            sentence = f"{target} cannot be written ({error.strerror or error}). Choose another place with -o."
        raise CannotWrite(sentence) from error
