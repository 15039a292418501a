"""A story in plain writing, for the eye, for a screen reader, or to be copied."""

from collections.abc import Iterator, Sequence
from datetime import date, datetime
from functools import cache
from textwrap import fill

from babel.dates import format_date
from babel.lists import format_list

from narrator.shelf.listing import Spine
from narrator.tell.story import Sentence, ToldStory

WIDTH = 80


def as_text(story: ToldStory) -> str:
    head = [story.title, f"{day(story.played)}, with {people(story.players)}"]
    return "\n".join(head) + "\n\n" + "\n\n".join(chapters(story)) + "\n"


def chapters(story: ToldStory) -> Iterator[str]:
    for chapter in story.chapters:
        yield chapter.title
        yield from (fill(" ".join(map(written, paragraph)), WIDTH) for paragraph in chapter.paragraphs)


def written(sentence: Sentence) -> str:
    """A sentence, with what the recording says that follows it."""
    if sentence.clip is None:
        return sentence.text
    return f'{sentence.text} "{sentence.said}"' if sentence.said else f"{sentence.text} (as recorded)"


def as_lines(spines: Sequence[Spine]) -> Iterator[str]:
    """One line for each story, with everything in columns: number, title, day, players."""
    rows = [(str(spine.number), spine.title, day(spine.played), with_whom(spine)) for spine in spines]
    number, title, played = (max((len(row[column]) for row in rows), default=0) for column in range(3))
    for row in rows:
        yield f"{row[0]:>{number}}  {row[1]:<{title}}  {row[2]:<{played}}  {row[3]}"


def with_whom(spine: Spine) -> str:
    return people(spine.players) + ("" if spine.finished else " (not finished)")


@cache
def people(names: tuple[str, ...]) -> str:
    return format_list(list(names), style="standard", locale="en")


def day(when: datetime | date) -> str:
    """Sun, Nov 15, 2026."""
    return day_in_words(when.date() if isinstance(when, datetime) else when)


@cache
def day_in_words(when: date) -> str:
    return format_date(when, "EEE, MMM d, y", locale="en")
