"""Both streams are brought in step for whatever subtracts them. The true canceller is an extra and not tested here."""

import sys

import numpy as np
import pytest

from narrator.sound.devices import NoSound
from narrator.sound.echo import Echo
from narrator.sound.pcm import Pcm, Samples

FRAME = np.full(320, 9, dtype=np.int16)


class Subtraction:
    """Notes what it is given, and subtracts it as it is."""

    def __init__(self) -> None:
        self.far: list[Samples] = []

    def process(self, near: Samples, far: Samples) -> Samples:
        assert len(near) == len(far)
        self.far.append(far)
        return near - far


def test_for_every_frame_as_much_of_what_was_played() -> None:
    subtraction = Subtraction()
    echo = Echo(subtraction)
    for number in range(1, 9):
        echo.played(Pcm(np.full(160, number, dtype=np.int16), 16_000))
    cleaned = [echo.cleaned(FRAME) for _ in range(4)]
    assert [frame[[0, -1]].tolist() for frame in subtraction.far] == [[1, 2], [3, 4], [5, 6], [7, 8]]
    assert cleaned[0][0] == 8


def test_while_nothing_was_played_frames_pass_as_they_are() -> None:
    subtraction = Subtraction()
    echo = Echo(subtraction)
    assert echo.cleaned(FRAME) is FRAME
    assert subtraction.far == []


def test_an_echo_that_lingers_is_still_subtracted() -> None:
    subtraction = Subtraction()
    echo = Echo(subtraction)
    echo.played(Pcm(np.ones(320, dtype=np.int16), 16_000))
    for _ in range(100):
        echo.cleaned(FRAME)
    assert 50 <= len(subtraction.far) <= 53


def test_what_waits_too_long_is_thrown_away() -> None:
    echo = Echo(Subtraction())
    echo.played(Pcm(np.full(16_000, 1, dtype=np.int16), 16_000))
    echo.cleaned(FRAME)
    assert len(echo._waiting) < 3200


def test_other_rates_are_brought_to_ours() -> None:
    subtraction = Subtraction()
    echo = Echo(subtraction)
    for _ in range(20):
        echo.played(Pcm(np.full(220, 1000, dtype=np.int16), 22_050))
    for _ in range(5):
        echo.cleaned(FRAME)
    assert subtraction.far[-1] == pytest.approx(1000, abs=2)


def test_where_it_is_not_installed_the_command_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pywebrtc_audio", None)
    with pytest.raises(NoSound) as trouble:
        Echo()
    assert trouble.value.mend is not None
    assert trouble.value.mend.endswith("-m pip install pywebrtc-audio")
