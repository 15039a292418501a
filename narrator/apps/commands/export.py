"""`narrator export`: write a story as a book with sound, completely or not at all."""

import signal
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TYPE_CHECKING

from narrator.apps.bedtime.choose_story import find_story_number
from narrator.apps.bedtime.render_lock import start_rendering
from narrator.apps.commands._command_arguments import ExportArguments
from narrator.apps.commands._plan_from_arguments import load_content_with_pack
from narrator.apps.commands._progress import ProgressBar, spoken_time
from narrator.apps.export.atomic_write import check_target, write_export
from narrator.apps.export.formats import ExportedBook, export_name, export_story
from narrator.apps.export.kinds import FOLDER_KINDS
from narrator.apps.terminal.output import handle_signals
from narrator.core.errors import UsageError
from narrator.core.installation import require_extra
from narrator.core.paths import expand_user
from narrator.language.lines.story import ToldStory
from narrator.storage.clips import Clips
from narrator.storage.journal import Journal
from narrator.storage.library.library import Library

if TYPE_CHECKING:
    from narrator.apps.bedtime.story_manner import StoryManner

ENCODED_BY_AV = ("m4b", "taf")
SIGTERM_EXIT_CODE = 128 + signal.SIGTERM


def run(arguments: ExportArguments) -> int:
    # imported late: at the top it would report the packages of `voice` as missing before those of `export`
    from narrator.apps.bedtime.story_manner import load_story_manner  # noqa: PLC0415

    if arguments.to in ENCODED_BY_AV:
        require_extra("audiobook")
    if arguments.folder and arguments.to not in ("mp3", *FOLDER_KINDS):
        raise UsageError("Only MP3 can be written as a folder of files. Leave out --folder, or use --to mp3.")
    with handle_signals(exit_on_sigterm, "SIGTERM"):
        with Journal.open_for_reading() as journal:
            if journal.notice:
                print(journal.notice, file=sys.stderr)
            clips = Clips(journal.path.parent / "clips")
            library = Library(journal, load_content_with_pack(arguments.pack), clips)
            story = library.story(find_story_number(" ".join(arguments.story), library))
            manner = load_story_manner(journal, story)
        target = choose_target(arguments, story)
        check_target(target, force=arguments.force, folder=writes_folder(arguments))
        book = read_aloud(arguments, story, clips, manner)
        write_export(target, book.body)
    length = f", {spoken_time(book.milliseconds / 1000)} long" if book.milliseconds else ""
    print(f"“{story.title}” (story {story.number}) is in {target}{length}.")
    start_rendering()
    return 0


class ExportCancelled(Exception):
    """The export was interrupted."""


def read_aloud(arguments: ExportArguments, story: ToldStory, clips: Clips, manner: "StoryManner") -> ExportedBook:
    """Render the story in another thread, and stop that thread if this one is interrupted.

    In this thread a Ctrl-C would be lost while libsndfile calls back into Python.
    """
    interrupted = threading.Event()
    with ProgressBar(f"Reading “{story.title}”", lines=True) as bar, ThreadPoolExecutor(1) as pool:

        def progress(done: int, total: int) -> None:
            if interrupted.is_set():
                raise ExportCancelled
            bar.progress(done, total)

        try:
            return pool.submit(
                export_story,
                story,
                arguments.to,
                clips,
                files=arguments.folder,
                voice=arguments.voice,
                rate=arguments.rate or manner.rate,
                with_sounds=manner.with_sounds,
                voice_changes=manner.voice_changes,
                progress=progress,
                report=bar.print_line,
            ).result()
        finally:
            interrupted.set()


def choose_target(arguments: ExportArguments, story: ToldStory) -> Path:
    """Return the path that was given, or one named after the story, here or in the given folder."""
    folder = writes_folder(arguments)
    name = export_name(story, None if folder else arguments.to)
    if arguments.output is None:
        return Path(name)
    output = expand_user(arguments.output)
    return output / name if output.is_dir() and not folder else output


def writes_folder(arguments: ExportArguments) -> bool:
    return arguments.folder or arguments.to in FOLDER_KINDS


def exit_on_sigterm(*_: object) -> None:
    """End the program through every `finally`, so that temporary files are removed."""
    raise SystemExit(SIGTERM_EXIT_CODE)
