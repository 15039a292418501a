"""The phrases a table may say, from the templates in `grammars/`.

One rule keeps it honest: an utterance counts only if *all* of it fits a template. The same templates give the phrase
list for a recogniser and the strict parser for what it returns, so the two can never drift apart.
"""

import logging
import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass
from functools import cache, cached_property, lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Generic, TypeVar

import yaml

from narrator.core.paths import data_folders
from narrator.language.language import DEFAULT_LANGUAGE
from narrator.language.understanding.lexicon import Lexicon, Pattern, patterns
from narrator.language.understanding.reading import Reading

if TYPE_CHECKING:
    from hassil import Intents
    from hassil.expression import Sentence
    from hassil.intents import SlotList

logging.getLogger("hassil").setLevel(logging.ERROR)  # it would tell of every slot that is empty just now
LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
"""The quick one where it is there."""
DIGIT = re.compile(r"\d")
T = TypeVar("T")
Lists = Mapping[str, Sequence[tuple[str, Any]]]
"""For each slot what may be said in it, and what is meant by it."""


@dataclass(frozen=True)
class IdentityKey(Generic[T]):
    """Equal to itself alone: a key for what would take longer to compare than what is remembered of it."""

    it: T

    def __eq__(self, other: object) -> bool:
        return isinstance(other, IdentityKey) and self.it is other.it

    def __hash__(self) -> int:
        return id(self.it)


class Grammar:
    """The templates of one language for one game, and those common to all.

    They are read when somebody first speaks or is listened for: the narrator's first words need not wait for them.
    """

    def __init__(self, read: Callable[[], Mapping[str, Any]]) -> None:
        self._read = read
        self._active = lru_cache(maxsize=256)(self._narrowed)
        self._sampled = lru_cache(maxsize=512)(self._samples)
        self._understood = lru_cache(maxsize=256)(self._readings)

    @cached_property
    def _templates(self) -> Mapping[str, Any]:
        return self._read()

    @cached_property
    def _intents(self) -> "Intents":
        from hassil import Intents  # noqa: PLC0415 - as above

        return Intents.from_dict(dict(self._templates))

    @cached_property
    def _examples(self) -> "dict[str, SlotList]":
        from hassil.intents import TextSlotList  # noqa: PLC0415 - as above

        return {name: TextSlotList.from_strings(said) for name, said in self.table("examples").items()}

    def marks(self, kind: str) -> tuple[str, ...]:
        """Words that do something in a sentence, by their kind: "corrections" come before what was really meant, as far
        as they are listened for; "denials" and "restarts" are all of them, "nobody" sounds like one and is none;
        "asking" words begin a question; "agreeing" are fillers that are a yes when nothing else is said.
        """
        return tuple(self._templates.get(kind, ()))

    def table(self, kind: str) -> Mapping[str, Any]:
        """What is written word by word: "shorthand" is how words are typed in a hurry, and what they stand for;
        "evidence" is how much more of it a kind of phrase needs than an answer to what was asked, none or up to 3;
        "rows" are words that may be said in a row, by the kind of phrase; "names" those around the names of players.
        """
        table: Mapping[str, Any] = self._templates.get(kind, {})
        return table

    @cached_property
    def lexicon(self) -> Lexicon:
        return Lexicon(self._templates, self.topics)

    @cached_property
    def topics(self) -> tuple[Pattern, ...]:
        """Questions and requests, by their topic words."""
        groups = self.table("groups")
        return (
            *patterns(self.table("questions"), groups, asked=True),
            *patterns(self.table("requests"), groups, asked=False),
        )

    @cached_property
    def fillers(self) -> tuple[str, ...]:
        """Words that mean nothing and may stand anywhere: "um"."""
        return tuple(self._intents.skip_words)

    @cached_property
    def names(self) -> frozenset[str]:
        return frozenset(self._intents.intents)

    def readings(self, text: str, active: Collection[str], lists: Lists) -> tuple[Reading, ...]:
        """Every different way in which the whole of this text fits an active template; free ones if no other does.

        Of free words that only differ by fillers ("it is so wise", "it is wise"), all are meant.
        """
        # what was said is looked at from several sides, by the ear as well, each time with the same names
        return self._understood(text, frozenset(active), tuple((name, tuple(each)) for name, each in lists.items()))

    def _readings(
        self, text: str, active: frozenset[str], lists: tuple[tuple[str, tuple[tuple[str, Any], ...]], ...]
    ) -> tuple[Reading, ...]:
        from hassil import recognize_all  # noqa: PLC0415 - as above

        exact: dict[tuple[str, str], Reading] = {}
        loose: dict[tuple[str, str], tuple[int, Reading]] = {}
        for result in recognize_all(text, self._active(active), slot_lists=self._slots(dict(lists))):
            values = {name: entity.value for name, entity in result.entities.items()}
            # typed digits come back as 3.0; at this table numbers are whole
            slots = {name: int(value) if isinstance(value, float) else value for name, value in values.items()}
            free = {name: str(slots[name]) for name, entity in result.entities.items() if entity.is_wildcard}
            fixed = sorted((name, value) for name, value in slots.items() if name not in free)
            key, reading = (result.intent.name, repr(fixed)), Reading(result.intent.name, slots)
            length = len("".join(free.values()))
            if not free:
                exact[key] = reading
            elif key not in loose or length > loose[key][0]:
                loose[key] = length, reading
        return tuple(exact.values()) or tuple(reading for _, reading in loose.values())

    def phrases(self, active: Collection[str], lists: Lists) -> Iterator[str]:
        """Every phrase of the active templates, numbers in words, free words left out: what a recogniser expects.

        Where free words are of a certain kind, the grammar has examples of them.
        """
        slots = {**self._slots(lists), **self._examples}
        intents = self._active(frozenset(active))
        # two cards with all that may stand around them are too many for a recogniser to listen for
        listed = (
            data
            for intent in intents.intents.values()
            for data in intent.data
            if (data.metadata or {}).get("listed", True)
        )
        for sentence in (each for data in listed for each in data.sentences):
            names = sorted(set(sentence.list_names(intents.expansion_rules)) & slots.keys())
            yield from self._sampled(IdentityKey(sentence), tuple((name, IdentityKey(slots[name])) for name in names))

    def _samples(
        self, sentence: "IdentityKey[Sentence]", slots: "tuple[tuple[str, IdentityKey[SlotList]], ...]"
    ) -> tuple[str, ...]:
        """Every phrase of this template. From one moment to the next most have the same names in them."""
        from hassil.sample import sample_sentence  # noqa: PLC0415 - as above

        whole = self._intents
        given = {name: each.it for name, each in slots}
        found = sample_sentence(sentence.it, given, whole.expansion_rules, language=whole.language)
        return tuple(
            " ".join(word for word in phrase.split() if not word.startswith("{"))
            for phrase in found
            if not DIGIT.search(phrase)
        )

    def _narrowed(self, active: frozenset[str]) -> "Intents":
        from hassil import Intents  # noqa: PLC0415 - as above

        whole = self._intents
        return Intents(
            language=whole.language,
            intents={name: intent for name, intent in whole.intents.items() if name in active},
            slot_lists=whole.slot_lists,
            expansion_rules=whole.expansion_rules,
            skip_words=whole.skip_words,
            settings=whole.settings,
        )

    def _slots(self, lists: Lists) -> "dict[str, SlotList]":
        return {**self._intents.slot_lists, **{name: _slot_list(tuple(entries)) for name, entries in lists.items()}}


@lru_cache(maxsize=256)
def _slot_list(entries: tuple[tuple[str, Any], ...]) -> "SlotList":
    """The same names are on offer again and again, and hassil keeps an index of them."""
    from hassil.intents import TextSlotList  # noqa: PLC0415 - see `Grammar`

    return TextSlotList.from_tuples(entries, allow_template=False)


def read_grammar(*files: Path) -> Grammar:
    grammar = Grammar(lambda: merge_templates(yaml.load(file.read_text("utf-8"), Loader=LOADER) for file in files))
    for name, part in vars(Grammar).items():
        if isinstance(part, cached_property):
            getattr(grammar, name)  # whoever reads a file of their own wants to know at once what is wrong with it
    return grammar


@cache
def load_grammar(language: str, game: str | None = None) -> Grammar:
    """The common templates, what any game can be asked for before it begins, and those of a game."""

    def read() -> Mapping[str, Any]:
        files = grammar_files(language)
        before = (file["before"] for file in files.values() if "before" in file)
        return merge_templates(
            map(deepcopy, (files["common"], files["carriers"], *before, *([files[game]] if game else [])))
        )

    return Grammar(read)


def merge_templates(parts: Iterable[Mapping[str, Any]]) -> dict[str, Any]:
    from hassil.util import merge_dict  # noqa: PLC0415 - see `Grammar`

    templates: dict[str, Any] = {}
    for part in parts:
        merge_dict(templates, part)
    return templates


@cache
def grammar_files(language: str) -> Mapping[str, Mapping[str, Any]]:
    """Every file of this language by its name: the common one, and one for each game."""
    files = (file for folder in data_folders("grammars") for file in sorted((folder / language).glob("*.yaml")))
    return {file.stem: yaml.load(file.read_text("utf-8"), Loader=LOADER) for file in files}


def game_names(language: str = DEFAULT_LANGUAGE) -> list[tuple[str, str]]:
    """What else games are called, besides their titles."""
    return [(said, game) for game, file in grammar_files(language).items() for said in file.get("called", ())]


def mode_names(language: str = DEFAULT_LANGUAGE) -> list[tuple[str, str]]:
    """What else the ways to play are called."""
    modes = (file.get("modes", {}) for file in grammar_files(language).values())
    return [(said, mode) for each in modes for mode, names in each.items() for said in names]


def story_names(language: str = DEFAULT_LANGUAGE) -> dict[str, tuple[str, ...]]:
    """What the stories that a game leaves are called, by the game."""
    return {game: tuple(file["stories"]) for game, file in grammar_files(language).items() if "stories" in file}
