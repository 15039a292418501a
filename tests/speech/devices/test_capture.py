"""The microphone that stops, overflows, comes back or never was. The stream is played by the test; see `real`."""

import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from queue import SimpleQueue
from threading import Event, Thread, current_thread
from typing import Any, ClassVar

import numpy as np
import pytest

from narrator.apps.commands import _audio_setup as senses
from narrator.speech.devices import capture
from narrator.speech.devices.backend import AudioCallback, AudioStream, AudioUnavailable
from narrator.speech.devices.capture import Capture, FrameBuffer
from narrator.speech.pcm import Samples

BLOCK = np.arange(320, dtype=np.int16) + 1
LONG = 60.0
"""Seconds: no machine is so busy that a thread waits as long for its turn."""


class Line:
    """A stream that does nothing by itself."""

    latency = 0.01

    def __init__(self) -> None:
        self.open = True

    def close(self) -> None:
        self.open = False


class Table:
    """Where the microphone stands, or not."""

    def __init__(self, plugged: bool = True) -> None:
        self.plugged = plugged
        self.told: list[str] = []
        self.lines: list[Line] = []
        self.opened = Event()
        self.deliver: AudioCallback = lambda block, lost: None

    def open(self, deliver: AudioCallback) -> tuple[AudioStream, int]:
        if not self.plugged:
            raise AudioUnavailable("There is no microphone here. Plug one in.")
        self.deliver = deliver
        self.lines.append(Line())
        deliver(BLOCK, False)
        self.opened.set()
        return self.lines[-1], capture.CAPTURE_RATE


@pytest.fixture(autouse=True)
def hurry(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(capture, "MICROPHONE_WAKE_UP_S", 0.0)
    monkeypatch.setattr("narrator.speech.devices.backend.refresh_devices", lambda: True)


@contextmanager
def listening(table: Table, patience: float = LONG) -> Iterator[Capture]:
    ear = Capture(table.told.append, open_stream=table.open, timeout_s=patience, retry_s=0.02)
    ear.start()
    try:
        assert not table.plugged or table.opened.wait(LONG)
        yield ear
    finally:
        ear.close()


def wait_until(true: Callable[[], bool]) -> None:
    deadline = time.monotonic() + LONG
    while not true():
        assert time.monotonic() < deadline
        time.sleep(0.005)


def test_blocks_become_frames() -> None:
    table = Table()
    with listening(table) as ear:
        assert (ear.frames.get(timeout=LONG) == BLOCK).all()
        table.deliver(BLOCK + 1, False)
        assert (ear.frames.get(timeout=LONG) == BLOCK + 1).all()
    assert not table.lines[-1].open, "the stream is given back"


def test_an_overflow_is_counted_and_nothing_else() -> None:
    table = Table()
    with listening(table) as ear:
        ear.frames.get(timeout=LONG)
        table.deliver(BLOCK, True)
        ear.frames.get(timeout=LONG)
        assert ear.overflows == 1
    assert table.told == []


def test_frames_that_nobody_takes_are_lost_from_the_oldest_on(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(capture, "MAX_QUEUED_FRAMES", 3)
    table = Table()
    with listening(table) as ear:
        wait_until(lambda: ear.frames.qsize() == 1)
        for number in range(2, 7):
            table.deliver(np.full(320, number, dtype=np.int16), False)
        wait_until(lambda: ear.overflows == 3)
        assert [int(ear.frames.get(timeout=LONG)[0]) for _ in range(3)] == [4, 5, 6]


def test_a_hiccup_is_mended_without_a_word() -> None:
    table = Table()
    with listening(table, patience=0.05) as ear:
        wait_until(lambda: ear.frames.qsize() >= 2)
        assert ear.reopened >= 1
    assert table.told == []


def test_gone_and_back_are_each_told_once() -> None:
    table = Table()
    with listening(table, patience=0.05) as ear:
        ear.frames.get(timeout=LONG)
        table.plugged = False
        wait_until(lambda: ear.reopened > 5)
        assert table.told == [capture.MICROPHONE_GONE]
        while not ear.frames.empty():
            ear.frames.get()
        table.plugged = True
        wait_until(lambda: table.told == [capture.MICROPHONE_GONE, capture.MICROPHONE_BACK])
        ear.frames.get(timeout=LONG)


def test_a_microphone_that_never_was_is_told_once() -> None:
    table = Table(plugged=False)
    with listening(table) as ear:
        wait_until(lambda: ear.reopened > 5)
        assert table.told == [capture.NO_MICROPHONE]
        table.plugged = True
        wait_until(lambda: table.told == [capture.NO_MICROPHONE, capture.MICROPHONE_FOUND])


def test_one_that_only_gives_zeros_is_taken_for_switched_off(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(capture, "DEAD_MICROPHONE_AFTER_S", 0.05)
    zeros = np.zeros(320, dtype=np.int16)
    table = Table()
    monkeypatch.setattr("tests.speech.devices.test_capture.BLOCK", zeros)
    with listening(table) as ear:
        for _ in range(10):
            table.deliver(zeros, False)
        wait_until(lambda: ear.frames.qsize() >= 10)
        assert table.told == [capture.MICROPHONE_SWITCHED_OFF]


def test_one_that_hisses_is_not(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(capture, "DEAD_MICROPHONE_AFTER_S", 0.05)
    table = Table()
    with listening(table) as ear:
        for _ in range(10):
            table.deliver(np.zeros(320, dtype=np.int16), False)
        wait_until(lambda: ear.frames.qsize() >= 10)
    assert table.told == []


def test_other_rates_and_lengths_become_ours() -> None:
    framing = FrameBuffer(48_000)
    frames: list[Samples] = []
    for _ in range(100):
        frames += framing.feed(np.zeros(480, dtype=np.int16))
    assert {len(frame) for frame in frames} == {320}
    assert len(frames) in (49, 50)


def test_whatever_a_driver_does_is_told_and_tried_again() -> None:
    class Odd(Table):
        attempts = 0

        def open(self, deliver: AudioCallback) -> tuple[AudioStream, int]:
            self.attempts += 1
            if self.attempts <= 3:
                raise RuntimeError("an error that nobody has thought of")
            return super().open(deliver)

    table = Odd()
    with listening(table) as ear:
        assert len(ear.frames.get(timeout=LONG)) == 320
    assert table.told == [capture.NO_MICROPHONE, capture.MICROPHONE_FOUND]


def test_it_listens_from_the_moment_on_that_somebody_takes_the_frames_and_never_after_the_end() -> None:
    table = Table()
    ear = Capture(table.told.append, open_stream=table.open, timeout_s=LONG)
    frames = iter(ear)
    assert not table.lines, "nothing was taken yet"
    assert (next(frames) == BLOCK).all()
    ear.close()
    late = Capture(table.told.append, open_stream=table.open, timeout_s=LONG)
    late.close()
    late.start()
    assert len(table.lines) == 1


def test_the_ears_thread_never_touches_the_stack_of_what_is_to_be_closed(monkeypatch: pytest.MonkeyPatch) -> None:
    table = Table()

    class Noting(ExitStack):
        threads: ClassVar[list[Thread]] = []

        def callback(self, *how: Any, **more: Any) -> Any:
            self.threads.append(current_thread())
            return super().callback(*how, **more)

    monkeypatch.setattr(
        capture, "Capture", lambda report, name, clean: Capture(report, name, clean=clean, open_stream=table.open)
    )
    with Noting() as closing:
        frames = senses.from_microphone(None, SimpleQueue(), None, closing)
        ear = Thread(target=lambda: next(iter(frames)))
        ear.start()
        ear.join(LONG)
        assert table.lines[0].open
    assert Noting.threads == [current_thread()]
    assert not table.lines[0].open
