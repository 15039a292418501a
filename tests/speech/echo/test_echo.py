"""The narrator's own voice comes back through a room, and is taken out; whoever speaks over it is not."""

import numpy as np
import pytest
from numpy.typing import NDArray

from narrator.speech.echo.aligned_canceller import ECHO_RATE, AlignedEchoCanceller, SpeechOrigin
from narrator.speech.pcm import Pcm, Samples, rms_dbfs, to_int16
from narrator.speech.room import RoomTrouble

FRAME = 320
SPEAKER = 22_050
"""The rate at which the narrator's voice is played."""
FACTOR = SPEAKER / ECHO_RATE


def voice(seconds: float, seed: int, rate: int = ECHO_RATE) -> Samples:
    """What rises and falls like speech, in syllables and pitches."""
    luck = np.random.default_rng(seed)
    count = round(seconds * rate)
    spectrum = np.fft.rfft(luck.normal(0, 1, count))
    pitch = np.fft.rfftfreq(count, 1 / rate)
    sound = np.fft.irfft(spectrum * (pitch > 100) / (1 + (pitch / 700) ** 2), count)
    syllables = np.repeat(luck.uniform(0, 1, round(seconds * 6) + 2) ** 2, rate // 6)[:count]
    return to_int16(4000 * sound * syllables / np.std(sound))


def in_the_room(played: Samples, delay: float = 0.08, drift: float = 0.0, seed: int = 1) -> NDArray[np.float64]:
    """What a microphone hears of it, by a clock that is faster by this much."""
    luck = np.random.default_rng(seed)
    time = np.arange(round(0.25 * SPEAKER)) / SPEAKER
    way = luck.normal(0, 0.05, len(time)) * 10 ** (-3 * time / 0.25)
    way[0] = 0.8
    way = np.concatenate([np.zeros(round(delay * SPEAKER)), way])
    size = len(played) + len(way)
    echo = np.fft.irfft(np.fft.rfft(played, size) * np.fft.rfft(way, size), size)[: len(played)]
    times = np.arange(0, len(played) - 2, FACTOR / (1 + drift))
    return np.interp(times, np.arange(len(echo)), echo) + luck.normal(0, 5, len(times))


def heard_through(echo: AlignedEchoCanceller, played: Samples, microphone: Samples) -> Samples:
    """Both streams as they come: blocks of ten milliseconds to the speaker, frames of twenty from the microphone."""
    cleaned, given = [], 0
    for at in range(0, len(microphone) - FRAME, FRAME):
        while given < min(len(played), (at + 2 * FRAME) * FACTOR):
            echo.add_playback(Pcm(played[given : given + 220], SPEAKER))
            given += 220
        cleaned.append(echo.clean_frame(microphone[at : at + FRAME]))
    return np.concatenate(cleaned)[FRAME:]  # it answers one frame late


def softer_by(heard: Samples, cleaned: Samples, start: float) -> float:
    at = round(start * ECHO_RATE)
    return rms_dbfs(heard[at : len(cleaned)]) - rms_dbfs(cleaned[at:])


@pytest.mark.parametrize("delay", [0.03, 0.2])
def test_its_own_voice_is_taken_out(delay: float) -> None:
    played = voice(8, 2, SPEAKER)
    microphone = to_int16(in_the_room(played, delay))
    cleaned = heard_through(AlignedEchoCanceller(), played, microphone)
    assert softer_by(microphone, cleaned, 0.5) > 15, "from the first words on"
    assert softer_by(microphone, cleaned, 5) > 25


@pytest.mark.parametrize("strength", [1.0, 0.02], ids=["a loud echo", "a soft one"])
def test_who_speaks_over_it_is_heard(strength: float) -> None:
    played = voice(8, 3, SPEAKER)
    somebody = np.zeros(8 * ECHO_RATE)
    somebody[6 * ECHO_RATE : 7 * ECHO_RATE] = voice(1, 4) * strength
    echo = in_the_room(played)[: len(somebody)] * strength
    somebody = somebody[: len(echo)]
    cleaned = heard_through(AlignedEchoCanceller(), played, to_int16(echo + somebody))
    said, kept = somebody[6 * ECHO_RATE : 7 * ECHO_RATE], cleaned[6 * ECHO_RATE : 7 * ECHO_RATE]
    assert np.corrcoef(said, kept)[0, 1] > 0.9
    assert np.corrcoef(said, to_int16(echo + somebody)[6 * ECHO_RATE : 7 * ECHO_RATE])[0, 1] < 0.9


def test_where_nothing_comes_back_somebody_is_heard_in_the_first_seconds() -> None:
    played = voice(5, 3, SPEAKER)
    microphone = np.random.default_rng(1).normal(0, 5, 5 * ECHO_RATE)
    said = slice(round(3.2 * ECHO_RATE), round(4.2 * ECHO_RATE))
    microphone[said] += voice(1, 4)
    echo = AlignedEchoCanceller()
    cleaned = heard_through(echo, played, to_int16(microphone))
    assert np.corrcoef(microphone[said], cleaned[said])[0, 1] > 0.9
    assert echo.origin_of(3.2, 4.2) is SpeechOrigin.PLAYER


def test_the_rest_of_an_echo_is_known_from_somebody_who_speaks() -> None:
    played = voice(9, 3, SPEAKER)
    microphone = in_the_room(played)
    microphone[7 * ECHO_RATE : 8 * ECHO_RATE] += voice(1, 4) * 0.4
    echo = AlignedEchoCanceller()
    heard_through(echo, played, to_int16(microphone))
    assert echo.origin_of(5.5, 6.5) is SpeechOrigin.OWN_ECHO
    assert echo.origin_of(7.1, 7.9) is SpeechOrigin.PLAYER


@pytest.mark.parametrize("delay", [0.45, 1.5])
def test_a_speaker_that_sounds_late_is_waited_for(delay: float) -> None:
    """As one without a wire does; before that is known, nothing gets through that could be its own voice."""
    played = voice(20, 2, SPEAKER)
    microphone = in_the_room(played, delay, drift=50e-6)
    microphone[18 * ECHO_RATE : 19 * ECHO_RATE] += voice(1, 4) * 0.4
    told: list[RoomTrouble] = []
    echo = AlignedEchoCanceller(told.append)
    cleaned = heard_through(echo, played, to_int16(microphone))
    assert told == ([RoomTrouble.LATE] if delay > 1 else [])
    assert softer_by(to_int16(microphone), cleaned[: 18 * ECHO_RATE], 0.5) > 15
    assert softer_by(to_int16(microphone), cleaned[: 18 * ECHO_RATE], 15) > 25
    assert echo.drift == pytest.approx(50e-6, abs=20e-6)
    assert echo.origin_of(16.5, 17.5) is SpeechOrigin.OWN_ECHO
    assert echo.origin_of(18.1, 18.9) is SpeechOrigin.PLAYER


def test_another_speaker_in_the_middle_is_noticed_and_so_is_the_first_one_again() -> None:
    played = voice(60, 2, SPEAKER)
    near, far = in_the_room(played), in_the_room(played, 0.6)
    parts = [near[: 20 * ECHO_RATE], far[20 * ECHO_RATE : 40 * ECHO_RATE], near[40 * ECHO_RATE :]]
    microphone = to_int16(np.concatenate(parts))
    cleaned = heard_through(AlignedEchoCanceller(), played, microphone)
    for end in (20, 40, 59):
        assert softer_by(microphone[: end * ECHO_RATE], cleaned[: end * ECHO_RATE], end - 5) > 20


@pytest.mark.parametrize("drift", [150e-6, -150e-6])
def test_clocks_that_drift_apart_are_followed(drift: float) -> None:
    played = voice(20, 5, SPEAKER)
    microphone = to_int16(in_the_room(played, drift=drift))
    echo = AlignedEchoCanceller()
    cleaned = heard_through(echo, played, microphone)
    assert echo.drift == pytest.approx(drift, abs=20e-6)
    assert softer_by(microphone, cleaned, 14) > 20


def test_while_nothing_is_played_frames_pass_as_they_are() -> None:
    echo, microphone = AlignedEchoCanceller(), voice(2, 6)
    silence = np.zeros(2 * SPEAKER, dtype=np.int16)
    cleaned = heard_through(echo, silence, microphone)
    np.testing.assert_array_equal(cleaned[-ECHO_RATE:], microphone[len(cleaned) - ECHO_RATE : len(cleaned)])


def test_when_a_stream_stumbles_they_are_brought_in_step_again() -> None:
    played = voice(16, 7, SPEAKER)
    microphone = to_int16(in_the_room(played))
    echo = AlignedEchoCanceller()
    heard_through(echo, played[: 6 * SPEAKER], microphone[: 6 * ECHO_RATE])
    echo.add_playback(Pcm(voice(1, 8, SPEAKER), SPEAKER))  # a second in which the microphone gave nothing
    rest = microphone[6 * ECHO_RATE :]
    cleaned = heard_through(echo, played[6 * SPEAKER :], rest)
    assert softer_by(rest, cleaned, 0.5) > 10
    assert softer_by(rest, cleaned, 6) > 20


def test_a_headset_that_plays_at_our_rate_needs_no_other() -> None:
    echo, played = AlignedEchoCanceller(), voice(6, 9)
    heard, cleaned = np.concatenate([np.zeros(1600, dtype=np.int16), played])[: len(played)], []
    for at in range(0, len(played) - FRAME, FRAME):
        echo.add_playback(Pcm(played[at : at + FRAME], ECHO_RATE))
        cleaned.append(echo.clean_frame(heard[at : at + FRAME]))
    assert softer_by(heard, np.concatenate(cleaned)[FRAME:], 3) > 20
