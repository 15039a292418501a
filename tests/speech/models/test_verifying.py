"""`narrator doctor` and `narrator setup` notice damaged models, voices and packages."""

import re
import shutil
import subprocess
import sys
import tomllib
import zipfile
from pathlib import Path

import pytest

from narrator.apps.cli import main
from narrator.apps.commands._progress import verify_with_progress
from narrator.speech.models.model import ENGLISH, ModelFile, SpeechModel
from narrator.speech.tts import piper
from tests.speech.models.copies import copy_model, flip_bit

REQUIREMENTS = Path(piper.__file__).with_name("requirements.txt")


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
    for file in piper.JOE.files:
        shutil.copy(piper.find_voice_file().parent / file.path, tmp_path)
    monkeypatch.setattr(piper, "find_voice_files", lambda: [tmp_path / piper.JOE.files[0].path])
    assert "fine     Voice: Piper speaks" in doctor_output(capsys)
    flip_bit(tmp_path / piper.JOE.files[0].path)
    assert "the files en_US-joe-medium.onnx of Piper's voice are damaged" in doctor_output(capsys)
    monkeypatch.setenv("PIP_NO_INDEX", "1")  # setup would download it
    monkeypatch.setenv("PIP_CONFIG_FILE", "/dev/null")
    assert main(["setup", "--voice"]) == 1
    assert "The voice is damaged: en_US-joe-medium.onnx." in capsys.readouterr().out


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


def test_packages_of_the_piper_extra_are_pinned() -> None:
    pinned = dict(re.findall(r"^([\w-]+)==([\d.]+) \\\n    --hash=sha256:", REQUIREMENTS.read_text(), re.MULTILINE))
    project = tomllib.loads((Path(__file__).parents[3] / "pyproject.toml").read_text())["project"]
    extra = {re.split(r"[=<>]", each)[0] for each in project["optional-dependencies"]["piper"]}
    assert extra - {"story-narrator[voice]"} <= set(pinned)


def test_package_with_another_checksum_is_not_installed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    name, version = re.findall(r"^([\w-]+)==([\d.]+)", REQUIREMENTS.read_text(), re.MULTILINE)[0]
    module = name.replace("-", "_")
    with zipfile.ZipFile(tmp_path / f"{module}-{version}-py3-none-any.whl", "w") as wheel:
        for file in ("METADATA", "WHEEL", "RECORD"):
            wheel.writestr(f"{module}-{version}.dist-info/{file}", f"Name: {name}\nVersion: {version}\n")
    for setting, value in {"NO_INDEX": "1", "FIND_LINKS": str(tmp_path), "TARGET": str(tmp_path / "into")}.items():
        monkeypatch.setenv(f"PIP_{setting}", value)
    monkeypatch.setenv("PIP_CONFIG_FILE", "/dev/null")
    monkeypatch.setattr(piper, "find_voice_files", list)
    assert main(["setup", "--voice"]) == 1
    output = capfd.readouterr()
    assert "DO NOT MATCH THE HASHES" in output.err
    assert "pip could not install Piper" in output.err
    assert not (tmp_path / "into").exists()
