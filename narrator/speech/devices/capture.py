"""The microphone: a queue of 20 ms frames at 16 kHz.

The backend calls back for every recorded block on a thread that must never block; there the block is only put into a
queue. Our own thread takes it from there. A microphone that was unplugged simply stops calling back, without an error,
so this thread waits for each block with a timeout. After a timeout it reopens the stream; if that does not help, it
reports the loss and goes on trying until the microphone is back. Errors are reported as sentences and never raised.
"""

import threading
from collections.abc import Callable, Iterator
from contextlib import suppress
from queue import Empty, SimpleQueue

import numpy as np

from narrator.speech.devices import backend
from narrator.speech.devices.backend import (
    AudioCallback,
    AudioStream,
    Direction,
    StreamFormat,
    StreamOpener,
    StreamOwner,
)
from narrator.speech.pcm import Samples, StreamResampler

CAPTURE_RATE = 16_000
"""The sample rate of the recognisers."""
CAPTURE_FRAME_S = 0.020
CAPTURE_FRAME_SAMPLES = round(CAPTURE_RATE * CAPTURE_FRAME_S)
BLOCK_TIMEOUT_S = 0.8
"""Take the microphone for lost after this long without a block."""
MICROPHONE_WAKE_UP_S = 2.5
"""Additional time for the first block: wireless microphones sleep."""
REOPEN_INTERVAL_S = 0.5
"""The time between two attempts to reopen a lost microphone."""
MAX_QUEUED_FRAMES = 3000
"""Drop the oldest frames beyond this number (one minute)."""
DEAD_MICROPHONE_AFTER_S = 30.0
"""Report a microphone that delivers only zeros for this long after it was opened."""

MICROPHONE_GONE = "The microphone is gone. Plug it in again; until then, please type."
MICROPHONE_BACK = "The microphone is back."
NO_MICROPHONE = "I have no microphone. Plug one in, or type what you want to say."
MICROPHONE_FOUND = "Now I have a microphone, and I am listening."
MICROPHONE_SWITCHED_OFF = "The microphone is there, but nothing comes from it. Perhaps it is switched off."

END_OF_FRAMES = np.zeros(0, dtype=np.int16)
"""An empty frame: the last one in the queue."""


class Capture(StreamOwner):
    """Records from a microphone into the queue `frames`. Iterating over it starts it."""

    def __init__(  # noqa: PLR0913  # the last three replace the microphone and the clock in tests
        self,
        report: Callable[[str], None],
        device: str | None = None,
        *,
        clean: Callable[[Samples], Samples] | None = None,
        open_stream: StreamOpener | None = None,
        timeout_s: float = BLOCK_TIMEOUT_S,
        retry_s: float = REOPEN_INTERVAL_S,
    ) -> None:
        """Prepare to record.

        `report` gets sentences for the players, `device` is the name of a microphone or a part of it, and `clean`
        processes every frame on arrival (echo cancellation).
        """
        super().__init__()
        self.frames: SimpleQueue[Samples] = SimpleQueue()
        self.overflows = 0
        """The number of blocks and frames lost because a consumer was too slow."""
        self.reopened = 0
        """The number of times the stream was reopened."""
        self._report, self._clean = report, clean or (lambda frame: frame)
        self._open_stream = open_stream or (lambda callback: open_microphone(callback, device))
        self._timeout_s, self._retry_s = timeout_s, retry_s
        self._blocks: SimpleQueue[Samples | None] = SimpleQueue()
        self._zeros_s = 0.0
        self._is_fresh = True
        self._frame_buffer = FrameBuffer(CAPTURE_RATE)
        self._closed = threading.Event()
        self._starting = threading.Lock()
        self._thread = threading.Thread(target=self._record, name="microphone", daemon=True)

    def start(self) -> None:
        """Start recording in a separate thread. Further calls have no effect."""
        with self._starting:
            if self._thread.ident is None and not self._closed.is_set():
                self._thread.start()

    def __iter__(self) -> Iterator[Samples]:
        """Start recording with the first `next`, and yield frames until the capture is closed."""
        self.start()
        while len(frame := self.frames.get()):
            yield frame

    def close(self) -> None:
        """Stop recording and end the iteration."""
        with self._starting:
            self._closed.set()
        self._blocks.put(None)
        if self._thread.is_alive():
            self._thread.join(timeout=5)
        self.frames.put(END_OF_FRAMES)

    def _callback(self, block: Samples, lost: bool) -> None:
        self.overflows += lost
        self._blocks.put(block)

    # --- the recording thread ----------------------------------------------------------------------

    def _record(self) -> None:
        try:
            if self._open() or self._recover(NO_MICROPHONE, MICROPHONE_FOUND):
                while self._take_block() or self._recover(MICROPHONE_GONE, MICROPHONE_BACK):
                    pass
        finally:
            with backend.exclusive_access():
                self.close_stream()
            self._frame_buffer.close()

    def _take_block(self) -> bool:
        """Put the frames of one block into the queue. Return False after a timeout or when closed."""
        try:
            block = self._blocks.get(timeout=self._timeout_s + (MICROPHONE_WAKE_UP_S if self._is_fresh else 0))
        except Empty:
            return False
        if block is None or self._closed.is_set():
            return False
        self._is_fresh = False
        self._watch_for_zeros(block)
        for frame in self._frame_buffer.feed(block):
            if self.frames.qsize() >= MAX_QUEUED_FRAMES:
                with suppress(Empty):
                    self.frames.get_nowait()
                self.overflows += 1
            self.frames.put(self._clean(frame))
        return True

    def _watch_for_zeros(self, block: Samples) -> None:
        """Report a microphone that is switched off: it delivers zeros from the start, which no real room does."""
        if self._zeros_s >= DEAD_MICROPHONE_AFTER_S:
            return
        self._zeros_s = DEAD_MICROPHONE_AFTER_S if block.any() else self._zeros_s + CAPTURE_FRAME_S
        if self._zeros_s >= DEAD_MICROPHONE_AFTER_S and not block.any():
            self._report(MICROPHONE_SWITCHED_OFF)

    def _recover(self, gone: str, back: str) -> bool:
        """Reopen the microphone, however long it takes; report it only if the first attempt fails.

        Return False when closed.
        """
        if not self._closed.is_set() and self._reopen():
            return True
        if self._closed.is_set():
            return False
        self._report(gone)
        while not self._closed.wait(self._retry_s):
            with suppress(Exception):  # drivers raise all kinds of errors
                backend.refresh_devices()
            if self._reopen():
                self._report(back)
                return True
        return False

    def _reopen(self) -> bool:
        """Open the stream and wait for a first block."""
        self.reopened += 1
        return self._open() and self._take_block()

    def _open(self) -> bool:
        with backend.exclusive_access():
            self.close_stream()
            with suppress(Empty):
                while True:  # discard what is left of the previous stream
                    self._blocks.get_nowait()
            try:
                self._stream, rate = self._open_stream(self._callback)
            except Exception:  # drivers raise all kinds of errors; the caller reports the loss and tries again
                return False
            self._frame_buffer.close()
            self._frame_buffer, self._is_fresh = FrameBuffer(rate), True
            return True


class FrameBuffer:
    """Turns blocks of any length and sample rate into frames of `CAPTURE_FRAME_SAMPLES` at `CAPTURE_RATE`."""

    def __init__(self, rate: int) -> None:
        self._resampler = StreamResampler(rate, CAPTURE_RATE) if rate != CAPTURE_RATE else None
        self._remainder = np.zeros(0, dtype=np.int16)

    def feed(self, block: Samples) -> list[Samples]:
        """Return the frames that this block completes."""
        samples = self._resampler.process(block) if self._resampler else block
        samples = np.concatenate([self._remainder, samples])
        whole = len(samples) // CAPTURE_FRAME_SAMPLES * CAPTURE_FRAME_SAMPLES
        self._remainder = samples[whole:]
        return [frame.copy() for frame in samples[:whole].reshape(-1, CAPTURE_FRAME_SAMPLES)]

    def close(self) -> None:
        """Release the resampler."""
        if self._resampler:
            self._resampler.close()


def open_microphone(callback: AudioCallback, name: str | None = None) -> tuple[AudioStream, int]:
    """Open the microphone of this name, or the default one."""
    return backend.open_stream(Direction.MICROPHONE, name, StreamFormat(CAPTURE_RATE, CAPTURE_FRAME_S), callback)
