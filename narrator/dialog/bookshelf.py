"""The shelf at the table: "tell me the story with the owl", before a game or instead of one."""

from collections.abc import Sequence
from contextlib import suppress
from datetime import date, timedelta

from narrator.core.errors import NarratorError
from narrator.dialog.port import Bookshelf
from narrator.games.hosting.cast import StoryCast
from narrator.language.content.packs import Content
from narrator.language.lines.clip_marks import mark_clip
from narrator.language.lines.story import Sentence
from narrator.storage.library.library import MAX_INDEXING_S, Library

RECENT = 30  # of so many stories the players and days are listened for
WEEK = 7
NOT_ALL = "I haven't looked into all the stories yet. Ask me once more, please."


class LibraryBookshelf(Bookshelf):
    def __init__(self, library: Library, content: Content) -> None:
        self._library = library
        self._content = content

    def names(self) -> Sequence[str]:
        recent = self._library.list_stories()[:RECENT]
        if not recent:
            return ()
        players = [player for spine in recent for player in spine.players]
        days = [f"{date(2024, 1, 1) + timedelta(day):%A}" for day in range(WEEK)]
        characters = [character.name for character in self._content.characters]
        return tuple(dict.fromkeys((*players, *days, "yesterday", "last week", *characters)))

    def note(self, number: int) -> None:
        with suppress(NarratorError):  # then it is looked at when it is listed
            self._library.index_game(number)

    def cast(self, number: int | None = None) -> StoryCast | None:
        for each in [number] if number is not None else self._library.finished_games():
            with suppress(NarratorError):  # nothing to remember in it, or its pack is not here
                return self._library.cast(each)
        return None

    def tell(self, words: str) -> Sequence[str]:
        try:
            found = self._library.find(words, patience=MAX_INDEXING_S)
            if not found:
                return (NOT_ALL,) if self._library.unindexed_games() else ()
            story = self._library.story(found[0].number)
        except NarratorError as trouble:  # its pack is missing, or it cannot be read any more
            return (str(trouble),)
        parts = [" ".join(heard(each) for each in part) for chapter in story.chapters for part in chapter.paragraphs]
        return (f"{story.title}.", *parts)


def heard(sentence: Sentence) -> str:
    """With the player's own voice behind it, where it was recorded."""
    return f"{sentence.text} {mark_clip(sentence.clip_text, sentence.clip)}" if sentence.clip else sentence.text
