"""Words that a child may not know: whoever asks "what is a porter?" gets an answer.

A word of the box is plain if it, or what it is a form of, stands in `plain-words.txt`; how that list came about stands
at its head. Whatever is not plain needs an explanation in `words.yaml`. A family knows its own words, so this is asked
only of the box.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from narrator.box.files import Kind
from narrator.box.reading import Source, Where
from narrator.box.words import base_forms
from narrator.box.written import TextRule
from narrator.check.findings import Finding, Sheet
from narrator.check.words import spoken

PLAIN = "plain-words.txt"
MEANING = TextRule(2, 21, ends=False, proofread=True)
NOT_READ_ALOUD = {"aliases", "banners", "emoji", "id", "role", "then", "to"}
"""Fields that are for the ear, the eye or the rules."""
MARKED = re.compile(r"\{\w+\}|\{(\w+: |a |A )")
"""Who is called back is named elsewhere; of a place that is opened the words are read."""
WORD = re.compile(r"[^\W\d_]+(?:'[^\W\d_]+)?")


def check_words(sheet: Sheet[Mapping[str, str]]) -> Iterator[Finding]:
    """The explanations: one breath each, to be said after "is" or "means"."""
    for word, meaning in sheet.content.items():
        yield from spoken(sheet, meaning, MEANING, word)


def unexplained(folder: Path, sheets: Sequence[Sheet[Any]]) -> Iterator[Finding]:
    """Every unusual word without an explanation, where it is met first."""
    lines = (folder / PLAIN).read_text("utf-8").splitlines()
    known = {word for line in lines if not line.startswith("#") for word in line.split()}
    known.update(*(sheet.content for sheet in sheets if sheet.kind is Kind.WORDS))
    for sheet in (sheet for sheet in sheets if sheet.kind is not Kind.WORDS):
        for where, text in texts(sheet.source):
            for word in WORD.findall(MARKED.sub(" ", text)):
                if known.isdisjoint(base_forms(word.lower())):
                    known.add(word.lower())  # one finding for each is enough
                    message = f'A child may not know "{word}". Say it in plainer words, or explain it in words.yaml.'
                    yield sheet.finding("word-unexplained", message, *where)


def texts(source: Source) -> Iterator[tuple[Where, str]]:
    """All that is read aloud from a file, and where it stands."""
    for where in source.places:
        if NOT_READ_ALOUD.isdisjoint(where) and isinstance(text := source.at(where), str):
            yield where, text
