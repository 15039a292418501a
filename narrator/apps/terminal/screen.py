"""Large, clear text on a terminal, for players with low vision.

The text scrolls, and players type below it. The table is drawn again when it has changed. Nothing depends on colour,
so it looks the same on dark and light backgrounds.
"""

from collections.abc import Callable, Iterable, Sequence

from rich.console import Console
from rich.padding import Padding
from rich.table import Table as Grid
from rich.text import Text

from narrator.apps.terminal.text_output import SecretEraser, print_private_lines
from narrator.core.text import one_line
from narrator.games.hosting.panels import PanelText
from narrator.language.lines.audience import TERMINAL, may_reach
from narrator.language.lines.outbox import SpokenLine
from narrator.speech.ports import TextOutput

MAX_COLUMNS = 76
"""Width including margins. Longer lines are hard to follow."""
MARGIN_COLUMNS = 3
TEXT_STYLE = "bold"
HEADING_STYLE = "bold reverse"
QUESTION_MARKER = "▶"
"""Marks the last line, which is the question to answer."""
PROMPT = " > "


class ScreenOutput:
    """Prints each line in bold with space around it, and above the last one what has changed on the table."""

    def __init__(
        self,
        console: Console,
        find_panels: Callable[[], Iterable[PanelText]],
        private: TextOutput | None = None,
        *,
        prompt: Callable[[], bool] = lambda: False,
    ) -> None:
        """Make an output. `find_panels` returns what the room may see, `prompt` whether to show an input prompt."""
        self._console = console
        self._find_panels = find_panels
        self._private = private
        self._eraser = SecretEraser(console.file)
        self._prompt = prompt
        self._has_prompt = False
        self._drawn: tuple[PanelText, ...] = ()

    def say(self, lines: Sequence[SpokenLine]) -> None:
        print_private_lines(lines, self._private)
        shown = [line for line in lines if may_reach(line.audience, TERMINAL)]
        if not shown:
            return  # private lines must not even scroll the screen
        if self._eraser.erase():
            self._drawn = ()
        self._eraser.note(shown)
        texts = [one_line(line.text) for line in shown]
        for text in texts[:-1]:
            self._show("", text)
        panels = tuple(self._find_panels())
        for panel in panels:
            if panel not in self._drawn:
                self._draw(panel)
        self._drawn = panels
        self._show(QUESTION_MARKER, texts[-1])
        self._console.print()
        self._has_prompt = self._prompt()
        if self._has_prompt:
            self._console.print(Text(PROMPT, TEXT_STYLE), end="")

    def close(self) -> None:
        """Erase a secret that is still shown, and move the cursor to a new line."""
        self._eraser.erase()
        if self._has_prompt:
            self._console.print()
            self._has_prompt = False

    def _draw(self, panel: PanelText) -> None:
        self._console.print()
        self._console.print(Text(f" {one_line(panel.title)} ", HEADING_STYLE))
        grid = Grid.grid(padding=(0, MARGIN_COLUMNS))
        for row in panel.rows:
            grid.add_row(*(Text(one_line(cell), TEXT_STYLE) for cell in row))
        self._console.print(Padding(grid, (0, 0, 0, MARGIN_COLUMNS), expand=False))

    def _show(self, marker: str, text: str) -> None:
        """Print a paragraph with an empty line above it."""
        self._console.print()
        grid = Grid.grid()
        grid.add_column(width=MARGIN_COLUMNS)
        grid.add_column()
        grid.add_row(Text(f" {marker}", TEXT_STYLE), Text(text, TEXT_STYLE))
        self._console.print(grid, width=min(self._console.width, MAX_COLUMNS))
