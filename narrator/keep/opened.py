"""The file of kept games while it is open: made or mended first, looked through, and left with a mark that it is sound.

Whatever is read or written goes through `_reading` and `_writing`, so that trouble is told in a sentence and a change
is there as a whole or not at all.
"""

import os
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Self

from filelock import FileLock

from narrator.data import home
from narrator.errors import DiskFull, FolderNotWritable, JournalDamaged, KeepingError
from narrator.keep.check import MADE_AGAIN, damaged_notes, is_as_left, left_as_it_is, mend_rows, sign_all
from narrator.keep.disk import PRIVATE_FILE, close_home, private_folder
from narrator.keep.file import PATIENCE, beside, connect, transaction
from narrator.keep.kept import saved
from narrator.keep.salvage import damage_notice, finish_restoring, in_memory, keep_older, mend, set_aside
from narrator.keep.seal import key_for, read_key
from narrator.keep.sentences import not_writable, told


class OpenFile:
    """One SQLite file, until it is closed."""

    def __init__(self, path: Path, connection: sqlite3.Connection) -> None:
        self.path = path
        self._connection = connection
        self._file = path.stat().st_ino
        self._as_left = False
        """Whether the file is byte for byte as a Narrator left it."""
        self.writable = True
        """Whether anything can be kept. Otherwise this is a copy in memory, and what is written is gone afterwards."""
        self._doubtful = False
        """Whether damage was met with while it was open."""
        self.notice: str | None = None
        """Something to be said aloud before anything else: what became of a damaged file."""

    # --- opening and closing -------------------------------------------------------------------

    @classmethod
    def open(cls, path: Path | None = None) -> Self:
        """Open it, making or mending it first if need be."""
        path = home() / "narrator.sqlite" if path is None else path
        with told(path):
            private_folder(path.parent)
            # One at a time: two must not mend the same file.
            with FileLock(beside(path, ".lock"), timeout=PATIENCE, mode=PRIVATE_FILE):
                finish_restoring(path)
                as_left = is_as_left(path)
                aside = mend(path, as_left=as_left)
                close_home(path)
                if path.exists() and not os.access(path, os.W_OK):
                    raise not_writable(path.parent)  # better said now than at the first move
                keep_older(path)
                key = key_for(path)
                opened = cls(path, connect(path, key))
                try:
                    opened._as_left = as_left
                    opened._look_through(key)
                    if aside:
                        opened.say_first(damage_notice(*saved(opened._connection)))
                except BaseException:
                    opened._connection.close()
                    raise
            return opened

    @classmethod
    def to_read(cls, path: Path | None = None) -> Self:
        """Open it for reading. Where nothing may be written, what is there can still be listed and told."""
        path = home() / "narrator.sqlite" if path is None else path
        try:
            return cls.open(path)
        except (FolderNotWritable, DiskFull) as trouble:
            if not os.access(path, os.R_OK) or not path.is_file():
                raise
            key = read_key(path) or b""
            with told(path):
                connection, rescued = in_memory(path, key)
                opened = cls(path, connection)
                opened.writable = False
                opened.say_first(f"{trouble} Until then stories can be told, but nothing is kept.")
                if rescued:
                    opened.say_first(damage_notice(*saved(connection)))
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
                    self.say_first(sentence)

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

    def say_first(self, sentence: str) -> None:
        self.notice = f"{self.notice} {sentence}" if self.notice else sentence

    @contextmanager
    def _reading(self) -> Iterator[sqlite3.Connection]:
        try:
            with told(self.path):
                yield self._connection
        except JournalDamaged:
            self._doubtful = True
            raise

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

    def image(self) -> bytes:
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
        except KeepingError:
            return False
        return not busy
