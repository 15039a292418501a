"""Playing at a table, in words: ask, understand, refuse kindly, and tell what happened.

The state of the game decides everything: which seats are asked, which answers fit, what is secret. What was said
towards the next move is in the moment (see `moment`); here the moves are made, and what they led to is told.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from narrator.keep.table import Made, Table, events_of
from narrator.play import Event, IllegalMove
from narrator.talk.booth import Visit
from narrator.talk.changes import CHANGES, OTHERWISE
from narrator.talk.filling import fill_place, go_on
from narrator.talk.house import House
from narrator.talk.moment import NOTHING_SAID, Between, Moment, Setting, Turn, Waiting, wait_for
from narrator.talk.orientation import next_step
from narrator.talk.prompting import prompt
from narrator.talk.repair import choose_between, miss
from narrator.talk.responding import offer, respond, take_words
from narrator.talk.sifting import sift
from narrator.talk.topic import Reply, Utterance
from narrator.tell.lines import Line, Lines, line, whispered
from narrator.understand.grammar import Grammar, Reading
from narrator.understand.grammar import Lists as Names
from narrator.understand.understanding import Ambiguous, Perhaps, Understood


@dataclass(frozen=True)
class Dialogue:
    """The conversation around one game."""

    table: Table
    setting: Setting
    house: House
    grammar: Grammar
    now: Between = NOTHING_SAID

    claims: frozenset[str] = frozenset()

    # --- what others see -------------------------------------------------------------------------

    @cached_property
    def moment(self) -> Moment:
        return Moment(self.setting, self.table.state, self.now, self.table.last)

    @property
    def words(self) -> Lines:
        return self.setting.words

    @property
    def dialogue(self) -> "Dialogue":
        return self

    @property
    def free(self) -> bool:
        return self.moment.free

    @property
    def records(self) -> bool:
        return self.free and self.kept_game is not None

    @property
    def asked(self) -> str | None:
        ask = self.moment.ask
        return ask.seat if ask else None

    @property
    def kept_game(self) -> int | None:
        return None if self.moment.over or self.setting.practice else self.table.id

    def active(self) -> frozenset[str]:
        return self.moment.active() | (CHANGES if self._changeable else frozenset())

    def lists(self) -> Names:
        own = self.moment.lists
        return {**self.house.plan_lists, **own} if self._changeable else own

    def wide(self) -> Names:
        return self.moment.wide

    def sift(self, words: str, readings: tuple[Reading, ...]) -> tuple[Reading, ...]:
        return sift(self.moment, words, readings)

    # --- what is said to it ----------------------------------------------------------------------

    def begin(self, events: tuple[Event, ...]) -> Reply:
        """Tell what happened while the table was laid, and ask the first question."""
        room = self.moment.room
        told = Reply(self, self._in_words(self.setting.host.tell(events, room, room, self.setting.box)), events)
        return told.then(self.prompt())

    def prompt(self) -> Reply:
        return self._carry_out(prompt(self.moment))

    def go_on(self) -> Reply:
        waiting = self.now.waiting
        turn = next_step(self.moment, waiting.steps) if waiting and waiting.steps else prompt(self.moment)
        return self._carry_out(turn)

    def answer(self, utterance: Utterance) -> Reply:
        at = self.moment
        match utterance.understood:
            case Understood(reading, correcting) if correcting or reading.intent not in at.corrects:
                if self._changes(reading):
                    return self._change(reading)
                return self._carry_out(respond(at, reading, correcting=correcting))
            case Understood(reading) if at.says_again(reading):
                return self.prompt()
            case _ if at.free and (utterance.text or utterance.sound):
                return self._carry_out(take_words(at, utterance.text, utterance.sound))
            case Ambiguous(readings):
                return self._carry_out(choose_between(at, readings))
            case Perhaps(said, reading):
                return self._carry_out(offer(at, said, reading))
            case _:
                return self._carry_out(miss(at))

    def press(self, keys: str) -> Reply:
        visit = self.now.booth
        if visit is None:
            return Reply(self, self._in_words((line("booth-empty"),)))
        visit, lines, chosen = visit.press(keys)
        at = replace(self.moment, pressed=True)
        if chosen is None:
            return self._carry_out(Turn(at.with_(booth=visit), lines))
        at = fill_place(at.with_(booth=None, speaker=visit.seat), visit.place.name, chosen.value)
        return self._carry_out(go_on(at))

    def ask_back(self, question: Line, yes: Callable[[], Reply]) -> Reply:
        return self._carry_out(wait_for(self.moment, Waiting(question, yes=lambda at: Turn(at, leads=yes))))

    def play(self, *moves: Any) -> Reply:
        """These moves, however they came about."""
        return self._carry_out(Turn(self.moment, moves=moves))

    # --- what it leads to ------------------------------------------------------------------------

    def _carry_out(self, turn: Turn) -> Reply:
        """Make the moves, all or none; tell what happened, and ask what comes next."""
        if turn.leads:
            return turn.leads()
        after = replace(self, now=turn.at.now)
        reply = Reply(after, self._in_words(turn.lines))
        if turn.moves is None and not turn.at.undoing:
            return reply
        try:
            turns = self.table.make(turn.moves or (), instead_of_last=turn.at.undoing)
        except IllegalMove as refusal:
            return (self if turn.at.undoing else after)._refuse(refusal)
        if turn.moves is None:
            return reply
        for made in turns:
            after, told = after._tell(made)
            reply = reply.then(told)
        if after.moment.over or (self.setting.practice and after.now.round_over):
            return reply.then(self.house.after_game(after))
        return reply.then(after.prompt())

    def _tell(self, turn: Sequence[Made]) -> "tuple[Dialogue, Reply]":
        """What one move led to, in words; nothing of what was said towards it is left."""
        setting, now = self.setting, self.now.wiped()
        events, seat = events_of(turn), getattr(turn[0].move, "seat", None)
        over = [number for number, event in enumerate(events, 1) if isinstance(event, setting.host.ROUND_OVER)]
        if setting.practice and over:
            events = events[: over[0]]  # what comes after belongs to a round that is not played
        now = replace(
            now,
            moved=True,
            just_moved=True,
            locked=frozenset() if any(made.reveals for made in turn) else now.locked,
            round_over=now.round_over or bool(over),
            speaker=None if seat == now.speaker else now.speaker,
        )
        before, after = (setting.game.view(state, None) for state in (turn[0].before, turn[-1].step.state))
        later = replace(self, now=now)
        return later, Reply(later, self._in_words(setting.host.tell(events, before, after, setting.box)), events)

    def _refuse(self, refusal: IllegalMove) -> Reply:
        """What was tried, why not, and what can be done instead; in the booth, for the booth alone."""
        at = self.moment
        place = next((place for place in (at.answer.places if at.answer else ()) if at.private(place)), None)
        seat = getattr(refusal.move, "seat", "")
        asked = (at.ask.seat if at.ask else None) or seat
        told = (line("refused-" + refusal.reason.value.replace(" ", "-"), **{"seat": seat, **refusal.facts}),)
        booth = Visit(asked, place, taken=True) if place else None
        now = replace(self.now.wiped(), just_moved=False, booth=booth)
        return Reply(replace(self, now=now), self._in_words(whispered(asked, *told) if place else told))

    def _in_words(self, lines: Iterable[Line]) -> tuple[tuple[Lines, Line], ...]:
        return tuple((self.setting.words, each) for each in lines)

    # --- until the first move, the plan can be changed by voice ------------------------------------

    @property
    def _changeable(self) -> bool:
        if self.now.moved or self.setting.practice:
            return False
        return not (self.free and self.now.answering)  # "together" may be somebody's clue

    def _changes(self, reading: Reading) -> bool:
        """Whether this is about what is played and who plays, rather than an answer."""
        if not self._changeable or reading.intent not in OTHERWISE:
            return False
        if reading.intent == "SomeoneLeaves":
            return "player" in reading.slots
        return not (reading.intent == "Undo" and (self.now.waiting or self.now.filled))

    def _change(self, reading: Reading) -> Reply:
        """Nobody is sent away by a word that was misheard."""
        if reading.intent == "SomeoneLeaves":
            asked = replace(self, now=replace(self.now, waiting=None))
            sure = line("sure-to-leave", seat=reading.slots["player"])
            return self.ask_back(sure, lambda: self.house.change(reading, asked))
        return self.house.change(reading, self)
