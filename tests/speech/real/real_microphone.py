"""The microphone, through the true PortAudio: what is said in the room arrives, and pulling the plug stops nothing."""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from queue import Empty

import numpy as np
import pytest

from narrator.speech.devices import capture
from narrator.speech.devices.capture import Capture
from narrator.speech.pcm import Pcm
from tests.support.pulse_house import ROOM, House, pitch_of, tone


@contextmanager
def listening(told: list[str]) -> Iterator[Capture]:
    ear = Capture(told.append, ROOM)
    ear.start()
    try:
        yield ear
    finally:
        ear.close()


def taken(ear: Capture) -> Pcm:
    """All that was heard so far."""
    frames = [np.zeros(0, dtype=np.int16)]
    with suppress(Empty):
        while True:
            frames.append(ear.frames.get_nowait())
    return Pcm(np.concatenate(frames), capture.CAPTURE_RATE)


def wait_until(true: Callable[[], bool], seconds: float = 15) -> float:
    began = time.monotonic()
    while not true():
        assert time.monotonic() - began < seconds, "it took too long"
        time.sleep(0.02)
    return time.monotonic() - began


def say_and_hear(house: House, ear: Capture, pitch: float) -> Pcm:
    wait_until(lambda: not ear.frames.empty())
    taken(ear)
    house.say(tone(pitch, 1.0))
    time.sleep(0.3)
    return taken(ear).trimmed(0, 0)


def test_what_is_said_in_the_room_arrives(house: House) -> None:
    told: list[str] = []
    with listening(told) as ear:
        heard = say_and_hear(house, ear, 1000)
    assert heard.seconds == pytest.approx(1.0, abs=0.1)
    assert pitch_of(heard) == pytest.approx(1000, abs=5)
    assert ear.overflows == 0
    assert told == []


def test_every_frame_is_twenty_milliseconds(house: House) -> None:
    with listening([]) as ear:
        first = ear.frames.get(timeout=10)
        began = time.monotonic()
        lengths = {len(ear.frames.get(timeout=5)) for _ in range(100)}
    assert len(first) == 320
    assert lengths == {320}
    assert time.monotonic() - began == pytest.approx(2.0, abs=0.4)


def test_an_unplugged_microphone_is_told_and_goes_on_when_it_is_back(house: House) -> None:
    told: list[str] = []
    with listening(told) as ear:
        assert pitch_of(say_and_hear(house, ear, 600)) == pytest.approx(600, abs=5)
        house.unplug(ROOM)
        gone = wait_until(lambda: told == [capture.MICROPHONE_GONE])
        taken(ear)
        time.sleep(1.5)
        assert told == [capture.MICROPHONE_GONE], "it is told once"
        assert ear.frames.empty()
        house.plug(ROOM)
        back = wait_until(lambda: told == [capture.MICROPHONE_GONE, capture.MICROPHONE_BACK])
        assert pitch_of(say_and_hear(house, ear, 800)) == pytest.approx(800, abs=5)
    print(f"\nmicrophone gone: told after {gone:.2f} s; plugged in again: listening after {back:.2f} s")


def test_a_microphone_that_never_was_is_told_once_and_used_when_it_comes(house: House) -> None:
    told: list[str] = []
    house.unplug(ROOM)
    with listening(told) as ear:
        wait_until(lambda: told == [capture.NO_MICROPHONE])
        time.sleep(2)
        assert told == [capture.NO_MICROPHONE]
        house.plug(ROOM)
        wait_until(lambda: told == [capture.NO_MICROPHONE, capture.MICROPHONE_FOUND])
        assert pitch_of(say_and_hear(house, ear, 700)) == pytest.approx(700, abs=5)


def test_it_closes_at_once_even_without_a_microphone(house: House) -> None:
    house.unplug(ROOM)
    told: list[str] = []
    with listening(told):
        wait_until(lambda: bool(told))
        began = time.monotonic()
    assert time.monotonic() - began < 2
