"""Is it sure? A second opinion on what was heard, by an ear that expects nothing.

A recogniser that may only choose among phrases always finds one: whoever says "building" is heard to say "eleven", and
its own confidence is worthless. So beside it runs open dictation, which knows every word and no phrase. Where the
phrase is among its guesses, two independent ears agree. Where it clearly heard something else, the answer is a doubt.
Where it did not hear clearly either (a child's voice, a noisy kitchen), the same sound is decoded again for phrases, a
little slower and a little faster: what is really said stays, what was made up changes.

Of lone words said by people that are no command, one in six is taken for one by the phrases alone; with the second
opinion nearly none. What it costs is a question now and then where the answer was right.
"""

from collections.abc import Sequence
from typing import Protocol

from rapidfuzz import fuzz

from narrator.ears.endpoint import RATE
from narrator.ears.phrasebook import Phrasebook
from narrator.sound.pcm import Pcm, Samples

GUESSES = 8
"""How many guesses of the open ear are looked at."""
CLEAR = 3
"""With more guesses than these it did not hear clearly."""
TOO_SHORT = 2
"""Letters. A guess that short ("a", "by") is what dictation makes of half a sound."""
LONG = 4
"""Words of a phrase that no other talk becomes by chance: of 604 sentences that were none, not one did."""
LONGER = 3
"""Words of a phrase that is rarely guessed to the letter."""
ALIKE, NEARLY = 60.0, 85.0
"""How like such a phrase a guess must be on paper, of a hundred, to be the same; and how like a shorter one."""
SPEEDS = (0.92, 1.1)
"""At which it is decoded again: voice and tempo change together."""


class OpenEar(Protocol):
    """Writes down whatever it hears, with its second thoughts."""

    def begin(self) -> None:
        """Forget whatever was under way."""

    def feed(self, samples: Samples) -> None:
        """A little more of the utterance."""

    def guesses(self) -> tuple[str, ...]:
        """What it may have been, the likeliest first; the utterance is over."""


class Again(Protocol):
    """Decodes a sound once more for the same phrases."""

    def expect(self, phrases: Sequence[str]) -> None:
        """Only these from now on."""

    def begin(self) -> None:
        """Forget whatever was under way."""

    def feed(self, samples: Samples) -> None:
        """The sound."""

    def finish(self) -> str:
        """Its words."""


class Agreement:
    """The second opinion on one utterance after the other."""

    def __init__(self, open_ear: OpenEar, again: Again) -> None:
        self._open_ear, self._again = open_ear, again
        self._guesses: tuple[str, ...] | None = None
        self._stale = False

    def expect(self, book: Phrasebook) -> None:
        self._again.expect(book.grammar)

    def begin(self) -> None:
        self._open_ear.begin()
        self._guesses, self._stale = None, False

    def feed(self, samples: Samples) -> None:
        if self._guesses is None:
            self._open_ear.feed(samples)
        self._stale = True

    def doubt(self, phrase: str, samples: Samples, book: Phrasebook) -> tuple[str, ...]:
        """The phrases it may have been, the likeliest first; nothing if it is sure. `samples` is all of it."""
        if len(phrase.split()) >= LONG:
            return ()
        guesses = self._heard(samples)
        if any(same(guess, phrase, book) for guess in guesses):
            return ()
        others = [other for guess in guesses if (other := book.phrase(guess))]
        if clear(guesses) and len(phrase.split()) < LONGER:
            return tuple(dict.fromkeys((phrase, *others)))
        for speed in SPEEDS:
            heard = book.phrase(self.decoded(samples, speed))
            if heard != phrase:
                return tuple(dict.fromkeys((phrase, *([heard] if heard else []), *others)))
        return ()

    def _heard(self, samples: Samples) -> tuple[str, ...]:
        """What the open ear made of it. If the voice went on after its last guesses, it listens to it all again."""
        if self._guesses is not None and self._stale:
            self._open_ear.begin()
            self._open_ear.feed(samples)
            self._guesses = None
        if self._guesses is None:
            self._guesses = self._open_ear.guesses()
        self._stale = False
        return self._guesses

    def decoded(self, samples: Samples, speed: float = 1.0) -> str:
        """The phrase, heard afresh: a little slower or faster."""
        self._again.begin()
        self._again.feed(Pcm(samples, round(RATE * speed / 100) * 100).resampled(RATE).samples)
        return self._again.finish()


def same(guess: str, phrase: str, book: Phrasebook) -> bool:
    """Whether the open ear heard this phrase, to the letter or, if it is longer, more or less."""
    if book.phrase(guess) == phrase:
        return True
    words = len(phrase.split())
    return words > 1 and fuzz.ratio(guess, phrase) >= (ALIKE if words >= LONGER else NEARLY)


def clear(guesses: Sequence[str]) -> bool:
    """Whether the open ear heard something in particular."""
    return 0 < len(guesses) <= CLEAR and len(guesses[0]) > TOO_SHORT
