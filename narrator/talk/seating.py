"""Bringing people to a table and away from it: laying it, a practice round, taking up a kept game, another one.

It owns the table. Whatever it does is told in a reply; what fails leaves no table half laid.
"""

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from functools import cache, cached_property, partial
from typing import Any

from narrator.box.content import Box
from narrator.errors import KeepingError, NarratorError
from narrator.games import DEFAULT, games
from narrator.host.plan import Plan, Privacy
from narrator.host.port import host_of
from narrator.keep.journal import Journal
from narrator.keep.luck import new_seed
from narrator.keep.table import Table
from narrator.keep.texts import box_of, keep_texts
from narrator.play import IllegalMove
from narrator.talk.at_any_time import LOOK_UPS
from narrator.talk.bookshelf import Bookshelf, NoBookshelf
from narrator.talk.changes import CHANGES, OTHERWISE, change, changed, plan_lists, unfit
from narrator.talk.dialogue import Dialogue
from narrator.talk.lesson import Lesson
from narrator.talk.lobby import Lobby
from narrator.talk.manners import MANNERS
from narrator.talk.moment import NOTHING_SAID, Between, Setting
from narrator.talk.naming import ByEar, Naming
from narrator.talk.practice import Practice
from narrator.talk.question import Question
from narrator.talk.setting import introduction, privacy_of, waiting_game
from narrator.talk.topic import MISSED, Reply, Topic, meaning
from narrator.tell.lines import Line, Lines, line
from narrator.tell.outbox import Manner
from narrator.understand.grammar import Grammar, Reading, load_grammar
from narrator.understand.grammar import Lists as Names
from narrator.understand.understanding import NotUnderstood


@dataclass(frozen=True)
class Arrangement:
    """Who sits where, and with what words it is spoken of."""

    plan: Plan
    texts: Box
    """What the game on the table is told with: of a kept game, the texts it began with."""
    words: Lines
    grammar: Grammar
    table: Table | None = None
    practising: Practice | None = None
    offer_practice: bool = True


class Seating:
    """The house, as topics see it (see `House`)."""

    def __init__(  # noqa: PLR0913  # an evening depends on where it takes place
        self,
        journal: Journal,
        box: Box,
        plan: Plan,
        *,
        language: str,
        booth: bool,
        practice: bool,
        hears: Callable[[str], bool],
        shelf: Bookshelf | None,
    ) -> None:
        self.journal = journal
        self.language = language
        self.booth = booth
        self.shelf = shelf or NoBookshelf()
        self._box = box
        self._hears = hears
        self._at = Arrangement(plan, box, Lines(language), load_grammar(language), offer_practice=practice)
        self._left: list[Callable[[], None]] = []
        """How to tidy up tables that were left, once it is sure that they were."""

    @cached_property
    def plan_lists(self) -> Names:
        """Gathered when it is first listened for: every game is asked, which need not be before the first words."""
        return plan_lists(self._box)

    @property
    def table(self) -> Table | None:
        return self._at.table

    @contextmanager
    def all_or_nothing(self) -> Iterator[None]:
        """What fails in here has not happened: everybody sits where they sat."""
        before = self._at
        try:
            yield
        except NarratorError:
            if self._at.table and self._at.table is not before.table:
                with suppress(KeepingError):  # why it failed is told already
                    self._clear(self._at.table)
            self._at, self._left = before, []
            raise

    def tidy_up(self) -> Iterator[Line]:
        """Leave the tables that were left; what cannot be tidied up is told."""
        left, self._left = self._left, []
        for leave in left:
            try:
                leave()
            except KeepingError as trouble:
                yield line("trouble", sentence=str(trouble))

    def _now(self, **changes: Any) -> None:
        self._at = replace(self._at, **changes)

    # --- the first words -------------------------------------------------------------------------

    def welcome(self) -> Reply:
        """The first words of the evening: is there a game that waits, or what shall we play?"""
        unfinished = None if self._at.plan.game or self._at.plan.seats else waiting_game(self.journal)
        lobby = self.lobby(self._at.plan)
        told = lobby.says(*self._notice(), line("welcome"))
        if not unfinished:
            return told.then(lobby.prompt())
        game_id, game, seats = unfinished
        asked = line("offer-resume", game=games()[game].TITLE, seats=seats)
        question = self._question(asked, lambda: self.resume(game_id), self._start_anew)
        question = replace(question, instead=self._something_else, wishes=CHANGES, names=lambda: self.plan_lists)
        return told.then(question.prompt())

    def welcome_back(self, game_id: int) -> Reply:
        """Straight on with a kept game."""
        told = self.lobby(self._at.plan).says(*self._notice())
        return told.then(self.resume(game_id))

    def _notice(self) -> Iterable[Line]:
        return [line("trouble", sentence=self.journal.notice)] if self.journal.notice else []

    def lobby(self, plan: Plan) -> Lobby:
        return Lobby(self, self._at.words, self._at.grammar, self._box, plan, cache(self.shelf.names))

    def _question(self, asked: Line, yes: Callable[[], Reply], no: Callable[[], Reply]) -> Question:
        return Question(self, self._at.words, self._at.grammar, asked, yes, no)

    def _something_else(self, reading: Reading) -> Reply:
        """Rather another game than an answer to what was asked."""
        lobby = self.lobby(Plan())
        return lobby.choose(reading)

    def _speak_of(self, game: str, names: dict[str, str] | None = None) -> None:
        """From now on in the words of this game."""
        self._now(words=Lines(self.language, game, names), grammar=load_grammar(self.language, game))

    # --- laying the table ------------------------------------------------------------------------

    def lay(self, plan: Plan) -> Reply:
        plan = replace(plan, seed=plan.seed or new_seed())
        self._now(plan=plan)
        name = plan.game or DEFAULT
        manner = self._manner_of(plan.seats[0].name)
        unheard_of = tuple(seat.name for seat in plan.seats if not self._known_by_ear(seat.name))
        if unheard_of:
            naming = Naming(self, self._at.words, self._at.grammar, unheard_of, lambda: self.lay(plan))
            return replace(naming.prompt(), manner=manner)
        if plan.mode not in games()[name].MODES:
            plan = replace(plan, mode=None)
        options = host_of(name).options(plan, self._box)
        try:
            if self._at.offer_practice and not self.journal.has_played(name):
                games()[name].setup(plan.seats, options)  # a table that is refused is offered nothing yet
                return replace(self._ask_to_practise(name, plan), manner=manner)
            table = self._begin(name, plan, options)
        except IllegalMove as refusal:
            return self.lobby(replace(plan, seats=())).refused(refusal, plan.seats)
        self._speak_of(name)
        privacy = privacy_of(plan, options, private_line=self.booth)
        told = self.lobby(plan).says(*introduction(plan, options, privacy, self._box))
        return replace(told.then(self._sit_down(table, plan)), manner=manner)

    def _begin(self, name: str, plan: Plan, options: Any) -> Table:
        """A table that is laid whole, with all that is kept beside it; or none."""
        table = Table.begin(self.journal, name, plan.seats, options, plan.seed)
        try:
            keep_texts(self.journal, table.id, host_of(name).texts(options, self._box))
            privacy = privacy_of(plan, options, private_line=self.booth)
            self.journal.note("privacy", table.id, privacy.value)
        except KeepingError:
            self._clear(table)
            raise
        return table

    def _ask_to_practise(self, name: str, plan: Plan) -> Reply:
        self._now(offer_practice=False)
        self._speak_of(name)
        question = self._question(line("offer-practice"), lambda: self._practise(plan), lambda: self.lay(plan))
        players = [(seat.name, seat.name) for seat in plan.seats]
        return replace(
            question,
            instead=lambda reading: self.change(reading, question),
            wishes=OTHERWISE,
            names=lambda: {**self.plan_lists, "player": players},
        ).prompt()

    def _practise(self, plan: Plan) -> Reply:
        practising = Practice(plan, self._box)
        self._now(practising=practising)
        told = self.lobby(plan).says(line("practice-begins"))
        return told.then(self._sit_down(practising.table, practising.plan))

    def _sit_down(self, table: Table, plan: Plan) -> Reply:
        self._now(table=table, texts=self._box)
        privacy = privacy_of(plan, table.state.options, private_line=self.booth)
        return self._dialogue(table, privacy, NOTHING_SAID).begin(table.opening)

    def _dialogue(self, table: Table, privacy: Privacy, now: Between) -> Dialogue:
        called = {seat.name: ByEar.kept(self.journal, seat.name) for seat in table.state.seats}
        self._speak_of(table.name, {name: by_ear.sound for name, by_ear in called.items() if by_ear and by_ear.sound})
        setting = Setting(
            table.game,
            host_of(table.name),
            self._at.texts,
            privacy,
            self._at.words,
            practice=self._at.practising is not None,
            called={name: by_ear.aliases for name, by_ear in called.items() if by_ear},
        )
        return Dialogue(table, setting, self, self._at.grammar, now)

    def _known_by_ear(self, name: str) -> bool:
        return self._hears(name) or ByEar.kept(self.journal, name) is not None

    def learned(self, name: str, aliases: tuple[str, ...], sound: str | None) -> None:
        ByEar(aliases, sound).keep(self.journal, name)

    # --- another plan ------------------------------------------------------------------------------

    def change(self, reading: Reading, topic: Topic) -> Reply:
        """As it was asked for, and the table is laid anew."""
        plan = change(self._at.plan, reading, self._box)
        refused = unfit(plan, booth=self.booth)
        if plan == self._at.plan or (reading.intent == "AlsoPlays" and not calls_somebody(reading, topic)):
            return topic.answer(MISSED)
        lobby = self.lobby(plan)
        if refused:
            return lobby.says(refused).then(topic.prompt())
        told = lobby.says(changed(plan, reading, self._box))
        if self.table:
            self._left.append(partial(self._clear, self.table))
        self._now(offer_practice=self._at.offer_practice or self.table is None, table=None)
        return told.then(lobby.prompt())

    def _clear(self, table: Table) -> None:
        """A table at which nobody has moved leaves no trace."""
        table.close()
        self.journal.forget(table.id)

    # --- away from the table -----------------------------------------------------------------------

    def teach(self, game: str | None, behind: Topic) -> Reply:
        name = game or self._at.plan.game or DEFAULT
        plan = replace(self._at.plan, mode=self._at.plan.mode if self._at.plan.mode in games()[name].MODES else None)
        host = host_of(name)
        steps = tuple(host.lessons(host.options(plan, self._box)))
        return Lesson(self, Lines(self.language, name), steps, behind).prompt()

    def at_any_time(self, reading: Reading, topic: Topic) -> Reply:
        table = self.table
        if reading.intent == "HowToPlay":
            return self.teach(reading.slots.get("game") or (table.name if table else None), topic)
        if table is None:
            told = [line("not-begun")]
        elif reading.intent in LOOK_UPS:
            asked = LOOK_UPS[reading.intent]
            told = list(host_of(table.name).about(asked, table.view(None), self._at.texts)) or [line(f"no-{asked}")]
        else:
            told = [line("already-over")]
        return self.lobby(self._at.plan).says(*told).then(topic.prompt())

    # --- coming back, and the end ------------------------------------------------------------------

    def last_game(self, topic: Topic) -> Reply:
        unfinished = waiting_game(self.journal)
        if unfinished:
            return self.resume(unfinished[0])
        return self.lobby(self._at.plan).says(line("nothing-unfinished")).then(topic.prompt())

    def resume(self, game_id: int) -> Reply:
        """Where it was left, with a recap."""
        privacy = Privacy(self.journal.noted("privacy", game_id) or Privacy.OPEN)
        if privacy is Privacy.BOOTH and not self.booth:
            return self._start_anew(line("booth-missing"))
        try:
            table = Table.resume(self.journal, game_id)
        except KeepingError as trouble:
            return self._start_anew(line("trouble", sentence=str(trouble)))
        texts = box_of(self.journal, game_id, self._box)
        if not host_of(table.name).has_words(table.state.options, texts):
            table.close()
            return self._start_anew(line("pack-missing"))
        self._now(table=table, texts=texts)
        dialogue = self._dialogue(table, privacy, Between(moved=True))
        told = self.lobby(self._at.plan).says(line("resumed"), *dialogue.setting.host.recap(table.view(None), texts))
        then = self.after_game(dialogue) if dialogue.moment.over else dialogue.prompt()
        return replace(told.then(then), manner=self._manner_of(table.state.seats[0].name))

    def _start_anew(self, why: Line | None = None) -> Reply:
        lobby = self.lobby(self._at.plan)
        said = [why] if why else []
        return lobby.says(*said, line("not-resumed")).then(lobby.prompt())

    def after_game(self, over: Topic) -> Reply:
        if self._at.practising:
            self._left.append(self._at.practising.close)
            self._now(practising=None, table=None)
            return self.lobby(self._at.plan).says(line("practice-over")).then(self.lay(self._at.plan))
        question = self._question(line("ask-another"), self._another, self.goodbye)
        return replace(
            question,
            instead=self._another_instead,
            wishes=CHANGES,
            names=lambda: self.plan_lists,
            says_yes=frozenset({"Yes", "NewGame"}),
            says_no=frozenset({"No", "Skip"}),
            repair=line("repair-over"),
            phrases=line("say-over"),
        ).prompt()

    def _another(self) -> Reply:
        self.leave()
        return self.lobby(Plan()).prompt()

    def _another_instead(self, reading: Reading) -> Reply:
        self.leave()
        return self._something_else(reading)

    def goodbye(self, topic: Topic | None = None) -> Reply:
        topic = topic or self.lobby(self._at.plan)
        said = self.lobby(self._at.plan).says(line("goodbye" if topic.kept_game is None else "saved"))
        return replace(said, topic=topic, goodbye=True)

    def leave(self) -> None:
        """Leave the table; everything is kept already."""
        if self._at.practising:
            self._at.practising.close()
        elif self.table:
            self.table.close()
        self._now(practising=None, table=None)

    # --- how it is spoken --------------------------------------------------------------------------

    def keep_manner(self, manner: Manner) -> None:
        """From now on, for everybody at the table."""
        for seat in self.table.state.seats if self.table else ():
            self.journal.note("player", seat.name, manner.written())

    def _manner_of(self, player: str) -> Manner | None:
        """As this player likes it, if that is known."""
        kept = self.journal.noted("player", player)
        return Manner.read(kept) if kept else None


def calls_somebody(reading: Reading, topic: Topic) -> bool:
    """ "Julie, too" is about a player; "the fox, too" is not, where the fox is something to choose."""
    return isinstance(meaning(reading.slots["newcomer"], topic, MANNERS), NotUnderstood)
