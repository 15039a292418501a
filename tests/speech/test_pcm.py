"""PCM audio: levels, normalising, trimming and resampling."""

import numpy as np
import pytest

from narrator.speech.pcm import MAX_PEAK_DBFS, SILENCE_DBFS, Pcm, StreamResampler
from tests.support.waveforms import hiss, tone


def test_full_scale_sine_has_minus_three_dbfs() -> None:
    assert tone(1000, 1, amplitude=1.0).level == pytest.approx(-3.01, abs=0.01)
    assert Pcm.silence(1, 16_000).level == SILENCE_DBFS
    assert Pcm.silence(1, 16_000).peak == SILENCE_DBFS


def test_channels_are_mixed_to_one() -> None:
    both = np.stack([np.full(10, 1000, dtype=np.int16), np.full(10, 3000, dtype=np.int16)], axis=1)
    assert (Pcm.from_array(both, 8000).samples == 2000).all()


def test_out_of_range_values_are_clipped() -> None:
    amplitude = Pcm.from_array(np.array([2.0, -2.0]), 8000)
    assert amplitude.samples.tolist() == [32767, -32768]


@pytest.mark.parametrize("source", [8_000, 22_050, 44_100, 48_000])
def test_resampled_tone_keeps_length_pitch_and_level(source: int) -> None:
    heard = tone(1000, 1.0, source).resampled(16_000)
    assert len(heard.samples) == 16_000
    expected = tone(1000, 1.0)
    middle = slice(500, -500)
    assert np.abs(heard.samples[middle].astype(int) - expected.samples[middle]).max() <= 3


def test_resampling_does_not_alias() -> None:
    assert tone(11_000, 1.0, 48_000).resampled(16_000).part(0.1, 0.9).level < -70


def test_resampling_in_blocks_equals_resampling_at_once() -> None:
    whole = hiss(1.0, -20, 44_100).samples
    resampler = StreamResampler(44_100, 16_000)
    blocks = [resampler.process(whole[start : start + 441]) for start in range(0, len(whole), 441)]
    assert (np.concatenate(blocks) == StreamResampler(44_100, 16_000).process(whole)).all()


def test_stream_resampler_keeps_the_level_with_a_short_delay() -> None:
    heard = StreamResampler(48_000, 16_000).process(tone(1000, 1.0, 48_000).samples)
    assert 16_000 - len(heard) <= 0.015 * 16_000
    assert Pcm(heard, 16_000).part(0.1, 0.9).level == pytest.approx(tone(1000, 1.0).level, abs=0.01)
    too_high = StreamResampler(48_000, 16_000).process(tone(11_000, 1.0, 48_000).samples)
    assert Pcm(too_high, 16_000).part(0.1, 0.9).level < -70


def test_closed_stream_resampler_returns_nothing() -> None:
    resampler = StreamResampler(48_000, 16_000)
    resampler.close()
    resampler.set_target_rate(16_001.0)
    assert len(resampler.process(tone(1000, 0.1, 48_000).samples)) == 0


def test_resampled_silence_stays_silent() -> None:
    assert not Pcm.silence(1, 22_050).resampled(48_000).samples.any()
    assert not StreamResampler(48_000, 16_000).process(Pcm.silence(1, 48_000).samples).any()


def test_quiet_and_loud_voices_are_normalised_without_clipping() -> None:
    for amplitude in (0.02, 0.9):
        normalised = Pcm.join([tone(300, 1, amplitude=amplitude), Pcm.silence(2, 16_000)]).normalised()
        assert normalised.voice_level == pytest.approx(-20, abs=0.2)
        assert normalised.peak <= MAX_PEAK_DBFS


def test_noise_of_a_quiet_room_is_not_fully_amplified() -> None:
    assert hiss(1, -80).normalised().level < -45


def test_trimming_leaves_a_little_silence_around_a_voice() -> None:
    spoken = Pcm.join([hiss(1.0, -70), tone(300, 0.8, amplitude=0.2), hiss(2.0, -70)])
    assert spoken.trimmed().seconds == pytest.approx(0.8 + 0.1 + 0.2, abs=0.05)
    assert spoken.trimmed(0, 0).level == pytest.approx(tone(300, 0.8, amplitude=0.2).level, abs=0.3)


def test_trimming_removes_silence_but_keeps_hum() -> None:
    assert hiss(2.0, -70).trimmed().seconds == 0
    assert tone(200, 2.0, amplitude=0.2).trimmed().seconds == 2.0
    assert Pcm.silence(0, 16_000).trimmed().seconds == 0


def test_click_is_not_a_voice() -> None:
    click = np.zeros(16_000, dtype=np.int16)
    click[8000:8080] = 20_000
    assert Pcm(click, 16_000).trimmed().seconds == 0
