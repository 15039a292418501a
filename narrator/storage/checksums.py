"""Checksums of everything in the journal, so that damage is noticed and never played.

The checksum of a move covers the move and the checksum of the move before it. A move that was changed, lost, repeated
or put into another game breaks the chain; all moves before the break are known to be sound. How a game began, notes and
the pending answer have a checksum each.

Checksums detect damage, but anyone can compute them. To detect changes made by hand, each game is also signed with the
key of the home (`home_key`), over how it began, its last checksum and whether it is over.

The column is called `seal` in the file.
"""

import sqlite3
from collections.abc import Iterable, Iterator
from functools import partial
from hashlib import blake2b
from itertools import groupby
from typing import NamedTuple
from zlib import crc32

BEGINNING = ("game", "seats", "options", "seed", "began")
"""Columns that are known before the first move and never change."""


def checksum_sql(*columns: str) -> str:
    """Return SQL for the checksum of these columns, which is NULL unless all of them are text.

    It covers the raw bytes, because damaged text may not be valid UTF-8.
    """
    are_text = " AND ".join(f"typeof({column}) = 'text'" for column in columns)
    return f"CASE WHEN {are_text} THEN checksum({', '.join(f'CAST({column} AS BLOB)' for column in columns)}) END"


BEGINNING_CHECKSUM = f"({checksum_sql(*BEGINNING)})"
NOTE_CHECKSUM = f"({checksum_sql('about', 'name', 'body')})"
KNOWN_DAMAGE = 0  # stored in place of the checksum of a beginning that is damaged for good
LAST_NUMBER = "(SELECT max(number) FROM moves WHERE game = games.id)"


def signature_sql(moves: str = "moves") -> str:
    """Return SQL for the signature of a game with this number of moves."""
    last_checksum = "(SELECT seal FROM moves WHERE game = games.id ORDER BY number DESC LIMIT 1)"
    return f"signature(id, seal, CAST(ended AS BLOB), {moves}, {last_checksum})"


SIGNATURE = signature_sql()


def checksum(*parts: str | bytes | None) -> int:
    """Return the checksum of a beginning, a note or a pending answer."""
    return crc32(b"\n".join(part.encode() if isinstance(part, str) else part or b"" for part in parts))


def move_checksum(previous: int, number: int, kind: str, body: str) -> int:
    return crc32(f"{number} {kind} {body}".encode(), previous)


def first_checksum(game_id: int) -> int:
    """Return the start of the chain, which the first move of this game continues."""
    return crc32(str(game_id).encode())


def move_checksums(previous: int, moves: Iterable[tuple[int, str, str]]) -> Iterator[int]:
    """Yield the checksums of consecutive moves, each given as number, kind and body."""
    for number, kind, body in moves:
        previous = move_checksum(previous, number, kind, body)
        yield previous


def signature(key: bytes, *parts: int | bytes | None) -> int:
    """Return a hash that cannot be computed without the key."""
    joined = b"\n".join(part if isinstance(part, bytes) else str(part).encode() for part in parts)
    return int.from_bytes(blake2b(joined, key=key, digest_size=8).digest(), signed=True)


def register_functions(sql: sqlite3.Connection, key: bytes | None = None) -> sqlite3.Connection:
    """Make `checksum` available in SQL on this connection, and `signature` with this key."""
    sql.create_function("checksum", -1, checksum, deterministic=True)
    if key is not None:
        sql.create_function("signature", -1, partial(signature, key), deterministic=True)
    return sql


def sign_game(sql: sqlite3.Connection, game_id: int) -> None:
    sql.execute(f"UPDATE games SET signature = {SIGNATURE} WHERE id = ?", (game_id,))


# --- games and notes of older versions ---------------------------------------------------------------


def add_note_checksums(sql: sqlite3.Connection) -> None:
    """Add the checksums of notes that an older Narrator wrote without."""
    register_functions(sql).execute(f"UPDATE notes SET seal = {NOTE_CHECKSUM} WHERE seal IS NULL")


def add_game_checksums(sql: sqlite3.Connection) -> None:
    """Add the checksums of games that an older Narrator wrote without."""
    for (game_id,) in sql.execute("SELECT id FROM games WHERE seal IS NULL").fetchall():
        query = "SELECT number, kind, body FROM moves WHERE game = ? ORDER BY number"
        moves = sql.execute(query, (game_id,)).fetchall()
        rows = zip(move_checksums(first_checksum(game_id), moves), moves, strict=True)
        update = "UPDATE moves SET seal = ? WHERE game = ? AND number = ?"
        sql.executemany(update, [(own, game_id, number) for own, (number, _, _) in rows])
        sql.execute(f"UPDATE games SET moves = ?, seal = {BEGINNING_CHECKSUM} WHERE id = ?", (len(moves), game_id))


# --- checking ----------------------------------------------------------------------------------------


class GameCheck(NamedTuple):
    """The result of checking one stored game."""

    id: int
    checksum: int | None  # of its beginning
    begins_soundly: bool
    expected: int  # the number of moves according to the game's own row
    stored: int  # the number of the last move in the file
    is_signed: bool
    sound: int  # the number of moves, from the first, that are as they were written

    @property
    def is_damaged(self) -> bool:
        return not self.begins_soundly or self.sound < max(self.expected, self.stored)

    @property
    def is_newly_damaged(self) -> bool:
        """Whether the damage is new. Known damage is signed, or marked with `KNOWN_DAMAGE`."""
        if not self.begins_soundly:
            return self.checksum != KNOWN_DAMAGE
        return self.sound < self.stored or (self.is_damaged and not self.is_signed)


def check_games(sql: sqlite3.Connection) -> list[GameCheck]:
    """Check the beginning and all moves of every game."""
    query = f"""
        SELECT id, seal, seal IS {BEGINNING_CHECKSUM}, CAST(ifnull(moves, 0) AS INTEGER), ifnull({LAST_NUMBER}, 0),
            signature IN ({SIGNATURE}, {signature_sql(LAST_NUMBER)})
        FROM games
    """
    rows = sql.execute("SELECT game, number, kind, body, seal FROM moves ORDER BY game, number")
    sound = {game_id: count_sound(game_id, moves) for game_id, moves in groupby(rows, lambda row: row[0])}
    return [GameCheck._make((*row, sound.get(row[0], 0))) for row in sql.execute(query)]


def count_sound(game_id: int, moves: Iterable[tuple[int, int, str, str, int]]) -> int:
    """Return the length of the unbroken chain at the beginning of these rows: game, number, kind, body, checksum."""
    count, previous = 0, first_checksum(game_id)
    for _, number, kind, body, own in moves:
        previous = move_checksum(previous, number, kind, body)
        if (number, own) != (count + 1, previous):
            break
        count += 1
    return count


def damaged_notes(sql: sqlite3.Connection) -> list[tuple[str, str]]:
    """Return the kind and the name of each note that is not as it was written."""
    return sql.execute(f"SELECT about, name FROM notes WHERE seal IS NOT {NOTE_CHECKSUM}").fetchall()


def repair_move_counts(sql: sqlite3.Connection) -> None:
    """Correct the stored number of moves where the signature shows that only this number was damaged."""
    expected = f"moves IS NOT {LAST_NUMBER} AND signature = {signature_sql(LAST_NUMBER)}"
    sql.execute(f"UPDATE games SET moves = {LAST_NUMBER} WHERE {expected}")
