"""Make foreign text safe to print, and join words into a list."""

import re
from collections.abc import Iterable
from unicodedata import category

REPLACEMENTS = {"Cc": " ", "Zl": " ", "Zp": " ", "Cf": "", "Cs": "\ufffd"}
"""Replacements by Unicode category: control characters and Unicode line breaks, format characters (including
bidirectional marks), and the surrogates that Python uses for undecodable bytes of a file name."""
ALLOWED_CONTROLS = "\t\n\u200c\u200d"
"""Tab, newline, and the zero-width joiners, which Persian, Hindi and emoji need."""
LINE_BREAKS = re.compile(r"[\t\n]")


def printable(text: str) -> str:
    """Return the text without characters that control a terminal. Newlines and tabs stay."""
    if text.isprintable():
        return text
    return "".join(sign if sign in ALLOWED_CONTROLS else REPLACEMENTS.get(category(sign), sign) for sign in text)


def one_line(text: str) -> str:
    """Return the text printable and on one line, to be embedded in a line of output."""
    return LINE_BREAKS.sub(" ", printable(text))


def join_words(words: Iterable[object], last_word: str = "and") -> str:
    """Return "one, two and three" or, with another last word, "one, two or three"."""
    *most, last = [str(word) for word in words]
    return f"{', '.join(most)} {last_word} {last}" if most else last
