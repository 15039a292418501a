"""Beam search over the tokens of a transcript, with a bonus for words that are likely at the moment.

A bonus is paid token by token while a favoured word is being spelled, and taken back if the word is not finished. So a
rare name ("Ottilie") can win over a common word that sounds like it, and nothing else changes.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field

import numpy as np

from narrator.speech.networks.silero_vad import Float32Array

BEAM_WIDTH = 4
"""Transcripts that are followed at the same time. More cost little, because each weight is read once for all.
Bench: spoken."""
BONUS_PER_TOKEN = 1.5
"""Log-likelihood that each token of a favoured word is worth. Larger finds more names, also where none was said.
Bench: spoken."""
FINISHED_MARGIN = 0.0
"""The search ends when no open transcript is better than the best finished one by this much."""

Scores = Float32Array
"""Log-likelihoods of every token after each open transcript."""
NextScores = Callable[[Sequence[int], Sequence[int]], Scores]
"""Continues the open transcripts: takes the places of their beginnings in the last step, and their new tokens."""


class TokenBias:
    """The favoured words, as a tree of tokens."""

    def __init__(self, words: Iterable[Sequence[int]] = ()) -> None:
        self.root: dict[int, BiasNode] = {}
        for tokens in words:
            children = self.root
            for place, token in enumerate(tokens):
                node = children.setdefault(token, BiasNode())
                node.is_word = node.is_word or place == len(tokens) - 1
                children = node.children


@dataclass(slots=True)
class BiasNode:
    """A place in a favoured word."""

    children: "dict[int, BiasNode]" = field(default_factory=dict)
    is_word: bool = False
    """Whether a favoured word may end here."""


@dataclass(frozen=True, slots=True)
class OpenTranscript:
    """A transcript that may go on."""

    tokens: tuple[int, ...] = ()
    log_likelihood: float = 0.0
    bonus: float = 0.0
    """Paid for finished words."""
    pending_bonus: float = 0.0
    """Paid for the favoured word that is being spelled."""
    node: BiasNode | None = None

    @property
    def score(self) -> float:
        return self.log_likelihood + self.bonus + self.pending_bonus

    def extend(self, token: int, log_likelihood: float, bias: TokenBias) -> "OpenTranscript":
        """Return the transcript with one more token."""
        node = self.node.children.get(token) if self.node else None
        is_finished_word = self.node is not None and self.node.is_word
        bonus = self.bonus + (self.pending_bonus if node is None and is_finished_word else 0.0)
        pending = self.pending_bonus if node else 0.0
        node = node or bias.root.get(token)
        return OpenTranscript(
            (*self.tokens, token),
            self.log_likelihood + log_likelihood,
            bonus,
            pending + (BONUS_PER_TOKEN if node else 0.0),
            node,
        )


def search_tokens(
    first: Float32Array, step: NextScores, bias: TokenBias, end_token: int, max_tokens: int
) -> OpenTranscript:
    """Return the best transcript, without its end token. `first` has the log-likelihoods of the first token."""
    beams, scores = [OpenTranscript()], first[np.newaxis]
    best: OpenTranscript | None = None
    for _ in range(max_tokens):
        extended = [
            (place, beam.extend(int(token), float(row[token]), bias))
            for place, (beam, row) in enumerate(zip(beams, scores, strict=True))
            for token in likely_tokens(row, beam, bias)
        ]
        extended.sort(key=lambda each: -each[1].score)
        finished = [beam for _, beam in extended[:BEAM_WIDTH] if beam.tokens[-1] == end_token]
        best = max([*finished, *([best] if best else [])], key=lambda each: each.score, default=None)
        kept = [(place, beam) for place, beam in extended if beam.tokens[-1] != end_token][:BEAM_WIDTH]
        if best and (not kept or best.score >= kept[0][1].score + FINISHED_MARGIN):
            break
        beams = [beam for _, beam in kept]
        scores = step([place for place, _ in kept], [beam.tokens[-1] for beam in beams])
    return best or beams[0]


def likely_tokens(row: Float32Array, beam: OpenTranscript, bias: TokenBias) -> set[int]:
    """Return the tokens that may be among the best with their bonus."""
    likeliest = np.argpartition(row, -BEAM_WIDTH)[-BEAM_WIDTH:]
    lowest = float(row[likeliest].min()) - BONUS_PER_TOKEN - beam.pending_bonus
    favoured = {*bias.root, *(beam.node.children if beam.node else ())}
    return {*map(int, likeliest), *(token for token in favoured if row[token] > lowest)}
