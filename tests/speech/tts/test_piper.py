"""Piper, with its real voice."""

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
    renderer = PiperRenderer()
    renderer.load()
    yield renderer
    renderer.close()


def test_speech_has_the_common_level(renderer: PiperRenderer) -> None:
    spoken = normalise_speech(renderer.render(LINE, 175))
    assert 1.5 < spoken.seconds < 5
    assert spoken.voice_level == pytest.approx(-18, abs=3)


@pytest.mark.parametrize("words_per_minute", [80, 120, 175, 250, 350, 500])
def test_speed_is_as_requested(renderer: PiperRenderer, words_per_minute: int) -> None:
    spoken = normalise_speech(renderer.render(LINE, words_per_minute))
    assert SIX_LETTER_WORDS / spoken.seconds * 60 == pytest.approx(words_per_minute, rel=0.3)


def test_rendering_can_be_interrupted_and_the_next_one_works(
    renderer: PiperRenderer, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert renderer._network is not None
    started, decode = Event(), renderer._network.decode

    def signalling_decode(*arguments: Any) -> Any:
        started.set()
        return decode(*arguments)

    monkeypatch.setattr(renderer._network, "decode", signalling_decode)
    Thread(target=lambda: started.wait() and renderer.interrupt(), daemon=True).start()
    with pytest.raises(RenderInterrupted):
        renderer.render(" ".join([LINE.rstrip(".")] * 6), 80)
    assert renderer.render("Hello.", 175).seconds > 0


@pytest.mark.parametrize("text", ["Zoë 🦔 Łukasz", "李雷", "<speak>", "a", "7", "🦔"])
def test_unusual_player_names_do_not_fail(renderer: PiperRenderer, text: str) -> None:
    renderer.render(text, 175)


def test_streamed_parts_equal_the_whole_and_the_first_is_short(renderer: PiperRenderer) -> None:
    line = "Once upon a time there was an old lighthouse at the end of the world."
    parts = list(renderer.stream(line, 175))
    assert len(parts) > 1
    assert 0.1 < parts[0].seconds < 1.5
    assert Pcm.join(parts).seconds == pytest.approx(normalise_speech(renderer.render(line, 175)).seconds, rel=0.15)
    assert Pcm.join(parts).voice_level == pytest.approx(-18, abs=4)


def test_chunks_decoded_separately_equal_the_whole(renderer: PiperRenderer) -> None:
    """Each chunk is decoded with the context frames around it."""
    network = renderer._network
    assert network is not None
    network.reset_options()
    latent = network.encode([1, 0, *(20 + number % 9 for number in range(40)), 0, 2], (0.667, 1.2, 0.8))
    frames = latent.shape[-1]
    chunks = [network.decode(latent, start, end) for start, end in pairwise([0, 10, 36, 37, frames])]
    assert np.abs(np.concatenate(chunks) - network.decode(latent, 0, frames)).max() < 1e-4


@pytest.mark.parametrize("frames", [0, 1, 40, 72, 73, 500, 3000])
def test_parts_grow_and_the_last_one_is_not_tiny(frames: int) -> None:
    sizes = [end - start for start, end in pairwise(part_boundaries(frames))]
    assert sum(sizes) == frames
    assert all(later >= earlier / 2 for earlier, later in pairwise(sizes))
    assert len(sizes) == 1 or sizes[0] == FIRST_PART_FRAMES
    assert max(sizes) <= 1.5 * MAX_PART_FRAMES


def test_text_without_phonemes_is_silent(renderer: PiperRenderer) -> None:
    assert [part.seconds for part in renderer.stream(" ", 175)] == [0]


def test_damaged_model_raises_a_readable_error(tmp_path: Path) -> None:
    (tmp_path / "voice.onnx").write_bytes(b"damaged")
    (tmp_path / "voice.onnx.json").write_text("{}")
    with pytest.raises(RenderFailed, match="Piper cannot speak"):
        PiperRenderer(tmp_path / "voice.onnx").load()
