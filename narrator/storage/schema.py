"""The layout of the journal's SQLite file, its migrations, and how a connection to it is set up."""

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from functools import cache
from pathlib import Path
from typing import TypeAlias

from narrator.storage.checksums import add_game_checksums, add_note_checksums, register_functions

PAGE_BYTES = 4096  # size of a page of the file
LOCK_TIMEOUT_S = 10.0  # how long to wait for another Narrator that is writing

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
    # Lists the ids of all games without reading the games, whose options are long.
    ("CREATE INDEX numbers ON games (game)",),
    # The number of moves, and checksums ("seal"), so that lost or changed rows are noticed.
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
    # Checksums of notes, signatures of games, and the answers given since the last move. The library's notes changed.
    (
        "ALTER TABLE games ADD COLUMN signature INTEGER",
        "ALTER TABLE notes ADD COLUMN seal INTEGER",
        "CREATE TABLE pending (game INTEGER PRIMARY KEY, body TEXT NOT NULL, seal INTEGER NOT NULL)",
        "CREATE INDEX unfinished ON games (id) WHERE ended IS NULL",
        "DELETE FROM notes WHERE about IN ('spine', 'words')",
        add_note_checksums,
    ),
)
"""The changes of each version of the journal. Only append to this list; `PRAGMA user_version` counts the entries.

SQLite stores these statements, and `detect_version` compares them: never edit the text of an entry.
"""


def sibling(path: Path, suffix: str) -> Path:
    """Return the path of a file that belongs to this one and has a longer name."""
    return path.with_name(path.name + suffix)


TABLE_LOCK_TIMEOUT_S = 0.3
"""Wait this long for the lock of a game: `is_game_open` holds it for an instant."""


def locks_folder(path: Path) -> Path:
    """Return the folder of the lock files, one for each game that was ever opened."""
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
    """Open the file for reading and writing, and migrate it to the current version."""
    sql = replace_bad_text(sqlite3.connect(path, timeout=LOCK_TIMEOUT_S, isolation_level=None))
    try:
        sql.execute(f"PRAGMA page_size = {PAGE_BYTES}")  # of a new file
        sql.execute("PRAGMA journal_mode = WAL")
        sql.execute("PRAGMA synchronous = FULL")
        sql.execute("PRAGMA foreign_keys = ON")
        # Overwrite deleted rows: a forgotten game must not be readable in the file.
        sql.execute("PRAGMA secure_delete = ON")
        # Checkpoint after every commit: deleting the log, or copying the file without it, then loses nothing.
        sql.execute("PRAGMA wal_autocheckpoint = 1")
        migrate(sql, key)
    except BaseException:
        sql.close()
        raise
    return sql


def replace_bad_text(sql: sqlite3.Connection) -> sqlite3.Connection:
    """Make this connection replace invalid UTF-8, so that one damaged column does not hide the rest of its row."""
    sql.text_factory = lambda raw: raw.decode(errors="replace")
    return sql


def migrate(sql: sqlite3.Connection, key: bytes | None = None) -> None:
    """Migrate the journal to the current version.

    This opens a write transaction even if nothing changes, so that a read-only journal is reported now and not in the
    middle of a game.
    """
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
    """Return the version whose tables this file has, or `None`.

    The stored number alone is not trusted: one flipped bit in it would lock a family out.
    """
    found = read_layout(sql)
    return next((version for version in range(len(MIGRATIONS), 0, -1) if expected_layout(version) <= found), None)


def read_layout(sql: sqlite3.Connection) -> frozenset[tuple[str, str]]:
    """Return the name and the definition of each table and index."""
    return frozenset(sql.execute("SELECT name, sql FROM sqlite_master"))


@cache
def expected_layout(version: int) -> frozenset[tuple[str, str]]:
    with closing(sqlite3.connect(":memory:")) as sql:
        apply_migrations(sql, 0, version)
        return read_layout(sql)
