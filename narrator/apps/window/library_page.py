"""The shelf on a page: the covers of all stories, each to be told, taken along or forgotten.

It reads the same journal as `narrator stories`, with a connection of its own: pages are asked for in the server's
threads, and the session's journal belongs to the session. Books are made one after the other in a thread of their own;
the last one is held until it is fetched.
"""

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from babel.dates import format_date

from narrator.apps.export.cover import draw_cover
from narrator.apps.export.kinds import BookKind
from narrator.apps.window.messages import page_labels
from narrator.core.errors import NarratorError
from narrator.language.content.packs import Content
from narrator.language.language import DEFAULT_LANGUAGE
from narrator.storage.clips import Clips
from narrator.storage.journal import Journal
from narrator.storage.library.library import Library
from narrator.storage.library.listing import StoryEntry

COVER_SIZE = (600, 800)  # pixels: large enough for its title, and a shelf of twenty must not weigh much
MAX_PENDING_EXPORTS = 4  # so many books may be asked for before one is done


@dataclass(slots=True)
class BookExport:
    percent: int = 0
    trouble: str = ""
    name: str = ""
    body: bytes = b""

    @property
    def done(self) -> bool:
        return bool(self.trouble or self.body)


class ExportCancelled(Exception):
    """Nobody waits for the book any more."""


class LibraryPage:
    def __init__(
        self,
        content: Content,
        path: Path | None = None,
        language: str = DEFAULT_LANGUAGE,
        tell: Callable[[int], bool] = lambda number: False,
    ) -> None:
        """`tell` has a story told at the table, if that can be done now."""
        self.tell = tell
        self._content, self._path, self._language = content, path, language
        self._making: dict[tuple[int, BookKind], BookExport] = {}
        self._bindery = ThreadPoolExecutor(1, "bindery")
        self._closed = False

    def spines(self) -> tuple[StoryEntry, ...]:
        with self._library() as library:
            return tuple(library.list_stories())

    def describe(self, spine: StoryEntry) -> str:
        played = format_date(spine.played, "long", locale=self._language)
        return page_labels(self._language)["shelf-about"].format(date=played, players=", ".join(spine.players))

    def cover(self, number: int) -> bytes:
        with self._library() as library:
            return draw_cover(library.story(number).title, COVER_SIZE)

    def forget(self, number: int) -> None:
        with self._library() as library:
            library.forget(number)

    # --- to take along -----------------------------------------------------------------------------

    def start_export(self, number: int, kind: BookKind) -> bool:
        """Begin with this book, unless it is being made already; whether it will be made."""
        known = self._making.get((number, kind))
        if known is not None and not known.done:
            return True
        self._making = {which: each for which, each in self._making.items() if not each.done}
        if self._closed or len(self._making) >= MAX_PENDING_EXPORTS:
            return False
        self._bindery.submit(self._make, number, kind, self._making.setdefault((number, kind), BookExport()))
        return True

    def find_export(self, number: int, kind: BookKind) -> BookExport | None:
        """How far this book is; nothing if nobody asked for it."""
        return self._making.get((number, kind))

    def close(self) -> None:
        self._closed = True
        self._bindery.shutdown(wait=False, cancel_futures=True)

    def _make(self, number: int, kind: BookKind, making: BookExport) -> None:
        from narrator.apps.export.formats import export_name, export_story  # noqa: PLC0415 - few evenings make a book

        def progress(done: int, total: int) -> None:
            if self._closed:
                raise ExportCancelled
            making.percent = 100 * done // max(1, total)

        try:
            with Journal.open(self._path) as journal:
                story = Library(journal, self._content).story(number)
                clips = Clips(journal.path.parent / "clips")
            making.name = export_name(story, kind)
            body = export_story(story, kind, clips, progress=progress).body
            assert isinstance(body, bytes)  # a folder was not asked for
            making.body = body
        except NarratorError as trouble:
            making.trouble = str(trouble)
        except ExportCancelled:
            pass
        except Exception:  # whoever waits for it is told, whatever it was
            making.trouble = page_labels(self._language)["shelf-failed"]
            raise

    @contextmanager
    def _library(self) -> Iterator[Library]:
        with Journal.open(self._path) as journal:
            yield Library(journal, self._content)
