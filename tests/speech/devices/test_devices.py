"""A machine without PortAudio, without anything that carries sound, without devices: an answer, no exception."""

import subprocess
import sys
from collections.abc import Iterator
from importlib.util import find_spec
from types import ModuleType, SimpleNamespace

import pytest

from narrator.speech.devices import backend as devices
from narrator.speech.devices.backend import AudioUnavailable, Direction, StreamOwner
from narrator.speech.devices.capture import open_microphone
from narrator.speech.devices.portaudio import PortAudio


@pytest.fixture(autouse=True)
def afresh() -> Iterator[None]:
    """Whatever carries sound is looked for anew."""
    devices.audio_backend.cache_clear()
    yield
    devices.audio_backend.cache_clear()


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


def surveyed(*missing: str, broken: str = "") -> str:
    """What is told of a machine without these modules, or with one whose library is not there."""
    code = (
        "import sys\n"
        "class Broken:\n"
        "    def find_spec(self, name, path=None, target=None):\n"
        f"        if name == {broken!r}: raise OSError('PortAudio library not found')\n"
        "sys.meta_path.insert(0, Broken())\n"
        f"sys.modules |= dict.fromkeys({missing!r})\n"
        "import narrator.speech.devices.capture, narrator.speech.devices.playback\n"
        "import narrator.speech.echo.aligned_canceller\n"
        "from narrator.speech.devices.backend import audio_backend, find_audio_devices\n"
        "found = find_audio_devices()\n"
        "print(found.problem, found.fix_command)\n"
        "if not found.problem or 'no sound system' in found.problem: print(audio_backend().description)"
    )
    return subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout


def test_without_anything_that_carries_sound_the_command_that_mends_it_is_told() -> None:
    told = surveyed("sounddevice", "miniaudio")
    assert "sounddevice is missing" in told
    assert "pip install sounddevice" in told
    told = surveyed("miniaudio", broken="sounddevice")
    assert "PortAudio, the audio library, is not installed." in told
    assert "portaudio" in told


@pytest.mark.skipif(find_spec("miniaudio") is None, reason="there is no wheel of miniaudio for this machine")
def test_without_portaudio_miniaudio_carries_the_sound() -> None:
    told = surveyed(broken="sounddevice")
    assert "because PortAudio is not installed" in told
    assert "PortAudio, the audio library" not in told


def test_a_machine_without_devices_has_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(devices, "audio_backend", lambda: PortAudio(machine()))
    around = devices.find_audio_devices()
    assert (around.microphones, around.speakers, around.problem) == ((), (), None)
    with pytest.raises(AudioUnavailable, match="There is no microphone here"):
        devices.find_device(Direction.MICROPHONE)


def test_the_systems_choice_is_taken_unless_another_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    here = machine(("Webcam", 1, 0), ("Monitor", 0, 2), ("Headset Bluebird", 1, 2), chosen=(2, 1))
    monkeypatch.setattr(devices, "audio_backend", lambda: PortAudio(here))
    assert devices.find_device(Direction.MICROPHONE).name == "Headset Bluebird"
    assert devices.find_device(Direction.SPEAKER).name == "Monitor"
    assert devices.find_device(Direction.MICROPHONE, "webcam").name == "Webcam"
    assert devices.find_device(Direction.SPEAKER, "bluebird").name == "Headset Bluebird"


def test_a_name_that_is_not_there_is_refused_with_those_that_are(monkeypatch: pytest.MonkeyPatch) -> None:
    here = machine(("Webcam", 1, 0), ("Monitor", 0, 2))
    monkeypatch.setattr(devices, "audio_backend", lambda: PortAudio(here))
    with pytest.raises(AudioUnavailable, match=r'There is no speaker "booth" here\. There is: Monitor\.'):
        devices.find_device(Direction.SPEAKER, "booth")


def test_nobody_is_interrupted_to_look_for_devices(monkeypatch: pytest.MonkeyPatch) -> None:
    class Speaking(StreamOwner):
        is_busy = True

        def close_stream(self) -> None:
            raise AssertionError("it was speaking")

    monkeypatch.setattr(devices, "audio_backend", lambda: PortAudio(machine()))
    speaking = Speaking()
    assert not devices.refresh_devices()
    speaking.is_busy = False  # it is known until nobody has it any more


def test_a_sound_system_that_does_not_come_back_is_no_accident(monkeypatch: pytest.MonkeyPatch) -> None:
    def fails() -> None:
        raise RuntimeError("Device unavailable [PaErrorCode -9985]")

    here = machine()
    here._terminate, here._initialize = (lambda: None), fails  # type: ignore[attr-defined]
    monkeypatch.setattr(devices, "audio_backend", lambda: PortAudio(here))
    with pytest.raises(AudioUnavailable, match=r"cannot be restarted \(Device unavailable\)"):
        devices.refresh_devices()


def test_a_device_that_refuses_every_rate_is_named_with_the_reason(monkeypatch: pytest.MonkeyPatch) -> None:
    rates: list[int] = []

    def refuse(samplerate: int, **rest: object) -> None:
        rates.append(samplerate)
        raise RuntimeError("Error opening InputStream: Invalid sample rate [PaErrorCode -9997]")

    here = machine(("Webcam", 1, 0))
    here.InputStream = refuse  # type: ignore[attr-defined]
    monkeypatch.setattr(devices, "audio_backend", lambda: PortAudio(here))
    with pytest.raises(AudioUnavailable, match=r"The microphone Webcam cannot be used \(Invalid sample rate\)\."):
        open_microphone(lambda block, lost: None)
    assert rates == [16_000, 44_100]
