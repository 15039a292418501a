"""Recognise what a player wants from a sentence in any words, by a linear model over words and parts of words.

It is asked only when neither templates nor topic words explain a sentence, and it never makes a move.
`bench/intents.py` trains it on sentences that families say, and writes it to `grammars/<language>/intents.bin`. It
needs no package, so that a machine without sound has it too.
"""

import json
import math
import re
import zlib
from array import array
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from itertools import pairwise

from narrator.core.paths import data_file

BUCKETS = 1 << 14
"""The number of rows in the table of weights; each feature of a sentence has its row by a checksum."""
NOTHING = "none"
"""The class of sentences that want nothing of the narrator."""
PART_SIZES = (3, 4)
"""Lengths of the parts of words, in letters."""


@dataclass(frozen=True)
class IntentModel:
    """The weights of every feature for every class, as bytes with one common scale."""

    classes: tuple[str, ...]
    scale: float
    weights: "array[int]"

    def scores(self, sentence: str) -> Mapping[str, float]:
        """Return a score from about 0 to 1 for each class, or an empty result without words."""
        rows = sentence_features(sentence)
        if not rows:
            return {}
        width = len(self.classes)
        used = [self.weights[row * width : (row + 1) * width] for row in rows]
        factor = self.scale / math.sqrt(len(rows))
        return {name: factor * sum(column) for name, column in zip(self.classes, zip(*used, strict=True), strict=True)}

    def likeliest(self, sentence: str) -> tuple[str, float]:
        """Return the likeliest class, and by how much its score is higher than the next one's."""
        ranked = sorted(self.scores(sentence).items(), key=lambda each: -each[1])
        return (ranked[0][0], ranked[0][1] - ranked[1][1]) if ranked else (NOTHING, 0.0)

    def to_bytes(self) -> bytes:
        head = json.dumps({"classes": self.classes, "scale": self.scale}).encode()
        return zlib.compress(head + b"\n" + self.weights.tobytes(), 9)

    @classmethod
    def from_bytes(cls, packed: bytes) -> "IntentModel":
        head, _, weights = zlib.decompress(packed).partition(b"\n")
        facts = json.loads(head)
        return cls(tuple(facts["classes"]), facts["scale"], array("b", weights))


@cache
def load_intent_model(language: str) -> IntentModel | None:
    """Return the model of this language, or None if it has none."""
    file = data_file("grammars", language, "intents.bin")
    return IntentModel.from_bytes(file.read_bytes()) if file.is_file() else None


def sentence_features(sentence: str) -> list[int]:
    """Return the rows of a sentence's features: words, pairs of words, and parts of words."""
    words = re.findall(r"[\w']+", sentence.casefold().replace("’", "'"))
    if not words:
        return []
    return sorted({zlib.crc32(feature.encode()) % BUCKETS for feature in _features(words)})


def _features(words: list[str]) -> Iterator[str]:
    for word in words:
        yield word
        padded = f"<{word}>"
        for size in PART_SIZES:
            yield from (f"~{padded[at : at + size]}" for at in range(len(padded) - size + 1))
    framed = ["<", *words, ">"]
    yield from (f"{one} {two}" for one, two in pairwise(framed))
    yield from (f"{one} * {two}" for one, two in zip(framed, framed[2:], strict=False))
