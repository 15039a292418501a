"""Split a text into sentences, for speaking, retelling and continuing where a story stopped.

Everything uses this one rule, so that a repeated sentence, a sentence in an exported book and a bookmark are the same.
It is our own because the rule-based libraries (pysbd, syntok) are no longer maintained and the others need a model.
"""

import re
from collections.abc import Iterator

from narrator.language.language import get_language

SENTENCE_BREAK = re.compile(r"""[.!?…]+["'”’)\]]*\s+(?=["'“‘(\[]*(.?))""")


def split_sentences(text: str) -> tuple[str, ...]:
    """Return the sentences of a text. Direct speech stays with its speaker: "Land?" gasped the owl."""
    return tuple(sentence for _, sentence in sentences_at(text))


def sentences_at(text: str) -> Iterator[tuple[int, str]]:
    """Yield each sentence with its position in the text."""
    abbreviations = get_language().spoken.abbreviations
    start = len(text) - len(text.lstrip())
    for end in SENTENCE_BREAK.finditer(text):
        sentence = text[start : end.end()].rstrip()
        if not end[1].islower() and sentence.rsplit(maxsplit=1)[-1].lower() not in abbreviations:
            yield start, sentence
            start = end.end()
    if start < len(text):
        yield start, text[start:].rstrip()
