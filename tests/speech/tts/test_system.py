"""The system's voice really speaks; on Linux that is eSpeak NG out of a wheel."""

import json
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from threading import Event, Thread
from typing import Any

import pytest
import soundfile

from narrator.speech.tts.render import RenderFailed, RenderInterrupted, normalise_speech
from narrator.speech.tts.system import SystemRenderer

LINE = "Once upon a time there was an old lighthouse."


@pytest.fixture
def renderer() -> Iterator[SystemRenderer]:
    each = SystemRenderer()
    yield each
    each.close()


def test_it_renders_speech(renderer: SystemRenderer) -> None:
    spoken = normalise_speech(renderer.render(LINE, 175))
    assert 1.5 < spoken.seconds < 5
    assert spoken.voice_level == pytest.approx(-18, abs=3)


def test_one_text_after_the_other_each_whole(renderer: SystemRenderer) -> None:
    """pyttsx3 itself loses the second text, and comes back before the file is written."""
    lengths = [normalise_speech(renderer.render(LINE, 175)).seconds for _ in range(4)]
    assert max(lengths) - min(lengths) < 0.05


BUSY = """
import os, sys
from narrator.speech.tts import pyttsx_worker
if sys.platform == "linux":
    pyttsx_worker.borrow_espeak()
    from pyttsx3.drivers import _espeak
    _espeak.IsPlaying = lambda: 1
    _espeak.Cancel = lambda: os._exit(1)
os._exit(pyttsx_worker.main())
"""


def test_nothing_is_called_off_when_espeak_still_has_the_rate_before_it(tmp_path: Path) -> None:
    """On a busy machine it often has; whatever is called off then, the rate is lost with it."""
    wish = json.dumps({"text": LINE, "rate": 175, "file": str(tmp_path / "spoken.wav")})
    subprocess.run([sys.executable, "-c", BUSY, "en", ""], input=wish + "\n", text=True, check=True)
    assert soundfile.info(tmp_path / "spoken.wav").duration > 1.5


def test_a_faster_rate_is_faster_up_to_the_fastest(renderer: SystemRenderer) -> None:
    lengths = [normalise_speech(renderer.render(LINE, rate)).seconds for rate in (80, 175, 300, 500)]
    assert lengths == sorted(lengths, reverse=True)
    assert lengths[0] > 3.5 * lengths[-1]


def test_a_rendering_can_be_given_up_and_the_next_one_works(
    renderer: SystemRenderer, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun, ask = Event(), renderer._ask

    def asked(*what: Any) -> None:
        begun.set()
        ask(*what)

    monkeypatch.setattr(renderer, "_ask", asked)
    Thread(target=lambda: begun.wait() and renderer.interrupt(), daemon=True).start()
    with pytest.raises(RenderInterrupted):
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
