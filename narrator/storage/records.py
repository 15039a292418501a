"""The rows of the journal: how games, moves and notes are encoded with their checksums, and decoded again.

Seats, options and moves are stored as JSON, and validated when they are read.
"""

import sqlite3
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any

from narrator.core.errors import NoSuchGame, NotStorable
from narrator.core.game import Game, Seat
from narrator.core.serialization import type_adapter
from narrator.games import games
from narrator.storage.checksums import (
    BEGINNING,
    BEGINNING_CHECKSUM,
    SIGNATURE,
    checksum,
    first_checksum,
    move_checksum,
    move_checksums,
)
from narrator.storage.messages import beginning_damaged

LIBRARY_NOTES = ("spine", "words")
"""Notes about a game that are derived from its moves: its entry in the list, and the words it is found by."""
PLAYER_NOTES = ("player", "phone", "name")
"""Notes that go by a player's name: how the player likes to be spoken to, reads on a phone, pronounces the name."""
NOTES_NOT_ABOUT_GAMES = (*PLAYER_NOTES, "text")  # kinds of notes whose name is not the number of a game
KEY_NOTE = ("home", "key")  # kind and name of the note with the fingerprint of the home's key
REPRODUCIBLE_NOTES = (*LIBRARY_NOTES, KEY_NOTE[0])  # kinds of notes that can be derived from the rest
NotesForGame = Callable[[int], Iterable[tuple[str, str, str]]]
"""A function from the number of a game to notes about it: kind, name and body of each."""


@dataclass(frozen=True, slots=True)
class GameSummary:
    """The public facts of a stored game."""

    id: int
    game: str
    seats: tuple[Seat, ...]  # empty if they are damaged
    began: str  # ISO time
    ended: str | None  # ISO time, once the game is over
    moves: int


@dataclass(frozen=True, slots=True)
class GameRecord:
    """A stored game with all its secrets, which its `repr` leaves out."""

    id: int
    game: str
    seats: tuple[Seat, ...]
    options: Any = field(repr=False)
    seed: str = field(repr=False)
    began: str
    ended: str | None
    moves: tuple[Any, ...] = field(repr=False)  # the sound moves, up to the first damaged one
    count: int  # how many moves were written
    signed: bool = True  # False if the game was changed since Narrator wrote it, by hand or by damage


# --- JSON -----------------------------------------------------------------------------------------


def to_json(kind: Any, value: Any) -> str:
    """Return the value as JSON. Raise `NotStorable` if it would not read back as the same value."""
    try:
        text = type_adapter(kind).dump_json(value, warnings="error").decode()
        if type_adapter(kind).validate_json(text, strict=True) == value:
            return text
    except ValueError:
        pass  # not chained below, because its message may quote a secret
    raise NotStorable("There is something in it that cannot be written down. Please say or type it in another way.")


def from_json(kind: Any, text: str) -> Any:
    return type_adapter(kind).validate_json(text, strict=True)


def encode_moves(first: int, moves: Sequence[Any]) -> list[tuple[int, str, str]]:
    """Return number, kind and body of each move."""
    return [(number, type(move).__name__, to_json(type(move), move)) for number, move in enumerate(moves, first)]


def decode_moves(game: Game[Any], previous: int, rows: Iterable[tuple[int, str, str, int]]) -> Iterator[Any]:
    """Yield the moves, up to the first that is not as it was written; the first continues this checksum."""
    kinds = {kind.__name__: kind for kind in game.MOVES}
    with suppress(KeyError, ValueError):
        for expected, (number, kind, body, own) in enumerate(rows, 1):
            previous = move_checksum(previous, number, kind, body)
            if (number, own) != (expected, previous):
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


def last_move(sql: sqlite3.Connection, game_id: int) -> tuple[int, int]:
    """Return the number and the checksum of the last move."""
    query = "SELECT number, seal FROM moves WHERE game = ? ORDER BY number DESC LIMIT 1"
    number, own = sql.execute(query, (game_id,)).fetchone() or (0, first_checksum(game_id))
    return number, own


def add_moves(sql: sqlite3.Connection, game_id: int, previous: int, rows: Sequence[tuple[int, str, str]]) -> None:
    """Insert these moves after the one with this checksum."""
    with_checksums = [(game_id, *row, own) for row, own in zip(rows, move_checksums(previous, rows), strict=True)]
    sql.executemany("INSERT INTO moves (game, number, kind, body, seal) VALUES (?, ?, ?, ?, ?)", with_checksums)


def add_notes(sql: sqlite3.Connection, notes: Iterable[tuple[str, str, str]]) -> None:
    rows = ((*note, checksum(*note)) for note in notes)
    sql.executemany("INSERT OR REPLACE INTO notes (about, name, body, seal) VALUES (?, ?, ?, ?)", rows)


def set_pending(sql: sqlite3.Connection, game_id: int, text: str | None) -> None:
    """Replace what was answered since the last move of this game."""
    if text is None:
        sql.execute("DELETE FROM pending WHERE game = ?", (game_id,))
    else:
        row = (game_id, text, pending_checksum(sql, game_id, text))
        sql.execute("INSERT OR REPLACE INTO pending (game, body, seal) VALUES (?, ?, ?)", row)


def pending_checksum(sql: sqlite3.Connection, game_id: int, text: str) -> int:
    """Return a checksum that is valid only directly after the current last move."""
    number, own = last_move(sql, game_id)
    return checksum(f"pending {game_id} {number} {own}", text)


def game_ids(sql: sqlite3.Connection) -> tuple[int, ...]:
    return tuple(game_id for (game_id,) in sql.execute("SELECT id FROM games INDEXED BY numbers").fetchall())


def read_game(sql: sqlite3.Connection, game_id: int) -> GameRecord:
    """Return the whole game. Raise `JournalDamaged` if how it began cannot be read."""
    columns = f"{', '.join(BEGINNING)}, seal = {BEGINNING_CHECKSUM}, ended, CAST(moves AS INTEGER)"
    query = f"SELECT {columns}, signature = {SIGNATURE} FROM games WHERE id = ?"
    row = sql.execute(query, (game_id,)).fetchone()
    if row is None:
        raise NoSuchGame(f"There is no game number {game_id} here. Ask for the list of games to see them all.")
    name, seats, options, seed, began, is_sound, ended, count, signed = row
    rows = sql.execute(
        "SELECT number, kind, body, seal FROM moves WHERE game = ? ORDER BY number", (game_id,)
    ).fetchall()
    try:
        if not is_sound:
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
            moves=tuple(decode_moves(game, first_checksum(game_id), rows)),
            count=max(len(rows), count or 0),
            signed=bool(signed),
        )
    except (KeyError, ValueError):  # not chained, because its message would quote what was read, secrets included
        raise beginning_damaged(name) from None
