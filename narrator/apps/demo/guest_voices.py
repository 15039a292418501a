"""The voices of the demo's players: men, women and children who do not sound like the narrator.

They come from eSpeak NG (the optional wheel `espeakng-loader`), called through its C library because that offers any
voice, speed and pitch without starting a process. The narrator's own voice is made elsewhere (`speech.tts.system`).
"""

import ctypes
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np

from narrator.speech.pcm import Pcm, Samples, to_int16
from narrator.speech.tts import piper
from narrator.speech.tts.render import normalise_speech

SAMPLE_RATE = 22_050
GUEST_LEVEL_DBFS = -22.0
"""About as loud as the narrator."""
CHILD_PITCH = 1.28
"""Ratio of pitch and formants of a child to an adult's."""
REPEAT_SPEED = 0.88
"""Factor of speed when players repeat what was not understood."""
MUMBLE_SMOOTHING_SAMPLES = 15
MUMBLE_ATTENUATION_DB = 9.0

SYNC_DATA, CHARS_UTF8 = 2, 1
RATE_PARAMETER, PITCH_PARAMETER = 1, 3
SEED = 1
"""Fixed seed of the breath noise in a voice; otherwise the sound and its length would vary from run to run."""
Callback = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.POINTER(ctypes.c_short), ctypes.c_int, ctypes.c_void_p)


class Espeak:
    """The eSpeak NG library. A process can have only one."""

    def __init__(self) -> None:
        import espeakng_loader  # noqa: PLC0415 - an extra

        self._library = ctypes.CDLL(espeakng_loader.get_library_path())
        folder = str(espeakng_loader.get_data_path()).encode()
        self.rate = self._library.espeak_Initialize(SYNC_DATA, 0, folder, 0)
        self._pieces: list[Samples] = []
        self._callback = Callback(self._take)
        self._library.espeak_SetSynthCallback(self._callback)
        self._seed = getattr(self._library, "espeak_ng_SetRandSeed", lambda seed: None)  # since version 1.52

    def _take(self, wave: Any, count: int, events: Any) -> int:
        if wave and count > 0:
            self._pieces.append(np.ctypeslib.as_array(wave, (count,)).astype(np.int16))
        return 0

    def say(self, text: str, voice: str, rate: int, pitch: int) -> Pcm:
        """Speak in this voice (with a variant after a plus sign), at a rate in words per minute."""
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
    """An eSpeak voice, or Piper's voice made to sound like a child."""

    name: str
    rate: int = 160  # words per minute
    pitch: int = 50
    level: float = GUEST_LEVEL_DBFS

    def say(self, words: str, speed: float = 1.0) -> Pcm:
        """Speak at this multiple of the usual rate."""
        if self.name == "piper":
            # spoken slowly and played fast: pitch and formants rise, the speed stays the same
            slow = piper_renderer().render(words, round(self.rate * speed / CHILD_PITCH))
            sound = Pcm(slow.samples, round(slow.rate * CHILD_PITCH)).resampled(SAMPLE_RATE)
        else:
            sound = espeak().say(words, self.name, round(self.rate * speed), self.pitch).resampled(SAMPLE_RATE)
        return normalise_speech(sound).normalised(self.level)


GUEST_VOICES = (
    GuestVoice("en-us+f2", 165, 62, GUEST_LEVEL_DBFS + 1),
    GuestVoice("en-us+m3", 150, 55),
    GuestVoice("gmw/en+f3", 165, 60, GUEST_LEVEL_DBFS - 2),
    GuestVoice("en-gb-scotland+m2", 150, 52, GUEST_LEVEL_DBFS + 2),
    GuestVoice("en-us+f4", 145, 60),
    GuestVoice("en-us+m7", 175, 45, GUEST_LEVEL_DBFS - 1),
)
"""American, English and Scottish voices."""
PIPER_CHILD = GuestVoice("piper", 165)


class GuestVoices:
    """One voice for each player."""

    def __init__(self, names: Sequence[str], *, with_piper: bool = False) -> None:
        voices = (PIPER_CHILD, *GUEST_VOICES[1:]) if with_piper and piper.is_piper_installed() else GUEST_VOICES
        self._voices = dict(zip(names, voices, strict=False))

    def say(self, name: str, words: str, *, mumble: bool = False, slowly: bool = False) -> Pcm:
        sound = self._voices[name].say(words, REPEAT_SPEED if slowly else 1.0)
        return muffle(sound) if mumble else sound


def muffle(sound: Pcm) -> Pcm:
    """Make a voice softer and less clear, as with the mouth half closed."""
    window = np.hanning(MUMBLE_SMOOTHING_SAMPLES + 2)[1:-1]
    soft = np.convolve(sound.samples.astype(np.float64), window / window.sum(), "same")
    return Pcm(to_int16(soft), sound.rate).amplified(-MUMBLE_ATTENUATION_DB)


@cache
def piper_renderer() -> piper.PiperRenderer:
    """Return a Piper for the players. The narrator's own one belongs to another thread."""
    renderer = piper.PiperRenderer()
    renderer.load()
    return renderer
