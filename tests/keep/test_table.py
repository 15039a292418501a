"""The table: told only what is kept, and what fails has not happened."""

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

from narrator.cards import Dealt, LaidOut, LayOut, Shuffle
from narrator.errors import DiskFull, FolderNotWritable, JournalDamaged, NotWritable, TableTaken
from narrator.games import cat_dice, storytellers
from narrator.games.storytellers import Phase
from narrator.keep.journal import Journal
from narrator.keep.table import Table
from narrator.moves.cat_dice import Roll
from narrator.moves.storytellers import Lay, Vote
from narrator.play import Cards, IllegalMove, Reason, Seat
from tests.playouts import Variant, variants

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


def change(path: Path, statement: str, *values: Any) -> None:
    """Change the file behind the journal's back."""
    with closing(sqlite3.connect(path, isolation_level=None)) as sql:
        sql.execute(statement, values)


# --- beginning, playing, resuming --------------------------------------------------------------


def test_what_chance_has_to_decide_at_the_beginning_is_decided_and_kept(journal: Journal) -> None:
    with begin(journal) as table:
        assert table.state.phase is Phase.CHOOSING
        assert [type(move) for move in journal.read(table.id).moves] == [Shuffle]
        assert [event.seat for event in table.opening if isinstance(event, Dealt)] == ["Lily", "Nick", "Julie"]
        assert (table.count, table.waiting(), table.outcome()) == (1, ("Lily", "Nick", "Julie"), None)
        assert Lay in table.legal()
        assert table.view("Lily").hands["Lily"] == table.state.hands["Lily"] != table.view(None).hands["Lily"]


def test_a_game_that_the_rules_do_not_allow_is_not_kept(journal: Journal) -> None:
    with pytest.raises(IllegalMove):
        Table.begin(journal, "storytellers", SEATS[:1], storytellers.Options())
    assert journal.games() == ()


def test_the_chance_moves_behind_a_move_are_made_and_told_with_it(journal: Journal) -> None:
    with begin(journal) as table:
        table.play(lay(table, "Lily"))
        table.play(lay(table, "Nick"))
        events = table.play(lay(table, "Julie"))
        assert any(isinstance(event, LaidOut) for event in events)
        assert [type(move) for move in journal.read(table.id).moves[-2:]] == [Lay, LayOut]


def test_what_is_told_can_already_be_read_by_others(journal: Journal) -> None:
    with begin(journal) as table, Journal.open(journal.path) as other:
        move = lay(table, "Nick")
        table.play(move)
        assert other.read(table.id).moves[-1] == move


@pytest.mark.parametrize("variant", VARIANTS, ids=str)
def test_every_game_resumes_at_the_same_place_and_can_take_back_the_same(variant: Variant, journal: Journal) -> None:
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


def test_the_same_seed_deals_the_same_cards_and_no_seed_others(journal: Journal) -> None:
    hands = []
    for seed in ("one", "one", None, None):
        with begin(journal, seed) as table:
            hands.append(table.state.hands["Lily"])
    assert hands[0] == hands[1]
    assert len(set(hands)) == 3


def test_a_game_without_a_seed_is_given_one_that_is_kept(journal: Journal) -> None:
    with begin(journal, None) as table:
        assert len(journal.read(table.id).seed) == 32


def test_the_game_is_marked_as_ended_when_it_is_over(journal: Journal) -> None:
    with begin(journal, mode=storytellers.Mode.COOPERATIVE) as table:
        dice = Random(1)
        while table.outcome() is None:
            assert journal.games()[0].ended is None
            table.play(dice.choice(list(table.game.moves(table.state))))
        assert journal.games()[0].ended is not None
        with pytest.raises(IllegalMove, match="not now"):
            table.play(Vote("Lily", 1))


# --- what fails has not happened ---------------------------------------------------------------


def test_a_refused_move_changes_nothing(journal: Journal) -> None:
    with begin(journal) as table:
        before = everything(table, journal)
        for move in (Vote("Lily", 1), Lay("Lily", "no such card"), Lay("Nobody", "character 1")):
            with pytest.raises(IllegalMove):
                table.play(move)
        assert everything(table, journal) == before


def test_chance_cannot_be_made_by_players(journal: Journal) -> None:
    with begin(journal) as table, pytest.raises(IllegalMove) as refusal:
        table.play(Shuffle(table.state.options.characters))
    assert refusal.value.reason is Reason.NOT_NOW


def test_a_failed_write_changes_nothing_and_the_move_can_be_made_again(journal: Journal) -> None:
    with begin(journal, cards=Cards.TABLE) as table:
        table.play(storytellers.Name("our own hedgehog"))
        all_lay_own = [Lay(seat) for seat in table.waiting()]
        for move in all_lay_own[:-1]:
            table.play(move)
        before = everything(table, journal)
        pages = journal._connection.execute("PRAGMA page_count").fetchone()[0]
        journal._connection.execute(f"PRAGMA max_page_count = {pages}")
        words = storytellers.Clip("because " * 20_000)
        with pytest.raises(DiskFull):
            table.play(Lay(all_lay_own[-1].seat, None, words))
        assert everything(table, journal) == before
        journal._connection.execute("PRAGMA max_page_count = 1000000")
        table.play(Lay(all_lay_own[-1].seat, None, words))
        assert table.state.phase is Phase.VOTING


def test_after_a_failed_write_chance_draws_the_same(journal: Journal) -> None:
    with begin(journal) as table, begin(journal) as twin:
        for one in (table, twin):
            one.play(lay(one, "Lily"))
            one.play(lay(one, "Nick"))
        journal._connection.execute("PRAGMA query_only = ON")  # SQLite itself refuses to write
        with pytest.raises(FolderNotWritable):
            table.play(lay(table, "Julie"))
        journal._connection.execute("PRAGMA query_only = OFF")
        table.play(lay(table, "Julie"))
        twin.play(lay(twin, "Julie"))
        assert table.state == twin.state


def test_words_that_cannot_be_written_are_refused(journal: Journal) -> None:
    with begin(journal, cards=Cards.TABLE) as table:
        before = everything(table, journal)
        with pytest.raises(NotWritable):
            table.play(storytellers.Name("half a \udce4"))
        assert everything(table, journal) == before


# --- taking back -------------------------------------------------------------------------------


def test_undo_takes_back_one_move_after_the_other_down_to_a_reveal(journal: Journal) -> None:
    with begin(journal) as table:
        dealt = table.state
        first, second = lay(table, "Lily"), lay(table, "Nick", 2)
        table.play(first)
        table.play(second)
        assert [table.undo(), table.undo(), table.undo()] == [second, first, None]
        assert table.state == dealt
        assert journal.read(table.id).count == table.count == 1


def test_undo_does_not_unshow_the_cards_on_the_table(journal: Journal) -> None:
    with begin(journal) as table:
        all_lay(table)
        shown = table.state
        assert table.undo() is None
        table.play(next(move for move in table.game.moves(table.state) if isinstance(move, Vote)))
        assert isinstance(table.undo(), Vote)
        assert table.undo() is None
        assert table.state == shown


def test_undo_is_kept(journal: Journal) -> None:
    with begin(journal) as table:
        table.play(lay(table, "Lily", 0))
        table.undo()
        table.play(lay(table, "Lily", 3))
        state = table.state
    with Table.resume(journal, table.id) as again:
        assert again.state == state


def test_an_undo_that_cannot_be_kept_has_not_happened(journal: Journal) -> None:
    with begin(journal) as table:
        table.play(lay(table, "Lily"))
        before = everything(table, journal)
        journal._connection.execute("PRAGMA query_only = ON")
        with pytest.raises(FolderNotWritable):
            table.undo()
        journal._connection.execute("PRAGMA query_only = OFF")
        assert everything(table, journal) == before


def test_a_roll_of_the_familys_own_dice_stays_rolled(journal: Journal) -> None:
    with Table.begin(journal, "cat_dice", SEATS, cat_dice.Options(own_dice=True)) as table:
        while Roll not in table.legal():
            table.play(next(cat_dice.moves(table.state)))
        table.play(Roll((1, 2, 3, 4, 5)))
        assert table.undo() is None
    with Table.resume(journal, table.id) as again:
        assert again.undo() is None


def test_a_move_costs_the_same_however_long_the_game_is(journal: Journal) -> None:
    with Table.begin(journal, "cat_dice", SEATS, cat_dice.Options(), "seed") as table:
        dice = Random(5)
        costs: list[int] = []
        depths: list[int] = []
        while table.outcome() is None:
            statements: list[str] = []
            journal._connection.set_trace_callback(statements.append)
            before = table.count
            table.play(dice.choice(list(table.game.moves(table.state))))
            costs.append(len(statements) - (table.count - before))
            depths.append(len(table._undoable))
    assert len(set(costs[:-1])) == 1  # and the last one also marks the end
    assert max(depths) < 5


# --- one narrator at a table -------------------------------------------------------------------


def test_a_second_narrator_is_told_that_the_table_is_taken(journal: Journal) -> None:
    with begin(journal) as table, Journal.open(journal.path) as other:
        with pytest.raises(TableTaken, match="Close it first"):
            Table.resume(other, table.id)
        with begin(other):
            pass  # another table is free
    with Table.resume(journal, table.id):
        pass


@pytest.mark.parametrize("how", ["open", "killed"])
def test_a_table_in_another_process_is_taken_until_that_is_killed(journal: Journal, how: str) -> None:
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
            with pytest.raises(TableTaken):
                Table.resume(journal, game)
    finally:
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
    Table.resume(journal, game).close()


# --- a game that cannot be replayed ------------------------------------------------------------


def played(journal: Journal) -> Table:
    """One shuffle, three cards laid, one layout; and then closed."""
    with begin(journal) as table:
        all_lay(table)
        assert table.count == 5
    return table


@pytest.mark.parametrize(
    ("body", "kept"),
    [
        ('{"seat": "Nick"', 2),
        ('{"seat": 7, "card": "character 1", "why": null}', 2),
        ('{"seat": "Nobody", "card": "character 1", "why": null}', 2),
        ("\x00\x00\x00", 2),
        ("", 2),
    ],
    ids=["cut off", "no name", "not at the table", "zeros", "empty"],
)
def test_a_damaged_move_is_told_with_how_many_can_be_kept(journal: Journal, body: str, kept: int) -> None:
    table = played(journal)
    change(journal.path, "UPDATE moves SET body = ? WHERE game = ? AND number = 3", body, table.id)
    with pytest.raises(JournalDamaged, match="of its 5 moves the first 2 can be kept") as told:
        Table.resume(journal, table.id)
    assert "Storytellers" in str(told.value)
    assert told.value.kept == kept
    assert journal.read(table.id).count == 5  # nothing is thrown away unasked
    with Table.resume(journal, table.id, keep=kept) as again:
        assert (again.count, again.waiting()) == (2, ("Nick", "Julie"))
        again.play(lay(again, "Nick"))


@pytest.mark.parametrize(
    "damage",
    [
        "UPDATE moves SET kind = 'Juggle' WHERE number = 3",
        "DELETE FROM moves WHERE number = 3",
        "UPDATE moves SET body = replace(body, 'character', 'person') WHERE number = 3",
    ],
    ids=["a move that is no more", "a gap", "cards that are no more"],
)
def test_moves_of_other_rules_are_told_too(journal: Journal, damage: str) -> None:
    table = played(journal)
    change(journal.path, damage)
    with pytest.raises(JournalDamaged, match="the first 2 can be kept"):
        Table.resume(journal, table.id)


@pytest.mark.parametrize(
    "damage",
    [
        "UPDATE games SET options = '{}x'",
        "UPDATE games SET seats = '[]'",
        "UPDATE games SET game = 'chess'",
        "UPDATE games SET options = replace(options, 'basic', 'ruleless')",
    ],
    ids=["options", "seats", "game", "mode"],
)
def test_a_game_whose_beginning_is_damaged_is_told(journal: Journal, damage: str) -> None:
    table = played(journal)
    change(journal.path, damage)
    with pytest.raises(JournalDamaged, match="the first 0 can be kept"):
        Table.resume(journal, table.id)
    assert len(journal.games()) == 1


def test_a_damaged_game_is_free_for_others_again(journal: Journal) -> None:
    table = played(journal)
    change(journal.path, "DELETE FROM moves WHERE number = 3")
    for _ in range(2):
        with pytest.raises(JournalDamaged):
            Table.resume(journal, table.id)


def test_where_a_journal_was_cut_before_a_draw_the_same_is_drawn_again(journal: Journal) -> None:
    table = played(journal)
    change(journal.path, "DELETE FROM moves WHERE number = 5")
    with Table.resume(journal, table.id) as again:
        assert again.state == table.state
        assert any(isinstance(event, LaidOut) for event in again.opening)
    assert journal.read(table.id).count == 5


def test_damage_is_told_without_secrets(journal: Journal) -> None:
    table = played(journal)
    card = journal.read(table.id).moves[0].cards[0]
    change(journal.path, "UPDATE moves SET body = replace(body, ?, '') WHERE number = 1", card)
    with pytest.raises(JournalDamaged) as told:
        Table.resume(journal, table.id)
    assert told.value.__suppress_context__
    assert "character" not in str(told.value)


def test_nothing_given_out_is_lost_when_the_program_is_killed() -> None:
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
    assert bench.stdout.splitlines()[-1].endswith("moves lost 0, moves doubled 0")
