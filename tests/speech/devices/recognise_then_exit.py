"""A program for `test_exit.py`: recognise speech from a fake microphone, then exit."""

import time
from contextlib import ExitStack
from queue import SimpleQueue
from threading import Event, Thread

import numpy as np

from narrator.apps.commands._audio_setup import make_echo, open_speech_input
from narrator.speech.devices import backend
from narrator.speech.devices.backend import AudioUnavailable, Device, Direction
from narrator.speech.pcm import Pcm


class Stream:
    latency = 0.01

    def __init__(self, callback):
        self.closed = Event()
        Thread(target=self.run, args=(callback,), daemon=True).start()

    def run(self, callback):
        while not self.closed.wait(0.01):
            echo.add_playback(Pcm.silence(0.01, 22_050))
            callback(np.ones(480, dtype=np.int16), False)

    def close(self):
        self.closed.set()


class Backend:
    caches_devices = False

    def devices(self):
        return [Device(0, "Webcam", Direction.MICROPHONE, 48_000)]

    def open_stream(self, direction, device, stream_format, callback):
        if stream_format.rate != device.rate:
            raise AudioUnavailable("Invalid sample rate")
        return Stream(callback)


backend.audio_backend = Backend
inbox = SimpleQueue()
with ExitStack() as closing:
    echo = make_echo(inbox, closing)
    recogniser = open_speech_input(None, inbox, echo, closing)
    recogniser.listen(inbox)
    while not echo._levels:
        time.sleep(0.01)
    recogniser.close()
