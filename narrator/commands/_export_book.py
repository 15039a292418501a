"""The machinery of `narrator export`: finds the story, has it read, and writes the book where it was asked for."""

import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

from narrator.commands.export import ExportArguments
from narrator.commands.wishes import box_with
from narrator.errors import Mistake
from narrator.export.atomic_write import check, write_file, write_folder
from narrator.export.book import Book, book_of
from narrator.export.daisy import daisy
from narrator.export.epub import epub
from narrator.export.html import html
from narrator.export.mp3 import file_name, folder, one_file
from narrator.export.narration import Narrated, narrate
from narrator.export.reader import Reader, reader
from narrator.keep.clips import Clips, NoSuchClip
from narrator.keep.journal import Journal
from narrator.shelf.library import Library, NoSuchStory
from narrator.tell.story import ToldStory
from narrator.terminal import one_line, safe_console
from narrator.voices.cache import Cache
from narrator.voices.render import USUAL_RATE

T = TypeVar("T")

ENDINGS = {"epub": ".epub", "daisy": ".zip", "mp3": ".mp3", "html": ".html"}
SOON = 2.0
"""Seconds. What is done by then needs no bar."""
TERMINATED = 128 + signal.SIGTERM


def export(wishes: ExportArguments) -> int:
    """Make the book; the number is what the shell gets."""
    if wishes.folder and wishes.to != "mp3":
        raise Mistake("Only MP3 can be a folder of files. Leave out --folder, or write --to mp3.")
    with sigterm_unwinds():
        return make(wishes)


def make(wishes: ExportArguments) -> int:
    with Journal.to_read() as journal:
        if journal.notice:
            print(journal.notice, file=sys.stderr)
        clips = Clips(journal.path.parent / "clips")
        story = story_of(" ".join(wishes.story), Library(journal, box_with(wishes.pack), clips))
    target = target_of(wishes, story)
    check(target, force=wishes.force, folder=wishes.folder)
    if wishes.to == "html":
        # paper cannot sound: of recordings there is what was understood of them
        write_file(target, html(book_of(story, lambda clip: False)))
        length = ""
    else:
        length = ", " + in_time(read_and_write(wishes, story, clips, target))
    print(f"“{story.title}” (story {story.number}) is in {target}{length}.")
    return 0


def read_and_write(wishes: ExportArguments, story: ToldStory, clips: Clips, target: Path) -> int:
    """Have it read aloud, and write it; how many milliseconds it is long."""
    book = book_of(story, partial(can_be_heard, clips))
    with watched(f"Reading “{book.title}”") as bar:
        body, milliseconds = in_a_thread(partial(read_aloud, wishes, book, clips, bar))
    if isinstance(body, bytes):
        write_file(target, body)
    else:
        write_folder(target, body)
    return milliseconds


def read_aloud(
    wishes: ExportArguments, book: Book, clips: Clips, bar: "Bar", stop: threading.Event
) -> tuple[bytes | dict[str, bytes], int]:
    """The book, read and bound, and how many milliseconds it is long."""

    def progress(done: int, total: int) -> None:
        if stop.is_set():
            raise Cancelled
        bar.progress(done, total)

    rate = wishes.rate or USUAL_RATE
    with reader(wishes.voice, book.language, rate, cache=Cache(), trouble=bar.tell) as voice:
        pages = Counted(narrate(book, voice, clips, rate=rate, progress=progress))
        return bound(wishes, book, pages, voice), pages.milliseconds


def bound(wishes: ExportArguments, book: Book, pages: "Counted", voice: Reader) -> bytes | dict[str, bytes]:
    match wishes.to:
        case "epub":
            return epub(book, pages, voice)
        case "daisy":
            return daisy(book, pages, voice)
        case _:
            return folder(book, pages) if wishes.folder else one_file(book, pages)


class Counted:
    """Pages as they are read, and how long they are together."""

    def __init__(self, pages: Iterator[Narrated]) -> None:
        self._pages = pages
        self.milliseconds = 0

    def __iter__(self) -> Iterator[Narrated]:
        for page in self._pages:
            self.milliseconds += page.milliseconds
            yield page


# --- which story, and where to -------------------------------------------------------------------


def story_of(words: str, shelf: Library) -> ToldStory:
    """By its number, or the likeliest that these words describe."""
    if words.isdecimal():
        return shelf.story(int(words))
    found = shelf.find(words)
    if not found:
        raise NoSuchStory(f"No story on the shelf fits “{words}”. `narrator stories` lists them all.")
    return shelf.story(found[0].number)


def target_of(wishes: ExportArguments, story: ToldStory) -> Path:
    """As it was asked for; else the title, here or in the folder that was named."""
    ending = "" if wishes.folder else ENDINGS[wishes.to]
    name = (file_name(story.title) or f"story {story.number}") + ending
    output: Path | None = wishes.output
    if output is None:
        return Path(name)
    output = output.expanduser()
    return output / name if output.is_dir() and not wishes.folder else output


def can_be_heard(clips: Clips, name: str) -> bool:
    try:
        clips.sound(name)
    except NoSuchClip:
        return False
    return True


def in_time(milliseconds: int) -> str:
    minutes = round(milliseconds / 60_000)
    if minutes > 1:
        return f"{minutes} minutes long"
    return "a minute long" if minutes else f"{round(milliseconds / 1000)} seconds long"


# --- while it lasts ------------------------------------------------------------------------------


class Cancelled(Exception):
    """Nobody wants it any more."""


def in_a_thread(work: Callable[[threading.Event], T]) -> T:
    """Do it in a thread of its own, and tell it to stop if this one is interrupted.

    A Ctrl-C that comes while libsndfile reads or writes through Python would be lost in there.
    """
    stop = threading.Event()
    with ThreadPoolExecutor(1) as pool:
        try:
            return pool.submit(work, stop).result()
        finally:
            stop.set()


@contextmanager
def sigterm_unwinds() -> Iterator[None]:
    """Whoever is asked to end still cleans up: SIGTERM leaves through every `finally`."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return

    def leave(*signal: Any) -> None:
        raise SystemExit(TERMINATED)

    before = signal.signal(signal.SIGTERM, leave)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


class Bar:
    """How far it is: a bar on a terminal, a line for every quarter elsewhere. Whatever is done soon shows neither."""

    def __init__(self, what: str) -> None:
        self._console = safe_console(stderr=True)
        columns = (TextColumn("{task.description}", markup=False), BarColumn(), TimeRemainingColumn())
        self._bar = Progress(*columns, console=self._console, transient=True)
        self._task = self._bar.add_task(one_line(what), total=None)
        self._what = what
        self._began = time.monotonic()
        self._quarters = 0
        self._late = threading.Timer(SOON, self._bar.start)
        self._late.daemon = True
        if self._console.is_terminal:
            self._late.start()

    def progress(self, done: int, total: int) -> None:
        self._bar.update(self._task, completed=done, total=total)
        quarters = 4 * done // total if total else 0
        if quarters > self._quarters and not self._console.is_terminal and time.monotonic() - self._began > SOON:
            print(f"{self._what}: {25 * quarters} %", file=sys.stderr, flush=True)
        self._quarters = quarters

    def tell(self, sentence: str) -> None:
        self._console.print(sentence, markup=False, highlight=False, soft_wrap=True)

    def close(self) -> None:
        self._late.cancel()
        if self._late.is_alive():
            self._late.join()
        self._bar.stop()


@contextmanager
def watched(what: str) -> Iterator[Bar]:
    bar = Bar(what)
    try:
        yield bar
    finally:
        bar.close()
