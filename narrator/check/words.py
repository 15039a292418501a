"""Words for the ear: what a voice can speak, how long a text may be, and the small slips of the pen."""

import re
from collections.abc import Iterator

from narrator.check.findings import Code, Finding, Sheet
from narrator.keep.markup import a_or_an

LETTERS = r"[^\W\d_]"
CAPITALS = r"(?:(?![a-z])[A-ZÀ-ÖØ-Þ]){2,}"
UNSPEAKABLE = (
    (re.compile(r"\d+"), "Write numbers in words."),
    (re.compile(rf"\b{CAPITALS}\b"), "The voice would spell it: write it in small letters."),
    (re.compile(r"\.{2,}|…"), "End the sentence with one full stop, or use a comma."),
    (re.compile(r"[–—]|--+|(?<=\s)-(?=\s)"), "Use a comma or a full stop for the pause."),
    (re.compile(r"[“”„‟«»‘’‚‛`´]"), "Use the straight \" and '."),
    (re.compile(r"\b(?:Mrs?|Ms|Dr|Prof|etc|vs|e\.g|i\.e)\."), "Write the word out."),
)
"""What a voice reads wrongly or differently from another voice, and what to do about it."""
MARKED = re.compile(r"""[^\w\s.,!?:;'"\-–—…“”„‟«»‘’‚‛`´*{}\[\]|]|_""")
PLAIN = re.compile(r"""[^\w\s.,!?:;'"\-–—…“”„‟«»‘’‚‛`´]|_""")
"""Any other sign: brackets, emoji, mark-up where there should be none."""

DOUBLED = re.compile(r"\b(the|an?|and|of|to|in|is|was|it) \1\b", re.IGNORECASE)
ARTICLE = re.compile(rf"\b(an?) ({LETTERS}[\w'-]*)", re.IGNORECASE)
SENTENCE_ENDS = re.compile(r"""[.!?]["']?$""")


def speakable(sheet: Sheet[object], text: str, *where: str | int, marked: bool = False) -> Iterator[Finding]:
    """Text that the voice cannot speak: digits, brackets, emoji, capitals, odd characters."""
    for pattern, advice in (*UNSPEAKABLE, (MARKED if marked else PLAIN, "The voice cannot say it: leave it out.")):
        for found in pattern.finditer(text):
            yield sheet.finding(
                Code.UNSPEAKABLE, f'"{found[0]}" is not for speaking. {advice}', *where, at=found.start()
            )


def length(sheet: Sheet[object], text: str, allowed: range, *where: str | int, reading: str = "") -> Iterator[Finding]:
    """How many words a text may have, which decides how long everybody listens."""
    words = len(text.split())
    if words not in allowed:
        advice = "Shorten it" if words >= allowed.stop else "Write more"
        wanted = f"{allowed.start} to {allowed.stop - 1}" if allowed.start > 1 else f"at most {allowed.stop - 1}"
        has = f"`{where[-1]}` has {words} word{'' if words == 1 else 's'}{reading}"
        yield sheet.finding(Code.LENGTH, f"{has}. {advice}: {wanted} are right.", *where)


def full_stop(sheet: Sheet[object], text: str, *where: str | int) -> Iterator[Finding]:
    """A sentence without an end runs into the next one."""
    if not SENTENCE_ENDS.search(text):
        yield sheet.finding(Code.FULL_STOP, f"`{where[-1]}` does not end. Put a full stop there.", *where)


def slips(sheet: Sheet[object], reading: str, written: str, *where: str | int) -> Iterator[Finding]:
    """What a writer no longer sees: a quote that stays open, "a owl", "the the". The reading is as it is spoken."""
    if reading.count('"') % 2:
        yield sheet.finding(Code.QUOTE_OPEN, 'A quote stays open. Count the " in this text.', *where)
    for found in DOUBLED.finditer(reading):
        at = max(0, written.find(found[0]))
        yield sheet.finding(Code.WORD_TWICE, f'"{found[0]}" says a word twice. Delete one.', *where, at=at)
    for found in ARTICLE.finditer(reading):
        right = a_or_an(found[2])
        if found[1].lower() != right:
            at = max(0, written.find(found[0]))
            message = f'"{found[0]}" should be "{right} {found[2]}". Change it.'
            yield sheet.finding(Code.ARTICLE, message, *where, at=at)
