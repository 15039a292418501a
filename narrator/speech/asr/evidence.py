"""The evidence for the best phrase when both recognisers have scored it, and the log-odds that follow from it."""

from dataclasses import dataclass

WEIGHTS = (0.39, -0.26, 0.4, -1.0, 2.2)
"""Weights of `Evidence.features()` for the log-odds; a larger weight makes a phrase easier to accept.

Fitted by logistic regression on the tuning half: `python -m bench.sureness --recordings DIR`. The weight of
`steps_needed` was then chosen between the values fitted with and without global commands.
Bench: hearing --ablation, "no dictation weight" and "no likelihood weight".
"""
MAX_LEAD = 6.5
"""Log-likelihood at which `Evidence.lead` is capped. Between two allowed answers one is always far ahead, even if
something else was said. Bench: hearing --only "other words" "yes and no"."""


@dataclass(frozen=True, slots=True)
class Evidence:
    """What speaks for and against the best phrase, as log-likelihoods."""

    lead: float
    """The combined score minus that of the next different phrase."""
    dictation_lead: float
    """Vosk's score for open dictation minus its score for the phrase."""
    likelihood: float
    """Moonshine's log-likelihood of exactly these words."""
    steps_needed: int
    """Steps of evidence that the grammar demands for this phrase; 0 for an answer to the current question."""

    def features(self) -> tuple[float, ...]:
        """Return the feature vector with a bias term."""
        return min(self.lead, MAX_LEAD), self.dictation_lead, self.likelihood, float(self.steps_needed), 1.0

    @property
    def log_odds(self) -> float:
        """The log-odds that the phrase was said."""
        return sum(weight * feature for weight, feature in zip(WEIGHTS, self.features(), strict=True))
