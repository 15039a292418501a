"""Build the page of a phone from the room's page and from its seat's view of the game.

It uses nothing else, so it cannot show what these hide. What is public follows the voice, as on the big screen; only
the question to its player appears at once. A phone shows one thing at a time: the question to its player,
what its player has chosen, or what everybody waits for.
"""

from collections.abc import Iterable, Iterator
from dataclasses import fields, replace
from hashlib import sha256
from itertools import product
from secrets import token_bytes
from typing import Any

from narrator.apps.window.messages import (
    Page,
    PhonePage,
    ReadAloud,
    ShownCard,
    ShownSlot,
    display_fields,
    question_token,
)
from narrator.apps.window.page_parts import PageParts
from narrator.core.game import SpokenWords
from narrator.dialog.conversation import Conversation
from narrator.dialog.game_topic import GameTopic
from narrator.dialog.turn import answer_moves
from narrator.games.hosting.host import LookUp
from narrator.games.hosting.questions import Answer, Choice, GameQuestion, Slot
from narrator.language.lines.line import Line, line
from narrator.language.lines.renderer import LineRenderer

VOTE = "Vote"
"""The intent of votes in every game."""
OPENING_QUOTE = "“"
NO_CHOICE = Choice(None, "")
"""Fills a slot that the player skips."""


class PhonePageBuilder:
    """Builds the pages of the phones. Used by the session's thread only, as the conversation is."""

    def __init__(self, conversation: Conversation, parts: PageParts) -> None:
        self._talk, self._parts = conversation, parts
        self._labels = LineRenderer(conversation.language, "window")
        self._sound_key = token_bytes(16)
        self._seat_fields: dict[str, tuple[object, dict[str, Any]]] = {}
        """A cache per seat: the state of the game, and the fields of its page that depend on it."""
        self._votable_symbols: dict[str, tuple[tuple[Choice, ...], frozenset[Any]]] = {}

    def build(self, seat: str, room: Page, note: str = "", shown: Page | None = None) -> PhonePage:
        """Return the room's page with what this seat may know from its own view of the game.

        `shown` is the page on the big screen now, if the voice has not come to `room` yet.
        """
        shown = shown or room
        at_table = self._talk.game_topic
        own: dict[str, Any] = {}
        if at_table is not None and not at_table.over:
            cached = self._seat_fields.get(seat)
            if cached is None or cached[0] is not at_table.table.state:
                cached = self._seat_fields[seat] = (at_table.table.state, self._own(at_table, seat))
            own |= cached[1]
        names = [player.name for player in room.players]
        page = PhonePage(
            title=room.title,
            seat=seat,
            place=names.index(seat) if seat in names else 0,
            question=room.question,
            lines=shown.lines,
            can_say=room.can_say,
            story=shown.story,
            panels=room.panels,
            players=shown.players,
            choices=self._answers_aloud(at_table, seat, room),
            note=note,
            over=room.over,
            **display_fields(self._talk.phone_preferences(seat)),
        )
        page = replace(page, **own)
        if shown != room and not page.slots and not page.choices:
            page = told_so_far(page, shown)
        page = pin_clue(page)
        if at_table is not None and not page.slots and not page.choices:
            page = replace(page, question=page.chosen_text or page.waiting or page.question)
        elif page.asks:
            page = replace(page, question=page.asks)
        page = replace(page, turn=question_token(page))
        return replace(page, reading=tuple(self._reading(page)))

    def _answers_aloud(self, at_table: GameTopic | None, seat: str, room: Page) -> tuple[ShownCard, ...]:
        """Return the answers that this player may say for all to hear, as the big screen offers them."""
        if at_table is None or at_table.asked in (None, seat):
            return room.choices
        return ()

    def _label(self, name: str, **facts: Any) -> str:
        return self._labels.render(line(name, **facts))

    # --- what depends on the state of the game only ------------------------------------------------

    def _own(self, at_table: GameTopic, seat: str) -> dict[str, Any]:
        setting, table = at_table.setting, at_table.table
        view = table.view(seat)
        ask = self._parts.question_to(setting.host.questions(view, setting.content), seat)
        hand = setting.host.hand_choices(view, seat, setting.content)
        own: dict[str, Any] = {
            "game": str(table.id),
            "undo": table.can_undo_for(seat),
            "hand": tuple(self._parts.numbered(hand, setting.content)),
            **self._progress(at_table, seat),
            **self._chosen(at_table, seat),
        }
        return own | self._asked(at_table, seat, ask, view) if ask is not None else own

    def _asked(self, at_table: GameTopic, seat: str, ask: GameQuestion, view: Any) -> dict[str, Any]:
        """Return the question to this seat, with a step for each slot."""
        content, prompt = at_table.setting.content, standalone_question(ask.prompt)
        answer = answer_for_phone(ask)
        possible = self._votable(at_table, seat, answer, view)
        slots = tuple(
            ShownSlot(
                name=slot.name,
                question=self._words(at_table, prompt if slot.prompt == ask.prompt else slot.prompt),
                cards=mark_own(slot, self._parts.cards(slot, content), possible),
                skippable=slot.is_skippable,
            )
            for slot in answer.slots
            if slot.choices or slot.is_free_text
        )
        first = at_table.questions[0].prompt if ask.only_if_named else None
        return {
            "key": f"{at_table.table.id} {ask.prompt.id}",
            "asks": self._words(at_table, replace(first, variant="short") if first else prompt),
            "anybody": ask.only_if_named,
            "vote": answer.intent == VOTE,
            "slots": slots,
            "more_to_say": any(slot.parse for each in ask.answers for slot in each.slots),
        }

    def _votable(self, at_table: GameTopic, seat: str, answer: Answer, view: Any) -> frozenset[Any] | None:
        """Return the symbols that this player may vote for; None outside a vote. They stay the same for a vote."""
        if answer.intent != VOTE:
            return None
        choices = answer.slots[0].choices
        cached = self._votable_symbols.get(seat)
        if cached is None or cached[0] != choices:
            possible = frozenset(values_in_moves(at_table.setting.game.moves(view), seat))
            cached = self._votable_symbols[seat] = (choices, possible)
        return cached[1]

    def _words(self, at_table: GameTopic, *lines: Line) -> str:
        return " ".join(self._parts.words(at_table, lines))

    def _progress(self, at_table: GameTopic, seat: str) -> dict[str, str]:
        """Return how many players have answered, and whom we wait for."""
        setting, table = at_table.setting, at_table.table
        waiting = setting.game.waiting(at_table.room)
        answering = setting.game.legal(at_table.room)
        applied = [table.last_undoable_of(name) for name in at_table.room.names]
        done = [each for each in applied if each and type(each.move) in answering]
        asked = [ask for ask in setting.host.questions(at_table.room, setting.content) if ask.seat in waiting]
        vote = any(ask.main_answer.intent == VOTE for ask in asked)
        others = [name for name in waiting if name != seat]
        voted = len({vote.seat for vote in at_table.now.held})
        count = len(waiting) + len(done) + voted
        together = count > 1 and bool(asked) and not any(ask.only_if_named for ask in asked)
        return {
            "progress": self._label("phone-progress", done=len(done) + voted, count=count, vote=vote)
            if together
            else "",
            "waiting": self._label("phone-waiting", seats=others) if others and seat not in waiting else "",
            "round": self._words(at_table, *setting.host.look_up(LookUp.ROUND, at_table.room, setting.content)),
        }

    def _chosen(self, at_table: GameTopic, seat: str) -> dict[str, Any]:
        """Return what this player has chosen and can still change."""
        setting, applied = at_table.setting, at_table.table.last_undoable_of(seat)
        if applied is None:
            return {}
        move, before = applied.move, setting.game.view(applied.before, seat)
        asked = self._parts.question_to(setting.host.questions(before, setting.content), seat)
        answer, choices = find_answer(asked, move) if asked else (None, ())
        if answer is None:
            return {}
        words = spoken_words_in(move)
        told = "phone-voted" if answer.intent == VOTE else "phone-chosen"
        names = [choice.spoken or self._parts.labels["answer-number"].format(number=choice.value) for choice in choices]
        return {
            "chosen": tuple(replace(card, number="") for card in self._parts.numbered(choices, setting.content)),
            "chosen_words": (words.text or "") if words else "",
            "chosen_text": self._label(told, cards=names) if names else self._label("phone-sent"),
        }

    # --- reading aloud -------------------------------------------------------------------------------

    def _reading(self, page: PhonePage) -> Iterator[ReadAloud]:
        """Yield what "Read it to me" reads: question, clue, and the cards one after the other."""
        yield self._read_aloud("question", page.question)
        if page.clue:
            yield self._read_aloud("clue", page.clue)
        for slot in page.slots:
            if slot.question != page.question:
                yield self._read_aloud(f"{slot.name} 0", slot.question)
            for number, card in enumerate(slot.cards, 1):
                yield self._read_aloud(f"{slot.name} {number}", self._describe(card, number))
        if not page.slots:
            table = [card for panel in page.panels for card in panel.cards if card.sentence]
            for part, cards in (("table", table), ("hand", page.hand)):
                for number, card in enumerate(cards, 1):
                    yield self._read_aloud(f"{part} {number}", self._describe(card, number))

    def _describe(self, card: ShownCard, number: int) -> str:
        sentence = card.sentence if card.sentence != card.name else ""
        return self._label(
            "phone-card", number=card.number or str(number), card=card.name, own=card.own, words=sentence
        )

    def _read_aloud(self, part: str, text: str) -> ReadAloud:
        sound = sha256(self._sound_key + text.encode()).hexdigest()[:32]
        return ReadAloud(part=part, text=text, sound=sound)


def standalone_question(question: Line) -> Line:
    """Return the wording for all players, if there is one: "And Julie?" depends on what was said before."""
    return replace(question, variant="all")


def answer_for_phone(ask: GameQuestion) -> Answer:
    """Return the answer whose slots can all be filled on a phone, by choosing or typing."""
    complete = (answer for answer in ask.answers if all(slot.choices or slot.is_free_text for slot in answer.slots))
    return next((answer for answer in complete if answer.slots), ask.main_answer)


def values_in_moves(moves: Iterable[Any], seat: str) -> Iterator[Any]:
    """Yield the values in the moves that this seat could make."""
    for move in moves:
        if getattr(move, "seat", None) == seat:
            for each in fields(move):
                value = getattr(move, each.name)
                yield from value if isinstance(value, tuple) else (value,)


def mark_own(slot: Slot, cards: tuple[ShownCard, ...], votable: frozenset[Any] | None) -> tuple[ShownCard, ...]:
    """Mark the symbols that this player may not vote for: the player's own cards."""
    if votable is None:
        return cards
    pairs = zip(slot.choices, cards, strict=True)
    return tuple(card if choice.value in votable else replace(card, own=True) for choice, card in pairs)


def spoken_words_in(move: Any) -> SpokenWords | None:
    values = (getattr(move, each.name) for each in fields(move))
    return next((value for value in values if isinstance(value, SpokenWords)), None)


def find_answer(asked: GameQuestion, move: Any) -> tuple[Answer | None, tuple[Choice, ...]]:
    """Return the answer to this question that led to the move, and the choices in it."""
    words = spoken_words_in(move)
    for answer in asked.answers:
        if not all(slot.choices or slot.is_free_text for slot in answer.slots):
            continue
        options = [choices_of(slot) if slot.choices else (Choice(words, ""),) for slot in answer.slots]
        for chosen in product(*options):
            values = {slot.name: choice.value for slot, choice in zip(answer.slots, chosen, strict=True)}
            if move in answer_moves(answer, values):
                return answer, tuple(
                    choice
                    for choice, slot in zip(chosen, answer.slots, strict=True)
                    if slot.choices and choice is not NO_CHOICE
                )
    return None, ()


def choices_of(slot: Slot) -> tuple[Choice, ...]:
    return (*slot.choices, NO_CHOICE) if slot.is_skippable else slot.choices


def told_so_far(page: PhonePage, shown: Page) -> PhonePage:
    """Return the page of a player who is not asked, with what the big screen shows now of the table and the points."""
    scores = {player.name: player.score for player in shown.players}
    panels = {"panel-table": tuple(card for card in shown.table if not card.hidden)}
    for panel in shown.panels:
        if panel.kind == "panel-standing":
            standing = (replace(card, number=str(scores.get(card.name, card.number))) for card in panel.cards)
            panels[panel.kind] = tuple(standing)
    return replace(
        page,
        question=shown.question,
        panels=tuple(replace(panel, cards=panels.get(panel.kind, panel.cards)) for panel in shown.panels),
        waiting=page.waiting if shown.question else "",  # no player is awaited while the votes are told
    )


def pin_clue(page: PhonePage) -> PhonePage:
    """Return the page with the panel that quotes a player's clue as its clue."""
    for panel in page.panels:
        if len(panel.cards) == 1 and panel.cards[0].name.startswith(OPENING_QUOTE):
            others = tuple(each for each in page.panels if each is not panel)
            return replace(page, clue=panel.cards[0].name, panels=others)
    return page
