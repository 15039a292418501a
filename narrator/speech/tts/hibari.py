"""hibari, the narrator's voice: text in, samples out.

It renders a second of speech in about 0.006 seconds of processor time, so nothing is rendered ahead, streamed or kept
(`python -m bench.voice`). Of the package we use the pronunciation, the network of its one voice, and what makes sound
of the network's numbers. Its other voices would be downloaded from a model hub as soon as they are named: the module
that does that is never called.
"""

import re
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np
from numpy.typing import NDArray

from narrator.language.language import DEFAULT_LANGUAGE
from narrator.speech.models.model import ModelFile, SpeechModel
from narrator.speech.networks.onnx_runtime import load_hibari, open_session
from narrator.speech.pcm import Pcm
from narrator.speech.tts.phonemes import find_hibari_folder, load_g2p, to_phonemes, to_tokens
from narrator.speech.tts.render import DEFAULT_WORDS_PER_MINUTE, MAX_WORDS_PER_MINUTE, RenderFailed, speed_up

HIBARI_RATE_HZ = 24_000
HIBARI_PACKAGE = "hibari-tts==0.2.1"
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


MAX_TOKENS = 400
"""The longest text that the network reads at once; longer sentences are split at clauses."""
CLAUSE_BREAK = re.compile(r"(?<=[,;:—])\s+")


class HibariRenderer:
    """Renders with hibari."""

    name = "hibari/heart"

    def __init__(self, language: str = DEFAULT_LANGUAGE, *, british: bool = False) -> None:
        self._language, self._british = language, british
        self._session: Any = None

    def load(self) -> None:
        try:
            with ThreadPoolExecutor(1) as beside:  # players wait for the first word
                pronunciation = beside.submit(load_g2p, british=self._british)
                self._session = open_session(find_hibari_folder() / HIBARI_ASSETS.files[0].path, keeps_memory=False)
                pronunciation.result()
            self.render("Hello.", DEFAULT_WORDS_PER_MINUTE)  # the first text is always slow
        except Exception as error:  # damaged models and incomplete packages raise all kinds of errors
            raise RenderFailed(f"hibari cannot speak ({error}).") from error

    def render(self, text: str, words_per_minute: int) -> Pcm:
        speed = float(np.interp(words_per_minute, MEASURED_WORDS_PER_MINUTE, MEASURED_SPEEDS))
        try:
            phonemes = to_phonemes(text, british=self._british, language=self._language)
            sounds = [self._synthesise(tokens, speed) for tokens in split_tokens(phonemes)]
        except Exception as error:  # onnxruntime's exceptions have no common base class
            raise RenderFailed(f"hibari could not say {text!r} ({error}).") from error
        spoken = Pcm.from_array(np.concatenate([np.zeros(0, np.float32), *sounds]), HIBARI_RATE_HZ)
        return speed_up(spoken, min(MAX_WORDS_PER_MINUTE, words_per_minute) / MEASURED_WORDS_PER_MINUTE[-1])

    def _synthesise(self, tokens: list[int], speed: float) -> NDArray[np.float32]:
        inputs = {"ids": np.array([[0, *tokens, 0]], np.int64), "speed": np.array([speed], np.float32)}
        parts = (part[0] for part in self._session.run(None, inputs))
        samples: NDArray[np.float32] = load_hibari().dsp.synth(*parts, np.random.default_rng(NOISE_SEED))
        return samples

    def interrupt(self) -> None:
        """Do nothing: even the longest sentence is rendered in a fraction of a second."""

    def close(self) -> None:
        self._session = None


def split_tokens(phonemes: str) -> Iterator[list[int]]:
    """Yield the tokens of these phonemes, split at clauses where they are too many for the network."""
    tokens: list[int] = []
    for clause in CLAUSE_BREAK.split(phonemes):
        more = to_tokens(f" {clause}" if tokens else clause)
        if tokens and len(tokens) + len(more) > MAX_TOKENS:
            yield tokens
            tokens, more = [], to_tokens(clause)
        tokens += more
    if tokens:
        yield tokens
