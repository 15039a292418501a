"""Recovery of journals that are damaged or deleted for real."""

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

from narrator.core.errors import JournalDamaged, StorageError, TableInUse
from narrator.storage.journal import Journal
from narrator.storage.messages import count_in_words
from narrator.storage.schema import PAGE_BYTES
from narrator.storage.snapshots import list_snapshots
from tests.storage.journals import (
    OLDER,
    OPTIONS,
    SEATS,
    change,
    contents,
    files,
    filled,
    older,
    overwrite,
    some_moves,
)


def check_recovery(path: Path, whole: dict[int, tuple[Any, ...]], at_least: int) -> None:
    """Check that the damaged file is set aside, at least this many games are whole, others lack only their end."""
    original = files(path.parent)
    with Journal.open(path) as journal:
        assert journal.notice is not None
        aside = files(path.parent)
        for name, body in original.items():
            (copy,) = (other for other in aside if ".damaged-" in other and aside[other] == body)
            assert re.sub(r"\.damaged-\d{4}-\d\d-\d\d-\d{6}-\d{6}", "", copy) == name
        listed = journal.games()
        records = []
        for summary in listed:
            with suppress(JournalDamaged):
                records.append(journal.read(summary.id))
        assert f"{count_in_words(len(records), 'game')} could be saved" in journal.notice
        assert not re.search(r"[\d/()]", journal.notice)  # it is spoken
        assert all(record.moves == whole[record.id][: len(record.moves)] for record in records)
        assert sum(record.moves == whole[record.id] for record in records) >= at_least
        assert all((one.seats, one.options, one.seed) == (SEATS, OPTIONS, f"seed {one.id}") for one in records)
        new = journal.begin("storytellers", SEATS, OPTIONS, "seed", some_moves(1))
        assert new not in {summary.id for summary in listed}
    with Journal.open(path) as journal:
        assert journal.notice is None
        assert len(journal.games()) == len(listed) + 1


@pytest.mark.parametrize("text", [b"Dear diary, " * 1000, b"x", b""], ids=["a diary", "a letter", "nothing"])
def test_other_file_in_place_of_the_journal_is_set_aside(path: Path, text: bytes) -> None:
    path.parent.mkdir()
    path.write_bytes(text)
    check_recovery(path, {}, 0)


@pytest.mark.parametrize(("page", "at_least"), [(3, 60), (5, 56), (25, 56), (41, 56)])
def test_losing_one_page_without_snapshot_keeps_the_other_games(path: Path, page: int, at_least: int) -> None:
    filled(path)
    whole = contents(path)
    drop_snapshots(path)
    overwrite(path, (page - 1) * PAGE_BYTES, page * PAGE_BYTES)
    check_recovery(path, whole, at_least)


@pytest.mark.parametrize("page", [1, 2, 3, 4, 5, 25, 41])
def test_losing_any_page_loses_nothing_that_is_in_a_snapshot(path: Path, page: int) -> None:
    """The first page leads to all tables, the fourth to all moves."""
    filled(path, snapshots=True)
    whole = contents(path)
    overwrite(path, (page - 1) * PAGE_BYTES, page * PAGE_BYTES)
    check_recovery(path, whole, 60)


def drop_snapshots(path: Path) -> None:
    for snapshot in list_snapshots(path):
        snapshot.unlink()


def test_every_table_is_recovered_row_by_row(path: Path) -> None:
    filled(path, 60)
    with Journal.open(path) as journal:
        journal.save_pending(7, "half an answer")
        journal.save_note("title", 7, "A title")
        before = journal.connection.execute("SELECT * FROM pending").fetchall()
    drop_snapshots(path)
    overwrite(path, 24 * PAGE_BYTES, 25 * PAGE_BYTES)
    with Journal.open(path) as journal:
        assert journal.notice is not None
        assert journal.connection.execute("SELECT * FROM pending").fetchall() == before
        assert journal.pending(7) == "half an answer"
        assert journal.find_note("title", 7) == "A title"


@pytest.mark.parametrize("version", OLDER)
def test_migrated_journal_is_recovered_from_its_snapshot(path: Path, version: int) -> None:
    whole = older(path, version)
    with Journal.open(path) as journal:
        assert journal.notice is None
        journal.append(60, 21, some_moves(1, 21))
        whole[60] = tuple(some_moves(21))
    assert contents(path) == whole
    overwrite(path, 0, PAGE_BYTES)
    check_recovery(path, whole, 60)


@pytest.mark.parametrize("version", OLDER)
def test_damaged_older_journal_is_recovered_and_migrated(path: Path, version: int) -> None:
    whole = older(path, version)
    middle = path.stat().st_size // PAGE_BYTES // 2 * PAGE_BYTES
    overwrite(path, middle, middle + PAGE_BYTES)
    check_recovery(path, whole, 50)


@pytest.mark.parametrize("version", OLDER)
def test_snapshot_of_an_older_version_can_be_used(path: Path, version: int) -> None:
    whole = older(path, version)
    path.replace(path.with_name("narrator.sqlite.snapshot-000001"))
    with Journal.open(path) as journal:
        assert "more than twelve games came back from an automatic copy" in str(journal.notice)
        assert {summary.id: journal.read(summary.id).moves for summary in journal.games()} == whole


def test_kill_during_migration_loses_nothing(path: Path) -> None:
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
            assert {summary.id: journal.read(summary.id).moves for summary in journal.games()} == whole
        path.write_bytes(before)


@pytest.mark.parametrize("damage", ["the header", "another table"])
def test_notes_are_recovered(path: Path, damage: str) -> None:
    filled(path, 1)
    with Journal.open(path) as journal:
        journal.append(1, 21, some_moves(1, 21))
    with Journal.open(path) as journal:
        journal.save_note("voice", "Zoë", "slow")
        if damage == "the header":
            journal.take_snapshot()
    overwrite(path, *((0, 40) if damage == "the header" else (PAGE_BYTES, 2 * PAGE_BYTES)))
    with Journal.open(path) as journal:
        assert journal.notice is not None
        assert journal.notes("voice") == {"Zoë": "slow"}


def test_rows_outside_a_hole_in_the_file_are_kept(path: Path) -> None:
    filled(path)
    whole = contents(path)
    drop_snapshots(path)
    size = path.stat().st_size
    overwrite(path, size // 3, size // 3 + size // 10)
    check_recovery(path, whole, 40)


@pytest.mark.parametrize("length", [0.95, 0.5, 0.1, 0.0])
@pytest.mark.parametrize("snapshots", [False, True])
def test_truncated_file_is_recovered(path: Path, length: float, snapshots: bool) -> None:
    filled(path, snapshots=snapshots)
    whole = contents(path)
    if not snapshots:
        drop_snapshots(path)
    os.truncate(path, int(path.stat().st_size * length))
    check_recovery(path, whole, 60 if snapshots else int(40 * length) - 5)


@pytest.mark.parametrize("seed", range(24))
def test_noise_never_turns_one_game_into_another(path: Path, seed: int) -> None:
    filled(path, 20)
    whole = contents(path)
    drop_snapshots(path)
    dice = Random(seed)
    noisy = bytearray(path.read_bytes())
    for _ in range(dice.choice((1, 3, 200))):
        start = dice.randrange(len(noisy))
        noise = dice.randbytes(dice.choice((1, 40)))
        noisy[start : start + len(noise)] = noise
    path.write_bytes(noisy)
    with suppress(StorageError), Journal.open(path) as journal:
        for summary in journal.games():
            with suppress(StorageError):
                record = journal.read(summary.id)
                assert record.moves == whole[record.id][: len(record.moves)]
                assert (record.seats, record.options, record.seed) == (SEATS, OPTIONS, f"seed {record.id}")


def test_recovery_that_was_killed_is_finished_by_the_next_start(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    filled(path, 10, snapshots=True)
    with Journal.open(path) as journal:
        journal.append(1, 21, some_moves(1, 21))
        left = files(path.parent)
    whole = contents(path)
    for name, body in left.items():
        (path.parent / name).write_bytes(body)
    overwrite(path, 0, PAGE_BYTES)
    monkeypatch.setattr("narrator.storage.snapshots.publish_file", lambda new, target: os._exit(9))
    child = os.fork()
    if child == 0:
        Journal.open(path)
    os.waitpid(child, 0)
    monkeypatch.undo()
    with Journal.open(path) as journal:
        assert journal.notice is not None
        assert {summary.id: journal.read(summary.id).moves for summary in journal.games()} == whole
    assert not (path.parent / "narrator.sqlite.work").exists()


@pytest.mark.parametrize("damaged", [False, True])
def test_unfinished_files_of_a_killed_narrator_are_deleted(path: Path, damaged: bool) -> None:
    (path.parent / "narrator.sqlite.work").mkdir(parents=True)
    (path.parent / "narrator.sqlite.work" / "new").write_text("half a journal")
    if damaged:
        path.write_text("x" * 10_000)
    Journal.open(path).close()
    assert not (path.parent / "narrator.sqlite.work").exists()


def test_damaged_file_is_not_replaced_while_a_game_is_open(path: Path) -> None:
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


def test_no_game_is_opened_in_a_file_that_was_replaced(path: Path) -> None:
    filled(path, 3)
    with Journal.open(path) as old:
        path.replace(path.with_name("elsewhere"))
        with Journal.open(path), pytest.raises(StorageError, match="start it again"):
            old.lock(1)


def test_damage_while_the_file_is_open_is_reported(path: Path) -> None:
    filled(path)
    with Journal.open(path) as journal:
        overwrite(path, PAGE_BYTES, path.stat().st_size)
        with pytest.raises(JournalDamaged, match="start it again"):
            journal.games()


def test_damaged_names_do_not_hide_the_list(path: Path) -> None:
    filled(path, 2)
    change(path, "UPDATE games SET seats = CAST(x'5b7bff' AS TEXT) WHERE id = 1")
    with Journal.open(path) as journal:
        assert [(summary.id, summary.seats) for summary in journal.games()] == [(2, SEATS), (1, ())]
        with pytest.raises(JournalDamaged, match="a game of Storytellers began is damaged"):
            journal.read(1)


# --- a deleted file --------------------------------------------------------------------------------


def test_deleted_journal_comes_back_from_its_snapshot(path: Path) -> None:
    filled(path, 3, snapshots=True)
    whole = contents(path)
    path.unlink()
    with Journal.open(path) as journal:
        assert journal.notice == "The file of kept games was missing: three games came back from an automatic copy."
    assert contents(path) == whole


@pytest.mark.parametrize("left", ["the key", "a recording"])
def test_deleted_journal_without_snapshot_is_reported(path: Path, left: str) -> None:
    filled(path, 3)
    clips = path.parent / "clips"
    clips.mkdir()
    (clips / "game-3-0123456789ab.wav").touch()
    path.unlink()
    if left == "the key":
        (clips / "game-3-0123456789ab.wav").unlink()
    else:
        path.with_name("narrator.sqlite.key").unlink()
    with Journal.open(path) as journal:
        assert str(journal.notice).startswith("The file of kept games is missing, so a new one was begun.")
        assert journal.begin("storytellers", SEATS, OPTIONS, "seed") == (4 if left == "a recording" else 1)
    with Journal.open(path) as journal:
        assert journal.notice is None


def test_new_home_reports_nothing(path: Path) -> None:
    with Journal.open(path) as journal:
        assert journal.notice is None


def test_recovered_file_is_closed_after_inspection(path: Path) -> None:
    """No connection stays open on the file that is renamed."""
    filled(path, 1)
    overwrite(path, 0, PAGE_BYTES)
    Journal.open(path).close()
    with closing(sqlite3.connect(path)) as sql:
        assert sql.execute("PRAGMA integrity_check").fetchone() == ("ok",)
