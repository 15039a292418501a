"""Run `narrator` in this process, and return its output, its errors and its exit code."""

import io
import sys
import threading
from dataclasses import dataclass
from tempfile import TemporaryFile

import pytest

from narrator.apps.cli import main

TIMEOUT_S = 120
"""Wait this long for a command or its keyboard thread; the machine may be busy."""


@dataclass(frozen=True)
class Done:
    returncode: int
    stdout: str
    stderr: str


def narrator(*words: str, typed: str = "") -> Done:
    """Run a command with this text as standard input. Tests of signals and exits need a real process instead."""
    out, err = (io.TextIOWrapper(io.BytesIO(), encoding="utf-8", write_through=True) for _ in range(2))
    with TemporaryFile() as keyboard, pytest.MonkeyPatch.context() as patch:
        keyboard.write(typed.encode())
        keyboard.seek(0)
        patch.setattr(sys, "stdin", io.TextIOWrapper(keyboard, encoding="utf-8"))
        patch.setattr(sys, "stdout", out)
        patch.setattr(sys, "stderr", err)
        code = main(words)
        for thread in threading.enumerate():
            if thread.name == "keyboard":
                thread.join(TIMEOUT_S)  # it may still read from the keyboard
    said, complained = (stream.buffer.getvalue().decode() for stream in (out, err))
    return Done(code, said, complained)
