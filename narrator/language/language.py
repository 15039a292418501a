"""The language of the game: articles, inflection, number words, homophones, and the names of models and voices.

Rules and hosts contain no words of a language. They ask the `Language` object:

    language = get_language()
    language.definite("hedgehog")                   "the hedgehog"
    language.number_word(8)                         "eight"
    language.join(["Lily", "Nick", "Julie"])        "Lily, Nick, and Julie"

To add a language `xx`:

1. Add `grammars/xx/` (what players can say): `language.yaml`, `common.yaml`, `carriers.yaml`, and a file for each game.
2. Add `content/xx/` (what the narrator says): `language.yaml`, `lines/`, and the stories and cards.
3. Add the speech model that `grammars/xx/language.yaml` names to `VOSK_MODELS` in `narrator/speech/models/model.py`.

Number words and list joining come from CLDR by the code of the language. `DEFAULT_LANGUAGE` is the language of the
program. A second language also needs an option that passes its code to `get_language`.

The command line, `narrator check`, error messages and the demo's players are English only.
"""

import re
from collections.abc import Iterable, Iterator
from functools import cache, cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

import yaml

from narrator.core.paths import data_folder
from narrator.core.serialization import type_adapter
from narrator.language.language_data import HeardRules, SpokenRules

if TYPE_CHECKING:
    from unicode_rbnf import RbnfEngine

DEFAULT_LANGUAGE = "en"
MAX_NUMBER_WORD = 120
"""The largest number that is recognised when it is spoken: an age."""
MAX_PLACE = 14
"""The longest list whose places are counted by ordinals."""
MAX_TYPED_DIGITS = 3
MIN_STEM_LETTERS = 2
"""No ending is taken off a word if fewer letters would remain."""


class Language:
    """One language. Its data is read on first use, so that it does not delay the narrator's first words."""

    def __init__(self, code: str) -> None:
        self.code = code

    def __repr__(self) -> str:
        return f"Language({self.code!r})"

    @cached_property
    def spoken(self) -> SpokenRules:
        """The rules for speaking, from `content/<code>/language.yaml`."""
        rules: SpokenRules = type_adapter(SpokenRules).validate_python(_read_language_file("content", self.code))
        return rules

    @cached_property
    def heard(self) -> HeardRules:
        """The rules for understanding, from `grammars/<code>/language.yaml`."""
        rules: HeardRules = type_adapter(HeardRules).validate_python(_read_language_file("grammars", self.code))
        return rules

    # --- articles --------------------------------------------------------------------------------

    @cached_property
    def articles(self) -> frozenset[str]:
        """Every article, in small letters."""
        return self.indefinite_articles | {self.spoken.articles.definite}

    @cached_property
    def indefinite_articles(self) -> frozenset[str]:
        """The indefinite articles, in small letters."""
        return frozenset(self.spoken.articles.indefinite)

    @cached_property
    def _leading_article(self) -> re.Pattern[str]:
        return re.compile(rf"(?:{_any_of(self.articles)}) +", re.IGNORECASE)

    def indefinite_article(self, words: str) -> str:
        """Return the indefinite article that these words take: "a" hedgehog, "an" owl."""
        before_consonant, before_vowel = self.spoken.articles.indefinite
        return before_vowel if self.spoken.articles.vowel_sound.match(words) else before_consonant

    def has_indefinite_article(self, words: str) -> bool:
        """Whether the words begin with an indefinite article."""
        first, space, _ = words.casefold().partition(" ")
        return bool(space) and first in self.indefinite_articles

    def strip_article(self, words: str) -> str:
        """Return the words without a leading article."""
        return self._leading_article.sub("", words, count=1) if self._leading_article.match(words) else words

    def strip_definite_article(self, words: str) -> str:
        """Return the words without a leading definite article in small letters: "the owl" → "owl"."""
        return words.removeprefix(f"{self.spoken.articles.definite} ")

    def title_without_article(self, title: str) -> str:
        """Return a title without its leading definite article: "The Missing Snore" → "Missing Snore"."""
        return title.removeprefix(f"{self.spoken.articles.definite.capitalize()} ")

    def takes_article(self, words: str) -> bool:
        """Whether an article may stand before these words: not before "Gerald", "our stork" or "Grandpa's hat"."""
        return not words[:1].isupper() and self.spoken.articles.owned.match(words) is None

    def definite(self, words: str) -> str:
        """Return "the hedgehog", "the owl" or "Gerald"."""
        words = self.strip_article(words)
        return f"{self.spoken.articles.definite} {words}" if self.takes_article(words) else words

    def indefinite(self, words: str) -> str:
        """Return "a hedgehog", "an owl" or "Gerald"."""
        words = self.strip_article(words)
        return f"{self.indefinite_article(words)} {words}" if self.takes_article(words) else words

    def make_definite(self, words: str) -> str:
        """Turn "a crafty witch" into "the crafty witch"; leave words without an article as they are."""
        if self._leading_article.match(words) is None:
            return words
        return f"{self.spoken.articles.definite} {self.strip_article(words)}"

    def lower_article(self, words: str) -> str:
        """Return the words with a leading article in small letters."""
        return words[0].lower() + words[1:] if self._leading_article.match(words) else words

    # --- inflection ------------------------------------------------------------------------------

    def base_forms(self, word: str) -> Iterator[str]:
        """Yield the word, then every word it may be a form of.

        "Wading" may be a form of "wad" or "wade", "dripping" of "dripp" or "drip". Not all candidates are words.
        """
        yield word
        for ending, replacements in self.spoken.inflections.items():
            stem = word.removesuffix(ending)
            if stem == word or len(stem) < MIN_STEM_LETTERS:
                continue
            yield from (stem + replacement for replacement in replacements)
            if stem[-1] == stem[-2]:
                yield stem[:-1]

    def singular(self, word: str) -> str | None:
        """Return the word without the plural ending, or None if it has none."""
        ending = self.spoken.plural
        return word.removesuffix(ending) if word.endswith(ending) else None

    def strip_possessive(self, word: str) -> str:
        """Return the word without the possessive ending: "Nick's" → "Nick"."""
        return word.removesuffix(self.spoken.possessive)

    # --- voices ----------------------------------------------------------------------------------

    @property
    def is_available(self) -> bool:
        """Whether this program has the data of the language."""
        return _language_file("content", self.code).is_file()

    @property
    def hibari_voice(self) -> str | None:
        """The voice of hibari that speaks the language, or None if there is none."""
        return self.spoken.voices.hibari if self.is_available else None

    @property
    def espeak_voice(self) -> str:
        """The eSpeak NG voice that speaks the language. eSpeak also knows languages by their code."""
        return self.spoken.voices.espeak if self.is_available else self.code

    # --- numbers and lists -----------------------------------------------------------------------

    def number_word(self, number: int) -> str:
        """Return the cardinal number as a word: 8 → "eight"."""
        return _cardinal(self.code, number)

    def range_in_words(self, first: int, last: int) -> str:
        """Return a range of numbers in words: "three to six"."""
        words = {"first": self.number_word(first), "last": self.number_word(last)}
        return self.spoken.number_range.format(**words)

    def ordinal_word(self, number: int) -> str:
        """Return the ordinal number as a word: 3 → "third"."""
        return _ordinal(self.code, number)

    def parse_number(self, word: str) -> int | None:
        """Return the number that was said or typed, "eight" or "8", or None if it is none."""
        if word.isdecimal() and len(word) <= MAX_TYPED_DIGITS:
            return int(word)
        return self._numbers_by_word.get(word.casefold().replace(" ", "-"))

    def join_number_words(self, text: str) -> str:
        """Return the text with every number in one word: "seventy one" is "seventy-one"."""
        return self._tens_and_ones.sub(r"\1-\2", text)

    @cached_property
    def _tens_and_ones(self) -> re.Pattern[str]:
        tens, ones = map(self.number_word, range(20, 100, 10)), map(self.number_word, range(1, 10))
        return re.compile(rf"\b({_any_of(tens)}) +({_any_of(ones)})\b", re.IGNORECASE)

    @cached_property
    def _numbers_by_word(self) -> dict[str, int]:
        numbers = range(MAX_NUMBER_WORD + 1)
        return {self.number_word(number).replace(" ", "-"): number for number in numbers}

    @cached_property
    def ordinals(self) -> dict[str, int]:
        """The ordinals as they are said and typed: "third" and "3rd" are 3."""
        rules = self.spoken.typed_ordinals
        places = range(1, MAX_PLACE + 1)
        typed = {f"{place}{rules.endings.get(place, rules.other)}": place for place in places}
        return {self.ordinal_word(place): place for place in places} | typed

    def join(self, items: Iterable[str], style: Literal["and", "or"] = "and") -> str:
        """Return the items as one phrase: "Lily, Nick, and Julie"."""
        from babel.lists import format_list  # noqa: PLC0415 - slow to import

        return format_list(list(items), style="or" if style == "or" else "standard", locale=self.code)


@cache
def get_language(code: str = DEFAULT_LANGUAGE) -> Language:
    """Return the language with this code."""
    return Language(code)


def _language_file(kind: Literal["content", "grammars"], code: str) -> Path:
    return data_folder(kind) / code / "language.yaml"


def _read_language_file(kind: Literal["content", "grammars"], code: str) -> Any:
    return yaml.load(
        _language_file(kind, code).read_text("utf-8"), Loader=getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    )


def _any_of(words: Iterable[str]) -> str:
    return "|".join(map(re.escape, sorted(words, key=len, reverse=True)))


@cache
def _cardinal(code: str, number: int) -> str:
    from unicode_rbnf import FormatPurpose  # noqa: PLC0415 - slow to import

    return str(_number_engine(code).format_number(number, FormatPurpose.CARDINAL).text)


@cache
def _ordinal(code: str, number: int) -> str:
    from unicode_rbnf import FormatPurpose  # noqa: PLC0415 - slow to import

    return str(_number_engine(code).format_number(number, FormatPurpose.ORDINAL).text)


@cache
def _number_engine(code: str) -> "RbnfEngine":
    from unicode_rbnf import RbnfEngine  # noqa: PLC0415 - slow to import

    return RbnfEngine.for_language(code)
