"""The noise suppressor attenuates noise and keeps voices."""

import numpy as np

from narrator.speech.asr.noise_suppressor import WIENER_HOP_SAMPLES, WIENER_WINDOW_SAMPLES, NoiseSuppressor
from narrator.speech.pcm import Pcm, rms_dbfs
from tests.support.waveforms import hiss, tone


def test_noise_is_attenuated_and_a_tone_is_kept() -> None:
    noise, voice = hiss(2, -40).samples, tone(440, 0.5).samples
    audio = np.concatenate([hiss(0.5, -40).samples, voice, hiss(0.5, -40).samples])
    suppressed = NoiseSuppressor(noise).feed(audio)
    # the rest is still in the overlap
    assert (
        len(audio) - WIENER_WINDOW_SAMPLES
        < len(suppressed)
        <= len(audio) - (WIENER_WINDOW_SAMPLES - WIENER_HOP_SAMPLES)
    )
    assert rms_dbfs(suppressed[2000:6000]) < rms_dbfs(audio[2000:6000]) - 4
    assert abs(rms_dbfs(suppressed[10_000:14_000]) - rms_dbfs(voice[2000:6000])) < 1


def test_too_little_noise_leaves_the_audio_unchanged() -> None:
    voice = tone(440, 0.5).samples
    assert NoiseSuppressor(Pcm.silence(0.05, 16_000).samples).feed(voice) is voice
