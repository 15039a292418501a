"""The synthesiser: priorities, interruptions and failing voices."""

import dis
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import CancelledError
from itertools import count
from threading import Event
from types import FrameType
from typing import Any

import pytest

from narrator.speech.pcm import Pcm
from narrator.speech.tts.render import Renderer, RenderFailed
from narrator.speech.tts.synthesiser import NoVoice, RenderPriority, Synthesiser
from tests.speech.tts.fakes import TIMEOUT_S, FakeRenderer

MakeSynthesiser = Callable[..., Synthesiser]


@pytest.fixture
def make_synthesiser() -> Iterator[MakeSynthesiser]:
    """Return a function that makes synthesisers; close them after the test."""
    made: list[Synthesiser] = []

    def make(*renderers: Renderer, reports: list[str] | None = None) -> Synthesiser:
        made.append(Synthesiser(renderers, report=(reports if reports is not None else []).append))
        return made[-1]

    yield make
    for synthesiser in made:
        synthesiser.close()


class Sturdy(FakeRenderer):
    """Renders also the texts that start with "crash"."""

    def render(self, text: str, words_per_minute: int) -> Pcm:
        return super().render(f"still: {text}", words_per_minute)


def test_urgent_job_interrupts_the_next_one(make_synthesiser: MakeSynthesiser) -> None:
    gate = Event()
    renderer = FakeRenderer(gate=gate)
    synthesiser = make_synthesiser(renderer)
    ahead = synthesiser.submit("slow story", 175, RenderPriority.NEXT)
    assert renderer.started.wait(TIMEOUT_S)
    assert synthesiser.submit("now", 175).result(TIMEOUT_S).seconds > 0
    assert renderer.rendered == ["now"]
    gate.set()
    ahead.result(TIMEOUT_S)
    assert renderer.rendered == ["now", "slow story"], "the interrupted job is rendered later"


def test_job_made_urgent_is_not_interrupted(make_synthesiser: MakeSynthesiser) -> None:
    gate = Event()
    renderer = FakeRenderer(gate=gate)
    synthesiser = make_synthesiser(renderer)
    waiting = synthesiser.submit("slow next", 175, RenderPriority.NEXT)
    assert renderer.started.wait(TIMEOUT_S)
    synthesiser.make_urgent(waiting)
    urgent = synthesiser.submit("now", 175)
    gate.set()
    urgent.result(TIMEOUT_S)
    assert renderer.rendered == ["slow next", "now"]


def test_job_made_urgent_interrupts_the_next_one(make_synthesiser: MakeSynthesiser) -> None:
    renderer = FakeRenderer(gate=Event())
    synthesiser = make_synthesiser(renderer)
    synthesiser.submit("slow story", 175, RenderPriority.NEXT)
    assert renderer.started.wait(TIMEOUT_S)
    soon = synthesiser.submit("soon", 175, RenderPriority.NEXT)
    synthesiser.make_urgent(soon)
    assert soon.result(TIMEOUT_S).seconds > 0
    assert renderer.rendered == ["soon"]


def test_cancelled_job_is_interrupted_by_an_urgent_one(make_synthesiser: MakeSynthesiser) -> None:
    renderer = FakeRenderer(gate=Event())
    synthesiser = make_synthesiser(renderer)
    stopped = synthesiser.submit("slow line", 175)
    assert renderer.started.wait(TIMEOUT_S)
    stopped.cancel()
    assert synthesiser.submit("now", 175).result(TIMEOUT_S)
    assert renderer.rendered == ["now"]


def test_next_voice_takes_over_if_one_cannot_be_loaded(make_synthesiser: MakeSynthesiser) -> None:
    reports: list[str] = []
    synthesiser = make_synthesiser(FakeRenderer("first", broken=True), FakeRenderer("second"), reports=reports)
    synthesiser.submit("Hello!", 175).result(TIMEOUT_S)
    assert reports == ["first is broken. Another voice takes over."]
    assert synthesiser.voice == "second"


def test_text_that_one_voice_cannot_render_is_rendered_by_the_next(
    make_synthesiser: MakeSynthesiser,
) -> None:
    reports: list[str] = []
    first, second = FakeRenderer("first"), Sturdy("second")
    synthesiser = make_synthesiser(first, second, reports=reports)
    for text in ("crash here", "Hello!", "crash here", "crash there", "crash here"):
        synthesiser.submit(text, 175).result(TIMEOUT_S)
    assert second.rendered == ["still: crash here", "still: crash here", "still: crash there", "still: crash here"]
    assert first.rendered == ["Hello!"]
    assert (reports, synthesiser.voice) == ([], "first")


def test_voice_is_given_up_after_three_failed_texts(make_synthesiser: MakeSynthesiser) -> None:
    reports: list[str] = []
    first, second = FakeRenderer("first"), Sturdy("second")
    synthesiser = make_synthesiser(first, second, reports=reports)
    for text in ("crash", "crash again", "crash a third time", "Hello!"):
        synthesiser.submit(text, 175).result(TIMEOUT_S)
    assert second.rendered[-1] == "still: Hello!"
    assert reports == ["first has crashed. Another voice takes over."]
    assert first.closed


def test_text_that_no_voice_can_render_fails_and_the_next_one_works(make_synthesiser: MakeSynthesiser) -> None:
    synthesiser = make_synthesiser(FakeRenderer())
    with pytest.raises(RenderFailed, match=r"fake has crashed\."):
        synthesiser.submit("crash here", 175).result(TIMEOUT_S)
    assert synthesiser.submit("Hello!", 175).result(TIMEOUT_S).seconds > 0


def test_unexpected_exception_of_an_engine_is_reported(make_synthesiser: MakeSynthesiser) -> None:
    class Faulty(FakeRenderer):
        def render(self, text: str, words_per_minute: int) -> Pcm:
            raise ZeroDivisionError

    synthesiser = make_synthesiser(Faulty("first"), FakeRenderer("second"))
    assert synthesiser.submit("Hello!", 175).result(TIMEOUT_S)
    with pytest.raises(RenderFailed, match=r"A voice has failed \(ZeroDivisionError\(\)\)\."):
        make_synthesiser(Faulty()).submit("Hello!", 175).result(TIMEOUT_S)


def test_without_any_voice_jobs_fail(make_synthesiser: MakeSynthesiser) -> None:
    reports: list[str] = []
    synthesiser = make_synthesiser(FakeRenderer(broken=True), reports=reports)
    with pytest.raises(NoVoice, match="narrator doctor"):
        synthesiser.submit("Hello!", 175).result(TIMEOUT_S)
    assert reports == ["fake is broken. From now on everything is only printed."]


def test_close_cancels_all_jobs(make_synthesiser: MakeSynthesiser) -> None:
    renderer = FakeRenderer(gate=Event())
    synthesiser = make_synthesiser(renderer)
    rendering, waiting = synthesiser.submit("slow line", 175), synthesiser.submit("another", 175)
    assert renderer.started.wait(TIMEOUT_S)
    synthesiser.close()
    for result in (rendering, waiting, synthesiser.submit("too late", 175)):
        with pytest.raises(CancelledError):
            result.result(TIMEOUT_S)
    assert renderer.closed


def test_preferred_voice_can_be_switched_and_switched_back() -> None:
    synthesiser = Synthesiser([FakeRenderer("default"), FakeRenderer("other")])
    try:
        synthesiser.prefer_voice(other=True)
        assert synthesiser.voice == "other"
        synthesiser.prefer_voice(other=False)
        assert synthesiser.voice == "default"
    finally:
        synthesiser.close()


def test_voice_is_thread_safe_while_the_last_one_is_given_up() -> None:
    """The last voice is given up at each single bytecode instruction of the property in turn."""
    getter = Synthesiser.voice.fget
    assert getter is not None
    for stop in range(len(list(dis.get_instructions(getter)))):
        loading, lost = Event(), Event()

        class Unloadable(FakeRenderer):
            def load(self, loading: Event = loading) -> None:
                loading.wait(TIMEOUT_S)
                raise RenderFailed("It is broken.")

        synthesiser = Synthesiser([Unloadable()], report=lambda sentence, lost=lost: lost.set())  # type: ignore[misc]
        seen = count()

        def step(frame: FrameType, event: str, arg: object, stop: int = stop, seen: Iterator[int] = seen) -> Any:
            if frame.f_code is not getter.__code__:
                return None
            frame.f_trace_opcodes = True
            if event == "opcode" and next(seen) == stop:
                loading.set()  # noqa: B023 - called in this iteration
                lost.wait(0.05)  # noqa: B023 - with a timeout, because the getter may hold the lock
            return step

        sys.settrace(step)
        try:
            assert synthesiser.voice in ("fake", None)
        finally:
            sys.settrace(None)
            loading.set()
            synthesiser.close()
