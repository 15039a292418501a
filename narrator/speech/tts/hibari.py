"""hibari, the narrator's voice: text in, samples out.

It renders a second of speech in about 0.006 seconds of processor time, so nothing is rendered ahead, streamed or kept
(`python -m bench.voice`). Only the voice inside the package is used. hibari downloads other voices from a model hub as
soon as they are named; `voice_path` is therefore always called without leave to download.
"""

from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np

from narrator.language.language import DEFAULT_LANGUAGE
from narrator.speech.models.model import ModelFile, SpeechModel
from narrator.speech.networks.heap import release_freed_memory
from narrator.speech.networks.onnx_runtime import load_hibari
from narrator.speech.pcm import Pcm
from narrator.speech.tts.phonemes import load_g2p
from narrator.speech.tts.pronunciation import load_pronunciation
from narrator.speech.tts.render import MAX_WORDS_PER_MINUTE, RenderFailed, speed_up

HIBARI_PACKAGE = "hibari-tts==0.2.1"
HIBARI_VOICE = "heart"
"""The voice inside the package."""
HIBARI_ASSETS = SpeechModel(
    "assets",
    "the narrator's voice",
    (ModelFile("hibari.onnx", 7_936_868, "5f70741d4e900f4e85d0037498736cc1b3e1b9a63a13546a5da1e63abf4fccd8"),),
)
"""The network as it was published, for verification."""
MEASURED_WORDS_PER_MINUTE = (96, 116, 135, 156, 185, 193, 213, 224)
MEASURED_SPEEDS = (0.5, 0.6, 0.7, 0.8, 0.9, 1.0, 1.2, 1.3)
"""hibari's speed for each rate of speech, measured with 40 sentences of our stories. Slower it drawls; faster it
mumbles, so `speed_up` does the rest."""
NOISE_SEED = 1
"""The seed of the breath noise, so that the same text always gives the same samples."""


def find_hibari_folder() -> Path:
    """Return the folder of the voice's files. hibari must be installed."""
    package = find_spec("hibari")
    assert package is not None
    assert package.origin is not None
    return Path(package.origin).with_name(HIBARI_ASSETS.name)


class HibariRenderer:
    """Renders with hibari."""

    name = f"hibari/{HIBARI_VOICE}"

    def __init__(self, language: str = DEFAULT_LANGUAGE, *, british: bool = False) -> None:
        self._pronunciation, self._british = load_pronunciation(language), british
        self._voice: Any = None

    def load(self) -> None:
        try:
            hibari = load_hibari()
            model = hibari.voices.voice_path(HIBARI_VOICE, download_missing=False)
            self._voice = hibari.Hibari(HIBARI_VOICE, model, g2p=load_g2p(british=self._british))
            self._voice("Hello.")  # the first text is always slow
            release_freed_memory()
        except Exception as error:  # damaged models and incomplete packages raise all kinds of errors
            raise RenderFailed(f"hibari cannot speak ({error}).") from error

    def render(self, text: str, words_per_minute: int) -> Pcm:
        speed = float(np.interp(words_per_minute, MEASURED_WORDS_PER_MINUTE, MEASURED_SPEEDS))
        try:
            samples = self._voice(self._pronunciation.insert_phonemes(text), speed, NOISE_SEED)
        except Exception as error:  # onnxruntime's exceptions have no common base class
            raise RenderFailed(f"hibari could not say {text!r} ({error}).") from error
        fastest = MEASURED_WORDS_PER_MINUTE[-1]
        spoken = Pcm.from_array(samples, self._voice.sample_rate)
        return speed_up(spoken, min(MAX_WORDS_PER_MINUTE, words_per_minute) / fastest)

    def interrupt(self) -> None:
        """Do nothing: even the longest sentence is rendered in a fraction of a second."""

    def close(self) -> None:
        self._voice = None
