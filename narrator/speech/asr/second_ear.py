"""A second ear that errs differently from vosk: a network that hears whole words and knows no phrases.

It is asked only where vosk is not sure, and only how likely it is that exactly these words were said, of all that could
be said. That takes a tenth of a second. `narrator setup` fetches it; without it, vosk alone must do.
"""

from collections.abc import Sequence
from importlib.util import find_spec
from typing import Protocol

from narrator.speech.models.model import MOONSHINE, find_model
from narrator.speech.networks.moonshine import Moonshine
from narrator.speech.pcm import Samples


class SecondEar(Protocol):
    """Judges what others propose."""

    def likelihoods(self, samples: Samples, phrases: Sequence[str]) -> list[float]:
        """How likely it is that each of these was said, and nothing else, as a logarithm."""


def best_second_ear() -> SecondEar | None:
    """The one that this computer has."""
    folder = find_model(MOONSHINE) if find_spec("onnxruntime") else None
    return Moonshine(folder) if folder else None
