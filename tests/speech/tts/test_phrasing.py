"""Splitting lines into breath groups."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from narrator.speech.tts.phrasing import (
    EXTRA_WORDS,
    MAX_FIRST_GROUP_WORDS,
    MAX_GROUP_WORDS,
    SAY_ALONG_PAUSE_S,
    SPOKEN_CLAUSE_PAUSE_S,
    SPOKEN_SENTENCE_PAUSE_S,
    split_into_breath_groups,
)
from narrator.speech.tts.pronunciation import load_pronunciation
from narrator.speech.tts.spoken_output import static_lines

ENGLISH = load_pronunciation("en")


def split(line: str) -> list[str]:
    return [group.text for group in split_into_breath_groups(line, ENGLISH.breath_before)]


def test_short_line_is_one_group() -> None:
    assert split("Mia has voted, two of four.") == ["Mia has voted, two of four."]


def test_new_sentence_starts_a_new_group() -> None:
    assert split("Hello! I am the narrator. Who is playing?") == ["Hello!", "I am the narrator.", "Who is playing?"]


def test_full_stop_before_a_quotation_mark_ends_a_sentence() -> None:
    assert split("Say “ready.” Then we go on.") == ["Say “ready.”", "Then we go on."]


def test_abbreviated_title_does_not_end_a_sentence() -> None:
    assert split("Mr. Fox and Dr. Owl are late.") == ["Mr. Fox and Dr. Owl are late."]


def test_word_that_ends_like_a_title_ends_a_sentence() -> None:
    assert split("Nobody lost. It was fun.") == ["Nobody lost.", "It was fun."]


def test_decimal_point_does_not_end_a_sentence() -> None:
    assert split("It took 2.5 hours.") == ["It took 2.5 hours."]


def test_long_sentence_is_split_at_commas() -> None:
    line = "At the end of the world, where the sea begins, there stood a lighthouse, and in it lived an old keeper."
    assert split(line) == [
        "At the end of the world,",
        "where the sea begins, there stood a lighthouse,",
        "and in it lived an old keeper.",
    ]


def test_long_clause_is_split_before_a_breath_word() -> None:
    line = "Once there was an old keeper who lived in the lighthouse at the end of the world with a cat."
    assert split(line)[0] == "Once there was an old keeper who lived"


def test_pause_depends_on_sentence_end_comma_or_neither() -> None:
    line = "One two three four five six, seven eight nine. Ten " + " ".join(["one two three four"] * 6)
    assert [group.pause_s for group in split_into_breath_groups(line)] == [
        SPOKEN_CLAUSE_PAUSE_S,
        SPOKEN_SENTENCE_PAUSE_S,
        0.0,
        SPOKEN_SENTENCE_PAUSE_S,
    ]


@pytest.mark.parametrize("line", ["", "   ", "…", "— ! ?", "🦔"])
def test_line_without_words_has_no_groups(line: str) -> None:
    assert split(line) == []


@given(st.text(alphabet="ab ,.!?;:—“” \n", max_size=300))
def test_no_word_is_lost_and_no_group_is_too_long(line: str) -> None:
    found = split_into_breath_groups(line, ("a",))
    said = [word for group in found for word in group.text.split() if word.strip(",.!?;:—“”")]
    assert said == [word for word in line.split() if word.strip(",.!?;:—“”")]
    assert all(len(group.text.split()) <= MAX_GROUP_WORDS + EXTRA_WORDS for group in found)


@pytest.mark.parametrize("game", [None, "storytellers", "storyline"])
def test_every_static_line_starts_with_a_short_group(game: str | None) -> None:
    for line in static_lines("en", game):
        lengths = [len(text.split()) for text in split(line)]
        assert all(
            length <= max(MAX_FIRST_GROUP_WORDS, 2 * previous) + EXTRA_WORDS
            for previous, length in zip([0, *lengths], lengths, strict=False)
        ), line


def test_ellipsis_leaves_time_to_say_along() -> None:
    said = [(group.text, group.pause_s) for group in split_into_breath_groups("Who is it? … The owl!")]
    assert said == [("Who is it?", SAY_ALONG_PAUSE_S), ("The owl!", SPOKEN_SENTENCE_PAUSE_S)]


def test_group_has_the_position_of_its_sentence() -> None:
    line = "Hello! Once upon a time, in a land far away, there was a cat. The end."
    for group in split_into_breath_groups(line):
        rest = line[group.sentence_start :]
        assert rest.startswith(("Hello!", "Once upon", "The end."))
        assert group.text.split()[0] in rest
