"""The stories of finished games, for players who ask: "tell me the story with the owl"."""

from collections.abc import Callable, Sequence
from contextlib import suppress
from datetime import date, timedelta

from narrator.core.errors import NarratorError
from narrator.dialog.ports import StoryLibrary
from narrator.games.hosting.cast import StoryCast
from narrator.language.content.packs import Content
from narrator.storage.library.library import MAX_INDEXING_S, Library

MAX_RECENT_STORIES = 30
"""The recogniser listens for the players of this many stories."""
DAYS_PER_WEEK = 7
NOT_ALL_INDEXED = "I haven't looked into all the stories yet. Ask me once more, please."


class StoredStoryLibrary(StoryLibrary):
    """The stories in the journal."""

    def __init__(self, library: Library, content: Content, on_finished: Callable[[], object] = lambda: None) -> None:
        """Take the library. `on_finished` is called when the table of a finished game was left."""
        self._library = library
        self._content = content
        self._on_finished = on_finished

    def spoken_keys(self) -> Sequence[str]:
        recent = self._library.list_stories()[:MAX_RECENT_STORIES]
        if not recent:
            return ()
        players = [player for spine in recent for player in spine.players]
        days = [f"{date(2024, 1, 1) + timedelta(day):%A}" for day in range(DAYS_PER_WEEK)]  # that day was a Monday
        characters = [character.name for character in self._content.characters]
        return tuple(dict.fromkeys((*players, *days, "yesterday", "last week", *characters)))

    def index_game(self, number: int) -> None:
        with suppress(NarratorError):  # then it is indexed when the stories are listed
            self._library.index_game(number)
        self._on_finished()

    def find_cast(self, number: int | None = None) -> StoryCast | None:
        for each in [number] if number is not None else self._library.finished_games():
            with suppress(NarratorError):  # it has nothing to remember, or its pack is missing
                return self._library.cast(each)
        return None

    def find_story(self, words: str) -> Sequence[str]:
        try:
            found = self._library.find(words, patience=MAX_INDEXING_S)
            if not found:
                return (NOT_ALL_INDEXED,) if self._library.unindexed_games() else ()
        except NarratorError as trouble:
            return (str(trouble),)
        return self.read_story(found[0].number)

    def read_story(self, number: int) -> Sequence[str]:
        try:
            story = self._library.story(number)
        except NarratorError as trouble:  # its pack is missing, or it cannot be read any more
            return (str(trouble),)
        paragraphs = (paragraph for chapter in story.chapters for paragraph in chapter.paragraphs)
        return (f"{story.title}.", *(" ".join(each.spoken for each in paragraph) for paragraph in paragraphs))
