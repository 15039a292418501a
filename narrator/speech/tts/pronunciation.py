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
"""Characters that are removed. Piper would even read text in double brackets as phonemes."""
SPOKEN_WORD = re.compile(r"[^\W_]+(?:['’\-][^\W_]+)*")


@dataclass(frozen=True, slots=True)
class Pronunciation:
    """The pronunciation file of one language."""

    __pydantic_config__ = ConfigDict(extra="forbid")
    say: Mapping[str, str] = field(default_factory=dict)
    """Words in lower case, and how to spell them so that voices pronounce them correctly.

    The words of a phrase ("take a bow") are respelled only together."""
    said_right: frozenset[str] = frozenset()
    """Unusual words that the voices pronounce correctly; `narrator check` does not report them."""
    breath_before: frozenset[str] = frozenset()
    """Words before which a long sentence can be split without a comma."""

    def respell(self, text: str) -> str:
        """Return the text as the voice should get it."""
        cleaned = " ".join(UNSPOKEN.sub(" ", text).split())
        for phrase, respelling in self.say.items():
            if " " in phrase:
                cleaned = respell_phrase(phrase, respelling, cleaned)
        return SPOKEN_WORD.sub(lambda word: self.say.get(word[0].lower(), word[0]), cleaned)


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
    return replace(table, say={word.lower(): respelling for word, respelling in table.say.items()})
