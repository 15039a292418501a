"""What microphones and speakers there are, and how a stream to one of them is opened.

PortAudio carries the sound (`portaudio.py`); where it is missing, miniaudio does (`miniaudio.py`). Both stand behind
the same port, the `Backend`, and are looked for only when somebody wants to hear or be heard. Where both are missing,
that is an answer like any other: a sentence, and the one command that mends it.

PortAudio makes its list of devices once, when it starts. To see what was plugged in since then it must be started
again, and that ends every stream there is. So whoever uses a stream is known here: nobody's stream is taken while it
sounds, and everybody is asked to let go before the list is made anew.
"""

import ctypes
import os
import shlex
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol, TypeAlias
from weakref import WeakSet

from narrator.core.errors import NarratorError

if TYPE_CHECKING:
    from narrator.speech.pcm import Samples

PassOn: TypeAlias = "Callable[[Samples, bool], None]"
"""The callback of a stream: takes a block that was heard, or fills one that is to be played; and is told whether one
was lost before it. It must not wait."""


class NoSound(NarratorError):
    """Nothing can be heard or played here, and why; with the one command that mends it, where there is one."""

    def __init__(self, sentence: str, mend: str | None = None) -> None:
        super().__init__(sentence)
        self.mend = mend


@dataclass(frozen=True, slots=True)
class Device:
    """A microphone or a speaker; a headset is two."""

    handle: Any  # What the backend calls it. It changes when something is plugged in; the name does not.
    name: str
    direction: "Direction"
    rate: int  # the rate it likes best
    chosen: bool = False  # whether the system takes it, if nobody says otherwise


@dataclass(frozen=True, slots=True)
class Survey:
    """Everything there is, or why there is nothing."""

    microphones: tuple[Device, ...] = ()
    speakers: tuple[Device, ...] = ()
    trouble: str | None = None
    mend: str | None = None  # the command that mends the trouble


def survey() -> Survey:
    """Look around. Never raises: a machine without sound is told of like any other."""
    try:
        found = devices()
    except NoSound as trouble:
        return Survey(trouble=str(trouble), mend=trouble.mend)
    microphones = tuple(device for device in found if device.direction is Direction.MICROPHONE)
    speakers = tuple(device for device in found if device.direction is Direction.SPEAKER)
    return Survey(microphones, speakers)


def devices() -> list[Device]:
    """All devices, the chosen ones first."""
    return sorted(backend().devices(), key=lambda device: not device.chosen)


def device_of(direction: "Direction", name: str | None = None) -> Device:
    """The one that is called so, or the system's choice; of speakers, headphones are some, too."""
    found = [device for device in devices() if device.direction is direction]
    if not found:
        raise NoSound(f"There is no {direction} here. Plug one in.")
    if name is None:
        return found[0]
    wanted = name.casefold()
    exactly = [device for device in found if device.name.casefold() == wanted]
    fitting = exactly or [device for device in found if wanted in device.name.casefold()]
    if not fitting:
        names = ", ".join(device.name for device in found)
        raise NoSound(f'There is no {direction} "{name}" here. There is: {names}.')
    return fitting[0]


CARDS = Path("/proc/asound/cards")


def cards() -> str:
    """The sound cards of this moment, where the system tells without being asked through PortAudio (on Linux)."""
    try:
        return CARDS.read_text(encoding="utf-8", errors="replace")
    except OSError:
        return ""


def pip_install(what: str) -> str:
    """The command that installs packages for this very Python."""
    return f"{shlex.quote(sys.executable)} -m pip install {what}"


# --- streams -----------------------------------------------------------------------------------------


class Direction(StrEnum):
    MICROPHONE = "microphone"
    SPEAKER = "speaker"


@dataclass(frozen=True, slots=True)
class Format:
    """What a stream is to be like: sixteen bits, one channel, and this."""

    rate: int
    block: float  # seconds that come, or are asked for, at a time
    latency: float | None = None  # seconds that wait between us and the system; as few as it can do if not said


class Stream(Protocol):
    @property
    def latency(self) -> float:
        """Seconds between us and the air."""

    def close(self) -> None:
        """Stop at once and give it back; what is on its way is thrown away."""


OpenStream: TypeAlias = Callable[[PassOn], tuple[Stream, int]]
"""Opens and starts a stream with this callback; tells its rate. Raises `NoSound`."""


class Backend(Protocol):
    lists_once: bool  # whether its list of devices stays as it is until it is started again

    @property
    def about(self) -> str:
        """Which one it is, in a sentence."""

    def devices(self) -> list[Device]:
        """All devices, or `NoSound`."""

    def open(self, direction: Direction, device: Device, wanted: Format, pass_on: PassOn) -> Stream:
        """Open and start a stream, or `NoSound`."""

    def start_again(self) -> None:
        """Make the list anew. Every stream has been closed before."""


@cache
def backend() -> Backend:
    """PortAudio; without it miniaudio; without both `NoSound`, with the command that installs the first."""
    with suppress(OSError, AttributeError):  # other systems have none
        ctypes.CDLL("libasound.so.2").snd_lib_error_set_handler(_say_nothing)
    from narrator.speech.devices.portaudio import PortAudio  # noqa: PLC0415 - it stands behind the port, not before it

    try:
        return PortAudio()
    except NoSound:
        try:
            from narrator.speech.devices.miniaudio import MiniAudio  # noqa: PLC0415 - no wheel of it for every machine
        except (ImportError, OSError):
            pass
        else:
            return MiniAudio()
        raise


def open_stream(direction: Direction, name: str | None, wanted: Format, pass_on: PassOn) -> tuple[Stream, int]:
    """Open and start a stream to the device of this name, or the system's choice: at the wanted rate if the system can
    do that, else at its own. Tells the rate."""
    device = device_of(direction, name)
    trouble = ""
    for rate in dict.fromkeys((wanted.rate, device.rate)):
        try:
            return backend().open(direction, device, replace(wanted, rate=rate), pass_on), rate
        except NoSound as error:
            trouble = str(error)
    raise NoSound(f"The {direction} {device.name} cannot be used ({trouble}).")


class StreamUser:
    """Whoever has a stream open, and gives it back when the list is made anew."""

    _stream: Stream | None = None

    def __init__(self) -> None:
        with _list:
            _users.add(self)

    @property
    def busy(self) -> bool:
        """Whether somebody would hear it if the stream were taken away now; a moment of not listening nobody hears."""
        return False

    def let_go(self) -> None:
        """Close the stream; it may be opened again afterwards."""
        stream, self._stream = self._stream, None
        if stream is not None:
            stream.close()


_users: WeakSet[StreamUser] = WeakSet()
_list = threading.RLock()  # whoever opens a stream or makes the list anew has this


@contextmanager
def opening() -> Iterator[None]:
    """Nobody makes the list anew while a stream is being opened. What ALSA writes to the screen meanwhile is hidden."""
    with _list, hush():
        yield


def look_again() -> bool:
    """Make the list of devices anew. False: somebody is just speaking, so not now."""
    with _list:
        if not backend().lists_once:
            return True
        if any(user.busy for user in _users):
            return False
        for user in _users:
            user.let_go()
        with hush():
            backend().start_again()
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


_say_nothing: Callable[[], None] = ctypes.CFUNCTYPE(None)(lambda: None)
"""ALSA writes every stutter of a busy machine to the screen, where a screen reader would read it out; now it tells this
instead, and whatever it tells is left where it is. Lives as long as the program: ALSA keeps its address."""
