"""What is on a page: put together from the room's view, and for a phone from its seat's view, and from nothing else.

A game's host is asked in the same way as for the voice, so that a game knows nothing of pages, and a new one has them.
Whatever a view hides cannot be on a page: it is not in what this is made of.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import islice
from typing import Any

from narrator.apps.window.messages import (
    Invite,
    Page,
    PlaceToFill,
    ShownCard,
    ShownPanel,
    ShownPlayer,
    display_fields,
    page_labels,
)
from narrator.dialog.conversation import Conversation
from narrator.dialog.dialogue import Dialogue
from narrator.dialog.prompting import would_do
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
from narrator.language.understanding.grammar import Lists as Names

NO_DRAWING = Drawing((), "")
QUESTION_MARK = ("❓",)
MAX_OFFERED_GAMES = 12
BUTTONS_BEFORE_A_GAME = ("TellStory", "DontKnow", "NextOne", "StopRemembering")
BUTTONS_AFTER_A_GAME = ("Recollect", "TellIt", "Bedtime", "SamePlayers")
"""What can be clicked away from the table, where it can be said."""


class PageBuilder:
    """Makes the pages of one evening. Belongs to the session's thread, as the conversation does."""

    def __init__(self, conversation: Conversation) -> None:
        self._talk = conversation
        self._labels = page_labels(conversation.language)
        self._drawn: tuple[Content, Mapping[str, Drawing]] | None = None
        self._content: Content | None = None  # the texts of the last game
        self._known: dict[str, tuple[object, dict[str, Any]]] = {}
        """What each seat may know, and the state of the table that it is about."""
        self.can_tell_story = False  # whether a story can be asked for at the table

    # --- the room --------------------------------------------------------------------------------

    def build_room_page(self, said: Sequence[SpokenLine], invites: tuple[Invite, ...] = ()) -> Page:
        """What everybody may see. `said` is the last answer."""
        talk, lines = self._talk, tuple(line.text for line in said if line.to is None)
        title, question = self._labels["narrator"], lines[-1] if lines else ""
        page = Page(
            title=title, question=question, lines=lines, invites=invites, over=talk.done, **display_fields(talk.manner)
        )
        at_table, self.can_tell_story = talk.dialogue, False
        if at_table is not None:
            self._content = at_table.moment.setting.content
            return replace(page, **self._table(at_table))
        self.can_tell_story = "TellStory" in talk.expectation.active
        answers = tuple(ShownCard(name=text) for text in self._answers_away_from_the_table())
        page = replace(page, choices=answers)
        if talk.room is None or self._content is None:
            return page
        game, view = talk.room  # the game is over, and what lay on the table still does
        left = tuple(self._panel(panel, game) for panel in host_of(game).panels(view, self._content))
        return replace(page, title=games()[game].TITLE, panels=left)

    def _answers_away_from_the_table(self) -> list[str]:
        """Before a game, after one, and while a story is remembered."""
        talk, expected = self._talk, self._talk.expectation
        answers = self._yes_or_no if "Yes" in expected.active and "No" in expected.active else []
        if "ChooseGame" in expected.active and talk.room is None:
            answers += [game.TITLE for game in islice(games().values(), MAX_OFFERED_GAMES)]
        said = [
            intent
            for intent in (*BUTTONS_BEFORE_A_GAME, *(BUTTONS_AFTER_A_GAME if talk.room else ()))
            if intent in expected.active
        ]
        return [*answers, *self._in_words(expected.grammar, said, expected.lists)]

    @property
    def _yes_or_no(self) -> list[str]:
        return [self._labels["answer-yes"], self._labels["answer-no"]]

    def _table(self, at_table: Dialogue) -> dict[str, Any]:
        """What lies on the table, who is awaited, and what can be said."""
        setting, at = at_table.moment.setting, at_table.moment
        host, content, room = setting.host, setting.content, at.room
        waiting, turn, choosing = setting.game.waiting(room), at_table.asked, at.on_phones
        if len(choosing) > 1 and turn in choosing:
            turn = None  # it is everybody's
        phones = setting.phones()
        return {
            "title": setting.game.TITLE,
            "choices": tuple(self._public_choices(at_table)),
            "can_say": self._words(at_table, would_do(at)),
            "story": self._words(at_table, host.look_up(LookUp.PAGE, room, content)),
            "panels": tuple(self._panel(panel, at_table.table.name) for panel in host.panels(room, content)),
            "players": tuple(
                ShownPlayer(name=name, awaited=name in waiting, turn=name == turn, phone=name in phones)
                for name in room.everyone
            ),
        }

    def _public_choices(self, at_table: Dialogue) -> Iterable[ShownCard]:
        """What whoever is asked may say aloud: as far as the room's view knows it."""
        setting, at = at_table.moment.setting, at_table.moment
        if at.now.waiting:
            names = self._yes_or_no if at.now.waiting.yes else []
            names += [self._labels["answer-go-on"], self._labels["answer-skip"]] if at.now.waiting.steps else []
            return [ShownCard(name=name) for name in names]
        if at.to_lock:
            return [ShownCard(name=self._labels["answer-ready"])]
        place = at.open_place
        if at.ask is None or place is None or (place.is_secret and at.apart) or at.held_back:
            return self._phrases(at_table, at.ask) if at.ask and place is None else []
        seen = self._ask(setting.host.questions(at.room, setting.content), at.ask.seat)
        known = [each for answer in (seen.answers if seen else ()) for each in answer.slots if each.name == place.name]
        cards = self._cards(known[0], setting.content) if known and not known[0].from_hand else ()
        return [*cards, *(self._phrases(at_table, at.ask) if not at.now.filled else ())]

    def _phrases(self, at_table: Dialogue, ask: GameQuestion) -> list[ShownCard]:
        """The answers that have nothing to fill in, in words; and what leads to free words."""
        grammar, lists = at_table.grammar, at_table.moment.lists
        plain = [answer.intent for answer in ask.answers if not answer.slots]
        said = self._in_words(grammar, plain, lists)
        said += [answer.slots[0].example for answer in ask.answers if answer.slots and answer.slots[0].example]
        return [ShownCard(name=text[:1].upper() + text[1:]) for text in dict.fromkeys(said)]

    def _in_words(self, grammar: Grammar, intents: Iterable[str], lists: Names) -> list[str]:
        """The first way to say each."""
        said = (phrase for intent in intents for phrase in islice(grammar.phrases({intent}, lists), 1))
        return [text[:1].upper() + text[1:] for text in said]

    # --- a phone ---------------------------------------------------------------------------------

    def build_phone_page(self, seat: str, room: Page, note: str = "") -> Page:
        """The room's page, and what this seat alone may know: its view of the game, and nothing else."""
        at_table = self._talk.dialogue
        own: dict[str, Any] = {
            "seat": seat,
            "invites": (),
            "note": note,
            "choices": (),
            **display_fields(self._talk.on_phone(seat)),
        }
        if at_table is not None and not at_table.moment.over:
            known = self._known.get(seat)
            if known is None or known[0] is not at_table.table.state:  # most of what is said changes no hand
                known = self._known[seat] = (at_table.table.state, self._own(at_table, seat))
            own |= known[1]
        return replace(room, **own)

    def _own(self, at_table: Dialogue, seat: str) -> dict[str, Any]:
        setting, table = at_table.moment.setting, at_table.table
        view = table.view(seat)
        ask = self._ask(setting.host.questions(view, setting.content), seat)
        hand = setting.host.hand_choices(view, seat, setting.content)
        own: dict[str, Any] = {"undo": table.can_undo_for(seat), "hand": tuple(self._numbered(hand, setting.content))}
        if ask is not None:
            question = standalone_question(ask.prompt)
            own["asks"] = " ".join(self._words(at_table, [question]))
            own["places"] = tuple(
                PlaceToFill(
                    name=place.name,
                    question=" ".join(
                        self._words(at_table, [question if place.prompt == ask.prompt else place.prompt])
                    ),
                    cards=self._cards(place, setting.content),
                    skippable=place.is_skippable,
                )
                for place in answer_for_phone(ask).slots
                if place.choices or place.is_free_text
            )
        return own

    # --- cards -----------------------------------------------------------------------------------

    def _ask(self, asks: Iterable[GameQuestion], seat: str | None) -> GameQuestion | None:
        return next((ask for ask in asks if ask.seat == seat), None)

    def _cards(self, place: Slot, content: Content) -> tuple[ShownCard, ...]:
        own_number = place.kind in NUMBERED
        return tuple(
            replace(card, number=str(choice.value)) if own_number else card
            for choice, card in zip(place.choices, self._numbered(place.choices, content), strict=True)
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
        known = self._drawn[1]
        names = (str(choice.value), choice.spoken, get_language().strip_definite_article(choice.spoken))
        return next((known[name] for name in names if name in known), NO_DRAWING)

    def _panel(self, panel: Panel, game: str) -> ShownPanel:
        said = panel.to_text(LineRenderer(self._talk.language, game))
        return ShownPanel(
            title=said.title, cards=tuple(make_panel_card(row, self._labels["page-open"]) for row in said.rows)
        )

    def _words(self, at_table: Dialogue, lines: Iterable[Line]) -> tuple[str, ...]:
        """Always the first wording: what is spoken takes turns, and a page that did would flicker."""
        words = LineRenderer(self._talk.language, at_table.table.name)
        return tuple(text for line in lines if (text := remove_clip_marks(words.render(line))))


def standalone_question(question: Line) -> Line:
    """The question as it is put to all, where it has such words: "And Julie?" needs what was said before."""
    return replace(question, variant="all")


def make_panel_card(row: Sequence[str], still_open: str) -> ShownCard:
    """A row of a panel: the thing in its last cell, with what stands before it."""
    *before, last = row
    if last == UNKNOWN_CARD:
        return ShownCard(name=", ".join(before), emoji=QUESTION_MARK, sentence=still_open)
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
    """The answer that can be given on a phone as a whole: by choosing, and by typing free words."""
    whole = (answer for answer in ask.answers if all(place.choices or place.is_free_text for place in answer.slots))
    return next((answer for answer in whole if answer.slots), ask.main_answer)
