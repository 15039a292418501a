"""Respell words that voices mispronounce: `content/<language>/lines/pronunciations.yaml`."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cache

import yaml
from pydantic import ConfigDict, TypeAdapter, ValidationError

from narrator.core.errors import PackError
from narrator.core.paths import data_folder

UNSPOKEN = re.compile('[\x00-\x1f\x7f-\x9f\u200b-\u200f\u2028-\u202f\ufe0f*_#<>{}|\\\\\\[\\]“”„"]')
"""Characters that are removed. hibari would even read what follows a bracket as phonemes."""
SPOKEN_WORD = re.compile(r"[^\W_]+(?:['’\-][^\W_]+)*")
WORD_OF_OWNER = re.compile(r"([^\W\d_]+)(['’]s\b)?")


@dataclass(frozen=True, slots=True)
class Pronunciation:
    """The pronunciation file of one language."""

    __pydantic_config__ = ConfigDict(extra="forbid")
    say: Mapping[str, str] = field(default_factory=dict)
    """Words in lower case, and how to spell them so that voices pronounce them correctly.

    The words of a phrase ("take a bow") are respelled only together."""
    said_right: frozenset[str] = frozenset()
    """Unusual words that the voices pronounce correctly; `narrator check` does not report them."""
    phonemes: Mapping[str, str] = field(default_factory=dict)
    """Words in lower case, and their phonemes for hibari and Kokoro where no spelling helps."""

    def respell(self, text: str) -> str:
        """Return the text as the voice should get it."""
        cleaned = " ".join(UNSPOKEN.sub(" ", text).split())
        for phrase, respelling in self.say.items():
            if " " in phrase:
                cleaned = respell_phrase(phrase, respelling, cleaned)
        return SPOKEN_WORD.sub(lambda word: self.say.get(word[0].lower(), word[0]), cleaned)

    def insert_phonemes(self, text: str) -> str:
        """Return the text with the phonemes of its difficult words, in hibari's notation: `[word](/phonemes/)`."""

        def insert(found: re.Match[str]) -> str:
            word, owner = found.groups()
            phonemes = self.phonemes.get(word.lower())
            return f"[{found[0]}](/{phonemes}{possessive_sound(phonemes) if owner else ''}/)" if phonemes else found[0]

        return WORD_OF_OWNER.sub(insert, text) if self.phonemes else text


def possessive_sound(phonemes: str) -> str:
    """Return the phonemes of "'s" after these."""
    return "ᵻz" if phonemes[-1] in "szʃʒʧʤ" else "s" if phonemes[-1] in "ptkfθ" else "z"


def respell_phrase(phrase: str, respelling: str, text: str) -> str:
    """Return the text with the words of a phrase respelled, where they stand together in it."""

    def respell(found: re.Match[str]) -> str:
        words = zip(found[0].split(), respelling.split(), strict=True)
        return " ".join(old if old.lower() == new else new for old, new in words)

    return re.sub(rf"\b{re.escape(phrase)}\b", respell, text, flags=re.IGNORECASE)


@cache
def load_pronunciation(language: str) -> Pronunciation:
    """Return the pronunciation of this language; an empty one if it has no file."""
    file = data_folder("content") / language / "lines" / "pronunciations.yaml"
    if not file.is_file():
        return Pronunciation()
    try:
        table = TypeAdapter(Pronunciation).validate_python(yaml.safe_load(file.read_text("utf-8")))
    except (OSError, UnicodeDecodeError, yaml.YAMLError, ValidationError) as error:
        raise PackError(f"{file} cannot be read: {error}") from error
    unequal = [
        phrase for phrase, said in table.say.items() if " " in phrase and len(phrase.split()) != len(said.split())
    ]
    if unequal:
        raise PackError(f"{file}: respell “{unequal[0]}” word by word, with as many words.")
    say, phonemes = ({word.lower(): said for word, said in each.items()} for each in (table.say, table.phonemes))
    return replace(table, say=say, phonemes=phonemes)
