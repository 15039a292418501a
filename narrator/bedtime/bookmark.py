"""Where we stopped: a note in the journal, written before each sentence, so that a kill in the middle loses nothing.

The note holds no word of the story. A sentence is known by its number and by a fingerprint of its words: when the story
was forgotten, or reads differently today, it no longer fits, and the telling begins anew.
"""

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from hashlib import sha256

from narrator.data import form_of
from narrator.keep.journal import Journal
from narrator.tell.story import ToldStory

ABOUT, NAME = "bedtime", "where we stopped"
NOWHERE = ""
RECENT = timedelta(days=7)  # after that nobody remembers how it began, and a story is better told from the start


@dataclass(frozen=True, slots=True)
class Bookmark:
    story: int
    sentence: int
    mark: str
    when: datetime

    def recent(self, now: datetime) -> bool:
        return now - self.when <= RECENT

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
        journal.note(ABOUT, NAME, form_of(Bookmark).dump_json(bookmark).decode())


def kept_bookmark(journal: Journal) -> Bookmark | None:
    written = journal.noted(ABOUT, NAME)
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
        journal.note(ABOUT, NAME, NOWHERE)
