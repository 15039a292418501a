"""Decisions with the second recogniser, and recognition without it."""

from collections.abc import Mapping, Sequence
from pathlib import Path

import pytest

from narrator.speech.asr import phrase_scorer
from narrator.speech.asr.decision import Decider, Decision
from narrator.speech.asr.decoder import Hypothesis
from narrator.speech.asr.phrase_index import PhraseIndex
from narrator.speech.asr.phrase_scorer import load_moonshine
from narrator.speech.models.model import MOONSHINE, find_model
from narrator.speech.networks.moonshine import Moonshine
from narrator.speech.pcm import Samples
from tests.speech.asr.fakes import FixedDecoder, burst
from tests.speech.models.copies import copy_model, flip_bit


def test_installed_moonshine_is_loaded() -> None:
    assert isinstance(load_moonshine(), Moonshine), "make test installs Moonshine"


def test_missing_moonshine_is_not_needed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(phrase_scorer, "find_model", lambda model: None)
    assert load_moonshine() is None


def test_damaged_moonshine_is_not_used(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    model = copy_model(MOONSHINE, tmp_path)
    flip_bit(model / "tokenizer.bin")
    monkeypatch.setenv("VOSK_MODEL_PATH", str(tmp_path))
    assert find_model(MOONSHINE) == model
    assert load_moonshine() is None
    assert "tokenizer.bin" in caplog.text
    assert "narrator setup" in caplog.text


class FixedScorer:
    """Returns these log-likelihoods, and -20 for all other phrases."""

    def __init__(self, likelihoods: Mapping[str, float]) -> None:
        self._likelihoods = likelihoods
        self.scored: list[str] = []

    def likelihoods(self, samples: Samples, phrases: Sequence[str]) -> list[float]:
        self.scored += phrases
        return [self._likelihoods.get(phrase, -20.0) for phrase in phrases]


INDEX = PhraseIndex(
    ["three", "six", "owl", "stop", "bye", "i vote for three"],
    evidence={"three": 0, "six": 0, "owl": 0, "i vote for three": 0, "stop": 2, "bye": 3},
)


def test_second_recogniser_can_be_switched_off(monkeypatch: pytest.MonkeyPatch) -> None:
    assert load_moonshine() is not None
    monkeypatch.setenv("NARRATOR_SECOND_RECOGNISER", "off")
    assert load_moonshine() is None


def decide(vosk: Hypothesis, dictation: Hypothesis, likelihoods: Mapping[str, float]) -> tuple[Decision, FixedScorer]:
    scorer = FixedScorer(likelihoods)
    decider = Decider(FixedDecoder([dictation]), FixedDecoder(), FixedDecoder([vosk]), scorer=scorer)
    return decider.decide([vosk], burst(), INDEX), scorer


def test_dictated_answers_and_long_phrases_are_not_scored() -> None:
    for said in (Hypothesis("three", 90.0), Hypothesis("i vote for three", 90.0)):
        decision, scorer = decide(said, said, {})
        assert decision == Decision(said.text, is_phrase=True)
        assert not scorer.scored


def test_long_phrase_is_accepted_in_noise() -> None:
    hypotheses = [Hypothesis("vote owl for six three", 92.0), Hypothesis("i vote for three", 90.0)]
    dictation = FixedDecoder([Hypothesis("i wrote for tea", 91.0)])
    decider = Decider(dictation, FixedDecoder(), scorer=FixedScorer({}))
    decision = decider.decide(hypotheses, burst(), INDEX, is_noisy=True)
    assert decision == Decision("i vote for three", is_phrase=True)


def test_phrase_with_a_low_likelihood_is_asked_about_or_refused() -> None:
    owl, dictation = Hypothesis("owl", 90.0), Hypothesis("up", 91.0)
    assert decide(owl, dictation, {"owl": -11.0})[0].candidates == ("owl",)
    assert not decide(owl, dictation, {"owl": -14.0})[0].is_phrase


def test_unlikely_answer_is_asked_about_right_after_the_question() -> None:
    owl, dictation = Hypothesis("owl", 90.0), Hypothesis("up", 91.0)
    decider = Decider(
        FixedDecoder([dictation]), FixedDecoder(), FixedDecoder([owl]), scorer=FixedScorer({"owl": -14.0})
    )
    assert decider.decide([owl], burst(), INDEX, is_awaited=True).candidates == ("owl",)


def test_command_that_sounds_like_an_answer_is_asked_about() -> None:
    index = PhraseIndex(["elk", "owl", "help"], evidence={"elk": 0, "owl": 0, "help": 1})
    said = Hypothesis("help", 90.0)
    scorer = FixedScorer({"help": -0.2, "elk": -6.0})
    decider = Decider(FixedDecoder([said]), FixedDecoder(), FixedDecoder([said]), scorer=scorer)
    assert decider.decide([said], burst(), index).candidates == ("help", "elk")


def test_high_likelihood_outweighs_a_better_dictation() -> None:
    decision, _ = decide(Hypothesis("three", 90.0), Hypothesis("sorry", 95.0), {"three": -0.5})
    assert decision == Decision("three", is_phrase=True)


def test_answer_that_vosk_did_not_find_is_scored() -> None:
    decision, _ = decide(Hypothesis("owl", 90.0), Hypothesis("rick", 89.0), {"six": -0.4})
    assert decision == Decision("six", is_phrase=True)


def test_disagreeing_recognisers_lead_to_a_question() -> None:
    decision, _ = decide(Hypothesis("three", 90.0), Hypothesis("tree", 91.0), {"three": -7.0, "six": -0.5})
    assert decision.candidates == ("six", "three")


def test_one_word_start_of_a_phrase_may_be_a_whole_answer() -> None:
    decider = Decider(
        FixedDecoder([Hypothesis("my", 90.0)]),
        FixedDecoder(),
        FixedDecoder([Hypothesis("my", 90.0), Hypothesis("nine", 88.0)]),
        scorer=FixedScorer({"my": -1.0, "nine": -2.0}),
    )
    index = PhraseIndex(["nine", "six", "my vote goes to nine"])
    decision = decider.decide([Hypothesis("my", 90.0)], burst(), index)
    assert decision == Decision("my", if_final=Decision("nine", is_phrase=True))


def test_one_word_command_is_scored_even_if_it_was_dictated() -> None:
    stop = Hypothesis("stop", 90.0)
    assert decide(stop, stop, {"stop": -0.5})[0] == Decision("stop", is_phrase=True)
    assert decide(stop, stop, {"six": -0.1})[0].text == "six"
    bye = Hypothesis("bye", 90.0)
    assert decide(bye, bye, {"bye": -0.1})[0].candidates == ("bye",)
