"""Which texts are phrases, starts of phrases or neither, and which phrases a decoder gets."""

from itertools import pairwise

import pytest

from narrator.speech.asr.phrase_index import Completeness, PhraseIndex, select_telling_phrases

INDEX = PhraseIndex(
    ["three", "four", "seven", "the owl", "the owl because", "I vote for three", "i vote for the fourth one", "help"],
    fillers=["um", "er"],
    corrections=["no", "i mean"],
)


@pytest.mark.parametrize(
    ("words", "completeness"),
    [
        ("three", Completeness.COMPLETE),
        ("i vote for three", Completeness.COMPLETE),
        ("the owl", Completeness.EXTENDABLE),
        ("i vote for", Completeness.UNFINISHED),
        ("the", Completeness.UNFINISHED),
        ("um", Completeness.UNFINISHED),
        ("three little pigs", Completeness.NO_PHRASE),
        ("three [unk]", Completeness.NO_PHRASE),
        ("", Completeness.NO_PHRASE),
    ],
)
def test_completeness_of_words(words: str, completeness: Completeness) -> None:
    assert INDEX.completeness(words) is completeness


@pytest.mark.parametrize(
    ("words", "phrase"),
    [
        ("um er three", "three"),
        ("for", "four"),
        ("i vote i vote for three", "i vote for three"),
        ("three no four", "four"),
        ("three i mean four", "four"),
        ("pigs no four", None),
        ("vote three", None),
    ],
)
def test_phrase_is_found_behind_hesitation_and_corrections(words: str, phrase: str | None) -> None:
    assert INDEX.match(words) == phrase


def test_normalised_text_keeps_the_correction() -> None:
    assert INDEX.normalise("three no for") == "three no four"
    assert INDEX.normalise("for") == "four"


def test_homophones_are_spelled_as_the_phrase_needs_them() -> None:
    assert INDEX.match("i vote for the fourth one") == "i vote for the fourth one"
    assert INDEX.match("seventh") == "seven"


def test_start_of_a_phrase_is_not_respelled_into_a_whole_one() -> None:
    index = PhraseIndex(["i want two", "i want to leave"])
    assert index.completeness("i want to") is Completeness.UNFINISHED
    assert index.match("i want too") == "i want two"


def test_decoder_gets_only_phrases_with_new_word_pairs() -> None:
    votes = [
        f"{player} votes for {card}" for player in ("lily", "nick", "julie") for card in ("three", "four", "seven")
    ]
    phrases = list(select_telling_phrases(PhraseIndex([*votes, "whose turn is it"]).phrase_counts))
    pairs = {pair for phrase in phrases for pair in pairwise(phrase.split())}
    assert pairs >= {pair for phrase in votes for pair in pairwise(phrase.split())}
    assert "nick votes for four" not in phrases
    assert phrases.count("whose turn is it") == phrases.count("lily votes for three") > 1


def test_similar_phrases_are_long_and_alike() -> None:
    assert INDEX.similar_phrases("i boat for three") == ("i vote for three",)
    assert INDEX.similar_phrases("tree") == ()
    assert INDEX.similar_phrases("what a lovely picture of a horse") == ()


def test_dice_may_be_said_in_any_sequence() -> None:
    index = PhraseIndex(["i rolled two sixes", "help"], fillers=["um"], sequence_words=("two", "five", "six"))
    assert index.normalise("um to two five six") == "two two five six"
    assert index.match("i rolled two five six") == "i rolled two five six"
    assert index.match("six ducks") is None
    assert index.completeness("two five") is Completeness.EXTENDABLE
