"""Kept games: how their rows are written, each with its seal, and how they come back.

Seats, options and moves are written as JSON. What comes from the disk is checked before it is believed. A game comes
back without a secret for a list, and whole for a table.
"""

import sqlite3
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any

from narrator.core.errors import JournalDamaged, NoSuchGame, NotStorable
from narrator.core.game import Game, Seat
from narrator.core.serialization import type_adapter
from narrator.games import games
from narrator.storage.checksums import (
    BEGINNING,
    checksum,
    first_checksum,
    heal_game,
    move_checksum,
    move_checksums,
    signed_for,
)
from narrator.storage.messages import beginning_damaged
from narrator.storage.schema import transaction

LIBRARY_NOTES = ("spine", "words")
"""Notes about a game that say what its moves say: what the shelf lists it as, and what it is found by."""
PLAYER_NOTES = ("player", "phone", "name")
"""Notes that go by the name of a player: how they like to be spoken to, how they read, how their name sounds."""
NOTES_NOT_ABOUT_GAMES = (*PLAYER_NOTES, "text")  # notes that go by another name than the number of a game
NotesForGame = Callable[[int], Iterable[tuple[str, str, str]]]
"""What is noted about the game of this number: kind, name and body of each note."""


@dataclass(frozen=True, slots=True)
class GameSummary:
    """A kept game as the whole room may know it."""

    id: int
    game: str
    seats: tuple[Seat, ...]  # empty if they cannot be read any more
    began: str  # ISO time
    ended: str | None  # ISO time, once the game is over
    moves: int


@dataclass(frozen=True, slots=True)
class GameRecord:
    """A kept game with all its secrets, which is why it does not print them."""

    id: int
    game: str
    seats: tuple[Seat, ...]
    options: Any = field(repr=False)
    seed: str = field(repr=False)
    began: str
    ended: str | None
    moves: tuple[Any, ...] = field(repr=False)  # the moves that can be read, up to the first that cannot
    count: int  # how many were written
    signed: bool = True  # whether it is as Narrator left it; otherwise somebody changed it by hand, or damage did


# --- as JSON --------------------------------------------------------------------------------------


def to_json(kind: Any, value: Any) -> str:
    """The value as JSON, provided that it reads back as the same."""
    try:
        text = type_adapter(kind).dump_json(value, warnings="error").decode()
        if from_json(kind, text) == value:
            return text
    except ValueError:
        pass  # told below, without quoting what may be a secret
    raise NotStorable("There is something in it that cannot be written down. Please say or type it in another way.")


def from_json(kind: Any, text: str) -> Any:
    return type_adapter(kind).validate_json(text, strict=True)


def encode_moves(first: int, moves: Sequence[Any]) -> list[tuple[int, str, str]]:
    """The moves as number, kind and body."""
    return [(number, type(move).__name__, to_json(type(move), move)) for number, move in enumerate(moves, first)]


def decode_moves(game: Game[Any], seal: int, bodies: Iterable[tuple[int, str, str, int]]) -> Iterator[Any]:
    """The unbroken run of moves from the first that are as they were written; it goes on from this seal."""
    kinds = {kind.__name__: kind for kind in game.MOVES}
    with suppress(KeyError, ValueError):
        for expected, (number, kind, body, own) in enumerate(bodies, 1):
            seal = move_checksum(seal, number, kind, body)
            if (number, own) != (expected, seal):
                return
            yield from_json(kinds[kind], body)


def decode_seats(text: str) -> tuple[Seat, ...]:
    try:
        return tuple(from_json(tuple[Seat, ...], text))
    except ValueError:
        return ()


def utc_now() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds")


# --- rows -----------------------------------------------------------------------------------------


def add_moves(sql: sqlite3.Connection, game_id: int, seal: int, bodies: Sequence[tuple[int, str, str]]) -> None:
    """Write these moves down, sealed, after the one with this seal."""
    rows = [(game_id, *body, own) for body, own in zip(bodies, move_checksums(seal, bodies), strict=True)]
    sql.executemany("INSERT INTO moves (game, number, kind, body, seal) VALUES (?, ?, ?, ?, ?)", rows)
    if rows:
        sql.execute("UPDATE games SET moves = ? WHERE id = ?", (rows[-1][1], game_id))


def last_move(sql: sqlite3.Connection, game_id: int) -> tuple[int, int]:
    """The number of the last move, and its seal."""
    query = "SELECT number, seal FROM moves WHERE game = ? ORDER BY number DESC LIMIT 1"
    number, seal = sql.execute(query, (game_id,)).fetchone() or (0, first_checksum(game_id))
    return number, seal


def add_notes(sql: sqlite3.Connection, notes: Iterable[tuple[str, str, str]]) -> None:
    rows = ((*note, checksum(*note)) for note in notes)
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
    return checksum(f"pending {game_id} {number} {seal}", text)


def beginning_of(sql: sqlite3.Connection, game_id: int) -> tuple[list[str], str | None, int | None, bool]:
    """How a game began, when it ended, how many moves it has, and whether its beginning is as it was written."""
    columns = ", ".join((*BEGINNING, "ended", "moves", "seal"))
    row = sql.execute(f"SELECT {columns} FROM games WHERE id = ?", (game_id,)).fetchone()
    if row is None:
        raise NoSuchGame(f"There is no game number {game_id} here. Ask for the list of games to see them all.")
    *beginning, ended, count, seal = row
    return beginning, ended, count, checksum(*beginning) == seal


def is_signed(sql: sqlite3.Connection, game_id: int, moves: str) -> bool:
    """Whether its signature is that of this home for so many moves."""
    query = f"SELECT signature = {signed_for(moves)} FROM games WHERE id = ?"
    return bool(sql.execute(query, (game_id,)).fetchone()[0])


# --- whole games ----------------------------------------------------------------------------------


def game_ids(sql: sqlite3.Connection) -> tuple[int, ...]:
    return tuple(game_id for (game_id,) in sql.execute("SELECT id FROM games INDEXED BY numbers").fetchall())


def read_game(sql: sqlite3.Connection, game_id: int) -> GameRecord:
    beginning, ended, count, whole = beginning_of(sql, game_id)
    if not whole:
        with transaction(sql):
            heal_game(sql, game_id)
        beginning, ended, count, whole = beginning_of(sql, game_id)
    bodies = sql.execute(
        "SELECT number, kind, body, seal FROM moves WHERE game = ? ORDER BY number", (game_id,)
    ).fetchall()
    signed = is_signed(sql, game_id, "moves")
    if not signed and is_signed(sql, game_id, str(len(bodies))):
        count, signed = len(bodies), True  # only their number was damaged
    name, seats, options, seed, began = beginning
    try:
        if not whole:
            raise ValueError
        game = games()[name]
        return GameRecord(
            id=game_id,
            game=name,
            seats=from_json(tuple[Seat, ...], seats),
            options=from_json(game.Options, options),
            seed=from_json(str, seed),
            began=began,
            ended=ended,
            moves=tuple(decode_moves(game, first_checksum(game_id), bodies)),
            count=max(len(bodies), count or 0),
            signed=signed,
        )
    except (KeyError, ValueError):  # not chained: its message would quote what was read, secrets included
        raise beginning_damaged(name) from None


def saved(sql: sqlite3.Connection) -> tuple[int, int]:
    """How many games can be read, and how many of them only in part."""
    kept = []
    for number in game_ids(sql):
        with suppress(JournalDamaged):
            kept.append(read_game(sql, number))
    return len(kept), sum(len(game.moves) < game.count for game in kept)
