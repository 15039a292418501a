"""The bookmark is saved before every sentence, survives a kill, and never applies to another story."""

import signal
import subprocess
import sys
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from narrator.apps.bedtime.choose_story import (
    BOOKMARK_NAME,
    BOOKMARK_TOPIC,
    RESUME_WITHIN,
    Bookmark,
    NoSuchStory,
    choose_story,
    clear_bookmark,
    load_bookmark,
    save_bookmark,
    sentence_fingerprint,
)
from narrator.core.serialization import type_adapter
from narrator.language.lines.story import ToldStory
from narrator.storage.journal import Journal
from tests.apps.bedtime import tell_until_killed
from tests.apps.bedtime.helpers import make_story
from tests.apps.bedtime.tell_until_killed import STORIES


class Entry:
    def __init__(self, number: int) -> None:
        self.number = number


class FakeLibrary:
    """A library of invented stories."""

    def __init__(self, tales: dict[int, ToldStory] | None = None) -> None:
        self.tales = STORIES if tales is None else tales

    def list_stories(self) -> list[Entry]:
        return [Entry(number) for number in self.tales]

    def find(self, words: str) -> list[Entry]:
        return [Entry(number) for number, tale in self.tales.items() if "owl" in words and "Owl" in tale.title]

    def story(self, number: int) -> ToldStory:
        return self.tales[number]


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[Journal]:
    with Journal.open(tmp_path / "narrator.sqlite") as opened:
        yield opened


# --- choosing a story ----------------------------------------------------------------------------


@pytest.mark.parametrize("words", ["", "newest", "the newest", "The last one"])
def test_newest_story_is_the_default(journal: Journal, words: str) -> None:
    assert choose_story(words, FakeLibrary(), journal).story.number == 3


@pytest.mark.parametrize("words", ["2", "#2", "the one with the owl"])
def test_story_is_found_by_number_or_words(journal: Journal, words: str) -> None:
    assert choose_story(words, FakeLibrary(), journal).story.number == 2


@pytest.mark.parametrize("words", ["", "go on", "go on where we stopped", "Where we stopped"])
def test_interrupted_story_is_resumed(journal: Journal, words: str) -> None:
    save_bookmark(journal, STORIES[2], 1)
    found = choose_story(words, FakeLibrary(), journal)
    assert (found.story.number, found.start) == (2, 1)
    assert choose_story(words, FakeLibrary(), journal, from_start=True).start == 0


def test_requested_story_starts_from_the_beginning(journal: Journal) -> None:
    save_bookmark(journal, STORIES[2], 1)
    assert choose_story("2", FakeLibrary(), journal).start == 0


def test_finished_story_is_not_resumed(journal: Journal) -> None:
    save_bookmark(journal, STORIES[2], 1)
    clear_bookmark(journal)
    assert choose_story("", FakeLibrary(), journal).story.number == 3
    with pytest.raises(NoSuchStory, match="newest"):
        choose_story("go on", FakeLibrary(), journal)


def test_old_bookmark_is_ignored(journal: Journal) -> None:
    for ago, number in ((RESUME_WITHIN - timedelta(hours=1), 2), (RESUME_WITHIN + timedelta(hours=1), 3)):
        place = Bookmark(2, 1, sentence_fingerprint("It slept."), datetime.now(UTC) - ago)
        journal.save_note(BOOKMARK_TOPIC, BOOKMARK_NAME, type_adapter(Bookmark).dump_json(place).decode())
        assert choose_story("", FakeLibrary(), journal).story.number == number


def test_bookmark_does_not_match_another_story_of_that_number(journal: Journal) -> None:
    save_bookmark(journal, STORIES[2], 1)
    other = FakeLibrary({3: STORIES[3], 2: make_story(("A frog.", "It jumped."), number=2)})
    assert choose_story("", other, journal).story.number == 3
    assert choose_story("", FakeLibrary({3: STORIES[3]}), journal).story.number == 3


def test_bookmark_finds_a_sentence_that_moved(journal: Journal) -> None:
    save_bookmark(journal, STORIES[2], 1)
    longer = FakeLibrary({2: make_story(("There was an owl.", "It was late.", "It slept."), number=2)})
    assert choose_story("", longer, journal).start == 2


@pytest.mark.parametrize("note", ["{", "[]", '{"story": "x"}', "nonsense"])
def test_damaged_bookmark_is_ignored(journal: Journal, note: str) -> None:
    journal.save_note(BOOKMARK_TOPIC, BOOKMARK_NAME, note)
    assert load_bookmark(journal) is None


def test_bookmark_contains_no_text_of_the_story(journal: Journal) -> None:
    save_bookmark(journal, STORIES[2], 0)
    assert "owl" not in (journal.find_note(BOOKMARK_TOPIC, BOOKMARK_NAME) or "")


def test_missing_stories_are_reported(journal: Journal) -> None:
    for words, library, message in (
        ("", FakeLibrary({}), "narrator play"),
        ("77", FakeLibrary(), "number 77"),
        ("the one with the zebra", FakeLibrary(), "zebra"),
    ):
        with pytest.raises(NoSuchStory, match=message):
            choose_story(words, library, journal)


# --- kill ----------------------------------------------------------------------------------------


def test_killed_telling_resumes_at_the_same_sentence(tmp_path: Path) -> None:
    file = tmp_path / "narrator.sqlite"
    top = Path(__file__).parents[3]
    night = subprocess.Popen(
        [sys.executable, "-m", tell_until_killed.__name__, str(file)], stdout=subprocess.PIPE, text=True, cwd=top
    )
    assert night.stdout is not None
    for expected in range(4):
        assert night.stdout.readline().strip() == str(expected)
    night.send_signal(signal.SIGKILL)
    assert night.wait() == -signal.SIGKILL
    night.stdout.close()
    with Journal.open(file) as journal:
        found = choose_story("", FakeLibrary(), journal)
        assert journal.notice is None
    assert (found.story.number, found.start) == (3, 3)
