"""Names that players say to choose something: each is there once, and the ear knows it.

A word that the recogniser lacks is dropped without a sound, and can never be said to it. A name that is also a command
("stop", "three") is taken for the command.
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
from narrator.language.understanding.grammar import load_grammar
from narrator.speech.asr.vosk_model import find_unknown_words
from narrator.speech.models.model import find_model

NO_MODEL = "Whether the ear knows every name was not checked: `narrator setup` brings the speech model."


@dataclass(frozen=True, slots=True)
class NamedThing:
    """Something that players say to choose: a name, a title, an alias, a way."""

    words: str
    kind: FileKind
    thing: tuple[Path, str | int]  # what it names. Names of one thing may sound alike.
    finding: Finding  # where it stands; the code and the sentence are still to come
    alias: bool = False

    @property
    def plain(self) -> str:
        return plain(self.words)

    @property
    def line(self) -> str:
        return f"{self.finding.file.name}, line {self.finding.line}"

    def wrong(self, code: Code, message: str) -> Finding:
        return Finding(self.finding.file, self.finding.line, code, message)


def spoken_sets(sheets: Iterable[Sheet[Any]]) -> list[list[NamedThing]]:
    """The sets in which one thing is chosen by its name: nobody may take one for another."""
    sets: dict[object, list[NamedThing]] = {}
    for sheet in sheets:
        for which, name in names_in(sheet):
            sets.setdefault(which, []).append(name)
    return list(sets.values())


def names_in(sheet: Sheet[Any]) -> Iterator[tuple[object, NamedThing]]:
    """Every name in a file, and in which set it is chosen: with its like, or at its fork."""
    match sheet.content:
        case Story() | Deck() as one:
            yield type(one), name_at(sheet, one.title, 0, "title")
            forks = enumerate(one.cards) if isinstance(one, Story) else ()
            for place, nth, way in ((place, nth, way) for place, card in forks for nth, way in enumerate(card.fork)):
                yield (sheet.source.file, place), name_at(sheet, way.way, nth, "cards", place, "fork", nth, "way")
        case tuple() as entries:
            for place, entry in enumerate(entries):
                field = "title" if isinstance(entry, Dream) else "name"
                yield type(entry), name_at(sheet, getattr(entry, field), place, place, field)
                for nth, alias in enumerate(entry.aliases if isinstance(entry, Character) else ()):
                    yield type(entry), name_at(sheet, alias, place, place, "aliases", nth, alias=True)


def name_at(sheet: Sheet[Any], words: str, thing: int, *where: str | int, alias: bool = False) -> NamedThing:
    return NamedThing(words, sheet.kind, (sheet.source.file, thing), sheet.finding("name-twice", "", *where), alias)


def double_names(names: Sequence[NamedThing]) -> Iterator[Finding]:
    """Two things of one name, or an alias that is somebody else's."""
    first: dict[str, NamedThing] = {}
    for name in names:
        taken = first.setdefault(name.plain, name)
        if taken is not name:
            yield name.wrong("name-twice", f'"{name.words}" is taken already ({taken.line}). Choose another.')


def plain(words: str) -> str:
    """As it is heard: without capitals, commas and a leading article."""
    said = "".join(sign for sign in words.lower() if sign.isalnum() or sign in " '").split()
    return " ".join(said[1:] if said[:1] in (["the"], ["a"], ["an"]) and len(said) > 1 else said)


# --- the ear -------------------------------------------------------------------------------------


def unknown_to_the_ear(names: Iterable[NamedThing]) -> set[str] | None:
    """Those words of the names that the speech model lacks; `None` if there is no model to ask."""
    model = find_model()
    if model is None:
        return None
    try:
        return find_unknown_words(model, {word for name in names for word in name.plain.split()})
    except (ImportError, NarratorError):
        return None


def unheard(names: Sequence[NamedThing], unknown: set[str]) -> Iterator[Finding]:
    """Names that cannot be heard. A character whose name is unknown can still be called by an alias."""
    heard = {name.thing for name in names if not missing(name, unknown)}
    for name in names:
        lacking = missing(name, unknown)
        if not lacking or (name.thing in heard and not name.alias):
            continue
        words = join_words(f'"{word}"' for word in lacking)
        if name.alias:
            advice = "Delete the alias, or say it in other words."
        elif name.kind is FileKind.CHARACTERS:
            advice = "Give it an alias in words that the ear knows, or rename it."
        else:
            advice = "Say it in common words."
        yield name.wrong("word-unheard", f"The ear does not know {words}. {advice}")


def missing(name: NamedThing, unknown: set[str]) -> list[str]:
    """Figures aside: that they cannot be said is told as it is."""
    return [word for word in name.plain.split() if word in unknown and not any(map(str.isdigit, word))]


@cache
def commands(language: str) -> frozenset[str]:
    """All that can be said in every game, whoever plays with whatever cards."""
    grammar = load_grammar(language)
    said = (*grammar.phrases(grammar.intent_names, {"card": ()}), *grammar.fillers, *grammar.word_list("corrections"))
    return frozenset(phrase.lower() for phrase in said)


def mistaken(names: Sequence[NamedThing], said: frozenset[str]) -> Iterator[Finding]:
    for name in names:
        if name.plain in said or name.words.lower() in said:
            message = f'"{name.words}" means something else to the ear, whatever is played. Choose another name.'
            yield name.wrong("name-command", message)
