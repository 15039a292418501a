"""The speaking queue: plays lines one breath group after the other, and can fall silent at any moment.

While a group plays, the next one is rendered. When anybody says "stop", the player cuts it off, nothing more is played,
and the queue tells where it was. It has no thread of its own: whoever owns one calls `step` again and again; `put`,
`stop` and `wait` may come from anywhere.
"""

from collections import deque
from collections.abc import Callable, Collection, Sequence
from concurrent.futures import CancelledError, Future
from dataclasses import dataclass, replace
from threading import Condition, get_ident
from time import monotonic
from typing import Protocol

from narrator.core.errors import NarratorError
from narrator.language.lines.outbox import SpokenLine
from narrator.speech.pcm import Pcm
from narrator.speech.tts.phrasing import BreathGroup, split_into_breath_groups
from narrator.speech.tts.pronunciation import Pronunciation
from narrator.speech.tts.render import DEFAULT_WORDS_PER_MINUTE
from narrator.speech.tts.synthesiser import FirstPart, RenderPriority, Synthesiser

STOP_RETRY_S = (
    0.01  # seconds after which a player that has not stopped is told again: it may have been just about to begin
)
SECONDS_PER_LETTER = 0.07  # seconds that a letter takes at the usual rate, pauses included: rather more than it does
SILENCE_RATE = 16_000
STOP_TIMEOUT_S = 1.0  # seconds after which a player that does not stop at all is left alone


class AudioOutput(Protocol):
    """Anything that plays sound: a loudspeaker, headphones, the room of a demo."""

    volume: float  # from 0 to 1; changes at once, in the middle of a word

    def play(self, pcm: Pcm) -> object:
        """Play this right behind what was played before. Comes back when it is over or was stopped."""

    def stop(self) -> object:
        """Cut off what is playing, if anything. Called from another thread than `play`."""

    def set_background(self, music: Pcm | None) -> object:
        """Play this under everything else, over and over, until it is to end."""


@dataclass(slots=True, eq=False)
class QueueItem:
    """One breath group of a line, or what is left of it, or a sound."""

    said: SpokenLine | None = None
    group: BreathGroup | None = None
    sound: Pcm | None = None
    lasts: int | None = None  # silence, until what was said to one player alone has taken as long as so many letters
    answer: "Future[Pcm] | None" = None


class SpeakingQueue:
    def __init__(
        self,
        studio: Synthesiser,
        player: AudioOutput,
        pronunciation: Pronunciation | None = None,
        *,
        cacheable: bool = True,
        report: Callable[[str], None] = lambda sentence: None,
    ) -> None:
        """`keep`: whether what is said may be kept on disk. `trouble` is told why something could not be said."""
        self.words_per_minute = DEFAULT_WORDS_PER_MINUTE  # words a minute, from the next group on
        self._studio = studio
        self._player = player
        self._pronunciation = pronunciation or Pronunciation()
        self._keep = cacheable
        self._trouble = report
        self.on_begin: Callable[[SpokenLine, BreathGroup], None] = lambda said, group: None
        """Is told which words are played next."""
        self._items: deque[QueueItem] = deque()
        self.current_line = ""  # the line that is being said, or was said last
        self._stops = 0
        self._letters = 0  # of what is put for one player alone
        self._alone = 0.0  # seconds of it that were played
        self._playing: int | None = None  # the thread that is playing
        self._changed = Condition()

    # --- from anywhere ---------------------------------------------------------------------------

    @property
    def is_speaking(self) -> bool:
        return bool(self._items)

    @property
    def is_telling_story(self) -> bool:
        with self._changed:
            return any(item.said is not None and item.said.is_narration for item in self._items)

    def put(self, lines: Sequence[SpokenLine]) -> None:
        breath_before = self._pronunciation.breath_before
        items: list[QueueItem] = []
        for said in lines:
            items += (QueueItem(said, group) for group in split_into_breath_groups(said.text, breath_before))
            self._letters = self._letters + len(said.text) if said.aloud else 0
            if said.spare_letters is not None:
                items.append(QueueItem(lasts=self._letters + said.spare_letters))
        with self._changed:
            waiting = bool(self._items)
            self._items += items
            if items and not waiting:
                self._want(items[0], RenderPriority.NOW)
            self._changed.notify_all()

    def put_sound(self, pcm: Pcm) -> None:
        with self._changed:
            self._items.append(QueueItem(sound=pcm))
            self._changed.notify_all()

    def stop(self) -> tuple[SpokenLine, ...]:
        with self._changed:
            rest = unfinished_lines(self._items)
            self._stops += 1
            self._alone = 0.0
            for item in self._items:
                cancel_rendering(item.answer)
            self._items.clear()
            self._changed.notify_all()
            self._player.stop()
            until = monotonic() + STOP_TIMEOUT_S
            while self._playing not in (None, get_ident()) and monotonic() < until:
                self._changed.wait(STOP_RETRY_S)
                self._player.stop()
        return rest

    def wait(self, seconds: float | None = None) -> bool:
        """Until everything is said; whether it is."""
        with self._changed:
            return self._changed.wait_for(lambda: not self._items, seconds)

    # --- from the one thread that plays ----------------------------------------------------------

    def wait_for_work(self, done: Callable[[], bool]) -> bool:
        """Until there is something to play; no if all is done instead."""
        with self._changed:
            self._changed.wait_for(lambda: done() or bool(self._items))
        return not done()

    def step(self) -> bool:
        """Play one breath group; no if there is nothing to play."""
        with self._changed:
            stops = self._stops
            item = self._items[0] if self._items else None
        if item is None:
            return False
        pcm = self._sound_of(item)
        with self._changed:
            if stops != self._stops:
                return True
            if isinstance(pcm, FirstPart):
                self._items.insert(1, QueueItem(item.said, item.group, answer=pcm.rest))
            self._look_ahead()
            self._playing = get_ident()
            if item.said is not None:
                self.current_line = item.said.text
        try:
            if item.said is not None and item.group is not None:
                self.on_begin(item.said, item.group)
            if pcm is not None:
                self._player.play(pcm)
                self._alone = self._alone + pcm.seconds if item.said is not None and item.said.aloud else 0.0
        finally:
            with self._changed:
                self._playing = None
                if stops == self._stops:
                    self._items.popleft()
                self._changed.notify_all()
        return True

    def _sound_of(self, item: QueueItem) -> Pcm | None:
        """With the pause behind it, if it is whole; nothing if it was stopped meanwhile or cannot be said."""
        if item.lasts is not None:
            return Pcm.silence(
                max(
                    0.0,
                    item.lasts * SECONDS_PER_LETTER * DEFAULT_WORDS_PER_MINUTE / self.words_per_minute - self._alone,
                ),
                SILENCE_RATE,
            )
        if item.group is None:
            return item.sound
        with self._changed:
            self._want(item, RenderPriority.NOW)
            answer = item.answer
        assert answer is not None
        if not answer.done():
            self._studio.make_urgent(answer)
            with self._changed:
                if self._items and self._items[0] is item:
                    self._look_ahead()
        try:
            pcm = answer.result()
        except CancelledError:
            return None
        except NarratorError as error:
            self._trouble(str(error))
            return None
        if isinstance(pcm, FirstPart):
            return pcm
        return Pcm.join(
            (pcm, Pcm.silence(item.group.pause_s * DEFAULT_WORDS_PER_MINUTE / self.words_per_minute, pcm.rate))
        )

    def _look_ahead(self) -> None:
        """The group after this one can already take its place in the row."""
        for item in self._items:
            if item.group is not self._items[0].group:
                self._want(item, RenderPriority.NEXT)
                return

    def _want(self, item: QueueItem, when: RenderPriority) -> None:
        if item.answer is None and item.group is not None:
            text = self._pronunciation.respell(item.group.text)
            item.answer = self._studio.submit(text, self.words_per_minute, when, cacheable=self._keep, in_parts=True)


def cancel_rendering(answer: "Future[Pcm] | None") -> None:
    """Nobody waits for it any more, nor for what would follow."""
    while answer is not None and not answer.cancel():
        sound = None if answer.exception() else answer.result()
        answer = sound.rest if isinstance(sound, FirstPart) else None


def unfinished_lines(items: Collection[QueueItem]) -> tuple[SpokenLine, ...]:
    """What is left to say, from the beginning of the sentence that is being said."""
    rest: list[SpokenLine] = []
    last: SpokenLine | None = None
    for item in items:
        if item.said is not None and item.group is not None and item.said is not last:
            rest.append(
                replace(item.said, text=item.said.text[item.group.sentence_start :]) if last is None else item.said
            )
            last = item.said
    return tuple(rest)
