"""The speaking queue: plays lines sentence by sentence, and can be stopped at any moment.

While a sentence plays, the next one is rendered. `stop` cuts off the current one, empties the queue and returns the
unplayed lines. The queue has no thread: its owner calls `step` repeatedly in one thread; `put`, `stop` and
`wait` may be called from any thread.
"""

from collections import deque
from collections.abc import Callable, Collection, Sequence
from concurrent.futures import CancelledError, Future
from dataclasses import dataclass, replace
from threading import Condition, get_ident
from time import monotonic
from typing import Protocol

from narrator.core.errors import NarratorError
from narrator.language.language import DEFAULT_LANGUAGE
from narrator.language.lines.audience import EVERYBODY
from narrator.language.lines.outbox import SpokenLine
from narrator.language.lines.renderer import STORY_TEXT
from narrator.speech.pcm import Pcm
from narrator.speech.tts.phrasing import SpokenPiece, split_into_pieces
from narrator.speech.tts.pronunciation import Pronunciation
from narrator.speech.tts.render import DEFAULT_WORDS_PER_MINUTE
from narrator.speech.tts.role_voices import NARRATOR_DELIVERY, Delivery, TableCast
from narrator.speech.tts.synthesiser import RenderPriority, Synthesiser

STOP_RETRY_S = 0.01
"""Stop the output again after this long if it still plays: it may have been about to start."""
STOP_TIMEOUT_S = 1.0
"""Stop waiting for an output that does not react."""
SECONDS_PER_LETTER = 0.07
"""An upper estimate of the time a letter takes at the default speed, pauses included."""
SILENCE_RATE = 16_000


class AudioOutput(Protocol):
    """An output that plays audio: a speaker, headphones or a recording."""

    volume: float
    """The gain factor, from 0 to 1; changes take effect at once, in the middle of a word."""

    def play(self, pcm: Pcm) -> object:
        """Play the clip without a gap after the previous one. Return when it has ended or was stopped."""

    def stop(self) -> object:
        """Cut off the clip that is playing, if any. Called from another thread than `play`."""

    def set_background(self, music: Pcm | None) -> object:
        """Loop this music under everything else, until None is given."""


@dataclass(slots=True, eq=False)
class QueueItem:
    """One piece of a line, a sound, or silence."""

    line: SpokenLine | None = None
    piece: SpokenPiece | None = None
    sound: Pcm | None = None
    delivery: Delivery = NARRATOR_DELIVERY
    padded_letters: int | None = None
    """For silence: it pads the preceding private lines to the duration of this many letters."""
    rendered: "Future[Pcm] | None" = None


class SpeakingQueue:
    """A queue of lines and sounds for one audio output."""

    def __init__(
        self,
        synthesiser: Synthesiser,
        output: AudioOutput,
        pronunciation: Pronunciation | None = None,
        *,
        cast: TableCast | None = None,
        report: Callable[[str], None] = lambda sentence: None,
    ) -> None:
        """Start with an empty queue.

        `cast` gives the characters of stories their voices. `report` gets a sentence when a line cannot be rendered.
        """
        self.words_per_minute = DEFAULT_WORDS_PER_MINUTE
        """The speed, from the next sentence on."""
        self.current_line = ""
        """The text of the line now playing, or of the last one that did."""
        self.on_begin: Callable[[SpokenLine, SpokenPiece], None] = lambda line, piece: None
        """Called before each piece is played."""
        self._synthesiser = synthesiser
        self._output = output
        self._pronunciation = pronunciation or Pronunciation()
        self._cast = cast or TableCast(DEFAULT_LANGUAGE)
        self._report = report
        self._items: deque[QueueItem] = deque()
        self._stops = 0
        self._private_letters = 0
        """The letters of the private lines queued last."""
        self._private_s = 0.0
        """The seconds of private lines played last."""
        self._playing_thread: int | None = None
        self._changed = Condition()

    # --- called from any thread ------------------------------------------------------------------

    @property
    def is_speaking(self) -> bool:
        """Whether anything is playing or queued."""
        return bool(self._items)

    @property
    def is_telling_story(self) -> bool:
        """Whether story text is playing or queued."""
        with self._changed:
            return any(item.line is not None and item.line.is_narration for item in self._items)

    def put(self, lines: Sequence[SpokenLine]) -> None:
        """Queue these lines."""
        items: list[QueueItem] = []
        for line in lines:
            direct = self._cast.direct if line.id == STORY_TEXT and not is_private(line) else None
            pieces = split_into_pieces(line.text, direct)
            items += (QueueItem(line, piece, delivery=self._cast.delivery(piece.part)) for piece in pieces)
            self._private_letters = self._private_letters + len(line.text) if is_private(line) else 0
            if line.spare_letters is not None:
                items.append(QueueItem(padded_letters=self._private_letters + line.spare_letters))
        with self._changed:
            was_empty = not self._items
            self._items += items
            if items and was_empty:
                self._submit(items[0], RenderPriority.NOW)
            self._changed.notify_all()

    def put_sound(self, pcm: Pcm) -> None:
        """Queue a sound."""
        with self._changed:
            self._items.append(QueueItem(sound=pcm))
            self._changed.notify_all()

    def stop(self) -> tuple[SpokenLine, ...]:
        """Stop at once. Return the lines that were not played, from the start of the sentence that was cut."""
        with self._changed:
            rest = unfinished_lines(self._items)
            self._stops += 1
            self._private_s = 0.0
            for item in self._items:
                if item.rendered is not None:
                    item.rendered.cancel()
            self._items.clear()
            self._changed.notify_all()
            self._output.stop()
            deadline = monotonic() + STOP_TIMEOUT_S
            while self._playing_thread not in (None, get_ident()) and monotonic() < deadline:
                self._changed.wait(STOP_RETRY_S)
                self._output.stop()
        return rest

    def wait(self, seconds: float | None = None) -> bool:
        """Wait until everything is played. Return False after a timeout."""
        with self._changed:
            return self._changed.wait_for(lambda: not self._items, seconds)

    # --- called from the playing thread ----------------------------------------------------------

    def wait_for_work(self, is_closed: Callable[[], bool]) -> bool:
        """Wait until there is something to play. Return False when closed instead."""
        with self._changed:
            self._changed.wait_for(lambda: is_closed() or bool(self._items))
        return not is_closed()

    def step(self) -> bool:
        """Play one piece or sound. Return False if the queue is empty."""
        with self._changed:
            stops = self._stops
            item = self._items[0] if self._items else None
        if item is None:
            return False
        pcm = self._get_audio(item)
        with self._changed:
            if stops != self._stops:
                return True
            self._render_next_piece()
            self._playing_thread = get_ident()
            if item.line is not None:
                self.current_line = item.line.text
        try:
            if item.line is not None and item.piece is not None:
                self.on_begin(item.line, item.piece)
            if pcm is not None:
                self._output.play(pcm)
                self._private_s = self._private_s + pcm.seconds if item.line and is_private(item.line) else 0.0
        finally:
            with self._changed:
                self._playing_thread = None
                if stops == self._stops:
                    self._items.popleft()
                self._changed.notify_all()
        return True

    def _get_audio(self, item: QueueItem) -> Pcm | None:
        """Return the audio with its pause; None if it was stopped or cannot be rendered."""
        slowness = DEFAULT_WORDS_PER_MINUTE / self.words_per_minute
        if item.padded_letters is not None:
            return Pcm.silence(
                max(0.0, item.padded_letters * SECONDS_PER_LETTER * slowness - self._private_s), SILENCE_RATE
            )
        if item.piece is None:
            return item.sound
        with self._changed:
            self._submit(item, RenderPriority.NOW)
            rendered = item.rendered
        assert rendered is not None
        if not rendered.done():
            self._synthesiser.make_urgent(rendered)
            with self._changed:
                if self._items and self._items[0] is item:
                    self._render_next_piece()
        try:
            pcm = rendered.result()
        except CancelledError:
            return None
        except NarratorError as error:
            self._report(str(error))
            return None
        return Pcm.join((item.delivery.finish_live(pcm), Pcm.silence(item.piece.pause_s * slowness, pcm.rate)))

    def _render_next_piece(self) -> None:
        for item in self._items:
            if item.piece is not self._items[0].piece:
                self._submit(item, RenderPriority.NEXT)
                return

    def _submit(self, item: QueueItem, priority: RenderPriority) -> None:
        if item.rendered is None and item.piece is not None:
            text = self._pronunciation.respell(item.piece.text)
            item.rendered = self._synthesiser.submit(text, item.delivery.live_rate(self.words_per_minute), priority)


def is_private(line: SpokenLine) -> bool:
    """Return whether the line is for one player alone."""
    return line.audience != EVERYBODY


def unfinished_lines(items: Collection[QueueItem]) -> tuple[SpokenLine, ...]:
    """Return the lines that are not fully played, from the start of the current sentence."""
    rest: list[SpokenLine] = []
    last: SpokenLine | None = None
    for item in items:
        if item.line is not None and item.piece is not None and item.line is not last:
            is_current = last is None
            text = item.line.text[item.piece.sentence_start :]
            rest.append(replace(item.line, text=text) if is_current else item.line)
            last = item.line
    return tuple(rest)
