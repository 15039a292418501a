"""Where the demo goes: what is said is printed, what sounds goes on tape, and on the speaker if there is one."""

from contextlib import suppress
from queue import Empty, Queue
from threading import Thread

import numpy as np

from narrator.apps.demo.guest_voices import RATE
from narrator.speech.pcm import Pcm, Samples
from narrator.speech.ports import TextOutput
from narrator.speech.tts.recording_output import RecordingFile
from narrator.speech.tts.speaking_queue import AudioOutput

AHEAD = 6  # pieces that may wait for the speaker
SHORTEST, LONGEST = 0.4, 4.0  # seconds of a piece
QUIET = 500  # below this height of the waves nobody hears that one piece ends and the next begins


class Outlet:
    """As fast as it comes."""

    def __init__(self, paper: TextOutput, tape: RecordingFile | None = None) -> None:
        self._paper, self._tape = paper, tape

    def write(self, text: str, /) -> None:
        self._paper.write(text)

    def flush(self) -> None:
        self._paper.flush()

    def sound(self, samples: Samples) -> None:
        if self._tape:
            self._tape.write(samples)

    def close(self) -> None:
        """Until everything is out."""

    def break_off(self) -> None:
        """At once."""


class AloudOutlet(Outlet):
    """In time: what is printed appears when it is heard. The play is a few seconds ahead of the speaker."""

    def __init__(self, paper: TextOutput, tape: RecordingFile | None, speaker: AudioOutput) -> None:
        super().__init__(paper, tape)
        self._speaker = speaker
        self._waiting: Queue[Pcm | str | None] = Queue(AHEAD)
        self._blocks: list[Samples] = []
        self._broken_off = False
        self._thread = Thread(target=self._run, name="speaker", daemon=True)
        self._thread.start()

    def write(self, text: str, /) -> None:
        self._put_sound()
        self._waiting.put(text)

    def flush(self) -> None:
        """Every text is shown at once when it is its turn."""

    def sound(self, samples: Samples) -> None:
        super().sound(samples)
        self._blocks.append(samples)
        seconds = sum(map(len, self._blocks)) / RATE
        if seconds >= LONGEST or (seconds >= SHORTEST and int(np.abs(samples.astype(np.int32)).max()) < QUIET):
            self._put_sound()

    def close(self) -> None:
        self._put_sound()
        self._waiting.put(None)
        self._thread.join()

    def break_off(self) -> None:
        self._broken_off = True
        self._speaker.stop()
        with suppress(Empty):
            while True:
                self._waiting.get_nowait()
        self._waiting.put(None)
        self._thread.join()

    def _put_sound(self) -> None:
        if self._blocks:
            self._waiting.put(Pcm(np.concatenate(self._blocks), RATE))
            self._blocks = []

    def _run(self) -> None:
        while (item := self._waiting.get()) is not None:
            if self._broken_off:
                continue
            if isinstance(item, Pcm):
                self._speaker.play(item)
            else:
                self._paper.write(item)
                self._paper.flush()
