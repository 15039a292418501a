"""What a player can name at the moment: the things on offer, the players, and everything else that has a name.

A thing on offer can be named by its name, its number, its place in the list that was just read, or a word that was read
aloud about it. Things that exist but are not on offer are known too, so that they can be refused by name.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from narrator.language.language import get_language
from narrator.language.understanding.grammar import SlotNames
from narrator.language.understanding.lexicon import Phrase

MIN_HINT_LETTERS = 3
"""A shorter word cannot hint at a picture."""
MIN_NAME_PART_LETTERS = 4
"""A shorter ending of a name cannot stand for it."""
SLOTS_WITHOUT_THINGS = frozenset({"player", "role", "ordinal"})
"""Slots whose names cannot be chosen."""
NO_THINGS: frozenset[Any] = frozenset()


@dataclass(frozen=True, slots=True)
class OfferedThing:
    """One thing that answers the open question."""

    value: Any
    number: int
    """The number that players use for it: its symbol, or its place in the list."""
    name: str = ""
    """Its name with the article. A family's own card has none."""
    description: str = ""
    """The description that was read aloud."""
    is_proper_name: bool = False
    """Whether the name is used for nothing else, so that any mention of it means this thing."""
    background: str = ""
    """Facts that players may know although they were not read aloud. The narrator confirms such a mention."""
    aliases: tuple[str, ...] = ()
    """Other names."""

    @property
    def plain_name(self) -> str:
        """The name without its article, or the number in words."""
        language = get_language()
        return language.strip_definite_article(self.name) or language.number_word(self.number)

    @property
    def spoken_words(self) -> list[str]:
        """All words of its names and its description, in small letters."""
        return re.findall(r"[\w']+", " ".join((self.name, *self.aliases, self.description)).casefold())


@dataclass(frozen=True, slots=True)
class UnusedNumber:
    """A number that belongs to nothing on offer. It is kept so that it can be refused."""

    number: int


@dataclass(frozen=True)
class Offer:
    """Everything that has a name at the moment."""

    things: tuple[OfferedThing, ...] = ()
    """The choices of the open question, in the order they were read."""
    names: SlotNames = field(default_factory=dict)
    all_names: SlotNames = field(default_factory=dict)
    """Also the names of things that exist but are not on offer."""

    def find_named(self, phrase: Phrase) -> Any | None:
        """Return the thing on offer with this name, or None. If players are to be chosen, this finds players."""
        by_name = (thing.value for thing in self.things if tuple(thing.name.casefold().split()) == phrase)
        return next(by_name, find_name(phrase, self.names))

    def find_player(self, phrase: Phrase) -> str | None:
        """Return the player with this name, also in the possessive: "Nick's"."""
        key = (*phrase[:-1], get_language().strip_possessive(phrase[-1]))
        found = index_names(tuple(self.names.get("player", ()))).get(key)
        return None if found is None else str(found)

    def find_numbered(self, number: int) -> Any:
        """Return the thing with this number, or an `UnusedNumber`."""
        return next((each.value for each in self.things if each.number == number), UnusedNumber(number))

    def find_described(self, word: str) -> frozenset[Any]:
        """Return the things that this word was read aloud about."""
        return look_up_hint(word, index_hints(self.things))

    def find_by_background(self, word: str) -> frozenset[Any]:
        """Return the things that this word describes although it was not read aloud."""
        known = tuple(OfferedThing(each.value, 0, description=each.background) for each in self.things)
        return look_up_hint(word, index_hints(known))

    def find_similar(self, word: str, similar: Mapping[str, frozenset[str]]) -> frozenset[Any]:
        """Return the things that a word of the same meaning was read aloud about."""
        words = (other for form in get_language().base_forms(word) for other in similar.get(form, ()))
        return NO_THINGS.union(*map(self.find_described, words))

    def find_placed(self, place: str) -> frozenset[Any]:
        """Return the thing at this place of the list: "third", "last", "middle". "Other" means either of two."""
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
                return NO_THINGS

    def plain_name(self, value: Any) -> str | None:
        """Return the name of a thing as the templates know it, or None if it is not on offer."""
        if isinstance(value, UnusedNumber):
            return get_language().number_word(value.number)
        return next((each.plain_name for each in self.things if each.value == value), None)


def find_name(phrase: Phrase, names: SlotNames) -> Any | None:
    """Return the thing with this name, or None."""
    for slot, entries in names.items():
        if slot not in SLOTS_WITHOUT_THINGS and phrase in (known := index_names(tuple(entries))):
            return known[phrase]
    return None


@lru_cache(maxsize=256)
def index_names(entries: tuple[tuple[str, Any], ...]) -> Mapping[Phrase, Any]:
    """Return the values by the words of their names. Cached: the same names are on offer again and again."""
    return {tuple(name.casefold().split()): value for name, value in entries}


def mentions(words: str, names: SlotNames) -> bool:
    """Whether any word of these names occurs in the words. If not, no name can be found in them."""
    spoken = frozenset(words.casefold().split())
    return not all(spoken.isdisjoint(name_words(tuple(entries))) for entries in names.values())


@lru_cache(maxsize=256)
def name_words(entries: tuple[tuple[str, Any], ...]) -> frozenset[str]:
    """Return every word that occurs in these names."""
    return frozenset(word for phrase in index_names(entries) for word in phrase)


def look_up_hint(word: str, hints: Mapping[str, frozenset[Any]]) -> frozenset[Any]:
    """Return the things for the word, or for the first of its base forms that hints at any."""
    forms = (form for form in get_language().base_forms(word) if len(form) >= MIN_HINT_LETTERS)
    return next((hints[form] for form in forms if form in hints), NO_THINGS)


@lru_cache(maxsize=64)
def index_hints(things: tuple[OfferedThing, ...]) -> Mapping[str, frozenset[Any]]:
    """Return the things by every form of every word that was read aloud about them."""
    hints: dict[str, frozenset[Any]] = {}
    for thing in things:
        for word in thing.spoken_words:
            for form in get_language().base_forms(word):
                if len(form) >= MIN_HINT_LETTERS:
                    hints[form] = hints.get(form, NO_THINGS) | {thing.value}
        for word in thing.name.casefold().split():  # a rowboat is a boat
            for size in range(MIN_NAME_PART_LETTERS, len(word) - MIN_HINT_LETTERS + 1):
                hints.setdefault(word[-size:], frozenset({thing.value}))
    return hints
