"""The heart of the ear: sound in, decisions out. It knows no thread, no device and no clock.

    frames → activity (does somebody speak?) → recogniser (which words so far?) → phrase book (are they a phrase?)
           → patience (have they finished?) → agreement (is it sure?) → a decision

The microphone, recordings, the demo and the bench all feed the same listener: what is measured is what is played with.
Two rules keep it honest. An utterance is accepted only if *all* of it is a phrase; and where decodes of the same
sound disagree, the answer is a doubt with the candidates, never the likeliest of them.

Phrases are changed between utterances only: what is being said when they change is judged by what was expected before.
"""

import time
from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol

import numpy as np

from narrator.ears.agreement import Agreement
from narrator.ears.endpoint import GRAIN, RATE, SECONDS, Activity, levels
from narrator.ears.phrasebook import Phrasebook, Verdict
from narrator.sound.pcm import Pcm, Samples, rounded

PRE_ROLL = 30
"""Grains before a voice that belong to it: the breath of an "h" is too soft to be caught."""
BLOCK = 3
"""Grains that the recogniser gets at once."""
LOOK = 0.05
"""Seconds of quiet after which the words so far are looked at."""
PEEK = 0.08
"""Seconds of silence after which the words are decoded afresh, if they are no phrase yet: fed piece by piece, the
recogniser is some tenths of a second behind, and whoever has finished need not wait for that."""
PEEK_LONGEST = 4.0
"""Seconds of an utterance for which that is worth while."""
ROOM_LOOK = 9
"""Grains between two looks at what of an utterance was only the room."""
LONGEST = 15.0
"""Seconds after which talk is no answer any more. What comes then is a new utterance."""
CLEAR = 8000.0
"""The height to which the waves of a voice are brought; far below it the recogniser hears its own dither."""
LOUDEST = 4 * CLEAR
"""Above this a wave would be cut off."""
MOST_GAIN = 100.0


class Reason(StrEnum):
    """Why an utterance was accepted or refused."""

    PHRASE = "a phrase"
    FREE = "free words"
    NOT_SURE = "not sure"
    UNFINISHED = "unfinished"
    NO_PHRASE = "no phrase"
    NO_WORDS = "no words"
    TOO_LONG = "too long"


@dataclass(frozen=True, slots=True, eq=False)
class Decision:
    """What became of one utterance. Times are seconds since the listener began."""

    text: str
    accepted: bool
    reason: Reason
    start_s: float
    end_of_speech_s: float
    decided_s: float
    """When it was decided, the computing included."""
    doubt: tuple[str, ...] = ()
    """Where it is not sure: the phrases it may have been, the likeliest first."""
    sound: Pcm | None = None
    """Free words: what was said, as it sounded."""
    computing_s: float = 0.0
    """Of the time between the end and the decision, what was spent computing."""


class Recogniser(Protocol):
    """Turns sound into words. Belongs to one thread."""

    def expect(self, phrases: Sequence[str]) -> None:
        """Only these words from now on, in about this order. Nothing may be under way."""

    def begin(self) -> None:
        """Forget whatever was under way."""

    def feed(self, samples: Samples) -> None:
        """A little more of the utterance."""

    def so_far(self) -> str:
        """The words so far, as they seem."""

    def finish(self) -> str:
        """The words of the whole utterance; it is over for the recogniser."""


class Scribe(Protocol):
    """Writes down whatever it hears."""

    def begin(self) -> None:
        """Forget whatever was under way."""

    def feed(self, samples: Samples) -> None:
        """The sound."""

    def finish(self) -> str:
        """Its words."""


class Listener:
    """Takes the sound of a room, piece by piece, and says what was said."""

    def __init__(
        self, recogniser: Recogniser, agreement: Agreement | None = None, scribe: Scribe | None = None
    ) -> None:
        """`agreement` is the second opinion on what was heard; the `scribe` writes down free words."""
        self._recogniser, self._agreement, self._scribe = recogniser, agreement, scribe
        self._book = Phrasebook(())
        self._free = False
        self._next: tuple[Phrasebook, bool] | None = None
        self.in_another_room()

    def in_another_room(self) -> None:
        """Forget the room and the time, and whatever was under way: another recording begins."""
        self._activity = Activity()
        self._rest: Samples = np.zeros(0, dtype=np.int16)
        self._before: deque[tuple[Samples, float]] = deque(maxlen=PRE_ROLL)
        self._said: list[Samples] = []
        self._levels: list[float] = []
        self._gain = 1.0
        self._fed = 0
        self._peeked: str | None = None
        self._opinion: tuple[str, tuple[str, ...]] | None = None
        self._time = 0.0
        self._clock = 0.0
        self._end = 0.0

    @property
    def hearing(self) -> bool:
        """Whether somebody is speaking."""
        return self._activity.speaking

    def expect(self, book: Phrasebook, *, free: bool = False) -> None:
        """What may be said from the next utterance on."""
        self._next = (book, free)
        if not self.hearing:
            self._turn_page()

    def feed(self, samples: Samples) -> list[Decision]:
        """Listen to a little more; the decisions that this brought about."""
        began = time.thread_time()
        decisions = []
        self._rest = np.concatenate([self._rest, samples])
        while len(self._rest) >= GRAIN:
            grains = min(BLOCK, len(self._rest) // GRAIN)
            block, self._rest = self._rest[: grains * GRAIN], self._rest[grains * GRAIN :]
            for grain, level in zip(np.split(block, grains), levels(block), strict=True):
                self._grain(grain, float(level))
            self._time += len(block) / RATE
            decision = self._look(began)
            if decision:
                decisions.append(decision)
        # as if it ran beside the microphone: whoever computes too long is late for the next piece
        self._clock = max(self._clock, self._time) + time.thread_time() - began
        return decisions

    def flush(self) -> list[Decision]:
        """The recording has ended: what is under way is decided as if silence followed."""
        decisions = self.feed(np.zeros(GRAIN * BLOCK * 2, dtype=np.int16))
        if not decisions and self.hearing:
            decisions.append(self._decide(time.thread_time()))
        return decisions

    # --- from grain to grain -------------------------------------------------------------------------

    def _grain(self, grain: Samples, level: float) -> None:
        was_hearing = self.hearing
        if self._activity.feed(level):
            if not was_hearing:
                self._begin()
            self._said.append(grain)
            self._levels.append(level)
        self._before.append((grain, level))

    def _begin(self) -> None:
        """Somebody speaks: begin with the moment before."""
        self._said = [grain for grain, _ in self._before]
        self._levels = [level for _, level in self._before]
        self._fed = 0
        self._peeked = self._opinion = None
        self._gain = MOST_GAIN
        self._begin_again()

    def _begin_again(self) -> None:
        self._recogniser.begin()
        if self._agreement:
            self._agreement.begin()

    def _look(self, began: float) -> Decision | None:
        """Pass on what was said, and see whether it is over."""
        if not self.hearing:
            return None
        self._forget_the_room()
        self._pass_on()
        quiet = self._activity.quiet
        if quiet.silence == 0.0:
            self._end = self._time
        if len(self._said) * SECONDS > LONGEST:
            return self._decide(began, Reason.TOO_LONG)
        if quiet.silence < LOOK and quiet.lull < LOOK:
            self._peeked = self._opinion = None
            return None
        words = self._so_far()
        verdict = Verdict.UNFINISHED if self._free else self._book.verdict(words)
        if not quiet.over(verdict) or (self._activity.stirring and quiet.silence > 0):
            if verdict is Verdict.COMPLETE:
                self._form_opinion(words)  # while there is time
            return None
        return self._decide(began)

    def _forget_the_room(self) -> None:
        """What was taken for a voice before the room was known is left out, as soon as it is."""
        if len(self._said) % ROOM_LOOK:
            return
        bar = self._activity.bar
        first = next((at for at, level in enumerate(self._levels) if level > bar), 0) - PRE_ROLL
        if first > ROOM_LOOK:
            del self._said[:first], self._levels[:first]
            self._fed = 0
            self._begin_again()

    def _pass_on(self) -> None:
        new = self._said[self._fed :]
        if not new:
            return
        loudest = max(1, int(np.abs(np.concatenate(new).astype(np.int32)).max()))
        if loudest * self._gain > LOUDEST:  # it was only the soft beginning: once more from there
            self._gain = max(1.0, CLEAR / loudest)
            self._begin_again()
            new = self._said
        self._give(self._amplified(new))
        self._fed = len(self._said)

    def _so_far(self) -> str:
        """The words so far, also those that the recogniser has not told yet."""
        words = self._recogniser.so_far()
        if self._book.phrase(words) or self._agreement is None or self._activity.quiet.silence < PEEK:
            return words
        if self._peeked is None and len(self._said) * SECONDS < PEEK_LONGEST:
            self._peeked = self._agreement.decoded(self._amplified(self._said))
        return self._peeked if self._peeked and self._book.phrase(self._peeked) else words

    def _give(self, samples: Samples) -> None:
        self._recogniser.feed(samples)
        if self._agreement:
            self._agreement.feed(samples)

    def _amplified(self, grains: Sequence[Samples]) -> Samples:
        samples = np.concatenate(grains)
        return samples if self._gain == 1.0 else rounded(samples * self._gain)

    # --- the decision --------------------------------------------------------------------------------

    def _decide(self, began: float, reason: Reason | None = None) -> Decision:
        text = self._recogniser.finish()
        verdict = self._book.verdict(text)
        doubt: tuple[str, ...] = ()
        if reason is None:
            reason = REASONS[verdict] if text else Reason.NO_WORDS
        if reason is Reason.PHRASE:
            doubt = self._form_opinion(text)
            reason = Reason.NOT_SURE if doubt else reason
        sound = None
        if self._free and reason is not Reason.PHRASE:
            sound = Pcm(np.concatenate(self._said), RATE)
            text, reason = self._written_down(sound), Reason.FREE
        computing = time.thread_time() - began
        start = self._time - len(self._said) * SECONDS
        decision = Decision(
            text=self._book.plain(text),
            accepted=reason in (Reason.PHRASE, Reason.FREE),
            reason=reason,
            start_s=round(start, 3),
            end_of_speech_s=round(self._end, 3),
            decided_s=round(max(self._clock, self._time) + computing, 3),
            doubt=doubt,
            sound=sound,
            computing_s=round(computing, 4),
        )
        self._activity.finish(room=reason is Reason.NO_WORDS)
        self._said = []
        self._turn_page()
        return decision

    def _form_opinion(self, text: str) -> tuple[str, ...]:
        """Whether it is sure that this phrase was said: the doubt, if there is any."""
        phrase = self._book.phrase(text)
        if self._agreement is None or phrase is None:
            return ()
        if self._opinion is None or self._opinion[0] != phrase:
            self._opinion = phrase, self._agreement.doubt(phrase, self._amplified(self._said), self._book)
        return self._opinion[1]

    def _written_down(self, sound: Pcm) -> str:
        if self._scribe is None:
            return ""
        self._scribe.begin()
        self._scribe.feed(self._amplified([sound.samples]))
        return self._scribe.finish()

    def _turn_page(self) -> None:
        """Between two utterances: what may be said next."""
        if self._next is None:
            return
        book, self._free = self._next
        self._next = None
        if book is not self._book:
            self._book = book
            self._recogniser.expect(book.grammar)
            if self._agreement:
                self._agreement.expect(book)


REASONS = {
    Verdict.COMPLETE: Reason.PHRASE,
    Verdict.EXTENDABLE: Reason.PHRASE,
    Verdict.UNFINISHED: Reason.UNFINISHED,
    Verdict.NEITHER: Reason.NO_PHRASE,
}
