"""`narrator bedtime` with real streams: level limit, fade-out on Ctrl-C, and continuing after a kill."""

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
from tests.support.virtual_audio import ROOM, SPEAKER, AudioRoute, Recorder, VirtualAudio

pytestmark = pytest.mark.parametrize("audio_of_session", [AudioRoute.PORTAUDIO], indirect=True, scope="session")
TIMEOUT_S = 40.0


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("NARRATOR_HOME", str(tmp_path))
    monkeypatch.setenv("NARRATOR_CACHE", str(tmp_path / "cache"))
    with Journal.open() as journal:
        play_story(journal, load_content(), "lighthouse")
    return tmp_path


@contextmanager
def bedtime(*arguments: str) -> Iterator["subprocess.Popen[str]"]:
    process = subprocess.Popen(
        [sys.executable, "-m", "narrator", "bedtime", "--voice", "system", "--show", *arguments],
        env=dict(os.environ),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        yield process
    finally:
        process.kill()
        process.communicate()


def read_sentences(process: "subprocess.Popen[str]", count: int) -> list[str]:
    """Return the next sentences that are printed."""
    assert process.stdout is not None
    return [process.stdout.readline().strip() for _ in range(count)]


def wait_for_silence(speaker: Recorder) -> float:
    """Wait for 2.5 s of silence. Return the time of the last sound."""
    deadline = time.monotonic() + TIMEOUT_S
    while time.monotonic() < deadline:
        last = max(speaker.sound_times(), default=0.0)
        if last and time.monotonic() - last > 2.5:
            return last
        time.sleep(0.1)
    raise AssertionError("it does not stop speaking")


def test_ctrl_c_fades_out_and_the_level_limit_holds(audio: VirtualAudio, home: Path) -> None:
    with audio.record(SPEAKER) as speaker, bedtime() as process:
        read_sentences(process, 3)
        time.sleep(0.5)
        process.send_signal(signal.SIGINT)
        interrupted_at = time.monotonic()
        assert process.wait(TIMEOUT_S) == 130
        took = time.monotonic() - interrupted_at
        recorded = speaker.to_pcm()
    assert COMMAND_FADE_S - 0.5 < took < COMMAND_FADE_S + 3
    assert recorded.peak < MAX_LEVEL_DB
    assert recorded.trimmed().seconds > 5


def test_killed_story_continues_at_its_sentence(audio: VirtualAudio, home: Path) -> None:
    with bedtime("--rate", "300") as process:
        last = read_sentences(process, 4)[-1]
        process.kill()
        process.wait(TIMEOUT_S)
    with Journal.open() as journal:
        place = load_bookmark(journal)
        assert place is not None
    with bedtime("--rate", "300") as process:
        opening, first = read_sentences(process, 2)
    assert opening.endswith("We'll go on where we stopped.")
    assert first == last


def test_stop_and_go_on_are_typed_and_good_night_is_said(audio: VirtualAudio, home: Path) -> None:
    voice = SystemRenderer()
    said = voice.render("good night", 150).normalised()
    voice.close()
    with audio.record(SPEAKER) as speaker, bedtime("--listen") as process:
        assert process.stdin is not None
        read_sentences(process, 2)
        process.stdin.write("stop\n")
        process.stdin.flush()
        wait_for_silence(speaker)
        assert process.poll() is None
        speaker.clear()
        process.stdin.write("go on\n")
        process.stdin.flush()
        deadline = time.monotonic() + TIMEOUT_S
        while not speaker.sound_times():
            assert time.monotonic() < deadline, "it does not continue"
            time.sleep(0.1)
        for _ in range(4):
            audio.play(said, ROOM)
            time.sleep(2)
            if process.poll() is not None:
                break
        assert process.wait(COMMAND_FADE_S + 5) == 0


def test_recollect_understands_a_spoken_answer(audio: VirtualAudio, home: Path) -> None:
    content = load_content()
    with Journal.open() as journal:
        first = build_cast(replay_game(journal.read(1)), content).members[0].subject
    voice = SystemRenderer()
    said = voice.render(first.spoken, 140).normalised()
    voice.close()
    process = subprocess.Popen(
        [sys.executable, "-m", "narrator", "recollect", "1", "--ears", "microphone", "--voice", "system"],
        env=dict(os.environ),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    with audio.record(SPEAKER) as speaker:
        try:
            assert read_sentences(process, 3)[-1].endswith("?")
            wait_for_silence(speaker)
            audio.play(said, ROOM)
            answer = read_sentences(process, 1)[0]
        finally:
            process.kill()
            process.communicate()
    assert first.name in answer.casefold()
