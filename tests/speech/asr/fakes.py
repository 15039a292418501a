"""Decoders with fixed results, and audio to feed them."""

from collections.abc import Sequence

import numpy as np

from narrator.speech.asr.audio_format import FRAME_SAMPLES, SAMPLE_RATE_HZ
from narrator.speech.asr.decoder import Hypothesis, PhraseCounts
from narrator.speech.pcm import Samples


class ScriptedDecoder:
    """Decodes one word for each burst of noise, in turn."""

    def __init__(self, *words: str, score: float = 0.0) -> None:
        self.words, self.score = words, score
        self.decoded: list[str] = []
        self.expected: list[PhraseCounts] = []
        self.is_decoding = False
        self._is_loud = False

    def expect(self, phrases: PhraseCounts) -> None:
        assert not self.is_decoding, "phrases may only change between utterances"
        self.expected.append(phrases)

    def begin(self) -> None:
        self.decoded, self.is_decoding, self._is_loud = [], False, False

    def feed(self, samples: Samples) -> None:
        self.is_decoding = True
        for frame in np.array_split(samples, max(1, len(samples) // FRAME_SAMPLES)):
            is_loud = bool(np.abs(frame.astype(np.int32)).mean() > 1000)
            if is_loud and not self._is_loud:
                self.decoded.append(self.words[len(self.decoded) % len(self.words)])
            self._is_loud = is_loud

    def partial(self) -> str:
        return " ".join(self.decoded)

    def finish(self) -> tuple[Hypothesis, ...]:
        self.is_decoding = False
        return (Hypothesis(" ".join(self.decoded), self.score),)


class FixedDecoder(ScriptedDecoder):
    """Returns these n-best lists, one after the other."""

    def __init__(self, *lists: Sequence[Hypothesis]) -> None:
        super().__init__("nothing")
        self.lists = list(lists)

    def finish(self) -> tuple[Hypothesis, ...]:
        self.is_decoding = False
        return tuple(self.lists.pop(0))


def quiet(seconds: float) -> Samples:
    """Return the noise of a quiet room."""
    return np.random.default_rng(1).normal(0, 5, round(seconds * SAMPLE_RATE_HZ)).astype(np.int16)


def burst(seconds: float = 0.4) -> Samples:
    """Return a burst of noise that stands for one word."""
    return np.random.default_rng(2).normal(0, 4000, round(seconds * SAMPLE_RATE_HZ)).astype(np.int16)
