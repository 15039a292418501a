"""Measurements of a room from a recording: synthetic voices near and far, in noise and through a telephone."""

import numpy as np
import pytest

from narrator.apps.demo.guest_voices import GuestVoice
from narrator.speech.asr.audio_format import SAMPLE_RATE_HZ
from narrator.speech.asr.room_monitor import measure_recording
from narrator.speech.pcm import Pcm, Samples, to_int16
from narrator.speech.room import RoomTrouble, delay_between

RANDOM = np.random.default_rng(1)


def say(words: str = "number three") -> Samples:
    speech = GuestVoice(1.1, 150).say(words).resampled(SAMPLE_RATE_HZ)
    return speech.trimmed(0, 0).normalised(-22).samples


def in_room(voice: Samples, noise_db: float, voice_db: float = -22.0) -> Pcm:
    """Return six seconds of a room with the voice in the middle."""
    room = RANDOM.normal(0, 32768 * 10 ** (noise_db / 20), 6 * SAMPLE_RATE_HZ)
    start = 3 * SAMPLE_RATE_HZ
    room[start : start + len(voice)] += voice * 10 ** ((voice_db + 22) / 20)
    return Pcm(to_int16(room), SAMPLE_RATE_HZ)


def by_telephone(sound: Pcm) -> Pcm:
    return sound.resampled(8_000).resampled(SAMPLE_RATE_HZ)


@pytest.mark.parametrize(
    ("recording", "trouble"),
    [
        (in_room(say(), -65), None),
        (in_room(say(), -30), RoomTrouble.LOUD),
        (in_room(say(), -75, -52), RoomTrouble.FAR),
        (by_telephone(in_room(say(), -65)), RoomTrouble.NARROW),
        (in_room(to_int16(say() * 30.0), -65), RoomTrouble.CLIPPED),
    ],
)
def test_problem_of_the_room_is_found(recording: Pcm, trouble: RoomTrouble | None) -> None:
    assert measure_recording(recording).trouble is trouble, measure_recording(recording)


def test_delay_between_speaker_and_microphone_is_measured() -> None:
    played = Pcm(say("If you can hear this, I can read you a story."), SAMPLE_RATE_HZ)
    recording = in_room(to_int16(played.samples * 0.3), -60)
    assert delay_between(played, recording) == pytest.approx(3.0, abs=0.01)
    noise = Pcm(to_int16(RANDOM.normal(0, 100, 4 * SAMPLE_RATE_HZ)), SAMPLE_RATE_HZ)
    assert delay_between(played, noise) is None
