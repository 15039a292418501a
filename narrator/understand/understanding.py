"""From words to what was meant: understood, ambiguous, perhaps, or not at all. Never guessed.

People do not speak in templates. They hesitate ("um, three"), start again ("I vote, I vote for three") and correct
themselves ("three, no, two"). All of that is tidied here, in this order, and after each step the *whole* of what is
left must fit. A near miss becomes an offer ("Did you mean the hedgehog?"), which is a question, not a move.
"""

import re
import unicodedata
from collections.abc import Callable, Collection
from dataclasses import dataclass
from typing import TypeAlias

from narrator.understand.grammar import Grammar, Lists, Reading

LONGEST = 300
"""Characters of a command. Whatever is longer is a story, not an answer."""
CLOSE = 78.0
"""How like a name something must sound on paper before it is offered."""


LONGEST_CONTRAST = 10
"""Words of "not the owl, the fox". With more of them it is a remark."""


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
    words = written_out(tidy(text), grammar)
    if not words or len(words) > LONGEST:
        return NotUnderstood(words[:LONGEST])
    if words.casefold() in grammar.agreeing and "Yes" in active:
        return Understood(Reading("Yes"))

    def readings(attempt: str) -> tuple[Reading, ...]:
        return next((found for slots in (lists, wide) if (found := read(attempt, slots))), ())

    def read(attempt: str, slots: Lists) -> tuple[Reading, ...]:
        return sift(attempt, grammar.readings(attempt, active, slots))

    for attempt in dict.fromkeys((words, trimmed(words, grammar), without_stammer(words))):
        if found := readings(attempt):
            return Understood(found[0]) if len(found) == 1 else Ambiguous(found)
    return (
        corrected(words, grammar, readings, sounds_like_nobody=text.strip(" .!?").casefold() in grammar.nobody)
        or contrasted(words, grammar, readings)
        or undecided(words, grammar, readings)
        or offer(words, grammar, active, lists, sift)
    )


Readings: TypeAlias = Callable[[str], tuple[Reading, ...]]
"""Everything that these words can mean just now."""


def written_out(words: str, grammar: Grammar) -> str:
    """Words that were typed in a hurry, as they are spoken."""
    return " ".join(grammar.shorthand.get(word.casefold(), word) for word in words.split())


def trimmed(words: str, grammar: Grammar) -> str:
    """Without the fillers around it; inside a name ("the nose like a doorbell") the same word may mean something."""
    fillers = "|".join(re.escape(filler) for filler in sorted(grammar.fillers, key=len, reverse=True))
    around = rf"^(?:(?:{fillers})\s+)+|(?:\s+(?:{fillers}))+$"
    return re.sub(around, "", words, flags=re.IGNORECASE) if fillers else words


def corrected(words: str, grammar: Grammar, readings: Readings, *, sounds_like_nobody: bool) -> Understanding | None:
    """ "Three, no, two": what follows the last correction is meant, if what comes before it was an answer, too.

    Anybody may say "sorry" or "no" in the middle of something else ("there is no one"), so otherwise it is asked.
    """
    *before, rest = split_at(words, grammar.corrections)
    found = readings(without_stammer(rest)) if before and rest else ()
    if not found:
        return None
    if len(found) > 1:
        return Ambiguous(found)
    if not sounds_like_nobody and all(not each or readings(without_stammer(each)) for each in before):
        return Understood(found[0], correcting=not any(before))
    return Perhaps(rest, found[0])


def contrasted(words: str, grammar: Grammar, readings: Readings) -> Understood | None:
    """ "Not the owl, the fox" and "the fox, not the owl" are the fox. No comma is heard, so every division is tried."""
    start, *rest = split_at(words, grammar.contrasts)
    if len(rest) != 1 or len(words.split()) > LONGEST_CONTRAST:
        return None
    if start:
        sides = [(start, rest[0])]
    else:
        tokens = rest[0].split()
        sides = [(" ".join(tokens[at:]), " ".join(tokens[:at])) for at in range(1, len(tokens))]
    meant = {
        repr(wanted[0]): wanted[0]
        for wish, unwanted in sides
        if len(wanted := readings(wish)) == 1 and {each.intent for each in readings(unwanted)} == {wanted[0].intent}
    }
    return Understood(next(iter(meant.values())), correcting=not start) if len(meant) == 1 else None


def undecided(words: str, grammar: Grammar, readings: Readings) -> Ambiguous | None:
    """ "Three or four": which one?"""
    sides = [readings(each) for each in split_at(words, grammar.alternatives)]
    if len(sides) < 2 or any(len(side) != 1 for side in sides):
        return None
    found = tuple(side[0] for side in sides)
    return Ambiguous(found) if len({each.intent for each in found}) == 1 and len(set(map(repr, found))) > 1 else None


def split_at(words: str, marks: Collection[str]) -> list[str]:
    """What stands between these marks: "three no two" → "three", "two"."""
    pattern = "|".join(re.escape(mark) for mark in sorted(marks, key=len, reverse=True))
    return [part.strip() for part in re.split(rf"\b(?:{pattern})\b", words, flags=re.IGNORECASE)] if marks else [words]


def without_stammer(words: str) -> str:
    """ "I vote I vote for the the owl" → "I vote for the owl"."""
    previous = None
    while previous != words:
        previous = words
        words = re.sub(r"\b(\w+(?:\s+\w+){0,3})(?:\s+\1\b)+", r"\1", words, flags=re.IGNORECASE)
    return words


def offer(words: str, grammar: Grammar, active: Collection[str], lists: Lists, sift: Sift) -> Perhaps | NotUnderstood:
    """The name that was most likely meant, put back into what was said, if the whole then fits."""
    from rapidfuzz import fuzz, process  # noqa: PLC0415 - not before somebody was not understood

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
