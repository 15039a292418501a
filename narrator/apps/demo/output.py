"""Where the spoken demo goes: text to the terminal, sound to a file and, in real time, to the speaker."""

from contextlib import suppress
from queue import Empty, Queue
from threading import Thread

import numpy as np

from narrator.apps.demo.guest_voices import SAMPLE_RATE
from narrator.speech.pcm import Pcm, Samples
from narrator.speech.ports import TextOutput
from narrator.speech.tts.recording_output import RecordingFile
from narrator.speech.tts.speaking_queue import AudioOutput

MAX_WAITING_PIECES = 6
"""The demo runs ahead of the speaker by at most this many pieces of sound or text."""
MIN_PIECE_S, MAX_PIECE_S = 0.4, 4.0
QUIET_AMPLITUDE = 500
"""A piece may end at a sample below this, because the gap before the next piece cannot be heard there."""


class DemoOutput:
    """Prints text and records sound as fast as they come."""

    def __init__(self, text_output: TextOutput, recording: RecordingFile | None = None) -> None:
        self._text_output, self._recording = text_output, recording

    def write(self, text: str, /) -> None:
        self._text_output.write(text)

    def flush(self) -> None:
        self._text_output.flush()

    def play(self, samples: Samples) -> None:
        if self._recording:
            self._recording.write(samples)

    def close(self) -> None:
        """Finish what is still waiting."""

    def abort(self) -> None:
        """Discard what is still waiting."""


class AloudDemoOutput(DemoOutput):
    """Plays the sound on the speaker and prints each text at the moment it is heard."""

    def __init__(self, text_output: TextOutput, recording: RecordingFile | None, speaker: AudioOutput) -> None:
        super().__init__(text_output, recording)
        self._speaker = speaker
        self._waiting: Queue[Pcm | str | None] = Queue(MAX_WAITING_PIECES)
        self._blocks: list[Samples] = []
        self._is_aborted = False
        self._thread = Thread(target=self._run, name="speaker", daemon=True)
        self._thread.start()

    def write(self, text: str, /) -> None:
        self._queue_sound()
        self._waiting.put(text)

    def flush(self) -> None:
        """Do nothing: each text is flushed when it is printed."""

    def play(self, samples: Samples) -> None:
        super().play(samples)
        self._blocks.append(samples)
        seconds = sum(map(len, self._blocks)) / SAMPLE_RATE
        is_quiet = int(np.abs(samples.astype(np.int32)).max()) < QUIET_AMPLITUDE
        if seconds >= MAX_PIECE_S or (seconds >= MIN_PIECE_S and is_quiet):
            self._queue_sound()

    def close(self) -> None:
        self._queue_sound()
        self._waiting.put(None)
        self._thread.join()

    def abort(self) -> None:
        self._is_aborted = True
        self._speaker.stop()
        with suppress(Empty):
            while True:
                self._waiting.get_nowait()
        self._waiting.put(None)
        self._thread.join()

    def _queue_sound(self) -> None:
        if self._blocks:
            self._waiting.put(Pcm(np.concatenate(self._blocks), SAMPLE_RATE))
            self._blocks = []

    def _run(self) -> None:
        while (item := self._waiting.get()) is not None:
            if self._is_aborted:
                continue
            if isinstance(item, Pcm):
                self._speaker.play(item)
            else:
                self._text_output.write(item)
                self._text_output.flush()
