"""Where a story is heard: from the speaker, as time goes by, or in a file, on a clock of its own.

Both ask the sequencer many times a second how loud it may be (`tick`), and stop at once when it is cut. So what is
written to a file is, sample by sample, what would be heard.
"""

import time
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from concurrent.futures import TimeoutError as NotYet
from contextlib import suppress
from typing import Protocol, TypeAlias

from narrator.bedtime.loudness import RATE
from narrator.sound.pcm import Pcm
from narrator.voices.recording_output import RecordingOutput
from narrator.voices.speaking_queue import AudioOutput

TICK = 0.02
"""Seconds between two looks at the sequencer."""
NEARLY = 0.05
"""Seconds at the end of a sound that nobody misses."""


class VolumeEnvelope(Protocol):
    """The sequencer, as an output sees it."""

    cut: bool

    def tick(self, now: float) -> float:
        """How loud it may be at this moment."""


Look: TypeAlias = Callable[[], None]
"""Done at every tick: see whether somebody has said something."""


class StoryOutput(Protocol):
    """Anything that a story can be told through."""

    def now(self) -> float:
        """Seconds, from any moment on."""

    def play(self, pcm: Pcm, sequencer: VolumeEnvelope) -> bool:
        """Let this be heard, until it is over or cut; whether it could be heard at all."""

    def rest(self, seconds: float, sequencer: VolumeEnvelope) -> None:
        """Let time go by."""

    def await_sound(self, answer: "Future[Pcm]", sequencer: VolumeEnvelope) -> Pcm | None:
        """The sound, once it is rendered; nothing if the sequencer was cut meanwhile."""


class TimedOutput(AudioOutput, Protocol):
    """A loudspeaker that knows how much of it was heard."""

    def play(self, pcm: Pcm) -> float:
        """Comes back with the seconds that were played."""


class SpeakerOutput:
    """Tells through a speaker. The speaker waits for its sound in a thread; everything else is done in ours."""

    def __init__(self, speaker: TimedOutput, look: Look = lambda: None) -> None:
        self._speaker = speaker
        self._look = look
        self._hand = ThreadPoolExecutor(1, thread_name_prefix="speaker")

    def now(self) -> float:
        return time.monotonic()

    def play(self, pcm: Pcm, sequencer: VolumeEnvelope) -> bool:
        self._speaker.volume = sequencer.tick(self.now())  # before the first sample, not after it
        heard = self._hand.submit(self._speaker.play, pcm)
        self._wait(heard, sequencer)
        return sequencer.cut or heard.result() >= pcm.seconds - NEARLY

    def rest(self, seconds: float, sequencer: VolumeEnvelope) -> None:
        until = self.now() + seconds
        while self.now() < until:
            self._tick(sequencer)
            time.sleep(TICK)

    def await_sound(self, answer: "Future[Pcm]", sequencer: VolumeEnvelope) -> Pcm | None:
        while not answer.done() and not sequencer.cut:
            self._tick(sequencer)
            with suppress(NotYet):
                answer.exception(TICK)
        return answer.result() if answer.done() else None

    def close(self) -> None:
        """Silence, at once."""
        self._speaker.stop()
        self._hand.shutdown(wait=False, cancel_futures=True)

    def _wait(self, heard: "Future[float]", sequencer: VolumeEnvelope) -> None:
        while not heard.done():
            self._tick(sequencer)
            if sequencer.cut:
                self._speaker.stop()  # again and again: it may have been just about to begin
            with suppress(NotYet):
                heard.exception(TICK)

    def _tick(self, sequencer: VolumeEnvelope) -> None:
        self._look()
        self._speaker.volume = sequencer.tick(self.now())


class FileOutput:
    """Tells into a recording, as fast as the machine goes."""

    def __init__(self, look: Look = lambda: None) -> None:
        self.recording = RecordingOutput(RATE, heard=self._heard)
        self._look = look
        self._sequencer: VolumeEnvelope | None = None

    def now(self) -> float:
        return self.recording.now

    def play(self, pcm: Pcm, sequencer: VolumeEnvelope) -> bool:
        self._sequencer = sequencer
        self.recording.volume = sequencer.tick(self.now())
        self.recording.play(pcm)
        return True

    def rest(self, seconds: float, sequencer: VolumeEnvelope) -> None:
        self._sequencer = sequencer
        self.recording.pass_time(seconds)

    def await_sound(self, answer: "Future[Pcm]", sequencer: VolumeEnvelope) -> Pcm | None:
        return answer.result()  # on its clock that takes no time

    def _heard(self, block: Pcm) -> None:
        self._look()
        if self._sequencer is not None:
            self.recording.volume = self._sequencer.tick(self.now())
            if self._sequencer.cut:
                self.recording.stop()
