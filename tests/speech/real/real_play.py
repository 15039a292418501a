"""A family with a microphone and a loudspeaker: what they say into the room is answered on the speaker."""

import os
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
from tests.support.pulse_house import ROOM, SPEAKER, House, Listener, Way

pytestmark = pytest.mark.parametrize("whole_house", [Way.PORTAUDIO, Way.MINIAUDIO], indirect=True, scope="session")
PATIENCE = 150.0
ASKED_WHY = "“no reason”"
"""A choice was heard, and a reason is asked for, in one wording or another."""
QUIET = 1.5
"""Seconds of silence on the speaker after which it is the family's turn."""
EVENING = (
    *("storytellers", "--mode", "youngest", "--story", "lighthouse", "--players", "Lily 5, Nick 8"),
    *("--no-practice", "--seed", "table", "--ears", "microphone", "--voice", "system", "--plain"),
)


class Evening:
    """A narrator at work, as it is heard and read."""

    def __init__(self, house: House, room: Listener, narrator: "subprocess.Popen[str]") -> None:
        self._house, self._room, self._narrator = house, room, narrator
        self._lines: list[str] = []
        self._voice = SystemRenderer("en")
        self._voice.load()
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self) -> None:
        assert self._narrator.stdout is not None
        for line in self._narrator.stdout:
            self._lines.append(line.strip())

    def says(self, words: str) -> None:
        """Somebody in the family says this."""
        spoken = self._voice.render(words, 150)
        self._house.say(Pcm.join([Pcm.silence(0.3, spoken.rate), spoken, Pcm.silence(1.0, spoken.rate)]), ROOM)

    def waits_for(self, what: Callable[[], bool], why: str) -> None:
        deadline = time.monotonic() + PATIENCE
        while not what():
            assert time.monotonic() < deadline, f"{why}: {self._lines}"
            time.sleep(0.05)

    def reads(self, words: str) -> None:
        """The screen shows a line with these words."""
        self.waits_for(lambda: any(words in line for line in self._lines), f"{words!r} was never said")

    def has_read(self, words: str) -> bool:
        return any(words in line for line in self._lines)

    def hears_it_speak(self) -> None:
        moment = time.monotonic()
        self.waits_for(lambda: self._room.last_sounding() > moment, "it does not speak")

    def lets_it_finish(self) -> None:
        def silent() -> bool:
            last = self._room.last_sounding()
            return bool(last) and time.monotonic() - last > QUIET

        self.waits_for(silent, "it does not stop speaking")

    def last_sound(self) -> float:
        return self._room.last_sounding()


@contextmanager
def evening(house: House) -> Iterator[Evening]:
    with house.listening(SPEAKER) as room:
        narrator = subprocess.Popen(
            [sys.executable, "-m", "narrator", "play", *EVENING],
            env=dict(os.environ),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        try:
            yield Evening(house, room, narrator)
        finally:
            narrator.kill()
            narrator.communicate()


@pytest.fixture
def family(house: House, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Evening]:
    monkeypatch.setenv("NARRATOR_HOME", str(tmp_path))
    with evening(house) as each:
        each.reads("Lily")
        each.hears_it_speak()
        yield each


def test_a_spoken_choice_is_answered_on_the_speaker(family: Evening) -> None:
    family.lets_it_finish()
    family.says("the penguin")
    family.reads(ASKED_WHY)
    family.hears_it_speak()


def test_a_microphone_that_is_pulled_out_in_the_middle_of_a_vote_and_comes_back(family: Evening, house: House) -> None:
    family.lets_it_finish()
    house.unplug(ROOM)
    family.reads("The microphone is gone.")
    family.hears_it_speak()
    house.plug(ROOM)
    family.reads("The microphone is back.")
    family.hears_it_speak()  # else it may not even have begun, on a busy machine
    family.lets_it_finish()
    family.says("the penguin")
    family.reads(ASKED_WHY)


def test_stop_while_it_reads_silences_it(family: Evening) -> None:
    """It is said until it counts: in its first words the narrator does not know yet whether it hears itself."""
    for _ in range(5):
        family.says("stop")
        if family.has_read("All right."):
            break
    family.reads("All right.")
    family.lets_it_finish()
    silent_since = family.last_sound()
    time.sleep(3)
    assert family.last_sound() == silent_since
    family.says("go on")
    family.hears_it_speak()
