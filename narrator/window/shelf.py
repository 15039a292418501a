"""The shelf on a page: the covers of all stories, each to be told, printed or forgotten.

It reads the same journal as `narrator stories`, with a connection of its own: pages are asked for in the server's
threads, and the session's journal belongs to the session.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from narrator.box.content import Box
from narrator.export.book import book_of
from narrator.export.cover import cover
from narrator.export.html import html
from narrator.keep.journal import Journal
from narrator.shelf.library import Library

COVER = (300, 400)
"""Pixels; a shelf of twenty must not weigh much."""


@dataclass(frozen=True, slots=True)
class Book:
    """A story as it stands on the shelf."""

    number: int
    title: str
    about: str
    """When, and who played."""


class Shelf:
    """All stories of this home."""

    def __init__(self, box: Box, path: Path | None = None) -> None:
        self._box, self._path = box, path

    def books(self) -> tuple[Book, ...]:
        with self._library() as library:
            return tuple(
                Book(spine.number, spine.title, f"{spine.played:%B} {spine.played.day}, {', '.join(spine.players)}")
                for spine in library.spines()
            )

    def title(self, number: int) -> str:
        with self._library() as library:
            return library.story(number).title

    def cover(self, number: int) -> bytes:
        return cover(self.title(number), COVER)

    def printed(self, number: int) -> bytes:
        """As a page in large print, in one file."""
        with self._library() as library:
            return html(book_of(library.story(number)))

    def forget(self, number: int) -> None:
        with self._library() as library:
            library.forget(number)

    @contextmanager
    def _library(self) -> Iterator[Library]:
        with Journal.open(self._path) as journal:
            yield Library(journal, self._box)
