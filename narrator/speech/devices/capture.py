"""The microphone: a queue of short frames, sixteen thousand samples a second, for as long as anybody listens.

The backend calls back for every block it has recorded, on a thread that must never wait; there the block is only put
into a queue. One thread of our own takes it from there, and it is this thread that knows whether the microphone is
alive, because nobody else says so: a microphone that was pulled out simply stops calling. So it waits for each block
only so long. When none comes, it opens the stream again; when that does not help, it tells the room, and goes on
trying until the microphone is back. What goes wrong is told in sentences and never raised.
"""

import threading
from collections.abc import Callable, Iterator
from contextlib import suppress
from queue import Empty, SimpleQueue

import numpy as np

from narrator.speech.devices import backend as devices
from narrator.speech.devices.backend import Direction, Format, OpenStream, PassOn, Stream, StreamUser
from narrator.speech.pcm import Samples, make_resampler

RATE = 16_000  # what the ear understands
FRAME = 0.020  # seconds in a frame
SAMPLES = round(RATE * FRAME)  # samples in a frame
PATIENCE = 0.8  # seconds without a block after which the microphone is taken for gone
WAKING = 2.5  # seconds more that a microphone may take when it has just been opened: those without a wire sleep
RETRY = 0.5  # seconds between two attempts to open it again
MOST_WAITING = 3000  # Frames: a minute. If nobody takes them, the oldest ones are lost.
DEAF = 30.0  # seconds of nothing but zeros, from the start on, after which the microphone is taken for switched off

GONE = "The microphone is gone. Plug it in again; until then, please type."
BACK = "The microphone is back."
NEVER_WAS = "I have no microphone. Plug one in, or type what you want to say."
THERE = "Now I have a microphone, and I am listening."
SWITCHED_OFF = "The microphone is there, but nothing comes from it. Perhaps it is switched off."


class Capture(StreamUser):
    """Listens with a microphone. Frames are taken from `frames` by whoever understands them."""

    def __init__(  # noqa: PLR0913  # what tests put in the place of a microphone and a clock
        self,
        tell: Callable[[str], None],
        device: str | None = None,
        *,
        cleaned: Callable[[Samples], Samples] | None = None,
        open_stream: OpenStream | None = None,
        patience: float = PATIENCE,
        retry: float = RETRY,
    ) -> None:
        """`tell` gets a sentence for the room; `device` is (a part of) the name of a microphone; every frame is
        `cleaned` as soon as it is there (see `echo`)."""
        super().__init__()
        self.frames: SimpleQueue[Samples] = SimpleQueue()
        self.overflows = 0  # how often something was lost because somebody was too slow
        self.rebuilt = 0  # how often the stream was opened again
        self._tell, self._cleaned = tell, cleaned or (lambda frame: frame)
        self._open_stream = open_stream or (lambda deliver: open_microphone(deliver, device))
        self._patience, self._retry = patience, retry
        self._blocks: SimpleQueue[Samples | None] = SimpleQueue()
        self._zeros = 0.0
        self._fresh = True
        self._framing = Framing(RATE)
        self._closed = threading.Event()
        self._starting = threading.Lock()
        self._thread = threading.Thread(target=self._listen, name="microphone", daemon=True)

    def start(self) -> None:
        """Listen, from a thread of its own. Once is enough."""
        with self._starting:
            if self._thread.ident is None and not self._closed.is_set():
                self._thread.start()

    def __iter__(self) -> Iterator[Samples]:
        """The frames as they come, from the moment on that somebody takes them."""
        self.start()
        while True:
            yield self.frames.get()

    def close(self) -> None:
        with self._starting:
            self._closed.set()
        self._blocks.put(None)
        if self._thread.is_alive():
            self._thread.join(timeout=5)

    def _deliver(self, block: Samples, lost: bool) -> None:
        self.overflows += lost
        self._blocks.put(block)

    # --- the thread --------------------------------------------------------------------------------

    def _listen(self) -> None:
        try:
            if self._open() or self._come_back(NEVER_WAS, THERE):
                while self._take_block() or self._come_back(GONE, BACK):
                    pass
        finally:
            with devices.opening():
                self.let_go()

    def _take_block(self) -> bool:
        """Pass one block on. False: none came in time, or nobody listens any more."""
        try:
            block = self._blocks.get(timeout=self._patience + (WAKING if self._fresh else 0))
        except Empty:
            return False
        if block is None or self._closed.is_set():
            return False
        self._fresh = False
        self._watch_for_zeros(block)
        for frame in self._framing.feed(block):
            if self.frames.qsize() >= MOST_WAITING:
                with suppress(Empty):
                    self.frames.get_nowait()
                self.overflows += 1
            self.frames.put(self._cleaned(frame))
        return True

    def _watch_for_zeros(self, block: Samples) -> None:
        """A microphone in a silent room still hisses; one that is switched off gives zeros from the start."""
        if self._zeros >= DEAF:
            return
        self._zeros = DEAF if block.any() else self._zeros + FRAME
        if self._zeros >= DEAF and not block.any():
            self._tell(SWITCHED_OFF)

    def _come_back(self, gone: str, back: str) -> bool:
        """Get the microphone again, however long it takes. A mere hiccup is not worth a word. False: closed."""
        if not self._closed.is_set() and self._again():
            return True
        if self._closed.is_set():
            return False
        self._tell(gone)
        while not self._closed.wait(self._retry):
            with suppress(Exception):  # as below
                devices.look_again()
            if self._again():
                self._tell(back)
                return True
        return False

    def _again(self) -> bool:
        """Open it again, and wait whether something comes."""
        self.rebuilt += 1
        return self._open() and self._take_block()

    def _open(self) -> bool:
        with devices.opening():
            self.let_go()
            with suppress(Empty):
                while True:  # what is left of the stream before
                    self._blocks.get_nowait()
            try:
                self._stream, rate = self._open_stream(self._deliver)
            except Exception:  # whatever a driver does: it is told, and tried again
                return False
            self._framing, self._fresh = Framing(rate), True
            return True


class Framing:
    """Blocks of any length and rate in; frames of one length and our rate out."""

    def __init__(self, rate: int) -> None:
        self._resampled = make_resampler(rate, RATE) if rate != RATE else None
        self._waiting = np.zeros(0, dtype=np.int16)

    def feed(self, block: Samples) -> list[Samples]:
        samples = self._resampled(block) if self._resampled else block
        self._waiting = np.concatenate([self._waiting, samples])
        count = len(self._waiting) // SAMPLES
        frames = [self._waiting[n * SAMPLES : (n + 1) * SAMPLES].copy() for n in range(count)]
        self._waiting = self._waiting[count * SAMPLES :]
        return frames


def open_microphone(deliver: PassOn, name: str | None = None) -> tuple[Stream, int]:
    return devices.open_stream(Direction.MICROPHONE, name, Format(RATE, FRAME), deliver)
