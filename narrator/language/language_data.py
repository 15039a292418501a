"""The fields of `content/<code>/language.yaml` and `grammars/<code>/language.yaml`.

They are plain dataclasses that pydantic validates. Importing its `BaseModel` would delay the narrator's first words.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from re import Pattern

NO_OTHER_FIELDS = {"extra": "forbid"}


@dataclass(frozen=True)
class Articles:
    """The articles and the rules for using them."""

    __pydantic_config__ = NO_OTHER_FIELDS

    definite: str
    indefinite: tuple[str, str]
    """Before a consonant sound and before a vowel sound."""
    vowel_sound: Pattern[str]
    """Matches words that take the second indefinite article."""
    owned: Pattern[str]
    """Matches phrases that take no article because they name an owner."""


@dataclass(frozen=True)
class TypedOrdinals:
    """The endings of ordinals that are typed with digits: 1st, 4th."""

    __pydantic_config__ = NO_OTHER_FIELDS

    endings: dict[int, str]
    other: str


@dataclass(frozen=True)
class Voices:
    """The names of the voices that speak the language."""

    __pydantic_config__ = NO_OTHER_FIELDS

    espeak: str
    hibari: str | None = None


@dataclass(frozen=True)
class Anybody:
    """What a character does and sounds like if its card does not say."""

    __pydantic_config__ = NO_OTHER_FIELDS

    verb_now: str
    verb_past: str
    sound: str


@dataclass(frozen=True)
class MakingRules:
    """How children's own words are used in their story (`content/made_story.py`)."""

    __pydantic_config__ = NO_OTHER_FIELDS

    hesitation: Pattern[str]
    """Sounds that are left out anywhere."""
    before: Pattern[str]
    """Words that are left out before an answer."""
    after: Pattern[str]
    """Words that are left out after an answer."""
    uncapitalised: frozenset[str]
    """First words that have a small letter after a colon."""
    name: Pattern[str]
    """Matches a name after "called" or "named"."""
    clause: Pattern[str]
    """Matches the end of a short name."""
    nobody: Pattern[str]
    """Matches answers without a short name: "he wants to fly"."""
    myself: Pattern[str]
    """Matches words for the child who speaks."""
    owner: Pattern[str]
    """Matches the owner before a character: "my cat"."""
    some: Pattern[str]
    """Matches an indefinite number before a character: "some ants"."""
    subject: Pattern[str]
    """Matches the subject of a sentence about a character: "it" in "it eats socks"."""
    relative: str
    """Replaces the subject in a relative clause: "who" in "who eats socks"."""
    next_piece: Pattern[str]
    """Matches where a long answer without full stops can be divided."""


@dataclass(frozen=True)
class SpokenRules:
    """The rules for speaking a language: `content/<code>/language.yaml`."""

    __pydantic_config__ = NO_OTHER_FIELDS

    articles: Articles
    somebody: str
    anybody: Anybody
    number_range: str
    abbreviations: tuple[str, ...]
    typed_ordinals: TypedOrdinals
    inflections: dict[str, tuple[str, ...]]
    possessive: str
    plural: str
    present_participle: str
    making: MakingRules
    voices: Voices


@dataclass(frozen=True)
class SentenceWords:
    """Single words that decide how a sentence is understood."""

    __pydantic_config__ = NO_OTHER_FIELDS

    one: str
    conjunction: str
    because: str
    last: str
    negations: frozenset[str]
    demonstratives: tuple[str, ...]
    determiners: tuple[str, ...]
    before_amount: frozenset[str]
    recipient: str
    together: str
    unfinished: frozenset[str]
    introductions: frozenset[str]
    before_choice: tuple[str, ...]
    around_place: frozenset[str]


@dataclass(frozen=True)
class PlayerListRules:
    """How players say who is playing."""

    __pydantic_config__ = NO_OTHER_FIELDS

    sentence_break: Pattern[str]
    separator: Pattern[str]
    with_age: Pattern[str]
    filler: Pattern[str]
    correction: Pattern[str]
    alone: Pattern[str]
    count: Pattern[str]
    number_of_us: Pattern[str]
    excluded: Pattern[str]
    after_age: frozenset[str]
    end_of_age: str
    limiting: tuple[str, ...]
    unnamed: frozenset[str]
    not_a_name: frozenset[str]
    never_a_name: frozenset[str]
    shared_age: Mapping[str, int]
    relatives: tuple[tuple[str, ...], ...]
    first_names: tuple[str, ...]
    """Names that a recogniser prefers to other words."""


@dataclass(frozen=True)
class HeardRules:
    """The rules for understanding a language: `grammars/<code>/language.yaml`."""

    __pydantic_config__ = NO_OTHER_FIELDS

    language: str
    speech_model: str
    homophones: dict[str, tuple[str, ...]]
    childrens_numbers: dict[str, tuple[str, ...]]
    words: SentenceWords
    decision_follows: Pattern[str]
    players: PlayerListRules
