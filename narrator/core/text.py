"""Make other people's text safe to print, and join words to a list."""

import re
from collections.abc import Iterable
from unicodedata import category

REPLACEMENTS = {"Cc": " ", "Zl": " ", "Zp": " ", "Cf": "", "Cs": "\ufffd"}
"""By Unicode's category: controls and its own line breaks, format characters (bidirectional marks among them), and what
Python makes of bytes in a file name that are no letters, which no output can encode."""
ALLOWED_CONTROLS = "\t\n\u200c\u200d"
"""The tab and the end of a line; and the joiners, which Persian, Hindi and emoji need, and which move nothing."""
LINE_BREAKS = re.compile(r"[\t\n]")


def printable(text: str) -> str:
    """Without anything that commands a terminal. Lines and tabs stay."""
    if text.isprintable():
        return text
    return "".join(sign if sign in ALLOWED_CONTROLS else REPLACEMENTS.get(category(sign), sign) for sign in text)


def one_line(text: str) -> str:
    """Printable, and on one line: for what somebody else wrote, in the middle of a line of ours."""
    return LINE_BREAKS.sub(" ", printable(text))


def join_words(words: Iterable[object], last_word: str = "and") -> str:
    """One, two and three; or: one, two or three."""
    *most, last = [str(word) for word in words]
    return f"{', '.join(most)} {last_word} {last}" if most else last
