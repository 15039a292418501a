"""What speaks for a phrase that both ears take for the likeliest, and how sure it is therefore."""

from dataclasses import dataclass

WEIGHTS = (0.39, -0.26, 0.4, -1.0, 2.2)
"""How much each thing that speaks for a phrase counts for how sure it is (`Support.told`). A logistic regression:
`python -m bench.sureness` fits them on the half to tune with; what evidence counts was chosen among what was found with
and without commands that may be said at any time."""
MOST_AHEAD = 6.5
"""Beyond it, more makes no difference: of two answers one is always far ahead, whatever was said."""


@dataclass(frozen=True, slots=True)
class Support:
    """What speaks for the phrase that both ears take for the likeliest."""

    ahead: float
    """By how much it is likelier than the next one, to both."""
    worse: float
    """By how much dictation is better, to vosk."""
    likelihood: float
    """To the second ear, as a logarithm, of all that could have been said."""
    needed: int
    """The evidence that it needs: none if it answers what was asked."""

    @property
    def told(self) -> tuple[float, ...]:
        """All of it, and a one for what counts in any case."""
        return min(self.ahead, MOST_AHEAD), self.worse, self.likelihood, float(self.needed), 1.0

    @property
    def odds(self) -> float:
        """How sure it is, as the logarithm of odds."""
        return sum(one * other for one, other in zip(WEIGHTS, self.told, strict=True))
