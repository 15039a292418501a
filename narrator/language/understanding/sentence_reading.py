"""What the sentence model estimates about a sentence. Without numpy, which takes long to import."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import TYPE_CHECKING

from narrator.core.paths import data_file
from narrator.language.understanding.offers import OfferedThing

if TYPE_CHECKING:
    from narrator.language.understanding.sentence_model import SentenceModel

ANSWER, UNDECIDED, OTHER_ANSWER = "ANSWER", "Undecided", "OtherAnswer"
"""Kinds of utterances besides intents: an answer that means a thing on offer, one that does not choose yet, and an
answer of another form, such as dice to keep."""
FREE_WORDS, NAMES, NOTHING = "Words", "Names", "none"
"""And free words such as a clue, the names of players, and talk that is not meant for the narrator."""
EXPECTED_KINDS = frozenset({ANSWER, UNDECIDED, OTHER_ANSWER, FREE_WORDS, NAMES, "Yes", "No"})
"""Kinds that are possible only where they are expected."""
OUTSIDE = 0
NAME, NAME_GOES_ON, AGE = 1, 2, 3
"""Tags of words that begin or continue a player's name, or are an age."""
KEPT, ROLLED, FILLED = 1, 2, 3
"""Tags of words that say which dice stay, which are rolled again, and which line of the sheet is filled."""
TAGGERS = {"names": 4, "dice": 4}
"""What words can be tagged for, and the number of tags."""


@dataclass(frozen=True)
class SentenceReading:
    """How likely each kind of utterance is, and each thing on offer if the sentence is about one."""

    kinds: Mapping[str, float] = field(default_factory=dict)
    things: Sequence[tuple[OfferedThing, float]] = ()
    """The likeliest first."""

    @property
    def likeliest(self) -> tuple[str, float]:
        """The likeliest kind and its probability."""
        return max(self.kinds.items(), key=lambda each: each[1], default=(NOTHING, 1.0))


@dataclass(frozen=True)
class TaggedWord:
    """A word of a sentence, and what part it has in a list of players or of dice."""

    text: str
    tag: int
    start: int
    """Where it begins in the sentence."""


@cache
def load_sentence_model(language: str) -> "SentenceModel | None":
    """Return the model of this language, or None if it has none."""
    from narrator.language.understanding.sentence_encoder import Weights  # noqa: PLC0415 - slow to import: numpy
    from narrator.language.understanding.sentence_model import SentenceModel  # noqa: PLC0415 - as above

    file = data_file("grammars", language, "sentences.bin")
    return SentenceModel(Weights.read(file)) if file.is_file() else None
