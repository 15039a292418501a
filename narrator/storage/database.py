"""The open file of the journal. It is created or recovered, checked, and marked as sound when it is closed.

Reads go through `_query` or `_reading`, writes through a transaction: each error becomes a sentence, and each change is
made as a whole or not at all.

A file that is byte for byte as a Narrator closed it needs no check; a checksum of the whole file shows that in a tenth
of a second for ten thousand games. Any other file is checked: its structure, and the checksums of all rows.
"""

import os
import sqlite3
from collections import Counter
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from types import TracebackType
from typing import Any, Self
from zlib import crc32

from filelock import FileLock

from narrator.core.errors import DiskFull, FolderNotWritable, JournalDamaged, StorageError
from narrator.core.paths import user_data_folder
from narrator.storage import records, recovery, schema
from narrator.storage.checksums import NOTE_CHECKSUM, SIGNATURE, repair_move_counts
from narrator.storage.disk import PRIVATE_FILE, make_private_folder, restrict_home, write_atomically
from narrator.storage.home_key import NEW_KEY, key_fingerprint, load_or_create_key, read_key
from narrator.storage.messages import READ_ERRORS, not_writable, to_storage_error, translated_errors
from narrator.storage.snapshots import shred_snapshots, take_snapshot

CHUNK_BYTES = 1 << 20  # how much of a file is read at once


OPEN_FILES = Counter[int]()  # how often this process has each file open, by inode number


class WriteTransaction:
    """One transaction per `with` block: afterwards all of it is on the disk, or nothing."""

    def __init__(self, database: "Database") -> None:
        self._database = database

    def __enter__(self) -> sqlite3.Connection:
        sql = self._database.connection
        try:
            sql.execute("BEGIN IMMEDIATE")
        except READ_ERRORS as error:
            raise self._database.translate(error) from error
        return sql

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, _: TracebackType | None) -> None:
        sql = self._database.connection
        try:
            if error is None:
                sql.execute("COMMIT")
        except READ_ERRORS as failure:
            error = failure
        if sql.in_transaction:
            sql.execute("ROLLBACK")
        if isinstance(error, (*READ_ERRORS, OSError)):
            raise self._database.translate(error) from error


class Database:
    """The open file of the journal."""

    def __init__(self, path: Path, connection: sqlite3.Connection) -> None:
        self.path = path
        self.connection = connection
        self.notice: str | None = None  # to be told to the user first: damage, and how it was repaired
        self._transaction = WriteTransaction(self)
        self._inode = path.stat().st_ino
        OPEN_FILES[self._inode] += 1
        self._unchanged = False  # whether the file is byte for byte as a Narrator closed it
        self._read_only_because: StorageError | None = None
        self._is_reader = False  # whether this may continue in memory when the disk is full
        self._found_damage = False  # whether damage was noticed while the file was open
        self._needs_snapshot = False  # whether moves were written since the last snapshot

    @property
    def writable(self) -> bool:
        """Whether changes are stored. Otherwise this is a copy in memory, and changes are lost when it is closed."""
        return self._read_only_because is None

    # --- opening and closing -------------------------------------------------------------------

    @classmethod
    def open(cls, path: Path | None = None) -> Self:
        """Open the journal for reading and writing, creating or recovering it first if necessary."""
        path = user_data_folder() / "narrator.sqlite" if path is None else path
        with translated_errors(path):
            make_private_folder(path.parent)
            with file_lock(path):
                recovery.finish_restoring(path)
                missing, unchanged = recovery.is_missing(path), is_open_here(path) or is_unchanged(path)
                key = load_or_create_key(path)
                recovered = recovery.prepare_file(path, key, missing=missing, unchanged=unchanged)
                restrict_home(path)
                if not os.access(path, os.W_OK):
                    raise not_writable(path.parent)  # report it now, not at the first move
                snapshot_before_migration(path)
                database = cls(path, schema.connect(path, key))
                try:
                    database._unchanged = unchanged
                    database._finish_opening(key, recovered)
                except BaseException:
                    OPEN_FILES[database._inode] -= 1
                    database.connection.close()
                    raise
            return database

    @classmethod
    def open_for_reading(cls, path: Path | None = None) -> Self:
        """Open the journal; if it cannot be written, read it from a copy in memory."""
        path = user_data_folder() / "narrator.sqlite" if path is None else path
        try:
            database = cls.open(path)
        except (FolderNotWritable, DiskFull) as trouble:
            if not os.access(path, os.R_OK) or not path.is_file():
                raise
            key = read_key(path) or b""
            with translated_errors(path):
                connection, recovered = load_into_memory(path, key)
                database = cls(path, connection)
                database._become_read_only(trouble)
                database._finish_opening(key, recovered)
        database._is_reader = True
        return database

    def _become_read_only(self, trouble: StorageError) -> None:
        self._read_only_because = trouble
        self.add_notice(f"{trouble} Until then stories can be told, but nothing is kept.")

    def _continue_in_memory(self, trouble: StorageError) -> None:
        """Replace the connection with a copy in memory: reading must go on when the disk is full."""
        copy = schema.replace_bad_text(sqlite3.connect(":memory:", isolation_level=None))
        self.connection.backup(copy)
        self.connection.close()
        self.connection = copy
        schema.migrate(copy, read_key(self.path) or b"")
        self._become_read_only(trouble)

    def _finish_opening(self, key: bytes, recovered: str | None) -> None:
        """Sign all games with the key of this home, and drop damaged notes that can be derived from the rest."""
        if recovered:
            self.add_notice(recovered)
        with schema.transaction(self.connection) as sql:
            if not self._unchanged:
                self._needs_snapshot = recovered is not None
                repair_move_counts(sql)
                if sql.execute(f"DELETE FROM notes WHERE seal IS NOT {NOTE_CHECKSUM}").rowcount:
                    sql.execute(f"DELETE FROM notes WHERE about IN {records.LIBRARY_NOTES}")
            is_new_key = bool(key) and sign_all(sql, key)
        if is_new_key:
            self.add_notice(NEW_KEY)

    def close(self) -> None:
        OPEN_FILES[self._inode] -= 1
        if self._needs_snapshot:
            self.take_snapshot()
        changed = self.connection.total_changes > 0
        self.connection.close()
        if self.writable and (changed or not self._unchanged) and not self._found_damage and self.path.exists():
            mark_unchanged(self.path)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    # --- while it is open ----------------------------------------------------------------------

    def add_notice(self, sentence: str) -> None:
        self.notice = f"{self.notice} {sentence}" if self.notice else sentence

    def translate(self, error: Exception) -> StorageError:
        """Return the error with a sentence for the user. If it reports damage, check the file at the next start."""
        translated = to_storage_error(error, self.path)
        self._found_damage |= isinstance(translated, JournalDamaged)
        return translated or StorageError(str(error))

    @contextmanager
    def _reading(self) -> Iterator[sqlite3.Connection]:
        try:
            yield self.connection
        except (*READ_ERRORS, OSError) as error:
            raise self.translate(error) from error

    def _query(self, query: str, *values: object) -> list[tuple[Any, ...]]:
        try:
            return self.connection.execute(query, values).fetchall()
        except READ_ERRORS as error:
            raise self.translate(error) from error

    def _writing(self) -> WriteTransaction:
        if self._read_only_because is not None:
            raise self._read_only_because
        return self._transaction

    # --- the whole file ------------------------------------------------------------------------

    def serialize(self) -> bytes:
        """Return the whole file as it is now, the log included."""
        with self._transaction as sql:
            return sql.serialize()

    def take_snapshot(self) -> None:
        """Copy the file for the case that it is damaged later. That may fail; nothing is lost now."""
        if not self.writable or self._found_damage or not self.path.exists():
            return
        with suppress(*READ_ERRORS, OSError), file_lock(self.path):
            take_snapshot(self.connection, self.path)
            self._needs_snapshot = False

    def scrub(self) -> bool:
        """Rewrite the file, empty its log and replace the snapshots, so that nothing forgotten is left in any of them.

        Deleting overwrites a row where it is, but not the copies that SQLite left behind when it moved the row from
        page to page. Return False if this has to wait because another process is reading or the disk is full.
        """
        try:
            with self._reading() as sql, file_lock(self.path):
                shred_snapshots(self.path)
                sql.execute("PRAGMA temp_store = MEMORY")  # keep the games out of the system's temporary folder
                sql.execute("VACUUM")
                busy = sql.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()[0]
        except JournalDamaged:
            raise
        except StorageError:
            return False
        self._needs_snapshot = True
        return not busy


def file_lock(path: Path) -> FileLock:
    """Return the lock that is held while the files of the journal are created, renamed or deleted."""
    return FileLock(schema.sibling(path, ".lock"), timeout=schema.LOCK_TIMEOUT_S, mode=PRIVATE_FILE)


def load_into_memory(path: Path, key: bytes) -> tuple[sqlite3.Connection, str | None]:
    """Load a journal that may not be written into memory. Return what to tell the user if it had to be recovered."""
    sql = schema.replace_bad_text(sqlite3.connect(":memory:", isolation_level=None))
    source, recovered = path, None
    with TemporaryDirectory() as folder:
        if recovery.is_damaged(path, key):
            source = Path(folder) / "rescued"
            recovered = recovery.rebuild(path, source, Path(folder), key)
        with closing(sqlite3.connect(recovery.read_only_uri(source), uri=True)) as stored:
            stored.backup(sql)
    schema.migrate(sql, key)
    return sql, recovered


def snapshot_before_migration(path: Path) -> None:
    """Take a snapshot of a journal that an older Narrator wrote."""
    with closing(sqlite3.connect(path, timeout=schema.LOCK_TIMEOUT_S)) as sql:
        version = schema.detect_version(sql)
        if version in range(1, len(schema.MIGRATIONS)) and sql.execute("SELECT 1 FROM games LIMIT 1").fetchone():
            take_snapshot(sql, path)


# --- unchanged since it was closed -----------------------------------------------------------------


def mark_unchanged(path: Path) -> None:
    """Store the checksum of the closed file. If it still matches at the next start, the file is not checked."""
    with suppress(OSError):
        if not schema.sibling(path, "-wal").exists():
            write_atomically(schema.sibling(path, ".checked"), file_checksum(path).encode())


def is_open_here(path: Path) -> bool:
    """Return whether this process has the file open, and therefore checked it. The window opens it for each request."""
    return path.exists() and OPEN_FILES[path.stat().st_ino] > 0


def is_unchanged(path: Path) -> bool:
    """Return whether no bit of the file has changed since a Narrator closed it."""
    try:
        mark = schema.sibling(path, ".checked").read_bytes()
        return not schema.sibling(path, "-wal").exists() and mark == file_checksum(path).encode()
    except OSError:
        return False


def file_checksum(path: Path) -> str:
    check, size = 0, 0
    with path.open("rb") as file:
        while chunk := file.read(CHUNK_BYTES):
            check, size = crc32(chunk, check), size + len(chunk)
    return f"{check:08x} {size}"


def sign_all(sql: sqlite3.Connection, key: bytes) -> bool:
    """Sign all games with this key if they were signed with another. Return whether the user must be told."""
    row = sql.execute("SELECT body FROM notes WHERE about = ? AND name = ?", records.KEY_NOTE).fetchone()
    if row and row[0] == key_fingerprint(key):
        return False
    had_key = False
    if row or not sql.execute(f"SELECT 1 FROM games WHERE signature = {SIGNATURE} LIMIT 1").fetchone():
        had_key = bool(row or sql.execute("SELECT 1 FROM games WHERE signature IS NOT NULL LIMIT 1").fetchone())
        sql.execute(f"UPDATE games SET signature = {SIGNATURE}")
    records.add_notes(sql, [(*records.KEY_NOTE, key_fingerprint(key))])
    return had_key
