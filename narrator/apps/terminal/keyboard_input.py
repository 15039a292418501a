"""Typed input: each line is an utterance.

A line that begins with `#` comes from the booth. `booth_keyboard` keeps it off the screen.
"""

import threading
from collections.abc import Iterable

from narrator.apps.terminal.booth_keyboard import KEYPAD_MARK
from narrator.language.understanding.expectation import Expectation
from narrator.speech.ports import Inbox, InputEnded, KeysPressed, UtteranceHeard


class KeyboardInput:
    """Reads lines in another thread, so that the narrator never waits for the keyboard."""

    def __init__(self, lines: Iterable[str]) -> None:
        self._lines = lines

    def listen(self, inbox: Inbox) -> None:
        threading.Thread(target=self._read, args=(inbox,), name="keyboard", daemon=True).start()

    def expect(self, expectation: Expectation, then: Expectation | None = None) -> None:
        """Do nothing: every line is read as it is."""

    def close(self) -> None:
        """Do nothing: the thread ends with the input or the program."""

    def _read(self, inbox: Inbox) -> None:
        try:
            for line in self._lines:
                words = line.rstrip("\n")
                inbox.put(KeysPressed(words[1:].strip()) if words.startswith(KEYPAD_MARK) else UtteranceHeard(words))
        except (OSError, UnicodeDecodeError, ValueError):
            pass  # the input was closed or is not text; there will be no more
        finally:
            inbox.put(InputEnded())
