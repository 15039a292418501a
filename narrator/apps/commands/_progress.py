"""Progress bars for commands that may take long."""

import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Self

from narrator.apps.terminal.output import safe_console
from narrator.core.text import one_line
from narrator.speech.models.model import SpeechModel

if TYPE_CHECKING:
    from rich.progress import Progress

SHOW_AFTER_S = 2.0
"""Work that is done sooner shows no bar."""


class ProgressBar:
    """A bar on a terminal. Elsewhere (a log, a pipe), with `lines`, a line for every quarter.

    It goes to standard error by default, so that it disturbs neither a document nor a braille display.
    """

    def __init__(
        self, title: str = "", *, delay_s: float = SHOW_AFTER_S, lines: bool = False, stderr: bool = True
    ) -> None:
        self._title, self._lines, self._stderr = title, lines, stderr
        self._show_at = time.monotonic() + delay_s
        self._quarters = 0
        self._bar: Progress | None = None

    def progress(self, done: int, total: int | None) -> None:
        """Show how much is done."""
        quarters = 4 * done // total if total else 0
        has_advanced, self._quarters = quarters > self._quarters, quarters
        if time.monotonic() < self._show_at:
            return
        bar = self._bar = self._bar or self._create()
        if bar.console.is_terminal:
            bar.update(bar.task_ids[0], completed=done, total=total)
        elif self._lines and has_advanced:
            print(f"{self._title}: {25 * quarters} %".removeprefix(": "), file=bar.console.file, flush=True)

    def print_line(self, sentence: str) -> None:
        """Print a line. What follows gets a new bar."""
        self._remove()
        self._quarters = 0
        print(sentence, file=sys.stderr if self._stderr else sys.stdout, flush=True)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._remove()

    def _create(self) -> "Progress":
        # slow to import, and most commands show no bar
        from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeRemainingColumn  # noqa: PLC0415

        title = TextColumn("{task.description}", markup=False)
        columns = (title, BarColumn(), TaskProgressColumn(), TimeRemainingColumn())
        bar = Progress(*columns, console=safe_console(stderr=self._stderr), transient=True)
        bar.add_task(one_line(self._title), total=None)
        if bar.console.is_terminal:
            bar.start()
        return bar

    def _remove(self) -> None:
        if self._bar is not None and self._bar.console.is_terminal:  # elsewhere rich would print an empty line
            self._bar.stop()
        self._bar = None


def verify_with_progress(model: SpeechModel, folder: Path) -> tuple[str, ...]:
    """Return the names of the files in this folder that differ from the published ones."""
    total, done = sum(file.size for file in model.files), 0
    with ProgressBar(f"Verifying {model.name}") as bar:

        def count(size: int) -> None:
            nonlocal done
            done += size
            bar.progress(done, total)

        return tuple(file.path for file in model.damaged_files(folder, count))


def spoken_time(seconds: float) -> str:
    """Return a duration in words."""
    return f"{round(seconds)} seconds" if seconds < 90 else f"{round(seconds / 60)} minutes"
