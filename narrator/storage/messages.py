"""The sentences for damage and for failed reads and writes. Each says what to do.

Errors of SQLite and of the file system become such sentences here.
"""

import errno
import shutil
import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

from filelock import Timeout

from narrator.core.errors import DiskFull, FolderNotWritable, JournalDamaged, StorageError
from narrator.games import games

NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
MAX_GAMES_NAMED = 3  # with more than this, only the number of games is spoken
NEARLY_FULL_BYTES = 1_000_000  # an I/O error with less free space than this is taken for a full disk

ENVIRONMENT_ERRORS = tuple(
    getattr(sqlite3, f"SQLITE_{name}")
    for name in ("BUSY", "CANTOPEN", "FULL", "IOERR", "LOCKED", "NOMEM", "PERM", "READONLY")
)
"""Error codes of SQLite that say nothing about the file itself."""

READ_ERRORS = (sqlite3.Error, UnicodeError)
"""Errors from reading a damaged file. SQLite quotes the file in its messages, which may be invalid UTF-8."""


def primary_code(error: BaseException) -> int:
    """Return the primary error code, without the extended bits."""
    return getattr(error, "sqlite_errorcode", 0) & 0xFF


def to_storage_error(error: BaseException, path: Path) -> StorageError | None:
    """Return the error with a sentence for the user, or `None` if this error is not about files."""
    if isinstance(error, READ_ERRORS):
        return from_sqlite_error(error, path)
    if isinstance(error, Timeout):
        return StorageError("Another Narrator is just starting. Wait a moment, then try again.")
    return from_os_error(error, path.parent) if isinstance(error, OSError) else None


@contextmanager
def translated_errors(path: Path) -> Iterator[None]:
    """Turn errors with this file into sentences for the user."""
    try:
        yield
    except (*READ_ERRORS, OSError) as error:
        raise to_storage_error(error, path) or error from error


def from_sqlite_error(error: Exception, path: Path) -> StorageError:
    match sqlite3.SQLITE_CORRUPT if isinstance(error, UnicodeError) else primary_code(error):
        case sqlite3.SQLITE_FULL:
            return disk_full()
        case sqlite3.SQLITE_IOERR if shutil.disk_usage(path.parent).free < NEARLY_FULL_BYTES:
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


def disk_full() -> DiskFull:
    return DiskFull(
        "The disk is full, so nothing more can be kept. Make some room, then try again. What was kept before is safe."
    )


def not_writable(folder: Path) -> FolderNotWritable:
    return FolderNotWritable(
        f"Narrator may not write in the folder {folder}. Allow it to, "
        "or name another folder in NARRATOR_HOME, then start again."
    )


def count_in_words(number: int, thing: str = "") -> str:
    """Return a number as it is spoken; above twelve, "more than twelve" is enough."""
    words = NUMBERS[number] if number < len(NUMBERS) else f"more than {NUMBERS[-1]}"
    return f"{words} {thing}{'' if number == 1 else 's'}" if thing else words


def name_games(numbers: Sequence[int]) -> str:
    """Name these games by their numbers, or only count them if there are many."""
    if len(numbers) > MAX_GAMES_NAMED:
        return count_in_words(len(numbers), "game")
    return ("game " if len(numbers) == 1 else "games ") + " and ".join(map(str, sorted(numbers)))


# --- about the whole file -------------------------------------------------------------------------


def file_recovered(saved: int, in_part: int, from_snapshot: int) -> str:
    """Say how much of a damaged file was saved. It is spoken, so it names no file."""

    def share(number: int, how: str) -> str:
        which = f"{count_in_words(number)} of them {how}" if number < saved else f"but {how}"
        return f", {which}" if number else ""

    details = share(from_snapshot, "from an automatic copy") + share(in_part, "only in part")
    return (
        f"The file of kept games was damaged: {count_in_words(saved, 'game')} could be saved{details}, "
        "and the damaged file lies beside the new one, in the folder where Narrator keeps its games."
    )


def file_missing(saved: int) -> str:
    if saved:
        return f"The file of kept games was missing: {count_in_words(saved, 'game')} came back from an automatic copy."
    return (
        "The file of kept games is missing, so a new one was begun. "
        "If it was moved, put it back; a backup comes back with: narrator stories --restore."
    )


# --- about notes ----------------------------------------------------------------------------------

NOTE_KINDS: Mapping[str, str] = {
    "bedtime": "where a story was left at bedtime",
    "forgotten": "what was to be forgotten",
    "name": "how a name sounds",
    "phone": "how somebody reads on a phone",
    "player": "how somebody likes to be spoken to",
    "privacy": "how a game keeps its secrets",
    "text": "words of stories",
    "texts of game": "in which words a story was told",
    "title": "a title that was given to a story",
}
"""Descriptions of notes by their kind, for the sentence that reports a lost note."""


def note_lost(about: str, games_concerned: Sequence[int]) -> str:
    what = NOTE_KINDS.get(about, "a note")
    if about in NOTE_KINDS and games_concerned:
        return f"Something about {name_games(games_concerned)} was damaged and is lost: {what}."
    return f"Something that was kept was damaged and is lost: {what}."


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
