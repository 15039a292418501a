"""How to say what the voices would say wrong, and where to breathe: `content/<language>/lines/pronunciations.yaml`."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cache

import yaml
from pydantic import ConfigDict, TypeAdapter, ValidationError

from narrator.core.errors import PackError
from narrator.core.paths import data_folder

UNSPOKEN = re.compile('[\x00-\x1f\x7f-\x9f\u200b-\u200f\u2028-\u202f\ufe0f*_#<>{}|\\\\\\[\\]“”„"]')
"""Nothing that is spoken. Piper would even take what is in double brackets for phonemes."""
WORD = re.compile(r"[^\W_]+(?:['’\-][^\W_]+)*")


@dataclass(frozen=True, slots=True)
class Pronunciation:
    """How one language is spoken: the file as it is written."""

    __pydantic_config__ = ConfigDict(extra="forbid")
    say: Mapping[str, str] = field(default_factory=dict)
    """Words, in small letters, and how to write them so that they come out right."""
    breath_before: frozenset[str] = frozenset()  # words before which a long sentence can be cut without a comma

    def respell(self, text: str) -> str:
        return WORD.sub(lambda word: self.say.get(word[0].lower(), word[0]), " ".join(UNSPOKEN.sub(" ", text).split()))


@cache
def load_pronunciation(language: str) -> Pronunciation:
    """Of this language; a language that needs no help has no file."""
    file = data_folder("content") / language / "lines" / "pronunciations.yaml"
    if not file.is_file():
        return Pronunciation()
    try:
        table = TypeAdapter(Pronunciation).validate_python(yaml.safe_load(file.read_text("utf-8")))
    except (OSError, UnicodeDecodeError, yaml.YAMLError, ValidationError) as error:
        raise PackError(f"{file} cannot be read: {error}") from error
    return replace(table, say={word.lower(): said for word, said in table.say.items()})
