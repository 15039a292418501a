"""Piper really speaks."""

from collections.abc import Iterator
from pathlib import Path
from threading import Timer

import pytest

from narrator.voices.piper import PiperRenderer
from narrator.voices.render import Interrupted, RenderFailed, tidied

LINE = "Once upon a time there was an old lighthouse."
SIX_LETTER_WORDS = len(LINE) / 6


@pytest.fixture(scope="module")
def renderer() -> Iterator[PiperRenderer]:
    each = PiperRenderer()
    each.load()
    yield each
    each.close()


def test_it_renders_speech_as_loud_as_every_voice(renderer: PiperRenderer) -> None:
    spoken = tidied(renderer.render(LINE, 175))
    assert 1.5 < spoken.seconds < 5
    assert spoken.voice_level == pytest.approx(-18, abs=3)


@pytest.mark.parametrize("rate", [80, 120, 175, 250, 350, 500])
def test_the_rate_is_what_was_asked_for(renderer: PiperRenderer, rate: int) -> None:
    spoken = tidied(renderer.render(LINE, rate))
    assert SIX_LETTER_WORDS / spoken.seconds * 60 == pytest.approx(rate, rel=0.3)


def test_a_rendering_can_be_given_up_and_the_next_one_works(renderer: PiperRenderer) -> None:
    Timer(0.05, renderer.interrupt).start()
    with pytest.raises(Interrupted):
        renderer.render(" ".join([LINE.rstrip(".")] * 6), 80)
    assert renderer.render("Hello.", 175).seconds > 0


@pytest.mark.parametrize("text", ["Zoë 🦔 Łukasz", "李雷", "<speak>", "a", "7", "🦔"])
def test_whatever_a_player_is_called_it_is_said_or_left_out(renderer: PiperRenderer, text: str) -> None:
    renderer.render(text, 175)


def test_a_damaged_model_is_told_in_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "voice.onnx").write_bytes(b"damaged")
    (tmp_path / "voice.onnx.json").write_text("{}")
    with pytest.raises(RenderFailed, match="Piper cannot speak"):
        PiperRenderer(tmp_path / "voice.onnx").load()
