"""Finding audio devices, also on machines without PortAudio, without any backend or without devices."""

import platform
import subprocess
import sys
import threading
from collections.abc import Iterator
from importlib.util import find_spec
from types import ModuleType, SimpleNamespace

import pytest

from narrator.core.installation import install_command
from narrator.speech.devices import backend as devices
from narrator.speech.devices.backend import AudioUnavailable, Direction, StreamOwner
from narrator.speech.devices.capture import open_microphone
from narrator.speech.devices.portaudio import (
    PortAudio,
    PortAudioStream,
    describe_missing_portaudio,
    portaudio_install_command,
)


@pytest.fixture(autouse=True)
def no_cached_backend() -> Iterator[None]:
    """Choose the audio backend again in each test."""
    devices.audio_backend.cache_clear()
    yield
    devices.audio_backend.cache_clear()


def fake_sounddevice(*listed: tuple[str, int, int], default: tuple[int, int] = (-1, -1)) -> ModuleType:
    """Return a module that lists these devices (name, inputs, outputs) like sounddevice."""
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
        number = default[0] if kind == "input" else default[1]
        if number < 0:
            raise ValueError("no default")
        return found[number]

    return SimpleNamespace(query_devices=query_devices, PortAudioError=RuntimeError)  # type: ignore[return-value]


def find_devices_without(*missing: str, broken: str = "") -> str:
    """Print the devices in a process without these modules, or with one whose native library is missing."""
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


def test_without_any_backend_the_install_command_is_named() -> None:
    output = find_devices_without("sounddevice", "miniaudio")
    assert "sounddevice is missing" in output
    assert install_command("voice") in output
    output = find_devices_without("miniaudio", broken="sounddevice")
    assert "PortAudio, the audio library, is not installed." in output
    assert "portaudio" in output


def test_arm_computer_is_told_that_it_needs_portaudio(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(platform, "system", lambda: "Linux")
    monkeypatch.setattr(platform, "machine", lambda: "aarch64")
    assert "A Raspberry Pi or another ARM computer needs it" in describe_missing_portaudio()
    assert "portaudio" in portaudio_install_command()


@pytest.mark.skipif(find_spec("miniaudio") is None, reason="there is no wheel of miniaudio for this fake_sounddevice")
def test_miniaudio_is_used_without_portaudio() -> None:
    output = find_devices_without(broken="sounddevice")
    assert "because PortAudio is not installed" in output
    assert "PortAudio, the audio library" not in output


def test_machine_without_devices_has_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(devices, "audio_backend", lambda: PortAudio(fake_sounddevice()))
    found = devices.find_audio_devices()
    assert (found.microphones, found.speakers, found.problem) == ((), (), None)
    with pytest.raises(AudioUnavailable, match="There is no microphone here"):
        devices.find_device(Direction.MICROPHONE)


def test_default_device_is_used_unless_another_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    sounddevice = fake_sounddevice(("Webcam", 1, 0), ("Monitor", 0, 2), ("Headset Bluebird", 1, 2), default=(2, 1))
    monkeypatch.setattr(devices, "audio_backend", lambda: PortAudio(sounddevice))
    assert devices.find_device(Direction.MICROPHONE).name == "Headset Bluebird"
    assert devices.find_device(Direction.SPEAKER).name == "Monitor"
    assert devices.find_device(Direction.MICROPHONE, "webcam").name == "Webcam"
    assert devices.find_device(Direction.SPEAKER, "bluebird").name == "Headset Bluebird"


def test_unknown_name_is_refused_with_the_known_ones(monkeypatch: pytest.MonkeyPatch) -> None:
    sounddevice = fake_sounddevice(("Webcam", 1, 0), ("Monitor", 0, 2))
    monkeypatch.setattr(devices, "audio_backend", lambda: PortAudio(sounddevice))
    with pytest.raises(AudioUnavailable, match=r'There is no speaker "booth" here\. There is: Monitor\.'):
        devices.find_device(Direction.SPEAKER, "booth")


def test_devices_are_not_refreshed_while_a_stream_is_audible(monkeypatch: pytest.MonkeyPatch) -> None:
    class AudibleOwner(StreamOwner):
        is_busy = True

        def close_stream(self) -> None:
            raise AssertionError("an audible stream was closed")

    monkeypatch.setattr(devices, "audio_backend", lambda: PortAudio(fake_sounddevice()))
    owner = AudibleOwner()
    assert not devices.refresh_devices()
    owner.is_busy = False  # it stays registered until it is garbage-collected


def test_failing_restart_of_portaudio_raises_a_readable_error(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail() -> None:
        raise RuntimeError("Device unavailable [PaErrorCode -9985]")

    sounddevice = fake_sounddevice()
    sounddevice._terminate, sounddevice._initialize = (lambda: None), fail  # type: ignore[attr-defined]
    monkeypatch.setattr(devices, "audio_backend", lambda: PortAudio(sounddevice))
    with pytest.raises(AudioUnavailable, match=r"cannot be restarted \(Device unavailable\)"):
        devices.refresh_devices()


def test_device_that_refuses_every_rate_is_named_with_the_reason(monkeypatch: pytest.MonkeyPatch) -> None:
    rates: list[int] = []

    def refuse(samplerate: int, **rest: object) -> None:
        rates.append(samplerate)
        raise RuntimeError("Error opening InputStream: Invalid sample rate [PaErrorCode -9997]")

    sounddevice = fake_sounddevice(("Webcam", 1, 0))
    sounddevice.InputStream = refuse  # type: ignore[attr-defined]
    monkeypatch.setattr(devices, "audio_backend", lambda: PortAudio(sounddevice))
    with pytest.raises(AudioUnavailable, match=r"The microphone Webcam cannot be used \(Invalid sample rate\)\."):
        open_microphone(lambda block, lost: None)
    assert rates == [16_000, 44_100]


def test_stream_that_cannot_be_closed_is_left_behind(monkeypatch: pytest.MonkeyPatch) -> None:
    """Closing a stream waits for PortAudio's thread, which may never end after its device was unplugged."""
    may_end = threading.Event()
    monkeypatch.setattr("narrator.speech.devices.portaudio.CLOSE_TIMEOUT_S", 0.01)
    discarded: list[bool] = []
    monkeypatch.setattr(devices, "discard_native_stderr", lambda: discarded.append(True))
    PortAudioStream(SimpleNamespace(close=may_end.wait, latency=0.1)).close()
    assert discarded == [True]
    may_end.set()
    PortAudioStream(SimpleNamespace(close=may_end.wait, latency=0.1)).close()
    assert discarded == [True]
