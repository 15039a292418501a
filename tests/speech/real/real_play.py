"""`narrator play` with real streams: words spoken in the room are answered on the speaker."""

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from narrator.speech.pcm import Pcm
from narrator.speech.tts.system import SystemRenderer
from tests.support.virtual_audio import ROOM, SPEAKER, AudioRoute, Recorder, VirtualAudio

pytestmark = pytest.mark.parametrize(
    "audio_of_session", [AudioRoute.PORTAUDIO, AudioRoute.MINIAUDIO], indirect=True, scope="session"
)
TIMEOUT_S = 150.0
REASON_PROMPT = "“no reason”"
"""Part of every wording of the prompt that follows a choice."""
SILENCE_S = 1.5
"""After this much silence on the speaker it is the players' turn."""
PLAY_ARGUMENTS = (
    *("storytellers", "--mode", "youngest", "--story", "lighthouse", "--players", "Lily 5, Nick 8"),
    *("--no-practice", "--seed", "table", "--ears", "microphone", "--voice", "system", "--plain"),
)


class PlaySession:
    """A running `narrator play`: its output, its speaker and its microphone."""

    def __init__(self, audio: VirtualAudio, room: Recorder, narrator: "subprocess.Popen[str]") -> None:
        self._audio, self._speaker, self._narrator = audio, room, narrator
        self._lines: list[str] = []
        self._voice = SystemRenderer("en")
        self._voice.load()
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self) -> None:
        assert self._narrator.stdout is not None
        for line in self._narrator.stdout:
            self._lines.append(line.strip())

    def say(self, words: str) -> None:
        """Say this into the microphone."""
        spoken = self._voice.render(words, 150)
        self._audio.play(Pcm.join([Pcm.silence(0.3, spoken.rate), spoken, Pcm.silence(1.0, spoken.rate)]), ROOM)

    def wait_for(self, condition: Callable[[], bool], failure: str) -> None:
        deadline = time.monotonic() + TIMEOUT_S
        while not condition():
            assert time.monotonic() < deadline, f"{failure}: {self._lines}"
            time.sleep(0.05)

    def wait_for_text(self, words: str) -> None:
        """Wait until a line with these words is printed."""
        self.wait_for(lambda: any(words in line for line in self._lines), f"{words!r} was never said")

    def has_printed(self, words: str) -> bool:
        return any(words in line for line in self._lines)

    def wait_for_speech(self) -> None:
        moment = time.monotonic()
        self.wait_for(lambda: self._speaker.last_sound_time() > moment, "it does not speak")

    def wait_for_silence(self) -> None:
        def is_silent() -> bool:
            last = self._speaker.last_sound_time()
            return bool(last) and time.monotonic() - last > SILENCE_S

        self.wait_for(is_silent, "it does not stop speaking")

    def last_sound(self) -> float:
        return self._speaker.last_sound_time()

    def interrupt(self) -> str:
        """Send Ctrl-C and return what the program prints to stderr."""
        self._narrator.send_signal(signal.SIGINT)
        self._narrator.wait(TIMEOUT_S)
        assert self._narrator.stderr is not None
        return self._narrator.stderr.read()


@contextmanager
def play_session(audio: VirtualAudio) -> Iterator[PlaySession]:
    with audio.record(SPEAKER) as room:
        narrator = subprocess.Popen(
            [sys.executable, "-m", "narrator", "play", *PLAY_ARGUMENTS],
            env=dict(os.environ),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        try:
            yield PlaySession(audio, room, narrator)
        finally:
            narrator.kill()
            narrator.communicate()


@pytest.fixture
def session(audio: VirtualAudio, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[PlaySession]:
    monkeypatch.setenv("NARRATOR_HOME", str(tmp_path))
    with play_session(audio) as session:
        session.wait_for_text("Lily")
        session.wait_for_speech()
        yield session


def test_spoken_choice_is_answered_on_the_speaker(session: PlaySession) -> None:
    session.wait_for_silence()
    session.say("the penguin")
    session.wait_for_text(REASON_PROMPT)
    session.wait_for_speech()


def test_microphone_can_be_unplugged_and_plugged_in_during_a_vote(session: PlaySession, audio: VirtualAudio) -> None:
    session.wait_for_silence()
    audio.unplug(ROOM)
    session.wait_for_text("The microphone is gone.")
    session.wait_for_speech()
    audio.plug(ROOM)
    session.wait_for_text("The microphone is back.")
    session.wait_for_speech()  # on a busy machine it may not have started yet
    session.wait_for_silence()
    session.say("the penguin")
    session.wait_for_text(REASON_PROMPT)


def test_stop_silences_the_narrator(session: PlaySession) -> None:
    """Say it several times: during its first words the narrator cannot yet tell players from its own echo."""
    for _ in range(5):
        session.say("stop")
        if session.has_printed("All right."):
            break
    session.wait_for_text("All right.")
    session.wait_for_silence()
    silent_since = session.last_sound()
    time.sleep(3)
    assert session.last_sound() == silent_since
    session.say("go on")
    session.wait_for_speech()


def test_leaving_prints_no_leak_report(session: PlaySession) -> None:
    """The recogniser's thread held native resamplers until the end of the process."""
    assert "nanobind" not in session.interrupt()
