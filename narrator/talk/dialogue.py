"""Playing at a table, in words: ask, understand, refuse kindly, and tell what happened.

The state of the game decides everything: which seats are asked, which answers fit, what is secret. What is kept here is
only what lies between two moves: the places of an answer that are filled already, a question that waits for a yes, how
often in a row nothing was understood. A move, an undo or a refusal wipes it all, so nothing can be stuck half-answered.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from narrator.box.content import Box
from narrator.errors import KeepingError
from narrator.host.asking import NUMBERED, Answer, Ask, Place
from narrator.host.plan import Privacy
from narrator.host.port import host_of
from narrator.keep.table import Table
from narrator.play import Clip, Event, IllegalMove
from narrator.talk.booth import Booth
from narrator.talk.filling import Filling
from narrator.talk.orientation import AT_ANY_TIME, Orientation
from narrator.talk.repair import Repair
from narrator.talk.sifting import Sifter
from narrator.talk.waiting import Waiting
from narrator.tell.lines import Line, line
from narrator.tell.outbox import Mouth
from narrator.understand.grammar import Lists, Reading
from narrator.understand.understanding import free_words


class Dialogue:
    """The conversation around one game."""

    def __init__(self, table: Table, box: Box, mouth: Mouth, privacy: Privacy, *, practice: bool = False) -> None:
        self.table = table
        self.host = host_of(table.name)
        self.box = box
        self.mouth = mouth
        self.privacy = privacy
        self.practice = practice
        self.filled: dict[str, Any] = {}
        self.speaker: str | None = None
        self.answering: str | None = None
        self.waiting: Waiting | None = None
        self.booth: Booth | None = None
        self.locked: frozenset[str | None] = frozenset()
        """Who has chosen by hand, and says it next."""
        self.asks: tuple[Ask, ...] = ()
        self.round_over = False
        self.moved = False
        """Whether a player has done anything yet."""
        self.just_moved = False
        """Whether the last thing that happened was an answer that counted, so that "no" is about that one."""
        self.called: Mapping[str, Sequence[str]] = {}
        """Other ways to say a player's name, as they were heard."""
        self._happened: list[Event] = []
        self._pressing = False
        """Whether what happens now comes from the booth."""
        self.orientation = Orientation(self)
        self.repair = Repair(self)
        self.sifter = Sifter(self)
        self.filling = Filling(self)
        self.sift, self.offer = self.sifter.sift, self.repair.offer
        self.choose_between, self.miss = self.repair.choose_between, self.repair.miss

    # --- what may be said now --------------------------------------------------------------------

    @property
    def over(self) -> bool:
        return self.table.outcome() is not None

    @property
    def expects_words(self) -> bool:
        """Whether free words are awaited: a clue, a reason, a name."""
        if self.waiting:
            return self.waiting.words is not None
        place = self.open_place
        return place is not None and place.free

    @property
    def corrects(self) -> frozenset[str]:
        """While free words are awaited, what counts only as a correction: "no, four"."""
        begun, place = self.answering is not None and self.expects_words, self.open_place
        kinds = frozenset(answer.intent for answer in self.ask.answers) if self.ask and begun else frozenset()
        return kinds - set(place.led_by) if place else kinds

    def active(self) -> frozenset[str]:
        if self.waiting:
            alone = self.waiting.words or self.waiting.who  # a name is no answer to the question behind it
            return AT_ANY_TIME | self.waiting.intents | (frozenset() if alone else self.answers())
        place = self.open_place
        if place and place.free and self.filled:
            return (
                AT_ANY_TIME
                | self.corrects
                | (self.answers() & set(place.led_by))
                | ({"Skip", "No"} if place.skippable else set())
            )
        also = frozenset() if self.expects_words else frozenset({"AlsoPlays"})
        return AT_ANY_TIME | self.answers() | also

    def answers(self) -> frozenset[str]:
        """The kinds of answer that the questions allow."""
        kinds = {answer.intent for ask in self.asks for answer in ask.answers}
        place = self.open_place
        if place and place.choices and place.counted and place.kind not in NUMBERED:
            kinds.add("Number")
        if place and place.skippable:
            kinds |= {"Skip", "No"}
        if self.to_lock:
            kinds.add("Ready")
        return frozenset(kinds)

    def lists(self) -> Lists:
        """The names at this table: the players, newcomers too, and whatever the questions offer."""
        state = self.table.state
        seats = self.host.players(state)
        names = dict.fromkeys((said, name) for name in seats for said in (name, *self.called.get(name, ())))
        lists: dict[str, dict[tuple[str, Any], None]] = {"player": names, "card": {}, "way": {}}
        seen: set[tuple[str, int]] = set()  # everybody at a large table chooses among the same things
        for place in (place for ask in self.asks for answer in ask.answers for place in answer.places if place.choices):
            slot = place.also[0] if place.also else place.slots[1]
            if (slot, id(place.choices)) in seen:
                continue
            seen.add((slot, id(place.choices)))
            entries = lists.setdefault(slot, {})
            for choice in place.choices:
                spoken = (name.removeprefix("the ") for name in (choice.said, *choice.aliases) if name)
                entries |= dict.fromkeys((name, choice.value) for name in spoken)
        return {slot: list(entries) for slot, entries in lists.items()}

    def wide(self) -> Lists:
        return {**self.lists(), **self.host.wide(self.table.state, self.box)}

    # --- the question at hand --------------------------------------------------------------------

    @property
    def ask(self) -> Ask | None:
        """The question of whoever is answering, else the first one."""
        mine = (ask for ask in self.asks if ask.seat == self.speaker and self.speaker is not None)
        return next(mine, self.asks[0] if self.asks else None)

    @property
    def answer(self) -> Answer | None:
        ask = self.ask
        if ask is None:
            return None
        return (ask.answer(self.answering) if self.answering else None) or ask.main

    @property
    def open_place(self) -> Place | None:
        """The first place of the answer that nothing was said about yet."""
        answer = self.answer
        return next((place for place in answer.places if place.name not in self.filled), None) if answer else None

    @property
    def to_lock(self) -> bool:
        """Whether all choose with their fingers now, before anybody says it."""
        place = self.open_place
        locked = self.ask is not None and self.ask.seat in self.locked
        alone = len(self._choosing) < 2  # nobody to hide it from until it is said
        return bool(place and place.secret and self.privacy is Privacy.TOKENS and not locked and not alone)

    @property
    def _choosing(self) -> tuple[Ask, ...]:
        """The questions that are answered by hand at the same time; who was named chooses alone."""
        ask = self.ask
        if ask is None or ask.if_named:
            return (ask,) if ask else ()
        return tuple(each for each in self.asks if each is ask or (each.seat and not each.if_named))

    def begin(self, events: tuple[Event, ...]) -> None:
        """Tell what happened while the table was laid, and ask the first question."""
        view = self.table.view(None)
        self._tell(events, view)
        self.prompt()

    def prompt(self) -> None:
        """Ask for what is missing."""
        self.asks = () if self.over else self.host.asks(self.table.state, self.box)
        ask, place = self.ask, self.open_place
        if self.waiting:
            self.mouth.say(self.waiting.question)
            return
        if ask is None:
            return
        if place and place.secret and ask.seat and self.privacy is Privacy.BOOTH:
            self.booth = Booth(ask.seat, place, self.mouth)
            if any(each.secret and each.name in self.filled for each in ask.main.places):
                self.booth.go_on()
                if not self._pressing:  # somebody in the room spoke, and is answered there
                    self.mouth.say(line("say-booth", seat=ask.seat))
            else:
                self.mouth.say(line("booth-call", seat=ask.seat))
            return
        if self.to_lock:
            for each in self._choosing:
                self.orientation.tell_hand(each)
            self.mouth.say(
                line("tokens-lock", question=self.mouth.lines.say(Line(ask.question.id, ask.question.facts, "all")))
            )
            return
        if not (place and place.secret and ask.seat in self.locked):  # who chose by hand has heard the cards before
            self.orientation.tell_hand(ask)
        if place and self.filled:
            self.mouth.say(place.knowing(self.filled) if place.knowing else place.question)
        else:
            self.mouth.say(ask.question)

    # --- what was understood ---------------------------------------------------------------------

    def respond(self, reading: Reading, *, correcting: bool = False) -> None:
        """Act on what was understood."""
        if reading.intent in AT_ANY_TIME or reading.intent == "AlsoPlays":
            self.just_moved = False
            self.orientation.respond(reading)
            return
        if self.waiting and reading.intent in self.waiting.intents:
            self._waited_for(reading)
            return
        if self.to_lock and self._fills_secret(reading):
            self.mouth.say(line("lock-first"))  # whose it was nobody said, and others have not chosen yet
            return
        reading = self.repair.of_those_between(reading)
        just_moved, self.just_moved = self.just_moved, False
        was_waiting, self.waiting = self.waiting, None
        self.repair.forget()
        instead = was_waiting and not self.open_place  # another answer, where yes or no was asked for
        if self.filled and (instead or (correcting and not was_waiting)):
            self.filled = {}
        elif correcting and not was_waiting and not self._correct(reading, just_moved=just_moved):
            return
        if reading.intent == "Ready" and self.to_lock:
            self.locked |= {each.seat for each in self._choosing}
            self.prompt()
            return
        if reading.intent == "Number":
            self.filling.choose(int(reading.slots["number"]))
        elif reading.intent in ("Skip", "No"):
            self.filling.leave_out()
        else:
            self.filling.fill(reading)

    def take_words(self, text: str, sound: str | None = None) -> None:
        """Free words, as they were said, and recorded. A song or a sound may have no words at all."""
        self.repair.forget()
        if self.waiting and self.waiting.words:
            taking, self.waiting = self.waiting.words, None
            taking(text)
            return
        place = self.open_place
        words = free_words(text)
        if place is not None and (words or sound):
            self.filled[place.name] = Clip(text=words or None, sound=sound)
            self.filling.go_on()
        else:
            self.miss()

    def says_again(self, reading: Reading) -> bool:
        """Whether free words are awaited, and only what led to them is said once more: "I have a clue"."""
        said = {slot: value for slot, value in reading.slots.items() if slot != "player"}
        return self.expects_words and bool(said) and all(self.filled.get(slot) == said[slot] for slot in said)

    def private(self, place: Place) -> bool:
        """Whether this is for the booth alone."""
        return place.secret and self.privacy is Privacy.BOOTH

    def again_after_no(self) -> None:
        """Not that: forget it, and ask again."""
        self.wipe()
        self.prompt()

    # --- moves -----------------------------------------------------------------------------------

    def play(self, move: Any) -> None:
        """Make the move (or several), tell what happened, and ask what comes next."""
        for each in move if isinstance(move, list) else [move]:
            seat = getattr(each, "seat", None)
            before = self.table.view(None)
            try:
                events = self.table.play(each)
            except IllegalMove as refusal:
                self._refuse(refusal, each)
                return
            except KeepingError as trouble:
                self.wipe()  # whatever it was that could not be kept, it must not stand in the way of the next answer
                self.mouth.say(line("trouble", sentence=str(trouble)))
                return
            self.moved = self.just_moved = True
            self.wipe()
            self.locked = frozenset() if any(event.reveals for event in events) else self.locked
            self._tell(events, before)
            self.round_over = self.round_over or any(isinstance(event, self.host.ROUND_OVER) for event in events)
            self.speaker = None if seat == self.speaker else self.speaker
        if not self.over and not (self.practice and self.round_over):
            self.prompt()

    def _tell(self, events: tuple[Event, ...], before: Any) -> None:
        if self.practice and self.moved:
            over = [number for number, event in enumerate(events, 1) if isinstance(event, self.host.ROUND_OVER)]
            events = events[: over[0]] if over else events  # what comes after belongs to a round that is not played
        self._happened += events
        for told in self.host.tell(events, before, self.table.view(None), self.box):
            self.mouth.say(told)

    def take_happened(self) -> tuple[Event, ...]:
        """What happened since this was asked last."""
        happened, self._happened = tuple(self._happened), []
        return happened

    def _refuse(self, refusal: IllegalMove, move: Any) -> None:
        """What was tried, why not, and what can be done instead; in the booth, for the booth alone."""
        place = next((place for place in (self.answer.places if self.answer else ()) if place.secret), None)
        private = place is not None and self.private(place)
        seat = getattr(move, "seat", "")
        asked = (self.ask.seat if self.ask else None) or seat
        self.wipe()
        self.just_moved = False
        name = "refused-" + refusal.reason.value.replace(" ", "-")
        self.mouth.say(line(name, **{"seat": seat, **refusal.facts}), to=asked if private else None)
        if private and place:
            self.booth = Booth(asked, place, self.mouth, taken=True)

    def wipe(self) -> None:
        """Forget what was said towards an answer."""
        self.filled = {}
        self.answering = None
        self.waiting = None
        self.booth = None
        self.repair.forget()

    def _fills_secret(self, reading: Reading) -> bool:
        """Whether this says aloud what is chosen by hand first."""
        answer, place = self.sifter.answer_of(reading), self.open_place
        if reading.intent == "Number":
            return place is not None and place.secret
        secret = [slot for each in (answer.places if answer else ()) if each.secret for slot in each.slots]
        return any(slot in secret for slot in reading.slots)

    def _correct(self, reading: Reading, *, just_moved: bool) -> bool:
        """ "No, four": take back the same kind of answer, if it can be taken back. Whether this may count now."""
        answer = self.sifter.answer_of(reading)
        whose = "player" in reading.slots and not any(
            "player" in each.slots for each in (answer.places if answer else ())
        )
        if whose or not just_moved:  # somebody else's answer, or one that is still open
            return True
        last, kind = self.table.last_undoable, reading.intent
        if kind == "Number" and self.answer:
            kind = self.answer.intent  # the second one of the same kind
        if type(last).__name__ != kind:
            self.mouth.say(line("cannot-undo" if last is None else "not-a-correction"))
            self.prompt()  # it was about the last answer, and must not become somebody's next one
            return False
        self.table.undo()
        self.wipe()
        self.asks = self.host.asks(self.table.state, self.box)
        self.speaker = getattr(last, "seat", None)
        return True

    # --- what is waited for ------------------------------------------------------------------------

    def go_on(self) -> None:
        """ "Go on": the next step of a lesson, or the question again."""
        if self.waiting and self.waiting.steps:
            self.orientation.next_step(self.waiting.steps)
        else:
            self.prompt()

    def wait_for(self, waiting: Waiting) -> None:
        """Ask this first; the question at hand comes back when it is answered."""
        self.waiting = waiting
        self.mouth.say(waiting.question)

    def _waited_for(self, reading: Reading) -> None:
        waiting, self.waiting = self.waiting, None
        self.repair.forget()
        if waiting is None:
            return
        if reading.intent == "Yes" and waiting.steps:
            self.orientation.next_step(waiting.steps)
        elif reading.intent == "Yes" and waiting.yes:
            waiting.yes()
        elif reading.intent == "No" and waiting.no:
            waiting.no()
        elif reading.intent == "IAm" and waiting.who:
            waiting.who(reading.slots["player"])
        else:
            self.prompt()

    # --- the booth ---------------------------------------------------------------------------------

    def key(self, keys: str) -> None:
        """A key press in the booth."""
        if self.booth is None:
            return
        place, seat = self.booth.place, self.booth.seat
        chosen = self.booth.press(keys)
        if chosen is not None:
            self.booth = None
            self.speaker = seat
            self.filled[place.name] = chosen.value
            self._pressing = True
            self.filling.go_on()
            self._pressing = False
