"""Speeding up speech without changing its pitch."""

import numpy as np
import pytest

from narrator.speech.pcm import Pcm
from narrator.speech.tts.render import speed_up


def tone(frequency: float) -> Pcm:
    return Pcm.from_array(0.3 * np.sin(2 * np.pi * frequency * np.arange(22050) / 22050), 22050)


@pytest.mark.parametrize("factor", [1.2, 1.5, 2.0])
def test_speed_up_shortens_and_keeps_the_pitch(factor: float) -> None:
    quick = speed_up(tone(200), factor)
    assert quick.seconds == pytest.approx(1 / factor, abs=0.04)
    spectrum = np.abs(np.fft.rfft(quick.samples))
    assert np.argmax(spectrum) / quick.seconds == pytest.approx(200, abs=5)


def test_lower_speeds_and_tiny_clips_are_unchanged() -> None:
    assert speed_up(tone(200), 0.8).seconds == 1
    assert speed_up(tone(200).part(0, 0.03), 2).seconds == pytest.approx(0.03, abs=0.001)
