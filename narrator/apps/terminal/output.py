"""What reaches a terminal: letters, and nothing that commands it.

Titles, names, file names and the words in a pack are other people's. Printed as they are, they could ring the bell,
clear the screen, change the window's title or turn a line around, so that it reads as another. No command has to
think of this: while one runs, standard output and error are `SafeStream`s (see `safe_output`), and rich writes
through `safe_console`, which alone may send escape sequences, its own.
"""

import io
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, suppress
from types import FrameType
from typing import TYPE_CHECKING, Any, TextIO, cast

from narrator.core.text import printable

if TYPE_CHECKING:
    from rich.console import Console

# --- the streams ---------------------------------------------------------------------------------


class SafeStream:
    """A stream that writes only what is printable. In everything else it is the one behind it."""

    def __init__(self, behind: TextIO) -> None:
        self.behind = behind

    def write(self, text: str) -> int:
        self.behind.write(printable(text))
        return len(text)

    def writelines(self, lines: Any) -> None:
        for line in lines:
            self.write(line)

    def __getattr__(self, name: str) -> Any:
        return getattr(self.behind, name)


@contextmanager
def safe_output() -> Iterator[None]:
    """Whatever is printed meanwhile is printable, by whomever: argparse, a command, a thread."""
    out, err = sys.stdout, sys.stderr
    if isinstance(out, io.TextIOWrapper):
        out.reconfigure(errors="replace")  # a screen that lacks a letter shows another
    sys.stdout, sys.stderr = safe(out), safe(err)
    try:
        yield
    finally:
        sys.stdout, sys.stderr = out, err


def safe(stream: TextIO) -> TextIO:
    """A program without a terminal may have no streams at all."""
    return stream if stream is None or isinstance(stream, SafeStream) else cast(TextIO, SafeStream(stream))


# --- signals -------------------------------------------------------------------------------------


@contextmanager
def answering_signals(answer: Callable[[int, FrameType | None], None], *names: str) -> Iterator[None]:
    """Meanwhile these signals are answered so, where the system knows them."""
    before: dict[int, Any] = {}
    with suppress(ValueError):  # we are not the main thread, and nobody else may say what a signal does
        for number in (getattr(signal, name) for name in names if hasattr(signal, name)):
            before[number] = signal.signal(number, answer)
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def sent_away_politely() -> AbstractContextManager[None]:
    """A window that is closed and a computer that is shut down end the evening like Ctrl-C: it is said what is kept.
    Both may send several signals; whoever is leaving is not disturbed by another one."""
    leaving = False

    def go(number: int, frame: FrameType | None) -> None:
        nonlocal leaving
        if not leaving:
            leaving = True
            raise KeyboardInterrupt

    return answering_signals(go, "SIGTERM", "SIGHUP", "SIGQUIT")


# --- rich ----------------------------------------------------------------------------------------


def safe_console(*, stderr: bool = False) -> "Console":
    """A console of rich's that paints with escape sequences of its own and passes none on."""
    from rich.console import Console, RenderHook  # noqa: PLC0415 - most commands paint nothing
    from rich.segment import Segment  # noqa: PLC0415

    class Printable:
        def __init__(self, inner: Any) -> None:
            self.inner = inner

        def __rich_console__(self, console: Any, options: Any) -> Iterator[Segment]:
            for part in console.render(self.inner, options):
                yield part if part.control else Segment(printable(part.text), part.style)

    class Cleaning(RenderHook):
        def process_renderables(self, renderables: list[Any]) -> list[Any]:
            return [Printable(each) for each in renderables]

    stream = sys.stderr if stderr else sys.stdout
    console = Console(file=stream.behind if isinstance(stream, SafeStream) else stream, stderr=stderr)
    console.push_render_hook(Cleaning())
    return console
