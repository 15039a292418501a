"""How much quiet ends an utterance."""

from narrator.speech.asr.endpointer import has_finished, silence_needed_s
from narrator.speech.asr.phrase_index import Completeness
from narrator.speech.asr.vad import Quiet


def test_unfinished_phrase_waits_longer_than_complete_one() -> None:
    complete, extendable, unfinished = (
        silence_needed_s(each) for each in (Completeness.COMPLETE, Completeness.EXTENDABLE, Completeness.UNFINISHED)
    )
    assert complete < extendable < unfinished
    assert complete <= 0.15
    assert unfinished >= 1.3


def test_silence_ends_an_utterance_sooner_than_a_lull() -> None:
    assert has_finished(Quiet(0.2, 0.2), Completeness.COMPLETE)
    assert not has_finished(Quiet(0.2, 0.2), Completeness.UNFINISHED)
    assert not has_finished(Quiet(0.0, 0.2), Completeness.COMPLETE)
    assert has_finished(Quiet(0.0, 0.5), Completeness.COMPLETE)
