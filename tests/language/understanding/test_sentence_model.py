"""The sentence model and its file."""

from pathlib import Path

import numpy as np
import pytest

from narrator.language.understanding.offers import OfferedThing
from narrator.language.understanding.sentence_encoder import Weights, quantise, split_words, word_pieces
from narrator.language.understanding.sentence_model import SentenceModel, fact_key
from narrator.language.understanding.sentence_reading import ANSWER, EXPECTED_KINDS, load_sentence_model

HAND = (
    OfferedThing("a", 1, "the teapot", "a teapot that sings"),
    OfferedThing("b", 2, "the wolf", "a wolf who is afraid of the dark"),
    OfferedThing("c", 3, "the baker", "a baker with flour up to her ears"),
)


@pytest.fixture(scope="module")
def model() -> SentenceModel:
    found = load_sentence_model("en")
    assert found is not None
    return found


def test_weights_are_the_same_after_storing(tmp_path: Path) -> None:
    rows = np.arange(6, dtype=np.float32).reshape(2, 3)
    odd = np.array([1, 2, 3], np.int8)
    Weights({"layers": 1}, {"odd": odd, "rows": rows}).write(tmp_path / "weights")
    found = Weights.read(tmp_path / "weights")
    assert found.facts == {"layers": 1}
    assert np.array_equal(found.arrays["rows"], rows)
    assert np.array_equal(found.arrays["odd"], odd)


@pytest.mark.parametrize("axis", [0, 1])
def test_bytes_differ_from_numbers_by_half_a_step_at_most(axis: int) -> None:
    matrix = np.random.default_rng(1).normal(size=(20, 30)).astype(np.float32)
    whole, scale = quantise(matrix, axis)
    back = whole * np.expand_dims(scale, axis)
    assert np.all(np.abs(back - matrix) <= np.expand_dims(scale, axis) * 0.5001)


def test_longest_pieces_of_a_word_are_taken() -> None:
    known = {"[UNK]": 0, "hedge": 1, "##hog": 2, "##ho": 3, "##g": 4, "h": 5}
    assert word_pieces("hedgehog", known) == [1, 2]
    assert word_pieces("hut", known) == [0]


@pytest.mark.parametrize("sentence", ["", "?!", "🐙🐙🐙", "\x00", "word " * 300, "x" * 500, "ÀÉÎ ßß", "日本語"])
def test_any_text_is_read(model: SentenceModel, sentence: str) -> None:
    reading = model.read(sentence, HAND, {ANSWER})
    assert sum(reading.kinds.values()) == pytest.approx(1, abs=1e-4)
    assert sum(chance for _, chance in reading.things) == pytest.approx(1, abs=1e-4)
    assert len(model.tag_words(sentence, "names")) <= len(split_words(sentence))


def test_kinds_that_are_not_expected_are_impossible(model: SentenceModel) -> None:
    reading = model.read("the wolf, please", HAND, {ANSWER})
    assert reading.likeliest[0] == ANSWER
    assert all(reading.kinds[kind] == 0 for kind in EXPECTED_KINDS - {ANSWER})


@pytest.mark.parametrize(
    ("said", "meant"),
    [("the hound that needs a night light", "b"), ("her with the bread", "c"), ("the kettle", "a"), ("the third", "c")],
)
def test_thing_is_found_that_no_content_names(model: SentenceModel, said: str, meant: str) -> None:
    assert model.read(said, HAND, {ANSWER}).things[0][0].value == meant


def test_stored_facts_are_those_that_would_be_computed(model: SentenceModel) -> None:
    arrays = model.weights.arrays
    fact = "the last one"
    assert fact_key(fact) in arrays["facts.keys"]
    nothing_stored = {"facts.keys": np.zeros(0, np.uint64), "facts": np.zeros((0, 384), np.int8)}
    fresh = SentenceModel(Weights(model.weights.facts, {**arrays, **nothing_stored}))
    assert float(model.fact_vector(fact) @ fresh.fact_vector(fact)) > 0.999
