"""`narrator doctor` checks everything, survives missing parts, and names the command that fixes each of them."""

import json
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest

from narrator.apps.cli import main
from narrator.apps.commands import doctor as checks
from narrator.apps.commands.doctor import Diagnosis, Status, judge_echo, judge_recording, ways_to_play
from narrator.core.installation import install_command
from narrator.speech.devices import backend as devices
from narrator.speech.devices.backend import AudioDevices, Device, Direction
from narrator.speech.pcm import Pcm
from tests.support.waveforms import tone

NO_DEVICES = AudioDevices(
    problem="PortAudio, the audio library, is not installed.", fix_command="sudo apt-get install -y x"
)


@pytest.fixture
def no_sound(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("NARRATOR_HOME", str(tmp_path / "home"))
    monkeypatch.setattr(devices, "find_audio_devices", lambda: NO_DEVICES)


@pytest.mark.usefixtures("no_sound")
def test_game_can_be_played_without_sound(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["doctor"]) == 0
    out = capsys.readouterr().out
    assert "missing  Sound: PortAudio, the audio library, is not installed." in out
    assert "To fix it: sudo apt-get install -y x" in out
    assert out.rstrip().endswith("narrator play")


@pytest.mark.usefixtures("no_sound")
def test_json_report_is_one_document(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["doctor", "--json"]) == 0
    report = json.loads(capsys.readouterr().out)
    assert report["playable"] is True
    assert report["how"][-1] == "typing and reading"
    assert {"what", "works", "said", "mend"} == set(report["findings"][0])
    assert "Microphones" in {finding["what"] for finding in report["findings"]}


@pytest.mark.usefixtures("no_sound")
def test_doctor_creates_no_files(tmp_path: Path) -> None:
    main(["doctor"])
    assert not (tmp_path / "home").exists()


@pytest.mark.usefixtures("no_sound")
def test_unusable_data_folder_means_no_game(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "file").write_text("in the way")
    monkeypatch.setenv("NARRATOR_HOME", str(tmp_path / "file"))
    assert main(["doctor"]) == 1
    out = capsys.readouterr().out
    assert "missing  Data folder" in out
    assert "export NARRATOR_HOME=" in out
    assert "No game can be played yet." in out


@pytest.mark.usefixtures("no_sound")
def test_missing_model_is_fixed_by_setup(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(checks, "find_model", lambda model=None: None)
    monkeypatch.setattr(checks, "model_folders", lambda: ())
    main(["doctor"])
    out = capsys.readouterr().out
    assert "missing  Speech model: not installed yet.\n         To fix it: narrator setup" in out
    assert "without  Second recogniser: not installed" in out


def test_missing_sounddevice_is_reported(tmp_path: Path) -> None:
    code = (
        "import sys; sys.modules['sounddevice'] = sys.modules['miniaudio'] = None\n"
        "from narrator.apps.cli import main\nsys.exit(main(['doctor']))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=False, env={"NARRATOR_HOME": str(tmp_path)}
    )
    assert done.returncode == 0, done.stderr
    assert install_command("voice") in done.stdout


def test_silent_neither_records_nor_plays(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("NARRATOR_HOME", str(tmp_path))
    both = [Device(0, "Headset", direction, 44_100, True) for direction in Direction]
    monkeypatch.setattr(devices, "find_audio_devices", lambda: AudioDevices(*((one,) for one in both)))
    monkeypatch.setattr(devices, "audio_backend", lambda: SimpleNamespace(description="PortAudio."))
    for test in ("try_microphone", "try_voice"):
        monkeypatch.setattr(checks, test, lambda arguments: pytest.fail("it should be silent"))
    assert main(["doctor", "--silent"]) == 0


def spoken(level: float) -> Pcm:
    """Return a word at this level in a room with a little hiss."""
    luck = np.random.default_rng(1)
    word = luck.normal(0, 32768 * 10 ** (level / 20), 16_000)
    return Pcm(np.concatenate([luck.normal(0, 9, 32_000), word]).astype(np.int16), 16_000)


@pytest.mark.parametrize(
    ("heard", "works", "said"),
    [
        (Pcm.silence(3, 16_000), Status.MISSING, "switched off or muted"),
        (spoken(-17), Status.FINE, "voice -17 dB"),
        (spoken(-50), Status.SO_SO, "far away"),
        (Pcm.from_array(np.sign(tone(300, 3).samples).astype(float), 16_000), Status.SO_SO, "crackle"),
        (tone(300, 3, amplitude=0.2), Status.SO_SO, "It's loud in here."),
    ],
)
def test_recording_level_is_judged(heard: Pcm, works: Status, said: str) -> None:
    found = judge_recording(heard, 0)
    assert found.works is works
    assert said in found.said


@pytest.mark.parametrize(
    ("delay", "works", "said"),
    [
        (0.08, Status.FINE, "after 0.08 s; it is removed"),
        (0.6, Status.SO_SO, "a little late"),
        (None, Status.FINE, "none"),
    ],
)
def test_echo_delay_is_judged(delay: float | None, works: Status, said: str) -> None:
    voice = spoken(-25).part(2)
    heard = np.random.default_rng(2).normal(0, 20, 40_000)
    if delay is not None:
        at = round(delay * 16_000)
        heard[at : at + len(voice.samples)] += 0.3 * voice.samples
    found = judge_echo(voice, Pcm(heard.astype(np.int16), 16_000))
    assert found.works is works
    assert said in found.said


def fine(*names: str) -> list[Diagnosis]:
    return [Diagnosis(name, Status.FINE, "") for name in ("Stories", "Data folder", *names)]


def test_ways_to_play_depend_on_what_works() -> None:
    hearing, speaking = ("Microphones", "Speech model", "Speech recogniser"), ("Speakers", "Voice")
    assert ways_to_play(fine(*hearing, *speaking)) == ["voice alone", "listening and typing", "typing and reading"]
    assert ways_to_play(fine(*speaking)) == ["listening and typing", "typing and reading"]
    assert ways_to_play(fine(*hearing)) == ["speaking and reading", "typing and reading"]
    assert ways_to_play(fine()) == ["typing and reading"]
    assert ways_to_play(fine()[1:]) == []
    broken = [*fine(*hearing, *speaking), Diagnosis("Microphone test", Status.MISSING, "")]
    assert ways_to_play(broken)[0] == "listening and typing"
