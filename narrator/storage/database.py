"""The file of kept games while it is open: made or mended first, looked through, and left with a mark that it is sound.

Whatever is read or written goes through `_reading` and `_writing`, so that trouble is told in a sentence and a change
is there as a whole or not at all.

Is what is kept still what was written? A journal that is byte for byte as a Narrator left it needs no further look; a
checksum of the whole file says so in a tenth of a second for ten thousand games. Any other is looked through: how it is
built, every beginning, every note. Moves are many, and are checked with their game, when that is read.
"""

import os
import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from itertools import groupby
from pathlib import Path
from typing import Any, Self
from zlib import crc32

from filelock import FileLock

from narrator.core.errors import DiskFull, FolderNotWritable, JournalDamaged, StorageError
from narrator.core.paths import user_data_folder
from narrator.storage.checksums import NEW_KEY, NOTE_SEALED, SIGNED, heal, key_fingerprint, load_or_create_key, read_key
from narrator.storage.disk import PRIVATE_FILE, make_private_folder, restrict_home, write_atomically
from narrator.storage.messages import count_in_words, damage_notice, not_writable, translated_errors
from narrator.storage.records import add_notes, saved
from narrator.storage.recovery import finish_restoring, in_memory, keep_older, mend, set_aside
from narrator.storage.schema import LOCK_TIMEOUT_S, connect, sibling, transaction

AT_ONCE = 1 << 20  # bytes that are read in one go
OF_HOME = ("home", "key")  # the note by which a journal knows its key
MADE_AGAIN = ("spine", "words", OF_HOME[0])  # notes that can be made anew from the rest: nothing is lost with them
KINDS: Mapping[str, str] = {
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
"""What is lost with a note of each kind, for the ear."""


class Database:
    def __init__(self, path: Path, connection: sqlite3.Connection) -> None:
        self.path = path
        self._connection = connection
        self._file = path.stat().st_ino
        self._as_left = False  # whether the file is byte for byte as a Narrator left it
        self.writable = True
        """Whether anything can be kept. Otherwise this is a copy in memory, and what is written is gone afterwards."""
        self._doubtful = False  # whether damage was met with while it was open
        self.notice: str | None = None  # something to be said aloud before anything else: what became of a damaged file

    # --- opening and closing -------------------------------------------------------------------

    @classmethod
    def open(cls, path: Path | None = None) -> Self:
        """Open it, making or mending it first if need be."""
        path = user_data_folder() / "narrator.sqlite" if path is None else path
        with translated_errors(path):
            make_private_folder(path.parent)
            # One at a time: two must not mend the same file.
            with FileLock(sibling(path, ".lock"), timeout=LOCK_TIMEOUT_S, mode=PRIVATE_FILE):
                finish_restoring(path)
                as_left = is_as_left(path)
                aside = mend(path, as_left=as_left)
                restrict_home(path)
                if path.exists() and not os.access(path, os.W_OK):
                    raise not_writable(path.parent)  # better said now than at the first move
                keep_older(path)
                key = load_or_create_key(path)
                opened = cls(path, connect(path, key))
                try:
                    opened._as_left = as_left
                    opened._look_through(key)
                    if aside:
                        opened.add_notice(damage_notice(*saved(opened._connection)))
                except BaseException:
                    opened._connection.close()
                    raise
            return opened

    @classmethod
    def open_for_reading(cls, path: Path | None = None) -> Self:
        """Open it for reading. Where nothing may be written, what is there can still be listed and told."""
        path = user_data_folder() / "narrator.sqlite" if path is None else path
        try:
            return cls.open(path)
        except (FolderNotWritable, DiskFull) as trouble:
            if not os.access(path, os.R_OK) or not path.is_file():
                raise
            key = read_key(path) or b""
            with translated_errors(path):
                connection, rescued = in_memory(path, key)
                opened = cls(path, connection)
                opened.writable = False
                opened.add_notice(f"{trouble} Until then stories can be told, but nothing is kept.")
                if rescued:
                    opened.add_notice(damage_notice(*saved(connection)))
                opened._look_through(key)
            return opened

    def _look_through(self, key: bytes) -> None:
        """Mend what is damaged in single rows, and see to it that all games are signed with the key of this home."""
        damaged = [] if self._as_left else damaged_notes(self._connection)
        if self.writable and any(about not in MADE_AGAIN for about, _ in damaged):
            set_aside(self._connection, self.path)
        with transaction(self._connection) as sql:
            sentences = [] if self._as_left else list(mend_rows(sql))
            for sentence in (*sentences, sign_all(sql, key) if key else None):
                if sentence:
                    self.add_notice(sentence)

    def close(self) -> None:
        changed = self._connection.total_changes > 0
        self._connection.close()
        if self.writable and (changed or not self._as_left) and not self._doubtful and self.path.exists():
            left_as_it_is(self.path)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    # --- while it is open ----------------------------------------------------------------------

    def add_notice(self, sentence: str) -> None:
        self.notice = f"{self.notice} {sentence}" if self.notice else sentence

    @contextmanager
    def _reading(self) -> Iterator[sqlite3.Connection]:
        try:
            with translated_errors(self.path):
                yield self._connection
        except JournalDamaged:
            self._doubtful = True
            raise

    def _rows(self, query: str, *values: object) -> list[tuple[Any, ...]]:
        with self._reading() as sql:
            return sql.execute(query, values).fetchall()

    @contextmanager
    def _writing(self, *, lasting: bool = True) -> Iterator[sqlite3.Connection]:
        """One transaction: all of it is on the disk afterwards, or nothing.

        What need not last may also be written where nothing can be kept.
        """
        if lasting and not self.writable:
            raise not_writable(self.path.parent)
        with self._reading(), transaction(self._connection) as sql:
            yield sql

    # --- as a whole ----------------------------------------------------------------------------

    def serialize(self) -> bytes:
        """The whole file as it is now, the log worked in."""
        with self._reading(), transaction(self._connection) as sql:
            return sql.serialize()

    def scrub(self) -> bool:
        """Write the file anew and empty its log, so that nothing that was forgotten is left in either.

        Deleting overwrites a row where it lies, but not the copies that SQLite left behind when it moved it from page
        to page. False if that has to wait, because somebody else is just reading or the disk is full.
        """
        try:
            with self._reading() as sql:
                # Not even for a moment should all games lie in another folder.
                sql.execute("PRAGMA temp_store = MEMORY")
                sql.execute("VACUUM")
                busy = sql.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()[0]
        except JournalDamaged:
            raise
        except StorageError:
            return False
        return not busy


# --- looking through it --------------------------------------------------------------------------


def left_as_it_is(path: Path) -> None:
    """A Narrator leaves the file now, and knows it to be sound. Without that mark it is looked through next time."""
    with suppress(OSError):
        if not sibling(path, "-wal").exists():
            write_atomically(sibling(path, ".checked"), checksum(path).encode())


def is_as_left(path: Path) -> bool:
    """Whether not a single bit of the file has changed since a Narrator left it."""
    try:
        mark = sibling(path, ".checked").read_bytes()
        return not sibling(path, "-wal").exists() and mark == checksum(path).encode()
    except OSError:
        return False


def checksum(path: Path) -> str:
    check, size = 0, 0
    with path.open("rb") as file:
        while part := file.read(AT_ONCE):
            check, size = crc32(part, check), size + len(part)
    return f"{check:08x} {size}"


def damaged_notes(sql: sqlite3.Connection) -> list[tuple[str, str]]:
    """The notes that are not as they were written, by kind and name."""
    return sql.execute(f"SELECT about, name FROM notes WHERE seal IS NOT {NOTE_SEALED}").fetchall()


def mend_rows(sql: sqlite3.Connection) -> Iterator[str]:
    """In one transaction: take beginnings from their twins, drop notes that are damaged, and say what is lost."""
    heal(sql)
    damaged = sorted(row for row in damaged_notes(sql) if row[0] not in MADE_AGAIN)
    yield from (lost(sql, about, [name for _, name in same]) for about, same in groupby(damaged, lambda row: row[0]))
    if sql.execute(f"DELETE FROM notes WHERE seal IS NOT {NOTE_SEALED}").rowcount:
        # What the shelf knows of a game it notes in two parts, and looks again at a game without the first.
        sql.execute(
            "DELETE FROM notes WHERE about = 'spine' AND name NOT IN (SELECT name FROM notes WHERE about = 'words')"
        )


def lost(sql: sqlite3.Connection, about: str, names: list[str]) -> str:
    what = KINDS.get(about, "a note")
    games = sorted(name for name in names if name.isdecimal())
    if about == "text":
        users = sql.execute("SELECT name, body FROM notes WHERE about = 'texts of game'").fetchall()
        games = sorted((name for name, body in users if set(names) & set(body.split())), key=int)
    if about in KINDS and games:
        return f"Something about {named(games)} was damaged and is lost: {what}."
    return f"Something that was kept was damaged and is lost: {what}."


def named(games: list[str]) -> str:
    """For the ear, where three are enough."""
    if len(games) > 3:
        return count_in_words(len(games), "game")
    return ("game " if len(games) == 1 else "games ") + " and ".join(games)


def sign_all(sql: sqlite3.Connection, key: bytes) -> str | None:
    """Sign all games anew, if this is not the key that they were signed with, and say so, if there was another."""
    row = sql.execute("SELECT body FROM notes WHERE about = ? AND name = ?", OF_HOME).fetchone()
    if row and row[0] == key_fingerprint(key):
        return None
    if row is None and sql.execute(f"SELECT 1 FROM games WHERE signature = {SIGNED} LIMIT 1").fetchone():
        known = None  # only the note was lost
    else:
        known = row or sql.execute("SELECT 1 FROM games WHERE signature IS NOT NULL LIMIT 1").fetchone()
        sql.execute(f"UPDATE games SET signature = {SIGNED}")
    add_notes(sql, [(*OF_HOME, key_fingerprint(key))])
    return NEW_KEY if known else None
