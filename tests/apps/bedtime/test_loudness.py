"""Tests of the limiter and of the level of voices."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from narrator.apps.bedtime.loudness import (
    BEDTIME_SAMPLE_RATE,
    LIMITER_HEADROOM_DB,
    MAX_LEVEL_DB,
    limit_peaks,
    measure_voice_level,
    soften_recording,
    soften_voice,
)
from narrator.apps.bedtime.settings import MIN_WHISPER_LEVEL_DB, BedtimeSettings
from narrator.speech.pcm import FULL_SCALE, Pcm
from tests.apps.bedtime.helpers import make_voice_like_sound

LEVEL = -30.0
MOST = FULL_SCALE * 10 ** (MAX_LEVEL_DB / 20)


def add_bump(pcm: Pcm) -> Pcm:
    """Add a knock against the microphone that is far louder than the voice."""
    samples = pcm.samples.copy()
    knock = np.random.default_rng(1).normal(0, 9000, round(0.06 * pcm.rate))
    samples[4000 : 4000 + len(knock)] = np.clip(knock, -32768, 32767)
    return Pcm(samples, pcm.rate)


@given(
    st.lists(st.floats(-40000, 40000, allow_nan=False), min_size=1, max_size=3000),
    st.floats(-40, -3),
)
@settings(max_examples=60, deadline=None)
def test_limiter_keeps_every_sample_below_the_maximum(numbers: list[float], cap: float) -> None:
    heard = limit_peaks(np.array(numbers), cap)
    assert np.abs(heard.astype(np.int32)).max() <= FULL_SCALE * 10 ** (cap / 20)


def test_limiter_does_not_change_soft_sound() -> None:
    wave = 3000 * np.sin(np.arange(5000) / 20)
    assert np.array_equal(limit_peaks(wave, MAX_LEVEL_DB), np.rint(wave).astype(np.int16))


def test_limiter_does_not_distort() -> None:
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
    assert spectrum[top - 3 : top + 4].sum() / spectrum.sum() > 0.97  # still a sine, not a square wave
    assert np.allclose(heard[: BEDTIME_SAMPLE_RATE // 4], tone[: BEDTIME_SAMPLE_RATE // 4], atol=1)


@pytest.mark.parametrize("level", [-50.0, -40.0, -24.0, -9.0])
def test_recordings_get_the_same_level(level: float) -> None:
    heard = soften_recording(make_voice_like_sound(2.0, level), LEVEL)
    assert heard.voice_level == pytest.approx(LEVEL, abs=1.0)
    assert np.abs(heard.samples).max() <= MOST


@pytest.mark.parametrize("level", [-40.0, -20.0])
def test_bump_does_not_change_the_level_of_the_voice(level: float) -> None:
    heard = soften_recording(add_bump(make_voice_like_sound(3.0, level)), LEVEL)
    assert np.abs(heard.samples).max() <= MOST
    assert heard.part(1.5).voice_level == pytest.approx(LEVEL, abs=2.0)


def test_recording_is_faded_in_and_out() -> None:
    heard = soften_recording(make_voice_like_sound(1.0, -20.0), LEVEL).samples
    assert abs(int(heard[0])) < 5
    assert abs(int(heard[-1])) < 5


@pytest.mark.parametrize("rate", [8000, 16000, 44100])
def test_voice_is_resampled(rate: int) -> None:
    heard = soften_voice(make_voice_like_sound(1.0, -20.0, rate), LEVEL)
    assert heard.rate == BEDTIME_SAMPLE_RATE
    assert heard.seconds == pytest.approx(1.0, abs=0.01)


def test_silence_stays_silence() -> None:
    assert not soften_recording(Pcm.silence(1.0, 16_000), LEVEL).samples.any()
    assert not soften_voice(Pcm.silence(1.0, 16_000), LEVEL).samples.any()
    assert measure_voice_level(Pcm.silence(0.0, BEDTIME_SAMPLE_RATE)) <= -90


def test_limiter_leaves_headroom_for_encoders() -> None:
    loud = soften_voice(make_voice_like_sound(1.0, -6.0), -6.0)
    assert loud.peak <= MAX_LEVEL_DB - LIMITER_HEADROOM_DB


def test_whisper_stays_audible_when_the_story_gets_softer() -> None:
    usual = BedtimeSettings()
    heard = [usual.level_of(-8.0, chapter) - min(usual.room_to_soften, chapter) for chapter in range(12)]
    assert heard[0] == usual.level - 8
    assert min(heard) == MIN_WHISPER_LEVEL_DB
    assert usual.level_of(3.0, 11) == usual.level + 3
