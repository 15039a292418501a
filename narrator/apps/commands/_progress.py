"""How far something is, for all commands that may take long."""

import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Self

from narrator.apps.terminal.output import safe_console
from narrator.core.text import one_line
from narrator.speech.models.model import SpeechModel

if TYPE_CHECKING:
    from rich.progress import Progress

SOON = 2.0  # seconds. What is done by then shows nothing.


class ProgressBar:
    """A bar on a terminal; elsewhere (a log, a pipe), if `lines` are wished for, a line for every quarter.

    It goes to the other output unless that is said otherwise, so that neither a document nor a braille line is
    disturbed.
    """

    def __init__(self, what: str = "", *, soon: float = SOON, lines: bool = False, stderr: bool = True) -> None:
        self._what, self._lines, self._stderr = what, lines, stderr
        self._shown_from = time.monotonic() + soon
        self._quarters = 0
        self._bar: Progress | None = None

    def progress(self, done: int, total: int | None) -> None:
        quarters = 4 * done // total if total else 0
        further, self._quarters = quarters > self._quarters, quarters
        if time.monotonic() < self._shown_from:
            return
        bar = self._bar = self._bar or self._begun()
        if bar.console.is_terminal:
            bar.update(bar.task_ids[0], completed=done, total=total)
        elif self._lines and further:
            print(f"{self._what}: {25 * quarters} %".removeprefix(": "), file=bar.console.file, flush=True)

    def tell(self, sentence: str) -> None:
        """A line of its own; what comes after it has a bar of its own."""
        self._end()
        self._quarters = 0
        print(sentence, file=sys.stderr if self._stderr else sys.stdout, flush=True)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._end()

    def _begun(self) -> "Progress":
        # here and not above: mostly there is nothing to wait for
        from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeRemainingColumn  # noqa: PLC0415

        what = TextColumn("{task.description}", markup=False)
        columns = (what, BarColumn(), TaskProgressColumn(), TimeRemainingColumn())
        bar = Progress(*columns, console=safe_console(stderr=self._stderr), transient=True)
        bar.add_task(one_line(self._what), total=None)
        if bar.console.is_terminal:
            bar.start()
        return bar

    def _end(self) -> None:
        if self._bar is not None and self._bar.console.is_terminal:  # elsewhere rich would end it with an empty line
            self._bar.stop()
        self._bar = None


def damaged_files(model: SpeechModel, folder: Path) -> tuple[str, ...]:
    """The names of the files in this folder that are not as their makers published them."""
    total, done = sum(file.size for file in model.files), 0
    with ProgressBar(f"Verifying {model.name}") as bar:

        def count(size: int) -> None:
            nonlocal done
            done += size
            bar.progress(done, total)

        return tuple(file.path for file in model.damaged(folder, count))


def spoken_time(seconds: float) -> str:
    return f"{round(seconds)} seconds" if seconds < 90 else f"{round(seconds / 60)} minutes"
