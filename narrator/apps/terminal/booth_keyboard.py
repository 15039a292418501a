"""A keyboard that the booth and the room share: what is typed after a `#` is a secret, so it is not shown.

A terminal shows what is typed by itself (echo), and cannot make an exception. So while the booth is in use its echo is
off, every sign is read as it comes, and the line is shown and edited here, as the terminal would: letters, rubbing
out, Ctrl-W, Ctrl-U, Ctrl-D. Ctrl-C stays the terminal's own. Games without a booth never get here.
"""

import codecs
import os
import select
import sys
import threading
import unicodedata
from collections.abc import Iterator
from contextlib import suppress
from typing import TextIO

from narrator.core.text import printable

KEYPAD = "#"
"""What follows it at the beginning of a line was pressed in the booth."""
SEEN = "What is typed after # can be seen here. For the booth, rather use a number pad of its own, with --keypad."
LOOK = 0.5
"""Seconds. So often it is looked whether the echo is still off: a shell turns it on while the program is stopped."""
ENTER, RUB_OUT, RUB_OUT_WORD, RUB_OUT_LINE, END = "\r\n", "\x7f\b", "\x17", "\x15", "\x04"
ESCAPE = "\x1b"


class LineEditor:
    """One line after another, sign by sign."""

    def __init__(self) -> None:
        self._signs: list[str] = []
        self._escaped = ""
        self.ended = False

    def type(self, sign: str) -> tuple[str, str | None]:
        """What the terminal is to show for this key, and the line, once it is complete."""
        if sign in ENTER:
            line, self._signs, self._escaped = "".join(self._signs), [], ""
            return "\n", line
        if self._escaped or sign == ESCAPE:
            self._skip(sign)
            return "", None
        if sign in RUB_OUT:
            return self._rub_out(), None
        if sign == RUB_OUT_LINE:
            return "".join(self._rub_out() for _ in self._signs[:]), None
        if sign == RUB_OUT_WORD:
            blank = "".join(self._rub_out() for _ in range(len(self._signs) - len("".join(self._signs).rstrip())))
            return blank + "".join(self._rub_out() for _ in "".join(self._signs).rpartition(" ")[2]), None
        if sign == END:
            self.ended = not self._signs
            return "", None
        sign = " " if sign == "\t" else sign
        if printable(sign) != sign:
            return "", None
        self._signs.append(sign)
        return (sign if self._shown(len(self._signs) - 1) else ""), None

    def _shown(self, place: int) -> bool:
        return place == 0 or self._signs[0] != KEYPAD

    def _rub_out(self) -> str:
        """The last letter, with its accents."""
        gone = ""
        while self._signs:
            shown = self._shown(len(self._signs) - 1)
            sign = self._signs.pop()
            gone = sign + gone if shown else gone
            if not unicodedata.combining(sign):
                break
        from rich.cells import cell_len  # noqa: PLC0415 - the first word need not wait for it

        return "\b \b" * cell_len(gone)

    def _skip(self, sign: str) -> None:
        """Arrows and the like come as an escape sequence, and mean nothing here."""
        self._escaped += sign
        in_sequence = self._escaped[1:2] in ("", "[", "O")
        if not in_sequence or (len(self._escaped) > 2 and "@" <= sign <= "~"):
            self._escaped = ""


if sys.platform == "win32":
    import _thread
    import msvcrt

    class BoothKeyboard:
        """The console of Windows, which shows nothing of what is read sign by sign."""

        def __init__(self, keyboard: TextIO) -> None:
            self._editor = LineEditor()

        def __iter__(self) -> Iterator[str]:
            while not self._editor.ended:
                sign = msvcrt.getwch()
                if sign in "\x00\xe0":
                    msvcrt.getwch()  # an arrow or the like is two
                elif sign == "\x03":
                    _thread.interrupt_main()
                else:
                    shown, line = self._editor.type(END if sign == "\x1a" else sign)
                    for each in shown.replace("\n", "\r\n"):
                        msvcrt.putwch(each)
                    if line is not None:
                        yield line

        def hush(self) -> None:
            """Nothing to do."""

        def close(self) -> None:
            """Nothing to do: the console is as it was."""

else:
    import termios

    class BoothKeyboard:
        """A terminal without its own echo, from `hush` to `close`. Raises `OSError` where that cannot be had."""

        def __init__(self, keyboard: TextIO) -> None:
            self._keyboard = keyboard
            self._terminal = keyboard.fileno()
            self._closed = False
            self._lock = threading.Lock()
            try:
                self._before = termios.tcgetattr(self._terminal)
                self._screen = os.open(os.ttyname(self._terminal), os.O_WRONLY | os.O_NOCTTY)
            except termios.error as error:
                raise OSError(*error.args) from error

        def __iter__(self) -> Iterator[str]:
            letters = codecs.getincrementaldecoder(self._keyboard.encoding or "utf-8")("replace")
            editor = LineEditor()
            while self._still_hushed():
                if not select.select([self._terminal], [], [], LOOK)[0]:
                    continue
                typed = os.read(self._terminal, 1024)
                if not typed:
                    return
                for sign in letters.decode(typed):
                    shown, line = editor.type(sign)
                    self._show(shown)
                    if editor.ended:
                        return
                    if line is not None:
                        yield line

        def close(self) -> None:
            """The terminal as it was."""
            with self._lock, suppress(termios.error):
                if not self._closed:
                    termios.tcsetattr(self._terminal, termios.TCSANOW, self._before)
                    os.close(self._screen)
                self._closed = True

        def _show(self, shown: str) -> None:
            with self._lock:
                if not self._closed:
                    os.write(self._screen, shown.encode(errors="replace"))

        def _still_hushed(self) -> bool:
            """False once it is closed, or the terminal is gone."""
            with self._lock, suppress(OSError):
                if not self._closed:
                    self.hush()
                    return True
            return False

        def hush(self) -> None:
            """Switch the echo off, or off again."""
            try:
                now = termios.tcgetattr(self._terminal)
                if now[3] & (termios.ECHO | termios.ICANON):
                    now[3] &= ~(termios.ECHO | termios.ICANON)
                    now[6][termios.VMIN], now[6][termios.VTIME] = 1, 0
                    termios.tcsetattr(self._terminal, termios.TCSANOW, now)
            except termios.error as error:
                raise OSError(*error.args) from error
