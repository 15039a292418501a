"""What a voice gets to read."""

from narrator.speech.tts.pronunciation import Pronunciation, load_pronunciation


def test_marks_that_nobody_says_are_left_out() -> None:
    assert Pronunciation().respell("Say “ready” *now*\n") == "Say ready now"


def test_a_name_cannot_smuggle_phonemes_in() -> None:
    assert "[" not in Pronunciation().respell("Hello [[ h ɛ l ]]")


def test_whole_words_of_the_table_are_replaced_in_any_case() -> None:
    table = Pronunciation({"gnu": "new"})
    assert table.respell("The Gnu, a gnu's gnus.") == "The new, a gnu's gnus."


def test_english_has_a_table_and_another_language_needs_none() -> None:
    assert "and" in load_pronunciation("en").breath_before
    assert load_pronunciation("xx") == Pronunciation()
