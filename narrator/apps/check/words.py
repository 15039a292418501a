"""Words for the ear: what a voice can speak, how long a text may be, the small slips of the pen, and what a child may
not know.

A word of the box is plain if it, or what it is a form of, stands in `plain-words.txt`; how that list came about stands
at its head. Whatever is not plain needs an explanation in `words.yaml`: who asks "what is a porter?" gets an answer.
A family knows its own words, so this is asked only of the box.
"""

import re
import unicodedata
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from narrator.apps.check.findings import Finding, Sheet, number
from narrator.core.text import join_words
from narrator.language.content.files import FileKind
from narrator.language.content.models import ContentModel, TextRule
from narrator.language.content.yaml_source import ValuePath
from narrator.language.language import get_language

LETTERS = r"[^\W\d_]"
CAPITALS = r"(?:(?![a-z])[A-ZÀ-ÖØ-Þ]){2,}"
UNSPEAKABLE = (
    (re.compile(r"\d+"), "Write numbers in words."),
    (re.compile(rf"\b{CAPITALS}\b"), "The voice would spell it: write it in small letters."),
    (re.compile(r"\.{2,}|…"), "End the sentence with one full stop, or use a comma."),
    (re.compile(r"[–—]|--+|(?<=\s)-(?=\s)"), "Use a comma or a full stop for the pause."),
    (re.compile(r"[“”„‟«»‘’‚‛`´]"), "Use the straight \" and '."),
    (re.compile(r"\b(?:Mrs?|Ms|Dr|Prof|etc|vs|e\.g|i\.e)\."), "Write the word out."),
    (re.compile(rf"{LETTERS}{{2,}}[.,!?:;]{LETTERS}+"), "Put a space after the full stop or the comma."),
    (re.compile(rf"{LETTERS}{{25,}}"), "No voice says that in one breath: break it up."),
)
"""What a voice reads wrongly or differently from another voice, and what to do about it."""
MARKED = re.compile(r"""[^\w\s.,!?:;'"\-–—…“”„‟«»‘’‚‛`´*{}\[\]|<>/+]|_|(?<!\s)/|/(?!\s)|\+(?!\})""")
PLAIN = re.compile(r"""[^\w\s.,!?:;'"\-–—…“”„‟«»‘’‚‛`´]|_""")
"""Any other sign: brackets, emoji, mark-up where there should be none."""

DOUBLED = re.compile(r"\b(the|an?|and|of|to|in|is|was|it) \1\b", re.IGNORECASE)
ARTICLE = re.compile(rf"\b(an?) ({LETTERS}[\w'-]*)", re.IGNORECASE)
SENTENCE_ENDS = re.compile(r"""[.!?]["']?$""")


def worded(sheet: Sheet[Any]) -> Iterator[Finding]:
    """What can be said of each text by itself, by the rule of its field."""
    for where, text, rule in texts_in(sheet.content):
        yield from spoken(sheet, text, rule, *where)


def texts_in(
    content: Any, *where: str | int, rule: TextRule | None = None
) -> Iterator[tuple[ValuePath, str, TextRule]]:
    if isinstance(content, ContentModel):
        for name, field in type(content).model_fields.items():
            asked = next((each for each in field.metadata if isinstance(each, TextRule)), None)
            yield from texts_in(getattr(content, name), *where, name, rule=asked)
    elif isinstance(content, tuple):
        for place, each in enumerate(content):
            yield from texts_in(each, *where, place, rule=rule)
    elif rule is not None and content is not None:
        yield where, content, rule


def spoken(sheet: Sheet[object], text: str, rule: TextRule, *where: str | int) -> Iterator[Finding]:
    yield from speakable(sheet, text, *where)
    yield from length(sheet, text, range(rule.least, rule.most + 1), *where)
    if rule.ends is not None:
        yield from full_stop(sheet, text, *where, inside=not rule.ends)
    if rule.proofread:
        yield from slips(sheet, text, text, *where)


def speakable(sheet: Sheet[object], text: str, *where: str | int, marked: bool = False) -> Iterator[Finding]:
    """Text that the voice cannot speak: digits, brackets, emoji, capitals, odd characters. One finding for a line."""
    patterns = (*UNSPEAKABLE, (MARKED if marked else PLAIN, "The voice cannot say it: leave it out."))
    wrong = [([(found.start(), found[0]) for found in pattern.finditer(text)], advice) for pattern, advice in patterns]
    wrong.append((foreign(text), "Write it in the letters of the other words, as it sounds."))
    for pieces, advice in wrong:
        by_line: dict[int | None, list[str]] = {}
        for at, piece in pieces:
            by_line.setdefault(sheet.source.line_at(where, at), []).append(f'"{piece}"')
        for line, found in by_line.items():
            different = list(dict.fromkeys(found))
            are = "is" if len(different) == 1 else "are"
            yield Finding(
                sheet.source.file, line, "unspeakable", f"{join_words(different)} {are} not for speaking. {advice}"
            )


def foreign(text: str) -> list[tuple[int, str]]:
    """Words in other letters than most of the text, which its voice does not know."""
    if text.isascii():
        return []  # all of it Latin: looked at first, for most texts are
    words = [(found.start(), found[0]) for found in re.finditer(rf"{LETTERS}+", text)]
    usual = Counter(script(sign) for _, word in words for sign in word).most_common(1)
    return [(at, word) for at, word in words if any(script(sign) != usual[0][0] for sign in word)]


@cache
def script(letter: str) -> str:
    """Latin, Greek, Cyrillic: what Unicode calls it by."""
    return unicodedata.name(letter, "?").partition(" ")[0]


def length(sheet: Sheet[object], text: str, allowed: range, *where: str | int, reading: str = "") -> Iterator[Finding]:
    """How many words a text may have, which decides how long everybody listens."""
    words = len(text.split())
    if empty(text):
        message = f"`{field_of(where)}` has nothing in it that can be said. Write it."
        yield sheet.finding("field-empty", message, *where)
    elif words not in allowed:
        advice = "Shorten it" if words >= allowed.stop else "Write more"
        wanted = f"{allowed.start} to {allowed.stop - 1}" if allowed.start > 1 else f"at most {allowed.stop - 1}"
        has = f"`{field_of(where)}` has {number(words, 'word')}{reading}"
        yield sheet.finding("length", f"{has}. {advice}: {wanted} are right.", *where)


def full_stop(sheet: Sheet[object], text: str, *where: str | int, inside: bool = False) -> Iterator[Finding]:
    """A sentence without an end runs into the next one; what goes inside another does not end it."""
    if inside and text.endswith((".", "!", "?")):
        message = f"`{where[-1]}` goes into the middle of a sentence. Leave out the full stop."
        yield sheet.finding("full-stop", message, *where)
    elif not inside and not SENTENCE_ENDS.search(text) and not empty(text):
        yield sheet.finding("full-stop", f"`{where[-1]}` does not end. Put a full stop there.", *where)


def empty(text: str) -> bool:
    """Whether there is nothing in it to say; another finding tells that."""
    return re.search(r"\w", text) is None


def field_of(where: Sequence[str | int]) -> str:
    return next(str(step) for step in reversed(where) if isinstance(step, str))


def slips(sheet: Sheet[object], reading: str, written: str, *where: str | int) -> Iterator[Finding]:
    """What a writer no longer sees: a quote that stays open, "a owl", "the the". The reading is as it is spoken."""
    if reading.count('"') % 2:
        yield sheet.finding("quote-open", 'A quote stays open. Count the " in this text.', *where)
    for found in DOUBLED.finditer(reading):
        at = max(0, written.find(found[0]))
        yield sheet.finding("word-twice", f'"{found[0]}" says a word twice. Delete one.', *where, at=at)
    for found in ARTICLE.finditer(reading):
        right = get_language().indefinite_article(found[2])
        if found[1].lower() != right:
            at = max(0, written.find(found[0]))
            message = f'"{found[0]}" should be "{right} {found[2]}". Change it.'
            yield sheet.finding("article", message, *where, at=at)


# --- words that a child may not know -------------------------------------------------------------

PLAIN_WORDS = "plain-words.txt"
MEANING = TextRule(2, 21, ends=False, proofread=True)
NOT_READ_ALOUD = {"aliases", "banners", "emoji", "id", "role", "then", "to"}
"""Fields that are for the ear, the eye or the rules."""
CALLED = re.compile(r"\{\w+\}|\{(\w+: |a |A )")
"""Who is called back is named elsewhere; of a place that is opened the words are read."""
WORD = re.compile(r"[^\W\d_]+(?:'[^\W\d_]+)?")


def check_words(sheet: Sheet[Mapping[str, str]]) -> Iterator[Finding]:
    """The explanations: one breath each, to be said after "is" or "means"."""
    for word, meaning in sheet.content.items():
        yield from spoken(sheet, meaning, MEANING, word)


def unexplained(folder: Path, sheets: Sequence[Sheet[Any]]) -> Iterator[Finding]:
    """Every unusual word without an explanation, where it is met first."""
    lines = (folder / PLAIN_WORDS).read_text("utf-8").splitlines()
    known = {word for line in lines if not line.startswith("#") for word in line.split()}
    known.update(*(sheet.content for sheet in sheets if sheet.kind is FileKind.WORDS))
    for sheet in (sheet for sheet in sheets if sheet.kind is not FileKind.WORDS):
        for where in filter(NOT_READ_ALOUD.isdisjoint, sheet.source.places):
            text = sheet.source.at(where)
            for word in WORD.findall(CALLED.sub(" ", text)) if isinstance(text, str) else ():
                if known.isdisjoint(get_language().base_forms(word.lower())):
                    known.add(word.lower())  # one finding for each is enough
                    message = f'A child may not know "{word}". Say it in plainer words, or explain it in words.yaml.'
                    yield sheet.finding("word-unexplained", message, *where)
