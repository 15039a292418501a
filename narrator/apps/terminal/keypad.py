"""The number pad of the booth: a device or file of its own, one number a line."""

import threading
from contextlib import suppress
from pathlib import Path

from narrator.language.understanding.expectation import Expectation
from narrator.speech.ports import Inbox, KeysPressed


class KeypadEar:
    """Reads numbers from a terminal or pipe that only the booth can touch."""

    def __init__(self, device: Path) -> None:
        self._device = device

    def listen(self, inbox: Inbox) -> None:
        threading.Thread(target=self._read, args=(inbox,), name="keypad", daemon=True).start()

    def expect(self, expectation: Expectation, then: Expectation | None = None) -> None:
        """Nothing to do: whatever is typed is read as it stands."""

    def close(self) -> None:
        """Nothing to do: the thread ends with the program."""

    def _read(self, inbox: Inbox) -> None:
        with suppress(OSError):  # unplugged; what is typed with a # is still heard
            while True:
                with self._device.open(encoding="utf-8", errors="replace") as keys:
                    for line in keys:
                        inbox.put(KeysPressed(line.strip()))
                if not self._device.is_fifo():  # a pipe ends with each writer and begins with the next one
                    return
