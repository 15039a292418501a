"""The number pad of the booth: a terminal, a pipe or a device with one number on each line."""

import os
import threading
from contextlib import suppress
from pathlib import Path
from typing import TextIO

from narrator.language.understanding.expectation import Expectation
from narrator.speech.ports import Inbox, KeysPressed


class KeypadInput:
    """Reads numbers from a terminal or pipe that only the player in the booth can reach."""

    def __init__(self, device: Path) -> None:
        self._device = device

    def listen(self, inbox: Inbox) -> None:
        threading.Thread(target=self._read, args=(inbox,), name="keypad", daemon=True).start()

    def expect(self, expectation: Expectation, then: Expectation | None = None) -> None:
        """Do nothing: every line is read as it is."""

    def close(self) -> None:
        """Do nothing: the thread ends with the program."""

    def _read(self, inbox: Inbox) -> None:
        # after an OSError (unplugged), numbers typed after # still work
        with suppress(OSError), self._open() as keys:
            for line in keys:
                inbox.put(KeysPressed(line.strip()))

    def _open(self) -> TextIO:
        """Open the device for reading, and a pipe for writing as well.

        Otherwise a pipe would end with each writer, and until it was opened again the next writer would find no reader
        and lose its key.
        """
        flags = os.O_RDWR if self._device.is_fifo() else os.O_RDONLY
        return os.fdopen(os.open(self._device, flags), encoding="utf-8", errors="replace")
