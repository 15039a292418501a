"""The closed class of a language: words that carry an answer, and the few that change it (`carriers.yaml`)."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from narrator.language.language import get_language

Phrase: TypeAlias = tuple[str, ...]
NOTHING: frozenset[str] = frozenset()
POINTING = frozenset({"pointing", "conditions"})
WISHING = frozenset({"wishing"})
DERIVED = WISHING | {"derived"}
"""Of a word that is known by its verb only, and may be the topic of a question itself."""
BETWEEN = ("the", "a", "an", "my", "number", "card", "symbol", "picture", "for", "on", "with", "it's", "it is")
"""What may stand between a decision and what was decided for."""


class Lexicon:
    def __init__(self, written: Mapping[str, Any], topics: Sequence["Pattern"] = ()) -> None:
        """`written`: the words by their kinds, the places in a list, what short forms stand for. `unlike`: with words
        of this kind, such intents are not meant. `deciding`: with these somebody decides.
        """
        words = written.get("words", {})
        self._contractions: Mapping[str, str] = written.get("contractions", {})
        self.copulas = frozenset(phrases(words.get("copulas", ())))
        self._topics: dict[str, frozenset[str]] = {}
        for topic in topics:
            self._topics[topic.intent] = self._topics.get(topic.intent, NOTHING).union(*topic.words)
        self.domain = frozenset(word for topic in topics if topic.asked for words in topic.words for word in words)
        """Whatever questions are about."""
        self._kinds: dict[Phrase, frozenset[str]] = {}
        for kind, said in words.items():
            for phrase in phrases(said):
                key = tuple(phrase.split())
                self._kinds[key] = self._kinds.get(key, NOTHING) | {kind}
        self.unlike = {(kind, intent) for kind, intents in written.get("unlike", {}).items() for intent in intents}
        decides = "|".join(map(re.escape, phrases(written.get("deciding", ())))) or "(?!)"
        self.decides = re.compile(rf"\b(?:{decides})(?: (?:{'|'.join(map(re.escape, BETWEEN))}))*$")
        self.comments = frozenset(phrases(written.get("comments", ())))
        """With these, something more is said about what was just named."""
        self.tags = frozenset(phrases(written.get("tags", ())))
        """What turns a sentence into a polite question, at its end: "…, would you"."""
        self.places = {
            tuple(phrase.split()): place for place, said in written.get("places", {}).items() for phrase in said
        }
        self.longest = max(map(len, (*self._kinds, *self.places)), default=1)

    def kinds(self, phrase: Phrase) -> frozenset[str]:
        """What these words do in a sentence: "everybody's" does what "everybody" and "is" do, "having" what "have"."""
        found = self._kinds.get(phrase)
        return self._derived(phrase[0]) if found is None and len(phrase) == 1 else found or NOTHING

    def _derived(self, word: str) -> frozenset[str]:
        if len(parts := self.expanded(word)) > 1:
            kinds = [self._kinds.get((part,), NOTHING) for part in parts]
            return frozenset().union(*kinds) if all(kinds) else NOTHING
        forms = get_language().base_forms(word) if word.endswith("ing") else ()
        return (
            DERIVED if WISHING & frozenset().union(*(self._kinds.get((form,), NOTHING) for form in forms)) else NOTHING
        )

    def expanded(self, word: str) -> Sequence[str]:
        """ "Who's" is "who is"; "can't" is "can not"."""
        for short, long in self._contractions.items():
            if word.endswith(short):
                return [each for each in (word.removesuffix(short), *long.split()) if each]
        return (word,)

    def words_of(self, intent: str) -> frozenset[str]:
        return self._topics.get(intent, NOTHING)

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
    asked: bool  # whether it must have the shape of a question: a request needs none


def patterns(written: Mapping[str, Sequence[str]], groups: Mapping[str, str], *, asked: bool) -> Iterator[Pattern]:
    for intent, lists in written.items():
        for each in lists:
            tokens = re.sub(r"<(\w+)>", lambda group: groups[group[1]], each).split()
            words = tuple(frozenset(token.split("|")) for token in tokens if token not in SLOTS)
            yield Pattern(intent, words, SLOTS & set(tokens), asked)
