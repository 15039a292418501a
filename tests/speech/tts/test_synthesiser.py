"""The studio: what is urgent comes first."""

import dis
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import CancelledError
from itertools import count
from pathlib import Path
from threading import Event
from types import FrameType
from typing import Any

import pytest

from narrator.speech.pcm import Pcm
from narrator.speech.tts.cache import SpeechCache
from narrator.speech.tts.render import Renderer, RenderFailed, RenderInterrupted
from narrator.speech.tts.synthesiser import FirstPart, NoVoice, RenderPriority, Synthesiser
from tests.speech.tts.fakes import PATIENCE, FakeRenderer

Open = Callable[..., Synthesiser]


@pytest.fixture
def studio() -> Iterator[Open]:
    opened: list[Synthesiser] = []

    def open_(*renderers: Renderer, cache: SpeechCache | None = None, told: list[str] | None = None) -> Synthesiser:
        opened.append(Synthesiser(renderers, cache, report=(told if told is not None else []).append))
        return opened[-1]

    yield open_
    for each in opened:
        each.close()


class Sturdy(FakeRenderer):
    """Says what others cannot."""

    def render(self, text: str, rate: int) -> Pcm:
        return super().render(f"still: {text}", rate)


class InParts(FakeRenderer):
    """Hands over word by word, the second one not before its gate is open."""

    def __init__(self) -> None:
        super().__init__()
        self.gate = Event()

    def stream(self, text: str, rate: int) -> Iterator[Pcm]:
        for number, word in enumerate(text.split()):
            while number and not self.gate.wait(0.002):
                if self.given_up:
                    raise RenderInterrupted
            yield super().render(word, rate)


def test_what_is_needed_now_interrupts_what_is_rendered_ahead(studio: Open, tmp_path: Path) -> None:
    gate = Event()
    renderer = FakeRenderer(gate=gate)
    desk = studio(renderer, cache=SpeechCache(tmp_path))
    ahead = desk.submit("slow story", 175, RenderPriority.LATER)
    assert renderer.started.wait(PATIENCE)
    assert desk.submit("now", 175).result(PATIENCE).seconds > 0
    assert renderer.rendered == ["now"]
    gate.set()
    ahead.result(PATIENCE)
    assert renderer.rendered == ["now", "slow story"], "what was given up is done later"


def test_the_next_piece_comes_before_what_is_for_later(studio: Open, tmp_path: Path) -> None:
    gate = Event()
    renderer = FakeRenderer(gate=gate)
    desk = studio(renderer, cache=SpeechCache(tmp_path))
    desk.submit("slow first", 175)
    assert renderer.started.wait(PATIENCE)
    later = desk.submit("later", 175, RenderPriority.LATER)
    desk.submit("next", 175, RenderPriority.NEXT)
    gate.set()
    later.result(PATIENCE)
    assert renderer.rendered == ["slow first", "next", "later"]


def test_what_was_wanted_next_can_be_hurried(studio: Open) -> None:
    gate = Event()
    renderer = FakeRenderer(gate=gate)
    desk = studio(renderer)
    waiting = desk.submit("slow next", 175, RenderPriority.NEXT)
    assert renderer.started.wait(PATIENCE)
    desk.make_urgent(waiting)
    urgent = desk.submit("now", 175)
    gate.set()
    urgent.result(PATIENCE)
    assert renderer.rendered == ["slow next", "now"], "it was not interrupted any more"


def test_what_is_hurried_interrupts_what_can_wait(studio: Open, tmp_path: Path) -> None:
    renderer = FakeRenderer(gate=Event())
    desk = studio(renderer, cache=SpeechCache(tmp_path))
    desk.submit("slow story", 175, RenderPriority.LATER)
    assert renderer.started.wait(PATIENCE)
    soon = desk.submit("soon", 175, RenderPriority.NEXT)
    desk.make_urgent(soon)
    assert soon.result(PATIENCE).seconds > 0
    assert renderer.rendered == ["soon"]


def test_what_was_stopped_is_not_rendered_to_its_end(studio: Open) -> None:
    renderer = FakeRenderer(gate=Event())
    desk = studio(renderer)
    stopped = desk.submit("slow line", 175)
    assert renderer.started.wait(PATIENCE)
    stopped.cancel()
    assert desk.submit("now", 175).result(PATIENCE)
    assert renderer.rendered == ["now"]


def test_what_was_said_before_needs_no_voice(studio: Open, tmp_path: Path) -> None:
    cache = SpeechCache(tmp_path)
    first = studio(FakeRenderer(), cache=cache)
    first.submit("Hello!", 175).result(PATIENCE)

    class Loading(FakeRenderer):
        def load(self) -> None:
            loading.wait(PATIENCE)

    loading = Event()
    renderer = Loading()
    second = studio(renderer, cache=cache)
    assert second.submit("Hello!", 175).done()
    new = second.submit("Goodbye!", 175)
    assert not new.done(), "a new line waits for the voice"
    loading.set()
    new.result(PATIENCE)
    assert renderer.rendered == ["Goodbye!"]


def test_what_is_private_is_neither_kept_nor_looked_for(studio: Open, tmp_path: Path) -> None:
    desk = studio(FakeRenderer(), cache=SpeechCache(tmp_path / "kept"))
    desk.submit("You hold the hedgehog.", 175, cacheable=False).result(PATIENCE)
    assert not (tmp_path / "kept").exists()


def test_when_a_voice_cannot_be_loaded_the_next_one_speaks_and_says_so(studio: Open) -> None:
    told: list[str] = []
    desk = studio(FakeRenderer("first", broken=True), FakeRenderer("second"), told=told)
    desk.submit("Hello!", 175).result(PATIENCE)
    assert told == ["first is broken. Another voice takes over."]
    assert desk.voice == "second"


def test_a_line_that_a_voice_cannot_say_is_said_by_the_next_and_only_that_one(studio: Open, tmp_path: Path) -> None:
    told: list[str] = []
    first, second = FakeRenderer("first"), Sturdy("second")
    desk = studio(first, second, cache=SpeechCache(tmp_path), told=told)
    for text in ("crash here", "Hello!", "crash here", "crash there", "crash here"):
        desk.submit(text, 175).result(PATIENCE)
    assert second.rendered == ["still: crash here", "still: crash there"], "what it has said once it need not render"
    assert first.rendered == ["Hello!"]
    assert (told, desk.voice) == ([], "first")


def test_a_voice_that_fails_again_and_again_is_given_up(studio: Open) -> None:
    told: list[str] = []
    first, second = FakeRenderer("first"), Sturdy("second")
    desk = studio(first, second, told=told)
    for text in ("crash", "crash again", "crash a third time", "Hello!"):
        desk.submit(text, 175).result(PATIENCE)
    assert second.rendered[-1] == "still: Hello!"
    assert told == ["first has crashed. Another voice takes over."]
    assert first.closed


def test_what_no_voice_can_say_is_told_and_the_next_line_is_said(studio: Open) -> None:
    desk = studio(FakeRenderer())
    with pytest.raises(RenderFailed, match=r"fake has crashed\."):
        desk.submit("crash here", 175).result(PATIENCE)
    assert desk.submit("Hello!", 175).result(PATIENCE).seconds > 0


def test_whatever_an_engine_raises_nobody_waits_for_ever(studio: Open) -> None:
    class Odd(FakeRenderer):
        def render(self, text, rate):  # type: ignore[no-untyped-def]  # as above
            raise ZeroDivisionError

    desk = studio(Odd("first"), FakeRenderer("second"))
    assert desk.submit("Hello!", 175).result(PATIENCE)
    with pytest.raises(RenderFailed, match=r"A voice has failed \(ZeroDivisionError\(\)\)\."):
        studio(Odd()).submit("Hello!", 175).result(PATIENCE)


@pytest.mark.point(12)
def test_what_somebody_waits_for_comes_in_parts_and_is_kept_whole(studio: Open, tmp_path: Path) -> None:
    cache = SpeechCache(tmp_path)
    renderer = InParts()
    desk = studio(renderer, cache=cache)
    first = desk.submit("one two three", 175, in_parts=True).result(PATIENCE)
    assert isinstance(first, FirstPart)
    assert renderer.rendered == ["one"], "the rest is not even begun"
    renderer.gate.set()
    parts = [first]
    while isinstance(parts[-1], FirstPart):
        parts.append(parts[-1].rest.result(PATIENCE))
    assert renderer.rendered == ["one", "two", "three"]
    kept = desk.submit("one two three", 175, in_parts=True).result(PATIENCE)
    assert not isinstance(kept, FirstPart)
    assert kept.seconds == pytest.approx(sum(part.seconds for part in parts))


def test_who_does_not_ask_for_parts_gets_the_whole(studio: Open) -> None:
    renderer = InParts()
    assert not isinstance(studio(renderer).submit("one two three", 175).result(PATIENCE), FirstPart)
    assert renderer.rendered == ["one two three"]


def test_the_rest_of_what_was_stopped_is_not_rendered(studio: Open) -> None:
    renderer = InParts()
    desk = studio(renderer)
    first = desk.submit("one two three", 175, in_parts=True).result(PATIENCE)
    assert isinstance(first, FirstPart)
    first.rest.cancel()
    assert desk.submit("now", 175).result(PATIENCE)
    assert renderer.rendered == ["one", "now"]


def test_without_any_voice_it_says_so_and_nobody_waits(studio: Open) -> None:
    told: list[str] = []
    desk = studio(FakeRenderer(broken=True), told=told)
    with pytest.raises(NoVoice, match="narrator doctor"):
        desk.submit("Hello!", 175).result(PATIENCE)
    assert told == ["fake is broken. From now on everything is only printed."]


def test_closing_leaves_nobody_waiting(studio: Open) -> None:
    renderer = FakeRenderer(gate=Event())
    desk = studio(renderer)
    rendering, waiting = desk.submit("slow line", 175), desk.submit("another", 175)
    assert renderer.started.wait(PATIENCE)
    desk.close()
    for answer in (rendering, waiting, desk.submit("too late", 175)):
        with pytest.raises(CancelledError):
            answer.result(PATIENCE)
    assert renderer.closed


def test_the_other_voice_speaks_when_it_is_wished_for_and_the_usual_one_again() -> None:
    usual, other = FakeRenderer("usual"), FakeRenderer("other")
    studio = Synthesiser([usual, other])
    try:
        studio.prefer_voice(other=True)
        assert studio.voice == "other"
        studio.prefer_voice(other=False)
        assert studio.voice == "usual"
    finally:
        studio.close()


def test_who_speaks_can_be_asked_while_the_last_voice_is_given_up() -> None:
    """At every single step of the question in turn, for no step may see what the one before did not."""
    asked = Synthesiser.voice.fget
    assert asked is not None
    for stop in range(len(list(dis.get_instructions(asked)))):
        loading, lost = Event(), Event()

        class Unloadable(FakeRenderer):
            def load(self, loading: Event = loading) -> None:
                loading.wait(PATIENCE)
                raise RenderFailed("It is broken.")

        desk = Synthesiser([Unloadable()], report=lambda sentence, lost=lost: lost.set())  # type: ignore[misc]
        seen = count()

        def step(frame: FrameType, event: str, arg: object, stop: int = stop, seen: Iterator[int] = seen) -> Any:
            if frame.f_code is not asked.__code__:
                return None
            frame.f_trace_opcodes = True
            if event == "opcode" and next(seen) == stop:
                loading.set()  # noqa: B023 - called before the next turn
                lost.wait(0.05)  # noqa: B023 - not for ever: the answer may rightly keep the voice until it is given
            return step

        sys.settrace(step)
        try:
            assert desk.voice in ("fake", None)
        finally:
            sys.settrace(None)
            loading.set()
            desk.close()
