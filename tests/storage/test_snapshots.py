"""Snapshots: when they are taken, which are kept, and what comes back from them."""

from pathlib import Path

import pytest

from narrator.games.cat_dice import rules as cat_dice
from narrator.storage.journal import Journal
from narrator.storage.library.library import Library
from narrator.storage.snapshots import MAX_SNAPSHOTS, list_snapshots
from narrator.storage.table import Table
from tests.storage.journals import OPTIONS, SEATS, change, contents, filled, older, overwrite, some_moves
from tests.storage.library.games import content, play, seats


def names(path: Path) -> list[str]:
    return [snapshot.name.removeprefix("narrator.sqlite.snapshot-") for snapshot in list_snapshots(path)]


def game_ids_in(snapshot: Path) -> tuple[int, ...]:
    with Journal.open(snapshot) as journal:
        return journal.game_ids()


def test_snapshot_is_taken_when_a_game_ends(path: Path) -> None:
    with Journal.open(path) as journal:
        number = play(journal, "cat_dice", cat_dice.Options(), players=2)
        assert names(path) == ["000001"]
        assert journal.read(number).ended
        assert game_ids_in(list_snapshots(path)[0]) == (number,)


def test_snapshot_is_taken_when_a_journal_with_new_moves_is_closed(path: Path) -> None:
    with Journal.open(path) as journal:
        play(journal, "cat_dice", cat_dice.Options(), players=2, most=3)
        assert names(path) == []
    assert names(path) == ["000001"]
    with Journal.open(path) as journal:
        journal.save_note("player", "Zoë", "slow")
    assert names(path) == ["000001"]  # only notes have changed


def test_last_three_snapshots_are_kept(path: Path) -> None:
    with Journal.open(path) as journal:
        for seed in range(5):
            play(journal, "cat_dice", cat_dice.Options(), players=2, seed=seed)
    assert names(path) == ["000005", "000004", "000003"]
    assert len(names(path)) == MAX_SNAPSHOTS


@pytest.mark.parametrize("version", [1, 4])
def test_snapshot_is_taken_before_a_migration(path: Path, version: int) -> None:
    older(path, version, 3)
    before = path.stat().st_size
    journal = Journal.open(path)
    (snapshot,) = list_snapshots(path)
    journal.close()
    assert snapshot.stat().st_size == before
    assert game_ids_in(snapshot) == (1, 2, 3)


def test_second_connection_takes_no_snapshot(path: Path) -> None:
    """The window opens the journal for each request while a game is played."""
    with Journal.open(path) as journal:
        play(journal, "cat_dice", cat_dice.Options(), players=2, most=3)
        for _ in range(2):
            with Journal.open(path) as other:
                assert len(other.games()) == 1
        assert names(path) == []
    assert names(path) == ["000001"]


def test_damaged_game_comes_back_from_a_snapshot(path: Path) -> None:
    filled(path, 3, snapshots=True)
    change(path, "UPDATE moves SET body = body || ' ' WHERE game = 2 AND number = 5", keep_snapshots=True)
    with Journal.open(path) as journal:
        assert "three games could be saved, one of them from an automatic copy, and" in str(journal.notice)
        assert journal.read(2).moves == tuple(some_moves(20))
        assert journal.read(2).signed
    assert list(path.parent.glob("*.damaged-*"))
    with Journal.open(path) as journal:
        assert journal.notice is None


def test_lost_moves_since_the_snapshot_are_announced(path: Path) -> None:
    filled(path, 3, snapshots=True)
    with Journal.open(path) as journal:
        for game_id in (1, 2):
            journal.append(game_id, 21, some_moves(3, 21))
    list_snapshots(path)[0].unlink()
    change(path, "UPDATE moves SET body = body || ' ' WHERE game = 2 AND number = 5", keep_snapshots=True)
    with Journal.open(path) as journal:
        expected = "three games could be saved, one of them from an automatic copy, one of them only in part"
        assert expected in str(journal.notice)
        assert journal.read(1).moves == tuple(some_moves(23))
        assert journal.read(2).moves == tuple(some_moves(20))


def test_game_keeps_its_sound_moves_if_the_snapshot_has_fewer(path: Path) -> None:
    filled(path, 1, snapshots=True)
    with Journal.open(path) as journal:
        journal.append(1, 21, some_moves(5, 21))
    list_snapshots(path)[0].unlink()
    change(path, "UPDATE moves SET body = body || ' ' WHERE number = 24", keep_snapshots=True)
    with Journal.open(path) as journal:
        assert "one game could be saved, but only in part" in str(journal.notice)
        assert (len(journal.read(1).moves), journal.read(1).count) == (23, 25)
        journal.save_note("player", "Zoë", "slow")
    path.with_name("narrator.sqlite.checked").unlink()  # as after a kill: known damage is not announced again
    with Journal.open(path) as journal:
        assert journal.notice is None


@pytest.mark.parametrize("damage", ["a bit", "noise", "empty"])
def test_damaged_snapshot_is_passed_over_for_an_older_one(path: Path, damage: str) -> None:
    filled(path, 3, snapshots=True)
    with Journal.open(path) as journal:
        journal.append(1, 21, some_moves(1, 21))
    newest, oldest = list_snapshots(path)
    if damage == "a bit":
        change(newest, "UPDATE moves SET seal = seal + 1 WHERE game = 2 AND number = 5")
    elif damage == "noise":
        overwrite(newest, 0, newest.stat().st_size)
    else:
        newest.write_bytes(b"")
    assert oldest.exists()
    change(path, "UPDATE moves SET body = body || ' ' WHERE game = 2 AND number = 5", keep_snapshots=True)
    with Journal.open(path) as journal:
        assert journal.read(2).moves == tuple(some_moves(20))
        assert journal.read(1).moves == tuple(some_moves(21))


def test_damaged_note_comes_back_from_a_snapshot(path: Path) -> None:
    with Journal.open(path) as journal:
        journal.begin("storytellers", SEATS, OPTIONS, "seed")
        journal.save_note("title", 1, "The first night")
    change(path, "UPDATE notes SET body = 'The last night' WHERE about = 'title'", keep_snapshots=True)
    with Journal.open(path) as journal:
        assert journal.notice is not None
        assert "lost" not in journal.notice
        assert journal.find_note("title", 1) == "The first night"


def test_game_that_was_shortened_by_undo_is_not_lengthened_again(path: Path) -> None:
    filled(path, 2, snapshots=True)
    with Journal.open(path) as journal:
        journal.append(1, 10, (), replace=True)
    list_snapshots(path)[0].unlink()
    change(path, "UPDATE moves SET body = body || ' ' WHERE game = 2 AND number = 5", keep_snapshots=True)
    assert contents(path)[1] == tuple(some_moves(9))


def test_forgotten_game_is_in_no_snapshot(path: Path) -> None:
    with Journal.open(path) as journal:
        numbers = [play(journal, "cat_dice", cat_dice.Options(), players=2, seed=seed) for seed in range(3)]
        assert len(list_snapshots(path)) == 3
        Library(journal, content()).forget(numbers[0])
        (left,) = list_snapshots(path)
        assert game_ids_in(left) == tuple(numbers[1:])
    path.unlink()
    with Journal.open(path) as journal:
        assert journal.game_ids() == tuple(numbers[1:])


def test_forgotten_player_is_in_no_snapshot(path: Path) -> None:
    with Journal.open(path) as journal:
        play(journal, "cat_dice", cat_dice.Options(), players=2)
        journal.save_note("player", "Zebulon", "slow")
        journal.take_snapshot()
        library = Library(journal, content())
        library.forget_player(library.find_player("Zebulon"))
    assert all(b"Zebulon" not in file.read_bytes() for file in path.parent.rglob("*") if file.is_file())


def test_failed_snapshot_fails_no_move(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise OSError(28, "No space left on device")

    filled(path, 1)
    monkeypatch.setattr("narrator.storage.snapshots.sync_file", fail)
    with Journal.open(path) as journal:
        number = play(journal, "cat_dice", cat_dice.Options(), players=2)
        assert journal.read(number).ended
    assert names(path) == []


def test_games_of_two_narrators_do_not_disturb_their_snapshots(path: Path) -> None:
    with Journal.open(path) as one, Journal.open(path) as other:
        for journal in (one, other):
            with Table.begin(journal, "cat_dice", seats(2), cat_dice.Options(), "seed") as table:
                table.play(next(table.game.moves(table.state)))
        one.take_snapshot()
        other.take_snapshot()
    assert len(list_snapshots(path)) == 2
    assert all(game_ids_in(snapshot) == (1, 2) for snapshot in list_snapshots(path))
