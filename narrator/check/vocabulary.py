"""What the ear makes of a name.

A word that the recogniser lacks is dropped without a sound, and can never be said to it. A name that is also a command
("stop", "three") is taken for the command.
"""

from collections.abc import Iterable, Iterator, Sequence
from functools import cache

from narrator.box.files import Kind
from narrator.check.findings import Finding
from narrator.check.sets import NamedThing
from narrator.ears.model import find_model, unknown_words
from narrator.errors import NarratorError
from narrator.terminal import listed
from narrator.understand.grammar import load_grammar

NO_MODEL = "Whether the ear knows every name was not checked: `narrator setup` brings the speech model."


def unknown_to_the_ear(names: Iterable[NamedThing]) -> set[str] | None:
    """Those words of the names that the speech model lacks; `None` if there is no model to ask."""
    model = find_model()
    if model is None:
        return None
    try:
        return unknown_words(model, {word for name in names for word in name.plain.split()})
    except (ImportError, NarratorError):
        return None


def unheard(names: Sequence[NamedThing], unknown: set[str]) -> Iterator[Finding]:
    """Names that cannot be heard. A character whose name is unknown can still be called by an alias."""
    heard = {name.thing for name in names if not missing(name, unknown)}
    for name in names:
        lacking = missing(name, unknown)
        if not lacking or (name.thing in heard and not name.alias):
            continue
        words = listed(f'"{word}"' for word in lacking)
        if name.alias:
            advice = "Delete the alias, or say it in other words."
        elif name.kind is Kind.CHARACTERS:
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
    said = (*grammar.phrases(grammar.names, {"card": ()}), *grammar.fillers, *grammar.marks("corrections"))
    return frozenset(phrase.lower() for phrase in said)


def mistaken(names: Sequence[NamedThing], said: frozenset[str]) -> Iterator[Finding]:
    for name in names:
        if name.plain in said or name.words.lower() in said:
            message = f'"{name.words}" means something else to the ear, whatever is played. Choose another name.'
            yield name.wrong("name-command", message)
