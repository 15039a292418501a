"""Tell side talk from failed answers, by the transcript of what was not understood."""

from narrator.language.language import get_language
from narrator.language.understanding.expectation import Expectation
from narrator.language.understanding.understand import tidy

MIN_REMARK_WORDS = 4
"""A sentence of this many words that names nothing on offer is a remark to another player."""
MIN_NAME_LETTERS = 3
"""Shorter words do not name anything on offer."""


def is_addressed_to_player(transcript: str, expected: Expectation) -> bool:
    """Return whether a sentence begins or ends with the name of a player: "Nick, turn around"."""
    words = tidy(transcript).casefold().split()
    names = {name.casefold() for name, _ in expected.lists.get("player", ())}
    return len(words) > 1 and not names.isdisjoint({words[0], words[-1]})


def is_remark(transcript: str, expected: Expectation) -> bool:
    """Return whether a sentence is long enough for a failed answer to name something on offer, and names nothing."""
    words = set(tidy(transcript).casefold().split())
    language = get_language()
    named = {word for thing in expected.things() for word in thing.spoken_words}
    named = {word for word in named if len(word) >= MIN_NAME_LETTERS} - {"the", "and"}
    has_number = any(language.parse_number(word) is not None for word in words)
    return len(words) >= MIN_REMARK_WORDS and words.isdisjoint(named) and not has_number
