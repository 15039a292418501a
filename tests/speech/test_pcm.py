"""Sound as numbers: what is measured, levelled, trimmed and resampled stays the same sound."""

import numpy as np
import pytest

from narrator.speech.pcm import MAX_PEAK_DBFS, SILENCE_DBFS, Pcm, StreamResampler


def tone(pitch: float, seconds: float, rate: int = 16_000, loud: float = 0.5) -> Pcm:
    return Pcm.from_array(loud * np.sin(2 * np.pi * pitch * np.arange(round(seconds * rate)) / rate), rate)


def hiss(seconds: float, level: float, rate: int = 16_000) -> Pcm:
    noise = np.random.default_rng(7).standard_normal(round(seconds * rate))
    return Pcm.from_array(noise * 10 ** (level / 20), rate)


def test_a_full_sine_is_three_decibels_below_full_scale() -> None:
    assert tone(1000, 1, loud=1.0).level == pytest.approx(-3.01, abs=0.01)
    assert Pcm.silence(1, 16_000).level == SILENCE_DBFS
    assert Pcm.silence(1, 16_000).peak == SILENCE_DBFS


def test_two_channels_become_one() -> None:
    both = np.stack([np.full(10, 1000, dtype=np.int16), np.full(10, 3000, dtype=np.int16)], axis=1)
    assert (Pcm.from_array(both, 8000).samples == 2000).all()


def test_what_is_too_loud_is_as_loud_as_can_be() -> None:
    loud = Pcm.from_array(np.array([2.0, -2.0]), 8000)
    assert loud.samples.tolist() == [32767, -32768]


@pytest.mark.parametrize("source", [8_000, 22_050, 44_100, 48_000])
def test_resampled_it_is_the_same_tone_as_long_and_as_loud(source: int) -> None:
    heard = tone(1000, 1.0, source).resampled(16_000)
    assert len(heard.samples) == 16_000
    expected = tone(1000, 1.0)
    middle = slice(500, -500)
    assert np.abs(heard.samples[middle].astype(int) - expected.samples[middle]).max() <= 3


def test_what_the_lower_rate_cannot_carry_is_gone_and_does_not_come_back_as_another_tone() -> None:
    assert tone(11_000, 1.0, 48_000).resampled(16_000).part(0.1, 0.9).level < -70


def test_piece_by_piece_gives_the_same_as_the_whole_at_once() -> None:
    whole = hiss(1.0, -20, 44_100).samples
    piece_by_piece = StreamResampler(44_100, 16_000).process
    pieces = [piece_by_piece(whole[start : start + 441]) for start in range(0, len(whole), 441)]
    assert (np.concatenate(pieces) == StreamResampler(44_100, 16_000).process(whole)).all()


def test_a_stream_is_the_same_tone_as_loud_and_never_long_in_coming() -> None:
    heard = StreamResampler(48_000, 16_000).process(tone(1000, 1.0, 48_000).samples)
    assert 16_000 - len(heard) <= 0.015 * 16_000
    assert Pcm(heard, 16_000).part(0.1, 0.9).level == pytest.approx(tone(1000, 1.0).level, abs=0.01)
    assert (
        Pcm(StreamResampler(48_000, 16_000).process(tone(11_000, 1.0, 48_000).samples), 16_000).part(0.1, 0.9).level
        < -70
    )


def test_silence_stays_silent_at_every_rate() -> None:
    assert not Pcm.silence(1, 22_050).resampled(48_000).samples.any()
    assert not StreamResampler(48_000, 16_000).process(Pcm.silence(1, 48_000).samples).any()


def test_a_shy_and_a_bold_voice_are_equally_loud_in_the_end_and_never_cut() -> None:
    for loud in (0.02, 0.9):
        levelled = Pcm.join([tone(300, 1, loud=loud), Pcm.silence(2, 16_000)]).normalised()
        assert levelled.voice_level == pytest.approx(-20, abs=0.2)
        assert levelled.peak <= MAX_PEAK_DBFS


def test_a_quiet_room_does_not_become_a_storm() -> None:
    assert hiss(1, -80).normalised().level < -45


def test_silence_around_a_voice_is_cut_off_but_for_a_breath() -> None:
    spoken = Pcm.join([hiss(1.0, -70), tone(300, 0.8, loud=0.2), hiss(2.0, -70)])
    assert spoken.trimmed().seconds == pytest.approx(0.8 + 0.1 + 0.2, abs=0.05)
    assert spoken.trimmed(0, 0).level == pytest.approx(tone(300, 0.8, loud=0.2).level, abs=0.3)


def test_of_silence_nothing_is_left_and_of_a_hum_everything() -> None:
    assert hiss(2.0, -70).trimmed().seconds == 0
    assert tone(200, 2.0, loud=0.2).trimmed().seconds == 2.0
    assert Pcm.silence(0, 16_000).trimmed().seconds == 0


def test_a_click_is_no_voice() -> None:
    click = np.zeros(16_000, dtype=np.int16)
    click[8000:8080] = 20_000
    assert Pcm(click, 16_000).trimmed().seconds == 0
