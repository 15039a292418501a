"""The recogniser from audio to results: mostly with scripted decoders, once with the installed models."""

import numpy as np
import pytest

from narrator.speech.asr.audio_format import SAMPLE_RATE_HZ
from narrator.speech.asr.decision import Decider
from narrator.speech.asr.loading import load_recogniser
from narrator.speech.asr.phrase_index import PhraseIndex
from narrator.speech.asr.recogniser import Recogniser
from narrator.speech.asr.recording import split_into_blocks
from narrator.speech.asr.result import RecognitionResult, ResultReason
from narrator.speech.pcm import Pcm, Samples
from tests.speech.asr.fakes import ScriptedDecoder, burst, quiet

INDEX = PhraseIndex(["three", "four", "the owl", "the owl because", "i vote for three"])


def feed(recogniser: Recogniser, *pieces: Samples) -> list[RecognitionResult]:
    audio = Pcm(np.concatenate(pieces), SAMPLE_RATE_HZ)
    return [result for block in split_into_blocks(audio) for result in recogniser.feed(block)]


def scripted(*words: str) -> Recogniser:
    """Return a recogniser without a decider that hears these words."""
    recogniser = Recogniser(ScriptedDecoder(*words))
    recogniser.expect(INDEX)
    return recogniser


def scripted_with_decider(*words: str, dictation: str, score: float = 0.0) -> Recogniser:
    """Return a recogniser with a decider whose dictation hears one other word."""
    decider = Decider(ScriptedDecoder(dictation, score=score), ScriptedDecoder(*words))
    recogniser = Recogniser(ScriptedDecoder(*words), decider)
    recogniser.expect(INDEX)
    return recogniser


# --- when an utterance ends -------------------------------------------------------------------------


def test_phrase_that_cannot_continue_is_decided_at_once() -> None:
    (result,) = feed(scripted("three"), quiet(1), burst(), quiet(1))
    assert (result.text, result.accepted, result.reason) == ("three", True, ResultReason.PHRASE)
    assert result.end_of_speech_s == pytest.approx(1.4, abs=0.05)
    assert 0.1 < result.decided_s - result.end_of_speech_s < 0.25


def test_phrase_that_could_continue_is_decided_later() -> None:
    short = feed(scripted("three"), quiet(1), burst(), quiet(1))[0]
    longer = feed(scripted("the", "owl"), quiet(1), burst(), quiet(0.2), burst(), quiet(1))[0]
    assert longer.text == "the owl"
    assert longer.decided_s - longer.end_of_speech_s > short.decided_s - short.end_of_speech_s


@pytest.mark.point(23)
@pytest.mark.parametrize("pause", [0.3, 0.8, 1.2])
def test_pause_inside_a_phrase_does_not_cut_it(pause: float) -> None:
    recogniser = scripted("i", "vote", "for", "three")
    results = feed(recogniser, quiet(1), *([burst(0.3), quiet(pause)] * 4), quiet(1))
    assert [result.text for result in results] == ["i vote for three"]


@pytest.mark.parametrize("hum_s", [0.5, 0.8, 2.0])
def test_short_answer_after_a_hum_is_accepted(hum_s: float) -> None:
    results = feed(scripted("three"), quiet(1), burst(hum_s) // 8, burst(0.25), quiet(1))
    assert [(result.text, result.accepted) for result in results] == [("three", True)]


def test_unfinished_phrase_is_refused_after_a_long_wait() -> None:
    (result,) = feed(scripted("i"), quiet(1), burst(), quiet(2))
    assert (result.accepted, result.reason) == (False, ResultReason.UNFINISHED)
    assert result.decided_s - result.end_of_speech_s > 1.3


def test_recording_that_ends_with_the_last_word_is_decided() -> None:
    recogniser = scripted("three")
    assert feed(recogniser, burst()) == []
    assert [result.text for result in recogniser.flush()] == ["three"]


def test_uncertain_phrase_does_not_cut_the_speaker_off() -> None:
    recogniser = scripted_with_decider("three", "four", dictation="tree", score=6.0)
    (result,) = feed(recogniser, quiet(2), burst(), quiet(0.9), burst(), quiet(2))
    assert result.text == "three four"


def test_decision_covers_the_words_after_a_short_gap() -> None:
    recogniser = scripted_with_decider("the", "owl", "because", dictation="the")
    (result,) = feed(recogniser, quiet(1), *([burst(0.3), quiet(0.1)] * 3), quiet(1))
    assert result.text == "the owl because"


# --- what is accepted -------------------------------------------------------------------------------


def test_utterance_is_accepted_only_if_all_of_it_is_a_phrase() -> None:
    (result,) = feed(scripted("three", "[unk]"), quiet(1), burst(), quiet(0.05), burst(), quiet(2))
    assert not result.accepted
    assert result.reason is ResultReason.NO_PHRASE


def test_one_word_right_after_an_answer_is_the_end_of_it() -> None:
    after = feed(scripted("three"), quiet(1), burst(), quiet(0.4), burst(0.2), quiet(1))
    later = feed(scripted("three"), quiet(1), burst(), quiet(1), burst(0.2), quiet(1))
    owl = (burst(), quiet(0.1), burst())
    corrected = feed(scripted("the", "owl"), quiet(1), *owl, quiet(0.6), *owl, quiet(1))
    assert [result.text for result in after] == ["three", ""]
    assert [result.text for result in later] == ["three", "three"]
    assert [result.text for result in corrected] == ["the owl", "the owl"]


def test_answer_right_after_the_narrators_voice_is_accepted() -> None:
    recogniser = scripted("three")
    (narrator,) = feed(recogniser, quiet(1), burst(), quiet(0.4))
    assert narrator.accepted
    recogniser.forget_last_speaker()
    assert [result.text for result in feed(recogniser, burst(), quiet(1))] == ["three"]


def test_silence_gives_no_result() -> None:
    assert feed(scripted("three"), quiet(5)) == []


def test_phrases_change_between_utterances_only() -> None:
    decoder = ScriptedDecoder("three")
    recogniser = Recogniser(decoder)
    recogniser.expect(INDEX)
    feed(recogniser, quiet(1), burst())
    assert recogniser.is_hearing
    other = PhraseIndex(["yes", "no"])
    recogniser.expect(other)
    assert decoder.expected == [INDEX.phrase_counts]
    assert feed(recogniser, quiet(1))[0].text == "three"
    assert decoder.expected == [INDEX.phrase_counts, other.phrase_counts]


def test_uncertain_phrase_is_not_accepted() -> None:
    recogniser = scripted_with_decider("three", dictation="tree", score=6.0)
    (result,) = feed(recogniser, quiet(1), burst(), quiet(2))
    assert (result.accepted, result.reason, result.candidates) == (False, ResultReason.NOT_SURE, ("three",))


def test_free_speech_is_returned_with_its_recording() -> None:
    recogniser = Recogniser(ScriptedDecoder("[unk]"), dictation=ScriptedDecoder("once", "upon"))
    recogniser.expect(INDEX, free_speech=True)
    (result,) = feed(recogniser, quiet(1), burst(), quiet(0.8), burst(), quiet(2))
    assert (result.text, result.reason) == ("once upon", ResultReason.FREE)
    assert result.audio is not None
    assert result.audio.seconds > 1.6


# --- background talk --------------------------------------------------------------------------------


def chatter(seconds: float, seed: int = 3) -> Samples:
    """People who talk among themselves: it comes and goes, and is never silent."""
    random = np.random.default_rng(seed)
    amplitude = np.repeat(random.uniform(150, 500, round(seconds * 8)), SAMPLE_RATE_HZ // 8)
    return (random.normal(0, 1, len(amplitude)) * amplitude).astype(np.int16)


def test_continuous_talk_is_not_accepted() -> None:
    recogniser = scripted_with_decider("three", dictation="three")
    assert not [result for result in feed(recogniser, chatter(12)) if result.accepted]


def test_voice_above_continuous_talk_is_accepted() -> None:
    recogniser = scripted_with_decider("three", dictation="three")
    accepted = [result for result in feed(recogniser, chatter(4), burst(), chatter(3, 4)) if result.accepted]
    assert [result.text for result in accepted] == ["three"]
    assert accepted[0].decided_s < 5.2


# --- the installed models ---------------------------------------------------------------------------


def test_spoken_vote_is_recognised() -> None:
    from tests.support.synthetic_speech import SyntheticSpeaker, place_in_room  # noqa: PLC0415 - only where hibari is

    recogniser = load_recogniser()
    recogniser.expect(PhraseIndex(["three", "seven", "i vote for symbol three", "i vote for symbol seven"]))
    results = feed(recogniser, place_in_room(SyntheticSpeaker("man", 0.82, 150).say("i vote for symbol seven")))
    assert [result.text for result in results if result.accepted] == ["i vote for symbol seven"]
