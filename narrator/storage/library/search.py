"""Finding a story by what somebody remembers of it.

What a story is known by are phrases (its title, each player, each character in a role, each way taken) and, less
surely, every word in it. A word of the wish that is nearly one of these counts nearly as much; a word that few stories
have counts more than one that all have; and words that belong together in the story count more together, so that
"hedgehog knight" is the one where the hedgehog was the knight.
"""

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

MIN_TITLE_LIKENESS = 92  # how like a title, of a hundred, the whole wish must be to be nothing but that title
MIN_WORD_LIKENESS = 78  # how like a word, of a hundred, another must be to count for it
MIN_FUZZY_LETTERS = 5  # a word of fewer letters than this must be said as it is, but for an s: an owl is no bowl
MIN_PREFIX_LETTERS = 4  # so many letters in common at the beginning count, too: "hedge" for the hedgehog
FUZZY_WEIGHT = 0.9
TEXT_WEIGHT = 0.4  # what a word counts that is only somewhere in the story
PHRASE_BONUS = 0.5  # what words count more that belong together
MIN_MATCHED_SHARE = 0.5  # how much of what was asked for must be there
NEARLY_BEST_SHARE = 0.75  # who asks for the newest of some stories means those that fit about as well as the best
MIN_INDEXED_LETTERS = 3


def words_to_index(tale: RetoldStory) -> str:
    """What a story is found by, for its note: the phrases on the first line, all other words on the second."""
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
    """The words of a text, one space between them. The same titles and players come again and again."""
    return " ".join(plain_words(text))


@dataclass(frozen=True, slots=True)
class IndexedStory:
    """What a story is known by: each word with a space on either side."""

    spine: StoryEntry
    phrases: str
    text: str

    @classmethod
    def of(cls, spine: StoryEntry, note: str) -> "IndexedStory":
        phrases, _, text = note.partition("\n")
        own = map(normalize, (spine.title, *spine.players))
        return cls(spine, " " + " | ".join([*own, *phrases.split("|")]) + " ", f" {text} ")


@dataclass(frozen=True, slots=True)
class SearchWord:
    """A word of the wish, and all words that may be meant by it, with how likely that is."""

    near: Mapping[str, float] = field(default_factory=dict)
    weight: float = 1.0

    def among(self, words: str) -> float:
        return max((likely for word, likely in self.near.items() if f" {word} " in words), default=0.0)


LoadWords: TypeAlias = Callable[[], Mapping[str, str]]  # what the stories are found by; asked for only if it is needed


def find_stories(
    spines: Sequence[StoryEntry], wish: str, notes: LoadWords, today: date, language: str = DEFAULT_LANGUAGE
) -> tuple[StoryEntry, ...]:
    """Those of these stories, the newest first, that may be meant: the likeliest first."""
    if titled := match_title(spines, wish):
        return titled
    asked = parse_query(wish, today, language)
    if numbered := tuple(spine for spine in spines if spine.number == asked.number):
        return numbered
    if found := match_query(spines, asked, notes):
        return found
    # What sounded like a day or a game may be a word of a title: "Tuesday" on a shelf with "Back by Tuesday".
    words = as_plain_query(wish, language)
    return () if words.about == asked.about else match_query(spines, words, notes if asked.about else dict)


def match_title(spines: Sequence[StoryEntry], wish: str) -> tuple[StoryEntry, ...]:
    """Whoever says a whole title means it, also if there is a day in it."""
    from rapidfuzz import fuzz  # noqa: PLC0415 - not before a story is looked for

    like = partial(fuzz.ratio, normalize(wish), score_cutoff=MIN_TITLE_LIKENESS)
    scores = {title: like(normalize(title)) for title in {spine.title for spine in spines}}
    return tuple(spine for spine in spines if scores[spine.title])


def match_query(every: Sequence[StoryEntry], asked: Query, notes: LoadWords) -> tuple[StoryEntry, ...]:
    fitting = (spine for spine in every if not asked.games or spine.game in asked.games)
    spines = on_days([spine for spine in fitting if asked.finished in (None, spine.finished)], asked)
    if asked.about:
        scores = score_stories(spines, asked, notes())
        spines = sorted(scores, key=lambda spine: (-scores[spine], -spine.number))
        if asked.order is not Order.BEST and spines:
            enough = NEARLY_BEST_SHARE * scores[spines[0]]
            spines = [spine for spine in spines if scores[spine] >= enough]
    if asked.order is Order.BEST:
        return tuple(spines)
    return tuple(sorted(spines, reverse=asked.order is Order.NEWEST)[: None if asked.about else 1])


def on_days(spines: list[StoryEntry], asked: Query) -> list[StoryEntry]:
    """Those of the likeliest days on which anything was played."""
    for days in asked.days:
        then = [spine for spine in spines if spine.played.date() in days]
        if then:
            return then
    return [] if asked.days else spines


def score_stories(spines: Sequence[StoryEntry], asked: Query, notes: Mapping[str, str]) -> dict[StoryEntry, float]:
    """How well each story fits what it should be about; those that do not are left out."""
    known = [IndexedStory.of(spine, notes.get(str(spine.number), "")) for spine in spines]
    sought = expand_words(asked.about, known)
    wanted = sum(word.weight for word in sought)
    scores: dict[StoryEntry, float] = {}
    for one in known:
        fits = [(max(word.among(one.phrases), TEXT_WEIGHT * word.among(one.text)), word) for word in sought]
        if sum(word.weight for fit, word in fits if fit) < MIN_MATCHED_SHARE * wanted:
            continue
        together = sum(word.weight for fit, word in fits if fit > TEXT_WEIGHT) and best_phrase(one, sought)
        scores[one.spine] = sum(fit * word.weight for fit, word in fits) + PHRASE_BONUS * together
    return scores


def best_phrase(known: IndexedStory, sought: Sequence[SearchWord]) -> float:
    """What those words weigh that stand in one phrase; a single word does not stand together with anything."""
    found = ([word.weight for word in sought if word.among(phrase)] for phrase in known.phrases.split("|"))
    return max((sum(weights) for weights in found if len(weights) > 1), default=0.0)


def expand_words(about: Sequence[str], known: Sequence[IndexedStory]) -> list[SearchWord]:
    """For each word of the wish what may be meant by it, and how much it tells."""
    vocabulary = {word for one in known for word in f"{one.phrases} {one.text}".split()}
    among = sorted(vocabulary - {"|"})
    sought = []
    for word in dict.fromkeys(about):
        found = SearchWord(similar_words(word, among))
        having = sum(1 for one in known if found.among(one.phrases) or found.among(one.text))
        sought.append(replace(found, weight=log(1 + len(known) / max(having, 1))))
    return sought


def similar_words(word: str, among: Sequence[str]) -> dict[str, float]:
    """The words that may be meant by this one, with how likely that is."""
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
