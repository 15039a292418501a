"""The shared keyboard: keys of the booth are never shown, everything else is typed as usual."""

import os
import pty
import re
import select
import signal
import subprocess
import sys
import termios
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from narrator.apps.terminal.booth_keyboard import LineEditor
from tests.support.shell import TIMEOUT_S

RIVALS = (
    *("play", "storytellers", "--mode", "basic", "--players", "Lily 9, Nick 8, Julie 9", "--story", "lighthouse"),
    *("--no-practice", "--seed", "table", "--privacy", "booth", "--plain", "--ears", "typed", "--voice", "printed"),
)


def typed(keys: str) -> tuple[str, list[str]]:
    """Return what is shown for these keys, and the lines they make."""
    editor = LineEditor()
    answers = [editor.type(key) for key in keys]
    return "".join(shown for shown, _ in answers), [line for _, line in answers if line is not None]


# --- the line ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("keys", "shown", "lines"),
    [
        ("one\n", "one\n", ["one"]),
        ("#3\r", "#\n", ["#3"]),
        ("# 12\n", "#\n", ["# 12"]),
        ("room 3\n#4\nyes\n", "room 3\n#\nyes\n", ["room 3", "#4", "yes"]),
        ("#3\x7f4\n", "#\n", ["#4"]),
        ("#3\x7f\x7fno\n", "#\b \bno\n", ["no"]),
        ("#123\x15yes\n", "#\b \byes\n", ["yes"]),
        ("twp\x7fo\n", "twp\b \bo\n", ["two"]),
        ("one two\x17six\n", "one two" + 3 * "\b \b" + "six\n", ["one six"]),
        ("one  \x17six\n", "one  " + 5 * "\b \b" + "six\n", ["six"]),
        ("\x7f\x15\x17a\n", "a\n", ["a"]),
        ("猫\x7fa\n", "猫\b \b\b \ba\n", ["a"]),
        ("e\u0301\x7fa\n", "e\u0301\b \ba\n", ["a"]),
        ("\x1b[A\x1b[1;5D\x1bOPa\x1b[3~b\n", "ab\n", ["ab"]),
        ("yes\x1b\nno\x1b[\n", "yes\nno\n", ["yes", "no"]),
        ("a\tb\x07\x00\u202e\n", "a b\n", ["a b"]),
    ],
)
def test_line_editing_hides_keys_of_the_booth(keys: str, shown: str, lines: list[str]) -> None:
    assert typed(keys) == (shown, lines)


@given(st.text(st.sampled_from("0123456789 abc#\x7f\x17\x1b[")))
def test_nothing_typed_after_the_mark_is_shown(keys: str) -> None:
    shown, (line,) = typed(f"#{keys}\n")
    if line.startswith("#"):
        *_, last = re.split("\b \b", shown)
        assert last in ("#\n", "\n")
    assert set(typed("#" + "".join(sign for sign in keys if sign not in "\x7f\x17"))[0]) == {"#"}


def test_ctrl_d_ends_the_input_only_on_an_empty_line() -> None:
    editor = LineEditor()
    for key in "a\x04":
        editor.type(key)
    assert not editor.has_ended
    for key in "\n\x04":
        editor.type(key)
    assert editor.has_ended


# --- on a real terminal --------------------------------------------------------------------------


class Terminal:
    """A pseudo-terminal with a running program."""

    def __init__(self, *arguments: str) -> None:
        self.ours, theirs = pty.openpty()
        self.theirs = theirs
        self.before = termios.tcgetattr(theirs)
        self.shown = ""
        self.process = subprocess.Popen(
            [sys.executable, "-m", "narrator", *arguments], stdin=theirs, stdout=theirs, stderr=theirs
        )

    def wait_for(self, words: str) -> str:
        """Wait for these words, and return what was shown before them."""
        until = time.monotonic() + TIMEOUT_S
        while words not in self.shown and time.monotonic() < until:
            if select.select([self.ours], [], [], 0.1)[0]:
                self.shown += os.read(self.ours, 65536).decode()
        before, found, self.shown = self.shown.partition(words)
        assert found, f"{words!r} was never shown, but {before!r}"
        return before

    def types(self, keys: str) -> None:
        os.write(self.ours, keys.encode())

    @property
    def has_echo(self) -> bool:
        return bool(termios.tcgetattr(self.theirs)[3] & termios.ECHO)


@pytest.fixture
def booth(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[Terminal, Path]]:
    monkeypatch.setenv("NARRATOR_HOME", str(tmp_path / "home"))
    private = tmp_path / "booth.txt"
    terminal = Terminal(*RIVALS, "--private", str(private))
    yield terminal, private
    terminal.process.kill()
    terminal.process.wait()
    os.close(terminal.ours)
    os.close(terminal.theirs)


def wait_for_private(private: Path, words: str) -> None:
    until = time.monotonic() + TIMEOUT_S
    while words not in private.read_text("utf-8") and time.monotonic() < until:
        time.sleep(0.05)
    assert words in private.read_text("utf-8")


def test_terminal_never_shows_a_key_of_the_booth(booth: tuple[Terminal, Path]) -> None:
    terminal, private = booth
    terminal.wait_for("Lily, the booth is yours")
    assert not terminal.has_echo
    terminal.types("#7\r")
    wait_for_private(private, "Press the number")
    terminal.types("#8\x7f3\r")
    wait_for_private(private, "again")
    terminal.types("whose turn\r")
    seen = terminal.wait_for("whose turn")  # other input is shown as it is typed
    assert seen.count("#") == 2
    assert re.search("[0-9]", seen.replace("\r", "")) is None
    terminal.types("#3\r")
    seen = terminal.wait_for("has chosen")
    assert "3" not in seen


@pytest.mark.parametrize("leaving", ["goodbye\ryes\r", "\x03", "\x04"])
def test_terminal_is_restored_at_the_end(booth: tuple[Terminal, Path], leaving: str) -> None:
    terminal, _ = booth
    terminal.wait_for("Lily, the booth is yours")
    terminal.types(leaving)
    if leaving == "\x03":
        time.sleep(0.2)
        terminal.process.send_signal(signal.SIGINT)  # the pty is not its controlling terminal
    terminal.process.wait(TIMEOUT_S)
    assert termios.tcgetattr(terminal.theirs) == terminal.before


@pytest.mark.parametrize(
    "numbers", [[signal.SIGTERM], [signal.SIGHUP], [signal.SIGQUIT], [signal.SIGTERM, signal.SIGHUP, signal.SIGTERM]]
)
@pytest.mark.parametrize("early", [True, False])
def test_terminal_is_restored_after_a_signal(booth: tuple[Terminal, Path], numbers: list[int], early: bool) -> None:
    """Even before the first line, as soon as the echo is off, and even after several signals."""
    terminal, _ = booth
    if not early:
        terminal.wait_for("Lily, the booth is yours")
    until = time.monotonic() + TIMEOUT_S
    while terminal.has_echo and time.monotonic() < until:
        time.sleep(0.001)
    assert not terminal.has_echo
    for number in numbers:
        terminal.process.send_signal(number)
        time.sleep(0.005)
    terminal.process.wait(TIMEOUT_S)
    assert termios.tcgetattr(terminal.theirs) == terminal.before


def test_echo_is_switched_off_again(booth: tuple[Terminal, Path]) -> None:
    """A shell switches it on while the program is suspended with Ctrl-Z."""
    terminal, _ = booth
    terminal.wait_for("Lily, the booth is yours")
    termios.tcsetattr(terminal.theirs, termios.TCSANOW, terminal.before)
    until = time.monotonic() + TIMEOUT_S
    while terminal.has_echo and time.monotonic() < until:
        time.sleep(0.05)
    assert not terminal.has_echo
