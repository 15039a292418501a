"""How a story is told at bedtime: slower and softer, with longer pauses, and never louder than the cap.

Loudness is told in decibels below the loudest that can be written. A voice at the table is at about -24.
"""

from dataclasses import dataclass
from math import log10

from narrator.tell.outbox import Manner
from narrator.voices.render import FASTEST, SLOWEST, USUAL_RATE, VOICE_LEVEL, gain

SLOWER = 0.8  # of the rate at which it usually speaks to this family
SOFT = 60  # the volume to begin with, of a hundred
SOFTEST, LOUDEST = 35, 80  # what can be asked for at bedtime: from just audible to as loud as at the table

CAP = -12.0  # no sample is ever louder than this, whoever spoke it
FLOOR = -38.0  # however often it becomes softer, a voice stays at least this loud: soft, but still to be understood
BY_CHAPTER = 1.0  # decibels by which each chapter is softer than the one before
BY_WORD = 3.0  # decibels for "softer"

BREATH = 0.25  # seconds of silence within a sentence where it is long, and before a child's own voice
SENTENCE, PARAGRAPH, CHAPTER = 0.9, 1.6, 3.0  # seconds of silence behind each

FADE = 4.0  # seconds in which it falls silent when somebody asks for it
DRIFT = 20.0  # seconds in which it falls silent by itself, at the end of the sleep timer
TURN_BACK = 0.4  # seconds in which it breaks off to say something again


@dataclass(frozen=True, slots=True)
class BedtimeSettings:
    rate: int = round(USUAL_RATE * SLOWER)  # words a minute
    volume: int = SOFT
    voices: bool = True  # whether the players' own recordings are heard where they belong

    @classmethod
    def after(
        cls, usual: Manner, *, rate: int | None = None, volume: int = SOFT, voices: bool = True
    ) -> "BedtimeSettings":
        """For a family that is used to this."""
        slower = round(usual.rate * SLOWER) if rate is None else rate
        return cls(max(SLOWEST, min(FASTEST, slower)), max(SOFTEST, min(LOUDEST, volume)), voices)

    @property
    def level(self) -> float:
        """How loud voices are to begin with, in decibels."""
        return VOICE_LEVEL + 20 * log10(gain(self.volume))

    @property
    def room_to_soften(self) -> float:
        """By how many decibels it may become softer before the floor is reached."""
        return max(0.0, self.level - FLOOR)
