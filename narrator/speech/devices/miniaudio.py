"""Audio through miniaudio: a wheel without system dependencies, for machines without PortAudio.

At run time it finds PulseAudio, PipeWire (which speaks PulseAudio's protocol) or ALSA. It converts every sample rate,
and lists the devices again each time. It does not report underruns.
"""

from collections.abc import Generator
from typing import Any

import miniaudio
import numpy as np

from narrator.speech.devices.backend import (
    AudioCallback,
    AudioStream,
    AudioUnavailable,
    Device,
    Direction,
    StreamFormat,
    silence_native_stderr,
)

PERIODS = 4
"""The length of the buffer in blocks."""
NOMINAL_RATE = 48_000
"""Reported for every device. The value does not matter, because miniaudio converts."""
BACKENDS = [miniaudio.Backend.PULSEAUDIO, miniaudio.Backend.ALSA]
"""Tried in this order. Without the list, miniaudio falls back to a null backend that discards all audio."""
ALSA_NULL_ID = b"null"
"""ALSA's device that discards all audio."""
PULSE_MONITOR_SUFFIX = b".monitor"
"""Ends the PulseAudio name of a source that records the output of a speaker. PulseAudio offers it as the default if the
microphone is missing; the narrator would listen to itself."""


class MiniAudio:
    """The backend that uses miniaudio."""

    caches_devices = False

    @property
    def description(self) -> str:
        return f"miniaudio {miniaudio.__version__} is used, because PortAudio is not installed. It works as well."

    def devices(self) -> list[Device]:
        try:
            with silence_native_stderr():
                lister = _DeviceLister(BACKENDS)
                listed = {Direction.MICROPHONE: lister.get_captures(), Direction.SPEAKER: lister.get_playbacks()}
        except miniaudio.MiniaudioError as error:
            raise AudioUnavailable(
                "There is no sound system here: neither PulseAudio, PipeWire nor ALSA answers."
            ) from error
        return [
            Device(info["id"], info["name"], direction, NOMINAL_RATE, info["is_default"])
            for direction, found in listed.items()
            for info in found
            if info["is_usable"]
        ]

    def open_stream(
        self, direction: Direction, device: Device, stream_format: StreamFormat, callback: AudioCallback
    ) -> AudioStream:
        records = direction is Direction.MICROPHONE
        try:
            stream = (miniaudio.CaptureDevice if records else miniaudio.PlaybackDevice)(
                miniaudio.SampleFormat.SIGNED16,
                nchannels=1,
                sample_rate=stream_format.rate,
                buffersize_msec=round(1000 * stream_format.block_s),
                device_id=device.handle,
                callback_periods=PERIODS,
                backends=BACKENDS,
                app_name="narrator",
            )
            generator = _record(callback) if records else _play(callback)
            next(generator)
            stream.start(generator)
        except miniaudio.MiniaudioError as error:
            raise AudioUnavailable(str(error.args[0])) from error
        return _MiniAudioStream(stream, PERIODS * stream_format.block_s)

    def restart(self) -> None:
        """Do nothing: the devices are listed again each time."""


class _DeviceLister(miniaudio.Devices):  # type: ignore[misc]  # it has no types
    """Lists all devices even if one of them cannot be queried."""

    def _get_info(self, device_type: Any, device_info: Any) -> dict[str, Any]:
        try:
            super()._get_info(device_type, device_info)
        except miniaudio.MiniaudioError:
            is_usable = False
        else:
            identifier = miniaudio.ffi.buffer(miniaudio.ffi.addressof(device_info.id))[:].partition(b"\0")[0]
            is_usable = identifier != ALSA_NULL_ID and not identifier.endswith(PULSE_MONITOR_SUFFIX)
        return {"is_usable": is_usable, "is_default": bool(device_info.isDefault)}


class _MiniAudioStream:
    def __init__(self, device: Any, latency: float) -> None:
        self._device, self.latency = device, latency

    def close(self) -> None:
        context = self._device._context
        self._device.close()
        miniaudio.lib.ma_context_uninit(context)  # miniaudio would leave a connection open for each stream


def _record(callback: AudioCallback) -> Generator[None, bytearray, None]:
    """Pass on every recorded block; miniaudio makes a new one each time, so it may be kept."""
    while True:
        callback(np.frombuffer((yield), dtype=np.int16), False)


def _play(callback: AudioCallback) -> Generator[bytes, int, None]:
    """Fill every requested block."""
    block = np.zeros(0, dtype=np.int16)
    while True:
        block = np.zeros((yield block.tobytes()), dtype=np.int16)
        callback(block, False)
