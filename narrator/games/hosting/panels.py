"""What lies open on the table, for those who can see it: a game's host draws panels from the room's view."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from narrator.language.content.articles import with_the
from narrator.language.content.packs import Content
from narrator.language.lines.line import Line, line
from narrator.language.lines.renderer import LineRenderer

UNKNOWN_CARD = "?"
"""What is still to be found out."""


@dataclass(frozen=True, slots=True)
class Panel:
    """A heading and rows. Pictures come last in a row, because terminals do not agree how wide they are.

    What is no name and no title of the box is a line, and put into words by whoever shows it.
    """

    title: Line | str
    rows: tuple[tuple[Line | str, ...], ...]

    def to_text(self, words: LineRenderer) -> "PanelText":
        def said(part: Line | str) -> str:
            return words.render(part) if isinstance(part, Line) else part

        return PanelText(said(self.title), tuple(tuple(map(said, row)) for row in self.rows))


@dataclass(frozen=True, slots=True)
class PanelText:
    title: str
    rows: tuple[tuple[str, ...], ...]


def non_empty_panels(*panels: Panel) -> tuple[Panel, ...]:
    """Those in which something is to be seen."""
    return tuple(panel for panel in panels if panel.rows)


def standing_panel(scores: Mapping[str, int]) -> Panel:
    """The best first; nothing while nobody has a point."""
    ranked = sorted(scores.items(), key=lambda item: -item[1])
    rows = tuple((str(points), name) for name, points in ranked)
    return Panel(line("panel-standing"), rows if any(scores.values()) else ())


def table_panel(out: Mapping[int, str | None], content: Content) -> Panel:
    rows = ((str(symbol), with_picture(name, content)) for symbol, name in out.items() if name is not None)
    return Panel(line("panel-table"), tuple(rows))


def quotes_panel(title: Line | str, words: Iterable[str | None]) -> Panel:
    """What players said, as far as it is known in writing."""
    return Panel(title, tuple((f"“{each}”",) for each in words if each))


class CardWithPicture(str):
    """A card as it is shown in a line, by its name with its picture; for a page, each by itself."""

    __slots__ = ("drawing", "name")

    name: str
    drawing: "Drawing"

    def __new__(cls, name: str, drawing: "Drawing") -> "CardWithPicture":
        shown = super().__new__(cls, f"{name}  {' '.join(drawing.emoji)}")
        shown.name, shown.drawing = name, drawing
        return shown


@dataclass(frozen=True, slots=True)
class Drawing:
    emoji: tuple[str, ...]
    sentence: str


def with_picture(name: str | None, content: Content) -> str:
    """A card by its name, with its picture where the box has one. A family's own card is only a name."""
    if name is None:
        return UNKNOWN_CARD
    drawing = card_drawings(content).get(name)
    if drawing is None:
        return name
    return CardWithPicture(with_the(name) if any(each.name == name for each in content.characters) else name, drawing)


def card_drawings(content: Content) -> Mapping[str, Drawing]:
    """How every card of the box looks, by its name or title."""
    cards = (card for kind in content.cards.values() for card in kind)
    return {
        **{card.name: Drawing((card.emoji,), card.phrase) for card in cards},
        **{dream.title: Drawing(dream.emoji, dream.picture) for dream in content.all_dreams},
        **{each.name: Drawing((each.emoji,), each.picture) for each in content.characters},
    }
