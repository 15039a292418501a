"""A renderer and a synthesiser without a voice and without delays."""

from collections.abc import Callable
from concurrent.futures import Future
from threading import Event

import numpy as np

from narrator.speech.pcm import Pcm
from narrator.speech.tts.render import RenderFailed, RenderInterrupted
from narrator.speech.tts.synthesiser import RenderPriority

RATE = 1000
TIMEOUT_S = 60.0
"""The timeout for anything that must happen, in seconds; long enough for a busy machine."""


def tone(seconds: float, rate: int = RATE) -> Pcm:
    return Pcm(np.full(round(seconds * rate), 8000, dtype=np.int16), rate)


class InstantSynthesiser:
    """Renders at once, half a second for every word, and remembers all jobs with their time."""

    def __init__(self, now: Callable[[], float] = lambda: 0.0) -> None:
        self.jobs: list[tuple[float, str, RenderPriority]] = []
        self._now = now

    def submit(
        self,
        text: str,
        words_per_minute: int,
        priority: RenderPriority = RenderPriority.NOW,
    ) -> "Future[Pcm]":
        self.jobs.append((self._now(), text, priority))
        result: Future[Pcm] = Future()
        result.set_result(tone(0.5 * len(text.split()) * 175 / words_per_minute))
        return result

    def make_urgent(self, result: "Future[Pcm]") -> None: ...


class FakeRenderer:
    """Renders every text as a tone. Texts that start with "slow" wait for the gate, those with "crash" fail."""

    def __init__(self, name: str = "fake", *, broken: bool = False, gate: Event | None = None) -> None:
        self.name = name
        self.rendered: list[str] = []
        self.closed = False
        self.started = Event()
        self._broken = broken
        self._gate = gate
        self._interrupted = Event()

    def load(self) -> None:
        if self._broken:
            raise RenderFailed(f"{self.name} is broken.")

    def render(self, text: str, words_per_minute: int) -> Pcm:
        self._interrupted.clear()
        self.started.set()
        if text.startswith("slow"):
            while self._gate is not None and not self._gate.wait(0.002):
                if self._interrupted.is_set():
                    raise RenderInterrupted
        if text.startswith("crash"):
            raise RenderFailed(f"{self.name} has crashed.")
        self.rendered.append(text)
        return tone(0.2)

    def interrupt(self) -> None:
        self._interrupted.set()

    def close(self) -> None:
        self.closed = True
