"""Safe output to a terminal, and the signals that stop a command.

Titles, names, file names and the words in a pack come from outside. Printed as they are, they could ring the bell,
clear the screen, change the window title or reverse the direction of a line. Commands do not have to care: while one
runs, standard output and error are `SafeStream`s (see `safe_output`), and rich writes through `safe_console`, the only
place that may send escape sequences.
"""

import _thread
import io
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, suppress
from types import FrameType
from typing import TYPE_CHECKING, Any, TextIO, cast

from narrator.core.text import printable

if TYPE_CHECKING:
    from rich.console import Console

# --- the streams ---------------------------------------------------------------------------------


class SafeStream:
    """A text stream that removes control characters and otherwise behaves like the stream behind it."""

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
    """Remove control characters from everything printed in this block, by any code or thread."""
    out, err = sys.stdout, sys.stderr
    if isinstance(out, io.TextIOWrapper):
        out.reconfigure(errors="replace")  # rather than raise for a letter the terminal cannot show
    sys.stdout, sys.stderr = safe(out), safe(err)
    try:
        yield
    finally:
        sys.stdout, sys.stderr = out, err


def safe(stream: TextIO) -> TextIO:
    """Wrap a stream. Without a terminal there may be no stream at all."""
    return stream if stream is None or isinstance(stream, SafeStream) else cast(TextIO, SafeStream(stream))


# --- signals -------------------------------------------------------------------------------------


@contextmanager
def handle_signals(handler: Callable[[int, FrameType | None], None], *names: str) -> Iterator[None]:
    """Handle these signals in this block, as far as the system has them."""
    before: dict[int, Any] = {}
    with suppress(ValueError):  # only the main thread may set signal handlers
        for number in (getattr(signal, name) for name in names if hasattr(signal, name)):
            before[number] = signal.signal(number, handler)
    try:
        yield
    finally:
        for number, earlier in before.items():
            signal.signal(number, earlier)


class StoppedBySignal(KeyboardInterrupt):
    """The program was stopped by a signal other than Ctrl-C."""

    def __init__(self, number: int) -> None:
        super().__init__()
        self.number = number


def exit_code(interrupt: KeyboardInterrupt) -> int:
    """Return what a shell expects of a program that a signal has stopped: 128 plus the number of the signal."""
    return 128 + (interrupt.number if isinstance(interrupt, StoppedBySignal) else signal.SIGINT)


def stop_on_signals() -> AbstractContextManager[None]:
    """Handle a closed terminal window and a shutdown like Ctrl-C, so that the game is saved and the user informed.

    Both may send several signals: only the first one counts.
    """
    is_stopping = False

    def stop(number: int, frame: FrameType | None) -> None:
        nonlocal is_stopping
        if not is_stopping:
            is_stopping = True
            raise StoppedBySignal(number)

    return handle_signals(stop, "SIGTERM", "SIGHUP", "SIGQUIT")


RAISE_AGAIN_AFTER_S = 0.01
"""Long enough for the callback that dropped the interrupt to return."""


@contextmanager
def keep_interrupts() -> Iterator[None]:
    """Raise an interrupt again if Python has dropped it.

    Python prints and drops every exception from a weak reference's callback or a destructor, `KeyboardInterrupt`
    included. Each import runs such a callback, so a Ctrl-C at the wrong moment would only print a traceback.
    """
    earlier_hook = sys.unraisablehook

    def hook(unraisable: "sys.UnraisableHookArgs") -> None:
        interrupt = unraisable.exc_value
        if not isinstance(interrupt, KeyboardInterrupt):
            earlier_hook(unraisable)
            return
        earlier_handler = signal.getsignal(signal.SIGINT)

        def raise_again(number: int, frame: FrameType | None) -> None:
            signal.signal(signal.SIGINT, earlier_handler)
            raise interrupt

        signal.signal(signal.SIGINT, raise_again)
        main_thread = threading.get_ident()  # Python raises interrupts only there
        threading.Timer(RAISE_AGAIN_AFTER_S, send_interrupt, (main_thread,)).start()

    sys.unraisablehook = hook
    try:
        yield
    finally:
        sys.unraisablehook = earlier_hook


def send_interrupt(main_thread: int) -> None:
    """Send SIGINT to the main thread, so that it also wakes up if it waits."""
    if hasattr(signal, "pthread_kill"):
        signal.pthread_kill(main_thread, signal.SIGINT)
    else:
        _thread.interrupt_main()


# --- rich ----------------------------------------------------------------------------------------


def safe_console(*, stderr: bool = False) -> "Console":
    """Return a rich console that sends its own escape sequences but none from the text it prints."""
    from rich.console import Console, RenderHook  # noqa: PLC0415 - slow, and most commands do not need it
    from rich.segment import Segment  # noqa: PLC0415

    class Printable:
        def __init__(self, inner: Any) -> None:
            self.inner = inner

        def __rich_console__(self, console: Any, options: Any) -> Iterator[Segment]:
            for part in console.render(self.inner, options):
                yield part if part.control else Segment(printable(part.text), part.style)

    class RemoveControlCharacters(RenderHook):
        def process_renderables(self, renderables: list[Any]) -> list[Any]:
            return [Printable(item) for item in renderables]

    stream = sys.stderr if stderr else sys.stdout
    console = Console(file=stream.behind if isinstance(stream, SafeStream) else stream, stderr=stderr)
    console.push_render_hook(RemoveControlCharacters())
    return console
