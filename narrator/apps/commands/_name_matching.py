"""Find what a user meant by a name on the command line: a game, a story, a voice."""

import re
from collections.abc import Iterable, Mapping
from typing import Any, TypeVar

from narrator.core.errors import UsageError
from narrator.core.text import join_words
from narrator.language.language import get_language
from narrator.language.understanding.understand import tidy

Thing = TypeVar("Thing")

MIN_SIMILARITY_PERCENT = 60
"""A known name at least this similar to a mistyped one is suggested."""


def match_name(words: str, names: Mapping[str, Thing], thing: str, where: str = "") -> Thing:
    """Return the thing with this name, or the only one whose name begins like this.

    Raise `UsageError` if nothing fits, with a suggestion, or if several things do. `thing` says what kind of thing is
    looked for; `where` is added to the error message.
    """
    wanted = normalise_name(words)
    same = first_names({name: value for name, value in names.items() if normalise_name(name) == wanted})
    longer = first_names({name: value for name, value in names.items() if wanted and begins_with(name, wanted)})
    for matches in (same, longer):
        if len(matches) == 1:
            return next(iter(matches))
        if matches:
            raise UsageError(
                f'"{words}" could be {join_words(matches.values(), "or")}. Type a little more of the name.'
            )
    raise UsageError(f'There is no {thing} "{words}"{where}. {suggest_names(wanted, names)}')


def begins_with(name: str, wanted: str) -> bool:
    return normalise_name(name).startswith(wanted)


def normalise_name(words: str) -> str:
    """Drop case, hyphens, underscores and a leading article: "The-Lighthouse" → "lighthouse"."""
    return get_language().strip_definite_article(re.sub(r"[\s_-]+", " ", tidy(words)).casefold())


def first_names(names: Mapping[str, Thing]) -> dict[Thing, str]:
    """Return each thing once, with the first of its names."""
    firsts: dict[Thing, str] = {}
    for name, thing in names.items():
        firsts.setdefault(thing, name)
    return firsts


def suggest_names(wanted: str, names: Mapping[str, Any]) -> str:
    """Suggest the most similar name, or list all of them if none is similar."""
    similar = closest_name(wanted, names)
    return f"Did you mean {similar}?" if similar else f"Choose from {join_words(first_names(names).values())}."


def closest_name(wanted: str, names: Iterable[str]) -> str | None:
    """Return the name that is most similar to a mistyped one, or `None` if none is similar."""
    from rapidfuzz import fuzz, process  # noqa: PLC0415 - only needed for a mistyped name

    normalised = {name: normalise_name(name) for name in names}
    similar = process.extractOne(
        normalise_name(wanted), normalised, scorer=fuzz.ratio, score_cutoff=MIN_SIMILARITY_PERCENT
    )
    return similar[2] if similar else None
