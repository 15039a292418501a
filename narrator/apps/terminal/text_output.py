"""Plain text output: one printed line for each spoken line, for screen readers, braille displays and pipes."""

import os
from collections.abc import Sequence

from narrator.apps.terminal.output import SafeStream
from narrator.core.text import one_line
from narrator.language.lines.audience import BOOTH, EVERYBODY, TERMINAL, may_reach
from narrator.language.lines.outbox import SpokenLine
from narrator.speech.ports import LineOutput, TextOutput

ERASE_EVERYTHING = "\x1b[H\x1b[2J\x1b[3J"
"""Moves the cursor to the top and erases the screen and its history."""


class PlainTextOutput:
    """Prints lines on the terminal, and those for the booth in a private place, if there is one."""

    def __init__(self, room: TextOutput, private: TextOutput | None = None) -> None:
        self._room = room
        self._private = private
        self._eraser = SecretEraser(room)

    def say(self, lines: Sequence[SpokenLine]) -> None:
        print_private_lines(lines, self._private)
        shown = [line for line in lines if may_reach(line.audience, TERMINAL)]
        if shown:
            self._eraser.erase()
        for line in shown:
            print(one_line(line.text), file=self._room, flush=True)
        self._eraser.note(shown)

    def close(self) -> None:
        """Erase a secret that is still shown."""
        self._eraser.erase()


def print_private_lines(lines: Sequence[SpokenLine], private: TextOutput | None) -> None:
    """Print the lines for the player in the booth, if there is a private place for them."""
    for line in lines:
        if private is not None and line.audience != EVERYBODY and may_reach(line.audience, BOOTH):
            print(one_line(line.text), file=private, flush=True)


class PrivateTextOutput:
    """Prints only the lines for the booth, for games without a terminal."""

    def __init__(self, private: TextOutput) -> None:
        self._private = private

    def say(self, lines: Sequence[SpokenLine]) -> None:
        print_private_lines(lines, self._private)

    def close(self) -> None:
        """Leave the private output open; its owner closes it."""


class SecretEraser:
    """Erases a terminal on which one player has read something while the others looked away.

    A pipe or a file cannot be erased, nor can a terminal without escape sequences.
    """

    def __init__(self, terminal: TextOutput) -> None:
        self._terminal = terminal
        self._has_secret = False

    def note(self, shown: Sequence[SpokenLine]) -> None:
        """Remember whether one of these lines is a secret."""
        self._has_secret = self._has_secret or any(line.audience != EVERYBODY for line in shown)

    def erase(self) -> bool:
        """Erase the screen and what has scrolled off it, if a secret was shown; return whether it was erased."""
        had_secret, self._has_secret = self._has_secret, False
        if not had_secret or not is_erasable(self._terminal):
            return False
        raw = self._terminal.behind if isinstance(self._terminal, SafeStream) else self._terminal
        raw.write(ERASE_EVERYTHING)
        raw.flush()
        return True


def is_erasable(terminal: TextOutput) -> bool:
    """Return whether this is a terminal that understands escape sequences."""
    is_terminal = getattr(terminal, "isatty", lambda: False)
    return bool(is_terminal()) and os.environ.get("TERM") != "dumb"


class CombinedOutput:
    """Sends the same lines to several outputs."""

    def __init__(self, *outputs: LineOutput) -> None:
        self._outputs = outputs

    def say(self, lines: Sequence[SpokenLine]) -> None:
        for output in self._outputs:
            output.say(lines)

    def close(self) -> None:
        for output in self._outputs:
            output.close()
