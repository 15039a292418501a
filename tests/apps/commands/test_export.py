"""`narrator export` from the command line."""

import os
import re
import signal
import subprocess
import sys
import time
import zipfile
from pathlib import Path

import pytest
from mutagen.mp3 import MP3

from narrator.apps.cli import main
from narrator.speech.tts import phonemes, system
from tests.apps.export.sample_stories import play_game

ANSWERS = 14
"""Only a part of a game, which is enough for two chapters."""
FAST = ("--voice", "hibari", "--rate", "500")
EXIT_CODES = {signal.SIGINT: 130, signal.SIGTERM: 143, signal.SIGKILL: -signal.SIGKILL}


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("home")
    assert play_game(folder, answers=ANSWERS) == 1
    return folder


@pytest.fixture
def here(home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return an empty working folder. The data folder has one story."""
    folder = tmp_path / "here"
    folder.mkdir()
    monkeypatch.chdir(folder)
    monkeypatch.setenv("NARRATOR_HOME", str(home))
    monkeypatch.setenv("NARRATOR_CACHE", str(home / "cache"))
    return folder


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def test_story_is_exported_in_every_format(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for kind in ("html", "epub", "daisy", "mp3", "m4b", "taf"):
        assert main(["export", "newest", "--to", kind, *FAST]) == 0
    title = re.findall("“(.*?)”", capsys.readouterr().out)[0]
    assert names(here) == sorted(f"{title}.{ending}" for ending in ("epub", "html", "m4b", "mp3", "taf", "zip"))
    chapters = MP3(here / f"{title}.mp3").tags.getall("CHAP")
    daisy = zipfile.ZipFile(here / f"{title}.zip").read("ncc.html").decode()
    page = (here / f"{title}.html").read_text("utf-8")
    assert len(chapters) > 2
    for chapter in chapters:
        heading = chapter.sub_frames["TIT2"].text[0]
        assert f">{heading}</a></h1>" in daisy
        assert f">{heading}</h" in page


def test_mp3_folder_has_numbered_files(here: Path) -> None:
    assert main(["export", "1", "--to", "mp3", "--folder", "-o", "tape", *FAST]) == 0
    assert names(here) == ["tape"]
    *songs, playlist = sorted(names(here / "tape"), key=lambda name: (name.endswith("m3u8"), name))
    assert playlist.endswith(".m3u8")
    assert [MP3(here / "tape" / song).tags["TRCK"].text[0].partition("/")[0] for song in songs] == [
        str(number) for number in range(1, len(songs) + 1)
    ]


def test_yoto_folder_can_be_replaced(here: Path) -> None:
    for options in ([], ["--force"]):
        assert main(["export", "1", "--to", "yoto", "-o", "card", *FAST, *options]) == 0
    assert "cover.jpg" in names(here / "card")


def test_existing_file_is_overwritten_only_with_force(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    command = ["export", "1", "--to", "html", "-o", "book.html"]
    (here / "book.html").write_text("mine")
    assert main(command) == 1
    assert "already exists" in capsys.readouterr().err
    assert (here / "book.html").read_text() == "mine"
    assert main([*command, "--force"]) == 0
    assert "<main>" in (here / "book.html").read_text("utf-8")


def test_file_in_a_folder_is_named_after_the_story(here: Path) -> None:
    (here / "books").mkdir()
    assert main(["export", "1", "--to", "html", "-o", "books"]) == 0
    (book,) = names(here / "books")
    assert book.endswith(".html")


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["77", "--to", "html"], "no story number 77"),
        (["the", "zeppelin", "of", "cheese", "--to", "html"], "No story matches"),
        (["1", "--to", "html", "-o", "no/book.html"], "There is no folder no"),
        (["1", "--to", "epub", "--folder"], "Only MP3 can be written as a folder"),
    ],
)
def test_error_is_reported_and_nothing_written(
    here: Path, capsys: pytest.CaptureFixture[str], words: list[str], message: str
) -> None:
    assert main(["export", *words]) in (1, 2)
    assert message in capsys.readouterr().err
    assert names(here) == []


def test_impossible_rate_is_refused(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["export", "1", "--to", "mp3", "--rate", "9000"])
    assert "from 80 to 500" in capsys.readouterr().err


def test_large_print_works_without_a_voice(
    here: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(phonemes, "is_hibari_installed", lambda: False)
    monkeypatch.setattr(system, "is_system_voice_installed", lambda: False)
    monkeypatch.setattr("narrator.apps.export.narration.why_no_kokoro", lambda: "It is not installed.")
    assert main(["export", "1", "--to", "mp3"]) == 1
    assert "--to html" in capsys.readouterr().err
    assert names(here) == []
    assert main(["export", "1", "--to", "html"]) == 0


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells which libraries a process has loaded")
@pytest.mark.parametrize("number", EXIT_CODES, ids=lambda number: number.name)
def test_stopped_export_leaves_no_file(here: Path, tmp_path: Path, number: signal.Signals) -> None:
    environment = {**os.environ, "NARRATOR_CACHE": str(tmp_path / "cache"), "TMPDIR": str(tmp_path)}
    command = [sys.executable, "-m", "narrator", "export", "1", "--to", "epub", "--voice", "hibari"]
    with subprocess.Popen(command, stderr=subprocess.PIPE, env=environment) as export:
        while export.poll() is None and "onnxruntime" not in Path(f"/proc/{export.pid}/maps").read_text():
            time.sleep(0.01)  # until the voice is loaded, which then speaks for a second or more
        export.send_signal(number)
        assert export.stderr is not None
        assert b"Traceback" not in export.stderr.read()
        assert export.wait() == EXIT_CODES[number]
    assert names(here) == []
    if number is not signal.SIGKILL:  # which leaves no chance to clean up
        assert not list(tmp_path.glob("narrator-*"))
    assert main(["export", "1", "--to", "html"]) == 0, "the library is unchanged"
