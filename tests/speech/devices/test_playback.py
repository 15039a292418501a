"""The player, with a fake speaker: whole clips, stops, lost speakers and background music."""

import threading
import time
from collections.abc import Callable, Iterator

import numpy as np
import pytest

from narrator.speech.devices import playback
from narrator.speech.devices.backend import AudioCallback, AudioStream, AudioUnavailable, exclusive_access
from narrator.speech.devices.playback import Playback
from narrator.speech.pcm import Pcm, Samples
from tests.speech.devices.test_capture import TIMEOUT_S, FakeStream

RATE = 16_000


class FakeSpeaker:
    """Requests blocks of 10 ms, much faster than a real speaker.

    It has its own clock, which advances only while the speaker keeps the player waiting, so that a busy machine
    causes no timeout.
    """

    def __init__(self) -> None:
        self.now = 0.0
        self.is_plugged_in, self.is_stuck = True, False
        self.stops_after_blocks = 0
        """The number of blocks after which it stops requesting more, until it is opened again."""
        self.blocks: list[Samples] = []
        self.reports: list[str] = []
        self.opened = 0
        self._closed = threading.Event()
        self._filled = threading.Condition()

    def open(self, callback: AudioCallback) -> tuple[AudioStream, int]:
        if not self.is_plugged_in:
            raise AudioUnavailable("There is no speaker here. Plug one in.")
        self.opened += 1
        threading.Thread(target=self._request_blocks, args=(callback,), daemon=True).start()
        return FakeStream(), RATE

    def _request_blocks(self, callback: AudioCallback) -> None:
        with exclusive_access():
            pass  # wait until the player has finished opening the stream and knows its rate
        while self.is_plugged_in and not self._closed.wait(0.001):
            if self.is_stuck:
                self.now += 0.01
                continue
            block = np.zeros(160, dtype=np.int16)
            callback(block, False)
            with self._filled:
                self.blocks.append(block)
                self._filled.notify_all()
            if len(self.blocks) == self.stops_after_blocks:
                self.now += 1.0
                return

    def wait_until(self, condition: Callable[[], bool]) -> None:
        """Request blocks until the condition holds."""
        with self._filled:
            assert self._filled.wait_for(condition, TIMEOUT_S)

    def request(self, count: int) -> None:
        """Wait for `count` more blocks."""
        total = len(self.blocks) + count
        self.wait_until(lambda: len(self.blocks) >= total)

    def played(self) -> Samples:
        """Return everything that was played."""
        self.request(1)  # a clip is over while its last block is still being filled
        return np.concatenate(self.blocks)

    def close(self) -> None:
        self._closed.set()


@pytest.fixture
def speaker(monkeypatch: pytest.MonkeyPatch) -> Iterator[FakeSpeaker]:
    monkeypatch.setattr(playback, "SPEAKER_WAKE_UP_S", 0.05)
    monkeypatch.setattr("narrator.speech.devices.backend.refresh_devices", lambda: True)
    speaker = FakeSpeaker()
    monkeypatch.setattr(playback, "monotonic", lambda: speaker.now)
    yield speaker
    speaker.close()


@pytest.fixture
def player(speaker: FakeSpeaker) -> Iterator[Playback]:
    player = Playback(report=speaker.reports.append, open_stream=speaker.open, timeout_s=0.05)
    yield player
    player.close()


def ramp(count: int) -> Pcm:
    return Pcm(np.arange(1, count + 1, dtype=np.int16), RATE)


def test_every_sample_is_played_once_in_order(speaker: FakeSpeaker, player: Playback) -> None:
    assert player.play(ramp(5000)) == 5000 / RATE
    played = speaker.played()
    assert (played[played != 0] == ramp(5000).samples).all()


def test_clip_is_resampled_to_the_rate_of_the_speaker(speaker: FakeSpeaker, player: Playback) -> None:
    assert player.play(Pcm.from_array(np.full(22_050, 0.1), 22_050)) == pytest.approx(1.0)
    assert np.count_nonzero(speaker.played()) == pytest.approx(RATE, abs=200)


def test_stop_fades_out_and_returns_the_position(speaker: FakeSpeaker, player: Playback) -> None:
    positions: list[float] = []
    playing = threading.Thread(
        target=lambda: positions.append(player.play(Pcm.from_array(np.full(1_600_000, 0.5), RATE)))
    )
    playing.start()
    speaker.wait_until(lambda: len(speaker.blocks) > 20 and bool(speaker.blocks[-1].any()))
    player.stop()
    playing.join(TIMEOUT_S)
    played = speaker.played()
    audible = played[: np.flatnonzero(played)[-1] + 1]
    assert len(audible) < 1_600_000
    assert positions[0] == pytest.approx(np.count_nonzero(played) / RATE, abs=0.001)
    assert np.abs(np.diff(audible[-60:].astype(int))).max() < 1000, "no click"
    player.stop()  # has no effect while nothing is playing
    assert player.play(ramp(500)) == 500 / RATE


def test_clips_from_two_threads_are_played_one_after_the_other(speaker: FakeSpeaker, player: Playback) -> None:
    threads = [threading.Thread(target=player.play, args=(Pcm(np.full(2000, n, np.int16), RATE),)) for n in (7, 9)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(TIMEOUT_S)
    played = [int(n) for n in speaker.played() if n]
    assert sorted(played) == played or sorted(played, reverse=True) == played
    assert len(played) == 4000


def test_without_a_speaker_play_returns_at_once(speaker: FakeSpeaker, player: Playback) -> None:
    speaker.is_plugged_in = False
    long_clip = Pcm(ramp(16_000).samples, 1)
    began = time.monotonic()
    assert player.play(long_clip) == 0.0
    assert player.play(long_clip) == 0.0
    assert time.monotonic() - began < TIMEOUT_S
    assert speaker.reports == [playback.NO_SPEAKER]
    speaker.is_plugged_in = True
    assert player.play(ramp(100)) == 0.0, "the last search was a moment ago"
    speaker.now += 1.0
    assert player.play(ramp(100)) > 0
    assert speaker.reports == [playback.NO_SPEAKER, playback.SPEAKER_BACK]


def test_stuck_speaker_is_reopened_and_the_clip_continues(speaker: FakeSpeaker, player: Playback) -> None:
    speaker.stops_after_blocks = 10
    assert player.play(ramp(30_000)) == 30_000 / RATE
    assert speaker.opened == 2
    played = speaker.played()
    assert (played[played != 0] == ramp(30_000).samples).all()
    assert speaker.reports == []


def test_headphones_are_reopened_by_name_when_a_sound_card_is_gone(
    speaker: FakeSpeaker, monkeypatch: pytest.MonkeyPatch
) -> None:
    cards = ["headset, monitor"]
    monkeypatch.setattr("narrator.speech.devices.backend.read_sound_cards", lambda: cards[0])
    booth = Playback("headset", report=speaker.reports.append, open_stream=speaker.open)
    assert booth.play(ramp(100)) > 0
    cards[0], speaker.is_plugged_in = "monitor", False  # the sound server would move the stream to the monitor
    before = len(speaker.blocks)
    assert booth.play(ramp(100)) == 0.0
    assert not any(block.any() for block in speaker.blocks[before:])
    assert speaker.reports == [playback.SPEAKER_GONE]
    booth.close()


def test_speaker_that_never_requests_a_block_is_given_up(speaker: FakeSpeaker, player: Playback) -> None:
    speaker.is_stuck = True
    assert player.play(ramp(1000)) == 0.0
    assert speaker.opened == 2, "one retry"
    assert speaker.reports == [playback.SPEAKER_GONE]


def test_background_music_plays_until_it_is_removed(speaker: FakeSpeaker, player: Playback) -> None:
    player.set_background(Pcm(np.full(100, 5, dtype=np.int16), RATE))
    player.play(Pcm(np.full(1600, 50, dtype=np.int16), RATE))
    speaker.request(30)
    player.set_background(None)
    played = set(speaker.played().tolist())
    assert {5, 55} <= played <= {0, 5, 55}
    before = len(speaker.blocks)
    speaker.request(5)
    assert not any(block.any() for block in speaker.blocks[before:])


def test_volume_changes_at_once(speaker: FakeSpeaker, player: Playback) -> None:
    player.volume = 0.5
    player.play(Pcm(np.full(1600, 100, dtype=np.int16), RATE))
    assert set(speaker.played().tolist()) - {0} == {50}


def test_echo_canceller_gets_every_block(speaker: FakeSpeaker) -> None:
    received: list[Pcm] = []
    player = Playback(on_played=received.append, open_stream=speaker.open)
    player.play(ramp(1000))
    speaker.request(1)
    player.close()
    samples = np.concatenate([block.samples for block in received])
    assert (samples[samples != 0] == ramp(1000).samples).all()
    assert {block.rate for block in received} == {RATE}
