"""`narrator export`: a story is read aloud into a book. Either all of it is written or nothing."""

import signal
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from narrator.apps.bedtime.choose_story import find_story_number
from narrator.apps.commands._command_arguments import ExportArguments
from narrator.apps.commands._plan_from_arguments import load_content_with_pack
from narrator.apps.commands._progress import ProgressBar, spoken_time
from narrator.apps.export.atomic_write import check_target, write_export
from narrator.apps.export.formats import ExportedBook, export_name, export_story
from narrator.apps.terminal.output import handle_signals
from narrator.core.errors import UsageError
from narrator.language.lines.story import ToldStory
from narrator.speech.tts.render import DEFAULT_WORDS_PER_MINUTE
from narrator.storage.clips import Clips
from narrator.storage.journal import Journal
from narrator.storage.library.library import Library

TERMINATED = 128 + signal.SIGTERM


def run(arguments: ExportArguments) -> int:
    if arguments.folder and arguments.to != "mp3":
        raise UsageError("Only MP3 can be a folder of files. Leave out --folder, or write --to mp3.")
    with handle_signals(unwind, "SIGTERM"):
        with Journal.open_for_reading() as journal:
            if journal.notice:
                print(journal.notice, file=sys.stderr)
            clips = Clips(journal.path.parent / "clips")
            shelf = Library(journal, load_content_with_pack(arguments.pack), clips)
            story = shelf.story(find_story_number(" ".join(arguments.story), shelf))
        target = target_of(arguments, story)
        check_target(target, force=arguments.force, folder=arguments.folder)
        book = read(arguments, story, clips)
        write_export(target, book.body)
    length = f", {spoken_time(book.milliseconds / 1000)} long" if book.milliseconds else ""
    print(f"“{story.title}” (story {story.number}) is in {target}{length}.")
    return 0


class Cancelled(Exception):
    """Nobody wants it any more."""


def read(arguments: ExportArguments, story: ToldStory, clips: Clips) -> ExportedBook:
    """Have it read aloud, in a thread of its own, which is told to stop if this one is interrupted.

    A Ctrl-C that comes while libsndfile reads or writes through Python would be lost in there.
    """
    interrupted = threading.Event()
    with ProgressBar(f"Reading “{story.title}”", lines=True) as bar, ThreadPoolExecutor(1) as pool:

        def progress(done: int, total: int) -> None:
            if interrupted.is_set():
                raise Cancelled
            bar.progress(done, total)

        try:
            return pool.submit(
                export_story,
                story,
                arguments.to,
                clips,
                files=arguments.folder,
                voice=arguments.voice,
                rate=arguments.rate or DEFAULT_WORDS_PER_MINUTE,
                progress=progress,
                trouble=bar.print_line,
            ).result()
        finally:
            interrupted.set()


def target_of(arguments: ExportArguments, story: ToldStory) -> Path:
    """As it was asked for; else the title, here or in the folder that was named."""
    name = export_name(story, None if arguments.folder else arguments.to)
    if arguments.output is None:
        return Path(name)
    output = arguments.output.expanduser()
    return output / name if output.is_dir() and not arguments.folder else output


def unwind(*_: object) -> None:
    """Whoever is asked to end still cleans up: it leaves through every `finally`."""
    raise SystemExit(TERMINATED)
