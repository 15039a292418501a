"""The studio: what is urgent comes first."""

from collections.abc import Callable, Iterator
from concurrent.futures import CancelledError
from pathlib import Path
from threading import Event

import pytest

from narrator.voices.cache import Cache
from narrator.voices.render import Renderer
from narrator.voices.studio import NoVoice, Studio, Wanted
from tests.voices.fakes import FakeRenderer

Open = Callable[..., Studio]


@pytest.fixture
def studio() -> Iterator[Open]:
    opened: list[Studio] = []

    def open_(*renderers: Renderer, cache: Cache | None = None, told: list[str] | None = None) -> Studio:
        opened.append(Studio(renderers, cache, trouble=(told if told is not None else []).append))
        return opened[-1]

    yield open_
    for each in opened:
        each.close()


def test_what_is_needed_now_interrupts_what_is_rendered_ahead(studio: Open, tmp_path: Path) -> None:
    gate = Event()
    renderer = FakeRenderer(gate=gate)
    desk = studio(renderer, cache=Cache(tmp_path))
    ahead = desk.want("slow story", 175, Wanted.LATER)
    assert renderer.started.wait(5)
    assert desk.want("now", 175).result(5).seconds > 0
    assert renderer.rendered == ["now"]
    gate.set()
    ahead.result(5)
    assert renderer.rendered == ["now", "slow story"], "what was given up is done later"


def test_the_next_piece_comes_before_what_is_for_later(studio: Open, tmp_path: Path) -> None:
    gate = Event()
    renderer = FakeRenderer(gate=gate)
    desk = studio(renderer, cache=Cache(tmp_path))
    desk.want("slow first", 175)
    assert renderer.started.wait(5)
    later = desk.want("later", 175, Wanted.LATER)
    desk.want("next", 175, Wanted.NEXT)
    gate.set()
    later.result(5)
    assert renderer.rendered == ["slow first", "next", "later"]


def test_what_was_wanted_next_can_be_hurried(studio: Open) -> None:
    gate = Event()
    renderer = FakeRenderer(gate=gate)
    desk = studio(renderer)
    waiting = desk.want("slow next", 175, Wanted.NEXT)
    assert renderer.started.wait(5)
    desk.hurry(waiting)
    urgent = desk.want("now", 175)
    gate.set()
    urgent.result(5)
    assert renderer.rendered == ["slow next", "now"], "it was not interrupted any more"


def test_what_was_stopped_is_not_rendered_to_its_end(studio: Open) -> None:
    renderer = FakeRenderer(gate=Event())
    desk = studio(renderer)
    stopped = desk.want("slow line", 175)
    assert renderer.started.wait(5)
    stopped.cancel()
    assert desk.want("now", 175).result(5)
    assert renderer.rendered == ["now"]


def test_what_was_said_before_needs_no_voice(studio: Open, tmp_path: Path) -> None:
    cache = Cache(tmp_path)
    first = studio(FakeRenderer(), cache=cache)
    first.want("Hello!", 175).result(5)

    class Loading(FakeRenderer):
        def load(self) -> None:
            loading.wait(5)

    loading = Event()
    renderer = Loading()
    second = studio(renderer, cache=cache)
    assert second.want("Hello!", 175).done()
    new = second.want("Goodbye!", 175)
    assert not new.done(), "a new line waits for the voice"
    loading.set()
    new.result(5)
    assert renderer.rendered == ["Goodbye!"]


def test_what_is_private_is_neither_kept_nor_looked_for(studio: Open, tmp_path: Path) -> None:
    desk = studio(FakeRenderer(), cache=Cache(tmp_path / "kept"))
    desk.want("You hold the hedgehog.", 175, keep=False).result(5)
    assert not (tmp_path / "kept").exists()


def test_when_a_voice_cannot_be_loaded_the_next_one_speaks_and_says_so(studio: Open) -> None:
    told: list[str] = []
    desk = studio(FakeRenderer("first", broken=True), FakeRenderer("second"), told=told)
    desk.want("Hello!", 175).result(5)
    assert told == ["first is broken. Another voice takes over."]
    assert desk.voice == "second"


def test_when_a_voice_breaks_off_the_same_line_is_said_by_the_next(studio: Open) -> None:
    told: list[str] = []

    class Sturdy(FakeRenderer):
        def render(self, text, rate):  # type: ignore[no-untyped-def]  # as above
            return super().render(f"still: {text}", rate)

    first, second = FakeRenderer("first"), Sturdy("second")
    desk = studio(first, second, told=told)
    desk.want("crash here", 175).result(5)
    assert second.rendered == ["still: crash here"]
    assert first.closed


def test_whatever_an_engine_raises_nobody_waits_for_ever(studio: Open) -> None:
    class Odd(FakeRenderer):
        def render(self, text, rate):  # type: ignore[no-untyped-def]  # as above
            raise ZeroDivisionError

    told: list[str] = []
    desk = studio(Odd(), FakeRenderer("second"), told=told)
    assert desk.want("Hello!", 175).result(5)
    assert told == ["A voice has failed (ZeroDivisionError()). Another voice takes over."]


def test_without_any_voice_it_says_so_and_nobody_waits(studio: Open) -> None:
    told: list[str] = []
    desk = studio(FakeRenderer(broken=True), told=told)
    with pytest.raises(NoVoice, match="narrator doctor"):
        desk.want("Hello!", 175).result(5)
    assert told == ["fake is broken. From now on everything is only printed."]


def test_closing_leaves_nobody_waiting(studio: Open) -> None:
    renderer = FakeRenderer(gate=Event())
    desk = studio(renderer)
    rendering, waiting = desk.want("slow line", 175), desk.want("another", 175)
    assert renderer.started.wait(5)
    desk.close()
    for answer in (rendering, waiting, desk.want("too late", 175)):
        with pytest.raises(CancelledError):
            answer.result(5)
    assert renderer.closed
