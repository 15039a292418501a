"""A piece that comes in parts: cut where nobody hears it, and nothing is lost."""

from collections.abc import Iterator
from itertools import pairwise

import numpy as np
import pytest

from narrator.speech.pcm import Pcm
from narrator.speech.tts.render import LEAD_S, TAIL_S, normalise_speech, split_at_pauses

RATE = 22050
LEVEL = -22.0


def hum(seconds: float, level: float = LEVEL) -> Pcm:
    """As loud as a voice."""
    waves = np.sin(2 * np.pi * 150 * np.arange(round(seconds * RATE)) / RATE)
    return Pcm.from_array(waves * np.sqrt(2) * 10 ** (level / 20), RATE)


def silence(seconds: float) -> Pcm:
    return Pcm.silence(seconds, RATE)


SYLLABLES = Pcm.join([silence(0.06), *(sound for _ in range(8) for sound in (hum(0.3), hum(0.03, -45))), silence(0.3)])


def in_bits(pcm: Pcm, *moments: float) -> Iterator[tuple[Pcm, bool]]:
    edges = [0.0, *moments, pcm.seconds]
    for start, end in pairwise(edges):
        yield pcm.part(start, end), end < pcm.seconds


def test_together_the_parts_are_the_whole_sample_by_sample() -> None:
    parts = list(split_at_pauses(in_bits(SYLLABLES, 0.5, 1.1, 2.0), LEVEL))
    assert len(parts) == 4
    joined, whole = Pcm.join(parts), normalise_speech(SYLLABLES)
    assert joined.seconds == pytest.approx(whole.seconds, abs=0.005)  # the silence at the end is cut in grains
    length = min(len(joined.samples), len(whole.samples))
    assert np.corrcoef(joined.samples[:length], whole.samples[:length])[0, 1] > 0.9999


def test_it_is_cut_where_it_is_quiet_and_the_wave_at_rest() -> None:
    for part in list(split_at_pauses(in_bits(SYLLABLES, 0.5, 1.1, 2.0), LEVEL))[:-1]:
        assert part.part(part.seconds - 0.004).level < -35
        assert abs(int(part.samples[-1])) < 100


def test_a_part_is_given_away_before_the_next_bit_is_made() -> None:
    made = []

    def making() -> Iterator[tuple[Pcm, bool]]:
        for bit in in_bits(SYLLABLES, 0.5, 1.1):
            made.append(bit)
            yield bit

    next(split_at_pauses(making(), LEVEL))
    assert len(made) == 1


def test_what_is_nowhere_quiet_comes_whole_and_as_loud_as_every_voice() -> None:
    (part,) = split_at_pauses(in_bits(hum(2.0, -30), 0.4, 0.8), LEVEL)
    assert part.voice_level == pytest.approx(-18, abs=0.5)
    assert part.seconds == pytest.approx(2.0, abs=0.02)


def test_silence_around_it_is_left_out() -> None:
    parts = list(split_at_pauses(in_bits(SYLLABLES, 0.5), LEVEL))
    assert np.abs(parts[0].part(0, LEAD_S / 2).samples).max() == 0
    assert np.abs(parts[0].part(LEAD_S, 2 * LEAD_S).samples).max() > 1000
    assert np.abs(parts[-1].part(parts[-1].seconds - TAIL_S / 2).samples).max() == 0


def test_no_part_is_louder_than_can_be_written() -> None:
    shout = Pcm.join([hum(0.3), hum(0.03, -45), hum(0.3, -6), hum(0.03, -45), hum(0.3)])
    assert all(part.peak <= -0.9 for part in split_at_pauses(in_bits(shout, 0.4, 0.8), LEVEL))


def test_of_nothing_there_is_nothing() -> None:
    assert list(split_at_pauses([], LEVEL)) == []
    assert [part.seconds for part in split_at_pauses(in_bits(silence(0.5), 0.3), LEVEL)] == [0]
