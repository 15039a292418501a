"""What a word means, for a child who asks; and the base forms under which a word may stand in a list.

The endings are those of English. A word that loses none of them stands for itself, so another language simply finds
fewer forms.
"""

from collections.abc import Iterator, Mapping

ENDINGS = (
    ("'s", ("",)),
    ("s'", ("s", "")),
    ("n't", ("",)),
    ("ies", ("y",)),
    ("ie", ("y", "")),
    ("ves", ("f", "fe")),
    ("es", ("", "e")),
    ("s", ("",)),
    ("ied", ("y",)),
    ("ed", ("", "e")),
    ("ing", ("", "e")),
    ("iest", ("y",)),
    ("est", ("", "e")),
    ("ier", ("y",)),
    ("er", ("", "e")),
    ("ily", ("y",)),
    ("ly", ("", "le")),
    ("y", ("", "e")),
    ("en", ("", "e")),
)
"""An ending, and what may have stood in its place."""
SHORTEST = 2


def base_forms(word: str) -> Iterator[str]:
    """The word, then whatever it may be a form of: "wading" may be of "wad" and "wade", "dripping" of "dripp" and
    "drip".
    """
    yield word
    for ending, instead in ENDINGS:
        stem = word.removesuffix(ending)
        if stem == word or len(stem) < SHORTEST:
            continue
        yield from (stem + rest for rest in instead)
        if stem[-1] == stem[-2]:
            yield stem[:-1]


def explain_word(word: str, words: Mapping[str, str]) -> tuple[str, str] | None:
    """The word as it stands in the list, and what it means; `None` if nobody has explained it."""
    return next(((form, words[form]) for form in base_forms(word.lower()) if form in words), None)
