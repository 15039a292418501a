"""Damage is always reported: flipped bits, changes by hand, a lost key, a damaged pending answer."""

import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from random import Random

import pytest

from narrator.core.errors import JournalDamaged
from narrator.games.cat_dice import rules as cat_dice
from narrator.games.hosting.host import host_of
from narrator.games.storytellers.host import story_shape
from narrator.storage.home_key import key_file
from narrator.storage.journal import Journal
from narrator.storage.library.library import Library
from narrator.storage.library.listing import format_story
from narrator.storage.table import Table
from narrator.storage.texts import TEXT, text_notes
from tests.storage.journals import change
from tests.storage.library.games import content, options, play, seats
from tests.support.homes import compare_home, flip_bit, furnish_home, read_home

FLIPS = 40


@pytest.fixture(scope="module")
def furnished(tmp_path_factory: pytest.TempPathFactory) -> Path:
    home = tmp_path_factory.mktemp("furnished") / "home"
    furnish_home(home, content())
    return home


@pytest.fixture
def home(tmp_path: Path, furnished: Path) -> Path:
    shutil.copytree(furnished, tmp_path / "home")
    return tmp_path / "home"


@pytest.fixture
def journal(path: Path) -> Iterator[Journal]:
    with Journal.open(path) as journal:
        yield journal


def test_flipped_bits_are_reported_or_harmless(home: Path, tmp_path: Path) -> None:
    dice, before, damaged = Random(11), read_home(home, content()), tmp_path / "damaged"
    assert before.warnings == []
    for _ in range(FLIPS):
        shutil.copytree(home, damaged)
        where = flip_bit(damaged, dice)
        assert compare_home(damaged, content(), before) in ("told", "no difference"), where
        shutil.rmtree(damaged)


# --- one story does not block the others ---------------------------------------------------------


def two_stories(path: Path) -> tuple[int, int]:
    """Play two stories, the first with a text that no content has any more. Return their numbers."""
    own = content().stories["lighthouse"].model_copy(update={"title": "Our own light"})
    with_own = type(content())(stories={"our-own": own}, characters=content().characters)
    with Journal.open(path) as journal:
        numbers = []
        for name, words in (("our-own", with_own), ("lighthouse", content())):
            from_story = options("storytellers", story="lighthouse")
            wanted = type(from_story)(
                **{**vars_of(from_story), "story": story_shape(name, words.stories[name])},
            )
            numbers.append(play(journal, "storytellers", wanted, most=12))
            journal.save_notes(text_notes(numbers[-1], host_of("storytellers").content_to_save(wanted, words)))
    return numbers[0], numbers[1]


def vars_of(value: object) -> dict[str, object]:
    return {name: getattr(value, name) for name in value.__dataclass_fields__}  # type: ignore[attr-defined]


@pytest.mark.parametrize("noted", [False, True], ids=["never listed", "listed before"])
def test_damaged_text_affects_only_its_own_story(path: Path, noted: bool) -> None:
    damaged, sound = two_stories(path)
    if noted:
        with Journal.open(path) as journal:
            Library(journal, content()).list_stories()
    change(path, "UPDATE notes SET body = replace(body, 'Our own light', 'Our [[own light') WHERE about = 'text'")
    with Journal.open(path) as journal:
        assert str(journal.notice).endswith(
            f"Something about game {damaged} was damaged and is lost: words of stories."
        )
        library = Library(journal, content())
        assert {entry.number for entry in library.list_stories()} == {damaged, sound}
        whole = format_story(library.story(sound))
        assert "damaged" not in whole
        with pytest.raises(Exception, match="words of this story were damaged"):
            library.story(damaged)
        library.forget(sound)
        library.forget(damaged)
        assert library.list_stories() == ()
    assert list(path.parent.glob("*.damaged-*"))  # a copy is set aside


def test_damaged_text_is_replaced_from_the_content(journal: Journal) -> None:
    number = play(journal, "storytellers", options("storytellers"), most=12)
    journal.save_notes(text_notes(number, host_of("storytellers").content_to_save(options("storytellers"), content())))
    before, texts = Library(journal, content()).story(number), journal.notes(TEXT)
    for fingerprint in texts:
        journal.save_note(TEXT, fingerprint, '{"stories": {}}')
    assert Library(journal, content()).story(number) == before
    assert journal.notes(TEXT) == texts


def test_damaged_story_ends_at_the_damage_and_says_so(path: Path) -> None:
    with Journal.open(path) as journal:
        number = play(journal, "storytellers", options("storytellers"), most=20)
        whole = format_story(Library(journal, content()).story(number))
    change(path, "UPDATE moves SET body = body || ' ' WHERE number = 12")
    with Journal.open(path) as journal:
        library = Library(journal, content())
        told = format_story(library.story(number))
        assert "Some of this story was damaged and is lost" in told
        assert told != whole
        library.list_stories()
        assert library.damage_reports()[0].startswith(f"Story {number}: Some of this story was damaged")


def test_unreadable_game_is_listed_as_damaged(path: Path) -> None:
    with Journal.open(path) as journal:
        numbers = [play(journal, "storytellers", options("storytellers"), seed=seed, most=4) for seed in (1, 2)]
    change(path, "UPDATE games SET options = '{}' WHERE id = ?", numbers[0])
    with Journal.open(path) as journal:
        library = Library(journal, content())
        assert [entry.number for entry in library.list_stories()] == [numbers[1], numbers[0]]
        assert library.damage_reports() == (
            f"Story {numbers[0]}: How a game of Storytellers began is damaged, or follows other rules than today's, "
            "so it cannot go on. Begin a new one.",
        )
        library.forget(numbers[0])
        assert library.damage_reports() == ()


@pytest.mark.parametrize(
    ("about", "name", "sentence"),
    [
        ("title", "1", "Something about game 1 was damaged and is lost: a title that was given to a story."),
        ("player", "Zoë", "Something that was kept was damaged and is lost: how somebody likes to be spoken to."),
        ("spine", "1", None),
    ],
)
def test_damaged_note_is_dropped_and_reported_once(path: Path, about: str, name: str, sentence: str | None) -> None:
    with Journal.open(path) as journal:
        play(journal, "storytellers", options("storytellers"), most=2)
        journal.save_note(about, name, "as it was")
    change(path, "UPDATE notes SET body = 'as it is' WHERE about = ? AND name = ?", about, name)
    for _ in range(2):  # it is reported once
        with Journal.open(path) as journal:
            assert (journal.notice or "").endswith(sentence or "")
            assert (journal.notice is None) == (sentence is None)
            assert journal.find_note(about, name) is None
        sentence = None


@pytest.mark.parametrize("column", ["about", "name", "body"])
def test_note_whose_text_became_a_blob_is_damaged(path: Path, column: str) -> None:
    """One flipped bit does this, and changes no byte of the text."""
    with Journal.open(path) as journal:
        journal.save_note("title", 1, "as it was")
    change(path, f"UPDATE notes SET {column} = CAST({column} AS BLOB) WHERE about = 'title'")
    with Journal.open(path) as journal:
        assert "is lost" in str(journal.notice)
        assert journal.find_note("title", 1) is None


@pytest.mark.parametrize("column", ["game", "seats", "options"])
def test_game_whose_text_became_a_blob_is_damaged(path: Path, column: str) -> None:
    number = dice_game(path)
    change(path, f"UPDATE games SET {column} = CAST({column} AS BLOB)")
    with Journal.open(path) as journal:
        assert journal.notice is not None
        with pytest.raises(JournalDamaged):
            journal.read(number)


def test_changed_recording_is_replaced_by_its_words(home: Path) -> None:
    with Journal.open(home / "narrator.sqlite") as journal:
        library = Library(journal, content())
        told = format_story(library.story(1))
        assert "recording" not in told
        (sound,) = (home / "clips").glob("game-1-*.wav")
        body = bytearray(sound.read_bytes())
        body[200] ^= 1
        sound.write_bytes(body)
        assert "A recording in this story was damaged" in format_story(library.story(1))


# --- changed by hand, seals and all --------------------------------------------------------------


def dice_game(path: Path) -> int:
    with (
        Journal.open(path) as journal,
        Table.begin(journal, "cat_dice", seats(2), cat_dice.Options(own_dice=True), "seed") as table,
    ):
        for _ in range(6):
            table.play(next(table.game.moves(table.state)))
        return table.id


def forge(path: Path, number: int) -> None:
    """Change a move and recompute all checksums."""
    from narrator.storage.checksums import first_checksum, move_checksums  # noqa: PLC0415 - only this helper needs them

    with closing(sqlite3.connect(path)) as sql, sql:
        rows = sql.execute("SELECT number, kind, body FROM moves WHERE game = ? ORDER BY number", (number,)).fetchall()
        rows[-1] = (*rows[-1][:2], rows[-1][2].replace("Lily", "Nick"))
        for (place, _, body), seal in zip(rows, move_checksums(first_checksum(number), rows), strict=True):
            update = "UPDATE moves SET body = ?, seal = ? WHERE game = ? AND number = ?"
            sql.execute(update, (body, seal, number, place))


def test_change_by_hand_is_noticed_once(path: Path) -> None:
    number = dice_game(path)
    change(path, "UPDATE games SET ended = '2026-01-01T00:00:00+00:00'")
    with Journal.open(path) as journal:
        assert not journal.read(number).signed
        Table.resume(journal, number).close()
        assert journal.notice is not None
        assert "was changed since Narrator left it" in journal.notice
    with Journal.open(path) as journal:  # it was accepted
        Table.resume(journal, number).close()
        assert journal.notice is None


def test_forged_moves_with_valid_checksums_are_noticed(path: Path) -> None:
    with Journal.open(path) as journal:
        number = play(journal, "storytellers", options("storytellers"), most=20)
    forge(path, number)
    with Journal.open(path) as journal:
        assert len(journal.read(number).moves) == journal.read(number).count  # every checksum is valid
        assert "changed since it was kept" in format_story(Library(journal, content()).story(number))


@pytest.mark.parametrize("loss", ["deleted", "a bit", "of another home"])
def test_lost_key_is_replaced_and_reported_once(path: Path, loss: str, tmp_path: Path) -> None:
    number = dice_game(path)
    if loss == "deleted":
        key_file(path).unlink()
    elif loss == "a bit":
        body = bytearray(key_file(path).read_bytes())
        body[5] ^= 1
        key_file(path).write_bytes(body)
    else:
        dice_game(tmp_path / "other" / "narrator.sqlite")
        shutil.copy(key_file(tmp_path / "other" / "narrator.sqlite"), key_file(path))
    with Journal.open(path) as journal:
        assert journal.notice is not None
        assert journal.notice.startswith("The key of the kept games was missing, damaged or of another computer")
        Table.resume(journal, number).close()
        assert journal.read(number).signed
    with Journal.open(path) as journal:
        assert journal.notice is None


@pytest.mark.parametrize("value", ["moves + 64", "'many'", "NULL"])
def test_misread_number_of_moves_costs_no_move(path: Path, value: str) -> None:
    number = dice_game(path)
    change(path, f"UPDATE games SET moves = {value}")
    with Journal.open(path) as journal, Table.resume(journal, number) as table:
        assert journal.notice is None
        assert table.count == journal.read(number).count


# --- half an answer ------------------------------------------------------------------------------


def test_pending_answer_survives_closing_until_the_next_move(path: Path) -> None:
    number = dice_game(path)
    with Journal.open(path) as journal, Table.resume(journal, number) as table:
        assert table.pending is None
        table.save_pending('{"picture": 3}')
        table.save_pending('{"picture": 4}')
    with Journal.open(path) as journal, Table.resume(journal, number) as table:
        assert table.pending == '{"picture": 4}'
        assert "picture" not in repr(journal.games())
        table.play(next(table.game.moves(table.state)))
        assert table.pending is None
    with Journal.open(path) as journal, Table.resume(journal, number) as table:
        assert table.pending is None


def test_damaged_pending_answer_is_dropped_and_reported(path: Path) -> None:
    number = dice_game(path)
    with Journal.open(path) as journal, Table.resume(journal, number) as table:
        table.save_pending('{"picture": 3}')
    change(path, "UPDATE pending SET body = replace(body, '3', '2')")
    with Journal.open(path) as journal, Table.resume(journal, number) as table:
        assert table.pending is None
        assert journal.notice == "The last answer was damaged and has to be given again."
