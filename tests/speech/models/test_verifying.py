"""`narrator doctor` and `narrator setup` notice damaged models, voices and packages."""

import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from narrator.apps.cli import main
from narrator.apps.commands._progress import verify_with_progress
from narrator.speech.models.model import ENGLISH, ModelFile, SpeechModel
from narrator.speech.tts import hibari, phonemes
from tests.speech.models.copies import copy_model, flip_bit


def doctor_output(capsys: pytest.CaptureFixture[str]) -> str:
    main(["doctor", "--silent"])
    return capsys.readouterr().out


def test_doctor_notices_one_changed_bit_in_the_speech_model(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    model = copy_model(ENGLISH, tmp_path)
    monkeypatch.setenv("VOSK_MODEL_PATH", str(tmp_path))
    assert f"complete and verified, in {tmp_path}" in doctor_output(capsys)
    flip_bit(model / "am" / "final.mdl")
    output = doctor_output(capsys)
    assert "missing  Speech model" in output
    assert f"the files am/final.mdl in {model} are damaged" in output


def test_doctor_notices_one_changed_bit_in_the_voice(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    file = hibari.HIBARI_ASSETS.files[0].path
    shutil.copy(phonemes.find_hibari_folder() / file, tmp_path)
    monkeypatch.setattr(phonemes, "find_hibari_folder", lambda: tmp_path)
    assert "fine     Voice: hibari speaks" in doctor_output(capsys)
    flip_bit(tmp_path / file)
    assert "missing  Voice: the narrator's voice is damaged" in doctor_output(capsys)


def test_voice_is_pinned_to_the_version_that_doctor_verifies() -> None:
    project = tomllib.loads((Path(__file__).parents[3] / "pyproject.toml").read_text())["project"]
    assert hibari.HIBARI_PACKAGE in project["optional-dependencies"]["voice"]


@pytest.mark.parametrize("delay_s", [0.0, 60.0])
def test_progress_bar_is_shown_only_after_its_delay(delay_s: float, tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(bytes(100))
    code = (
        "import sys; from pathlib import Path; from narrator.apps.commands import _progress as d; "
        "from narrator.speech.models.model import ModelFile, SpeechModel; "
        f"d.ProgressBar.__init__.__kwdefaults__['delay_s'] = {delay_s - 1}; "
        "d.verify_with_progress(SpeechModel('tiny', '', (ModelFile('file', 100, ''),)), Path(sys.argv[1]))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, str(tmp_path)],
        env={"FORCE_COLOR": "1", "TTY_COMPATIBLE": "1", "TERM": "xterm", "PYTHONPATH": str(Path(__file__).parents[3])},
        capture_output=True,
        text=True,
        check=True,
    )
    assert ("Verifying tiny" in done.stderr) is (delay_s == 0.0)
    assert done.stdout == ""


def test_only_damaged_files_are_named(tmp_path: Path) -> None:
    (tmp_path / "a").write_bytes(b"")
    empty = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
    model = SpeechModel("tiny", "", (ModelFile("a", 0, empty), ModelFile("b", 0, empty)))
    assert verify_with_progress(model, tmp_path) == ("b",)
