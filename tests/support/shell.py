"""`narrator` as a shell sees it, without starting a process: what it prints, what it complains of, and its number."""

import io
import sys
import threading
from dataclasses import dataclass
from tempfile import TemporaryFile

import pytest

from narrator.apps.cli import main

PATIENCE = 120
"""Seconds; a machine may be busy."""


@dataclass(frozen=True)
class Done:
    returncode: int
    stdout: str
    stderr: str


def narrator(*words: str, typed: str = "") -> Done:
    """The whole command, with everything typed at once. What concerns the process itself needs one of its own."""
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
                thread.join(PATIENCE)  # it may still read from the keyboard
    said, complained = (stream.buffer.getvalue().decode() for stream in (out, err))
    return Done(code, said, complained)
