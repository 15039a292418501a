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
from narrator.speech.tts.cache import SpeechCache
from narrator.speech.tts.render import Renderer, RenderFailed, RenderInterrupted, StreamingRenderer, normalise_speech

PREFETCH_REST_FACTOR = 3.0  # after something was rendered ahead, so many times as long the machine belongs to the ear
MAX_FAILED_TEXTS = 3  # so many texts in a row that it could not say, and a voice is given up


class NoVoice(NarratorError):
    """Nothing that is installed can speak."""


class RenderPriority(IntEnum):
    NOW = 0  # somebody waits for it in silence
    NEXT = 1  # comes after what is playing
    LATER = 2  # will be needed one day, probably


@dataclass(frozen=True, slots=True, eq=False)
class FirstPart(Pcm):
    rest: "Future[Pcm]"  # to be played right behind it; may be a beginning, too


@dataclass(order=True, slots=True)
class SynthesisJob:
    priority: RenderPriority
    number: int
    text: str = field(compare=False)
    rate: int = field(compare=False)
    is_cacheable: bool = field(compare=False)  # whether it may be kept on disk. What is for one ear alone is not.
    in_parts: bool = field(compare=False)  # whether it may come in parts
    result: "Future[Pcm]" = field(compare=False, default_factory=Future)  # the sound, or what is still to come of it


class Synthesiser:
    def __init__(
        self,
        renderers: Sequence[Renderer],
        cache: SpeechCache | None = None,
        *,
        report: Callable[[str], None] = lambda sentence: None,
    ) -> None:
        """`trouble` is told in a sentence when a voice fails and the next one takes over; from the studio's thread."""
        self._usual = tuple(renderers)
        self._renderers = list(renderers)
        self._cache = cache
        self._trouble = report
        self._wishes: list[SynthesisJob] = []
        self._numbers = count()
        self._changed = Condition()
        self._rendering: SynthesisJob | None = None
        self._working: Renderer | None = None  # the voice that is rendering it
        self._loaded: list[Renderer] = []
        self._unsaid: dict[str, set[str]] = {}  # for each voice, what it could not say since it last said something
        self._closed = False
        self._thread = Thread(target=self._work, name="studio", daemon=True)
        self._thread.start()

    def prefer_voice(self, *, other: bool) -> None:
        """Speak with the usual voice, or with the other one where there are two."""
        with self._changed:
            usual = [renderer for renderer in self._usual if renderer in self._renderers]
            self._renderers = [*usual[1:], *usual[:1]] if other else usual

    @property
    def voice(self) -> str | None:
        """The voice that speaks, or will when it is loaded."""
        with self._changed:
            return self._renderers[0].name if self._renderers else None

    def submit(
        self,
        text: str,
        rate: int,
        priority: RenderPriority = RenderPriority.NOW,
        *,
        cacheable: bool = True,
        in_parts: bool = False,
    ) -> "Future[Pcm]":
        """The sound of these words, at once if they were said before.

        With `parts` it may come as a `Beginning`, as soon as the first words are there.
        """
        wish = SynthesisJob(priority, next(self._numbers), text, rate, cacheable and self._cache is not None, in_parts)
        kept = self._kept(wish, self.voice)
        if kept is not None:
            wish.result.set_result(kept)
            return wish.result
        with self._changed:
            if self._closed or (priority is RenderPriority.LATER and not wish.is_cacheable):
                wish.result.cancel()
                return wish.result
            heappush(self._wishes, wish)
            self._let_urgent_go_first()
        return wish.result

    def make_urgent(self, answer: "Future[Pcm]") -> None:
        """What was wanted next is wanted now."""
        with self._changed:
            for wish in (*self._wishes, self._rendering):
                if wish is not None and wish.result is answer:
                    wish.priority = RenderPriority.NOW
            self._wishes.sort()
            self._let_urgent_go_first()

    def cancel_prefetches(self) -> None:
        """What was to be rendered ahead is of no use any more."""
        with self._changed:
            for wish in self._wishes:
                if wish.priority is RenderPriority.LATER:
                    wish.result.cancel()

    def close(self) -> None:
        with self._changed:
            self._closed = True
            for wish in self._wishes:
                wish.result.cancel()
            self._wishes.clear()
            if self._rendering is not None:
                self._rendering.result.cancel()
                self._interrupt()
            self._changed.notify_all()
        self._thread.join()

    def _let_urgent_go_first(self) -> None:
        if self._must_give_way(self._rendering):
            self._interrupt()
        self._changed.notify_all()

    def _must_give_way(self, wish: SynthesisJob | None) -> bool:
        """Whether this is in the way of something that somebody waits for in silence."""
        urgent = bool(self._wishes) and self._wishes[0].priority is RenderPriority.NOW
        return urgent and wish is not None and (wish.priority is not RenderPriority.NOW or wish.result.cancelled())

    def _interrupt(self) -> None:
        if self._working is not None:
            self._working.interrupt()

    def _kept(self, wish: SynthesisJob, voice: str | None) -> Pcm | None:
        if self._cache is None or not wish.is_cacheable or voice is None:
            return None
        if wish.priority is RenderPriority.LATER:
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
            if wish.priority is RenderPriority.LATER:
                rested = time.monotonic() + PREFETCH_REST_FACTOR * (time.monotonic() - began)
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
        self._trouble(f"{describe_failure(error)} {after}")

    def _next(self, rested: float) -> SynthesisJob | None:
        """The most urgent wish; what is only for later waits until the machine has rested."""
        with self._changed:
            self._rendering = None
            while not self._closed:
                rest = None
                if self._wishes:
                    rest = rested - time.monotonic() if self._wishes[0].priority is RenderPriority.LATER else 0.0
                    if rest <= 0:
                        self._rendering = heappop(self._wishes)
                        return self._rendering
                self._changed.wait(rest)
        return None

    def _answer(self, wish: SynthesisJob) -> None:
        if wish.result.cancelled():
            return
        try:
            for part, more in self._said(wish):
                if not wish.result.set_running_or_notify_cancel():
                    return
                rest: Future[Pcm] = Future()
                answer, wish.result = wish.result, rest
                answer.set_result(FirstPart(part.samples, part.rate, rest) if more else part)
        except RenderInterrupted:
            with self._changed:
                if not self._closed:
                    heappush(self._wishes, wish)
        except NarratorError as error:
            if wish.result.set_running_or_notify_cancel():
                wish.result.set_exception(error)

    def _said(self, wish: SynthesisJob) -> Iterator[tuple[Pcm, bool]]:
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
            except RenderInterrupted:
                raise
            except Exception as error:  # as above
                failed = error
                unsaid = self._unsaid.setdefault(renderer.name, set())
                unsaid.add(wish.text)
                if len(unsaid) >= MAX_FAILED_TEXTS:
                    self._give_up(renderer, error)
            else:
                self._unsaid.pop(renderer.name, None)
                return
        if failed is None or not self._voices():
            raise NoVoice("Nothing that is installed can speak. `narrator doctor` says what is missing.")
        raise RenderFailed(describe_failure(failed))

    def _rendered(self, wish: SynthesisJob, renderer: Renderer) -> Iterator[tuple[Pcm, bool]]:
        with self._changed:
            if self._must_give_way(wish):  # since it was taken from the list, when nobody was at work to be interrupted
                raise RenderInterrupted
            self._working = renderer
        try:
            if wish.in_parts and wish.priority is RenderPriority.NOW and isinstance(renderer, StreamingRenderer):
                parts = []
                for part in renderer.stream(wish.text, wish.rate):
                    parts.append(part)
                    yield part, True
                whole = Pcm.join(parts)
                last = whole.part(whole.seconds)  # all was given away already
            else:
                last = whole = normalise_speech(renderer.render(wish.text, wish.rate))
        finally:
            with self._changed:
                self._working = None
        if self._cache is not None and wish.is_cacheable:
            self._cache.put(renderer.name, wish.rate, wish.text, whole)
        yield last, False


def describe_failure(error: Exception) -> str:
    return str(error) if isinstance(error, NarratorError) else f"A voice has failed ({error!r})."
