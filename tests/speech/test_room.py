"""What a recording tells about the room: synthetic voices, near and far, in noise and through a telephone."""

import numpy as np
import pytest

from narrator.apps.demo.guest_voices import espeak
from narrator.speech.asr.room_monitor import measure_recording
from narrator.speech.pcm import Pcm, Samples, to_int16
from narrator.speech.room import RoomTrouble, delay_between

RATE = 16_000
LUCK = np.random.default_rng(1)


def voice(words: str = "number three", name: str = "en-us+f2") -> Samples:
    said = espeak().say(words, name, 150, 55).resampled(RATE)
    return said.trimmed(0, 0).normalised(-22).samples


def in_a_room(said: Samples, noise: float, level: float = -22.0) -> Pcm:
    """Six seconds, the voice in the middle; both in decibels."""
    room = LUCK.normal(0, 32768 * 10 ** (noise / 20), 6 * RATE)
    room[3 * RATE : 3 * RATE + len(said)] += said * 10 ** ((level + 22) / 20)
    return Pcm(to_int16(room), RATE)


def telephoned(sound: Pcm) -> Pcm:
    return sound.resampled(8_000).resampled(RATE)


@pytest.mark.parametrize(
    ("heard", "trouble"),
    [
        (in_a_room(voice(), -65), None),
        (in_a_room(voice(), -30), RoomTrouble.LOUD),
        (in_a_room(voice(), -75, -52), RoomTrouble.FAR),
        (telephoned(in_a_room(voice(), -65)), RoomTrouble.NARROW),
        (in_a_room(to_int16(voice() * 30.0), -65), RoomTrouble.CLIPPED),
    ],
)
def test_problem_of_the_room_is_found(heard: Pcm, trouble: RoomTrouble | None) -> None:
    assert measure_recording(heard).trouble is trouble, measure_recording(heard)


def test_the_way_from_the_speaker_to_the_microphone_takes_time() -> None:
    played = Pcm(voice("If you can hear this, I can read you a story."), RATE)
    heard = in_a_room(to_int16(played.samples * 0.3), -60)
    assert delay_between(played, heard) == pytest.approx(3.0, abs=0.01)
    assert delay_between(played, Pcm(to_int16(LUCK.normal(0, 100, 4 * RATE)), RATE)) is None
