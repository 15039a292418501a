"""The phrases that may be said now, and whether a text is a whole phrase, the start of one, or neither.

A decoder learns from its phrases only which word may follow which, so its output can mix phrases. This index is the
strict half: an utterance counts only if *all* of it is a phrase, hesitation aside. It also knows whether a complete
phrase could continue ("the owl" … "because he is wise"), which decides how long the endpointer waits.
"""

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from copy import copy
from enum import Enum
from functools import cached_property
from itertools import pairwise, repeat

from rapidfuzz import fuzz, process

from narrator.language.language import get_language
from narrator.language.understanding.expectation import Expectation
from narrator.language.understanding.understand import tidy, without_stammer
from narrator.speech.asr.decoder import UNKNOWN_WORD, Hypothesis, PhraseCounts
from narrator.speech.asr.sentences import SentenceContext

COUNT_BY_WORDS = {1: 20, 2: 5}
"""How often a phrase of one or two words is counted in the decoder's language model. A number alone is one phrase and a
number in a sentence a thousand, but players mostly say it alone. Higher favours short phrases.
Bench: hearing --only "commands, clean" digits."""
COUNT_OF_LONG_PHRASE = 3
"""The same for longer phrases. Counted once, a phrase would hardly be recognised: the decoder would mix it with others.
Bench: hearing --only "commands, clean"."""
MIN_PHRASE_SIMILARITY_PERCENT = 65.0
"""Similarity (rapidfuzz ratio) to the decoded words above which a phrase is decoded again.
Bench: hearing --only "commands, clean" "side talk"."""
MAX_SIMILAR_PHRASES = 12
"""How many such phrases are decoded again. Bench: hearing --only "commands, clean"."""
MIN_SIMILAR_WORDS = 3
"""Shortest such phrase; short ones are similar to anything. Bench: hearing --only "people: other words"."""
MAX_ONE_WORD_ANSWERS = 24
"""Number of one-word answers up to which all of them are scored by the phrase scorer. Bench: latency."""
MIN_SEQUENCE_WORDS = 2
"""Words that make a sequence."""


class Completeness(Enum):
    """How far the words have got towards a phrase."""

    COMPLETE = "a phrase that cannot continue"
    EXTENDABLE = "a phrase that could continue"
    SENTENCE = "a sentence with a meaning that is no phrase"
    UNFINISHED = "the start of a phrase"
    NO_PHRASE = "neither a phrase nor the start of one"


class PhraseIndex:
    """The phrases of an expectation, indexed for the recogniser."""

    def __init__(  # noqa: PLR0913  # everything that defines what may be said
        self,
        phrases: Iterable[str],
        fillers: Collection[str] = (),
        corrections: Collection[str] = (),
        *,
        evidence: Mapping[str, int] | None = None,
        sequence_words: Collection[str] = (),
        meaning: Callable[[str], Sequence[object]] = lambda phrase: (phrase,),
        sentences: SentenceContext | None = None,
    ) -> None:
        """Index the phrases.

        `evidence` has the steps of evidence that phrases need beyond an answer to the question (default 0). Words in
        `sequence_words` may follow each other in any number, such as the results of five dice. Phrases with the same
        `meaning` do not have to be told apart. With `sentences`, whole sentences are understood as well.
        """
        self._meaning = meaning
        self.sentences = sentences
        normal = {phrase: normalise_phrase(phrase) for phrase in phrases}
        self.phrases = tuple(dict.fromkeys(normal.values()))
        self._evidence = {normal.get(phrase, phrase): steps for phrase, steps in (evidence or {}).items()}
        self._complete = frozenset(self.phrases) - {""}
        self._prefixes = _prefixes(self._complete)
        self._long = tuple(phrase for phrase in self.phrases if phrase.count(" ") + 1 >= MIN_SIMILAR_WORDS)
        self._fillers = frozenset(fillers)
        self._corrections = tuple(sorted((tuple(mark.split()) for mark in corrections), key=len, reverse=True))
        self._sequence_words = tuple(sequence_words)
        self._words = vocabulary_of(self._complete)
        words = self._words.union(self._sequence_words)
        homophones = get_language().heard.homophones
        self._respelled = {other: word for word, others in homophones.items() if word in words for other in others}

    @classmethod
    def of(cls, expectation: Expectation, *, with_sentences: bool = False) -> "PhraseIndex":
        """Index an expectation.

        Takes a moment because every phrase is written out; `with_sentences`, only the short ones: whole sentences are
        understood from their transcript.
        """
        grammar = expectation.grammar
        evidence = expectation.evidence_of_short_phrases if with_sentences else expectation.evidence
        return cls(
            evidence,
            grammar.fillers,
            grammar.word_list("corrections"),
            evidence=evidence,
            sequence_words=expectation.rows,
            meaning=expectation.readings,
            sentences=SentenceContext.of(expectation) if with_sentences else None,
        )

    def for_sentences_of(self, expectation: Expectation) -> "PhraseIndex":
        """Return an index of the same phrases whose sentences are understood by another expectation."""
        assert self.phrase_counts is not None  # computed now, so that both share it
        found = copy(self)
        found.sentences = SentenceContext.of(expectation) if self.sentences else None
        return found

    @cached_property
    def phrase_counts(self) -> PhraseCounts:
        """Everything that the decoder has to know."""
        return self._count(self.phrases)

    @cached_property
    def answer_counts(self) -> PhraseCounts:
        """The same for the answers to the question alone; empty if all phrases are answers, or none."""
        answers = [phrase for phrase in self.phrases if not self._evidence.get(phrase)]
        return self._count(answers) if 0 < len(answers) < len(self.phrases) else {}

    @cached_property
    def one_word_answers(self) -> tuple[str, ...]:
        """The answers of one word; empty if there are too many to score each."""
        found = tuple(phrase for phrase in self.phrases if " " not in phrase and not self._evidence.get(phrase))
        return found if len(found) <= MAX_ONE_WORD_ANSWERS else ()

    def evidence_needed(self, text: str) -> int:
        """Return the steps of evidence that this text needs beyond an answer to the question."""
        return self._evidence.get(self.match(text) or "", 0)

    def answers_containing(self, is_wanted: Callable[[str], bool]) -> tuple[str, ...]:
        """Return the answers that contain such a word, shortest first."""
        words = {word for word in self._words if is_wanted(word)}
        if not words:
            return ()
        found = [phrase for phrase in self._complete if not self._evidence.get(phrase) and words & set(phrase.split())]
        return tuple(sorted(found, key=lambda phrase: (len(phrase), phrase)))

    def have_same_meaning(self, one: str, other: str) -> bool:
        """Return whether it makes no difference which of two phrases was said."""
        return bool(meaning := self._meaning(one)) and meaning == self._meaning(other)

    def is_number_answer(self, text: str) -> bool:
        """Return whether the text is a number that answers the question."""
        phrase = self.match(text) or ""
        return get_language().parse_number(phrase) is not None and not self._evidence.get(phrase)

    def childrens_number(self, *texts: str) -> str | None:
        """Return the number that answers the question and sounds like one of these lone words, or `None`."""
        words = {tidy(text).casefold() for text in texts}
        alike = get_language().heard.childrens_numbers.items()
        found = (number for number, sounds in alike if not words.isdisjoint(sounds) and self.is_number_answer(number))
        return next(found, None)

    def completeness(self, text: str) -> Completeness:
        """Return how far the text has got towards a phrase. Hesitation alone may be the start of any phrase."""
        best = Completeness.NO_PHRASE
        if not text or UNKNOWN_WORD in text:
            return best
        if self.match_sequence(text):
            return Completeness.EXTENDABLE
        for variant in self._variants(text.split()):
            if variant in self._complete:
                return Completeness.EXTENDABLE if variant in self._prefixes else Completeness.COMPLETE
            if variant in self._prefixes or not variant:
                best = Completeness.UNFINISHED
        return best

    def match(self, text: str) -> str | None:
        """Return the phrase that the text is, without hesitation, or `None`."""
        matches = (variant for variant in self._variants(text.split()) if variant in self._complete)
        return self.match_sequence(text) or next(matches, None)

    def match_sequence(self, text: str) -> str | None:
        """Return the text as a sequence, perhaps after the start of a phrase ("I rolled two five"), or `None`."""
        words = [self._respelled.get(word, word) for word in text.split() if word not in self._fillers]
        start = next((end for end in range(len(words), 0, -1) if words[end - 1] not in self._sequence_words), 0)
        has_prefix = not start or " ".join(words[:start]) in self._prefixes
        return " ".join(words) if has_prefix and len(words) - start >= MIN_SEQUENCE_WORDS else None

    def filter_phrases(self, hypotheses: Iterable[Hypothesis]) -> tuple[Hypothesis, ...]:
        """Return the hypotheses that are phrases, each phrase once.

        The best hypothesis may mix phrases ("vote is for three"); the right phrase is then further down the list.
        """
        found: dict[str, Hypothesis] = {}
        for hypothesis in hypotheses:
            phrase = None if UNKNOWN_WORD in hypothesis.text else self.match(hypothesis.text)
            if phrase is not None:
                found.setdefault(phrase, hypothesis)
        return tuple(found.values())

    def similar_phrases(self, text: str) -> tuple[str, ...]:
        """Return the long phrases most similar to a text that mixes several phrases."""
        if not self._long or text.count(" ") + 1 < MIN_SIMILAR_WORDS:
            return ()
        found = process.extract(
            text, self._long, scorer=fuzz.ratio, score_cutoff=MIN_PHRASE_SIMILARITY_PERCENT, limit=MAX_SIMILAR_PHRASES
        )
        return tuple(phrase for phrase, _, _ in found)

    def is_prefix(self, text: str) -> bool:
        """Return whether the text is the start of a phrase, and more than hesitation."""
        return any(variant in self._prefixes for variant in self._variants(text.split()))

    def normalise(self, text: str) -> str:
        """Return the text as the phrase is written: "for" alone becomes "four". Corrections stay in it."""
        if self.match(text) is None:
            return text
        if sequence := self.match_sequence(text):
            return sequence
        for words in self._without_disfluencies(text.split()):
            for variant in (words, self._respell(words)):
                if " ".join(variant) in self._complete:
                    return " ".join(variant)
        start, mark, rest = self._split_correction(text.split())
        return " ".join((*start, *mark, *self.normalise(" ".join(rest)).split())) if mark else text

    def _count(self, phrases: Sequence[str]) -> PhraseCounts:
        counts = Counter(
            {phrase: COUNT_BY_WORDS.get(phrase.count(" ") + 1, COUNT_OF_LONG_PHRASE) for phrase in phrases if phrase}
        )
        counts.update(f"{one} {other}" for one in self._sequence_words for other in self._sequence_words)
        marks = (" ".join(mark) for mark in self._corrections)
        others = dict.fromkeys((*sorted(self._fillers), *marks, UNKNOWN_WORD))
        counts.update(word for word in others if word not in self._complete)
        return counts

    # --- ways to read the words ----------------------------------------------------------------------

    def _variants(self, words: list[str]) -> Iterator[str]:
        for variant in self._without_disfluencies(words):
            yield " ".join(variant)
            yield " ".join(self._respell(variant))
        start, mark, rest = self._split_correction(words)
        if mark and self.completeness(" ".join(start)) is not Completeness.NO_PHRASE:  # only a phrase can be corrected
            yield from self._variants(rest)

    def _without_disfluencies(self, words: list[str]) -> Iterator[list[str]]:
        """Yield the words as they are, without fillers, and without repeated words."""
        yield words
        without_fillers = [word for word in words if word not in self._fillers]
        yield without_fillers
        yield without_stammer(" ".join(without_fillers)).split()

    def _respell(self, words: list[str]) -> list[str]:
        """Replace homophones so that a phrase results, if only the last one must change ("vote for for")."""
        if " ".join(words) in self._prefixes:
            return words  # "i want to" continues; it is not "i want two"
        respelled = [self._respelled.get(word, word) for word in words]
        if " ".join(respelled) in self._complete or not words:
            return respelled
        return [*words[:-1], self._respelled.get(words[-1], words[-1])]

    def _split_correction(self, words: list[str]) -> tuple[list[str], tuple[str, ...], list[str]]:
        """Return the words before the last correction ("no", "I mean"), the correction, and the words after it."""
        for index in range(len(words) - 1, 0, -1):
            for mark in self._corrections:
                if tuple(words[index : index + len(mark)]) == mark:
                    return words[:index], mark, words[index + len(mark) :]
        return words, (), []


def normalise_phrase(phrase: str) -> str:
    """Return the phrase as a decoder writes it."""
    return " ".join(phrase.lower().replace("-", " ").split())


def vocabulary_of(phrases: Iterable[str]) -> set[str]:
    """Return all words of these phrases."""
    return set(" ".join(phrases).split())


def select_telling_phrases(phrases: PhraseCounts) -> Iterator[str]:
    """Yield the phrases that contain a new pair of adjacent words, each as often as it is counted.

    Pairs are all that a decoder learns. A thousand more ways to vote would only make it miss the one way to ask whose
    turn it is.
    """
    known: set[tuple[str, str]] = set()
    for phrase, count in phrases.items():
        words = phrase.split()
        pairs = tuple(pairwise(("", *words, "")))
        if len(words) == 1 or not known.issuperset(pairs):
            known.update(pairs)
            yield from repeat(phrase, count)


def _prefixes(phrases: Iterable[str]) -> frozenset[str]:
    """Return all proper prefixes: "vote for three" has "vote" and "vote for".

    Most phrases share prefixes, so the loop stops at the first one that is known.
    """
    found: set[str] = set()
    for phrase in phrases:
        end = phrase.rfind(" ")
        while end >= 0 and (prefix := phrase[:end]) not in found:
            found.add(prefix)
            end = phrase.rfind(" ", 0, end)
    return frozenset(found)
