"""The voice on a screen: large and clear, for those who see a little and for those who look over a shoulder.

The transcript simply scrolls, and typing goes on below it, line by line. What lies on the table is drawn again when it
has changed. Nothing is told by colour, so it is the same on dark and light backgrounds, and without any colour.
"""

from collections.abc import Callable, Iterable, Sequence

from rich.console import Console
from rich.padding import Padding
from rich.table import Table as Grid
from rich.text import Text

from narrator.apps.terminal.printed import PrintedVoice
from narrator.core.text import one_line
from narrator.games.hosting.panels import PanelText
from narrator.language.lines.outbox import SpokenLine
from narrator.speech.ports import TextOutput

WIDEST = 76  # columns, margins included. Longer lines are hard to follow.
MARGIN = 3
LARGE = "bold"
HEADING = "bold reverse"
LAST = "▶"  # beside the last line, which is what is to be answered
PROMPT = " > "


class ScreenVoice:
    """Every line in bold with space around it, and above the last one whatever is new on the table."""

    def __init__(
        self,
        console: Console,
        look: Callable[[], Iterable[PanelText]],
        private: TextOutput | None = None,
        *,
        prompt: Callable[[], bool] = lambda: False,
    ) -> None:
        """`look` tells what the room may see now, `prompt` whether somebody may type below."""
        self._console = console
        self._look = look
        self._whispering = PrintedVoice(console.file, private)
        self._prompt = prompt
        self._prompted = False
        self._drawn: tuple[PanelText, ...] = ()

    def say(self, lines: Sequence[SpokenLine]) -> None:
        self._whispering.say([said for said in lines if said.to is not None])
        aloud = [one_line(said.text) for said in lines if said.to is None]
        if not aloud:
            return  # what goes on in the booth must not even move the screen
        for text in aloud[:-1]:
            self._show("", text)
        now = tuple(self._look())
        for page in now:
            if page not in self._drawn:
                self._draw(page)
        self._drawn = now
        self._show(LAST, aloud[-1])
        self._console.print()
        self._prompted = self._prompt()
        if self._prompted:
            self._console.print(Text(PROMPT, LARGE), end="")

    def close(self) -> None:
        """Leave the cursor on a line of its own."""
        if self._prompted:
            self._console.print()
            self._prompted = False

    def _draw(self, page: PanelText) -> None:
        self._console.print()
        self._console.print(Text(f" {one_line(page.title)} ", HEADING))
        grid = Grid.grid(padding=(0, MARGIN))
        for row in page.rows:
            grid.add_row(*(Text(one_line(cell), LARGE) for cell in row))
        self._console.print(Padding(grid, (0, 0, 0, MARGIN), expand=False))

    def _show(self, mark: str, text: str) -> None:
        """A line of its own, with a free one above it."""
        self._console.print()
        grid = Grid.grid()
        grid.add_column(width=MARGIN)
        grid.add_column()
        grid.add_row(Text(f" {mark}", LARGE), Text(text, LARGE))
        self._console.print(grid, width=min(self._console.width, WIDEST))
