"""Parse a request for a story: when it was played, which game it was, and what it was about.

The phrases of a language are in `finding.yaml`; the names of days and months come from Babel.
"""

import re
import unicodedata
from calendar import monthrange
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, timedelta
from enum import StrEnum
from functools import cache
from typing import Any

from babel.dates import get_day_names, get_month_names

from narrator.core.paths import data_folder
from narrator.core.serialization import type_adapter
from narrator.language.content.yaml_source import read_yaml
from narrator.language.language import DEFAULT_LANGUAGE, get_language
from narrator.language.understanding.grammar import story_kind_names

WEEK = timedelta(days=7)
SATURDAY = 5


class Order(StrEnum):
    BEST = "best"
    NEWEST = "newest"
    OLDEST = "oldest"


@dataclass(frozen=True, slots=True)
class DateRange:
    """The days from the first to the last, inclusive."""

    first: date
    last: date

    def __contains__(self, day: date) -> bool:
        return self.first <= day <= self.last


@dataclass(frozen=True, slots=True)
class Query:
    about: tuple[str, ...] = ()  # words of the story, or names of players
    days: tuple[
        DateRange, ...
    ] = ()  # when it was played, the most likely first: "from Sunday" may be today or a week ago
    games: frozenset[str] = frozenset()
    finished: bool | None = None
    order: Order = Order.BEST
    number: int | None = None


@dataclass(frozen=True, slots=True)
class QueryPhrases:
    """The contents of `finding.yaml`."""

    idle: str
    newest: tuple[str, ...]
    oldest: tuple[str, ...]
    finished: tuple[str, ...]
    unfinished: tuple[str, ...]
    days: Mapping[int, tuple[str, ...]]
    weeks: Mapping[int, tuple[str, ...]]
    months: Mapping[int, tuple[str, ...]]
    weekend: tuple[str, ...]
    ago: Mapping[str, tuple[str, ...]]
    last: tuple[str, ...]
    at: tuple[str, ...]


@cache
def load_phrases(language: str) -> QueryPhrases:
    found: QueryPhrases = type_adapter(QueryPhrases).validate_python(
        read_yaml(data_folder("content") / language / "lines" / "finding.yaml")
    )
    return found


@cache
def filler_words(language: str) -> frozenset[str]:
    return frozenset(load_phrases(language).idle.split())


# --- words ---------------------------------------------------------------------------------------

WORD = re.compile(r"[^\W_]+")
OWNER = re.compile(r"['’]s?\b")


def plain_words(text: str) -> list[str]:
    """Return the words of a text in lower case, without accents and possessives: "Zoë's" → "zoe"."""
    letters = unicodedata.normalize("NFKD", OWNER.sub("", text.casefold()))
    return WORD.findall("".join(letter for letter in letters if not unicodedata.combining(letter)))


class QueryWords:
    """The words of a request. Those that are understood are removed."""

    def __init__(self, text: str) -> None:
        self.remaining = plain_words(text)

    def take(self, phrases: Sequence[str]) -> bool:
        """Remove the longest of these phrases that occurs. Return whether one does."""
        return self.take_at(phrases) is not None

    def take_at(self, phrases: Sequence[str]) -> int | None:
        """Remove the longest of these phrases that occurs. Return where it was."""
        for phrase in sorted((phrase.split() for phrase in phrases), key=len, reverse=True):
            for start in range(len(self.remaining) - len(phrase) + 1):
                if self.remaining[start : start + len(phrase)] == phrase:
                    del self.remaining[start : start + len(phrase)]
                    return start
        return None


# --- parsing -------------------------------------------------------------------------------------


def parse_query(text: str, today: date, language: str = DEFAULT_LANGUAGE) -> Query:
    known, words = load_phrases(language), QueryWords(text)
    days = tuple(find_days(words, today, known, language))
    asked = Query(
        days=days,
        games=frozenset(find_games(words, language)),
        finished=False if words.take(known.unfinished) else True if words.take(known.finished) else None,
        order=Order.NEWEST if words.take(known.newest) else Order.OLDEST if words.take(known.oldest) else Order.BEST,
    )
    about = tuple(word for word in words.remaining if word not in filler_words(language))
    if len(about) == 1 and (number := get_language(language).parse_number(about[0])) is not None:
        return replace(asked, number=number, about=about)
    return replace(asked, about=about)


def as_plain_query(text: str, language: str = DEFAULT_LANGUAGE) -> Query:
    """Return a query for stories about all of these words."""
    return Query(about=tuple(word for word in plain_words(text) if word not in filler_words(language)))


def find_games(words: QueryWords, language: str) -> Iterator[str]:
    """Yield the games that are named. One phrase may name two games, so it is removed after all were checked."""
    left = list(words.remaining)
    called = story_kind_names(language)
    for game, phrases in called.items():
        words.remaining = list(left)
        if words.take(phrases):
            yield game
    words.remaining = left
    words.take([phrase for phrases in called.values() for phrase in phrases])


def find_days(words: QueryWords, today: date, known: QueryPhrases, language: str) -> Iterator[DateRange]:
    yield from find_days_ago(words, today, known, language)
    for back, phrases in sorted(known.days.items(), reverse=True):
        if words.take(phrases):
            yield DateRange(today - timedelta(days=back), today - timedelta(days=back))
    monday = today - timedelta(days=today.weekday())
    for back, phrases in known.weeks.items():
        if words.take(phrases):
            yield DateRange(monday - back * WEEK, monday - back * WEEK + timedelta(days=6))
    for back, phrases in known.months.items():
        if words.take(phrases):
            yield month_days(today.year, today.month - back)
    if words.take(known.weekend):
        saturday = monday + timedelta(days=SATURDAY)
        yield from (DateRange(first, first + timedelta(days=1)) for first in (saturday, saturday - WEEK))
    yield from find_named_days(words, today, known, language)


def find_days_ago(words: QueryWords, today: date, known: QueryPhrases, language: str) -> Iterator[DateRange]:
    """Yield the day of "three days ago" or "a week ago"."""
    for unit, length in (("day", 1), ("week", 7)):
        place = words.take_at(known.ago[unit])
        if place is not None and place > 0:
            count = get_language(language).parse_number(words.remaining.pop(place - 1))
            day = today - timedelta(days=length * (1 if count is None else count))
            yield DateRange(day, day)


def find_named_days(words: QueryWords, today: date, known: QueryPhrases, language: str) -> Iterator[DateRange]:
    """Yield the days of a name: "Sunday" is the last one or the one before, and "March" likewise."""
    days, months = calendar_names(language)
    alone = not set(words.remaining) - filler_words(language) - days.keys() - months.keys()
    for place, word in enumerate(words.remaining):
        before = words.remaining[place - 1] if place else ""
        day, number = days.get(word), months.get(word)
        if (day is None and number is None) or not (alone or before in known.at):
            continue
        del words.remaining[place]
        if before in known.last:
            del words.remaining[place - 1]
        if day is not None:
            latest = today - timedelta(days=(today.weekday() - day) % 7)
            found = (latest, latest - WEEK)
            yield from (
                DateRange(one, one) for one in (found[1:] if before in known.last and latest == today else found)
            )
        elif number is not None:
            year = today.year if number <= today.month else today.year - 1
            yield from (month_days(year, number), month_days(year - 1, number))
        return


def month_days(year: int, number: int) -> DateRange:
    """Return all days of this month. Numbers below one are months of the year before."""
    if number < 1:
        year, number = year - 1, number + 12
    return DateRange(date(year, number, 1), date(year, number, monthrange(year, number)[1]))


@cache
def calendar_names(language: str) -> tuple[Mapping[str, int], Mapping[str, int]]:
    """Return the numbers of the weekdays and of the months by their names."""
    every: tuple[Mapping[Any, str], ...] = (
        get_day_names("wide", locale=language),
        get_month_names("wide", locale=language),
    )
    days, months = ({plain_words(name)[0]: int(number) for number, name in names.items()} for names in every)
    return days, months
