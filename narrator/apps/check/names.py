"""Checks of the names that players say to choose something: each is unique, and the recogniser knows it.

The recogniser silently drops words that it does not know, so such a name can never be heard. A name that is also a
command ("stop", "three") is taken for the command.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from narrator.apps.check.findings import Code, Finding, Sheet
from narrator.core.errors import NarratorError
from narrator.core.text import join_words
from narrator.language.content.files import FileKind
from narrator.language.content.models import Character, Deck, Dream, Story
from narrator.language.language import get_language
from narrator.language.understanding.grammar import load_grammar
from narrator.speech.models.model import find_model

NAMES_NOT_CHECKED = (
    "It was not checked whether the recogniser knows every name: `narrator setup` installs the speech model."
)


@dataclass(frozen=True, slots=True)
class NamedThing:
    """Something that players say to choose: a name, a title, an alias, a topic, a way at a fork."""

    words: str
    kind: FileKind
    thing: tuple[Path, str | int]  # the thing it names; its own names may sound alike
    finding: Finding  # only for its file and line
    alias: bool = False

    @property
    def plain(self) -> str:
        return normalise_spoken(self.words)

    @property
    def line(self) -> str:
        return f"{self.finding.file.name}, line {self.finding.line}"

    def wrong(self, code: Code, message: str) -> Finding:
        return Finding(self.finding.file, self.finding.line, code, message)


def spoken_sets(sheets: Iterable[Sheet[Any]]) -> list[list[NamedThing]]:
    """Group the names into sets; players choose one of a set by its name."""
    sets: dict[object, list[NamedThing]] = {}
    for sheet in sheets:
        for which, name in names_in(sheet):
            sets.setdefault(which, []).append(name)
    return list(sets.values())


def names_in(sheet: Sheet[Any]) -> Iterator[tuple[object, NamedThing]]:
    """Yield every name in a file, with a key for the set it belongs to."""
    if sheet.kind in (FileKind.EXTRA_CHARACTERS, FileKind.EXTRA_DREAMS):
        return  # a family may call its own cards what it likes; all can be chosen by number
    match sheet.content:
        case Story(makers=makers) if makers:
            return  # children's titles are theirs; one that cannot be heard can be typed or chosen by number
        case Story() | Deck() as one:
            yield type(one), make_name(sheet, one.title, 0, "title")
            for nth, topic in enumerate(one.topics if isinstance(one, Deck) else ()):
                yield "topics", make_name(sheet, topic, 0, "topics", nth, alias=True)
            forks = enumerate(one.cards) if isinstance(one, Story) else ()
            for place, nth, way in ((place, nth, way) for place, card in forks for nth, way in enumerate(card.fork)):
                yield (sheet.source.file, place), make_name(sheet, way.way, nth, "cards", place, "fork", nth, "way")
        case tuple() as entries:
            for place, entry in enumerate(entries):
                field = "title" if isinstance(entry, Dream) else "name"
                yield type(entry), make_name(sheet, getattr(entry, field), place, place, field)
                for nth, alias in enumerate(entry.aliases if isinstance(entry, Character) else ()):
                    yield type(entry), make_name(sheet, alias, place, place, "aliases", nth, alias=True)


def make_name(sheet: Sheet[Any], words: str, thing: int, *where: str | int, alias: bool = False) -> NamedThing:
    return NamedThing(words, sheet.kind, (sheet.source.file, thing), sheet.finding("name-twice", "", *where), alias)


def check_duplicate_names(names: Sequence[NamedThing]) -> Iterator[Finding]:
    """Check that no two things have the same name or alias."""
    first: dict[str, NamedThing] = {}
    for name in names:
        taken = first.setdefault(name.plain, name)
        if taken is not name:
            yield name.wrong("name-twice", f'"{name.words}" is already used ({taken.line}). Choose another.')


def normalise_spoken(words: str) -> str:
    """Return the words as they are spoken: without capitals, commas and a leading article."""
    said = "".join(sign for sign in words.lower() if sign.isalnum() or sign in " '").split()
    return " ".join(said[1:] if len(said) > 1 and said[0] in get_language().articles else said)


# --- speech recognition --------------------------------------------------------------------------


def find_unknown_name_words(names: Iterable[NamedThing]) -> set[str] | None:
    """Return the words that the speech model does not know, or `None` without a model."""
    model = find_model()
    if model is None:
        return None
    try:
        from narrator.speech.asr.vosk_model import find_unknown_words  # noqa: PLC0415 - the extra voice may be missing

        return find_unknown_words(model, {word for name in names for word in name.plain.split()})
    except (ImportError, NarratorError):
        return None


def check_recognisable(names: Sequence[NamedThing], unknown: set[str]) -> Iterator[Finding]:
    """Check that every thing has a name that can be heard; a character may have an alias instead."""
    heard = {name.thing for name in names if not unknown_words_in(name, unknown)}
    for name in names:
        lacking = unknown_words_in(name, unknown)
        if not lacking or (name.thing in heard and not name.alias):
            continue
        words = join_words(f'"{word}"' for word in lacking)
        if name.alias:
            advice = "Delete the alias, or use other words."
        elif name.kind is FileKind.CHARACTERS:
            advice = "Add an alias with common words, or rename it."
        else:
            advice = "Use common words."
        yield name.wrong("word-unheard", f"The recogniser does not know {words}. {advice}")


def unknown_words_in(name: NamedThing, unknown: set[str]) -> list[str]:
    """Return the unknown words of a name, without numbers, which are reported elsewhere."""
    return [word for word in name.plain.split() if word in unknown and not any(map(str.isdigit, word))]


@cache
def spoken_commands(language: str) -> frozenset[str]:
    """Return everything that has a meaning in every game."""
    grammar = load_grammar(language)
    said = (*grammar.phrases(grammar.intent_names, {"card": ()}), *grammar.fillers, *grammar.word_list("corrections"))
    return frozenset(phrase.lower() for phrase in said)


def check_command_names(names: Sequence[NamedThing], said: frozenset[str]) -> Iterator[Finding]:
    for name in names:
        if name.plain in said or name.words.lower() in said:
            message = f'"{name.words}" is a command in every game. Choose another name.'
            yield name.wrong("name-command", message)
