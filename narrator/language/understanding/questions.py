"""Recognise questions and requests by their topic words and their shape instead of a whole sentence.

Each intent has patterns in `grammars/`: words that must all occur, in any order. `{thing}` is a thing on offer,
`{player}` a player, `{word}` one word that is neither. The other words must be closed-class words or, in a question,
topic words of other questions: "who won the football" does not ask for the scores. If several patterns fit, the one
with the most words wins.
"""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from narrator.language.language import get_language
from narrator.language.understanding.answers import ASIDE_KINDS, OTHER_MEANING_KINDS
from narrator.language.understanding.chunks import Chunk
from narrator.language.understanding.lexicon import Lexicon, TopicPattern
from narrator.language.understanding.offers import UnusedNumber
from narrator.language.understanding.reading import Reading

REVERSING_KINDS = frozenset({"negations", "refusals", "conditions"})
"""Kinds of words that would reverse a request."""
BEFORE_QUESTION_KINDS = ASIDE_KINDS | {"corrections", "joining"}
MAX_EXTRA_TOPIC_WORDS = 2
"""With more topic words beside the pattern, something else is meant. In a question these are topic words of other
questions, in a request of the same request."""


@dataclass(frozen=True, slots=True)
class Token:
    """A word in all its forms, and the chunk that it belongs to."""

    forms: frozenset[str]
    chunk: Chunk


def find_questions(
    chunks: Sequence[Chunk], patterns: Sequence[TopicPattern], active: Collection[str], lexicon: Lexicon
) -> Iterator[tuple[Reading, ...]]:
    """Yield the readings of what may be asked or requested, the likeliest first.

    One question can have several readings: the same words may mean it of several things.
    """
    is_question = has_question_shape(chunks, lexicon)
    head = next((chunk for chunk in chunks if not is_aside(chunk)), None)
    asks_others = head is not None and lexicon.begins_question(head.text)
    whole = [chunk for chunk in chunks if not (chunk.kinds & ASIDE_KINDS and " " in chunk.text)]  # "what about"
    tokens = [
        Token(word_forms(each), chunk)
        for chunk in whole
        for word in chunk.text.split()
        for each in lexicon.expand_contraction(word)
    ]
    fitting: list[tuple[int, tuple[Reading, ...]]] = []
    for pattern in patterns:
        if pattern.intent not in active or (pattern.is_question and not is_question):
            continue
        used = match_pattern(tokens, pattern)
        if used is None:
            continue
        if not pattern.is_question and asks_others and not any(tokens[index].chunk is head for index in used):
            continue  # "is everybody ready?" asks the other players and requests nothing
        if readings := tuple(readings_of_pattern(tokens, used, pattern, lexicon)):
            used_chunks = [tokens[index].chunk for index in used]
            topical = sum(chunk.is_unknown or "derived" in chunk.kinds for chunk in used_chunks)  # "clue", not "what"
            fitting.append((len(used) + len(pattern.slots) + topical, readings))
    return (readings for _, readings in sorted(fitting, key=lambda each: -each[0]))


def is_aside(chunk: Chunk) -> bool:
    """Whether the chunk may stand before a question without being part of it."""
    return bool(chunk.kinds & BEFORE_QUESTION_KINDS or chunk.player)


def has_question_shape(chunks: Sequence[Chunk], lexicon: Lexicon) -> bool:
    """Whether the sentence begins like a question or wishes to hear something. "That's what I thought" does neither."""
    at_head = True
    for before, chunk in zip((None, *chunks), chunks, strict=False):
        if "supposing" in chunk.kinds:
            return False
        if at_head and not is_aside(chunk) and lexicon.begins_question(chunk.text):
            return not (before and before.player and chunk.text in lexicon.copulas)  # "Julie is still thinking"
        if "requests" in chunk.kinds and "hesitation" not in chunk.kinds:
            # "don't tell anyone", "the last one you read me"
            return not (before and before.kinds & {"refusals", "addressed"})
        if chunk.kinds == {"asking"}:
            return False
        at_head = at_head and is_aside(chunk)
    return bool(chunks) and "requests" in chunks[-1].kinds  # "the page again"


def match_pattern(tokens: Sequence[Token], pattern: TopicPattern) -> list[int] | None:
    """Return the indices of the tokens that make the pattern, or None if it does not fit.

    No token counts for two words of the pattern: "what do we need" does not ask what to do.
    """
    used: list[int] = []
    for words in pattern.words:
        fitting = (
            index for index, token in enumerate(tokens) if index not in used and not words.isdisjoint(token.forms)
        )
        if (index := next(fitting, None)) is None:
            return None
        used.append(index)
    return used


def readings_of_pattern(
    tokens: Sequence[Token], used: Sequence[int], pattern: TopicPattern, lexicon: Lexicon
) -> Iterator[Reading]:
    """Yield what the pattern means, unless the remaining words say something else."""
    rest = remaining_chunks(tokens, used, lexicon)
    players = [chunk.player for chunk in rest if chunk.player]
    strange = [chunk for chunk in rest if not chunk.player and (chunk.is_unknown or chunk.kinds & OTHER_MEANING_KINDS)]
    if "{word}" in pattern.slots:
        unknown = [*strange, *(chunk for chunk in rest if chunk.things or "role" in chunk.kinds)]
        if len(unknown) == 1:
            yield Reading(pattern.intent, {"word": unknown[0].text})
        return
    if not pattern.is_question and is_reversed(rest):
        return
    allowed = lexicon.question_words if pattern.is_question else lexicon.topic_words(pattern.intent)
    things = named_things(rest, pattern, lexicon)
    # in a question, a word that was also read about a thing need not mean it: "what was the clue, a long way what?"
    names_thing = any(chunk.is_named for chunk in things) if pattern.is_question else bool(things)
    if (
        len(strange) > MAX_EXTRA_TOPIC_WORDS
        or any(allowed.isdisjoint(word_forms(chunk.text)) for chunk in strange)
        or (names_thing and "{thing}" not in pattern.slots)
        or len(players) > (pattern.is_question or "{player}" in pattern.slots)
    ):
        return
    if "{player}" in pattern.slots and not players:
        return
    if "{thing}" in pattern.slots and "{player}" not in pattern.slots:
        yield from (Reading(pattern.intent, {"card": value}) for value in common_things(things))
    elif things or "{thing}" not in pattern.slots:
        yield Reading(pattern.intent, {"player": players[0]} if players else {})


def remaining_chunks(tokens: Sequence[Token], used: Sequence[int], lexicon: Lexicon) -> list[Chunk]:
    """Return the chunks that the pattern leaves over, each once.

    A chunk that the pattern uses in part is done with, unless the rest of it reverses the meaning.
    """
    negations = lexicon.language.heard.words.negations
    done = {
        id(chunk)
        for index in used
        if not (chunk := tokens[index].chunk).kinds & REVERSING_KINDS or tokens[index].forms & negations
    }
    left = (token.chunk for index, token in enumerate(tokens) if index not in used and id(token.chunk) not in done)
    return list(dict.fromkeys(left))


def is_reversed(rest: Sequence[Chunk]) -> bool:
    """Whether the words beside a request make it none."""
    if any(chunk.kinds == {"asking"} for chunk in rest):
        return True  # "that's what I was going to say"
    return any(chunk.kinds & REVERSING_KINDS and not chunk.kinds & {"hesitation", "corrections"} for chunk in rest)


def named_things(rest: Sequence[Chunk], pattern: TopicPattern, lexicon: Lexicon) -> list[Chunk]:
    """Return the chunks that stand for things on offer."""
    if not pattern.is_question:
        one = lexicon.language.heard.words.one
        return [chunk for chunk in rest if chunk.things and chunk.text != one]  # "you pick one"
    return [
        chunk
        for chunk in rest
        if chunk.is_named or (chunk.things and lexicon.question_words.isdisjoint(word_forms(chunk.text)))
    ]


def common_things(chunks: Sequence[Chunk]) -> list[Any]:
    """Return the things that all these chunks can stand for."""
    common = frozenset.intersection(*(chunk.things for chunk in chunks)) if chunks else frozenset()
    return [value for value in common if not isinstance(value, UnusedNumber)]


@lru_cache(maxsize=1024)
def word_forms(word: str) -> frozenset[str]:
    """Return the word and every word it may be a form of, so that "points" finds "point"."""
    return frozenset(get_language().base_forms(word))
