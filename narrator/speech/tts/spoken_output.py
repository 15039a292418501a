"""The spoken voice: says what is for the room in the room, and what is for one ear in the booth.

The two never wait for each other, so that nobody can tell from the room how long a whisper was. From the first whisper
of a visit to the next word for the room, soft music plays in the room. It prints nothing.

Threads: one that renders (the studio), and one for each output. `say` and `stop` come from the session's thread and
return at once.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from threading import Event, Thread

from fluent.syntax import FluentParser, ast

from narrator.core.errors import NarratorError
from narrator.core.paths import data_file
from narrator.language.language import DEFAULT_LANGUAGE
from narrator.language.lines.clip_marks import ClipMark, split_at_clips
from narrator.language.lines.line import Line
from narrator.language.lines.outbox import SpokenLine
from narrator.language.lines.preferences import Preferences
from narrator.language.lines.renderer import LineRenderer
from narrator.speech.pcm import Pcm
from narrator.speech.ports import Cue
from narrator.speech.tts.cache import SpeechCache
from narrator.speech.tts.cues import load_cue
from narrator.speech.tts.phrasing import BreathGroup, split_into_breath_groups
from narrator.speech.tts.pronunciation import load_pronunciation
from narrator.speech.tts.render import VOLUME_STEP_DB, Renderer, volume_gain
from narrator.speech.tts.speaking_queue import AudioOutput, SpeakingQueue
from narrator.speech.tts.synthesiser import RenderPriority, Synthesiser
from narrator.storage.clips import Clips, NoSuchClip

DEFAULT_CUE_VOLUME = Preferences().cues  # they are recorded as loud as they should usually be


class SpokenOutput:
    """Speaks with the first of these renderers that works."""

    def __init__(  # noqa: PLR0913  # all that a voice needs from the house
        self,
        renderers: Sequence[Renderer],
        room: AudioOutput,
        booth: AudioOutput | None = None,
        *,
        language: str = DEFAULT_LANGUAGE,
        cache: SpeechCache | None = None,
        on_change: Callable[[bool], None] = lambda speaking: None,
        report: Callable[[str], None] = lambda sentence: None,
        find_recording: Callable[[str], Pcm | None] = lambda name: None,
    ) -> None:
        """Without a `booth` (headphones) what is private is not spoken at all; others bring it to its owner.

        `changed` is told when the narrator begins to speak in the room and when it has finished, `trouble` in a
        sentence what goes wrong; both from the voice's own threads. `recording` finds what players said, by its name
        among the recordings; nothing if it is gone.
        """
        self._recording = find_recording
        self._language = language
        self._cues: float | None = 0.0
        """Decibels by which sounds without words are louder than they are recorded; none if they are not wished for."""
        self._changed, self._trouble = on_change, report
        self._studio = Synthesiser(renderers, cache, report=report)
        self._pronunciation = load_pronunciation(language)
        self._players = (room,) if booth is None else (room, booth)
        self._music = load_cue(Cue.MUSIC) if booth is not None else None
        self._hidden = False
        self._closed = Event()
        self._queues = tuple(  # what is whispered is not kept on disk
            SpeakingQueue(self._studio, player, self._pronunciation, cacheable=player is room, report=report)
            for player in self._players
        )
        self._room = self._queues[0]
        self._booth = self._queues[1] if booth is not None else None
        self._threads = [Thread(target=self._play, args=(queue,), daemon=True) for queue in self._queues]
        self.set_preferences(Preferences())
        for thread in self._threads:
            thread.start()

    # --- the voice -------------------------------------------------------------------------------

    def say(self, lines: Sequence[SpokenLine]) -> None:
        """Say these behind what is being said; comes back at once."""
        aloud = [said for said in lines if said.to is None]
        whispered = [said for said in lines if said.to is not None]
        self._put(self._room, aloud)
        if self._booth is not None:
            self._put(self._booth, whispered)
            if lines:
                self._hide(whispers=bool(whispered))

    def _put(self, queue: SpeakingQueue, lines: Sequence[SpokenLine]) -> None:
        """Word for word, but what was recorded in the player's own voice."""
        for said in lines:
            if said.marked_text is None:
                queue.put([said])
                continue
            for part in split_at_clips(said.marked_text):
                pcm = self._recording(part.sound) if isinstance(part, ClipMark) else None
                words = part.words if isinstance(part, ClipMark) else part
                if pcm is not None:
                    queue.put_sound(pcm)
                elif words:
                    queue.put([replace(said, text=words, marked_text=None)])

    def play_cue(self, cue: Cue) -> None:
        if self._cues is not None:
            self._room.put_sound(load_cue(cue).amplified(self._cues))

    def stop(self) -> tuple[SpokenLine, ...]:
        """Silence at once, everywhere; what the room did not hear to its end, so that it can be taken up with `say`."""
        self._hide(whispers=False)
        if self._booth is not None:
            self._booth.stop()
        return self._room.stop()

    def set_preferences(self, manner: Preferences) -> None:
        """From the next breath group on at this rate, and at this volume at once."""
        self._studio.prefer_voice(other=manner.other_voice)
        for queue in self._queues:
            queue.words_per_minute = manner.rate
        for player in self._players:
            player.volume = volume_gain(manner.volume)
        self._cues = (manner.cues - DEFAULT_CUE_VOLUME) * VOLUME_STEP_DB if manner.cues else None

    def on_words(self, begins: Callable[[SpokenLine, BreathGroup], None]) -> None:
        """Call this with the words that the room is about to hear, in the voice's own thread."""
        self._room.on_begin = begins

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
        return self._studio.voice

    def wait(self, seconds: float | None = None) -> bool:
        """Until everything is said, in the room and in the booth; whether it is."""
        return all(queue.wait(seconds) for queue in self._queues)

    def prefetch(self, texts: Iterable[str]) -> None:
        """Render these ahead when there is nothing better to do, instead of what was to be rendered ahead before."""
        self._studio.cancel_prefetches()
        for text in texts:
            for group in split_into_breath_groups(text, self._pronunciation.breath_before):
                self._studio.submit(
                    self._pronunciation.respell(group.text), self._room.words_per_minute, RenderPriority.LATER
                )

    def prepare_game(self, game: str | None) -> None:
        """Have the words of this game ready before they are needed: those that are always the same."""
        self.prefetch(static_lines(self._language, game))

    def close(self) -> None:
        """Say the rest, then finish. For silence at once, stop first."""
        with suppress(KeyboardInterrupt):  # whoever is in a hurry does not wait for the last words
            self.wait()
        self._hide(whispers=False)
        self._closed.set()
        for queue in self._queues:
            queue.stop()
        for thread in self._threads:
            thread.join()
        self._studio.close()

    def _hide(self, *, whispers: bool) -> None:
        """Let the music play that hides whispers, or end it. What plays already goes on."""
        if whispers != self._hidden and self._music is not None:
            self._hidden = whispers
            self._players[0].set_background(self._music if whispers else None)

    # --- the threads that play -------------------------------------------------------------------

    def _play(self, queue: SpeakingQueue) -> None:
        changed = self._changed if queue is self._room else lambda speaking: None
        speaking = False
        while queue.wait_for_work(self._closed.is_set):
            if queue.is_speaking != speaking:
                speaking = not speaking
                changed(speaking)
            try:
                queue.step()
            except NarratorError as error:  # the speaker is gone; who waits for the last word must not wait for ever
                queue.stop()
                self._trouble(str(error))
            if speaking and not queue.is_speaking:
                speaking = False
                changed(False)


def find_clip(clips: Clips, name: str) -> Pcm | None:
    """What a player said, as it was kept; nothing if it is gone."""
    try:
        return Pcm(*clips.sound(name))
    except NoSuchClip:
        return None


def static_lines(language: str, game: str | None = None) -> tuple[str, ...]:
    """The lines of this game, or those of all games, without names, cards or numbers: they will certainly be said one
    day, always in the same words."""
    words = LineRenderer(language, game)
    file = data_file("content", language, "lines", f"{game or 'common'}.ftl")
    said = (words.render(line) for line in _static_messages(file.read_text("utf-8")))
    return tuple(dict.fromkeys(text for text in said if text))


def _static_messages(written: str) -> Iterator[Line]:
    for message in FluentParser().parse(written).body:
        if isinstance(message, ast.Message):
            wordings = [(None, message.value), *((wording.id.name, wording.value) for wording in message.attributes)]
            for part, pattern in wordings:
                if pattern is not None and all(isinstance(each, ast.TextElement) for each in pattern.elements):
                    yield Line(message.id.name, {}, part)
