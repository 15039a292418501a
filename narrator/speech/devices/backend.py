"""Find microphones and speakers and open streams to them.

PortAudio provides the streams (`portaudio.py`), or miniaudio if PortAudio is missing (`miniaudio.py`). Both implement
`AudioBackend` and are loaded only when a command listens or speaks. If both are missing, `AudioUnavailable` says so in
a sentence and names the command that installs one.

PortAudio lists its devices once, when it starts. To see devices that were plugged in later, it must be restarted, which
ends every open stream. So every owner of a stream is registered here: no stream is closed while it is audible, and all
owners close theirs before the list is refreshed.
"""

import ctypes
import os
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

AudioCallback: TypeAlias = "Callable[[Samples, bool], None]"
"""The callback of a stream: takes a recorded block, or fills one to be played. The second argument says whether a block
was lost before it. It must not block."""


class AudioUnavailable(NarratorError):
    """Audio cannot be recorded or played, and why; with the command that fixes it, where there is one."""

    def __init__(self, sentence: str, fix_command: str | None = None) -> None:
        super().__init__(sentence)
        self.fix_command = fix_command


class Direction(StrEnum):
    MICROPHONE = "microphone"
    SPEAKER = "speaker"


@dataclass(frozen=True, slots=True)
class Device:
    """A microphone or a speaker; a headset is two devices."""

    handle: Any
    """The backend's identifier. It changes when another device is plugged in; the name does not."""
    name: str
    direction: Direction
    rate: int
    """The device's preferred sample rate."""
    is_default: bool = False
    """Whether the system uses it unless another one is named."""


@dataclass(frozen=True, slots=True)
class AudioDevices:
    """All microphones and speakers, or the problem that prevents audio."""

    microphones: tuple[Device, ...] = ()
    speakers: tuple[Device, ...] = ()
    problem: str | None = None
    fix_command: str | None = None
    """The command that fixes the problem."""


def find_audio_devices() -> AudioDevices:
    """Return all devices. Never raise: report a machine without audio as a problem."""
    try:
        found = list_devices()
    except AudioUnavailable as error:
        return AudioDevices(problem=str(error), fix_command=error.fix_command)
    microphones = tuple(device for device in found if device.direction is Direction.MICROPHONE)
    speakers = tuple(device for device in found if device.direction is Direction.SPEAKER)
    return AudioDevices(microphones, speakers)


def list_devices() -> list[Device]:
    """Return all devices, the default ones first."""
    return sorted(audio_backend().devices(), key=lambda device: not device.is_default)


def find_device(direction: Direction, name: str | None = None) -> Device:
    """Return the device with this name or part of a name, or the default device; headphones are speakers."""
    found = [device for device in list_devices() if device.direction is direction]
    if not found:
        raise AudioUnavailable(f"There is no {direction} here. Plug one in.")
    if name is None:
        return found[0]
    wanted = name.casefold()
    exact = [device for device in found if device.name.casefold() == wanted]
    matches = exact or [device for device in found if wanted in device.name.casefold()]
    if not matches:
        names = ", ".join(device.name for device in found)
        raise AudioUnavailable(f'There is no {direction} "{name}" here. There is: {names}.')
    return matches[0]


SOUND_CARDS_FILE = Path("/proc/asound/cards")


def read_sound_cards() -> str:
    """Return the current sound cards as Linux lists them, without PortAudio; elsewhere an empty string."""
    try:
        return SOUND_CARDS_FILE.read_text(encoding="utf-8", errors="replace")
    except OSError:
        return ""


# --- streams -----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class StreamFormat:
    """The format of a stream of 16-bit mono samples."""

    rate: int
    block_s: float
    """The length of the blocks passed to the callback."""
    latency_s: float | None = None
    """The length of the buffer; None for the shortest possible."""


class AudioStream(Protocol):
    """An open, running stream."""

    @property
    def latency(self) -> float:
        """Seconds between the callback and the air."""

    def close(self) -> None:
        """Stop at once, discard buffered audio and release the device."""


StreamOpener: TypeAlias = Callable[[AudioCallback], tuple[AudioStream, int]]
"""Opens and starts a stream with this callback. Returns it with its sample rate, or raises `AudioUnavailable`."""


class AudioBackend(Protocol):
    """A library that reaches the system's audio devices."""

    caches_devices: bool
    """Whether its list of devices stays unchanged until `restart`."""

    @property
    def description(self) -> str:
        """Its name and version, in a sentence."""

    def devices(self) -> list[Device]:
        """Return all devices, or raise `AudioUnavailable`."""

    def open_stream(
        self, direction: Direction, device: Device, stream_format: StreamFormat, callback: AudioCallback
    ) -> AudioStream:
        """Open and start a stream, or raise `AudioUnavailable`."""

    def restart(self) -> None:
        """List the devices again. All streams must have been closed before."""


@cache
def audio_backend() -> AudioBackend:
    """Return PortAudio, else miniaudio, else raise `AudioUnavailable` with the command that installs PortAudio."""
    with suppress(OSError, AttributeError):  # only Linux has ALSA
        ctypes.CDLL("libasound.so.2").snd_lib_error_set_handler(_ignore_alsa_error)
    from narrator.speech.devices.portaudio import PortAudio  # noqa: PLC0415 - it imports this module

    try:
        return PortAudio()
    except AudioUnavailable:
        try:
            from narrator.speech.devices.miniaudio import MiniAudio  # noqa: PLC0415 - some machines have no wheel of it
        except (ImportError, OSError):
            pass
        else:
            return MiniAudio()
        raise


def open_stream(
    direction: Direction, name: str | None, stream_format: StreamFormat, callback: AudioCallback
) -> tuple[AudioStream, int]:
    """Open and start a stream to the device of this name, or the default device.

    Use the wanted sample rate if the device supports it, else its own. Return the stream and its rate.
    """
    device = find_device(direction, name)
    reason = ""
    for rate in dict.fromkeys((stream_format.rate, device.rate)):
        try:
            return audio_backend().open_stream(direction, device, replace(stream_format, rate=rate), callback), rate
        except AudioUnavailable as error:
            reason = str(error)
    raise AudioUnavailable(f"The {direction} {device.name} cannot be used ({reason}).")


class StreamOwner:
    """The base of objects that hold a stream and close it when the list of devices is refreshed."""

    _stream: AudioStream | None = None

    def __init__(self) -> None:
        with _device_lock:
            _owners.add(self)

    @property
    def is_busy(self) -> bool:
        """Whether players would hear that the stream was closed now. A short gap in recording is not audible."""
        return False

    def close_stream(self) -> None:
        """Close the stream; the owner may open another one later."""
        stream, self._stream = self._stream, None
        if stream is not None:
            stream.close()


_owners: WeakSet[StreamOwner] = WeakSet()
_device_lock = threading.RLock()
"""Held while a stream is opened or the list of devices is refreshed."""


@contextmanager
def exclusive_access() -> Iterator[None]:
    """Prevent a refresh of the devices while a stream is opened or closed, and hide what ALSA prints meanwhile."""
    with _device_lock, silence_native_stderr():
        yield


def refresh_devices() -> bool:
    """List the devices again. Return False without doing so if a stream is audible."""
    with _device_lock:
        if not audio_backend().caches_devices:
            return True
        if any(owner.is_busy for owner in _owners):
            return False
        for owner in _owners:
            owner.close_stream()
        with silence_native_stderr():
            audio_backend().restart()
        return True


class _NativeStderr:
    is_discarded = False
    """Whether nothing that native libraries print is shown until the end of the process."""


_native_stderr = _NativeStderr()


def discard_native_stderr() -> None:
    """Discard everything that native libraries print from now on."""
    _native_stderr.is_discarded = True


@contextmanager
def silence_native_stderr() -> Iterator[None]:
    """Discard what native libraries print to stderr: a screen reader would read all of it aloud."""
    try:
        saved_stderr = os.dup(2)
    except OSError:  # stderr is closed
        yield
        return
    null = os.open(os.devnull, os.O_WRONLY)
    try:
        os.dup2(null, 2)
        yield
    finally:
        if not _native_stderr.is_discarded:
            os.dup2(saved_stderr, 2)
            os.close(saved_stderr)
        elif sys.stderr is sys.__stderr__:  # our own messages are still shown
            sys.stderr = os.fdopen(saved_stderr, "w", encoding="utf-8", errors="replace", buffering=1)
        else:
            os.close(saved_stderr)
        os.close(null)


_ignore_alsa_error: Callable[[], None] = ctypes.CFUNCTYPE(None)(lambda: None)
"""ALSA's error handler. By default ALSA prints every underrun to the terminal, where a screen reader reads it aloud.
It must live as long as the process, because ALSA keeps its address."""
