"""Where the telling is heard: in the room, as time goes by, or on a tape whose time is its own.

Both ask the teller many times a second how loud it may be (`tick`), and stop at once when it is cut. So what is
written to a file is, sample by sample, what would be heard.
"""

import time
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from concurrent.futures import TimeoutError as NotYet
from contextlib import suppress
from typing import Protocol, TypeAlias

from narrator.bedtime.soft import RATE
from narrator.sound.pcm import Pcm
from narrator.voices.recorded import RecordedPlayer

TICK = 0.02
"""Seconds between two looks at the teller."""
NEARLY = 0.05
"""Seconds at the end of a sound that nobody misses."""


class Watched(Protocol):
    """The teller, as a stage sees it."""

    cut: bool

    def tick(self, now: float) -> float:
        """How loud it may be at this moment."""


Look: TypeAlias = Callable[[], None]
"""Done at every tick: see whether somebody has said something."""


class Stage(Protocol):
    """Anything to tell on."""

    def now(self) -> float:
        """Seconds, from any moment on."""

    def play(self, pcm: Pcm, teller: Watched) -> bool:
        """Let this be heard, until it is over or cut; whether it could be heard at all."""

    def rest(self, seconds: float, teller: Watched) -> None:
        """Let time go by."""

    def await_sound(self, answer: "Future[Pcm]", teller: Watched) -> Pcm | None:
        """The sound, once it is rendered; nothing if the teller was cut meanwhile."""


class Speaker(Protocol):
    """A loudspeaker."""

    volume: float

    def play(self, pcm: Pcm) -> float:
        """Play it, and come back when it is over or was stopped: after so many seconds of it."""

    def stop(self) -> None:
        """Be silent, now."""


class Room:
    """Tells through a speaker. The speaker waits for its sound in a thread; everything else is done in ours."""

    def __init__(self, speaker: Speaker, look: Look = lambda: None) -> None:
        self._speaker = speaker
        self._look = look
        self._hand = ThreadPoolExecutor(1, thread_name_prefix="speaker")

    def now(self) -> float:
        return time.monotonic()

    def play(self, pcm: Pcm, teller: Watched) -> bool:
        self._speaker.volume = teller.tick(self.now())  # before the first sample, not after it
        heard = self._hand.submit(self._speaker.play, pcm)
        self._wait(heard, teller)
        return teller.cut or heard.result() >= pcm.seconds - NEARLY

    def rest(self, seconds: float, teller: Watched) -> None:
        until = self.now() + seconds
        while self.now() < until:
            self._tick(teller)
            time.sleep(TICK)

    def await_sound(self, answer: "Future[Pcm]", teller: Watched) -> Pcm | None:
        while not answer.done() and not teller.cut:
            self._tick(teller)
            with suppress(NotYet):
                answer.exception(TICK)
        return answer.result() if answer.done() else None

    def close(self) -> None:
        """Silence, at once."""
        self._speaker.stop()
        self._hand.shutdown(wait=False, cancel_futures=True)

    def _wait(self, heard: "Future[float]", teller: Watched) -> None:
        while not heard.done():
            self._tick(teller)
            if teller.cut:
                self._speaker.stop()  # again and again: it may have been just about to begin
            with suppress(NotYet):
                heard.exception(TICK)

    def _tick(self, teller: Watched) -> None:
        self._look()
        self._speaker.volume = teller.tick(self.now())


class Tape:
    """Tells onto a tape, as fast as the machine goes."""

    def __init__(self, look: Look = lambda: None) -> None:
        self.tape = RecordedPlayer(RATE, heard=self._heard)
        self._look = look
        self._teller: Watched | None = None

    def now(self) -> float:
        return self.tape.now

    def play(self, pcm: Pcm, teller: Watched) -> bool:
        self._teller = teller
        self.tape.volume = teller.tick(self.now())
        self.tape.play(pcm)
        return True

    def rest(self, seconds: float, teller: Watched) -> None:
        self._teller = teller
        self.tape.pass_time(seconds)

    def await_sound(self, answer: "Future[Pcm]", teller: Watched) -> Pcm | None:
        return answer.result()  # on its clock that takes no time

    def _heard(self, block: Pcm) -> None:
        self._look()
        if self._teller is not None:
            self.tape.volume = self._teller.tick(self.now())
            if self._teller.cut:
                self.tape.stop()
