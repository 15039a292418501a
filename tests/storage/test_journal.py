"""The journal on real files, including a full database and read-only folders."""

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from narrator.core.errors import (
    DiskFull,
    FolderNotWritable,
    JournalTooNew,
    NoSuchGame,
    NotStorable,
    StorageError,
)
from narrator.core.paths import user_data_folder
from narrator.games import games
from narrator.games.storytellers.moves import Lay, Vote
from narrator.storage import records as keeping
from narrator.storage.checksums import first_checksum, move_checksums
from narrator.storage.journal import Journal
from narrator.storage.records import GameSummary
from narrator.storage.schema import MIGRATIONS
from tests.storage.journals import OPTIONS, SEATS, files, filled, some_moves
from tests.support.playouts import variants
from tests.support.rights import as_ordinary_user

VARIANTS = [one for one in variants() if one.players == min(one.game.MODES[one.options.mode])]
KINDS = [(name, kind) for name, game in games().items() for kind in game.MOVES]


# --- keeping -----------------------------------------------------------------------------------


@pytest.mark.parametrize(("name", "kind"), KINDS, ids=lambda part: getattr(part, "__name__", part))
@settings(max_examples=12, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(data=st.data())
def test_every_kind_of_move_reads_back_equal(name: str, kind: type, data: st.DataObject) -> None:
    move = data.draw(st.from_type(kind))
    body = keeping.to_json(kind, move)
    (seal,) = move_checksums(first_checksum(7), [(1, kind.__name__, body)])
    (again,) = keeping.decode_moves(games()[name], first_checksum(7), [(1, kind.__name__, body, seal)])
    assert again == move
    assert type(again) is kind
    assert repr(again) == repr(move)  # the same types, too: no list for a tuple, no text for an enum


@pytest.mark.parametrize("name", games())
def test_move_names_are_unique_within_a_game(name: str) -> None:
    names = [kind.__name__ for kind in games()[name].MOVES]
    assert len(set(names)) == len(names)


@pytest.mark.parametrize("variant", VARIANTS, ids=str)
def test_seats_options_and_seed_read_back_equal(variant: Any, tmp_path: Path) -> None:
    with Journal.open(tmp_path / "narrator.sqlite") as journal:
        kept = journal.read(journal.begin(variant.name, variant.seats, variant.options, "a seed"))
    assert (kept.game, list(kept.seats), kept.options, kept.seed) == (
        variant.name,
        variant.seats,
        variant.options,
        "a seed",
    )


def test_moves_keep_their_order_after_closing(path: Path) -> None:
    with Journal.open(path) as journal:
        game = journal.begin("storytellers", SEATS, OPTIONS, "seed", some_moves(2))
        journal.append(game, 3, [Vote("Lily", 2)])
    with Journal.open(path) as journal:
        kept = journal.read(game)
        assert kept.moves == (*some_moves(2), Vote("Lily", 2))
        assert (kept.count, journal.notice) == (3, None)


def test_replacing_a_move_deletes_it_and_all_later_ones(path: Path) -> None:
    with Journal.open(path) as journal:
        game = journal.begin("storytellers", SEATS, OPTIONS, "seed", some_moves(5))
        journal.end(game)
        journal.append(game, 3, (), replace=True)
        assert journal.read(game).moves == tuple(some_moves(2))
        assert journal.read(game).ended is None
        journal.append(game, 3, some_moves(1, 3))


@pytest.mark.parametrize("first", [2, 4])
def test_repeated_or_skipped_move_number_is_refused(path: Path, first: int) -> None:
    with Journal.open(path) as journal:
        game = journal.begin("storytellers", SEATS, OPTIONS, "seed", some_moves(2))
        with pytest.raises(StorageError, match="changed from outside"):
            journal.append(game, first, some_moves(2))
        assert journal.read(game).moves == tuple(some_moves(2))


def test_games_are_listed_newest_first_without_secrets(path: Path) -> None:
    with Journal.open(path) as journal:
        first = journal.begin("storytellers", SEATS, OPTIONS, "the seed", some_moves(2))
        second = journal.begin("storytellers", SEATS[:2], OPTIONS, "the seed")
        journal.end(first)
        newest, oldest = journal.games()
    assert (newest.id, newest.seats, newest.ended, newest.moves) == (second, SEATS[:2], None, 0)
    assert (oldest.id, oldest.seats, oldest.moves) == (first, SEATS, 2)
    assert oldest.ended is not None
    assert set(GameSummary.__slots__) == {"id", "game", "seats", "began", "ended", "moves"}


def test_repr_of_a_game_record_shows_no_secrets(path: Path) -> None:
    with Journal.open(path) as journal:
        printed = repr(journal.read(journal.begin("storytellers", SEATS, OPTIONS, "the seed", some_moves(1))))
    assert "the seed" not in printed
    assert "character" not in printed


def test_unknown_game_raises_no_such_game(path: Path) -> None:
    with Journal.open(path) as journal, pytest.raises(NoSuchGame, match="no game number 7"):
        journal.read(7)


@pytest.mark.parametrize(
    "move",
    [Vote("Lil\udcff", 1), Lay(["Lily"]), Vote("Lily", "two")],  # type: ignore[arg-type]
    ids=["half a letter", "a list", "a word for a number"],
)
def test_move_that_would_not_read_back_is_refused(path: Path, move: Any) -> None:
    with Journal.open(path) as journal:
        game = journal.begin("storytellers", SEATS, OPTIONS, "seed")
        with pytest.raises(NotStorable, match="in another way"):
            journal.append(game, 1, [*some_moves(1), move])
        assert journal.read(game).count == 0


def test_folder_comes_from_the_environment(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("NARRATOR_HOME", str(tmp_path / "deep" / "inside"))
    with Journal.open() as journal:
        assert (
            journal.path == user_data_folder() / "narrator.sqlite" == tmp_path / "deep" / "inside" / "narrator.sqlite"
        )


def test_commits_are_synced_to_the_disk(path: Path) -> None:
    with Journal.open(path) as journal:
        settings_now = [
            journal.connection.execute(f"PRAGMA {name}").fetchone()[0]
            for name in ("journal_mode", "synchronous", "foreign_keys", "user_version")
        ]
    assert settings_now == ["wal", 2, 1, len(MIGRATIONS)]


# --- trouble that changes nothing --------------------------------------------------------------


def fill_up(journal: Journal) -> None:
    """Limit the database to its current size."""
    pages = journal.connection.execute("PRAGMA page_count").fetchone()[0]
    journal.connection.execute(f"PRAGMA max_page_count = {pages}")


def make_room(journal: Journal) -> None:
    journal.connection.execute("PRAGMA max_page_count = 1000000")


def test_full_disk_stores_all_moves_of_a_turn_or_none(path: Path) -> None:
    with Journal.open(path) as journal:
        game = journal.begin("storytellers", SEATS, OPTIONS, "seed", some_moves(3))
        fill_up(journal)
        with pytest.raises(DiskFull, match="Make some room"):
            journal.append(game, 4, some_moves(200, 4))
        assert journal.read(game).count == 3
        with pytest.raises(DiskFull):
            journal.begin("storytellers", SEATS, OPTIONS, "seed", some_moves(200))
        assert len(journal.games()) == 1
        make_room(journal)
        journal.append(game, 4, some_moves(200, 4))
        assert journal.read(game).moves == tuple(some_moves(203))


def test_file_in_place_of_the_home_is_reported(tmp_path: Path) -> None:
    in_the_way = tmp_path / "home"
    in_the_way.write_text("my diary")
    for path in (in_the_way / "narrator.sqlite", in_the_way / "deeper" / "narrator.sqlite"):
        with pytest.raises(FolderNotWritable, match=r"a file is in the way.*NARRATOR_HOME"):
            Journal.open(path)
    assert in_the_way.read_text() == "my diary"


def test_folder_in_place_of_the_journal_is_reported(path: Path) -> None:
    path.mkdir(parents=True)
    (path / "something").touch()
    with pytest.raises(FolderNotWritable, match="folder is in the way"):
        Journal.open(path)


@pytest.mark.parametrize("before", ["no folder", "nothing kept", "a game kept", "a file that may not be written"])
def test_read_only_folder_is_reported(tmp_path: Path, before: str) -> None:
    folder = tmp_path / "home"
    path = folder / "narrator.sqlite"
    if before != "no folder":
        folder.mkdir()
    if before in ("a game kept", "a file that may not be written"):
        filled(path, 1)
    if before == "a file that may not be written":
        path.chmod(0o444)
        folder.chmod(0o777)
        (folder / "narrator.sqlite.lock").chmod(0o666)
    else:
        (folder if folder.exists() else tmp_path).chmod(0o555)
    kept = files(folder) if folder.exists() else None
    answer = as_ordinary_user(lambda: f"opened: {Journal.open(path)}")
    tmp_path.chmod(0o755)
    assert answer.startswith("FolderNotWritable: Narrator may not write in the folder")
    assert "NARRATOR_HOME" in answer
    assert not folder.exists() or {name: body for name, body in files(folder).items() if body} == kept


@pytest.mark.parametrize("log", ["closed", "with a log"])
def test_journal_of_a_newer_version_is_not_touched(path: Path, log: str) -> None:
    filled(path)
    with closing(sqlite3.connect(path, isolation_level=None)) as sql:
        sql.execute(f"PRAGMA user_version = {len(MIGRATIONS) + 1}")
        sql.execute("CREATE TABLE news (day TEXT)")
        if log == "with a log":  # as after a kill of a newer version
            sql.execute("UPDATE games SET seed = 'new'")
            left = files(path.parent)
    if log == "with a log":
        for name, body in left.items():
            (path.parent / name).write_bytes(body)
    before = files(path.parent)
    assert (log == "with a log") == ("narrator.sqlite-wal" in before)
    with pytest.raises(JournalTooNew, match=r"newer Narrator\. Update Narrator"):
        Journal.open(path)
    assert files(path.parent) == before
