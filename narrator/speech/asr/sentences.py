"""Decide on whole sentences: write them down and understand them as if they were typed.

Vosk decodes phrases, of which it needs a list. What families say is mostly longer, and in no list: "I think it has to
be the poodle". Moonshine writes such sentences down well, so an utterance that is not clearly a phrase goes through the
same understanding as a typed line. That understanding already ignores remarks to other players and asks where there
are several meanings. Here it is only decided whether the transcript can be trusted:

- A sentence of a few words that Moonshine is sure of is accepted.
- A shorter or less certain one is accepted if Vosk heard words with the same meaning, and asked about otherwise.
- A lone word is left to the decision on phrases, because any noise looks like some word.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import Protocol

from narrator.language.language import get_language
from narrator.language.understanding.expectation import Expectation
from narrator.language.understanding.reading import NoReading, Reading, Understanding, Understood
from narrator.language.understanding.understand import tidy
from narrator.speech.networks.moonshine import SentenceTranscript
from narrator.speech.pcm import Samples

MIN_SENTENCE_WORDS = 2
"""Shorter transcripts are not sentences. Bench: spoken; hearing --only "other words"."""
MIN_CERTAIN_WORDS = 3
"""Sentences of this many words are accepted without Vosk. Bench: spoken; hearing --only "people: sentences"."""
MIN_CONFIDENCE, MIN_CERTAIN_CONFIDENCE = -0.8, -0.4
"""Lowest average log-likelihood of a token to ask about a sentence, and to accept it. Bench: spoken."""
MAX_FAVOURED_WORDS = 80
"""Names on the table that are made likelier in a transcript. With more of them, each would mean less. Not measured
separately."""
MIN_FAVOURED_LETTERS = 3
"""Shorter words are common ones. Not measured separately."""
FAVOURED_SLOTS = ("player", "card", "way", "title", "category", "game", "role", "feature")
"""Slots whose names are likelier than other words."""


class SentenceTranscriber(Protocol):
    """Writes down whole sentences."""

    def transcribe(self, samples: Samples, favoured: Sequence[str] = ()) -> SentenceTranscript:
        """Write down what was said. Words in `favoured` are likelier than others."""


@dataclass(frozen=True)
class SentenceContext:
    """How to understand a sentence at the current question."""

    understand: Callable[[str], Understanding] = NoReading
    favoured: tuple[str, ...] = ()
    """The names of what is on the table, which are likelier than other words."""

    likely_words: frozenset[str] = frozenset()
    """The names that are likely in free words."""

    @classmethod
    def of(cls, expectation: Expectation) -> "SentenceContext":
        return cls(expectation.understand, favoured_words(expectation), frozenset(expectation.likely_words))

    def read(self, transcript: SentenceTranscript) -> "Sentence":
        """Understand a transcript, if need be with a number in place of a word that sounds like it."""
        found = self.understand(transcript.text)
        if isinstance(found, NoReading) and (respelled := spell_numbers(transcript.text)) != tidy(transcript.text):
            again = self.understand(respelled)
            if not isinstance(again, NoReading):
                return Sentence(respelled, transcript.confidence, again, self)
        return Sentence(transcript.text, transcript.confidence, found, self)

    def punctuate(self, transcript: SentenceTranscript) -> str:
        """Return free words with commas between names that follow each other: "Emma, Jack and Grandpa"."""
        words = transcript.text.split()
        titles = {name for names in get_language().heard.players.relatives for name in names}
        are_names = [word in self.likely_words and word.casefold() not in titles for word in words]
        for place, (one, next_one) in enumerate(pairwise(are_names)):
            words[place] += "," if one and next_one else ""
        return " ".join(words)

    def reading_of(self, phrase: str) -> Reading | None:
        """Return the only meaning of a phrase, or `None`."""
        found = self.understand(phrase)
        return found.reading if isinstance(found, Understood) else None


@dataclass(frozen=True)
class Sentence:
    """A transcript and what it means."""

    text: str
    confidence: float
    understanding: Understanding
    context: SentenceContext

    @cached_property
    def word_count(self) -> int:
        return len(tidy(self.text).split())

    @property
    def is_trusted(self) -> bool:
        """Whether these words, or similar ones, were probably said."""
        return self.confidence >= MIN_CONFIDENCE

    @property
    def is_unfinished(self) -> bool:
        """Whether a choice has to follow: "I vote for the"."""
        words = get_language().heard.words
        return tidy(self.text).casefold().rpartition(" ")[2] in {*words.before_choice, *words.unfinished}

    @property
    def is_understood(self) -> bool:
        """Whether it is a sentence with a meaning, so that nothing has to follow."""
        is_sentence = self.word_count >= MIN_SENTENCE_WORDS and self.is_trusted
        return is_sentence and not isinstance(self.understanding, NoReading)

    def is_certain(self, phrases: Sequence[str]) -> bool:
        """Return whether it can be accepted, given the phrases that Vosk may have heard."""
        if not isinstance(self.understanding, Understood):
            return True  # it will be asked about anyway
        if self.word_count >= MIN_CERTAIN_WORDS and self.confidence >= MIN_CERTAIN_CONFIDENCE:
            return True
        return any(self.context.reading_of(phrase) == self.understanding.reading for phrase in phrases)


def favoured_words(expectation: Expectation) -> tuple[str, ...]:
    """Return the names of what is on the table and of the players, and what is likely in free words."""
    names = [thing.plain_name for thing in expectation.things()]
    names += [str(name) for slot in FAVOURED_SLOTS for name, _ in expectation.lists.get(slot, ())]
    long_enough = [name for name in names if len(name) >= MIN_FAVOURED_LETTERS]
    return (*tuple(dict.fromkeys(long_enough))[:MAX_FAVOURED_WORDS], *expectation.likely_words)


def spell_numbers(text: str) -> str:
    """Return the text with the last word as a number, if it sounds like one: "well then, too".

    "For" and "to" stay as they are: after them the speaker has probably not finished.
    """
    *others, last = tidy(text).split() or [""]
    language = get_language()
    sounds_like = {
        sound: word
        for word, sounds in language.heard.homophones.items()
        if language.parse_number(word) is not None
        for sound in sounds
        if sound not in language.heard.words.unfinished
    }
    return " ".join([*others, sounds_like.get(last.casefold(), last)])
