"""Virtual audio devices: PulseAudio servers with a room and its microphone, a speaker, and headphones in a booth.

Programs reach them by three routes (`AudioRoute`). Through ALSA, each device has its own server: when a microphone is
unplugged, PulseAudio moves its listeners to any other source on the same server, even to the monitor of a speaker.
Directly through PulseAudio, as on most laptops, all devices share one server, and a program that asked for one device
must not be moved to another.
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
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from narrator.speech.devices import backend
from narrator.speech.pcm import FULL_SCALE, Pcm
from tests.support.waveforms import tone

ROOM, SPEAKER, BOOTH = "room", "speaker", "booth"
SHARED_SERVER = "shared"
MICROPHONE = "room-microphone"
SINKS = {ROOM: "rate=16000 channels=1", SPEAKER: "rate=48000 channels=2", BOOTH: "rate=48000 channels=2"}
"""The null sinks. The microphone records the sink of the room."""
ALSA_CONFIG = """
pcm.room {{ type pulse server "{room}" device "room.monitor" hint {{ show on description "Room" }} }}
pcm.speaker {{ type pulse server "{speaker}" device "speaker" hint {{ show on description "Speaker" }} }}
pcm.booth {{ type pulse server "{booth}" device "booth" hint {{ show on description "Booth" }} }}
pcm.!default {{ type asym playback.pcm "speaker" capture.pcm "room" hint {{ show on description "Default" }} }}
"""


class AudioRoute(StrEnum):
    """The libraries between a program and the virtual devices."""

    PORTAUDIO = "PortAudio"
    MINIAUDIO_ALSA = "miniaudio, ALSA"
    MINIAUDIO = "miniaudio, PulseAudio"


class VirtualAudio:
    """The virtual devices, which can be plugged in and unplugged."""

    _opened: ClassVar["VirtualAudio | None"] = None
    """The devices that are open: only one at a time, because the environment of this process leads to them."""

    def __init__(self, folder: Path, route: AudioRoute = AudioRoute.PORTAUDIO, *, shared_server: bool = False) -> None:
        """Prepare the devices. With `shared_server` they share one server also through ALSA, and stay plugged in."""
        self._folder, self.route = folder, route
        self._is_shared = shared_server or route is AudioRoute.MINIAUDIO
        self._servers: list[subprocess.Popen[bytes]] = []
        self._modules: dict[str, list[str]] = {}
        self._previous_environment: dict[str, str | None] = {}
        self.environment: dict[str, str] = {}
        """The variables that lead a program to these devices; `open` sets them for this process."""

    def open(self) -> None:
        """Start the servers and plug in all devices."""
        assert VirtualAudio._opened is None, "other virtual devices are open"
        VirtualAudio._opened = self
        for name in [SHARED_SERVER] if self._is_shared else SINKS:
            self._start_server(name)
        if self.route is AudioRoute.MINIAUDIO:
            self.environment["PULSE_SERVER"] = self._server(SHARED_SERVER)
        else:
            config = self._folder / "asound.conf"
            config.write_text(ALSA_CONFIG.format(**{name: self._server(name) for name in SINKS}))
            self.environment["ALSA_CONFIG_PATH"] = f"/usr/share/alsa/alsa.conf:{config}"
        for name in SINKS:
            self.plug(name)
        if self.route is not AudioRoute.PORTAUDIO:
            self._hide_portaudio()
        self._previous_environment = {name: os.environ.get(name) for name in self.environment}
        os.environ.update(self.environment)
        backend.audio_backend.cache_clear()

    def _hide_portaudio(self) -> None:
        """Simulate a machine with the package sounddevice, but without the PortAudio library."""
        (self._folder / "sounddevice.py").write_text("raise OSError('PortAudio library not found')\n")
        sys.path.insert(0, str(self._folder))
        sys.modules.pop("sounddevice", None)
        previous = [path] if (path := os.environ.get("PYTHONPATH")) else []
        self.environment["PYTHONPATH"] = os.pathsep.join([str(self._folder), *previous])

    def close(self) -> None:
        """Stop the servers and restore the environment."""
        for name, value in self._previous_environment.items():
            if value is None:
                os.environ.pop(name, None)
            else:
                os.environ[name] = value
        if str(self._folder) in sys.path:
            sys.path.remove(str(self._folder))
        backend.audio_backend.cache_clear()
        for server in self._servers:
            server.terminate()
        for server in self._servers:
            server.wait(timeout=5)
        VirtualAudio._opened = None

    def _start_server(self, name: str) -> None:
        folder = self._folder / name
        folder.mkdir(mode=0o700)
        folders = dict.fromkeys(("HOME", "XDG_RUNTIME_DIR", "PULSE_RUNTIME_PATH", "PULSE_STATE_PATH"), str(folder))
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
                env=os.environ | folders,
                stderr=subprocess.DEVNULL,
            )
        )
        deadline = time.monotonic() + 10
        while self._pactl(name, "info").returncode:
            assert time.monotonic() < deadline, "PulseAudio did not start"
            time.sleep(0.05)

    def _server(self, name: str) -> str:
        return f"unix:{self._folder}/{SHARED_SERVER if self._is_shared else name}/native"

    def _pactl(self, name: str, *arguments: str) -> "subprocess.CompletedProcess[str]":
        command = ["pactl", "--server", self._server(name), *arguments]
        return subprocess.run(command, capture_output=True, text=True, check=False, timeout=10)

    def plug(self, name: str) -> None:
        """Plug in a device."""
        properties = f"sink_name={name}", f"sink_properties=device.description={name}"
        self._load_module(name, "module-null-sink", *properties, *SINKS[name].split())
        if self.route is AudioRoute.MINIAUDIO and name == ROOM:  # there a monitor does not count as a microphone
            properties = f"source_name={MICROPHONE}", f"source_properties=device.description={MICROPHONE}"
            self._load_module(name, "module-remap-source", "master=room.monitor", *properties)
            self._pactl(name, "set-default-source", MICROPHONE)
        elif self.route is AudioRoute.MINIAUDIO and name == SPEAKER:
            self._pactl(name, "set-default-sink", name)

    def _load_module(self, name: str, *module: str) -> None:
        loaded = self._pactl(name, "load-module", *module)
        assert loaded.returncode == 0, loaded.stderr
        self._modules.setdefault(name, []).append(loaded.stdout.strip())

    def unplug(self, name: str) -> None:
        """Unplug a device."""
        if self.route is AudioRoute.MINIAUDIO and name == ROOM:
            # otherwise PulseAudio would move our recorders when the microphone is back
            self._pactl(name, "set-default-source", f"{BOOTH}.monitor")
        for module in reversed(self._modules.pop(name)):
            unloaded = self._pactl(name, "unload-module", module)
            assert unloaded.returncode == 0, unloaded.stderr

    def is_plugged_in(self, name: str) -> bool:
        return name in self._modules

    def is_recorded(self, name: str) -> bool:
        """Return whether a program records from this device's server."""
        return bool(self._pactl(name, "list", "short", "source-outputs").stdout.strip())

    @contextmanager
    def loop_back(self, delay_s: float = 0.06) -> Iterator[None]:
        """Let the microphone hear the speaker with this delay. Requires a shared server."""
        assert self._is_shared
        latency = f"latency_msec={round(1000 * delay_s)}"
        loaded = self._pactl(
            SHARED_SERVER, "load-module", "module-loopback", f"source={SPEAKER}.monitor", f"sink={ROOM}", latency
        )
        assert loaded.returncode == 0, loaded.stderr
        try:
            yield
        finally:
            self._pactl(SHARED_SERVER, "unload-module", loaded.stdout.strip())

    def play(self, pcm: Pcm, name: str = ROOM) -> None:
        """Play a sound on a device and wait for its end."""
        subprocess.run(
            ["pacat", "--playback", *self._pacat_options(name, name), f"--rate={pcm.rate}", "--latency-msec=200"],
            input=pcm.samples.tobytes(),
            check=True,
            timeout=pcm.seconds + 20,
        )

    @contextmanager
    def record(self, name: str) -> "Iterator[Recorder]":
        """Record what a device plays."""
        options = self._pacat_options(name, f"{name}.monitor")
        process = subprocess.Popen(
            ["pacat", "--record", *options, f"--rate={Recorder.RATE}", "--latency-msec=10"], stdout=subprocess.PIPE
        )
        recorder = Recorder(process)
        try:
            recorder.wait_for_start()
            yield recorder
        finally:
            process.terminate()
            process.wait(timeout=5)

    def _pacat_options(self, name: str, device: str) -> list[str]:
        return ["--server", self._server(name), f"--device={device}", "--format=s16le", "--channels=1"]


class Recorder:
    """Collects what is played, with the time of each block."""

    RATE = 48_000

    def __init__(self, process: "subprocess.Popen[bytes]") -> None:
        self._blocks: list[tuple[float, NDArray[np.int16]]] = []
        self._process = process
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self) -> None:
        assert self._process.stdout is not None
        while block := os.read(self._process.stdout.fileno(), 65536):
            self._blocks.append((time.monotonic(), np.frombuffer(block[: len(block) // 2 * 2], np.int16)))

    def wait_for_start(self) -> None:
        """Wait for the first block."""
        deadline = time.monotonic() + 10
        while not self._blocks:
            assert time.monotonic() < deadline, "nothing can be recorded"
            time.sleep(0.01)

    def to_pcm(self) -> Pcm:
        """Return the recording."""
        return Pcm(np.concatenate([block for _, block in list(self._blocks)]), self.RATE)

    def sound_times(self) -> list[float]:
        """Return the times of all blocks that are not silent."""
        return [moment for moment, block in list(self._blocks) if is_sound(block)]

    def last_sound_time(self) -> float:
        """Return the time of the last block that is not silent; zero if there is none. Fast enough for polling."""
        return next((moment for moment, block in reversed(list(self._blocks)) if is_sound(block)), 0.0)

    def clear(self) -> None:
        """Discard everything but the last block."""
        self._blocks = self._blocks[-1:]


def is_sound(block: NDArray[np.int16]) -> bool:
    return bool(np.abs(block.astype(int)).max() > FULL_SCALE // 100)


def whistle(frequency: float, seconds: float) -> Pcm:
    """Return a clear tone at the sample rate of the speaker."""
    return tone(frequency, seconds, 22_050, amplitude=0.3)


def strongest_frequency(pcm: Pcm) -> float:
    """Return the frequency with the most energy."""
    magnitudes = np.abs(np.fft.rfft(pcm.samples * np.hanning(len(pcm.samples))))
    return float(np.argmax(magnitudes) * pcm.rate / len(pcm.samples))
