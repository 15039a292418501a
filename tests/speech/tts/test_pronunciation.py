"""Respelling of text for voices."""

from narrator.speech.tts.pronunciation import Pronunciation, load_pronunciation


def test_unspoken_characters_are_removed() -> None:
    assert Pronunciation().respell("Say “ready” *now*\n") == "Say ready now"


def test_phoneme_brackets_are_removed() -> None:
    assert "[" not in Pronunciation().respell("Hello [[ h ɛ l ]]")


def test_whole_words_are_replaced_in_any_case() -> None:
    table = Pronunciation({"gnu": "new"})
    assert table.respell("The Gnu, a gnu's gnus.") == "The new, a gnu's gnus."


def test_words_with_two_sounds_are_respelled_only_in_their_phrase() -> None:
    table = Pronunciation({"take a bow": "take a bough"})
    assert table.respell("Take a bow, in a bow.") == "Take a bough, in a bow."


def test_phonemes_are_inserted_with_the_ending_of_an_owner() -> None:
    table = Pronunciation(phonemes={"aoife": "ˈifə", "maeve": "mˈAv", "tadhg": "tˈIk"})
    assert table.insert_phonemes("Aoife’s owl.") == "[Aoife’s](/ˈifəz/) owl."
    assert table.insert_phonemes("Tadhg's and Maeve") == "[Tadhg's](/tˈIks/) and [Maeve](/mˈAv/)"


def test_language_without_a_file_has_an_empty_table() -> None:
    assert "siobhan" in load_pronunciation("en").phonemes
    assert load_pronunciation("xx") == Pronunciation()
