"""`narrator export`: write a story as a book with sound, completely or not at all."""

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
from narrator.apps.export.kinds import FOLDER_KINDS
from narrator.apps.terminal.output import handle_signals
from narrator.core.errors import UsageError
from narrator.core.installation import require_extra
from narrator.language.lines.preferences import Preferences
from narrator.language.lines.story import ToldStory
from narrator.speech.tts.render import DEFAULT_WORDS_PER_MINUTE
from narrator.storage.clips import Clips
from narrator.storage.journal import Journal
from narrator.storage.library.library import Library

ENCODED_BY_AV = ("m4b", "taf")
SIGTERM_EXIT_CODE = 128 + signal.SIGTERM


def run(arguments: ExportArguments) -> int:
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
            saved = journal.find_note("player", story.players[0]) if story.players else None
        target = choose_target(arguments, story)
        check_target(target, force=arguments.force, folder=writes_folder(arguments))
        book = read_aloud(arguments, story, clips, with_sounds=not saved or Preferences.from_json(saved).cues > 0)
        write_export(target, book.body)
    length = f", {spoken_time(book.milliseconds / 1000)} long" if book.milliseconds else ""
    print(f"“{story.title}” (story {story.number}) is in {target}{length}.")
    return 0


class ExportCancelled(Exception):
    """The export was interrupted."""


def read_aloud(arguments: ExportArguments, story: ToldStory, clips: Clips, *, with_sounds: bool) -> ExportedBook:
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
                rate=arguments.rate or DEFAULT_WORDS_PER_MINUTE,
                with_sounds=with_sounds,
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
    output = arguments.output.expanduser()
    return output / name if output.is_dir() and not folder else output


def writes_folder(arguments: ExportArguments) -> bool:
    return arguments.folder or arguments.to in FOLDER_KINDS


def exit_on_sigterm(*_: object) -> None:
    """End the program through every `finally`, so that temporary files are removed."""
    raise SystemExit(SIGTERM_EXIT_CODE)
