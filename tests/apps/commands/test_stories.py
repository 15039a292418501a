"""The command `narrator stories`."""

import errno
import io
import os
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np
import pytest

from narrator.apps.cli import main
from narrator.apps.commands import bedtime
from narrator.speech.pcm import Pcm
from narrator.speech.tts.cache import SpeechCache
from narrator.storage import disk
from narrator.storage.clips import Clips
from narrator.storage.journal import Journal
from narrator.storage.learned_names import LearnedName
from narrator.storage.library.library import Library
from tests.storage.journals import change
from tests.storage.library.games import content, options, play
from tests.support.rights import as_ordinary_user


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("NARRATOR_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("NARRATOR_CACHE", str(tmp_path / "cache"))
    return tmp_path / "home"


@pytest.fixture
def shelf(home: Path) -> None:
    """Play three games, the last one unfinished."""
    with Journal.open() as journal:
        play(journal, "storytellers", options("storytellers", story="parcel"), seed=1)
        play(journal, "dixit", options("dixit"), players=4, seed=2)
        play(journal, "storyline", options("storyline"), seed=3, most=12)


class Keyboard(io.StringIO):
    """A terminal with this typed input."""

    def isatty(self) -> bool:
        return True


def run(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str, str]:
    code = main(["stories", *words])
    said = capsys.readouterr()
    return code, said.out, said.err


def titles() -> list[str]:
    with Journal.open() as journal:
        return [entry.title for entry in Library(journal, content()).list_stories()]


@pytest.mark.usefixtures("shelf")
def test_list_has_one_line_per_story_in_columns(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = run(capsys)
    head, *lines = out.splitlines()
    assert (code, err) == (0, "")
    assert head == "3 stories, the newest first:"
    assert [line.split()[0] for line in lines] == ["3", "2", "1"]
    assert lines[0].endswith("Lily, Nick, and Julie (not finished)")
    assert lines[2].startswith("1  The Humming Parcel  ")
    assert len({line.index("Lily, Nick") for line in lines}) == 1


@pytest.mark.usefixtures("shelf")
def test_words_find_a_story(capsys: pytest.CaptureFixture[str]) -> None:
    assert "The Humming Parcel" in run(capsys, "the", "humming", "thing")[1]
    assert run(capsys, "the", "newest")[1].startswith("This story fits:\n3  The Missing Snore")


def test_empty_list_says_how_to_begin(capsys: pytest.CaptureFixture[str]) -> None:
    assert "narrator play storytellers" in run(capsys)[1]


@pytest.mark.usefixtures("shelf")
@pytest.mark.parametrize(
    ("words", "code", "sentence"),
    [
        (["zebra"], 1, "There is no story that fits “zebra”. `narrator stories` lists them all."),
        (["--text", "99"], 1, "There is no story that fits “99”."),
        (["--text", "-1"], 1, "There is no story that fits “-1”."),
        (["--forget", "-1", "--yes"], 1, "There is no story that fits “-1”."),
        (["--rename", "Lily", "Ours"], 2, "3 stories fit “Lily”"),
        (["--forget", "Lily", "--yes"], 2, "Name it by its number."),
        (["--forget", "1"], 2, "Add --yes if you are sure."),
        (["1", "--tell"], 2, "narrator stories --tell 1"),
        (["--yes"], 2, "--yes goes with --forget, --forget-names and --forget-player only."),
        (["--rename", "1", " "], 1, "A story needs a title"),
        (["--pack", "nowhere"], 2, "is not a folder"),
    ],
)
def test_mistakes_are_answered_with_a_sentence(
    words: list[str], code: int, sentence: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("yes\n"))
    before = titles()
    got, out, err = run(capsys, *words)
    assert (got, out) == (code, "")
    assert sentence in err
    assert titles() == before


@pytest.mark.usefixtures("shelf")
def test_text_option_prints_the_whole_story(capsys: pytest.CaptureFixture[str]) -> None:
    out = run(capsys, "--text", "humming", "parcel")[1]
    assert out.startswith("The Humming Parcel\n")
    assert "On the wet doormat\n\n" in out
    assert "In this house," in out
    assert max(map(len, out.splitlines())) <= 80


@pytest.mark.usefixtures("shelf")
def test_rename_option_changes_the_title(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(capsys, "--rename", "1", "Bees!")[1] == "“The Humming Parcel” is now called “Bees!”.\n"
    assert titles()[-1] == "Bees!"


@pytest.mark.usefixtures("shelf")
@pytest.mark.parametrize(("typed", "left"), [("yes\n", 2), ("no\n", 3), ("\n", 3), ("", 3)])
def test_forgetting_asks_first(
    typed: str, left: int, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stdin", Keyboard(typed))
    code, out, _ = run(capsys, "--forget", "humming", "parcel")
    assert code == 0
    assert "1, “The Humming Parcel”" in out
    assert ("is forgotten" in out) == (left == 2)
    assert ("Nothing was deleted." in out) == (left == 3)
    assert len(titles()) == left


@pytest.mark.usefixtures("shelf")
def test_forgetting_names_copies_that_are_left(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    aside = home / "narrator.sqlite.damaged-2026-11-15-120000"
    aside.write_bytes(b"")
    assert str(aside) in run(capsys, "--forget", "1", "--yes")[1]


@pytest.mark.usefixtures("shelf")
@pytest.mark.parametrize(("words", "number"), [([], "3"), (["humming", "parcel"], "1"), (["2"], "2")])
def test_tell_option_starts_bedtime(words: list[str], number: str, monkeypatch: pytest.MonkeyPatch) -> None:
    told = []
    monkeypatch.setattr(bedtime, "run", lambda arguments: told.append(arguments.story) or 0)
    assert main(["stories", "--tell", *words]) == 0
    assert told == [[number]]


def test_forgetting_clears_the_speech_cache(shelf: None, tmp_path: Path) -> None:
    cache = SpeechCache()
    cache.put("a voice", 175, "The owl was asleep.", Pcm.silence(0.1, 16_000))
    assert main(["stories", "--forget", "1", "--yes"]) == 0
    assert not list((tmp_path / "cache").rglob("*.flac"))


@pytest.fixture
def learned() -> None:
    with Journal.open() as journal:
        for name in ("Xanthe", "Zoë Anna"):
            clip = Clips().keep(np.zeros(1600, dtype=np.int16), 16_000, words=name)
            LearnedName((name.casefold(),), clip).save(journal, name)


def known_by_ear() -> list[str]:
    with Journal.open() as journal:
        return [name for name in ("Xanthe", "Zoë Anna") if LearnedName.load(journal, name) is not None]


@pytest.mark.usefixtures("learned")
@pytest.mark.parametrize(
    ("words", "left"), [([], []), (["zoë  anna"], ["Xanthe"]), (["Xanthe"], ["Zoë Anna"]), (["Xanthe", "Zoë Anna"], [])]
)
def test_learned_names_can_be_forgotten(words: list[str], left: list[str]) -> None:
    half = Clips().folder / ".clip-0123456789ab.wav.part"
    half.write_bytes(b"the program was killed while it wrote this")
    assert main(["stories", "--forget-names", *words, "--yes"]) == 0
    assert known_by_ear() == left
    assert [Clips().words(clip) for clip in Clips()] == left
    assert not half.exists()


@pytest.mark.usefixtures("learned")
@pytest.mark.parametrize(("typed", "left"), [("yes\n", ["Zoë Anna"]), ("no\n", ["Xanthe", "Zoë Anna"])])
def test_forgetting_names_asks_first(
    typed: str, left: list[str], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stdin", Keyboard(typed))
    assert run(capsys, "--forget-names", "Xanthe")[1].startswith("Xanthe\nForget")
    assert known_by_ear() == left


@pytest.mark.usefixtures("learned")
@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["--forget-names"], "Add --yes if you are sure."),
        (["--forget-names", "Mia", "--yes"], "“Mia” was not learned by ear. These were: Xanthe, Zoë Anna."),
        (["Xanthe", "--forget-names", "--yes"], "narrator stories --forget-names Xanthe"),
    ],
)
def test_unknown_or_unconfirmed_names_are_not_forgotten(
    words: list[str], sentence: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("yes\n"))
    code, _, err = run(capsys, *words)
    assert code == 2
    assert sentence in err
    assert known_by_ear() == ["Xanthe", "Zoë Anna"]


# --- one file and back, and a player ---------------------------------------------------------------


@pytest.mark.usefixtures("shelf")
def test_restore_sets_older_games_aside(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    kept = titles()
    code, out, _ = run(capsys, "--backup", str(tmp_path / "games.zip"))
    assert (code, "holds 3 games and 0 recordings" in out) == (0, True)
    run(capsys, "--forget", "1", "--yes")
    code, out, _ = run(capsys, "--restore", str(tmp_path / "games.zip"))
    assert (code, "Restored: 3 games" in out, "What was here before lies in" in out) == (0, True, True)
    assert titles() == kept
    assert run(capsys, "--restore", str(tmp_path / "nothing.zip"))[0] == 1


@pytest.mark.usefixtures("shelf")
def test_player_is_forgotten_after_confirmation(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    for answer, left in (("no\n", 3), ("yes\n", 0)):
        monkeypatch.setattr("sys.stdin", Keyboard(answer))
        code, out, _ = run(capsys, "--forget-player", "Lily")
        assert (code, "This is kept of Lily: 3 games" in out) == (0, True)
        assert len(titles()) == left
    assert "Nothing is kept of anybody called Lily" in run(capsys, "--forget-player", "Lily", "--yes")[2]


def test_deleted_file_is_reported(shelf: None, home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (home / "narrator.sqlite").unlink()
    code, out, err = run(capsys)
    assert (code, out.splitlines()[0]) == (0, "3 stories, the newest first:")
    assert "The file of kept games was missing: three games came back from an automatic copy." in err
    for file in home.glob("narrator.sqlite*"):
        if file.is_file() and not file.name.endswith(".key"):
            file.unlink()
    code, out, err = run(capsys)
    assert "There is no story on the shelf yet." in out
    assert "The file of kept games is missing, so a new one was begun." in err


@pytest.mark.usefixtures("shelf")
def test_backup_and_restore_name_damaged_games(home: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    change(home / "narrator.sqlite", "UPDATE moves SET body = body || ' ' WHERE game = 2 AND number = 3")
    code, out, err = run(capsys, "--backup", str(tmp_path / "games.zip"))
    assert (code, "holds 3 games" in out) == (0, True)
    assert "Damaged games in this backup, of which only a part can be read: 2." in err
    code, out, err = run(capsys, "--restore", str(tmp_path / "games.zip"))
    assert (code, "Restored: 3 games" in out) == (0, True)
    assert "Damaged games in this backup, of which only a part can be read: 2." in err


@pytest.mark.usefixtures("shelf")
def test_full_disk_does_not_stop_listing(
    home: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The list stores notes about new stories, and goes on without them."""
    listed = run(capsys)[1]
    change(home / "narrator.sqlite", "DELETE FROM notes WHERE about IN ('spine', 'words')", keep_snapshots=True)
    with full_disk(monkeypatch):
        code, out, err = run(capsys)
        assert (code, out) == (0, listed)
        assert "The disk is full" in err
        assert "stories can be told, but nothing is kept" in err
        code, out, err = run(capsys, "--rename", "1", "Bees!")
        assert (code, "The disk is full" in err) == (1, True)
    assert run(capsys)[:2] == (0, listed)


@contextmanager
def full_disk(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Let every write fail: SQLite's statements, and ours beside it."""

    class Connection(sqlite3.Connection):
        def executemany(self, statement: str, *values: Any) -> sqlite3.Cursor:
            if self.execute("PRAGMA database_list").fetchone()[2]:  # not in memory
                error = sqlite3.OperationalError("database or disk is full")
                error.sqlite_errorcode = sqlite3.SQLITE_FULL
                raise error
            return super().executemany(statement, *values)

    def fail(*_: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    real = sqlite3.connect
    with monkeypatch.context() as full:
        full.setattr(sqlite3, "connect", lambda *words, **more: real(*words, **{"factory": Connection, **more}))
        full.setattr(disk, "write", fail)
        full.setattr(disk, "sync_file", fail)
        yield


# --- where nothing may be written ----------------------------------------------------------------

READING = {
    "3 stories, the newest first:": ["stories"],
    "“The Humming Parcel” (story 1) is in": ["export", "1", "--to", "html"],
    "The Humming Parcel\n": ["stories", "--text", "1"],
    "holds 3 games": ["stories", "--backup", "games.zip"],
    "tonight.mp3 is ready": ["bedtime", "1", "--out", "tonight.mp3", "--timer", "0.01", "--voice", "hibari"],
}
CHANGING = (["stories", "--rename", "1", "x"], ["stories", "--forget", "1", "--yes"])


@pytest.fixture
def public() -> Iterator[Path]:
    """Yield a folder that every account can enter, unlike pytest's own folders."""
    with TemporaryDirectory(dir="/tmp") as folder:
        Path(folder).chmod(0o755)
        yield Path(folder)


@pytest.mark.usefixtures("shelf")
@pytest.mark.parametrize("another", [False, True], ids=["its owner", "another account"])
def test_read_only_home_can_be_listed_told_and_exported(
    another: bool, home: Path, public: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    home = shutil.copytree(home, public / "home")
    for file in home.rglob("*"):
        file.chmod(0o555 if file.is_dir() else 0o444)
    home.chmod(0o555)
    elsewhere = public / "elsewhere"
    elsewhere.mkdir()
    elsewhere.chmod(0o777)
    monkeypatch.chdir(elsewhere)
    monkeypatch.setenv("NARRATOR_HOME", str(home))
    monkeypatch.setenv("NARRATOR_CACHE", str(elsewhere / "cache"))

    def look() -> str:
        for expected, words in READING.items():
            with redirect_stdout(io.StringIO()) as out, redirect_stderr(io.StringIO()) as err:
                code = main(words)
            said = out.getvalue() + err.getvalue()
            assert (code, expected in said, "nothing is kept" in said) == (0, True, True), (words, said)
        for words in CHANGING:
            with redirect_stdout(io.StringIO()), redirect_stderr(io.StringIO()) as err:
                assert main(words) == 1
            assert "may not write in the folder" in err.getvalue()
        return f"everything, as {os.getuid()}"

    before = {file: file.read_bytes() for file in home.rglob("*") if file.is_file()}
    answer = as_ordinary_user(look, another=another)
    home.chmod(0o755)
    assert answer.startswith("everything"), answer
    assert {file: file.read_bytes() for file in home.rglob("*") if file.is_file()} == before


def test_box_lists_the_stories_that_fit_the_words(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("NARRATOR_HOME", str(tmp_path))
    assert main(["stories", "--box", "scary"]) == 0
    listed = capsys.readouterr().out
    assert "Three Rules for One Night" in listed
    assert "The Puddle Pirates" not in listed
    assert main(["stories", "--box", "no such words"]) == 1
    assert "narrator stories --box" in capsys.readouterr().err
