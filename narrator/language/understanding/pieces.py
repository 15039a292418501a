"""What can be named just now, and taking a sentence apart that no template lists: its longest known phrases.

A thing on offer is known by its name, its number, its place in the list that was just read, or by a word that was read
aloud about it. What exists but is not on offer is known as well, so that it can be refused by name.

A piece is a thing on offer, a player, or a word of the closed class (`grammars/<language>/carriers.yaml`): wishes,
politeness, hesitation, pointing. What is none of these is unknown.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from narrator.language.content.words import base_forms
from narrator.language.understanding.grammar import Lists
from narrator.language.understanding.lexicon import NOTHING, Lexicon, Phrase
from narrator.language.understanding.numbers import in_words, number_of, ordinals

SHORTEST_HINT = 3
"""Letters of a word that may point at a picture."""
SHORTEST_PART = 4
"""Letters of the end of a name that may stand for it."""
NO_THINGS = frozenset({"player", "role", "ordinal"})
"""Lists that name nothing to choose."""


@dataclass(frozen=True, slots=True)
class Thing:
    value: Any
    number: int  # what it is counted by: the symbol it lies on, or its place in the list
    said: str = ""  # its name; the family's own cards have none
    told: str = ""  # what was read aloud about it
    proper: bool = False  # nothing else is called so: whoever says it speaks of this
    known: str = ""  # what can be heard or is known of it besides; who speaks of that is asked back

    @property
    def plain(self) -> str:
        return self.said.removeprefix("the ") or in_words(self.number)


@dataclass(frozen=True)
class Offer:
    things: tuple[Thing, ...] = ()  # what the open question offers, in the order in which it was read
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
        return next((each.value for each in self.things if each.number == number), Number(number))

    def hinted(self, word: str) -> frozenset[Any]:
        return hinted(word, hints_of(self.things))

    def known_of(self, word: str) -> frozenset[Any]:
        """The things of which this word tells, though it was not read aloud."""
        return hinted(word, hints_of(tuple(Thing(each.value, 0, told=each.known) for each in self.things)))

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
            case _ if number := ordinals().get(place):
                return frozenset({values[number - 1] if number <= len(values) else Number(number)})
            case _:
                return NOTHING

    def plain(self, value: Any) -> str | None:
        if isinstance(value, Number):
            return in_words(value.counted)
        return next((each.plain for each in self.things if each.value == value), None)


@dataclass(frozen=True, slots=True)
class Number:
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
    forms = (form for form in base_forms(word) if len(form) >= SHORTEST_HINT)
    return next((hints[form] for form in forms if form in hints), NOTHING)


@lru_cache(maxsize=64)
def hints_of(things: tuple[Thing, ...]) -> Mapping[str, frozenset[Any]]:
    """Which things each word was read aloud about, by every form of that word."""
    hints: dict[str, frozenset[Any]] = {}
    for thing in things:
        for word in re.findall(r"[\w']+", f"{thing.said} {thing.told}".casefold()):
            for form in base_forms(word):
                if len(form) >= SHORTEST_HINT:
                    hints[form] = hints.get(form, frozenset()) | {thing.value}
        for word in thing.said.casefold().split():  # a rowboat is a boat
            for size in range(SHORTEST_PART, len(word) - SHORTEST_HINT + 1):
                hints.setdefault(word[-size:], frozenset({thing.value}))
    return hints


BESIDE = {"just_before": -1, "just_after": 1}
"""Words after which a thing only tells where another one stands."""
ROLE = frozenset({"role"})
"""What it is chosen for ("the mouse for the harpist") says nothing about which."""
POINTING = frozenset({"pointing"})
ASKING = frozenset({"asking"})
POINTING_AT = frozenset({"pointing", "pointing_at"})
OTHERS = frozenset({"others"})
BEFORE_ONE = frozenset({"hesitation", "politeness", "corrections", "negations", "alternatives", "joining", "numbering"})
"""After these "one" is a number; elsewhere it stands for something: "a good one", "I want one"."""


@dataclass(frozen=True, slots=True)
class Piece:
    """A word or a phrase, and what it does in the sentence."""

    text: str
    kinds: frozenset[str] = NOTHING
    means: frozenset[Any] = NOTHING  # the things it may stand for
    named: bool = False
    """It stands for one of them by name, number or place; else it is a word that was read about them."""
    counts: bool = False  # it is a number
    placed: bool = False  # it is a place in the list, which no template knows
    absent: bool = False  # it is called so, but not on offer
    plural: bool = False  # it speaks of all that are called so: "genies"
    faint: bool = False  # it was not read about them, but is known of them
    player: str | None = None

    @property
    def unknown(self) -> bool:
        return not (self.kinds or self.player or (self.means and not self.faint))


def pieces(words: str, lexicon: Lexicon, offer: Offer) -> list[Piece]:
    tokens = words.casefold().split()
    found: list[Piece] = []
    at = 0
    while at < len(tokens):
        sizes = range(min(lexicon.longest, len(tokens) - at), 0, -1)
        known = ((size, piece_of(tuple(tokens[at : at + size]), lexicon, offer)) for size in sizes)
        size, piece = next(((size, piece) for size, piece in known if piece), (1, Piece(tokens[at])))
        found.append(piece)
        at += size
    if len(found) > 1 and found[-1].text in lexicon.tags:
        found.pop()
    return [
        counted(piece, before, after, offer)
        for before, piece, after in zip((None, *found), beside(found, offer), (*found[1:], None), strict=False)
        if not ("kin" in piece.kinds and after and after.player)  # "my brother Nick" is Nick
    ]


def beside(found: Iterable[Piece], offer: Offer) -> Iterator[Piece]:
    """ "The one before the octopus": things that only tell where in the list another one stands."""
    values = [thing.value for thing in offer.things]
    step = 0
    for piece in found:
        if step and piece.named:
            places = (values.index(value) + step for value in piece.means if value in values)
            means = frozenset(values[place] for place in places if 0 <= place < len(values))
            yield Piece(f"beside {piece.text}", means=means, named=True, placed=True)
        else:
            yield piece
        step = next((BESIDE[kind] for kind in piece.kinds if kind in BESIDE), step if "pointing" in piece.kinds else 0)


def counted(piece: Piece, before: Piece | None, after: Piece | None, offer: Offer) -> Piece:
    """A number that names something; in "two hills" it only counts, and in "a good one" it is none at all."""
    if after and after.text == "one" and piece.kinds and (hinted := offer.hinted(piece.text)):
        return Piece(piece.text, means=hinted)  # "I'd go for the fancy one": elsewhere "fancy" is a wish
    if piece.kinds == ASKING and before and "pointing_at" in before.kinds:
        return Piece(piece.text, POINTING)  # "the guy who's stuck"
    if piece.placed and " " not in piece.text and after and after.unknown:
        return Piece(piece.text)  # "the last bit"
    if not piece.counts:
        return piece
    if after and after.means and not after.named:
        return Piece(piece.text, POINTING)
    if after and "pointing_at" in after.kinds and " " not in after.text and after.text != "one":
        return Piece(piece.text, OTHERS)
    if after and "amount" in after.kinds and piece.text != "one":
        return Piece(piece.text, OTHERS)  # "six of them"
    if piece.text == "one" and before and not (before.player or before.kinds & BEFORE_ONE):
        return Piece(piece.text, POINTING_AT)
    return piece


def piece_of(phrase: Phrase, lexicon: Lexicon, offer: Offer) -> Piece | None:
    text, kinds = " ".join(phrase), lexicon.kinds(phrase)
    if (value := offer.named(phrase)) is not None:
        return Piece(text, kinds & {"pointing_at"}, frozenset({value}), named=True)
    if player := offer.player(phrase):
        return Piece(text, player=player)
    if kinds or phrase in index(tuple(offer.wide.get("role", ()))):
        return Piece(text, kinds or ROLE)
    place = lexicon.places.get(phrase) or (text if len(phrase) == 1 else "")
    if place and (placed := offer.placed(place)):
        return Piece(text, frozenset({"pointing_at"}), placed, named=True, placed=True)
    if len(phrase) == 1 and (number := number_of(text)):
        return Piece(text, means=frozenset({offer.numbered(number)}), named=True, counts=True)
    if len(phrase) == 1 and (hinted := offer.hinted(text)):
        return Piece(text, means=hinted, plural=text.endswith("s") and offer.named((text[:-1],)) is not None)
    if (value := called(phrase, offer.wide)) is not None:
        return Piece(text, means=frozenset({value}), named=True, absent=True)
    if len(phrase) == 1 and (known := offer.known_of(text)):
        return Piece(text, means=known, faint=True)
    return None
