"""Numbers as people say and type them."""

from functools import cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from unicode_rbnf import RbnfEngine

LARGEST = 120


def parse_number(word: str, language: str = "en") -> int | None:
    """ "eight" or "8" → 8."""
    return int(word) if word.isdecimal() and len(word) < 4 else _words(language).get(word.casefold().replace(" ", "-"))


@cache
def _words(language: str) -> dict[str, int]:
    return {number_in_words(number, language).replace(" ", "-"): number for number in range(LARGEST + 1)}


@cache
def number_in_words(number: int, language: str = "en") -> str:
    """8 → "eight"."""
    from unicode_rbnf import FormatPurpose  # noqa: PLC0415 - see `_engine`

    return str(_engine(language).format_number(number, FormatPurpose.CARDINAL).text)


@cache
def ordinal_word(number: int, language: str = "en") -> str:
    """3 → "third"."""
    from unicode_rbnf import FormatPurpose  # noqa: PLC0415 - see `_engine`

    return str(_engine(language).format_number(number, FormatPurpose.ORDINAL).text)


MOST_PLACES = 14
"""No list is longer."""


@cache
def ordinals(language: str = "en") -> dict[str, int]:
    """As they are said and typed: "third", "3rd"."""
    endings = {1: "st", 2: "nd", 3: "rd"}
    typed = {f"{number}{endings.get(number, 'th')}": number for number in range(1, MOST_PLACES + 1)}
    return {ordinal_word(number, language): number for number in typed.values()} | typed


@cache
def _engine(language: str) -> "RbnfEngine":
    from unicode_rbnf import RbnfEngine  # noqa: PLC0415 - the first words of an evening have no numbers in them

    return RbnfEngine.for_language(language)
