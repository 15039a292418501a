"""Checks of texts: what a voice can speak, how long a text may be, typing mistakes, and words a child may not know.

In the built-in content a word is plain if it, or its base form, is in `plain-words.txt` (the head of that file says
where the list comes from). Other words need an explanation in `words.yaml`, for players who ask "what is a porter?".
Packs are not checked for this: their authors know their players.
"""

import re
import unicodedata
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from narrator.apps.check.findings import Finding, Sheet, with_count
from narrator.core.text import join_words
from narrator.language.content.files import FileKind
from narrator.language.content.models import ContentModel, TextRule
from narrator.language.content.yaml_source import ValuePath
from narrator.language.language import DEFAULT_LANGUAGE, get_language
from narrator.speech.tts.pronunciation import load_pronunciation

LETTERS = r"[^\W\d_]"
CAPITALS = r"(?:(?![a-z])[A-ZÀ-ÖØ-Þ]){2,}"
UNSPEAKABLE = (
    (re.compile(r"\d+"), "Write numbers as words."),
    (re.compile(rf"\b{CAPITALS}\b"), "The voice would spell it. Use small letters."),
    (re.compile(r"\.{2,}|…"), "End the sentence with one full stop, or use a comma."),
    (re.compile(r"[–—]|--+|(?<=\s)-(?=\s)"), "Use a comma or a full stop for the pause."),
    (re.compile(r"[“”„‟«»‘’‚‛`´]"), "Use the straight \" and '."),
    (re.compile(r"\b(?:Mrs?|Ms|Dr|Prof|etc|vs|e\.g|i\.e)\."), "Write the word out."),
    (re.compile(rf"{LETTERS}{{2,}}[.,!?:;]{LETTERS}+"), "Put a space after the full stop or the comma."),
    (re.compile(rf"{LETTERS}{{25,}}"), "It is too long to say. Split it."),
)
"""Patterns that voices read wrongly or differently, with advice."""
OTHER_SIGNS_IN_MARKUP = re.compile(
    r"""[^\w\s.,!?:;'"\-–—…“”„‟«»‘’‚‛`´*{}\[\]|<>/+~()]|_|(?<!\s)/|/(?!\s)|\+(?!\+?\})|~(?!(?:now)?\})"""
)
OTHER_SIGNS = re.compile(r"""[^\w\s.,!?:;'"\-–—…“”„‟«»‘’‚‛`´]|_""")
"""Other characters: brackets, emoji, markup in the wrong place."""

WITHOUT_VOWEL = re.compile(
    r"(?<!['’])\b(?!(?:[Mm]rs?|[Mm]s|[Dd]r|[Ss]t|vs)\b)[B-DF-HJ-NP-TV-XZb-df-hj-np-tv-xz][b-df-hj-np-tv-xz]+\b"
)
DOUBLED_WORD = re.compile(r"\b(the|an?|and|of|to|in|is|was|it) \1\b", re.IGNORECASE)
ARTICLE = re.compile(rf"\b(an?) ({LETTERS}[\w'-]*)", re.IGNORECASE)
SENTENCE_ENDS = re.compile(r"""[.!?]["']?$""")


def check_texts(sheet: Sheet[Any]) -> Iterator[Finding]:
    """Check each text by the rule of its field."""
    for where, text, rule in find_texts(sheet.content):
        yield from check_text(sheet, text, rule, *where)


def find_texts(
    content: Any, *where: str | int, rule: TextRule | None = None
) -> Iterator[tuple[ValuePath, str, TextRule]]:
    if isinstance(content, ContentModel):
        for name, field in type(content).model_fields.items():
            field_rule = next((item for item in field.metadata if isinstance(item, TextRule)), None)
            yield from find_texts(getattr(content, name), *where, name, rule=field_rule)
    elif isinstance(content, tuple):
        for place, item in enumerate(content):
            yield from find_texts(item, *where, place, rule=rule)
    elif rule is not None and content is not None:
        yield where, content, rule


def check_text(sheet: Sheet[object], text: str, rule: TextRule, *where: str | int) -> Iterator[Finding]:
    yield from check_speakable(sheet, text, *where)
    yield from check_length(sheet, text, range(rule.least, rule.most + 1), *where)
    if rule.ends is not None:
        yield from check_full_stop(sheet, text, *where, inside=not rule.ends)
    if rule.proofread:
        yield from check_slips(sheet, text, text, *where)


def check_speakable(sheet: Sheet[object], text: str, *where: str | int, marked: bool = False) -> Iterator[Finding]:
    """Report digits, brackets, emoji, capitals and odd characters, with one finding for each line and kind."""
    patterns = (
        *UNSPEAKABLE,
        (OTHER_SIGNS_IN_MARKUP if marked else OTHER_SIGNS, "The voice cannot say it. Delete it."),
    )
    wrong = [([(found.start(), found[0]) for found in pattern.finditer(text)], advice) for pattern, advice in patterns]
    wrong.append((words_in_other_scripts(text), "Write it with the letters of the other words, as it sounds."))
    wrong.append((words_without_vowels(text), "The voice would spell it. Write it with a vowel."))
    for pieces, advice in wrong:
        by_line: dict[int | None, list[str]] = {}
        for at, piece in pieces:
            by_line.setdefault(sheet.source.line_at(where, at), []).append(f'"{piece}"')
        for line, found in by_line.items():
            different = list(dict.fromkeys(found))
            yield Finding(sheet.source.file, line, "unspeakable", f"{join_words(different)} cannot be spoken. {advice}")


def words_in_other_scripts(text: str) -> list[tuple[int, str]]:
    """Return words in another script than most of the text, which its voice does not know."""
    if text.isascii():
        return []  # the usual case, quickly
    words = [(found.start(), found[0]) for found in re.finditer(rf"{LETTERS}+", text)]
    usual = Counter(letter_script(sign) for _, word in words for sign in word).most_common(1)
    return [(at, word) for at, word in words if any(letter_script(sign) != usual[0][0] for sign in word)]


def words_without_vowels(text: str) -> list[tuple[int, str]]:
    """Return words like "grrr" that a voice spells, except those whose pronunciation is known."""
    known = load_pronunciation(DEFAULT_LANGUAGE).say
    return [(found.start(), found[0]) for found in WITHOUT_VOWEL.finditer(text) if found[0].lower() not in known]


@cache
def letter_script(letter: str) -> str:
    """Return the script of a letter: LATIN, GREEK, CYRILLIC."""
    return unicodedata.name(letter, "?").partition(" ")[0]


def check_length(
    sheet: Sheet[object], text: str, allowed: range, *where: str | int, reading: str = ""
) -> Iterator[Finding]:
    """Check the number of words, which decides how long players have to listen."""
    words = len(text.split())
    if has_no_words(text):
        message = f"`{field_name(where)}` has no words. Write some."
        yield sheet.finding("field-empty", message, *where)
    elif words not in allowed:
        advice = "Shorten it" if words >= allowed.stop else "Write more"
        wanted = f"{allowed.start} to {allowed.stop - 1}" if allowed.start > 1 else f"at most {allowed.stop - 1}"
        has = f"`{field_name(where)}` has {with_count(words, 'word')}{reading}"
        yield sheet.finding("length", f"{has}. {advice}: it should have {wanted}.", *where)


def check_full_stop(sheet: Sheet[object], text: str, *where: str | int, inside: bool = False) -> Iterator[Finding]:
    """Check that a sentence ends with a full stop, and that a part of a sentence (`inside`) does not."""
    if inside and text.endswith((".", "!", "?")):
        message = f"`{where[-1]}` is used in the middle of a sentence. Delete the full stop."
        yield sheet.finding("full-stop", message, *where)
    elif not inside and not SENTENCE_ENDS.search(text) and not has_no_words(text):
        yield sheet.finding("full-stop", f"`{where[-1]}` does not end with a full stop. Add one.", *where)


def has_no_words(text: str) -> bool:
    """Tell whether a text contains no words."""
    return re.search(r"\w", text) is None


def field_name(where: Sequence[str | int]) -> str:
    return next(str(step) for step in reversed(where) if isinstance(step, str))


def check_slips(sheet: Sheet[object], reading: str, written: str, *where: str | int) -> Iterator[Finding]:
    """Report an open quote, a wrong article ("a owl") and doubled words in a text as it is read."""
    if reading.count('"') % 2:
        yield sheet.finding("quote-open", 'A quote is not closed. Count the " in this text.', *where)
    for found in DOUBLED_WORD.finditer(reading):
        at = max(0, written.find(found[0]))
        yield sheet.finding("word-twice", f'"{found[0]}" repeats a word. Delete one.', *where, at=at)
    for found in ARTICLE.finditer(reading):
        right = get_language().indefinite_article(found[2])
        if found[1].lower() != right:
            at = max(0, written.find(found[0]))
            message = f'"{found[0]}" should be "{right} {found[2]}". Change it.'
            yield sheet.finding("article", message, *where, at=at)


# --- difficult words -----------------------------------------------------------------------------

PLAIN_WORDS = "plain-words.txt"
EXPLANATION_RULE = TextRule(2, 21, ends=False, proofread=True)
NOT_READ_ALOUD = {
    "aliases",
    "banners",
    "emoji",
    "id",
    "key",
    "kind",
    "mark",
    "mood",
    "needs",
    "role",
    "scene",
    "sense",
    "tags",
    "then",
    "to",
    "topics",
}
"""Fields that are not read aloud."""
MARKUP_CALL = re.compile(r"\$[a-z_]+|\{\w+[+~!]*(?:now)?\}|\{(\w+: |a |A )|<\w+ \w+:|\| *\w+:|\([^()]*\)")
"""Markup that is not read as it is written: gaps of a frame, calls, the key of an open place, marks, and directions."""
WORD_WITH_APOSTROPHE = re.compile(r"[^\W\d_]+(?:'[^\W\d_]+)?")


def check_words(sheet: Sheet[Mapping[str, str]]) -> Iterator[Finding]:
    """Check the explanations, which are said after "is" or "means"."""
    for word, meaning in sheet.content.items():
        yield from check_text(sheet, meaning, EXPLANATION_RULE, word)


def load_plain_words(folder: Path) -> set[str]:
    """Return the words that a child knows."""
    lines = (folder / PLAIN_WORDS).read_text("utf-8").splitlines()
    return {word for line in lines if not line.startswith("#") for word in line.split()}


def check_explained(folder: Path, sheets: Sequence[Sheet[Any]]) -> Iterator[Finding]:
    """Report each difficult word without an explanation, where it is first used."""
    known = load_plain_words(folder)
    known.update(*(sheet.content for sheet in sheets if sheet.kind is FileKind.WORDS))
    for sheet in (sheet for sheet in sheets if sheet.kind is not FileKind.WORDS):
        for where in filter(NOT_READ_ALOUD.isdisjoint, sheet.source.places):
            text = sheet.source.at(where)
            for word in WORD_WITH_APOSTROPHE.findall(MARKUP_CALL.sub(" ", text)) if isinstance(text, str) else ():
                if known.isdisjoint(get_language().base_forms(word.lower())):
                    known.add(word.lower())  # report each word once
                    message = f'A child may not know "{word}". Use a plainer word, or explain it in words.yaml.'
                    yield sheet.finding("word-unexplained", message, *where)
