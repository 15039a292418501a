"""`narrator`, and the shell that it was called from."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.shell import PATIENCE


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
    assert done.stderr == "narrator: there is no room for what I have to say (No space left on device).\n"
