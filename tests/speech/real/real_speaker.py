"""The speaker with real streams, recorded at the virtual device.

What depends on the library is shown on every route: that a speaker is gone and back, and that a clip can be stopped.
Named devices are shown through PortAudio and through PulseAudio, which moves streams; the rest on one route.
"""

import threading
import time

import numpy as np
import pytest

from narrator.speech.devices import playback
from narrator.speech.devices.playback import Playback
from narrator.speech.pcm import LEVEL_FRAME_S
from tests.support.virtual_audio import BOOTH, SPEAKER, AudioRoute, VirtualAudio, strongest_frequency, whistle


def on_routes(*routes: AudioRoute) -> pytest.MarkDecorator:
    """Return the mark of a test that needs only these routes."""
    return pytest.mark.parametrize("audio_of_session", routes, indirect=True, scope="session")


@on_routes(AudioRoute.PORTAUDIO)
def test_clip_is_played_completely_and_only_on_the_speaker(audio: VirtualAudio) -> None:
    player = Playback()
    try:
        with audio.record(SPEAKER) as speaker, audio.record(BOOTH) as booth:
            assert player.play(whistle(500, 1.0)) == 1.0
            time.sleep(0.5)
            recorded = speaker.to_pcm().trimmed(0, 0)
            assert recorded.seconds == pytest.approx(1.0, abs=0.03)
            assert strongest_frequency(recorded) == pytest.approx(500, abs=5)
            assert not booth.sound_times()
        assert player.underruns == 0
    finally:
        player.close()


@on_routes(AudioRoute.PORTAUDIO, AudioRoute.MINIAUDIO)
def test_booth_and_background_music_are_separate(audio: VirtualAudio) -> None:
    private, public = Playback(BOOTH), Playback(SPEAKER)
    try:
        with audio.record(SPEAKER) as speaker, audio.record(BOOTH) as booth:
            public.set_background(whistle(200, 0.5))
            private.play(whistle(900, 1.0))
            time.sleep(0.3)
            public.set_background(None)
            assert strongest_frequency(booth.to_pcm().trimmed(0, 0)) == pytest.approx(900, abs=5)
            assert strongest_frequency(speaker.to_pcm().trimmed(0, 0)) == pytest.approx(200, abs=5)
    finally:
        private.close()
        public.close()


def test_stop_plays_only_the_buffered_rest(audio: VirtualAudio) -> None:
    """`python -m bench.latency --sound` measures the delay; on a busy machine it would be unreliable here."""
    player = Playback(SPEAKER)
    player.open()
    played: list[float] = []
    try:
        with audio.record(SPEAKER) as speaker:
            playing = threading.Thread(target=lambda: played.append(player.play(whistle(440, 5.0))))
            playing.start()
            time.sleep(0.7)
            player.stop()
            playing.join(timeout=5)
            time.sleep(0.5)
            audible_s = LEVEL_FRAME_S * np.sum(speaker.to_pcm().frame_levels() > -40)
    finally:
        player.close()
    assert player.latency <= 0.1
    assert 0 < played[0] < 5
    assert audible_s == pytest.approx(played[0], abs=0.03)


def test_unplugged_speaker_is_reported_and_works_again_when_back(audio: VirtualAudio) -> None:
    reports: list[str] = []
    player = Playback(SPEAKER, report=reports.append)
    try:
        with audio.record(SPEAKER):  # a null sink that is recorded does not sleep
            player.open()
            playing = threading.Thread(target=player.play, args=(whistle(440, 8.0),))
            playing.start()
            time.sleep(1.0)
            unplugged_at = time.monotonic()
            audio.unplug(SPEAKER)
            playing.join(timeout=6)
        assert not playing.is_alive()
        print(f"\nspeaker gone: reported after {time.monotonic() - unplugged_at:.2f} s")
        assert reports == [playback.SPEAKER_GONE]
        assert player.play(whistle(440, 1.0)) == 0.0
        audio.plug(SPEAKER)
        time.sleep(playback.REQUEST_TIMEOUT_S * playback.RETRY_AFTER_TIMEOUTS + 0.1)
        with audio.record(SPEAKER) as speaker:
            assert player.play(whistle(550, 1.0)) == 1.0
            time.sleep(0.3)
            assert strongest_frequency(speaker.to_pcm().trimmed(0, 0)) == pytest.approx(550, abs=5)
        assert reports == [playback.SPEAKER_GONE, playback.SPEAKER_BACK]
    finally:
        player.close()


@on_routes(AudioRoute.PORTAUDIO)
def test_short_absence_is_bridged_within_a_clip(audio: VirtualAudio) -> None:
    reports: list[str] = []
    player = Playback(SPEAKER, report=reports.append)
    try:
        with audio.record(SPEAKER):  # a null sink that is recorded does not sleep
            playing = threading.Thread(target=player.play, args=(whistle(440, 3.0),))
            player.open()
            playing.start()
            time.sleep(0.8)
            audio.unplug(SPEAKER)
            audio.plug(SPEAKER)
        with audio.record(SPEAKER) as speaker:
            playing.join(timeout=10)
            time.sleep(0.3)
            assert 1.5 < speaker.to_pcm().trimmed(0, 0).seconds < 2.5
        assert reports == []
    finally:
        player.close()
