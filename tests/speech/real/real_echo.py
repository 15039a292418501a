"""`narrator play` with a loopback from the speaker to the microphone: it ignores itself and hears players."""

import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.speech.real.real_play import REASON_PROMPT, TIMEOUT_S, PlaySession, play_session
from tests.support.virtual_audio import AudioRoute, VirtualAudio


@pytest.fixture(scope="module", params=[AudioRoute.PORTAUDIO, AudioRoute.MINIAUDIO])
def audio(tmp_path_factory: pytest.TempPathFactory, request: pytest.FixtureRequest) -> Iterator[VirtualAudio]:
    audio = VirtualAudio(Path(tmp_path_factory.mktemp("audio")), request.param, shared_server=True)
    try:
        audio.open()
        yield audio
    finally:
        audio.close()


@pytest.fixture
def session(audio: VirtualAudio, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[PlaySession]:
    monkeypatch.setenv("NARRATOR_HOME", str(tmp_path))
    with audio.loop_back(), play_session(audio) as session:
        session.wait_for_text("Lily")
        session.wait_for_speech()
        yield session


def test_narrator_does_not_answer_itself(session: PlaySession) -> None:
    session.wait_for_silence()
    assert not session.has_printed(REASON_PROMPT)
    assert not session.has_printed("not sure I heard")


def test_answer_is_understood_while_the_cards_are_read(session: PlaySession) -> None:
    """While the story page is read the words are ignored; repeat them until they count, before the narrator stops."""
    deadline, silences = time.monotonic() + TIMEOUT_S, 0
    while not session.has_printed(REASON_PROMPT):
        assert time.monotonic() < deadline
        session.say("the penguin")
        silences += not session.has_printed(REASON_PROMPT) and time.monotonic() - session.last_sound() > 1.5
    assert silences == 0, "the narrator had finished before"
