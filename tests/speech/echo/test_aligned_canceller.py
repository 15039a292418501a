"""Echo cancellation in a simulated room: the narrator's voice is removed, a player's is kept."""

import numpy as np
import pytest
from numpy.typing import NDArray

from narrator.speech.echo.aligned_canceller import ECHO_RATE, AlignedEchoCanceller, SpeechOrigin
from narrator.speech.pcm import Pcm, Samples, rms_dbfs, to_int16
from narrator.speech.room import RoomTrouble

FRAME = 320
PLAYED_RATE = 22_050
RATE_RATIO = PLAYED_RATE / ECHO_RATE


def voice(seconds: float, seed: int, rate: int = ECHO_RATE) -> Samples:
    """Return noise with the spectrum and the syllable rhythm of speech."""
    rng = np.random.default_rng(seed)
    count = round(seconds * rate)
    spectrum = np.fft.rfft(rng.normal(0, 1, count))
    frequency = np.fft.rfftfreq(count, 1 / rate)
    sound = np.fft.irfft(spectrum * (frequency > 100) / (1 + (frequency / 700) ** 2), count)
    syllables = np.repeat(rng.uniform(0, 1, round(seconds * 6) + 2) ** 2, rate // 6)[:count]
    return to_int16(4000 * sound * syllables / np.std(sound))


def record_in_room(played: Samples, delay: float = 0.08, drift: float = 0.0, seed: int = 1) -> NDArray[np.float64]:
    """Return what a microphone records of it, with a clock that is faster by `drift`."""
    rng = np.random.default_rng(seed)
    time = np.arange(round(0.25 * PLAYED_RATE)) / PLAYED_RATE
    echo_path = rng.normal(0, 0.05, len(time)) * 10 ** (-3 * time / 0.25)
    echo_path[0] = 0.8
    echo_path = np.concatenate([np.zeros(round(delay * PLAYED_RATE)), echo_path])
    size = len(played) + len(echo_path)
    echo = np.fft.irfft(np.fft.rfft(played, size) * np.fft.rfft(echo_path, size), size)[: len(played)]
    times = np.arange(0, len(played) - 2, RATE_RATIO / (1 + drift))
    return np.interp(times, np.arange(len(echo)), echo) + rng.normal(0, 5, len(times))


def run(echo: AlignedEchoCanceller, played: Samples, microphone: Samples) -> Samples:
    """Feed both streams in real order: 10 ms blocks to the speaker, 20 ms frames from the microphone."""
    cleaned, position = [], 0
    for start in range(0, len(microphone) - FRAME, FRAME):
        while position < min(len(played), (start + 2 * FRAME) * RATE_RATIO):
            echo.add_playback(Pcm(played[position : position + 220], PLAYED_RATE))
            position += 220
        cleaned.append(echo.clean_frame(microphone[start : start + FRAME]))
    return np.concatenate(cleaned)[FRAME:]  # the output is delayed by one frame


def attenuation(recorded: Samples, cleaned: Samples, start: float) -> float:
    """Return by how many decibels the cleaned recording is quieter, from `start` seconds on."""
    first = round(start * ECHO_RATE)
    return rms_dbfs(recorded[first : len(cleaned)]) - rms_dbfs(cleaned[first:])


@pytest.mark.parametrize("delay", [0.03, 0.2])
def test_own_voice_is_removed(delay: float) -> None:
    played = voice(8, 2, PLAYED_RATE)
    microphone = to_int16(record_in_room(played, delay))
    cleaned = run(AlignedEchoCanceller(), played, microphone)
    assert attenuation(microphone, cleaned, 0.5) > 15, "from the first words"
    assert attenuation(microphone, cleaned, 5) > 25


@pytest.mark.parametrize("strength", [1.0, 0.02], ids=["loud echo", "soft echo"])
def test_player_is_heard_during_double_talk(strength: float) -> None:
    played = voice(8, 3, PLAYED_RATE)
    player = np.zeros(8 * ECHO_RATE)
    player[6 * ECHO_RATE : 7 * ECHO_RATE] = voice(1, 4) * strength
    echo = record_in_room(played)[: len(player)] * strength
    player = player[: len(echo)]
    cleaned = run(AlignedEchoCanceller(), played, to_int16(echo + player))
    said, kept = player[6 * ECHO_RATE : 7 * ECHO_RATE], cleaned[6 * ECHO_RATE : 7 * ECHO_RATE]
    assert np.corrcoef(said, kept)[0, 1] > 0.9
    assert np.corrcoef(said, to_int16(echo + player)[6 * ECHO_RATE : 7 * ECHO_RATE])[0, 1] < 0.9


def test_player_is_heard_at_once_without_an_echo() -> None:
    played = voice(5, 3, PLAYED_RATE)
    microphone = np.random.default_rng(1).normal(0, 5, 5 * ECHO_RATE)
    said = slice(round(3.2 * ECHO_RATE), round(4.2 * ECHO_RATE))
    microphone[said] += voice(1, 4)
    echo = AlignedEchoCanceller()
    cleaned = run(echo, played, to_int16(microphone))
    assert np.corrcoef(microphone[said], cleaned[said])[0, 1] > 0.9
    assert echo.origin_of(3.2, 4.2) is SpeechOrigin.PLAYER


def test_residual_echo_and_player_are_distinguished() -> None:
    played = voice(9, 3, PLAYED_RATE)
    microphone = record_in_room(played)
    microphone[7 * ECHO_RATE : 8 * ECHO_RATE] += voice(1, 4) * 0.4
    echo = AlignedEchoCanceller()
    run(echo, played, to_int16(microphone))
    assert echo.origin_of(5.5, 6.5) is SpeechOrigin.OWN_ECHO
    assert echo.origin_of(7.1, 7.9) is SpeechOrigin.PLAYER


@pytest.mark.parametrize("delay", [0.45, 1.5])
def test_late_speaker_is_compensated(delay: float) -> None:
    """Wireless speakers play late; until the delay is known, nothing passes that could be the narrator's voice."""
    played = voice(20, 2, PLAYED_RATE)
    microphone = record_in_room(played, delay, drift=50e-6)
    microphone[18 * ECHO_RATE : 19 * ECHO_RATE] += voice(1, 4) * 0.4
    reports: list[RoomTrouble] = []
    echo = AlignedEchoCanceller(reports.append)
    cleaned = run(echo, played, to_int16(microphone))
    assert reports == ([RoomTrouble.LATE] if delay > 1 else [])
    assert attenuation(to_int16(microphone), cleaned[: 18 * ECHO_RATE], 0.5) > 15
    assert attenuation(to_int16(microphone), cleaned[: 18 * ECHO_RATE], 15) > 25
    assert echo.drift == pytest.approx(50e-6, abs=20e-6)
    assert echo.origin_of(16.5, 17.5) is SpeechOrigin.OWN_ECHO
    assert echo.origin_of(18.1, 18.9) is SpeechOrigin.PLAYER


def test_change_to_a_later_speaker_and_back_is_noticed() -> None:
    played = voice(60, 2, PLAYED_RATE)
    near, far = record_in_room(played), record_in_room(played, 0.6)
    parts = [near[: 20 * ECHO_RATE], far[20 * ECHO_RATE : 40 * ECHO_RATE], near[40 * ECHO_RATE :]]
    microphone = to_int16(np.concatenate(parts))
    cleaned = run(AlignedEchoCanceller(), played, microphone)
    for end in (20, 40, 59):
        assert attenuation(microphone[: end * ECHO_RATE], cleaned[: end * ECHO_RATE], end - 5) > 20


@pytest.mark.parametrize("drift", [150e-6, -150e-6])
def test_clock_drift_is_followed(drift: float) -> None:
    played = voice(20, 5, PLAYED_RATE)
    microphone = to_int16(record_in_room(played, drift=drift))
    echo = AlignedEchoCanceller()
    cleaned = run(echo, played, microphone)
    assert echo.drift == pytest.approx(drift, abs=20e-6)
    assert attenuation(microphone, cleaned, 14) > 20


def test_frames_are_unchanged_while_nothing_is_played() -> None:
    echo, microphone = AlignedEchoCanceller(), voice(2, 6)
    silence = np.zeros(2 * PLAYED_RATE, dtype=np.int16)
    cleaned = run(echo, silence, microphone)
    np.testing.assert_array_equal(cleaned[-ECHO_RATE:], microphone[len(cleaned) - ECHO_RATE : len(cleaned)])


def test_streams_are_aligned_again_after_a_gap() -> None:
    played = voice(16, 7, PLAYED_RATE)
    microphone = to_int16(record_in_room(played))
    echo = AlignedEchoCanceller()
    run(echo, played[: 6 * PLAYED_RATE], microphone[: 6 * ECHO_RATE])
    echo.add_playback(Pcm(voice(1, 8, PLAYED_RATE), PLAYED_RATE))  # the microphone misses this second
    rest = microphone[6 * ECHO_RATE :]
    cleaned = run(echo, played[6 * PLAYED_RATE :], rest)
    assert attenuation(rest, cleaned, 0.5) > 10
    assert attenuation(rest, cleaned, 6) > 20


def test_headset_at_the_same_rate_is_not_resampled() -> None:
    echo, played = AlignedEchoCanceller(), voice(6, 9)
    recorded, cleaned = np.concatenate([np.zeros(1600, dtype=np.int16), played])[: len(played)], []
    for start in range(0, len(played) - FRAME, FRAME):
        echo.add_playback(Pcm(played[start : start + FRAME], ECHO_RATE))
        cleaned.append(echo.clean_frame(recorded[start : start + FRAME]))
    assert attenuation(recorded, np.concatenate(cleaned)[FRAME:], 3) > 20
