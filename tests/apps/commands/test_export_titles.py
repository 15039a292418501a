"""Exported files are named after the story: any title makes a safe name in the right folder."""

import shutil
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from mutagen.mp3 import MP3
from pathvalidate import is_valid_filename

from narrator.apps.cli import main
from narrator.apps.export.mp3 import MAX_FILE_NAME_BYTES, safe_file_name
from narrator.storage.journal import Journal
from narrator.storage.library.library import TITLE_NOTE
from tests.apps.export.sample_stories import play_game
from tests.apps.terminal.test_output import control_characters

FAST = ("--voice", "hibari", "--rate", "500")
TITLES = {
    "up": "..",
    "further up": "../../../up",
    "up on Windows": r"..\..\up",
    "absolute": "/etc/narrator",
    "a drive": r"C:\narrator",
    "a device": "CON",
    "a device with an ending": "nul.tar",
    "a device with a space": "NUL .x",
    "a device and spaces": "con" + 90 * " " + "x",
    "long": 300 * "a",
    "long in bytes": 300 * "猫",
    "long in emoji": 100 * "👩\u200d🚀",
    "right to left": "שלום עולם",
    "turned round": "owl\u202egnp.exe",
    "nothing": "",
    "dots": "...",
    "spaces": "   ",
    "dots and spaces": " . . ",
    "signs only": '*?<>|"',
    "hidden": ".owl",
    "an option": "-rf",
    "home": "~",
    "lines": "owl\n../../up\n#EXTM3U",
    "escapes": "\x1b[2J\x07owl",
    "emoji": "🦉",
}


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("home")
    assert play_game(folder, answers=2) == 1
    return folder


def all_paths(folder: Path) -> set[Path]:
    return {path.relative_to(folder) for path in folder.rglob("*")}


def export_with_title(title: str, home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, *words: str) -> Path:
    """Export the story under this title, and return the only path that was written."""
    data_folder, here = tmp_path / "data", tmp_path / "a" / "b" / "here"
    shutil.copytree(home, data_folder)
    here.mkdir(parents=True)
    monkeypatch.chdir(here)
    monkeypatch.setenv("NARRATOR_HOME", str(data_folder))
    monkeypatch.setenv("NARRATOR_CACHE", str(home / "cache"))
    with Journal.open(data_folder / "narrator.sqlite") as journal:
        journal.save_note(TITLE_NOTE, 1, title)
    before = all_paths(tmp_path / "a")
    assert main(["export", "1", *words]) == 0
    new = all_paths(tmp_path / "a") - before
    (made,) = here.iterdir()
    assert all((tmp_path / "a" / path).is_relative_to(made) for path in new)
    return made


def is_safe(name: str) -> bool:
    return (
        is_valid_filename(name, platform="universal", max_len=MAX_FILE_NAME_BYTES + 10)
        and name[0] not in ".-~ "
        and control_characters(name) == []
    )


@pytest.mark.parametrize("title", TITLES.values(), ids=TITLES)
def test_page_gets_a_safe_name(title: str, home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    made = export_with_title(title, home, tmp_path, monkeypatch, "--to", "html")
    assert is_safe(made.name)
    assert made.suffix == ".html"
    assert made.read_text("utf-8").startswith("<!DOCTYPE html>")


KINDS = {
    "epub": (("--to", "epub"), ".epub"),
    "daisy": (("--to", "daisy"), ".zip"),
    "mp3": (("--to", "mp3"), ".mp3"),
    "folder": (("--to", "mp3", "--folder"), ""),
}
HARD = ("further up", "absolute", "a device", "long in emoji", "turned round", "dots", "home", "lines")


CASES = [*((title, "folder") for title in HARD), *zip(HARD, ("epub", "daisy", "mp3"), strict=False)]
"""Files in a folder are named differently, so more titles are tried; the other formats are named like pages."""


@pytest.mark.parametrize(("name", "kind"), CASES)
def test_every_format_gets_a_safe_name(
    name: str, kind: str, home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    words, ending = KINDS[kind]
    made = export_with_title(TITLES[name], home, tmp_path, monkeypatch, *words, *FAST)
    assert is_safe(made.name)
    assert made.name.endswith(ending)
    if kind == "folder":
        names = [path.name for path in made.iterdir()]
        assert all(is_safe(name) for name in names)
        (playlist,) = made.glob("*.m3u8")
        listed = [line for line in playlist.read_text("utf-8").splitlines() if not line.startswith("#")]
        assert sorted([*listed, playlist.name]) == sorted(names)
    elif kind == "mp3":
        assert MP3(made).info.length > 0


@given(st.text(max_size=200))
def test_any_title_makes_a_safe_name(title: str) -> None:
    name = safe_file_name(title)
    assert len(name.encode()) <= MAX_FILE_NAME_BYTES + 1
    assert name == "" or is_safe(name)
