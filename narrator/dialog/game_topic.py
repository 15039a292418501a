"""The topic while a game is played: ask, answer, refuse politely, make moves, and narrate the events.

The state of the game decides everything: who is asked, which answers fit, what is secret. The functions that react to
an utterance (`respond`, `fill_answer`, `repair` …) only return a reply with the moves to make. Moves are made in one
place, `_play`, and in this order: the rules accept them, the next question is found, both are written to the journal,
and only then the events are narrated. A failure before that changes nothing.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from narrator.core.game import Event, IllegalMove, Join, Leave, Reason, SpokenWords
from narrator.dialog.after_game import play_again
from narrator.dialog.choice_names import name_of_card
from narrator.dialog.fill_answer import booth_visit, fill_slot, go_on
from narrator.dialog.held_votes import HeldVote, Projection, find_own_cards, project
from narrator.dialog.intents import GAME_REQUEST_INTENTS, MAKING_MODES
from narrator.dialog.plan_changes import PLAN_AND_PLAYER_INTENTS
from narrator.dialog.player_requests import next_lesson
from narrator.dialog.prompts import mark_described, prompt, read_back
from narrator.dialog.repair import miss
from narrator.dialog.respond import (
    Correcting,
    choose_between,
    confirm_words,
    respond,
    still_stands,
    suggest,
    take_words,
)
from narrator.dialog.saved_answer import AnswerDoesNotFit, answer_to_json, resume_answer
from narrator.dialog.topic import NO_WORDS, Reply
from narrator.dialog.turn import Turn
from narrator.dialog.turn_state import NOTHING_SAID, Setting, SideQuestion, TurnState
from narrator.games import games
from narrator.games.hosting.host import LookUp, host_of
from narrator.games.hosting.plan import Privacy
from narrator.games.hosting.questions import Answer, GameQuestion
from narrator.language.content.packs import Content
from narrator.language.language import DEFAULT_LANGUAGE
from narrator.language.lines.audience import Alone, Audience
from narrator.language.lines.line import Line, line, tell_alone
from narrator.language.lines.renderer import LineRenderer
from narrator.language.understanding.expectation import Expectation
from narrator.language.understanding.grammar import SlotNames, load_grammar
from narrator.language.understanding.interruptions import addresses_player, is_interruption
from narrator.language.understanding.reading import Ambiguous, Reading, Suggestion, Understanding, Understood
from narrator.language.understanding.understand import free_words, tidy, trimmed
from narrator.speech.ports import UtteranceHeard
from narrator.storage.messages import PENDING_ANSWER_LOST
from narrator.storage.table import PlayedTurn, Table

if TYPE_CHECKING:
    from narrator.dialog.table_manager import TableManager

CARD_ON_TABLE = "on-symbol"
"""The line that reads a card on the table, in every game."""
THANKS = ("laid", "voted")
"""Lines that only acknowledge an answer. The narrator repeats the answer instead."""


@dataclass(frozen=True, kw_only=True)
class GameTopic(Turn):
    """A turn at a table where moves can be made."""

    table: Table
    tables: "TableManager"
    meanwhile: TurnState | None = None
    """On the turn of a phone: the state of the turn in the room."""

    # --- what the conversation sees --------------------------------------------------------------

    @property
    def game_topic(self) -> "GameTopic":
        return self

    @property
    def records(self) -> bool:
        return self.free and self.kept_game is not None

    @property
    def kept_game(self) -> int | None:
        return None if self.over or self.setting.practice else self.table.id

    @property
    def easier_question(self) -> Line | None:
        question = self.question
        if question is None or not question.preferred_intent or not self.free or self.now.side_question:
            return None
        return replace(question.prompt, variant="short")

    @property
    def plan_lists(self) -> SlotNames:
        return self.tables.plan_lists

    def refreshed(self) -> "GameTopic":
        return self.with_()

    # --- what is said to it ----------------------------------------------------------------------

    def begin(self, events: tuple[Event, ...]) -> Reply:
        """Tell the opening events and ask the first question."""
        return self._tell(events, self.room, self.room).then(self.prompt())

    def prompt(self) -> Reply:
        if self.questions:
            return self._finish(prompt(self))
        if self.over:
            return self.tables.after_game(self)
        return self._finish(prompt(self.as_stored()))  # an error has left no question

    def take_up(self) -> Reply:
        """Resume a stored game, with the answer that was begun after its last move."""
        if self.table.pending is None:
            return self.prompt()
        try:
            reply = resume_answer(self, self.table.pending)
        except AnswerDoesNotFit:
            return self.says(line("trouble", sentence=PENDING_ANSWER_LOST)).then(self.prompt())
        return self._finish(reply)

    def go_on(self) -> Reply:
        side = self.now.side_question
        turn = self.with_(just_moved=False)
        return self._finish(next_lesson(turn, side.steps)) if side and side.steps else turn.prompt()

    def answer(self, meaning: Understanding, utterance: UtteranceHeard = NO_WORDS) -> Reply:
        requests = isinstance(meaning, Understood) and meaning.reading.intent in GAME_REQUEST_INTENTS
        if not (self.questions or self.over or requests):
            return self.prompt()
        if isinstance(meaning, Ambiguous) and self.question and not self.now.side_question:
            preferred = (each for each in meaning.readings if each.intent == self.question.preferred_intent)
            meaning = next(map(Understood, preferred), meaning)
        match meaning:
            case Understood(Reading("NewGame" | "SamePlayers" as new)):
                begin = self.tables.new_game if new == "NewGame" else lambda: play_again(self.tables, self)
                return self.ask_back(line("sure-new-game", kept=self.kept_game is not None), begin)
            case Understood(Reading("MakeStory" | "MakeCard" as what)) if not self.changeable:
                question = line(
                    "sure-make-story" if what == "MakeStory" else "sure-make-card", kept=self.kept_game is not None
                )
                return self.ask_back(question, lambda: self.tables.make_something(MAKING_MODES[what]))
            case Understood(Reading("LeavePractice")):
                return self.tables.after_game(self)
            case Understood(Reading("HowToPlay", {"game": other})) if other != self.table.name and not self.free:
                return self.tables.says(line(f"about-{other}")).then(self.prompt())
            case Understood(reading, correcting) if correcting or not (self.free and reading.intent in self.corrects):
                return self._answer_reading(reading, utterance, correcting=correcting)
            case Understood(reading) if words := self._question_inside(reading):
                return self._finish(confirm_words(self, lambda sure: respond(sure, reading), words))
            case Understood(reading) if self.repeats_lead_in(reading):
                return self.prompt()
            case _ if self.free and (utterance.text or utterance.clip):
                text, clip = utterance.text, utterance.clip
                # "I don't know" is an answer where a player may skip the question
                may_skip = isinstance(meaning, Ambiguous) and Reading("Skip") in meaning.readings
                if not may_skip and not self.now.side_question and self._is_interruption(text):
                    return self._finish(confirm_words(self, lambda sure: take_words(sure, text, clip), text))
                return self._finish(take_words(self, text, clip))
            case Ambiguous((reading, *_)) | Suggestion(_, reading) if (
                self.answers_in_private and self.open_slot and self.open_slot.is_secret
            ):
                return self._finish(respond(self, reading))  # no card of that hand is named in the room
            case Ambiguous(readings) if hidden := [each for each in readings if self.names_hidden_card(each)]:
                return self._finish(respond(self, hidden[0]))
            case Suggestion(_, reading) if self.names_hidden_card(reading):
                return self._finish(respond(self, reading))
            case Ambiguous(readings):
                return self._finish(choose_between(self, readings))
            case Suggestion(said, reading):
                return self._finish(suggest(self, said, reading))
            case _:
                return self._finish(miss(self))

    def _answer_reading(self, reading: Reading, utterance: UtteranceHeard, *, correcting: bool) -> Reply:
        has_words = any(isinstance(value, str) for value in reading.slots.values())
        if has_words and (words := self._question_inside(reading)):
            return self._finish(confirm_words(self, lambda sure: respond(sure, reading), words))
        if self.changeable and reading.intent in PLAN_AND_PLAYER_INTENTS and self._changes_plan(reading):
            asked = self.with_(side_question=None)
            return self.tables.change_plan(reading, asked, sure=asked.ask_back)  # a misheard word must not end the game
        whose = self._whose_correction(utterance) if correcting else Correcting.NOBODYS
        return self._finish(respond(self, reading, whose))

    def _question_inside(self, reading: Reading) -> str | None:
        """Return the part that is not a clue, in free words such as "my clue is how many cards are left"."""
        said = {slot: words for slot, words in reading.slots.items() if isinstance(words, str)}
        answer = self.answer_of(reading) if said else None
        free = [slot.name for slot in (answer.slots if answer else ()) if slot.is_free_text]
        return next(
            (said[slot] for slot in free if slot in said and is_interruption(said[slot], self.expectation)), None
        )

    def _is_interruption(self, text: str) -> bool:
        """Return whether these words may be talk. A player's name does not show that where the answer is read back."""
        is_read_back = self.answer_kind is not None and self.answer_kind.confirm is not None
        return is_interruption(text, self.expectation) and not (
            is_read_back and addresses_player(text, self.expectation)
        )

    def press(self, keys: str) -> Reply:
        visit = self.now.booth
        if visit is None:
            return self.says(line("booth-empty"))
        visit, lines, chosen = visit.press(keys)
        turn = mark_described(replace(self, pressed=True), visit.seat, visit.described)
        if chosen is None:
            return self._finish(turn.with_(booth=visit).says(*lines))
        turn = fill_slot(turn.with_(booth=None, speaker=visit.seat), visit.slot.name, chosen.value)
        return self._finish(go_on(turn))

    def choose(self, seat: str, values: Mapping[str, int | str]) -> Reply:
        """Answer a choice made on a phone. It counts for that seat only; the player asked in the room goes on."""
        question = next((each for each in self.questions if each.seat == seat), None)
        chosen = answer_on_phone(question, values) if question else None
        if chosen is None:
            return self.refuse_on_phone(seat)
        now = self.now
        said = replace(now.cleared(), speaker=seat)
        turn = replace(self, before=NOTHING_SAID).with_(said, answering=chosen[0].intent, filled=chosen[1])
        return self._finish(go_on(turn), meanwhile=now if now.speaker != seat else None)

    def refuse_on_phone(self, seat: str, reason: str = "phone-late") -> Reply:
        """Tell this player alone why a choice on the phone does not count, and what has changed."""
        told = (line(reason), *(self.look_up(LookUp.ROUND) if reason == "phone-late" else ()))
        return replace(self.says(*tell_alone(seat, Alone.ON_PHONE, *told)), refused=True)

    def take_back(self, seat: str) -> Reply:
        """Take back a choice made on a phone, until it is revealed."""
        if self.table.undo_for(seat) is None:
            return self.refuse_on_phone(seat, "cannot-undo")
        now = replace(self.now, called=self.now.called | {seat})
        return self._at_table(now).says(line("chooses-again", seat=seat))

    def phone_connected(self, seat: str) -> Reply:
        """Ask on the phone what this player was asked elsewhere."""
        visits = self.now.booth is not None and self.now.booth.seat == seat
        turn = self.with_(booth=None) if visits else self.with_()
        asked = visits or self.all_choose_by_hand or turn.on_phones
        return turn.prompt() if asked and self.setting.privacy is Privacy.PHONES else Reply(turn)

    def ask_back(self, question: Line, yes: Callable[[], Reply]) -> Reply:
        return self._finish(self.asks_first(SideQuestion(question, yes=lambda turn: yes())))

    @property
    def undoable_in_room(self) -> tuple[Any, Any] | None:
        """The last move, if it can be taken back in the room: a choice on a phone is taken back on that phone."""
        if self.now.held:
            return self._last_held
        last = self.table.last_undoable
        seat = getattr(last[0], "seat", None) if last else None
        return None if seat is not None and self.privacy_of(seat) is Privacy.PHONES else last

    @property
    def _last_held(self) -> tuple[Any, Any] | None:
        """The vote that was held last, and the state before it, as long as it can be changed."""
        *before, last = self.now.held
        if self.now.held_for_good:
            return None
        return last.moves[0], project(self.setting.game, self.table.state, before).state

    def play(self, *moves: Any) -> Reply:
        """Make these moves."""
        return self._finish(self.plays(*moves))

    # --- what it leads to ------------------------------------------------------------------------

    def _finish(self, reply: Reply, meanwhile: TurnState | None = None) -> Reply:
        """Make the moves of a reply; if it has none, save the answer that was begun.

        `meanwhile` is the state of the turn in the room; it continues if the moves reveal nothing.
        """
        turn, meanwhile = reply.topic, meanwhile or self.meanwhile
        if not isinstance(turn, GameTopic) or turn.table is not self.table:
            return reply  # it leads to another topic
        if reply.moves is not None or turn.undoing:
            return self._play(turn, reply, meanwhile)
        if turn.reader is not None:
            return reply  # only begun on a phone
        self.table.save_pending(answer_to_json(turn.now))
        return replace(reply, topic=replace(turn, last=turn.undoable_in_room, pressed=False, before=turn.now))

    def _play(self, turn: "GameTopic", reply: Reply, meanwhile: TurnState | None) -> Reply:
        """Make the moves, all or none; tell what happened, and ask what comes next."""
        moves, made_before = reply.moves or (), 0
        if moves and turn.holds(moves):
            held = (*turn.now.held, HeldVote(str(turn.asked), answer_intent(turn), turn.now.filled, moves))
            try:
                projection = project(self.setting.game, self.table.state, held)
            except IllegalMove as refusal:
                return self._refuse(refusal, turn, meanwhile)
            if not projection.is_complete:
                return self._hold(turn, held, projection)
            if wrong := find_own_cards(self.setting.game, self.table.state, held):
                return self._return_votes(turn, held, wrong)
            made_before = sum(len(vote.moves) for vote in turn.now.held)  # told when they were given
            moves = tuple(move for vote in held for move in vote.moves)
        elif turn.undoing and self.now.held and not moves:
            return self._finish(replace(reply, topic=replace(turn, undoing=False)))
        try:
            attempt = self.table.attempt(moves, instead_of_last=turn.undoing and not self.now.held)
        except IllegalMove as refusal:
            return self._refuse(refusal, turn, meanwhile)
        played = attempt.turns
        now = state_after(turn, played)
        if reply.moves is None:  # the last move is only taken back; the question is among the lines already
            self.table.commit(attempt, answer_to_json(now))
            after = replace(turn.with_(now), undoing=False, pressed=False, before=now)
            after = replace(after, last=after.undoable_in_room)
            return replace(reply, topic=after)
        after = turn.with_votes(played[-1].applied[-1].step.state if played else turn.state, now)
        same_question = False
        if meanwhile is not None and not any(each.reveals for each in played):
            after = after.with_(
                meanwhile, moved=True, just_moved=True, called=now.called, begun_on_phones=now.begun_on_phones
            )
            here = self if self.reader is None else self.hiding_hands().with_(meanwhile)
            same_question = (after.asked, after.waits_for_phones) == (here.asked, here.waits_for_phones)
        last_vote = next((vote for vote in now.held[-1:] if vote not in after.now.held), None)
        completes = last_vote is not None and last_vote.seat in after.state.names
        ends = not same_question and (after.over or (self.setting.practice and now.round_over))
        asked = Reply(after) if ends or same_question or completes else prompt(after)
        topic = asked.topic
        assert isinstance(topic, GameTopic)
        self.table.commit(attempt, answer_to_json(topic.now))
        topic = replace(topic, last=topic.undoable_in_room, pressed=False, before=topic.now)
        told = replace(reply, topic=topic, moves=None)
        played = played[made_before:]
        understood = read_back(turn) if len(played) == 1 else None
        views = {id(turn.state): turn.room, id(after.state): after.room}
        for each in played:
            first, last = each.applied[0].before, each.applied[-1].step.state
            before, later = (views.get(id(state)) or self.setting.game.view(state, None) for state in (first, last))
            told = told.then(topic._tell(each.events, before, later, understood))
        if last_vote is not None and completes:  # a phone or a player who left was the last to wait for
            votes = topic.with_(speaker=last_vote.seat, answering=last_vote.intent, filled=last_vote.filled)
            return told.then(topic._play(votes, Reply(votes, moves=last_vote.moves), None))
        return told.then(self.tables.after_game(topic) if ends else replace(asked, topic=topic))

    def _at_table(self, now: TurnState) -> "GameTopic":
        """Return the topic with the state of the table, after a move was taken back."""
        turn = self.with_votes(self.table.state, now)
        return replace(turn, last=turn.undoable_in_room)

    def with_votes(self, state: Any, now: TurnState) -> "GameTopic":
        """Return the topic in another stored state, with the votes that are still held in it."""
        if not now.held:
            return self.with_state(state, now)
        held = tuple(vote for vote in now.held if vote.seat in state.everyone)
        try:
            projection = project(self.setting.game, state, held)
        except IllegalMove:  # the vote is over
            return self.with_state(state, replace(now, held=()))
        return self.with_state(projection.state, replace(now, held=held[:-1] if projection.is_complete else held))

    def _hold(self, turn: "GameTopic", held: tuple[HeldVote, ...], projection: Projection) -> Reply:
        """Take a vote that is made together with the others, and ask the next player."""
        seat, now = turn.asked, turn.now
        now = replace(
            now.cleared(),
            held=held,
            given={**now.given, str(seat): now.filled},
            moved=True,
            just_moved=True,
            speaker=None if seat == now.speaker else now.speaker,
        )
        after = turn.with_state(projection.state, now)
        told = after._tell(projection.events, turn.room, after.room, read_back(turn))
        return told.then(self._finish(prompt(after)))

    def _return_votes(
        self, turn: "GameTopic", held: tuple[HeldVote, ...], wrong: list[tuple[HeldVote, IllegalMove]]
    ) -> Reply:
        """Tell who voted for an own card and votes again; the other votes stay."""
        again = [vote for vote, _ in wrong]
        kept = tuple(vote for vote in held if vote not in again)
        now = replace(turn.now.cleared(), held=kept, held_for_good=True, moved=True, just_moved=False, speaker=None)
        after = turn.with_votes(self.table.state, now)
        understood = read_back(turn)
        told = [*([understood] if understood else []), *(self._refusal_line(refusal) for _, refusal in wrong)]
        asked = self._finish(prompt(after)) if len(wrong) > 1 else self._finish(Reply(after))
        return replace(asked.after(*told), refused=True)

    def as_stored(self) -> "GameTopic":
        """Return the topic with the stored state of the table, after an error; private steps are taken again."""
        if self.table.state is self.state and (self.questions or self.over):
            return self
        now = replace(self.now.cleared(), speaker=None, given={}, moved=True, locked=frozenset(), heard=frozenset())
        return self._at_table(now)

    def without_question(self) -> "GameTopic":
        """Return the topic where the game's question cannot be asked: requests still work."""
        state = self.table.state
        turn = replace(self, state=state, room=self.table.view(None), questions=(), told_questions=())
        return replace(turn.with_(self.now.cleared(), moved=True), last=self.undoable_in_room)

    def _refuse(self, refusal: IllegalMove, tried: Turn, meanwhile: TurnState | None = None) -> Reply:
        """Say what was tried, why it is refused, and what to do instead.

        A refused secret is whispered in the booth or sent to the phone. Joining and leaving concerns all players.
        """
        told, seat = self._refusal_line(refusal), getattr(refusal.move, "seat", "")
        if refusal.reason is Reason.NOT_IN_HAND and self.setting.privacy is not Privacy.OPEN:
            told = line("other-number", seat=seat)  # the same card twice: the others must not hear which
        if tried.undoing:
            cleared = self.with_(self.now.cleared(), just_moved=False)
            return replace(self._finish(prompt(cleared).after(told, still_stands(self))), refused=True)
        turn = tried.refused()
        slots = turn.slots if meanwhile else (turn.open_slot,)
        slots = () if isinstance(refusal.move, Join | Leave) else slots
        slot = next((each for each in slots if each and each.is_secret and turn.answers_in_private), None)
        if tried.reader is not None:
            return replace(self.says(told), refused=True)
        asked = turn.asked or seat
        booth = booth_visit(turn, asked, slot, taken=True) if slot else None
        if slot:  # in the booth the player is addressed directly
            told = replace(told, variant="booth") if self.words.has(told.id, "booth") else told
            alone = Alone.ON_PHONE if turn.asked_privacy is Privacy.PHONES else Alone.IN_BOOTH
            told = replace(told, audience=Audience(asked, alone))
        now = meanwhile or replace(turn.now, just_moved=False, booth=booth)
        return replace(self._finish(self.with_(now).says(told)), refused=True)

    def _refusal_line(self, refusal: IllegalMove) -> Line:
        facts = {"seat": getattr(refusal.move, "seat", ""), **refusal.facts}
        if "card" in facts:
            cards = self.setting.host.all_card_choices(self.state, self.setting.content)
            facts["card"] = name_of_card(facts["card"], cards)
        return line("refused-" + refusal.reason.value.replace(" ", "-"), **facts)

    def _tell(self, events: tuple[Event, ...], before: Any, after: Any, understood: Line | None = None) -> Reply:
        """Tell what happened; instead of thanks, repeat what was understood.

        The cards on the table are part of the question, so that a player may answer while they are read.
        """
        host = self.setting.host
        if self.setting.practice:  # later events belong to a round that is not played
            ends = [number for number, event in enumerate(events, 1) if isinstance(event, host.ROUND_END_EVENTS)]
            events = events[: ends[0]] if ends else events
        lines = tuple(host.narrate(events, before, after, self.setting.content))
        lines = tuple(understood if understood and each.id in THANKS else each for each in lines)
        reply = self.says(*(replace(each, is_narration=each.id != CARD_ON_TABLE) for each in lines))
        sounds = (host.EVENT_CUES.get(type(event)) for event in events)
        return replace(reply, sounds=tuple(sound for sound in sounds if sound))

    def _whose_correction(self, utterance: UtteranceHeard) -> Correcting:
        """Return whose answer is corrected by "no, four" or "actually, four"."""
        words = trimmed(tidy(utterance.text), self.grammar).casefold() + " "
        for kind, whose in (("denials", Correcting.LAST), ("restarts", Correcting.EITHER)):
            if words.startswith(tuple(f"{mark} " for mark in self.grammar.word_list(kind))):
                return whose
        return Correcting.ASKED

    def _changes_plan(self, reading: Reading) -> bool:
        """Return whether this changes game, players or options rather than answering the question."""
        if reading.intent == "SomeoneLeaves":
            return "player" in reading.slots
        side = self.now.side_question
        return not (reading.intent == "Undo" and ((side and not side.ready) or self.now.filled))


def expectation_in_state(game: str, state: Any, content: Content, language: str = DEFAULT_LANGUAGE) -> Expectation:
    """Return what the session would expect in this state of a game, at an open table where a player has moved."""
    setting = Setting(games()[game], host_of(game), content, Privacy.OPEN)
    words, grammar = LineRenderer(language, game), load_grammar(language, game)
    return PreviewTurn.of(words, grammar, setting, state, TurnState(moved=True)).expectation


class PreviewTurn(Turn):
    """A turn without a table, to look at: it cannot be played."""

    def prompt(self) -> Reply:
        return prompt(self)

    def answer(self, meaning: Understanding, utterance: UtteranceHeard = NO_WORDS) -> Reply:
        return self.says()


def state_after(turn: Turn, played: Sequence[PlayedTurn]) -> TurnState:
    """Return what was said, without what was said towards the moves that are now made."""
    now, private = turn.now, turn.asked_privacy in (Privacy.BOOTH, Privacy.PHONES)
    for each in played:
        seat, revealed = getattr(each.applied[0].move, "seat", None), each.reveals
        over = any(isinstance(event, turn.setting.host.ROUND_END_EVENTS) for event in each.events)
        now = replace(
            now.cleared(),
            given={} if revealed else {**now.given, **({seat: now.filled} if seat and not private else {})},
            moved=True,
            just_moved=True,
            locked=frozenset() if revealed else now.locked,
            heard=frozenset() if revealed else now.heard,
            held=() if revealed else now.held,
            held_for_good=now.held_for_good and not revealed,
            round_over=now.round_over or over,
            speaker=None if seat == now.speaker else now.speaker,
            called=now.called - {seat},
            begun_on_phones={} if revealed else without_seat(now.begun_on_phones, seat),
        )
    return now


def answer_intent(turn: Turn) -> str:
    """Return the intent of the answer that was given."""
    assert turn.answer_kind is not None
    return turn.answer_kind.intent


def without_seat(states: Mapping[str, TurnState], seat: str | None) -> dict[str, TurnState]:
    return {name: state for name, state in states.items() if name != seat}


def answer_on_phone(question: GameQuestion, values: Mapping[str, int | str]) -> tuple[Answer, dict[str, Any]] | None:
    """Return the kind of answer that was chosen on a phone, and its slots; None if the values do not fit.

    A number is a position among the choices of a slot; only free words come as text.
    """
    whole = [answer for answer in question.answers if {slot.name for slot in answer.slots} == {*values}]
    skipped = [
        answer for answer in question.answers if all(slot.name in values or slot.is_skippable for slot in answer.slots)
    ]
    answer = (whole or skipped or [question.main_answer])[0]
    filled: dict[str, Any] = {}
    for slot in answer.slots:
        value = values.get(slot.name)
        if isinstance(value, int) and 1 <= value <= len(slot.choices):
            filled[slot.name] = slot.choices[value - 1].value
        elif isinstance(value, str) and slot.is_free_text and free_words(value):
            filled[slot.name] = SpokenWords(text=free_words(value))
        elif value is None and slot.is_skippable and answer in skipped:
            filled[slot.name] = None
    return (answer, filled) if {*values} <= filled.keys() and filled else None
