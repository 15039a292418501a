"""Speech input in its thread, with the installed models: events, failures and recovery."""

from collections.abc import Iterator
from queue import SimpleQueue

import numpy as np
import pytest

from narrator.language.understanding.expectation import Expectation
from narrator.speech.asr import speech_input
from narrator.speech.asr.audio_format import SAMPLE_RATE_HZ
from narrator.speech.asr.phrase_index import PhraseIndex
from narrator.speech.asr.recogniser import Recogniser
from narrator.speech.asr.recording import split_into_blocks
from narrator.speech.asr.speech_input import FAILED, GIVEN_UP, RECOVERED, RECOVERED_AFTER_S, SpeechInput
from narrator.speech.pcm import Pcm, Samples
from narrator.speech.ports import Inbox, InputEnded, InputEvent, TroubleReported, UtteranceHeard
from tests.speech.asr.fakes import burst, quiet


def run_to_end(source: SpeechInput) -> list[InputEvent]:
    """Start the input and return its events up to the end of the audio."""
    inbox: Inbox = SimpleQueue()
    source.listen(inbox)
    events: list[InputEvent] = []
    while not events or not isinstance(events[-1], InputEnded):
        events.append(inbox.get(timeout=120))
    return events


def reported_trouble(source: SpeechInput) -> list[str]:
    return [event.sentence for event in run_to_end(source) if isinstance(event, TroubleReported)]


def test_noise_is_not_heard_as_words_and_the_end_is_reported() -> None:
    source = SpeechInput(split_into_blocks(Pcm(np.concatenate([quiet(1), burst(), quiet(1)]), SAMPLE_RATE_HZ)))
    source.expect(Expectation.of_phrases(["three", "four"]))
    events = run_to_end(source)
    source.close()
    assert not [event for event in events if isinstance(event, UtteranceHeard) and event.text]


class FailingRoom:
    """Blocks of a quiet room that may fail in the middle. Can be iterated again after a failure."""

    def __init__(self, *failures: bool) -> None:
        self._failures = iter(failures)
        self.iterations = 0

    def __iter__(self) -> Iterator[Samples]:
        self.iterations += 1
        yield from split_into_blocks(Pcm(quiet(RECOVERED_AFTER_S + 0.5), SAMPLE_RATE_HZ))
        if next(self._failures):
            raise RuntimeError("the echo canceller failed")
        yield from split_into_blocks(Pcm(quiet(0.5), SAMPLE_RATE_HZ))


def test_failed_input_reports_it_and_expects_the_same_after_recovery(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(speech_input, "RETRY_PAUSES_S", (0.01,) * 5)
    expected: list[PhraseIndex] = []
    expect = Recogniser.expect

    def record(self: Recogniser, index: PhraseIndex, *, free_speech: bool, discard_current: bool) -> None:
        expected.append(index)
        expect(self, index, free_speech=free_speech, discard_current=discard_current)

    monkeypatch.setattr(Recogniser, "expect", record)
    room = FailingRoom(True, False)
    source = SpeechInput(room)
    source.expect(Expectation.of_phrases(["three", "four"]))
    assert reported_trouble(source) == [FAILED, RECOVERED]
    assert room.iterations == 2
    assert [index.phrases for index in expected] == [("three", "four")] * 2


def test_input_that_keeps_failing_gives_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(speech_input, "RETRY_PAUSES_S", (0.01,) * 2)
    room = FailingRoom(*[True] * 9)
    assert reported_trouble(SpeechInput(room)) == [FAILED, RECOVERED, FAILED, RECOVERED, GIVEN_UP]
    assert room.iterations == 3
