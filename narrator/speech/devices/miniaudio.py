"""Sound by way of miniaudio: a wheel that needs no system package, for machines without PortAudio.

It finds PulseAudio, PipeWire (which speaks PulseAudio's language) or ALSA when it runs, brings every rate to the one
that is asked for, and asks the system for its devices anew each time. It does not say when a block came too late.
"""

from collections.abc import Generator
from typing import Any

import miniaudio
import numpy as np

from narrator.speech.devices.backend import Device, Direction, Format, NoSound, PassOn, Stream, hush

PERIODS = 4  # blocks that wait between us and the system
ANY_RATE = 48_000  # What every sound card can do. It does not matter: miniaudio converts.
BACKENDS = [miniaudio.Backend.PULSEAUDIO, miniaudio.Backend.ALSA]
"""In this order; and never the one that swallows every sound and says that all is well."""
NOTHING, MONITOR = b"null", b".monitor"
"""ALSA's device for the same; and how PulseAudio's names end of what only hears what a speaker plays. Where there is no
microphone it offers that instead, and the narrator would listen to itself."""


class MiniAudio:
    lists_once = False

    @property
    def about(self) -> str:
        return f"miniaudio {miniaudio.__version__}, because PortAudio is not installed here. It serves as well."

    def devices(self) -> list[Device]:
        try:
            with hush():
                system = _Devices(BACKENDS)
                listed = {Direction.MICROPHONE: system.get_captures(), Direction.SPEAKER: system.get_playbacks()}
        except miniaudio.MiniaudioError as error:
            raise NoSound("There is no sound system here: neither PulseAudio, PipeWire nor ALSA answers.") from error
        return [
            Device(each["id"], each["name"], direction, ANY_RATE, each["chosen"])
            for direction, found in listed.items()
            for each in found
            if each["usable"]
        ]

    def open(self, direction: Direction, device: Device, wanted: Format, pass_on: PassOn) -> Stream:
        listens = direction is Direction.MICROPHONE
        try:
            made = (miniaudio.CaptureDevice if listens else miniaudio.PlaybackDevice)(
                miniaudio.SampleFormat.SIGNED16,
                nchannels=1,
                sample_rate=wanted.rate,
                buffersize_msec=round(1000 * wanted.block),
                device_id=device.handle,
                callback_periods=PERIODS,
                backends=BACKENDS,
                app_name="narrator",
            )
            passing = _taken(pass_on) if listens else _asked(pass_on)
            next(passing)
            made.start(passing)
        except miniaudio.MiniaudioError as error:
            raise NoSound(str(error.args[0])) from error
        return _MiniAudioStream(made, PERIODS * wanted.block)

    def start_again(self) -> None:
        """Nothing to do."""


class _Devices(miniaudio.Devices):  # type: ignore[misc]  # it has no types
    """The list, which one device that cannot be used does not spoil."""

    def _get_info(self, device_type: Any, device_info: Any) -> dict[str, Any]:
        try:
            super()._get_info(device_type, device_info)
        except miniaudio.MiniaudioError:
            usable = False
        else:
            called = miniaudio.ffi.buffer(miniaudio.ffi.addressof(device_info.id))[:].partition(b"\0")[0]
            usable = called != NOTHING and not called.endswith(MONITOR)
        return {"usable": usable, "chosen": bool(device_info.isDefault)}


class _MiniAudioStream:
    def __init__(self, device: Any, latency: float) -> None:
        self._device, self.latency = device, latency

    def close(self) -> None:
        context = self._device._context
        self._device.close()
        miniaudio.lib.ma_context_uninit(context)  # else each stream would leave a connection behind


def _taken(pass_on: PassOn) -> Generator[None, bytearray, None]:
    """Every block is a new one, so that it may be kept."""
    while True:
        pass_on(np.frombuffer((yield), dtype=np.int16), False)


def _asked(pass_on: PassOn) -> Generator[bytes, int, None]:
    block = np.zeros(0, dtype=np.int16)
    while True:
        block = np.zeros((yield block.tobytes()), dtype=np.int16)
        pass_on(block, False)
