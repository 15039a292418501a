"""Taking a sentence apart that no template lists: the longest phrases that are known, and what each does in it.

A piece is a thing on offer, a player, or a word of the closed class (`grammars/<language>/carriers.yaml`): wishes,
politeness, hesitation, pointing. What is none of these is unknown.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from narrator.understand.lexicon import NOTHING, Lexicon, Phrase
from narrator.understand.numbers import number_of
from narrator.understand.wide import Offer, called, index

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
    means: frozenset[Any] = NOTHING
    """The things it may stand for."""
    named: bool = False
    """It stands for one of them by name, number or place; else it is a word that was read about them."""
    counts: bool = False
    """It is a number."""
    placed: bool = False
    """It is a place in the list, which no template knows."""
    absent: bool = False
    """It is called so, but not on offer."""
    plural: bool = False
    """It speaks of all that are called so: "genies"."""
    faint: bool = False
    """It was not read about them, but is known of them."""
    player: str | None = None

    @property
    def unknown(self) -> bool:
        return not (self.kinds or self.player or (self.means and not self.faint))


def pieces(words: str, lexicon: Lexicon, offer: Offer) -> list[Piece]:
    """The longest phrases that are known, one after the other."""
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
