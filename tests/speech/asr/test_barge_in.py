"""Answers over the narrator's own voice: echo cancellation and recognition together, with synthetic voices."""

from collections.abc import Callable
from queue import Empty, SimpleQueue

import numpy as np

from narrator.apps.demo.guest_voices import GuestVoice
from narrator.language.understanding.expectation import Expectation
from narrator.speech.asr.audio_format import SAMPLE_RATE_HZ
from narrator.speech.asr.speech_input import SpeechInput
from narrator.speech.echo.aligned_canceller import AlignedEchoCanceller, SpeechOrigin
from narrator.speech.pcm import Pcm, Samples, to_int16
from narrator.speech.ports import Inbox, InputEnded, InputEvent, UtteranceHeard

PLAYBACK_RATE_HZ, BLOCK_SAMPLES = 22_050, 320
NARRATION = "On the table there are six cards. One is a boat in the clouds. Two is a door in a tree. Three is a key. "
DIGITS = Expectation.of_phrases(["one", "two", "three", "four", "five", "six", "stop", "repeat"])
RANDOM = np.random.default_rng(1)


def say(words: str, pitch: float, rate: int = SAMPLE_RATE_HZ) -> Samples:
    return GuestVoice(pitch, 150).say(words).resampled(rate).normalised(-22).samples


def recognise(
    blocks: list[Samples], origin_of: Callable[[float, float], SpeechOrigin] | None = None
) -> list[InputEvent]:
    """Return the events of speech input for these blocks."""
    inbox: Inbox = SimpleQueue()
    source = SpeechInput(blocks, origin_of=origin_of)
    source.expect(DIGITS)
    source.listen(inbox)
    events: list[InputEvent] = []
    while not events or not isinstance(events[-1], InputEnded):
        try:
            events.append(inbox.get(timeout=120))
        except Empty:
            raise AssertionError("speech input does not end") from None
    return events


def recognise_during_narration(answer: Samples | None) -> list[InputEvent]:
    """Return the events while the narrator reads for 14 s and its echo is as loud as the answer."""
    played = np.resize(say(NARRATION * 2, 1.0, PLAYBACK_RATE_HZ), 14 * PLAYBACK_RATE_HZ)
    echo = Pcm(played, PLAYBACK_RATE_HZ).resampled(SAMPLE_RATE_HZ).samples.astype(np.float64)
    microphone = np.concatenate([np.zeros(1280), echo]) + np.concatenate([np.zeros(1600), 0.4 * echo[:-320]])
    microphone += RANDOM.normal(0, 8, len(microphone))
    if answer is not None:
        microphone[10 * SAMPLE_RATE_HZ : 10 * SAMPLE_RATE_HZ + len(answer)] += answer
    canceller, played_samples, blocks = AlignedEchoCanceller(), 0, []
    for start in range(0, 13 * SAMPLE_RATE_HZ, BLOCK_SAMPLES):
        while played_samples < (start + 2 * BLOCK_SAMPLES) * PLAYBACK_RATE_HZ / SAMPLE_RATE_HZ:
            canceller.add_playback(Pcm(played[played_samples : played_samples + 220], PLAYBACK_RATE_HZ))
            played_samples += 220
        blocks.append(canceller.clean_frame(to_int16(microphone[start : start + BLOCK_SAMPLES])))
    return recognise(blocks, canceller.origin_of)


def test_answer_during_narration_is_heard() -> None:
    events = recognise_during_narration(say("five", 0.82))
    assert [event.text for event in events if isinstance(event, UtteranceHeard)] == ["five"]


def test_narration_is_not_heard_as_an_answer() -> None:
    assert [event for event in recognise_during_narration(None) if isinstance(event, UtteranceHeard)] == []
