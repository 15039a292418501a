"""The spoken output: speaks each line in the room, in the booth (headphones) or not at all, as its audience allows.

The two never wait for each other, so that the room cannot tell how long a private line was. From the first private line
until the next public one, soft music plays in the room.

It has one thread that renders (the synthesiser) and one for each output. `say` and `stop` are called from the session's
thread and return at once.
"""

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from threading import Event, Thread

from narrator.core.errors import NarratorError
from narrator.language.language import DEFAULT_LANGUAGE
from narrator.language.lines.audience import BOOTH, EVERYBODY, ROOM_SPEAKER, may_reach
from narrator.language.lines.clip_marks import ClipMark, split_at_clips
from narrator.language.lines.outbox import SpokenLine
from narrator.language.lines.preferences import Preferences
from narrator.speech.pcm import Pcm
from narrator.speech.ports import Cue
from narrator.speech.tts.cues import load_cue
from narrator.speech.tts.phrasing import SpokenPiece
from narrator.speech.tts.pronunciation import load_pronunciation
from narrator.speech.tts.render import VOLUME_STEP_DB, Renderer, volume_gain
from narrator.speech.tts.role_voices import TableCast
from narrator.speech.tts.speaking_queue import AudioOutput, SpeakingQueue
from narrator.speech.tts.synthesiser import Synthesiser
from narrator.storage.clips import Clips, NoSuchClip

DEFAULT_CUE_VOLUME = Preferences().cues
"""The volume at which cues play as loud as they are recorded."""


class SpokenOutput:
    """Speaks with the first of its renderers that works."""

    def __init__(  # noqa: PLR0913  # the collaborators of a voice
        self,
        renderers: Sequence[Renderer],
        room: AudioOutput,
        booth: AudioOutput | None = None,
        *,
        language: str = DEFAULT_LANGUAGE,
        on_change: Callable[[bool], None] = lambda speaking: None,
        report: Callable[[str], None] = lambda sentence: None,
        find_recording: Callable[[str], Pcm | None] = lambda name: None,
    ) -> None:
        """Start the threads.

        Without a `booth` (headphones) private lines are not spoken; another output delivers them. `on_change` is called
        when speech in the room starts and ends, and `report` gets a sentence about each failure; both in this output's
        threads. `find_recording` returns a player's recording by name, or None if it was deleted.
        """
        self._find_recording = find_recording
        self._cue_gain_db: float | None = 0.0
        """The gain of cues; None if they are switched off."""
        self._on_change, self._report = on_change, report
        self._synthesiser = Synthesiser(renderers, report=report)
        self._outputs = (room,) if booth is None else (room, booth)
        self._music = load_cue(Cue.MUSIC) if booth is not None else None
        self._is_music_playing = False
        self._on_stop: Callable[[], None] = lambda: None
        self._closed = Event()
        self._cast = TableCast(language)
        self._queues = tuple(
            SpeakingQueue(self._synthesiser, output, load_pronunciation(language), cast=self._cast, report=report)
            for output in self._outputs
        )
        self._room = self._queues[0]
        self._booth = self._queues[1] if booth is not None else None
        self._threads = [Thread(target=self._play, args=(queue,), daemon=True) for queue in self._queues]
        self.set_preferences(Preferences())
        for thread in self._threads:
            thread.start()

    # --- called from the session's thread --------------------------------------------------------

    def say(self, lines: Sequence[SpokenLine]) -> None:
        """Queue these lines and return at once."""
        private = [line for line in lines if line.audience != EVERYBODY and may_reach(line.audience, BOOTH)]
        self._put(self._room, [line for line in lines if may_reach(line.audience, ROOM_SPEAKER)])
        if self._booth is not None:
            self._put(self._booth, private)
            if lines:
                self._play_music(bool(private))

    def _put(self, queue: SpeakingQueue, lines: Sequence[SpokenLine]) -> None:
        """Queue these lines, with recordings of players in place of their words."""
        for line in lines:
            if line.marked_text is None:
                queue.put([line])
                continue
            for part in split_at_clips(line.marked_text):
                recording = self._find_recording(part.sound) if isinstance(part, ClipMark) else None
                words = part.words if isinstance(part, ClipMark) else part
                if recording is not None:
                    queue.put_sound(recording)
                elif words:
                    queue.put([replace(line, text=words, marked_text=None)])

    def play_cue(self, cue: Cue) -> None:
        """Queue a cue for the room, unless cues are switched off."""
        if self._cue_gain_db is not None:
            self._room.put_sound(load_cue(cue).amplified(self._cue_gain_db))

    def stop(self) -> tuple[SpokenLine, ...]:
        """Stop both outputs at once. Return what was not played in the room, so that `say` can continue it."""
        self._play_music(False)
        if self._booth is not None:
            self._booth.stop()
        unread = self._room.stop()
        self._on_stop()
        return unread

    def set_preferences(self, preferences: Preferences) -> None:
        """Change the speed from the next sentence on, and the volume at once."""
        self._synthesiser.prefer_voice(other=preferences.other_voice)
        for queue in self._queues:
            queue.words_per_minute = preferences.rate
        for output in self._outputs:
            output.volume = volume_gain(preferences.volume)
        cues = preferences.cues
        self._cue_gain_db = (cues - DEFAULT_CUE_VOLUME) * VOLUME_STEP_DB if cues else None

    def on_stop(self, callback: Callable[[], None]) -> None:
        """Call this when the speech in the room is stopped, in the session's thread."""
        self._on_stop = callback

    def on_words(self, callback: Callable[[SpokenLine, SpokenPiece], None]) -> None:
        """Call this before each piece of a line in the room, in the playing thread."""
        self._room.on_begin = callback

    @property
    def is_speaking(self) -> bool:
        return self._room.is_speaking

    @property
    def current_line(self) -> str:
        return self._room.current_line

    @property
    def is_telling_story(self) -> bool:
        return self._room.is_telling_story

    @property
    def voice_name(self) -> str | None:
        """The name of the current voice."""
        return self._synthesiser.voice

    def wait(self, seconds: float | None = None) -> bool:
        """Wait until everything is played in the room and the booth. Return False after a timeout."""
        return all(queue.wait(seconds) for queue in self._queues)

    def begin_game(self) -> None:
        """Give the characters of a new game new voices."""
        self._cast.begin_story()

    def close(self) -> None:
        """Play everything that is queued, then end the threads. To end at once, call `stop` first."""
        with suppress(KeyboardInterrupt):  # Ctrl-C skips the last words
            self.wait()
        self._play_music(False)
        self._closed.set()
        for queue in self._queues:
            queue.stop()
        for thread in self._threads:
            thread.join()
        self._synthesiser.close()

    def _play_music(self, is_playing: bool) -> None:
        """Start or stop the music that covers private speech, unless it is so already."""
        if is_playing != self._is_music_playing and self._music is not None:
            self._is_music_playing = is_playing
            self._outputs[0].set_background(self._music if is_playing else None)

    # --- the playing threads ---------------------------------------------------------------------

    def _play(self, queue: SpeakingQueue) -> None:
        on_change = self._on_change if queue is self._room else lambda speaking: None
        was_speaking = False
        while queue.wait_for_work(self._closed.is_set):
            if queue.is_speaking != was_speaking:
                was_speaking = not was_speaking
                on_change(was_speaking)
            try:
                queue.step()
            except NarratorError as error:  # the output failed: empty the queue, so that `wait` returns
                queue.stop()
                self._report(str(error))
            if was_speaking and not queue.is_speaking:
                was_speaking = False
                on_change(False)


def find_clip(clips: Clips, name: str) -> Pcm | None:
    """Return the recording of a player, or None if it was deleted."""
    try:
        return Pcm(*clips.sound(name))
    except NoSuchClip:
        return None
