"""Every write, sync and rename fails once, in turn, while games are played: nothing is lost, repeated or silent.

SQLite's writes fail statement by statement, as on a full disk; our own fail call by call. The user is told in a
sentence and repeats the action, and the evening ends as if nothing had happened.
"""

import errno
import os
import shutil
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from itertools import count
from pathlib import Path
from random import Random
from typing import Any, TypeVar

import numpy as np
import pytest

from narrator.core.errors import StorageError
from narrator.games.cat_dice import rules as cat_dice
from narrator.games.hosting.host import host_of
from narrator.storage import disk
from narrator.storage.backup import back_up, restore
from narrator.storage.clips import Clips
from narrator.storage.journal import Journal
from narrator.storage.library.library import Library
from narrator.storage.table import Table
from narrator.storage.texts import content_of_game, text_notes
from tests.storage.library.games import content, options, seats

T = TypeVar("T")
WRITES = ("BEGIN", "COMMIT", "INSERT", "UPDATE", "DELETE", "CREATE", "ALTER", "VACUUM")
GAMES = {"storytellers": 12, "cat_dice": 6, "storyline": 6, "dixit": 6, "odyssey": 6}
"""The number of moves of each game, enough for every kind of write."""
MOVES_PER_SESSION = 6
"""Moves per session. Each session of a whole game is repeated from its beginning, once per failure."""
WHOLE_GAMES = bool(os.environ.get("NARRATOR_WHOLE_GAMES"))
"""Whether every session is tested. Otherwise only the session that ends the game is."""


class Faults:
    """Makes the step of this number fail, once."""

    def __init__(self, number: int) -> None:
        self.left = number
        self.where = ""

    def step(self, what: str) -> bool:
        self.left -= 1
        if self.left == 0:
            self.where = what
        return self.left == 0


@contextmanager
def failing(faults: Faults, patch: pytest.MonkeyPatch) -> Iterator[None]:
    class Connection(sqlite3.Connection):
        def execute(self, statement: str, *values: Any) -> sqlite3.Cursor:
            self._may_fail(statement)
            return super().execute(statement, *values)

        def executemany(self, statement: str, *values: Any) -> sqlite3.Cursor:
            self._may_fail(statement)
            return super().executemany(statement, *values)

        def _may_fail(self, statement: str) -> None:
            if statement.strip().startswith(WRITES) and faults.step(statement):
                error = sqlite3.OperationalError("database or disk is full")
                error.sqlite_errorcode = sqlite3.SQLITE_FULL
                raise error

    real, written, flushed, renamed = sqlite3.connect, disk.write, os.fsync, Path.replace

    def full(what: str) -> None:
        if faults.step(what):
            raise OSError(errno.ENOSPC, "No space left on device")

    with patch.context() as now:
        now.setattr(sqlite3, "connect", lambda *words, **more: real(*words, **{"factory": Connection, **more}))
        now.setattr(disk, "write", lambda file, body: (full("write"), written(file, body))[1])
        now.setattr(os, "fsync", lambda descriptor: (full("flush"), flushed(descriptor))[1])
        now.setattr(Path, "replace", lambda old, new: (full(f"rename {new.name}"), renamed(old, new))[1])
        yield


def retry(act: Callable[[], T], told: list[str]) -> T:
    """Repeat the action once if it fails with a sentence. Any other error fails the test."""
    try:
        return act()
    except StorageError as sentence:
        told.append(str(sentence))
        return act()


def play_evening(home: Path, name: str, told: list[str]) -> None:
    """Play a game with texts, recordings and pending answers; list it, back it up and restore it."""
    path, wanted = home / "narrator.sqlite", options_for(name)
    journal = retry(lambda: Journal.open(path), told)
    clips = Clips(home / "clips")
    with journal, retry(lambda: Table.begin(journal, name, seats(3), wanted, "seed"), told) as table:
        retry(lambda: journal.save_notes(text_notes(table.id, host_of(name).content_to_save(wanted, content()))), told)
        retry(lambda: clips.keep(np.arange(9, dtype=np.int16), 16_000, words="um", game=table.id), told)
        take_turns(table, range(GAMES[name]), told)
        library = Library(journal, content(), clips)
        retry(library.list_stories, told)
        retry(lambda: journal.save_note("player", "Lily", "slow"), told)
        with suppress(FileNotFoundError):
            (home.parent / "games.zip").unlink()
        retry(lambda: back_up(journal, home.parent / "games.zip"), told)
    retry(lambda: restore(path, home.parent / "games.zip"), told)


def options_for(name: str) -> Any:
    return cat_dice.Options() if name == "cat_dice" else options(name, "youngest" if "tellers" in name else "basic")


def take_turns(table: Table, numbers: range, told: list[str]) -> bool:
    """Take turns that depend only on their number and the state. Return False once the game is over."""
    for number in numbers:
        if table.outcome() is not None:
            return False
        move = Random(number).choice(list(table.game.moves(table.state)))
        if number % 4 == 0:
            retry(lambda: table.save_pending('{"half": "an answer"}'), told)
        if number % 5 == 4 and table.last_undoable is not None:
            retry(table.undo, told)
            continue
        retry(lambda move=move: table.play(move), told)  # type: ignore[misc]  # the move of this turn
    return table.outcome() is None


def play_session(home: Path, number: int, told: list[str]) -> bool:
    """Resume a game for a few turns. Return False if it ends with them."""
    with (
        retry(lambda: Journal.open(home / "narrator.sqlite"), told) as journal,
        retry(lambda: Table.resume(journal, 1), told) as table,
    ):
        return take_turns(table, range(number * MOVES_PER_SESSION, (number + 1) * MOVES_PER_SESSION), told)


def read_stored(home: Path) -> tuple[Any, ...]:
    """Return everything that is stored, and check that no warning is given."""
    with Journal.open(home / "narrator.sqlite") as journal:
        assert journal.notice is None
        (number,) = journal.game_ids()
        kept = journal.read(number)
        texts = content_of_game(journal, number, content())
        recordings = [clip.removeprefix("game-1-")[12:] for clip in Clips(home / "clips")]
        with Table.resume(journal, number) as table:
            pending = table.pending
        assert journal.notice is None
    return kept.moves, kept.count, kept.signed, bool(kept.ended), texts, len(recordings), pending


@pytest.mark.parametrize("name", ["storytellers", "cat_dice", "odyssey"])  # the others write in the same ways
def test_any_single_failure_loses_and_repeats_nothing(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, record_property: Callable[[str, object], None]
) -> None:
    play_evening(tmp_path / "0" / "home", name, told := [])
    assert told == []
    whole, silent = read_stored(tmp_path / "0" / "home"), []
    places = 0
    while True:
        faults, told = Faults(places + 1), []
        home = tmp_path / str(places + 1) / "home"
        with failing(faults, monkeypatch):
            play_evening(home, name, told)
        if not faults.where:
            break
        places += 1
        assert read_stored(home) == whole, faults.where
        assert len(told) <= 1
        if not told:
            silent.append(faults.where)
    check_harmless(silent)
    record_property("places", places)
    print(f"{name}: {places} places, {len(silent)} of them without consequence")
    assert places > 60


def check_harmless(silent: list[str]) -> None:
    """Check that only what costs nothing failed silently: syncing a folder, the mark of a sound file, a snapshot."""
    assert {what.partition(".snapshot-")[0] for what in silent} <= {
        "flush",
        "rename narrator.sqlite.checked",
        "rename narrator.sqlite",
        "write",
    }
    assert "rename narrator.sqlite" not in silent


@pytest.mark.parametrize("name", GAMES)
def test_any_single_failure_in_any_session_loses_nothing(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, record_property: Callable[[str, object], None]
) -> None:
    """Each session begins with a copy of what the session before left, so that the test stays short."""
    homes = [tmp_path / "0"]
    with (
        Journal.open(homes[0] / "narrator.sqlite") as journal,
        Table.begin(journal, name, seats(3), options_for(name), "seed"),
    ):
        pass
    goes_on = True
    while goes_on:
        homes.append(shutil.copytree(homes[-1], tmp_path / str(len(homes))))
        goes_on = play_session(homes[-1], len(homes) - 2, told := [])
        assert told == []
    assert read_stored(homes[-1])[3], "it is over"
    places, silent = 0, []
    for number in range(len(homes) - 1) if WHOLE_GAMES else [len(homes) - 2]:
        whole = read_stored(homes[number + 1])
        for place in count(1):
            home = shutil.copytree(homes[number], tmp_path / "again")
            faults, told = Faults(place), []
            with failing(faults, monkeypatch):
                play_session(home, number, told)
            if faults.where:
                assert read_stored(home) == whole, faults.where
                assert len(told) <= 1
                silent += [] if told else [faults.where]
            shutil.rmtree(home)
            if not faults.where:
                break
            places += 1
    check_harmless(silent)
    record_property("places", places)
    print(f"{name}: {places} places in {len(homes) - 1} sittings, {len(silent)} of them without consequence")
