"""The library on real files: listing, retelling, renaming and forgetting, with and without kills."""

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from random import Random

import numpy as np
import pytest

from narrator.core.errors import TableInUse
from narrator.core.game import SpokenWords
from narrator.games.cat_dice import rules as cat_dice
from narrator.games.hosting.plan import Plan, Privacy
from narrator.games.hosting.retelling import StoryTextMissing
from narrator.games.storytellers.host import story_shape
from narrator.games.storytellers.moves import Favour, Lay
from narrator.storage.clips import Clips
from narrator.storage.journal import FORGOTTEN, Journal
from narrator.storage.library.library import BadTitle, Library, NoSuchStory
from narrator.storage.library.retelling import NothingToTell
from narrator.storage.table import Table
from tests.storage.library.games import content, options, play, seats
from tests.support.tables import conversation

HEDGEHOG = b"a very secret hedgehog"


@pytest.fixture
def home(tmp_path: Path) -> Path:
    return tmp_path / "home"


@pytest.fixture
def journal(home: Path) -> Iterator[Journal]:
    with Journal.open(home / "narrator.sqlite") as opened:
        yield opened


def everything_in(folder: Path) -> bytes:
    return b"\n".join(file.read_bytes() for file in folder.rglob("*") if file.is_file())


# --- reading -------------------------------------------------------------------------------------


def test_stories_are_listed_newest_first_without_dice_games(journal: Journal) -> None:
    play(journal, "storytellers", options("storytellers"))
    play(journal, "cat_dice", cat_dice.Options(), players=2)
    play(journal, "storyline", options("storyline"), most=20)
    play(journal, "dixit", options("dixit"), most=0)
    entries = Library(journal, content()).list_stories()
    assert [(entry.number, entry.title, entry.game, entry.finished) for entry in entries] == [
        (3, "The Missing Snore", "storyline", False),
        (1, "The Lighthouse Is Out", "storytellers", True),
    ]
    assert entries[0].players == ("Lily", "Nick", "Julie")


def test_list_shows_the_current_state_of_a_story(journal: Journal) -> None:
    number = play(journal, "storytellers", options("storytellers"), most=0)
    library = Library(journal, content())
    assert not library.list_stories()[0].finished
    dice = Random(1)
    with Table.resume(journal, number) as table:
        while table.outcome() is None:
            table.play(dice.choice(list(table.game.moves(table.state))))
    assert library.list_stories()[0].finished


def test_indexed_games_are_not_indexed_again(journal: Journal) -> None:
    for seed in range(3):
        play(journal, "storytellers", options("storytellers"), seed=seed, most=3)
    library, seen = Library(journal, content()), []
    library.list_stories(lambda done, of: seen.append((done, of)))
    assert seen == [(0, 3), (3, 3)]
    library.list_stories(lambda done, of: pytest.fail("looked again"))


def test_outdated_library_note_is_not_stored(journal: Journal) -> None:
    number = play(journal, "storytellers", options("storytellers"), most=0)
    count = journal.read(number).count
    journal.append(number, count + 1, [Lay("Lily", "owl")])
    journal.save_library_notes([(number, count, ("old", "old"))])
    assert journal.notes("spine") == {}


def test_unreadable_library_note_is_replaced(journal: Journal) -> None:
    numbers = [play(journal, "storytellers", options("storytellers"), seed=seed, most=3) for seed in (1, 2, 3)]
    library = Library(journal, content())
    before = library.list_stories()
    journal.save_note("spine", numbers[0], "noise")
    journal.save_note("spine", numbers[1], json.dumps(["of", "another", "time"]))
    assert library.list_stories() == before


def test_story_of_a_missing_pack_is_listed_but_not_told(journal: Journal) -> None:
    story = content().stories["lighthouse"]
    with_pack = replace(content(), stories={**content().stories, "the-lost-sock": story})
    wanted = replace(options("storytellers"), story=story_shape("the-lost-sock", story))
    number = play(journal, "storytellers", wanted, most=2)
    without = Library(journal, content())
    assert without.list_stories()[0].title == "The lost sock"
    with pytest.raises(StoryTextMissing, match="--pack"):
        without.story(number)
    assert Library(journal, with_pack).list_stories()[0].title == story.title
    assert Library(journal, with_pack).story(number).chapters


def test_story_ends_at_the_first_illegal_move(journal: Journal) -> None:
    number = play(journal, "storytellers", options("storytellers"), most=12)
    before = Library(journal, content()).story(number)
    journal.append(number, journal.read(number).count + 1, [Lay("Nobody", "owl")])
    assert Library(journal, content()).story(number) == before


def test_practice_round_is_not_in_the_library() -> None:
    plan = Plan("storytellers", "youngest", seats(2), privacy=Privacy.OPEN, seed="practice")
    with conversation(plan, practice=True) as talk:
        talk.open()
        talk.hear("yes")
        assert talk.game_topic is not None  # a game is being played
        assert Library(talk.journal, content()).list_stories() == ()


@pytest.mark.parametrize(
    ("kept", "text", "said"),
    [
        (True, "it sees at night", "It sees at night."),
        (True, None, "As it was understood."),
        (False, "it sees at night", ""),
    ],
)
def test_missing_recording_is_replaced_by_its_words(
    kept: bool, text: str | None, said: str, home: Path, journal: Journal
) -> None:
    clips = Clips(home / "clips")
    with Table.begin(journal, "storytellers", seats(2), options("storytellers", "youngest"), "seed") as table:
        name = clips.keep(np.zeros(9, np.int16), 16000, words="as it was understood", game=table.id)
        for seat in ("Lily", "Nick"):
            table.play(Lay(seat, table.state.hands[seat][0], SpokenWords(text, name)))
        for seat in ("Lily", "Nick"):
            table.play(Favour(seat, 1))
    if not kept:
        clips.forget(name)
    told = [
        sentence for chapter in Library(journal, content()).story(table.id).chapters for sentence in chapter.sentences
    ]
    recorded = [sentence for sentence in told if sentence.clip]
    assert [(sentence.clip, sentence.clip_text) for sentence in recorded] == ([(name, said)] if kept else [])
    assert any("It sees at night" in sentence.text for sentence in told) == (not kept)


def test_dice_game_has_no_story(journal: Journal) -> None:
    number = play(journal, "cat_dice", cat_dice.Options(), players=2, most=3)
    library = Library(journal, content())
    with pytest.raises(NothingToTell, match="Dice leaves no story"):
        library.story(number)
    with pytest.raises(NoSuchStory):
        library.rename(number, "Six sixes")
    library.forget(number)
    assert journal.game_ids() == ()


# --- changing ------------------------------------------------------------------------------------


def test_new_title_is_used_everywhere_and_survives_moves(journal: Journal) -> None:
    number = play(journal, "storytellers", options("storytellers"), most=2)
    library = Library(journal, content())
    library.rename(number, "  The night\nthe light  went ")
    with Table.resume(journal, number) as table:
        table.play(next(iter(table.game.moves(table.state))))
    assert library.story(number).title == library.list_stories()[0].title == "The night the light went"
    assert library.find("the night the light went")[0].number == number


@pytest.mark.parametrize("title", ["", " \n ", "x" * 200])
def test_empty_or_too_long_title_is_refused(journal: Journal, title: str) -> None:
    number = play(journal, "storytellers", options("storytellers"), most=2)
    with pytest.raises(BadTitle):
        Library(journal, content()).rename(number, title)


def test_unknown_number_raises_no_such_story(journal: Journal) -> None:
    library = Library(journal, content())
    for doing in (library.story, library.forget, lambda number: library.rename(number, "x")):
        with pytest.raises(NoSuchStory, match="narrator stories"):
            doing(7)


def secret_game(journal: Journal, seed: int = 1) -> int:
    """Play a game with the hedgehog in a reason, the title, a recording and its words. Return its number."""
    with Table.begin(journal, "storytellers", seats(2), options("storytellers", "youngest"), str(seed)) as table:
        clips = Clips(journal.path.parent / "clips")
        for seat in ("Lily", "Nick"):
            sound = np.frombuffer(HEDGEHOG, np.int16)
            name = clips.keep(sound, 16000, words=HEDGEHOG.decode(), game=table.id)
            table.play(Lay(seat, table.state.hands[seat][0], SpokenWords(f"{HEDGEHOG.decode()} {'!' * 5000}", name)))
    library = Library(journal, content())
    library.list_stories()
    library.rename(table.id, HEDGEHOG.decode())
    return table.id


def test_forgotten_story_leaves_no_byte(home: Path, journal: Journal) -> None:
    """Neither in the file, its free pages, its log and its snapshots nor in the recordings."""
    others = [play(journal, "storytellers", options("storytellers"), seed=seed, most=9) for seed in range(8)]
    secret = [secret_game(journal, seed) for seed in range(3)]
    others += [play(journal, "dixit", options("dixit"), seed=seed, most=9) for seed in range(3)]
    library = Library(journal, content())
    kept = {number: journal.read(number).moves for number in others}
    assert HEDGEHOG in everything_in(home)
    for number in secret:
        library.forget(number)
    assert HEDGEHOG not in everything_in(home)
    assert not any((home / "clips").iterdir())
    assert {number: journal.read(number).moves for number in others} == kept
    assert set(secret).isdisjoint(entry.number for entry in library.list_stories())
    assert journal.notes(FORGOTTEN) == {}


def test_forgotten_rows_that_moved_between_pages_leave_no_byte(home: Path, journal: Journal) -> None:
    """SQLite copies rows when it splits and joins pages. Some copies stay until the file is rewritten."""
    dice = Random(7)
    numbers = [journal.begin("storytellers", seats(3), options("storytellers"), "seed") for _ in range(15)]
    counts = dict.fromkeys(numbers, 0)
    for _ in range(250):
        number = dice.choice(numbers)
        words = f"trace of {number:04} {'.' * dice.choice([0, 50, 300, 6000])}"
        counts[number] += 1
        journal.append(number, counts[number], [Lay("Lily", "owl", SpokenWords(words))])
    library = Library(journal, content())
    for number in dice.sample(numbers, 5):
        library.forget(number)
        assert f"trace of {number:04}".encode() not in everything_in(home)


def test_open_game_is_not_forgotten(journal: Journal) -> None:
    number = play(journal, "storytellers", options("storytellers"), most=2)
    with Table.resume(journal, number), pytest.raises(TableInUse):
        Library(journal, content()).forget(number)
    assert Library(journal, content()).story(number)


# --- kills ---------------------------------------------------------------------------------------

CHILD = """
import sys
from pathlib import Path
from narrator.language.content.packs import load_content
from narrator.storage.journal import Journal
from narrator.storage.library.library import Library

with Journal.open(Path(sys.argv[1])) as journal:
    library = Library(journal, load_content())
    print("ready", flush=True)
    sys.stdin.readline()
    while True:
        for entry in library.list_stories():
            library.rename(entry.number, f"renamed {entry.number}")
            print("renamed", entry.number, flush=True)
            library.forget(entry.number)
            print("forgotten", entry.number, flush=True)
"""


@pytest.mark.parametrize("after", [0.0, 0.004, 0.02, 0.06])
def test_kill_while_renaming_and_forgetting_leaves_no_half_story(home: Path, after: float) -> None:
    """After the next start each story is either whole or gone without a trace."""
    with Journal.open(home / "narrator.sqlite") as journal:
        numbers = [secret_game(journal, seed) for seed in range(6)]
        kept = {number: journal.read(number).moves for number in numbers}
    child = subprocess.Popen(
        [sys.executable, "-c", CHILD, str(home / "narrator.sqlite")],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        cwd=Path(__file__).parents[3],
        encoding="utf-8",
    )
    assert child.stdin
    assert child.stdout
    assert child.stdout.readline() == "ready\n"
    child.stdin.write("go\n")
    child.stdin.flush()
    time.sleep(after)
    os.kill(child.pid, signal.SIGKILL)
    told = child.communicate()[0].split("\n")
    with Journal.open(home / "narrator.sqlite") as journal:
        library = Library(journal, content())
        left = {entry.number: entry.title for entry in library.list_stories()}
        assert {number: journal.read(number).moves for number in left} == {number: kept[number] for number in left}
        assert all(library.story(number).chapters for number in left)
        assert set(left.values()) <= {HEDGEHOG.decode(), *(f"renamed {number}" for number in left)}
        for number in numbers:
            if f"forgotten {number}" in told:
                assert number not in left
            if number not in left:
                assert f"renamed {number}".encode() not in everything_in(home)
                assert not list((home / "clips").glob(f"*game-{number}-*"))
        assert journal.notes(FORGOTTEN) == {}
        for number in left:
            library.forget(number)
    assert HEDGEHOG not in everything_in(home)


@pytest.mark.parametrize("step", ["forget_game", "scrub", "drop_note"])
def test_interrupted_forgetting_is_finished_later(home: Path, step: str, monkeypatch: pytest.MonkeyPatch) -> None:
    with Journal.open(home / "narrator.sqlite") as journal, monkeypatch.context() as cut:
        number = secret_game(journal)
        cut.setattr(
            Clips if step == "forget_game" else Journal, step, lambda *_: (_ for _ in ()).throw(KeyboardInterrupt)
        )
        with pytest.raises(KeyboardInterrupt):
            Library(journal, content()).forget(number)
    with Journal.open(home / "narrator.sqlite") as journal:
        assert Library(journal, content()).list_stories() == ()
        assert journal.notes(FORGOTTEN) == {}
        assert HEDGEHOG not in everything_in(home)
