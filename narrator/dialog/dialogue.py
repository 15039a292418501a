"""Playing at a table, in words: ask, understand, refuse kindly, and tell what happened.

The state of the game decides everything: which seats are asked, which answers fit, what is secret. What was said
towards the next move is in the moment (see `moment`); here the moves are made, and what they led to is told.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, partial
from typing import TYPE_CHECKING, Any

from narrator.core.game import Event, IllegalMove, Join, Leave, SpokenWords
from narrator.dialog.changes import CHANGES, OTHERWISE
from narrator.dialog.ending import same_players
from narrator.dialog.filling import fill_place, go_on, visit_to
from narrator.dialog.manners import MANNERS
from narrator.dialog.moment import NOTHING_SAID, Moment, Setting, Turn, TurnState, Waiting, wait_for
from narrator.dialog.orientation import next_step
from narrator.dialog.pending import Unfit, taken_up, written
from narrator.dialog.prompting import known_to, prompt, read_back
from narrator.dialog.repair import choose_between, miss
from narrator.dialog.responding import Correcting, in_doubt, offer, respond, stands, take_words
from narrator.dialog.sifting import sift
from narrator.dialog.topic import Reply, Statement, Topic
from narrator.games import games
from narrator.games.hosting.host import host_of
from narrator.games.hosting.plan import Privacy
from narrator.games.hosting.questions import Answer, GameQuestion
from narrator.language.content.packs import Content
from narrator.language.language import DEFAULT_LANGUAGE
from narrator.language.lines.line import Line, line, whisper_to
from narrator.language.lines.renderer import LineRenderer
from narrator.language.understanding.expectation import Expectation
from narrator.language.understanding.grammar import Grammar, SlotNames, load_grammar
from narrator.language.understanding.reading import Reading
from narrator.language.understanding.understand import Ambiguous, Suggestion, Understood, tidy, trimmed
from narrator.storage.messages import PENDING_ANSWER_LOST
from narrator.storage.table import AppliedMove, Table, events_of

if TYPE_CHECKING:
    from narrator.dialog.seating import Seating

CARD_ON_TABLE = "on-symbol"
"""The line that reads a card on the table, in every game."""
THANKS = ("laid", "voted")
"""The lines that say no more than that somebody has answered."""


@dataclass(frozen=True)
class Dialogue(Topic):
    table: Table
    moment: Moment  # the table as it lies, and what was said since the last move
    house: "Seating"
    words: LineRenderer
    grammar: Grammar

    # --- what others see -------------------------------------------------------------------------

    @property
    def dialogue(self) -> "Dialogue":
        return self

    @property
    def records(self) -> bool:
        return self.moment.free and self.kept_game is not None

    @property
    def asked(self) -> str | None:
        return self.moment.asked

    @property
    def kept_game(self) -> int | None:
        return None if self.moment.over or self.moment.setting.practice else self.table.id

    @cached_property
    def expectation(self) -> Expectation:
        return expectation_at(self.moment, self.grammar, lambda: self.house.plan_lists)

    def looking(self, now: TurnState | None = None) -> "Dialogue":
        """At the table as it is now; with what was said so far, or with this."""
        at = self.moment
        seen = Moment.of(at.setting, self.table.state, at.now if now is None else now, self.table.last_undoable)
        return replace(self, moment=seen)

    # --- what is said to it ----------------------------------------------------------------------

    def begin(self, events: tuple[Event, ...]) -> Reply:
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
            lost = line("trouble", sentence=PENDING_ANSWER_LOST)
            return self.says(lost).then(self.prompt())
        return self._carry_out(turn)

    def go_on(self) -> Reply:
        waiting = self.moment.now.waiting
        turn = next_step(self.moment, waiting.steps) if waiting and waiting.steps else prompt(self.moment)
        return self._carry_out(turn)

    def answer(self, statement: Statement) -> Reply:
        at = self.moment
        match statement.understood:
            case Understood(Reading("NewGame" | "SamePlayers" as new)):
                begin = self.house.another if new == "NewGame" else lambda: same_players(self.house, self)
                return self.ask_back(line("sure-new-game", kept=self.kept_game is not None), begin)
            case Understood(Reading("HowToPlay", {"game": other})) if other != self.table.name and not at.free:
                return self.house.says(line(f"about-{other}")).then(self.prompt())
            case Understood(reading) if words := self._asks_inside(reading):
                return self._carry_out(in_doubt(at, lambda sure: respond(sure, reading), words))
            case Understood(reading, correcting) if correcting or not (at.free and reading.intent in at.corrects):
                if at.changeable and reading.intent in OTHERWISE and self._changes(reading):
                    asked = self.looking(replace(at.now, waiting=None))
                    return self.house.change(reading, asked, sure=asked.ask_back)  # no misheard word lays a table anew
                whose = self._whose(statement) if correcting else Correcting.NOBODYS
                return self._carry_out(respond(at, reading, whose))
            case Understood(reading) if at.says_again(reading):
                return self.prompt()
            case _ if at.free and (statement.text or statement.sound):
                text, sound = statement.text, statement.sound
                if not at.now.waiting and self._a_question(text):
                    return self._carry_out(in_doubt(at, lambda sure: take_words(sure, text, sound), text))
                return self._carry_out(take_words(at, text, sound))
            case Ambiguous((reading, *_)) | Suggestion(_, reading) if (
                at.apart and at.open_place and at.open_place.is_secret
            ):
                return self._carry_out(respond(at, reading))  # no card of that hand is named in the room
            case Ambiguous(readings):
                return self._carry_out(choose_between(at, readings))
            case Suggestion(said, reading):
                return self._carry_out(offer(at, said, reading))
            case _:
                return self._carry_out(miss(at))

    def _a_question(self, words: str) -> bool:
        """Whether this asks something, rather than being somebody's clue or reason."""
        first = tidy(words).casefold().split()[:1]
        return words.rstrip().endswith("?") or bool(first and first[0] in self.grammar.word_list("asking"))

    def _asks_inside(self, reading: Reading) -> str | None:
        """ "My clue is how many cards are left"."""
        said = {slot: words for slot, words in reading.slots.items() if isinstance(words, str)}
        answer = self.moment.answer_of(reading) if said else None
        free = [place.name for place in (answer.slots if answer else ()) if place.is_free_text]
        return next((said[slot] for slot in free if slot in said and self._a_question(said[slot])), None)

    def press(self, keys: str) -> Reply:
        visit = self.moment.now.booth
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
            return self.says(*whisper_to(seat, line("phone-late")))
        now = self.moment.now
        said = TurnState(shown=now.shown, called=now.called, moved=now.moved, speaker=seat)
        at = replace(self.moment, now=replace(said, answering=chosen[0].intent, filled=chosen[1]), before=NOTHING_SAID)
        return self._carry_out(go_on(at), aside=now if now.speaker != seat else None)

    def take_back(self, seat: str) -> Reply:
        """On a phone, until it is revealed."""
        if self.table.undo_for(seat) is None:
            return self.says(*whisper_to(seat, line("cannot-undo")))
        now = self.moment.now
        return self.looking(replace(now, called=now.called | {seat})).says(line("chooses-again", seat=seat))

    def came(self, seat: str) -> Reply:
        """A phone is here: who was asked elsewhere for a secret is now asked there."""
        now = self.moment.now
        visits = now.booth is not None and now.booth.seat == seat
        elsewhere = self.looking(replace(now, booth=None) if visits else now)
        asked = visits or self.moment.to_lock or elsewhere.moment.on_phones
        return elsewhere.prompt() if asked and self.moment.setting.privacy is Privacy.PHONES else Reply(elsewhere)

    def ask_back(self, question: Line, yes: Callable[[], Reply]) -> Reply:
        return self._carry_out(wait_for(self.moment, Waiting(question, yes=lambda at: Turn(at, leads=yes))))

    def play(self, *moves: Any) -> Reply:
        return self._carry_out(Turn(self.moment, moves=moves))

    # --- what it leads to ------------------------------------------------------------------------

    def _carry_out(self, turn: Turn, aside: TurnState | None = None) -> Reply:
        """Make the moves, all or none; tell what happened, and ask what comes next.

        `aside`: what goes on in the room meanwhile, and goes on afterwards if nothing was revealed.
        """
        if turn.leads:
            return turn.leads()
        at, setting = turn.at, turn.at.setting
        if turn.moves is None and not at.undoing:
            self.table.save_pending(written(at.now))  # perhaps a part of a move: on the disk before anybody hears of it
            return replace(self, moment=replace(at, pressed=False, before=at.now)).says(*turn.lines)
        try:
            turns = self.table.play_all(
                turn.moves or (),
                instead_of_last=at.undoing,
                pending=lambda turns: written(aside or settled(at, turns)),
            )
        except IllegalMove as refusal:
            return self._refuse(refusal, at, aside)
        now = settled(at, turns)
        after = self.looking(now)
        reply = after.says(*turn.lines)
        if turn.moves is None:
            return reply
        understood = read_back(at) if len(turns) == 1 else None
        for made in turns:
            before, later = (setting.game.view(state, None) for state in (made[0].before, made[-1].step.state))
            reply = reply.then(after._told(events_of(made), before, later, understood))
        if aside and not any(made.reveals_something for turn in turns for made in turn):
            after = after.looking(replace(aside, moved=True, just_moved=True, called=now.called))
            if after.asked == self.asked and after.moment.held_back == self.moment.held_back:
                return replace(reply, topic=after)  # who was asked in the room still is
        if after.moment.over or (setting.practice and now.round_over):
            return reply.then(self.house.after_game(after))
        return reply.then(after._carry_out(prompt(after.moment)))

    def _refuse(self, refusal: IllegalMove, tried: Moment, aside: TurnState | None = None) -> Reply:
        """What was tried, why not, and what can be done instead; in the booth and on a phone, for them alone. Who comes
        and goes is everybody's business."""
        seat = getattr(refusal.move, "seat", "")
        told = line("refused-" + refusal.reason.value.replace(" ", "-"), **{"seat": seat, **refusal.facts})
        if tried.undoing:
            return self._carry_out(prompt(self.moment.wiped().with_(just_moved=False)).after(told, stands(self.moment)))
        at = tried.refused()
        places = at.places if aside else (at.open_place,)
        places = () if isinstance(refusal.move, Join | Leave) else places
        place = next((each for each in places if each and each.is_secret and at.apart), None)
        asked = at.asked or seat
        booth = visit_to(at, asked, place, taken=True) if place else None
        now = aside or replace(at.now, just_moved=False, booth=booth)
        if place:  # in the booth nobody is spoken of as of somebody else
            told = replace(told, variant="booth") if self.words.has(told.id, "booth") else told
            told = replace(told, to=asked)
        return self._carry_out(Turn(replace(self.moment, now=now), (told,)))

    def _told(self, events: tuple[Event, ...], before: Any, after: Any, understood: Line | None = None) -> Reply:
        """What happened; instead of thanks, what was understood. The cards on the table are part of the question."""
        setting = self.moment.setting
        if setting.practice:  # what comes after its round belongs to one that is not played
            over = [
                number for number, event in enumerate(events, 1) if isinstance(event, setting.host.ROUND_END_EVENTS)
            ]
            events = events[: over[0]] if over else events
        told = setting.host.narrate(events, before, after, setting.content)
        told = (understood if understood and each.id in THANKS else each for each in told)
        said = self.says(*(replace(each, is_narration=each.id != CARD_ON_TABLE) for each in told))
        cues = setting.host.EVENT_CUES
        return replace(said, sounds=tuple(cues[type(event)] for event in events if type(event) in cues))

    def _whose(self, statement: Statement) -> Correcting:
        """ "No, four" or "actually, four"."""
        words = trimmed(tidy(statement.text), self.grammar).casefold() + " "
        for kind, whose in (("denials", Correcting.LAST), ("restarts", Correcting.EITHER)):
            if words.startswith(tuple(f"{mark} " for mark in self.grammar.word_list(kind))):
                return whose
        return Correcting.ASKED

    def _changes(self, reading: Reading) -> bool:
        """Whether this is about what is played and who plays, which can be changed until the first move, rather than an
        answer."""
        if reading.intent == "SomeoneLeaves":
            return "player" in reading.slots
        now = self.moment.now
        waiting = now.waiting and not now.waiting.ready
        return not (reading.intent == "Undo" and (waiting or now.filled))


def expectation_at(at: Moment, grammar: Grammar, plan_lists: Callable[[], SlotNames] = dict) -> Expectation:
    """Return everything that may be said at this moment of a game."""
    active, lists = at.active() | MANNERS | {"NewGame", "SamePlayers"}, at.lists
    if at.changeable:
        active, lists = active | CHANGES, {**plan_lists(), **lists}
    return Expectation(
        grammar, active, lists, at.free, wide=lambda: at.wide, things=lambda: at.things, sift=partial(sift, at)
    )


def expectation_in_state(game: str, state: Any, content: Content, language: str = DEFAULT_LANGUAGE) -> Expectation:
    """Return what the session would expect in this state of this game, at an open table where somebody has moved."""
    setting = Setting(games()[game], host_of(game), content, Privacy.OPEN, LineRenderer(language, game))
    return expectation_at(Moment.of(setting, state, TurnState(moved=True)), load_grammar(language, game))


def settled(at: Moment, turns: Sequence[Sequence[AppliedMove]]) -> TurnState:
    """After a move nothing of what was said towards it is left."""
    now = at.now
    for turn in turns:
        seat, revealed = getattr(turn[0].move, "seat", None), any(made.reveals_something for made in turn)
        over = any(isinstance(each, at.setting.host.ROUND_END_EVENTS) for each in events_of(turn))
        now = replace(
            now.wiped(),
            given={} if revealed else {**now.given, **({seat: now.filled} if seat else {})},
            moved=True,
            just_moved=True,
            locked=frozenset() if revealed else now.locked,
            heard=frozenset() if revealed else now.heard,
            round_over=now.round_over or over,
            speaker=None if seat == now.speaker else now.speaker,
            called=now.called - {seat},
        )
    return now


def on_the_phone(ask: GameQuestion, values: Mapping[str, int | str]) -> tuple[Answer, dict[str, Any]] | None:
    """The answer for which all is there, else the usual one, and what was chosen for it; nothing if it does not fit.

    A number counts the choices of a place; only free words come as words.
    """
    whole = [answer for answer in ask.answers if {place.name for place in answer.slots} == {*values}]
    skipped = [answer for answer in ask.answers if all(p.name in values or p.is_skippable for p in answer.slots)]
    answer = (whole or skipped or [ask.main_answer])[0]
    filled: dict[str, Any] = {}
    for place in answer.slots:
        value = values.get(place.name)
        if isinstance(value, int) and 1 <= value <= len(place.choices):
            filled[place.name] = place.choices[value - 1].value
        elif isinstance(value, str) and place.is_free_text and value.strip():
            filled[place.name] = SpokenWords(text=value.strip())
        elif value is None and place.is_skippable and answer in skipped:
            filled[place.name] = None
    return (answer, filled) if {*values} <= filled.keys() and filled else None
