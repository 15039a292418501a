"""The synthesiser: one thread that owns the renderers, and a priority queue of texts to render.

Urgent texts are rendered first, then those that follow what is playing. An urgent job interrupts a less urgent one,
which is rendered again later.

A text that one voice cannot render is rendered by the next voice. Only a voice that fails repeatedly is given up.
"""

from collections.abc import Callable, Sequence
from concurrent.futures import Future
from dataclasses import dataclass, field
from enum import IntEnum
from heapq import heappop, heappush
from itertools import count
from threading import Condition, Thread

from narrator.core.errors import NarratorError
from narrator.speech.networks.heap import release_freed_memory
from narrator.speech.pcm import Pcm
from narrator.speech.tts.render import Renderer, RenderFailed, RenderInterrupted, normalise_speech

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


@dataclass(order=True, slots=True)
class SynthesisJob:
    """A text to render; the most urgent and then the oldest comes first."""

    priority: RenderPriority
    number: int
    text: str = field(compare=False)
    words_per_minute: int = field(compare=False)
    result: "Future[Pcm]" = field(compare=False, default_factory=Future)


class Synthesiser:
    """Renders texts in its own thread."""

    def __init__(self, renderers: Sequence[Renderer], *, report: Callable[[str], None] = lambda sentence: None) -> None:
        """Start the thread. `report` gets a sentence, in that thread, when a voice fails and the next takes over."""
        self._all_renderers = tuple(renderers)
        self._renderers = list(renderers)
        """Those that have not been given up, the preferred one first."""
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

    def submit(self, text: str, words_per_minute: int, priority: RenderPriority = RenderPriority.NOW) -> "Future[Pcm]":
        """Return the future audio of this text."""
        job = SynthesisJob(priority, next(self._numbers), text, words_per_minute)
        with self._changed:
            if self._is_closed:
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

    # --- the synthesiser's thread ----------------------------------------------------------------

    def _work(self) -> None:
        while (first := self._available_renderers()[:1]) and not self._load(*first):
            pass
        while (job := self._next_job()) is not None:
            self._run(job)
            if not self._jobs:
                release_freed_memory()  # a long sentence takes 50 MB while it is rendered
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

    def _next_job(self) -> SynthesisJob | None:
        """Wait for the most urgent job. Return None when closed."""
        with self._changed:
            self._current_job = None
            self._changed.wait_for(lambda: self._is_closed or bool(self._jobs))
            if not self._is_closed:
                self._current_job = heappop(self._jobs)
            return self._current_job

    def _run(self, job: SynthesisJob) -> None:
        if job.result.cancelled():
            return
        try:
            pcm = self._render_with_fallback(job)
            if job.result.set_running_or_notify_cancel():
                job.result.set_result(pcm)
        except RenderInterrupted:
            with self._changed:
                if not self._is_closed:
                    heappush(self._jobs, job)
        except NarratorError as error:
            if job.result.set_running_or_notify_cancel():
                job.result.set_exception(error)

    def _render_with_fallback(self, job: SynthesisJob) -> Pcm:
        """Return the audio from the first voice that can render it."""
        failure: Exception | None = None
        for renderer in self._available_renderers():
            if not self._load(renderer):
                continue
            try:
                pcm = self._render(job, renderer)
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
                return pcm
        if failure is None or not self._available_renderers():
            raise NoVoice("No installed voice can speak. `narrator doctor` says what is missing.")
        raise RenderFailed(describe_failure(failure))

    def _render(self, job: SynthesisJob, renderer: Renderer) -> Pcm:
        with self._changed:
            if self._must_yield(job):  # an urgent job came after this one was taken, when nothing could be interrupted
                raise RenderInterrupted
            self._current_renderer = renderer
        try:
            return normalise_speech(renderer.render(job.text, job.words_per_minute))
        finally:
            with self._changed:
                self._current_renderer = None


def describe_failure(error: Exception) -> str:
    """Return the failure of a voice as a sentence."""
    return str(error) if isinstance(error, NarratorError) else f"A voice has failed ({error!r})."
