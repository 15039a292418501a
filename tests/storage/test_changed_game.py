"""Games that were changed outside of Narrator, forgotten or lost."""

import os
from pathlib import Path

import pytest

from narrator.storage.journal import Journal
from narrator.storage.schema import PAGE_BYTES
from tests.storage.journals import OPTIONS, SEATS, change, contents, files, filled, overwrite, some_moves


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
def test_changed_moves_are_noticed(path: Path, damage: str, kept: int) -> None:
    filled(path, 3)
    change(path, damage)
    with Journal.open(path) as journal:
        assert len(journal.read(1).moves) == kept < journal.read(1).count
        assert journal.read(3).moves == tuple(some_moves(20))


@pytest.mark.parametrize("column", ["game", "seats", "options", "seed", "began"])
@pytest.mark.parametrize("damage", ["{} || ' '", "CAST(x'ff' AS TEXT)", "'[]'"])
def test_damaged_beginning_comes_back_from_a_snapshot(path: Path, column: str, damage: str) -> None:
    filled(path, 3, snapshots=True)
    with Journal.open(path) as journal:
        whole = [journal.read(game) for game in (1, 2, 3)]
    change(path, f"UPDATE games SET {column} = {damage.format(column)} WHERE id = 2", keep_snapshots=True)
    with Journal.open(path) as journal:
        assert [journal.read(game) for game in (1, 2, 3)] == whole
        assert "one of them from an automatic copy" in str(journal.notice)


def test_forgotten_game_does_not_come_back(path: Path) -> None:
    filled(path, 3)
    with Journal.open(path) as journal:
        journal.forget(2)
    assert set(contents(path)) == {1, 3}
    overwrite(path, 0, PAGE_BYTES)
    assert set(contents(path)) == {1, 3}


def test_new_game_does_not_reuse_the_number_of_a_lost_one(path: Path) -> None:
    """Its title is stored under the number of the game."""
    filled(path, 3)
    with Journal.open(path) as journal:
        journal.save_note("title", 3, "The Hedgehog's Holiday")
    change(path, "DELETE FROM games WHERE id = 3")
    overwrite(path, PAGE_BYTES * 2, PAGE_BYTES * 3)  # the table of used numbers
    with Journal.open(path) as journal:
        assert journal.begin("storytellers", SEATS, OPTIONS, "seed") == 4


@pytest.mark.parametrize("left", ["a title", "a recording"])
def test_names_with_digits_are_not_taken_for_game_numbers(path: Path, left: str) -> None:
    """The names of texts and players may begin with digits."""
    filled(path, 3)
    with Journal.open(path) as journal:
        journal.save_note("text", "492817350164" + "ab" * 26, "{}")
        journal.save_note("name", "20", "{}")
        if left == "a title":
            journal.save_note("title", 3, "The Hedgehog's Holiday")
    if left == "a recording":
        (path.parent / "clips").mkdir()
        (path.parent / "clips" / "game-3-0123456789ab.wav").touch()
    change(path, "DELETE FROM games WHERE id = 3")
    overwrite(path, PAGE_BYTES * 2, PAGE_BYTES * 3)  # the table of used numbers
    with Journal.open(path) as journal:
        assert journal.begin("storytellers", SEATS, OPTIONS, "seed") == 4


def test_player_named_like_a_game_number_is_not_forgotten_with_it(path: Path) -> None:
    filled(path, 2)
    with Journal.open(path) as journal:
        journal.save_note("name", "2", "by ear")
        journal.forget(2)
        assert journal.find_note("name", 2) == "by ear"


@pytest.mark.parametrize("loss", ["deleted", "noise", "cut"])
def test_losing_the_log_of_a_killed_narrator_loses_no_move(path: Path, loss: str) -> None:
    """All moves are in the file itself, so it can be copied without its log."""
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
