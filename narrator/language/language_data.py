"""The models of `content/<code>/language.yaml` and `grammars/<code>/language.yaml`.

They need pydantic, which is slow to import, so `language.py` imports this module when it first reads a file.
"""

from re import Pattern
from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field

Word = Annotated[str, Field(min_length=1)]
Words = tuple[Word, ...]


class LanguageModel(BaseModel):
    """A part of a language file: these fields and no others."""

    model_config = ConfigDict(frozen=True, extra="forbid")


class Articles(LanguageModel):
    definite: Word
    indefinite: tuple[Word, Word]
    """Before a consonant sound and before a vowel sound."""
    vowel_sound: Pattern[str]
    """Matches words that take the second indefinite article."""
    owned: Pattern[str]
    """Matches phrases that take no article because they name an owner."""


class TypedOrdinals(LanguageModel):
    endings: dict[int, Word]
    other: Word


class Voices(LanguageModel):
    """The names of the voices that speak the language."""

    piper: Word | None = None
    espeak: Word


class SpokenRules(LanguageModel):
    """What it takes to speak a language: `content/<code>/language.yaml`."""

    articles: Articles
    somebody: Word
    abbreviations: Words
    typed_ordinals: TypedOrdinals
    inflections: dict[Word, tuple[str, ...]]
    possessive: Word
    plural: Word
    present_participle: Word
    voices: Voices


class SentenceWords(LanguageModel):
    """Single words that decide how a sentence is understood."""

    one: Word
    and_: Word = Field(alias="and")
    because: Word
    last: Word
    negations: frozenset[Word]
    demonstratives: Words
    determiners: Words
    recipient: Word
    introductions: frozenset[Word]
    before_choice: Words
    around_place: frozenset[Word]


class PlayerListRules(LanguageModel):
    """How players say who is playing."""

    sentence_break: Pattern[str]
    separator: Pattern[str]
    with_age: Pattern[str]
    filler: Pattern[str]
    correction: Pattern[str]
    alone: Pattern[str]
    count: Pattern[str]
    number_of_us: Pattern[str]
    excluded: Pattern[str]
    after_age: frozenset[Word]
    end_of_age: Word
    limiting: Words
    unnamed: frozenset[Word]
    not_a_name: frozenset[Word]
    never_a_name: frozenset[Word]
    shared_age: frozenset[Word]


class HeardRules(LanguageModel):
    """What it takes to understand a language: `grammars/<code>/language.yaml`."""

    language: Word
    speech_model: Word
    homophones: dict[Word, Words]
    words: SentenceWords
    decision_follows: Pattern[str]
    players: PlayerListRules
