"""Split a sentence that fits no template into its longest known phrases.

A chunk is a thing on offer, a player, or a phrase of the closed class (`grammars/<language>/carriers.yaml`): a wish,
politeness, hesitation, pointing. Any other word is unknown.
"""

import re
import unicodedata
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from narrator.language.language import get_language
from narrator.language.understanding.lexicon import NO_KINDS, Lexicon, Phrase
from narrator.language.understanding.offers import NO_THINGS, Offer, find_name, index_names

PAUSES = re.compile(r"\s*[,.;:!?…–—]+\s+|\s+[–—-]\s+")
"""Marks between the clauses of a sentence."""
NEIGHBOUR_STEPS = {"just_before": -1, "just_after": 1}
"""Words before a thing that mean its neighbour in the list instead ("the one before"), with the direction."""
ROLE = frozenset({"role"})
"""What a thing is chosen for ("the mouse for the harpist") does not tell which thing is meant."""
POINTING = frozenset({"pointing"})
ASKING = frozenset({"asking"})
POINTING_AT = frozenset({"pointing", "pointing_at"})
OTHERS = frozenset({"others"})
BEFORE_NUMBER_ONE = frozenset(
    {"hesitation", "politeness", "corrections", "negations", "alternatives", "joining", "numbering"}
)
"""After these kinds "one" is a number. Elsewhere it stands for a thing: "a good one", "I want one"."""


@dataclass(frozen=True, slots=True)
class Chunk:
    """A word or phrase of a sentence, and what it does there."""

    text: str
    kinds: frozenset[str] = NO_KINDS
    things: frozenset[Any] = NO_THINGS
    """The things it may stand for."""
    is_named: bool = False
    """Whether it names a thing by name, number or place. If not, it is a word that was read about the things."""
    is_number: bool = False
    is_place: bool = False
    """Whether it is a place in the list, which no template knows."""
    is_absent: bool = False
    """Whether it names a thing that is not on offer."""
    is_plural: bool = False
    """Whether it means all things of that name: "genies"."""
    is_background: bool = False
    """Whether it describes things in words that were not read aloud."""
    player: str | None = None

    @property
    def is_unknown(self) -> bool:
        """Whether the word belongs neither to the closed class nor to anything on offer."""
        return not (self.kinds or self.player or (self.things and not self.is_background))


def tidy(text: str) -> str:
    """Return the words of a text on one line, without punctuation and control characters."""
    plain = unicodedata.normalize("NFKC", text).replace("’", "'")
    plain = "".join(" " if unicodedata.category(char)[0] in "CZ" else char for char in plain)
    return re.sub(r"\s+", " ", re.sub(r"[.,!?;:…“”\"]+", " ", plain)).strip()


def split_clauses(text: str) -> list[str]:
    """Return the clauses of a sentence, also those before and after "so" and "but"."""
    follows = get_language().heard.decision_follows
    parts = (part for clause in PAUSES.split(text.strip(" .,!?…")) for part in follows.split(clause))
    return [part for part in parts if part.strip()]


def split_chunks(words: str, lexicon: Lexicon, offer: Offer) -> list[Chunk]:
    """Split the words into chunks, always taking the longest known phrase."""
    tokens = words.casefold().split()
    found: list[Chunk] = []
    position = 0
    while position < len(tokens):
        sizes = range(min(lexicon.max_phrase_words, len(tokens) - position), 0, -1)
        known = ((size, parse_chunk(tuple(tokens[position : position + size]), lexicon, offer)) for size in sizes)
        size, chunk = next(((size, chunk) for size, chunk in known if chunk), (1, Chunk(tokens[position])))
        found.append(chunk)
        position += size
    if len(found) > 1 and found[-1].text in lexicon.question_tags:
        found.pop()
    return [
        adjust_to_neighbours(chunk, before, after, lexicon, offer)
        for before, chunk, after in zip(
            (None, *found), resolve_neighbours(found, offer), (*found[1:], None), strict=False
        )
        if not ("kin" in chunk.kinds and after and after.player)  # "my brother Nick" is Nick
    ]


def resolve_neighbours(chunks: Iterable[Chunk], offer: Offer) -> Iterator[Chunk]:
    """Replace a thing that only tells where another one stands: "the one before the octopus"."""
    values = [thing.value for thing in offer.things]
    step = 0
    for chunk in chunks:
        if step and chunk.is_named:
            places = (values.index(value) + step for value in chunk.things if value in values)
            things = frozenset(values[place] for place in places if 0 <= place < len(values))
            yield Chunk(f"beside {chunk.text}", things=things, is_named=True, is_place=True)
        else:
            yield chunk
        kept_step = step if "pointing" in chunk.kinds else 0
        step = next((NEIGHBOUR_STEPS[kind] for kind in chunk.kinds if kind in NEIGHBOUR_STEPS), kept_step)


def adjust_to_neighbours(
    chunk: Chunk, before: Chunk | None, after: Chunk | None, lexicon: Lexicon, offer: Offer
) -> Chunk:
    """Return the chunk with the meaning it has between its neighbours.

    In "two hills" the number only counts, and in "a good one" the last word is not a number.
    """
    one = lexicon.language.heard.words.one
    if after and after.text == one and chunk.kinds and (described := offer.find_described(chunk.text)):
        return Chunk(chunk.text, things=described)  # "I'd go for the fancy one": elsewhere "fancy" is a wish
    if chunk.kinds == ASKING and before and "pointing_at" in before.kinds:
        return Chunk(chunk.text, POINTING)  # "the guy who's stuck"
    if chunk.is_place and " " not in chunk.text and after and after.is_unknown:
        return Chunk(chunk.text)  # "the last bit"
    if not chunk.is_number:
        return chunk
    if after and after.things and not after.is_named:
        return Chunk(chunk.text, POINTING)
    if after and "pointing_at" in after.kinds and " " not in after.text and after.text != one:
        return Chunk(chunk.text, OTHERS)
    if after and "amount" in after.kinds and chunk.text != one:
        return Chunk(chunk.text, OTHERS)  # "six of them"
    if before and chunk.text != one and (before.is_place or before.text in lexicon.language.heard.words.before_amount):
        return Chunk(chunk.text, OTHERS)  # "the last three", "those three"
    if chunk.text == one and before and not (before.player or before.kinds & BEFORE_NUMBER_ONE):
        return Chunk(chunk.text, POINTING_AT)
    return chunk


def parse_chunk(phrase: Phrase, lexicon: Lexicon, offer: Offer) -> Chunk | None:
    """Return the phrase as a chunk, or None if it is unknown."""
    text, kinds = " ".join(phrase), lexicon.kinds(phrase)
    if (value := offer.find_named(phrase)) is not None:
        return Chunk(text, kinds & {"pointing_at"}, frozenset({value}), is_named=True)
    if player := offer.find_player(phrase):
        return Chunk(text, player=player)
    if kinds or phrase in index_names(tuple(offer.all_names.get("role", ()))):
        return Chunk(text, kinds or ROLE)
    place = lexicon.places.get(phrase) or (text if len(phrase) == 1 else "")
    if place and (things := offer.find_placed(place)):
        return Chunk(text, frozenset({"pointing_at"}), things, is_named=True, is_place=True)
    if len(phrase) == 1 and (number := lexicon.language.parse_number(text)):
        return Chunk(text, things=frozenset({offer.find_numbered(number)}), is_named=True, is_number=True)
    if len(phrase) == 1 and (things := offer.find_described(text)):
        singular = lexicon.language.singular(text)
        is_plural = singular is not None and offer.find_named((singular,)) is not None
        return Chunk(text, things=things, is_plural=is_plural)
    if (value := find_name(phrase, offer.all_names)) is not None:
        return Chunk(text, things=frozenset({value}), is_named=True, is_absent=True)
    if len(phrase) == 1 and (things := offer.find_by_background(text) or offer.find_similar(text, lexicon.similar)):
        return Chunk(text, things=things, is_background=True)
    return None
