"""What a player can name at the moment: the things on offer, the players and everything else with a name."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from narrator.language.language import get_language
from narrator.language.understanding.grammar import Lists
from narrator.language.understanding.lexicon import NOTHING, Phrase

SHORTEST_HINT = 3
"""Letters of a word that may point at a picture."""
SHORTEST_PART = 4
"""Letters of the end of a name that may stand for it."""
NO_THINGS = frozenset({"player", "role", "ordinal"})
"""Lists that name nothing to choose."""


@dataclass(frozen=True, slots=True)
class OfferedThing:
    value: Any
    number: int  # what it is counted by: the symbol it lies on, or its place in the list
    said: str = ""  # its name; the family's own cards have none
    told: str = ""  # what was read aloud about it
    proper: bool = False  # nothing else is called so: whoever says it speaks of this
    known: str = ""  # what can be heard or is known of it besides; who speaks of that is asked back

    @property
    def plain(self) -> str:
        return get_language().strip_definite_article(self.said) or get_language().number_word(self.number)


@dataclass(frozen=True)
class Offer:
    things: tuple[OfferedThing, ...] = ()  # what the open question offers, in the order in which it was read
    names: Lists = field(default_factory=dict)
    wide: Lists = field(default_factory=dict)  # names too that exist but are not on offer

    def named(self, phrase: Phrase) -> Any | None:
        """What is called so, if it is on offer; a player, where players are to choose from."""
        own = (thing.value for thing in self.things if tuple(thing.said.casefold().split()) == phrase)
        return next(own, called(phrase, self.names))

    def player(self, phrase: Phrase) -> str | None:
        key = (*phrase[:-1], phrase[-1].removesuffix("'s"))
        found = index(tuple(self.names.get("player", ()))).get(key)
        return None if found is None else str(found)

    def numbered(self, number: int) -> Any:
        """What is counted so; a number that counts nothing stands for itself, so that it can be refused."""
        return next((each.value for each in self.things if each.number == number), UnusedNumber(number))

    def hinted(self, word: str) -> frozenset[Any]:
        return hinted(word, hints_of(self.things))

    def known_of(self, word: str) -> frozenset[Any]:
        """The things of which this word tells, though it was not read aloud."""
        return hinted(word, hints_of(tuple(OfferedThing(each.value, 0, told=each.known) for each in self.things)))

    def placed(self, place: str) -> frozenset[Any]:
        """What stands at this place of the list: "third", "last", "middle"; of two, either may be the other one."""
        values = [thing.value for thing in self.things]
        match place:
            case "other":
                return frozenset(values if len(values) == 2 else ())
            case "last":
                return frozenset(values[-1:])
            case "before last":
                return frozenset(values[-2:-1])
            case "middle" if len(values) > 2:
                return frozenset(values[(len(values) - 1) // 2 : len(values) // 2 + 1])
            case _ if number := get_language().ordinals.get(place):
                return frozenset({values[number - 1] if number <= len(values) else UnusedNumber(number)})
            case _:
                return NOTHING

    def plain(self, value: Any) -> str | None:
        if isinstance(value, UnusedNumber):
            return get_language().number_word(value.counted)
        return next((each.plain for each in self.things if each.value == value), None)


@dataclass(frozen=True, slots=True)
class UnusedNumber:
    """A number that counts nothing on offer."""

    counted: int


def called(phrase: Phrase, names: Lists) -> Any | None:
    for slot, entries in names.items():
        if slot not in NO_THINGS and phrase in (known := index(tuple(entries))):
            return known[phrase]
    return None


@lru_cache(maxsize=256)
def index(entries: tuple[tuple[str, Any], ...]) -> Mapping[Phrase, Any]:
    """The same names are on offer again and again."""
    return {tuple(said.casefold().split()): value for said, value in entries}


def mentions(words: str, names: Lists) -> bool:
    """Whether any word of these names is among the words: else there is no need to look closer."""
    said = frozenset(words.casefold().split())
    return not all(said.isdisjoint(vocabulary(tuple(entries))) for entries in names.values())


@lru_cache(maxsize=256)
def vocabulary(entries: tuple[tuple[str, Any], ...]) -> frozenset[str]:
    return frozenset(word for phrase in index(entries) for word in phrase)


def hinted(word: str, hints: Mapping[str, frozenset[Any]]) -> frozenset[Any]:
    forms = (form for form in get_language().base_forms(word) if len(form) >= SHORTEST_HINT)
    return next((hints[form] for form in forms if form in hints), NOTHING)


@lru_cache(maxsize=64)
def hints_of(things: tuple[OfferedThing, ...]) -> Mapping[str, frozenset[Any]]:
    """Which things each word was read aloud about, by every form of that word."""
    hints: dict[str, frozenset[Any]] = {}
    for thing in things:
        for word in re.findall(r"[\w']+", f"{thing.said} {thing.told}".casefold()):
            for form in get_language().base_forms(word):
                if len(form) >= SHORTEST_HINT:
                    hints[form] = hints.get(form, frozenset()) | {thing.value}
        for word in thing.said.casefold().split():  # a rowboat is a boat
            for size in range(SHORTEST_PART, len(word) - SHORTEST_HINT + 1):
                hints.setdefault(word[-size:], frozenset({thing.value}))
    return hints
