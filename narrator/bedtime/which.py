"""Which story tonight: by its number, by words ("the one with the owl"), where we stopped, or the newest."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Protocol

from narrator.bedtime.place import kept_place
from narrator.errors import NarratorError
from narrator.keep.journal import Journal
from narrator.tell.story import ToldStory
from narrator.understand.understanding import tidy

NEWEST = ("", "newest", "last", "latest", "new", "newest one", "last one", "newest story", "last story", "latest story")
GO_ON = ("go on", "go on where we stopped", "where we stopped", "continue")


class Spine(Protocol):
    """What can be seen of a story on the shelf."""

    @property
    def number(self) -> int:
        """Of its game in the journal."""


class Shelf(Protocol):
    """The library, as a teller sees it."""

    def spines(self) -> Sequence[Spine]:
        """All of them, the newest first."""

    def find(self, words: str) -> Sequence[Spine]:
        """Those that these words may mean, the likeliest first."""

    def story(self, number: int) -> ToldStory:
        """The story of this number."""


class NoStory(NarratorError):
    """There is no such story."""


@dataclass(frozen=True, slots=True)
class Choice:
    story: ToldStory
    start: int = 0
    """The sentence to begin with."""


def choose(words: str, shelf: Shelf, journal: Journal, *, from_start: bool = False) -> Choice:
    """The story that is meant. Nobody is asked back at bedtime: of several that fit, the likeliest is told."""
    asked = plain(words)
    if asked in ("", *GO_ON):
        stopped = where_we_stopped(shelf, journal)
        if stopped is not None:
            return Choice(stopped.story) if from_start else stopped
        if asked:
            raise NoStory("No story was left in the middle lately. `narrator bedtime` tells the newest.")
    if means_newest(words):
        return Choice(newest(shelf))
    return Choice(shelf.story(number_of(words, shelf)))


def plain(words: str) -> str:
    return tidy(words).casefold().removeprefix("the ")


def means_newest(words: str) -> bool:
    """Also by saying nothing at all."""
    return plain(words) in NEWEST


def newest(shelf: Shelf) -> ToldStory:
    spines = shelf.spines()
    if not spines:
        raise NoStory("There is no story on the shelf yet. Play one first: `narrator play storytellers`.")
    return shelf.story(spines[0].number)


def number_of(words: str, shelf: Shelf) -> int:
    """The number of the story that these words mean."""
    known = [spine.number for spine in shelf.spines()]
    bare = words.strip().removeprefix("#")
    if bare.isdecimal():
        if int(bare) in known:
            return int(bare)
        raise NoStory(f"There is no story number {bare} on the shelf. `narrator stories` lists them all.")
    found = shelf.find(words)
    if not found:
        raise NoStory(f'No story on the shelf fits "{words}". `narrator stories` lists them all.')
    return found[0].number


def where_we_stopped(shelf: Shelf, journal: Journal) -> Choice | None:
    """The story that was not told to its end within the last days."""
    place = kept_place(journal)
    if place is None or not place.recent(datetime.now(UTC)):
        return None
    if place.story not in {spine.number for spine in shelf.spines()}:
        return None
    story = shelf.story(place.story)
    sentence = place.within(story)
    return None if sentence is None else Choice(story, sentence)
