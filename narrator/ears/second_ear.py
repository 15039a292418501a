"""A second ear that errs differently from vosk: Moonshine tiny, a network that hears whole words and knows no phrases.

It is asked only where vosk is not sure, and only how likely it is that exactly these words were said, of all that could
be said. That takes a tenth of a second. `narrator setup` fetches it; without it, vosk alone must do.
"""

from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import Protocol, cast

import numpy as np
from numpy.typing import NDArray

from narrator.ears.model import MOONSHINE, find_model
from narrator.sound.onnx_runtime import load_onnxruntime
from narrator.sound.pcm import FULL, Samples

START, END = 1, 2
"""Tokens before and after all that is said."""
MARKS = (".", "!", "?", ",")
"""After which nothing more need come."""
SPACE = "\u2581"
"""How a token begins that begins a word."""
FAR = 8.0
"""How much less likely than another, as a logarithm, something may begin and is still read on."""
LONG = 128
"""Bytes of a token from which on its length takes two bytes in the file."""

Numbers = NDArray[np.float32]


class SecondEar(Protocol):
    """Judges what others propose."""

    def likelihoods(self, samples: Samples, phrases: Sequence[str]) -> list[float]:
        """How likely it is that each of these was said, and nothing else, as a logarithm."""


class Moonshine:
    """The network: the sound is looked at once, each phrase then read against it."""

    def __init__(self, folder: Path) -> None:
        runtime = load_onnxruntime()
        options = runtime.SessionOptions()
        options.intra_op_num_threads = options.inter_op_num_threads = 1  # the voice needs the other cores
        self._encoder, self._decoder = (
            runtime.InferenceSession(str(folder / name), options, providers=["CPUExecutionProvider"])
            for name in ("encoder_model.ort", "decoder_model_merged.ort")
        )
        self._tokens = {token: number for number, token in enumerate(read_tokens(folder / "tokenizer.bin"))}
        self._ends = [END, *(self._tokens[mark.encode()] for mark in MARKS)]
        self._memories = [each for each in self._decoder.get_inputs() if each.name.startswith("past_key_values")]

    def likelihoods(self, samples: Samples, phrases: Sequence[str]) -> list[float]:
        """Of a phrase whose beginning is far less likely than another's only that beginning is read."""
        seen = self._seen(samples)
        (first,) = self._after([[START]], seen)
        spelt = [self.spelt(phrase) for phrase in phrases]
        likely = [float(first[0, tokens[0]]) for tokens in spelt]
        good = [number for number, each in enumerate(likely) if each > max(likely) - FAR]
        rows = [[START, *spelt[number]] for number in good]
        for number, after, (_, *tokens) in zip(good, self._after(rows, seen), rows, strict=True):
            words = sum(float(after[at, token]) for at, token in enumerate(tokens))
            likely[number] = words + float(np.logaddexp.reduce(after[len(tokens), self._ends]))
        return likely

    def _seen(self, samples: Samples) -> Numbers:
        """What the network makes of the sound."""
        sound = (samples / FULL).astype(np.float32)[np.newaxis]
        (seen,) = self._encoder.run(None, {"input_values": sound, "attention_mask": np.ones(sound.shape, np.int64)})
        return cast(Numbers, seen)

    def _after(self, rows: Sequence[Sequence[int]], seen: Numbers) -> Numbers:
        """How likely each token is after each of a row of tokens, as a logarithm."""
        read = np.full((len(rows), max(map(len, rows))), END, dtype=np.int64)
        for row, tokens in zip(read, rows, strict=True):
            row[: len(tokens)] = tokens
        given = {
            "input_ids": read,
            "encoder_hidden_states": np.repeat(seen, len(rows), 0),
            "encoder_attention_mask": np.ones((len(rows), seen.shape[1]), np.int64),
            "use_cache_branch": np.array([False]),
        }
        nothing = {
            each.name: np.zeros((len(rows), each.shape[1], 0, each.shape[3]), np.float32) for each in self._memories
        }
        (logits,) = self._decoder.run(["logits"], given | nothing)
        logits -= logits.max(axis=2, keepdims=True)
        return cast(Numbers, logits - np.log(np.exp(logits).sum(axis=2, keepdims=True)))

    def spelt(self, phrase: str) -> list[int]:
        """The phrase as the network writes it, in tokens: as with whoever trained it, the two neighbours are joined
        first that stand first in the list (byte pair encoding)."""
        parts = [letter.encode() for letter in (SPACE + phrase[:1].upper() + phrase[1:]).replace(" ", SPACE)]
        while joined := [
            (self._tokens[both], at)
            for at in range(len(parts) - 1)
            if (both := parts[at] + parts[at + 1]) in self._tokens
        ]:
            _, at = min(joined)
            parts[at : at + 2] = [parts[at] + parts[at + 1]]
        return [self._tokens[part] for part in parts]


def read_tokens(file: Path) -> list[bytes]:
    """All tokens by their numbers. In the file each has its length before it."""
    data, at, found = file.read_bytes(), 0, []
    while at < len(data):
        length, at = data[at], at + 1
        if length >= LONG:
            length, at = data[at] * LONG + length - LONG, at + 1
        found.append(data[at : at + length])
        at += length
    return found


def best_second_ear() -> SecondEar | None:
    """The one that this computer has."""
    folder = find_model(MOONSHINE) if find_spec("onnxruntime") else None
    return Moonshine(folder) if folder else None
