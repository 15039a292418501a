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

from narrator.apps.box import BoxStory, list_box
from narrator.apps.export.kinds import BookKind
from narrator.apps.window.messages import page_labels
from narrator.core.errors import NarratorError
from narrator.dialog.plan_changes import story_infos
from narrator.games import MAKING_GAME
from narrator.games.making.rules import Part
from narrator.language.content.made_story import fill_short_names
from narrator.language.content.packs import Content
from narrator.language.content.scenes.compose import guess_setting, known_setting
from narrator.language.content.scenes.covers import render_cover_svg
from narrator.language.language import DEFAULT_LANGUAGE
from narrator.storage.clips import Clips
from narrator.storage.heard_stories import heard_stories
from narrator.storage.journal import Journal
from narrator.storage.library.library import Library, NoSuchStory
from narrator.storage.library.listing import StoryEntry
from narrator.storage.made_packs import finished_making, has_card, mend_part
from narrator.storage.photos import add_photo

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
        play: Callable[[str], bool] = lambda title: False,
    ) -> None:
        """Create the page.

        `tell` starts telling a finished story at the table, `play` a game with the story of this title. Both return
        whether that is possible now.
        """
        self.tell, self.play = tell, play
        self._content, self._path, self._language = content, path, language
        self._exports: dict[tuple[int, BookKind], BookExport] = {}
        self._executor = ThreadPoolExecutor(1, "export")
        self._closed = False

    def list_stories(self) -> tuple[StoryEntry, ...]:
        with self._library() as library:
            return tuple(library.list_stories())

    def list_box(self) -> tuple[BoxStory, ...]:
        with Journal.open(self._path) as journal:
            return list_box(self._content, heard_stories(journal), self._language)

    def box_cover(self, name: str) -> bytes | None:
        """Return the cover of a story of the box as SVG, or `None` if there is no story of this name."""
        info = dict(story_infos(self._content)).get(name)
        if info is None:
            return None
        return render_cover_svg(info.title, known_setting(info.setting) or guess_setting(()), ()).encode()

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

    def has_card(self, number: int) -> bool:
        """Return whether this is a card that the family made, which can have a photo."""
        return has_card(number)

    def add_photo(self, number: int, body: bytes) -> None:
        """Put a photo on a card. Games show it from the next start on."""
        with Journal.open(self._path) as journal:
            add_photo(journal, number, body)

    def made_parts(self, entry: StoryEntry) -> list[tuple[str, Part]]:
        """Return the parts of a story that children made here, each with its question."""
        if entry.game != MAKING_GAME:
            return []
        with Journal.open(self._path) as journal:
            state = finished_making(journal, entry.number)
        if state is None or state.frame is None:
            return []
        frame = self._content.frames.get(state.frame) or self._content.card_frames.get(state.frame)
        if frame is None:
            return []
        texts = {part.key: (part.words.text or "", part.seat) for part in state.parts}
        asked = {question.key: fill_short_names(question.ask, frame, texts) for question in frame.questions}
        return [(asked[part.key], part) for part in state.parts if part.key in asked]

    def mend(self, number: int, part: str, text: str) -> None:
        """Correct the text of a part of a made story."""
        with Journal.open(self._path) as journal:
            if finished_making(journal, number) is None:
                raise NoSuchStory(f"Story {number} was not made by children here.")
            mend_part(journal, number, part, text)

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
        # imported late, because most sessions export nothing
        from narrator.apps.bedtime.story_manner import load_story_manner  # noqa: PLC0415
        from narrator.apps.export.formats import export_name, export_story  # noqa: PLC0415

        def progress(done: int, total: int) -> None:
            if self._closed:
                raise WindowClosed
            export.percent = 100 * done // max(1, total)

        try:
            with Journal.open(self._path) as journal:
                story = Library(journal, self._content).story(number)
                manner = load_story_manner(journal, story)
                clips = Clips(journal.path.parent / "clips")
            export.name = export_name(story, kind)
            body = export_story(
                story,
                kind,
                clips,
                rate=manner.rate,
                with_sounds=manner.with_sounds,
                voice_changes=manner.voice_changes,
                progress=progress,
            ).body
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
