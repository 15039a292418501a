"""The names of choices as players may say them."""

from collections.abc import Iterable
from functools import lru_cache
from typing import Any

from narrator.games.hosting.questions import Choice
from narrator.language.content.packs import Content
from narrator.language.language import get_language


@lru_cache(maxsize=64)
def choice_names(choices: tuple[Choice, ...]) -> tuple[tuple[str, Any], ...]:
    """Return every name of these choices with the value it stands for."""
    strip = get_language().strip_definite_article
    return tuple((strip(name), choice.value) for choice in choices for name in (choice.spoken, *choice.aliases) if name)


def explain_name(name: str, content: Content) -> str:
    """Return the explanations of the words in a name."""
    return " ".join(found[1] for word in name.split() if (found := content.explain_word(word)))


def name_of_card(value: Any, choices: Iterable[Choice]) -> str:
    """Return what the card with this value is called: "the camel"."""
    return next((choice.spoken for choice in choices if choice.value == value), str(value))
