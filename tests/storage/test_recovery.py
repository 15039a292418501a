"""What is saved of a damaged journal: the file is spoiled for real, in every way that was thought of."""

import os
import re
import signal
import sqlite3
import time
from contextlib import closing, suppress
from pathlib import Path
from random import Random
from typing import Any

import pytest

from narrator.core.errors import (
    JournalDamaged,
    StorageError,
    TableInUse,
)
from narrator.storage import recovery as salvage
from narrator.storage.journal import Journal
from narrator.storage.messages import count_in_words
from narrator.storage.schema import PAGE_BYTES
from tests.storage.journals import OLDER, OPTIONS, SEATS, contents, files, filled, older, overwrite, some_moves


def check_salvage(path: Path, whole: dict[int, tuple[Any, ...]], at_least: int) -> None:
    """A notice is given, the original is aside, and so many games are whole; the others are cut, never wrong."""
    original = files(path.parent)
    with Journal.open(path) as journal:
        assert journal.notice is not None
        aside = files(path.parent)
        for name, body in original.items():
            (again,) = (other for other in aside if ".damaged-" in other and aside[other] == body)
            assert re.sub(r"\.damaged-\d{4}-\d\d-\d\d-\d{6}-\d{6}", "", again) == name
        listed = journal.games()
        assert f"{count_in_words(len(listed), 'game')} could be saved" in journal.notice
        assert not re.search(r"[\d/()]", journal.notice)  # it is said aloud
        kept_games = [journal.read(listing.id) for listing in listed]
        assert all(kept.moves == whole[kept.id][: len(kept.moves)] for kept in kept_games)
        assert sum(kept.moves == whole[kept.id] for kept in kept_games) >= at_least
        assert all((kept.seats, kept.options, kept.seed) == (SEATS, OPTIONS, f"seed {kept.id}") for kept in kept_games)
        new = journal.begin("storytellers", SEATS, OPTIONS, "seed", some_moves(1))
        assert new not in {listing.id for listing in listed}
    with Journal.open(path) as journal:
        assert journal.notice is None
        assert len(journal.games()) == len(listed) + 1


@pytest.mark.parametrize("text", [b"Dear diary, " * 1000, b"x", b""], ids=["a diary", "a letter", "nothing"])
def test_a_file_that_is_no_journal_is_set_aside(path: Path, text: bytes) -> None:
    path.parent.mkdir()
    path.write_bytes(text)
    check_salvage(path, {}, 0)


@pytest.mark.parametrize(
    ("page", "at_least"),
    [(1, 60), (2, 60), (3, 60), (4, 28), (5, 56), (25, 56), (41, 56)],
)
def test_whichever_page_is_lost_the_other_games_are_kept(path: Path, page: int, at_least: int) -> None:
    """The first two lead to all games, the fourth to all moves and holds one of every page of them."""
    filled(path)
    whole = contents(path)
    overwrite(path, (page - 1) * PAGE_BYTES, page * PAGE_BYTES)
    check_salvage(path, whole, at_least)


def test_every_table_is_salvaged(path: Path) -> None:
    with Journal.open(path) as journal:
        columns = journal._connection.execute(
            "SELECT m.name, c.name, c.pk FROM sqlite_master m, pragma_table_info(m.name) c "
            "WHERE m.type = 'table' AND m.name NOT LIKE 'sqlite_%'"
        ).fetchall()
        shapes = salvage.shapes(journal._connection)
    assert {(table, column) for table, column, _ in columns} == {
        (table, column) for table, shape in shapes.items() for column in shape.columns
    }
    assert {(table, column) for table, column, key in columns if key} == {
        (table, column) for table, shape in shapes.items() for column in shape.key
    }
    assert all([*shape.columns][: len(shape.key)] == shape.key for shape in shapes.values())


@pytest.mark.parametrize("version", OLDER)
def test_an_older_journal_is_brought_up_to_date_and_can_be_salvaged_too(path: Path, version: int) -> None:
    whole = older(path, version)
    with Journal.open(path) as journal:
        assert journal.notice is None
        journal.append(60, 21, some_moves(1, 21))
        whole[60] = tuple(some_moves(21))
    assert contents(path) == whole
    overwrite(path, 0, PAGE_BYTES)
    check_salvage(path, whole, 60)


@pytest.mark.parametrize("version", OLDER)
def test_a_damaged_older_journal_is_salvaged_and_brought_up_to_date(path: Path, version: int) -> None:
    whole = older(path, version)
    overwrite(path, 0, PAGE_BYTES)
    check_salvage(path, whole, 60)


def test_a_narrator_killed_while_bringing_an_older_journal_up_to_date_loses_nothing(path: Path) -> None:
    whole = older(path, 3, 200)
    for moment in (0.0, 0.002, 0.01, 0.02, 0.03, 0.05):
        before = path.read_bytes()
        child = os.fork()
        if child == 0:
            with suppress(BaseException):
                Journal.open(path)
            os._exit(0)
        time.sleep(moment)
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
        with Journal.open(path) as journal:
            assert journal.notice is None
            assert {listing.id: journal.read(listing.id).moves for listing in journal.games()} == whole
        path.write_bytes(before)


def test_notes_are_salvaged_too(path: Path) -> None:
    filled(path, 1)
    with Journal.open(path) as journal:
        journal.save_note("voice", "Zoë", "slow")
    overwrite(path, 0, PAGE_BYTES)
    with Journal.open(path) as journal:
        assert journal.notice is not None
        assert journal.notes("voice") == {"Zoë": "slow"}


def test_of_a_hole_through_the_middle_the_rest_is_kept(path: Path) -> None:
    filled(path)
    whole = contents(path)
    size = path.stat().st_size
    overwrite(path, size // 3, size // 3 + size // 10)
    check_salvage(path, whole, 40)


@pytest.mark.parametrize("length", [0.95, 0.5, 0.1, 0.0])
def test_of_a_file_cut_short_the_rest_is_kept(path: Path, length: float) -> None:
    filled(path)
    whole = contents(path)
    os.truncate(path, int(path.stat().st_size * length))
    check_salvage(path, whole, int(40 * length) - 5)


def test_moves_that_are_only_in_the_log_are_salvaged_too(path: Path) -> None:
    """As after a kill in the middle of it: the log was not worked into the file, and the file is lost."""
    with Journal.open(path) as journal:
        journal._connection.execute("PRAGMA wal_autocheckpoint = 0")
        for number in range(1, 11):
            journal.begin("storytellers", SEATS, OPTIONS, f"seed {number}", some_moves(20))
        left = files(path.parent)
        whole = {listing.id: journal.read(listing.id).moves for listing in journal.games()}
    for name, body in left.items():
        (path.parent / name).write_bytes(body)
    os.truncate(path, 0)
    check_salvage(path, whole, 10)


@pytest.mark.parametrize("seed", range(24))
def test_noise_anywhere_is_told_and_no_game_becomes_another(path: Path, seed: int) -> None:
    filled(path, 20)
    whole = contents(path)
    dice = Random(seed)
    noisy = bytearray(path.read_bytes())
    for _ in range(dice.choice((1, 3, 200))):
        start = dice.randrange(len(noisy))
        noise = dice.randbytes(dice.choice((1, 40)))
        noisy[start : start + len(noise)] = noise
    path.write_bytes(noisy)
    with suppress(StorageError), Journal.open(path) as journal:
        for listing in journal.games():
            with suppress(StorageError):
                kept = journal.read(listing.id)
                assert kept.moves == whole[kept.id][: len(kept.moves)]
                assert (kept.seats, kept.options, kept.seed) == (SEATS, OPTIONS, f"seed {kept.id}")


def test_a_kill_while_mending_is_made_good_the_next_time(path: Path) -> None:
    filled(path, 10)
    whole = contents(path)
    with Journal.open(path) as journal:
        journal.append(1, 21, some_moves(1, 21))
        left = files(path.parent)
        whole[1] = journal.read(1).moves
    for name, body in left.items():
        (path.parent / name).write_bytes(body)
    overwrite(path, 0, PAGE_BYTES)
    with salvage.workshop(path) as work:
        salvage.make(path.with_name("narrator.sqlite.rescued"), salvage.salvage(path, work))
    path.replace(path.with_name("narrator.sqlite.damaged-x"))  # killed after the first rename: the log lies there alone
    with Journal.open(path) as journal:
        assert journal.notice is not None
        assert {listing.id: journal.read(listing.id).moves for listing in journal.games()} == whole
    assert not list(path.parent.glob("*.rescued"))


@pytest.mark.parametrize("damaged", [False, True])
def test_half_finished_work_of_a_killed_narrator_is_swept_out(path: Path, damaged: bool) -> None:
    for left in ("narrator.sqlite.work", "narrator.sqlite.rescued.work"):
        (path.parent / left).mkdir(parents=True)
        (path.parent / left / "new").write_text("half a journal")
    if damaged:
        path.write_text("x" * 10_000)
    Journal.open(path).close()
    assert not (path.parent / "narrator.sqlite.work").exists()
    assert damaged != (path.parent / "narrator.sqlite.rescued.work").exists()


def test_a_damaged_file_is_not_exchanged_while_somebody_plays(path: Path) -> None:
    filled(path, 3)
    with Journal.open(path) as journal:
        lock = journal.lock(2)
    overwrite(path, 0, PAGE_BYTES)
    damaged = files(path.parent)
    with pytest.raises(TableInUse, match="Close that one"):
        Journal.open(path)
    assert files(path.parent) == damaged
    lock.release()
    with Journal.open(path) as journal:
        assert journal.notice is not None


def test_whoever_still_has_the_old_file_begins_nothing_in_it(path: Path) -> None:
    filled(path, 3)
    with Journal.open(path) as old:
        path.replace(path.with_name("elsewhere"))
        with Journal.open(path), pytest.raises(StorageError, match="start it again"):
            old.lock(1)


def test_damage_in_the_middle_of_a_game_is_told(path: Path) -> None:
    filled(path)
    with Journal.open(path) as journal:
        overwrite(path, PAGE_BYTES, path.stat().st_size)
        with pytest.raises(JournalDamaged, match="start it again"):
            journal.games()


def test_damaged_names_do_not_hide_the_list(path: Path) -> None:
    filled(path, 2)
    with closing(sqlite3.connect(path, isolation_level=None)) as sql:
        for table in ("games", "beginnings"):
            sql.execute(f"UPDATE {table} SET seats = CAST(x'5b7bff' AS TEXT) WHERE id = 1")
    with Journal.open(path) as journal:
        assert [(listing.id, listing.seats) for listing in journal.games()] == [(2, SEATS), (1, ())]
        with pytest.raises(JournalDamaged, match="a game of Storytellers began is damaged"):
            journal.read(1)
