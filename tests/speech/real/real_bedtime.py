"""Bedtime through a real speaker: never above the cap, Ctrl-C fades, and a killed night goes on at its sentence."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from narrator.apps.bedtime.choose_story import load_bookmark
from narrator.apps.bedtime.loudness import MAX_LEVEL_DB
from narrator.apps.bedtime.settings import COMMAND_FADE_S
from narrator.language.content.packs import load_content
from narrator.speech.tts.system import SystemRenderer
from narrator.storage.journal import Journal
from narrator.storage.library.retelling import build_cast, replay_game
from tests.apps.bedtime.helpers import play_story
from tests.support.pulse_house import ROOM, SPEAKER, House, Listener, Way

pytestmark = pytest.mark.parametrize("whole_house", [Way.PORTAUDIO], indirect=True, scope="session")
PATIENCE = 40.0


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("NARRATOR_HOME", str(tmp_path))
    monkeypatch.setenv("NARRATOR_CACHE", str(tmp_path / "cache"))
    with Journal.open() as journal:
        play_story(journal, load_content(), "lighthouse")
    return tmp_path


@contextmanager
def telling(*words: str) -> Iterator["subprocess.Popen[str]"]:
    night = subprocess.Popen(
        [sys.executable, "-m", "narrator", "bedtime", "--voice", "system", "--show", *words],
        env=dict(os.environ),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        yield night
    finally:
        night.kill()
        night.communicate()


def sentences(night: "subprocess.Popen[str]", count: int) -> list[str]:
    """The next ones, as they are told."""
    assert night.stdout is not None
    return [night.stdout.readline().strip() for _ in range(count)]


def falls_silent(room: Listener) -> float:
    """When the last sound came; waits until it has been quiet for two and a half seconds."""
    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline:
        last = max(room.sounding(), default=0.0)
        if last and time.monotonic() - last > 2.5:
            return last
        time.sleep(0.1)
    raise AssertionError("it does not stop")


def test_ctrl_c_fades_out_and_nothing_was_above_the_cap(house: House, home: Path) -> None:
    with house.listening(SPEAKER) as room, telling() as night:
        sentences(night, 4)
        time.sleep(0.5)
        night.send_signal(signal.SIGINT)
        asked = time.monotonic()
        assert night.wait(PATIENCE) == 130
        took = time.monotonic() - asked
        heard = room.heard()
    assert COMMAND_FADE_S - 0.5 < took < COMMAND_FADE_S + 3
    assert heard.peak < MAX_LEVEL_DB
    assert heard.trimmed().seconds > 5


def test_killed_it_goes_on_at_its_sentence(house: House, home: Path) -> None:
    with telling() as night:
        last = sentences(night, 4)[-1]
        night.kill()
        night.wait(PATIENCE)
    with Journal.open() as journal:
        place = load_bookmark(journal)
        assert place is not None
    with telling() as night:
        opening, first = sentences(night, 2)
    assert opening.endswith("We'll go on where we stopped.")
    assert first == last


def test_stop_and_go_on_can_be_typed(house: House, home: Path) -> None:
    with house.listening(SPEAKER) as room, telling() as night:
        assert night.stdin is not None
        sentences(night, 3)
        night.stdin.write("stop\n")
        night.stdin.flush()
        falls_silent(room)
        assert night.poll() is None
        room.forget()
        night.stdin.write("go on\n")
        night.stdin.flush()
        deadline = time.monotonic() + PATIENCE
        while not room.sounding():
            assert time.monotonic() < deadline, "it does not go on"
            time.sleep(0.1)
        night.stdin.write("good night\n")
        night.stdin.flush()
        assert night.wait(PATIENCE) == 0


def test_good_night_can_be_said(house: House, home: Path) -> None:
    voice = SystemRenderer()
    said = voice.render("good night", 150).normalised()
    voice.close()
    with telling("--listen") as night:
        sentences(night, 3)
        for _ in range(4):
            house.say(said, ROOM)
            time.sleep(2)
            if night.poll() is not None:
                break
        assert night.wait(COMMAND_FADE_S + 5) == 0


def test_a_story_is_remembered_by_voice(house: House, home: Path) -> None:
    content = load_content()
    with Journal.open() as journal:
        first = build_cast(replay_game(journal.read(1)), content).members[0].subject
    voice = SystemRenderer()
    said = voice.render(first.spoken, 140).normalised()
    voice.close()
    asking = subprocess.Popen(
        [sys.executable, "-m", "narrator", "recollect", "1", "--ears", "microphone", "--voice", "system"],
        env=dict(os.environ),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert asking.stdout is not None
    with house.listening(SPEAKER) as room:
        try:
            assert sentences(asking, 3)[-1].endswith("?")
            falls_silent(room)
            house.say(said, ROOM)
            answer = sentences(asking, 1)[0]
        finally:
            asking.kill()
            asking.communicate()
    assert first.name in answer.casefold()
