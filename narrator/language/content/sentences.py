"""Where one sentence ends and the next begins: for speaking, for telling again, and for going on where we stopped.

One rule for the whole house, so that what is repeated, marked in a book and kept as a bookmark is the same sentence.
Ours, not a library's: the rule-based ones (pysbd, syntok) are no longer kept up, and the others bring a model.
"""

import re
from collections.abc import Iterator

END = re.compile(r"""[.!?…]+["'”’)\]]*\s+(?=["'“‘(\[]*(.?))""")
TITLES = ("mr.", "mrs.", "ms.", "dr.", "st.")  # their full stop ends no sentence


def split_sentences(text: str) -> tuple[str, ...]:
    """The sentences of a text. What is said and who says it stay together: "Land?" gasped the owl."""
    return tuple(sentence for _, sentence in sentences_at(text))


def sentences_at(text: str) -> Iterator[tuple[int, str]]:
    """Each sentence, and where in the text it begins."""
    start = len(text) - len(text.lstrip())
    for end in END.finditer(text):
        sentence = text[start : end.end()].rstrip()
        if not end[1].islower() and sentence.rsplit(maxsplit=1)[-1].lower() not in TITLES:
            yield start, sentence
            start = end.end()
    if start < len(text):
        yield start, text[start:].rstrip()
