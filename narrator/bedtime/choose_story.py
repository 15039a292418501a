"""Which story tonight: by its number, by words ("the one with the owl"), where we stopped, or the newest."""

from dataclasses import dataclass
from datetime import UTC, datetime

from narrator.bedtime.bookmark import kept_bookmark
from narrator.keep.journal import Journal
from narrator.shelf.library import Library, NoSuchStory
from narrator.tell.story import ToldStory
from narrator.understand.understanding import tidy

NEWEST = ("", "newest", "last", "latest", "new", "newest one", "last one", "newest story", "last story", "latest story")
GO_ON = ("go on", "go on where we stopped", "where we stopped", "continue")


@dataclass(frozen=True, slots=True)
class ChosenStory:
    story: ToldStory
    start: int = 0  # the sentence to begin with


def choose_story(words: str, shelf: Library, journal: Journal, *, from_start: bool = False) -> ChosenStory:
    """The story that is meant. Nobody is asked back at bedtime: of several that fit, the likeliest is told."""
    asked = plain(words)
    if asked in ("", *GO_ON):
        stopped = where_we_stopped(shelf, journal)
        if stopped is not None:
            return ChosenStory(stopped.story) if from_start else stopped
        if asked:
            raise NoSuchStory("No story was left in the middle lately. `narrator bedtime` tells the newest.")
    if means_newest(words):
        return ChosenStory(newest(shelf))
    return ChosenStory(shelf.story(number_of(words, shelf)))


def plain(words: str) -> str:
    return tidy(words).casefold().removeprefix("the ")


def means_newest(words: str) -> bool:
    """Also by saying nothing at all."""
    return plain(words) in NEWEST


def newest(shelf: Library) -> ToldStory:
    spines = shelf.spines()
    if not spines:
        raise NoSuchStory("There is no story on the shelf yet. Play one first: `narrator play storytellers`.")
    return shelf.story(spines[0].number)


def number_of(words: str, shelf: Library) -> int:
    known = [spine.number for spine in shelf.spines()]
    bare = words.strip().removeprefix("#")
    if bare.isdecimal():
        if int(bare) in known:
            return int(bare)
        raise NoSuchStory(f"There is no story number {bare} on the shelf. `narrator stories` lists them all.")
    found = shelf.find(words)
    if not found:
        raise NoSuchStory(f'No story on the shelf fits "{words}". `narrator stories` lists them all.')
    return found[0].number


def where_we_stopped(shelf: Library, journal: Journal) -> ChosenStory | None:
    """The story that was not told to its end within the last days."""
    bookmark = kept_bookmark(journal)
    if bookmark is None or not bookmark.recent(datetime.now(UTC)):
        return None
    if bookmark.story not in {spine.number for spine in shelf.spines()}:
        return None
    story = shelf.story(bookmark.story)
    sentence = bookmark.within(story)
    return None if sentence is None else ChosenStory(story, sentence)
