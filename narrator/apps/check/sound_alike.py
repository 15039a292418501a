"""Names that sound alike: a bear must not get the vote of a hare.

eSpeak NG turns each name into phonemes. Two names are as far apart as it takes to change one into the other, phoneme by
phoneme: a whole step for a sound that is added, lost or quite different, part of a step for one that is nearly the
same (b and p, the vowels of sheep and ship). Hardly more than one step apart is too near; in long names it is a quarter
of the sounds.
"""

import ctypes
import re
from collections.abc import Callable, Iterable, Sequence
from functools import cache
from importlib import import_module
from itertools import chain, combinations
from math import hypot

from narrator.apps.check.findings import Finding
from narrator.apps.check.names import NamedThing
from narrator.language.language import DEFAULT_LANGUAGE, get_language

NO_ESPEAK = "Whether names sound alike was not checked: `pip install 'narrator[espeak]'` brings what it takes."
NOT_ALL = "There are too many names to compare how all of them sound. Make several packs of them."

Sounds = tuple[str, ...]
NEAR = 1.2  # steps. Bear and hare are one step apart, goat and goose one and a bit.
NEAR_PART = 0.25
LONGEST = 40  # sounds. Whatever is longer is too long for a name, which is told already, and takes long to compare.
MOST_STEPS = 5_000_000  # pairs of sounds. The box takes half of them.
NEAR_OF_TWO = 0.8  # of two names with two sounds at most ("bee", "owl"), where one step is half the name


def sounding_alike(sets: Iterable[Sequence[NamedThing]], speak: Callable[[str], Sounds]) -> tuple[list[Finding], bool]:
    """Every two things of a set whose names could be taken for each other; and whether all could be compared."""
    findings: list[Finding] = []
    steps = 0
    for (one, its), (other, others) in chain.from_iterable(combinations(spoken(names, speak), 2) for names in sets):
        steps += len(its) * len(others)
        if steps > MOST_STEPS:
            return findings, False
        if one.thing != other.thing and alike(its, others):
            message = f'"{other.words}" sounds like "{one.words}" ({one.line}). Rename one of them.'
            findings.append(other.wrong("sounds-alike", message))
    return findings, True


def spoken(names: Sequence[NamedThing], speak: Callable[[str], Sounds]) -> list[tuple[NamedThing, Sounds]]:
    """Names with their sounds, but for those that two things have: these are found already."""
    things: dict[str, set[object]] = {}
    for name in names:
        things.setdefault(name.plain, set()).add(name.thing)
    doubled = {thing for group in things.values() if len(group) > 1 for thing in group}
    told = ((name, speak(name.plain)) for name in names if name.thing not in doubled)
    return [(name, its) for name, its in told if len(its) <= LONGEST]


def alike(one: Sounds, other: Sounds) -> bool:
    longer = max(len(one), len(other))
    near = NEAR_OF_TWO if longer <= 2 else max(NEAR, NEAR_PART * longer)
    return distance(one, other, near) <= near


def distance(one: Sounds, other: Sounds, enough: float = float("inf")) -> float:
    """How many steps it takes to change one into the other; no further than needs to be known."""
    if abs(len(one) - len(other)) > enough:
        return float("inf")
    before = [float(place) for place in range(len(other) + 1)]
    off = int(min(enough, len(one) + len(other)))  # places further apart than this were added or lost too often
    for place, sound in enumerate(one, start=1):
        row = [float(place)] + [float("inf")] * len(other)
        for column in range(max(0, place - 1 - off), min(len(other), place + off)):
            changed = before[column] + step(sound, other[column])
            row[column + 1] = min(before[column + 1] + 1, row[column] + 1, changed)
        if min(row) > enough:
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
"""How open the mouth is and how far back the tongue lies."""
CONSONANTS = {
    "p": ("lips", "stop"), "b": ("lips", "stop"), "m": ("lips", "nasal"), "f": ("lips", "hiss"), "v": ("lips", "hiss"),
    "w": ("lips", "glide"), "t": ("teeth", "stop"), "d": ("teeth", "stop"), "n": ("teeth", "nasal"),
    "s": ("teeth", "hiss"), "z": ("teeth", "hiss"), "θ": ("teeth", "hiss"), "ð": ("teeth", "hiss"),
    "l": ("teeth", "glide"), "ɹ": ("teeth", "glide"), "ʃ": ("palate", "hiss"), "ʒ": ("palate", "hiss"),
    "tʃ": ("palate", "burst"), "dʒ": ("palate", "burst"), "j": ("palate", "glide"), "k": ("throat", "stop"),
    "ɡ": ("throat", "stop"), "ŋ": ("throat", "nasal"), "h": ("throat", "breath"),
}  # fmt: skip
"""Where in the mouth a sound is made, and how."""


@cache
def step(one: str, other: str) -> float:
    """How far apart two sounds are, from nothing to one step, and more for a vowel and a consonant."""
    if one == other:
        return 0
    if one in VOWELS and other in VOWELS:
        (openness, back), (its_openness, its_back) = VOWELS[one], VOWELS[other]
        apart = hypot(openness - its_openness, back - its_back) / 2
        gliding = len(one) != len(other)
        return min(1.0, max(0.4 if gliding else 0.3, apart))
    if one in CONSONANTS and other in CONSONANTS:
        same = sum(mine == yours for mine, yours in zip(CONSONANTS[one], CONSONANTS[other], strict=True))
        return (1.0, 0.7, 0.3)[same]
    return 1.5


# --- eSpeak NG -----------------------------------------------------------------------------------

SYNCHRONOUS = 2
DO_NOT_EXIT = 0x8000  # without it eSpeak ends the whole program if it does not find its data
UTF8 = 1
IPA_WITH_UNDERSCORES = 0x02 | ord("_") << 8
EQUAL = {"ɐ": "ə", "ᵻ": "ɪ", "ɾ": "d", "ʔ": "t", "ɫ": "l", "r": "ɹ", "g": "ɡ"}
"""Signs that eSpeak writes for what is, for our purpose, the same sound."""


def espeak(language: str = DEFAULT_LANGUAGE) -> Callable[[str], Sounds] | None:
    """A function that speaks a name as phonemes, if eSpeak NG is installed."""
    try:
        package = import_module("espeakng_loader")  # an extra, which may not be there
        library = ctypes.CDLL(package.get_library_path())
        data = str(package.get_data_path()).encode()
    except (ImportError, OSError):
        return None
    library.espeak_TextToPhonemes.restype = ctypes.c_char_p
    library.espeak_TextToPhonemes.argtypes = [ctypes.POINTER(ctypes.c_char_p), ctypes.c_int, ctypes.c_int]
    voice = get_language(language).espeak_voice.encode()
    if library.espeak_Initialize(SYNCHRONOUS, 0, data, DO_NOT_EXIT) < 0 or library.espeak_SetVoiceByName(voice) != 0:
        return None

    def speak(words: str) -> Sounds:
        left = ctypes.c_char_p(words.encode())
        spoken = ""
        while left.value is not None:  # eSpeak moves it on clause by clause
            spoken += (
                library.espeak_TextToPhonemes(ctypes.byref(left), UTF8, IPA_WITH_UNDERSCORES) or b""
            ).decode() + "_"
        return sounds(spoken)

    return speak


def sounds(ipa: str) -> Sounds:
    """Single sounds, without stress and length; a vowel colored by an r is a vowel and an r."""
    found: list[str] = []
    for written in re.split(r"[_\s]+", re.sub(r"[ˈˌː]", "", ipa)):
        sign = written.replace("ɚ", "əɹ").replace("ɝ", "əɹ").replace("ɜ", "əɹ")
        while sign:
            size = 2 if sign[:2] in VOWELS or sign[:2] in CONSONANTS else 1
            found.append(EQUAL.get(sign[:size], sign[:size]))
            sign = sign[size:]
    return tuple(found)
