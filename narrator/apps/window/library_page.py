"""The page with all finished stories: each can be told, exported or deleted.

It opens the journal for each request, because requests run in the server's threads and the session's connection belongs
to the session. Exports run one after the other in a thread. A finished export is kept until the next one starts.
"""

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from babel.dates import format_date

from narrator.apps.export.kinds import BookKind
from narrator.apps.window.messages import page_labels
from narrator.core.errors import NarratorError
from narrator.language.content.packs import Content
from narrator.language.content.scenes.compose import guess_setting, known_setting
from narrator.language.content.scenes.covers import render_cover_svg
from narrator.language.language import DEFAULT_LANGUAGE
from narrator.storage.clips import Clips
from narrator.storage.journal import Journal
from narrator.storage.library.library import Library
from narrator.storage.library.listing import StoryEntry

MAX_PENDING_EXPORTS = 4


@dataclass(slots=True)
class BookExport:
    """The progress of an export, and its result."""

    percent: int = 0
    error: str = ""
    name: str = ""
    body: bytes = b""

    @property
    def is_done(self) -> bool:
        return bool(self.error or self.body)


class WindowClosed(Exception):
    """The window was closed during an export."""


class LibraryPage:
    """The data and actions behind the page of finished stories."""

    def __init__(
        self,
        content: Content,
        path: Path | None = None,
        language: str = DEFAULT_LANGUAGE,
        tell: Callable[[int], bool] = lambda number: False,
    ) -> None:
        """Create the page. `tell` starts telling a story at the table and returns whether that is possible now."""
        self.tell = tell
        self._content, self._path, self._language = content, path, language
        self._exports: dict[tuple[int, BookKind], BookExport] = {}
        self._executor = ThreadPoolExecutor(1, "export")
        self._closed = False

    def list_stories(self) -> tuple[StoryEntry, ...]:
        with self._library() as library:
            return tuple(library.list_stories())

    def describe(self, entry: StoryEntry) -> str:
        played = format_date(entry.played, "long", locale=self._language)
        return page_labels(self._language)["shelf-about"].format(date=played, players=", ".join(entry.players))

    def cover(self, number: int) -> bytes:
        """Return the cover of a story as SVG: its place and the first of its cast."""
        with self._library() as library:
            story = library.story(number)
        setting = known_setting(story.setting) or guess_setting(story.cast_emoji)
        return render_cover_svg(story.title, setting, story.cast_emoji, edition=number).encode()

    def forget(self, number: int) -> None:
        with self._library() as library:
            library.forget(number)

    # --- exports -----------------------------------------------------------------------------------

    def start_export(self, number: int, kind: BookKind) -> bool:
        """Start this export unless it is running. Return false if too many are waiting."""
        known = self._exports.get((number, kind))
        if known is not None and not known.is_done:
            return True
        self._exports = {key: export for key, export in self._exports.items() if not export.is_done}
        if self._closed or len(self._exports) >= MAX_PENDING_EXPORTS:
            return False
        self._executor.submit(self._export, number, kind, self._exports.setdefault((number, kind), BookExport()))
        return True

    def find_export(self, number: int, kind: BookKind) -> BookExport | None:
        """Return the state of this export; `None` if it was not requested."""
        return self._exports.get((number, kind))

    def close(self) -> None:
        self._closed = True
        self._executor.shutdown(wait=False, cancel_futures=True)

    def _export(self, number: int, kind: BookKind, export: BookExport) -> None:
        from narrator.apps.export.formats import export_name, export_story  # noqa: PLC0415 - imported late, because most sessions export nothing

        def progress(done: int, total: int) -> None:
            if self._closed:
                raise WindowClosed
            export.percent = 100 * done // max(1, total)

        try:
            with Journal.open(self._path) as journal:
                story = Library(journal, self._content).story(number)
                clips = Clips(journal.path.parent / "clips")
            export.name = export_name(story, kind)
            body = export_story(story, kind, clips, progress=progress).body
            assert isinstance(body, bytes)  # only `files=True` gives a folder
            export.body = body
        except NarratorError as error:
            export.error = str(error)
        except WindowClosed:
            pass
        except Exception:  # the page must not wait forever
            export.error = page_labels(self._language)["shelf-failed"]
            raise

    @contextmanager
    def _library(self) -> Iterator[Library]:
        with Journal.open(self._path) as journal:
            yield Library(journal, self._content)
