"""Turn English text into phonemes, for hibari, for Kokoro and for `narrator check`.

The package hibari brings its own pronunciation (lexicon, rules and a small network for unknown words). Its symbols are
those of Kokoro, with the same numbers.
"""

import json
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any, cast

from narrator.language.language import DEFAULT_LANGUAGE
from narrator.speech.networks.onnx_runtime import load_hibari
from narrator.speech.tts.pronunciation import load_pronunciation


def is_hibari_installed() -> bool:
    """Return whether hibari and the runtime of its networks are installed, without importing them."""
    return find_spec("hibari") is not None and find_spec("onnxruntime") is not None


@cache
def load_g2p(*, british: bool = False) -> Any:
    """Return hibari's conversion from graphemes to phonemes. Threads may share it."""
    return load_hibari().g2p.G2P(british=british)


def to_phonemes(text: str, *, british: bool = False, language: str = DEFAULT_LANGUAGE) -> str:
    """Return the phonemes of a text. Words of our pronunciation file are spoken as it says."""
    return str(load_g2p(british=british)(load_pronunciation(language).insert_phonemes(text)))


@cache
def load_vocabulary() -> dict[str, int]:
    """Return the number of each phoneme symbol in the networks of hibari and Kokoro."""
    file = Path(load_hibari().__file__).with_name("assets") / "vocab.json"
    return cast("dict[str, int]", json.loads(file.read_text("utf-8")))


def to_tokens(phonemes: str) -> list[int]:
    """Return the numbers of these phonemes, without symbols that the networks do not know."""
    vocabulary = load_vocabulary()
    return [vocabulary[symbol] for symbol in phonemes if symbol in vocabulary]
