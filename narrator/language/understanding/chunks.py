"""What can be named just now, and taking a sentence apart that no template lists: its longest known phrases.

A thing on offer is known by its name, its number, its place in the list that was just read, or by a word that was read
aloud about it. What exists but is not on offer is known as well, so that it can be refused by name.

A piece is a thing on offer, a player, or a word of the closed class (`grammars/<language>/carriers.yaml`): wishes,
politeness, hesitation, pointing. What is none of these is unknown.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from narrator.language.language import get_language
from narrator.language.understanding.lexicon import NOTHING, Lexicon, Phrase
from narrator.language.understanding.offers import Offer, called, index

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
class Chunk:
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


def split_chunks(words: str, lexicon: Lexicon, offer: Offer) -> list[Chunk]:
    tokens = words.casefold().split()
    found: list[Chunk] = []
    at = 0
    while at < len(tokens):
        sizes = range(min(lexicon.longest, len(tokens) - at), 0, -1)
        known = ((size, piece_of(tuple(tokens[at : at + size]), lexicon, offer)) for size in sizes)
        size, piece = next(((size, piece) for size, piece in known if piece), (1, Chunk(tokens[at])))
        found.append(piece)
        at += size
    if len(found) > 1 and found[-1].text in lexicon.tags:
        found.pop()
    return [
        counted(piece, before, after, offer)
        for before, piece, after in zip((None, *found), beside(found, offer), (*found[1:], None), strict=False)
        if not ("kin" in piece.kinds and after and after.player)  # "my brother Nick" is Nick
    ]


def beside(found: Iterable[Chunk], offer: Offer) -> Iterator[Chunk]:
    """ "The one before the octopus": things that only tell where in the list another one stands."""
    values = [thing.value for thing in offer.things]
    step = 0
    for piece in found:
        if step and piece.named:
            places = (values.index(value) + step for value in piece.means if value in values)
            means = frozenset(values[place] for place in places if 0 <= place < len(values))
            yield Chunk(f"beside {piece.text}", means=means, named=True, placed=True)
        else:
            yield piece
        step = next((BESIDE[kind] for kind in piece.kinds if kind in BESIDE), step if "pointing" in piece.kinds else 0)


def counted(piece: Chunk, before: Chunk | None, after: Chunk | None, offer: Offer) -> Chunk:
    """A number that names something; in "two hills" it only counts, and in "a good one" it is none at all."""
    if after and after.text == "one" and piece.kinds and (hinted := offer.hinted(piece.text)):
        return Chunk(piece.text, means=hinted)  # "I'd go for the fancy one": elsewhere "fancy" is a wish
    if piece.kinds == ASKING and before and "pointing_at" in before.kinds:
        return Chunk(piece.text, POINTING)  # "the guy who's stuck"
    if piece.placed and " " not in piece.text and after and after.unknown:
        return Chunk(piece.text)  # "the last bit"
    if not piece.counts:
        return piece
    if after and after.means and not after.named:
        return Chunk(piece.text, POINTING)
    if after and "pointing_at" in after.kinds and " " not in after.text and after.text != "one":
        return Chunk(piece.text, OTHERS)
    if after and "amount" in after.kinds and piece.text != "one":
        return Chunk(piece.text, OTHERS)  # "six of them"
    if piece.text == "one" and before and not (before.player or before.kinds & BEFORE_ONE):
        return Chunk(piece.text, POINTING_AT)
    return piece


def piece_of(phrase: Phrase, lexicon: Lexicon, offer: Offer) -> Chunk | None:
    text, kinds = " ".join(phrase), lexicon.kinds(phrase)
    if (value := offer.named(phrase)) is not None:
        return Chunk(text, kinds & {"pointing_at"}, frozenset({value}), named=True)
    if player := offer.player(phrase):
        return Chunk(text, player=player)
    if kinds or phrase in index(tuple(offer.wide.get("role", ()))):
        return Chunk(text, kinds or ROLE)
    place = lexicon.places.get(phrase) or (text if len(phrase) == 1 else "")
    if place and (placed := offer.placed(place)):
        return Chunk(text, frozenset({"pointing_at"}), placed, named=True, placed=True)
    if len(phrase) == 1 and (number := get_language().parse_number(text)):
        return Chunk(text, means=frozenset({offer.numbered(number)}), named=True, counts=True)
    if len(phrase) == 1 and (hinted := offer.hinted(text)):
        return Chunk(text, means=hinted, plural=text.endswith("s") and offer.named((text[:-1],)) is not None)
    if (value := called(phrase, offer.wide)) is not None:
        return Chunk(text, means=frozenset({value}), named=True, absent=True)
    if len(phrase) == 1 and (known := offer.known_of(text)):
        return Chunk(text, means=known, faint=True)
    return None
