"""The README runs: every `narrator …` command in it does what a reader expects, in the order in which they stand."""

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

from narrator.keep.journal import Journal
from tests.shelf.games import options, play

README = Path(__file__).parents[1] / "README.md"


def commands() -> list[list[str]]:
    blocks = re.findall(r"```\n(.*?)```", README.read_text("utf-8"), re.DOTALL)
    lines = (line.split(" #")[0].strip() for block in blocks for line in block.splitlines())
    return [shlex.split(line)[1:] for line in lines if line.startswith("narrator ")]


def test_every_command_of_the_readme_works(tmp_path: Path) -> None:
    assert len(commands()) >= 6
    with Journal.open(tmp_path / "home" / "narrator.sqlite") as journal:  # a family that has played before
        play(journal, "storytellers", options("storytellers"))
    environment = {
        **os.environ,
        "NARRATOR_HOME": str(tmp_path / "home"),
        "NARRATOR_CACHE": str(tmp_path / "cache"),
        "PYTHONPATH": str(README.parent),
    }
    for command in commands():
        done = subprocess.run(
            [sys.executable, "-m", "narrator", *command],
            input="no\nI want to stop\n",
            capture_output=True,
            encoding="utf-8",
            cwd=tmp_path,
            env=environment,
            timeout=120,
            check=False,
        )
        assert done.returncode == 0, (command, done.stdout, done.stderr)
        assert "Traceback" not in done.stderr
        assert done.stdout


def test_both_commands_for_a_fresh_machine_are_there() -> None:
    text = README.read_text("utf-8")
    makefile = (README.parent / "Makefile").read_text("utf-8")
    for target in ("play", "test", "demo"):
        assert f"make {target}" in text
        assert f"\n{target}: setup\n" in makefile
