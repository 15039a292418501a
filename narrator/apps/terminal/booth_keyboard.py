"""A keyboard shared by the booth and the room. Keys typed after a `#` are secret, so they are not shown.

A terminal echoes everything that is typed or nothing. So in games with a booth its echo is switched off, each
character is read as it comes, and the line is shown and edited here like a terminal would do it: letters, backspace,
Ctrl-W, Ctrl-U, Ctrl-D. Ctrl-C is still handled by the terminal.
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

KEYPAD_MARK = "#"
"""At the beginning of a line: the rest was pressed in the booth."""
KEYS_ARE_VISIBLE = "What you type after # can be seen here. To keep it secret, use a separate number pad with --keypad."
ECHO_CHECK_S = 0.5
"""Interval at which the echo is switched off again: a shell switches it on while the program is suspended."""
ENTER, BACKSPACE, DELETE_WORD, DELETE_LINE, END_OF_INPUT = "\r\n", "\x7f\b", "\x17", "\x15", "\x04"
ESCAPE = "\x1b"


class LineEditor:
    """Edits one line after another, character by character."""

    def __init__(self) -> None:
        self._characters: list[str] = []
        self._escape_sequence = ""
        self.has_ended = False

    def type(self, character: str) -> tuple[str, str | None]:
        """Process a key, and return what to show for it and the line if it is complete."""
        if character in ENTER:
            line, self._characters, self._escape_sequence = "".join(self._characters), [], ""
            return "\n", line
        if self._escape_sequence or character == ESCAPE:
            self._skip_escape(character)
            return "", None
        if character in BACKSPACE:
            return self._delete_last(), None
        if character == DELETE_LINE:
            return "".join(self._delete_last() for _ in self._characters[:]), None
        if character == DELETE_WORD:
            blank = "".join(
                self._delete_last() for _ in range(len(self._characters) - len("".join(self._characters).rstrip()))
            )
            return blank + "".join(self._delete_last() for _ in "".join(self._characters).rpartition(" ")[2]), None
        if character == END_OF_INPUT:
            self.has_ended = not self._characters
            return "", None
        character = " " if character == "\t" else character
        if printable(character) != character:
            return "", None
        self._characters.append(character)
        return (character if self._is_visible(len(self._characters) - 1) else ""), None

    def _is_visible(self, place: int) -> bool:
        return place == 0 or self._characters[0] != KEYPAD_MARK

    def _delete_last(self) -> str:
        """Delete the last letter with its accents, and return what removes it from the screen."""
        deleted = ""
        while self._characters:
            is_visible = self._is_visible(len(self._characters) - 1)
            character = self._characters.pop()
            deleted = character + deleted if is_visible else deleted
            if not unicodedata.combining(character):
                break
        from rich.cells import cell_len  # noqa: PLC0415 - slow to import, and not needed at the start

        return "\b \b" * cell_len(deleted)

    def _skip_escape(self, character: str) -> None:
        """Ignore escape sequences, such as those of the arrow keys."""
        self._escape_sequence += character
        in_sequence = self._escape_sequence[1:2] in ("", "[", "O")
        if not in_sequence or (len(self._escape_sequence) > 2 and "@" <= character <= "~"):
            self._escape_sequence = ""


if sys.platform == "win32":
    import _thread
    import msvcrt

    class BoothKeyboard:
        """The Windows console, which shows nothing that is read character by character."""

        def __init__(self, keyboard: TextIO) -> None:
            self._editor = LineEditor()

        def __iter__(self) -> Iterator[str]:
            while not self._editor.has_ended:
                character = msvcrt.getwch()
                if character in "\x00\xe0":
                    msvcrt.getwch()  # arrow keys send two characters
                elif character == "\x03":
                    _thread.interrupt_main()
                else:
                    shown, line = self._editor.type(END_OF_INPUT if character == "\x1a" else character)
                    for character in shown.replace("\n", "\r\n"):
                        msvcrt.putwch(character)
                    if line is not None:
                        yield line

        def disable_echo(self) -> None:
            """Do nothing."""

        def close(self) -> None:
            """Do nothing: the console was not changed."""

else:
    import termios

    class BoothKeyboard:
        """A terminal without echo from `disable_echo` to `close`. Raises `OSError` if that is not possible."""

        def __init__(self, keyboard: TextIO) -> None:
            self._keyboard = keyboard
            self._terminal = keyboard.fileno()
            self._is_closed = False
            self._lock = threading.Lock()
            try:
                self._saved_settings = termios.tcgetattr(self._terminal)
                self._screen = os.open(os.ttyname(self._terminal), os.O_WRONLY | os.O_NOCTTY)
            except termios.error as error:
                raise OSError(*error.args) from error

        def __iter__(self) -> Iterator[str]:
            decoder = codecs.getincrementaldecoder(self._keyboard.encoding or "utf-8")("replace")
            editor = LineEditor()
            while self._keep_echo_off():
                if not select.select([self._terminal], [], [], ECHO_CHECK_S)[0]:
                    continue
                typed = os.read(self._terminal, 1024)
                if not typed:
                    return
                for character in decoder.decode(typed):
                    shown, line = editor.type(character)
                    self._show(shown)
                    if editor.has_ended:
                        return
                    if line is not None:
                        yield line

        def close(self) -> None:
            """Restore the terminal."""
            with self._lock, suppress(termios.error):
                if not self._is_closed:
                    termios.tcsetattr(self._terminal, termios.TCSANOW, self._saved_settings)
                    os.close(self._screen)
                self._is_closed = True

        def _show(self, shown: str) -> None:
            with self._lock:
                if not self._is_closed:
                    os.write(self._screen, shown.encode(errors="replace"))

        def _keep_echo_off(self) -> bool:
            """Switch the echo off again if necessary; return whether the terminal is still open."""
            with self._lock, suppress(OSError):
                if not self._is_closed:
                    self.disable_echo()
                    return True
            return False

        def disable_echo(self) -> None:
            """Switch the echo off, if it is on."""
            try:
                settings = termios.tcgetattr(self._terminal)
                if settings[3] & (termios.ECHO | termios.ICANON):
                    settings[3] &= ~(termios.ECHO | termios.ICANON)
                    settings[6][termios.VMIN], settings[6][termios.VTIME] = 1, 0
                    termios.tcsetattr(self._terminal, termios.TCSANOW, settings)
            except termios.error as error:
                raise OSError(*error.args) from error
