"""A player's preferences: how the narrator speaks and how the pages look."""

from dataclasses import dataclass, replace
from typing import Literal, get_args

from narrator.core.serialization import type_adapter
from narrator.language.lines.line import Verbosity

Theme = Literal["evening", "morning", "night", "day", "amber", "calm"]
THEMES: tuple[Theme, ...] = get_args(Theme)
"""Warm and dark, warm and light; white on black, black on white, yellow on black; and soft colours."""
MIN_PRINT_PX, MAX_PRINT_PX = 24, 200
"""The limits of the print size on the pages."""
MIN_RATE_WPM, MAX_RATE_WPM = 80, 500
MIN_VOLUME_PERCENT = 10
MIN_CUES_PERCENT = 15
"""Cues never become silent step by step. Players switch them off by saying so."""


@dataclass(frozen=True, slots=True)
class Preferences:
    """How the narrator speaks and how the pages look. Stored for each player."""

    verbosity: Verbosity = Verbosity.FULL
    rate: int = 175
    """Words per minute."""
    volume: int = 80
    """Percent."""
    cues: int = 60
    """The volume of short sounds in percent; 0 is off."""
    other_voice: bool = False
    """Whether to use the second voice, if there are two."""
    size: int = 40
    """The print size on the pages in pixels."""
    theme: Theme = "evening"
    reader: bool = False
    """Whether a screen reader reads the page."""

    @classmethod
    def from_json(cls, text: str) -> "Preferences":
        """Return stored preferences, or the defaults if they cannot be read."""
        try:
            preferences: Preferences = type_adapter(Preferences).validate_json(text)
        except ValueError:
            return cls()
        return preferences

    def to_json(self) -> str:
        """Return the preferences as they are stored."""
        return type_adapter(Preferences).dump_json(self).decode()

    def faster(self, step: int) -> "Preferences":
        """Return the preferences with a rate raised by this many words per minute."""
        return replace(self, rate=max(MIN_RATE_WPM, min(MAX_RATE_WPM, self.rate + step)))

    def louder(self, step: int) -> "Preferences":
        """Return the preferences with a volume raised by this many percent."""
        return replace(self, volume=max(MIN_VOLUME_PERCENT, min(100, self.volume + step)))

    def with_print_size(self, size: int) -> "Preferences":
        """Return the preferences with this print size in pixels, within its limits."""
        return replace(self, size=max(MIN_PRINT_PX, min(MAX_PRINT_PX, size)))

    def with_cues(self, step: int) -> "Preferences":
        """Return the preferences with cues raised by this many percent."""
        return replace(self, cues=max(MIN_CUES_PERCENT, min(100, self.cues + step)))
