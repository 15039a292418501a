"""Estimate the kind of an utterance, the thing on offer that it means, and the names in it.

The encoder (`sentence_encoder.py`) gives a vector for the sentence and one for every fact about a thing on offer: its
name, its description, what is known about it, its place in the list. A thing is likely if one of its facts is close to
the sentence. `bench/sentence_training.py` trains the model and writes it to `grammars/<language>/sentences.bin`.

One rule keeps it correct: it only estimates. `second_opinion.py` decides what may follow, and it never makes a move.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from hashlib import blake2b
from typing import TypeAlias

import numpy as np

from narrator.language.language import get_language
from narrator.language.understanding.offers import OfferedThing
from narrator.language.understanding.sentence_encoder import (
    WORDS,
    FloatArray,
    SentenceEncoder,
    Weights,
    direction,
    softmax,
)
from narrator.language.understanding.sentence_reading import EXPECTED_KINDS, SentenceReading, TaggedWord

MAX_NUMBER = 12
"""The largest number that the model has learned."""
PLACE = 3
"""The type of a fact that is a place in the list. The others are name, description and background, in this order."""
Fact: TypeAlias = tuple[int, str]
"""A fact about a thing, and its type: name, description, background or place."""


@dataclass(frozen=True, eq=False)
class SentenceModel:
    """The encoder and what is computed from its vectors."""

    weights: Weights

    @cached_property
    def encoder(self) -> SentenceEncoder:
        return SentenceEncoder(self.weights)

    @property
    def kinds(self) -> tuple[str, ...]:
        """Every kind of utterance that the model knows."""
        return tuple(self.weights.facts["kinds"])

    def knows(self, word: str) -> bool:
        """Whether the word is in the vocabulary as a whole, and not only in pieces."""
        return self.encoder.is_whole(word)

    def read(self, sentence: str, things: Sequence[OfferedThing], expected: Collection[str]) -> SentenceReading:
        """Return the likely kinds of a sentence, where these things are on offer and these kinds expected."""
        arrays, vector = self.weights.arrays, self.encoder.sentence_vector(sentence)
        likeness = self._likeness(vector, things)
        scores = vector @ arrays["kinds.weight"] + arrays["kinds.bias"] + summarise(likeness) @ arrays["kinds.likeness"]
        possible = [kind not in EXPECTED_KINDS or kind in expected for kind in self.kinds]
        chances = softmax(np.where(possible, scores, -np.inf))
        ranked = sorted(zip(things, softmax(likeness), strict=True), key=lambda each: -each[1]) if things else []
        return SentenceReading(
            {kind: float(chance) for kind, chance in zip(self.kinds, chances, strict=True)},
            [(thing, float(chance)) for thing, chance in ranked],
        )

    def _likeness(self, vector: FloatArray, things: Sequence[OfferedThing]) -> FloatArray:
        """Return the likeness of a sentence to each thing: that of the closest fact."""
        arrays = self.weights.arrays
        pointing = direction(vector + vector @ arrays["pointing.weight"])
        scale, by_type = float(arrays["pointing.scale"][0]), arrays["pointing.types"]
        return np.array(
            [
                max(scale * float(pointing @ self.fact_vector(text)) + by_type[kind] for kind, text in facts)
                for facts in (self.facts_about(thing, place, len(things)) for place, thing in enumerate(things, 1))
            ],
            np.float32,
        )

    def facts_about(self, thing: OfferedThing, place: int, total: int) -> list[Fact]:
        """Return what players may know about a thing on offer."""
        told = enumerate((thing.plain_name, thing.description, thing.background))
        facts = [(kind, text.strip()) for kind, text in told if text.strip()]
        return [*facts, *((PLACE, text) for text in self._places(thing.number, place, total))]

    def _places(self, number: int, place: int, total: int) -> list[str]:
        """Return how a thing is called by its number and its place in the list; nothing if it has no number."""
        language, phrases = get_language(), self.weights.facts["places"]
        if not 0 < number <= MAX_NUMBER or place > MAX_NUMBER:
            return []
        found = [phrases["number"].format(language.number_word(number))]
        found.append(phrases["ordinal"].format(language.ordinal_word(place)))
        ends = {"last": place == total, "before last": 2 <= place == total - 1, "middle": 2 <= place == (total + 1) / 2}
        return [*found, *(phrases[name] for name, holds in ends.items() if holds)]

    def fact_vector(self, fact: str) -> FloatArray:
        """Return the direction of a fact. Those of the content are stored with the weights."""
        place = self._stored_facts.get(fact_key(fact))
        if place is not None:
            return direction(self.weights.arrays["facts"][place].astype(np.float32))
        if fact not in self._computed_facts:
            self._computed_facts[fact] = direction(self.encoder.sentence_vector(fact))
        return self._computed_facts[fact]

    @cached_property
    def _stored_facts(self) -> Mapping[int, int]:
        return {int(key): place for place, key in enumerate(self.weights.arrays["facts.keys"])}

    @cached_property
    def _computed_facts(self) -> dict[str, FloatArray]:
        return {}

    def tag_words(self, sentence: str, tagger: str) -> list[TaggedWord]:
        """Return the words of a sentence with their tags."""
        words = list(WORDS.finditer(sentence))
        scores = self.encoder.word_vectors([word[0] for word in words]) @ self.weights.arrays[f"{tagger}.weight"]
        tags = (scores + self.weights.arrays[f"{tagger}.bias"]).argmax(axis=1)
        return [TaggedWord(word[0], int(tag), word.start()) for word, tag in zip(words, tags, strict=False)]


def summarise(likeness: FloatArray) -> FloatArray:
    """Return four numbers about the things on offer: the best likeness, the second best, all together, and any."""
    if not len(likeness):
        return np.zeros(4, np.float32)
    ranked = np.sort(likeness)[::-1]
    total = ranked[0] + np.log(np.exp(ranked - ranked[0]).sum())
    found: FloatArray = np.array([ranked[0], ranked[1] if len(ranked) > 1 else 0, total, 10], np.float32) / np.float32(
        10
    )
    return found


def fact_key(fact: str) -> int:
    """Return the key of a fact among the stored vectors."""
    return int.from_bytes(blake2b(fact.encode(), digest_size=8).digest(), "little")
