"""What a voice is: something that brings lines to people."""

from collections.abc import Sequence
from typing import Protocol

from narrator.tell.outbox import Manner, Said
from narrator.voices.cues import Cue


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


class Speaker(Voice, Protocol):
    @property
    def speaking(self) -> bool:
        """Whether the room hears it, or will in a moment."""

    @property
    def saying(self) -> str:
        """The line that the room hears now, or heard last."""

    @property
    def telling(self) -> bool:
        """Whether a part of the story is being said, or is still to be said."""

    def stop(self) -> tuple[Said, ...]:
        """Silence at once; what was not said to its end: from the beginning of the sentence that was broken off."""

    def cue(self, cue: Cue) -> None:
        """A sound without words."""

    def set_manner(self, manner: Manner) -> None:
        """How fast and how loud."""

    def look_ahead(self, game: str | None) -> None:
        """Have the words of this game ready before they are needed."""
