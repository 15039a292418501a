"""Where a story is heard: from the speaker, as time goes by, or in a file, on a clock of its own.

Both ask the sequencer many times a second how loud it may be (`tick`), and stop at once when it is cut. So what is
written to a file is, sample by sample, what would be heard.
"""

import time
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from concurrent.futures import TimeoutError as NotYet
from contextlib import suppress
from typing import TypeAlias

from narrator.bedtime.loudness import RATE
from narrator.bedtime.sequencer import Sequencer
from narrator.sound.pcm import Pcm
from narrator.sound.playback import Playback
from narrator.voices.recording_output import RecordingOutput

TICK = 0.02  # seconds between two looks at the sequencer
NEARLY = 0.05  # seconds at the end of a sound that nobody misses


Look: TypeAlias = Callable[[], None]  # done at every tick: see whether somebody has said something


class SpeakerOutput:
    """Tells through a speaker. The speaker waits for its sound in a thread; everything else is done in ours."""

    def __init__(self, speaker: Playback, look: Look = lambda: None) -> None:
        self._speaker = speaker
        self._look = look
        self._hand = ThreadPoolExecutor(1, thread_name_prefix="speaker")

    def now(self) -> float:
        return time.monotonic()

    def play(self, pcm: Pcm, sequencer: Sequencer) -> bool:
        """Let this be heard, until it is over or cut; whether it could be heard at all."""
        self._speaker.volume = sequencer.tick(self.now())  # before the first sample, not after it
        heard = self._hand.submit(self._speaker.play, pcm)
        while not heard.done():
            self._tick(sequencer)
            if sequencer.cut:
                self._speaker.stop()  # again and again: it may have been just about to begin
            with suppress(NotYet):
                heard.exception(TICK)
        return sequencer.cut or heard.result() >= pcm.seconds - NEARLY

    def rest(self, seconds: float, sequencer: Sequencer) -> None:
        until = self.now() + seconds
        while self.now() < until:
            self._tick(sequencer)
            time.sleep(TICK)

    def await_sound(self, answer: "Future[Pcm]", sequencer: Sequencer) -> Pcm | None:
        """The sound, once it is rendered; nothing if the sequencer was cut meanwhile."""
        while not answer.done() and not sequencer.cut:
            self._tick(sequencer)
            with suppress(NotYet):
                answer.exception(TICK)
        return answer.result() if answer.done() else None

    def close(self) -> None:
        """Silence, at once."""
        self._speaker.stop()
        self._hand.shutdown(wait=False, cancel_futures=True)

    def _tick(self, sequencer: Sequencer) -> None:
        self._look()
        self._speaker.volume = sequencer.tick(self.now())


class FileOutput:
    """Tells into a recording, as fast as the machine goes."""

    def __init__(self, look: Look = lambda: None) -> None:
        self.recording = RecordingOutput(RATE, heard=self._heard)
        self._look = look
        self._sequencer: Sequencer | None = None

    def now(self) -> float:
        return self.recording.now

    def play(self, pcm: Pcm, sequencer: Sequencer) -> bool:
        self._sequencer = sequencer
        self.recording.volume = sequencer.tick(self.now())
        self.recording.play(pcm)
        return True

    def rest(self, seconds: float, sequencer: Sequencer) -> None:
        self._sequencer = sequencer
        self.recording.pass_time(seconds)

    def await_sound(self, answer: "Future[Pcm]", sequencer: Sequencer) -> Pcm | None:
        return answer.result()  # on its clock that takes no time

    def _heard(self, block: Pcm) -> None:
        self._look()
        if self._sequencer is not None:
            self.recording.volume = self._sequencer.tick(self.now())
            if self._sequencer.cut:
                self.recording.stop()


StoryOutput: TypeAlias = SpeakerOutput | FileOutput
