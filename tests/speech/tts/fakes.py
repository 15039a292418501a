"""Renderers and players that need no voice, no loudspeaker and no time."""

from collections.abc import Callable
from concurrent.futures import Future
from threading import Event

import numpy as np

from narrator.speech.pcm import Pcm
from narrator.speech.tts.render import RenderFailed, RenderInterrupted
from narrator.speech.tts.synthesiser import RenderPriority

RATE = 1000
PATIENCE = 60.0
"""Seconds after which something that should have happened has not: no machine is that busy."""


def tone(seconds: float, rate: int = RATE) -> Pcm:
    return Pcm(np.full(round(seconds * rate), 8000, dtype=np.int16), rate)


class InstantSynthesiser:
    """Renders at once, every word in half a second, and remembers what was wanted when."""

    def __init__(self, now: Callable[[], float] = lambda: 0.0) -> None:
        self.wanted: list[tuple[float, str, RenderPriority]] = []
        self.kept: list[bool] = []
        self._now = now

    def submit(
        self,
        text: str,
        rate: int,
        priority: RenderPriority = RenderPriority.NOW,
        *,
        cacheable: bool = True,
        in_parts: bool = False,
    ) -> "Future[Pcm]":
        self.wanted.append((self._now(), text, priority))
        self.kept.append(cacheable)
        answer: Future[Pcm] = Future()
        answer.set_result(tone(0.5 * len(text.split()) * 175 / rate))
        return answer

    def make_urgent(self, result: "Future[Pcm]") -> None: ...


class FakeRenderer:
    """Says everything in a tone; can be slow, broken or both."""

    def __init__(self, name: str = "fake", *, broken: bool = False, gate: Event | None = None) -> None:
        self.name = name
        self.rendered: list[str] = []
        self.closed = False
        self.started = Event()
        self._broken = broken
        self._gate = gate
        self._given_up = Event()

    def load(self) -> None:
        if self._broken:
            raise RenderFailed(f"{self.name} is broken.")

    def render(self, text: str, rate: int) -> Pcm:
        self._given_up.clear()
        self.started.set()
        if text.startswith("slow"):
            while self._gate is not None and not self._gate.wait(0.002):
                if self._given_up.is_set():
                    raise RenderInterrupted
        if text.startswith("crash"):
            raise RenderFailed(f"{self.name} has crashed.")
        self.rendered.append(text)
        return tone(0.2)

    @property
    def given_up(self) -> bool:
        return self._given_up.is_set()

    def interrupt(self) -> None:
        self._given_up.set()

    def close(self) -> None:
        self.closed = True
