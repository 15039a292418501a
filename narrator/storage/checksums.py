"""A seal on whatever is kept: what was changed since it was written is noticed, and not played.

The seal of a move is reckoned from the move and from the seal before it. A move that was changed, lost, doubled or put
into another game breaks the row, and everything before it is known to be what was told. How a game began is sealed by
itself and kept twice, for without it its moves are worth nothing. Notes, texts and what waits between two moves are
sealed one by one.

Anybody can reckon a seal: it tells damage. On top of them each game is signed with the key of the home, from how it
began, its last seal and whether it is over: it tells what was changed by hand, seals and all. The key lies beside the
journal, readable by its owner alone. It protects no secret: without it all games can still be read and played, and only
what was changed before can no longer be told. So a lost key is replaced, and that is said.
"""

import sqlite3
from collections.abc import Iterable
from functools import partial
from hashlib import blake2b, sha256
from itertools import accumulate
from pathlib import Path
from secrets import token_bytes
from zlib import crc32

from narrator.storage.disk import restrict_file, write_atomically

BEGINNING = ("game", "seats", "options", "seed", "began")
"""What is known of a game before its first move; it never changes."""
WITH_SEAL = ", ".join((*BEGINNING, "seal"))
SEALED = f"sealed({', '.join(f'CAST({column} AS BLOB)' for column in BEGINNING)})"
"""As SQL, from the bytes as they are: of a damaged text they may be no letters any more."""


NOTE_SEALED = "sealed(CAST(about AS BLOB), CAST(name AS BLOB), CAST(body AS BLOB))"  # the seal of a note, as SQL
LAST_SEAL = "(SELECT seal FROM moves WHERE game = games.id ORDER BY number DESC LIMIT 1)"


def signed_for(moves: str) -> str:
    """The signature of a game with so many moves, as SQL."""
    return f"signed(id, seal, CAST(ended AS BLOB), {moves}, {LAST_SEAL})"


SIGNED = signed_for("moves")


def checksum(*parts: str | bytes | None) -> int:
    """The seal of how a game began, or of a note."""
    return crc32(b"\n".join(part.encode() if isinstance(part, str) else part or b"" for part in parts))


def move_checksum(before: int, number: int, kind: str, body: str) -> int:
    return crc32(f"{number} {kind} {body}".encode(), before)


def first_checksum(game_id: int) -> int:
    """What the first move of this game goes on from."""
    return crc32(str(game_id).encode())


def move_checksums(before: int, moves: Iterable[tuple[int, str, str]]) -> list[int]:
    """The seals of moves in a row, each given as number, kind and body."""
    return list(accumulate(moves, lambda seal, move: move_checksum(seal, *move), initial=before))[1:]


def signature(key: bytes, *parts: int | bytes | None) -> int:
    """What only this home can reckon."""
    written = b"\n".join(part if isinstance(part, bytes) else str(part).encode() for part in parts)
    return int.from_bytes(blake2b(written, key=key, digest_size=8).digest(), signed=True)


def register_functions(sql: sqlite3.Connection, key: bytes | None = None) -> sqlite3.Connection:
    """The same connection, now able to reckon seals, and signatures with this key."""
    sql.create_function("sealed", -1, checksum, deterministic=True)
    if key is not None:
        sql.create_function("signed", -1, partial(signature, key), deterministic=True)
    return sql


def sign(sql: sqlite3.Connection, game_id: int) -> None:
    sql.execute(f"UPDATE games SET signature = {SIGNED} WHERE id = ?", (game_id,))


def add_note_checksums(sql: sqlite3.Connection) -> None:
    """Seal the notes of an older Narrator, as they are now."""
    register_functions(sql).execute(f"UPDATE notes SET seal = {NOTE_SEALED} WHERE seal IS NULL")


def add_game_checksums(sql: sqlite3.Connection) -> None:
    """Seal the games of an older Narrator, which knew no seals, as they are now."""
    for (game_id,) in sql.execute("SELECT id FROM games WHERE seal IS NULL").fetchall():
        moves = sql.execute(
            "SELECT number, kind, body FROM moves WHERE game = ? ORDER BY number", (game_id,)
        ).fetchall()
        seals = move_checksums(first_checksum(game_id), moves)
        sql.executemany(
            "UPDATE moves SET seal = ? WHERE game = ? AND number = ?",
            [(seal, game_id, number) for seal, (number, _, _) in zip(seals, moves, strict=True)],
        )
        sql.execute(f"UPDATE games SET moves = ?, seal = {SEALED} WHERE id = ?", (len(moves), game_id))
        keep_twice(sql, game_id)


def keep_twice(sql: sqlite3.Connection, game_id: int) -> None:
    columns = f"id, {WITH_SEAL}"
    sql.execute(f"INSERT OR REPLACE INTO beginnings ({columns}) SELECT {columns} FROM games WHERE id = ?", (game_id,))


def heal(sql: sqlite3.Connection) -> None:
    """Bring back the games of which only the second beginning is left, and mend those of which one was changed."""
    columns = f"id, {WITH_SEAL}"
    lost = "SELECT id FROM beginnings EXCEPT SELECT id FROM games"
    sql.execute(f"INSERT INTO games ({columns}) SELECT {columns} FROM beginnings WHERE id IN ({lost})")
    for table in ("games", "beginnings"):
        for (game_id,) in sql.execute(f"SELECT id FROM {table} WHERE seal IS NOT {SEALED}").fetchall():
            heal_game(sql, game_id)


def heal_game(sql: sqlite3.Connection, game_id: int) -> None:
    """Where one of the two beginnings of this game was changed or lost, take it from the other."""
    whole = {
        table: sql.execute(f"SELECT 1 FROM {table} WHERE id = ? AND seal = {SEALED}", (game_id,)).fetchone() is not None
        for table in ("games", "beginnings")
    }
    if whole["games"] and not whole["beginnings"]:
        keep_twice(sql, game_id)
    elif whole["beginnings"] and not whole["games"]:
        twin = f"SELECT {WITH_SEAL} FROM beginnings WHERE id = games.id"
        sql.execute(f"UPDATE games SET ({WITH_SEAL}) = ({twin}) WHERE id = ?", (game_id,))


# --- the key of a home ---------------------------------------------------------------------------

LENGTH = 32
NEW_KEY = (
    "The key of the kept games was missing, damaged or of another computer, so a new one was made. "
    "All games are there, but what was changed in them by hand before today can no longer be noticed."
)


def key_file(journal: Path) -> Path:
    return journal.with_name(journal.name + ".key")


def read_key(journal: Path) -> bytes | None:
    """The key beside this journal, if it is there and whole."""
    try:
        key, _, check = key_file(journal).read_text(encoding="ascii").strip().partition(" ")
        raw = bytes.fromhex(key)
    except (FileNotFoundError, ValueError):
        return None
    return raw if len(raw) == LENGTH and check == f"{crc32(raw):08x}" else None


def load_or_create_key(journal: Path) -> bytes:
    """The key beside this journal; a new one, where there is none."""
    restrict_file(key_file(journal))
    key = read_key(journal)
    if key is None:
        key = token_bytes(LENGTH)
        write_atomically(key_file(journal), f"{key.hex()} {crc32(key):08x}\n".encode())
    return key


def key_fingerprint(key: bytes) -> str:
    """By which a journal knows its key, without having it."""
    return sha256(b"key of " + key).hexdigest()[:16]
