"""The speaker, through the true PortAudio, heard where a listener would hear it."""

import threading
import time

import numpy as np
import pytest

from narrator.speech.devices import playback
from narrator.speech.devices.playback import Playback
from narrator.speech.pcm import LEVEL_FRAME_S
from tests.support.pulse_house import BOOTH, SPEAKER, House, pitch_of, tone


def test_what_is_played_sounds_on_the_speaker_whole_and_only_there(house: House) -> None:
    player = Playback()
    try:
        with house.listening(SPEAKER) as room, house.listening(BOOTH) as booth:
            assert player.play(tone(500, 1.0)) == 1.0
            time.sleep(0.5)
            heard = room.heard().trimmed(0, 0)
            assert heard.seconds == pytest.approx(1.0, abs=0.03)
            assert pitch_of(heard) == pytest.approx(500, abs=5)
            assert not booth.sounding()
        assert player.underruns == 0
    finally:
        player.close()


def test_what_is_for_the_booth_sounds_only_there_while_music_plays_in_the_room(house: House) -> None:
    private, public = Playback(BOOTH), Playback(SPEAKER)
    try:
        with house.listening(SPEAKER) as room, house.listening(BOOTH) as booth:
            public.set_background(tone(200, 0.5))
            private.play(tone(900, 1.0))
            time.sleep(0.3)
            public.set_background(None)
            assert pitch_of(booth.heard().trimmed(0, 0)) == pytest.approx(900, abs=5)
            assert pitch_of(room.heard().trimmed(0, 0)) == pytest.approx(200, abs=5)
    finally:
        private.close()
        public.close()


def test_stopped_nothing_more_sounds_than_was_on_its_way(house: House) -> None:
    """How soon that is by the clock, `python -m bench.latency --sound` measures: a busy machine is late with all."""
    player = Playback(SPEAKER)
    player.open()
    played: list[float] = []
    try:
        with house.listening(SPEAKER) as room:
            playing = threading.Thread(target=lambda: played.append(player.play(tone(440, 5.0))))
            playing.start()
            time.sleep(0.7)
            player.stop()
            playing.join(timeout=5)
            time.sleep(0.5)
            sounded = LEVEL_FRAME_S * np.sum(room.heard().frame_levels() > -40)
    finally:
        player.close()
    assert player.latency <= 0.1
    assert 0 < played[0] < 5
    assert sounded == pytest.approx(played[0], abs=0.03)


def test_an_unplugged_speaker_is_told_holds_nobody_up_and_speaks_again_when_it_is_back(house: House) -> None:
    told: list[str] = []
    player = Playback(SPEAKER, tell=told.append)
    try:
        with house.listening(SPEAKER):  # while somebody listens, a null sink does not sleep
            player.open()
            playing = threading.Thread(target=player.play, args=(tone(440, 8.0),))
            playing.start()
            time.sleep(1.0)
            began = time.monotonic()
            house.unplug(SPEAKER)
            playing.join(timeout=6)
        assert not playing.is_alive()
        print(f"\nspeaker gone: told after {time.monotonic() - began:.2f} s")
        assert told == [playback.SPEAKER_GONE]
        assert player.play(tone(440, 1.0)) == 0.0
        house.plug(SPEAKER)
        time.sleep(playback.REQUEST_TIMEOUT_S * playback.RETRY_AFTER_TIMEOUTS + 0.1)
        with house.listening(SPEAKER) as room:
            assert player.play(tone(550, 1.0)) == 1.0
            time.sleep(0.3)
            assert pitch_of(room.heard().trimmed(0, 0)) == pytest.approx(550, abs=5)
        assert told == [playback.SPEAKER_GONE, playback.SPEAKER_BACK]
    finally:
        player.close()


def test_a_short_absence_is_bridged_in_the_middle_of_a_piece(house: House) -> None:
    told: list[str] = []
    player = Playback(SPEAKER, tell=told.append)
    try:
        with house.listening(SPEAKER):  # while somebody listens, a null sink does not sleep
            playing = threading.Thread(target=player.play, args=(tone(440, 3.0),))
            player.open()
            playing.start()
            time.sleep(0.8)
            house.unplug(SPEAKER)
            house.plug(SPEAKER)
        with house.listening(SPEAKER) as room:
            playing.join(timeout=10)
            time.sleep(0.3)
            assert 1.5 < room.heard().trimmed(0, 0).seconds < 2.5
        assert told == []
    finally:
        player.close()
