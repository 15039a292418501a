"""The microphone, with a fake stream: lost, overflowing, reopened or missing. See `real` for real streams."""

import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from queue import SimpleQueue
from threading import Event, Thread, current_thread
from typing import Any, ClassVar

import numpy as np
import pytest

from narrator.apps.commands import _audio_setup
from narrator.speech.devices import capture as capture_module
from narrator.speech.devices.backend import AudioCallback, AudioStream, AudioUnavailable
from narrator.speech.devices.capture import Capture, FrameBuffer
from narrator.speech.pcm import Samples

BLOCK = np.arange(320, dtype=np.int16) + 1
TIMEOUT_S = 60.0
"""Long enough for a busy machine."""


class FakeStream:
    """A stream without a callback thread."""

    latency = 0.01

    def __init__(self) -> None:
        self.is_open = True

    def close(self) -> None:
        self.is_open = False


class FakeMicrophone:
    """Opens streams while it is plugged in, and delivers one block at once."""

    def __init__(self, is_plugged_in: bool = True) -> None:
        self.is_plugged_in = is_plugged_in
        self.reports: list[str] = []
        self.streams: list[FakeStream] = []
        self.opened = Event()
        self.deliver: AudioCallback = lambda block, lost: None

    def open(self, deliver: AudioCallback) -> tuple[AudioStream, int]:
        if not self.is_plugged_in:
            raise AudioUnavailable("There is no microphone here. Plug one in.")
        self.deliver = deliver
        self.streams.append(FakeStream())
        deliver(BLOCK, False)
        self.opened.set()
        return self.streams[-1], capture_module.CAPTURE_RATE


@pytest.fixture(autouse=True)
def no_waiting(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(capture_module, "MICROPHONE_WAKE_UP_S", 0.0)
    monkeypatch.setattr("narrator.speech.devices.backend.refresh_devices", lambda: True)


@contextmanager
def recording(microphone: FakeMicrophone, timeout_s: float = TIMEOUT_S) -> Iterator[Capture]:
    capture = Capture(microphone.reports.append, open_stream=microphone.open, timeout_s=timeout_s, retry_s=0.02)
    capture.start()
    try:
        assert not microphone.is_plugged_in or microphone.opened.wait(TIMEOUT_S)
        yield capture
    finally:
        capture.close()


def wait_until(condition: Callable[[], bool]) -> None:
    deadline = time.monotonic() + TIMEOUT_S
    while not condition():
        assert time.monotonic() < deadline
        time.sleep(0.005)


def test_blocks_become_frames() -> None:
    microphone = FakeMicrophone()
    with recording(microphone) as capture:
        assert (capture.frames.get(timeout=TIMEOUT_S) == BLOCK).all()
        microphone.deliver(BLOCK + 1, False)
        assert (capture.frames.get(timeout=TIMEOUT_S) == BLOCK + 1).all()
    assert not microphone.streams[-1].is_open, "the stream is closed"


def test_overflow_is_counted_but_not_reported() -> None:
    microphone = FakeMicrophone()
    with recording(microphone) as capture:
        capture.frames.get(timeout=TIMEOUT_S)
        microphone.deliver(BLOCK, True)
        capture.frames.get(timeout=TIMEOUT_S)
        assert capture.overflows == 1
    assert microphone.reports == []


def test_oldest_frames_are_dropped_when_the_queue_is_full(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(capture_module, "MAX_QUEUED_FRAMES", 3)
    microphone = FakeMicrophone()
    with recording(microphone) as capture:
        wait_until(lambda: capture.frames.qsize() == 1)
        for number in range(2, 7):
            microphone.deliver(np.full(320, number, dtype=np.int16), False)
        wait_until(lambda: capture.overflows == 3)
        assert [int(capture.frames.get(timeout=TIMEOUT_S)[0]) for _ in range(3)] == [4, 5, 6]


def test_short_gap_reopens_the_stream_without_a_report() -> None:
    microphone = FakeMicrophone()
    with recording(microphone, timeout_s=0.05) as capture:
        wait_until(lambda: capture.frames.qsize() >= 2)
        assert capture.reopened >= 1
    assert microphone.reports == []


def test_loss_and_return_are_each_reported_once() -> None:
    microphone = FakeMicrophone()
    with recording(microphone, timeout_s=0.05) as capture:
        capture.frames.get(timeout=TIMEOUT_S)
        microphone.is_plugged_in = False
        wait_until(lambda: capture.reopened > 5)
        assert microphone.reports == [capture_module.MICROPHONE_GONE]
        while not capture.frames.empty():
            capture.frames.get()
        microphone.is_plugged_in = True
        wait_until(lambda: microphone.reports == [capture_module.MICROPHONE_GONE, capture_module.MICROPHONE_BACK])
        capture.frames.get(timeout=TIMEOUT_S)


def test_missing_microphone_is_reported_once() -> None:
    microphone = FakeMicrophone(is_plugged_in=False)
    with recording(microphone) as capture:
        wait_until(lambda: capture.reopened > 5)
        assert microphone.reports == [capture_module.NO_MICROPHONE]
        microphone.is_plugged_in = True
        wait_until(lambda: microphone.reports == [capture_module.NO_MICROPHONE, capture_module.MICROPHONE_FOUND])


def test_microphone_with_only_zeros_is_reported_as_switched_off(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(capture_module, "DEAD_MICROPHONE_AFTER_S", 0.05)
    zeros = np.zeros(320, dtype=np.int16)
    microphone = FakeMicrophone()
    monkeypatch.setattr("tests.speech.devices.test_capture.BLOCK", zeros)
    with recording(microphone) as capture:
        for _ in range(10):
            microphone.deliver(zeros, False)
        wait_until(lambda: capture.frames.qsize() >= 10)
        assert microphone.reports == [capture_module.MICROPHONE_SWITCHED_OFF]


def test_microphone_with_noise_is_not_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(capture_module, "DEAD_MICROPHONE_AFTER_S", 0.05)
    microphone = FakeMicrophone()
    with recording(microphone) as capture:
        for _ in range(10):
            microphone.deliver(np.zeros(320, dtype=np.int16), False)
        wait_until(lambda: capture.frames.qsize() >= 10)
    assert microphone.reports == []


def test_frame_buffer_converts_rate_and_block_length() -> None:
    frame_buffer = FrameBuffer(48_000)
    frames: list[Samples] = []
    for _ in range(100):
        frames += frame_buffer.feed(np.zeros(480, dtype=np.int16))
    assert {len(frame) for frame in frames} == {320}
    assert len(frames) in (49, 50)


def test_unexpected_driver_error_is_reported_and_retried() -> None:
    class FaultyMicrophone(FakeMicrophone):
        attempts = 0

        def open(self, deliver: AudioCallback) -> tuple[AudioStream, int]:
            self.attempts += 1
            if self.attempts <= 3:
                raise RuntimeError("unexpected")
            return super().open(deliver)

    microphone = FaultyMicrophone()
    with recording(microphone) as capture:
        assert len(capture.frames.get(timeout=TIMEOUT_S)) == 320
    assert microphone.reports == [capture_module.NO_MICROPHONE, capture_module.MICROPHONE_FOUND]


def test_iteration_starts_the_recording_and_close_prevents_it() -> None:
    microphone = FakeMicrophone()
    capture = Capture(microphone.reports.append, open_stream=microphone.open, timeout_s=TIMEOUT_S)
    frames = iter(capture)
    assert not microphone.streams, "no frame was taken yet"
    assert (next(frames) == BLOCK).all()
    capture.close()
    late = Capture(microphone.reports.append, open_stream=microphone.open, timeout_s=TIMEOUT_S)
    late.close()
    late.start()
    assert len(microphone.streams) == 1


def test_close_ends_the_iteration() -> None:
    microphone = FakeMicrophone()
    capture = Capture(microphone.reports.append, open_stream=microphone.open, timeout_s=TIMEOUT_S)
    frames: list[Samples] = []
    consumer = Thread(target=lambda: frames.extend(capture), daemon=True)
    consumer.start()
    assert microphone.opened.wait(TIMEOUT_S)
    capture.close()
    consumer.join(TIMEOUT_S)
    assert not consumer.is_alive()


def test_exit_stack_is_only_used_in_the_callers_thread(monkeypatch: pytest.MonkeyPatch) -> None:
    microphone = FakeMicrophone()

    class RecordingStack(ExitStack):
        threads: ClassVar[list[Thread]] = []

        def callback(self, *arguments: Any, **options: Any) -> Any:
            self.threads.append(current_thread())
            return super().callback(*arguments, **options)

    monkeypatch.setattr(
        capture_module,
        "Capture",
        lambda report, name, clean: Capture(report, name, clean=clean, open_stream=microphone.open),
    )
    with RecordingStack() as closing:
        frames = _audio_setup.from_microphone(None, SimpleQueue(), None, closing)
        consumer = Thread(target=lambda: next(iter(frames)))
        consumer.start()
        consumer.join(TIMEOUT_S)
        assert microphone.streams[0].is_open
    assert RecordingStack.threads == [current_thread()]
    assert not microphone.streams[0].is_open
