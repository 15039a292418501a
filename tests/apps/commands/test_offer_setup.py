"""`narrator play` offers to download missing speech models."""

import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from narrator.apps.commands import _offer_setup, setup
from narrator.apps.commands._command_arguments import PlayArguments
from narrator.apps.commands._offer_setup import OFFER, offer_speech_models
from narrator.speech.devices.backend import AudioDevices, Device, Direction
from narrator.speech.models.model import ENGLISH, find_model
from tests.support.shell import TIMEOUT_S

pty = pytest.importorskip("pty", reason="only POSIX systems have pseudo-terminals")


@pytest.fixture
def no_models(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Hide the installed models and the network, and return the folder where models would be installed."""
    installed = find_model()
    assert installed is not None, "the speech model is missing: run `narrator setup`"
    folder = tmp_path / "models"
    folder.mkdir()
    with zipfile.ZipFile(folder / f"{ENGLISH.name}.zip", "w") as archive:
        for file in ENGLISH.files:
            archive.write(installed / file.path, f"{ENGLISH.name}/{file.path}")
    settings = {"HOME": tmp_path, "VOSK_MODEL_PATH": folder, "NARRATOR_HOME": tmp_path, "NARRATOR_CACHE": tmp_path}
    for name, value in (settings | {"PIP_NO_INDEX": "1", "PIP_CONFIG_FILE": os.devnull, "TERM": "dumb"}).items():
        monkeypatch.setenv(name, str(value))
    return folder


MICROPHONE = AudioDevices(microphones=(Device(0, "Headset", Direction.MICROPHONE, 16_000),))
WITH_MICROPHONE = """
import sys
from narrator.apps.commands import _offer_setup
from narrator.speech.devices.backend import AudioDevices, Device, Direction
_offer_setup.find_audio_devices = lambda: AudioDevices(
    microphones=(Device(0, "Headset", Direction.MICROPHONE, 16_000),)
)
from narrator.apps.cli import main
sys.exit(main(sys.argv[1:]))
"""
"""Runs a command as if a microphone were connected; test machines have none."""

WITHOUT_MICROPHONE = WITH_MICROPHONE.replace('(Device(0, "Headset", Direction.MICROPHONE, 16_000),)', "()")


def play_in_terminal(typed: str, script: str = WITH_MICROPHONE) -> str:
    """Start a game in a terminal, type this, and return the output."""
    ours, theirs = pty.openpty()
    command = [sys.executable, "-c", script, "play", "cat dice", "--players", "Lily, Nick", "--voice", "printed"]
    os.write(ours, typed.encode())
    with subprocess.Popen(command, stdin=theirs, stdout=theirs, stderr=theirs) as game:
        os.close(theirs)
        shown = b""
        try:
            while block := os.read(ours, 1 << 16):
                shown += block
        except OSError:  # Linux reports the end of a terminal as an error
            pass
        game.wait(TIMEOUT_S)
    os.close(ours)
    return shown.decode()


def test_models_are_installed_after_a_yes(no_models: Path) -> None:
    shown = play_in_terminal("maybe\nyes\nstop\ngoodbye\n")
    assert shown.count("Type yes or no:") == 2
    assert "The speech model is ready" in shown
    assert find_model() == no_models / ENGLISH.name
    assert "Goodbye!" in shown.partition("every file checked")[2]


def test_no_leads_to_a_typed_game(no_models: Path) -> None:
    shown = play_in_terminal("no\nstop\ngoodbye\n")
    assert "Then please type." in shown
    assert find_model() is None
    assert "Goodbye!" in shown.partition("Then please type.")[2]


def test_nothing_is_offered_without_a_microphone(no_models: Path) -> None:
    shown = play_in_terminal("stop\ngoodbye\n", script=WITHOUT_MICROPHONE)
    assert "download" not in shown
    assert "Goodbye!" in shown


def test_pipe_is_told_the_command_and_not_asked(
    no_models: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(_offer_setup, "find_audio_devices", lambda: MICROPHONE)
    offer_speech_models(PlayArguments())
    output = capsys.readouterr()
    assert "Run `narrator setup`" in output.err
    assert OFFER not in output.out


def test_interrupted_download_leads_to_a_typed_game(
    no_models: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def interrupted() -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(setup, "install_ears", interrupted)
    monkeypatch.setattr(_offer_setup, "find_audio_devices", lambda: MICROPHONE)
    monkeypatch.setattr("builtins.input", lambda prompt: "yes")
    for stream in (sys.stdin, sys.stdout):
        monkeypatch.setattr(stream, "isatty", lambda: True)
    offer_speech_models(PlayArguments(voice="printed"))
    assert "continues the download another time. Please type your answers." in capsys.readouterr().out
