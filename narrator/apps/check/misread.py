"""Find words that the voices probably misread, for `narrator check`.

hibari and Kokoro get their phonemes from hibari's pronunciation, so these tell how a word is read. A word is suspicious
if it is spelled, or if the recogniser's vocabulary does not have it, so that its sounds are a guess. Words for sounds
("bom") mostly stand alone between commas; they are suspicious also if they sound like another word ("bomb") or end in a
short vowel, as no English word does ("yeh"). Words in `pronunciations.yaml` are not reported.
`python -m bench.pronunciation` lets the voices say them.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from string import ascii_lowercase
from typing import Any

from narrator.apps.check.findings import Sheet
from narrator.apps.check.words import MARKUP_CALL, NOT_READ_ALOUD
from narrator.core.errors import NarratorError
from narrator.core.text import join_words
from narrator.language.language import get_language
from narrator.speech.models.model import find_model
from narrator.speech.tts.pronunciation import load_pronunciation

SPOKEN_WORD = re.compile(r"[^\W\d_]+(?:'[^\W\d_]+)*")
CLAUSE_BREAK = re.compile(r"[.,!?;:|\[\]/\"]")
MARKED_ROLE = re.compile(r"\*[^*]*\*")
SHORT_VOWELS = frozenset("æɛʌʊ")
MIN_TEXT_WORDS = 3
"""A shorter text is a name or a verb, not a sentence with words for sounds."""
SOUND_FIELD = "sound"
"""The field with the sound of a character."""
MAX_LISTED = 30


@dataclass(frozen=True, slots=True)
class SpokenWords:
    """The words of some texts in small letters, in the order of their first use."""

    all: tuple[str, ...]
    for_sounds: frozenset[str]
    """Words that mostly stand alone between commas."""


def collect_words(sheets: Iterable[Sheet[Any]]) -> SpokenWords:
    """Return the words that are read aloud. Words with a hyphen are split."""
    total: Counter[str] = Counter()
    alone: Counter[str] = Counter()
    for sheet in sheets:
        for where in filter(NOT_READ_ALOUD.isdisjoint, sheet.source.places):
            text = sheet.source.at(where)
            if not isinstance(text, str):
                continue
            spoken = MARKUP_CALL.sub(" ", text).lower()
            total.update(SPOKEN_WORD.findall(spoken))
            if len(spoken.split()) >= MIN_TEXT_WORDS or where[-1] == SOUND_FIELD:
                for clause in CLAUSE_BREAK.split(MARKED_ROLE.sub(" the role ", spoken)):
                    words = SPOKEN_WORD.findall(clause)
                    alone.update(words if len(set(words)) == 1 else ())
    return SpokenWords(tuple(total), frozenset(word for word, count in alone.items() if 2 * count > total[word]))


def find_misread(
    words: SpokenWords, speak: Callable[[str], Sequence[str]], unknown: set[str], others: Iterable[str], language: str
) -> Iterator[tuple[str, str]]:
    """Yield each word that is probably misread, and why.

    `unknown` are the words that the recogniser does not know. `others` are common words, with which a word for a sound
    should not be confused.
    """
    pronunciation = load_pronunciation(language)
    checked = {*pronunciation.said_right, *pronunciation.say, *pronunciation.phonemes}
    checked |= {part for word in checked for part in word.split("-")}
    by_sound = {tuple(speak(word)): word for word in others if word not in words.for_sounds}
    for word in words.all:
        if word in checked:
            continue
        sounds = tuple(speak(word))
        if len(word) > 1 and is_spelled(word, speak):
            yield word, "spelled"
        elif unknown.issuperset(get_language(language).base_forms(word)):
            yield word, "a guess"
        elif word in words.for_sounds and sounds[-1:] and sounds[-1] in SHORT_VOWELS:
            yield word, "with a short vowel at the end"
        elif word in words.for_sounds and sounds in by_sound:
            yield word, f'like "{by_sound[sounds]}"'


def is_spelled(word: str, speak: Callable[[str], Sequence[str]]) -> bool:
    """Return whether the word is spoken as the names of its letters."""
    letters = (sound for letter in word for sound in speak(letter))
    return [sound for sound, _ in groupby(speak(word))] == [sound for sound, _ in groupby(letters)]


def add_letter(word: str) -> Iterator[str]:
    """Yield longer spellings that may be another word with a silent letter: "bomb" for "bom"."""
    for letter in ascii_lowercase:
        yield letter + word
        if letter not in (word[-1], "e", "h"):  # "humm", "ahh": no other words
            yield word + letter


def note_misread(
    sheets: Sequence[Sheet[Any]], speak: Callable[[str], Sequence[str]] | None, others: Iterable[str], language: str
) -> Iterator[str]:
    """Yield a sentence about the words that the voices probably misread, if there are any."""
    model = find_model()
    if speak is None or model is None:
        return
    words = collect_words(sheets)
    forms = {form for word in words.all for form in get_language(language).base_forms(word)}
    longer = {longer for word in words.for_sounds for longer in add_letter(word)}
    try:
        from narrator.speech.asr.vosk_model import find_unknown_words  # noqa: PLC0415 - the extra voice may be missing

        unknown = find_unknown_words(model, forms | longer)
    except (ImportError, NarratorError):
        return
    found = list(find_misread(words, speak, unknown, {*others, *(longer - unknown)}, language))
    if found:
        listed = join_words([f"“{word}” ({why})" for word, why in found[:MAX_LISTED]])
        more = f" and {len(found) - MAX_LISTED} more" if len(found) > MAX_LISTED else ""
        yield f"The voices may misread {listed}{more}. Listen to them, and respell them in pronunciations.yaml."
