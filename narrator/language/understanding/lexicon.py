"""The closed-class words of a language (`carriers.yaml`): words that carry an answer, and the few that change it."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from narrator.language.language import DEFAULT_LANGUAGE, get_language

Phrase: TypeAlias = tuple[str, ...]
NO_KINDS: frozenset[str] = frozenset()
POINTING_OR_CONDITION = frozenset({"pointing", "conditions"})
WISHING = frozenset({"wishing"})
DERIVED_WISH = WISHING | {"derived"}
"""The kinds of a word that is known by its verb only. It may itself be the topic of a question."""


class Lexicon:
    """What closed-class words do in a sentence."""

    def __init__(self, templates: Mapping[str, Any], topics: Sequence["TopicPattern"] = ()) -> None:
        """Read the words from the templates of a grammar."""
        words = templates.get("words", {})
        self.language = get_language(templates.get("language", DEFAULT_LANGUAGE))
        self._contractions: Mapping[str, str] = templates.get("contractions", {})
        self.copulas = frozenset(split_phrases(words.get("copulas", ())))
        self._topic_words: dict[str, frozenset[str]] = {}
        for topic in topics:
            self._topic_words[topic.intent] = self.topic_words(topic.intent).union(*topic.words)
        self.question_words = frozenset(
            word for topic in topics if topic.is_question for words in topic.words for word in words
        )
        """The topic words of all questions."""
        self._kinds: dict[Phrase, frozenset[str]] = {}
        for kind, lines in words.items():
            for phrase in split_phrases(lines):
                key = tuple(phrase.split())
                self._kinds[key] = self._kinds.get(key, NO_KINDS) | {kind}
        self.excluded_intents = {
            (kind, intent) for kind, intents in templates.get("unlike", {}).items() for intent in intents
        }
        """Pairs of a kind and an intent: with words of this kind, the intent is not meant."""
        decisions = _any_of(split_phrases(templates.get("deciding", ()))) or "(?!)"
        before_choice = _any_of(self.language.heard.words.before_choice)
        self.decision = re.compile(rf"\b(?:{decisions})(?: (?:{before_choice}))*$")
        """Matches words with which a player decides on what comes next: "I vote for the"."""
        self.comment_starts = frozenset(split_phrases(templates.get("comments", ())))
        """Words that begin a comment on what was just named."""
        self.question_tags = frozenset(split_phrases(templates.get("tags", ())))
        """Words that only make a sentence polite, at its end: "…, would you"."""
        self.places = {
            tuple(phrase.split()): place for place, phrases in templates.get("places", {}).items() for phrase in phrases
        }
        """The place in a list that a phrase stands for: "last", "before last", "middle", "other" or an ordinal."""
        groups = [frozenset(split_phrases((line,))) for line in templates.get("similar", ())]
        self.similar = {
            word: frozenset().union(*(each for each in groups if word in each)) for word in frozenset().union(*groups)
        }
        """Words that families use for the same thing, by each of these words."""
        self.max_phrase_words = max(map(len, (*self._kinds, *self.places)), default=1)

    def kinds(self, phrase: Phrase) -> frozenset[str]:
        """Return what these words do in a sentence.

        "Everybody's" does what "everybody" and "is" do, and "having" what "have" does.
        """
        found = self._kinds.get(phrase)
        return self._derived_kinds(phrase[0]) if found is None and len(phrase) == 1 else found or NO_KINDS

    def _derived_kinds(self, word: str) -> frozenset[str]:
        if len(parts := self.expand_contraction(word)) > 1:
            kinds = [self._kinds.get((part,), NO_KINDS) for part in parts]
            return frozenset().union(*kinds) if all(kinds) else NO_KINDS
        if not word.endswith(self.language.spoken.present_participle):
            return NO_KINDS
        forms = self.language.base_forms(word)
        return DERIVED_WISH if any(WISHING & self._kinds.get((form,), NO_KINDS) for form in forms) else NO_KINDS

    def expand_contraction(self, word: str) -> Sequence[str]:
        """Return the words of a contraction: "who's" is "who is", "can't" is "can not"."""
        for short, long in self._contractions.items():
            if word.endswith(short):
                return [each for each in (word.removesuffix(short), *long.split()) if each]
        return (word,)

    def topic_words(self, intent: str) -> frozenset[str]:
        """Return every word that can make this question or request."""
        return self._topic_words.get(intent, NO_KINDS)

    def begins_question(self, text: str) -> bool:
        """Whether a sentence that begins like this is a question. Later in a sentence, "who is" only points."""
        first, *rest = text.split()
        kinds = self._kinds.get((first, *rest), NO_KINDS)
        if kinds & POINTING_OR_CONDITION or not rest:
            kinds |= self._kinds.get((first,), NO_KINDS)
        return "asking" in kinds


def split_phrases(lines: Sequence[str]) -> list[str]:
    """Return the phrases of these lines; commas separate the phrases of a line."""
    return [phrase.strip() for line in lines for phrase in line.split(",")]


def _any_of(phrases: Sequence[str]) -> str:
    return "|".join(map(re.escape, phrases))


SLOTS = frozenset({"{thing}", "{player}", "{word}"})


@dataclass(frozen=True, slots=True)
class TopicPattern:
    """Words that must all occur in a question or a request, each one of several."""

    intent: str
    words: tuple[frozenset[str], ...]
    slots: frozenset[str]
    is_question: bool
    """Whether the sentence must have the shape of a question, unlike a request."""


def parse_topic_patterns(
    patterns: Mapping[str, Sequence[str]], groups: Mapping[str, str], *, is_question: bool
) -> Iterator[TopicPattern]:
    """Parse the `questions` or `requests` of a grammar, with its word groups (`<group>`) filled in."""
    for intent, texts in patterns.items():
        for text in texts:
            tokens = re.sub(r"<(\w+)>", lambda group: groups[group[1]], text).split()
            words = tuple(frozenset(token.split("|")) for token in tokens if token not in SLOTS)
            yield TopicPattern(intent, words, SLOTS & set(tokens), is_question)
