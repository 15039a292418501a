"""What is said when something is not as it was kept, or cannot be kept: each sentence says what to do.

Trouble with a file becomes such a sentence here (a full disk, a folder that may not be written), and damage to a game.
"""

import errno
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from filelock import Timeout

from narrator.core.errors import DiskFull, FolderNotWritable, JournalDamaged, StorageError
from narrator.games import games

NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")

HINDRANCES = frozenset(
    {
        sqlite3.SQLITE_BUSY,
        sqlite3.SQLITE_CANTOPEN,
        sqlite3.SQLITE_FULL,
        sqlite3.SQLITE_IOERR,
        sqlite3.SQLITE_LOCKED,
        sqlite3.SQLITE_NOMEM,
        sqlite3.SQLITE_PERM,
        sqlite3.SQLITE_READONLY,
    }
)
"""Errors that say nothing about the file itself."""

MISREAD = (sqlite3.Error, UnicodeError)
"""What reading a damaged file may raise. SQLite quotes from the file in its messages, and that may be no text."""


def code_of(error: Exception) -> int:
    """The primary error code, without the details."""
    return getattr(error, "sqlite_errorcode", 0) & 0xFF


@contextmanager
def translated_errors(path: Path) -> Iterator[None]:
    """Turn trouble with the file into the sentence that says what to do."""
    try:
        yield
    except MISREAD as error:
        raise from_sqlite_error(error, path) from error
    except Timeout as error:
        raise StorageError("Another Narrator is just starting. Wait a moment, then try again.") from error
    except OSError as error:
        raise from_os_error(error, path.parent) from error


def from_sqlite_error(error: Exception, path: Path) -> StorageError:
    match sqlite3.SQLITE_CORRUPT if isinstance(error, UnicodeError) else code_of(error):
        case sqlite3.SQLITE_FULL:
            return disk_full()
        case sqlite3.SQLITE_IOERR if shutil.disk_usage(path.parent).free < 1_000_000:
            return disk_full()
        case sqlite3.SQLITE_READONLY | sqlite3.SQLITE_CANTOPEN | sqlite3.SQLITE_PERM:
            return not_writable(path.parent)
        case sqlite3.SQLITE_CORRUPT | sqlite3.SQLITE_NOTADB:
            return JournalDamaged(
                "The file of kept games is damaged. Close Narrator and start it again: "
                "it will set the file aside and keep what can be read."
            )
        case sqlite3.SQLITE_BUSY | sqlite3.SQLITE_LOCKED:
            return StorageError("Another Narrator is just writing. Wait a moment, then try again.")
        case _:
            return StorageError(f"The file {path} cannot be used just now ({error}). Check the disk, then try again.")


def from_os_error(error: OSError, folder: Path) -> StorageError:
    if error.errno in (errno.ENOSPC, errno.EDQUOT):
        return disk_full()
    if isinstance(error, FileExistsError | NotADirectoryError):
        return FolderNotWritable(
            f"{folder} should be a folder, but a file is in the way. Move that file, "
            "or name another folder in NARRATOR_HOME, then start again."
        )
    return not_writable(folder)


def count_in_words(number: int, thing: str = "") -> str:
    """For the ear, where a dozen is enough to know."""
    words = NUMBERS[number] if number < len(NUMBERS) else f"more than {NUMBERS[-1]}"
    return f"{words} {thing}{'' if number == 1 else 's'}" if thing else words


def disk_full() -> DiskFull:
    return DiskFull(
        "The disk is full, so nothing more can be kept. Make some room, then try again. What was kept before is safe."
    )


def not_writable(folder: Path) -> FolderNotWritable:
    return FolderNotWritable(
        f"Narrator may not write in the folder {folder}. Allow it to, "
        "or name another folder in NARRATOR_HOME, then start again."
    )


def damage_notice(saved: int, in_part: int) -> str:
    """For the ear: where the file lies is for those who look for it."""
    partly = f", {count_in_words(in_part)} of them only in part" if in_part else ""
    return (
        f"The file of kept games was damaged: {count_in_words(saved, 'game')} could be saved{partly}, "
        "and the damaged file lies beside the new one, in the folder where Narrator keeps its games."
    )


# --- about a game ---------------------------------------------------------------------------------

PENDING_ANSWER_LOST = "The last answer was damaged and has to be given again."


def damaged_game(name: str, kept: int, count: int) -> JournalDamaged:
    lost = "all its moves" if kept == 0 else f"{count_in_words(count - kept, 'move')} at its end"
    goes_on = "begins again from the start" if kept == 0 else "goes on from there"
    return JournalDamaged(
        f"This game of {game_title(name)} was damaged, or follows other rules than today's: "
        f"{lost} had to be left out, and it {goes_on}.",
        kept,
    )


def changed_by_hand(name: str) -> str:
    return (
        f"This game of {game_title(name)} was changed since Narrator left it, by damage or by hand. "
        "It is taken as it is."
    )


def beginning_damaged(name: str) -> JournalDamaged:
    return JournalDamaged(
        f"How a game of {game_title(name)} began is damaged, or follows other rules than today's, so it cannot go on. "
        "Begin a new one."
    )


def game_title(name: str) -> str:
    return games()[name].TITLE if name in games() else name
