"""Is it sure? What was heard, weighed by ears that know nothing of each other.

A recogniser that may only choose among phrases always finds one: whoever says "building" is heard to say "eleven", and
its confidence in single words is worthless. So everything that speaks for a phrase or against it is put on one scale,
that of logarithms of likelihoods:

- What was asked is likelier than what may be said at any time. The answers to the question are heard by themselves as
  well, and anything else needs more evidence, the more the more it would change (the prior stands in the grammar).
- Open dictation knows every word and no phrase. A phrase that was really said explains the sound about as well as the
  best that dictation can think of, whatever words that is ("he gonna" for an iguana); one that was not, far worse.
- The second ear (`second_ear.py`), where there is one, says how likely these very words are. It is asked about short
  phrases, unless dictation has written the answer down: then it is clear. How sure both together are is one sum
  (`Support`). Without a second ear, vosk listens once more.

Where the phrase is only a little worse, or another phrase nearly as good, the answer is a doubt with the candidates.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from math import exp, inf
from typing import Protocol

import numpy as np
from rapidfuzz.distance import Levenshtein

from narrator.core.game import without_keys
from narrator.language.understanding.expectation import MOST_EVIDENCE
from narrator.speech.asr.endpoint import RATE
from narrator.speech.asr.phrasebook import UNKNOWN, Guess, Phrasebook, Told
from narrator.speech.asr.second_ear import SecondEar
from narrator.speech.asr.support import MOST_AHEAD, Support
from narrator.speech.pcm import Pcm, Samples

GUESSES = 20
"""How many guesses are looked at."""
SECOND_THOUGHTS = 6.0
"""How much worse than its best guess a second thought of vosk may be (its own setting, 2, leaves hardly any, and what
was meant is often among them): a phrase that is so much worse was not meant. And without a second ear a lone word that
may be said at any time must be so much better than every answer: "break" is mostly a six."""
WORSE = (2.0, 4.0, 8.0, 12.0)
"""By how much a phrase of one, two, three, or more words may be worse than dictation. Long ones are unlikely to it, and
no other talk becomes one by chance."""
BEGUN = 3.0
"""By how much the beginning of a phrase must be likelier than any whole one to be waited for. In noise much sounds like
"the"."""
HARDLY_BEGUN = 1
"""Words of such a beginning that may have been a whole answer to what was asked, if nothing more comes."""
NUMBER = 2.5
"""Without a second ear: how much more it may be for a lone number that was asked for. Children say them in many ways
("tree", "free"), and they are few; with names of cards it would make an "owl" of any "up"."""
ASK = 3.0
"""By how much more it may be worse and is still worth a question."""
MIXED = 14.0
"""How much less it may be for a phrase that was found only by listening for it."""
CLOSE = 1.2
"""Two phrases that differ by less cannot be told apart."""
LONG = 3
"""Words from which on no other talk becomes a phrase by chance: the second ear need not be asked."""
SPEEDS, SPREAD = (0.9, 0.95, 1.0, 1.05), 2.0
"""The speeds at which a row of words is heard; and how much worse a guess may be and still be likely."""
ROW_WRONG = 0.25
"""How many of its words may be expected to be wrong, if it is to be sure."""
SLOWER = 0.92
"""The speed at which they are compared once more. A child's voice becomes more like those that the model knows."""
SURE, PERHAPS = 0.4, -1.0
"""The odds, as logarithms, from which on it is sure, and from which on it is worth a question."""
EVIDENCE = 3.0
"""What a step of evidence (see `Grammar.evidence`) counts, on the scale of the scores."""


class OpenEar(Protocol):
    """Writes down whatever it hears, with its second thoughts."""

    def begin(self) -> None:
        """Forget whatever was under way."""

    def feed(self, samples: Samples) -> None:
        """A little more of the utterance."""

    def finish(self) -> tuple[Guess, ...]:
        """What it may have been, the likeliest first; the utterance is over."""


class Again(OpenEar, Protocol):
    """Decodes a sound once more for the same phrases."""

    def expect(self, phrases: Told) -> None:
        """Only these from now on."""


@dataclass(frozen=True, slots=True)
class Opinion:
    """What was said, as far as can be told."""

    text: str = ""
    """The likeliest words; a phrase, if there is one."""
    phrase: bool = False
    """Whether they are a phrase that may have been said."""
    doubt: tuple[str, ...] = ()
    """The phrases it may have been, if that is not sure."""
    after_all: "Opinion | None" = None
    """What it was if nothing more comes: whoever says "my" and no more has said "nine"."""


class Agreement:
    """The opinion on one utterance after the other."""

    def __init__(
        self,
        open_ear: OpenEar,
        again: Again,
        asked: Again | None = None,
        knows: Callable[[str], bool] = lambda word: True,
        second: SecondEar | None = None,
    ) -> None:
        """`asked` hears nothing but the answers to what was asked. None of them hears a word that it does not know."""
        self._open_ear, self._again, self._asked, self._knows = open_ear, again, asked, knows
        self._second = second
        self._unheard: tuple[str, ...] = ()
        self._waiting: list[Samples] = []
        self._finished = self._asked_finished = False

    def expect(self, book: Phrasebook) -> None:
        self._unheard = book.answers_with(lambda word: not self._knows(word))
        self._again.expect(book.grammar)
        if self._asked and book.asked:
            self._asked.expect(book.asked)

    def begin(self) -> None:
        self._open_ear.begin()
        if self._asked:
            self._asked.begin()
        self._waiting, self._finished, self._asked_finished = [], False, False

    def feed(self, samples: Samples, *, likely: bool = True) -> None:
        """A little more of the utterance. While that is not `likely` a phrase, the open ear rests: it computes most."""
        self._waiting.append(samples)
        if self._asked:
            self._asked.feed(samples)
        if likely and not self._finished:
            self._catch_up()

    def _catch_up(self) -> None:
        if self._waiting:
            self._open_ear.feed(np.concatenate(self._waiting))
        self._waiting = []

    def opinion(
        self,
        guesses: Sequence[Guess],
        samples: Samples,
        book: Phrasebook,
        *,
        streamed: bool = True,
        noisy: bool = False,
    ) -> Opinion:
        """On these guesses at these samples. `streamed` if they are exactly what was fed."""
        answers = self._asked_guesses(samples, book, streamed=streamed)
        heard = weighed(guesses, answers, book)
        if not heard:  # speech, perhaps, and vosk cannot make a word of it: in noise that is the noise
            return Opinion() if noisy or not self._second else self._by_both_ears(self._second, (), None, samples, book)
        likely = [each for each in book.phrases_among(heard) if each.score >= heard[0].score - SECOND_THOUGHTS]
        if book.row(heard[0].text.replace(UNKNOWN, "")):
            return self._on_a_row(samples, book, sure=bool(likely))
        short = any(len(each.text.split()) < LONG for each in (heard[0], *likely[:1]))
        second = self._second if short else None
        likely = likely or ([] if second else self._unmixed(heard, samples, book))
        if not likely and not second:
            return Opinion(heard[0].text)
        dictated = self.dictated(samples, streamed=streamed)
        if likely and same(dictated, likely[0], book) and not book.evidence(likely[0].text):
            second = None  # an answer that dictation has written down is clear
        if second:
            return self._by_both_ears(second, heard, dictated, samples, book)
        found = self._by_one_ear(likely, guesses, answers, dictated, samples, book)
        chosen = found[0]
        written = same(dictated, chosen, book) or not dictated
        worse = -inf if written else (dictated or heard[0]).score - chosen.score
        if got := begun(chosen, heard, book, written=written):
            return Opinion(got.text)
        words = len(chosen.text.split())
        may_be = WORSE[min(len(WORSE), words) - 1]
        if book.counts(chosen.text) and not begun_instead(chosen, guesses, book):
            may_be += NUMBER
        if worse > may_be + ASK:
            return Opinion(chosen.text)
        # in noise a "the" is as good as any short word
        behind = noisy and words < LONG and chosen.score < heard[0].score - CLOSE
        return self._judged(found, book, sure=not behind and worse <= may_be, written=written)

    def _by_both_ears(
        self,
        second: SecondEar,
        heard: Sequence[Guess],
        dictated: Guess | None,
        samples: Samples,
        book: Phrasebook,
    ) -> Opinion:
        """As sure as both ears together are, and dictation leaves it."""
        known = sorted(both_ears(second, heard, samples, book), key=lambda each: -each.score)
        phrases = [each for each in known if book.phrase(each.guess.text)]
        if not phrases:
            return Opinion(next(iter(heard), Guess("")).text)
        chosen = phrases[0]
        others = [each for each in phrases[1:] if not alike(chosen.guess, each.guess, book)]
        best = dictated.score if dictated else heard[0].score if heard else 0.0
        ahead = chosen.score - others[0].score if others else MOST_AHEAD
        needed = book.evidence(chosen.guess.text)
        odds = Support(ahead, best - chosen.guess.score, chosen.likelihood, needed).odds
        written = same(dictated, chosen.guess, book)
        sure = odds >= SURE or (written and " " in chosen.guess.text)  # nobody writes down two such words by chance
        rivals = [each.guess for each in others if each.score > chosen.score - CLOSE]
        opinion = (
            self._judged([chosen.guess, *rivals], book, sure=sure, written=written)
            if sure or odds >= PERHAPS
            else Opinion(chosen.guess.text)
        )
        if chosen is known[0]:
            return opinion
        begun = known[0].guess.text  # as far as somebody got who has not finished: "what are…"
        whole = not needed and len(begun.split()) <= HARDLY_BEGUN
        return Opinion(begun, after_all=opinion if whole else None)

    def _judged(self, found: Sequence[Guess], book: Phrasebook, *, sure: bool, written: bool) -> Opinion:
        """The first of these, or a doubt between them."""
        chosen = found[0]
        named = tuple(dict.fromkeys(str(book.phrase(each.text)) for each in found))
        if not written and not book.evidence(chosen.text) and not book.counts(chosen.text):
            named += self._unheard[:1]  # whoever says "zebu" where that word is not known is heard to say "zebra"
        leaves = lightly_said(chosen, book) and book.evidence(chosen.text) == MOST_EVIDENCE
        return Opinion(chosen.text, True, named if len(named) > 1 or leaves or not sure else ())

    def _by_one_ear(  # noqa: PLR0913, PLR0917 - all that there is
        self,
        likely: list[Guess],
        guesses: Sequence[Guess],
        answers: Sequence[Guess],
        dictated: Guess | None,
        samples: Samples,
        book: Phrasebook,
    ) -> list[Guess]:
        """The likeliest phrase, and those that cannot be told from it, as far as vosk alone can tell."""
        found = self._close(likely, samples, book)
        if (wish := to_the_letter(dictated, guesses, book)) and not alike(wish, found[0], book):
            found = [wish]
        if lightly_said(found[0], book):
            best = max((each.score for each in guesses if same(each, found[0], book)), default=found[0].score)
            found += [each for each in book.phrases_among(answers)[:1] if each.score > best - SECOND_THOUGHTS]
        return found

    def _asked_guesses(self, samples: Samples, book: Phrasebook, *, streamed: bool) -> tuple[Guess, ...]:
        """What it was, if it answers what was asked."""
        if self._asked is None or not book.asked:
            return ()
        if not streamed or self._asked_finished:
            self._asked.begin()
            self._asked.feed(samples)
        self._asked_finished = True
        return self._asked.finish()

    def _unmixed(self, guesses: Sequence[Guess], samples: Samples, book: Phrasebook) -> list[Guess]:
        """What was heard is a mixture of phrases ("the my we waiting for"): which of the phrases like it may it be?"""
        heard = guesses[0].text if guesses else UNKNOWN
        if UNKNOWN in heard or book.begins(heard) or not (near := book.near(heard)):
            return []
        self._again.expect(dict.fromkeys((*near, UNKNOWN), 1))
        found = self.decoded(samples)
        self._again.expect(book.grammar)
        return [Guess(each.text, each.score - MIXED) for each in book.phrases_among(found)]

    def _on_a_row(self, samples: Samples, book: Phrasebook, *, sure: bool) -> Opinion:
        """Several words that could each be another: what is likely to have the fewest wrong, heard at several speeds.

        There are more rows than could be listed, so one that is nearly right is as good a phrase as the right one."""
        self._again.expect(without_keys(book.grammar, UNKNOWN))
        found = [book.phrases_among(self.decoded(samples, speed)) for speed in SPEEDS]
        self._again.expect(book.grammar)
        likely: dict[tuple[str, ...], float] = {}
        for guesses in found:
            weights = [exp((each.score - guesses[0].score) / SPREAD) for each in guesses]
            for each, weight in zip(guesses, weights, strict=True):
                words = tuple(str(book.phrase(each.text)).split())
                likely[words] = likely.get(words, 0.0) + weight / sum(weights) / len(SPEEDS)
        if not likely:
            return Opinion()

        def wrong(words: tuple[str, ...]) -> float:
            return sum(weight * Levenshtein.distance(words, others) for others, weight in likely.items())

        best = min(likely, key=wrong)
        others = sorted(likely.keys() - {best}, key=lambda words: -likely[words])[:2]
        sure = sure and wrong(best) < ROW_WRONG and all(found)
        return Opinion(" ".join(best), True, () if sure else tuple(" ".join(words) for words in (best, *others)))

    def _close(self, phrases: list[Guess], samples: Samples, book: Phrasebook) -> list[Guess]:
        """The likeliest phrase, and those that cannot be told from it even if it is listened to once more."""
        found = rivals_of({each: each.score for each in phrases}, CLOSE, book)
        if len(found) == 1:
            return found
        asked = self._asked if book.asked and not any(book.evidence(each.text) for each in found) else None
        again = self.decoded(samples, SLOWER, asked)
        slower = {book.phrase(each.text): each.score - again[0].score for each in book.phrases_among(again)}
        both = {each: each.score + slower.get(book.phrase(each.text), -SECOND_THOUGHTS) for each in phrases}
        return rivals_of(both, 2 * CLOSE, book)

    def dictated(self, samples: Samples, *, streamed: bool = True) -> Guess | None:
        """The best that dictation heard in these samples, which are what was fed, if that was `streamed`."""
        if not streamed or self._finished:
            self._open_ear.begin()
            self._waiting = [samples]
        self._catch_up()
        self._finished = True
        return next(iter(self._open_ear.finish()), None)

    def decoded(self, samples: Samples, speed: float = 1.0, ear: Again | None = None) -> tuple[Guess, ...]:
        """What phrases it may have been, heard afresh: as it was, or a little slower."""
        ear = ear or self._again
        ear.begin()
        ear.feed(Pcm(samples, round(RATE * speed / 100) * 100).resampled(RATE).samples)
        return ear.finish()


@dataclass(frozen=True, slots=True)
class BothEars:
    """What both ears think of a phrase."""

    guess: Guess
    likelihood: float
    """To the second ear, as a logarithm."""

    @property
    def score(self) -> float:
        return self.guess.score + self.likelihood


def both_ears(second: SecondEar, heard: Sequence[Guess], samples: Samples, book: Phrasebook) -> list[BothEars]:
    """How likely both ears take phrases to be: those that vosk proposes, and all answers of one word, even if it did
    not think of them; and the beginning of one, if that is what vosk thinks of first."""
    known = {str(book.phrase(each.text)): each for each in book.phrases_among(heard)}
    unlikely = heard[0].score - SECOND_THOUGHTS if heard else 0.0
    known |= {word: Guess(word, unlikely) for word in book.lone_answers if word not in known}
    known |= {each.text: each for each in heard[:1] if unfinished(each, book)}
    if not known:
        return []
    return [BothEars(*each) for each in zip(known.values(), second.likelihoods(samples, list(known)), strict=True)]


def rivals_of(scores: Mapping[Guess, float], close: float, book: Phrasebook) -> list[Guess]:
    """The likeliest phrase, and those that are so close to it that they cannot be told from it."""
    first, *others = sorted(scores, key=lambda each: -scores[each])
    return [first, *(each for each in others if scores[each] > scores[first] - close and not alike(first, each, book))]


def weighed(guesses: Sequence[Guess], asked: Sequence[Guess], book: Phrasebook) -> tuple[Guess, ...]:
    """All guesses on one scale, the likeliest first: what may be said at any time, and what is no phrase at all, needs
    more evidence than what answers the question."""
    if not asked:
        return tuple(guesses)
    best = {guess.text: guess for guess in asked}
    for guess in guesses:
        needed = book.evidence(guess.text) if book.phrase(guess.text) else 1
        weighed = Guess(guess.text, guess.score - EVIDENCE * needed)
        if guess.text not in best or best[guess.text].score < weighed.score:
            best[guess.text] = weighed
    return tuple(sorted(best.values(), key=lambda each: -each.score))


def to_the_letter(dictated: Guess | None, guesses: Sequence[Guess], book: Phrasebook) -> Guess | None:
    """What may be said at any time, if it is both the best among all phrases and what dictation wrote: two who know
    nothing of each other are evidence enough, however well an answer would do."""
    if dictated and guesses and same(dictated, guesses[0], book) and book.evidence(guesses[0].text):
        return guesses[0]
    return None


def same(one: Guess | None, other: Guess, book: Phrasebook) -> bool:
    """Whether both are the same phrase."""
    return one is not None and (phrase := book.phrase(one.text)) is not None and phrase == book.phrase(other.text)


def lightly_said(guess: Guess, book: Phrasebook) -> bool:
    """Whether it is a lone word that may be said at any time."""
    return bool(book.evidence(guess.text)) and " " not in str(book.phrase(guess.text))


def begun(chosen: Guess, heard: Sequence[Guess], book: Phrasebook, *, written: bool) -> Guess | None:
    """As far as somebody got who has not finished, if that is likelier than this phrase: "what are…" than "what". What
    dictation has written down as well was no half phrase."""
    first = heard[0]
    if unfinished(first, book) and chosen.score < first.score - BEGUN:
        return first
    half = (each for each in heard if each.score > chosen.score - CLOSE and half_of(each, chosen, book))
    return None if written else next(half, None)


def half_of(guess: Guess, phrase: Guess, book: Phrasebook) -> bool:
    """Whether this may be as far as somebody got who wanted to say such a phrase: "my vote goes to the…" is no nine."""
    got, whole = guess.text.split(), str(book.phrase(phrase.text)).split()
    return unfinished(guess, book) and 1 < len(got) <= len(whole) and got[:-1] == whole[: len(got) - 1]


def begun_instead(chosen: Guess, guesses: Sequence[Guess], book: Phrasebook) -> bool:
    """Whether, among all phrases, the beginning of another one is clearly better: "go…" is no two."""
    scores = [each.score for each in guesses if same(each, chosen, book)]
    return bool(guesses) and unfinished(guesses[0], book) and guesses[0].score > max(scores, default=-inf) + CLOSE


def unfinished(guess: Guess, book: Phrasebook) -> bool:
    return book.begins(guess.text) and book.phrase(guess.text) is None


def alike(one: Guess, other: Guess, book: Phrasebook) -> bool:
    """Whether two phrases are most likely two ways to say the same: "the owl", "I'll take the owl"; "slower", "slowly";
    "yes", "yeah".

    What makes a difference can be said alone: a number, a card, a wish; and it means something else.
    """
    phrases = [str(book.phrase(each.text)) for each in (one, other)]
    these, those = (set(phrase.split()) for phrase in phrases)
    differ = any(
        book.phrase(word) == word and not any(kin(word, there) for there in across - own)
        for own, across in ((these, those), (those, these))
        for word in own - across
    )
    return not differ or book.mean_the_same(*phrases)


def kin(word: str, other: str) -> bool:
    """Two forms of one word: "six", "sixth"; "who's", "whose"."""
    return word[:3] == other[:3] and abs(len(word) - len(other)) <= 2
