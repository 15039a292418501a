"""Journals with games in them, to read and to damage."""

import sqlite3
from contextlib import closing
from functools import cache
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

from narrator.core.game import Seat, SpokenWords
from narrator.games.storytellers import rules as storytellers
from narrator.games.storytellers.moves import Lay
from narrator.storage import records as keeping
from narrator.storage.journal import Journal
from narrator.storage.schema import apply_migrations
from narrator.storage.snapshots import list_snapshots

SEATS = (Seat("Lily", 6), Seat("Nick", 8), Seat("Zoë"))
OPTIONS = storytellers.Options()


def some_moves(count: int, first: int = 1) -> list[Any]:
    return [Lay("Zoë", f"character {number}", SpokenWords("because …", None)) for number in range(first, first + count)]


def filled(path: Path, number_of_games: int = 60, moves: int = 20, *, snapshots: bool = False) -> None:
    """Write a closed journal of several pages, with or without its snapshot."""
    path.parent.mkdir(exist_ok=True)
    for name, body in journal_files(number_of_games, moves).items():
        if snapshots or ".snapshot-" not in name:
            (path.parent / name).write_bytes(body)


@cache
def journal_files(number_of_games: int, moves: int) -> dict[str, bytes]:
    """Return all files of such a journal. Many tests damage the same one."""
    with TemporaryDirectory() as folder:
        with Journal.open(Path(folder) / "home" / "narrator.sqlite") as journal:
            for number in range(1, number_of_games + 1):
                journal.begin("storytellers", SEATS, OPTIONS, f"seed {number}", some_moves(moves))
        return {file.name: file.read_bytes() for file in journal.path.parent.iterdir() if file.is_file()}


def contents(path: Path) -> dict[int, tuple[Any, ...]]:
    with Journal.open(path) as journal:
        return {listing.id: journal.read(listing.id).moves for listing in journal.games()}


def files(folder: Path) -> dict[str, bytes]:
    """Return every file except locks, the key, the checksum, snapshots and SQLite's shared memory."""
    return {
        file.name: file.read_bytes()
        for file in folder.iterdir()
        if file.is_file()
        and not file.name.endswith((".lock", "-shm", ".key", ".checked"))
        and ".snapshot-" not in file.name
    }


def change(path: Path, statement: str, *values: object, keep_snapshots: bool = False) -> None:
    """Change the file behind the journal's back, and delete its snapshots unless they are wanted."""
    if not keep_snapshots:
        for snapshot in list_snapshots(path):
            snapshot.unlink()
    with closing(sqlite3.connect(path, isolation_level=None)) as sql:
        sql.execute(statement, values)


def overwrite(path: Path, first: int, last: int) -> None:
    """Replace the bytes from first to last by noise."""
    with path.open("r+b") as file:
        file.seek(first)
        file.write(Random(first).randbytes(last - first))


def older(path: Path, version: int, number_of_games: int = 60) -> dict[int, tuple[Any, ...]]:
    """Write a journal as a Narrator of this version left it. Return the moves in it."""
    path.parent.mkdir()
    moves = some_moves(20)
    with closing(sqlite3.connect(path, isolation_level=None)) as sql:
        sql.execute("PRAGMA journal_mode = WAL")
        sql.execute("BEGIN")
        apply_migrations(sql, 0, version)
        sql.execute(f"PRAGMA user_version = {version}")
        for game in range(1, number_of_games + 1):
            kinds = ((tuple[Seat, ...], SEATS), (storytellers.Options, OPTIONS), (str, f"seed {game}"))
            written = [keeping.to_json(kind, value) for kind, value in kinds]
            sql.execute(
                "INSERT INTO games (id, game, seats, options, seed, began) VALUES (?, 'storytellers', ?, ?, ?, ?)",
                (game, *written, keeping.utc_now()),
            )
            bodies = [(game, *body) for body in keeping.encode_moves(1, moves)]
            sql.executemany("INSERT INTO moves (game, number, kind, body) VALUES (?, ?, ?, ?)", bodies)
        sql.execute("COMMIT")
    return {game: tuple(moves) for game in range(1, number_of_games + 1)}


OLDER = range(1, 4)
"""The versions without checksums."""
