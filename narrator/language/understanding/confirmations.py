"""Understand the answer to a yes-or-no question in people's own words: "yes, that's right", "no, not that one".

Whatever follows such a question is first an answer to it. The words are in the table `confirming` of the grammar.
"""

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import TYPE_CHECKING

from narrator.language.understanding.chunks import Chunk, split_chunks
from narrator.language.understanding.offers import Offer
from narrator.language.understanding.reading import Reading

if TYPE_CHECKING:
    from narrator.language.understanding.expectation import Expectation
    from narrator.language.understanding.grammar import Grammar

YES_OR_NO = frozenset({"Yes", "No"})
UNSURE_KINDS = frozenset({"alternatives", "conditions", "corrections", "hedges", "negations", "refusals"})
"""Kinds of words that leave a "yes" in doubt."""


def read_confirmation(words: str, expected: "Expectation", offer: Offer) -> Reading | None:
    """Return the yes or no that these words are, or None if they say anything else."""
    if not expected.asks_yes_or_no:
        return None
    confirmed, rest = split_confirmation(words, expected.grammar)
    if confirmed is None:
        return None
    around = expected.grammar.table("confirming")["around"]
    chunks = split_chunks(rest, expected.grammar.lexicon, offer)
    if any(says_more(chunk) and chunk.text not in around for chunk in chunks):
        return None
    if confirmed == "Yes" and is_unsure(rest, chunks, expected.grammar):
        return None
    return Reading(confirmed)


def first_word_confirms(words: str, expected: "Expectation", offer: Offer) -> Reading | None:
    """Return the yes or no with which a sentence begins that says nothing else that is understood."""
    if not expected.asks_yes_or_no:
        return None
    confirmed, rest = split_confirmation(words, expected.grammar)
    chunks = split_chunks(rest, expected.grammar.lexicon, offer) if confirmed else []
    if confirmed is None or (confirmed == "Yes" and is_unsure(rest, chunks, expected.grammar)):
        return None
    return Reading(confirmed)


def is_unsure(rest: str, chunks: Sequence[Chunk], grammar: "Grammar") -> bool:
    """Whether words after a "yes" leave it in doubt: "yes, but Nick wants to play"."""
    table = grammar.table("confirming")
    if not frozenset(table["limiting"]).isdisjoint(rest.casefold().split()):
        return True
    return any(chunk.is_named or (chunk.kinds & UNSURE_KINDS and chunk.text not in table["around"]) for chunk in chunks)


def says_more(chunk: Chunk) -> bool:
    """Whether the chunk names something, so that the sentence says more than yes or no."""
    return chunk.is_unknown or chunk.is_named or chunk.player is not None or bool(chunk.things and not chunk.kinds)


def only_agrees(words: str, grammar: "Grammar") -> bool:
    """Return whether the words are only a yes, which must not be stored as a clue, a reason or a part of a story."""
    bare = tuple(grammar.table("confirming").get("bare", ()))
    return bool(confirming_patterns(bare, (), grammar.fillers)[1].fullmatch(words.casefold()))


def split_confirmation(words: str, grammar: "Grammar") -> tuple[str | None, str]:
    """Return "Yes" or "No" if the words begin with one, and the words after it."""
    patterns = confirming_patterns(
        tuple(grammar.table("confirming").get("yes", ())),
        tuple(grammar.table("confirming").get("no", ())),
        grammar.fillers,
    )
    undecided = tuple(grammar.table("confirming").get("undecided", ()))
    if confirming_patterns(undecided, (), grammar.fillers)[1].match(words.casefold()):
        return None, words
    for intent, pattern in zip(("No", "Yes"), patterns, strict=True):
        if found := pattern.match(words.casefold()):
            return intent, words[found.end() :].strip()
    return None, words


@lru_cache(maxsize=16)
def confirming_patterns(
    agreeing: tuple[str, ...], denying: tuple[str, ...], fillers: tuple[str, ...]
) -> tuple[re.Pattern[str], re.Pattern[str]]:
    """Return the patterns of a "no" and a "yes" at the beginning of a sentence."""
    filler, yes, no = (_any_of(phrases) for phrases in (fillers, agreeing, denying))
    return (
        re.compile(rf"(?:(?:{filler})\s+)*(?:{no})(?=\s|$)(?:\s+(?:{no})(?=\s|$))*"),
        re.compile(rf"(?:(?:{filler})\s+)*(?:{yes})(?=\s|$)(?:\s+(?:{yes})(?=\s|$))*"),
    )


def _any_of(phrases: tuple[str, ...]) -> str:
    return "|".join(map(re.escape, sorted(phrases, key=len, reverse=True))) or "(?!)"
