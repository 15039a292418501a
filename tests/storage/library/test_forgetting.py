"""Forgetting games of every kind, and players with everything that is stored about them."""

import os
import shutil
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from narrator.core.errors import TableInUse
from narrator.core.game import Seat, SpokenWords
from narrator.games import games
from narrator.games.cat_dice import rules as cat_dice
from narrator.games.hosting.host import host_of
from narrator.games.hosting.plan import Plan
from narrator.games.storytellers.moves import Lay
from narrator.storage.clips import Clips
from narrator.storage.journal import Journal
from narrator.storage.learned_names import LearnedName
from narrator.storage.library.library import Library
from narrator.storage.table import Table
from tests.storage.library.games import content, options, play, seats
from tests.storage.library.test_library import everything_in


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[Journal]:
    with Journal.open(tmp_path / "home" / "narrator.sqlite") as opened:
        yield opened


def dice_of(journal: Journal, *names: str) -> int:
    with Table.begin(journal, "cat_dice", [Seat(name) for name in names], cat_dice.Options(), "seed") as table:
        table.play(next(table.game.moves(table.state)))
        return table.id


@pytest.mark.parametrize("game", games())
def test_every_kind_of_game_can_be_forgotten(journal: Journal, game: str) -> None:
    wanted = host_of(game).build_options(Plan(game, None, seats(3)), content())
    number = play(journal, game, wanted, most=3)
    library = Library(journal, content())
    library.forget(number)
    assert (journal.game_ids(), library.list_stories()) == ((), ())


def test_storyless_game_is_found_by_number_and_name(journal: Journal) -> None:
    number = dice_of(journal, "Lily", "Nick")
    play(journal, "storytellers", options("storytellers"), most=3)
    library = Library(journal, content())
    for words in (str(number), "cat dice", "Cat Dice"):
        assert [entry.number for entry in library.find_storyless(words)] == [number]
    assert library.find_storyless("the hedgehog") == ()


def with_zebulon(journal: Journal) -> tuple[list[int], int]:
    """Play games that mention Zebulon in every possible place, and one that does not. Return their numbers."""
    clips = Clips(journal.path.parent / "clips")
    own = dice_of(journal, "Zebulon", "Nick")
    spoken = play(
        journal,
        "storytellers",
        options("storytellers"),
        most=9,
        said=lambda move: replace(move, why=SpokenWords("as brave as zebulon is")) if isinstance(move, Lay) else move,
    )
    titled = play(journal, "storytellers", options("storytellers"), seed=2, most=9)
    other = play(journal, "storytellers", options("storytellers"), seed=3, most=9)
    library = Library(journal, content())
    library.rename(titled, "Zebulon's night")
    journal.save_note("player", "Zebulon", "slow")
    journal.save_note("phone", "Zebulon", "large")
    journal.save_note("player", "Nick", "fast")
    sound = clips.keep(np.arange(9, dtype=np.int16), 16_000, words="zebulon")
    LearnedName(("seb",), sound).save(journal, "Zebulon")
    clips.keep(np.arange(9, dtype=np.int16), 16_000, words="me, zebulon", game=own)
    recorded = dice_of(journal, "Nick", "Julie")
    clips.keep(np.arange(9, dtype=np.int16), 16_000, words="where is zebulon", game=recorded)
    return [own, spoken, titled, recorded], other


def test_forgetting_a_player_deletes_every_trace(journal: Journal) -> None:
    theirs, other = with_zebulon(journal)
    library = Library(journal, content())
    taken = library.find_player("zebulon")
    assert (taken.names, taken.games) == (("Zebulon",), tuple(theirs))
    assert taken.summary("zebulon") == "This is kept of zebulon: 4 games and the settings and the learned name."
    assert sorted(entry.number for entry in library.list_games(taken.games)) == theirs
    library.forget_player(taken)
    assert journal.game_ids() == (other,)
    assert b"zebulon" not in everything_in(journal.path.parent).lower()
    assert journal.find_note("player", "Nick") == "fast"
    assert library.find_player("zebulon").games == ()


def test_kill_while_forgetting_a_player_keeps_all_games_or_none(tmp_path: Path) -> None:
    with Journal.open(tmp_path / "home" / "narrator.sqlite") as journal:
        theirs, other = with_zebulon(journal)
    for kill_at in range(1, 200, 3):
        path = shutil.copytree(tmp_path / "home", tmp_path / str(kill_at)) / "narrator.sqlite"
        child = os.fork()
        if child == 0:
            kill_after_statements(path, kill_at)
        _, status = os.waitpid(child, 0)
        with Journal.open(path) as journal:
            assert set(journal.game_ids()) in ({other}, {other, *theirs})
            if set(journal.game_ids()) == {other}:
                Library(journal, content())
                assert b"zebulon" not in everything_in(path.parent).lower()
        if os.WEXITSTATUS(status) == 0:
            return
    pytest.fail("it never came to its end")


def kill_after_statements(path: Path, number: int) -> None:
    """Forget the player in this process, which exits with 9 before the statement of this number, or with 0."""
    left = number

    def count(statement: str) -> None:
        nonlocal left
        left -= 1
        if left == 0:
            os._exit(9)

    journal = Journal.open(path)
    library = Library(journal, content())
    data = library.find_player("zebulon")
    journal.connection.set_trace_callback(count)
    library.forget_player(data)
    os._exit(0)


def test_player_is_not_forgotten_while_a_game_is_open(journal: Journal) -> None:
    theirs, other = with_zebulon(journal)
    library = Library(journal, content())
    with Table.resume(journal, theirs[0]), pytest.raises(TableInUse):
        library.forget_player(library.find_player("Zebulon"))
    assert set(journal.game_ids()) == {*theirs, other}


def test_part_of_a_name_does_not_match(journal: Journal) -> None:
    dice_of(journal, "Lilyana", "Nick")
    assert Library(journal, content()).find_player("Lily").games == ()
