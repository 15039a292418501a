"""From words to what was meant: understood, ambiguous, perhaps, or not at all. Never guessed.

People do not speak in templates. They hesitate ("um, three"), start again ("I vote, I vote for three") and correct
themselves ("three, no, two"). All of that is tidied here, in this order, and after each step the *whole* of what is
left must fit. A near miss becomes an offer ("Did you mean the hedgehog?"), which is a question, not a move.
"""

import re
import unicodedata
from collections.abc import Callable, Collection
from dataclasses import dataclass, replace
from typing import TypeAlias

from rapidfuzz import fuzz, process

from narrator.words.grammar import Grammar, Lists, Reading

LONGEST = 300
"""Characters of a command. Whatever is longer is a story, not an answer."""
CLOSE = 78.0
"""How like a name something must sound on paper before it is offered."""


@dataclass(frozen=True, slots=True)
class Understood:
    reading: Reading
    correcting: bool = False
    """It began with "no": it takes the place of what was said before."""


@dataclass(frozen=True, slots=True)
class Ambiguous:
    readings: tuple[Reading, ...]


@dataclass(frozen=True, slots=True)
class Perhaps:
    """Nothing fits, but this is close enough to ask."""

    said: str
    reading: Reading


@dataclass(frozen=True, slots=True)
class NotUnderstood:
    text: str


Understanding: TypeAlias = Understood | Ambiguous | Perhaps | NotUnderstood


def tidy(text: str) -> str:
    """One line of plain words, whatever came in."""
    plain = unicodedata.normalize("NFKC", text).replace("’", "'")
    plain = "".join(" " if unicodedata.category(char)[0] in "CZ" else char for char in plain)
    return re.sub(r"\s+", " ", re.sub(r"[.,!?;:…“”\"]+", " ", plain)).strip()


Sift: TypeAlias = Callable[[str, tuple[Reading, ...]], tuple[Reading, ...]]
"""Those readings of the words that make sense at the table just now."""


def free_words(text: str) -> str:
    """What was said in free words, commas and all: one line, and no longer than anybody can remember."""
    plain = "".join(
        " " if unicodedata.category(char)[0] == "C" else char for char in unicodedata.normalize("NFC", text)
    )
    return " ".join(plain.split())[:LONGEST]


def understand(  # noqa: PLR0913, PLR0917  # all that bears on what was said
    text: str,
    grammar: Grammar,
    active: Collection[str],
    lists: Lists,
    wide: Lists,
    sift: Sift = lambda words, readings: readings,
) -> Understanding:
    """What was meant. `wide` holds names that exist but are not on offer, so that they can be refused by name."""
    words = tidy(text)
    if not words or len(words) > LONGEST:
        return NotUnderstood(words[:LONGEST])
    start, rest = correction(words, grammar)
    for attempt in attempts(words, start, rest, grammar):
        for slots in (lists, wide):
            readings = sift(attempt, grammar.readings(attempt, active, slots))
            if readings:
                break
        if len(readings) == 1:
            return Understood(readings[0], correcting=start == "" and attempt == rest)
        if readings:
            return Ambiguous(readings)
    return offer(words, grammar, active, lists, sift)


def attempts(words: str, start: str, rest: str | None, grammar: Grammar) -> list[str]:
    """The words as they are; without stammering; then only what follows the last correction."""
    tries = [words, without_stammer(words)]
    if rest:
        tries += [rest, without_stammer(rest)]
    return list(dict.fromkeys(tries))


def correction(words: str, grammar: Grammar) -> tuple[str, str | None]:
    """What was said before the last correction, and what after it: "three no two" → "three", "two"."""
    marks = "|".join(re.escape(mark) for mark in sorted(grammar.corrections, key=len, reverse=True))
    parts = re.split(rf"\b(?:{marks})\b", words, flags=re.IGNORECASE) if marks else [words]
    if len(parts) == 1:
        return words, None
    return parts[0].strip(), parts[-1].strip() or None


def without_stammer(words: str) -> str:
    """ "I vote I vote for the the owl" → "I vote for the owl"."""
    previous = None
    while previous != words:
        previous = words
        words = re.sub(r"\b(\w+(?:\s+\w+){0,3})(?:\s+\1\b)+", r"\1", words, flags=re.IGNORECASE)
    return words


def offer(words: str, grammar: Grammar, active: Collection[str], lists: Lists, sift: Sift) -> Perhaps | NotUnderstood:
    """The name that was most likely meant, put back into what was said, if the whole then fits."""
    names = [said for slot in OFFERED for said, _ in lists.get(slot, ())]
    tokens = words.split()
    best: tuple[float, Perhaps] | None = None
    for size in range(1, min(4, len(tokens)) + 1):
        for at in range(len(tokens) - size + 1):
            piece = " ".join(tokens[at : at + size]).casefold()
            match = process.extractOne(piece, names, scorer=fuzz.ratio, score_cutoff=CLOSE)
            if match is None or (best and match[1] <= best[0]):
                continue
            mended = " ".join([*tokens[:at], match[0], *tokens[at + size :]])
            readings = sift(mended, grammar.readings(mended, active, lists))
            if len(readings) == 1:
                best = match[1], Perhaps(match[0], readings[0])
    return best[1] if best else NotUnderstood(words)


OFFERED = frozenset({"card", "way", "player", "category", "title"})
"""Slots whose names may be offered. A number is never guessed at."""


def for_seat(reading: Reading, seat: str) -> Reading:
    """The same, said for this player."""
    return replace(reading, slots={**reading.slots, "player": seat})
