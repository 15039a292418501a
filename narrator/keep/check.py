"""Is what is kept still what was written? Looked at when the journal is opened.

A journal that is byte for byte as a Narrator left it needs no further look; a checksum of the whole file says so in a
tenth of a second for ten thousand games. Any other is looked through: how it is built, every beginning, every note.
Moves are many, and are checked with their game, when that is read.
"""

import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import suppress
from itertools import groupby
from pathlib import Path
from zlib import crc32

from narrator.keep.disk import write_whole
from narrator.keep.file import beside
from narrator.keep.kept import add_notes
from narrator.keep.seal import NEW_KEY, NOTE_SEALED, SIGNED, fingerprint, heal
from narrator.keep.sentences import counted

AT_ONCE = 1 << 20
"""Bytes that are read in one go."""
OF_HOME = ("home", "key")
"""The note by which a journal knows its key."""
MADE_AGAIN = ("spine", "words", OF_HOME[0])
"""Notes that can be made anew from the rest: nothing is lost with them."""
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


def left_as_it_is(path: Path) -> None:
    """A Narrator leaves the file now, and knows it to be sound. Without that mark it is looked through next time."""
    with suppress(OSError):
        if not beside(path, "-wal").exists():
            write_whole(beside(path, ".checked"), checksum(path).encode())


def is_as_left(path: Path) -> bool:
    """Whether not a single bit of the file has changed since a Narrator left it."""
    try:
        mark = beside(path, ".checked").read_bytes()
        return not beside(path, "-wal").exists() and mark == checksum(path).encode()
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
        return counted(len(games), "game")
    return ("game " if len(games) == 1 else "games ") + " and ".join(games)


def sign_all(sql: sqlite3.Connection, key: bytes) -> str | None:
    """Sign all games anew, if this is not the key that they were signed with, and say so, if there was another."""
    row = sql.execute("SELECT body FROM notes WHERE about = ? AND name = ?", OF_HOME).fetchone()
    if row and row[0] == fingerprint(key):
        return None
    if row is None and sql.execute(f"SELECT 1 FROM games WHERE signature = {SIGNED} LIMIT 1").fetchone():
        known = None  # only the note was lost
    else:
        known = row or sql.execute("SELECT 1 FROM games WHERE signature IS NOT NULL LIMIT 1").fetchone()
        sql.execute(f"UPDATE games SET signature = {SIGNED}")
    add_notes(sql, [(*OF_HOME, fingerprint(key))])
    return NEW_KEY if known else None
