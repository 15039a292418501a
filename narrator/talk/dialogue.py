"""Playing at a table, in words: ask, understand, refuse kindly, and tell what happened.

The state of the game decides everything: which seats are asked, which answers fit, what is secret. What was said
towards the next move is in the moment (see `moment`); here the moves are made, and what they led to is told.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, reduce
from typing import TYPE_CHECKING, Any

from narrator.host.asking import Answer, Ask
from narrator.host.plan import Privacy
from narrator.keep.sentences import ANSWER_LOST
from narrator.keep.table import Made, Table, events_of
from narrator.play import Clip, Event, IllegalMove, Join, Leave
from narrator.talk.changes import CHANGES, OTHERWISE
from narrator.talk.filling import fill_place, go_on, visit_to
from narrator.talk.hands import known_to, read_back
from narrator.talk.manners import MANNERS
from narrator.talk.moment import NOTHING_SAID, Between, Moment, Setting, Turn, Waiting, wait_for
from narrator.talk.orientation import next_step
from narrator.talk.pending import Unfit, taken_up, written
from narrator.talk.prompting import prompt
from narrator.talk.repair import choose_between, miss
from narrator.talk.responding import Correcting, in_doubt, offer, respond, stands, take_words
from narrator.talk.sifting import sift
from narrator.talk.topic import Reply, Topic, Statement
from narrator.tell.lines import Line, Lines, line, whispered
from narrator.understand.expectation import Expectation
from narrator.understand.grammar import Grammar, Reading
from narrator.understand.understanding import Ambiguous, Perhaps, Understood, tidy, trimmed

if TYPE_CHECKING:
    from narrator.talk.seating import Seating

CARD_ON_TABLE = "on-symbol"
"""The line that reads a card on the table, in every game."""
THANKS = ("laid", "voted")
"""The lines that say no more than that somebody has answered."""


@dataclass(frozen=True)
class Dialogue(Topic):
    """The conversation around one game."""

    table: Table
    setting: Setting
    house: "Seating"
    grammar: Grammar
    now: Between = NOTHING_SAID

    # --- what others see -------------------------------------------------------------------------

    @cached_property
    def moment(self) -> Moment:
        return Moment(self.setting, self.table.state, self.now, self.table.last, before=self.now)

    @property
    def words(self) -> Lines:  # type: ignore[override]  # it is the setting's
        return self.setting.words

    @property
    def dialogue(self) -> "Dialogue":
        return self

    @property
    def records(self) -> bool:
        return self.moment.free and self.kept_game is not None

    @property
    def asked(self) -> str | None:
        ask = self.moment.ask
        return ask.seat if ask else None

    @property
    def kept_game(self) -> int | None:
        return None if self.moment.over or self.setting.practice else self.table.id

    def expectation(self) -> Expectation:
        at = self.moment
        active, lists = at.active() | MANNERS | {"NewGame", "SamePlayers"}, at.lists
        if self._changeable:
            active, lists = active | CHANGES, {**self.house.plan_lists, **lists}
        return Expectation(
            self.grammar,
            active,
            lists,
            at.free,
            wide=lambda: at.wide,
            things=lambda: at.things,
            sift=lambda words, readings: sift(at, words, readings),
        )

    # --- what is said to it ----------------------------------------------------------------------

    def begin(self, events: tuple[Event, ...]) -> Reply:
        """Tell what happened while the table was laid, and ask the first question."""
        room = self.moment.room
        return self._told(events, room, room).then(self.prompt())

    def prompt(self) -> Reply:
        return self._carry_out(prompt(self.moment))

    def take_up(self) -> Reply:
        """Where a kept game was left: what was answered since its last move still counts."""
        if self.table.pending is None:
            return self.prompt()
        try:
            turn = taken_up(self.moment, self.table.pending)
        except Unfit:
            lost = line("trouble", sentence=ANSWER_LOST)
            return self.says(lost).then(self.prompt())
        return self._carry_out(turn)

    def go_on(self) -> Reply:
        waiting = self.now.waiting
        turn = next_step(self.moment, waiting.steps) if waiting and waiting.steps else prompt(self.moment)
        return self._carry_out(turn)

    def answer(self, statement: Statement) -> Reply:
        at = self.moment
        match statement.understood:
            case Understood(Reading("NewGame" | "SamePlayers" as new)):
                begin = self.house.another if new == "NewGame" else lambda: self.house.same_players(self)
                return self.ask_back(line("sure-new-game", kept=self.kept_game is not None), begin)
            case Understood(reading) if words := self._asks_inside(reading):
                return self._carry_out(in_doubt(at, lambda sure: respond(sure, reading), words))
            case Understood(reading, correcting) if correcting or reading.intent not in at.corrects:
                if self._changes(reading):
                    return self._change(reading)
                return self._carry_out(
                    respond(at, reading, self._whose(statement) if correcting else Correcting.NOBODYS)
                )
            case Understood(reading) if at.says_again(reading):
                return self.prompt()
            case _ if at.free and (statement.text or statement.sound):
                text, sound = statement.text, statement.sound
                if not at.now.waiting and self._a_question(text):
                    return self._carry_out(in_doubt(at, lambda sure: take_words(sure, text, sound), text))
                return self._carry_out(take_words(at, text, sound))
            case Ambiguous((reading, *_)) | Perhaps(_, reading) if at.open_place and at.private(at.open_place):
                return self._carry_out(respond(at, reading))  # no card of that hand is named in the room
            case Ambiguous(readings):
                return self._carry_out(choose_between(at, readings))
            case Perhaps(said, reading):
                return self._carry_out(offer(at, said, reading))
            case _:
                return self._carry_out(miss(at))

    def _a_question(self, words: str) -> bool:
        """Whether this asks something, rather than being somebody's clue or reason."""
        first = tidy(words).casefold().split()[:1]
        return words.rstrip().endswith("?") or bool(first and first[0] in self.grammar.marks("asking"))

    def _asks_inside(self, reading: Reading) -> str | None:
        """ "My clue is how many cards are left"."""
        answer = self.moment.answer_of(reading)
        free = [place.name for place in (answer.places if answer else ()) if place.free]
        said = (words for slot in free if isinstance(words := reading.slots.get(slot), str))
        return next((words for words in said if self._a_question(words)), None)

    def press(self, keys: str) -> Reply:
        visit = self.now.booth
        if visit is None:
            return self.says(line("booth-empty"))
        visit, lines, chosen = visit.press(keys)
        at = known_to(replace(self.moment, pressed=True), visit.seat, visit.described)
        if chosen is None:
            return self._carry_out(Turn(at.with_(booth=visit), lines))
        at = fill_place(at.with_(booth=None, speaker=visit.seat), visit.place.name, chosen.value)
        return self._carry_out(go_on(at))

    def choose(self, seat: str, values: Mapping[str, int | str]) -> Reply:
        """Chosen on a phone: it counts for that seat alone, and whoever is being asked in the room goes on."""
        ask = next((ask for ask in self.moment.asks if ask.seat == seat), None)
        chosen = on_the_phone(ask, values) if ask else None
        if chosen is None:
            return self.says(*whispered(seat, line("phone-late")))
        said = Between(shown=self.now.shown, called=self.now.called, moved=self.now.moved, speaker=seat)
        at = Moment(self.setting, self.table.state, replace(said, answering=chosen[0].intent, filled=chosen[1]))
        return self._carry_out(go_on(at), aside=self.now if self.now.speaker != seat else None)

    def take_back(self, seat: str) -> Reply:
        """On a phone, until it is revealed."""
        if self.table.take_back(seat) is None:
            return self.says(*whispered(seat, line("cannot-undo")))
        again = replace(self, now=replace(self.now, called=self.now.called | {seat}))
        return again.says(line("chooses-again", seat=seat))

    def came(self, seat: str) -> Reply:
        """A phone is here: who was asked elsewhere for a secret is now asked there."""
        visit, moment = self.now.booth, self.moment
        asked = (visit and visit.seat == seat) or moment.to_lock or moment.on_phones
        elsewhere = replace(self, now=replace(self.now, booth=None if visit and visit.seat == seat else visit))
        return elsewhere.prompt() if asked and self.setting.privacy is Privacy.PHONES else Reply(elsewhere)

    def ask_back(self, question: Line, yes: Callable[[], Reply]) -> Reply:
        return self._carry_out(wait_for(self.moment, Waiting(question, yes=lambda at: Turn(at, leads=yes))))

    def play(self, *moves: Any) -> Reply:
        """These moves, however they came about."""
        return self._carry_out(Turn(self.moment, moves=moves))

    # --- what it leads to ------------------------------------------------------------------------

    def _carry_out(self, turn: Turn, aside: Between | None = None) -> Reply:
        """Make the moves, all or none; tell what happened, and ask what comes next.

        `aside`: what goes on in the room meanwhile, and goes on afterwards if nothing was revealed.
        """
        if turn.leads:
            return turn.leads()
        if turn.moves is None and not turn.at.undoing:
            return self._between(turn.at.now, turn.lines)
        after = replace(self, now=turn.at.now)
        reply = after.says(*turn.lines)
        try:
            turns = self.table.make(
                turn.moves or (),
                instead_of_last=turn.at.undoing,
                pending=lambda turns: written(aside or reduce(self._settled, turns, turn.at.now)),
            )
        except IllegalMove as refusal:
            return self._refuse(refusal, turn.at, aside)
        if turn.moves is None:
            return reply
        understood = read_back(turn.at) if len(turns) == 1 else None
        for made in turns:
            after, told = after._tell(made, understood)
            reply = reply.then(told)
        if aside and not any(made.reveals for turn in turns for made in turn):
            after = replace(after, now=replace(aside, moved=True, just_moved=True, called=after.now.called))
            if after.asked == self.asked and after.moment.held_back == self.moment.held_back:
                return reply.then(Reply(after))  # who was asked in the room still is
        if after.moment.over or (self.setting.practice and after.now.round_over):
            return reply.then(self.house.after_game(after))
        return reply.then(after.prompt())

    def _between(self, now: Between, lines: Iterable[Line]) -> Reply:
        """No move, but perhaps a part of one: it is on the disk before anybody hears of it."""
        self.table.hold(written(now))
        return replace(self, now=now).says(*lines)

    def _settled(self, now: Between, turn: Sequence[Made]) -> Between:
        """After a move nothing of what was said towards it is left."""
        now, seat = now.wiped(), getattr(turn[0].move, "seat", None)
        return replace(
            now,
            given={}
            if any(made.reveals for made in turn)
            else {**now.given, **({seat: self.now.filled} if seat else {})},
            moved=True,
            just_moved=True,
            locked=frozenset() if any(made.reveals for made in turn) else now.locked,
            heard=frozenset() if any(made.reveals for made in turn) else now.heard,
            round_over=now.round_over
            or any(isinstance(each, self.setting.host.ROUND_OVER) for each in events_of(turn)),
            speaker=None if seat == now.speaker else now.speaker,
            called=now.called - {seat},
        )

    def _tell(self, turn: Sequence[Made], understood: Line | None) -> "tuple[Dialogue, Reply]":
        """What one move led to, in words; instead of thanks, what was understood, where that is no secret."""
        setting, events = self.setting, events_of(turn)
        over = [number for number, event in enumerate(events, 1) if isinstance(event, setting.host.ROUND_OVER)]
        if setting.practice and over:
            events = events[: over[0]]  # what comes after belongs to a round that is not played
        before, after = (setting.game.view(state, None) for state in (turn[0].before, turn[-1].step.state))
        later = replace(self, now=self._settled(self.now, turn))
        return later, later._told(events, before, after, understood)

    def _refuse(self, refusal: IllegalMove, tried: Moment, aside: Between | None = None) -> Reply:
        """What was tried, why not, and what can be done instead; in the booth and on a phone, for them alone. Who comes
        and goes is everybody's business."""
        seat = getattr(refusal.move, "seat", "")
        told = (line("refused-" + refusal.reason.value.replace(" ", "-"), **{"seat": seat, **refusal.facts}),)
        if tried.undoing:
            return self._carry_out(
                prompt(self.moment.wiped().with_(just_moved=False)).after(*told, stands(self.moment))
            )
        at = tried.refused()
        places = at.answer.places if aside and at.answer else (at.open_place,)
        places = () if isinstance(refusal.move, Join | Leave) else places
        place = next((each for each in places if each and at.private(each)), None)
        asked = (at.ask.seat if at.ask else None) or seat
        booth = visit_to(at, asked, place, taken=True) if place else None
        now = aside or replace(at.now, just_moved=False, booth=booth)
        return self._between(now, whispered(asked, *map(self._to_you, told)) if place else told)

    def _told(self, events: tuple[Event, ...], before: Any, after: Any, understood: Line | None = None) -> Reply:
        """What happened; instead of thanks, what was understood. The cards on the table are part of the question."""
        told = self.setting.host.tell(events, before, after, self.setting.box)
        told = (understood if understood and each.id in THANKS else each for each in told)
        said = self.says(*(replace(each, told=each.id != CARD_ON_TABLE) for each in told))
        return replace(said, happened=events)

    def _to_you(self, refusal: Line) -> Line:
        """In the booth nobody is spoken of as of somebody else."""
        return replace(refusal, part="booth") if self.setting.words.has(refusal.id, "booth") else refusal

    def _whose(self, statement: Statement) -> Correcting:
        """ "No, four" or "actually, four"."""
        words = trimmed(tidy(statement.text), self.grammar).casefold() + " "
        for kind, whose in (("denials", Correcting.LAST), ("restarts", Correcting.EITHER)):
            if words.startswith(tuple(f"{mark} " for mark in self.grammar.marks(kind))):
                return whose
        return Correcting.ASKED

    # --- until the first move, the plan can be changed by voice ------------------------------------

    @property
    def _changeable(self) -> bool:
        if self.now.moved or self.setting.practice:
            return False
        return not (self.moment.free and self.now.answering)  # "together" may be somebody's clue

    def _changes(self, reading: Reading) -> bool:
        """Whether this is about what is played and who plays, rather than an answer."""
        if not self._changeable or reading.intent not in OTHERWISE:
            return False
        if reading.intent == "SomeoneLeaves":
            return "player" in reading.slots
        waiting = self.now.waiting and not self.now.waiting.ready
        return not (reading.intent == "Undo" and (waiting or self.now.filled))

    def _change(self, reading: Reading) -> Reply:
        """The table is laid anew then, so no word that was misheard may do it."""
        asked = replace(self, now=replace(self.now, waiting=None))
        return self.house.change(reading, asked, sure=asked.ask_back)


def on_the_phone(ask: Ask, values: Mapping[str, int | str]) -> tuple[Answer, dict[str, Any]] | None:
    """The answer for which all is there, else the usual one, and what was chosen for it; nothing if it does not fit.

    A number counts the choices of a place; only free words come as words.
    """
    whole = [answer for answer in ask.answers if {place.name for place in answer.places} == {*values}]
    skipped = [answer for answer in ask.answers if all(p.name in values or p.skippable for p in answer.places)]
    answer = (whole or skipped or [ask.main])[0]
    filled: dict[str, Any] = {}
    for place in answer.places:
        value = values.get(place.name)
        if isinstance(value, int) and 1 <= value <= len(place.choices):
            filled[place.name] = place.choices[value - 1].value
        elif isinstance(value, str) and place.free and value.strip():
            filled[place.name] = Clip(text=value.strip())
        elif value is None and place.skippable and answer in skipped:
            filled[place.name] = None
    return (answer, filled) if {*values} <= filled.keys() and filled else None
