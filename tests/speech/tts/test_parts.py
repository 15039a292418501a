"""Splitting speech that arrives in chunks into parts at quiet moments."""

from collections.abc import Iterator
from itertools import pairwise

import numpy as np
import pytest

from narrator.speech.pcm import Pcm
from narrator.speech.tts.render import LEAD_S, TAIL_S, normalise_speech, split_at_pauses

RATE = 22050
LEVEL = -22.0


def hum(seconds: float, level: float = LEVEL) -> Pcm:
    """Return a tone at the level of a voice."""
    waves = np.sin(2 * np.pi * 150 * np.arange(round(seconds * RATE)) / RATE)
    return Pcm.from_array(waves * np.sqrt(2) * 10 ** (level / 20), RATE)


def silence(seconds: float) -> Pcm:
    return Pcm.silence(seconds, RATE)


SYLLABLES = Pcm.join([silence(0.06), *(sound for _ in range(8) for sound in (hum(0.3), hum(0.03, -45))), silence(0.3)])


def in_chunks(pcm: Pcm, *times: float) -> Iterator[tuple[Pcm, bool]]:
    edges = [0.0, *times, pcm.seconds]
    for start, end in pairwise(edges):
        yield pcm.part(start, end), end < pcm.seconds


def test_parts_together_equal_the_whole() -> None:
    parts = list(split_at_pauses(in_chunks(SYLLABLES, 0.5, 1.1, 2.0), LEVEL))
    assert len(parts) == 4
    joined, whole = Pcm.join(parts), normalise_speech(SYLLABLES)
    assert joined.seconds == pytest.approx(whole.seconds, abs=0.005)  # trailing silence is trimmed in whole frames
    length = min(len(joined.samples), len(whole.samples))
    assert np.corrcoef(joined.samples[:length], whole.samples[:length])[0, 1] > 0.9999


def test_parts_end_at_quiet_moments_near_zero() -> None:
    for part in list(split_at_pauses(in_chunks(SYLLABLES, 0.5, 1.1, 2.0), LEVEL))[:-1]:
        assert part.part(part.seconds - 0.004).level < -35
        assert abs(int(part.samples[-1])) < 100


def test_part_is_yielded_before_the_next_chunk_is_rendered() -> None:
    rendered = []

    def render_chunks() -> Iterator[tuple[Pcm, bool]]:
        for chunk in in_chunks(SYLLABLES, 0.5, 1.1):
            rendered.append(chunk)
            yield chunk

    next(split_at_pauses(render_chunks(), LEVEL))
    assert len(rendered) == 1


def test_speech_without_a_quiet_moment_comes_whole_and_normalised() -> None:
    (part,) = split_at_pauses(in_chunks(hum(2.0, -30), 0.4, 0.8), LEVEL)
    assert part.voice_level == pytest.approx(-18, abs=0.5)
    assert part.seconds == pytest.approx(2.0, abs=0.02)


def test_silence_at_both_ends_is_trimmed() -> None:
    parts = list(split_at_pauses(in_chunks(SYLLABLES, 0.5), LEVEL))
    assert np.abs(parts[0].part(0, LEAD_S / 2).samples).max() == 0
    assert np.abs(parts[0].part(LEAD_S, 2 * LEAD_S).samples).max() > 1000
    assert np.abs(parts[-1].part(parts[-1].seconds - TAIL_S / 2).samples).max() == 0


def test_loud_parts_are_not_clipped() -> None:
    shout = Pcm.join([hum(0.3), hum(0.03, -45), hum(0.3, -6), hum(0.03, -45), hum(0.3)])
    assert all(part.peak <= -0.9 for part in split_at_pauses(in_chunks(shout, 0.4, 0.8), LEVEL))


def test_silence_results_in_no_sound() -> None:
    assert list(split_at_pauses([], LEVEL)) == []
    assert [part.seconds for part in split_at_pauses(in_chunks(silence(0.5), 0.3), LEVEL)] == [0]
