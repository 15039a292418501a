"""One evening: from "What shall we play?" to "Goodbye!".

Whatever is heard comes in here and whatever is said goes out here, so a conversation is the same whether it is typed,
spoken or read from a file. It owns the table; nobody else may touch it.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from narrator.box.content import Box
from narrator.errors import KeepingError
from narrator.games import DEFAULT, games
from narrator.host.plan import Plan, Privacy
from narrator.host.port import host_of
from narrator.keep.journal import Journal
from narrator.keep.luck import new_seed
from narrator.keep.table import Table
from narrator.keep.texts import box_of, keep_texts
from narrator.play import Event, IllegalMove
from narrator.talk.bookshelf import Bookshelf
from narrator.talk.changes import CHANGES, OTHERWISE, change, changed, plan_lists, unfit
from narrator.talk.dialogue import Dialogue
from narrator.talk.lesson import Lesson
from narrator.talk.lobby import House, Lobby
from narrator.talk.manners import ADJUSTMENTS, MANNERS, RATE_STEP, adjusted
from narrator.talk.naming import ByEar, Naming
from narrator.talk.orientation import AT_ANY_TIME, TOPICS
from narrator.talk.practice import Practice
from narrator.talk.question import AnotherGame, Question
from narrator.talk.setting import introduction, privacy_of, waiting_game
from narrator.talk.waiting import Waiting
from narrator.tell.lines import line
from narrator.tell.outbox import Manner, Mouth, Said
from narrator.understand.grammar import Grammar, Reading, Scope, load_grammar
from narrator.understand.understanding import Ambiguous, NotUnderstood, Perhaps, Understanding, Understood, understand

HARMLESS = (MANNERS | AT_ANY_TIME) - {"Quit", "Undo", "NewPlayer", "SomeoneLeaves"}
"""What changes nothing at the table."""


class Conversation:
    """Understands, answers, and keeps the game."""

    def __init__(  # noqa: PLR0913  # an evening depends on where it takes place
        self,
        journal: Journal,
        box: Box,
        plan: Plan | None = None,
        *,
        language: str = "en",
        private_line: bool = False,
        practice: bool = True,
        hears: Callable[[str], bool] = lambda name: True,
        shelf: Bookshelf | None = None,
    ) -> None:
        """`hears` tells whether the ear knows a player's name; one that it does not know is learned."""
        self.journal = journal
        self._box = box
        self._texts = box
        """What the game on the table is told with: of a kept game, the texts it began with."""
        self._plan = plan or Plan()
        self._plan_lists = plan_lists(box)
        self.language = language
        self._private_line = private_line
        self._offer_practice = practice
        self._hears = hears
        self._shelf = shelf
        self._mouth = Mouth(language)
        self._grammar: Grammar = load_grammar(language)
        self._table: Table | None = None
        self._practising: Practice | None = None
        self._topic: Lobby | Dialogue | Question | Naming | Lesson = self._lobby(self._plan)
        self.paused = False
        self.done = False
        self._doubted: Reading | None = None
        """What was not heard clearly last, if it could be only one thing."""
        self.happened: tuple[Event, ...] = ()
        """What happened at the table before the last answer, for whoever adds a sound to it."""

    # --- in and out ------------------------------------------------------------------------------

    def open(self) -> tuple[Said, ...]:
        """The first words of the evening."""
        unfinished = None if self._plan.game or self._plan.seats else waiting_game(self.journal)
        self._mention_notice()
        self._mouth.say(line("welcome"))
        if unfinished:
            game_id, game, seats = unfinished
            asked = line("offer-resume", game=games()[game].TITLE, seats=seats)
            question = Question(self._mouth, asked, lambda: self._resume(game_id), self._start_anew)
            self._topic = question.or_else(self._something_else, self._plan_lists)
        self._topic.prompt()
        return self._answer()

    def resume(self, game_id: int) -> tuple[Said, ...]:
        """Go straight on with a kept game."""
        self._mention_notice()
        self._resume(game_id)
        return self._answer()

    def _mention_notice(self) -> None:
        if self.journal.notice:
            self._mouth.say(line("trouble", sentence=self.journal.notice))

    def hear(self, text: str, sound: str | None = None, *, aloud: bool = False) -> tuple[Said, ...]:
        """The answer to what was said, and recorded under this name where it was in free words."""
        topic, self._doubted = self._topic, None
        if isinstance(topic, Lobby):
            topic.aloud = aloud
        match self.understand(text):
            case Understood(reading, correcting) if correcting or reading.intent not in topic.corrects:
                self._respond(reading, correcting=correcting)
            case _ if self.paused:
                self._mouth.say(line("still-paused"))
            case Understood(reading) if isinstance(topic, Dialogue) and topic.says_again(reading):
                topic.prompt()
            case _ if topic.expects_words:
                topic.take_words(text, sound)
            case Ambiguous(readings):
                topic.choose_between(readings)
            case Perhaps(said, reading):
                topic.offer(said, reading)
            case NotUnderstood():
                topic.miss()
        return self._answer()

    def doubt(self, phrases: Sequence[str]) -> tuple[Said, ...]:
        """It was one of these, or something else altogether: ask, never guess."""
        meant: dict[str, tuple[str, Reading]] = {}
        for phrase in phrases:
            understood = self.understand(phrase)
            if isinstance(understood, Understood):
                meant.setdefault(repr(understood.reading), (phrase, understood.reading))
        readings = tuple(reading for _, reading in meant.values())
        before, self._doubted = self._doubted, readings[0] if len(readings) == 1 else None
        if self._doubted and (self._doubted == before or self._harmless(self._doubted)):
            # asking whether to help would be no help; and who says the same again means it
            return self.hear(next(iter(meant.values()))[0])
        if not readings or self.paused or any(reading.intent in ("Yes", "No") for reading in readings):
            self._topic.miss()  # whoever mumbled a yes is not asked whether it was one
        elif readings[0].intent == "Quit" and self.dialogue:
            leave = partial(self._mind_manners, "Quit")
            self.dialogue.wait_for(Waiting(line("offer", said=phrases[0]), yes=leave, no=self.dialogue.again_after_no))
        elif len(readings) == 1:
            self._topic.offer(*next(iter(meant.values())))
        else:
            self._topic.choose_between(readings)
        return self._answer()

    def _harmless(self, reading: Reading) -> bool:
        """Whether it changes nothing at the table. Who leaves when the game is over leaves nothing behind."""
        return reading.intent in HARMLESS or (reading.intent == "Quit" and self.kept_game is None)

    def miss(self) -> tuple[Said, ...]:
        """Somebody tried to answer, and not a word of it was understood."""
        self._topic.miss()
        return self._answer()

    def understand(self, text: str) -> Understanding:
        """What this would mean just now; nothing is done about it."""
        topic, scope = self._topic, self.scope
        wide = {**scope.lists, **topic.wide()}
        if isinstance(topic, Dialogue):
            return understand(text, self._grammar, scope.active, scope.lists, wide, topic.sift)
        return understand(text, self._grammar, scope.active, scope.lists, wide)

    @property
    def scope(self) -> Scope:
        """What may be said now."""
        topic = self._topic
        if self.paused:
            return Scope(self._grammar, MANNERS, {})
        active = MANNERS | topic.active() | (CHANGES if self._changeable else frozenset())
        if isinstance(topic, Question | Lobby):
            active |= AT_ANY_TIME  # it is answered that there is no table yet, or any more
        lists = {**self._plan_lists, **topic.lists()} if self._changeable else topic.lists()
        return Scope(self._grammar, active, lists, free=topic.expects_words)

    def key(self, keys: str) -> tuple[Said, ...]:
        """The answer to a key press in the booth."""
        if isinstance(self._topic, Dialogue):
            self._topic.key(keys)
        return self._answer()

    def close(self) -> None:
        """Leave the table; everything is kept already."""
        if self._table:
            self._table.close()
            self._table = None
        if self._practising:
            self._practising.close()

    @property
    def dialogue(self) -> Dialogue | None:
        """What goes on at the table, once it is laid."""
        return self._topic if isinstance(self._topic, Dialogue) else None

    @property
    def room(self) -> tuple[str, Any] | None:
        """The game on the table and the room's view of it, for whoever shows it. There is no secret in it."""
        return (self._table.name, self._table.view(None)) if self._table else None

    @property
    def kept_game(self) -> int | None:
        """The number of the game that can go on another day, if one has begun, counts and is not over."""
        playing = self.dialogue
        return None if playing is None or playing.over or self._practising else playing.table.id

    @property
    def keeps_recordings(self) -> bool:
        """Whether what is said now in free words is worth keeping: of a game that counts, and names."""
        return isinstance(self._topic, Naming) or (self._topic.expects_words and self.kept_game is not None)

    @property
    def manner(self) -> Manner:
        return self._mouth.manner

    def _answer(self) -> tuple[Said, ...]:
        if isinstance(self._topic, Dialogue):
            self.happened = self._topic.take_happened()
            self._after_move(self._topic)
        else:
            self.happened = ()
        answer = self._mouth.take()
        self._mouth.remember(answer)
        return answer

    # --- what works in every state ---------------------------------------------------------------

    def _respond(self, reading: Reading, *, correcting: bool) -> None:
        if reading.intent in MANNERS:
            self._mind_manners(reading.intent)
        elif self.paused:
            self._mouth.say(line("still-paused"))
        elif self._changeable and self._changes(reading):
            self._ask_to_change(reading)
        elif reading.intent in AT_ANY_TIME and reading.intent not in self._topic.active():
            self._without_a_table(reading)
        else:
            self._topic.respond(reading, correcting=correcting)

    def _mind_manners(self, intent: str) -> None:
        mouth = self._mouth
        match intent:
            case "Repeat":
                mouth.again()
            case "RepeatSlower":
                self._set(mouth.manner.faster(-RATE_STEP))
                mouth.again()
            case "Earlier":
                if not mouth.earlier():
                    mouth.say(line("nothing-earlier"))
            case "Stop":
                mouth.say(line("stopped"))
            case "TakeTime":
                mouth.say(line("take-your-time"))
            case "Pause":
                self.paused = True
                mouth.say(line("paused"))
            case "GoOn":
                if self.paused:
                    self.paused = False
                    mouth.say(line("going-on"))
                self._topic.go_on()
            case "Quit":
                mouth.say(line("goodbye" if self.kept_game is None else "saved"))
                self.done = True
                self.close()
            case _:
                self._set(adjusted(mouth.manner, intent))
                mouth.say(line(ADJUSTMENTS[intent]))

    def _set(self, manner: Manner) -> None:
        """From now on, and kept for everybody at the table."""
        self._mouth.manner = manner
        if self._table:
            for seat in self._table.state.seats:
                self.journal.note("player", seat.name, manner.written())

    def _manner_of(self, player: str) -> Manner:
        """As this player likes it, if that is known; else as it is."""
        kept = self.journal.noted("player", player)
        return Manner.read(kept) if kept else self._mouth.manner

    # --- laying the table ------------------------------------------------------------------------

    def _lay_table(self, plan: Plan) -> None:
        """The plan is complete: shuffle, deal, and begin."""
        plan = replace(plan, seed=plan.seed or new_seed())
        self._plan = plan
        name = plan.game or DEFAULT
        host = host_of(name)
        self._mouth.manner = self._manner_of(plan.seats[0].name)
        unheard_of = [seat.name for seat in plan.seats if not self._known_by_ear(seat.name)]
        if unheard_of:
            self._topic = Naming(unheard_of, self._mouth, self._learned, lambda: self._lay_table(plan))
            self._topic.prompt()
            return
        if plan.mode not in games()[name].MODES:
            plan = replace(plan, mode=None)
        options = host.options(plan, self._box)
        try:
            if self._offer_practice and not self.journal.has_played(name):
                games()[name].setup(plan.seats, options)  # a table that is refused is offered nothing yet
                self._offer_practice = False
                self._speak_of(name)
                question = Question(
                    self._mouth, line("offer-practice"), lambda: self._practise(plan), lambda: self._lay_table(plan)
                )
                players = [(seat.name, seat.name) for seat in plan.seats]
                self._topic = question.or_else(self._change_plan, {**self._plan_lists, "player": players}, OTHERWISE)
                self._topic.prompt()
                return
            table = Table.begin(self.journal, name, plan.seats, options, plan.seed)
            keep_texts(self.journal, table.id, host.texts(options, self._box))
        except IllegalMove as refusal:
            lobby = self._lobby(replace(plan, seats=()))
            self._topic = lobby
            lobby.refused(refusal, plan.seats)
            return
        self._speak_of(name)
        privacy = privacy_of(plan, options, private_line=self._private_line)
        for told in introduction(plan, options, privacy, self._box):
            self._mouth.say(told)
        self.journal.note("privacy", table.id, privacy.value)
        self._sit_down(table, plan)

    def _practise(self, plan: Plan) -> None:
        self._practising = Practice(plan, self._box)
        self._mouth.say(line("practice-begins"))
        self._sit_down(self._practising.table, self._practising.plan)

    def _sit_down(self, table: Table, plan: Plan) -> None:
        self._table, self._texts = table, self._box
        self._speak_of(table.name)
        privacy = privacy_of(plan, table.state.options, private_line=self._private_line)
        self._topic = Dialogue(table, self._box, self._mouth, privacy, practice=self._practising is not None)
        self._topic.called = self._names_by_ear(table)
        self._topic.begin(table.opening)

    def _known_by_ear(self, name: str) -> bool:
        return self._hears(name) or ByEar.kept(self.journal, name) is not None

    def _learned(self, name: str, by_ear: ByEar) -> None:
        by_ear.keep(self.journal, name)
        self._mouth.say(line("learned-name", seat=name))

    def _names_by_ear(self, table: Table) -> dict[str, tuple[str, ...]]:
        """How those at the table are called, besides their names; their recordings go into the mouth."""
        called = {seat.name: ByEar.kept(self.journal, seat.name) for seat in table.state.seats}
        self._mouth.names = {name: by_ear.sound for name, by_ear in called.items() if by_ear and by_ear.sound}
        return {name: by_ear.aliases for name, by_ear in called.items() if by_ear}

    def _speak_of(self, game: str) -> None:
        """From now on in the words of this game."""
        self._grammar = load_grammar(self.language, game)
        self._mouth.speak_of(game)

    @property
    def _changeable(self) -> bool:
        """Until the first move, the plan can be changed by voice."""
        topic = self._topic
        if not isinstance(topic, Dialogue) or topic.moved or self._practising is not None:
            return False
        return not (topic.expects_words and topic.answering)  # "together" may be somebody's clue

    def _changes(self, reading: Reading) -> bool:
        """Whether this is about what is played and who plays, rather than an answer."""
        dialogue = self.dialogue
        answering = dialogue is not None and (dialogue.waiting or dialogue.filled)
        if reading.intent == "SomeoneLeaves":
            return "player" in reading.slots
        return reading.intent in OTHERWISE and not (reading.intent == "Undo" and answering)

    def _ask_to_change(self, reading: Reading) -> None:
        """Nobody is sent away by a word that was misheard."""
        dialogue = self.dialogue
        if dialogue and reading.intent == "SomeoneLeaves":
            sure = line("sure-to-leave", seat=reading.slots["player"])
            yes = partial(self._change_plan, reading)
            dialogue.wait_for(Waiting(sure, yes=yes, no=dialogue.again_after_no))
        else:
            self._change_plan(reading)

    def _change_plan(self, reading: Reading) -> None:
        """As it was asked for, and the table is laid anew."""
        plan = change(self._plan, reading, self._box)
        refused = unfit(plan, booth=self._private_line)
        if plan == self._plan or (reading.intent == "AlsoPlays" and not self._calls_somebody(reading)):
            self._topic.miss()
        elif refused:
            self._mouth.say(refused)
            self._topic.prompt()
        else:
            self._mouth.say(changed(plan, reading, self._box))
            self._offer_practice = self._offer_practice or isinstance(self._topic, Question)
            self._clear_table()
            self._topic = self._lobby(plan)
            self._topic.prompt()

    def _calls_somebody(self, reading: Reading) -> bool:
        """ "Julie, too" is about a player; "the fox, too" is not, where the fox is something to choose."""
        return isinstance(self.understand(reading.slots["newcomer"]), NotUnderstood)

    def _clear_table(self) -> None:
        """A table at which nobody has moved leaves no trace."""
        if self._table:
            self._table.close()
            self.journal.forget(self._table.id)
            self._table = None

    def _lobby(self, plan: Plan) -> Lobby:
        house = House(self._lay_table, self._teach, self._last_game, self._shelf, self._private_line)
        return Lobby(plan, self._box, self._mouth, house)

    def _something_else(self, reading: Reading) -> None:
        """Rather another game than an answer to what was asked."""
        self._topic = self._lobby(Plan())
        self._topic.respond(reading)

    def _teach(self, game: str | None) -> None:
        """How to play, step by step; then back to the question that was asked."""
        asked, name = self._topic, game or self._plan.game or DEFAULT
        plan = replace(self._plan, mode=self._plan.mode if self._plan.mode in games()[name].MODES else None)
        host = host_of(name)

        def end() -> None:
            self._topic = asked

        self._mouth.speak_of(name)
        self._topic = Lesson(self._mouth, host.lessons(host.options(plan, self._box)), asked, end)
        self._topic.prompt()

    def _without_a_table(self, reading: Reading) -> None:
        """Somebody asks for the scores, or whose turn it is, where nothing is played yet, or any more."""
        if reading.intent == "HowToPlay":
            self._teach(reading.slots.get("game") or (self._table.name if self._table else None))
            return
        if self._table is None:
            self._mouth.say(line("not-begun"))
        elif reading.intent in TOPICS:
            topic, table = TOPICS[reading.intent], self._table
            told = list(host_of(table.name).about(topic, table.view(None), self._texts))
            for each in told or [line(f"no-{topic}")]:
                self._mouth.say(each)
        else:
            self._mouth.say(line("already-over"))
        self._topic.prompt()

    # --- coming back, and the end ------------------------------------------------------------------

    def _last_game(self) -> None:
        """What was not finished, if there is anything."""
        unfinished = waiting_game(self.journal)
        if unfinished:
            self._resume(unfinished[0])
        else:
            self._mouth.say(line("nothing-unfinished"))
            self._topic.prompt()

    def _start_anew(self) -> None:
        self._mouth.say(line("not-resumed"))
        self._topic = self._lobby(self._plan)
        self._topic.prompt()

    def _resume(self, game_id: int) -> None:
        privacy = Privacy(self.journal.noted("privacy", game_id) or Privacy.OPEN)
        if privacy is Privacy.BOOTH and not self._private_line:
            self._mouth.say(line("booth-missing"))
            self._start_anew()
            return
        try:
            table = Table.resume(self.journal, game_id)
        except KeepingError as trouble:
            self._mouth.say(line("trouble", sentence=str(trouble)))
            self._start_anew()
            return
        texts = box_of(self.journal, game_id, self._box)
        if not host_of(table.name).has_words(table.state.options, texts):
            table.close()
            self._mouth.say(line("pack-missing"))
            self._start_anew()
            return
        self._table, self._texts = table, texts
        self._speak_of(table.name)
        self._mouth.manner = self._manner_of(table.state.seats[0].name)
        dialogue = Dialogue(table, texts, self._mouth, privacy)
        dialogue.moved = True
        dialogue.called = self._names_by_ear(table)
        self._topic = dialogue
        self._mouth.say(line("resumed"))
        for told in dialogue.host.recap(table.view(None), texts):
            self._mouth.say(told)
        dialogue.prompt()

    def _after_move(self, dialogue: Dialogue) -> None:
        """The practice round may be over, or the game."""
        if self._practising and (dialogue.round_over or dialogue.over):
            self._practising.close()
            self._practising = None
            self._mouth.say(line("practice-over"))
            self._lay_table(self._plan)
        elif dialogue.over:
            self._topic = self._another()
            self._topic.prompt()

    def _another(self) -> Question:
        def anew() -> None:
            self._leave_table()
            self._topic = self._lobby(Plan())
            self._topic.prompt()

        def instead(reading: Reading) -> None:
            self._leave_table()
            self._something_else(reading)

        def enough() -> None:
            self._mind_manners("Quit")

        return AnotherGame(self._mouth, line("ask-another"), anew, enough).or_else(instead, self._plan_lists)

    def _leave_table(self) -> None:
        if self._table:
            self._table.close()
            self._table = None
