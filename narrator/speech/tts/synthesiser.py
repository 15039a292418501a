"""The synthesiser: one thread that owns the renderers, and a priority queue of texts to render.

Urgent texts are rendered first, then those that follow what is playing, then prefetches. An urgent job interrupts
a less urgent one, which is rendered again later. A cached text bypasses the renderers, so a line that was said before
is heard while the voice is still loading. Urgent text is delivered in parts if the renderer can stream.

A text that one voice cannot render is rendered by the next voice. Only a voice that fails repeatedly is given up.
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

PREFETCH_REST_FACTOR = 3.0
"""After a prefetch, rest this many times as long as it took, so that the recogniser gets the processor."""
MAX_FAILED_TEXTS = 3
"""Give up a voice after this many different texts in a row that it could not render."""


class NoVoice(NarratorError):
    """No installed voice can speak."""


class RenderPriority(IntEnum):
    """How urgently a text is needed."""

    NOW = 0
    """Players wait for it in silence."""
    NEXT = 1
    """It follows what is playing."""
    LATER = 2
    """It is prefetched into the cache."""


@dataclass(frozen=True, slots=True, eq=False)
class FirstPart(Pcm):
    """The first part of a text, and the future of the rest, which may be a `FirstPart` again."""

    rest: "Future[Pcm]"


@dataclass(order=True, slots=True)
class SynthesisJob:
    """A text to render; the most urgent and then the oldest comes first."""

    priority: RenderPriority
    number: int
    text: str = field(compare=False)
    words_per_minute: int = field(compare=False)
    is_cacheable: bool = field(compare=False)
    """Whether it may be kept on disk; private lines may not."""
    in_parts: bool = field(compare=False)
    """Whether it may be delivered in parts."""
    result: "Future[Pcm]" = field(compare=False, default_factory=Future)
    """The audio, or the part of it that is not yet delivered."""


class Synthesiser:
    """Renders texts in its own thread."""

    def __init__(
        self,
        renderers: Sequence[Renderer],
        cache: SpeechCache | None = None,
        *,
        report: Callable[[str], None] = lambda sentence: None,
    ) -> None:
        """Start the thread. `report` gets a sentence, in that thread, when a voice fails and the next takes over."""
        self._all_renderers = tuple(renderers)
        self._renderers = list(renderers)
        """Those that have not been given up, the preferred one first."""
        self._cache = cache
        self._report = report
        self._jobs: list[SynthesisJob] = []
        self._numbers = count()
        self._changed = Condition()
        self._current_job: SynthesisJob | None = None
        self._current_renderer: Renderer | None = None
        self._loaded: list[Renderer] = []
        self._failed_texts: dict[str, set[str]] = {}
        """For each voice, the texts it could not render since its last success."""
        self._is_closed = False
        self._thread = Thread(target=self._work, name="synthesiser", daemon=True)
        self._thread.start()

    def prefer_voice(self, *, other: bool) -> None:
        """Speak with the default voice, or with the other one if there are two."""
        with self._changed:
            default = [renderer for renderer in self._all_renderers if renderer in self._renderers]
            self._renderers = [*default[1:], *default[:1]] if other else default

    @property
    def voice(self) -> str | None:
        """The name of the preferred voice, loaded or not."""
        with self._changed:
            return self._renderers[0].name if self._renderers else None

    def submit(
        self,
        text: str,
        words_per_minute: int,
        priority: RenderPriority = RenderPriority.NOW,
        *,
        cacheable: bool = True,
        in_parts: bool = False,
    ) -> "Future[Pcm]":
        """Return the future audio of this text; it is done at once if the text is cached.

        With `in_parts` the result may be a `FirstPart`, available as soon as the first words are rendered.
        """
        is_cacheable = cacheable and self._cache is not None
        job = SynthesisJob(priority, next(self._numbers), text, words_per_minute, is_cacheable, in_parts)
        cached = self._find_cached(job, self.voice)
        if cached is not None:
            job.result.set_result(cached)
            return job.result
        with self._changed:
            if self._is_closed or (priority is RenderPriority.LATER and not job.is_cacheable):
                job.result.cancel()
                return job.result
            heappush(self._jobs, job)
            self._interrupt_for_urgent_job()
        return job.result

    def make_urgent(self, result: "Future[Pcm]") -> None:
        """Raise the priority of the job with this result to NOW."""
        with self._changed:
            for job in (*self._jobs, self._current_job):
                if job is not None and job.result is result:
                    job.priority = RenderPriority.NOW
            self._jobs.sort()
            self._interrupt_for_urgent_job()

    def cancel_prefetches(self) -> None:
        """Cancel all jobs of priority LATER that have not started."""
        with self._changed:
            for job in self._jobs:
                if job.priority is RenderPriority.LATER:
                    job.result.cancel()

    def close(self) -> None:
        """Cancel all jobs, end the thread and release the voices."""
        with self._changed:
            self._is_closed = True
            for job in self._jobs:
                job.result.cancel()
            self._jobs.clear()
            if self._current_job is not None:
                self._current_job.result.cancel()
                self._interrupt()
            self._changed.notify_all()
        self._thread.join()

    def _interrupt_for_urgent_job(self) -> None:
        if self._must_yield(self._current_job):
            self._interrupt()
        self._changed.notify_all()

    def _must_yield(self, job: SynthesisJob | None) -> bool:
        """Return whether this job delays a more urgent one."""
        has_urgent_job = bool(self._jobs) and self._jobs[0].priority is RenderPriority.NOW
        return has_urgent_job and job is not None and (job.priority is not RenderPriority.NOW or job.result.cancelled())

    def _interrupt(self) -> None:
        if self._current_renderer is not None:
            self._current_renderer.interrupt()

    def _find_cached(self, job: SynthesisJob, voice: str | None) -> Pcm | None:
        if self._cache is None or not job.is_cacheable or voice is None:
            return None
        if job.priority is RenderPriority.LATER:  # its existence is enough
            return Pcm.silence(0, 1) if self._cache.has(voice, job.words_per_minute, job.text) else None
        return self._cache.get(voice, job.words_per_minute, job.text)

    # --- the synthesiser's thread ----------------------------------------------------------------

    def _work(self) -> None:
        while (first := self._available_renderers()[:1]) and not self._load(*first):
            pass
        rest_until = 0.0
        while (job := self._next_job(rest_until)) is not None:
            started = time.monotonic()
            self._run(job)
            if job.priority is RenderPriority.LATER:
                rest_until = time.monotonic() + PREFETCH_REST_FACTOR * (time.monotonic() - started)
        for renderer in self._loaded:
            renderer.close()

    def _available_renderers(self) -> tuple[Renderer, ...]:
        with self._changed:
            return tuple(self._renderers)

    def _load(self, renderer: Renderer) -> bool:
        """Load this voice unless it is loaded already. Give it up and return False if that fails."""
        if renderer not in self._loaded:
            try:
                renderer.load()
            except Exception as error:  # engines raise all kinds of errors; the next voice takes over
                self._give_up(renderer, error)
                return False
            self._loaded.append(renderer)
        return True

    def _give_up(self, renderer: Renderer, error: Exception) -> None:
        with self._changed:
            self._renderers.remove(renderer)
            has_others = bool(self._renderers)
        if renderer in self._loaded:
            self._loaded.remove(renderer)
        renderer.close()
        consequence = "Another voice takes over." if has_others else "From now on everything is only printed."
        self._report(f"{describe_failure(error)} {consequence}")

    def _next_job(self, rest_until: float) -> SynthesisJob | None:
        """Wait for the most urgent job, and for a prefetch also until the rest is over. Return None when closed."""
        with self._changed:
            self._current_job = None
            while not self._is_closed:
                wait_s = None
                if self._jobs:
                    is_prefetch = self._jobs[0].priority is RenderPriority.LATER
                    wait_s = rest_until - time.monotonic() if is_prefetch else 0.0
                    if wait_s <= 0:
                        self._current_job = heappop(self._jobs)
                        return self._current_job
                self._changed.wait(wait_s)
        return None

    def _run(self, job: SynthesisJob) -> None:
        if job.result.cancelled():
            return
        try:
            for part, has_more in self._render_with_fallback(job):
                if not job.result.set_running_or_notify_cancel():
                    return
                rest: Future[Pcm] = Future()
                result, job.result = job.result, rest
                result.set_result(FirstPart(part.samples, part.rate, rest) if has_more else part)
        except RenderInterrupted:
            with self._changed:
                if not self._is_closed:
                    heappush(self._jobs, job)
        except NarratorError as error:
            if job.result.set_running_or_notify_cancel():
                job.result.set_exception(error)

    def _render_with_fallback(self, job: SynthesisJob) -> Iterator[tuple[Pcm, bool]]:
        """Yield the audio from the first voice that can render it, in parts, each with whether more follow."""
        failure: Exception | None = None
        for renderer in self._available_renderers():
            cached = self._find_cached(job, renderer.name)  # it may have been rendered since it was submitted
            if cached is not None:
                yield cached, False
                return
            if not self._load(renderer):
                continue
            try:
                yield from self._render(job, renderer)
            except RenderInterrupted:
                raise
            except Exception as error:  # engines raise all kinds of errors; the next voice takes over
                failure = error
                failed_texts = self._failed_texts.setdefault(renderer.name, set())
                failed_texts.add(job.text)
                if len(failed_texts) >= MAX_FAILED_TEXTS:
                    self._give_up(renderer, error)
            else:
                self._failed_texts.pop(renderer.name, None)
                return
        if failure is None or not self._available_renderers():
            raise NoVoice("No installed voice can speak. `narrator doctor` says what is missing.")
        raise RenderFailed(describe_failure(failure))

    def _render(self, job: SynthesisJob, renderer: Renderer) -> Iterator[tuple[Pcm, bool]]:
        with self._changed:
            if self._must_yield(job):  # an urgent job came after this one was taken, when nothing could be interrupted
                raise RenderInterrupted
            self._current_renderer = renderer
        try:
            if job.in_parts and job.priority is RenderPriority.NOW and isinstance(renderer, StreamingRenderer):
                parts = []
                for part in renderer.stream(job.text, job.words_per_minute):
                    parts.append(part)
                    yield part, True
                whole = Pcm.join(parts)
                last = whole.part(whole.seconds)  # empty, because everything was delivered already
            else:
                last = whole = normalise_speech(renderer.render(job.text, job.words_per_minute))
        finally:
            with self._changed:
                self._current_renderer = None
        if self._cache is not None and job.is_cacheable:
            self._cache.put(renderer.name, job.words_per_minute, job.text, whole)
        yield last, False


def describe_failure(error: Exception) -> str:
    """Return the failure of a voice as a sentence."""
    return str(error) if isinstance(error, NarratorError) else f"A voice has failed ({error!r})."
