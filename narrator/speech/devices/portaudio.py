"""Sound by way of PortAudio, which sounddevice brings along everywhere but on Linux."""

import platform
from typing import Any

from narrator.speech.devices.backend import Device, Direction, Format, NoSound, PassOn, Stream, pip_install

KINDS = {Direction.MICROPHONE: "input", Direction.SPEAKER: "output"}  # as PortAudio calls them


class PortAudio:
    lists_once = True

    def __init__(self, sounddevice: Any = None) -> None:
        """Raises `NoSound` where it is not installed."""
        self._sounddevice = sounddevice or load()

    @property
    def about(self) -> str:
        version = str(self._sounddevice.get_portaudio_version()[1])
        return version.split(",", maxsplit=1)[0] + "."

    def devices(self) -> list[Device]:
        try:
            listed = self._sounddevice.query_devices()
            chosen = {direction: self._chosen(kind) for direction, kind in KINDS.items()}
        except self._sounddevice.PortAudioError as error:
            raise NoSound(f"PortAudio cannot list the devices ({reason(error)}).") from error
        return [
            Device(index, str(each["name"]), direction, round(each["default_samplerate"]), index == chosen[direction])
            for direction, kind in KINDS.items()
            for index, each in enumerate(listed)
            if each[f"max_{kind}_channels"]
        ]

    def _chosen(self, kind: str) -> int:
        """The system's own choice; -1 if there is none."""
        try:
            return int(self._sounddevice.query_devices(kind=kind)["index"])
        except (self._sounddevice.PortAudioError, ValueError):
            return -1

    def open(self, direction: Direction, device: Device, wanted: Format, pass_on: PassOn) -> Stream:
        def listen(samples: Any, frames: int, time: object, status: Any) -> None:
            pass_on(samples[:, 0].copy(), bool(status.input_overflow))

        def speak(samples: Any, frames: int, time: object, status: Any) -> None:
            pass_on(samples[:, 0], bool(status.output_underflow))

        listens = direction is Direction.MICROPHONE
        make = self._sounddevice.InputStream if listens else self._sounddevice.OutputStream
        try:
            stream = make(
                samplerate=wanted.rate,
                blocksize=round(wanted.rate * wanted.block),
                device=device.handle,
                channels=1,
                dtype="int16",
                latency=wanted.latency or "low",
                callback=listen if listens else speak,
            )
            stream.start()
        except (self._sounddevice.PortAudioError, OSError, ValueError) as error:
            raise NoSound(reason(error)) from error
        opened: Stream = stream  # closing it throws away what is on its way
        return opened

    def start_again(self) -> None:
        try:
            try:
                self._sounddevice._terminate()
            finally:
                self._sounddevice._initialize()
        except self._sounddevice.PortAudioError as error:
            raise NoSound(f"PortAudio cannot be started again ({reason(error)}).") from error


def load() -> Any:
    try:
        import sounddevice  # noqa: PLC0415 - it starts PortAudio, and most commands are silent
    except ImportError as error:
        raise NoSound("The package sounddevice is missing.", pip_install("sounddevice")) from error
    except OSError as error:  # the package is there, the library behind it is not
        raise NoSound("PortAudio, which carries sound, is not installed here.", install_command()) from error
    return sounddevice


def install_command() -> str:
    """What installs PortAudio on this kind of machine. On Windows and macOS it comes with sounddevice."""
    if platform.system() != "Linux":
        return pip_install("--force-reinstall sounddevice")
    try:
        kin = platform.freedesktop_os_release()
    except OSError:
        kin = {}
    family = f"{kin.get('ID', '')} {kin.get('ID_LIKE', '')}".split()
    for name, command in (
        ("fedora", "sudo dnf install portaudio"),
        ("arch", "sudo pacman -S portaudio"),
        ("suse", "sudo zypper install libportaudio2"),
        ("alpine", "sudo apk add portaudio"),
    ):
        if any(name in each for each in family):
            return command
    return "sudo apt-get install -y libportaudio2"


def reason(error: Exception) -> str:
    """What PortAudio says, without its numbers."""
    text = str(error.args[0]) if error.args else str(error)
    return (
        text.split(" [PaErrorCode")[0]
        .removeprefix("Error opening InputStream: ")
        .removeprefix("Error opening OutputStream: ")
    )
