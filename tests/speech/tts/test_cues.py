"""The recorded cues."""

from itertools import combinations, pairwise

import numpy as np
import pytest

from narrator.core.paths import data_folder
from narrator.speech.pcm import Pcm
from narrator.speech.ports import Cue
from narrator.speech.tts.cues import load_cue
from narrator.speech.tts.render import VOICE_LEVEL_DBFS

CUES = [cue for cue in Cue if cue is not Cue.MUSIC]


@pytest.mark.point(13)
@pytest.mark.parametrize("cue", CUES)
def test_cue_is_short_and_quieter_than_the_voice(cue: Cue) -> None:
    sound = load_cue(cue)
    assert 0.1 <= sound.seconds <= 2
    assert -40 < sound.voice_level < VOICE_LEVEL_DBFS - 3
    assert sound.peak < -10


@pytest.mark.parametrize("cue", CUES)
def test_cue_starts_and_ends_without_a_click(cue: Cue) -> None:
    samples = np.abs(load_cue(cue).samples.astype(int))
    assert samples[0] < 600
    assert samples[-1] < 600


def shape(pcm: Pcm) -> np.ndarray:  # type: ignore[type-arg]  # a vector
    """Return the level in each of eight frequency bands and twenty time slots, normalised."""
    sound = np.zeros(44100)
    sound[: len(pcm.samples)] = pcm.samples[:44100]
    edges = (0, 250, 350, 480, 620, 900, 1400, 2500, 11000)
    spectra = np.abs(np.fft.rfft(sound.reshape(20, -1), axis=1))
    frequencies = np.fft.rfftfreq(44100 // 20, 1 / 22050)
    bands = [spectra[:, (low <= frequencies) & (frequencies < high)].sum(axis=1) for low, high in pairwise(edges)]
    table = np.sqrt(np.array(bands)).ravel()
    return table / np.linalg.norm(table)


@pytest.mark.point(11)
def test_no_two_cues_sound_alike() -> None:
    for one, other in combinations(CUES, 2):
        assert shape(load_cue(one)) @ shape(load_cue(other)) < 0.9, (one, other)


def test_music_loops_without_a_gap() -> None:
    music = load_cue(Cue.MUSIC)
    assert music.seconds >= 15
    assert music.part(0, 0.5).level == pytest.approx(music.part(music.seconds - 0.5).level, abs=6)
    assert abs(int(music.samples[0]) - int(music.samples[-1])) < 1000
    assert np.min([music.part(start, start + 0.5).level for start in np.arange(0, music.seconds - 0.5, 0.5)]) > -45


def test_audio_folder_is_small() -> None:
    assert sum(file.stat().st_size for file in data_folder("audio").iterdir() if file.is_file()) < 400_000
