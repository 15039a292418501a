"""The machinery of `narrator export`: finds the story, has it read, and writes the book where it was asked for."""

import signal
import sys
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

from narrator.bedtime.choose_story import number_of
from narrator.commands._progress import ProgressBar
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
from narrator.export.reader import reader
from narrator.keep.clips import Clips
from narrator.keep.journal import Journal
from narrator.shelf.library import Library
from narrator.tell.story import ToldStory
from narrator.voices.cache import Cache
from narrator.voices.render import USUAL_RATE
from narrator.voices.spoken import recorded

T = TypeVar("T")

ENDINGS = {"epub": ".epub", "daisy": ".zip", "mp3": ".mp3", "html": ".html"}
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
        shelf = Library(journal, box_with(wishes.pack), clips)
        story = shelf.story(number_of(" ".join(wishes.story), shelf))
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
    book = book_of(story, lambda clip: recorded(clips, clip) is not None)
    with ProgressBar(f"Reading “{book.title}”", lines=True) as bar:
        body, milliseconds = in_a_thread(partial(read_aloud, wishes, book, clips, bar))
    if isinstance(body, bytes):
        write_file(target, body)
    else:
        write_folder(target, body)
    return milliseconds


def read_aloud(
    wishes: ExportArguments, book: Book, clips: Clips, bar: ProgressBar, stop: threading.Event
) -> tuple[bytes | dict[str, bytes], int]:
    """The book, read and bound, and how many milliseconds it is long."""

    def progress(done: int, total: int) -> None:
        if stop.is_set():
            raise Cancelled
        bar.progress(done, total)

    rate = wishes.rate or USUAL_RATE
    with reader(wishes.voice, book.language, rate, cache=Cache(), trouble=bar.tell) as voice:
        lengths: list[int] = []

        def pages() -> Iterator[Narrated]:
            for page in narrate(book, voice, clips, rate=rate, progress=progress):
                lengths.append(page.milliseconds)
                yield page

        match wishes.to:
            case "epub":
                body: bytes | dict[str, bytes] = epub(book, pages(), voice)
            case "daisy":
                body = daisy(book, pages(), voice)
            case _:
                body = folder(book, pages()) if wishes.folder else one_file(book, pages())
        return body, sum(lengths)


# --- where to -------------------------------------------------------------------------------------


def target_of(wishes: ExportArguments, story: ToldStory) -> Path:
    """As it was asked for; else the title, here or in the folder that was named."""
    ending = "" if wishes.folder else ENDINGS[wishes.to]
    name = (file_name(story.title) or f"story {story.number}") + ending
    if wishes.output is None:
        return Path(name)
    output = wishes.output.expanduser()
    return output / name if output.is_dir() and not wishes.folder else output


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
