"""The file under the journal: how it is laid out, and that every change to it is one transaction, flushed or undone."""

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from functools import cache
from pathlib import Path
from typing import TypeAlias

from narrator.storage.checksums import add_game_checksums, add_note_checksums, register_functions

PAGE_BYTES = 4096  # bytes in a page of the file

LOCK_TIMEOUT_S = 10.0  # seconds to wait for another Narrator that is just writing

Change: TypeAlias = str | Callable[[sqlite3.Connection], None]

MIGRATIONS: tuple[tuple[Change, ...], ...] = (
    (
        """
        CREATE TABLE games (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            game TEXT NOT NULL,
            seats TEXT NOT NULL,
            options TEXT NOT NULL,
            seed TEXT NOT NULL,
            began TEXT NOT NULL,
            ended TEXT
        )
        """,
        """
        CREATE TABLE moves (
            game INTEGER NOT NULL REFERENCES games,
            number INTEGER NOT NULL,
            kind TEXT NOT NULL,
            body TEXT NOT NULL,
            PRIMARY KEY (game, number)
        ) WITHOUT ROWID
        """,
    ),
    (
        """
        CREATE TABLE notes (
            about TEXT NOT NULL,
            name TEXT NOT NULL,
            body TEXT NOT NULL,
            PRIMARY KEY (about, name)
        ) WITHOUT ROWID
        """,
    ),
    # The numbers of all games, without reading the games: their options are long.
    ("CREATE INDEX numbers ON games (game)",),
    # How many moves there are, and the seals: what was lost or changed since is noticed.
    (
        "ALTER TABLE games ADD COLUMN moves INTEGER",
        "ALTER TABLE games ADD COLUMN seal INTEGER",
        "ALTER TABLE moves ADD COLUMN seal INTEGER",
        """
        CREATE TABLE beginnings (
            id INTEGER PRIMARY KEY,
            game TEXT NOT NULL,
            seats TEXT NOT NULL,
            options TEXT NOT NULL,
            seed TEXT NOT NULL,
            began TEXT NOT NULL,
            seal INTEGER NOT NULL
        )
        """,
        add_game_checksums,
    ),
    # Seals on the notes and signatures on the games; what lies between two moves; and what the shelf notes has changed.
    (
        "ALTER TABLE games ADD COLUMN signature INTEGER",
        "ALTER TABLE notes ADD COLUMN seal INTEGER",
        "CREATE TABLE pending (game INTEGER PRIMARY KEY, body TEXT NOT NULL, seal INTEGER NOT NULL)",
        "CREATE INDEX unfinished ON games (id) WHERE ended IS NULL",
        "DELETE FROM notes WHERE about IN ('spine', 'words')",
        add_note_checksums,
    ),
)
"""What each version of the journal added. Only ever add one at the end; `PRAGMA user_version` counts them."""


def sibling(path: Path, ending: str) -> Path:
    """The file that belongs to this one, under a longer name."""
    return path.with_name(path.name + ending)


def locks_folder(path: Path) -> Path:
    """The folder of the locks, one for each table that was ever open."""
    return sibling(path, ".tables")


@contextmanager
def transaction(sql: sqlite3.Connection) -> Iterator[sqlite3.Connection]:
    sql.execute("BEGIN IMMEDIATE")
    try:
        yield sql
        sql.execute("COMMIT")
    finally:
        if sql.in_transaction:
            sql.execute("ROLLBACK")


def connect(path: Path, key: bytes | None = None) -> sqlite3.Connection:
    sql = readable(sqlite3.connect(path, timeout=LOCK_TIMEOUT_S, isolation_level=None))
    try:
        sql.execute("PRAGMA journal_mode = WAL")
        sql.execute("PRAGMA synchronous = FULL")
        sql.execute("PRAGMA foreign_keys = ON")
        # What was taken back is gone, and does not rise from the dead when a damaged file is searched.
        sql.execute("PRAGMA secure_delete = ON")
        # Into the file itself at once: whoever deletes the log, or copies the file without it, loses nothing.
        sql.execute("PRAGMA wal_autocheckpoint = 1")
        migrate(sql, key)
    except BaseException:
        sql.close()
        raise
    return sql


def readable(sql: sqlite3.Connection) -> sqlite3.Connection:
    """The same connection. Letters that are none any more must not hide the rest of the row."""
    sql.text_factory = lambda raw: raw.decode(errors="replace")
    return sql


def migrate(sql: sqlite3.Connection, key: bytes | None = None) -> None:
    """Bring an older journal up to date. One that may not be written is found out here, not in the middle of a game."""
    with transaction(register_functions(sql, key)):
        apply_migrations(sql, detect_version(sql) or 0, len(MIGRATIONS))
        if stored_version(sql) != len(MIGRATIONS):
            sql.execute(f"PRAGMA user_version = {len(MIGRATIONS)}")


def apply_migrations(sql: sqlite3.Connection, version: int, to: int) -> None:
    for changes in MIGRATIONS[version:to]:
        for change in changes:
            if isinstance(change, str):
                sql.execute(change)
            else:
                change(sql)


def stored_version(sql: sqlite3.Connection) -> int:
    return int(sql.execute("PRAGMA user_version").fetchone()[0])


def detect_version(sql: sqlite3.Connection) -> int | None:
    """Which version of the journal is laid out like this. Its number alone could lock a family out by a single bit."""
    found = read_layout(sql)
    return next((version for version in range(len(MIGRATIONS), 0, -1) if expected_layout(version) <= found), None)


def read_layout(sql: sqlite3.Connection) -> frozenset[tuple[str, str]]:
    """What tables there are, by name and definition."""
    return frozenset(sql.execute("SELECT name, sql FROM sqlite_master"))


@cache
def expected_layout(version: int) -> frozenset[tuple[str, str]]:
    with closing(sqlite3.connect(":memory:")) as sql:
        apply_migrations(sql, 0, version)
        return read_layout(sql)
