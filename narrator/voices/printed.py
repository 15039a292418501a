"""The printed voice: one line of text for each line that is said. For screen readers, braille lines and pipes.

What is for one player's ear alone goes to a place of its own, never to the screen that all can see.
"""

import re
from collections.abc import Sequence

from narrator.tell.outbox import Said
from narrator.voices.port import Paper

CONTROL = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029]")


class PrintedVoice:
    """Clean lines, each flushed at once."""

    def __init__(self, room: Paper, private: Paper | None = None) -> None:
        self._room = room
        self._private = private

    def say(self, lines: Sequence[Said]) -> None:
        for said in lines:
            if said.to is None:
                print(one_line(said.text), file=self._room, flush=True)
            elif self._private is not None:
                print(one_line(said.text), file=self._private, flush=True)

    def close(self) -> None:
        """Nothing to do: every line is out already."""


def one_line(text: str) -> str:
    """Without anything that would move the cursor or ring the bell: players' own words may hold it."""
    return CONTROL.sub(" ", text)
