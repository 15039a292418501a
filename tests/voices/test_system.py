"""The system's voice really speaks; on Linux that is eSpeak NG out of a wheel."""

import shutil
import sys
from collections.abc import Iterator
from threading import Timer

import pytest

from narrator.voices.render import Interrupted, RenderFailed, tidied
from narrator.voices.system import SystemRenderer

LINE = "Once upon a time there was an old lighthouse."


@pytest.fixture
def renderer() -> Iterator[SystemRenderer]:
    each = SystemRenderer()
    yield each
    each.close()


def test_it_renders_speech(renderer: SystemRenderer) -> None:
    spoken = tidied(renderer.render(LINE, 175))
    assert 1.5 < spoken.seconds < 5
    assert spoken.voice_level == pytest.approx(-18, abs=3)


def test_one_text_after_the_other_each_whole(renderer: SystemRenderer) -> None:
    """pyttsx3 itself loses the second text, and comes back before the file is written."""
    lengths = [tidied(renderer.render(LINE, 175)).seconds for _ in range(4)]
    assert max(lengths) - min(lengths) < 0.05


def test_a_faster_rate_is_faster_up_to_the_fastest(renderer: SystemRenderer) -> None:
    lengths = [tidied(renderer.render(LINE, rate)).seconds for rate in (80, 175, 300, 500)]
    assert lengths == sorted(lengths, reverse=True)
    assert lengths[0] > 3.5 * lengths[-1]


def test_a_rendering_can_be_given_up_and_the_next_one_works(renderer: SystemRenderer) -> None:
    Timer(0.02, renderer.interrupt).start()
    with pytest.raises(Interrupted):
        renderer.render(LINE * 2000, 80)
    assert renderer.render("Hello.", 175).seconds > 0


def test_whatever_a_player_is_called_it_is_said_or_left_out(renderer: SystemRenderer) -> None:
    for name in ('"; rm -rf /; "', "<speak>", "Zoë 🦔 Łukasz", "李雷"):
        renderer.render(name, 175)


def test_a_process_that_breaks_off_is_told_in_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "executable", shutil.which("false") or "false")
    renderer = SystemRenderer()
    with pytest.raises(RenderFailed, match=r"The system's voice cannot speak .*narrator\[espeak\]"):
        renderer.load()
    renderer.close()
