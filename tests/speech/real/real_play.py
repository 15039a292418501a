"""`narrator play` with real streams: words spoken in the room are answered on the speaker.

The route does not matter here: it is PortAudio's. `real_echo.py` shows spoken answers on both.
"""

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

from narrator.dialog.intents import save_preferences
from narrator.games.hosting.plan import Plan
from narrator.language.content.packs import load_content
from narrator.language.lines.preferences import Preferences
from narrator.speech.pcm import Pcm
from narrator.speech.tts.system import SystemRenderer
from narrator.storage.journal import Journal
from tests.apps.bedtime.helpers import LILY, NICK, play_randomly
from tests.support.virtual_audio import ROOM, SPEAKER, AudioRoute, Recorder, VirtualAudio

pytestmark = pytest.mark.parametrize("audio_of_session", [AudioRoute.PORTAUDIO], indirect=True, scope="session")
TIMEOUT_S = 60.0
REASON_PROMPT = "“no reason”"
"""Part of every wording of the prompt that follows a choice."""
SILENCE_S = 1.5
"""After this much silence on the speaker it is the players' turn."""
QUIET_S = 2.5
"""How long the narrator must stay silent after "stop"."""
RESUMED_GAME = ("--resume", "1")
NEW_GAME = (
    *("storytellers", "--mode", "youngest", "--story", "lighthouse", "--players", "Lily 5, Nick 8"),
    *("--no-practice", "--seed", "table"),
)
"""Begins with the story, which takes more than a minute."""
SOUND_ARGUMENTS = ("--ears", "microphone", "--voice", "system", "--plain")


class PlaySession:
    """A running `narrator play`: its output, its speaker and its microphone."""

    def __init__(self, audio: VirtualAudio, room: Recorder, narrator: "subprocess.Popen[str]") -> None:
        self._audio, self._speaker, self._narrator = audio, room, narrator
        self._lines: list[str] = []
        self._voice = SystemRenderer("en")
        self._voice.load()
        self._errors: list[str] = []
        self._error_reader = threading.Thread(target=self._read_errors, daemon=True)
        self._error_reader.start()
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self) -> None:
        assert self._narrator.stdout is not None
        for line in self._narrator.stdout:
            self._lines.append(line.strip())

    def _read_errors(self) -> None:
        """Read stderr to its end, without what PortAudio prints: it may repeat a message until its stream is closed."""
        assert self._narrator.stderr is not None
        for line in self._narrator.stderr:
            if not line.startswith("Expression "):
                self._errors.append(line)

    def say(self, words: str) -> None:
        """Say this into the microphone."""
        spoken = self._voice.render(words, 150)
        self._audio.play(Pcm.join([Pcm.silence(0.3, spoken.rate), spoken, Pcm.silence(1.0, spoken.rate)]), ROOM)

    def say_until_printed(self, words: str, answer: str, times: int) -> None:
        """Say this until the answer is printed, at most so many times."""
        for _ in range(times):
            self.say(words)
            if self.has_printed(answer):
                return
        self.wait_for_text(answer)

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
        self._error_reader.join(TIMEOUT_S)
        return "".join(self._errors)


def begin_game(rate_wpm: int) -> None:
    """Store a game in which Lily has to choose one of her cards, and how fast the narrator speaks.

    Resumed, it reads three of the cards and no story: while a story is read, answers do not count.
    """
    plan = Plan("storytellers", "youngest", (LILY, NICK), story="lighthouse", seed="table")
    with Journal.open() as journal:
        number = play_randomly(journal, load_content(), plan, moves=0)
        journal.save_note("privacy", number, "open")
        names = (LILY.name, NICK.name)
        save_preferences(journal, Preferences(rate=rate_wpm), Preferences(), names, None)


@contextmanager
def play_session(audio: VirtualAudio, *game: str) -> Iterator[PlaySession]:
    """Play this game, and wait until the narrator speaks."""
    with audio.record(SPEAKER) as room:
        narrator = subprocess.Popen(
            [sys.executable, "-m", "narrator", "play", *game, *SOUND_ARGUMENTS],
            env=dict(os.environ),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        try:
            session = PlaySession(audio, room, narrator)
            session.wait_for_text("Lily")
            session.wait_for_speech()
            yield session
        finally:
            narrator.kill()
            narrator.wait()


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NARRATOR_HOME", str(tmp_path))


def test_words_are_answered_after_the_microphone_was_unplugged(audio: VirtualAudio) -> None:
    begin_game(rate_wpm=200)
    with play_session(audio, *RESUMED_GAME) as session:
        session.wait_for(lambda: audio.is_recorded(ROOM), "it does not listen")
        audio.unplug(ROOM)
        session.wait_for_text("The microphone is gone.")
        session.wait_for_speech()
        audio.plug(ROOM)
        session.wait_for_text("The microphone is back.")
        session.wait_for_speech()  # on a busy machine it may not have started yet
        session.wait_for_silence()
        session.say("the penguin")
        session.wait_for_text(REASON_PROMPT)
        session.wait_for_speech()


def test_stop_silences_the_narrator(audio: VirtualAudio) -> None:
    """Say it several times: during its first words the narrator cannot yet tell players from its own echo."""
    with play_session(audio, *NEW_GAME) as session:
        session.say_until_printed("stop", "All right.", times=5)
        session.wait_for_silence()
        silent_since = session.last_sound()
        time.sleep(QUIET_S - SILENCE_S)
        assert session.last_sound() == silent_since
        session.say("go on")
        session.wait_for_speech()
        assert "nanobind" not in session.interrupt(), "the recogniser's thread held native resamplers until the end"
