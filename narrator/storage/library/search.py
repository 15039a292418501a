"""Search for a story by remembered words.

A story is indexed by phrases (its title, each player, each character in a role, each way taken) and, with less weight,
by every word in it. A similar word counts nearly as much as the same word. A rare word counts more than a common one.
Words of one phrase count more together: "hedgehog knight" finds the story with the hedgehog as the knight.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from functools import lru_cache, partial
from math import log
from typing import TypeAlias

from narrator.games.hosting.retelling import RetoldStory
from narrator.language.language import DEFAULT_LANGUAGE
from narrator.storage.library.listing import StoryEntry
from narrator.storage.library.query import Order, Query, as_plain_query, parse_query, plain_words

MIN_TITLE_LIKENESS = 92  # how similar, of 100, a request must be to a title to mean it
MIN_WORD_LIKENESS = 78  # how similar, of 100, two words must be
MIN_FUZZY_LETTERS = 5  # shorter words must be equal, except for a final s: "owl" does not match "bowl"
MIN_PREFIX_LETTERS = 4  # words of this length match by their beginning: "hedge" finds the hedgehog
FUZZY_WEIGHT = 0.9
TEXT_WEIGHT = 0.4  # the weight of a word that is only in the text of the story
PHRASE_BONUS = 0.5  # the extra weight of words in the same phrase
MIN_MATCHED_SHARE = 0.5  # the share of the request, by weight, that must be found
NEARLY_BEST_SHARE = 0.75  # "the newest" is chosen among stories with at least this share of the best score
MIN_INDEXED_LETTERS = 3


NEGATIVE_NUMBER = re.compile(r"\s*-\s*\d+\s*")  # never the number of a story


def words_to_index(tale: RetoldStory) -> str:
    """Return what is stored in the note: the phrases in the first line, all other words in the second."""
    phrases = [normalize(key) for key in tale.search_keys]
    text = " ".join(sentence.text for chapter in tale.chapters for sentence in chapter.sentences)
    said = " ".join(sentence.clip_text for chapter in tale.chapters for sentence in chapter.sentences)
    known = {word for phrase in phrases for word in phrase.split()}
    others = (
        word
        for word in dict.fromkeys(plain_words(f"{text} {said}"))
        if len(word) >= MIN_INDEXED_LETTERS and word not in known
    )
    return f"{'|'.join(phrases)}\n{' '.join(others)}"


@lru_cache(maxsize=4096)
def normalize(text: str) -> str:
    """Return the plain words of a text, separated by spaces. Cached, because titles and players recur."""
    return " ".join(plain_words(text))


@dataclass(frozen=True, slots=True)
class IndexedStory:
    """The words of a story, each with a space on either side."""

    entry: StoryEntry
    phrases: str
    text: str

    @classmethod
    def of(cls, entry: StoryEntry, note: str) -> "IndexedStory":
        phrases, _, text = note.partition("\n")
        own = map(normalize, (entry.title, *entry.players))
        return cls(entry, " " + " | ".join([*own, *phrases.split("|")]) + " ", f" {text} ")


@dataclass(frozen=True, slots=True)
class SearchWord:
    """A word of the request, as the words of stories that match it, with the weight of each match."""

    near: Mapping[str, float] = field(default_factory=dict)
    weight: float = 1.0

    def among(self, words: str) -> float:
        return max((likely for word, likely in self.near.items() if f" {word} " in words), default=0.0)


LoadWords: TypeAlias = Callable[
    [], Mapping[str, str]
]  # returns the notes with the words of all stories; called only if they are needed


def find_stories(
    entries: Sequence[StoryEntry], wish: str, notes: LoadWords, today: date, language: str = DEFAULT_LANGUAGE
) -> tuple[StoryEntry, ...]:
    """Return the stories that fit the request, the best first. They are given the newest first."""
    if NEGATIVE_NUMBER.fullmatch(wish):
        return ()
    if titled := match_title(entries, wish):
        return titled
    asked = parse_query(wish, today, language)
    if numbered := tuple(entry for entry in entries if entry.number == asked.number):
        return numbered
    if found := match_query(entries, asked, notes):
        return found
    # A day or a game may also be part of a title: "Tuesday" in "Back by Tuesday".
    words = as_plain_query(wish, language)
    return () if words.about == asked.about else match_query(entries, words, notes if asked.about else dict)


def match_title(entries: Sequence[StoryEntry], wish: str) -> tuple[StoryEntry, ...]:
    """Return the stories whose whole title this is, even if it contains a day."""
    from rapidfuzz import fuzz  # noqa: PLC0415 - slow to import, and not needed for a list

    like = partial(fuzz.ratio, normalize(wish), score_cutoff=MIN_TITLE_LIKENESS)
    scores = {title: like(normalize(title)) for title in {entry.title for entry in entries}}
    return tuple(entry for entry in entries if scores[entry.title])


def match_query(every: Sequence[StoryEntry], asked: Query, notes: LoadWords) -> tuple[StoryEntry, ...]:
    fitting = (entry for entry in every if not asked.games or entry.game in asked.games)
    entries = on_days([entry for entry in fitting if asked.finished in (None, entry.finished)], asked)
    if asked.about:
        scores = score_stories(entries, asked, notes())
        entries = sorted(scores, key=lambda entry: (-scores[entry], -entry.number))
        if asked.order is not Order.BEST and entries:
            enough = NEARLY_BEST_SHARE * scores[entries[0]]
            entries = [entry for entry in entries if scores[entry] >= enough]
    if asked.order is Order.BEST:
        return tuple(entries)
    return tuple(sorted(entries, reverse=asked.order is Order.NEWEST)[: None if asked.about else 1])


def on_days(entries: list[StoryEntry], asked: Query) -> list[StoryEntry]:
    """Return the stories of the most likely days on which anything was played."""
    for days in asked.days:
        then = [entry for entry in entries if entry.played.date() in days]
        if then:
            return then
    return [] if asked.days else entries


def score_stories(entries: Sequence[StoryEntry], asked: Query, notes: Mapping[str, str]) -> dict[StoryEntry, float]:
    """Return the score of each story that fits what was asked for."""
    known = [IndexedStory.of(entry, notes.get(str(entry.number), "")) for entry in entries]
    sought = expand_words(asked.about, known)
    wanted = sum(word.weight for word in sought)
    scores: dict[StoryEntry, float] = {}
    for one in known:
        fits = [(max(word.among(one.phrases), TEXT_WEIGHT * word.among(one.text)), word) for word in sought]
        if sum(word.weight for fit, word in fits if fit) < MIN_MATCHED_SHARE * wanted:
            continue
        together = sum(word.weight for fit, word in fits if fit > TEXT_WEIGHT) and best_phrase(one, sought)
        scores[one.entry] = sum(fit * word.weight for fit, word in fits) + PHRASE_BONUS * together
    return scores


def best_phrase(known: IndexedStory, sought: Sequence[SearchWord]) -> float:
    """Return the largest weight of words that occur in one phrase together; a single word does not count."""
    found = ([word.weight for word in sought if word.among(phrase)] for phrase in known.phrases.split("|"))
    return max((sum(weights) for weights in found if len(weights) > 1), default=0.0)


def expand_words(about: Sequence[str], known: Sequence[IndexedStory]) -> list[SearchWord]:
    """Return for each word of the request the words that match it, and its weight: rare words weigh more."""
    vocabulary = {word for one in known for word in f"{one.phrases} {one.text}".split()}
    among = sorted(vocabulary - {"|"})
    sought = []
    for word in dict.fromkeys(about):
        found = SearchWord(similar_words(word, among))
        having = sum(1 for one in known if found.among(one.phrases) or found.among(one.text))
        sought.append(replace(found, weight=log(1 + len(known) / max(having, 1))))
    return sought


def similar_words(word: str, among: Sequence[str]) -> dict[str, float]:
    """Return the words that are similar to this one, with the weight of each."""
    from rapidfuzz import fuzz, process  # noqa: PLC0415 - as above

    near = {
        other: 1.0 if other == word else FUZZY_WEIGHT * likeness / 100
        for other, likeness, _ in process.extract(
            word, among, scorer=fuzz.ratio, score_cutoff=MIN_WORD_LIKENESS, limit=None
        )
        if min(len(word), len(other)) >= MIN_FUZZY_LETTERS or word.rstrip("s") == other.rstrip("s")
    }
    if len(word) >= MIN_PREFIX_LETTERS:
        for other in among:
            if len(other) >= MIN_PREFIX_LETTERS and (other.startswith(word) or word.startswith(other)):
                near.setdefault(other, FUZZY_WEIGHT * FUZZY_WEIGHT)
    return near
