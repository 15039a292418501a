"""Find names that sound alike, such as "bear" and "hare".

hibari's pronunciation turns each name into phonemes. The distance of two names is an edit distance over phonemes: one
step for a sound that is added, lost or very different, and part of a step for a similar one (b and p, the vowels of
sheep and ship). Names are too similar up to about one step, or in long names up to a quarter of their sounds.
"""

import re
from collections.abc import Callable, Iterable, Sequence
from functools import cache
from itertools import chain, combinations
from math import hypot

from narrator.apps.check.findings import Finding
from narrator.apps.check.names import NamedThing
from narrator.language.language import DEFAULT_LANGUAGE, get_language
from narrator.speech.tts.phonemes import is_hibari_installed, to_phonemes

SOUNDS_NOT_CHECKED = "It was not checked whether names sound alike, because hibari is not installed. To install it: "
NOT_ALL_COMPARED = "There are too many names to compare all their sounds. Split the pack."

Sounds = tuple[str, ...]
MAX_SIMILAR_STEPS = 1.2
"""Names up to this distance are too similar. "Bear" and "hare" are 1 step apart, "goat" and "goose" a bit more."""
MAX_SIMILAR_SHARE = 0.25
"""Long names are too similar up to this share of their sounds."""
MAX_SIMILAR_STEPS_SHORT = 0.8
"""The same for names of at most two sounds ("bee", "owl"), where one step is half the name."""
MAX_NAME_SOUNDS = 40
"""Longer names are reported elsewhere, and are not compared because that would take long."""

MAX_COMPARISONS = 10_000_000
"""Pairs of sounds that are compared. The built-in content needs half of them."""


def find_similar_names(
    sets: Iterable[Sequence[NamedThing]], speak: Callable[[str], Sounds]
) -> tuple[list[Finding], bool]:
    """Return findings for similar names in each set, and whether all names could be compared."""
    findings: list[Finding] = []
    steps = 0
    for (one, its), (other, others) in chain.from_iterable(
        combinations(names_with_sounds(names, speak), 2) for names in sets
    ):
        steps += len(its) * len(others)
        if steps > MAX_COMPARISONS:
            return findings, False
        if one.thing != other.thing and sounds_similar(its, others):
            message = f'"{other.words}" sounds like "{one.words}" ({one.line}). Rename one of them.'
            findings.append(other.wrong("sounds-alike", message))
    return findings, True


def names_with_sounds(names: Sequence[NamedThing], speak: Callable[[str], Sounds]) -> list[tuple[NamedThing, Sounds]]:
    """Return names with their sounds, without duplicate names, which are reported elsewhere."""
    things: dict[str, set[object]] = {}
    for name in names:
        things.setdefault(name.plain, set()).add(name.thing)
    doubled = {thing for group in things.values() if len(group) > 1 for thing in group}
    spoken = ((name, speak(name.plain)) for name in names if name.thing not in doubled)
    return [(name, phonemes) for name, phonemes in spoken if len(phonemes) <= MAX_NAME_SOUNDS]


def sounds_similar(one: Sounds, other: Sounds) -> bool:
    longer = max(len(one), len(other))
    limit = MAX_SIMILAR_STEPS_SHORT if longer <= 2 else max(MAX_SIMILAR_STEPS, MAX_SIMILAR_SHARE * longer)
    return distance(one, other, limit) <= limit


def distance(one: Sounds, other: Sounds, limit: float = float("inf")) -> float:
    """Return the edit distance of two names, or infinity if it is over the limit."""
    if abs(len(one) - len(other)) > limit:
        return float("inf")
    before = [float(place) for place in range(len(other) + 1)]
    band = int(min(limit, len(one) + len(other)))  # cells farther from the diagonal are over the limit
    for place, sound in enumerate(one, start=1):
        row = [float(place)] + [float("inf")] * len(other)
        for column in range(max(0, place - 1 - band), min(len(other), place + band)):
            changed = before[column] + sound_distance(sound, other[column])
            row[column + 1] = min(before[column + 1] + 1, row[column] + 1, changed)
        if min(row) > limit:
            return float("inf")
        before = row
    return before[-1]


# --- sounds --------------------------------------------------------------------------------------

VOWELS = {
    "i": (0.0, 0.0), "ɪ": (0.5, 0.3), "e": (1.0, 0.0), "eɪ": (1.0, 0.0), "ɛ": (1.5, 0.3), "æ": (2.2, 0.4),
    "a": (2.4, 0.8), "aɪ": (1.6, 0.6), "ə": (1.3, 1.0), "ʌ": (1.7, 1.3), "ɔɪ": (1.2, 1.4), "aʊ": (1.8, 1.6),
    "ɑ": (2.5, 1.6), "ɒ": (2.4, 1.9), "ɔ": (1.7, 2.0), "oʊ": (1.0, 2.0), "o": (1.0, 2.0), "ʊ": (0.5, 1.7),
    "u": (0.0, 2.0),
}  # fmt: skip
"""For each vowel, how open the mouth is and how far back the tongue."""
CONSONANTS = {
    "p": ("lips", "stop"), "b": ("lips", "stop"), "m": ("lips", "nasal"), "f": ("lips", "hiss"), "v": ("lips", "hiss"),
    "w": ("lips", "glide"), "t": ("teeth", "stop"), "d": ("teeth", "stop"), "n": ("teeth", "nasal"),
    "s": ("teeth", "hiss"), "z": ("teeth", "hiss"), "θ": ("teeth", "hiss"), "ð": ("teeth", "hiss"),
    "l": ("teeth", "glide"), "ɹ": ("teeth", "glide"), "ʃ": ("palate", "hiss"), "ʒ": ("palate", "hiss"),
    "tʃ": ("palate", "burst"), "dʒ": ("palate", "burst"), "j": ("palate", "glide"), "k": ("throat", "stop"),
    "ɡ": ("throat", "stop"), "ŋ": ("throat", "nasal"), "h": ("throat", "breath"),
}  # fmt: skip
"""For each consonant, where in the mouth it is made, and how."""


STRESS = "ˈ"
UNEQUAL_STRESS = 0.5
"""Added to the distance of two vowels if only one of them is stressed ("parade" and "pirate")."""


@cache
def sound_distance(one: str, other: str) -> float:
    """Return the distance of two sounds: 0 to 1, and 1.5 between a vowel and a consonant."""
    if one == other:
        return 0
    if one.startswith(STRESS) != other.startswith(STRESS):
        return min(1.5, UNEQUAL_STRESS + sound_distance(one.lstrip(STRESS), other.lstrip(STRESS)))
    one, other = one.lstrip(STRESS), other.lstrip(STRESS)
    if one in VOWELS and other in VOWELS:
        (openness, back), (its_openness, its_back) = VOWELS[one], VOWELS[other]
        apart = hypot(openness - its_openness, back - its_back) / 2
        is_diphthong = len(one) != len(other)
        return min(1.0, max(0.4 if is_diphthong else 0.3, apart))
    if one in CONSONANTS and other in CONSONANTS:
        same = sum(mine == yours for mine, yours in zip(CONSONANTS[one], CONSONANTS[other], strict=True))
        return (1.0, 0.7, 0.3)[same]
    return 1.5


# --- phonemes ------------------------------------------------------------------------------------

SPELLED_SOUNDS = {
    "A": "eɪ", "I": "aɪ", "W": "aʊ", "Y": "ɔɪ", "O": "oʊ", "Q": "oʊ", "ʤ": "dʒ", "ʧ": "tʃ", "ɜ": "ə", "ɐ": "ə",
    "ᵻ": "ɪ", "T": "t", "ɾ": "d", "ʔ": "t", "ɫ": "l", "r": "ɹ", "g": "ɡ",
}  # fmt: skip
"""Symbols of hibari for two sounds that are spoken as one, or that are treated as the same sound."""


def load_phonemiser(language: str = DEFAULT_LANGUAGE, *, stressed: bool = False) -> Callable[[str], Sounds] | None:
    """Return a function that turns a name into phonemes, or `None` if nothing here knows them.

    With `stressed`, the vowel of each stressed syllable is marked.
    """
    if get_language(language).hibari_voice is None or not is_hibari_installed():
        return None
    return cache(lambda words: split_phonemes(to_phonemes(words, language=language), stressed=stressed))


def split_phonemes(phonemes: str, *, stressed: bool = False) -> Sounds:
    """Split phonemes into sounds, without length, syllabic consonants and punctuation. With `stressed`, mark stress."""
    found = re.findall(rf"({STRESS}?)([^\W{STRESS}ˌːᵊ])", phonemes)
    return tuple((mark if stressed else "") + SPELLED_SOUNDS.get(symbol, symbol) for mark, symbol in found)
