"""What the big screen and the terminal show of the table. A game's host builds panels from the room's view."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from narrator.language.content.packs import Content
from narrator.language.language import get_language
from narrator.language.lines.line import Line, line
from narrator.language.lines.renderer import LineRenderer

if TYPE_CHECKING:
    from narrator.language.content.models import WrittenScene

UNKNOWN_CARD = "?"
"""Shown for a card that has not been chosen or revealed yet."""


@dataclass(frozen=True, slots=True)
class Panel:
    """A heading and rows of cells.

    Pictures come last in a row, because terminals disagree about the width of emoji. Text is a `Line`, rendered when
    the panel is shown; names and titles from the content are plain strings.
    """

    title: Line | str
    rows: tuple[tuple[Line | str, ...], ...]

    def to_text(self, lines: LineRenderer) -> "PanelText":
        """Render the lines of this panel."""

        def render(part: Line | str) -> str:
            return lines.render(part) if isinstance(part, Line) else part

        return PanelText(render(self.title), tuple(tuple(map(render, row)) for row in self.rows))


@dataclass(frozen=True, slots=True)
class PanelText:
    """A panel with its lines rendered."""

    title: str
    rows: tuple[tuple[str, ...], ...]


def non_empty_panels(*panels: Panel) -> tuple[Panel, ...]:
    """Return the panels that have rows."""
    return tuple(panel for panel in panels if panel.rows)


def standing_panel(scores: Mapping[str, int]) -> Panel:
    """Return the scores, best first; no rows before the first point."""
    ranked = sorted(scores.items(), key=lambda item: -item[1])
    rows = tuple((str(points), name) for name, points in ranked)
    return Panel(line("panel-standing"), rows if any(scores.values()) else ())


def table_panel(face_up: Mapping[int, str | None], content: Content) -> Panel:
    """Return the cards on the table by symbol. The family's own cards are left out."""
    rows = ((str(symbol), with_picture(name, content)) for symbol, name in face_up.items() if name is not None)
    return Panel(line("panel-table"), tuple(rows))


def quotes_panel(title: Line | str, words: Iterable[str | None]) -> Panel:
    """Return a panel with what players said, as far as there is a transcript."""
    return Panel(title, tuple((f"“{each}”",) for each in words if each))


class CardWithPicture(str):
    """A card's name followed by its emoji. A web page can also use the name and the drawing separately."""

    __slots__ = ("drawing", "name")

    name: str
    drawing: "Drawing"

    def __new__(cls, name: str, drawing: "Drawing") -> "CardWithPicture":
        text = super().__new__(cls, f"{name}  {' '.join(drawing.emoji)}")
        text.name, text.drawing = name, drawing
        return text


@dataclass(frozen=True, slots=True)
class Drawing:
    """How a card looks: its emoji, a sentence, and the scene if its author composed one."""

    emoji: tuple[str, ...]
    sentence: str
    scene: "WrittenScene | None" = None
    photo: str | None = None
    """The name of a photo that is shown instead, if it can be found."""


def with_picture(name: str | None, content: Content) -> str:
    """Return the card's name with its drawing, if the content has one. A family's own card is only a name."""
    if name is None:
        return UNKNOWN_CARD
    drawing = card_drawings(content).get(name)
    if drawing is None:
        return name
    return CardWithPicture(
        get_language().definite(name) if any(each.name == name for each in content.characters) else name, drawing
    )


def card_drawings(content: Content) -> Mapping[str, Drawing]:
    """Return the drawing of every card in the content by name or title."""
    cards = (card for kind in content.cards.values() for card in kind)
    return {
        **{card.name: Drawing((card.emoji,), card.phrase) for card in cards},
        **{dream.title: Drawing(dream.emoji, dream.picture, dream.scene, dream.photo) for dream in content.all_dreams},
        **{each.name: Drawing((each.emoji,), each.picture, photo=each.photo) for each in content.characters},
    }
