"""What was fetched is what was published: the voice and its packages, and the model of the ear."""

import re
import shutil
import subprocess
import sys
import tomllib
import zipfile
from pathlib import Path

import pytest

from narrator.apps.cli import main
from narrator.apps.commands._progress import damaged_files
from narrator.speech.models.model import ENGLISH, ModelFile, SpeechModel, find_model
from narrator.speech.tts import piper

LIST = Path(piper.__file__).with_name("requirements.txt")


def tamper(file: Path) -> None:
    """One bit, in the middle; the length stays."""
    with file.open("r+b") as opened:
        opened.seek(file.stat().st_size // 2)
        byte = opened.read(1)[0]
        opened.seek(-1, 1)
        opened.write(bytes([byte ^ 1]))


def findings(capsys: pytest.CaptureFixture[str]) -> str:
    main(["doctor", "--silent"])
    return capsys.readouterr().out


def test_the_doctor_notices_one_bit_in_the_speech_model(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    model = find_model()
    assert model is not None
    shutil.copytree(model, tmp_path / ENGLISH.name)
    monkeypatch.setenv("VOSK_MODEL_PATH", str(tmp_path))
    assert f"every file verified, in {tmp_path}" in findings(capsys)
    tamper(tmp_path / ENGLISH.name / "am" / "final.mdl")
    out = findings(capsys)
    assert "missing  Speech model" in out
    assert "not as it was published (am/final.mdl)" in out


def test_the_doctor_notices_one_bit_in_the_voice(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for file in piper.JOE.files:
        shutil.copy(piper.voice_file().parent / file.path, tmp_path)
    monkeypatch.setattr(piper, "voice_files", lambda: [tmp_path / piper.JOE.files[0].path])
    assert "fine     Voice: Piper speaks" in findings(capsys)
    tamper(tmp_path / piper.JOE.files[0].path)
    assert "joe is not as it was published (en_US-joe-medium.onnx)" in findings(capsys)
    monkeypatch.setenv("PIP_NO_INDEX", "1")  # it would be fetched, as after any other damage
    monkeypatch.setenv("PIP_CONFIG_FILE", "/dev/null")
    assert main(["setup", "--voice"]) == 1
    assert "The voice is not as it was published: en_US-joe-medium.onnx." in capsys.readouterr().out


@pytest.mark.parametrize("patience", [0.0, 60.0])
def test_a_bar_is_shown_only_if_it_takes_long(patience: float, tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(bytes(100))
    code = (
        "import sys; from pathlib import Path; from narrator.apps.commands import _progress as d; "
        "from narrator.speech.models.model import ModelFile, SpeechModel; "
        f"d.ProgressBar.__init__.__kwdefaults__['soon'] = {patience - 1}; "
        "d.damaged_files(SpeechModel('tiny', '', (ModelFile('file', 100, ''),)), Path(sys.argv[1]))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, str(tmp_path)],
        env={"FORCE_COLOR": "1", "TTY_COMPATIBLE": "1", "TERM": "xterm", "PYTHONPATH": str(Path(__file__).parents[3])},
        capture_output=True,
        text=True,
        check=True,
    )
    assert ("Verifying tiny" in done.stderr) is (patience == 0.0)
    assert done.stdout == ""


def test_what_is_whole_is_not_named(tmp_path: Path) -> None:
    (tmp_path / "a").write_bytes(b"")
    empty = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
    model = SpeechModel("tiny", "", (ModelFile("a", 0, empty), ModelFile("b", 0, empty)))
    assert damaged_files(model, tmp_path) == ("b",)


def test_all_that_is_installed_for_the_voice_is_pinned_and_asked_for_by_the_extra_too() -> None:
    pinned = dict(re.findall(r"^([\w-]+)==([\d.]+) \\\n    --hash=sha256:", LIST.read_text(), re.MULTILINE))
    project = tomllib.loads((Path(__file__).parents[3] / "pyproject.toml").read_text())["project"]
    extra = {re.split(r"[=<>]", each)[0] for each in project["optional-dependencies"]["piper"]}
    assert extra <= set(pinned)
    assert int(pinned["onnxruntime"].split(".")[1]) < 29, "later ones report to their maker"


def test_a_package_with_another_checksum_is_not_installed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    name, version = re.findall(r"^([\w-]+)==([\d.]+)", LIST.read_text(), re.MULTILINE)[0]
    with zipfile.ZipFile(tmp_path / f"{name}-{version}-py3-none-any.whl", "w") as wheel:
        for file in ("METADATA", "WHEEL", "RECORD"):
            wheel.writestr(f"{name}-{version}.dist-info/{file}", f"Name: {name}\nVersion: {version}\n")
    for setting, value in {"NO_INDEX": "1", "FIND_LINKS": str(tmp_path), "TARGET": str(tmp_path / "into")}.items():
        monkeypatch.setenv(f"PIP_{setting}", value)
    monkeypatch.setenv("PIP_CONFIG_FILE", "/dev/null")
    monkeypatch.setattr(piper, "voice_files", list)
    assert main(["setup", "--voice"]) == 1
    told = capfd.readouterr()
    assert "DO NOT MATCH THE HASHES" in told.err
    assert "pip could not install Piper" in told.err
    assert not (tmp_path / "into").exists()
