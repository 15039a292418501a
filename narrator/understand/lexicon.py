"""The closed class of a language: words that carry an answer, and the few that change it (`carriers.yaml`)."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

Phrase: TypeAlias = tuple[str, ...]
NOTHING: frozenset[str] = frozenset()
POINTING = frozenset({"pointing", "conditions"})
BETWEEN = ("the", "a", "an", "my", "number", "card", "symbol", "picture", "for", "on", "with", "it's", "it is")
"""What may stand between a decision and what was decided for."""


class Lexicon:
    """The closed class of a language, ready to look up."""

    def __init__(
        self,
        words: Mapping[str, Sequence[str]],
        places: Mapping[str, Sequence[str]],
        unlike: Mapping[str, Sequence[str]],
        deciding: Sequence[str],
    ) -> None:
        """`unlike`: with words of this kind, such intents are not meant. `deciding`: with these somebody decides."""
        self._kinds: dict[Phrase, frozenset[str]] = {}
        for kind, written in words.items():
            for phrase in phrases(written):
                key = tuple(phrase.split())
                self._kinds[key] = self._kinds.get(key, NOTHING) | {kind}
        self.unlike = {(kind, intent) for kind, intents in unlike.items() for intent in intents}
        decides = "|".join(map(re.escape, phrases(deciding))) or "(?!)"
        self.decides = re.compile(rf"\b(?:{decides})(?: (?:{'|'.join(map(re.escape, BETWEEN))}))*$")
        self.places = {tuple(phrase.split()): place for place, phrases in places.items() for phrase in phrases}
        self.longest = max(map(len, self._kinds), default=1)

    def kinds(self, phrase: Phrase) -> frozenset[str]:
        return self._kinds.get(phrase, NOTHING)

    def asks(self, text: str) -> bool:
        """Whether a sentence that begins so is a question; "who is" only points, further on."""
        first, *rest = text.split()
        kinds = self._kinds.get((first, *rest), NOTHING)
        return "asking" in (kinds | self._kinds.get((first,), NOTHING) if kinds & POINTING or not rest else kinds)


def phrases(written: Sequence[str]) -> list[str]:
    """Several to a line, with commas between them."""
    return [phrase.strip() for each in written for phrase in each.split(",")]


SLOTS = frozenset({"{thing}", "{player}", "{word}"})


@dataclass(frozen=True, slots=True)
class Pattern:
    """Words that must be there; each may be one of several."""

    intent: str
    words: tuple[frozenset[str], ...]
    slots: frozenset[str]
    asked: bool
    """Whether it must have the shape of a question: a request needs none."""

    @property
    def size(self) -> int:
        return len(self.words) + len(self.slots)


def patterns(written: Mapping[str, Sequence[str]], *, asked: bool) -> Iterator[Pattern]:
    for intent, lists in written.items():
        for each in lists:
            tokens = each.split()
            words = tuple(frozenset(token.split("|")) for token in tokens if token not in SLOTS)
            yield Pattern(intent, words, SLOTS & set(tokens), asked)
