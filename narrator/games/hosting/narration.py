"""Narration that several hosts share."""

from collections.abc import Iterator

from narrator.core.game import Outcome, SpokenWords
from narrator.language.lines.clip_marks import quote_clip
from narrator.language.lines.line import Line, line


def as_sentence(words: SpokenWords | None) -> str:
    """Return the player's words with a full stop; empty if there are none."""
    text = quote_clip(words).strip()
    return text if not text or text[-1] in ".!?…" else f"{text}."


def narrate_winners(outcome: Outcome) -> Iterator[Line]:
    """Yield who won. `sides` counts the winning players or teams."""
    if outcome.winners:
        best = max(outcome.scores.values(), default=0)
        sides = sum(points == best for points in outcome.scores.values())
        yield line("won", winners=outcome.winners, count=len(outcome.winners), sides=sides, points=best)
