"""Which frames are a voice that speaks to the narrator, in quiet, noisy and crowded rooms."""

import numpy as np
import pytest

from narrator.speech.asr.vad import VoiceActivityDetector, frame_levels_db, loudest_segment
from narrator.speech.pcm import Samples


def hiss(seconds: float, amplitude: float, seed: int = 1) -> Samples:
    return np.random.default_rng(seed).normal(0, amplitude, round(seconds * 16_000)).astype(np.int16)


@pytest.mark.parametrize("noise", [2, 40, 400])
def test_voice_is_detected_above_any_noise_level(noise: float) -> None:
    vad = VoiceActivityDetector()
    before = [vad.feed(level) for level in frame_levels_db(hiss(4, noise))]
    assert not any(before[-100:])
    during = [vad.feed(level) for level in frame_levels_db(hiss(0.5, noise * 20))]
    assert all(during[10:])
    for level in frame_levels_db(hiss(0.5, noise, 2)):
        vad.feed(level)
    assert vad.quiet.silence_s == pytest.approx(0.5, abs=0.05)


def test_loud_noise_that_is_not_speech_is_silence() -> None:
    vad = VoiceActivityDetector()
    assert not any(vad.feed(level, 0.02) for level in frame_levels_db(hiss(4, 2000)))
    assert not vad.has_background_talk
    spoken = [vad.feed(level, 0.9) for level in frame_levels_db(hiss(0.5, 2500, 2))]  # hardly louder than the noise
    assert all(spoken[10:])
    for level in frame_levels_db(hiss(0.5, 2000, 3)):
        vad.feed(level, 0.02)
    assert vad.quiet.silence_s == pytest.approx(0.5, abs=0.05)


def test_voice_far_above_the_noise_is_detected_without_silero() -> None:
    vad = VoiceActivityDetector()
    for level in frame_levels_db(hiss(2, 10)):
        vad.feed(level, 0.0)
    assert all([vad.feed(level, 0.05) for level in frame_levels_db(hiss(0.5, 1000))][10:])


def test_in_background_talk_only_a_louder_voice_is_detected() -> None:
    vad = VoiceActivityDetector()
    for level in frame_levels_db(hiss(4, 400)):
        vad.feed(level, 0.6)  # the detector takes them for speech
    assert vad.has_background_talk
    assert not any(vad.feed(level, 0.9) for level in frame_levels_db(hiss(0.5, 400, 2)))
    assert all([vad.feed(level, 0.9) for level in frame_levels_db(hiss(0.5, 2000, 3))][10:])


def test_much_louder_voice_masks_the_talk_before_it() -> None:
    vad = VoiceActivityDetector()
    for level in frame_levels_db(hiss(1.5, 400)):
        vad.feed(level, 0.9)  # background talk, before the room is known
    assert vad.is_speaking
    assert not vad.masks_earlier_talk
    for level in frame_levels_db(hiss(0.15, 2000, 2)):
        vad.feed(level, 0.9)
    assert vad.masks_earlier_talk
    vad.finish(is_background=True)
    assert vad.has_background_talk
    assert all([vad.feed(level, 0.9) for level in frame_levels_db(hiss(0.5, 2000, 3))][10:])


def test_knock_is_too_short_for_a_voice() -> None:
    vad = VoiceActivityDetector()
    for level in frame_levels_db(hiss(4, 10)):
        vad.feed(level)
    knock = np.concatenate([hiss(0.02, 9000), hiss(0.5, 10)])
    assert not any(vad.feed(level) for level in frame_levels_db(knock))


def test_clatter_is_not_background_talk() -> None:
    vad = VoiceActivityDetector()
    for level in frame_levels_db(hiss(3, 300)):
        vad.feed(level, 0.05)
    for number, level in enumerate(frame_levels_db(hiss(1, 1500, 2))):
        vad.feed(level, 0.6 if number < 20 else 0.3)  # dishes, which the detector takes for speech for a moment
    assert vad.is_speaking
    vad.finish(is_background=True)
    assert not vad.has_background_talk


def test_loudest_segment_spans_short_gaps_of_one_voice() -> None:
    audio = np.concatenate([hiss(2, 300), hiss(0.5, 3000, 2), hiss(0.1, 300, 3), hiss(0.4, 2500, 4), hiss(2, 300, 5)])
    first, end = loudest_segment(frame_levels_db(audio))
    assert (first, end) == (pytest.approx(200, abs=4), pytest.approx(300, abs=4))
