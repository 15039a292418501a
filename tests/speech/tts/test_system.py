"""The system's own voice; on Linux that is eSpeak NG from the distribution."""

import json
import re
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
from narrator.speech.tts.system import SystemRenderer, install_system_voice, is_system_voice_installed

pytestmark = pytest.mark.skipif(not is_system_voice_installed(), reason="the system has no voice")

LINE = "Once upon a time there was an old lighthouse."


@pytest.fixture
def renderer() -> Iterator[SystemRenderer]:
    renderer = SystemRenderer()
    yield renderer
    renderer.close()


def test_speech_has_the_common_level(renderer: SystemRenderer) -> None:
    spoken = normalise_speech(renderer.render(LINE, 175))
    assert 1.5 < spoken.seconds < 5
    assert spoken.voice_level == pytest.approx(-18, abs=3)


def test_consecutive_texts_are_complete(renderer: SystemRenderer) -> None:
    """pyttsx3 loses the second text of a process, and returns before its file is complete."""
    lengths = [normalise_speech(renderer.render(LINE, 175)).seconds for _ in range(4)]
    assert max(lengths) - min(lengths) < 0.05


WORKER_WITH_BUSY_ESPEAK = """
import os, sys
from narrator.speech.tts import pyttsx_worker
if sys.platform == "linux":
    from pyttsx3.drivers import _espeak
    _espeak.IsPlaying = lambda: 1
    _espeak.Cancel = lambda: os._exit(1)
os._exit(pyttsx_worker.main())
"""


def test_worker_never_cancels_espeak_while_it_sets_the_rate(tmp_path: Path) -> None:
    """On a busy machine it often does; cancelling would discard the rate."""
    job = json.dumps({"text": LINE, "rate": 175, "file": str(tmp_path / "spoken.wav")})
    subprocess.run([sys.executable, "-c", WORKER_WITH_BUSY_ESPEAK, "en", ""], input=job + "\n", text=True, check=True)
    assert soundfile.info(tmp_path / "spoken.wav").duration > 1.5


def test_higher_speeds_are_shorter_up_to_the_maximum(renderer: SystemRenderer) -> None:
    lengths = [normalise_speech(renderer.render(LINE, rate)).seconds for rate in (80, 175, 300, 500)]
    assert lengths == sorted(lengths, reverse=True)
    assert lengths[0] > 3.5 * lengths[-1]


def test_rendering_can_be_interrupted_and_the_next_one_works(
    renderer: SystemRenderer, monkeypatch: pytest.MonkeyPatch
) -> None:
    started, run = Event(), renderer._run

    def signalling_run(*arguments: Any) -> None:
        started.set()
        run(*arguments)

    monkeypatch.setattr(renderer, "_run", signalling_run)
    Thread(target=lambda: started.wait() and renderer.interrupt(), daemon=True).start()
    with pytest.raises(RenderInterrupted):
        renderer.render(LINE * 2000, 80)
    assert renderer.render("Hello.", 175).seconds > 0


def test_unusual_player_names_do_not_fail(renderer: SystemRenderer) -> None:
    for name in ('"; rm -rf /; "', "<speak>", "Zoë 🦔 Łukasz", "李雷"):
        renderer.render(name, 175)


def test_worker_that_ends_early_raises_a_readable_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "executable", shutil.which("false") or "false")
    renderer = SystemRenderer()
    with pytest.raises(RenderFailed, match=f"The system's voice cannot speak .*{re.escape(install_system_voice())}"):
        renderer.load()
    renderer.close()
