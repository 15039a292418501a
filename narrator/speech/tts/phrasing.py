"""Split a line into what is rendered and played in one piece: its sentences, and in them what each speaker says."""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from narrator.language.content.sentences import sentences_at
from narrator.language.lines.attribution import SpokenPart

SPOKEN_SENTENCE_PAUSE_S = 0.35
"""The silence after a sentence at the default speed."""
SPOKEN_PART_PAUSE_S = 0.12
"""The silence between two speakers within a sentence at the default speed."""
SAY_ALONG_PAUSE_S = 1.5
"""The silence at an ellipsis: long enough for children to say the next words."""
SAY_ALONG_MARK = re.compile(r"\s*…\s")


@dataclass(frozen=True, slots=True)
class SpokenPiece:
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


def split_into_pieces(line: str, direct: DirectSentences | None = None) -> Iterator[SpokenPiece]:
    """Yield the sentences of a line. With `direct`, a new speaker starts a new piece."""
    sentences = list(speakable_sentences(line))
    directed = direct([sentence for _, sentence in sentences]) if direct else [()] * len(sentences)
    for (start, sentence), parts in zip(sentences, directed, strict=True):
        is_say_along = SAY_ALONG_MARK.match(line, start + len(sentence)) is not None
        pause_s = SAY_ALONG_PAUSE_S if is_say_along else SPOKEN_SENTENCE_PAUSE_S
        for part in parts[:-1]:
            yield SpokenPiece(part.text, SPOKEN_PART_PAUSE_S, start, part)
        last = parts[-1] if parts else None
        yield SpokenPiece(last.text if last else sentence, pause_s, start, last)


def speakable_sentences(text: str) -> Iterator[tuple[int, str]]:
    """Yield each sentence that contains a letter or digit, with its position."""
    return ((start, sentence) for start, sentence in sentences_at(text) if any(map(str.isalnum, sentence)))
