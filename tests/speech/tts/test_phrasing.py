"""Splitting lines into sentences."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from narrator.speech.tts.phrasing import SAY_ALONG_PAUSE_S, SPOKEN_SENTENCE_PAUSE_S, split_into_pieces


def split(line: str) -> list[str]:
    return [piece.text for piece in split_into_pieces(line)]


def test_new_sentence_starts_a_new_piece() -> None:
    assert split("Hello! I am the narrator. Who is playing?") == ["Hello!", "I am the narrator.", "Who is playing?"]


def test_full_stop_before_a_quotation_mark_ends_a_sentence() -> None:
    assert split("Say “ready.” Then we go on.") == ["Say “ready.”", "Then we go on."]


def test_abbreviated_title_does_not_end_a_sentence() -> None:
    assert split("Mr. Fox and Dr. Owl are late.") == ["Mr. Fox and Dr. Owl are late."]


def test_word_that_ends_like_a_title_ends_a_sentence() -> None:
    assert split("Nobody lost. It was fun.") == ["Nobody lost.", "It was fun."]


def test_decimal_point_does_not_end_a_sentence() -> None:
    assert split("It took 2.5 hours.") == ["It took 2.5 hours."]


@pytest.mark.parametrize("line", ["", "   ", "…", "— ! ?", "🦔"])
def test_line_without_words_has_no_pieces(line: str) -> None:
    assert split(line) == []


@given(st.text(alphabet="ab ,.!?;:—“” \n", max_size=300))
def test_no_word_is_lost(line: str) -> None:
    said = [word for piece in split_into_pieces(line) for word in piece.text.split() if word.strip(",.!?;:—“”")]
    assert said == [word for word in line.split() if word.strip(",.!?;:—“”")]


def test_ellipsis_leaves_time_to_say_along() -> None:
    said = [(piece.text, piece.pause_s) for piece in split_into_pieces("Who is it? … The owl!")]
    assert said == [("Who is it?", SAY_ALONG_PAUSE_S), ("The owl!", SPOKEN_SENTENCE_PAUSE_S)]


def test_piece_has_the_position_of_its_sentence() -> None:
    line = "Hello! Once upon a time, in a land far away, there was a cat. The end."
    starts = [line[piece.sentence_start :] for piece in split_into_pieces(line)]
    assert [rest.split()[0] for rest in starts] == ["Hello!", "Once", "The"]
