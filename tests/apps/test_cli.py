"""The command line itself: output, exit codes, and what is imported at the start."""

import argparse
import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

from narrator.apps import cli
from narrator.apps.bedtime import settings
from narrator.apps.commands import _command_arguments as limits
from narrator.speech.tts import render
from tests.support.shell import TIMEOUT_S


def narrator(*words: str, output: int) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        [sys.executable, "-m", "narrator", *words],
        stdin=subprocess.DEVNULL,
        stdout=output,
        stderr=subprocess.PIPE,
        encoding="utf-8",
        timeout=TIMEOUT_S,
        check=False,
    )


@pytest.mark.parametrize("words", [["--help"], ["stories"]])
def test_closed_output_is_not_an_error(words: list[str]) -> None:
    reading, writing = os.pipe()
    os.close(reading)
    try:
        done = narrator(*words, output=writing)
    finally:
        os.close(writing)
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no /dev/full")
def test_full_disk_is_reported_in_a_sentence() -> None:
    with Path("/dev/full").open("w") as full:
        done = narrator("stories", output=full.fileno())
    assert done.returncode == 1
    assert done.stderr == "narrator: the output cannot be written (No space left on device).\n"


PRINT_MODULES_AT_FIRST_OUTPUT = """
import os, sys
from narrator.apps.cli import main

class FirstOutput:
    def write(self, text):
        print(*sys.modules, file=sys.stderr, flush=True)
        os._exit(0)

    def isatty(self):
        return False

sys.stdout = FirstOutput()
main(sys.argv[1:])
"""


@pytest.mark.parametrize(
    ("words", "late"),
    [
        (["--version"], {"narrator.core.game", "narrator.apps.commands.play"}),
        (["play", "--help"], {"pydantic", "numpy", "babel", "narrator.apps.commands.play", "narrator.dialog.session"}),
        (["export", "--help"], {"pydantic", "numpy", "babel", "narrator.apps.commands.export", "narrator.speech.tts"}),
        (["stories"], {"numpy", "rich", "hassil", "rapidfuzz", "narrator.games.dixit.rules"}),
        (
            ["play", "--ears", "typed", "--voice", "printed"],
            {"numpy", "soundfile", "rich", "hassil", "rapidfuzz", "unicode_rbnf", "narrator.games.dixit.rules"},
        ),
        (
            ["play", "cat", "dice", "--players", "Lily 6, Nick 8", "--ears", "typed", "--voice", "printed"],
            {"numpy", "soundfile", "rich", "rapidfuzz", "narrator.games.dixit.rules", "narrator.apps.commands.doctor"},
        ),
    ],
    ids=["version", "help", "help with an export", "stories", "play", "a game"],
)
def test_slow_modules_are_not_imported_before_the_first_output(words, late, tmp_path):
    home = os.environ | {"NARRATOR_HOME": str(tmp_path)}
    command = [sys.executable, "-c", PRINT_MODULES_AT_FIRST_OUTPUT, *words]
    with subprocess.Popen(command, env=home, stdin=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as narrator:
        assert narrator.stderr is not None
        loaded = set(narrator.stderr.read().split())
    assert "narrator.apps.cli" in loaded
    assert not late & loaded


def test_limits_in_the_help_are_those_of_the_voices():
    assert (limits.SLOWEST, limits.FASTEST) == (render.MIN_WORDS_PER_MINUTE, render.MAX_WORDS_PER_MINUTE)
    assert (limits.SOFTEST, limits.LOUDEST) == (
        settings.MIN_BEDTIME_VOLUME,
        settings.MAX_BEDTIME_VOLUME,
    )


def test_ctrl_c_while_a_class_is_created_stops_the_command(monkeypatch: pytest.MonkeyPatch) -> None:
    class Interrupting:
        def __set_name__(self, owner: type, name: str) -> None:
            raise KeyboardInterrupt

    def build_parser(words: Sequence[str]) -> argparse.ArgumentParser:
        type("Class", (), {"attribute": Interrupting()})
        raise AssertionError

    monkeypatch.setattr(cli, "build_parser", build_parser)
    assert cli.run([]) == 130
