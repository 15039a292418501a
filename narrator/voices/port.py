"""What a voice is: something that brings lines to people."""

from collections.abc import Sequence
from typing import Protocol

from narrator.tell.outbox import Said


class Paper(Protocol):
    """Anything that takes text: a screen, a pipe, a private line."""

    def write(self, text: str, /) -> object:
        """Put this behind what is there."""

    def flush(self) -> object:
        """Show it now."""


class Voice(Protocol):
    def say(self, lines: Sequence[Said]) -> None:
        """Bring these lines to whom they are for."""

    def close(self) -> None:
        """Finish."""
