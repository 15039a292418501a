"""Piper really speaks."""

from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from threading import Event, Thread
from typing import Any

import numpy as np
import pytest

from narrator.speech.pcm import Pcm
from narrator.speech.tts.piper import FIRST_PART_FRAMES, MAX_PART_FRAMES, PiperRenderer, part_boundaries
from narrator.speech.tts.render import RenderFailed, RenderInterrupted, normalise_speech

LINE = "Once upon a time there was an old lighthouse."
SIX_LETTER_WORDS = len(LINE) / 6


@pytest.fixture(scope="module")
def renderer() -> Iterator[PiperRenderer]:
    each = PiperRenderer()
    each.load()
    yield each
    each.close()


def test_it_renders_speech_as_loud_as_every_voice(renderer: PiperRenderer) -> None:
    spoken = normalise_speech(renderer.render(LINE, 175))
    assert 1.5 < spoken.seconds < 5
    assert spoken.voice_level == pytest.approx(-18, abs=3)


@pytest.mark.parametrize("rate", [80, 120, 175, 250, 350, 500])
def test_the_rate_is_what_was_asked_for(renderer: PiperRenderer, rate: int) -> None:
    spoken = normalise_speech(renderer.render(LINE, rate))
    assert SIX_LETTER_WORDS / spoken.seconds * 60 == pytest.approx(rate, rel=0.3)


def test_a_rendering_can_be_given_up_and_the_next_one_works(
    renderer: PiperRenderer, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert renderer._network is not None
    begun, sound = Event(), renderer._network.sound

    def running(*what: Any) -> Any:
        begun.set()
        return sound(*what)

    monkeypatch.setattr(renderer._network, "sound", running)
    Thread(target=lambda: begun.wait() and renderer.interrupt(), daemon=True).start()
    with pytest.raises(RenderInterrupted):
        renderer.render(" ".join([LINE.rstrip(".")] * 6), 80)
    assert renderer.render("Hello.", 175).seconds > 0


@pytest.mark.parametrize("text", ["Zoë 🦔 Łukasz", "李雷", "<speak>", "a", "7", "🦔"])
def test_whatever_a_player_is_called_it_is_said_or_left_out(renderer: PiperRenderer, text: str) -> None:
    renderer.render(text, 175)


def test_what_comes_in_parts_is_the_whole_and_the_first_part_is_short(renderer: PiperRenderer) -> None:
    line = "Once upon a time there was an old lighthouse at the end of the world."
    parts = list(renderer.stream(line, 175))
    assert len(parts) > 1
    assert 0.1 < parts[0].seconds < 1.5
    assert Pcm.join(parts).seconds == pytest.approx(normalise_speech(renderer.render(line, 175)).seconds, rel=0.15)
    assert Pcm.join(parts).voice_level == pytest.approx(-18, abs=4)


def test_between_two_bits_there_is_no_seam(renderer: PiperRenderer) -> None:
    """They are cut out of one plan, and what lies around a frame has a say in it."""
    network = renderer._network
    assert network is not None
    network.begin()
    plan = network.plan([1, 0, *(20 + number % 9 for number in range(40)), 0, 2], (0.667, 1.2, 0.8))
    frames = plan.shape[-1]
    bits = [network.sound(plan, start, end) for start, end in pairwise([0, 10, 36, 37, frames])]
    assert np.abs(np.concatenate(bits) - network.sound(plan, 0, frames)).max() < 1e-4


@pytest.mark.parametrize("frames", [0, 1, 40, 72, 73, 500, 3000])
def test_the_bits_grow_and_the_last_one_is_not_a_scrap(frames: int) -> None:
    cuts = part_boundaries(frames)
    sizes = [end - start for start, end in pairwise(cuts)]
    assert sum(sizes) == frames
    assert all(later >= sooner / 2 for sooner, later in pairwise(sizes))
    assert len(sizes) == 1 or sizes[0] == FIRST_PART_FRAMES
    assert max(sizes) <= 1.5 * MAX_PART_FRAMES


def test_what_cannot_be_spelt_is_silence(renderer: PiperRenderer) -> None:
    assert [part.seconds for part in renderer.stream(" ", 175)] == [0]


def test_a_damaged_model_is_told_in_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "voice.onnx").write_bytes(b"damaged")
    (tmp_path / "voice.onnx.json").write_text("{}")
    with pytest.raises(RenderFailed, match="Piper cannot speak"):
        PiperRenderer(tmp_path / "voice.onnx").load()
