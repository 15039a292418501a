"""Lay tables and leave them: a new game, a practice round, a resumed game, another game.

The manager owns the open table. Everything it does returns a reply. If something fails, `restore` brings back the
arrangement from before, so that no table is left half laid.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from datetime import date
from functools import cache, cached_property, partial
from typing import Any, TypeAlias

from narrator.core.errors import StorageError
from narrator.core.game import CardSource, IllegalMove
from narrator.dialog.after_game import ask_what_next, recollect_story
from narrator.dialog.game_topic import GameTopic
from narrator.dialog.intents import LOOKUP_BY_INTENT, load_preferences
from narrator.dialog.lobby import Lobby, find_mode
from narrator.dialog.plan_changes import (
    PLAN_AND_PLAYER_INTENTS,
    PLAN_INTENTS,
    apply_change,
    change_line,
    find_obstacle,
    plan_lists,
)
from narrator.dialog.ports import StoryLibrary, Window
from narrator.dialog.side_topics import Lesson, NameLesson, YesNoQuestion
from narrator.dialog.story_proposals import MAX_PROPOSALS, StoryProposals
from narrator.dialog.table_setup import (
    PracticeTable,
    choose_privacy,
    find_waiting_game,
    introduction_lines,
    privacy_lines,
)
from narrator.dialog.topic import NOTHING_UNDERSTOOD, AskBack, Reply, SideTopic, Topic
from narrator.dialog.turn_state import Setting, TurnState
from narrator.games import DEFAULT_GAME, MAKING_GAME, games
from narrator.games.hosting.cast import StoryCast
from narrator.games.hosting.host import host_of
from narrator.games.hosting.plan import Plan, Privacy
from narrator.games.making.moves import ChooseVoice
from narrator.language.content.packs import Content
from narrator.language.lines.audience import Alone
from narrator.language.lines.line import Line, line
from narrator.language.lines.renderer import LineRenderer
from narrator.language.understanding.grammar import Grammar, load_grammar
from narrator.language.understanding.grammar import SlotNames as Names
from narrator.language.understanding.reading import Reading
from narrator.language.understanding.relatives import other_names
from narrator.language.understanding.understand import NoReading, is_request
from narrator.storage import failure_log
from narrator.storage.heard_stories import heard_stories, save_heard_story
from narrator.storage.journal import Journal
from narrator.storage.learned_names import LearnedName
from narrator.storage.luck import new_seed
from narrator.storage.made_packs import choose_voices, save_made_pack, story_name
from narrator.storage.table import Table
from narrator.storage.texts import content_of_game, text_notes

MakeRecollection: TypeAlias = Callable[[StoryCast, Callable[[Reply], Reply]], Topic]
"""Makes the topic that recollects a game; the second argument makes the reply after it."""


MAX_RECAP_WORDS = 60
"""The length of the recap when a game is resumed."""


@dataclass(frozen=True)
class Arrangement:
    """The plan, the table and the lines in use. It is restored if a reply fails."""

    plan: Plan
    texts: Content
    """The content of the game on the table; a resumed game uses the texts it began with."""
    words: LineRenderer
    grammar: Grammar
    table: Table | None = None
    practising: PracticeTable | None = None
    offer_practice: bool = True
    shown: frozenset[tuple[str, str]] = frozenset()
    """Player and card, for every card described to a player at an earlier table of this evening."""
    heard: tuple[Line, ...] = ()
    """The lines that introduced this table; they are not repeated if the plan changes."""


@dataclass(eq=False)
class TableManager:
    """Lays, resumes and leaves tables for the topics."""

    journal: Journal
    content: Content
    language: str
    arrangement: Arrangement
    booth: bool
    hears: Callable[[str], bool]
    """Returns whether the recogniser knows a player's name."""
    library: StoryLibrary
    recollecting: MakeRecollection | None
    window: Window
    today: Callable[[], date | None]
    """Returns today's date, for stories of a season; None if the season does not matter."""
    alone: Alone | None = Alone.EARS_COVERED
    """The way to tell one player a hand with tokens; None if there is none."""
    cleanups: list[Callable[[], None]] = field(default_factory=list)
    """Clean up the tables that were left, once the reply has taken effect."""

    @cached_property
    def plan_lists(self) -> Names:
        """The names of everything that can be chosen before a game. Computed late, because it loads every game."""
        return plan_lists(self.content)

    def restore(self, before: Arrangement) -> None:
        """Go back to an earlier arrangement after a failure."""
        if self.arrangement.table and self.arrangement.table is not before.table:
            with suppress(StorageError):  # the first failure is reported already
                self._clear(self.arrangement.table)
        self.arrangement, self.cleanups = before, []

    def run_cleanups(self) -> Iterator[Line]:
        """Clean up the tables that were left, and yield a line for each failure."""
        left, self.cleanups = self.cleanups, []
        for leave in left:
            try:
                leave()
            except StorageError as trouble:
                yield line("trouble", sentence=str(trouble))
            except Exception as failure:
                failure_log.log_failure(self.journal.path.parent, failure)
                yield line("something-wrong")

    def _arrange(self, **changes: Any) -> None:
        self.arrangement = replace(self.arrangement, **changes)

    # --- the first words -------------------------------------------------------------------------

    def welcome(self) -> Reply:
        """Begin the evening: offer to resume an unfinished game, or ask what to play."""
        plan = self.arrangement.plan
        unfinished = None
        if not (plan.seats or plan.story) and plan.game in (None, MAKING_GAME):
            unfinished = find_waiting_game(self.journal, plan.game)
        lobby = self.lobby(plan)
        told = lobby.says(*self._notice(), line("welcome"))
        if not unfinished:
            return told.then(lobby.prompt())
        game_id, game, seats = unfinished
        asked = line("offer-resume", game=games()[game].TITLE, seats=seats)
        question = self.yes_no_question(asked, lambda: self.resume(game_id), self._start_anew)
        question = replace(
            question, instead=self.lobby(Plan()).choose, wishes=PLAN_INTENTS, names=lambda: self.plan_lists
        )
        return told.then(question.prompt())

    def welcome_back(self, game_id: int) -> Reply:
        return self.says(*self._notice()).then(self.resume(game_id))

    def _notice(self) -> Iterable[Line]:
        """Return the notice of the journal as a line, once."""
        sentence, self.journal.notice = self.journal.notice, None
        return [line("trouble", sentence=sentence)] if sentence else []

    def lobby(self, plan: Plan) -> Lobby:
        return Lobby(
            self, self.arrangement.words, self.arrangement.grammar, self.content, plan, cache(self.library.spoken_keys)
        )

    def yes_no_question(self, asked: Line, yes: Callable[[], Reply], no: Callable[[], Reply]) -> YesNoQuestion:
        return YesNoQuestion(self, self.arrangement.words, self.arrangement.grammar, asked, yes, no)

    def says(self, *lines: Line) -> Reply:
        """Return a reply with these lines, away from a table."""
        return self.lobby(self.arrangement.plan).says(*lines)

    def _use_lines_of(self, game: str, names: dict[str, str] | None = None) -> None:
        """Use the lines and the grammar of this game."""
        self._arrange(words=LineRenderer(self.language, game, names), grammar=load_grammar(self.language, game))

    # --- laying the table ------------------------------------------------------------------------

    def lay_table(self, plan: Plan) -> Reply:
        plan = self._with_history(replace(plan, seed=plan.seed or new_seed()))
        self._arrange(plan=plan)
        name = plan.game or DEFAULT_GAME
        manner = load_preferences(self.journal, plan.seats[0].name)
        names = (seat.name for seat in plan.seats if not self.hears(seat.name))
        unheard_of = tuple(name for name in names if LearnedName.load(self.journal, name) is None)
        if unheard_of:
            naming = NameLesson(
                self, self.arrangement.words, self.arrangement.grammar, unheard_of, lambda: self.lay_table(plan)
            )
            return replace(naming.prompt(), preferences=manner)
        options = self._options(plan)
        privacy = self._possible_privacy(choose_privacy(plan, options, private_line=self.booth))
        texts = host_of(name).content_to_save(options, self.content)
        try:
            offers_practice = self.arrangement.offer_practice and host_of(name).OFFERS_PRACTICE
            if offers_practice and not self.journal.has_played(name):
                games()[name].setup(plan.seats, options)  # raises `IllegalMove` before a practice round is offered
                return replace(self._ask_to_practise(name, plan), preferences=manner)
            table = Table.begin(
                self.journal,
                name,
                plan.seats,
                options,
                plan.seed,
                lambda game_id: [*text_notes(game_id, texts), ("privacy", str(game_id), privacy.value)],
            )
        except IllegalMove as refusal:
            return self.lobby(replace(plan, seats=())).refused(refusal, plan.seats)
        self._use_lines_of(name)
        told = self.lobby(plan).says(*introduction_lines(plan, options, privacy, self.content))
        return replace(self._unheard(told.then(self._sit_down(table, privacy))), preferences=manner)

    def _with_history(self, plan: Plan) -> Plan:
        """Return the plan with today's date and the stories that were told to their end, the latest last."""
        heard = tuple(dict.fromkeys((*heard_stories(self.journal), *plan.recent_stories)))
        return replace(plan, recent_stories=heard, day=plan.day or self.today())

    def propose_stories(self, plan: Plan, choose: Callable[[Reading], Reply], leave: Callable[[], Reply]) -> Reply:
        """Propose stories that suit the plan. `choose` takes the answer, `leave` goes back to the question before."""
        plan, name = self._with_history(plan), plan.game or DEFAULT_GAME
        infos = host_of(name).story_infos(self.content)
        proposed = {story: infos[story] for story in host_of(name).propose_stories(plan, self.content, MAX_PROPOSALS)}
        if not proposed:
            return self.says(line("no-such-wish", game=games()[name].TITLE)).then(leave())
        words, grammar = self.arrangement.words, self.arrangement.grammar
        return StoryProposals(self, words, grammar, plan, proposed, choose, leave).prompt()

    def _possible_privacy(self, privacy: Privacy) -> Privacy:
        """Return the privacy, or another one if a hand cannot be told in the room: a window only, without sound."""
        if privacy is not Privacy.TOKENS or self.alone is not None:
            return privacy
        return Privacy.PHONES if self.window.open(phones=True) else Privacy.OPEN

    def _unheard(self, reply: Reply) -> Reply:
        """Return the reply without the lines that were already heard; the question stays."""
        *told, question = reply.lines
        heard = self.arrangement.heard
        self._arrange(heard=(*heard, *(each for _, each in told)))
        return replace(reply, lines=(*(each for each in told if each[1] not in heard), question))

    def _ask_to_practise(self, name: str, plan: Plan) -> Reply:
        self._arrange(offer_practice=False)
        self._use_lines_of(name)
        question = self.yes_no_question(
            line("offer-practice"), lambda: self._practise(plan), lambda: self.lay_table(plan)
        )
        players = [(seat.name, seat.name) for seat in plan.seats]
        return replace(
            question,
            instead=lambda reading: self.change_plan(reading, question),
            wishes=PLAN_AND_PLAYER_INTENTS,
            names=lambda: {**self.plan_lists, "player": players},
        ).prompt()

    def _practise(self, plan: Plan) -> Reply:
        practising = PracticeTable(plan, self.content)
        self._arrange(practising=practising)
        chosen = choose_privacy(plan, practising.table.state.options, private_line=self.booth)
        privacy = self._possible_privacy(chosen)
        told = self.lobby(plan).says(line("practice-begins"), *privacy_lines(plan, privacy))
        return told.then(self._sit_down(practising.table, privacy))

    def _sit_down(self, table: Table, privacy: Privacy) -> Reply:
        self._arrange(table=table, texts=self.content)
        return self._game_topic(table, privacy, TurnState(shown=self.arrangement.shown)).begin(table.opening)

    def _game_topic(self, table: Table, privacy: Privacy, now: TurnState) -> GameTopic:
        called = {seat.name: LearnedName.load(self.journal, seat.name) for seat in table.state.seats}
        self._use_lines_of(table.name, {name: by_ear.clip for name, by_ear in called.items() if by_ear and by_ear.clip})
        setting = Setting(
            table.game,
            host_of(table.name),
            self.arrangement.texts,
            privacy,
            practice=self.arrangement.practising is not None,
            called={
                name: (*(by_ear.aliases if by_ear else ()), *other_names(name, called))
                for name, by_ear in called.items()
            },
            phones=lambda: self.window.holders,
            phones_away=lambda: self.window.away,
            alone=self.alone or Alone.EARS_COVERED,
            without_phone=Privacy.BOOTH if self.booth else Privacy.TOKENS,
        )
        words, grammar = self.arrangement.words, self.arrangement.grammar
        topic = GameTopic.of(words, grammar, setting, table.state, now, table=table, tables=self)
        return replace(topic, last=topic.undoable_in_room)

    # --- another plan ------------------------------------------------------------------------------

    def change_plan(self, reading: Reading, topic: Topic, sure: AskBack | None = None) -> Reply:
        """Change the plan and lay the table again; with `sure`, ask for confirmation first."""
        if reading.intent == "WhichStories":
            plan = replace(
                self.arrangement.plan, recent_stories=(*self.arrangement.plan.recent_stories, *self._story_on_table())
            )
            return self.propose_stories(plan, lambda chosen: self.change_plan(chosen, topic), topic.prompt)
        if reading.intent == "OtherStory" and self.arrangement.table:
            reading = Reading("OtherStory", {"told": self._story_on_table()})
        plan = apply_change(self.arrangement.plan, reading, self.content)
        if plan.mode and reading.intent in ("SomeoneLeaves", "AlsoPlays") and not find_mode(plan, len(plan.seats)):
            plan = replace(plan, mode=None)  # another mode for this number of players
        lobby = self.lobby(plan)
        refused = find_obstacle(plan, booth=self.booth, window=self.window) or self._ruled_out(plan, lobby)
        newcomer = reading.slots["newcomer"] if reading.intent == "AlsoPlays" else None
        # "Julie, too" names a player; "the fox, too" does not, if the fox is a choice
        expected = topic.expectation
        meant = expected.understand(newcomer) if newcomer else NoReading("")
        remark = not isinstance(meant, NoReading) and not is_request(meant, expected)
        if plan == self.arrangement.plan or remark:
            return topic.answer(NOTHING_UNDERSTOOD)
        if refused:
            return lobby.says(refused).then(topic.prompt())
        if sure:
            return sure(change_line(plan, reading, self.content, asked=True), lambda: self.change_plan(reading, topic))
        told = lobby.says(change_line(plan, reading, self.content))
        if self.arrangement.table:
            self.cleanups.append(partial(self._clear, self.arrangement.table))
        self._arrange(offer_practice=self.arrangement.offer_practice or self.arrangement.table is None, table=None)
        return told.then(lobby.prompt())

    def _story_on_table(self) -> tuple[str, ...]:
        """Return the name of the story on the table, if there is one."""
        table = self.arrangement.table
        story = host_of(table.name).story_name(table.state.options) if table else None
        return (story,) if story else ()

    def _ruled_out(self, plan: Plan, lobby: Lobby) -> Line | None:
        """Return the line that says why the rules refuse such a table, if they do and one is laid already."""
        if self.arrangement.table is None or not plan.seats:
            return None
        try:
            games()[plan.game or DEFAULT_GAME].setup(plan.seats, self._options(plan))
        except IllegalMove as refusal:
            return lobby.why_not(refusal, plan.seats)
        return None

    def _options(self, plan: Plan) -> Any:
        name = plan.game or DEFAULT_GAME
        fits = plan.mode in games()[name].MODES
        return host_of(name).build_options(plan if fits else replace(plan, mode=None), self.content)

    def _clear(self, table: Table) -> None:
        """Delete a table at which no move was made."""
        table.close()
        self.journal.forget(table.id)

    # --- away from the table -----------------------------------------------------------------------

    def teach(self, game: str | None, behind: SideTopic) -> Reply:
        name = game or self.arrangement.plan.game or DEFAULT_GAME
        steps = tuple(host_of(name).lessons(self._options(replace(self.arrangement.plan, game=name))))
        return Lesson(LineRenderer(self.language, name), steps, behind).prompt()

    def answer_request(self, reading: Reading, topic: SideTopic) -> Reply:
        table = self.arrangement.table
        if reading.intent == "HowToPlay":
            return self.teach(reading.slots.get("game") or (table.name if table else None), topic)
        if table is None:
            told = [line("not-begun")]
        elif reading.intent in LOOKUP_BY_INTENT:
            asked = LOOKUP_BY_INTENT[reading.intent]
            told = list(host_of(table.name).look_up(asked, table.view(None), self.arrangement.texts)) or [
                line(f"no-{asked}")
            ]
        else:
            told = [line("already-over")]
        return self.says(*told).then(topic.prompt())

    # --- coming back, and the end ------------------------------------------------------------------

    def last_game(self, topic: Topic) -> Reply:
        unfinished = find_waiting_game(self.journal)
        if unfinished:
            return self.resume(unfinished[0])
        return self.says(line("nothing-unfinished")).then(topic.prompt())

    def resume(self, game_id: int) -> Reply:
        """Resume a stored game where it was left, with a recap."""
        noted = self.journal.find_note("privacy", game_id)
        known = next((each for each in Privacy if each == noted), None)
        privacy = self._possible_privacy(known or (Privacy.BOOTH if self.booth else Privacy.TOKENS))
        if privacy is Privacy.BOOTH and not self.booth:
            return self._start_anew(line("booth-missing"))
        try:
            table = Table.resume(self.journal, game_id)
        except StorageError as trouble:
            return self._start_anew(line("trouble", sentence=str(trouble)))
        texts = content_of_game(self.journal, game_id, self.content)
        if not host_of(table.name).has_content(table.state.options, texts):
            table.close()
            return self._start_anew(line("pack-missing"))
        self._arrange(table=table, texts=texts)
        if privacy is Privacy.PHONES:
            self.window.open(phones=True, game=game_id)
        game_topic = self._game_topic(table, privacy, TurnState(moved=True))
        host, lobby = game_topic.setting.host, self.lobby(self.arrangement.plan)
        told = lobby.says(*self._notice(), line("resumed"), *self._recap(table))
        if host.USES_CARDS and not known:  # the privacy is unknown: better too private than open hands
            cards = getattr(table.state.options, "cards", CardSource.SPOKEN)
            told = told.then(lobby.says(line("privacy-lost"), line("privacy-is", privacy=privacy, cards=cards)))
        then = self.after_game(game_topic) if game_topic.over else game_topic.take_up()
        return replace(told.then(then), preferences=load_preferences(self.journal, table.state.seats[0].name))

    def _recap(self, table: Table) -> Iterator[Line]:
        """Yield the lines that tell where the game stands, up to `MAX_RECAP_WORDS`."""
        words, left = LineRenderer(self.language, table.name), MAX_RECAP_WORDS
        for each in host_of(table.name).recap(table.view(None), self.arrangement.texts):
            left -= len(words.render(each).split())
            if left >= 0:
                yield each

    def _start_anew(self, why: Line | None = None) -> Reply:
        lobby = self.lobby(self.arrangement.plan)
        said = [why] if why else []
        return lobby.says(*said, line("not-resumed")).then(lobby.prompt())

    def after_game(self, over: Topic) -> Reply:
        if over.game_topic and not self.arrangement.practising:  # a practice round leaves no memory
            self._arrange(shown=over.game_topic.now.shown)
        if self.arrangement.practising:
            self.cleanups.append(self.arrangement.practising.close)
            self._arrange(practising=None, table=None)
            return self.says(line("practice-over")).then(self.lay_table(self.arrangement.plan))
        table = self.arrangement.table
        if table and (told := host_of(table.name).story_name(table.state.options)):
            self.cleanups.append(partial(save_heard_story, self.journal, told, table.id))
        if table:
            self.cleanups.append(partial(self._save_made_pack, table))
        if table and self.recollecting and self.library.find_cast(table.id):
            question = line("ask-ending", story=host_of(table.name).retell is not None)
            return ask_what_next(
                self, question, lambda: recollect_story(self, ask_what_next(self)), line("repair-ending")
            ).prompt()
        return ask_what_next(self).prompt()

    def _save_made_pack(self, table: Table) -> None:
        """Write the story or card that the children made as a pack, and use it beside ours."""
        made = host_of(table.name).make_content(table.state, self.arrangement.texts, story_name(table.id))
        if made is None:
            return
        save_made_pack(self.journal, table.id, made)
        self.content = self.content.with_made(made)
        self.__dict__.pop("plan_lists", None)  # computed again, with the new title

    def new_game(self) -> Reply:
        self.leave_table()
        return self.lobby(Plan()).prompt()

    def choose_voices(self, *, own: bool) -> Sequence[str]:
        """Choose the voices of the newest made story. Return its paragraphs, or none without such a story."""
        made = (game.id for game in self.journal.games() if game.game == MAKING_GAME and game.ended is not None)
        number = next(made, None)
        if number is None:
            return ()
        table = self.arrangement.table
        if table and table.id == number:
            table.play(ChooseVoice(own))
        else:
            choose_voices(self.journal, number, own=own)
        return self.library.read_story(number)

    def make_something(self, mode: str) -> Reply:
        """Leave the table and make a story or a card with the same players."""
        seats = self.arrangement.table.state.seats if self.arrangement.table else self.arrangement.plan.seats
        self.leave_table()
        return self.lobby(Plan(game=MAKING_GAME, mode=mode, seats=seats)).prompt()

    def leave_table(self) -> None:
        if self.arrangement.practising:
            self.arrangement.practising.close()
        elif self.arrangement.table:
            self.arrangement.table.close()
            if self.arrangement.table.outcome():
                self.library.index_game(self.arrangement.table.id)
        self._arrange(practising=None, table=None, heard=())
