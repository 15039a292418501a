"""Understand an utterance: it has one reading, several, a suggestion, or none. Nothing is guessed.

People hesitate ("um, three"), start again ("I vote, I vote for three") and correct themselves ("three, no, two"). These
are removed step by step, and after each step the *whole* rest must fit a template. What fits no template is taken apart
(`chunks`, `answers`, `questions`). A near miss becomes a suggestion ("Did you mean the hedgehog?"): a question, not a
move.
"""

import re
import unicodedata
from dataclasses import replace
from typing import TYPE_CHECKING

from narrator.language.language import get_language
from narrator.language.understanding.answers import (
    ASIDE_KINDS,
    OTHER_MEANING_KINDS,
    PRONOUN_KINDS,
    FindReadings,
    find_answer,
    strip_carrying_words,
    understood,
)
from narrator.language.understanding.chunks import split_chunks
from narrator.language.understanding.grammar import Grammar
from narrator.language.understanding.lexicon import Lexicon
from narrator.language.understanding.offers import Offer
from narrator.language.understanding.questions import find_questions
from narrator.language.understanding.reading import (
    Ambiguous,
    NoReading,
    Reading,
    Suggestion,
    Understanding,
    Understood,
)

if TYPE_CHECKING:
    from narrator.language.understanding.expectation import Expectation

MAX_CHARACTERS = 300
"""The length of an utterance. A longer one is a story, not an answer."""
__all__ = [
    "Ambiguous",
    "NoReading",
    "Suggestion",
    "Understanding",
    "Understood",
    "free_words",
    "tidy",
    "understand",
]
CLAUSES = re.compile(r"\s*[,.;:!?…]\s+")
MIN_SIMILARITY = 78.0
"""Suggest a name with at least this rapidfuzz ratio, in percent."""


def tidy(text: str) -> str:
    """Return the words of a text on one line, without punctuation and control characters."""
    plain = unicodedata.normalize("NFKC", text).replace("’", "'")
    plain = "".join(" " if unicodedata.category(char)[0] in "CZ" else char for char in plain)
    return re.sub(r"\s+", " ", re.sub(r"[.,!?;:…“”\"]+", " ", plain)).strip()


def free_words(text: str) -> str:
    """Return free words on one line, with punctuation, at most `MAX_CHARACTERS` long."""
    plain = "".join(
        " " if unicodedata.category(char)[0] == "C" else char for char in unicodedata.normalize("NFC", text)
    )
    return " ".join(plain.split())[:MAX_CHARACTERS]


def understand(text: str, expected: "Expectation") -> Understanding:
    """Return the meaning of the whole text, else a suggestion from its last clause or its first."""
    found = understand_clause(text, expected)
    first, *others = CLAUSES.split(text.strip(" .,!?"))
    last = expected.grammar.lexicon.language.heard.decision_follows.split((first, *others)[-1])[-1]
    if not isinstance(found, NoReading) or expected.free or last == first:
        return found
    if get_language().parse_number(first) and get_language().parse_number(others[0] if others else ""):
        return found  # "one, two, three, go"
    about_it = bool(others) and others[0].casefold().split()[0] in expected.grammar.lexicon.comment_starts
    return last_clause(last, expected) or (clause_in_doubt(first, expected) if about_it else None) or found


def last_clause(clause: str, expected: "Expectation") -> Understanding | None:
    """Return the meaning of the last clause; only a question or a wish counts without confirmation."""
    meant = understand_clause(clause, expected)
    if isinstance(meant, Understood) and expected.grammar.lexicon.topic_words(meant.reading.intent):
        return meant
    return clause_in_doubt(clause, expected)


def clause_in_doubt(clause: str, expected: "Expectation") -> Suggestion | None:
    """Return a suggestion from one clause, if it is an answer."""
    match understand_clause(clause, expected):
        case Understood(Reading(intent, slots) as reading) if (
            intent not in expected.grammar.table("evidence")
            and slots.keys() - {"player", "asked"}
            and not expected.grammar.lexicon.language.has_indefinite_article(clause)
        ):
            return Suggestion(clause, reading)
        case _:
            return None


def understand_clause(text: str, expected: "Expectation") -> Understanding:
    """Return the meaning of a text by templates, or else by the things and topics it names."""
    grammar = expected.grammar
    words = expand_shorthand(tidy(text), grammar)
    if not words or len(words) > MAX_CHARACTERS:
        return NoReading(words[:MAX_CHARACTERS])
    if words.casefold() in grammar.agreeing and (
        yes := next((each for each in AGREEING if each in expected.active), None)
    ):
        return Understood(Reading(yes))
    readings = expected.table_readings
    if found := readings(words):
        return understood(found)
    plain = without_stammer(words)
    for attempt in {trimmed(words, grammar): None, plain: None}:
        if attempt != words and (found := readings(attempt)):
            return understood(found)
    return understand_freely(text, words, plain, expected)


def understand_freely(text: str, words: str, plain: str, expected: "Expectation") -> Understanding:
    """Return the meaning of words that fit no template."""
    grammar, lexicon, readings = expected.grammar, expected.grammar.lexicon, expected.table_readings
    offer = Offer(expected.things(), expected.lists, {**expected.lists, **expected.wide()})
    parts = split_chunks(plain, lexicon, offer)
    topics = [topic for topic in grammar.topics if topic.is_question or not expected.free]
    for asked in find_questions(parts, topics, expected.active, lexicon):
        if found := expected.select(plain, asked):
            return understood(found)
    meant = find_answer(parts, lexicon, offer, readings)
    if isinstance(meant, Understood) and text.strip(" .!?").casefold() in grammar.word_list("nobody"):
        meant = Suggestion(parts[-1].text, meant.reading)
    if expected.free:
        return meant if isinstance(meant, Understood) and meant.is_correction else NoReading(words)
    other_kinds = OTHER_MEANING_KINDS | PRONOUN_KINDS
    means_else = any(part.is_place or part.is_absent or part.kinds & other_kinds for part in parts)
    core = "" if means_else else strip_carrying_words(parts, lexicon)
    if meant is None and core and core != words.casefold():
        light = strip_carrying_words(parts, lexicon, ASIDE_KINDS) == core
        if found := tuple(each for each in readings(core) if light or each.intent not in grammar.table("evidence")):
            return understood(found)
    if meant is None and (after := words_after_denial(plain, grammar)) and (found := readings(after)):
        answer = understood(found)
        return replace(answer, is_correction=True) if isinstance(answer, Understood) else answer
    if isinstance(meant, Understood | Ambiguous):
        return meant
    return suggest_similar(plain, lexicon, offer, readings) or meant or NoReading(words)


def words_after_denial(words: str, grammar: Grammar) -> str:
    """Return the words after a denial: "two three" for "no, two three"; an empty string if there is no denial."""
    taking_back = (*grammar.word_list("denials"), *grammar.word_list("restarts"))
    marks = "|".join(re.escape(mark) for mark in taking_back if "negations" not in grammar.lexicon.kinds((mark,)))
    found = re.match(rf"(?:(?:{marks})\s+)+", words, flags=re.IGNORECASE)
    return words[found.end() :] if found else ""


AGREEING = ("Yes", "Ready")
"""The intents that "okay" may mean."""


def expand_shorthand(words: str, grammar: Grammar) -> str:
    """Return the words with shorthand written out ("u" is "you") and repeated letters removed ("ummm" is "um")."""
    short = re.sub(r"([a-zA-Z])\1{2,}", r"\1", words)
    shorthand = grammar.shorthand
    return " ".join(shorthand.get(word.casefold(), word) for word in short.split())


def trimmed(words: str, grammar: Grammar) -> str:
    """Return the words without fillers at both ends. Inside a name ("the nose like a doorbell") they may matter."""
    fillers = "|".join(re.escape(filler) for filler in sorted(grammar.fillers, key=len, reverse=True))
    around = rf"^(?:(?:{fillers})\s+)+|(?:\s+(?:{fillers}))+$"
    return re.sub(around, "", words, flags=re.IGNORECASE) if fillers else words


def without_stammer(words: str) -> str:
    """Return the words without repetitions: "I vote I vote for the the owl" is "I vote for the owl"."""
    previous = None
    while previous != words:
        previous = words
        words = re.sub(r"\b(\w+(?:\s+\w+){0,3})(?:\s+\1\b)+", r"\1", words, flags=re.IGNORECASE)
    return words


def suggest_similar(words: str, lexicon: Lexicon, offer: Offer, readings: FindReadings) -> Suggestion | None:
    """Return a suggestion with a similar name in place of some words, if the whole is then an answer."""
    from rapidfuzz import fuzz, process  # noqa: PLC0415 - slow to import, and rarely needed

    names = [said for slot in OFFERED for said, _ in offer.names.get(slot, ())]
    tokens = words.split()
    close: list[tuple[float, str, str]] = []
    for size in range(1, min(4, len(tokens)) + 1):
        for at in range(len(tokens) - size + 1):
            piece = " ".join(tokens[at : at + size]).casefold()
            if match := process.extractOne(piece, names, scorer=fuzz.ratio, score_cutoff=MIN_SIMILARITY):
                close.append((match[1], match[0], " ".join([*tokens[:at], match[0], *tokens[at + size :]])))
    for _, name, text in sorted(close, reverse=True)[:MAX_SUGGESTIONS_TRIED]:
        if len(found := readings(text)) == 1:
            return Suggestion(name, found[0])
        meant = find_answer(split_chunks(text, lexicon, offer), lexicon, offer, readings)
        if isinstance(meant, Understood):
            return Suggestion(name, meant.reading)
    return None


OFFERED = frozenset({"card", "way", "player", "category", "title"})
"""Slots whose names may be suggested. Numbers are never suggested."""
MAX_SUGGESTIONS_TRIED = 2
"""The number of similar names that are tried. More would take too long."""
