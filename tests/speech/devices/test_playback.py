"""The player, with a speaker that the test asks for: whole pieces, stops, absences, music beneath."""

import threading
import time
from collections.abc import Callable, Iterator

import numpy as np
import pytest

from narrator.speech.devices import playback
from narrator.speech.devices.backend import AudioCallback, AudioStream, AudioUnavailable, exclusive_access
from narrator.speech.devices.playback import Playback
from narrator.speech.pcm import Pcm, Samples
from tests.speech.devices.test_capture import LONG, Line

RATE = 16_000


class Room:
    """Asks for ten milliseconds at a time, much faster than a true speaker.

    It has a time of its own, which passes only where a speaker keeps the player waiting: a busy machine does not.
    """

    def __init__(self) -> None:
        self.now = 0.0
        self.plugged, self.deaf = True, False
        self.breaks_off_after = 0
        """So many blocks; then nobody asks until it is opened again."""
        self.heard: list[Samples] = []
        self.told: list[str] = []
        self.opened = 0
        self._over = threading.Event()
        self._filled = threading.Condition()

    def open(self, ask: AudioCallback) -> tuple[AudioStream, int]:
        if not self.plugged:
            raise AudioUnavailable("There is no speaker here. Plug one in.")
        self.opened += 1
        threading.Thread(target=self._sound, args=(ask,), daemon=True).start()
        return Line(), RATE

    def _sound(self, ask: AudioCallback) -> None:
        with exclusive_access():
            pass  # it asks when the player is done with opening it, which knows its rate only then
        while self.plugged and not self._over.wait(0.001):
            if self.deaf:
                self.now += 0.01
                continue
            block = np.zeros(160, dtype=np.int16)
            ask(block, False)
            with self._filled:
                self.heard.append(block)
                self._filled.notify_all()
            if len(self.heard) == self.breaks_off_after:
                self.now += 1.0
                return

    def until(self, true: Callable[[], bool]) -> None:
        """Listen, block by block, until it is so."""
        with self._filled:
            assert self._filled.wait_for(true, LONG)

    def hear(self, blocks: int) -> None:
        """Listen to so many more."""
        count = len(self.heard) + blocks
        self.until(lambda: len(self.heard) >= count)

    def all(self) -> Samples:
        self.hear(1)  # a piece is over while its last block is still being filled
        return np.concatenate(self.heard)

    def close(self) -> None:
        self._over.set()


@pytest.fixture
def room(monkeypatch: pytest.MonkeyPatch) -> Iterator[Room]:
    monkeypatch.setattr(playback, "SPEAKER_WAKE_UP_S", 0.05)
    monkeypatch.setattr("narrator.speech.devices.backend.refresh_devices", lambda: True)
    room = Room()
    monkeypatch.setattr(playback, "monotonic", lambda: room.now)
    yield room
    room.close()


@pytest.fixture
def player(room: Room) -> Iterator[Playback]:
    player = Playback(report=room.told.append, open_stream=room.open, timeout_s=0.05)
    yield player
    player.close()


def ramp(count: int) -> Pcm:
    return Pcm(np.arange(1, count + 1, dtype=np.int16), RATE)


def test_every_sample_is_played_once_and_in_order(room: Room, player: Playback) -> None:
    assert player.play(ramp(5000)) == 5000 / RATE
    heard = room.all()
    assert (heard[heard != 0] == ramp(5000).samples).all()


def test_another_rate_is_brought_to_that_of_the_speaker(room: Room, player: Playback) -> None:
    assert player.play(Pcm.from_array(np.full(22_050, 0.1), 22_050)) == pytest.approx(1.0)
    assert np.count_nonzero(room.all()) == pytest.approx(RATE, abs=200)


def test_stopped_it_fades_at_once_and_says_how_far_it_came(room: Room, player: Playback) -> None:
    came: list[float] = []
    playing = threading.Thread(target=lambda: came.append(player.play(Pcm.from_array(np.full(1_600_000, 0.5), RATE))))
    playing.start()
    room.until(lambda: len(room.heard) > 20 and bool(room.heard[-1].any()))
    player.stop()
    playing.join(LONG)
    heard = room.all()
    sounding = heard[: np.flatnonzero(heard)[-1] + 1]
    assert len(sounding) < 1_600_000
    assert came[0] == pytest.approx(np.count_nonzero(heard) / RATE, abs=0.001)
    assert np.abs(np.diff(sounding[-60:].astype(int))).max() < 1000, "it does not click"
    player.stop()  # with nothing playing there is nothing to stop
    assert player.play(ramp(500)) == 500 / RATE


def test_the_next_piece_waits_for_its_turn(room: Room, player: Playback) -> None:
    pieces = [threading.Thread(target=player.play, args=(Pcm(np.full(2000, n, np.int16), RATE),)) for n in (7, 9)]
    for piece in pieces:
        piece.start()
    for piece in pieces:
        piece.join(LONG)
    heard = [int(n) for n in room.all() if n]
    assert sorted(heard) == heard or sorted(heard, reverse=True) == heard
    assert len(heard) == 4000


def test_without_a_speaker_nobody_waits_and_it_is_told_once(room: Room, player: Playback) -> None:
    room.plugged = False
    hours = Pcm(ramp(16_000).samples, 1)
    began = time.monotonic()
    assert player.play(hours) == 0.0
    assert player.play(hours) == 0.0
    assert time.monotonic() - began < LONG
    assert room.told == [playback.NO_SPEAKER]
    room.plugged = True
    assert player.play(ramp(100)) == 0.0, "it was looked for a moment ago"
    room.now += 1.0
    assert player.play(ramp(100)) > 0
    assert room.told == [playback.NO_SPEAKER, playback.SPEAKER_BACK]


def test_a_speaker_that_stops_asking_is_opened_again_and_the_piece_goes_on(room: Room, player: Playback) -> None:
    room.breaks_off_after = 10
    assert player.play(ramp(30_000)) == 30_000 / RATE
    assert room.opened == 2
    heard = room.all()
    assert (heard[heard != 0] == ramp(30_000).samples).all()
    assert room.told == []


def test_when_a_sound_card_has_gone_headphones_are_looked_for_by_name_before_another_word(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    cards = ["headset, monitor"]
    monkeypatch.setattr("narrator.speech.devices.backend.read_sound_cards", lambda: cards[0])
    booth = Playback("headset", report=room.told.append, open_stream=room.open)
    assert booth.play(ramp(100)) > 0
    cards[0], room.plugged = "monitor", False  # the sound server would go on, on the monitor
    before = len(room.heard)
    assert booth.play(ramp(100)) == 0.0
    assert not any(block.any() for block in room.heard[before:])
    assert room.told == [playback.SPEAKER_GONE]
    booth.close()


def test_one_that_opens_but_never_asks_is_given_up(room: Room, player: Playback) -> None:
    room.deaf = True
    assert player.play(ramp(1000)) == 0.0
    assert room.opened == 2, "one more try, and no third"
    assert room.told == [playback.SPEAKER_GONE]


def test_music_goes_on_beneath_and_ends_when_it_is_to(room: Room, player: Playback) -> None:
    player.set_background(Pcm(np.full(100, 5, dtype=np.int16), RATE))
    player.play(Pcm(np.full(1600, 50, dtype=np.int16), RATE))
    room.hear(30)
    player.set_background(None)
    heard = set(room.all().tolist())
    assert {5, 55} <= heard <= {0, 5, 55}
    before = len(room.heard)
    room.hear(5)
    assert not any(block.any() for block in room.heard[before:])


def test_volume_changes_at_once(room: Room, player: Playback) -> None:
    player.volume = 0.5
    player.play(Pcm(np.full(1600, 100, dtype=np.int16), RATE))
    assert set(room.all().tolist()) - {0} == {50}


def test_whoever_cancels_echoes_gets_every_block(room: Room) -> None:
    got: list[Pcm] = []
    player = Playback(on_played=got.append, open_stream=room.open)
    player.play(ramp(1000))
    room.hear(1)
    player.close()
    samples = np.concatenate([block.samples for block in got])
    assert (samples[samples != 0] == ramp(1000).samples).all()
    assert {block.rate for block in got} == {RATE}
