"""Rows of the journal, each written with its seal."""

import sqlite3
from collections.abc import Iterable, Sequence

from narrator.errors import NoSuchGame
from narrator.keep.seal import BEGINNING, first_seal, sealed, seals_of, signed_for

SHELVED = ("spine", "words")
"""Notes about a game that say what its moves say: what the shelf lists it as, and what it is found by."""
OF_PLAYERS = ("player", "phone", "name")
"""Notes that go by the name of a player: how they like to be spoken to, how they read, how their name sounds."""
NOT_OF_GAMES = (*OF_PLAYERS, "text")
"""Notes that go by another name than the number of a game."""


def add_moves(sql: sqlite3.Connection, game_id: int, seal: int, bodies: Sequence[tuple[int, str, str]]) -> None:
    """Write these moves down, sealed, after the one with this seal."""
    rows = [(game_id, *body, own) for body, own in zip(bodies, seals_of(seal, bodies), strict=True)]
    sql.executemany("INSERT INTO moves (game, number, kind, body, seal) VALUES (?, ?, ?, ?, ?)", rows)
    if rows:
        sql.execute("UPDATE games SET moves = ? WHERE id = ?", (rows[-1][1], game_id))


def forget_from(sql: sqlite3.Connection, game_id: int, number: int) -> None:
    """Without the move of this number and all after it."""
    sql.execute("DELETE FROM moves WHERE game = ? AND number >= ?", (game_id, number))
    sql.execute("UPDATE games SET ended = NULL, moves = ? WHERE id = ?", (number - 1, game_id))


def last_move(sql: sqlite3.Connection, game_id: int) -> tuple[int, int]:
    """The number of the last move, and its seal."""
    query = "SELECT number, seal FROM moves WHERE game = ? ORDER BY number DESC LIMIT 1"
    number, seal = sql.execute(query, (game_id,)).fetchone() or (0, first_seal(game_id))
    return number, seal


def add_notes(sql: sqlite3.Connection, notes: Iterable[tuple[str, str, str]]) -> None:
    """Write these notes down, sealed, in place of older ones."""
    rows = ((*note, sealed(*note)) for note in notes)
    sql.executemany("INSERT OR REPLACE INTO notes (about, name, body, seal) VALUES (?, ?, ?, ?)", rows)


def set_pending(sql: sqlite3.Connection, game_id: int, text: str | None) -> None:
    """What was answered since the last move of this game, in place of what was kept before."""
    sql.execute("DELETE FROM pending WHERE game = ?", (game_id,))
    if text is not None:
        row = (game_id, text, pending_seal(sql, game_id, text))
        sql.execute("INSERT INTO pending (game, body, seal) VALUES (?, ?, ?)", row)


def pending_seal(sql: sqlite3.Connection, game_id: int, text: str) -> int:
    """It holds after this very move and no other."""
    number, seal = last_move(sql, game_id)
    return sealed(f"pending {game_id} {number} {seal}", text)


def unshelve(sql: sqlite3.Connection, game_id: int) -> None:
    """What the shelf noted about the game no longer holds."""
    sql.executemany("DELETE FROM notes WHERE about = ? AND name = ?", ((about, str(game_id)) for about in SHELVED))


def beginning_of(sql: sqlite3.Connection, game_id: int) -> tuple[list[str], str | None, int | None, bool]:
    """How a game began, when it ended, how many moves it has, and whether its beginning is as it was written."""
    columns = ", ".join((*BEGINNING, "ended", "moves", "seal"))
    row = sql.execute(f"SELECT {columns} FROM games WHERE id = ?", (game_id,)).fetchone()
    if row is None:
        raise NoSuchGame(f"There is no game number {game_id} here. Ask for the list of games to see them all.")
    *beginning, ended, count, seal = row
    return beginning, ended, count, sealed(*beginning) == seal


def is_signed(sql: sqlite3.Connection, game_id: int, moves: str) -> bool:
    """Whether its signature is that of this home for so many moves."""
    query = f"SELECT signature = {signed_for(moves)} FROM games WHERE id = ?"
    return bool(sql.execute(query, (game_id,)).fetchone()[0])
