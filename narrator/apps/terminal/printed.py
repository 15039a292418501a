"""The printed voice: one line of text for each line that is said. For screen readers, braille lines and pipes.

What is for one player's ear alone goes to a place of its own, never to the screen that all can see.
"""

from collections.abc import Sequence

from narrator.core.text import one_line
from narrator.language.lines.outbox import SpokenLine
from narrator.speech.ports import LineOutput, TextOutput


class PrintedVoice:
    def __init__(self, room: TextOutput, private: TextOutput | None = None) -> None:
        self._room = room
        self._private = private

    def say(self, lines: Sequence[SpokenLine]) -> None:
        for said in lines:
            if said.to is None:
                print(one_line(said.text), file=self._room, flush=True)
            elif self._private is not None:
                print(one_line(said.text), file=self._private, flush=True)

    def close(self) -> None:
        """Nothing to do: every line is out already."""


class BothVoices:
    """The same for those who look here and for those who look there."""

    def __init__(self, *voices: LineOutput) -> None:
        self._voices = voices

    def say(self, lines: Sequence[SpokenLine]) -> None:
        for voice in self._voices:
            voice.say(lines)

    def close(self) -> None:
        for voice in self._voices:
            voice.close()
