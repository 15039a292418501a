"""Who sits at the table of the demo, and how they sound: men, women and children, none of them like the narrator."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

import numpy as np

from narrator.demo.espeak import espeak
from narrator.sound.pcm import Pcm, rounded
from narrator.voices import piper
from narrator.voices.render import tidied

RATE = 22_050  # what is spoken at
LEVEL = -22.0  # decibels of a voice at the table; the narrator's is about as loud
CHILD = 1.28  # how much higher than a grown-up's a child's voice is, the throat included
PATIENT = 0.88  # how fast somebody speaks who was not understood, against the usual rate
MUFFLED = 15  # samples that run into each other when somebody speaks into the sleeve
MUMBLED = 9.0  # decibels that are missing then


@dataclass(frozen=True, slots=True)
class GuestVoice:
    """A voice of eSpeak's, or Piper's, as a child."""

    name: str
    rate: int = 160  # words a minute
    pitch: int = 50
    level: float = LEVEL

    def say(self, words: str, rate: float = 1.0) -> Pcm:
        """These words, at so many times the usual rate."""
        if self.name == "piper":
            # spoken slower, then played faster: pitch and throat change, the tempo does not
            slow = renderer().render(words, round(self.rate * rate / CHILD))
            sound = Pcm(slow.samples, round(slow.rate * CHILD)).resampled(RATE)
        else:
            sound = espeak().say(words, self.name, round(self.rate * rate), self.pitch).resampled(RATE)
        return tidied(sound).levelled(self.level)


VOICES = (
    GuestVoice("en-us+f2", 165, 62, LEVEL + 1),
    GuestVoice("en-us+m3", 150, 55),
    GuestVoice("gmw/en+f3", 165, 60, LEVEL - 2),
    GuestVoice("en-gb-scotland+m2", 150, 52, LEVEL + 2),
    GuestVoice("en-us+f4", 145, 60),
    GuestVoice("en-us+m7", 175, 45, LEVEL - 1),
)
"""American, English and Scottish."""
PIPERS_CHILD = GuestVoice("piper", 165)


class GuestVoices:
    def __init__(self, names: Sequence[str], *, with_piper: bool = False) -> None:
        voices = (PIPERS_CHILD, *VOICES[1:]) if with_piper and piper.installed() else VOICES
        self._voices = dict(zip(names, voices, strict=False))

    def say(self, name: str, words: str, *, mumbled: bool = False, patiently: bool = False) -> Pcm:
        sound = self._voices[name].say(words, PATIENT if patiently else 1.0)
        return muffled(sound) if mumbled else sound


def muffled(sound: Pcm) -> Pcm:
    """Softly, and with the mouth half closed."""
    window = np.hanning(MUFFLED + 2)[1:-1]
    soft = np.convolve(sound.samples.astype(np.float64), window / window.sum(), "same")
    return Pcm(rounded(soft), sound.rate).amplified(-MUMBLED)


@cache
def renderer() -> piper.PiperRenderer:
    """Piper for the players; the narrator has one of its own, in another thread."""
    made = piper.PiperRenderer()
    made.load()
    return made
