"""The microphone with real streams on virtual devices, also unplugged and plugged in again.

Each library notices in its own way that a microphone is gone, so that is shown on every route. It is recorded there as
well; the rest is our own code and is shown on one route.
"""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from queue import Empty

import numpy as np
import pytest

from narrator.speech.devices import capture as capture_module
from narrator.speech.devices.capture import Capture
from narrator.speech.pcm import Pcm
from tests.support.virtual_audio import ROOM, AudioRoute, VirtualAudio, strongest_frequency, whistle

on_one_route = pytest.mark.parametrize("audio_of_session", [AudioRoute.PORTAUDIO], indirect=True, scope="session")


@contextmanager
def recording(reports: list[str]) -> Iterator[Capture]:
    capture = Capture(reports.append, ROOM)
    capture.start()
    try:
        yield capture
    finally:
        capture.close()


def take_all(capture: Capture) -> Pcm:
    """Return all recorded frames."""
    frames = [np.zeros(0, dtype=np.int16)]
    with suppress(Empty):
        while True:
            frames.append(capture.frames.get_nowait())
    return Pcm(np.concatenate(frames), capture_module.CAPTURE_RATE)


def wait_until(condition: Callable[[], bool], seconds: float = 15) -> float:
    started = time.monotonic()
    while not condition():
        assert time.monotonic() - started < seconds, "it took too long"
        time.sleep(0.02)
    return time.monotonic() - started


def play_and_record(audio: VirtualAudio, capture: Capture, frequency: float) -> Pcm:
    wait_until(lambda: not capture.frames.empty())
    take_all(capture)
    audio.play(whistle(frequency, 1.0))
    time.sleep(0.3)
    return take_all(capture).trimmed(0, 0)


@on_one_route
def test_sound_in_the_room_is_recorded(audio: VirtualAudio) -> None:
    reports: list[str] = []
    with recording(reports) as capture:
        recorded = play_and_record(audio, capture, 1000)
    assert recorded.seconds == pytest.approx(1.0, abs=0.1)
    assert strongest_frequency(recorded) == pytest.approx(1000, abs=5)
    assert capture.overflows == 0
    assert reports == []


@on_one_route
def test_every_frame_has_20_ms(audio: VirtualAudio) -> None:
    with recording([]) as capture:
        first = capture.frames.get(timeout=10)
        began = time.monotonic()
        lengths = {len(capture.frames.get(timeout=5)) for _ in range(100)}
    assert len(first) == 320
    assert lengths == {320}
    assert time.monotonic() - began == pytest.approx(2.0, abs=0.4)


def test_unplugged_microphone_is_reported_and_works_again_when_back(audio: VirtualAudio) -> None:
    reports: list[str] = []
    with recording(reports) as capture:
        assert strongest_frequency(play_and_record(audio, capture, 600)) == pytest.approx(600, abs=5)
        audio.unplug(ROOM)
        gone = wait_until(lambda: reports == [capture_module.MICROPHONE_GONE])
        take_all(capture)
        time.sleep(1.5)
        assert reports == [capture_module.MICROPHONE_GONE], "it is reported once"
        assert capture.frames.empty()
        audio.plug(ROOM)
        back = wait_until(lambda: reports == [capture_module.MICROPHONE_GONE, capture_module.MICROPHONE_BACK])
        assert strongest_frequency(play_and_record(audio, capture, 800)) == pytest.approx(800, abs=5)
    print(f"\nmicrophone gone: reported after {gone:.2f} s; plugged in again: listening after {back:.2f} s")


@on_one_route
def test_missing_microphone_is_reported_and_used_when_plugged_in(audio: VirtualAudio) -> None:
    reports: list[str] = []
    audio.unplug(ROOM)
    with recording(reports) as capture:
        wait_until(lambda: reports == [capture_module.NO_MICROPHONE])
        time.sleep(2)
        assert reports == [capture_module.NO_MICROPHONE]
        audio.plug(ROOM)
        wait_until(lambda: reports == [capture_module.NO_MICROPHONE, capture_module.MICROPHONE_FOUND])
        assert strongest_frequency(play_and_record(audio, capture, 700)) == pytest.approx(700, abs=5)


@on_one_route
def test_close_is_quick_without_a_microphone(audio: VirtualAudio) -> None:
    audio.unplug(ROOM)
    reports: list[str] = []
    with recording(reports):
        wait_until(lambda: bool(reports))
        began = time.monotonic()
    assert time.monotonic() - began < 2
