"""Who sits at the table of the demo, and how they sound: men, women and children, none of them like the narrator.

Most are voices of eSpeak NG, from the wheel `espeakng-loader`, an extra: any voice, tempo and pitch, at once and in
this process. The narrator's own voice does not go this way (see `narrator.speech.tts.system`).
"""

import ctypes
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np

from narrator.speech.pcm import Pcm, Samples, to_int16
from narrator.speech.tts import piper
from narrator.speech.tts.render import tidied

RATE = 22_050  # what is spoken at
LEVEL = -22.0  # decibels of a voice at the table; the narrator's is about as loud
CHILD = 1.28  # how much higher than a grown-up's a child's voice is, the throat included
PATIENT = 0.88  # how fast somebody speaks who was not understood, against the usual rate
MUFFLED = 15  # samples that run into each other when somebody speaks into the sleeve
MUMBLED = 9.0  # decibels that are missing then

SYNC_DATA, CHARS_UTF8 = 2, 1
RATE_PARAMETER, PITCH_PARAMETER = 1, 3
SEED = 1  # of the breath in a voice, which would else be another one each time, and some milliseconds longer or shorter
Callback = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.POINTER(ctypes.c_short), ctypes.c_int, ctypes.c_void_p)


class Espeak:
    """The one eSpeak NG of this process."""

    def __init__(self) -> None:
        import espeakng_loader  # noqa: PLC0415 - an extra

        self._library = ctypes.CDLL(espeakng_loader.get_library_path())
        folder = str(espeakng_loader.get_data_path()).encode()
        self.rate = self._library.espeak_Initialize(SYNC_DATA, 0, folder, 0)
        self._pieces: list[Samples] = []
        self._callback = Callback(self._take)
        self._library.espeak_SetSynthCallback(self._callback)
        self._seed = getattr(self._library, "espeak_ng_SetRandSeed", lambda seed: None)  # from 1.52 on

    def _take(self, wave: Any, count: int, events: Any) -> int:
        if wave and count > 0:
            self._pieces.append(np.ctypeslib.as_array(wave, (count,)).astype(np.int16))
        return 0

    def say(self, text: str, voice: str, rate: int, pitch: int) -> Pcm:
        """These words, in the voice of this name (a variant behind a plus), at so many of them a minute."""
        if self._library.espeak_SetVoiceByName(voice.encode()) != 0:
            raise ValueError(f"eSpeak has no voice {voice}")
        self._library.espeak_SetParameter(RATE_PARAMETER, rate, 0)
        self._library.espeak_SetParameter(PITCH_PARAMETER, pitch, 0)
        self._seed(SEED)
        self._pieces = []
        words = text.encode()
        self._library.espeak_Synth(words, len(words) + 1, 0, 1, 0, CHARS_UTF8, None, None)
        self._library.espeak_Synchronize()
        return Pcm(np.concatenate(self._pieces) if self._pieces else np.zeros(1, np.int16), self.rate)


@cache
def espeak() -> Espeak:
    return Espeak()


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
        return tidied(sound).normalised(self.level)


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
    return Pcm(to_int16(soft), sound.rate).amplified(-MUMBLED)


@cache
def renderer() -> piper.PiperRenderer:
    """Piper for the players; the narrator has one of its own, in another thread."""
    made = piper.PiperRenderer()
    made.load()
    return made
