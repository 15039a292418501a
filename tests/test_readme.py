"""Every `narrator …` command in the README works, in the given order."""

import re
import shlex
from pathlib import Path

import pytest

from narrator.storage.journal import Journal
from tests.storage.library.games import options, play
from tests.support.shell import narrator

README = Path(__file__).parents[1] / "README.md"


def commands() -> list[list[str]]:
    blocks = re.findall(r"```\n(.*?)```", README.read_text("utf-8"), re.DOTALL)
    lines = (line.split(" #")[0].strip() for block in blocks for line in block.splitlines())
    return [shlex.split(line)[1:] for line in lines if line.startswith("narrator ")]


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
