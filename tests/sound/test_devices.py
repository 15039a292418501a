"""A machine without PortAudio, or without devices, gives an answer and no exception."""

import subprocess
import sys
from types import ModuleType, SimpleNamespace

import pytest

from narrator.sound import devices
from narrator.sound.devices import NoSound


def machine(*listed: tuple[str, int, int], chosen: tuple[int, int] = (-1, -1)) -> ModuleType:
    """What sounddevice would tell of these devices."""
    found = [
        {
            "index": n,
            "name": name,
            "max_input_channels": ins,
            "max_output_channels": outs,
            "default_samplerate": 44100.0,
        }
        for n, (name, ins, outs) in enumerate(listed)
    ]

    def query_devices(kind: str | None = None) -> object:
        if kind is None:
            return found
        number = chosen[0] if kind == "input" else chosen[1]
        if number < 0:
            raise ValueError("no default")
        return found[number]

    return SimpleNamespace(query_devices=query_devices, PortAudioError=RuntimeError)  # type: ignore[return-value]


def test_the_module_can_be_imported_where_sounddevice_cannot() -> None:
    code = (
        "import sys; sys.modules['sounddevice'] = None\n"
        "from narrator.sound.devices import survey\n"
        "import narrator.sound.capture, narrator.sound.playback, narrator.sound.echo\n"
        "print(survey().trouble, survey().mend)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert "sounddevice is missing" in done.stdout
    assert "pip install sounddevice" in done.stdout


def test_without_the_library_behind_it_the_command_that_installs_it_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    class Broken:
        def find_spec(self, name: str, path: object = None, target: object = None) -> None:
            if name == "sounddevice":
                raise OSError("PortAudio library not found")

    monkeypatch.delitem(sys.modules, "sounddevice", raising=False)
    monkeypatch.setattr(sys, "meta_path", [Broken(), *sys.meta_path])
    around = devices.survey()
    assert around.microphones == around.speakers == ()
    assert around.trouble == "PortAudio, which carries sound, is not installed here."
    assert around.mend is not None
    assert "portaudio" in around.mend or "sounddevice" in around.mend


def test_a_machine_without_devices_has_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(devices, "portaudio", machine)
    around = devices.survey()
    assert (around.microphones, around.speakers, around.trouble) == ((), (), None)
    with pytest.raises(NoSound, match="There is no microphone here"):
        devices.microphone()


def test_the_systems_choice_is_taken_unless_another_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    here = machine(("Webcam", 1, 0), ("Monitor", 0, 2), ("Headset Bluebird", 1, 2), chosen=(2, 1))
    monkeypatch.setattr(devices, "portaudio", lambda: here)
    assert devices.microphone().name == "Headset Bluebird"
    assert devices.speaker().name == "Monitor"
    assert devices.microphone("webcam").name == "Webcam"
    assert devices.speaker("bluebird").name == "Headset Bluebird"


def test_a_name_that_is_not_there_is_refused_with_those_that_are(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(devices, "portaudio", lambda: machine(("Webcam", 1, 0), ("Monitor", 0, 2)))
    with pytest.raises(NoSound, match=r'There is no speaker "booth" here\. There is: Monitor\.'):
        devices.speaker("booth")


def test_nobody_is_interrupted_to_look_for_devices() -> None:
    class Speaking:
        busy = True

        def let_go(self) -> None:
            raise AssertionError("it was speaking")

    speaking = Speaking()
    devices.hold(speaking)
    try:
        assert not devices.look_again()
    finally:
        devices.leave(speaking)
