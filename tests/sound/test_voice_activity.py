"""Free words are recorded from the first sound to the end of the thought, and not a table that is knocked on."""

import numpy as np
import pytest

from narrator.sound.pcm import Pcm
from narrator.sound.voice_activity import FreeWords, VoiceActivity
from tests.sound.test_pcm import hiss, tone

QUIET = -65.0


def spoken(seconds: float, loud: float = 0.15) -> Pcm:
    """Something like a voice: syllables, four in a second."""
    carrier = tone(220, seconds, loud=loud).samples * np.abs(
        np.sin(2 * np.pi * 2 * np.arange(round(seconds * 16_000)) / 16_000)
    )
    return Pcm.of(carrier / 32768, 16_000)


def in_a_room(*pieces: Pcm, level: float = QUIET) -> Pcm:
    together = Pcm.joined(pieces)
    return Pcm.of((together.samples + hiss(together.seconds, level).samples.astype(float)) / 32768, 16_000)


def pause(seconds: float) -> Pcm:
    return Pcm.silence(seconds, 16_000)


def record(sound: Pcm, words: FreeWords | None = None) -> tuple[FreeWords, float]:
    """Feed it frame by frame; when it was over."""
    words = words or FreeWords()
    for start in range(0, len(sound.samples) - 319, 320):
        if words.feed(sound.samples[start : start + 320]):
            return words, (start + 320) / 16_000
    return words, sound.seconds


def test_it_waits_for_the_first_word_however_long_that_takes() -> None:
    words, _ = record(in_a_room(pause(30)))
    assert not words.begun
    assert words.clip is None
    assert words.whole.seconds <= 0.42, "silence is not kept"


def test_it_ends_when_the_speaker_has_finished_and_keeps_all_of_it() -> None:
    words, end = record(in_a_room(pause(2), spoken(1.5), pause(4)))
    assert words.over
    assert end == pytest.approx(2 + 1.5 + 1.6 + 0.2, abs=0.3)
    assert words.clip is not None
    assert words.clip.seconds == pytest.approx(1.5 + 0.3, abs=0.15)


def test_a_pause_to_think_does_not_end_it() -> None:
    words, _ = record(in_a_room(pause(1), spoken(1), pause(1.2), spoken(1), pause(4)))
    assert words.clip is not None
    assert words.clip.seconds > 3


def test_shy_and_bold_clips_are_equally_loud() -> None:
    for loud in (0.02, 0.8):
        words, _ = record(in_a_room(pause(1), spoken(1.5, loud), pause(3)))
        assert words.clip is not None
        assert words.clip.voice_level == pytest.approx(-20, abs=1)


def test_a_knock_on_the_table_is_no_voice() -> None:
    knock = Pcm.of(np.where(np.arange(640) < 400, 0.7, 0.0), 16_000)
    words, _ = record(in_a_room(pause(1), knock, pause(1)))
    assert not words.begun


def test_a_fan_that_is_switched_on_is_not_a_voice_for_ever() -> None:
    activity = VoiceActivity()
    sound = Pcm.joined([hiss(2, QUIET), hiss(10, -35)])
    said = [activity.feed(sound.samples[n : n + 320]) for n in range(0, len(sound.samples), 320)]
    assert any(said)
    assert not any(said[-200:])


def test_a_voice_is_heard_above_a_fan() -> None:
    words, end = record(in_a_room(pause(6), spoken(2), pause(4), level=-45))
    assert words.over
    assert 9 < end < 10.5


def test_a_radio_cannot_fill_the_disk() -> None:
    words, end = record(in_a_room(spoken(20)), FreeWords(longest=5))
    assert words.over
    assert end == pytest.approx(5, abs=0.5)
