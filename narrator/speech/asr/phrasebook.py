"""What may be said now, as the ear sees it: is this a whole phrase, the beginning of one, or neither?

The recogniser only knows which words may follow each other, so phrases mix. The phrase book is the strict half: an
utterance counts only if *all* of it is a phrase, hesitation aside. It also tells whether a phrase that is complete
could go on ("the owl" … "because he is wise"), because that decides how long the ear waits.
"""

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from functools import cached_property
from itertools import pairwise, repeat

from rapidfuzz import fuzz, process

from narrator.language.language import get_language
from narrator.language.understanding.expectation import Expectation
from narrator.language.understanding.understand import without_stammer

UNKNOWN = "[unk]"
"""What the recogniser writes for anything that is no word of the phrases."""

OFTEN = {1: 20, 2: 5}
SELDOM = 3
"""How often a phrase of so many words, or of more, is told to the recogniser, which expects what it was told often. A
number can be said alone in one way and in a sentence in a thousand, but people mostly say it alone. And what it was
told once it hardly believes: it mixes phrases."""
NEAR, NEAREST, LEAST_WORDS = 65.0, 12, 3
"""How much a phrase must look like what was heard to be listened for once more, in per cent; how many of them; and how
many words it must have. Any short phrase is near to something."""

MOST_ANSWERS = 24
"""Of one word, that can be looked at one by one."""
LEAST_ROW = 2
"""Words that make a row."""


@dataclass(frozen=True, slots=True)
class Guess:
    """What a recogniser may have heard."""

    text: str
    score: float = 0.0
    """How likely it is (its confidence), as a logarithm. Only guesses at the same sound can be compared, those of any
    recogniser."""


Told = Mapping[str, int]
"""Phrases for a recogniser, and how often it is told each."""


class Verdict(Enum):
    """What there is so far."""

    COMPLETE = "a phrase that cannot go on"
    EXTENDABLE = "a phrase that could go on"
    UNFINISHED = "the beginning of a phrase"
    NEITHER = "no phrase, and no beginning of one"


class Phrasebook:
    """The ear's index of an expectation: its phrases, and the words that may stand anywhere between them."""

    def __init__(  # noqa: PLR0913  # all that bears on what may be said
        self,
        phrases: Iterable[str],
        fillers: Collection[str] = (),
        corrections: Collection[str] = (),
        *,
        evidence: Mapping[str, int] | None = None,
        rows: Collection[str] = (),
        meaning: Callable[[str], Sequence[object]] = lambda phrase: (phrase,),
    ) -> None:
        """`evidence` is how much more a phrase needs than an answer to what was asked; none if it is not named. Words
        of `rows` may be said one after the other, as what five dice show: more rows than could be listed. Phrases of
        the same `meaning` need not be told apart."""
        self._meaning = meaning
        self._evidence = {plainly(phrase): needed for phrase, needed in (evidence or {}).items()}
        self.phrases = tuple(dict.fromkeys(map(plainly, phrases)))
        self._complete = frozenset(self.phrases) - {""}
        self._beginnings = _beginnings(self._complete)
        self._long = tuple(phrase for phrase in self.phrases if phrase.count(" ") + 1 >= LEAST_WORDS)
        self._fillers = frozenset(fillers)
        self._corrections = tuple(sorted((tuple(mark.split()) for mark in corrections), key=len, reverse=True))
        self._rows = tuple(rows)
        self._words = words_of(self._complete)
        words = self._words.union(self._rows)
        self._mended = {
            other: word for word, others in get_language().heard.homophones.items() if word in words for other in others
        }

    @classmethod
    def of(cls, expectation: Expectation) -> "Phrasebook":
        """What may be said now. Every phrase is written out, which takes a moment."""
        grammar = expectation.grammar
        return cls(
            expectation.phrases,
            grammar.fillers,
            grammar.marks("corrections"),
            evidence=expectation.evidence,
            rows=expectation.rows,
            meaning=expectation.readings,
        )

    @cached_property
    def grammar(self) -> Told:
        """Everything the recogniser has to know."""
        return self._told(self.phrases)

    @cached_property
    def asked(self) -> Told:
        """The same for the answers to what was asked, by themselves; nothing where there are no others, or only
        others."""
        asked = [phrase for phrase in self.phrases if not self._evidence.get(phrase)]
        return self._told(asked) if 0 < len(asked) < len(self.phrases) else {}

    @cached_property
    def lone_answers(self) -> tuple[str, ...]:
        """The answers to what was asked that are one word; none where there are too many to look at each."""
        lone = tuple(phrase for phrase in self.phrases if " " not in phrase and not self._evidence.get(phrase))
        return lone if len(lone) <= MOST_ANSWERS else ()

    def evidence(self, text: str) -> int:
        """How much more these words need to be believed than an answer to what was asked."""
        return self._evidence.get(self.phrase(text) or "", 0)

    def answers_with(self, such: Callable[[str], bool]) -> tuple[str, ...]:
        """The answers to what was asked with such words in them, the shortest first."""
        words = {word for word in self._words if such(word)}
        if not words:
            return ()
        found = [phrase for phrase in self._complete if not self._evidence.get(phrase) and words & set(phrase.split())]
        return tuple(sorted(found, key=lambda phrase: (len(phrase), phrase)))

    def mean_the_same(self, one: str, other: str) -> bool:
        """Whether it makes no difference which of two phrases was said."""
        return bool(means := self._meaning(one)) and means == self._meaning(other)

    def counts(self, text: str) -> bool:
        """Whether these are a lone number that was asked for."""
        phrase = self.phrase(text) or ""
        return get_language().parse_number(phrase) is not None and not self._evidence.get(phrase)

    def _told(self, phrases: Sequence[str]) -> Told:
        told = Counter({phrase: OFTEN.get(phrase.count(" ") + 1, SELDOM) for phrase in phrases if phrase})
        told.update(f"{one} {other}" for one in self._rows for other in self._rows)
        marks = (" ".join(mark) for mark in self._corrections)
        others = dict.fromkeys((*sorted(self._fillers), *marks, UNKNOWN))
        told.update(word for word in others if word not in self._complete)
        return told

    def verdict(self, text: str) -> Verdict:
        """What these words are. Nothing but hesitation is the beginning of anything."""
        best = Verdict.NEITHER
        if not text or UNKNOWN in text:
            return best
        if self.row(text):
            return Verdict.EXTENDABLE
        for attempt in self._attempts(text.split()):
            if attempt in self._complete:
                return Verdict.EXTENDABLE if attempt in self._beginnings else Verdict.COMPLETE
            if attempt in self._beginnings or not attempt:
                best = Verdict.UNFINISHED
        return best

    def phrase(self, text: str) -> str | None:
        """The phrase that these words are, without hesitation; `None` if they are none."""
        whole = (attempt for attempt in self._attempts(text.split()) if attempt in self._complete)
        return self.row(text) or next(whole, None)

    def row(self, text: str) -> str | None:
        """The row of words that these are, perhaps after the beginning of a phrase; `None` if they are none."""
        words = [self._mended.get(word, word) for word in text.split() if word not in self._fillers]
        at = next((at for at in range(len(words), 0, -1) if words[at - 1] not in self._rows), 0)
        begun = not at or " ".join(words[:at]) in self._beginnings
        return " ".join(words) if begun and len(words) - at >= LEAST_ROW else None

    def phrases_among(self, guesses: Iterable[Guess]) -> tuple[Guess, ...]:
        """Those guesses that are phrases, each phrase once. The recogniser mixes phrases ("vote is for three"); what
        was meant is then among its second thoughts."""
        found: dict[str, Guess] = {}
        for guess in guesses:
            phrase = None if UNKNOWN in guess.text else self.phrase(guess.text)
            if phrase is not None:
                found.setdefault(phrase, guess)
        return tuple(found.values())

    def near(self, text: str) -> tuple[str, ...]:
        """The longer phrases that look most like this mixture of some."""
        if not self._long or text.count(" ") + 1 < LEAST_WORDS:
            return ()
        found = process.extract(text, self._long, scorer=fuzz.ratio, score_cutoff=NEAR, limit=NEAREST)
        return tuple(phrase for phrase, _, _ in found)

    def begins(self, text: str) -> bool:
        """Whether these words are the beginning of a phrase, and more than hesitation."""
        return any(attempt in self._beginnings for attempt in self._attempts(text.split()))

    def plain(self, text: str) -> str:
        """The same words as they would be written in a phrase: "for" alone is a four. Corrections stay in."""
        if self.phrase(text) is None:
            return text
        if row := self.row(text):
            return row
        for words in self._tidied(text.split()):
            for attempt in (words, self._mend(words)):
                if " ".join(attempt) in self._complete:
                    return " ".join(attempt)
        start, mark, rest = self._corrected(text.split())
        return " ".join((*start, *mark, *self.plain(" ".join(rest)).split())) if mark else text

    # --- the ways to take the words ----------------------------------------------------------------

    def _attempts(self, words: list[str]) -> Iterator[str]:
        for tidied in self._tidied(words):
            yield " ".join(tidied)
            yield " ".join(self._mend(tidied))
        start, mark, rest = self._corrected(words)
        if mark and self.verdict(" ".join(start)) is not Verdict.NEITHER:  # side talk corrects nothing
            yield from self._attempts(rest)

    def _tidied(self, words: list[str]) -> Iterator[list[str]]:
        """As they are; without hesitation; without stammering."""
        yield words
        spoken = [word for word in words if word not in self._fillers]
        yield spoken
        yield without_stammer(" ".join(spoken)).split()

    def _mend(self, words: list[str]) -> list[str]:
        """What sounds the same, written as it fits: the last such word is the number ("vote for for")."""
        if " ".join(words) in self._beginnings:
            return words  # "i want to" goes on; it is not "i want two"
        whole = [self._mended.get(word, word) for word in words]
        if " ".join(whole) in self._complete or not words:
            return whole
        return [*words[:-1], self._mended.get(words[-1], words[-1])]

    def _corrected(self, words: list[str]) -> tuple[list[str], tuple[str, ...], list[str]]:
        """What was said before the last correction, the correction, and what after it."""
        for at in range(len(words) - 1, 0, -1):
            for mark in self._corrections:
                if tuple(words[at : at + len(mark)]) == mark:
                    return words[:at], mark, words[at + len(mark) :]
        return words, (), []


def plainly(phrase: str) -> str:
    """As a recogniser writes it."""
    return " ".join(phrase.lower().replace("-", " ").split())


def words_of(phrases: Iterable[str]) -> set[str]:
    return set(" ".join(phrases).split())


def telling(phrases: Told) -> Iterator[str]:
    """The phrases that tell which word may follow which, as often as they are told. That is all a recogniser learns
    from them: a thousand more ways to vote would only make it deaf to the one way to ask whose turn it is."""
    told: set[tuple[str, str]] = set()
    for phrase, often in phrases.items():
        words = phrase.split()
        follow = tuple(pairwise(("", *words, "")))
        if len(words) == 1 or not told.issuperset(follow):
            told.update(follow)
            yield from repeat(phrase, often)


def _beginnings(phrases: Iterable[str]) -> frozenset[str]:
    """ "vote for three" → "vote", "vote for". Most phrases begin like others: what is known need not be cut again."""
    found: set[str] = set()
    for phrase in phrases:
        at = phrase.rfind(" ")
        while at >= 0 and (beginning := phrase[:at]) not in found:
            found.add(beginning)
            at = phrase.rfind(" ", 0, at)
    return frozenset(found)
