"""What the pages of the room and of the phones have in common: cards, panels and words from the game's host.

Games contain no code for pages: their host is asked as it is for the voice.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from narrator.apps.window.art import card_art
from narrator.apps.window.messages import ShownCard, ShownPanel, page_labels
from narrator.dialog.conversation import Conversation
from narrator.dialog.game_topic import GameTopic
from narrator.games.hosting.panels import UNKNOWN_CARD, CardWithPicture, Drawing, Panel, card_drawings
from narrator.games.hosting.questions import NUMBERED, Choice, GameQuestion, Slot
from narrator.language.content.packs import Content
from narrator.language.language import get_language
from narrator.language.lines.clip_marks import remove_clip_marks
from narrator.language.lines.line import Line
from narrator.language.lines.renderer import LineRenderer

NO_DRAWING = Drawing((), "")
QUESTION_MARK = ("❓",)


class PageParts:
    """Makes the parts of pages for one session. Used by the session's thread only, as the conversation is."""

    def __init__(self, conversation: Conversation) -> None:
        self._talk = conversation
        self.labels = page_labels(conversation.language)
        self._drawn: tuple[Content, Mapping[str, Drawing]] | None = None

    def question_to(self, asks: Iterable[GameQuestion], seat: str | None) -> GameQuestion | None:
        return next((ask for ask in asks if ask.seat == seat), None)

    def cards(self, slot: Slot, content: Content) -> tuple[ShownCard, ...]:
        has_own_number = slot.kind in NUMBERED
        return tuple(
            replace(card, number=str(choice.value)) if has_own_number else card
            for choice, card in zip(slot.choices, self.numbered(slot.choices, content), strict=True)
        )

    def numbered(self, choices: Iterable[Choice], content: Content) -> Iterable[ShownCard]:
        for number, choice in enumerate(choices, 1):
            drawing = self._drawing(choice, content)
            yield ShownCard(
                name=choice.spoken or self.labels["answer-number"].format(number=choice.value),
                number=str(number),
                emoji=drawing.emoji,
                art=card_art(choice.spoken, drawing),
                sentence=choice.description or drawing.sentence,
                closer=choice.details or "",
            )

    def _drawing(self, choice: Choice, content: Content) -> Drawing:
        if self._drawn is None or self._drawn[0] is not content:
            self._drawn = (content, card_drawings(content))
        drawings = self._drawn[1]
        names = (str(choice.value), choice.spoken, get_language().strip_definite_article(choice.spoken))
        return next((drawings[name] for name in names if name in drawings), NO_DRAWING)

    def panel(self, panel: Panel, game: str) -> ShownPanel:
        text = panel.to_text(LineRenderer(self._talk.language, game))
        cards = tuple(make_panel_card(row, self.labels["page-open"]) for row in text.rows)
        kind = panel.title.id if isinstance(panel.title, Line) else ""
        return ShownPanel(kind=kind, title=text.title, cards=cards)

    def words(self, at_table: GameTopic, lines: Iterable[Line]) -> tuple[str, ...]:
        """Render lines in their first wording. The voice varies its wording; a page that did would flicker."""
        renderer = LineRenderer(self._talk.language, at_table.table.name)
        return tuple(text for line in lines if (text := remove_clip_marks(renderer.render(line))))


def make_panel_card(row: Sequence[str], unknown_label: str) -> ShownCard:
    """Return a row of a panel as a card: the thing in its last cell, with the other cells as number and note."""
    *before, last = row
    if last == UNKNOWN_CARD:
        return ShownCard(name=", ".join(before), emoji=QUESTION_MARK, sentence=unknown_label)
    drawing = last.drawing if isinstance(last, CardWithPicture) else NO_DRAWING
    numbers = [cell for cell in before if cell.isdecimal()]
    name = last.name if isinstance(last, CardWithPicture) else last
    return ShownCard(
        name=name,
        number=numbers[0] if numbers else "",
        emoji=drawing.emoji,
        art=card_art(name, drawing),
        sentence=drawing.sentence,
        note=", ".join(cell for cell in before if cell not in numbers),
    )
