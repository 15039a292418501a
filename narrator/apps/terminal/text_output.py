"""Plain text output: one printed line for each spoken line, for screen readers, braille displays and pipes."""

from collections.abc import Sequence

from narrator.core.text import one_line
from narrator.language.lines.outbox import SpokenLine
from narrator.speech.ports import LineOutput, TextOutput


class PlainTextOutput:
    """Prints lines for everybody in one place, and lines for one player in a private place, if there is one."""

    def __init__(self, room: TextOutput, private: TextOutput | None = None) -> None:
        self._room = room
        self._private = private

    def say(self, lines: Sequence[SpokenLine]) -> None:
        for line in lines:
            if line.to is None:
                print(one_line(line.text), file=self._room, flush=True)
            elif self._private is not None:
                print(one_line(line.text), file=self._private, flush=True)

    def close(self) -> None:
        """Do nothing: every line is flushed at once."""


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
