"""The second recogniser: the likelihood that exactly these words were said.

Moonshine makes other mistakes than Vosk because it was trained on whole sentences and has no phrase list. Where Vosk is
unsure of a short phrase, it scores the possible phrases, which takes about 0.1 s; whole sentences it writes down
(`sentences`). `narrator setup` installs it; without it Vosk decides alone.
"""

import logging
import os
from collections.abc import Sequence
from dataclasses import dataclass
from importlib.util import find_spec
from typing import Protocol

from narrator.core.errors import ModelDamaged
from narrator.speech.asr.decoder import Hypothesis
from narrator.speech.models.model import MOONSHINE, find_model
from narrator.speech.models.verification import verify_model
from narrator.speech.networks.moonshine import Moonshine
from narrator.speech.pcm import Samples


class PhraseScorer(Protocol):
    """Scores phrases against audio."""

    def likelihoods(self, samples: Samples, phrases: Sequence[str]) -> list[float]:
        """Return, for each phrase, the log-likelihood that it was said and nothing else."""


@dataclass(frozen=True, slots=True)
class ScoredPhrase:
    """A phrase that both recognisers have scored."""

    hypothesis: Hypothesis
    likelihood: float
    """Moonshine's log-likelihood."""

    @property
    def score(self) -> float:
        """The sum of both log-likelihoods."""
        return self.hypothesis.score + self.likelihood


def is_switched_off() -> bool:
    """Return whether the user wants faster answers rather than the second recogniser, as on a Raspberry Pi."""
    return os.environ.get("NARRATOR_SECOND_RECOGNISER", "").casefold() == "off"


def load_moonshine() -> Moonshine | None:
    """Load Moonshine, or return `None` if it is switched off, not installed or damaged."""
    folder = find_model(MOONSHINE) if find_spec("onnxruntime") and not is_switched_off() else None
    if folder is None:
        return None
    try:
        verify_model(MOONSHINE, folder)
        return Moonshine(folder)
    except (ModelDamaged, ImportError, OSError) as error:
        logging.getLogger(__name__).warning("Recognising without Moonshine: %s", error)
        return None
