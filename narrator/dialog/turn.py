"""One turn of a game in the dialog: the game state, the answer so far, and the open question.

A `Turn` is a frozen value. Every function of the dialog takes one and returns a `Reply`, whose topic is the turn after
it. `TurnState` holds the answer to the open question so far; a move, an undo or a refusal clears it, so that no answer
stays half finished.

One rule keeps a turn correct: game state, questions and `TurnState` change only through `of`, `with_state` and `with_`.
These compute the open question once: the asked player, the open slot, and the privacy of its choices.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, Self

from narrator.core.game import IllegalMove, Join, Leave
from narrator.dialog.choice_names import choice_names, offered_thing
from narrator.dialog.hidden_hand import hide_names, is_secret_hand, number_hands
from narrator.dialog.intents import EVERYWHERE_INTENTS, GAME_REQUEST_INTENTS, MAKING_MODES
from narrator.dialog.plan_changes import PLAN_INTENTS
from narrator.dialog.topic import Reply, Topic
from narrator.dialog.turn_state import NOTHING_SAID, Setting, SideQuestion, TurnState
from narrator.games.hosting.host import LookUp
from narrator.games.hosting.plan import Privacy
from narrator.games.hosting.questions import NUMBERED, Answer, Choice, GameQuestion, Slot, slot_kind
from narrator.language.lines.line import Line
from narrator.language.lines.renderer import LineRenderer
from narrator.language.understanding.expectation import Expectation
from narrator.language.understanding.grammar import Grammar
from narrator.language.understanding.grammar import SlotNames as Names
from narrator.language.understanding.offers import OfferedThing
from narrator.language.understanding.open_question import OpenQuestion, OpenSlot
from narrator.language.understanding.player_list import parse_newcomer
from narrator.language.understanding.reading import Reading


@dataclass(frozen=True)
class Turn(Topic):
    """The game state, the answer so far, and the open question."""

    words: LineRenderer
    grammar: Grammar
    setting: Setting
    state: Any
    room: Any
    """The view of the state that all players may see."""
    questions: tuple[GameQuestion, ...]
    """What the host asks of whom until the next move. At a table with secrets, the cards of a hand have no names."""
    told_questions: tuple[GameQuestion, ...] = ()
    """The same with the names, for the player who is asked alone."""
    now: TurnState = NOTHING_SAID
    last: tuple[Any, Any] | None = None
    """The move that can be taken back, and the state before it."""
    undoing: bool = False
    """Whether this is the table without the last move, which is about to be taken back."""
    reader: str | None = None
    """The player who answers on a phone; that player knows the cards of one hand."""
    pressed: bool = False
    """Whether the answer came from the booth, so that the reply goes there."""
    before: TurnState = NOTHING_SAID
    """The state before the last utterance; it is restored if the utterance is refused."""

    # Computed by `with_`:
    over: bool = False
    changeable: bool = False
    """Whether game, players and options can still be changed by voice."""
    question: GameQuestion | None = None
    """The question to the player who is answering, else the first one."""
    asked: str | None = None
    """The player whose question that is; None if any player may answer."""
    answer_kind: Answer | None = None
    """The kind of answer that was begun, else the usual one."""
    slots: tuple[Slot, ...] = ()
    """The slots of that answer."""
    open_slot: Slot | None = None
    """The first slot that is not filled."""
    free: bool = False
    """Whether free words are expected: a clue, a reason, a name."""
    asked_privacy: Privacy = Privacy.OPEN
    """How the asked player keeps secrets."""
    answers_in_private: bool = False
    """Whether the asked player answers secrets in the booth or on a phone only."""
    on_phones: tuple[str, ...] = ()
    """The players who choose on a phone now."""
    choosing: tuple[GameQuestion, ...] = ()
    """The questions that are answered by hand at the same time; a player who was named chooses alone."""
    all_choose_by_hand: bool = False
    """Whether all players choose with their fingers now, before anyone says a choice."""
    waits_for_phones: bool = False
    """Whether a choice made by hand must wait because others still choose on their phones."""

    # --- another state, or other words -----------------------------------------------------------

    @classmethod
    def of(  # all that a turn consists of
        cls,
        words: LineRenderer,
        grammar: Grammar,
        setting: Setting,
        state: Any,
        now: TurnState = NOTHING_SAID,
        **more: Any,
    ) -> Self:
        """Return the turn in this state of the game."""
        turn = cls(words, grammar, setting, state, None, (), before=now, **more)
        return turn.with_state(state, now)

    def with_state(self, state: Any, now: TurnState) -> Self:
        """Return the turn in another state of the game."""
        setting = self.setting
        told = () if state.outcome is not None else setting.host.questions(state, setting.content)
        if setting.privacy is not Privacy.OPEN:
            told = tuple(map(number_hands, told))
        turn = replace(self, state=state, room=setting.game.view(state, None), told_questions=told)
        return replace(turn.hiding_hands(), before=now, undoing=False, pressed=False).with_(now)

    def hiding_hands(self, reader: str | None = None) -> Self:
        """Return the turn with the names of cards for this reader only; `with_` must follow."""
        told, is_open = self.told_questions, self.setting.privacy is Privacy.OPEN
        knows = [is_open or (reader is not None and each.seat == reader) for each in told]
        questions = tuple(each if known else hide_names(each) for each, known in zip(told, knows, strict=True))
        return replace(self, questions=questions, reader=reader)

    def with_(self, now: TurnState | None = None, **changes: Any) -> Self:
        """Return the turn with another `TurnState`, or with changes to it, and compute the open question."""
        now = replace(now or self.now, **changes)
        questions, setting = self.questions, self.setting
        phones = [each for each in questions if setting.privacy is Privacy.PHONES and self.is_on_phone(each, now)]
        own = [each for each in questions if now.speaker is not None and each.seat == now.speaker]
        aloud = [each for each in questions if each not in phones]  # players with phones answer at any time
        question = next(iter((*own, *aloud, *questions)), None)
        asked = question.seat if question else None
        answers = question.answers if question else ()
        answer = next((each for each in answers if each.intent == now.answering), next(iter(answers), None))
        slots = answer.slots if answer else ()
        slot = next((each for each in slots if each.name not in now.filled), None)
        keeps = setting.privacy if setting.privacy is not Privacy.PHONES else self.privacy_of(asked)
        first = keeps is Privacy.TOKENS or (
            keeps is Privacy.OPEN and question is not None and question.all_choose_first
        )
        by_hand = slot is not None and slot.is_secret and first
        together = question is not None and not question.only_if_named
        choosing = tuple(
            each for each in questions if each is question or (together and each.seat and not each.only_if_named)
        )
        side = now.side_question
        free = side.words is not None if side else slot is not None and slot.is_free_text
        begun = free and now.answering is not None  # "together" may be a clue
        return replace(
            self,
            now=now,
            over=self.state.outcome is not None,
            changeable=not (now.moved or setting.practice or begun),
            question=question,
            asked=asked,
            answer_kind=answer,
            slots=slots,
            open_slot=slot,
            free=free,
            asked_privacy=keeps,
            answers_in_private=keeps in (Privacy.BOOTH, Privacy.PHONES) and self.reader != asked,
            on_phones=tuple(each.seat for each in phones if each.seat),
            choosing=choosing,
            all_choose_by_hand=by_hand and asked not in now.locked and len(choosing) > 1,
            waits_for_phones=by_hand and question not in phones and bool(phones),
        )

    def cleared(self) -> Self:
        return self.with_(self.now.cleared())

    def refused(self) -> Self:
        """Return the turn without the last utterance, but with the answer begun before it."""
        was = self.before
        turn = self.with_(self.now.cleared(), filled=was.filled, answering=was.answering, speaker=was.speaker)
        return turn if turn.now.filled and turn.open_slot else self.cleared()

    def before_last(self) -> Self:
        """Return the turn before the last move, with nothing said towards an answer."""
        assert self.last is not None
        move, state = self.last
        speaker = None if isinstance(move, Join | Leave) else getattr(move, "seat", None)
        turn = self.with_state(state, replace(self.now.cleared(), speaker=speaker, held=self.now.held[:-1]))
        return replace(turn, last=None, undoing=True, pressed=self.pressed, before=NOTHING_SAID)

    # --- replies ---------------------------------------------------------------------------------

    def plays(self, *moves: Any) -> Reply:
        """Return the reply that makes these moves, all or none."""
        return Reply(self, moves=moves)

    def asks_first(self, side_question: SideQuestion) -> Reply:
        """Return the reply that asks this before the open question, which is asked again afterwards."""
        return self.with_(side_question=side_question).says(side_question.question)

    # --- what is known at the table --------------------------------------------------------------

    def look_up(self, topic: LookUp) -> tuple[Line, ...]:
        """Return what everybody may be told about this."""
        return tuple(self.setting.host.look_up(topic, self.room, self.setting.content))

    def hand(self, seat: str | None) -> tuple[Choice, ...]:
        """Return the cards of this player."""
        return self.setting.host.hand_choices(self.state, seat, self.setting.content) if seat else ()

    def is_legal(self, reading: Reading) -> bool:
        """Return whether the rules would accept the move, as far as that is known."""
        answer = self.answer_of(reading)
        if answer is None or not all(slot.name in reading.slots for slot in answer.slots):
            return True
        return self.allows(*answer_moves(answer, reading.slots))

    def is_possible(self, reading: Reading) -> bool:
        """Return whether the rules would accept what a parser has found in the words, such as dice."""
        answer = self.answer_of(reading)
        return answer is None or not any(slot.parse for slot in answer.slots) or self.is_legal(reading)

    def allows(self, *moves: Any) -> bool:
        """Return whether the rules accept each of these moves in this state."""
        try:
            for move in moves:
                self.setting.game.apply(self.state, move)
        except IllegalMove:
            return False
        return True

    def resolve(self, reading: Reading) -> Reading | None:
        """Return the meaning of a reading at this table; None if it has none.

        "Same as Nick" repeats Nick's answer. A word without an explanation cannot be asked about. Without cards, "what
        have I got" asks for the dice.
        """
        slots = reading.slots
        match reading.intent:
            case "WhatIs":
                return reading if self.setting.content.explain_word(str(slots["word"])) else None
            case "AlsoPlays":
                newcomer = str(slots["newcomer"])
                seat = parse_newcomer(newcomer)
                named = seat and (" " not in newcomer or seat.name in newcomer)  # "I'm tired, too" names no player
                return reading if named else None
            case "CardAgain":  # "where did the cat go" asks for no card on this table
                card, things = slots.get("card"), self.things
                known = card is None or not things or any(each.value == card for each in things)
                return reading if known else None
            case "MyCards":
                has_cards = any(self.hand(seat.name) for seat in self.state.seats)
                return reading if has_cards or not self.look_up(LookUp.DICE) else Reading("Dice")
            case "Same":
                given = self.now.given
                said = given.get(slots.get("player") or "".join(list(given)[-1:]))
                fits = said and self.answer_kind and said.keys() <= {slot.name for slot in self.slots}
                return Reading(self.answer_kind.intent, said) if fits and said and self.answer_kind else None
            case _:
                return reading

    def holds(self, moves: Sequence[Any]) -> bool:
        """Return whether these moves are a vote said aloud at a table with secrets."""
        is_vote = any(slot.is_secret and not slot.from_hand for slot in self.slots)
        by_player = not any(isinstance(move, Join | Leave) for move in moves)
        return is_vote and by_player and self.asked_privacy is Privacy.TOKENS and self.asked is not None

    # --- secrets ---------------------------------------------------------------------------------

    def privacy_of(self, seat: str | None) -> Privacy:
        """Return how this player keeps secrets; at a table with phones, a player may have none."""
        privacy = self.setting.privacy
        if privacy is Privacy.PHONES and seat not in self.setting.phones():
            return self.setting.without_phone
        return privacy

    def is_on_phone(self, question: GameQuestion, now: TurnState) -> bool:
        """Return whether this question is answered on the player's own phone."""
        speaks = question.seat is not None and question.seat == now.speaker
        filled = now.filled if speaks else {}
        on_phone = self.privacy_of(question.seat) is Privacy.PHONES and (speaks or not question.only_if_named)
        return on_phone and any(slot.is_secret and slot.name not in filled for slot in question.main_answer.slots)

    def hides(self, slot: Slot) -> bool:
        """Return whether the choices of this slot are not named to those who hear the reply."""
        if self.reader is not None and self.reader == self.asked:
            return False
        return slot.is_secret and (self.answers_in_private or (slot.from_hand and self.asked_privacy is Privacy.TOKENS))

    def keeps_secret(self, slot: Slot) -> bool:
        """Return whether the others may not know what this player can choose, nor what is chosen."""
        return slot.is_secret and self.asked_privacy is not Privacy.OPEN

    def told(self, question: GameQuestion) -> GameQuestion:
        """Return this question with the names of the cards, for the player who is asked alone."""
        return next((each for each in self.told_questions if each.seat == question.seat), question)

    def told_slot(self, slot: Slot) -> Slot:
        """Return this slot of the open question with the names of the cards."""
        answers = self.told(self.question).answers if self.question else ()
        slots = (each for answer in answers for each in answer.slots if each.name == slot.name)
        return next(slots, slot)

    def names_hidden_card(self, reading: Reading) -> bool:
        """Return whether this names a card where only the number of a hidden card counts.

        Any card of the game counts, so that the reply does not tell whether it is in the hand.
        """
        if self.setting.privacy is Privacy.OPEN or self.reader is not None:
            return False
        answers = [each for question in self.questions for each in question.answers if each.intent == reading.intent]
        hidden = {
            name for each in answers for slot in each.slots if is_secret_hand(slot) for name in slot.grammar_slots
        }
        return any(name in hidden and isinstance(value, str) for name, value in reading.slots.items())

    @cached_property
    def unheard(self) -> GameQuestion | None:
        """The question to the next player who must hear a hand alone before choosing from it."""
        questions = self.choosing if self.all_choose_by_hand else (self.question,) if self.question else ()
        return next((each for each in questions if each.seat not in self.now.heard and self.needs_hand(each)), None)

    def needs_hand(self, question: GameQuestion) -> bool:
        """Return whether this player still has to choose from a hand that no other player may know."""
        filled = self.now.filled if question is self.question else {}
        return self.privacy_of(question.seat) is Privacy.TOKENS and any(
            slot.is_secret and slot.from_hand and slot.choices and slot.name not in filled
            for slot in question.main_answer.slots
        )

    # --- what may be said now --------------------------------------------------------------------

    @property
    def plan_lists(self) -> Names:
        """The names that change game, players or options before the first move."""
        return {}

    @cached_property
    def expectation(self) -> Expectation:
        active, lists = (
            self.active_intents() | EVERYWHERE_INTENTS | {"NewGame", "SamePlayers", *MAKING_MODES},
            self.lists,
        )
        if self.setting.practice:
            active |= {"LeavePractice"}
        if self.changeable:
            active, lists = active | PLAN_INTENTS, {**self.plan_lists, **lists}
        return Expectation(
            self.grammar,
            active,
            lists,
            self.free,
            wide=lambda: self.wide,
            things=lambda: self.things,
            question=self.open_question(),
        )

    @cached_property
    def corrects(self) -> frozenset[str]:
        """The intents that count only as a correction ("no, four") while free words are expected."""
        begun, slot = self.now.answering is not None and self.free, self.open_slot
        intents = frozenset(answer.intent for answer in self.question.answers) if self.question and begun else None
        return (intents or frozenset()) - set(slot.lead_in_intents if slot else ())

    def active_intents(self) -> frozenset[str]:
        side = self.now.side_question
        if side:
            alone = side.words or side.who or side.ready  # a name does not answer the question behind it
            return GAME_REQUEST_INTENTS | side.intents | (frozenset() if alone else self.answer_intents)
        slot = self.open_slot
        if slot and slot.is_free_text and self.now.filled:
            left_out = {"Skip", "No"} if slot.is_skippable else set()
            return GAME_REQUEST_INTENTS | self.corrects | (self.answer_intents & set(slot.lead_in_intents)) | left_out
        return GAME_REQUEST_INTENTS | self.answer_intents | (frozenset() if self.free else frozenset({"AlsoPlays"}))

    @cached_property
    def answer_intents(self) -> frozenset[str]:
        """The intents of all answers that the questions allow."""
        answers = (answer for question in self.questions for answer in question.answers)
        confirming = self.now.side_question is not None
        intents = {answer.intent for answer in answers if confirming or not answer.is_correction}
        slot = self.open_slot
        if slot and slot.choices and slot.accepts_position and slot_kind(slot.name) not in NUMBERED:
            intents.add("Number")
        if slot and slot.is_skippable:
            intents |= {"Skip", "No"}
        if self.all_choose_by_hand:
            intents.add("Ready")
        if slot and slot.choices and not (slot.is_secret and self.answers_in_private):
            intents |= {"PickForMe", "NoneOfThese", "Same"}
        return frozenset(intents)

    @cached_property
    def lists(self) -> Names:
        """The names at this table: all players, newcomers included, and everything that the questions offer."""
        seats = (*self.state.seats, *self.state.newcomers)
        called = self.setting.called
        players = [(said, seat.name) for seat in seats for said in (seat.name, *called.get(seat.name, ()))]
        lists: dict[str, dict[tuple[str, Any], None]] = {"player": dict.fromkeys(players), "card": {}, "way": {}}
        seen: set[tuple[str, int]] = set()  # all players of a large table choose among the same things
        for slot in (slot for each in self.questions for answer in each.answers for slot in answer.slots):
            name = slot.also_filled_by[0] if slot.also_filled_by else slot_kind(slot.name)
            if slot.choices and (name, id(slot.choices)) not in seen:
                seen.add((name, id(slot.choices)))
                lists.setdefault(name, {}).update(dict.fromkeys(choice_names(slot.choices)))
        return {name: list(entries) for name, entries in lists.items()}

    @cached_property
    def things(self) -> tuple[OfferedThing, ...]:
        """The choices of the open slot in reading order, with their descriptions."""
        slot = self.open_slot
        if slot is None or (slot.is_secret and self.answers_in_private):  # no word may point at those
            return ()
        own_numbers = slot_kind(slot.name) in NUMBERED
        return tuple(
            offered_thing(each, each.value if own_numbers else number, self.setting.content)
            for number, each in enumerate(slot.choices, 1)
        )

    @cached_property
    def wide(self) -> Names:
        """The names at this table, and those that exist but are not on offer now."""
        wide = {**self.lists, **self.setting.host.extra_vocabulary(self.state, self.setting.content)}
        if any(is_secret_hand(slot) for each in self.questions for slot in each.main_answer.slots):
            cards = choice_names(self.setting.host.all_card_choices(self.state, self.setting.content))
            wide["card"] = [*wide.get("card", ()), *cards]
        return wide

    def open_question(self) -> OpenQuestion:
        """Return what decides between the readings of an utterance."""
        slot, side, answer = self.open_slot, self.now.side_question, self.answer_kind
        opened = None
        if slot:
            values = tuple(choice.value for choice in slot.choices)
            kind = slot_kind(slot.name)
            names = (slot.name, kind, *slot.also_filled_by)
            opened = OpenSlot(slot.name, names, values, slot.accepts_position, kind in NUMBERED)
        rereading = slot or next((each for each in self.slots if side and each.parse), None)  # a yes is awaited
        parses: dict[str, tuple[tuple[str, Any], ...]] = {}
        for each in (answer for question in self.questions for answer in question.answers):
            if found := tuple((slot.name, slot.parse) for slot in each.slots if slot.parse):
                parses.setdefault(each.intent, found)
        return OpenQuestion(
            self,
            answer.intent if answer else None,
            self.now.answering,
            opened,
            self.free,
            side.intents if side else None,
            self.now.options,
            self.answer_intents,
            parses,
            (rereading.name, rereading.parse) if rereading and rereading.parse else None,
            {
                each.name: tuple(choice.value for choice in each.choices)
                for each in self.slots
                if each.choices and each.name not in self.now.filled
            },
        )

    def answer_of(self, reading: Reading) -> Answer | None:
        """Return the kind of answer that this reading would be, for any player."""
        return next((answer for each in self.questions if (answer := each.answer_with(reading.intent))), None)

    def repeats_lead_in(self, reading: Reading) -> bool:
        """Return whether free words are expected, and only their lead-in was said again: "I have a clue"."""
        said = {slot: value for slot, value in reading.slots.items() if slot != "player"}
        asked = {name for slot in self.slots for name in slot.grammar_slots}
        return (
            self.free
            and bool(said)
            and all(slot not in asked or self.now.filled.get(slot) == said[slot] for slot in said)
        )


def answer_moves(answer: Answer, values: Mapping[str, Any]) -> tuple[Any, ...]:
    """Return the moves that an answer makes with these values."""
    made = answer.build_moves(dict(values))
    return tuple(made) if isinstance(made, list) else (made,)
