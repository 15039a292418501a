"""Children's words in a frame: told as they were said, in sentences that stay grammatical."""

import re

import pytest

from narrator.language.content.made_story import (
    MAX_PART_LETTERS,
    as_sentence,
    as_title,
    build_story,
    clean_words,
    read_back,
    short_name,
    split_answer,
)
from narrator.language.content.markup import parse, text_in_play
from narrator.language.content.models import MAX_TEXT_LETTERS
from tests.support.tables import content

BREATH = "There was a snail in the garden. It wanted to fly to the moon. But then a big dog came along and barked."


@pytest.mark.parametrize(
    ("said", "told", "name"),
    [
        ("a snail who wants to fly", "A snail who wants to fly.", "the snail"),
        ("um my cat Minka", "My cat Minka.", "Minka"),
        ("the moon!!", "The moon!", "the moon"),
        ("uh, so it's a, um, dinosaur and", "A dinosaur.", "the dinosaur"),
        ("A dragon called fred", "A dragon called fred.", "Fred"),
        ("two mice", "Two mice.", "the two mice"),
        ("some ants that dance", "Some ants that dance.", "the ants"),
        ("dinosaur", "Dinosaur.", "Dinosaur"),
        ("Lily", "Lily.", "Lily"),
        ("me", "Me.", "Tom"),
        ("eine Schnecke", "Eine Schnecke.", "Eine Schnecke"),
        ("Tom he always cheats", "Tom he always cheats.", "Tom"),
        ("he wants to fly", "He wants to fly.", "our friend"),
        ("a really very big and hairy old monster", "A really very big and hairy old monster.", "our friend"),
        ("a damn stupid goat", "A damn stupid goat.", "the damn stupid goat"),
    ],
)
def test_answer_becomes_a_sentence_and_a_short_name(said: str, told: str, name: str) -> None:
    assert as_sentence(said) == told
    assert short_name(said, "our friend", "Tom") == name


def test_answer_after_a_colon_begins_with_a_small_article_only() -> None:
    assert as_sentence("A big dog", after_colon=True) == "a big dog."
    assert as_sentence("Minka", after_colon=True) == "Minka."


@pytest.mark.parametrize("said", ["{hero} *a* [b|c] <d: e> (loudly) $wish / 50%", '"quoted', "***", "um", ""])
def test_no_answer_becomes_markup(said: str) -> None:
    frame = content().frames["journey"]
    story = build_story(frame, {question.key: (said, "Lily") for question in frame.questions}, ["Lily"])
    for card in story.cards:
        parse(card.text)
        cast = {other.role: other.role for other in story.cards if other.role and other.role != card.role}
        assert text_in_play(card, cast).count('"') % 2 == 0
        assert not re.search(r"[{}*|<>$\[\]]", text_in_play(card, cast))


def test_very_long_answer_is_cut_after_a_sentence_in_the_text() -> None:
    told = as_sentence(f"{'We walk and walk. ' * 100}")
    assert len(told) <= MAX_PART_LETTERS
    assert told.endswith("walk.")
    frame = content().frames["journey"]
    story = build_story(frame, {question.key: ("la " * 900, "Lily") for question in frame.questions}, ["Lily"])
    assert max(len(card.text) for card in story.cards) <= MAX_TEXT_LETTERS


def test_title_has_no_full_stop_and_may_be_missing() -> None:
    assert as_title("um the flying snail.") == "The flying snail"
    frame = content().frames["journey"]
    assert build_story(frame, {}, ["Lily"]).title == "A journey"


def test_whole_story_in_one_breath_is_divided_and_a_short_answer_is_not() -> None:
    assert split_answer(BREATH) == (
        "There was a snail in the garden.",
        "It wanted to fly to the moon.",
        "But then a big dog came along and barked.",
    )
    assert split_answer("A snail. He is blue.") == ("A snail. He is blue.",)


def test_long_answer_is_read_back_in_a_short_form() -> None:
    assert len(read_back(BREATH).split()) < 16
    assert read_back("a snail") == "A snail."


def test_words_without_letters_are_nothing() -> None:
    assert clean_words("…!? *") == ""
