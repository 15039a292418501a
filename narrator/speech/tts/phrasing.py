"""Phrasing: a line is cut into breath groups, where a reader would take a breath.

A long sentence takes a second to render, and nobody should wait for it in silence. So the first group of a line is
short, and the next are longer, each rendered while the one before is playing. A new sentence always begins a new group,
so that "repeat" can start there.
"""

import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass

from narrator.language.content.sentences import sentences_at

MAX_FIRST_GROUP_WORDS = (
    8  # words of the first group at most. Its rendering, or the planning of it, is the silence before the answer.
)
MAX_GROUP_WORDS = 16  # words of any group at most: a group is as long as "stop" may be late for the next answer
EXTRA_WORDS = 2  # so many words more are better than a cut that nobody wrote, with a word or two behind it
SENTENCE_PAUSE_S, CLAUSE_PAUSE_S, NO_PAUSE_S = 0.35, 0.12, 0.0  # seconds of silence behind a group, at the usual rate
SAY_ALONG_PAUSE_S = 1.5  # where a line waits: long enough for children to say the next words, or to hold their breath
SAY_ALONG_MARK = re.compile(r"\s*…\s")

CLAUSE_END = re.compile(r"[,;:–—]+[\"'”’)\]]*(?=\s|$)")
CLAUSE = re.compile(rf".*?(?:{CLAUSE_END.pattern}|$)", re.DOTALL)


@dataclass(frozen=True, slots=True)
class BreathGroup:
    """Words that are rendered and said in one go."""

    text: str
    pause_s: float  # seconds of silence behind it
    sentence_start: int = 0  # where in the line the sentence begins that this belongs to


def split_into_breath_groups(line: str, breath_before: Collection[str] = ()) -> tuple[BreathGroup, ...]:
    """Cut a line where a reader would breathe; at these words where there is no comma to breathe at."""
    cut: list[BreathGroup] = []
    for start, sentence in speakable_sentences(line):
        most = max_words_after(len(cut[-1].text.split())) if cut else MAX_FIRST_GROUP_WORDS
        *groups, last = group_clauses(sentence, most, breath_before)
        # within a sentence there is no pause where nobody wrote one
        cut += [BreathGroup(text, CLAUSE_PAUSE_S if CLAUSE_END.search(text) else NO_PAUSE_S, start) for text in groups]
        waits = SAY_ALONG_MARK.match(line, start + len(sentence)) is not None
        cut.append(BreathGroup(last, SAY_ALONG_PAUSE_S if waits else SENTENCE_PAUSE_S, start))
    return tuple(cut)


def speakable_sentences(text: str) -> Iterator[tuple[int, str]]:
    """Each sentence in which anything can be said, and where it begins."""
    return ((start, said) for start, said in sentences_at(text) if any(letter.isalnum() for letter in said))


def group_clauses(sentence: str, most: int, breath_before: Collection[str]) -> Iterator[str]:
    """Clauses of a sentence, as many words together as may be: `most` in the first group."""
    group: list[str] = []
    for clause in CLAUSE.findall(sentence):
        words = clause.split()
        if group and len(group) + len(words) > most:
            yield " ".join(group)
            most, group = max_words_after(len(group)), []
        while len(words) > most + EXTRA_WORDS:
            breath = find_breath(words, most, breath_before)
            yield " ".join(words[:breath])
            words, most = words[breath:], max_words_after(breath)
        group += words
    if group:
        yield " ".join(group)


def max_words_after(words: int) -> int:
    """How many words can be rendered for certain while so many are playing, whatever else the machine has to do."""
    return max(MAX_FIRST_GROUP_WORDS, min(MAX_GROUP_WORDS, 2 * words))


def find_breath(words: list[str], most: int, breath_before: Collection[str]) -> int:
    """After how many of these words to breathe: as late as may be, but never right after the start."""
    for count in range(most, EXTRA_WORDS, -1):
        if words[count].lower() in breath_before and words[count - 1].lower() not in breath_before:
            return count
    return most
