"""The recogniser's vocabulary: a word that it lacks is dropped without a sound, and can never be said to it."""

from collections.abc import Iterable, Iterator, Sequence

from narrator.check.findings import Code, Finding, listed
from narrator.check.sets import Name
from narrator.ears.model import find_model, unknown_words
from narrator.errors import NarratorError

NO_MODEL = "Whether the ear knows every name was not checked: `narrator setup` brings the speech model."


def unknown_to_the_ear(names: Iterable[Name]) -> set[str] | None:
    """Those words of the names that the speech model lacks; `None` if there is no model to ask."""
    model = find_model()
    if model is None:
        return None
    try:
        return unknown_words(model, {word for name in names for word in name.plain.split()})
    except (ImportError, NarratorError):
        return None


def unheard(names: Sequence[Name], unknown: set[str]) -> Iterator[Finding]:
    """Names that cannot be heard. A character whose name is unknown can still be called by an alias."""
    heard = {name.thing for name in names if not missing(name, unknown)}
    for name in names:
        lacking = missing(name, unknown)
        if not lacking or (name.thing in heard and not name.alias):
            continue
        words = listed(f'"{word}"' for word in lacking)
        if name.alias:
            advice = "Delete the alias, or say it in other words."
        else:
            advice = "Rename it in common words, or (a character) give it an alias that the ear knows."
        yield name.wrong(Code.WORD_UNHEARD, f"The ear does not know {words}. {advice}")


def missing(name: Name, unknown: set[str]) -> list[str]:
    return [word for word in name.plain.split() if word in unknown]
