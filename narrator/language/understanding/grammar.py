"""The phrases that players may say, from the templates in `grammars/`.

One rule keeps it correct: an utterance counts only if *all* of it fits a template. The same templates give the phrase
list of the recogniser and the strict parser of its transcripts, so the two cannot drift apart.
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
from narrator.language.understanding.lexicon import Lexicon, TopicPattern, parse_topic_patterns
from narrator.language.understanding.reading import Reading

if TYPE_CHECKING:
    from hassil import Intents
    from hassil.intents import SlotList

logging.getLogger("hassil").setLevel(logging.ERROR)  # it warns about every slot that is empty at the moment
LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
"""libyaml's parser if PyYAML was built with it: it is many times faster."""
DIGIT = re.compile(r"\d")
MAX_WORDS = 40
"""More words than any phrase has."""
MAX_WRITTEN_TEMPLATES = 1024
"""Templates whose phrases are cached."""
T = TypeVar("T")
SlotNames = Mapping[str, Sequence[tuple[str, Any]]]
"""For each slot, the names that fill it, each with the value it stands for."""


@dataclass(frozen=True)
class IdentityKey(Generic[T]):
    """A cache key that compares by identity, for values that would be slow to compare."""

    value: T

    def __eq__(self, other: object) -> bool:
        return isinstance(other, IdentityKey) and self.value is other.value

    def __hash__(self) -> int:
        return id(self.value)


class Grammar:
    """The templates of one language for one game, and those common to all games.

    They are read on first use and hassil is imported then, so that neither delays the narrator's first words.
    """

    def __init__(self, read: Callable[[], Mapping[str, Any]]) -> None:
        self._read = read
        self._active_intents = lru_cache(maxsize=256)(self._select_intents)
        self._written: dict[tuple[Any, ...], tuple[str, ...]] = {}
        """The phrases of templates that were written out, by template and names."""
        self._recognised = lru_cache(maxsize=256)(self._recognise)

    @cached_property
    def _templates(self) -> Mapping[str, Any]:
        return self._read()

    @cached_property
    def _intents(self) -> "Intents":
        from hassil import Intents  # noqa: PLC0415 - slow to import

        return Intents.from_dict(dict(self._templates))

    @cached_property
    def _examples(self) -> "dict[str, SlotList]":
        from hassil.intents import TextSlotList  # noqa: PLC0415 - slow to import

        return {name: TextSlotList.from_strings(texts) for name, texts in self.table("examples").items()}

    def word_list(self, kind: str) -> tuple[str, ...]:
        """Return the words of one kind.

        - `corrections`: the recogniser listens for these before what was really meant ("three, no, two").
        - `denials`, `restarts`: all words that take an answer back or start it again.
        - `nobody`: sounds like a correction but means no player.
        - `asking`: begins a question.
        - `agreeing`: a filler that means yes if it is the whole utterance.
        """
        return tuple(self._templates.get(kind, ()))

    def table(self, kind: str) -> Mapping[str, Any]:
        """Return a table of the grammar.

        - `shorthand`: the full words for words typed in a hurry.
        - `evidence`: by intent, how much more evidence a phrase needs than an answer to the question, up to 3.
        - `rows`: by intent, the words that may be said in a row.
        - `names`: the words around the names of players.
        """
        table: Mapping[str, Any] = self._templates.get(kind, {})
        return table

    @cached_property
    def shorthand(self) -> Mapping[str, str]:
        """The full words for words typed in a hurry."""
        return self.table("shorthand")

    @cached_property
    def agreeing(self) -> frozenset[str]:
        """The fillers that mean yes if they are the whole utterance."""
        return frozenset(self.word_list("agreeing"))

    @cached_property
    def lexicon(self) -> Lexicon:
        return Lexicon(self._templates, self.topics)

    @cached_property
    def topics(self) -> tuple[TopicPattern, ...]:
        """The patterns of questions and requests."""
        groups = self.table("groups")
        return (
            *parse_topic_patterns(self.table("questions"), groups, is_question=True),
            *parse_topic_patterns(self.table("requests"), groups, is_question=False),
        )

    @cached_property
    def fillers(self) -> tuple[str, ...]:
        """Words that carry no meaning and may stand anywhere: "um"."""
        return tuple(self._intents.skip_words)

    @cached_property
    def intent_names(self) -> frozenset[str]:
        return frozenset(self._intents.intents)

    def readings(self, text: str, active: Collection[str], lists: SlotNames) -> tuple[Reading, ...]:
        """Return every reading of the whole text by an active template.

        Templates with free words count only if no other template fits. If readings differ only by fillers in
        their free words ("it is so wise", "it is wise"), the longest is returned.
        """
        # cached: the recogniser and the dialog both ask about an utterance several times with the same names
        return self._recognised(text, frozenset(active), tuple((name, tuple(each)) for name, each in lists.items()))

    def _recognise(
        self, text: str, active: frozenset[str], lists: tuple[tuple[str, tuple[tuple[str, Any], ...]], ...]
    ) -> tuple[Reading, ...]:
        from hassil import recognize_all  # noqa: PLC0415 - slow to import

        exact: dict[tuple[str, str], Reading] = {}
        loose: dict[tuple[str, str], tuple[int, Reading]] = {}
        for result in recognize_all(text, self._active_intents(active), slot_lists=self._slots(dict(lists))):
            values = {name: entity.value for name, entity in result.entities.items()}
            # hassil returns typed digits as 3.0; our numbers are whole
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

    def phrases(self, active: Collection[str], lists: SlotNames, max_words: int = MAX_WORDS) -> Iterator[str]:
        """Yield the phrases of the active templates for the recogniser, with numbers in words and without free words.

        Free words of a certain kind are replaced by the examples that the grammar gives for them.
        """
        from narrator.language.understanding.phrase_expansion import PhraseExpander  # noqa: PLC0415 - imports hassil

        slots = {**self._slots(lists), **self._examples}
        intents = self._active_intents(frozenset(active))
        # templates with two cards make too many phrases for a recogniser; they are marked as not listed
        listed = (
            data
            for intent in intents.intents.values()
            for data in intent.data
            if (data.metadata or {}).get("listed", True)
        )
        expander = PhraseExpander(slots, intents.expansion_rules, intents.language, max_words)
        if len(self._written) > MAX_WRITTEN_TEMPLATES:
            self._written.clear()
        for sentence in (each for data in listed for each in data.sentences):
            names = sorted(set(sentence.list_names(intents.expansion_rules)) & slots.keys())
            # most names stay the same from one question to the next
            key = IdentityKey(sentence), max_words, *(IdentityKey(slots[name]) for name in names)
            if key not in self._written:
                self._written[key] = tuple(
                    " ".join(word for word in phrase.split() if not word.startswith("{"))
                    for phrase in expander.phrases(sentence)
                    if not DIGIT.search(phrase)
                )
            yield from self._written[key]

    def _select_intents(self, active: frozenset[str]) -> "Intents":
        from hassil import Intents  # noqa: PLC0415 - slow to import

        whole = self._intents
        return Intents(
            language=whole.language,
            intents={name: intent for name, intent in whole.intents.items() if name in active},
            slot_lists=whole.slot_lists,
            expansion_rules=whole.expansion_rules,
            skip_words=whole.skip_words,
            settings=whole.settings,
        )

    def _slots(self, lists: SlotNames) -> "dict[str, SlotList]":
        return {**self._intents.slot_lists, **{name: _slot_list(tuple(entries)) for name, entries in lists.items()}}


@lru_cache(maxsize=256)
def _slot_list(entries: tuple[tuple[str, Any], ...]) -> "SlotList":
    """Return hassil's list of these names. Cached, because hassil builds an index of them."""
    from hassil.intents import TextSlotList  # noqa: PLC0415 - slow to import

    return TextSlotList.from_tuples(entries, allow_template=False)


def read_grammar(*files: Path) -> Grammar:
    """Read a grammar from files, all of it at once, so that a mistake in them is reported now."""
    grammar = Grammar(lambda: merge_templates(yaml.load(file.read_text("utf-8"), Loader=LOADER) for file in files))
    for name, part in vars(Grammar).items():
        if isinstance(part, cached_property):
            getattr(grammar, name)
    return grammar


@cache
def load_grammar(language: str, game: str | None = None) -> Grammar:
    """Return the common templates, the wishes that every game can be given before it begins, and those of one game."""

    def read() -> Mapping[str, Any]:
        files = grammar_files(language)
        before = (file["before"] for file in files.values() if "before" in file)
        return merge_templates(
            map(
                deepcopy,
                (
                    files["common"],
                    files["carriers"],
                    files.get("similar", {}),
                    *before,
                    *([files[game]] if game else []),
                ),
            )
        )

    return Grammar(read)


def merge_templates(parts: Iterable[Mapping[str, Any]]) -> dict[str, Any]:
    from hassil.util import merge_dict  # noqa: PLC0415 - slow to import

    templates: dict[str, Any] = {}
    for part in parts:
        merge_dict(templates, part)
    return templates


@cache
def grammar_files(language: str) -> Mapping[str, Mapping[str, Any]]:
    """Return the grammar files of the language by name: `common`, `carriers`, `language`, and one for each game."""
    files = (file for folder in data_folders("grammars") for file in sorted((folder / language).glob("*.yaml")))
    return {file.stem: yaml.load(file.read_text("utf-8"), Loader=LOADER) for file in files}


def spoken_game_names(language: str = DEFAULT_LANGUAGE) -> list[tuple[str, str]]:
    """Return other names for games besides their titles, each with the game."""
    return [(name, game) for game, file in grammar_files(language).items() for name in file.get("called", ())]


def spoken_mode_names(language: str = DEFAULT_LANGUAGE) -> list[tuple[str, str]]:
    """Return other names for the modes of games, each with the mode."""
    modes = (file.get("modes", {}) for file in grammar_files(language).values())
    return [(name, mode) for each in modes for mode, names in each.items() for name in names]


def story_kind_names(language: str = DEFAULT_LANGUAGE) -> dict[str, tuple[str, ...]]:
    """Return by game what its finished stories are called: "fairy tale", "dream book"."""
    return {game: tuple(file["stories"]) for game, file in grammar_files(language).items() if "stories" in file}


def game_choice_names(game: str, choice: str, language: str = DEFAULT_LANGUAGE) -> tuple[str, tuple[str, ...]]:
    """Return what the narrator calls a choice of a game that is not a card, and what players may call it."""
    spoken, *aliases = grammar_files(language)[game]["choices"][choice]
    return spoken, tuple(aliases)


def common_names(table: str, language: str = DEFAULT_LANGUAGE) -> list[tuple[str, str]]:
    """Return the names in a table of `common.yaml` (`card_sources`, `privacies`), each with what it stands for."""
    return [(name, value) for value, names in grammar_files(language)["common"][table].items() for name in names]
