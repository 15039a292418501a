"""A, an, the, or none: the hedgehog, an owl, Gerald, Grandpa's hat."""

import re
from functools import cache

ARTICLE = re.compile(r"(an?|the) +", re.IGNORECASE)
OWNED = re.compile(r"(my|our|your|his|her|its|their)\b|\w+'s\b", re.IGNORECASE)
VOWEL_SOUND = re.compile(
    r"(?!"
    r"eu|ew(e|er)\b"  # a eucalyptus, a ewe
    r"|one\b|once\b"  # a one-eyed owl
    r"|ub(i|o)|uf(o|os)\b|uk[ru]"  # a ukulele
    r"|uni(?![dmnr])"  # a unicorn, but an unidentified, an unimpressed, an uninvited guest
    r"|ur[aeio]|us[aeu]|ut[eio]"  # a useful utensil, but an usher, an utter mess
    r")[aeiou]"
    r"|h(our|onest|onor|onour|eir)(?!i)"  # an hour
    r"|[fhlmnrsx](?![a-z])",  # an X-ray
    re.IGNORECASE,
)
"""English goes by the sound, not the letter; these are the letters that mislead."""


def a_or_an(words: str) -> str:
    return "an" if VOWEL_SOUND.match(words) else "a"


def bare(words: str) -> str:
    return ARTICLE.sub("", words, count=1) if ARTICLE.match(words) else words


def needs_no_article(words: str) -> bool:
    """A proper name, or somebody's own: "Gerald", "our stork", "Grandpa's hat"."""
    return words[:1].isupper() or OWNED.match(words) is not None


@cache
def with_the(words: str) -> str:
    """The hedgehog, the owl, Gerald."""
    words = bare(words)
    return words if needs_no_article(words) else f"the {words}"


def with_a(words: str) -> str:
    """A hedgehog, an owl, Gerald."""
    words = bare(words)
    return words if needs_no_article(words) else f"{a_or_an(words)} {words}"


def definite(words: str) -> str:
    """What was new is now known: "a crafty witch" becomes "the crafty witch"; other phrases stay as they are."""
    return f"the {bare(words)}" if ARTICLE.match(words) else words


def lower_article(words: str) -> str:
    return words[0].lower() + words[1:] if ARTICLE.match(words) else words
