"""The table: moves are announced only once they are stored, and a move that fails has not happened."""

import os
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from random import Random
from typing import Any

import pytest

from narrator.core.cards import Dealt, LaidOut, LayOut, Shuffle
from narrator.core.errors import DiskFull, FolderNotWritable, JournalDamaged, NotStorable, StorageError, TableInUse
from narrator.core.game import CardSource, IllegalMove, Reason, Seat
from narrator.games.cat_dice import rules as cat_dice
from narrator.games.cat_dice.moves import Roll
from narrator.games.storytellers import rules as storytellers
from narrator.games.storytellers.moves import Lay, Vote
from narrator.games.storytellers.rules import Phase
from narrator.storage.journal import Journal
from narrator.storage.table import Table
from tests.storage.journals import change
from tests.support.playouts import Variant, variants
from tests.support.shell import narrator

VARIANTS = [
    one for one in variants() if one.players in (min(allowed := one.game.MODES[one.options.mode]), max(allowed))
]
SEATS = (Seat("Lily", 6), Seat("Nick", 8), Seat("Julie", 9))


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[Journal]:
    with Journal.open(tmp_path / "narrator.sqlite") as journal:
        yield journal


def begin(journal: Journal, seed: str | None = "a seed", **options: Any) -> Table:
    return Table.begin(journal, "storytellers", SEATS, storytellers.Options(**options), seed)


def lay(table: Table, seat: str, number: int = 0) -> Lay:
    return Lay(seat, table.state.hands[seat][number])


def all_lay(table: Table) -> None:
    for seat in table.waiting():
        table.play(lay(table, seat))


def everything(table: Table, journal: Journal) -> tuple[Any, ...]:
    return table.state, table.count, journal.read(table.id), len(table._undoable)


def change_beginnings(path: Path, damage: str) -> None:
    change(path, f"UPDATE games SET {damage}")


# --- beginning, playing, resuming --------------------------------------------------------------


def test_first_chance_moves_are_made_and_stored(journal: Journal) -> None:
    with begin(journal) as table:
        assert table.state.phase is Phase.CHOOSING
        assert [type(move) for move in journal.read(table.id).moves] == [Shuffle]
        assert [event.seat for event in table.opening if isinstance(event, Dealt)] == ["Lily", "Nick", "Julie"]
        assert (table.count, table.waiting(), table.outcome()) == (1, ("Lily", "Nick", "Julie"), None)
        assert Lay in table.game.legal(table.state)
        assert table.view("Lily").hands["Lily"] == table.state.hands["Lily"] != table.view(None).hands["Lily"]


def test_illegal_setup_is_not_stored(journal: Journal) -> None:
    with pytest.raises(IllegalMove):
        Table.begin(journal, "storytellers", SEATS[:1], storytellers.Options())
    assert journal.games() == ()


def test_chance_moves_behind_a_move_are_made_with_it(journal: Journal) -> None:
    with begin(journal) as table:
        table.play(lay(table, "Lily"))
        table.play(lay(table, "Nick"))
        events = table.play(lay(table, "Julie"))
        assert any(isinstance(event, LaidOut) for event in events)
        assert [type(move) for move in journal.read(table.id).moves[-2:]] == [Lay, LayOut]


def test_announced_move_is_already_in_the_file(journal: Journal) -> None:
    with begin(journal) as table, Journal.open(journal.path) as other:
        move = lay(table, "Nick")
        table.play(move)
        assert other.read(table.id).moves[-1] == move


@pytest.mark.point(41)
@pytest.mark.parametrize("variant", VARIANTS, ids=str)
def test_every_game_resumes_with_the_same_state_and_undo(variant: Variant, journal: Journal) -> None:
    dice = Random(str(variant))
    table = Table.begin(journal, variant.name, variant.seats, variant.options, "a seed")
    while table.outcome() is None and table.count < 80:
        table.play(dice.choice(list(variant.game.moves(table.state))))
        if dice.random() < 0.2:
            table.undo()
        if dice.random() < 0.2:
            table.close()
            again = Table.resume(journal, table.id)
            assert (again.state, again.count) == (table.state, table.count)
            assert again._undoable == table._undoable
            assert again.opening == ()
            table = again
    table.close()


def test_same_seed_deals_same_cards_and_no_seed_deals_others(journal: Journal) -> None:
    hands = []
    for seed in ("one", "one", None, None):
        with begin(journal, seed) as table:
            hands.append(table.state.hands["Lily"])
    assert hands[0] == hands[1]
    assert len(set(hands)) == 3


def test_missing_seed_is_generated_and_stored(journal: Journal) -> None:
    with begin(journal, None) as table:
        assert len(journal.read(table.id).seed) == 32


def test_finished_game_is_marked_as_ended(journal: Journal) -> None:
    with begin(journal, mode=storytellers.Mode.COOPERATIVE) as table:
        dice = Random(1)
        while table.outcome() is None:
            assert journal.games()[0].ended is None
            table.play(dice.choice(list(table.game.moves(table.state))))
        assert journal.games()[0].ended is not None
        with pytest.raises(IllegalMove, match="not now"):
            table.play(Vote("Lily", 1))


# --- what fails has not happened ---------------------------------------------------------------


def test_refused_move_changes_nothing(journal: Journal) -> None:
    with begin(journal) as table:
        before = everything(table, journal)
        for move in (Vote("Lily", 1), Lay("Lily", "no such card"), Lay("Nobody", "character 1")):
            with pytest.raises(IllegalMove):
                table.play(move)
        assert everything(table, journal) == before


def test_player_cannot_make_a_chance_move(journal: Journal) -> None:
    with begin(journal) as table, pytest.raises(IllegalMove) as refusal:
        table.play(Shuffle(table.state.options.characters))
    assert refusal.value.reason is Reason.NOT_NOW


def test_move_can_be_repeated_after_a_failed_write(journal: Journal) -> None:
    with begin(journal, cards=CardSource.TABLE) as table:
        table.play(storytellers.Name("our own hedgehog"))
        all_lay_own = [Lay(seat) for seat in table.waiting()]
        for move in all_lay_own[:-1]:
            table.play(move)
        before = everything(table, journal)
        pages = journal.connection.execute("PRAGMA page_count").fetchone()[0]
        journal.connection.execute(f"PRAGMA max_page_count = {pages}")
        words = storytellers.SpokenWords("because " * 20_000)
        with pytest.raises(DiskFull):
            table.play(Lay(all_lay_own[-1].seat, None, words))
        assert everything(table, journal) == before
        journal.connection.execute("PRAGMA max_page_count = 1000000")
        table.play(Lay(all_lay_own[-1].seat, None, words))
        assert table.state.phase is Phase.VOTING


def test_chance_draws_the_same_after_a_failed_write(journal: Journal) -> None:
    with begin(journal) as table, begin(journal) as twin:
        for one in (table, twin):
            one.play(lay(one, "Lily"))
            one.play(lay(one, "Nick"))
        journal.connection.execute("PRAGMA query_only = ON")  # SQLite itself refuses to write
        with pytest.raises(FolderNotWritable):
            table.play(lay(table, "Julie"))
        journal.connection.execute("PRAGMA query_only = OFF")
        table.play(lay(table, "Julie"))
        twin.play(lay(twin, "Julie"))
        assert table.state == twin.state


def test_words_that_cannot_be_stored_are_refused(journal: Journal) -> None:
    with begin(journal, cards=CardSource.TABLE) as table:
        before = everything(table, journal)
        with pytest.raises(NotStorable):
            table.play(storytellers.Name("half a \udce4"))
        assert everything(table, journal) == before


# --- taking back -------------------------------------------------------------------------------


def test_undo_goes_back_move_by_move_to_the_last_reveal(journal: Journal) -> None:
    with begin(journal) as table:
        dealt = table.state
        first, second = lay(table, "Lily"), lay(table, "Nick", 2)
        table.play(first)
        table.play(second)
        assert [table.undo(), table.undo(), table.undo()] == [second, first, None]
        assert table.state == dealt
        assert journal.read(table.id).count == table.count == 1


def test_undo_does_not_hide_revealed_cards(journal: Journal) -> None:
    with begin(journal) as table:
        all_lay(table)
        shown = table.state
        assert table.undo() is None
        table.play(next(move for move in table.game.moves(table.state) if isinstance(move, Vote)))
        assert isinstance(table.undo(), Vote)
        assert table.undo() is None
        assert table.state == shown


def test_undo_is_stored(journal: Journal) -> None:
    with begin(journal) as table:
        table.play(lay(table, "Lily", 0))
        table.undo()
        table.play(lay(table, "Lily", 3))
        state = table.state
    with Table.resume(journal, table.id) as again:
        assert again.state == state


def test_failed_undo_changes_nothing(journal: Journal) -> None:
    with begin(journal) as table:
        table.play(lay(table, "Lily"))
        before = everything(table, journal)
        journal.connection.execute("PRAGMA query_only = ON")
        with pytest.raises(FolderNotWritable):
            table.undo()
        journal.connection.execute("PRAGMA query_only = OFF")
        assert everything(table, journal) == before


def test_roll_of_real_dice_cannot_be_undone(journal: Journal) -> None:
    with Table.begin(journal, "cat_dice", SEATS, cat_dice.Options(own_dice=True)) as table:
        while Roll not in table.game.legal(table.state):
            table.play(next(cat_dice.moves(table.state)))
        table.play(Roll((1, 2, 3, 4, 5)))
        assert table.undo() is None
    with Table.resume(journal, table.id) as again:
        assert again.undo() is None


def test_cost_of_a_move_does_not_grow_with_the_game(journal: Journal) -> None:
    with Table.begin(journal, "cat_dice", SEATS, cat_dice.Options(), "seed") as table:
        dice = Random(5)
        costs: list[int] = []
        depths: list[int] = []
        while table.outcome() is None:
            statements: list[str] = []
            journal.connection.set_trace_callback(statements.append)
            before = table.count
            table.play(dice.choice(list(table.game.moves(table.state))))
            costs.append(len(statements) - (table.count - before))
            depths.append(len(table._undoable))
    assert len(set(costs[:-1])) == 1  # the last move also marks the end
    assert max(depths) < 5


# --- one narrator at a table -------------------------------------------------------------------


def test_second_narrator_cannot_open_the_same_game(journal: Journal) -> None:
    with begin(journal) as table, Journal.open(journal.path) as other:
        with pytest.raises(TableInUse, match="Close it first"):
            Table.resume(other, table.id)
        with begin(other):
            pass  # another table is free
    with Table.resume(journal, table.id):
        pass


@pytest.mark.parametrize("how", ["open", "killed"])
def test_lock_of_another_process_ends_when_it_is_killed(journal: Journal, how: str) -> None:
    with begin(journal) as table:
        game = table.id
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        with Journal.open(journal.path) as own:
            held = Table.resume(own, game)
            os.write(writing, b"ready")
            signal.pause()
            held.close()
        os._exit(0)
    os.read(reading, 5)
    try:
        if how == "open":
            with pytest.raises(TableInUse):
                Table.resume(journal, game)
    finally:
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
    Table.resume(journal, game).close()


# --- a game that cannot be replayed ------------------------------------------------------------


def played(journal: Journal) -> Table:
    """Play one shuffle, three cards and one layout, and close the table."""
    with begin(journal) as table:
        all_lay(table)
        assert table.count == 5
    return table


def set_aside(journal: Journal) -> list[Path]:
    return sorted(journal.path.parent.glob("narrator.sqlite.damaged-*"))


@pytest.mark.parametrize(
    "damage",
    [
        'UPDATE moves SET body = \'{"seat": "Nick"\' WHERE number = 3',
        "UPDATE moves SET body = replace(body, 'Nick', 'Nobody') WHERE number = 3",
        "UPDATE moves SET body = (SELECT body FROM moves WHERE number = 4) WHERE number = 3",
        "UPDATE moves SET body = x'000000' WHERE number = 3",
        "UPDATE moves SET kind = 'Juggle' WHERE number = 3",
        "DELETE FROM moves WHERE number = 3",
        "DELETE FROM moves WHERE number >= 3",
    ],
    ids=["cut off", "not at the table", "another lawful move", "zeros", "no such move", "a gap", "the end is lost"],
)
def test_damaged_game_resumes_at_its_last_sound_move(journal: Journal, damage: str) -> None:
    table = played(journal)
    change(journal.path, damage)
    left = journal.connection.execute("SELECT * FROM moves").fetchall()
    with Table.resume(journal, table.id) as again:
        assert (again.count, again.waiting()) == (2, ("Nick", "Julie"))
        assert again.state.hands == table.state.hands | {seat: again.state.hands[seat] for seat in ("Nick", "Julie")}
        again.play(lay(again, "Nick"))
        state = again.state
    assert journal.notice == (
        "This game of Storytellers was damaged, or follows other rules than today's: "
        "three moves at its end had to be left out, and it goes on from there."
    )
    # a copy of the deleted moves is set aside
    copies = set_aside(journal)
    assert len(copies) == (0 if damage.startswith("DELETE FROM moves WHERE number >=") else 1)
    for copy in copies:
        with closing(sqlite3.connect(copy)) as sql:
            assert sql.execute("SELECT * FROM moves").fetchall() == left
    journal.notice = None
    with Table.resume(journal, table.id) as again:
        assert again.state == state
    assert journal.notice is None


def test_moves_that_current_rules_refuse_are_left_out(journal: Journal) -> None:
    """The moves were stored, with valid checksums, under other rules."""
    with begin(journal) as table:
        first = lay(table, "Lily")
        table.play(first)
    journal.append(table.id, 3, [first, lay(table, "Nick")])
    with Table.resume(journal, table.id) as again:
        assert (again.state, again.count) == (table.state, 2)
    assert "two moves at its end" in str(journal.notice)
    assert len(set_aside(journal)) == 1


def test_copies_of_two_damaged_games_do_not_collide(journal: Journal) -> None:
    tables = [played(journal), played(journal)]
    change(journal.path, "DELETE FROM moves WHERE number = 3")
    for table in tables:
        Table.resume(journal, table.id).close()
    assert len(set_aside(journal)) == 2


def test_damaged_game_is_not_truncated_without_a_copy(journal: Journal) -> None:
    table = played(journal)
    change(journal.path, "DELETE FROM moves WHERE number = 3")
    in_the_way = journal.path.with_name("narrator.sqlite.work")
    in_the_way.touch()
    with pytest.raises(StorageError):
        Table.resume(journal, table.id)
    assert journal.connection.execute("SELECT count(*) FROM moves").fetchone() == (4,)
    assert (journal.notice, set_aside(journal)) == (None, [])
    in_the_way.unlink()
    Table.resume(journal, table.id).close()


@pytest.mark.parametrize(
    "damage",
    [
        "options = '{}x'",
        "seats = '[]'",
        "game = 'chess'",
        "options = replace(options, 'basic', 'ruleless')",
        "seed = '\"another\"'",
    ],
    ids=["options", "seats", "game", "mode", "seed"],
)
def test_damaged_beginning_is_reported(journal: Journal, damage: str) -> None:
    table = played(journal)
    change_beginnings(journal.path, damage)
    for _ in range(2):  # the lock was released
        with pytest.raises(JournalDamaged, match=r"began is damaged.*Begin a new one"):
            Table.resume(journal, table.id)
    assert (len(journal.games()), journal.notice) == (1, None)


@pytest.mark.parametrize("way", ["asked for", "offered"])
def test_play_command_reports_lost_moves_and_continues(
    tmp_path: Path, way: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One changed letter makes another legal move."""
    monkeypatch.setenv("NARRATOR_HOME", str(tmp_path))

    def narrator_play(*words: str, say: str) -> list[str]:
        program = narrator("play", *words, "--ears", "typed", "--voice", "printed", "--plain", typed=say)
        assert program.returncode == 0, program.stderr
        return program.stdout.splitlines()

    narrator_play(
        "cat",
        "dice",
        "--players",
        "Lily, Nick",
        "--own-dice",
        "--no-practice",
        say="Lily\none two three four five\nyes",
    )
    change(
        tmp_path / "narrator.sqlite",
        "UPDATE moves SET body = replace(body, '[1,2,3,4,5]', '[6,2,3,4,5]') WHERE kind = 'Roll'",
    )
    heard = narrator_play("--resume", say="repeat") if way == "asked for" else narrator_play(say="yes")
    assert heard[0].startswith("The file of kept games was damaged: one game could be saved, but only in part")
    assert "This game of Cat Dice was damaged" in heard[0]
    assert "one move at its end had to be left out" in heard[0]
    assert "damaged" not in heard[1]
    assert "What do they show?" in heard[-1]
    assert "damaged" not in "".join(narrator_play("--resume", say="repeat"))


def test_lost_chance_move_is_drawn_again(journal: Journal) -> None:
    table = played(journal)
    change(journal.path, "DELETE FROM moves WHERE number = 5")
    with Table.resume(journal, table.id) as again:
        assert again.state == table.state
        assert "one move at its end" in str(journal.notice)
        assert any(isinstance(event, LaidOut) for event in again.opening)
    assert journal.read(table.id).count == 5


def test_damage_report_contains_no_secrets(journal: Journal) -> None:
    table = played(journal)
    card = journal.read(table.id).moves[0].cards[0]
    change(journal.path, "UPDATE moves SET body = replace(body, ?, '') WHERE number = 1", card)
    Table.resume(journal, table.id).close()
    assert "character" not in str(journal.notice)
    change_beginnings(journal.path, "options = replace(options, 'basic', 'ruleless')")
    with pytest.raises(JournalDamaged) as told:
        Table.resume(journal, table.id)
    assert told.value.__suppress_context__
    assert "character" not in str(told.value)


def test_killed_program_loses_no_announced_move() -> None:
    bench = subprocess.run(
        [sys.executable, "bench/crash.py", "--kills", "15"],
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
        env={**os.environ, "PYTHONPATH": "."},
        cwd=Path(__file__).parents[2],
    )
    assert bench.returncode == 0, bench.stderr
    assert bench.stdout.splitlines()[-1].endswith("moves lost 0, moves doubled 0, half answers lost or changed 0")
