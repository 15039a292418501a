"""Decide what was said: accept a phrase, ask back, or refuse.

The rule: an utterance is accepted only if *all* of it is one phrase. If decodes of the same audio disagree, the
decision is a question with the candidates, never the likeliest of them.

Why a rule is needed: a decoder that may only choose among phrases always finds one ("building" becomes "eleven"), and
Vosk's word confidences say next to nothing in grammar mode. So everything that speaks for or against a phrase is put on
one scale, log-likelihood:

- **Prior.** Answers to the question are likelier than commands that may be said at any time. Answers are also decoded
  alone, and everything else must be better by `PRIOR_PER_STEP` for each step of evidence that the grammar
  demands. The more a command would change, the more steps it has.
- **Dictation.** An open decoder knows every word and no phrase. A phrase that was really said explains the audio about
  as well as the best dictation, even if its words differ ("he gonna" for "iguana"); one that was not said, far worse.
- **Second recogniser.** Moonshine (`phrase_scorer`) scores short phrases, unless dictation wrote the answer down. The
  log-odds come from both recognisers (`evidence`). Without Moonshine, Vosk decodes once more at another speed.

A phrase that is only slightly worse than it should be, or that has a close rival, is asked about.

All margins below are differences of Vosk's log-likelihoods unless they say otherwise.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from math import exp, inf

import numpy as np
from rapidfuzz.distance import Levenshtein

from narrator.core.game import without_keys
from narrator.language.understanding.expectation import MAX_EVIDENCE
from narrator.speech.asr.audio_format import SAMPLE_RATE_HZ
from narrator.speech.asr.decoder import UNKNOWN_WORD, Decoder, Hypothesis, PhraseCounts, PhraseDecoder
from narrator.speech.asr.evidence import MAX_LEAD, Evidence
from narrator.speech.asr.hypotheses import (
    are_equivalent,
    find_dictated_command,
    is_answer_like_command,
    is_one_word_command,
    is_same_phrase,
    is_start_of,
    is_unfinished,
)
from narrator.speech.asr.phrase_index import PhraseIndex
from narrator.speech.asr.phrase_scorer import PhraseScorer, ScoredPhrase
from narrator.speech.pcm import Pcm, Samples

LATTICE_BEAM = 6.0
"""Margin below the best hypothesis within which others are kept, for Vosk and here. Vosk's default of 2 drops many
phrases that were said. Without Moonshine, a one-word command must beat every answer by this much as well ("break" is
mostly "six"). `--set` does not change Vosk's own beam. Bench: hearing --only digits "other words"."""
MAX_DICTATION_LEAD = (2.0, 4.0, 8.0, 12.0)
"""How much better dictation may be than an accepted phrase of one, two, three, or more words. Larger accepts more,
right and wrong. Dictation finds long phrases unlikely, and side talk does not become one by chance.
Bench: hearing --only "commands, clean" "other words"."""
CONFIRM_MARGIN = 3.0
"""How much beyond that limit a phrase is still asked about instead of refused.
Bench: hearing --only "children's" "other words", column "asked"."""
NUMBER_ALLOWANCE = 2.5
"""Extra dictation lead for a number that was asked for, without Moonshine. Children pronounce numbers in many ways
("tree", "free"), and there are few of them; for cards it would turn any "up" into "owl".
Bench: hearing --ablation, "no number allowance"."""
MIN_UNFINISHED_LEAD = 3.0
"""How much better the start of a phrase must be than any whole phrase to wait for the rest. In noise much sounds like
"the". Bench: hearing --only "commands with a pause" kitchen."""
MAX_UNFINISHED_ANSWER_WORDS = 1
"""Longest start of a phrase that may turn out to be a whole answer if nothing follows ("my" for "nine").
Bench: hearing --ablation, "no answer from a start"."""
SIMILAR_PENALTY = 14.0
"""Subtracted from the score of a phrase that was found only by decoding for similar phrases.
Bench: hearing --only "commands, clean" "side talk"."""
RIVAL_MARGIN = 1.2
"""Two phrases whose scores differ by less cannot be told apart. Larger asks more and errs less.
Bench: hearing --ablation, "no rivals"."""
LONG_PHRASE_WORDS = 3
"""Side talk does not become a phrase of this many words by chance, so that Moonshine is not needed.
Bench: hearing --only "side talk" "people: sentences"."""
SEQUENCE_SPEEDS = (0.9, 0.95, 1.0, 1.05)
"""Playback speeds at which a sequence of numbers is decoded. More speeds are slower and find more disagreement.
Bench: hearing --only "digit strings" "five dice"."""
SEQUENCE_TEMPERATURE = 2.0
"""Divides score differences before they become the probabilities of sequences. Larger trusts the best one less.
Bench: hearing --only "digit strings" "five dice"."""
MAX_SEQUENCE_ERRORS = 0.25
"""Expected number of wrong words below which a sequence is certain.
Bench: hearing --only "digit strings" "five dice"."""
RETRY_SPEED = 0.92
"""Playback speed at which close rivals are decoded again. Slower makes a child's voice more like those that the model
knows. Bench: hearing --only "children's" child-like."""
ACCEPT_LOG_ODDS, CONFIRM_LOG_ODDS, CONFIRM_AWAITED_LOG_ODDS = 0.4, -1.0, -2.0
"""Lowest log-odds (`Evidence.log_odds`) to accept a phrase, to ask about it, and to ask about an answer in the seconds
after a question. Lower accepts more, right and wrong.
Bench: sureness --recordings DIR; hearing --only digits "other words"."""
PRIOR_PER_STEP = 3.0
"""How much better than an answer a phrase must be for each step of evidence that it needs. Larger makes commands harder
to say and to hear by mistake. Bench: hearing --ablation, "no prior"."""


@dataclass(frozen=True, slots=True)
class Decision:
    """The words that were recognised, and their certainty."""

    text: str = ""
    """The likeliest words."""
    is_phrase: bool = False
    """Whether they are a phrase that may have been said."""
    candidates: tuple[str, ...] = ()
    """The phrases to ask about; empty if the phrase is certain."""
    if_final: "Decision | None" = None
    """The decision if the speaker adds nothing: "my" and no more may have been "nine"."""


@dataclass(frozen=True, slots=True)
class _Case:
    """One utterance to decide on."""

    index: PhraseIndex
    samples: Samples
    hypotheses: Sequence[Hypothesis]
    """Of all phrases, as decoded."""
    answers: Sequence[Hypothesis]
    """Of the answers to the question alone."""
    ranked: Sequence[Hypothesis]
    """Both, after the prior, likeliest first."""
    is_noisy: bool
    is_awaited: bool
    """Whether a question was asked in the last seconds."""


class Decider:
    """Decides on one utterance after the other. It decodes along, so that the decision is quick."""

    def __init__(
        self,
        dictation: Decoder,
        retry: PhraseDecoder,
        answers: PhraseDecoder | None = None,
        is_known: Callable[[str], bool] = lambda word: True,
        scorer: PhraseScorer | None = None,
    ) -> None:
        """Take an open decoder, one for decoding again, one for answers alone, and the vocabulary of all three."""
        self._dictation, self._retry, self._answers, self._is_known = dictation, retry, answers, is_known
        self._scorer = scorer
        self._undecodable_answers: tuple[str, ...] = ()
        self._phrases: PhraseCounts = {}
        """Everything that may be said now."""
        self._retry_phrases: PhraseCounts = {}
        """What `_retry` accepts. It is seldom needed, so it gets the phrases only then."""
        self._pending: list[Samples] = []
        """Audio that dictation has not got yet."""
        self._dictation_finished = self._answers_finished = False

    def expect(self, index: PhraseIndex) -> None:
        """Expect these phrases from the next utterance on."""
        self._undecodable_answers = index.answers_containing(lambda word: not self._is_known(word))
        self._phrases = index.phrase_counts
        if self._answers and index.answer_counts:
            self._answers.expect(index.answer_counts)

    def begin(self) -> None:
        """Start a new utterance."""
        self._dictation.begin()
        if self._answers:
            self._answers.begin()
        self._pending, self._dictation_finished, self._answers_finished = [], False, False

    def feed(self, samples: Samples, *, is_plausible: bool = True) -> None:
        """Decode more of the utterance. Dictation, the slowest decoder, waits until a phrase is plausible."""
        self._pending.append(samples)
        if self._answers:
            self._answers.feed(samples)
        if is_plausible and not self._dictation_finished:
            self._feed_dictation()

    def decide(  # noqa: PLR0913  # everything that is known of an utterance
        self,
        hypotheses: Sequence[Hypothesis],
        samples: Samples,
        index: PhraseIndex,
        *,
        is_streamed: bool = True,
        is_noisy: bool = False,
        is_awaited: bool = False,
    ) -> Decision:
        """Decide on these hypotheses for these samples.

        `is_streamed`: the samples are exactly what was fed. `is_awaited`: a question was asked in the last seconds.
        """
        answers = self._decode_answers(samples, index, is_streamed=is_streamed)
        ranked = apply_prior(hypotheses, answers, index)
        case = _Case(index, samples, hypotheses, answers, ranked, is_noisy, is_awaited)
        if not ranked:  # Vosk recognised no word; in a noisy room it heard the noise
            return Decision() if is_noisy or not self._scorer else self._decide_with_scorer(self._scorer, case, None)
        phrases = [each for each in index.filter_phrases(ranked) if each.score >= ranked[0].score - LATTICE_BEAM]
        if index.match_sequence(ranked[0].text.replace(UNKNOWN_WORD, "")):
            return self._decide_sequence(samples, index, is_certain=bool(phrases))
        is_short = any(len(each.text.split()) < LONG_PHRASE_WORDS for each in (ranked[0], *phrases[:1]))
        scorer = self._scorer if is_short else None
        phrases = phrases or ([] if scorer else self._decode_similar(case))
        if not phrases and not scorer:
            return Decision(ranked[0].text)
        dictation = self.dictate(samples, is_streamed=is_streamed)
        if phrases and is_same_phrase(dictation, phrases[0], index) and not index.evidence_needed(phrases[0].text):
            scorer = None  # an answer that dictation wrote down is certain
        if scorer:
            return self._decide_with_scorer(scorer, case, dictation)
        return self._decide_with_vosk(phrases, case, dictation)

    def dictate(self, samples: Samples, *, is_streamed: bool = True) -> Hypothesis | None:
        """Return the best dictation of these samples. `is_streamed`: they are exactly what was fed."""
        if not is_streamed or self._dictation_finished:
            self._dictation.begin()
            self._pending = [samples]
        self._feed_dictation()
        self._dictation_finished = True
        return next(iter(self._dictation.finish()), None)

    def decode_again(
        self,
        samples: Samples,
        speed: float = 1.0,
        decoder: PhraseDecoder | None = None,
        phrases: PhraseCounts | None = None,
    ) -> tuple[Hypothesis, ...]:
        """Decode the samples afresh, perhaps at another speed, with another decoder or with other phrases."""
        decoder = decoder or self._retry_decoder(self._phrases if phrases is None else phrases)
        decoder.begin()
        decoder.feed(Pcm(samples, round(SAMPLE_RATE_HZ * speed / 100) * 100).resampled(SAMPLE_RATE_HZ).samples)
        return decoder.finish()

    # --- the three ways to decide ---------------------------------------------------------------------

    def _decide_with_vosk(self, phrases: list[Hypothesis], case: _Case, dictation: Hypothesis | None) -> Decision:
        """Compare the best phrase with dictation."""
        index, ranked = case.index, case.ranked
        found = self._find_rivals(phrases, case, dictation)
        chosen = found[0]
        is_dictated = is_same_phrase(dictation, chosen, index) or not dictation
        dictation_lead = -inf if is_dictated else (dictation or ranked[0]).score - chosen.score
        if start := find_unfinished(chosen, ranked, index, is_dictated=is_dictated):
            return Decision(start.text)
        words = len(chosen.text.split())
        max_lead = MAX_DICTATION_LEAD[min(len(MAX_DICTATION_LEAD), words) - 1]
        if index.is_number_answer(chosen.text) and not is_better_unfinished(chosen, case.hypotheses, index):
            max_lead += NUMBER_ALLOWANCE
        if dictation_lead > max_lead + CONFIRM_MARGIN:
            return Decision(chosen.text)
        # in noise "the" scores like any short word
        is_behind = case.is_noisy and words < LONG_PHRASE_WORDS and chosen.score < ranked[0].score - RIVAL_MARGIN
        is_certain = not is_behind and dictation_lead <= max_lead
        return self._conclude(found, index, is_certain=is_certain, is_dictated=is_dictated)

    def _decide_with_scorer(self, scorer: PhraseScorer, case: _Case, dictation: Hypothesis | None) -> Decision:
        """Combine the scores of both recognisers."""
        index, ranked = case.index, case.ranked
        scored = sorted(score_phrases(scorer, ranked, case.samples, index), key=lambda each: -each.score)
        phrases = [each for each in scored if index.match(each.hypothesis.text)]
        if not phrases:
            return Decision(next(iter(ranked), Hypothesis("")).text)
        chosen = phrases[0]
        others = [each for each in phrases[1:] if not are_equivalent(chosen.hypothesis, each.hypothesis, index)]
        best_score = dictation.score if dictation else ranked[0].score if ranked else 0.0
        if dictation and index.childrens_number(dictation.text) == index.match(chosen.hypothesis.text):
            best_score = chosen.hypothesis.score  # "free" for "three" does not speak against it
        steps_needed = index.evidence_needed(chosen.hypothesis.text)
        log_odds = Evidence(
            chosen.score - others[0].score if others else MAX_LEAD,
            best_score - chosen.hypothesis.score,
            chosen.likelihood,
            steps_needed,
        ).log_odds
        is_dictated = is_same_phrase(dictation, chosen.hypothesis, index)
        # dictation does not write down two words of a phrase by chance
        is_certain = log_odds >= ACCEPT_LOG_ODDS or (is_dictated and " " in chosen.hypothesis.text)
        is_awaited = case.is_awaited and not steps_needed
        confirm_log_odds = CONFIRM_AWAITED_LOG_ODDS if is_awaited else CONFIRM_LOG_ODDS
        rivals = [
            each.hypothesis
            for each in others
            if each.score > chosen.score - RIVAL_MARGIN
            or is_answer_like_command(each.hypothesis, chosen.hypothesis, index)
        ]
        decision = (
            self._conclude([chosen.hypothesis, *rivals], index, is_certain=is_certain, is_dictated=is_dictated)
            if is_certain or log_odds >= confirm_log_odds
            else Decision(chosen.hypothesis.text)
        )
        if chosen is scored[0]:
            return decision
        start = scored[0].hypothesis.text  # the speaker has probably not finished: "what are…"
        may_be_answer = not steps_needed and len(start.split()) <= MAX_UNFINISHED_ANSWER_WORDS
        return Decision(start, if_final=decision if may_be_answer else None)

    def _decide_sequence(self, samples: Samples, index: PhraseIndex, *, is_certain: bool) -> Decision:
        """Decode a sequence at several speeds and choose the one with the fewest expected word errors.

        There are more sequences than could be listed, so a nearly right one is as much a phrase as the right one.
        """
        phrases = without_keys(index.phrase_counts, UNKNOWN_WORD)
        decodes = [index.filter_phrases(self.decode_again(samples, speed, None, phrases)) for speed in SEQUENCE_SPEEDS]
        probabilities: dict[tuple[str, ...], float] = {}
        for hypotheses in decodes:
            weights = [exp((each.score - hypotheses[0].score) / SEQUENCE_TEMPERATURE) for each in hypotheses]
            for each, weight in zip(hypotheses, weights, strict=True):
                words = tuple(str(index.match(each.text)).split())
                probabilities[words] = probabilities.get(words, 0.0) + weight / sum(weights) / len(SEQUENCE_SPEEDS)
        if not probabilities:
            return Decision()

        def expected_errors(words: tuple[str, ...]) -> float:
            return sum(weight * Levenshtein.distance(words, others) for others, weight in probabilities.items())

        best = min(probabilities, key=expected_errors)
        others = sorted(probabilities.keys() - {best}, key=lambda words: -probabilities[words])[:2]
        is_certain = is_certain and expected_errors(best) < MAX_SEQUENCE_ERRORS and all(decodes)
        candidates = () if is_certain else tuple(" ".join(words) for words in (best, *others))
        return Decision(" ".join(best), True, candidates)

    def _conclude(
        self, found: Sequence[Hypothesis], index: PhraseIndex, *, is_certain: bool, is_dictated: bool
    ) -> Decision:
        """Accept the first of these, or ask which of them it was."""
        chosen = found[0]
        candidates = tuple(dict.fromkeys(str(index.match(each.text)) for each in found))
        if not is_dictated and not index.evidence_needed(chosen.text) and not index.is_number_answer(chosen.text):
            candidates += self._undecodable_answers[:1]  # "zebu", unknown to the model, is decoded as "zebra"
        ends_game = is_one_word_command(chosen, index) and index.evidence_needed(chosen.text) == MAX_EVIDENCE
        must_ask = len(candidates) > 1 or ends_game or not is_certain
        return Decision(chosen.text, True, candidates if must_ask else ())

    # --- decoding ---------------------------------------------------------------------------------------

    def _retry_decoder(self, phrases: PhraseCounts) -> PhraseDecoder:
        if phrases is not self._retry_phrases:
            self._retry.expect(phrases)
            self._retry_phrases = phrases
        return self._retry

    def _feed_dictation(self) -> None:
        if self._pending:
            self._dictation.feed(np.concatenate(self._pending))
        self._pending = []

    def _decode_answers(self, samples: Samples, index: PhraseIndex, *, is_streamed: bool) -> tuple[Hypothesis, ...]:
        """Decode with the answers to the question as the only phrases."""
        if self._answers is None or not index.answer_counts:
            return ()
        if not is_streamed or self._answers_finished:
            self._answers.begin()
            self._answers.feed(samples)
        self._answers_finished = True
        return self._answers.finish()

    def _decode_similar(self, case: _Case) -> list[Hypothesis]:
        """Decode with the phrases similar to a mixture of phrases ("the my we waiting for") as the only phrases."""
        index, text = case.index, case.ranked[0].text
        if UNKNOWN_WORD in text or index.is_prefix(text) or not (similar := index.similar_phrases(text)):
            return []
        found = self.decode_again(case.samples, phrases=dict.fromkeys((*similar, UNKNOWN_WORD), 1))
        return [Hypothesis(each.text, each.score - SIMILAR_PENALTY) for each in index.filter_phrases(found)]

    def _find_rivals(self, phrases: list[Hypothesis], case: _Case, dictation: Hypothesis | None) -> list[Hypothesis]:
        """Return the likeliest phrase and those that Vosk alone cannot tell from it."""
        index = case.index
        found = self._separate(phrases, case)
        command = find_dictated_command(dictation, case.hypotheses, index)
        if command and not are_equivalent(command, found[0], index):
            found = [command]
        if is_one_word_command(found[0], index):
            scores = (each.score for each in case.hypotheses if is_same_phrase(each, found[0], index))
            best = max(scores, default=found[0].score)
            found += [each for each in index.filter_phrases(case.answers)[:1] if each.score > best - LATTICE_BEAM]
        return found

    def _separate(self, phrases: list[Hypothesis], case: _Case) -> list[Hypothesis]:
        """Return the likeliest phrase and its rivals; if there are any, after decoding once more at another speed."""
        index = case.index
        found = find_close({each: each.score for each in phrases}, RIVAL_MARGIN, index)
        if len(found) == 1:
            return found
        are_answers = index.answer_counts and not any(index.evidence_needed(each.text) for each in found)
        again = self.decode_again(case.samples, RETRY_SPEED, self._answers if are_answers else None)
        retried = {index.match(each.text): each.score - again[0].score for each in index.filter_phrases(again)}
        combined = {each: each.score + retried.get(index.match(each.text), -LATTICE_BEAM) for each in phrases}
        return find_close(combined, 2 * RIVAL_MARGIN, index)


def score_phrases(
    scorer: PhraseScorer, ranked: Sequence[Hypothesis], samples: Samples, index: PhraseIndex
) -> list[ScoredPhrase]:
    """Score the phrases that Vosk found, all one-word answers, and the start of a phrase if Vosk ranks it first."""
    found = {str(index.match(each.text)): each for each in index.filter_phrases(ranked)}
    floor = ranked[0].score - LATTICE_BEAM if ranked else 0.0
    found |= {word: Hypothesis(word, floor) for word in index.one_word_answers if word not in found}
    found |= {each.text: each for each in ranked[:1] if is_unfinished(each, index)}
    if not found:
        return []
    likelihoods = scorer.likelihoods(samples, list(found))
    return [ScoredPhrase(*each) for each in zip(found.values(), likelihoods, strict=True)]


def find_close(scores: Mapping[Hypothesis, float], margin: float, index: PhraseIndex) -> list[Hypothesis]:
    """Return the likeliest phrase and the different ones within the margin below it."""
    first, *others = sorted(scores, key=lambda each: -scores[each])
    limit = scores[first] - margin
    return [first, *(each for each in others if scores[each] > limit and not are_equivalent(first, each, index))]


def apply_prior(
    hypotheses: Sequence[Hypothesis], answers: Sequence[Hypothesis], index: PhraseIndex
) -> tuple[Hypothesis, ...]:
    """Merge both lists, with the prior subtracted from everything that is not an answer, likeliest first."""
    if not answers:
        return tuple(hypotheses)
    best = {answer.text: answer for answer in answers}
    for hypothesis in hypotheses:
        steps = index.evidence_needed(hypothesis.text) if index.match(hypothesis.text) else 1
        adjusted = Hypothesis(hypothesis.text, hypothesis.score - PRIOR_PER_STEP * steps)
        if hypothesis.text not in best or best[hypothesis.text].score < adjusted.score:
            best[hypothesis.text] = adjusted
    return tuple(sorted(best.values(), key=lambda each: -each.score))


def find_unfinished(
    chosen: Hypothesis, ranked: Sequence[Hypothesis], index: PhraseIndex, *, is_dictated: bool
) -> Hypothesis | None:
    """Return the start of a phrase that is likelier than the chosen phrase ("what are…" than "what"), or `None`.

    A phrase that dictation wrote down as well was not broken off.
    """
    first = ranked[0]
    if is_unfinished(first, index) and chosen.score < first.score - MIN_UNFINISHED_LEAD:
        return first
    starts = (each for each in ranked if each.score > chosen.score - RIVAL_MARGIN and is_start_of(each, chosen, index))
    return None if is_dictated else next(starts, None)


def is_better_unfinished(chosen: Hypothesis, hypotheses: Sequence[Hypothesis], index: PhraseIndex) -> bool:
    """Return whether the start of another phrase is clearly better: "go…" is not "two"."""
    if not hypotheses or not is_unfinished(hypotheses[0], index):
        return False
    scores = [each.score for each in hypotheses if is_same_phrase(each, chosen, index)]
    return hypotheses[0].score > max(scores, default=-inf) + RIVAL_MARGIN
