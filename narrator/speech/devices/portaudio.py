"""Audio through PortAudio. The package sounddevice includes it on every system except Linux."""

import platform
import threading
from typing import Any

from narrator.core.installation import install_command, pip_command
from narrator.core.system_packages import system_package_command
from narrator.speech.devices import backend
from narrator.speech.devices.backend import (
    AudioCallback,
    AudioStream,
    AudioUnavailable,
    Device,
    Direction,
    StreamFormat,
)

PORTAUDIO_KINDS = {Direction.MICROPHONE: "input", Direction.SPEAKER: "output"}
CLOSE_TIMEOUT_S = 2.0
"""Leave a stream alone that has not been closed after this long."""


class PortAudio:
    """The backend that uses sounddevice."""

    caches_devices = True

    def __init__(self, sounddevice: Any = None) -> None:
        """Load sounddevice, or raise `AudioUnavailable`."""
        self._sounddevice = sounddevice or load_sounddevice()

    @property
    def description(self) -> str:
        version = str(self._sounddevice.get_portaudio_version()[1])
        return version.split(",", maxsplit=1)[0] + "."

    def devices(self) -> list[Device]:
        try:
            listed = self._sounddevice.query_devices()
            default = {direction: self._default_index(kind) for direction, kind in PORTAUDIO_KINDS.items()}
        except self._sounddevice.PortAudioError as error:
            raise AudioUnavailable(f"PortAudio cannot list the devices ({error_reason(error)}).") from error
        return [
            Device(index, str(info["name"]), direction, round(info["default_samplerate"]), index == default[direction])
            for direction, kind in PORTAUDIO_KINDS.items()
            for index, info in enumerate(listed)
            if info[f"max_{kind}_channels"]
        ]

    def _default_index(self, kind: str) -> int:
        """Return the index of the default device, or -1 if there is none."""
        try:
            return int(self._sounddevice.query_devices(kind=kind)["index"])
        except (self._sounddevice.PortAudioError, ValueError):
            return -1

    def open_stream(
        self, direction: Direction, device: Device, stream_format: StreamFormat, callback: AudioCallback
    ) -> AudioStream:
        def record(samples: Any, frames: int, time: object, status: Any) -> None:
            callback(samples[:, 0].copy(), bool(status.input_overflow))

        def play(samples: Any, frames: int, time: object, status: Any) -> None:
            callback(samples[:, 0], bool(status.output_underflow))

        records = direction is Direction.MICROPHONE
        make_stream = self._sounddevice.InputStream if records else self._sounddevice.OutputStream
        try:
            stream = make_stream(
                samplerate=stream_format.rate,
                blocksize=round(stream_format.rate * stream_format.block_s),
                device=device.handle,
                channels=1,
                dtype="int16",
                latency=stream_format.latency_s or "low",
                callback=record if records else play,
            )
            stream.start()
        except (self._sounddevice.PortAudioError, OSError, ValueError) as error:
            raise AudioUnavailable(error_reason(error)) from error
        return PortAudioStream(stream)

    def restart(self) -> None:
        try:
            try:
                self._sounddevice._terminate()
            finally:
                self._sounddevice._initialize()
        except self._sounddevice.PortAudioError as error:
            raise AudioUnavailable(f"PortAudio cannot be restarted ({error_reason(error)}).") from error


class PortAudioStream:
    """An open stream of PortAudio.

    When a device is unplugged on Linux, PortAudio's thread may repeat an error message without end, and closing the
    stream waits for that thread. So the stream is closed in a separate thread, which is abandoned after a timeout. By
    then the stream is no longer on PortAudio's list, so another one can be opened and PortAudio can be restarted.
    """

    def __init__(self, stream: Any) -> None:
        self._stream = stream

    @property
    def latency(self) -> float:
        return float(self._stream.latency)

    def close(self) -> None:
        closing = threading.Thread(target=self._stream.close, name="close stream", daemon=True)
        closing.start()
        closing.join(CLOSE_TIMEOUT_S)
        if closing.is_alive():
            backend.discard_native_stderr()


def load_sounddevice() -> Any:
    """Import sounddevice, which starts PortAudio, or raise `AudioUnavailable`."""
    try:
        import sounddevice  # noqa: PLC0415 - it starts PortAudio, and most commands need no audio
    except ImportError as error:
        raise AudioUnavailable("The package sounddevice is missing.", install_command("voice")) from error
    except OSError as error:  # the package is installed, the library is not
        raise AudioUnavailable(describe_missing_portaudio(), portaudio_install_command()) from error
    return sounddevice


def describe_missing_portaudio() -> str:
    """Say that PortAudio is missing. On 64-bit PCs miniaudio takes its place; other Linux machines need it."""
    sentence = "PortAudio, the audio library, is not installed."
    if platform.system() == "Linux" and platform.machine() != "x86_64":
        return f"{sentence} A Raspberry Pi or another ARM computer needs it for any sound."
    return sentence


def portaudio_install_command() -> str:
    """Return the command that installs PortAudio on this system. On Windows and macOS it comes with sounddevice."""
    return system_package_command("portaudio") or pip_command("--force-reinstall", "sounddevice")


def error_reason(error: Exception) -> str:
    """Return PortAudio's error message without its error codes."""
    text = str(error.args[0]) if error.args else str(error)
    return (
        text.split(" [PaErrorCode")[0]
        .removeprefix("Error opening InputStream: ")
        .removeprefix("Error opening OutputStream: ")
    )
