"""Understand an utterance: it has one reading, several, a suggestion, or none. Nothing is guessed.

People hesitate ("um, three"), start again ("I vote, I vote for three") and correct themselves ("three, no, two"). These
are removed step by step, and after each step the *whole* rest must fit a template. What fits no template is taken apart
(`chunks`, `answers`, `questions`). A near miss becomes a suggestion ("Did you mean the hedgehog?"): a question, not a
move.
"""

import re
import unicodedata
from collections.abc import Iterator, Sequence
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
from narrator.language.understanding.chunks import split_chunks, split_clauses, tidy
from narrator.language.understanding.clauses import combine_clauses, names_choice
from narrator.language.understanding.confirmations import first_word_confirms, read_confirmation
from narrator.language.understanding.grammar import Grammar
from narrator.language.understanding.interruptions import addresses_player, calls_player, is_interruption
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
from narrator.language.understanding.second_opinion import compare

if TYPE_CHECKING:
    from narrator.language.understanding.expectation import Expectation

MAX_CHARACTERS = 300
"""The length of an utterance. A longer one is a story, not an answer."""
MAX_FREE_CHARACTERS = 1500
"""The length of free words that are kept: a whole story in one breath."""
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
MIN_SIMILARITY = 78.0
"""Suggest a name with at least this rapidfuzz ratio, in percent."""


def free_words(text: str) -> str:
    """Return free words on one line, with punctuation, at most `MAX_FREE_CHARACTERS` long."""
    plain = "".join(
        " " if unicodedata.category(char)[0] == "C" else char for char in unicodedata.normalize("NFC", text)
    )
    return " ".join(plain.split())[:MAX_FREE_CHARACTERS]


def understand(text: str, expected: "Expectation") -> Understanding:
    """Return the meaning of the whole text, else a suggestion from its last clause or its first.

    What follows a yes-or-no question is first an answer to it.
    """
    words = expand_shorthand(tidy(text), expected.grammar)
    if expected.asks_yes_or_no and (confirmed := read_confirmation(words, expected, make_offer(expected))):
        return Understood(confirmed)
    found = understand_sentence(text, expected)
    if is_request(found, expected) and calls_player(text, expected):
        return NoReading(words)  # "Lily, is it over?"
    if not 0 < len(words) <= MAX_CHARACTERS or fits_template(words, expected):
        return found
    offer = make_offer(expected)
    if words.casefold() in expected.grammar.table("confirming").get("dropping", ()) and "GoOn" in expected.active:
        return Understood(Reading("GoOn"))
    if isinstance(found, NoReading) and (confirmed := first_word_confirms(words, expected, offer)):
        return Understood(confirmed)
    takes_words = expected.free and expected.question is not None and not is_interruption(text, expected)
    found = found if takes_words else compare(found, text, expected, offer)
    if isinstance(found, Suggestion):
        return replace(found, text=expected.name_of(found.reading) or found.text)
    return found


def fits_template(words: str, expected: "Expectation") -> bool:
    """Whether the words have a meaning by a template, perhaps with fillers around them and repetitions."""
    grammar = expected.grammar
    attempts = {words, trimmed(words, grammar), without_stammer(words)}
    return words.casefold() in grammar.agreeing or any(map(expected.table_readings, attempts))


def is_request(found: Understanding, expected: "Expectation") -> bool:
    """Whether only questions and requests were understood that work at any time."""
    requests = expected.grammar.table("evidence")
    match found:
        case Understood(reading):
            return reading.intent in requests
        case Ambiguous(readings):
            return all(reading.intent in requests for reading in readings)
        case _:
            return False


def make_offer(expected: "Expectation") -> Offer:
    """Return everything that can be named at the moment."""
    return Offer(expected.things(), expected.lists, {**expected.lists, **expected.wide()})


def understand_sentence(text: str, expected: "Expectation") -> Understanding:
    """Return the meaning of the whole text, else of its clauses together."""
    found = understand_clause(text, expected)
    clauses = split_clauses(text)
    is_unclear = isinstance(found, Ambiguous) and is_request(found, expected) and len(clauses) > 1
    if not (isinstance(found, NoReading) or is_unclear) or len(text) > MAX_CHARACTERS:
        return found
    if expected.free:
        return (interrupting_clause(clauses, expected) if is_interruption(text, expected) else None) or found
    if len(clauses) > 1:
        meanings = [understand_clause(clause, expected) for clause in clauses]
        if combined := combine_clauses(clauses, meanings, expected, make_offer(expected)):
            return combined
    return understand_joined(clauses, expected) or found


def understand_joined(clauses: Sequence[str], expected: "Expectation") -> Understanding | None:
    """Return a question about what is named in clauses that "and" joins: "I'll be brave and play the genie".

    Numbers and dice are not taken apart, for "and" joins them into one answer.
    """
    language, lexicon = get_language(), expected.grammar.lexicon
    parts = [part for clause in clauses for part in clause.split(f" {language.heard.words.conjunction} ")]
    words = tidy(" ".join(parts)).casefold().split()
    if len(parts) == len(clauses) or any(map(language.parse_number, words)) or lexicon.begins_question(words[0]):
        return None
    if expected.question is None or expected.question.parses_all:
        return None
    meanings = [understand_clause(part, expected) for part in parts]
    combined = combine_clauses(parts, meanings, expected, make_offer(expected))
    return combined if isinstance(combined, Suggestion) and names_choice(combined.reading, expected) else None


def interrupting_clause(clauses: Sequence[str], expected: "Expectation") -> Understood | None:
    """Return the first clause that is a request where free words are expected: "no thank you, just read it"."""
    if addresses_player(". ".join(clauses), expected):
        return None  # "Nick, stop it"
    requests = {*expected.grammar.table("evidence"), "Skip", "No"}
    meant = (understand_clause(clause, expected) for clause in clauses)
    found = [each for each in meant if isinstance(each, Understood) and each.reading.intent in requests]
    pleas = expected.grammar.word_list("whole_only")  # "oh wait" before what is wanted
    return next((each for each in found if each.reading.intent not in pleas), found[0] if found else None)


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
    for bare in without_degrees(plain, grammar):
        if found := tuple(each for each in readings(bare) if each.intent in grammar.table("evidence")):
            return understood(found)  # "we need a little break"
    return understand_freely(text, words, plain, expected)


def without_degrees(words: str, grammar: Grammar) -> Iterator[str]:
    """Yield the words without single words of degree, time and politeness, and then without longer phrases too."""
    degrees = grammar.word_list("degrees")
    for phrases in ([each for each in degrees if " " not in each], sorted(degrees, key=len, reverse=True)):
        bare = re.sub(rf"\b(?:{'|'.join(map(re.escape, phrases)) or '(?!)'})\b", " ", words, flags=re.IGNORECASE)
        if (bare := " ".join(bare.split())) != words:
            yield bare


def understand_freely(text: str, words: str, plain: str, expected: "Expectation") -> Understanding:
    """Return the meaning of words that fit no template."""
    grammar, lexicon, readings = expected.grammar, expected.grammar.lexicon, expected.table_readings
    offer = make_offer(expected)
    parts = split_chunks(plain, lexicon, offer)
    talks = not expected.free or is_interruption(text, expected)
    topics = [topic for topic in grammar.topics if topic.is_question or talks]
    for asked in find_questions(parts, topics, expected.active, lexicon):
        if found := expected.select(plain, asked):
            return understood(found)
    if found := parsed_whole(strip_carrying_words(parts, lexicon), expected):  # "well, two fives and a one"
        return understood(found)
    meant = find_answer(parts, lexicon, offer, readings)
    if isinstance(meant, Ambiguous) and not any("alternatives" in part.kinds for part in parts):
        meant = expected.merge(meant)
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


def parsed_whole(words: str, expected: "Expectation") -> tuple[Reading, ...]:
    """Return the answers in words that the open slot parses as a whole, such as five dice."""
    question = expected.question
    if question is None or question.parses_all is None or expected.free:
        return ()
    return tuple(each for each in expected.table_readings(words) if each.intent in question.answers)


def words_after_denial(words: str, grammar: Grammar) -> str:
    """Return the words after a denial: "two three" for "no, two three"; an empty string if there is no denial."""
    taking_back = (*grammar.word_list("denials"), *grammar.word_list("restarts"))
    marks = "|".join(re.escape(mark) for mark in taking_back if "negations" not in grammar.lexicon.kinds((mark,)))
    found = re.match(rf"(?:(?:{marks})\s+)+", words, flags=re.IGNORECASE)
    return words[found.end() :] if found else ""


AGREEING = ("Yes", "Ready")
"""The intents that "okay" may mean."""


def expand_shorthand(words: str, grammar: Grammar) -> str:
    """Return the words with shorthand written out ("u" is "you") and repeated letters removed ("umm" is "um")."""
    short = re.sub(r"\b([uh])\1*(m)\2+\b|([a-z])\3{2,}", r"\1\2\3", words, flags=re.IGNORECASE)
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
