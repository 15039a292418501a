"""Searching for stories in everyday words."""

from datetime import UTC, date, datetime, time, timedelta

import pytest

from narrator.games.hosting.retelling import RetoldStory
from narrator.games.storytellers import retelling as storytellers
from narrator.games.storytellers.retelling import CastPage
from narrator.language.content.models import StoryCard
from narrator.language.lines.story_wording import StoryWording
from narrator.storage.library.listing import StoryEntry
from narrator.storage.library.query import DateRange, Order, parse_query, plain_words
from narrator.storage.library.search import find_stories, words_to_index
from tests.storage.library.games import content

TODAY = date(2026, 11, 18)  # a Wednesday
SHELF: list[tuple[str, str, tuple[str, ...], int, dict[str, str], str]] = [
    # story, game, players, days ago, characters by role, title if renamed
    ("lighthouse", "storytellers", ("Lily", "Nick"), 400, {"harbormaster": "hedgehog", "fisher": "owl"}, ""),
    ("night-train", "storytellers", ("Lily", "Zoë"), 40, {"conductor": "owl", "duchess": "mermaid"}, ""),
    ("lighthouse", "storytellers", ("Nick", "Tom"), 10, {"harbormaster": "robot", "fisher": "hedgehog"}, ""),
    ("parcel", "storytellers", ("Lily", "Tom"), 3, {"porter": "flamingo"}, "The night nobody slept"),
    ("stubborn-map", "storytellers", ("Mia", "Tom"), 1, {"captain": "sloth", "uncle": "teapot"}, ""),
    ("puddle-pirates", "storytellers", ("Mia", "Lily"), 0, {}, ""),
]


def spread(card: StoryCard, cast: dict[str, str]) -> CastPage:
    name = cast.get(card.role or "", "penguin" if card.role else "")
    return CastPage(card, content().character(name) if name else None)


def shelf() -> tuple[list[StoryEntry], dict[str, str]]:
    entries, notes = [], {}
    for number, (name, game, players, ago, cast, title) in enumerate(SHELF, 1):
        story = content().stories[name]
        path = [card for card in story.cards if card.id not in ("pancakes", "basket", "grandmother")]
        spreads = [spread(card, cast) for card in path]
        chapters = storytellers.build_chapters(story, spreads, players, StoryWording(number), finished=number != 6)
        notes[str(number)] = words_to_index(
            RetoldStory(story.title, chapters, tuple(storytellers.search_keys(spreads)))
        )
        when = datetime.combine(TODAY - timedelta(days=ago), time(19)).astimezone(UTC).isoformat()
        entries.append(StoryEntry(number, title or story.title, game, when, players, number != 6))
    return entries[::-1], notes


SPINES, NOTES = shelf()


def found(words: str) -> list[int]:
    return [entry.number for entry in find_stories(SPINES, words, lambda: NOTES, TODAY)]


@pytest.mark.parametrize(
    ("words", "best"),
    [
        ("the one with the hedgehog harbor master", 1),
        ("where the hedgehog was the fisher", 3),
        ("the story with the owl conductor", 2),
        ("tell me the story with the flamingo", 4),
        ("the night nobody slept", 4),
        ("nobody slept", 4),
        ("humming parcel", 4),
        ("the map knew better", 5),
        ("The Map Knew Bettr", 5),
        ("the one with the sloth captian", 5),
        ("the one with the volcano", 5),
        ("the one where the parcel hums", 4),
        ("the one about the birthday cake box", 2),
        ("Beg Your Pardon, Tuesday", 2),
        ("tuesday train", 2),
        ("the one with Zoe", 2),
        ("Zoë's", 2),
        ("the newest", 6),
        ("the last one", 6),
        ("our latest story please", 6),
        ("the first one", 1),
        ("the oldest", 1),
        ("the newest one with the lighthouse", 3),
        ("the first one with a hedgehog", 1),
        ("today's", 6),
        ("yesterday's", 5),
        ("the one from yesterday", 5),
        ("the one from Sunday", 4),
        ("last Sunday's story", 4),
        ("from last week", 4),
        ("the one from three days ago", 4),
        ("from October", 2),
        ("last month", 2),
        ("the one from Sunday with Lily", 4),
        ("the unfinished one", 6),
        ("number three", 3),
        ("story 3", 3),
        ("3", 3),
    ],
)
def test_intended_story_comes_first(words: str, best: int) -> None:
    assert found(words)[:1] == [best]


@pytest.mark.parametrize("words", ["the one with the zebra", "from March", "xyzzy", "the one from Friday", "dixit"])
def test_search_for_unknown_words_finds_nothing(words: str) -> None:
    assert found(words) == []


def test_empty_search_returns_all_newest_first() -> None:
    assert found("") == found("tell me a story") == [6, 5, 4, 3, 2, 1]


def test_search_by_player_finds_all_newest_first() -> None:
    assert found("the one with Lily") == found("Lily's stories") == [6, 4, 2, 1]


def test_short_words_match_exactly() -> None:
    assert found("the one with the owl")[:2] == [2, 1]


@pytest.mark.parametrize(
    ("words", "first", "last"),
    [
        ("today", "2026-11-18", "2026-11-18"),
        ("last night", "2026-11-17", "2026-11-17"),
        ("the day before yesterday", "2026-11-16", "2026-11-16"),
        ("five days ago", "2026-11-13", "2026-11-13"),
        ("a week ago", "2026-11-11", "2026-11-11"),
        ("two weeks ago", "2026-11-04", "2026-11-04"),
        ("this week", "2026-11-16", "2026-11-22"),
        ("last week", "2026-11-09", "2026-11-15"),
        ("last month", "2026-10-01", "2026-10-31"),
        ("this month", "2026-11-01", "2026-11-30"),
        ("from December", "2025-12-01", "2025-12-31"),
        ("from monday", "2026-11-16", "2026-11-16"),
        ("Wednesday", "2026-11-18", "2026-11-18"),
        ("last wednesday", "2026-11-11", "2026-11-11"),
    ],
)
def test_named_days_are_resolved(words: str, first: str, last: str) -> None:
    assert parse_query(words, TODAY).days[0] == DateRange(date.fromisoformat(first), date.fromisoformat(last))
    assert parse_query(words, TODAY).about == ()
    assert parse_query(words, TODAY).order is Order.BEST


def test_last_month_in_january_is_december() -> None:
    assert parse_query("last month", date(2027, 1, 5)).days[0] == DateRange(date(2026, 12, 1), date(2026, 12, 31))


def test_weekend_is_the_most_recent_one() -> None:
    assert date(2026, 11, 15) in parse_query("the weekend", TODAY).days[1]


def test_words_are_compared_without_accents_and_possessives() -> None:
    assert plain_words("Zoë's Nächte, Tom’s!") == ["zoe", "nachte", "tom"]
