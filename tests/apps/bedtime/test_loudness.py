"""The cap and the loudness, on samples."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from narrator.apps.bedtime.settings import (
    BEDTIME_SAMPLE_RATE,
    LIMITER_HEADROOM_DB,
    MAX_LEVEL_DB,
    limit_peaks,
    measure_voice_level,
    soften_recording,
    soften_voice,
)
from narrator.speech.pcm import FULL_SCALE, Pcm
from tests.apps.bedtime.house import voice_like

LEVEL = -30.0
MOST = FULL_SCALE * 10 ** (MAX_LEVEL_DB / 20)


def bumped(pcm: Pcm) -> Pcm:
    """Somebody knocks against the microphone, far louder than the voice."""
    samples = pcm.samples.copy()
    knock = np.random.default_rng(1).normal(0, 9000, round(0.06 * pcm.rate))
    samples[4000 : 4000 + len(knock)] = np.clip(knock, -32768, 32767)
    return Pcm(samples, pcm.rate)


@given(
    st.lists(st.floats(-40000, 40000, allow_nan=False), min_size=1, max_size=3000),
    st.floats(-40, -3),
)
@settings(max_examples=60, deadline=None)
def test_no_sample_is_above_the_cap_whatever_comes_in(numbers: list[float], cap: float) -> None:
    heard = limit_peaks(np.array(numbers), cap)
    assert np.abs(heard.astype(np.int32)).max() <= FULL_SCALE * 10 ** (cap / 20)


def test_what_is_under_the_cap_is_left_as_it_is() -> None:
    wave = 3000 * np.sin(np.arange(5000) / 20)
    assert np.array_equal(limit_peaks(wave, MAX_LEVEL_DB), np.rint(wave).astype(np.int16))


def test_the_limiter_turns_down_and_does_not_crack() -> None:
    wave = np.concatenate(
        [
            np.full(BEDTIME_SAMPLE_RATE // 2, 0.1),
            np.full(BEDTIME_SAMPLE_RATE // 2, 1.0),
            np.full(BEDTIME_SAMPLE_RATE // 2, 0.1),
        ]
    )
    tone = 20000 * wave * np.sin(2 * np.pi * 220 * np.arange(len(wave)) / BEDTIME_SAMPLE_RATE)
    heard = limit_peaks(tone, MAX_LEVEL_DB).astype(np.float64)
    spectrum = np.abs(np.fft.rfft(heard[BEDTIME_SAMPLE_RATE // 2 + 2000 : BEDTIME_SAMPLE_RATE - 2000])) ** 2
    top = int(spectrum.argmax())
    assert spectrum[top - 3 : top + 4].sum() / spectrum.sum() > 0.97  # still a tone, not a square
    assert np.allclose(heard[: BEDTIME_SAMPLE_RATE // 4], tone[: BEDTIME_SAMPLE_RATE // 4], atol=1)


@pytest.mark.parametrize("level", [-50.0, -40.0, -24.0, -9.0])
def test_a_shy_child_and_a_bold_one_are_equally_loud(level: float) -> None:
    heard = soften_recording(voice_like(2.0, level), LEVEL)
    assert heard.voice_level == pytest.approx(LEVEL, abs=1.0)
    assert np.abs(heard.samples).max() <= MOST


@pytest.mark.parametrize("level", [-40.0, -20.0])
def test_a_knock_neither_deafens_nor_drowns_the_voice(level: float) -> None:
    heard = soften_recording(bumped(voice_like(3.0, level)), LEVEL)
    assert np.abs(heard.samples).max() <= MOST
    assert heard.part(1.5).voice_level == pytest.approx(LEVEL, abs=2.0)


def test_a_recording_begins_and_ends_softly() -> None:
    heard = soften_recording(voice_like(1.0, -20.0), LEVEL).samples
    assert abs(int(heard[0])) < 5
    assert abs(int(heard[-1])) < 5


@pytest.mark.parametrize("rate", [8000, 16000, 44100])
def test_any_rate_becomes_ours(rate: int) -> None:
    heard = soften_voice(voice_like(1.0, -20.0, rate), LEVEL)
    assert heard.rate == BEDTIME_SAMPLE_RATE
    assert heard.seconds == pytest.approx(1.0, abs=0.01)


def test_silence_stays_silence() -> None:
    assert not soften_recording(Pcm.silence(1.0, 16_000), LEVEL).samples.any()
    assert not soften_voice(Pcm.silence(1.0, 16_000), LEVEL).samples.any()
    assert measure_voice_level(Pcm.silence(0.0, BEDTIME_SAMPLE_RATE)) <= -90


def test_there_is_room_below_the_cap_for_what_a_coder_adds() -> None:
    loud = soften_voice(voice_like(1.0, -6.0), -6.0)
    assert loud.peak <= MAX_LEVEL_DB - LIMITER_HEADROOM_DB
