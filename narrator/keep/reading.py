"""Games as they come back from the file: what comes from the disk is checked before it is believed."""

import sqlite3
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

from narrator.errors import JournalDamaged
from narrator.games import games
from narrator.keep.file import transaction
from narrator.keep.kept import KeptGame, Listing
from narrator.keep.rows import beginning_of, is_signed, last_move
from narrator.keep.seal import first_seal, heal_game
from narrator.keep.sentences import beginning_damaged
from narrator.keep.writing import read, readable_moves, readable_seats
from narrator.play import Seat


def listings(sql: sqlite3.Connection, which: str = "", values: tuple[Any, ...] = ()) -> Iterator[Listing]:
    """Kept games, the newest first, with no secret in it; all of them, or those of this WHERE."""
    rows = sql.execute(f"SELECT id, game, seats, began, ended FROM games {which} ORDER BY id DESC", values)
    for id_, game, seats, began, ended in rows.fetchall():
        yield Listing(id_, game, readable_seats(seats), began, ended, last_move(sql, id_)[0])


def numbers_of(sql: sqlite3.Connection) -> tuple[int, ...]:
    """The numbers of all kept games."""
    return tuple(game_id for (game_id,) in sql.execute("SELECT id FROM games INDEXED BY numbers").fetchall())


def read_game(sql: sqlite3.Connection, game_id: int) -> KeptGame:
    """A kept game with its moves, as far as they can be read."""
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
        return KeptGame(
            id=game_id,
            game=name,
            seats=read(tuple[Seat, ...], seats),
            options=read(game.Options, options),
            seed=read(str, seed),
            began=began,
            ended=ended,
            moves=tuple(readable_moves(game, first_seal(game_id), bodies)),
            count=max(len(bodies), count or 0),
            signed=signed,
        )
    except (KeyError, ValueError):  # not chained: its message would quote what was read, secrets included
        raise beginning_damaged(name) from None


def saved(sql: sqlite3.Connection) -> tuple[int, int]:
    """How many games can be read, and how many of them only in part."""
    kept = []
    for number in numbers_of(sql):
        with suppress(JournalDamaged):
            kept.append(read_game(sql, number))
    return len(kept), sum(len(game.moves) < game.count for game in kept)
