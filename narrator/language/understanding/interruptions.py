"""Tell free words (a clue, a reason, a memory) from talk to the narrator or to another player.

A question, a refusal, a plea for time or words addressed to a player are no clue. Where free words are expected they
are answered or asked about, never stored. The words are in the table `interrupting` of the grammar.
"""

import re
from functools import lru_cache
from typing import TYPE_CHECKING

from narrator.language.language import get_language
from narrator.language.understanding.lexicon import split_phrases
from narrator.language.understanding.sentence_reading import FREE_WORDS, NOTHING, load_sentence_model

MIN_REQUEST_WORDS, MAX_REQUEST_WORDS = 3, 18
"""A single word may well be a clue, and a longer sentence is a story."""

if TYPE_CHECKING:
    from narrator.language.understanding.expectation import Expectation
    from narrator.language.understanding.grammar import Grammar


def is_interruption(text: str, expected: "Expectation") -> bool:
    """Whether these words are a question, a refusal, a plea for time, or addressed to a player."""
    words = " ".join(re.sub(r"[^\w' ]+", " ", text.replace("’", "'")).casefold().split())
    if not words:
        return False
    if text.rstrip().endswith("?") or interruption_pattern(expected.grammar).match(words):
        return True
    return addresses_player(text, expected) or is_request_in_any_words(text, expected)


def is_request_in_any_words(text: str, expected: "Expectation") -> bool:
    """Whether the sentence model is sure that these words, said in a game, are a question or a request.

    That they are talk is not enough: a story that a player goes on telling looks like talk.
    """
    model = load_sentence_model(expected.grammar.lexicon.language.code)
    words = text.split()
    if model is None or expected.question is None or not MIN_REQUEST_WORDS <= len(words) <= MAX_REQUEST_WORDS:
        return False
    kind, chance = model.read(text, (), {FREE_WORDS}).likeliest
    return (
        kind not in (FREE_WORDS, NOTHING) and chance >= expected.grammar.table("meanings")["limits"]["not_free_words"]
    )


def addresses_player(text: str, expected: "Expectation") -> bool:
    """Whether the words begin or end with a player's name, as "Nick, stop it" and "no peeking, Nick" do."""
    names = "|".join(re.escape(name) for name, _ in expected.lists.get("player", ())) or "(?!)"
    possessive = re.escape(get_language().spoken.possessive)
    plain = text.strip(" .!?…").replace("’", "'")
    return bool(
        re.match(rf"(?:{names})\b(?!{possessive})\W+\w", plain, re.IGNORECASE)
        or re.search(rf"\w\W+(?:{names})$", plain, re.IGNORECASE)
    )


def calls_player(text: str, expected: "Expectation") -> bool:
    """Whether the words begin with somebody's name and a comma: "Lily, is it over?", "Mummy, look"."""
    titles = split_phrases(expected.grammar.table("names").get("titles", ()))
    names = _any_of((*(name.casefold() for name, _ in expected.lists.get("player", ())), *titles))
    return bool(re.match(rf"(?:{names})\s*[,!]\s*\w", text.strip().casefold()))


@lru_cache(maxsize=8)
def interruption_pattern(grammar: "Grammar") -> re.Pattern[str]:
    """Return the pattern of how an interruption begins, after fillers."""
    table = grammar.table("interrupting")
    fillers, heads, verbs, subjects, forbidden = (
        _any_of((*(table.get(kind, ())), *more))
        for kind, more in (
            ("before", grammar.fillers),
            ("heads", grammar.word_list("asking")),
            ("verbs", ()),
            ("subjects", ()),
            ("forbidding", ()),
        )
    )
    participle = re.escape(get_language().spoken.present_participle)
    return re.compile(
        rf"(?:(?:{fillers})\s+)*(?:(?:{heads})\b|(?:{verbs})\s+(?:{subjects})\b|(?:{forbidden})\s+\w+{participle}\b)"
    )


def _any_of(phrases: tuple[str, ...]) -> str:
    return "|".join(map(re.escape, sorted(phrases, key=len, reverse=True))) or "(?!)"
