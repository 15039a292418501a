"""The README is true: its commands work in the given order, its game can be played, and its lines are short."""

import re
import shlex
from pathlib import Path

import pytest

from narrator.apps.demo.text_demo import print_demo
from narrator.storage.journal import Journal
from tests.storage.library.games import options, play
from tests.support.shell import narrator

README = Path(__file__).parents[1] / "README.md"


def commands() -> list[list[str]]:
    fenced = re.findall(r"^```(\w*)\n(.*?)^```", README.read_text("utf-8"), re.DOTALL | re.MULTILINE)
    blocks = [block for language, block in fenced if not language]
    lines = (line.split(" #")[0].strip() for block in blocks for line in block.splitlines())
    return [shlex.split(line)[1:] for line in lines if line.startswith("narrator ")]


def test_game_in_the_readme_can_still_be_played(capsys: pytest.CaptureFixture[str]) -> None:
    """If the lines have changed, take eight new ones from `narrator demo storytellers --text --seed evening`."""
    print_demo("storytellers", seed="evening")
    played = [line for line in capsys.readouterr().out.splitlines() if line]
    shown = re.findall(r"```text\n(.*?)\n```", README.read_text("utf-8"), re.DOTALL)[0].splitlines()
    start = played.index(shown[0])
    assert played[start : start + 8] == shown


def test_readme_lines_are_short_and_its_sound_is_small() -> None:
    assert max(map(len, README.read_text("utf-8").splitlines())) <= 120
    assert (README.parent / "docs/two-minutes.mp3").stat().st_size < 600_000


def test_commands_of_the_readme_work(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert len(commands()) >= 6
    monkeypatch.setenv("NARRATOR_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("NARRATOR_CACHE", str(tmp_path / "cache"))
    monkeypatch.chdir(tmp_path)
    with Journal.open() as journal:  # with a finished game
        play(journal, "storytellers", options("storytellers"))
    for command in commands():
        done = narrator(*command, typed="no\nI want to stop\n")
        assert done.returncode == 0, (command, done.stdout, done.stderr)
        assert done.stdout
