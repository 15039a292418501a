"""eSpeak NG as a company of actors: any voice, tempo and pitch, at once and in this process.

It comes from the wheel `espeakng-loader`, an extra. The narrator's own voice does not go this way (see
`narrator.voices.system`); this is for those who are heard.
"""

import ctypes
from functools import cache
from importlib.util import find_spec
from typing import Any

import numpy as np

from narrator.sound.pcm import Pcm, Samples

SYNC_DATA, CHARS_UTF8 = 2, 1
RATE_PARAMETER, PITCH_PARAMETER = 1, 3
SEED = 1  # of the breath in a voice, which would else be another one each time, and some milliseconds longer or shorter
Callback = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.POINTER(ctypes.c_short), ctypes.c_int, ctypes.c_void_p)


def installed() -> bool:
    return find_spec("espeakng_loader") is not None


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
