"""Turn a sentence into vectors by a small transformer. It is computed here: a few matrix products are all it takes.

It is BERT with WordPiece tokens. The weights are bytes with a scale per column, and stay bytes in memory: a layer is
turned into numbers when it is computed, which takes less than a millisecond and saves 30 MB.
"""

import json
import mmap
import re
import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

FloatArray = NDArray[np.float32]

MAX_TOKENS = 64
"""Tokens of a sentence that are read. Longer sentences are cut."""
MAX_WORD_LETTERS = 40
"""A longer word is unknown."""
LAYER_NORM_EPSILON = 1e-12
WORDS = re.compile(r"[^\W_]+|[^\w\s]|_")


@dataclass(frozen=True)
class Weights:
    """Named arrays in a file: a line of JSON with name, type, shape and place of each, then the arrays."""

    facts: Mapping[str, Any]
    arrays: Mapping[str, NDArray[Any]]

    @classmethod
    def read(cls, file: Path) -> "Weights":
        """Map a file into memory, so that only what is used is read."""
        with file.open("rb") as opened:
            mapped = mmap.mmap(opened.fileno(), 0, access=mmap.ACCESS_READ)
        facts = json.loads(mapped[: mapped.find(b"\n")])
        start = mapped.find(b"\n") + 1
        arrays = {
            name: np.frombuffer(mapped, kind, int(np.prod(shape)), start + place).reshape(shape)
            for name, (kind, shape, place) in facts.pop("arrays").items()
        }
        return cls(facts, arrays)

    def write(self, file: Path) -> None:
        """Write the arrays one after the other, each at a multiple of 8 bytes."""
        places, blocks, place = {}, [], 0
        for name, array in self.arrays.items():
            packed = array.tobytes()
            places[name] = (array.dtype.str, array.shape, place)
            blocks.append(packed + bytes(-len(packed) % 8))
            place += len(blocks[-1])
        head = json.dumps({**self.facts, "arrays": places}).encode()
        head += b" " * (-(len(head) + 1) % 8)
        file.write_bytes(head + b"\n" + b"".join(blocks))


@dataclass(frozen=True)
class SentenceEncoder:
    """The transformer. All its arrays and the vocabulary come from one file of weights."""

    weights: Weights

    @cached_property
    def _vocabulary(self) -> Mapping[str, int]:
        pieces = self.weights.arrays["vocabulary"].tobytes().decode("utf-8").split("\n")
        return {piece: number for number, piece in enumerate(pieces)}

    def tokens(self, words: Sequence[str]) -> tuple[list[int], list[int]]:
        """Return the WordPiece tokens of words between a start and an end token, and the place of each word in them."""
        known, found, places = self._vocabulary, [self._vocabulary["[CLS]"]], []
        for word in words:
            places.append(len(found))
            for part in split_words(plain_letters(word)):
                found += word_pieces(part, known)
        return [*found[: MAX_TOKENS - 1], known["[SEP]"]], [each for each in places if each < MAX_TOKENS - 1]

    def is_whole(self, word: str) -> bool:
        """Whether each part of a word is one token of the vocabulary: "don't", "merry-go-round"."""
        return all(part in self._vocabulary for part in split_words(plain_letters(word)))

    def sentence_vector(self, sentence: str) -> FloatArray:
        """Return the mean of the vectors of all tokens."""
        tokens, _ = self.tokens(split_words(sentence))
        found: FloatArray = self.token_vectors(tokens).mean(axis=0)
        return found

    def word_vectors(self, words: Sequence[str]) -> FloatArray:
        """Return the vector of the first token of each word, for as many words as are read."""
        tokens, places = self.tokens(words)
        return self.token_vectors(tokens)[places]

    def token_vectors(self, numbers: Sequence[int]) -> FloatArray:
        """Return a vector for each of these tokens."""
        arrays = self.weights.arrays
        hidden = arrays["words"][list(numbers)] * arrays["words.scale"][list(numbers)][:, None]
        hidden = self._normalise(hidden + arrays["positions"][: len(numbers)], "embedded")
        for layer in range(self.weights.facts["layers"]):
            hidden = self._layer(hidden, f"layer{layer}")
        return hidden

    def _layer(self, hidden: FloatArray, name: str) -> FloatArray:
        """Return the vectors after one layer: attention, then a feed-forward network."""
        heads, (length, width) = self.weights.facts["heads"], hidden.shape
        query, key, value = (
            part.reshape(length, heads, -1).transpose(1, 0, 2)
            for part in np.split(self._linear(hidden, f"{name}.attention"), 3, axis=1)
        )
        likeness = query @ key.transpose(0, 2, 1) / np.sqrt(width / heads, dtype=np.float32)
        seen = (softmax(likeness) @ value).transpose(1, 0, 2).reshape(length, width)
        hidden = self._normalise(hidden + self._linear(seen, f"{name}.seen"), f"{name}.after_attention")
        wide = gelu(self._linear(hidden, f"{name}.wide"))
        return self._normalise(hidden + self._linear(wide, f"{name}.narrow"), f"{name}.after")

    def _linear(self, inputs: FloatArray, name: str) -> FloatArray:
        arrays = self.weights.arrays
        found: FloatArray = inputs @ arrays[name].astype(np.float32) * arrays[f"{name}.scale"] + arrays[f"{name}.bias"]
        return found

    def _normalise(self, hidden: FloatArray, name: str) -> FloatArray:
        centred = hidden - hidden.mean(axis=1, keepdims=True)
        spread = np.sqrt((centred**2).mean(axis=1, keepdims=True) + LAYER_NORM_EPSILON)
        found: FloatArray = centred / spread * self.weights.arrays[f"{name}.gain"] + self.weights.arrays[f"{name}.bias"]
        return found


def split_words(sentence: str) -> list[str]:
    """Split a sentence into words and punctuation marks."""
    return WORDS.findall(sentence)


def plain_letters(word: str) -> str:
    """Return a word in small letters without accents."""
    letters = unicodedata.normalize("NFD", word.casefold())
    return "".join(letter for letter in letters if unicodedata.category(letter) != "Mn")


def word_pieces(word: str, known: Mapping[str, int]) -> list[int]:
    """Return the longest known pieces of a word from left to right, or the token for unknown words."""
    pieces: list[int] = []
    start = 0
    while start < len(word):
        mark = "##" if start else ""
        ends = range(len(word), start, -1) if len(word) <= MAX_WORD_LETTERS else ()
        end = next((end for end in ends if mark + word[start:end] in known), None)
        if end is None:
            return [known["[UNK]"]]
        pieces.append(known[mark + word[start:end]])
        start = end
    return pieces


def quantise(matrix: FloatArray, axis: int) -> tuple[NDArray[np.int8], FloatArray]:
    """Return a matrix as bytes, and the scale of each of its rows (axis 1) or columns (axis 0)."""
    scale = np.abs(matrix).max(axis=axis) / 127 + np.float32(1e-12)
    whole = np.round(matrix / np.expand_dims(scale, axis)).astype(np.int8)
    return whole, scale.astype(np.float32)


def softmax(scores: FloatArray) -> FloatArray:
    """Return probabilities along the last axis."""
    raised = np.exp(scores - scores.max(axis=-1, keepdims=True))
    found: FloatArray = raised / raised.sum(axis=-1, keepdims=True)
    return found


def gelu(inputs: FloatArray) -> FloatArray:
    """Return the Gaussian error linear unit, by its approximation with tanh."""
    found: FloatArray = 0.5 * inputs * (1 + np.tanh(0.7978845608 * inputs * (1 + 0.044715 * inputs * inputs)))
    return found


def direction(vector: FloatArray) -> FloatArray:
    """Return a vector of length one in the same direction."""
    found: FloatArray = vector / max(float(np.linalg.norm(vector)), 1e-9)
    return found
