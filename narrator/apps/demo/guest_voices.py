"""The voices of the demo's players: men, women and children who do not sound like the narrator.

They are the narrator's voice, higher or lower, slower or faster, and as Americans or Britons pronounce.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

import numpy as np

from narrator.speech.pcm import Pcm, to_int16
from narrator.speech.tts.hibari import HibariRenderer
from narrator.speech.tts.render import normalise_speech
from narrator.speech.tts.role_voices import shift_pitch

SAMPLE_RATE = 22_050
GUEST_LEVEL_DBFS = -22.0
"""About as loud as the narrator."""
REPEAT_SPEED = 0.88
"""Factor of speed when players repeat what was not understood."""
MUMBLE_SMOOTHING_SAMPLES = 15
MUMBLE_ATTENUATION_DB = 9.0


@dataclass(frozen=True, slots=True)
class GuestVoice:
    """The narrator's voice at another pitch."""

    pitch: float
    """Factor of pitch and formants."""
    rate: int = 160
    """Words per minute."""
    level: float = GUEST_LEVEL_DBFS
    british: bool = False

    def say(self, words: str, speed: float = 1.0) -> Pcm:
        """Speak at this multiple of the usual rate."""
        spoken = guest_renderer(self.british).render(words, round(self.rate * speed / self.pitch))
        return normalise_speech(shift_pitch(spoken, self.pitch).resampled(SAMPLE_RATE)).normalised(self.level)


GUEST_VOICES = (
    GuestVoice(1.2, 165, GUEST_LEVEL_DBFS + 1),
    GuestVoice(0.82, 150),
    GuestVoice(1.1, 165, GUEST_LEVEL_DBFS - 2, british=True),
    GuestVoice(0.86, 160, GUEST_LEVEL_DBFS + 2, british=True),
    GuestVoice(1.14, 145),
    GuestVoice(0.9, 175, GUEST_LEVEL_DBFS - 1),
)
"""Women, men and children."""


@cache
def guest_renderer(british: bool) -> HibariRenderer:
    """Return a voice for the players. The narrator's own one belongs to another thread."""
    renderer = HibariRenderer(british=british)
    renderer.load()
    return renderer


class GuestVoices:
    """One voice for each player."""

    def __init__(self, names: Sequence[str]) -> None:
        self._voices = dict(zip(names, GUEST_VOICES, strict=False))

    def say(self, name: str, words: str, *, mumble: bool = False, slowly: bool = False) -> Pcm:
        sound = self._voices[name].say(words, REPEAT_SPEED if slowly else 1.0)
        return muffle(sound) if mumble else sound


def muffle(sound: Pcm) -> Pcm:
    """Make a voice softer and less clear, as with the mouth half closed."""
    window = np.hanning(MUMBLE_SMOOTHING_SAMPLES + 2)[1:-1]
    soft = np.convolve(sound.samples.astype(np.float64), window / window.sum(), "same")
    return Pcm(to_int16(soft), sound.rate).amplified(-MUMBLE_ATTENUATION_DB)
