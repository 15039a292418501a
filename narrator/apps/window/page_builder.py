"""Build the pages from the room's view of the game, and for a phone also from the view of its seat.

Pages use nothing else, so they cannot show what a view hides. The game's host is asked as it is for the voice, so
games contain no code for pages.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import islice
from typing import Any

from narrator.apps.window.messages import (
    Invite,
    Page,
    ShownCard,
    ShownPanel,
    ShownPlayer,
    ShownSlot,
    display_fields,
    page_labels,
)
from narrator.dialog.conversation import Conversation
from narrator.dialog.game_topic import GameTopic
from narrator.dialog.prompts import fitting_phrases
from narrator.games import games
from narrator.games.hosting.host import LookUp, host_of
from narrator.games.hosting.panels import UNKNOWN_CARD, CardWithPicture, Drawing, Panel, card_drawings
from narrator.games.hosting.questions import NUMBERED, Answer, Choice, GameQuestion, Slot
from narrator.language.content.packs import Content
from narrator.language.language import get_language
from narrator.language.lines.clip_marks import remove_clip_marks
from narrator.language.lines.line import Line
from narrator.language.lines.outbox import SpokenLine
from narrator.language.lines.renderer import LineRenderer
from narrator.language.understanding.grammar import Grammar
from narrator.language.understanding.grammar import SlotNames as Names

NO_DRAWING = Drawing((), "")
QUESTION_MARK = ("❓",)
MAX_OFFERED_GAMES = 12
BUTTONS_BEFORE_A_GAME = ("TellStory", "DontKnow", "NextOne", "StopRemembering")
BUTTONS_AFTER_A_GAME = ("Recollect", "TellIt", "Bedtime", "SamePlayers")
"""Intents that get a button outside a game, if they can be said."""


class PageBuilder:
    """Builds the pages of one session. Used by the session's thread only, as the conversation is."""

    def __init__(self, conversation: Conversation) -> None:
        self._talk = conversation
        self._labels = page_labels(conversation.language)
        self._drawn: tuple[Content, Mapping[str, Drawing]] | None = None
        self._content: Content | None = None  # of the last game
        self._seat_fields: dict[str, tuple[object, dict[str, Any]]] = {}
        """A cache per seat: the state of the game, and the fields of its page that depend on it."""
        self.can_tell_story = False  # whether a player may ask for a story now

    # --- the room --------------------------------------------------------------------------------

    def build_room_page(self, said: Sequence[SpokenLine], invites: tuple[Invite, ...] = ()) -> Page:
        """Return the page for everybody. `said` is the narrator's last answer."""
        talk, lines = self._talk, tuple(line.text for line in said if line.to is None)
        page = Page(
            title=self._labels["narrator"],
            question=lines[-1] if lines else "",
            lines=lines,
            invites=invites,
            over=talk.done,
            **display_fields(talk.preferences),
        )
        at_table, self.can_tell_story = talk.game_topic, False
        if at_table is not None:
            self._content = at_table.setting.content
            return replace(page, **self._table(at_table))
        self.can_tell_story = "TellStory" in talk.expectation.active
        page = replace(page, choices=tuple(ShownCard(name=text) for text in self._answers_outside_a_game()))
        if talk.room is None or self._content is None:
            return page
        game, view = talk.room  # the game is over, and its table is still shown
        panels = tuple(self._panel(panel, game) for panel in host_of(game).panels(view, self._content))
        return replace(page, title=games()[game].TITLE, panels=panels)

    def _answers_outside_a_game(self) -> list[str]:
        """Return the answers before a game, after one, and while players recollect a story."""
        talk, expected = self._talk, self._talk.expectation
        answers = self._yes_or_no if "Yes" in expected.active and "No" in expected.active else []
        if "ChooseGame" in expected.active and talk.room is None:
            answers += [game.TITLE for game in islice(games().values(), MAX_OFFERED_GAMES)]
        buttons = (*BUTTONS_BEFORE_A_GAME, *(BUTTONS_AFTER_A_GAME if talk.room else ()))
        intents = [intent for intent in buttons if intent in expected.active]
        return [*answers, *self._first_phrases(expected.grammar, intents, expected.lists)]

    @property
    def _yes_or_no(self) -> list[str]:
        return [self._labels["answer-yes"], self._labels["answer-no"]]

    def _table(self, at_table: GameTopic) -> dict[str, Any]:
        """Return what is on the table, whose turn it is, and what can be said."""
        setting, at = at_table.setting, at_table
        host, content, room = setting.host, setting.content, at.room
        waiting, turn, choosing = setting.game.waiting(room), at_table.asked, at.on_phones
        if len(choosing) > 1 and turn in choosing:
            turn = None  # several players choose at once
        phones = setting.phones()
        return {
            "title": setting.game.TITLE,
            "choices": tuple(self._public_choices(at_table)),
            "can_say": self._words(at_table, fitting_phrases(at)),
            "story": self._words(at_table, host.look_up(LookUp.PAGE, room, content)),
            "panels": tuple(self._panel(panel, at_table.table.name) for panel in host.panels(room, content)),
            "players": tuple(
                ShownPlayer(name=name, awaited=name in waiting, turn=name == turn, phone=name in phones)
                for name in room.everyone
            ),
        }

    def _public_choices(self, at_table: GameTopic) -> Iterable[ShownCard]:
        """Return the answers that may be said aloud, as far as the room's view knows them."""
        setting, at = at_table.setting, at_table
        if at.now.side_question:
            names = self._yes_or_no if at.now.side_question.yes else []
            names += [self._labels["answer-go-on"], self._labels["answer-skip"]] if at.now.side_question.steps else []
            return [ShownCard(name=name) for name in names]
        if at.all_choose_by_hand:
            return [ShownCard(name=self._labels["answer-ready"])]
        slot = at.open_slot
        if at.question is None or slot is None or (slot.is_secret and at.answers_in_private) or at.waits_for_phones:
            return self._phrases(at_table, at.question) if at.question and slot is None else []
        seen = self._ask(setting.host.questions(at.room, setting.content), at.question.seat)
        known = [each for answer in (seen.answers if seen else ()) for each in answer.slots if each.name == slot.name]
        cards = self._cards(known[0], setting.content) if known and not known[0].from_hand else ()
        return [*cards, *(self._phrases(at_table, at.question) if not at.now.filled else ())]

    def _phrases(self, at_table: GameTopic, ask: GameQuestion) -> list[ShownCard]:
        """Return the answers without slots, and examples of those with free text."""
        grammar, lists = at_table.grammar, at_table.lists
        intents = [answer.intent for answer in ask.answers if not answer.slots]
        phrases = self._first_phrases(grammar, intents, lists)
        phrases += [answer.slots[0].example for answer in ask.answers if answer.slots and answer.slots[0].example]
        return [ShownCard(name=text[:1].upper() + text[1:]) for text in dict.fromkeys(phrases)]

    def _first_phrases(self, grammar: Grammar, intents: Iterable[str], lists: Names) -> list[str]:
        """Return the first way to say each intent."""
        phrases = (phrase for intent in intents for phrase in islice(grammar.phrases({intent}, lists), 1))
        return [text[:1].upper() + text[1:] for text in phrases]

    # --- a phone ---------------------------------------------------------------------------------

    def build_phone_page(self, seat: str, room: Page, note: str = "") -> Page:
        """Return the room's page with what this seat may know from its own view of the game."""
        at_table = self._talk.game_topic
        own: dict[str, Any] = {
            "seat": seat,
            "invites": (),
            "note": note,
            "choices": (),
            **display_fields(self._talk.phone_preferences(seat)),
        }
        if at_table is not None and not at_table.over:
            cached = self._seat_fields.get(seat)
            if cached is None or cached[0] is not at_table.table.state:
                cached = self._seat_fields[seat] = (at_table.table.state, self._own(at_table, seat))
            own |= cached[1]
        return replace(room, **own)

    def _own(self, at_table: GameTopic, seat: str) -> dict[str, Any]:
        setting, table = at_table.setting, at_table.table
        view = table.view(seat)
        ask = self._ask(setting.host.questions(view, setting.content), seat)
        hand = setting.host.hand_choices(view, seat, setting.content)
        own: dict[str, Any] = {"undo": table.can_undo_for(seat), "hand": tuple(self._numbered(hand, setting.content))}
        if ask is not None:
            question = standalone_question(ask.prompt)
            own["asks"] = " ".join(self._words(at_table, [question]))
            own["slots"] = tuple(
                ShownSlot(
                    name=slot.name,
                    question=" ".join(self._words(at_table, [question if slot.prompt == ask.prompt else slot.prompt])),
                    cards=self._cards(slot, setting.content),
                    skippable=slot.is_skippable,
                )
                for slot in answer_for_phone(ask).slots
                if slot.choices or slot.is_free_text
            )
        return own

    # --- cards -----------------------------------------------------------------------------------

    def _ask(self, asks: Iterable[GameQuestion], seat: str | None) -> GameQuestion | None:
        return next((ask for ask in asks if ask.seat == seat), None)

    def _cards(self, slot: Slot, content: Content) -> tuple[ShownCard, ...]:
        has_own_number = slot.kind in NUMBERED
        return tuple(
            replace(card, number=str(choice.value)) if has_own_number else card
            for choice, card in zip(slot.choices, self._numbered(slot.choices, content), strict=True)
        )

    def _numbered(self, choices: Iterable[Choice], content: Content) -> Iterable[ShownCard]:
        for number, choice in enumerate(choices, 1):
            drawing = self._drawing(choice, content)
            yield ShownCard(
                name=choice.spoken or self._labels["answer-number"].format(number=choice.value),
                number=str(number),
                emoji=drawing.emoji,
                sentence=choice.description or drawing.sentence,
                closer=choice.details or "",
            )

    def _drawing(self, choice: Choice, content: Content) -> Drawing:
        if self._drawn is None or self._drawn[0] is not content:
            self._drawn = (content, card_drawings(content))
        drawings = self._drawn[1]
        names = (str(choice.value), choice.spoken, get_language().strip_definite_article(choice.spoken))
        return next((drawings[name] for name in names if name in drawings), NO_DRAWING)

    def _panel(self, panel: Panel, game: str) -> ShownPanel:
        text = panel.to_text(LineRenderer(self._talk.language, game))
        cards = tuple(make_panel_card(row, self._labels["page-open"]) for row in text.rows)
        return ShownPanel(title=text.title, cards=cards)

    def _words(self, at_table: GameTopic, lines: Iterable[Line]) -> tuple[str, ...]:
        """Render lines in their first wording. The voice varies its wording; a page that did would flicker."""
        renderer = LineRenderer(self._talk.language, at_table.table.name)
        return tuple(text for line in lines if (text := remove_clip_marks(renderer.render(line))))


def standalone_question(question: Line) -> Line:
    """Return the wording for all players, if there is one: "And Julie?" depends on what was said before."""
    return replace(question, variant="all")


def make_panel_card(row: Sequence[str], unknown_label: str) -> ShownCard:
    """Return a row of a panel as a card: the thing in its last cell, with the other cells as number and note."""
    *before, last = row
    if last == UNKNOWN_CARD:
        return ShownCard(name=", ".join(before), emoji=QUESTION_MARK, sentence=unknown_label)
    drawing = last.drawing if isinstance(last, CardWithPicture) else NO_DRAWING
    numbers = [cell for cell in before if cell.isdecimal()]
    return ShownCard(
        name=last.name if isinstance(last, CardWithPicture) else last,
        number=numbers[0] if numbers else "",
        emoji=drawing.emoji,
        sentence=drawing.sentence,
        note=", ".join(cell for cell in before if cell not in numbers),
    )


def answer_for_phone(ask: GameQuestion) -> Answer:
    """Return the answer whose slots can all be filled on a phone, by choosing or typing."""
    complete = (answer for answer in ask.answers if all(slot.choices or slot.is_free_text for slot in answer.slots))
    return next((answer for answer in complete if answer.slots), ask.main_answer)
