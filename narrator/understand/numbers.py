"""Numbers as people say and type them."""

from functools import cache

from unicode_rbnf import FormatPurpose, RbnfEngine

LARGEST = 120


def number_of(word: str, language: str = "en") -> int | None:
    """ "eight" or "8" → 8."""
    return int(word) if word.isdecimal() and len(word) < 4 else _words(language).get(word.casefold().replace(" ", "-"))


@cache
def _words(language: str) -> dict[str, int]:
    return {in_words(number, language).replace(" ", "-"): number for number in range(LARGEST + 1)}


def in_words(number: int, language: str = "en") -> str:
    """8 → "eight"."""
    return str(_engine(language).format_number(number, FormatPurpose.CARDINAL).text)


def as_ordinal(number: int, language: str = "en") -> str:
    """3 → "third"."""
    return str(_engine(language).format_number(number, FormatPurpose.ORDINAL).text)


@cache
def _engine(language: str) -> RbnfEngine:
    return RbnfEngine.for_language(language)
