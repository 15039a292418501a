"""Which story tonight: by its number, by words ("the one with the owl"), where we stopped, or the newest.

Where we stopped is a note in the journal, written before each sentence, so that a kill in the middle loses nothing. It
holds no word of the story. A sentence is known by its number and by a fingerprint of its words: when the story was
forgotten, or reads differently today, it no longer fits, and the telling begins anew.
"""

from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from hashlib import sha256

from narrator.core.serialization import type_adapter
from narrator.language.lines.story import ToldStory
from narrator.language.understanding.understand import tidy
from narrator.storage.journal import Journal
from narrator.storage.library.library import Library, NoSuchStory
from narrator.storage.library.query import Order, Query, understand

BOOKMARK_TOPIC, BOOKMARK_NAME = "bedtime", "where we stopped"
NO_BOOKMARK = ""
RESUME_PHRASES = ("go on", "go on where we stopped", "where we stopped", "continue")
RESUME_WITHIN = timedelta(days=7)  # after that nobody remembers how it began, and a story is better told from the start


@dataclass(frozen=True, slots=True)
class Bookmark:
    story: int
    sentence: int
    mark: str
    when: datetime

    def find_in(self, story: ToldStory) -> int | None:
        """The number of that very sentence in this story, if it is still in it."""
        if story.number != self.story:
            return None
        marks = sentence_fingerprints(story)
        if self.sentence < len(marks) and marks[self.sentence] == self.mark:
            return self.sentence
        return marks.index(self.mark) if marks.count(self.mark) == 1 else None


def sentence_fingerprint(text: str) -> str:
    return sha256(text.encode()).hexdigest()[:16]


def sentence_fingerprints(story: ToldStory) -> list[str]:
    return [sentence_fingerprint(sentence.text) for chapter in story.chapters for sentence in chapter.sentences]


def save_bookmark(journal: Journal, story: ToldStory, sentence: int) -> None:
    """This sentence is about to be told."""
    bookmark = Bookmark(story.number, sentence, sentence_fingerprints(story)[sentence], datetime.now(UTC))
    if journal.writable:
        journal.save_note(BOOKMARK_TOPIC, BOOKMARK_NAME, type_adapter(Bookmark).dump_json(bookmark).decode())


def load_bookmark(journal: Journal) -> Bookmark | None:
    written = journal.find_note(BOOKMARK_TOPIC, BOOKMARK_NAME)
    if not written:
        return None
    try:
        bookmark: Bookmark = type_adapter(Bookmark).validate_json(written)
    except ValueError:
        return None
    return bookmark


def clear_bookmark(journal: Journal) -> None:
    """It was told to its end."""
    if journal.writable:
        journal.save_note(BOOKMARK_TOPIC, BOOKMARK_NAME, NO_BOOKMARK)


@dataclass(frozen=True, slots=True)
class ChosenStory:
    story: ToldStory
    start: int = 0  # the sentence to begin with


def choose_story(words: str, shelf: Library, journal: Journal, *, from_start: bool = False) -> ChosenStory:
    """The story that is meant. Nobody is asked back at bedtime: of several that fit, the likeliest is told."""
    asked = tidy(words).casefold().removeprefix("the ")
    if asked in ("", *RESUME_PHRASES):
        stopped = find_interrupted_story(shelf, journal)
        if stopped is not None:
            return ChosenStory(stopped.story) if from_start else stopped
        if asked:
            raise NoSuchStory("No story was left in the middle lately. `narrator bedtime` tells the newest.")
    return ChosenStory(shelf.story(find_story_number(words, shelf)))


def means_newest(words: str) -> bool:
    """Also by saying nothing at all."""
    return not words or understand(words, date.today()) == Query(order=Order.NEWEST)


def find_story_number(words: str, shelf: Library) -> int:
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


def find_interrupted_story(shelf: Library, journal: Journal) -> ChosenStory | None:
    """The story that was not told to its end within the last days."""
    bookmark = load_bookmark(journal)
    if bookmark is None or datetime.now(UTC) - bookmark.when > RESUME_WITHIN:
        return None
    if bookmark.story not in {spine.number for spine in shelf.spines()}:
        return None
    story = shelf.story(bookmark.story)
    sentence = bookmark.find_in(story)
    return None if sentence is None else ChosenStory(story, sentence)
