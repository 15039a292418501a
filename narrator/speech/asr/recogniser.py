"""The streaming recogniser: PCM in, results out. It uses no thread, no device and no clock.

    blocks → VAD (is a player speaking?) → decoder (which words?) → phrase index (are they a phrase?)
           → decider (is it certain?) → endpointer (have they finished?) → result
    what is not clearly a phrase → transcriber (which words?) → understanding, as if typed (has it a meaning?) → result

The microphone, recordings, the demo and the benches all feed the same recogniser, so that the
benches measure what players use.

Two rules:
- An utterance is accepted only if all of it is one phrase (see `decision`) or a sentence with a meaning (`sentences`).
- Phrases change between utterances only. An utterance that is in progress when they change is judged by the old ones.
"""

import time
from collections import deque
from collections.abc import Callable

import numpy as np

from narrator.language.understanding.expectation import Expectation
from narrator.speech.asr.audio_format import FRAME_SAMPLES, SAMPLE_RATE_HZ
from narrator.speech.asr.decision import Decider, Decision
from narrator.speech.asr.decoder import Decoder, Hypothesis, StreamingDecoder
from narrator.speech.asr.endpointer import has_finished, may_be_sentence
from narrator.speech.asr.phrase_index import Completeness, PhraseIndex
from narrator.speech.asr.result import RecognitionResult, ResultReason
from narrator.speech.asr.sentences import Sentence, SentenceContext, SentenceTranscriber
from narrator.speech.asr.utterance import NO_SAMPLES, Frame, Utterance
from narrator.speech.asr.vad import VoiceActivityDetector, frame_levels_db
from narrator.speech.networks.heap import release_freed_memory
from narrator.speech.networks.silero_vad import AlwaysSpeech, SpeechDetector
from narrator.speech.pcm import Pcm, Samples

REMEMBERED_FRAMES = 300
"""Frames before an utterance that are kept to estimate the noise. Bench: hearing --only kitchen tap."""
BLOCK_FRAMES = 3
"""Frames that are processed at once. Fewer decide sooner and cost more CPU. Bench: latency."""
CHECK_AFTER_SILENCE_S = 0.05
"""Silence after which the partial words are checked. Shorter decides sooner and decodes more often.
Bench: hearing --only "commands, clean", columns "median" and "computing"."""
CHECK_AFTER_LULL_S = 0.18
"""The same for a lull: shortly before it can end the utterance. Bench: hearing --only kitchen "four people"."""
MAX_RESUMPTIONS = 4
"""How often the next check waits longer after the speaker went on. Bench: hearing --only "side talk"."""
MIN_VOICE_S = 0.07
"""Shorter sounds cannot be a word: a breath, a clatter. Bench: hearing --ablation, "no shortest voice"."""
FREE_SPEECH_PHRASE_SILENCE_S = 0.6
"""Silence after which a phrase counts as the answer where free speech is expected too: "no reason".
Not measured separately."""
DICTATION_MAX_S = 3.0
"""Length up to which dictation decodes along; most answers are shorter. Longer costs CPU during side talk.
Bench: hearing --only "side talk", column "% of a core"."""
MAX_PHRASE_S = 6.0
"""Longer utterances cannot be a phrase. Bench: hearing --only "people: sentences"."""
MAX_SENTENCE_S = 12.0
"""Longer utterances are not written down: players talk to each other. Not measured separately."""
MAX_UTTERANCE_S = 15.0
"""Length at which an utterance is ended and refused. The rest is a new one. Not measured separately."""
MIN_KNOWN_ROOM_FRAMES = 100
"""Frames before an utterance that must be known to rule out a noisy room. Bench: hearing --only kitchen."""
ANSWER_ABOVE_TALK_DB = 6.5
"""How much louder than background talk a voice must be to be answered. Larger ignores more talk and more players.
Bench: hearing --ablation, "no minimum above talk"."""
MAX_SOFTER_DB = 7.0
"""How much softer than the last speaker the next one may be: people further away speak to each other.
Bench: hearing --ablation, "no turn"."""
TURN_S = 5.0
"""How long that limit holds after an accepted utterance: in talk for everything, in a quiet room for commands.
Bench: hearing --ablation, "no turn"."""
AFTER_QUESTION_S = 8.0
"""How long after a question a less likely answer is asked about instead of refused. Longer asks about more side talk.
Bench: hearing --only digits "other words", column "asked"."""
ANSWER_TAIL_S = 0.4
"""A single word that starts this soon after an accepted utterance is the end of it ("five" … "one") and is dropped;
corrections have more words. Not measured separately."""


class Recogniser:
    """Recognises the utterances in a stream of PCM."""

    def __init__(
        self,
        decoder: StreamingDecoder,
        decider: Decider | None = None,
        dictation: Decoder | None = None,
        new_detector: Callable[[], SpeechDetector] = AlwaysSpeech,
        transcriber: SentenceTranscriber | None = None,
    ) -> None:
        """Take the decoder for phrases, one for free speech, and a factory of speech detectors (one per stream).

        Without a decider the decoder's best phrase is accepted. Without a transcriber only phrases are understood, and
        free speech is written down by `dictation`.
        """
        self._decoder, self._decider, self._dictation = decoder, decider, dictation
        self._transcriber = transcriber
        self._new_detector = new_detector
        self._index = PhraseIndex(())
        self._free_speech = False
        self._next: tuple[PhraseIndex, bool] | None = None
        self.reset()

    def reset(self) -> None:
        """Forget the room, the time and the utterance in progress: another stream begins."""
        self._vad = VoiceActivityDetector()
        self._detector = self._new_detector()
        self.speech_probability = 0.0
        """Of the last block."""
        self._pending = NO_SAMPLES
        self._before: deque[Frame] = deque(maxlen=REMEMBERED_FRAMES)
        self._utterance = Utterance()
        self._decoder_finished = False
        """Whether the decoder has returned its hypotheses, so that it must start again if the voice goes on."""
        self._partial = ""
        self._resumptions = 0
        """How often the speaker went on after a decision was formed."""
        self._decision: Decision | None = None
        self._segment_decision: tuple[tuple[int, int], Decision] | None = None
        """In background talk: the loudest segment and the decision on it."""
        self._sentence: Sentence | None = None
        """The transcript of the utterance, until the speaker goes on."""
        self._last_peak_db, self._last_accepted_s = 0.0, -TURN_S
        """Of the last accepted utterance."""
        self._is_tail = False
        """Whether this utterance began right after an accepted one."""
        self._is_awaited = False
        """Whether it began in the seconds after a question."""
        self._asked_s = -AFTER_QUESTION_S
        """When the expected phrases were last set, which is when a question was asked."""
        self._time_s = self._clock_s = self._end_of_speech_s = 0.0

    @property
    def is_hearing(self) -> bool:
        """Whether an utterance is in progress."""
        return self._vad.is_speaking

    def expect(self, index: PhraseIndex, *, free_speech: bool = False, discard_current: bool = False) -> None:
        """Expect these phrases from the next utterance on, or any words if `free_speech` is set.

        `discard_current`: the utterance in progress is the end of the narrator's own voice. Without this a quick answer
        would be taken for the rest of it.
        """
        self._next = (index, free_speech)
        self._asked_s = self._time_s
        if discard_current and self.is_hearing:
            self._vad.finish(is_background=False)
            self._before.clear()
        if not self.is_hearing:
            self._use_next_phrases()

    def index(self, expectation: Expectation) -> PhraseIndex:
        """Index an expectation. Slower without a transcriber, because then all phrases are listed."""
        return PhraseIndex.of(expectation, with_sentences=self._transcriber is not None)

    def warm_up(self) -> None:
        """Let the networks compute once, because the first time takes longer than all others."""
        if self._transcriber:
            self._transcriber.transcribe(np.zeros(SAMPLE_RATE_HZ, dtype=np.int16))
        release_freed_memory()

    def forget_last_speaker(self) -> None:
        """Forget the last result: it was the narrator's own voice, so what follows is not the tail of an answer."""
        self._last_peak_db, self._last_accepted_s = 0.0, -TURN_S

    def feed(self, samples: Samples) -> list[RecognitionResult]:
        """Process more PCM and return the results that became final."""
        started = time.thread_time()
        results = []
        self._pending = np.concatenate([self._pending, samples])
        while len(self._pending) >= FRAME_SAMPLES:
            frames = min(BLOCK_FRAMES, len(self._pending) // FRAME_SAMPLES)
            size = frames * FRAME_SAMPLES
            block, self._pending = self._pending[:size], self._pending[size:]
            self.speech_probability = self._detector.speech_probability(block)
            for frame, level_db in zip(np.split(block, frames), frame_levels_db(block), strict=True):
                self._feed_frame(frame, float(level_db), self.speech_probability)
            self._time_s += len(block) / SAMPLE_RATE_HZ
            if result := self._check(started):
                results.append(result)
        # as if it ran beside a microphone: long computing delays the next block
        self._clock_s = max(self._clock_s, self._time_s) + time.thread_time() - started
        return results

    def flush(self) -> list[RecognitionResult]:
        """End the stream: decide on the utterance in progress as if silence followed."""
        results = self.feed(np.zeros(FRAME_SAMPLES * BLOCK_FRAMES * 2, dtype=np.int16))
        if not results and self.is_hearing:
            results.append(self._finish_utterance(time.thread_time()))
        return results

    # --- frame by frame --------------------------------------------------------------------------------

    def _feed_frame(self, samples: Samples, level_db: float, speech_probability: float) -> None:
        was_hearing = self.is_hearing
        is_hearing = self._vad.feed(level_db, speech_probability)
        frame = samples, self._vad.level_db
        if not is_hearing:
            if was_hearing:
                self._keep_as_background()
            self._before.append(frame)
            return
        if not was_hearing:
            self._begin_utterance()
        self._utterance.frames.append(frame)

    def _keep_as_background(self) -> None:
        """Treat the utterance as part of the room: it was not addressed to the narrator."""
        self._before.extend(self._utterance.frames)

    def _begin_utterance(self) -> None:
        self._utterance = Utterance(list(self._before), has_background_talk=self._vad.has_background_talk)
        self._is_tail = self._time_s < self._last_accepted_s + ANSWER_TAIL_S
        self._is_awaited = self._time_s < self._asked_s + AFTER_QUESTION_S
        self._resumptions = 0
        self._decision = self._segment_decision = self._sentence = None
        self._restart_decoders()

    def _restart_decoders(self) -> None:
        self._decoder_finished = False
        self._decoder.begin()
        if self._decider:
            self._decider.begin()
        if self._dictation:
            self._dictation.begin()

    def _check(self, started: float) -> RecognitionResult | None:
        """Decode what is new, and return a result if the utterance is over."""
        quiet = self._vad.quiet
        self._drop_background()
        if not self.is_hearing:
            return None
        delay = 1 + min(self._resumptions, MAX_RESUMPTIONS)
        is_going_on = quiet.silence_s < CHECK_AFTER_SILENCE_S * delay and (
            quiet.lull_s < CHECK_AFTER_LULL_S * delay or self._utterance.is_in_quiet_room
        )
        if is_going_on:
            self._resumptions += self._decision is not None
            self._decision = self._sentence = None  # before decoding: nothing is decoded once a decision is formed
        self._decode_new_samples()
        if quiet.silence_s == 0.0:
            self._end_of_speech_s = self._time_s
        if self._utterance.duration_s > MAX_UTTERANCE_S:
            return self._finish_utterance(started, ResultReason.TOO_LONG)
        if is_going_on:
            return None
        may_go_on = self._vad.last_frame_is_loud and quiet.silence_s > 0
        if not has_finished(quiet, self._completeness()) or may_go_on:
            return None
        return self._finish_utterance(started)

    def _drop_background(self) -> None:
        """Drop the utterance if it is too short for a word, or background talk under a louder voice."""
        if not self.is_hearing or self._free_speech:
            return
        silence_s = self._vad.quiet.silence_s
        is_too_short = silence_s >= CHECK_AFTER_SILENCE_S and self._utterance.since_onset_s - silence_s < MIN_VOICE_S
        # only while the louder voice speaks: its words are not lost then
        is_masked = self._vad.masks_earlier_talk and silence_s == 0.0
        if is_too_short or is_masked:
            self._vad.finish(is_background=not is_too_short)
            self._keep_as_background()

    def _completeness(self) -> Completeness:
        """Return how far the speaker has got, by the partial words and by the decision on the whole utterance."""
        if self._free_speech:
            has_answered = self._vad.quiet.silence_s > FREE_SPEECH_PHRASE_SILENCE_S and self._index.match(
                self._decoder.partial()
            )
            return Completeness.COMPLETE if has_answered else Completeness.UNFINISHED
        if not self._decoder_finished:
            self._partial = self._decoder.partial()
        if self._decider is None:
            return self._index.completeness(self._partial)
        if self._decision is None:
            self._decision = self._decide()
        if self._decision.is_phrase and not self._decision.candidates:
            return self._index.completeness(self._decision.text)
        # a question can wait: the speaker may go on
        if may_be_sentence(self._vad.quiet) and self._understood_sentence(self._decision):
            return Completeness.SENTENCE
        is_start = self._index.completeness(self._partial) is Completeness.UNFINISHED
        is_start |= self._sentence is not None and self._sentence.is_unfinished
        return Completeness.UNFINISHED if is_start else Completeness.NO_PHRASE

    @property
    def _is_too_long(self) -> bool:
        """Whether this cannot be a phrase any more."""
        return not self._free_speech and self._utterance.duration_s > MAX_PHRASE_S

    def _decode_new_samples(self) -> None:
        if self._decision is not None:
            return
        samples, must_restart = self._utterance.take_new_samples(restart=self._decoder_finished)
        if must_restart:
            self._restart_decoders()
        if not len(samples) or self._is_too_long:
            return
        self._decoder.feed(samples)
        if self._free_speech and self._dictation and not self._transcriber:
            self._dictation.feed(samples)  # during speech, so that it takes no time afterwards
        if self._decider:
            is_short = self._utterance.duration_s < DICTATION_MAX_S and self._utterance.is_in_quiet_room
            is_plausible = is_short and (
                self._index.completeness(self._decoder.partial()) is not Completeness.NO_PHRASE
            )
            self._decider.feed(samples, is_plausible=is_plausible)

    # --- the result --------------------------------------------------------------------------------------

    def _finish_utterance(self, started: float, reason: ResultReason | None = None) -> RecognitionResult:
        decision = self._decision or Decision()
        if not decision.text:
            decision = self._decide()
        decision = decision.if_final or decision
        if self._is_tail and " " not in (self._index.match(decision.text) or decision.text):
            decision = Decision()
        self._decoder.begin()
        text, candidates, audio = decision.text, decision.candidates, None
        if reason is None:
            reason = self._reason(decision)
        if self._free_speech and reason is not ResultReason.PHRASE:
            audio = Pcm(self._utterance.raw_samples, SAMPLE_RATE_HZ)
            text, reason, candidates = self._free_text(), ResultReason.FREE, ()
        elif not (decision.is_phrase and not candidates) and (sentence := self._understood_sentence(decision)):
            heard = candidates or (decision.text,)
            is_certain = sentence.is_certain(heard)
            text, reason = sentence.text, ResultReason.SENTENCE if is_certain else ResultReason.NOT_SURE
            candidates = () if is_certain else (sentence.text, *candidates)
        dictation = self._dictated_text(reason, decision)
        is_refused = reason in (ResultReason.NO_PHRASE, ResultReason.UNFINISHED)
        if is_refused and self._is_awaited and (number := self._index.childrens_number(text, dictation)):
            text, reason, candidates = number, ResultReason.NOT_SURE, (number,)
        computing_s = time.thread_time() - started
        result = RecognitionResult(
            text=self._index.normalise(text),
            accepted=reason in (ResultReason.PHRASE, ResultReason.SENTENCE, ResultReason.FREE),
            reason=reason,
            start_s=round(self._time_s - self._utterance.duration_s, 3),
            end_of_speech_s=round(self._end_of_speech_s, 3),
            decided_s=round(max(self._clock_s, self._time_s) + computing_s, 3),
            candidates=candidates,
            audio=audio,
            dictation=dictation,
            is_awaited=self._is_awaited,
            computing_s=round(computing_s, 4),
        )
        self._vad.finish(is_background=reason is ResultReason.NO_WORDS)
        if result.accepted:
            self._last_peak_db, self._last_accepted_s = self._utterance.peak_db, self._time_s
        else:
            self._keep_as_background()
        self._use_next_phrases()
        return result

    def _reason(self, decision: Decision) -> ResultReason:
        if not decision.text:
            return ResultReason.NO_WORDS
        if decision.is_phrase:
            return ResultReason.NOT_SURE if decision.candidates else ResultReason.PHRASE
        is_unfinished = self._index.completeness(decision.text) is Completeness.UNFINISHED
        return ResultReason.UNFINISHED if is_unfinished else ResultReason.NO_PHRASE

    def _decide(self) -> Decision:
        """Decide on the whole utterance or, in background talk, on its loudest segment."""
        decider = self._decider
        if decider is None:
            hypotheses = self._decoder.finish()
            phrases = self._index.filter_phrases(hypotheses)
            return Decision((phrases or hypotheses or (Hypothesis(""),))[0].text, is_phrase=bool(phrases))
        if self._is_too_long:
            return Decision(self._partial)
        utterance = self._utterance
        peak_db = utterance.peak_db
        is_further_away = peak_db < self._last_peak_db - MAX_SOFTER_DB and self._time_s < self._last_accepted_s + TURN_S
        if utterance.is_in_quiet_room:
            decision = self._decide_on_whole(decider)
            return Decision() if is_further_away and self._index.evidence_needed(decision.text) else decision
        if peak_db < utterance.talk_db + ANSWER_ABOVE_TALK_DB or is_further_away:
            return Decision()
        segment = utterance.loudest_segment()
        if self._segment_decision is None or self._segment_decision[0] != segment:
            voice = utterance.amplified_segment(*segment)
            hypotheses = decider.decode_again(voice)
            decision = decider.decide(hypotheses, voice, self._index, is_streamed=False, is_noisy=True)
            self._segment_decision = segment, decision
        return self._segment_decision[1]

    def _decide_on_whole(self, decider: Decider) -> Decision:
        self._decoder_finished = True
        is_noisy = not self._utterance.has_room_frames(MIN_KNOWN_ROOM_FRAMES) or not self._vad.is_far_above_noise
        return decider.decide(
            self._decoder.finish(),
            self._utterance.decoded_samples,
            self._index,
            is_noisy=is_noisy,
            is_awaited=self._is_awaited,
        )

    def _transcribe(self, decision: Decision) -> Sentence | None:
        """Write the utterance down, once, if it has words and is short enough to be an answer."""
        context = self._index.sentences
        is_silent = not decision.text or self._utterance.duration_s > MAX_SENTENCE_S
        if self._transcriber is None or context is None or is_silent:
            return None
        if self._sentence is None:
            utterance = self._utterance
            samples = (
                utterance.sentence_samples
                if utterance.is_in_quiet_room
                else utterance.amplified_segment(*utterance.loudest_segment())
            )
            self._sentence = context.read(self._transcriber.transcribe(samples, context.favoured))
        return self._sentence

    def _understood_sentence(self, decision: Decision) -> Sentence | None:
        """Return the utterance as a sentence, if it is one with a meaning."""
        sentence = self._transcribe(decision)
        return sentence if sentence and sentence.is_understood else None

    def _free_text(self) -> str:
        if self._transcriber is not None:
            context = self._index.sentences or SentenceContext()
            return context.punctuate(self._transcriber.transcribe(self._utterance.sentence_samples, context.favoured))
        if self._dictation is None:
            return ""
        return next((hypothesis.text for hypothesis in self._dictation.finish()), "")

    def _dictated_text(self, reason: ResultReason, decision: Decision) -> str:
        """Return the transcript of an utterance without a meaning; none if it is doubtful, right after a question."""
        if not self._decider or reason not in (ResultReason.NO_PHRASE, ResultReason.UNFINISHED, ResultReason.TOO_LONG):
            return ""
        if sentence := self._transcribe(decision):
            return "" if self._is_awaited and not sentence.is_trusted else sentence.text
        if self._is_too_long:
            return ""
        dictation = self._decider.dictate(self._utterance.decoded_samples)
        return dictation.text if dictation else ""

    def _use_next_phrases(self) -> None:
        """Switch to the phrases that were set last. Called between utterances."""
        if self._next is None:
            return
        index, self._free_speech = self._next
        self._next = None
        before, self._index = self._index, index
        if index.phrase_counts is not before.phrase_counts:
            self._decoder.expect(index.phrase_counts)
            if self._decider:
                self._decider.expect(index)
