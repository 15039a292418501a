"""Protocols for speech decoders, and the hypotheses that they return."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Protocol, TypeAlias

from narrator.speech.pcm import Samples

UNKNOWN_WORD = "[unk]"
"""What a decoder writes for any word that is not in its phrases."""

PhraseCounts: TypeAlias = Mapping[str, int]
"""Phrases for a decoder's language model, with the number of times that each is counted."""


@dataclass(frozen=True, slots=True)
class Hypothesis:
    """Words that a decoder may have heard."""

    text: str
    score: float = 0.0
    """Log-likelihood. Comparable between decoders of the same model for the same audio only."""


class Decoder(Protocol):
    """Decodes one utterance after the other, each fed in pieces."""

    def begin(self) -> None:
        """Drop the utterance in progress and start a new one."""

    def feed(self, samples: Samples) -> None:
        """Decode more of the utterance."""

    def finish(self) -> tuple[Hypothesis, ...]:
        """End the utterance and return its n-best list, likeliest first."""


class PhraseDecoder(Decoder, Protocol):
    """A decoder that knows only certain phrases. Belongs to one thread."""

    def expect(self, phrases: PhraseCounts) -> None:
        """Accept only these phrases. Call it between utterances."""


class StreamingDecoder(PhraseDecoder, Protocol):
    """A phrase decoder that can report partial results."""

    def partial(self) -> str:
        """Return the likeliest words up to now."""
