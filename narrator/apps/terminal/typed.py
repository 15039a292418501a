"""The typed ear: a line is an utterance. For a braille line, a noisy room, a machine without a microphone, and tests.

A line that begins with `#` comes from the number pad of the booth, where keyboard and pad share one cable. So that
nobody reads it there, see `booth_keyboard`.
"""

import threading
from collections.abc import Iterable

from narrator.apps.terminal.booth_keyboard import KEYPAD
from narrator.language.understanding.expectation import Expectation
from narrator.speech.ports import Inbox, InputEnded, KeysPressed, UtteranceHeard


class TypedEar:
    """Reads lines in a thread of its own, so that the narrator never waits for the keyboard."""

    def __init__(self, lines: Iterable[str]) -> None:
        self._lines = lines

    def listen(self, inbox: Inbox) -> None:
        threading.Thread(target=self._read, args=(inbox,), name="typed ear", daemon=True).start()

    def expect(self, expectation: Expectation, then: Expectation | None = None) -> None:
        """Nothing to do: whatever is typed is read as it stands."""

    def close(self) -> None:
        """Nothing to do: the thread ends with the input, or with the program."""

    def _read(self, inbox: Inbox) -> None:
        try:
            for line in self._lines:
                words = line.rstrip("\n")
                inbox.put(KeysPressed(words[1:].strip()) if words.startswith(KEYPAD) else UtteranceHeard(words))
        except (OSError, UnicodeDecodeError, ValueError):
            pass  # the input was closed or is no text; either way nothing more will come
        finally:
            inbox.put(InputEnded())
