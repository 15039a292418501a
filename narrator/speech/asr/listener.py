"""The heart of the ear: sound in, decisions out. It knows no thread, no device and no clock.

    frames → voice activity (VAD: does somebody speak?) → recogniser (which words so far?)
           → phrase book (are they a phrase?) → agreement (is it sure?) → endpoint (have they finished?) → a decision

The microphone, recordings, the demo and the bench all feed the same listener: what is measured is what is played with.
Two rules keep it honest. An utterance is accepted only if *all* of it is a phrase; and where decodes of the same
sound disagree, the answer is a doubt with the candidates, never the likeliest of them.

What is judged in a quiet room, and what in a noisy one, stands in `utterance.py`.

Phrases are changed between utterances only: what is being said when they change is judged by what was expected before.
"""

import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol

import numpy as np

from narrator.speech.asr.agreement import Again, Agreement, OpenEar, Opinion
from narrator.speech.asr.endpoint import GRAIN, RATE, VoiceActivity, levels
from narrator.speech.asr.phrasebook import Guess, Phrasebook, Verdict
from narrator.speech.asr.utterance import NOTHING, REMEMBERED, Moment, Utterance
from narrator.speech.networks.silero_vad import AnySound, Detector
from narrator.speech.pcm import Pcm, Samples

BLOCK = 3
"""Grains that the recogniser gets at once."""
LOOK = 0.05
"""Seconds of quiet after which the words so far are looked at."""
LULLED = 0.18
"""Seconds of a mere lull after which they are looked at: shortly before it can be the end."""
MOST_OVERTAKEN = 4
"""Each time that somebody goes on who seemed to have finished, the next look waits longer: all of it is heard again."""
BLIP = 0.07
"""Seconds of a voice that are too short for any word: a breath, a clatter."""
ANSWERED = 0.6
"""Seconds of silence after which a phrase is an answer, where free words are awaited as well: "no reason"."""
ANSWER = 3.0
"""Seconds within which most answers are given: so long the second ear listens along."""
PEEK_LONGEST = 6.0
"""Seconds of an utterance that is listened to again as a whole; no phrase is longer."""
KNOWN = 100
"""Grains of a room after which it is known whether others talk in it."""
LOUDER = 6.5
"""Decibels by which a voice in a noisy room must be louder than that."""
SOFTER, TURN = 7.0, 5.0
"""Decibels by which the next voice may be softer than the last one that spoke to us; and seconds for which that counts,
in a noisy room for all, in a quiet one for what may be said at any time. The others at the party are further away."""
AT_ONCE = 0.4
"""Seconds after an answer within which one more word is the end of it, heard for itself: "five" … "one". A correction
has more words."""
LONGEST = 15.0
"""Seconds after which talk is no answer any more. What comes then is a new utterance."""


class DecisionReason(StrEnum):
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
    reason: DecisionReason
    start_s: float
    end_of_speech_s: float
    decided_s: float
    """When it was decided, the computing included."""
    doubt: tuple[str, ...] = ()
    """Where it is not sure: the phrases it may have been, the likeliest first."""
    sound: Pcm | None = None
    """Free words: what was said, as it sounded."""
    dictated: str = ""
    """What open dictation wrote down, where it was no phrase: material for a question, never for a move."""
    computing_s: float = 0.0
    """Of the time between the end and the decision, what was spent computing."""


class Recogniser(Again, Protocol):
    """Turns sound into words. Belongs to one thread; its phrases change only while nothing is under way."""

    def so_far(self) -> str:
        """The words so far, as they seem."""


class Listener:
    """Takes the sound of a room, piece by piece, and says what was said."""

    def __init__(
        self,
        recogniser: Recogniser,
        agreement: Agreement | None = None,
        scribe: OpenEar | None = None,
        detector: Callable[[], Detector] = AnySound,
    ) -> None:
        """`agreement` is the second opinion on what was heard; the `scribe` writes down free words; a `detector` for
        each room tells speech from noise."""
        self._recogniser, self._agreement, self._scribe = recogniser, agreement, scribe
        self._new_detector = detector
        self._book = Phrasebook(())
        self._free = False
        self._next: tuple[Phrasebook, bool] | None = None
        self.in_another_room()

    def in_another_room(self) -> None:
        """Forget the room and the time, and whatever was under way: another recording begins."""
        self._activity = VoiceActivity()
        self._detector = self._new_detector()
        self.speech = 0.0
        """How likely what was heard last is speech."""
        self._rest = NOTHING
        self._before: deque[Moment] = deque(maxlen=REMEMBERED)
        self._utterance = Utterance()
        self._ended = False
        """Whether the recogniser has told all its guesses: if the voice goes on, it must begin again."""
        self._words = ""
        self._overtaken = 0
        """How often whoever seemed to have finished went on."""
        self._opinion: Opinion | None = None
        self._judged: tuple[tuple[int, int], Opinion] | None = None
        """In a noisy room: the opinion on what stood out there, from grain to grain."""
        self._speaker = 0.0, -TURN
        """How loud the last one was who spoke to us, and when."""
        self._at_once = False
        """Whether what is being said began right behind an answer."""
        self._time = 0.0
        self._clock = 0.0
        self._end = 0.0

    @property
    def hearing(self) -> bool:
        """Whether somebody is speaking."""
        return self._activity.speaking

    def expect(self, book: Phrasebook, *, free: bool = False, afresh: bool = False) -> None:
        """What may be said from the next utterance on.

        `afresh`: what is under way is the narrator's own voice, dying away. It is forgotten, or whoever answers quickly
        would be taken for the end of it.
        """
        self._next = (book, free)
        if afresh and self.hearing:
            self._activity.finish(room=False)
            self._before.clear()
        if not self.hearing:
            self._turn_page()

    def nobody_spoke(self) -> None:
        """The last decision was about the narrator's own voice: whoever answers right behind it is no end of it."""
        self._speaker = 0.0, -TURN

    def feed(self, samples: Samples) -> list[Decision]:
        """Listen to a little more; the decisions that this brought about."""
        began = time.thread_time()
        decisions = []
        self._rest = np.concatenate([self._rest, samples])
        while len(self._rest) >= GRAIN:
            grains = min(BLOCK, len(self._rest) // GRAIN)
            block, self._rest = self._rest[: grains * GRAIN], self._rest[grains * GRAIN :]
            self.speech = self._detector.speech(block)
            for grain, level in zip(np.split(block, grains), levels(block), strict=True):
                self._grain(grain, float(level), self.speech)
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

    def _grain(self, grain: Samples, level: float, speech: float) -> None:
        was_hearing = self.hearing
        hearing = self._activity.feed(level, speech)
        moment = grain, self._activity.level
        if not hearing:
            if was_hearing:
                self._only_the_room()
            self._before.append(moment)
            return
        if not was_hearing:
            self._begin()
        self._utterance.moments.append(moment)

    def _only_the_room(self) -> None:
        """Whoever it was, they were not speaking to us."""
        self._before.extend(self._utterance.moments)

    def _begin(self) -> None:
        """Somebody speaks: begin with the moment before."""
        self._utterance = Utterance(list(self._before), among_talkers=self._activity.among_talkers)
        self._at_once = self._time < self._speaker[1] + AT_ONCE
        self._overtaken = 0
        self._opinion = self._judged = None
        self._begin_again()

    def _begin_again(self) -> None:
        self._ended = False
        self._recogniser.begin()
        if self._agreement:
            self._agreement.begin()
        if self._scribe:
            self._scribe.begin()

    def _look(self, began: float) -> Decision | None:
        """Pass on what was said, and see whether it is over."""
        quiet = self._activity.quiet
        blip = quiet.silence >= LOOK and self._utterance.since_it_began - quiet.silence < BLIP
        outdone = self._activity.outdone and quiet.silence == 0.0  # whoever is louder still speaks: nothing is lost
        if self.hearing and not self._free and (blip or outdone):
            self._activity.finish(room=not blip)
            self._only_the_room()
        if not self.hearing:
            return None
        longer = 1 + min(self._overtaken, MOST_OVERTAKEN)
        going_on = quiet.silence < LOOK * longer and (quiet.lull < LULLED * longer or self._utterance.in_a_quiet_room)
        if going_on:
            self._overtaken += self._opinion is not None
            self._opinion = None  # before more is passed on: whoever has an opinion adds nothing to it
        self._pass_on()
        if quiet.silence == 0.0:
            self._end = self._time
        if self._utterance.seconds > LONGEST:
            return self._decide(began, DecisionReason.TOO_LONG)
        if going_on:
            return None
        if not quiet.over(self._verdict()) or (self._activity.stirring and quiet.silence > 0):
            return None
        return self._decide(began)

    def _verdict(self) -> Verdict:
        """What there is so far: by the words as they came, and by the opinion on all of it."""
        if self._free:
            answered = self._activity.quiet.silence > ANSWERED and self._book.phrase(self._recogniser.so_far())
            return Verdict.COMPLETE if answered else Verdict.UNFINISHED
        if not self._ended:
            self._words = self._recogniser.so_far()
        if self._agreement is None:
            return self._book.verdict(self._words)
        if self._opinion is None:
            self._opinion = self._form_opinion()
        if self._opinion.phrase and not self._opinion.doubt:  # a question can wait: they may go on
            return self._book.verdict(self._opinion.text)
        return Verdict.UNFINISHED if self._book.verdict(self._words) is Verdict.UNFINISHED else Verdict.NEITHER

    @property
    def _too_long(self) -> bool:
        """Whether this is no answer any more: somebody tells a story, perhaps the narrator. No more thought for it."""
        return not self._free and self._utterance.seconds > PEEK_LONGEST

    def _pass_on(self) -> None:
        if self._opinion is not None or self._too_long:  # then there is nothing to add
            return
        samples, afresh = self._utterance.unheard(afresh=self._ended)
        if afresh:
            self._begin_again()
        if len(samples):
            self._give(samples)

    def _give(self, samples: Samples) -> None:
        self._recogniser.feed(samples)
        if self._free and self._scribe:
            self._scribe.feed(samples)  # while they speak, so that nobody waits for it when they have finished
        if self._agreement:
            short = self._utterance.seconds < ANSWER and self._utterance.in_a_quiet_room
            likely = short and self._book.verdict(self._recogniser.so_far()) is not Verdict.NEITHER
            self._agreement.feed(samples, likely=likely)

    # --- the decision --------------------------------------------------------------------------------

    def _decide(self, began: float, reason: DecisionReason | None = None) -> Decision:
        opinion = self._opinion or Opinion()
        if not opinion.text:
            opinion = self._form_opinion()
        opinion = opinion.after_all or opinion
        if self._at_once and " " not in (self._book.phrase(opinion.text) or opinion.text):
            opinion = Opinion()
        self._recogniser.begin()
        text, doubt = opinion.text, opinion.doubt
        if reason is None:
            reason = DecisionReason.NO_WORDS if not text else self._reason(opinion)
        sound = None
        if self._free and reason is not DecisionReason.PHRASE:
            sound = Pcm(self._utterance.sound, RATE)
            text, reason, doubt = self._written_down(), DecisionReason.FREE, ()
        dictated = ""
        if self._agreement and reason in (DecisionReason.NO_PHRASE, DecisionReason.UNFINISHED) and not self._too_long:
            written = self._agreement.dictated(self._utterance.given)
            dictated = written.text if written else ""
        computing = time.thread_time() - began
        decision = Decision(
            text=self._book.plain(text),
            accepted=reason in (DecisionReason.PHRASE, DecisionReason.FREE),
            reason=reason,
            start_s=round(self._time - self._utterance.seconds, 3),
            end_of_speech_s=round(self._end, 3),
            decided_s=round(max(self._clock, self._time) + computing, 3),
            doubt=doubt,
            sound=sound,
            dictated=dictated,
            computing_s=round(computing, 4),
        )
        self._activity.finish(room=reason is DecisionReason.NO_WORDS)
        if decision.accepted:
            self._speaker = self._utterance.loudness, self._time
        else:
            self._only_the_room()
        self._turn_page()
        return decision

    def _reason(self, opinion: Opinion) -> DecisionReason:
        if opinion.phrase:
            return DecisionReason.NOT_SURE if opinion.doubt else DecisionReason.PHRASE
        return (
            DecisionReason.UNFINISHED
            if self._book.verdict(opinion.text) is Verdict.UNFINISHED
            else DecisionReason.NO_PHRASE
        )

    def _form_opinion(self) -> Opinion:
        """What was said, as far as can be told: all of it or, where others talk, what stands out from that."""
        agreement = self._agreement
        if agreement is None:
            guesses = self._recogniser.finish()
            phrases = self._book.phrases_among(guesses)
            return Opinion((phrases or guesses or (Guess(""),))[0].text, phrase=bool(phrases))
        if self._too_long:
            return Opinion(self._words)
        utterance, (speaker, when) = self._utterance, self._speaker
        loud = utterance.loudness
        further_away = loud < speaker - SOFTER and self._time < when + TURN
        if utterance.in_a_quiet_room:
            opinion = self._on_all_of_it(agreement)
            return Opinion() if further_away and self._book.evidence(opinion.text) else opinion
        if loud < utterance.others + LOUDER or further_away:
            return Opinion()
        standing_out = utterance.standing_out()
        if self._judged is None or self._judged[0] != standing_out:
            voice = utterance.amplified(*standing_out)
            told = agreement.opinion(agreement.decoded(voice), voice, self._book, streamed=False, noisy=True)
            self._judged = standing_out, told
        return self._judged[1]

    def _on_all_of_it(self, agreement: Agreement) -> Opinion:
        self._ended = True
        noisy = not self._utterance.room_known_for(KNOWN) or not self._activity.stands_out
        return agreement.opinion(self._recogniser.finish(), self._utterance.given, self._book, noisy=noisy)

    def _written_down(self) -> str:
        if self._scribe is None:
            return ""
        return next((guess.text for guess in self._scribe.finish()), "")

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
