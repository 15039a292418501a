"""What the list of stories shows of each, and how it is noted in the journal: a list must not have to tell them all.

And both in plain writing, for the eye, for a screen reader, or to be copied.
"""

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
    """A story on the shelf, as much as can be seen without opening it; the number aside, this is noted of its game."""

    number: int  # of its game in the journal
    title: str
    game: str  # which game made it
    began: str  # ISO time, in UTC: the family may travel
    players: tuple[str, ...]
    finished: bool
    has_story: bool = (
        True  # whether there is anything to tell. Of a game that has just begun, or of dice, there is not.
    )
    missing_text: str = ""  # the story or tale whose words were not at hand when this was noted
    damage: str = ""  # what is lost of it, as a sentence

    @property
    def played(self) -> datetime:
        """When that was, by the clock on the wall here."""
        return local_time(self.began)

    def to_note(self) -> str:
        return json.dumps(self[1:], ensure_ascii=False, separators=(",", ":"))


def local_time(time: str) -> datetime:
    """The journal keeps time in UTC; a family remembers Sunday as it was at home."""
    return datetime.fromisoformat(time).astimezone()


@dataclass(frozen=True, slots=True)
class StoryList:
    entries: tuple[StoryEntry, ...] = ()  # the newest first, under the titles that the family gave them
    indexed: frozenset[int] = frozenset()  # all games that were looked at
    outdated: tuple[int, ...] = ()
    """Those to be looked at again: their words were missing and are at hand now, or the note says nothing today."""


UNREADABLE_NOTE = (TypeError, ValueError)  # what reading a note raises that an older Narrator wrote, or that is damaged


def parse_notes(names: str, bodies: str, titles: Mapping[str, str], at_hand: Callable[[str], bool]) -> StoryList:
    """All notes in one go, with commas between; `SAYS_NOTHING` if one of them says nothing today."""
    spines: list[StoryEntry] = []
    again: list[int] = []
    numbers = [int(name) for name in names.split(",") if name]
    for number, (title, game, began, players, *rest) in zip(numbers, json.loads(f"[{bodies}]"), strict=True):
        spine = StoryEntry._make((number, title, game, began, tuple(players), *rest))
        if spine.has_story:
            spines.append(spine)
        if spine.missing_text and at_hand(spine.missing_text):
            again.append(number)
    spines.sort(reverse=True)
    if titles:
        spines = [spine._replace(title=titles.get(str(spine.number), spine.title)) for spine in spines]
    return StoryList(tuple(spines), frozenset(numbers), tuple(again))


def parse_notes_singly(
    notes: Mapping[str, str], titles: Mapping[str, str], at_hand: Callable[[str], bool]
) -> StoryList:
    """The same one by one, which takes several times as long; those that say nothing are to be made anew."""
    spines: list[StoryEntry] = []
    seen: list[int] = []
    again: list[int] = []
    for name, body in notes.items():
        seen.append(int(name) if name.isdecimal() else 0)
        try:
            one = parse_notes(name, body, titles, at_hand)
        except UNREADABLE_NOTE:
            again.append(seen[-1])
        else:
            spines += one.entries
            again += one.outdated
    return StoryList(tuple(sorted(spines, reverse=True)), frozenset(seen), tuple(again))


# --- in plain writing ----------------------------------------------------------------------------

LINE_WIDTH = 80


def format_story(story: ToldStory) -> str:
    head = [story.title, f"{format_day(story.played.date())}, with {join_names(story.players)}"]
    return "\n".join(head) + "\n\n" + "\n\n".join(format_chapters(story)) + "\n"


def format_chapters(story: ToldStory) -> Iterator[str]:
    for chapter in story.chapters:
        yield chapter.title
        yield from (fill(" ".join(map(format_sentence, paragraph)), LINE_WIDTH) for paragraph in chapter.paragraphs)


def format_sentence(sentence: Sentence) -> str:
    """A sentence, with what the recording says that follows it."""
    if sentence.clip is None:
        return sentence.text
    return f'{sentence.text} "{sentence.clip_text}"' if sentence.clip_text else f"{sentence.text} (as recorded)"


def format_entries(spines: Sequence[StoryEntry]) -> Iterator[str]:
    """One line for each story, with everything in columns: number, title, day, players."""
    rows = [
        (str(spine.number), spine.title, format_day(spine.played.date()), format_players(spine)) for spine in spines
    ]
    number, title, played = (max((len(row[column]) for row in rows), default=0) for column in range(3))
    for row in rows:
        yield f"{row[0]:>{number}}  {row[1]:<{title}}  {row[2]:<{played}}  {row[3]}"


def format_players(spine: StoryEntry) -> str:
    return join_names(spine.players) + ("" if spine.finished else " (not finished)")


@cache
def join_names(names: tuple[str, ...]) -> str:
    return get_language().join(names)


@cache
def format_day(when: date) -> str:
    """Sun, Nov 15, 2026."""
    return format_date(when, "EEE, MMM d, y", locale=DEFAULT_LANGUAGE)
