"""Turn English text into phonemes, for hibari, for Kokoro and for `narrator check`.

The package hibari brings its own pronunciation (lexicon, rules and a small network for unknown words). Its symbols are
those of Kokoro, with the same numbers.
"""

import json
import marshal
from collections.abc import Mapping
from functools import cache
from importlib.util import find_spec
from itertools import accumulate
from pathlib import Path
from threading import Timer
from typing import Any, cast

import numpy as np

from narrator.language.language import DEFAULT_LANGUAGE
from narrator.speech.networks.heap import release_freed_memory
from narrator.speech.networks.onnx_runtime import load_hibari, open_session
from narrator.speech.tts.pronunciation import load_pronunciation


def is_hibari_installed() -> bool:
    """Return whether hibari and the runtime of its networks are installed, without importing them."""
    return find_spec("hibari") is not None and find_spec("onnxruntime") is not None


PACK_AFTER_S = 5.0


class PackedMapping:
    """A read-only copy of a mapping from words to small values, in a fifth of its memory.

    Words are found by their hash. It has 64 bits, so no two of some hundred thousand words have the same.
    """

    def __init__(self, items: Mapping[str, Any]) -> None:
        self._hashes, order = np.unique(np.fromiter(map(hash, items), np.int64, len(items)), return_index=True)
        values = [*items.values()]
        packed = [marshal.dumps(values[place]) for place in order]
        self._values = b"".join(packed)
        self._ends = np.fromiter(accumulate(map(len, packed)), np.uint32, len(packed))

    def get(self, word: str) -> Any:
        """Return the value of this word, or None."""
        wanted = hash(word)
        place = int(np.searchsorted(self._hashes, wanted))
        if place == len(self._hashes) or self._hashes[place] != wanted:
            return None
        return marshal.loads(self._values[self._ends[place - 1] if place else 0 : self._ends[place]])


@cache
def load_g2p(*, british: bool = False) -> Any:
    """Return hibari's conversion from graphemes to phonemes. Threads may share it.

    Its dictionary is packed in the background, after the first words.
    """
    hibari = load_hibari()
    unknown_words = find_hibari_folder() / ("oov_gb.onnx" if british else "oov.onnx")
    g2p = hibari.g2p.G2P(
        hibari.g2p.oov.OOV(str(unknown_words), open_session(unknown_words, keeps_memory=False)), british=british
    )
    later = Timer(PACK_AFTER_S, pack_g2p, (g2p,))
    later.daemon = True
    later.start()
    return g2p


def pack_g2p(g2p: Any) -> None:
    """Replace the big dictionaries, which saves 80 MB."""
    for lexicon in (g2p.lexicon.golds, g2p.lexicon.silvers):
        lexicon.d = PackedMapping(lexicon.d)
    g2p.tagger.weights = PackedMapping(g2p.tagger.weights)
    release_freed_memory()


def find_hibari_folder() -> Path:
    """Return the folder of hibari's files. It must be installed."""
    package = find_spec("hibari")
    assert package is not None
    assert package.origin is not None
    return Path(package.origin).with_name("assets")


def to_phonemes(text: str, *, british: bool = False, language: str = DEFAULT_LANGUAGE) -> str:
    """Return the phonemes of a text. Words of our pronunciation file are spoken as it says."""
    return str(load_g2p(british=british)(load_pronunciation(language).insert_phonemes(text)))


@cache
def load_vocabulary() -> dict[str, int]:
    """Return the number of each phoneme symbol in the networks of hibari and Kokoro."""
    return cast("dict[str, int]", json.loads((find_hibari_folder() / "vocab.json").read_text("utf-8")))


def to_tokens(phonemes: str) -> list[int]:
    """Return the numbers of these phonemes, without symbols that the networks do not know."""
    vocabulary = load_vocabulary()
    return [vocabulary[symbol] for symbol in phonemes if symbol in vocabulary]
