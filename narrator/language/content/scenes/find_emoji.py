"""Find emoji for a card that a family made, by the words for it."""

import re
import unicodedata
from collections.abc import Mapping
from functools import cache
from itertools import pairwise

from narrator.language.content.scenes.glyphs import load_glyphs
from narrator.language.language import get_language

ANYTHING = "✨"
"""Drawn if nothing fits."""
MAX_FOUND = 3
UNIMPORTANT = frozenset({"face", "symbol", "sign", "building", "red"})
"""Words in the Unicode names of emoji that are ignored."""
WORD = re.compile(r"[a-z]+")


def find_emoji(text: str) -> tuple[str, ...]:
    """Return emoji that the words name, at most three; a sparkle if there are none.

    Emoji are found by their Unicode names, which are English.
    """
    words = [*get_words(text)]
    pairs = (f"{first} {second}" for first, second in pairwise(words))
    found = [emoji for name in (*pairs, *words) if (emoji := emoji_by_name().get(name))]
    return tuple(dict.fromkeys(found))[:MAX_FOUND] or (ANYTHING,)


def get_words(text: str) -> list[str]:
    """Return the words in their shortest form, so that "socks" equals "sock"."""
    return [min(get_language().base_forms(word), key=len) for word in WORD.findall(text.lower())]


@cache
def emoji_by_name() -> Mapping[str, str]:
    """Return the emoji that can be drawn, by one or two words."""
    single = [emoji for emoji in load_glyphs() if len(emoji) == 1]
    names = {
        emoji: [word for word in get_words(unicodedata.name(emoji, "")) if word not in UNIMPORTANT] for emoji in single
    }
    return {" ".join(words): emoji for emoji, words in names.items() if len(words) in (1, 2)}
