"""The real ear, with synthetic voices: answers over the narrator's own voice."""

from collections.abc import Callable
from queue import Empty, SimpleQueue

import numpy as np

from narrator.apps.demo.guest_voices import espeak
from narrator.language.understanding.expectation import Expectation
from narrator.speech.asr.vosk import VoskEar
from narrator.speech.echo.aligned_canceller import AlignedEchoCanceller, SpeechOrigin
from narrator.speech.pcm import Pcm, Samples, to_int16
from narrator.speech.ports import Inbox, InputEnded, InputEvent, UtteranceHeard

RATE, SPEAKER, FRAME = 16_000, 22_050, 320
READ = "On the table there are six cards. One is a boat in the clouds. Two is a door in a tree. Three is a key. "
DIGITS = Expectation.of_phrases(["one", "two", "three", "four", "five", "six", "stop", "repeat"])
LUCK = np.random.default_rng(1)


def said(words: str, voice: str, rate: int = RATE) -> Samples:
    return espeak().say(words, voice, 150, 50).resampled(rate).normalised(-22).samples


def heard_of(frames: list[Samples], whose: Callable[[float, float], SpeechOrigin] | None = None) -> list[InputEvent]:
    inbox: Inbox = SimpleQueue()
    ear = VoskEar(frames, whose=whose)
    ear.expect(DIGITS)
    ear.listen(inbox)
    happened: list[InputEvent] = []
    while not happened or not isinstance(happened[-1], InputEnded):
        try:
            happened.append(inbox.get(timeout=120))
        except Empty:
            raise AssertionError("the ear does not come to an end") from None
    return happened


def through_the_room(answer: Samples | None) -> list[InputEvent]:
    """The narrator reads for fourteen seconds; it comes back as loud as the answer."""
    played = np.resize(said(READ * 2, "en-us+m3", SPEAKER), 14 * SPEAKER)
    echo = Pcm(played, SPEAKER).resampled(RATE).samples.astype(np.float64)
    microphone = np.concatenate([np.zeros(1280), echo]) + np.concatenate([np.zeros(1600), 0.4 * echo[:-320]])
    microphone += LUCK.normal(0, 8, len(microphone))
    if answer is not None:
        microphone[10 * RATE : 10 * RATE + len(answer)] += answer
    canceller, given, frames = AlignedEchoCanceller(), 0, []
    for at in range(0, 13 * RATE, FRAME):
        while given < (at + 2 * FRAME) * SPEAKER / RATE:
            canceller.add_playback(Pcm(played[given : given + 220], SPEAKER))
            given += 220
        frames.append(canceller.clean_frame(to_int16(microphone[at : at + FRAME])))
    return heard_of(frames, canceller.origin_of)


def test_an_answer_over_its_own_voice_is_heard_and_nothing_else() -> None:
    happened = through_the_room(said("five", "en-gb-x-rp+m5"))
    assert [each.text for each in happened if isinstance(each, UtteranceHeard)] == ["five"]


def test_its_own_voice_is_no_answer() -> None:
    assert [each for each in through_the_room(None) if isinstance(each, UtteranceHeard)] == []
