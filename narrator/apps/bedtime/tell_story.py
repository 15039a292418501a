"""Tell a story: render its passages and play them one after the other.

The output is a speaker, in real time, or a file, on a simulated clock. Both call the sequencer's `tick` many times per
second to get the volume, and stop as soon as it sets `cut`. So a file contains exactly what the speaker would play.
"""

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from concurrent.futures import TimeoutError as NotYet
from contextlib import suppress
from dataclasses import replace
from typing import TypeAlias

from narrator.apps.bedtime.loudness import BEDTIME_SAMPLE_RATE, soften_recording, soften_voice
from narrator.apps.bedtime.script import Passage
from narrator.apps.bedtime.sequencer import Sequencer
from narrator.apps.bedtime.settings import BREATH_PAUSE_S, BedtimeSettings
from narrator.apps.bedtime.story_voices import StoryVoices, page_of
from narrator.language.lines.attribution import SpokenPart
from narrator.speech.devices.playback import Playback
from narrator.speech.pcm import Pcm
from narrator.speech.tts.cues import load_story_sound
from narrator.speech.tts.phrasing import SpokenPiece
from narrator.speech.tts.recording_output import RecordingOutput
from narrator.speech.tts.render import VOICE_LEVEL_DBFS
from narrator.speech.tts.role_voices import BEAT_S, Delivery
from narrator.speech.tts.spoken_output import find_clip
from narrator.speech.tts.synthesiser import RenderPriority
from narrator.storage.clips import Clips

TICK_S = 0.02
MISSING_END_S = 0.05
"""A sound counts as played if at most this much of its end is missing."""
QUIET_POLL_S = 0.1
"""How often to check for commands after "stop"."""
SPEAKER_RETRY_S = 2.0
MAX_SPEAKER_RETRIES = 150
"""Retry a lost speaker this often, then give up for the night."""
END_AFTER_QUIET_S = 900.0
"""End if "go on" does not follow "stop" within this time."""

CheckCommands: TypeAlias = Callable[[], None]
"""Called at every tick, to pass new commands to the sequencer."""


class SpeakerOutput:
    """Plays through a speaker. The blocking call to the speaker runs in a separate thread."""

    def __init__(self, speaker: Playback, check_commands: CheckCommands = lambda: None) -> None:
        self._speaker = speaker
        self._check_commands = check_commands
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="speaker")

    def now(self) -> float:
        return time.monotonic()

    def play(self, pcm: Pcm, sequencer: Sequencer) -> bool:
        """Play this until it ends or is cut. Return false if the speaker failed."""
        self._speaker.volume = sequencer.tick(self.now())  # must be set before the first sample
        playing = self._thread.submit(self._speaker.play, pcm)
        while not playing.done():
            self._tick(sequencer)
            if sequencer.cut:
                self._speaker.stop()  # repeated, because it may not have started yet
            with suppress(NotYet):
                playing.exception(TICK_S)
        return sequencer.cut or playing.result() >= pcm.seconds - MISSING_END_S

    def rest(self, seconds: float, sequencer: Sequencer) -> None:
        until = self.now() + seconds
        while self.now() < until:
            self._tick(sequencer)
            time.sleep(TICK_S)

    def await_sound(self, answer: "Future[Pcm]", sequencer: Sequencer) -> Pcm | None:
        """Wait until the sound is rendered; return `None` if the sequencer is cut meanwhile."""
        while not answer.done() and not sequencer.cut:
            self._tick(sequencer)
            with suppress(NotYet):
                answer.exception(TICK_S)
        return answer.result() if answer.done() else None

    def close(self) -> None:
        """Stop playing at once."""
        self._speaker.stop()
        self._thread.shutdown(wait=False, cancel_futures=True)

    def _tick(self, sequencer: Sequencer) -> None:
        self._check_commands()
        self._speaker.volume = sequencer.tick(self.now())


class FileOutput:
    """Writes into a recording, as fast as the machine can render."""

    def __init__(self, check_commands: CheckCommands = lambda: None) -> None:
        self.recording = RecordingOutput(BEDTIME_SAMPLE_RATE, on_block=self._heard)
        self._check_commands = check_commands
        self._sequencer: Sequencer | None = None

    def now(self) -> float:
        return self.recording.seconds

    def play(self, pcm: Pcm, sequencer: Sequencer) -> bool:
        self._sequencer = sequencer
        self.recording.volume = sequencer.tick(self.now())
        self.recording.play(pcm)
        return True

    def rest(self, seconds: float, sequencer: Sequencer) -> None:
        self._sequencer = sequencer
        self.recording.pass_time(seconds)

    def await_sound(self, answer: "Future[Pcm]", sequencer: Sequencer) -> Pcm | None:
        return answer.result()  # takes no time on the simulated clock

    def _heard(self, block: Pcm) -> None:
        self._check_commands()
        if self._sequencer is not None:
            self.recording.volume = self._sequencer.tick(self.now())
            if self._sequencer.cut:
                self.recording.stop()


class SilentOutput:
    """Waits as long as a sound would last, for a story that is read on a page."""

    def __init__(self, check_commands: CheckCommands = lambda: None) -> None:
        self._check_commands = check_commands

    def now(self) -> float:
        return time.monotonic()

    def play(self, pcm: Pcm, sequencer: Sequencer) -> bool:
        self.rest(pcm.seconds, sequencer)
        return True

    def rest(self, seconds: float, sequencer: Sequencer) -> None:
        until = self.now() + seconds
        while self.now() < until and not sequencer.cut:
            self._check_commands()
            sequencer.tick(self.now())
            time.sleep(TICK_S)

    def await_sound(self, answer: "Future[Pcm]", sequencer: Sequencer) -> Pcm | None:
        return answer.result()


StoryOutput: TypeAlias = SpeakerOutput | FileOutput | SilentOutput


class ReadingPauses:
    """Renders each passage as silence that is as long as reading it aloud would take."""

    def __init__(self, settings: BedtimeSettings) -> None:
        self._settings = settings

    speakers: tuple[str, ...] = ()

    def begin_story(self, script: Sequence[Passage], language: str, changes: Mapping[str, int] | None = None) -> None:
        """Do nothing: a silent story has no voices."""

    def change_voice(self, speaker: str) -> Mapping[str, int]:
        """Do nothing: a silent story has no voices."""
        return {}

    def play_recordings(self, wanted: bool) -> None:
        """Do nothing: recordings are shown as words."""

    def is_audible(self, clip: str) -> bool:
        """Return false: recordings are shown as words."""
        return False

    def render_ahead(self, passage: Passage | None) -> None:
        """Do nothing: silence is not prepared."""

    def sounds_of(self, passage: Passage, finished: Callable[["Future[Pcm]"], Pcm | None]) -> Iterator[Pcm]:
        """Yield one silence for the passage and its pause."""
        yield Pcm.silence(60 * len(passage.text.split()) / self._settings.rate + passage.pause, BEDTIME_SAMPLE_RATE)


class PassageRenderer:
    """Renders passages one ahead, every voice at the same level."""

    def __init__(self, voices: StoryVoices, clips: Clips, settings: BedtimeSettings) -> None:
        self._voices, self._clips = voices, clips
        self._settings = settings
        self._wanted: dict[tuple[int | None, str, Delivery], Future[Pcm]] = {}

    def begin_story(self, script: Sequence[Passage], language: str, changes: Mapping[str, int] | None = None) -> None:
        """Give the characters of this story their voices."""
        self._voices.begin_story(script, language, changes)

    @property
    def speakers(self) -> tuple[str, ...]:
        """The characters who have a voice in this story."""
        return self._voices.speakers

    def change_voice(self, speaker: str) -> Mapping[str, int]:
        """Give a character another voice, and return all changes."""
        return self._voices.change_voice(speaker)

    def play_recordings(self, wanted: bool) -> None:
        """Choose whether recordings are played or their transcripts read."""
        self._settings = replace(self._settings, play_recordings=wanted)

    def is_audible(self, clip: str) -> bool:
        """Return whether this recording exists and recordings are played."""
        return self._settings.play_recordings and self._recording(clip) is not None

    def render_first_words(self, passage: Passage | None) -> None:
        """Wait until the first words are rendered. Raise an error if no voice works."""
        if passage is not None:
            for piece, part in list(passage.directed_pieces)[:1]:
                self._ask(passage, piece, part, RenderPriority.NOW).result()

    def render_ahead(self, passage: Passage | None) -> None:
        if passage is not None:
            for piece, part in passage.directed_pieces:
                self._ask(passage, piece, part, RenderPriority.NEXT)

    def sounds_of(self, passage: Passage, finished: Callable[["Future[Pcm]"], Pcm | None]) -> Iterator[Pcm]:
        """Yield the sounds of a passage with its pauses.

        `finished` waits for a rendered sound. If it returns `None`, the passage ends.
        """
        clip = None if passage.clip is None else self._recording(passage.clip)
        last_pause = passage.pause if clip is None else BREATH_PAUSE_S
        for piece, part in passage.directed_pieces:
            answer = self._ask(passage, piece, part, RenderPriority.NOW)
            self._voices.make_urgent(answer)
            rendered = finished(answer)
            delivery = self._voices.delivery(part, page_of(passage))
            self._wanted.pop((page_of(passage), piece.text, delivery), None)
            if rendered is None:
                return
            yield from self._sounds_before(part)
            spoken = self._voices.finish(rendered, delivery, page_of(passage))
            pause = last_pause if piece is passage.pieces[-1] else piece.pause_s
            yield append_silence(
                soften_voice(spoken, self._settings.level_of(delivery.gain_db, passage.chapter)), pause
            )
        if clip is not None:
            yield append_silence(clip, passage.pause)

    def _sounds_before(self, part: SpokenPart) -> Iterator[Pcm]:
        """Yield the beat and the story sounds before a part, as much softer as the voice is."""
        if part.beat:
            yield Pcm.silence(BEAT_S, BEDTIME_SAMPLE_RATE)
        for name in part.sounds:
            sound = load_story_sound(name).amplified(self._settings.level - VOICE_LEVEL_DBFS)
            yield append_silence(sound.resampled(BEDTIME_SAMPLE_RATE), BREATH_PAUSE_S)

    def _ask(self, passage: Passage, piece: SpokenPiece, part: SpokenPart, when: RenderPriority) -> "Future[Pcm]":
        page = page_of(passage)
        key = page, piece.text, self._voices.delivery(part, page)
        if key not in self._wanted:
            self._wanted[key] = self._voices.request(piece.text, part, page, when)
        return self._wanted[key]

    def _recording(self, clip: str) -> Pcm | None:
        stored = find_clip(self._clips, clip)
        sound = soften_recording(stored, self._settings.level) if stored is not None else None
        return sound if sound is not None and sound.samples.any() else None


def append_silence(pcm: Pcm, seconds: float) -> Pcm:
    return Pcm.join((pcm, Pcm.silence(seconds, BEDTIME_SAMPLE_RATE)))


StorySounds: TypeAlias = PassageRenderer | ReadingPauses


def tell_passages(
    sequencer: Sequencer,
    sounds: StorySounds,
    output: StoryOutput,
    before_passage: Callable[[Passage], None] = lambda passage: None,
) -> None:
    """Play passages until the sequencer is over. Call `before_passage` before each of them."""
    failures = 0
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
            failures = 0
            if not sequencer.cut:
                sequencer.advance()
        else:
            failures += 1
            output.rest(SPEAKER_RETRY_S, sequencer)
            sequencer.over = sequencer.over or failures > MAX_SPEAKER_RETRIES
        quiet_since = output.now()


def tell_passage(passage: Passage, sequencer: Sequencer, sounds: StorySounds, output: StoryOutput) -> bool:
    """Play one passage until it ends or is cut. Return false if the speaker failed."""
    for sound in sounds.sounds_of(passage, lambda answer: output.await_sound(answer, sequencer)):
        sounds.render_ahead(sequencer.upcoming)
        if not output.play(sound, sequencer):
            return False
        if sequencer.cut:
            break
    return True
