"""A house with PulseAudio servers of its own: a room with its microphone, a speaker, and headphones in a booth.

There are three ways from a program to them (`Way`). By way of ALSA there is a server for each, because PulseAudio moves
whoever listened to a microphone that was pulled out to any other it has, even to what the speakers play; in the room
there is no other. Straight to PulseAudio, as on most laptops, there is one server for all: whoever asks for one device
must not be moved.
"""

import os
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from enum import StrEnum
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from narrator.speech.devices import backend as devices
from narrator.speech.pcm import FULL_SCALE, Pcm

ROOM, SPEAKER, BOOTH = "room", "speaker", "booth"
SHARED = "house"
"""The one server for all."""
MICROPHONE = "room-microphone"
SINKS = {ROOM: "rate=16000 channels=1", SPEAKER: "rate=48000 channels=2", BOOTH: "rate=48000 channels=2"}
"""Each is a place where sound goes; what goes into the room, the microphone hears."""
ALSA = """
pcm.room {{ type pulse server "{room}" device "room.monitor" hint {{ show on description "Room" }} }}
pcm.speaker {{ type pulse server "{speaker}" device "speaker" hint {{ show on description "Speaker" }} }}
pcm.booth {{ type pulse server "{booth}" device "booth" hint {{ show on description "Booth" }} }}
pcm.!default {{ type asym playback.pcm "speaker" capture.pcm "room" hint {{ show on description "Default" }} }}
"""


class Way(StrEnum):
    """What carries sound between a program and the house."""

    PORTAUDIO = "PortAudio"
    MINIAUDIO_ALSA = "miniaudio, ALSA"
    MINIAUDIO = "miniaudio, PulseAudio"


class House:
    def __init__(self, folder: Path, way: Way = Way.PORTAUDIO, *, together: bool = False) -> None:
        """`together`: by way of ALSA, too, there is one server for all. Then nothing can be unplugged."""
        self._folder, self.way = folder, way
        self._together = together or way is Way.MINIAUDIO
        self._servers: list[subprocess.Popen[bytes]] = []
        self._modules: dict[str, list[str]] = {}
        self.environment: dict[str, str] = {}
        """What leads a program into this house; for this process it is set when the house is opened."""

    def open(self) -> None:
        for name in [SHARED] if self._together else SINKS:
            self._start(name)
        if self.way is Way.MINIAUDIO:
            self.environment["PULSE_SERVER"] = self._server(SHARED)
        else:
            config = self._folder / "asound.conf"
            config.write_text(ALSA.format(**{name: self._server(name) for name in SINKS}))
            self.environment["ALSA_CONFIG_PATH"] = f"/usr/share/alsa/alsa.conf:{config}"
        for name in SINKS:
            self.plug(name)
        if self.way is not Way.PORTAUDIO:
            self._hide_portaudio()
        os.environ.update(self.environment)
        devices.audio_backend.cache_clear()

    def _hide_portaudio(self) -> None:
        """As on a machine where the package sounddevice is installed, and the library behind it is not."""
        (self._folder / "sounddevice.py").write_text("raise OSError('PortAudio library not found')\n")
        sys.path.insert(0, str(self._folder))
        sys.modules.pop("sounddevice", None)
        before = [path] if (path := os.environ.get("PYTHONPATH")) else []
        self.environment["PYTHONPATH"] = os.pathsep.join([str(self._folder), *before])

    def close(self) -> None:
        for name in self.environment:
            os.environ.pop(name, None)
        if str(self._folder) in sys.path:
            sys.path.remove(str(self._folder))
        devices.audio_backend.cache_clear()
        for server in self._servers:
            server.terminate()
        for server in self._servers:
            server.wait(timeout=5)

    def _start(self, name: str) -> None:
        folder = self._folder / name
        folder.mkdir(mode=0o700)
        own = {"HOME": folder, "XDG_RUNTIME_DIR": folder, "PULSE_RUNTIME_PATH": folder, "PULSE_STATE_PATH": folder}
        options = [
            "-n",
            "--daemonize=no",
            "--exit-idle-time=-1",
            "--use-pid-file=no",
            f"--log-target=file:{folder}/log",
        ]
        self._servers.append(
            subprocess.Popen(
                ["pulseaudio", *options, "-L", f"module-native-protocol-unix auth-anonymous=1 socket={folder}/native"],
                env=os.environ | {key: str(value) for key, value in own.items()},
                stderr=subprocess.DEVNULL,
            )
        )
        deadline = time.monotonic() + 10
        while self._pactl(name, "info").returncode:
            assert time.monotonic() < deadline, "PulseAudio did not start"
            time.sleep(0.05)

    def _server(self, name: str) -> str:
        return f"unix:{self._folder}/{SHARED if self._together else name}/native"

    def _pactl(self, name: str, *words: str) -> "subprocess.CompletedProcess[str]":
        return subprocess.run(
            ["pactl", "--server", self._server(name), *words], capture_output=True, text=True, check=False, timeout=10
        )

    def plug(self, name: str) -> None:
        called = f"sink_name={name}", f"sink_properties=device.description={name}"
        self._load(name, "module-null-sink", *called, *SINKS[name].split())
        if self.way is Way.MINIAUDIO and name == ROOM:  # there a monitor is no microphone
            called = f"source_name={MICROPHONE}", f"source_properties=device.description={MICROPHONE}"
            self._load(name, "module-remap-source", "master=room.monitor", *called)
            self._pactl(name, "set-default-source", MICROPHONE)
        elif self.way is Way.MINIAUDIO and name == SPEAKER:
            self._pactl(name, "set-default-sink", name)

    def _load(self, name: str, *module: str) -> None:
        made = self._pactl(name, "load-module", *module)
        assert made.returncode == 0, made.stderr
        self._modules.setdefault(name, []).append(made.stdout.strip())

    def unplug(self, name: str) -> None:
        if self.way is Way.MINIAUDIO and name == ROOM:  # else PulseAudio would move our own listeners when it is back
            self._pactl(name, "set-default-source", f"{BOOTH}.monitor")
        for module in reversed(self._modules.pop(name)):
            gone = self._pactl(name, "unload-module", module)
            assert gone.returncode == 0, gone.stderr

    def plugged(self, name: str) -> bool:
        return name in self._modules

    @contextmanager
    def echoing(self, seconds: float = 0.06) -> Iterator[None]:
        """The microphone hears the speaker, so much later. Only where one server has both."""
        assert self._together
        loop = "module-loopback", f"source={SPEAKER}.monitor", f"sink={ROOM}", f"latency_msec={round(1000 * seconds)}"
        made = self._pactl(SHARED, "load-module", *loop)
        assert made.returncode == 0, made.stderr
        try:
            yield
        finally:
            self._pactl(SHARED, "unload-module", made.stdout.strip())

    def say(self, pcm: Pcm, name: str = ROOM) -> None:
        """Make a sound there, and come back when it is over."""
        subprocess.run(
            ["pacat", "--playback", *self._how(name, name), f"--rate={pcm.rate}", "--latency-msec=200"],
            input=pcm.samples.tobytes(),
            check=True,
            timeout=pcm.seconds + 20,
        )

    @contextmanager
    def listening(self, name: str) -> "Iterator[Listener]":
        """Hear what sounds there."""
        recorder = subprocess.Popen(
            ["pacat", "--record", *self._how(name, f"{name}.monitor"), f"--rate={Listener.RATE}", "--latency-msec=10"],
            stdout=subprocess.PIPE,
        )
        listener = Listener(recorder)
        try:
            listener.wait_for_begin()
            yield listener
        finally:
            recorder.terminate()
            recorder.wait(timeout=5)

    def _how(self, name: str, device: str) -> list[str]:
        return [
            "--server", self._server(name), f"--device={device}", "--format=s16le", "--channels=1",
        ]  # fmt: skip


class Listener:
    """Notes what is heard, and when."""

    RATE = 48_000

    def __init__(self, recorder: "subprocess.Popen[bytes]") -> None:
        self._pieces: list[tuple[float, NDArray[np.int16]]] = []
        self._recorder = recorder
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self) -> None:
        assert self._recorder.stdout is not None
        while piece := os.read(self._recorder.stdout.fileno(), 65536):
            self._pieces.append((time.monotonic(), np.frombuffer(piece[: len(piece) // 2 * 2], np.int16)))

    def wait_for_begin(self) -> None:
        deadline = time.monotonic() + 10
        while not self._pieces:
            assert time.monotonic() < deadline, "nothing can be recorded"
            time.sleep(0.01)

    def heard(self) -> Pcm:
        return Pcm(np.concatenate([piece for _, piece in list(self._pieces)]), self.RATE)

    def sounding(self) -> list[float]:
        """The moments at which sound came in."""
        return [moment for moment, piece in list(self._pieces) if np.abs(piece.astype(int)).max() > FULL_SCALE // 100]

    def last_sounding(self) -> float:
        """The last moment at which sound came in; zero if there was none. Quick, so that it can be asked often."""
        latest = ((moment, piece) for moment, piece in reversed(list(self._pieces)))
        return next((moment for moment, piece in latest if np.abs(piece.astype(int)).max() > FULL_SCALE // 100), 0.0)

    def forget(self) -> None:
        self._pieces = self._pieces[-1:]


def tone(pitch: float, seconds: float, rate: int = 22_050) -> Pcm:
    """A clear whistle."""
    return Pcm.from_array(0.3 * np.sin(2 * np.pi * pitch * np.arange(round(seconds * rate)) / rate), rate)


def pitch_of(pcm: Pcm) -> float:
    """The strongest pitch in it."""
    strength = np.abs(np.fft.rfft(pcm.samples * np.hanning(len(pcm.samples))))
    return float(np.argmax(strength) * pcm.rate / len(pcm.samples))
