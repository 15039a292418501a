"""The entries of the list of stories, how they are stored as notes, and lists and stories as plain text."""

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from functools import cache
from textwrap import fill
from typing import NamedTuple

from babel.dates import format_date

from narrator.language.language import DEFAULT_LANGUAGE, get_language
from narrator.language.lines.story import Sentence, ToldStory


class StoryEntry(NamedTuple):
    """A story in the list. All but the number is stored in a note."""

    number: int  # of its game in the journal
    title: str
    game: str  # the kind of game
    began: str  # ISO time in UTC, because families travel
    players: tuple[str, ...]
    finished: bool
    has_story: bool = True  # False for dice games and games that have just begun
    missing_text: str = ""  # the name of the story whose text was missing when this was indexed
    damage: str = ""  # a sentence about what is lost

    @property
    def played(self) -> datetime:
        """When it was played, in local time."""
        return local_time(self.began)

    def to_note(self) -> str:
        return json.dumps(self[1:], ensure_ascii=False, separators=(",", ":"))


def local_time(time: str) -> datetime:
    """Convert a time of the journal, which is in UTC, to local time."""
    return datetime.fromisoformat(time).astimezone()


@dataclass(frozen=True, slots=True)
class StoryList:
    entries: tuple[StoryEntry, ...] = ()  # the newest first, with the family's own titles
    indexed: frozenset[int] = frozenset()  # all games that have a note
    outdated: tuple[int, ...] = ()
    """Games to index again: a missing text is available now, or the note cannot be read."""


UNREADABLE_NOTE = (TypeError, ValueError)  # what reading a note of another version raises


def parse_notes(names: str, bodies: str, titles: Mapping[str, str], at_hand: Callable[[str], bool]) -> StoryList:
    """Parse all notes, joined by commas, at once. Raise one of `UNREADABLE_NOTE` if one cannot be read."""
    entries: list[StoryEntry] = []
    again: list[int] = []
    numbers = [int(name) for name in names.split(",") if name]
    for number, (title, game, began, players, *rest) in zip(numbers, json.loads(f"[{bodies}]"), strict=True):
        entry = StoryEntry._make((number, title, game, began, tuple(players), *rest))
        if entry.has_story:
            entries.append(entry)
        if entry.missing_text and at_hand(entry.missing_text):
            again.append(number)
    entries.sort(reverse=True)
    if titles:
        entries = [entry._replace(title=titles.get(str(entry.number), entry.title)) for entry in entries]
    return StoryList(tuple(entries), frozenset(numbers), tuple(again))


def parse_notes_singly(
    notes: Mapping[str, str], titles: Mapping[str, str], at_hand: Callable[[str], bool]
) -> StoryList:
    """Parse the notes one by one, which is several times slower. Unreadable ones are outdated."""
    entries: list[StoryEntry] = []
    seen: list[int] = []
    again: list[int] = []
    for name, body in notes.items():
        seen.append(int(name) if name.isdecimal() else 0)
        try:
            one = parse_notes(name, body, titles, at_hand)
        except UNREADABLE_NOTE:
            again.append(seen[-1])
        else:
            entries += one.entries
            again += one.outdated
    return StoryList(tuple(sorted(entries, reverse=True)), frozenset(seen), tuple(again))


# --- plain text ----------------------------------------------------------------------------------

LINE_WIDTH = 80


def format_story(story: ToldStory) -> str:
    head = [story.title, f"{format_day(story.played.date())}, with {join_names(story.players)}"]
    return "\n".join(head) + "\n\n" + "\n\n".join(format_chapters(story)) + "\n"


def format_chapters(story: ToldStory) -> Iterator[str]:
    for chapter in story.chapters:
        yield chapter.title
        yield from (fill(" ".join(map(format_sentence, paragraph)), LINE_WIDTH) for paragraph in chapter.paragraphs)


def format_sentence(sentence: Sentence) -> str:
    """Return a sentence, with the words of the recording that follows it."""
    if sentence.clip is None:
        return sentence.text
    return f'{sentence.text} "{sentence.clip_text}"' if sentence.clip_text else f"{sentence.text} (as recorded)"


def format_entries(entries: Sequence[StoryEntry]) -> Iterator[str]:
    """Yield one line for each story, in columns: number, title, day, players."""
    rows = [
        (str(entry.number), entry.title, format_day(entry.played.date()), format_players(entry)) for entry in entries
    ]
    number, title, played = (max((len(row[column]) for row in rows), default=0) for column in range(3))
    for row in rows:
        yield f"{row[0]:>{number}}  {row[1]:<{title}}  {row[2]:<{played}}  {row[3]}"


def format_players(entry: StoryEntry) -> str:
    return join_names(entry.players) + ("" if entry.finished else " (not finished)")


@cache
def join_names(names: tuple[str, ...]) -> str:
    return get_language().join(names)


@cache
def format_day(when: date) -> str:
    """Return a date such as "Sun, Nov 15, 2026"."""
    return format_date(when, "EEE, MMM d, y", locale=DEFAULT_LANGUAGE)
