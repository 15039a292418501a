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
from narrator.storage.library.listing import Spine
from narrator.storage.library.query import Order, Query, plainly, understand, words_in

SAME = 92  # how like a title, of a hundred, the whole wish must be to be nothing but that title
NEAR = 78  # how like a word, of a hundred, another must be to count for it
SHORT = 5  # a word of fewer letters than this must be said as it is, but for an s: an owl is no bowl
BEGINNING = 4  # so many letters in common at the beginning count, too: "hedge" for the hedgehog
NEARLY = 0.9
IN_TEXT = 0.4  # what a word counts that is only somewhere in the story
TOGETHER = 0.5  # what words count more that belong together
ENOUGH = 0.5  # how much of what was asked for must be there
AS_GOOD = 0.75  # who asks for the newest of some stories means those that fit about as well as the best
SHORTEST = 3


def words_of(tale: RetoldStory) -> str:
    """What a story is found by, for its note: the phrases on the first line, all other words on the second."""
    phrases = [flat(key) for key in tale.search_keys]
    text = " ".join(sentence.text for chapter in tale.chapters for sentence in chapter.sentences)
    said = " ".join(sentence.clip_text for chapter in tale.chapters for sentence in chapter.sentences)
    known = {word for phrase in phrases for word in phrase.split()}
    others = (word for word in dict.fromkeys(words_in(f"{text} {said}")) if len(word) >= SHORTEST and word not in known)
    return f"{'|'.join(phrases)}\n{' '.join(others)}"


@lru_cache(maxsize=4096)
def flat(text: str) -> str:
    """The words of a text, one space between them. The same titles and players come again and again."""
    return " ".join(words_in(text))


@dataclass(frozen=True, slots=True)
class Indexed:
    """What a story is known by: each word with a space on either side."""

    spine: Spine
    phrases: str
    text: str

    @classmethod
    def of(cls, spine: Spine, note: str) -> "Indexed":
        phrases, _, text = note.partition("\n")
        own = map(flat, (spine.title, *spine.players))
        return cls(spine, " " + " | ".join([*own, *phrases.split("|")]) + " ", f" {text} ")


@dataclass(frozen=True, slots=True)
class Sought:
    """A word of the wish, and all words that may be meant by it, with how likely that is."""

    near: Mapping[str, float] = field(default_factory=dict)
    weight: float = 1.0

    def among(self, words: str) -> float:
        return max((likely for word, likely in self.near.items() if f" {word} " in words), default=0.0)


Notes: TypeAlias = Callable[[], Mapping[str, str]]  # what the stories are found by; asked for only if it is needed


def find(
    spines: Sequence[Spine], wish: str, notes: Notes, today: date, language: str = DEFAULT_LANGUAGE
) -> tuple[Spine, ...]:
    """Those of these stories, the newest first, that may be meant: the likeliest first."""
    if titled := with_title(spines, wish):
        return titled
    asked = understand(wish, today, language)
    if numbered := tuple(spine for spine in spines if spine.number == asked.number):
        return numbered
    if found := matching(spines, asked, notes):
        return found
    # What sounded like a day or a game may be a word of a title: "Tuesday" on a shelf with "Back by Tuesday".
    words = plainly(wish, language)
    return () if words.about == asked.about else matching(spines, words, notes if asked.about else dict)


def with_title(spines: Sequence[Spine], wish: str) -> tuple[Spine, ...]:
    """Whoever says a whole title means it, also if there is a day in it."""
    from rapidfuzz import fuzz  # noqa: PLC0415 - not before a story is looked for

    like = partial(fuzz.ratio, flat(wish), score_cutoff=SAME)
    scores = {title: like(flat(title)) for title in {spine.title for spine in spines}}
    return tuple(spine for spine in spines if scores[spine.title])


def matching(every: Sequence[Spine], asked: Query, notes: Notes) -> tuple[Spine, ...]:
    fitting = (spine for spine in every if not asked.games or spine.game in asked.games)
    spines = in_time([spine for spine in fitting if asked.finished in (None, spine.finished)], asked)
    if asked.about:
        scores = scored(spines, asked, notes())
        spines = sorted(scores, key=lambda spine: (-scores[spine], -spine.number))
        if asked.order is not Order.BEST and spines:
            enough = AS_GOOD * scores[spines[0]]
            spines = [spine for spine in spines if scores[spine] >= enough]
    if asked.order is Order.BEST:
        return tuple(spines)
    return tuple(sorted(spines, reverse=asked.order is Order.NEWEST)[: None if asked.about else 1])


def in_time(spines: list[Spine], asked: Query) -> list[Spine]:
    """Those of the likeliest days on which anything was played."""
    for days in asked.days:
        then = [spine for spine in spines if spine.played.date() in days]
        if then:
            return then
    return [] if asked.days else spines


def scored(spines: Sequence[Spine], asked: Query, notes: Mapping[str, str]) -> dict[Spine, float]:
    """How well each story fits what it should be about; those that do not are left out."""
    known = [Indexed.of(spine, notes.get(str(spine.number), "")) for spine in spines]
    sought = look_up(asked.about, known)
    wanted = sum(word.weight for word in sought)
    scores: dict[Spine, float] = {}
    for one in known:
        fits = [(max(word.among(one.phrases), IN_TEXT * word.among(one.text)), word) for word in sought]
        if sum(word.weight for fit, word in fits if fit) < ENOUGH * wanted:
            continue
        together = sum(word.weight for fit, word in fits if fit > IN_TEXT) and best_phrase(one, sought)
        scores[one.spine] = sum(fit * word.weight for fit, word in fits) + TOGETHER * together
    return scores


def best_phrase(known: Indexed, sought: Sequence[Sought]) -> float:
    """What those words weigh that stand in one phrase; a single word does not stand together with anything."""
    found = ([word.weight for word in sought if word.among(phrase)] for phrase in known.phrases.split("|"))
    return max((sum(weights) for weights in found if len(weights) > 1), default=0.0)


def look_up(about: Sequence[str], known: Sequence[Indexed]) -> list[Sought]:
    """For each word of the wish what may be meant by it, and how much it tells."""
    vocabulary = {word for one in known for word in f"{one.phrases} {one.text}".split()}
    among = sorted(vocabulary - {"|"})
    sought = []
    for word in dict.fromkeys(about):
        found = Sought(nearest(word, among))
        having = sum(1 for one in known if found.among(one.phrases) or found.among(one.text))
        sought.append(replace(found, weight=log(1 + len(known) / max(having, 1))))
    return sought


def nearest(word: str, among: Sequence[str]) -> dict[str, float]:
    """The words that may be meant by this one, with how likely that is."""
    from rapidfuzz import fuzz, process  # noqa: PLC0415 - as above

    near = {
        other: 1.0 if other == word else NEARLY * likeness / 100
        for other, likeness, _ in process.extract(word, among, scorer=fuzz.ratio, score_cutoff=NEAR, limit=None)
        if min(len(word), len(other)) >= SHORT or word.rstrip("s") == other.rstrip("s")
    }
    if len(word) >= BEGINNING:
        for other in among:
            if len(other) >= BEGINNING and (other.startswith(word) or word.startswith(other)):
                near.setdefault(other, NEARLY * NEARLY)
    return near
