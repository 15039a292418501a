"""Phrasing: a line is cut into breath groups, where a reader would take a breath.

A long sentence takes a second to render, and nobody should wait for it in silence. So the first group of a line is
short, and the next are longer, each rendered while the one before is playing. A new sentence always begins a new group,
so that "repeat" can start there.
"""

import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass

from narrator.language.content.sentences import sentences_at

FIRST = 8  # words of the first group at most. Its rendering, or the planning of it, is the silence before the answer.
MOST = 16  # words of any group at most: a group is as long as "stop" may be late for the next answer
GRACE = 2  # so many words more are better than a cut that nobody wrote, with a word or two behind it
SENTENCE_PAUSE, CLAUSE_PAUSE, NO_PAUSE = 0.35, 0.12, 0.0  # seconds of silence behind a group, at the usual rate
SAY_ALONG_PAUSE = 1.5  # where a line waits: long enough for children to say the next words, or to hold their breath
WAITS = re.compile(r"\s*…\s")

CLAUSE_END = re.compile(r"[,;:–—]+[\"'”’)\]]*(?=\s|$)")
CLAUSE = re.compile(rf".*?(?:{CLAUSE_END.pattern}|$)", re.DOTALL)


@dataclass(frozen=True, slots=True)
class BreathGroup:
    """Words that are rendered and said in one go."""

    text: str
    pause: float  # seconds of silence behind it
    sentence: int = 0  # where in the line the sentence begins that this belongs to


def breath_groups(line: str, breath_before: Collection[str] = ()) -> tuple[BreathGroup, ...]:
    """Cut a line where a reader would breathe; at these words where there is no comma to breathe at."""
    cut: list[BreathGroup] = []
    for start, sentence in speakable(line):
        most = while_playing(len(cut[-1].text.split())) if cut else FIRST
        *groups, last = grouped(sentence, most, breath_before)
        # within a sentence there is no pause where nobody wrote one
        cut += [BreathGroup(text, CLAUSE_PAUSE if CLAUSE_END.search(text) else NO_PAUSE, start) for text in groups]
        waits = WAITS.match(line, start + len(sentence)) is not None
        cut.append(BreathGroup(last, SAY_ALONG_PAUSE if waits else SENTENCE_PAUSE, start))
    return tuple(cut)


def speakable(text: str) -> Iterator[tuple[int, str]]:
    """Each sentence in which anything can be said, and where it begins."""
    return ((start, said) for start, said in sentences_at(text) if any(letter.isalnum() for letter in said))


def grouped(sentence: str, most: int, breath_before: Collection[str]) -> Iterator[str]:
    """Clauses of a sentence, as many words together as may be: `most` in the first group."""
    group: list[str] = []
    for clause in CLAUSE.findall(sentence):
        words = clause.split()
        if group and len(group) + len(words) > most:
            yield " ".join(group)
            most, group = while_playing(len(group)), []
        while len(words) > most + GRACE:
            breath = breath_in(words, most, breath_before)
            yield " ".join(words[:breath])
            words, most = words[breath:], while_playing(breath)
        group += words
    if group:
        yield " ".join(group)


def while_playing(words: int) -> int:
    """How many words can be rendered for certain while so many are playing, whatever else the machine has to do."""
    return max(FIRST, min(MOST, 2 * words))


def breath_in(words: list[str], most: int, breath_before: Collection[str]) -> int:
    """After how many of these words to breathe: as late as may be, but never right after the start."""
    for count in range(most, GRACE, -1):
        if words[count].lower() in breath_before and words[count - 1].lower() not in breath_before:
            return count
    return most
