"""Choose the story to tell: by number, by words ("the one with the owl"), the one that was interrupted, or the newest.

A bookmark is saved in the journal before each sentence, so a killed program resumes at the same sentence. It contains
no text of the story, only the number of the sentence and a hash of its text. If the story was deleted, or the sentence
has changed, the bookmark no longer matches and the story starts from the beginning.
"""

from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from hashlib import sha256

from narrator.core.serialization import type_adapter
from narrator.language.language import DEFAULT_LANGUAGE, get_language
from narrator.language.lines.story import ToldStory
from narrator.language.understanding.grammar import grammar_files
from narrator.language.understanding.understand import tidy
from narrator.storage.journal import Journal
from narrator.storage.library.library import Library, NoSuchStory
from narrator.storage.library.query import Order, Query, parse_query

BOOKMARK_TOPIC, BOOKMARK_NAME = "bedtime", "where we stopped"
NO_BOOKMARK = ""
RESUME_WITHIN = timedelta(days=7)
"""An older bookmark is ignored: by then the listeners have forgotten the beginning."""


@dataclass(frozen=True, slots=True)
class Bookmark:
    story: int
    sentence: int
    mark: str  # fingerprint of the sentence
    when: datetime

    def find_in(self, story: ToldStory) -> int | None:
        """Return the number of the marked sentence in this story, or `None` if it is not in it."""
        if story.number != self.story:
            return None
        fingerprints = sentence_fingerprints(story)
        if self.sentence < len(fingerprints) and fingerprints[self.sentence] == self.mark:
            return self.sentence
        return fingerprints.index(self.mark) if fingerprints.count(self.mark) == 1 else None


def sentence_fingerprint(text: str) -> str:
    return sha256(text.encode()).hexdigest()[:16]


def sentence_fingerprints(story: ToldStory) -> list[str]:
    return [sentence_fingerprint(sentence.text) for chapter in story.chapters for sentence in chapter.sentences]


def save_bookmark(journal: Journal, story: ToldStory, sentence: int) -> None:
    """Save that this sentence is about to be told."""
    bookmark = Bookmark(story.number, sentence, sentence_fingerprints(story)[sentence], datetime.now(UTC))
    if journal.writable:
        journal.save_note(BOOKMARK_TOPIC, BOOKMARK_NAME, type_adapter(Bookmark).dump_json(bookmark).decode())


def load_bookmark(journal: Journal) -> Bookmark | None:
    note = journal.find_note(BOOKMARK_TOPIC, BOOKMARK_NAME)
    if not note:
        return None
    try:
        bookmark: Bookmark = type_adapter(Bookmark).validate_json(note)
    except ValueError:
        return None
    return bookmark


def clear_bookmark(journal: Journal) -> None:
    """Delete the bookmark of a story that was told to its end."""
    if journal.writable:
        journal.save_note(BOOKMARK_TOPIC, BOOKMARK_NAME, NO_BOOKMARK)


@dataclass(frozen=True, slots=True)
class ChosenStory:
    story: ToldStory
    start: int = 0  # number of the first sentence to tell


def choose_story(words: str, library: Library, journal: Journal, *, from_start: bool = False) -> ChosenStory:
    """Return the requested story. Of several that match, the most likely one: bedtime asks no questions."""
    request = get_language().strip_definite_article(tidy(words).casefold())
    if request in ("", *grammar_files(DEFAULT_LANGUAGE)["bedtime"]["resume"]):
        interrupted = find_interrupted_story(library, journal)
        if interrupted is not None:
            return ChosenStory(interrupted.story) if from_start else interrupted
        if request:
            raise NoSuchStory("No story was interrupted in the last week. `narrator bedtime` tells the newest.")
    return ChosenStory(library.story(find_story_number(words, library)))


def means_newest(words: str) -> bool:
    """Return whether these words ask for the newest story. No words do, too."""
    return not words or parse_query(words, date.today()) == Query(order=Order.NEWEST)


def find_story_number(words: str, library: Library) -> int:
    known = [story.number for story in library.list_stories()]
    if not known:
        raise NoSuchStory("There is no story yet. Play one first: `narrator play storytellers`.")
    if means_newest(words):
        return known[0]
    bare = words.strip().removeprefix("#")
    if bare.isdecimal():
        if int(bare) in known:
            return int(bare)
        raise NoSuchStory(f"There is no story number {bare}. `narrator stories` lists them all.")
    found = library.find(words)
    if not found:
        raise NoSuchStory(f'No story matches "{words}". `narrator stories` lists them all.')
    return found[0].number


def find_interrupted_story(library: Library, journal: Journal) -> ChosenStory | None:
    """Return the story with the bookmark, if it is recent and still matches."""
    bookmark = load_bookmark(journal)
    if bookmark is None or datetime.now(UTC) - bookmark.when > RESUME_WITHIN:
        return None
    if bookmark.story not in {story.number for story in library.list_stories()}:
        return None
    story = library.story(bookmark.story)
    sentence = bookmark.find_in(story)
    return None if sentence is None else ChosenStory(story, sentence)
