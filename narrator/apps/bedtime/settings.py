"""Settings for telling at bedtime: slower and softer than at the table, with longer pauses.

Levels are in decibels below full scale. A voice at the table is at about -24.
"""

from dataclasses import dataclass
from math import log10
from typing import Self

from narrator.language.lines.preferences import Preferences
from narrator.speech.tts.render import (
    DEFAULT_WORDS_PER_MINUTE,
    MAX_WORDS_PER_MINUTE,
    MIN_WORDS_PER_MINUTE,
    VOICE_LEVEL_DBFS,
    volume_gain,
)

BEDTIME_RATE_FACTOR = 0.8
"""Speech rate at bedtime as a fraction of the family's usual rate."""
DEFAULT_BEDTIME_VOLUME = 60
MIN_BEDTIME_VOLUME, MAX_BEDTIME_VOLUME = 35, 80
"""Volumes that can be chosen, of 100: from just audible to as loud as at the table."""

MIN_VOICE_LEVEL_DB = -38.0
"""The softest level of a voice that can still be understood. Softening stops here."""
MIN_WHISPER_LEVEL_DB = -42.0
"""The softest level of a whisper in the last chapters."""
SOFTER_PER_CHAPTER_DB = 1.0
SOFTER_PER_COMMAND_DB = 3.0

BREATH_PAUSE_S = 0.25
"""Pause inside a long sentence, and before a player's recording."""
SENTENCE_PAUSE_S, PARAGRAPH_PAUSE_S, CHAPTER_PAUSE_S = 0.9, 1.6, 3.0

COMMAND_FADE_S = 4.0
"""Fade after "stop" and "good night"."""
TIMER_FADE_S = 20.0
"""Fade at the end of the sleep timer."""
REPEAT_FADE_S = 0.4
"""Fade before a sentence is repeated."""


@dataclass(frozen=True, slots=True)
class BedtimeSettings:
    rate: int = round(DEFAULT_WORDS_PER_MINUTE * BEDTIME_RATE_FACTOR)  # words per minute
    volume: int = DEFAULT_BEDTIME_VOLUME
    play_recordings: bool = True  # whether the players' recordings are played

    @classmethod
    def for_family(
        cls, usual: Preferences, rate: int | None = None, volume: int | None = None, *, play_recordings: bool = True
    ) -> Self:
        """Return settings from the family's usual ones and the given options, limited to what suits bedtime."""
        slower = round(usual.rate * BEDTIME_RATE_FACTOR) if rate is None else rate
        softer = DEFAULT_BEDTIME_VOLUME if volume is None else volume
        return cls(
            max(MIN_WORDS_PER_MINUTE, min(MAX_WORDS_PER_MINUTE, slower)),
            max(MIN_BEDTIME_VOLUME, min(MAX_BEDTIME_VOLUME, softer)),
            play_recordings,
        )

    @property
    def level(self) -> float:
        """The level of voices at the start, in decibels."""
        return VOICE_LEVEL_DBFS + 20 * log10(volume_gain(self.volume))

    def level_of(self, gain_db: float, chapter: int) -> float:
        """Return the level of a line with this gain. Late in a story, whispers are less soft, to be understood."""
        softened = min(self.room_to_soften, SOFTER_PER_CHAPTER_DB * chapter)
        return max(self.level + gain_db, min(self.level, MIN_WHISPER_LEVEL_DB + softened))

    @property
    def room_to_soften(self) -> float:
        """By how many decibels the voice may become softer."""
        return max(0.0, self.level - MIN_VOICE_LEVEL_DB)
