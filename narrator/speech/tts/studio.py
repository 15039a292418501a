"""The studio: one thread that owns the renderers, and a list of what is wanted from them, the most urgent first.

What must sound now goes before what comes next, and that before what is rendered ahead of need. Whatever is less urgent
than a new wish is given up in the middle and done again later. What is in the cache needs no studio at all, so a line
that was said before is heard while the voice is still loading. What somebody waits for comes in parts if the voice can.

A text that a voice cannot say is said by the next one. Only a voice that fails again and again is given up.
"""

import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future
from dataclasses import dataclass, field
from enum import IntEnum
from heapq import heappop, heappush
from itertools import count
from threading import Condition, Thread

from narrator.core.errors import NarratorError
from narrator.speech.pcm import Pcm
from narrator.speech.tts.cache import Cache
from narrator.speech.tts.render import Interrupted, Renderer, RenderFailed, Streaming, tidied

REST = 3.0  # after something was rendered ahead, so many times as long the machine belongs to the ear
CHANCES = 3  # so many texts in a row that it could not say, and a voice is given up


class NoVoice(NarratorError):
    """Nothing that is installed can speak."""


class Wanted(IntEnum):
    NOW = 0  # somebody waits for it in silence
    NEXT = 1  # comes after what is playing
    LATER = 2  # will be needed one day, probably


@dataclass(frozen=True, slots=True, eq=False)
class Beginning(Pcm):
    rest: "Future[Pcm]"  # to be played right behind it; may be a beginning, too


@dataclass(order=True, slots=True)
class RenderJob:
    when: Wanted
    number: int
    text: str = field(compare=False)
    rate: int = field(compare=False)
    keep: bool = field(compare=False)  # whether it may be kept on disk. What is for one ear alone is not.
    parts: bool = field(compare=False)  # whether it may come in parts
    answer: "Future[Pcm]" = field(compare=False, default_factory=Future)  # the sound, or what is still to come of it


class Studio:
    def __init__(
        self,
        renderers: Sequence[Renderer],
        cache: Cache | None = None,
        *,
        trouble: Callable[[str], None] = lambda sentence: None,
    ) -> None:
        """`trouble` is told in a sentence when a voice fails and the next one takes over; from the studio's thread."""
        self._usual = tuple(renderers)
        self._renderers = list(renderers)
        self._cache = cache
        self._trouble = trouble
        self._wishes: list[RenderJob] = []
        self._numbers = count()
        self._changed = Condition()
        self._rendering: RenderJob | None = None
        self._working: Renderer | None = None  # the voice that is rendering it
        self._loaded: list[Renderer] = []
        self._unsaid: dict[str, set[str]] = {}  # for each voice, what it could not say since it last said something
        self._closed = False
        self._thread = Thread(target=self._work, name="studio", daemon=True)
        self._thread.start()

    def prefer(self, *, other: bool) -> None:
        """Speak with the usual voice, or with the other one where there are two."""
        with self._changed:
            usual = [renderer for renderer in self._usual if renderer in self._renderers]
            self._renderers = [*usual[1:], *usual[:1]] if other else usual

    @property
    def voice(self) -> str | None:
        """The voice that speaks, or will when it is loaded."""
        with self._changed:
            return self._renderers[0].name if self._renderers else None

    def want(
        self, text: str, rate: int, when: Wanted = Wanted.NOW, *, keep: bool = True, parts: bool = False
    ) -> "Future[Pcm]":
        """The sound of these words, at once if they were said before.

        With `parts` it may come as a `Beginning`, as soon as the first words are there.
        """
        wish = RenderJob(when, next(self._numbers), text, rate, keep and self._cache is not None, parts)
        kept = self._kept(wish, self.voice)
        if kept is not None:
            wish.answer.set_result(kept)
            return wish.answer
        with self._changed:
            if self._closed or (when is Wanted.LATER and not wish.keep):
                wish.answer.cancel()
                return wish.answer
            heappush(self._wishes, wish)
            self._let_urgent_go_first()
        return wish.answer

    def hurry(self, answer: "Future[Pcm]") -> None:
        """What was wanted next is wanted now."""
        with self._changed:
            for wish in (*self._wishes, self._rendering):
                if wish is not None and wish.answer is answer:
                    wish.when = Wanted.NOW
            self._wishes.sort()
            self._let_urgent_go_first()

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
            if self._rendering is not None:
                self._rendering.answer.cancel()
                self._interrupt()
            self._changed.notify_all()
        self._thread.join()

    def _let_urgent_go_first(self) -> None:
        if self._must_give_way(self._rendering):
            self._interrupt()
        self._changed.notify_all()

    def _must_give_way(self, wish: RenderJob | None) -> bool:
        """Whether this is in the way of something that somebody waits for in silence."""
        urgent = bool(self._wishes) and self._wishes[0].when is Wanted.NOW
        return urgent and wish is not None and (wish.when is not Wanted.NOW or wish.answer.cancelled())

    def _interrupt(self) -> None:
        if self._working is not None:
            self._working.interrupt()

    def _kept(self, wish: RenderJob, voice: str | None) -> Pcm | None:
        if self._cache is None or not wish.keep or voice is None:
            return None
        if wish.when is Wanted.LATER:
            # it is enough to know that it is there
            return Pcm.silence(0, 1) if self._cache.has(voice, wish.rate, wish.text) else None
        return self._cache.get(voice, wish.rate, wish.text)

    # --- the studio's own thread -----------------------------------------------------------------

    def _work(self) -> None:
        while (first := self._voices()[:1]) and not self._ready(*first):
            pass
        rested = 0.0
        while (wish := self._next(rested)) is not None:
            began = time.monotonic()
            self._answer(wish)
            if wish.when is Wanted.LATER:
                rested = time.monotonic() + REST * (time.monotonic() - began)
        for renderer in self._loaded:
            renderer.close()

    def _voices(self) -> tuple[Renderer, ...]:
        with self._changed:
            return tuple(self._renderers)

    def _ready(self, renderer: Renderer) -> bool:
        """Whether this voice is loaded; one that cannot be is given up."""
        if renderer not in self._loaded:
            try:
                renderer.load()
            except Exception as error:  # whatever an engine may raise, the studio goes on and the next one takes over
                self._give_up(renderer, error)
                return False
            self._loaded.append(renderer)
        return True

    def _give_up(self, renderer: Renderer, error: Exception) -> None:
        with self._changed:
            self._renderers.remove(renderer)
            others = bool(self._renderers)
        if renderer in self._loaded:
            self._loaded.remove(renderer)
        renderer.close()
        after = "Another voice takes over." if others else "From now on everything is only printed."
        self._trouble(f"{sentence(error)} {after}")

    def _next(self, rested: float) -> RenderJob | None:
        """The most urgent wish; what is only for later waits until the machine has rested."""
        with self._changed:
            self._rendering = None
            while not self._closed:
                rest = None
                if self._wishes:
                    rest = rested - time.monotonic() if self._wishes[0].when is Wanted.LATER else 0.0
                    if rest <= 0:
                        self._rendering = heappop(self._wishes)
                        return self._rendering
                self._changed.wait(rest)
        return None

    def _answer(self, wish: RenderJob) -> None:
        if wish.answer.cancelled():
            return
        try:
            for part, more in self._said(wish):
                if not wish.answer.set_running_or_notify_cancel():
                    return
                rest: Future[Pcm] = Future()
                answer, wish.answer = wish.answer, rest
                answer.set_result(Beginning(part.samples, part.rate, rest) if more else part)
        except Interrupted:
            with self._changed:
                if not self._closed:
                    heappush(self._wishes, wish)
        except NarratorError as error:
            if wish.answer.set_running_or_notify_cancel():
                wish.answer.set_exception(error)

    def _said(self, wish: RenderJob) -> Iterator[tuple[Pcm, bool]]:
        """The sound of it, by the first voice that can say it: part by part, and whether there is more to come."""
        failed: Exception | None = None
        for renderer in self._voices():
            kept = self._kept(wish, renderer.name)  # it may have been rendered since it was asked for
            if kept is not None:
                yield kept, False
                return
            if not self._ready(renderer):
                continue
            try:
                yield from self._rendered(wish, renderer)
            except Interrupted:
                raise
            except Exception as error:  # as above
                failed = error
                unsaid = self._unsaid.setdefault(renderer.name, set())
                unsaid.add(wish.text)
                if len(unsaid) >= CHANCES:
                    self._give_up(renderer, error)
            else:
                self._unsaid.pop(renderer.name, None)
                return
        if failed is None or not self._voices():
            raise NoVoice("Nothing that is installed can speak. `narrator doctor` says what is missing.")
        raise RenderFailed(sentence(failed))

    def _rendered(self, wish: RenderJob, renderer: Renderer) -> Iterator[tuple[Pcm, bool]]:
        with self._changed:
            if self._must_give_way(wish):  # since it was taken from the list, when nobody was at work to be interrupted
                raise Interrupted
            self._working = renderer
        try:
            if wish.parts and wish.when is Wanted.NOW and isinstance(renderer, Streaming):
                parts = []
                for part in renderer.stream(wish.text, wish.rate):
                    parts.append(part)
                    yield part, True
                whole = Pcm.join(parts)
                last = whole.part(whole.seconds)  # all was given away already
            else:
                last = whole = tidied(renderer.render(wish.text, wish.rate))
        finally:
            with self._changed:
                self._working = None
        if self._cache is not None and wish.keep:
            self._cache.put(renderer.name, wish.rate, wish.text, whole)
        yield last, False


def sentence(error: Exception) -> str:
    return str(error) if isinstance(error, NarratorError) else f"A voice has failed ({error!r})."
