"""Speech as an input source of the session: a thread that recognises what the microphone delivers."""

import logging
import threading
from collections import deque
from collections.abc import Callable, Iterable
from time import monotonic
from typing import TYPE_CHECKING

from narrator.core.errors import NarratorError
from narrator.language.understanding.expectation import Expectation
from narrator.speech.asr.audio_format import SAMPLE_RATE_HZ
from narrator.speech.asr.loading import load_recogniser
from narrator.speech.asr.phrase_index import PhraseIndex
from narrator.speech.asr.recogniser import MAX_SENTENCE_S, Recogniser
from narrator.speech.asr.result import RecognitionResult, ResultReason
from narrator.speech.asr.room_monitor import RoomMonitor
from narrator.speech.echo.aligned_canceller import SpeechOrigin
from narrator.speech.pcm import Samples
from narrator.speech.ports import Inbox, InputEnded, NotUnderstood, RoomTroubleNoticed, TroubleReported, UtteranceHeard

if TYPE_CHECKING:
    import vosk

CACHED_INDEXES = 4
"""Phrase indexes kept: while the narrator speaks, for the current question, and for the next."""
MIN_MISSED_S = 0.2
"""Shorter refused utterances were a cough and are not reported as missed. Not measured separately."""
RETRY_PAUSES_S = (1.0, 2.0, 5.0, 15.0, 30.0)
"""Pauses before each retry after a failure. After the last one speech input gives up."""
STABLE_AFTER_S = 600.0
"""Time without a failure after which earlier failures no longer count."""
RECOVERED_AFTER_S = 2.0
"""Audio processed after a failure before the players hear that it works again."""
FAILED = "Something went wrong with my ear. I am trying again; until then, please type."
RECOVERED = "I can hear you again."
GIVEN_UP = "My ear does not work any more. Please type."


class SpeechInput:
    """Recognises speech in a thread and puts what was said into the session's inbox."""

    def __init__(
        self,
        blocks: Iterable[Samples],
        model: "vosk.Model | None" = None,
        origin_of: Callable[[float, float], SpeechOrigin] | None = None,
    ) -> None:
        """Take blocks of PCM, which end when the input ends.

        `origin_of` tells who spoke between two seconds of them where they contain the narrator's own voice (see
        `speech.echo`).
        """
        self._blocks = blocks
        self._origin_of = origin_of or (lambda start, end: SpeechOrigin.PERHAPS_PLAYER)
        self._processed_s = 0.0
        """Audio processed before the current recogniser was created."""
        self._model = model
        self._expected: tuple[Expectation, Expectation | None] | None = None
        """The current and the next expectation, if they have changed."""
        self._indexes: deque[tuple[Expectation, PhraseIndex]] = deque(maxlen=CACHED_INDEXES)
        self._current: tuple[Expectation, Expectation | None] | None = None
        """The last expectations, which the next recogniser needs after a failure."""
        self._announced: Expectation | None = None
        """The expectation that was announced as the next one."""
        self._has_failed = False
        """Whether the players have heard of a failure and not yet of the recovery."""
        self._room = RoomMonitor()
        self._lock = threading.Lock()
        self._closed = threading.Event()

    def listen(self, inbox: Inbox) -> None:
        """Start the thread."""
        threading.Thread(target=self._run, args=(inbox,), name="speech input", daemon=True).start()

    def expect(self, expectation: Expectation, then: Expectation | None = None) -> None:
        """Expect this from the next utterance on, and prepare for what follows. Called from the session's thread."""
        with self._lock:
            self._expected = expectation, then

    def close(self) -> None:
        """Stop the thread after the current block."""
        self._closed.set()

    def _run(self, inbox: Inbox) -> None:
        """Recognise until the audio ends. Report failures and retry: players must never wait for a dead recogniser."""
        failures = 0
        try:
            while not self._closed.is_set():
                started = monotonic()
                try:
                    self._recognise(inbox)
                    return
                except NarratorError as error:  # its message says what to do
                    inbox.put(TroubleReported(str(error)))
                    return
                except Exception:  # any failure of a device, a model or our own code
                    logging.getLogger(__name__).debug("Speech recognition failed", exc_info=True)
                failures = 1 if monotonic() - started > STABLE_AFTER_S else failures + 1
                if failures > len(RETRY_PAUSES_S):
                    inbox.put(TroubleReported(GIVEN_UP))
                    return
                if not self._has_failed:
                    inbox.put(TroubleReported(FAILED))
                self._has_failed = True
                self._closed.wait(RETRY_PAUSES_S[failures - 1])
        finally:
            inbox.put(InputEnded())

    def _recognise(self, inbox: Inbox) -> None:
        # in this thread, so that the session does not wait; before the stream is opened, so that no audio is lost
        recogniser = load_recogniser(self._model)
        recogniser.warm_up()
        with self._lock:
            self._expected = self._expected or self._current
        start_s, samples = self._processed_s, 0
        for block in self._blocks:
            if self._closed.is_set():
                return
            self.apply_expectation(recogniser)
            results = recogniser.feed(block)
            samples += len(block)
            if trouble := self._room.feed(block, recogniser.speech_probability):
                inbox.put(RoomTroubleNoticed(trouble))
            for result in results:
                origin = self._origin_of(start_s + result.start_s, start_s + result.end_of_speech_s)
                if origin is SpeechOrigin.OWN_ECHO:
                    recogniser.forget_last_speaker()
                else:
                    is_clear = origin is SpeechOrigin.PLAYER
                    self.report(result, inbox, samples / SAMPLE_RATE_HZ, clear_of_playback=is_clear)
            self._processed_s = start_s + samples / SAMPLE_RATE_HZ
            if self._has_failed and samples >= RECOVERED_AFTER_S * SAMPLE_RATE_HZ:
                self._has_failed = False
                inbox.put(TroubleReported(RECOVERED))
        if self._closed.is_set():
            return
        for result in recogniser.flush():
            self.report(result, inbox, samples / SAMPLE_RATE_HZ)

    def apply_expectation(self, recogniser: Recogniser) -> None:
        """Pass the session's last expectation to the recogniser, if it has changed."""
        with self._lock:
            expected, self._expected = self._expected, None
        if expected is not None:
            self._current = now, then = expected
            recogniser.expect(
                self._index(now, recogniser), free_speech=now.free, discard_current=now is self._announced
            )
            self._announced = then
            if then is not None:
                self._index(then, recogniser)  # ahead of time

    def _index(self, expectation: Expectation, recogniser: Recogniser) -> PhraseIndex:
        """Return the phrase index of an expectation, from the cache if possible."""
        for cached, index in self._indexes:
            if cached is expectation:
                return index
            if cached.sounds_like(expectation):
                return index.for_sentences_of(expectation)
        index = recogniser.index(expectation)
        self._indexes.append((expectation, index))
        return index

    def report(self, result: RecognitionResult, inbox: Inbox, now_s: float, *, clear_of_playback: bool = False) -> None:
        """Put a result into the inbox. Side talk is dropped."""
        start_ago_s, end_ago_s = now_s - result.start_s, now_s - result.end_of_speech_s
        duration_s = start_ago_s - end_ago_s
        if result.reason is ResultReason.FREE and result.audio is not None:
            inbox.put(UtteranceHeard(result.text, result.audio.trimmed().normalised(), is_spoken=True))
        elif result.accepted:
            inbox.put(UtteranceHeard(result.text, is_spoken=True, clear_of_playback=clear_of_playback))
        elif result.candidates:
            inbox.put(
                UtteranceHeard("", candidates=result.candidates, is_spoken=True, clear_of_playback=clear_of_playback)
            )
        elif MIN_MISSED_S < duration_s < MAX_SENTENCE_S:
            trouble = self._room.find_trouble(start_ago_s, end_ago_s)
            inbox.put(NotUnderstood(trouble, bool(result.text), result.dictation, result.is_awaited))
