"""`narrator play` with a loopback from the speaker to the microphone: it ignores itself and hears players.

Each route has its own buffers, which decide how late the echo comes. What the narrator does with its own words does
not depend on them, so that is shown on one route only.
"""

import time
from pathlib import Path

import pytest

from tests.speech.real.real_play import REASON_PROMPT, RESUMED_GAME, TIMEOUT_S, begin_game, play_session
from tests.support.virtual_audio import AudioRoute, VirtualAudio

SHARED_ROUTES = [pytest.param((route, True), id=route) for route in (AudioRoute.PORTAUDIO, AudioRoute.MINIAUDIO)]
"""The routes with all devices on one server, as a loopback needs it."""
OWN_WORDS_S = 7.0
"""Wait this long before the first answer: the echo canceller mutes its first five seconds."""


@pytest.mark.parametrize("audio_of_session", SHARED_ROUTES[:1], indirect=True, scope="session")
def test_narrator_does_not_answer_itself(audio: VirtualAudio, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each name that it reads could be taken for an answer."""
    monkeypatch.setenv("NARRATOR_HOME", str(tmp_path))
    begin_game(rate_wpm=250)
    with audio.loop_back(), play_session(audio, *RESUMED_GAME) as session:
        session.wait_for_silence()
        assert not session.has_printed(REASON_PROMPT)
        assert not session.has_printed("not sure I heard")


@pytest.mark.parametrize("audio_of_session", SHARED_ROUTES, indirect=True, scope="session")
def test_answer_is_understood_while_the_cards_are_read(
    audio: VirtualAudio, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Repeat the answer until it counts, before the narrator stops."""
    monkeypatch.setenv("NARRATOR_HOME", str(tmp_path))
    begin_game(rate_wpm=175)
    with audio.loop_back(), play_session(audio, *RESUMED_GAME) as session:
        time.sleep(OWN_WORDS_S)
        assert not session.has_printed(REASON_PROMPT)
        deadline, silences = time.monotonic() + TIMEOUT_S, 0
        while not session.has_printed(REASON_PROMPT):
            assert time.monotonic() < deadline
            session.say("the penguin")
            silences += not session.has_printed(REASON_PROMPT) and time.monotonic() - session.last_sound() > 1.5
        assert silences == 0, "the narrator had finished before"
        session.wait_for_speech()
