"""Telling a story: passages become sound, one after the other, and a bookmark is kept before each of them.

It is heard from the speaker, as time goes by, or in a file, on a clock of its own. Both ask the sequencer many times a
second how loud it may be (`tick`), and stop at once when it is cut. So what is written to a file is, sample by sample,
what would be heard.
"""

import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from concurrent.futures import TimeoutError as NotYet
from contextlib import suppress
from typing import TypeAlias

from narrator.apps.bedtime.script import Passage
from narrator.apps.bedtime.sequencer import Sequencer
from narrator.apps.bedtime.settings import (
    BEDTIME_SAMPLE_RATE,
    BREATH_PAUSE_S,
    BedtimeSettings,
    soften_recording,
    soften_voice,
)
from narrator.speech.devices.playback import Playback
from narrator.speech.pcm import Pcm
from narrator.speech.tts.phrasing import BreathGroup
from narrator.speech.tts.pronunciation import Pronunciation
from narrator.speech.tts.recording_output import RecordingOutput
from narrator.speech.tts.spoken import recorded
from narrator.speech.tts.studio import Studio, Wanted
from narrator.storage.clips import Clips

TICK_S = 0.02  # seconds between two looks at the sequencer
MISSING_END_S = 0.05  # seconds at the end of a sound that nobody misses
QUIET_POLL_S = 0.1  # seconds between two looks while it is quiet
SPEAKER_RETRY_S = 2.0  # seconds after which a speaker that is gone is tried again
MAX_SPEAKER_RETRIES = 150  # so often; then it is over for tonight
END_AFTER_QUIET_S = 900.0  # seconds after "stop" in which somebody may say "go on"

CheckCommands: TypeAlias = Callable[[], None]  # done at every tick: see whether somebody has said something


class SpeakerOutput:
    """Tells through a speaker. The speaker waits for its sound in a thread; everything else is done in ours."""

    def __init__(self, speaker: Playback, look: CheckCommands = lambda: None) -> None:
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
                heard.exception(TICK_S)
        return sequencer.cut or heard.result() >= pcm.seconds - MISSING_END_S

    def rest(self, seconds: float, sequencer: Sequencer) -> None:
        until = self.now() + seconds
        while self.now() < until:
            self._tick(sequencer)
            time.sleep(TICK_S)

    def await_sound(self, answer: "Future[Pcm]", sequencer: Sequencer) -> Pcm | None:
        """The sound, once it is rendered; nothing if the sequencer was cut meanwhile."""
        while not answer.done() and not sequencer.cut:
            self._tick(sequencer)
            with suppress(NotYet):
                answer.exception(TICK_S)
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

    def __init__(self, look: CheckCommands = lambda: None) -> None:
        self.recording = RecordingOutput(BEDTIME_SAMPLE_RATE, heard=self._heard)
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


class PassageRenderer:
    """The sound of passages, every voice equally loud, rendered one ahead."""

    def __init__(self, studio: Studio, clips: Clips, pronunciation: Pronunciation, settings: BedtimeSettings) -> None:
        self._studio, self._clips, self._pronunciation = studio, clips, pronunciation
        self._settings = settings
        self._wanted: dict[str, Future[Pcm]] = {}

    def is_audible(self, clip: str) -> bool:
        """Whether this recording is to be heard tonight, and can be."""
        return self._settings.play_recordings and self._recording(clip) is not None

    def render_first_words(self, passage: Passage | None) -> None:
        """Wait until the first words are rendered, or raise why nothing can be said."""
        for breath in passage.breaths[:1] if passage is not None else ():
            self._ask(breath, Wanted.NOW).result()

    def render_ahead(self, passage: Passage | None) -> None:
        for breath in passage.breaths if passage is not None else ():
            self._ask(breath, Wanted.NEXT)

    def sounds_of(self, passage: Passage, finished: Callable[["Future[Pcm]"], Pcm | None]) -> Iterator[Pcm]:
        """All of it, with the silences. `finished` waits for a rendering; nothing from it ends the passage."""
        clip = None if passage.clip is None else self._recording(passage.clip)
        behind = passage.pause if clip is None else BREATH_PAUSE_S
        for breath in passage.breaths:
            answer = self._ask(breath, Wanted.NOW)
            self._studio.hurry(answer)
            rendered = finished(answer)
            self._wanted.pop(breath.text, None)
            if rendered is None:
                return
            pause = behind if breath is passage.breaths[-1] else breath.pause
            yield append_silence(soften_voice(rendered, self._settings.level), pause)
        if clip is not None:
            yield append_silence(clip, passage.pause)

    def _ask(self, breath: BreathGroup, when: Wanted) -> "Future[Pcm]":
        if breath.text not in self._wanted:
            text = self._pronunciation.spoken(breath.text)
            self._wanted[breath.text] = self._studio.want(text, self._settings.rate, when)
        return self._wanted[breath.text]

    def _recording(self, clip: str) -> Pcm | None:
        kept = recorded(self._clips, clip)
        sound = soften_recording(kept, self._settings.level) if kept is not None else None
        return sound if sound is not None and sound.samples.any() else None


def append_silence(pcm: Pcm, seconds: float) -> Pcm:
    return Pcm.join((pcm, Pcm.silence(seconds, BEDTIME_SAMPLE_RATE)))


def tell_story(
    sequencer: Sequencer,
    sounds: PassageRenderer,
    output: StoryOutput,
    before_passage: Callable[[Passage], None] = lambda passage: None,
) -> None:
    """Until it is over. `keep` remembers each passage before it sounds."""
    lost = 0
    quiet_since = output.now()
    while not sequencer.over:
        passage = sequencer.passage
        if passage is None:
            output.rest(QUIET_POLL_S, sequencer)
            sequencer.over = sequencer.over or output.now() - quiet_since > END_AFTER_QUIET_S
            continue
        before_passage(passage)
        sequencer.begin(output.now())
        if tell_passage(passage, sequencer, sounds, output):
            lost = 0
            if not sequencer.cut:
                sequencer.advance()
        else:
            lost += 1
            output.rest(SPEAKER_RETRY_S, sequencer)
            sequencer.over = sequencer.over or lost > MAX_SPEAKER_RETRIES
        quiet_since = output.now()


def tell_passage(passage: Passage, sequencer: Sequencer, sounds: PassageRenderer, output: StoryOutput) -> bool:
    """Tell one passage, until its end or until it is cut; no if it could not be heard."""
    for sound in sounds.sounds_of(passage, lambda answer: output.await_sound(answer, sequencer)):
        sounds.render_ahead(sequencer.upcoming)
        if not output.play(sound, sequencer):
            return False
        if sequencer.cut:
            break
    return True
