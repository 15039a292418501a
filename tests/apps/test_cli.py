"""`narrator`, and the shell that it was called from."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from narrator.apps.bedtime import settings
from narrator.apps.commands import _command_arguments as limits
from narrator.speech.tts import render
from tests.support.shell import PATIENCE


def narrator(*words: str, output: int) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        [sys.executable, "-m", "narrator", *words],
        stdin=subprocess.DEVNULL,
        stdout=output,
        stderr=subprocess.PIPE,
        encoding="utf-8",
        timeout=PATIENCE,
        check=False,
    )


@pytest.mark.parametrize("words", [["--help"], ["stories"]])
def test_a_reader_who_is_gone_before_the_first_word_is_no_accident(words: list[str]) -> None:
    reading, writing = os.pipe()
    os.close(reading)
    try:
        done = narrator(*words, output=writing)
    finally:
        os.close(writing)
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no disk that is always full")
def test_no_room_for_what_is_printed_is_a_sentence() -> None:
    with Path("/dev/full").open("w") as full:
        done = narrator("stories", output=full.fileno())
    assert done.returncode == 1
    assert done.stderr == "narrator: the output cannot be written (No space left on device).\n"


FIRST_WORD = """
import os, sys
from narrator.apps.cli import main

class Listener:
    def write(self, text):
        print(*sys.modules, file=sys.stderr, flush=True)
        os._exit(0)

    def isatty(self):
        return False

sys.stdout = Listener()
main(sys.argv[1:])
"""


@pytest.mark.parametrize(
    ("words", "late"),
    [
        (["--version"], {"narrator.core.game", "narrator.apps.commands.play"}),
        (["play", "--help"], {"pydantic", "numpy", "babel", "narrator.apps.commands.play", "narrator.dialog.session"}),
        (["export", "--help"], {"pydantic", "numpy", "babel", "narrator.apps.commands.export", "narrator.voices"}),
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
def test_the_first_word_waits_for_nothing_that_is_needed_later(words, late, tmp_path):
    home = os.environ | {"NARRATOR_HOME": str(tmp_path)}
    command = [sys.executable, "-c", FIRST_WORD, *words]
    with subprocess.Popen(command, env=home, stdin=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as narrator:
        assert narrator.stderr is not None
        loaded = set(narrator.stderr.read().split())
    assert "narrator.apps.cli" in loaded
    assert not late & loaded


def test_the_help_names_the_limits_that_the_voices_have():
    assert (limits.SLOWEST, limits.FASTEST) == (render.MIN_WORDS_PER_MINUTE, render.MAX_WORDS_PER_MINUTE)
    assert (limits.SOFTEST, limits.LOUDEST) == (
        settings.MIN_BEDTIME_VOLUME,
        settings.MAX_BEDTIME_VOLUME,
    )
