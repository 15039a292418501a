"""The names of choices as players may say them."""

from collections.abc import Iterable
from functools import lru_cache
from typing import Any

from narrator.games.hosting.questions import Choice
from narrator.language.content.packs import Content
from narrator.language.language import get_language
from narrator.language.understanding.offers import OfferedThing


@lru_cache(maxsize=64)
def choice_names(choices: tuple[Choice, ...]) -> tuple[tuple[str, Any], ...]:
    """Return every name of these choices with the value it stands for."""
    strip = get_language().strip_definite_article
    return tuple((strip(name), choice.value) for choice in choices for name in (choice.spoken, *choice.aliases) if name)


def explain_name(name: str, content: Content) -> str:
    """Return the explanations of the words in a name."""
    return " ".join(found[1] for word in name.split() if (found := content.explain_word(word)))


def offered_thing(choice: Choice, number: int, content: Content) -> OfferedThing:
    """Return a choice as a thing on offer, with everything that players may know about it."""
    told = dict.fromkeys(filter(None, (choice.description, choice.short_description)))
    known = filter(None, (choice.details, explain_name(choice.spoken, content)))
    return OfferedThing(
        choice.value, number, choice.spoken, " ".join(told), background=" ".join(known), aliases=choice.aliases
    )


def name_of_card(value: Any, choices: Iterable[Choice]) -> str:
    """Return what the card with this value is called: "the camel"."""
    return next((choice.spoken for choice in choices if choice.value == value), str(value))
