"""The journal, against real files: real damage, a really full database, a folder that really may not be written."""

import os
import re
import signal
import sqlite3
import time
from contextlib import closing, suppress
from functools import cache
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from narrator.data import home
from narrator.errors import (
    DiskFull,
    FolderNotWritable,
    JournalDamaged,
    JournalTooNew,
    KeepingError,
    NoSuchGame,
    NotWritable,
    TableTaken,
)
from narrator.games import games
from narrator.games.storytellers import rules as storytellers
from narrator.games.storytellers.moves import Lay, Vote
from narrator.keep import salvage
from narrator.keep import writing as keeping
from narrator.keep.file import MIGRATIONS, PAGE, bring_up, counted
from narrator.keep.journal import Journal
from narrator.keep.kept import Listing
from narrator.keep.seal import first_seal, seals_of
from narrator.play import Clip, Seat
from tests.playouts import variants
from tests.rights import as_ordinary_user

SEATS = (Seat("Lily", 6), Seat("Nick", 8), Seat("Zoë"))
OPTIONS = storytellers.Options()
VARIANTS = [one for one in variants() if one.players == min(one.game.MODES[one.options.mode])]
KINDS = [(name, kind) for name, game in games().items() for kind in game.MOVES]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "home" / "narrator.sqlite"


def some_moves(count: int, first: int = 1) -> list[Any]:
    return [Lay("Zoë", f"character {number}", Clip("because …", None)) for number in range(first, first + count)]


def filled(path: Path, number_of_games: int = 60, moves: int = 20) -> None:
    """A journal of several pages, closed."""
    path.parent.mkdir(exist_ok=True)
    for name, body in written(number_of_games, moves).items():
        (path.parent / name).write_bytes(body)


@cache
def written(number_of_games: int, moves: int) -> dict[str, bytes]:
    """All its files. Many tests spoil the same one."""
    with TemporaryDirectory() as folder:
        with Journal.open(Path(folder) / "home" / "narrator.sqlite") as journal:
            for number in range(1, number_of_games + 1):
                journal.begin("storytellers", SEATS, OPTIONS, f"seed {number}", some_moves(moves))
        return {file.name: file.read_bytes() for file in journal.path.parent.iterdir() if file.is_file()}


def contents(path: Path) -> dict[int, tuple[Any, ...]]:
    with Journal.open(path) as journal:
        return {listing.id: journal.read(listing.id).moves for listing in journal.games()}


def files(folder: Path) -> dict[str, bytes]:
    """Every file but the locks, which hold nothing, the key, the checksum, older copies and SQLite's shared memory."""
    return {
        file.name: file.read_bytes()
        for file in folder.iterdir()
        if file.is_file()
        and not file.name.endswith((".lock", "-shm", ".key", ".checked"))
        and ".version-" not in file.name
    }


# --- keeping -----------------------------------------------------------------------------------


@pytest.mark.parametrize(("name", "kind"), KINDS, ids=lambda part: getattr(part, "__name__", part))
@settings(max_examples=12, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(data=st.data())
def test_every_move_of_every_game_reads_back_as_the_same(name: str, kind: type, data: st.DataObject) -> None:
    move = data.draw(st.from_type(kind))
    body = keeping.write(kind, move)
    (seal,) = seals_of(first_seal(7), [(1, kind.__name__, body)])
    (again,) = keeping.readable_moves(games()[name], first_seal(7), [(1, kind.__name__, body, seal)])
    assert again == move
    assert type(again) is kind
    assert repr(again) == repr(move)  # no list for a tuple, no text for a name of an enum


@pytest.mark.parametrize("name", games())
def test_no_two_moves_of_a_game_share_a_name(name: str) -> None:
    names = [kind.__name__ for kind in games()[name].MOVES]
    assert len(set(names)) == len(names)


@pytest.mark.parametrize("variant", VARIANTS, ids=str)
def test_seats_options_and_seed_read_back_as_the_same(variant: Any, tmp_path: Path) -> None:
    with Journal.open(tmp_path / "narrator.sqlite") as journal:
        kept = journal.read(journal.begin(variant.name, variant.seats, variant.options, "a seed"))
    assert (kept.game, list(kept.seats), kept.options, kept.seed) == (
        variant.name,
        variant.seats,
        variant.options,
        "a seed",
    )


def test_moves_are_there_after_closing_in_their_order(path: Path) -> None:
    with Journal.open(path) as journal:
        game = journal.begin("storytellers", SEATS, OPTIONS, "seed", some_moves(2))
        journal.append(game, 3, [Vote("Lily", 2)])
    with Journal.open(path) as journal:
        kept = journal.read(game)
        assert kept.moves == (*some_moves(2), Vote("Lily", 2))
        assert (kept.count, journal.notice) == (3, None)


def test_taking_back_forgets_the_move_and_all_after_it(path: Path) -> None:
    with Journal.open(path) as journal:
        game = journal.begin("storytellers", SEATS, OPTIONS, "seed", some_moves(5))
        journal.end(game)
        journal.take_back(game, 3)
        assert journal.read(game).moves == tuple(some_moves(2))
        assert journal.read(game).ended is None
        journal.append(game, 3, some_moves(1, 3))


@pytest.mark.parametrize("first", [2, 4])
def test_a_move_is_never_kept_twice_nor_after_a_gap(path: Path, first: int) -> None:
    with Journal.open(path) as journal:
        game = journal.begin("storytellers", SEATS, OPTIONS, "seed", some_moves(2))
        with pytest.raises(KeepingError, match="changed from outside"):
            journal.append(game, first, some_moves(2))
        assert journal.read(game).moves == tuple(some_moves(2))


def test_the_list_has_the_newest_game_first_and_no_secrets(path: Path) -> None:
    with Journal.open(path) as journal:
        first = journal.begin("storytellers", SEATS, OPTIONS, "the seed", some_moves(2))
        second = journal.begin("storytellers", SEATS[:2], OPTIONS, "the seed")
        journal.end(first)
        newest, oldest = journal.games()
    assert (newest.id, newest.seats, newest.ended, newest.moves) == (second, SEATS[:2], None, 0)
    assert (oldest.id, oldest.seats, oldest.moves) == (first, SEATS, 2)
    assert oldest.ended is not None
    assert set(Listing.__slots__) == {"id", "game", "seats", "began", "ended", "moves"}


def test_a_kept_game_does_not_print_its_secrets(path: Path) -> None:
    with Journal.open(path) as journal:
        printed = repr(journal.read(journal.begin("storytellers", SEATS, OPTIONS, "the seed", some_moves(1))))
    assert "the seed" not in printed
    assert "character" not in printed


def test_a_game_that_is_not_there_is_told(path: Path) -> None:
    with Journal.open(path) as journal, pytest.raises(NoSuchGame, match="no game number 7"):
        journal.read(7)


@pytest.mark.parametrize(
    "move",
    [Vote("Lil\udcff", 1), Lay(["Lily"]), Vote("Lily", "two")],  # type: ignore[arg-type]
    ids=["half a letter", "a list", "a word for a number"],
)
def test_what_would_not_read_back_is_not_written(path: Path, move: Any) -> None:
    with Journal.open(path) as journal:
        game = journal.begin("storytellers", SEATS, OPTIONS, "seed")
        with pytest.raises(NotWritable, match="in another way"):
            journal.append(game, 1, [*some_moves(1), move])
        assert journal.read(game).count == 0


def test_the_family_chooses_the_folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("NARRATOR_HOME", str(tmp_path / "deep" / "inside"))
    with Journal.open() as journal:
        assert journal.path == home() / "narrator.sqlite" == tmp_path / "deep" / "inside" / "narrator.sqlite"


def test_every_commit_is_flushed_to_the_disk(path: Path) -> None:
    with Journal.open(path) as journal:
        settings_now = [
            journal._connection.execute(f"PRAGMA {name}").fetchone()[0]
            for name in ("journal_mode", "synchronous", "foreign_keys", "user_version")
        ]
    assert settings_now == ["wal", 2, 1, len(MIGRATIONS)]


# --- trouble that changes nothing --------------------------------------------------------------


def fill_up(journal: Journal) -> None:
    """Not a page more than now."""
    pages = journal._connection.execute("PRAGMA page_count").fetchone()[0]
    journal._connection.execute(f"PRAGMA max_page_count = {pages}")


def make_room(journal: Journal) -> None:
    journal._connection.execute("PRAGMA max_page_count = 1000000")


def test_a_full_disk_keeps_all_moves_of_a_turn_or_none(path: Path) -> None:
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


def test_home_that_is_a_file_is_told(tmp_path: Path) -> None:
    in_the_way = tmp_path / "home"
    in_the_way.write_text("my diary")
    for path in (in_the_way / "narrator.sqlite", in_the_way / "deeper" / "narrator.sqlite"):
        with pytest.raises(FolderNotWritable, match=r"a file is in the way.*NARRATOR_HOME"):
            Journal.open(path)
    assert in_the_way.read_text() == "my diary"


def test_a_folder_where_the_file_should_be_is_told(path: Path) -> None:
    path.mkdir(parents=True)
    (path / "something").touch()
    with pytest.raises(FolderNotWritable, match="folder is in the way"):
        Journal.open(path)


@pytest.mark.parametrize("before", ["no folder", "nothing kept", "a game kept", "a file that may not be written"])
def test_a_folder_that_may_not_be_written_is_told(tmp_path: Path, before: str) -> None:
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
def test_a_journal_of_a_newer_narrator_is_not_touched(path: Path, log: str) -> None:
    filled(path)
    with closing(sqlite3.connect(path, isolation_level=None)) as sql:
        sql.execute(f"PRAGMA user_version = {len(MIGRATIONS) + 1}")
        sql.execute("CREATE TABLE news (day TEXT)")
        if log == "with a log":  # as a newer Narrator that was killed would leave it
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


# --- damage ------------------------------------------------------------------------------------


def overwrite(path: Path, first: int, last: int) -> None:
    """Noise instead of the bytes from first to last."""
    with path.open("r+b") as file:
        file.seek(first)
        file.write(Random(first).randbytes(last - first))


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
        assert f"{counted(len(listed), 'game')} could be saved" in journal.notice
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
    overwrite(path, (page - 1) * PAGE, page * PAGE)
    check_salvage(path, whole, at_least)


def test_every_table_is_salvaged(path: Path) -> None:
    with Journal.open(path) as journal:
        columns = journal._connection.execute(
            "SELECT m.name, c.name, c.pk FROM sqlite_master m, pragma_table_info(m.name) c "
            "WHERE m.type = 'table' AND m.name NOT LIKE 'sqlite_%'"
        ).fetchall()
    assert {(table, column) for table, column, _ in columns} == {
        (table, column) for table, checks in salvage.TABLES.items() for column in checks
    }
    assert {(table, column) for table, column, key in columns if key} == {
        (table, column) for table, keys in salvage.KEYS.items() for column in keys
    }


def older(path: Path, version: int, number_of_games: int = 60) -> dict[int, tuple[Any, ...]]:
    """A journal as a Narrator of this version left it, and the moves in it."""
    path.parent.mkdir()
    moves = some_moves(20)
    with closing(sqlite3.connect(path, isolation_level=None)) as sql:
        sql.execute("PRAGMA journal_mode = WAL")
        sql.execute("BEGIN")
        bring_up(sql, 0, version)
        sql.execute(f"PRAGMA user_version = {version}")
        for game in range(1, number_of_games + 1):
            kinds = ((tuple[Seat, ...], SEATS), (storytellers.Options, OPTIONS), (str, f"seed {game}"))
            written = [keeping.write(kind, value) for kind, value in kinds]
            sql.execute(
                "INSERT INTO games (id, game, seats, options, seed, began) VALUES (?, 'storytellers', ?, ?, ?, ?)",
                (game, *written, keeping.now()),
            )
            bodies = [(game, *body) for body in keeping.written(1, moves)]
            sql.executemany("INSERT INTO moves (game, number, kind, body) VALUES (?, ?, ?, ?)", bodies)
        sql.execute("COMMIT")
    return {game: tuple(moves) for game in range(1, number_of_games + 1)}


OLDER = range(1, 4)
"""The versions before the seals."""


@pytest.mark.parametrize("version", OLDER)
def test_an_older_journal_is_brought_up_to_date_and_can_be_salvaged_too(path: Path, version: int) -> None:
    whole = older(path, version)
    with Journal.open(path) as journal:
        assert journal.notice is None
        journal.append(60, 21, some_moves(1, 21))
        whole[60] = tuple(some_moves(21))
    assert contents(path) == whole
    overwrite(path, 0, PAGE)
    check_salvage(path, whole, 60)


@pytest.mark.parametrize("version", OLDER)
def test_a_damaged_older_journal_is_salvaged_and_brought_up_to_date(path: Path, version: int) -> None:
    whole = older(path, version)
    overwrite(path, 0, PAGE)
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
        journal.note("voice", "Zoë", "slow")
    overwrite(path, 0, PAGE)
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
    with suppress(KeepingError), Journal.open(path) as journal:
        for listing in journal.games():
            with suppress(KeepingError):
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
    overwrite(path, 0, PAGE)
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
    overwrite(path, 0, PAGE)
    damaged = files(path.parent)
    with pytest.raises(TableTaken, match="Close that one"):
        Journal.open(path)
    assert files(path.parent) == damaged
    lock.release()
    with Journal.open(path) as journal:
        assert journal.notice is not None


def test_whoever_still_has_the_old_file_begins_nothing_in_it(path: Path) -> None:
    filled(path, 3)
    with Journal.open(path) as old:
        path.replace(path.with_name("elsewhere"))
        with Journal.open(path), pytest.raises(KeepingError, match="start it again"):
            old.lock(1)


def test_damage_in_the_middle_of_a_game_is_told(path: Path) -> None:
    filled(path)
    with Journal.open(path) as journal:
        overwrite(path, PAGE, path.stat().st_size)
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


# --- a game that was changed behind the narrator's back ------------------------------------------


def change(path: Path, statement: str) -> None:
    with closing(sqlite3.connect(path, isolation_level=None)) as sql:
        sql.execute(statement)


@pytest.mark.parametrize(
    ("damage", "kept"),
    [
        ("UPDATE moves SET body = replace(body, 'character 9', 'character 8') WHERE game = 1 AND number = 9", 8),
        ("UPDATE moves SET seal = seal + 1 WHERE game = 1 AND number = 9", 8),
        ("UPDATE moves SET seal = NULL WHERE game = 1 AND number = 9", 8),
        ("UPDATE moves SET number = -number WHERE game = 1 AND number = 9", 0),
        ("DELETE FROM moves WHERE game = 1 AND number > 9", 9),
        ("DELETE FROM moves WHERE game = 1", 0),
        (
            "INSERT OR REPLACE INTO moves (game, number, kind, body, seal) "
            "SELECT 1, number, kind, body, seal FROM moves WHERE game = 2",
            0,
        ),
    ],
    ids=["a letter", "its seal", "no seal", "its number", "the end is lost", "all is lost", "of another game"],
)
def test_whatever_was_changed_in_a_game_is_noticed(path: Path, damage: str, kept: int) -> None:
    filled(path, 3)
    change(path, damage)
    with Journal.open(path) as journal:
        assert len(journal.read(1).moves) == kept < journal.read(1).count
        assert journal.read(3).moves == tuple(some_moves(20))


@pytest.mark.parametrize("column", ["game", "seats", "options", "seed", "began"])
@pytest.mark.parametrize("damage", ["replace(CAST({} AS TEXT), 'e', 'a')", "CAST(x'ff' AS TEXT)", "'[]'"])
def test_how_a_game_began_is_kept_twice(path: Path, column: str, damage: str) -> None:
    filled(path, 3)
    with Journal.open(path) as journal:
        whole = [journal.read(game) for game in (1, 2, 3)]
    for table in ("games", "beginnings"):
        change(path, f"UPDATE {table} SET {column} = {damage.format(column)} WHERE id = 2")
        with Journal.open(path) as journal:
            assert [journal.read(game) for game in (1, 2, 3)] == whole


def test_the_only_copy_of_a_beginning_will_do(path: Path) -> None:
    filled(path, 3)
    whole = contents(path)
    for table in ("games", "beginnings"):
        change(path, f"DELETE FROM {table} WHERE id = 2")
        assert contents(path) == whole


def test_a_game_that_was_forgotten_does_not_come_back(path: Path) -> None:
    filled(path, 3)
    with Journal.open(path) as journal:
        journal.forget(2)
    assert set(contents(path)) == {1, 3}
    overwrite(path, 0, PAGE)
    assert set(contents(path)) == {1, 3}


def test_a_new_game_does_not_get_the_number_of_a_lost_one(path: Path) -> None:
    """Nor its title, which is kept as a note about that number."""
    filled(path, 3)
    with Journal.open(path) as journal:
        journal.note("title", 3, "The Hedgehog's Holiday")
    change(path, "DELETE FROM games WHERE id = 3")
    change(path, "DELETE FROM beginnings WHERE id = 3")
    overwrite(path, 0, PAGE)
    with Journal.open(path) as journal:
        assert journal.begin("storytellers", SEATS, OPTIONS, "seed") == 4


@pytest.mark.parametrize("left", ["a title", "a recording"])
def test_names_that_begin_with_digits_are_no_numbers_of_games(path: Path, left: str) -> None:
    """A text goes by its fingerprint, a player by any name: neither hides the number of a game that was lost."""
    filled(path, 3)
    with Journal.open(path) as journal:
        journal.note("text", "492817350164" + "ab" * 26, "{}")
        journal.note("name", "20", "{}")
        if left == "a title":
            journal.note("title", 3, "The Hedgehog's Holiday")
    if left == "a recording":
        (path.parent / "clips").mkdir()
        (path.parent / "clips" / "game-3-0123456789ab.wav").touch()
    change(path, "DELETE FROM games WHERE id = 3")
    change(path, "DELETE FROM beginnings WHERE id = 3")
    overwrite(path, 0, PAGE)
    with Journal.open(path) as journal:
        assert journal.begin("storytellers", SEATS, OPTIONS, "seed") == 4


def test_a_player_called_like_a_number_is_not_forgotten_with_the_game(path: Path) -> None:
    filled(path, 2)
    with Journal.open(path) as journal:
        journal.note("name", "2", "by ear")
        journal.forget(2)
        assert journal.noted("name", 2) == "by ear"


@pytest.mark.parametrize("loss", ["deleted", "noise", "cut"])
def test_a_killed_narrators_log_may_be_lost(path: Path, loss: str) -> None:
    """As when somebody tidies up, or takes the file along to another computer: all moves are in the file itself."""
    with Journal.open(path) as journal:
        game = journal.begin("storytellers", SEATS, OPTIONS, "seed", some_moves(2))
        for number in range(3, 60):
            journal.append(game, number, some_moves(1, number))
        left = files(path.parent)
    for name, body in left.items():
        (path.parent / name).write_bytes(body)
    log = path.with_name("narrator.sqlite-wal")
    assert log.stat().st_size > 0
    if loss == "deleted":
        log.unlink()
    elif loss == "noise":
        overwrite(log, 0, log.stat().st_size)
    else:
        os.truncate(log, log.stat().st_size // 2)
    assert contents(path) == {game: tuple(some_moves(59))}
