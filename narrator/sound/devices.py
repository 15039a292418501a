"""What microphones and speakers there are.

PortAudio knows, and sounddevice asks it; both are looked for only when somebody wants to hear or be heard. Where they
are missing, that is an answer like any other: a sentence, and the one command that mends it.

PortAudio makes its list of devices once, when it starts. To see what was plugged in since then it must be started
again, and that ends every stream there is. So whoever holds a stream is known here: nobody's stream is taken while it
sounds, and everybody is asked to let go before the list is made anew.
"""

import ctypes
import os
import platform
import shlex
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Protocol

from narrator.errors import NarratorError


class NoSound(NarratorError):
    """Nothing can be heard or played here, and why; with the one command that mends it, where there is one."""

    def __init__(self, sentence: str, mend: str | None = None) -> None:
        super().__init__(sentence)
        self.mend = mend


@dataclass(frozen=True, slots=True)
class Device:
    """A microphone, a speaker, or both in one."""

    index: int
    """PortAudio's own number for it. It changes when something is plugged in; the name does not."""
    name: str
    inputs: int
    outputs: int
    rate: int
    """The rate it likes best."""
    chosen_input: bool = False
    """Whether the system listens with it, if nobody says otherwise."""
    chosen_output: bool = False


@dataclass(frozen=True, slots=True)
class Survey:
    """Everything there is, or why there is nothing."""

    microphones: tuple[Device, ...] = ()
    speakers: tuple[Device, ...] = ()
    trouble: str | None = None
    mend: str | None = None
    """The command that mends the trouble."""


def survey() -> Survey:
    """Look around. Never raises: a machine without sound is told of like any other."""
    try:
        found = devices()
    except NoSound as trouble:
        return Survey(trouble=str(trouble), mend=trouble.mend)
    return Survey(
        tuple(device for device in found if device.inputs), tuple(device for device in found if device.outputs)
    )


def devices() -> tuple[Device, ...]:
    """All devices, the chosen ones first."""
    sounddevice = portaudio()
    try:
        listed = sounddevice.query_devices()
        chosen = chosen_device(sounddevice, "input"), chosen_device(sounddevice, "output")
    except sounddevice.PortAudioError as error:
        raise NoSound(f"PortAudio cannot list the devices ({reason(error)}).") from error
    found = [
        Device(
            index,
            str(each["name"]),
            int(each["max_input_channels"]),
            int(each["max_output_channels"]),
            round(each["default_samplerate"]),
            index == chosen[0],
            index == chosen[1],
        )
        for index, each in enumerate(listed)
    ]
    return tuple(sorted(found, key=lambda device: not (device.chosen_input or device.chosen_output)))


def chosen_device(sounddevice: ModuleType, kind: str) -> int:
    """The system's own choice to listen ("input") or to speak ("output") with; -1 if there is none."""
    try:
        return int(sounddevice.query_devices(kind=kind)["index"])
    except (sounddevice.PortAudioError, ValueError):
        return -1


def microphone(name: str | None = None) -> Device:
    """The microphone that is called so, or the system's choice."""
    return one([device for device in devices() if device.inputs], name, "microphone", "chosen_input")


def speaker(name: str | None = None) -> Device:
    """The speaker or headphones that are called so, or the system's choice."""
    return one([device for device in devices() if device.outputs], name, "speaker", "chosen_output")


def one(found: list[Device], name: str | None, kind: str, chosen: str) -> Device:
    if not found:
        raise NoSound(f"There is no {kind} here. Plug one in.")
    if name is None:
        return next((device for device in found if getattr(device, chosen)), found[0])
    wanted = name.casefold()
    exactly = [device for device in found if device.name.casefold() == wanted]
    fitting = exactly or [device for device in found if wanted in device.name.casefold()]
    if not fitting:
        names = ", ".join(device.name for device in found)
        raise NoSound(f'There is no {kind} "{name}" here. There is: {names}.')
    return fitting[0]


CARDS = Path("/proc/asound/cards")


def cards() -> str:
    """The sound cards of this moment, where the system tells without being asked through PortAudio (on Linux)."""
    try:
        return CARDS.read_text(encoding="utf-8", errors="replace")
    except OSError:
        return ""


# --- PortAudio ---------------------------------------------------------------------------------------


def portaudio() -> ModuleType:
    """The sounddevice module, with PortAudio behind it."""
    try:
        import sounddevice  # noqa: PLC0415 - it starts PortAudio, and most commands are silent
    except ImportError as error:
        raise NoSound("The package sounddevice is missing.", pip_install("sounddevice")) from error
    except OSError as error:  # the package is there, the library behind it is not
        raise NoSound("PortAudio, which carries sound, is not installed here.", portaudio_command()) from error
    silence_alsa()
    module: ModuleType = sounddevice
    return module


@cache
def silence_alsa() -> None:
    """ALSA writes every stutter of a busy machine to the screen, where a screen reader would read it out."""
    with suppress(OSError, AttributeError):  # other systems have none
        ctypes.CDLL("libasound.so.2").snd_lib_error_set_handler(_say_nothing)


_say_nothing = ctypes.CFUNCTYPE(None)(lambda: None)
"""Lives as long as the program: ALSA keeps its address. Whatever ALSA would tell it is left where it is."""


def portaudio_command() -> str:
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


def pip_install(what: str) -> str:
    """The command that installs packages for this very Python."""
    return f"{shlex.quote(sys.executable)} -m pip install {what}"


def reason(error: Exception) -> str:
    """What PortAudio says, without its numbers."""
    text = str(error.args[0]) if error.args else str(error)
    return (
        text.split(" [PaErrorCode")[0]
        .removeprefix("Error opening InputStream: ")
        .removeprefix("Error opening OutputStream: ")
    )


# --- streams -----------------------------------------------------------------------------------------


class Stream(Protocol):
    """A way in or out that is open."""

    @property
    def latency(self) -> float:
        """Seconds between us and the air."""

    def abort(self, ignore_errors: bool = True) -> None:
        """Stop at once; what is on its way is thrown away."""

    def close(self, ignore_errors: bool = True) -> None:
        """Give it back."""


class Holder(Protocol):
    """Whoever holds a stream."""

    @property
    def busy(self) -> bool:
        """Whether it would be heard if the stream were taken away now."""

    def let_go(self) -> None:
        """Close the stream; it may be opened again afterwards."""


_holders: set[Holder] = set()
_list = threading.RLock()
"""Whoever opens a stream or makes the list anew has this."""


def hold(holder: Holder) -> None:
    with _list:
        _holders.add(holder)


def leave(holder: Holder) -> None:
    with _list:
        _holders.discard(holder)


@contextmanager
def opening() -> Iterator[None]:
    """Nobody makes the list anew while a stream is being opened. What ALSA writes to the screen meanwhile is hidden."""
    with _list, hush():
        yield


def look_again() -> bool:
    """Make the list of devices anew. False: somebody is just speaking, so not now."""
    with _list:
        if any(holder.busy for holder in _holders):
            return False
        sounddevice = portaudio()
        for holder in _holders:
            holder.let_go()
        with hush():
            try:
                sounddevice._terminate()
            finally:
                sounddevice._initialize()
        return True


@contextmanager
def hush() -> Iterator[None]:
    """Throw away what libraries write past Python to the screen: a screen reader would read it all out."""
    try:
        screen = os.dup(2)
    except OSError:  # no screen
        yield
        return
    nowhere = os.open(os.devnull, os.O_WRONLY)
    try:
        os.dup2(nowhere, 2)
        yield
    finally:
        os.dup2(screen, 2)
        os.close(screen)
        os.close(nowhere)
