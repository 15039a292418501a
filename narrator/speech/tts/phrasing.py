"""Split a line into breath groups, where a reader would take a breath.

A long sentence takes a second to render, and players should not wait for it in silence. So the first group of a line is
short, and the next ones are longer, each rendered while the previous one plays. A new sentence always starts a new
group, so that "repeat" can start there.
"""

import re
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias

from narrator.language.content.sentences import sentences_at
from narrator.language.lines.attribution import SpokenPart

MAX_FIRST_GROUP_WORDS = 8
"""The longest first group. The time to render it, or to plan it, is the silence before a reply."""
MAX_GROUP_WORDS = 16
"""The longest group. Rendering cannot be stopped within a group, so this limits the delay after an interruption."""
EXTRA_WORDS = 2
"""A clause may be this much longer rather than be cut without a comma before its last words."""
SPOKEN_SENTENCE_PAUSE_S = 0.35
"""The silence after a sentence at the default speed."""
SPOKEN_CLAUSE_PAUSE_S = 0.12
"""The silence after a clause at the default speed."""
SAY_ALONG_PAUSE_S = 1.5
"""The silence at an ellipsis: long enough for children to say the next words."""
SAY_ALONG_MARK = re.compile(r"\s*…\s")

CLAUSE_END = re.compile(r"[,;:–—]+[\"'”’)\]]*(?=\s|$)")
CLAUSE = re.compile(rf".*?(?:{CLAUSE_END.pattern}|$)", re.DOTALL)


@dataclass(frozen=True, slots=True)
class BreathGroup:
    """Words that are rendered and played in one piece."""

    text: str
    pause_s: float
    """The silence after it."""
    sentence_start: int = 0
    """The position in the line where its sentence starts."""
    part: SpokenPart | None = None
    """Who speaks it and how; `None` if the narrator speaks it plainly."""


DirectSentences: TypeAlias = Callable[[Sequence[str]], Sequence[Sequence[SpokenPart]]]
"""Returns the spoken parts of each sentence."""


def split_into_breath_groups(
    line: str, breath_before: Collection[str] = (), direct: DirectSentences | None = None
) -> tuple[BreathGroup, ...]:
    """Split a line at sentences and clauses, and long clauses before one of the words in `breath_before`.

    With `direct`, a new speaker starts a new group.
    """
    groups: list[BreathGroup] = []
    sentences = list(speakable_sentences(line))
    directed = direct([sentence for _, sentence in sentences]) if direct else [()] * len(sentences)
    for (start, sentence), parts in zip(sentences, directed, strict=True):
        for part in parts or (None,):
            max_words = max_words_after(len(groups[-1].text.split())) if groups else MAX_FIRST_GROUP_WORDS
            texts = list(group_clauses(part.text if part else sentence, max_words, breath_before))
            groups += [
                BreathGroup(text, SPOKEN_CLAUSE_PAUSE_S if CLAUSE_END.search(text) else 0.0, start, part)
                for text in texts
            ]
        is_say_along = SAY_ALONG_MARK.match(line, start + len(sentence)) is not None
        pause_s = SAY_ALONG_PAUSE_S if is_say_along else SPOKEN_SENTENCE_PAUSE_S
        groups[-1] = replace(groups[-1], pause_s=pause_s)
    return tuple(groups)


def speakable_sentences(text: str) -> Iterator[tuple[int, str]]:
    """Yield each sentence that contains a letter or digit, with its position."""
    return ((start, sentence) for start, sentence in sentences_at(text) if any(map(str.isalnum, sentence)))


def group_clauses(sentence: str, max_words: int, breath_before: Collection[str]) -> Iterator[str]:
    """Yield groups of clauses, each as long as allowed; `max_words` limits the first group."""
    group: list[str] = []
    for clause in CLAUSE.findall(sentence):
        words = clause.split()
        if group and len(group) + len(words) > max_words:
            yield " ".join(group)
            max_words, group = max_words_after(len(group)), []
        while len(words) > max_words + EXTRA_WORDS:
            breath = find_breath(words, max_words, breath_before)
            yield " ".join(words[:breath])
            words, max_words = words[breath:], max_words_after(breath)
        group += words
    if group:
        yield " ".join(group)


def max_words_after(words: int) -> int:
    """Return how many words can be rendered while `words` words are playing, even on a busy machine."""
    return max(MAX_FIRST_GROUP_WORDS, min(MAX_GROUP_WORDS, 2 * words))


def find_breath(words: list[str], max_words: int, breath_before: Collection[str]) -> int:
    """Return after how many of these words to breathe: as late as possible, but never right after the start."""
    for count in range(max_words, EXTRA_WORDS, -1):
        if words[count].lower() in breath_before and words[count - 1].lower() not in breath_before:
            return count
    return max_words
