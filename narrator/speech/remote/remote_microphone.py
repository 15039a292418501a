"""A microphone on another machine: a Wyoming satellite or microphone server. Its sound is recognised here."""

import threading
from collections.abc import Callable, Iterator
from contextlib import suppress

import numpy as np
import soxr

from narrator.speech.asr.audio_format import SAMPLE_RATE_HZ
from narrator.speech.pcm import Samples, to_int16
from narrator.speech.remote.server import Connection, ServerLost, WyomingServer

RETRY_PAUSES_S = (1.0, 2.0, 5.0, 15.0)
"""Pauses before each attempt to connect again; the last one is repeated."""
LOST = "I have lost the microphone on the other machine. Please type until it is back."
RECOVERED = "The microphone is back. I can hear you again."


class RemoteMicrophone:
    """The blocks of sound of a remote microphone, which is connected again when it is lost."""

    def __init__(self, server: WyomingServer, report: Callable[[str], None]) -> None:
        self._server, self._report = server, report
        self._closed = threading.Event()
        self._connection: Connection | None = None

    def close(self) -> None:
        """End the stream at once, even if the other machine is silent."""
        self._closed.set()
        connection = self._connection
        if connection is not None:
            with suppress(OSError):  # closed already
                connection.abort()

    def __iter__(self) -> Iterator[Samples]:
        failures = 0
        while not self._closed.is_set():
            try:
                for block in self._stream():
                    if failures:
                        failures = 0
                        self._report(RECOVERED)
                    yield block
            except ServerLost:
                if not failures and not self._closed.is_set():
                    self._report(LOST)
                failures += 1
                self._closed.wait(RETRY_PAUSES_S[min(failures, len(RETRY_PAUSES_S)) - 1])

    def _stream(self) -> Iterator[Samples]:
        from wyoming.audio import AudioChunk  # noqa: PLC0415 - optional
        from wyoming.satellite import RunSatellite  # noqa: PLC0415

        resampler: soxr.ResampleStream | None = None
        rate = SAMPLE_RATE_HZ
        with self._server.connect() as connection:
            self._connection = connection
            connection.send(RunSatellite())  # a microphone server ignores it
            while not self._closed.is_set():
                event = connection.receive()
                if not AudioChunk.is_type(event.type):
                    continue
                chunk = AudioChunk.from_event(event)
                samples = to_mono(chunk.audio, chunk.width, chunk.channels)
                if resampler is None or rate != chunk.rate:
                    rate = chunk.rate
                    resampler = soxr.ResampleStream(rate, SAMPLE_RATE_HZ, 1, dtype="float32")
                yield (
                    samples
                    if rate == SAMPLE_RATE_HZ
                    else to_int16(resampler.resample_chunk(samples.astype(np.float32)))
                )


def to_mono(audio: bytes, width: int, channels: int) -> Samples:
    """Return 16-bit sound of one channel. Raise `ValueError` for any other width."""
    if width != 2:
        raise ValueError(f"sound of {8 * width} bits cannot be used, only of 16 bits")
    samples = np.frombuffer(audio[: len(audio) // (2 * channels) * 2 * channels], dtype="<i2")
    return samples if channels == 1 else to_int16(samples.reshape(-1, channels).mean(axis=1))
