"""A noisy room is made softer, and the voice in it is not."""

import numpy as np

from narrator.speech.asr.noise import SIZE, STEP, Softener
from narrator.speech.pcm import Pcm, rms_dbfs
from tests.speech.test_pcm import hiss, tone


def test_the_room_becomes_softer_and_a_voice_in_it_stays() -> None:
    room, voice = hiss(2, -40).samples, tone(440, 0.5).samples
    heard = np.concatenate([hiss(0.5, -40).samples, voice, hiss(0.5, -40).samples])
    soft = Softener(room).feed(heard)
    assert len(heard) - SIZE < len(soft) <= len(heard) - (SIZE - STEP)  # the rest is still on its way
    assert rms_dbfs(soft[2000:6000]) < rms_dbfs(heard[2000:6000]) - 4
    assert abs(rms_dbfs(soft[10_000:14_000]) - rms_dbfs(voice[2000:6000])) < 1


def test_without_knowing_the_room_nothing_is_changed() -> None:
    voice = tone(440, 0.5).samples
    assert Softener(Pcm.silence(0.05, 16_000).samples).feed(voice) is voice
