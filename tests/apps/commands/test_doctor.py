"""The doctor looks at everything, never stumbles over what is missing, and names the one command that mends it."""

import json
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest

from narrator.apps.cli import main
from narrator.apps.commands import doctor as checks
from narrator.apps.commands.doctor import Diagnosis, Works, echo, judged, possible
from narrator.speech.devices import backend as devices
from narrator.speech.devices.backend import AudioDevices, Device, Direction
from narrator.speech.pcm import Pcm
from tests.speech.test_pcm import tone

NOTHING = AudioDevices(
    problem="PortAudio, the audio library, is not installed.", fix_command="sudo apt-get install -y x"
)


@pytest.fixture
def no_sound(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("NARRATOR_HOME", str(tmp_path / "home"))
    monkeypatch.setattr(devices, "find_audio_devices", lambda: NOTHING)


@pytest.mark.usefixtures("no_sound")
def test_without_any_sound_a_game_can_still_be_played(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["doctor"]) == 0
    out = capsys.readouterr().out
    assert "missing  Sound: PortAudio, the audio library, is not installed." in out
    assert "To mend it: sudo apt-get install -y x" in out
    assert out.rstrip().endswith("narrator play")


@pytest.mark.usefixtures("no_sound")
def test_for_tools_it_is_one_json_document(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["doctor", "--json"]) == 0
    report = json.loads(capsys.readouterr().out)
    assert report["playable"] is True
    assert report["how"][-1] == "typing and reading"
    assert {"what", "works", "said", "mend"} == set(report["findings"][0])
    assert "Microphones" in {finding["what"] for finding in report["findings"]}


@pytest.mark.usefixtures("no_sound")
def test_looking_leaves_nothing_behind(tmp_path: Path) -> None:
    main(["doctor"])
    assert not (tmp_path / "home").exists()


@pytest.mark.usefixtures("no_sound")
def test_a_folder_that_is_in_the_way_means_no_game(
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
def test_a_missing_model_is_mended_by_setup(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(checks, "find_model", lambda model=None: None)
    monkeypatch.setattr(checks, "folders", lambda: ())
    main(["doctor"])
    out = capsys.readouterr().out
    assert "missing  Speech model: there is none yet.\n         To mend it: narrator setup" in out
    assert "without  Second ear: there is none" in out


def test_where_sounddevice_is_missing_it_says_so_and_nothing_breaks(tmp_path: Path) -> None:
    code = (
        "import sys; sys.modules['sounddevice'] = sys.modules['miniaudio'] = None\n"
        "from narrator.apps.cli import main\nsys.exit(main(['doctor']))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=False, env={"NARRATOR_HOME": str(tmp_path)}
    )
    assert done.returncode == 0, done.stderr
    assert "pip install sounddevice" in done.stdout


def test_silent_it_only_looks(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("NARRATOR_HOME", str(tmp_path))
    both = [Device(0, "Headset", direction, 44_100, True) for direction in Direction]
    monkeypatch.setattr(devices, "find_audio_devices", lambda: AudioDevices(*((one,) for one in both)))
    monkeypatch.setattr(devices, "audio_backend", lambda: SimpleNamespace(description="PortAudio."))
    for test in ("microphone_test", "spoken_test"):
        monkeypatch.setattr(checks, test, lambda arguments: pytest.fail("it was to be silent"))
    assert main(["doctor", "--silent"]) == 0


def spoken(level: float) -> Pcm:
    """A word of this level in a room that hisses a little."""
    luck = np.random.default_rng(1)
    word = luck.normal(0, 32768 * 10 ** (level / 20), 16_000)
    return Pcm(np.concatenate([luck.normal(0, 9, 32_000), word]).astype(np.int16), 16_000)


@pytest.mark.parametrize(
    ("heard", "works", "said"),
    [
        (Pcm.silence(3, 16_000), Works.MISSING, "switched off or muted"),
        (spoken(-17), Works.FINE, "voice -17 dB"),
        (spoken(-50), Works.SO_SO, "far away"),
        (Pcm.from_array(np.sign(tone(300, 3).samples).astype(float), 16_000), Works.SO_SO, "crackle"),
        (tone(300, 3, loud=0.2), Works.SO_SO, "It's loud here."),
    ],
)
def test_what_the_level_tells(heard: Pcm, works: Works, said: str) -> None:
    found = judged(heard, 0)
    assert found.works is works
    assert said in found.said


@pytest.mark.parametrize(
    ("delay", "works", "said"),
    [
        (0.08, Works.FINE, "after 0.08 s; it is taken out"),
        (0.6, Works.SO_SO, "lags behind"),
        (None, Works.FINE, "none"),
    ],
)
def test_what_comes_back_of_its_own_voice(delay: float | None, works: Works, said: str) -> None:
    voice = spoken(-25).part(2)
    heard = np.random.default_rng(2).normal(0, 20, 40_000)
    if delay is not None:
        at = round(delay * 16_000)
        heard[at : at + len(voice.samples)] += 0.3 * voice.samples
    found = echo(voice, Pcm(heard.astype(np.int16), 16_000))
    assert found.works is works
    assert said in found.said


def fine(*names: str) -> list[Diagnosis]:
    return [Diagnosis(name, Works.FINE, "") for name in ("Stories", "Data folder", *names)]


def test_how_a_game_can_be_played() -> None:
    hearing, speaking = ("Microphones", "Speech model", "Ear"), ("Speakers", "Voice")
    assert possible(fine(*hearing, *speaking)) == ["voice alone", "listening and typing", "typing and reading"]
    assert possible(fine(*speaking)) == ["listening and typing", "typing and reading"]
    assert possible(fine(*hearing)) == ["speaking and reading", "typing and reading"]
    assert possible(fine()) == ["typing and reading"]
    assert possible(fine()[1:]) == []
    broken = [*fine(*hearing, *speaking), Diagnosis("Microphone test", Works.MISSING, "")]
    assert possible(broken)[0] == "listening and typing"
