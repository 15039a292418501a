"""How the narrator speaks to a player and how that player's page looks."""

from dataclasses import dataclass, replace
from typing import Literal, get_args

from narrator.core.serialization import type_adapter
from narrator.language.lines.line import Verbosity

Theme = Literal["night", "day", "amber", "calm"]
THEMES: tuple[Theme, ...] = get_args(Theme)
"""White on black, black on white, yellow on black, and a calm one."""
MIN_PRINT_PX, MAX_PRINT_PX = 24, 200
"""Pixels of print in the window."""


@dataclass(frozen=True, slots=True)
class Preferences:
    """How the narrator speaks, and how the window looks. Kept for each player."""

    verbosity: Verbosity = Verbosity.FULL
    rate: int = 175  # words a minute
    volume: int = 80  # of a hundred
    cues: int = 60  # the sounds without words, of a hundred; none at zero
    other_voice: bool = False  # not the usual voice but the other one, where there are two
    size: int = 40  # of the print in the window, in pixels
    theme: Theme = "night"
    reader: bool = False  # whether a screen reader reads the page as well

    @classmethod
    def from_json(cls, written: str) -> "Preferences":
        """As it was kept; the usual manner if that cannot be read any more."""
        try:
            kept: Preferences = type_adapter(Preferences).validate_json(written)
        except ValueError:
            return cls()
        return kept

    def to_json(self) -> str:
        return type_adapter(Preferences).dump_json(self).decode()

    def faster(self, step: int) -> "Preferences":
        return replace(self, rate=max(80, min(500, self.rate + step)))

    def louder(self, step: int) -> "Preferences":
        return replace(self, volume=max(10, min(100, self.volume + step)))

    def with_print_size(self, size: int) -> "Preferences":
        return replace(self, size=max(MIN_PRINT_PX, min(MAX_PRINT_PX, size)))

    def with_cues(self, step: int) -> "Preferences":
        """Never all the way to silence: that has words of its own."""
        return replace(self, cues=max(15, min(100, self.cues + step)))
