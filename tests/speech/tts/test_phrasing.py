"""Where a line is cut, so that the first words are heard soon and every sentence can be repeated."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from narrator.speech.tts.phrasing import (
    CLAUSE_PAUSE_S,
    EXTRA_WORDS,
    MAX_FIRST_GROUP_WORDS,
    MAX_GROUP_WORDS,
    NO_PAUSE_S,
    SAY_ALONG_PAUSE_S,
    SENTENCE_PAUSE_S,
    split_into_breath_groups,
)
from narrator.speech.tts.pronunciation import load_pronunciation
from narrator.speech.tts.spoken_output import static_lines

ENGLISH = load_pronunciation("en")


def cut(line: str) -> list[str]:
    return [group.text for group in split_into_breath_groups(line, ENGLISH.breath_before)]


def test_a_short_line_stays_whole() -> None:
    assert cut("Mia has voted, two of four.") == ["Mia has voted, two of four."]


def test_a_new_sentence_is_a_new_group() -> None:
    assert cut("Hello! I am the narrator. Who is playing?") == ["Hello!", "I am the narrator.", "Who is playing?"]


def test_a_full_stop_behind_a_quote_ends_a_sentence() -> None:
    assert cut("Say “ready.” Then we go on.") == ["Say “ready.”", "Then we go on."]


def test_a_title_ends_no_sentence() -> None:
    assert cut("Mr. Fox and Dr. Owl are late.") == ["Mr. Fox and Dr. Owl are late."]


def test_a_word_that_only_ends_like_a_title_ends_one() -> None:
    assert cut("Nobody lost. It was fun.") == ["Nobody lost.", "It was fun."]


def test_a_number_with_a_point_ends_no_sentence() -> None:
    assert cut("It took 2.5 hours.") == ["It took 2.5 hours."]


def test_a_long_sentence_is_cut_at_its_commas() -> None:
    line = "At the end of the world, where the sea begins, there stood a lighthouse, and in it lived an old keeper."
    assert cut(line) == [
        "At the end of the world,",
        "where the sea begins, there stood a lighthouse,",
        "and in it lived an old keeper.",
    ]


def test_without_a_comma_it_is_cut_where_one_can_breathe() -> None:
    line = "Once there was an old keeper who lived in the lighthouse at the end of the world with a cat."
    assert cut(line)[0] == "Once there was an old keeper who lived"


def test_pauses_are_long_behind_sentences_short_behind_commas_and_none_where_nobody_wrote_one() -> None:
    line = "One two three four five six, seven eight nine. Ten " + " ".join(["one two three four"] * 6)
    assert [group.pause_s for group in split_into_breath_groups(line)] == [
        CLAUSE_PAUSE_S,
        SENTENCE_PAUSE_S,
        NO_PAUSE_S,
        SENTENCE_PAUSE_S,
    ]


@pytest.mark.parametrize("line", ["", "   ", "…", "— ! ?", "🦔"])
def test_what_cannot_be_said_is_no_breath_group(line: str) -> None:
    assert cut(line) == []


@given(st.text(alphabet="ab ,.!?;:—“” \n", max_size=300))
def test_no_word_is_lost_and_no_group_is_too_long(line: str) -> None:
    found = split_into_breath_groups(line, ("a",))
    said = [word for group in found for word in group.text.split() if word.strip(",.!?;:—“”")]
    assert said == [word for word in line.split() if word.strip(",.!?;:—“”")]
    assert all(len(group.text.split()) <= MAX_GROUP_WORDS + EXTRA_WORDS for group in found)


@pytest.mark.parametrize("game", [None, "storytellers", "storyline"])
def test_every_line_begins_with_a_short_group_and_goes_on_with_what_fits_behind_it(game: str | None) -> None:
    for line in static_lines("en", game):
        lengths = [len(text.split()) for text in cut(line)]
        assert all(
            now <= max(MAX_FIRST_GROUP_WORDS, 2 * before) + EXTRA_WORDS
            for before, now in zip([0, *lengths], lengths, strict=False)
        ), line


def test_a_line_waits_for_children_to_say_along() -> None:
    said = [(group.text, group.pause_s) for group in split_into_breath_groups("Who is it? … The owl!")]
    assert said == [("Who is it?", SAY_ALONG_PAUSE_S), ("The owl!", SENTENCE_PAUSE_S)]


def test_each_group_knows_where_its_sentence_begins() -> None:
    line = "Hello! Once upon a time, in a land far away, there was a cat. The end."
    for group in split_into_breath_groups(line):
        rest = line[group.sentence_start :]
        assert rest.startswith(("Hello!", "Once upon", "The end."))
        assert group.text.split()[0] in rest
