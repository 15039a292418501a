"""Decoding with Vosk, also with a library that cannot change the grammar of a recogniser, as on macOS."""

import numpy as np
import pytest
import vosk

from narrator.speech.asr.decoder import Hypothesis
from narrator.speech.asr.loading import load_recogniser
from narrator.speech.asr.phrase_index import PhraseIndex
from narrator.speech.asr.recording import split_into_blocks
from narrator.speech.asr.vosk_decoder import Vocabulary, VoskDecoder
from narrator.speech.asr.vosk_model import load_recogniser_model
from narrator.speech.pcm import Pcm, to_int16
from tests.support.synthetic_speech import START_S, SyntheticSpeaker

OWL = to_int16(SyntheticSpeaker("man", 0.82, 150).say("the owl"))
PHRASES = {"the owl": 1, "the hedgehog": 1}


class LibraryWithoutSetGrammar:
    """The installed Vosk library without the function that the one for macOS lacks."""

    def __init__(self, library: object) -> None:
        self._library = library

    def __getattr__(self, name: str) -> object:
        if name == "vosk_recognizer_set_grm":
            raise AttributeError(name)
        return getattr(self._library, name)


@pytest.fixture
def _old_library(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(vosk, "_c", LibraryWithoutSetGrammar(vosk._c))


def decode_owl() -> tuple[Hypothesis, ...]:
    """Decode "the owl" after a change of the grammar in the middle of another utterance."""
    model = load_recogniser_model()
    decoder = VoskDecoder(model, Vocabulary(model), {"yes": 1, "no": 1})
    decoder.feed(OWL)
    decoder.expect(PHRASES)
    decoder.begin()
    decoder.feed(OWL)
    return decoder.finish()


def test_decoder_hears_a_phrase_of_its_new_grammar() -> None:
    assert decode_owl()[0].text == "the owl"


@pytest.mark.usefixtures("_old_library")
def test_library_that_cannot_change_grammars_hears_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    with_old_library = decode_owl()
    monkeypatch.undo()
    with_new_library = decode_owl()
    assert [each.text for each in with_old_library] == [each.text for each in with_new_library]
    # Vosk's dither is random, so the scores are nearly but not quite the same
    assert with_old_library[0].score == pytest.approx(with_new_library[0].score, abs=0.5)


@pytest.mark.usefixtures("_old_library")
def test_recogniser_works_with_a_library_that_cannot_change_grammars() -> None:
    recogniser = load_recogniser()
    quiet = np.random.default_rng(1).normal(0, 20, round(START_S * 16_000)).astype(np.int16)
    for phrases in (["yes", "no"], [*PHRASES]):  # the second needs a new recogniser in every decoder
        recogniser.expect(PhraseIndex(phrases))
    audio = Pcm(np.concatenate([quiet, OWL, quiet]), 16_000)
    results = [result for block in split_into_blocks(audio) for result in recogniser.feed(block)]
    assert [(result.text, result.accepted) for result in results] == [("the owl", True)]
