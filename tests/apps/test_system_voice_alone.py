"""Everything works with the system's voice alone, where hibari is not installed."""

from pathlib import Path

import pytest
import soundfile

from narrator.language.lines.outbox import SpokenLine
from narrator.speech.tts.recording_output import RecordingOutput
from narrator.speech.tts.spoken_output import SpokenOutput
from narrator.speech.tts.system import SystemRenderer, is_system_voice_installed
from tests.apps.test_core_installation import run_core

WITHOUT_HIBARI = ("hibari",)

pytestmark = pytest.mark.skipif(not is_system_voice_installed(), reason="the system has no voice")


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a data folder with a story."""
    folder = tmp_path_factory.mktemp("home")
    done = run_core(folder, *["demo", "storytellers", "--text", "--keep", "--seed", "again"], hidden=WITHOUT_HIBARI)
    assert done.returncode == 0, done.stderr
    return folder


@pytest.mark.parametrize("command", ["bedtime --timer 0.05 --out story.wav", "export newest --to mp3 -o story.mp3"])
def test_stories_are_read(home: Path, command: str) -> None:
    done = run_core(home, *command.split(), "--rate", "400", hidden=WITHOUT_HIBARI)
    assert done.returncode == 0, done.stderr
    assert soundfile.info(home / command.rsplit(maxsplit=1)[-1]).duration > 1


def test_doctor_names_the_voice_that_speaks_and_the_missing_one(home: Path) -> None:
    said = run_core(home, "doctor", "--silent", hidden=WITHOUT_HIBARI).stdout
    assert "The system's own voice speaks, because hibari is not installed" in said


@pytest.mark.parametrize("command", ["check", "demo cat dice --fast", "play --ears typed"])
def test_other_commands_work(home: Path, command: str) -> None:
    assert run_core(home, *command.split(), hidden=WITHOUT_HIBARI).returncode == 0


def test_lines_are_spoken() -> None:
    room = RecordingOutput()
    voice = SpokenOutput([SystemRenderer()], room)
    voice.say([SpokenLine("Hello. Who is playing?")])
    assert voice.wait(60)
    voice.close()
    assert room.seconds > 1
