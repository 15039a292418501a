"""Words that the voices probably misread are reported, with the reason."""

import pytest

from narrator.apps.check.misread import SpokenWords, add_letter, find_misread
from narrator.apps.check.sound_alike import load_phonemiser
from narrator.speech.tts.pronunciation import Pronunciation


@pytest.fixture
def no_entries(monkeypatch):
    monkeypatch.setattr("narrator.apps.check.misread.load_pronunciation", lambda language: Pronunciation())


def test_suspicious_words_are_found_by_their_phonemes(no_entries):
    words = SpokenWords(("grrr", "splorf", "bom", "yeh", "crash", "bare"), frozenset({"bom", "yeh", "crash"}))
    speak = load_phonemiser("en")
    found = dict(find_misread(words, speak, {"grrr", "splorf", "bomx"}, {"bomb", "bear", "crash"}, "en"))
    assert found == {
        "grrr": "spelled",
        "splorf": "a guess",
        "bom": 'like "bomb"',
        "yeh": "with a short vowel at the end",
    }
    assert "bomb" in set(add_letter("bom"))


def test_words_with_an_entry_are_not_reported():
    words = SpokenWords(("meh", "bom"), frozenset({"meh", "bom"}))
    assert not list(find_misread(words, load_phonemiser("en"), set(), {"bomb"}, "en"))
