"""Which story tonight: by its number, by words ("the one with the owl"), where we stopped, or the newest.

Where we stopped is a note in the journal, written before each sentence, so that a kill in the middle loses nothing. It
holds no word of the story. A sentence is known by its number and by a fingerprint of its words: when the story was
forgotten, or reads differently today, it no longer fits, and the telling begins anew.
"""

from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from hashlib import sha256

from narrator.core.paths import form_of
from narrator.language.lines.story import ToldStory
from narrator.language.understanding.understand import tidy
from narrator.storage.journal import Journal
from narrator.storage.library.library import Library, NoSuchStory
from narrator.storage.library.query import Order, Query, understand

ABOUT, NAME = "bedtime", "where we stopped"
NOWHERE = ""
GO_ON = ("go on", "go on where we stopped", "where we stopped", "continue")
RECENT = timedelta(days=7)  # after that nobody remembers how it began, and a story is better told from the start


@dataclass(frozen=True, slots=True)
class Bookmark:
    story: int
    sentence: int
    mark: str
    when: datetime

    def within(self, story: ToldStory) -> int | None:
        """The number of that very sentence in this story, if it is still in it."""
        if story.number != self.story:
            return None
        marks = marks_of(story)
        if self.sentence < len(marks) and marks[self.sentence] == self.mark:
            return self.sentence
        return marks.index(self.mark) if marks.count(self.mark) == 1 else None


def fingerprint(text: str) -> str:
    return sha256(text.encode()).hexdigest()[:16]


def marks_of(story: ToldStory) -> list[str]:
    return [fingerprint(sentence.text) for chapter in story.chapters for sentence in chapter.sentences]


def keep_bookmark(journal: Journal, story: ToldStory, sentence: int) -> None:
    """This sentence is about to be told."""
    bookmark = Bookmark(story.number, sentence, marks_of(story)[sentence], datetime.now(UTC))
    if journal.writable:
        journal.save_note(ABOUT, NAME, form_of(Bookmark).dump_json(bookmark).decode())


def kept_bookmark(journal: Journal) -> Bookmark | None:
    written = journal.find_note(ABOUT, NAME)
    if not written:
        return None
    try:
        bookmark: Bookmark = form_of(Bookmark).validate_json(written)
    except ValueError:
        return None
    return bookmark


def forget_bookmark(journal: Journal) -> None:
    """It was told to its end."""
    if journal.writable:
        journal.save_note(ABOUT, NAME, NOWHERE)


@dataclass(frozen=True, slots=True)
class ChosenStory:
    story: ToldStory
    start: int = 0  # the sentence to begin with


def choose_story(words: str, shelf: Library, journal: Journal, *, from_start: bool = False) -> ChosenStory:
    """The story that is meant. Nobody is asked back at bedtime: of several that fit, the likeliest is told."""
    asked = tidy(words).casefold().removeprefix("the ")
    if asked in ("", *GO_ON):
        stopped = where_we_stopped(shelf, journal)
        if stopped is not None:
            return ChosenStory(stopped.story) if from_start else stopped
        if asked:
            raise NoSuchStory("No story was left in the middle lately. `narrator bedtime` tells the newest.")
    return ChosenStory(shelf.story(number_of(words, shelf)))


def means_newest(words: str) -> bool:
    """Also by saying nothing at all."""
    return not words or understand(words, date.today()) == Query(order=Order.NEWEST)


def number_of(words: str, shelf: Library) -> int:
    known = [spine.number for spine in shelf.spines()]
    if not known:
        raise NoSuchStory("There is no story on the shelf yet. Play one first: `narrator play storytellers`.")
    if means_newest(words):
        return known[0]
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
    if bookmark is None or datetime.now(UTC) - bookmark.when > RECENT:
        return None
    if bookmark.story not in {spine.number for spine in shelf.spines()}:
        return None
    story = shelf.story(bookmark.story)
    sentence = bookmark.within(story)
    return None if sentence is None else ChosenStory(story, sentence)
