"""The studio: one thread that owns the renderer, and a list of what is wanted from it, the most urgent first.

What must sound now goes before the next piece, and that before what is rendered ahead of need. Whatever is less urgent
than a new wish is given up in the middle and done again later. What is in the cache needs no studio at all, so a line
that was said before is heard while the voice is still loading.
"""

import time
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from dataclasses import dataclass, field
from enum import IntEnum
from heapq import heappop, heappush
from itertools import count
from threading import Condition, Thread

from narrator.errors import NarratorError
from narrator.sound.pcm import Pcm
from narrator.voices.cache import Cache
from narrator.voices.render import Interrupted, Renderer, tidied

REST = 3.0
"""After something was rendered ahead, so many times as long the machine belongs to the ear."""


class NoVoice(NarratorError):
    """Nothing that is installed can speak."""


class Wanted(IntEnum):
    NOW = 0
    """Somebody waits for it in silence."""
    NEXT = 1
    """The piece after the one that is playing."""
    LATER = 2
    """Will be needed one day, probably."""


@dataclass(order=True, slots=True)
class Wish:
    when: Wanted
    number: int
    text: str = field(compare=False)
    rate: int = field(compare=False)
    keep: bool = field(compare=False)
    """Whether it may be kept on disk. What is for one ear alone is not."""
    answer: "Future[Pcm]" = field(compare=False, default_factory=Future)

    @property
    def can_wait(self) -> bool:
        return self.when is not Wanted.NOW or self.answer.cancelled()


class Studio:
    """Renders what is wanted, with the first of these voices that works."""

    def __init__(
        self,
        renderers: Sequence[Renderer],
        cache: Cache | None = None,
        *,
        trouble: Callable[[str], None] = lambda sentence: None,
    ) -> None:
        """`trouble` is told in a sentence when a voice fails and the next one takes over; from the studio's thread."""
        self._renderers = list(renderers)
        self._cache = cache
        self._trouble = trouble
        self._wishes: list[Wish] = []
        self._numbers = count()
        self._changed = Condition()
        self._rendering: Wish | None = None
        self._closed = False
        self._loaded = False
        self._thread = Thread(target=self._work, name="studio", daemon=True)
        self._thread.start()

    @property
    def voice(self) -> str | None:
        """The voice that speaks, or will when it is loaded."""
        return self._renderers[0].name if self._renderers else None

    def want(self, text: str, rate: int, when: Wanted = Wanted.NOW, *, keep: bool = True) -> "Future[Pcm]":
        """The sound of these words, at once if they were said before."""
        wish = Wish(when, next(self._numbers), text, rate, keep and self._cache is not None)
        kept = self._kept(wish)
        if kept is not None:
            wish.answer.set_result(kept)
            return wish.answer
        with self._changed:
            if self._closed or (when is Wanted.LATER and not wish.keep):
                wish.answer.cancel()
                return wish.answer
            heappush(self._wishes, wish)
            if when is Wanted.NOW and self._loaded and self._rendering is not None and self._rendering.can_wait:
                self._renderers[0].interrupt()
            self._changed.notify_all()
        return wish.answer

    def hurry(self, answer: "Future[Pcm]") -> None:
        """What was wanted next is wanted now."""
        with self._changed:
            for wish in (*self._wishes, self._rendering):
                if wish is not None and wish.answer is answer:
                    wish.when = Wanted.NOW
            self._wishes.sort()
            self._changed.notify_all()

    def forget_later(self) -> None:
        """What was to be rendered ahead is of no use any more."""
        with self._changed:
            for wish in self._wishes:
                if wish.when is Wanted.LATER:
                    wish.answer.cancel()

    def close(self) -> None:
        with self._changed:
            self._closed = True
            for wish in self._wishes:
                wish.answer.cancel()
            self._wishes.clear()
            if self._loaded and self._rendering is not None:
                self._rendering.answer.cancel()
                self._renderers[0].interrupt()
            self._changed.notify_all()
        self._thread.join()

    def _kept(self, wish: Wish) -> Pcm | None:
        if self._cache is None or not wish.keep or self.voice is None:
            return None
        if wish.when is Wanted.LATER:
            # it is enough to know that it is there
            return Pcm.silence(0, 1) if self._cache.has(self.voice, wish.rate, wish.text) else None
        return self._cache.get(self.voice, wish.rate, wish.text)

    # --- the studio's own thread -----------------------------------------------------------------

    def _work(self) -> None:
        self._load()
        rested = 0.0
        while (wish := self._next(rested)) is not None:
            began = time.monotonic()
            self._answer(wish)
            if wish.when is Wanted.LATER:
                rested = time.monotonic() + REST * (time.monotonic() - began)
        for renderer in self._renderers[:1]:
            renderer.close()

    def _load(self) -> None:
        """Get the first voice ready that can be; say why another one could not."""
        while self._renderers and not self._loaded:
            try:
                self._renderers[0].load()
            except Exception as error:  # as below
                self._give_up(error)
            else:
                with self._changed:
                    self._loaded = True

    def _give_up(self, error: Exception) -> None:
        with self._changed:
            self._loaded = False
            self._renderers.pop(0).close()
        after = "Another voice takes over." if self._renderers else "From now on everything is only printed."
        why = str(error) if isinstance(error, NarratorError) else f"A voice has failed ({error!r})."
        self._trouble(f"{why} {after}")

    def _next(self, rested: float) -> Wish | None:
        """The most urgent wish; what is only for later waits until the machine has rested."""
        with self._changed:
            self._rendering = None
            while not self._closed:
                if self._wishes:
                    rest = rested - time.monotonic() if self._wishes[0].when is Wanted.LATER else 0.0
                    if rest <= 0:
                        self._rendering = heappop(self._wishes)
                        return self._rendering
                    self._changed.wait(rest)
                else:
                    self._changed.wait()
        return None

    def _answer(self, wish: Wish) -> None:
        if wish.answer.cancelled():
            return
        pcm = self._kept(wish)  # it may have been rendered since it was asked for
        try:
            if pcm is None:
                pcm = self._rendered(wish)
        except Interrupted:
            with self._changed:
                if not self._closed:
                    heappush(self._wishes, wish)
        except NarratorError as error:
            if wish.answer.set_running_or_notify_cancel():
                wish.answer.set_exception(error)
        else:
            if wish.answer.set_running_or_notify_cancel():
                wish.answer.set_result(pcm)

    def _rendered(self, wish: Wish) -> Pcm:
        while self._renderers:
            renderer = self._renderers[0]
            try:
                pcm = tidied(renderer.render(wish.text, wish.rate))
            except Interrupted:
                raise
            except Exception as error:  # whatever an engine may raise, the studio goes on and the next one takes over
                self._give_up(error)
                self._load()
                continue
            if self._cache is not None and wish.keep:
                self._cache.put(renderer.name, wish.rate, wish.text, pcm)
            return pcm
        raise NoVoice("Nothing that is installed can speak. `narrator doctor` says what is missing.")
