"""One evening in words: from "What shall we play?" to "Goodbye!".

A conversation is the same whether it is typed, spoken or read from a file. It hands each utterance to the topic, and
answers only the commands that every topic has in common: repeat, louder, pause, goodbye.

One rule keeps it correct: a reply either takes effect as a whole, or not at all (`_perform`). An error on the way is
reported in a sentence; topic, table and plan then stay as before. After an error of the program, what was stored stays
and the rest is as before (`survive`).
"""

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import date
from functools import cache, partial
from typing import Any

from narrator.core.errors import NarratorError, StorageError
from narrator.dialog.after_game import say_goodbye
from narrator.dialog.game_topic import GameTopic
from narrator.dialog.intents import (
    ADJUSTMENTS,
    EVERYWHERE_INTENTS,
    INTERRUPTING_INTENTS,
    RATE_STEP,
    REQUEST_INTENTS,
    load_preferences,
    save_preferences,
)
from narrator.dialog.phone_turn import expectation_on_phone, hear_on_phone
from narrator.dialog.ports import StoryLibrary, Window
from narrator.dialog.repair import ways_out
from narrator.dialog.table_manager import Arrangement, MakeRecollection, TableManager
from narrator.dialog.topic import NO_WORDS, NOTHING_UNDERSTOOD, Reply, Topic
from narrator.games.hosting.plan import Plan, Privacy
from narrator.language.content.packs import Content
from narrator.language.language import DEFAULT_LANGUAGE
from narrator.language.lines.audience import EVERYBODY, Alone
from narrator.language.lines.line import Line, Verbosity, line, tell_alone
from narrator.language.lines.outbox import Outbox, SpokenLine
from narrator.language.lines.preferences import Preferences, Theme
from narrator.language.lines.renderer import LineRenderer
from narrator.language.understanding.expectation import Expectation
from narrator.language.understanding.grammar import load_grammar
from narrator.language.understanding.reading import Ambiguous, Reading, Suggestion, Understanding, Understood
from narrator.speech.ports import UtteranceHeard
from narrator.storage import failure_log
from narrator.storage.journal import Journal

HARMLESS = (EVERYWHERE_INTENTS | REQUEST_INTENTS) - {"Undo", "NewPlayer", "SomeoneLeaves"}
"""Intents that change nothing in the game, or are confirmed in any case."""
GO_ON = frozenset({"GoOn"})
PHONE_INTENTS = frozenset({"NewPhone", "NoPhone"})
"""Intents that take a seat away from a phone. They count only in the room, where everybody notices."""
DISPLAY_INTENTS = frozenset({"Bigger", "Smaller", "OtherColours"})
"""Intents that change the page on which they are typed."""
QUIT = Understood(Reading("Quit"))
PHONE_PRINT_PX = 26
"""The size of print on a phone until a player changes it."""


class Conversation:
    """An evening: the topic, the table and how the narrator speaks."""

    def __init__(  # noqa: PLR0913  # an evening depends on where it takes place
        self,
        journal: Journal,
        content: Content,
        plan: Plan | None = None,
        *,
        language: str = DEFAULT_LANGUAGE,
        private_line: bool = False,
        practice: bool = True,
        hears: Callable[[str], bool] = lambda name: True,
        library: StoryLibrary | None = None,
        recollecting: MakeRecollection | None = None,
        window: Window | None = None,
        today: Callable[[], date | None] = lambda: None,
        alone: Alone | None = Alone.EARS_COVERED,
    ) -> None:
        """Prepare an evening.

        `private_line`: whether there is a booth. `hears`: returns whether the recogniser knows a player's name; an
        unknown name is learned. `recollecting`: makes the topic that recollects a game. `today`: returns the date, for
        stories of a season. `alone`: how one player is told a hand with tokens; None if nobody can be.
        """
        self.journal = journal
        self.language = language
        at = Arrangement(
            plan or Plan(), content, LineRenderer(language), load_grammar(language), offer_practice=practice
        )
        self._tables = TableManager(
            journal,
            content,
            language,
            at,
            private_line,
            hears,
            library or StoryLibrary(),
            recollecting,
            window or Window(),
            today,
            alone,
        )
        self._outbox = Outbox()
        self._kept_manner = cache(partial(load_preferences, journal))
        """The stored preferences of a player, looked up once until they change."""
        self.preferences = Preferences()
        """How the narrator speaks, and how the big screen looks."""
        self.topic: Topic = self._tables.lobby(at.plan)
        self.paused = False
        self.done = False
        self._doubted: Reading | None = None
        """The reading of the last unclear utterance, if it could be only one."""
        self._stopped = False
        """Whether a player has silenced the narrator; most likely, the next words are "go on"."""
        self._leaving = False
        """Whether a player has just been asked whether to stop for today; a second "bye" confirms it."""
        self.game: str | None = None
        """The game on the table."""
        self.sounds: tuple[str, ...] = ()
        """The sounds of the events before the last reply, by their names in `audio/`."""
        self.refused = False
        """Whether the last reply refused what was asked for."""
        self._failed_at: tuple[object, ...] = ()
        """Where the last error of the program was: the topic, the table and its number of moves."""

    # --- what the session calls ------------------------------------------------------------------

    def open(self) -> tuple[SpokenLine, ...]:
        """Return the first lines of the evening."""
        return self._perform(self._tables.welcome)

    def resume(self, game_id: int) -> tuple[SpokenLine, ...]:
        """Return the first lines of an evening that goes on with a stored game."""
        return self._perform(self._tables.welcome_back, game_id)

    def talk_about(self, topic: Topic) -> tuple[SpokenLine, ...]:
        """Change the topic and return its question."""
        return self._perform(topic.prompt)

    def understand(self, text: str) -> Understanding:
        """Return what this would mean now, without answering it."""
        return self.expectation.understand(text)

    def hear(self, text: str, clip: str | None = None, *, is_spoken: bool = False) -> tuple[SpokenLine, ...]:
        """Understand and answer a text."""
        return self.answer(self.understand(text), UtteranceHeard(text, clip=clip, is_spoken=is_spoken))

    def answer(self, meaning: Understanding, utterance: UtteranceHeard = NO_WORDS) -> tuple[SpokenLine, ...]:
        """Answer an utterance, understood or not, and return the lines to say."""
        if utterance.seat is not None and self.is_for_phone(utterance.seat, meaning):
            return self._perform(self._hear_on_phone, utterance.seat, meaning, utterance, seat=utterance.seat)
        self._doubted = None
        meaning = self._read_stop(meaning, utterance)
        intent = meaning.reading.intent if isinstance(meaning, Understood) else None
        if intent not in (None, "Yes", "No"):
            self._stopped = intent == "Stop"
        self._leaving = self._leaving and meaning == QUIT
        if isinstance(meaning, Understood) and intent in EVERYWHERE_INTENTS and intent not in self.topic.claims:
            return self._perform(self._answer_command, meaning.reading)
        if self.paused:
            return self._perform(self.topic.says, line("still-paused"))
        return self._perform(self.topic.answer, meaning, utterance)

    def is_at_table(self, seat: str | None) -> bool:
        """Return whether this player keeps secrets on a phone in the current game."""
        game_topic = self.game_topic
        return game_topic is not None and seat is not None and game_topic.privacy_of(seat) is Privacy.PHONES

    def is_for_phone(self, seat: str | None, meaning: Understanding) -> bool:
        """Return whether what this player typed on the phone counts for that player, and not for the whole room."""
        command = meaning.reading.intent if isinstance(meaning, Understood) else ""
        for_room = EVERYWHERE_INTENTS - self.topic.claims - PHONE_INTENTS - DISPLAY_INTENTS
        return self.is_at_table(seat) and command not in for_room

    def _hear_on_phone(self, seat: str, meaning: Understanding, utterance: UtteranceHeard) -> Reply:
        """Answer what was typed on a phone: it is said by that player, and changes no other phone."""
        game_topic = self.game_topic
        assert game_topic is not None
        intent = meaning.reading.intent if isinstance(meaning, Understood) else ""
        if self.paused:
            return game_topic.refuse_on_phone(seat, "still-paused")
        if intent in PHONE_INTENTS:
            return game_topic.refuse_on_phone(seat, "phone-moves-in-room")
        if intent in DISPLAY_INTENTS:
            name, adjust = ADJUSTMENTS[intent]
            with suppress(StorageError):  # then it stays as it is
                self.journal.save_note("phone", seat, adjust(self.phone_preferences(seat)).to_json())
            return game_topic.says(*tell_alone(seat, Alone.ON_PHONE, line(name)))
        return hear_on_phone(game_topic, seat, meaning, utterance)

    def _read_stop(self, meaning: Understanding, utterance: UtteranceHeard) -> Understanding:
        """Take "stop" in silence for the wish to end the game, and "go on" after that question for "no"."""
        if self.game_topic is None or self.paused:
            return meaning
        if meaning == Understood(Reading("Stop")) and not utterance.interrupts:
            return QUIT
        return Understood(Reading("No")) if self._leaving and meaning == Understood(Reading("GoOn")) else meaning

    def doubt(self, phrases: Sequence[str]) -> tuple[SpokenLine, ...]:
        """Answer an unclear utterance that was one of these phrases, or something else: ask, never guess."""
        meant: dict[str, tuple[str, Reading]] = {}
        for phrase in phrases:
            for said, reading in self._possible_readings(phrase):
                meant.setdefault(repr(reading), (said, reading))
        readings = tuple(reading for _, reading in meant.values())
        only = next(iter(meant.values())) if len(meant) == 1 else None
        before, doubted = self._doubted, readings[0] if only else None
        if only and (doubted == before or only[1].intent in HARMLESS):
            # to ask whether to help would be no help; and a player who says the same again means it
            return self.answer(Understood(only[1]))
        if not readings or self.paused or any(reading.intent in ("Yes", "No") for reading in readings):
            answer = self.miss()  # a mumbled yes cannot be confirmed by another yes
        else:
            answer = self.answer(Suggestion(*only) if only else Ambiguous(readings))
        self._doubted = doubted
        return answer

    def dictated(self, words: str) -> tuple[SpokenLine, ...] | None:
        """Answer the transcript of open dictation, where no phrase was recognised; None if it is side talk.

        An answer is confirmed before it counts. A question of more than one word is answered, for that changes nothing.
        """
        meant = [] if self.paused or self.topic.expectation.free else self._possible_readings(words)
        lone = len(words.split()) < 2 and all(reading.intent in HARMLESS for _, reading in meant)
        return self.doubt((words,)) if meant and not lone else None

    def _possible_readings(self, words: str) -> list[tuple[str, Reading]]:
        """Return each reading with its name for a question."""
        match self.understand(words):
            case Understood(reading):
                return [(self.expectation.name_of(reading) or words, reading)]
            case Ambiguous(readings):
                return [(words, reading) for reading in readings]
            case Suggestion(said, reading):
                return [(said, reading)]
            case _:
                return []

    def miss(self) -> tuple[SpokenLine, ...]:
        """Answer an utterance without a single known word."""
        return self._perform(self.topic.answer, NOTHING_UNDERSTOOD)

    def ask_easier(self) -> tuple[SpokenLine, ...]:
        """Return the open question in easier words for a child who stays silent, if the topic has them."""
        easier = self.topic.easier_question
        return self._perform(self.topic.says, easier) if easier else ()

    def explain_room_trouble(self, trouble: str) -> tuple[SpokenLine, ...]:
        """Return the line that says what in the room makes recognition hard, and what helps."""
        return self._perform(self.topic.says, line("room", trouble=trouble))

    def key(self, keys: str) -> tuple[SpokenLine, ...]:
        """Answer keys pressed in the booth."""
        return self._perform(self.topic.press, keys)

    def choose(self, seat: str, values: Mapping[str, int | str], turn: str = "") -> tuple[SpokenLine, ...]:
        """Answer a choice made on a phone; without values, the last choice is taken back.

        `turn` is the question that was on the phone. A choice that arrives after another question was asked does not
        count: its numbers would mean other cards.
        """
        game_topic = self.game_topic
        if game_topic is None or self.paused:
            told = tell_alone(seat, Alone.ON_PHONE, line("still-paused" if self.paused else "phone-late"))
            return self._perform(lambda: replace(self.topic.says(*told), refused=True))
        if turn and not self._tables.window.is_current(seat, turn):
            return self._perform(game_topic.refuse_on_phone, seat, seat=seat)
        if values:
            return self._perform(game_topic.choose, seat, values, seat=seat)
        return self._perform(game_topic.take_back, seat, seat=seat)

    def phone_connected(self, seat: str) -> tuple[SpokenLine, ...]:
        """Welcome a phone; a player who was asked elsewhere is now asked there."""
        return self._perform(self._welcome_phone, seat)

    def _welcome_phone(self, seat: str) -> Reply:
        game_topic = None if self.paused else self.game_topic
        then = game_topic.phone_connected(seat) if game_topic else Reply(self.topic.refreshed())
        return self.topic.says(line("phone-here", seat=seat)).then(then)

    def change_display(self, seat: str | None, size: int, theme: Theme, *, reader: bool) -> None:
        """Store size, colours and screen reader of a player's phone, or of the big screen if `seat` is None."""
        known = self.preferences if seat is None else self.phone_preferences(seat)
        manner = replace(known.with_print_size(size), theme=theme, reader=reader)
        with suppress(StorageError):  # then it holds for this evening only
            if seat is None:
                self._set_manner(manner)
            else:
                self.journal.save_note("phone", seat, manner.to_json())

    def phone_preferences(self, seat: str) -> Preferences:
        """Return how this player reads on a phone, which is smaller and nearer than the big screen."""
        kept = self.journal.find_note("phone", seat)
        return Preferences.from_json(kept) if kept else Preferences(size=PHONE_PRINT_PX)

    def close(self) -> None:
        self._tables.leave_table()

    # --- what the session and the screens read -----------------------------------------------------

    def expectation_for(self, seat: str | None) -> Expectation:
        """Return what may be said in the room, or typed on the phone of this seat."""
        game_topic = None if self.paused else self.game_topic
        if game_topic is None or seat is None or not self.is_at_table(seat):
            return self.expectation
        return expectation_on_phone(game_topic, seat)

    @property
    def expectation(self) -> Expectation:
        """The intents and names that players may say now."""
        if self.paused:
            return Expectation(self.topic.grammar, EVERYWHERE_INTENTS, awaited=GO_ON)
        expected = self.topic.expectation
        return replace(expected, awaited=GO_ON) if self._stopped else expected

    def expectation_while_reading(self, *, answering: bool) -> Expectation:
        """Return what may be said before the last reply has been read to the end."""
        if self.paused or not answering:
            return Expectation(self.topic.grammar, INTERRUPTING_INTENTS)
        expected = self.topic.expectation
        answers = frozenset() if expected.free else frozenset(expected.active) - REQUEST_INTENTS - EVERYWHERE_INTENTS
        return Expectation(expected.grammar, INTERRUPTING_INTENTS | answers, expected.lists)

    @property
    def game_topic(self) -> GameTopic | None:
        """The game that is played, if one is."""
        return self.topic.game_topic

    @property
    def room(self) -> tuple[str, Any] | None:
        """The game on the table and what everybody may know of it. It contains no secret."""
        table, game_topic = self._tables.arrangement.table, self.game_topic
        return (table.name, game_topic.room if game_topic else table.view(None)) if table else None

    # --- the way of every reply ------------------------------------------------------------------

    def _perform(self, act: Callable[..., Reply], *arguments: Any, seat: str | None = None) -> tuple[SpokenLine, ...]:
        """Apply a reply and return its lines; if that fails, change nothing and say so.

        With `seat`, an error of the program is reported on that player's phone only.
        """
        before = self._tables.arrangement
        try:
            try:
                reply = act(*arguments)
            except NarratorError as trouble:
                self._tables.restore(before)
                reply = replace(self.topic.says(line("trouble", sentence=str(trouble))), refused=True)
            return self._take_effect(reply)
        except Exception as failure:
            return self.survive(failure, seat, before)

    def _take_effect(self, reply: Reply) -> tuple[SpokenLine, ...]:
        """Render the lines of a reply, and then change topic and preferences: a line without words changes nothing."""
        preferences = reply.preferences or self.preferences
        if asked := reply.topic.asked:
            kept = self._kept_manner(asked)
            preferences = replace(preferences, verbosity=kept.verbosity if kept else Verbosity.FULL)
        # lines that go with a repetition are not remembered as a reply that could be repeated
        lines = self._outbox.render(
            reply.lines, preferences.verbosity, table_verbosity=self._table_verbosity(), remember=reply.again is None
        )
        self.topic, self.preferences = reply.topic, preferences
        table, self.sounds, self.refused = self._tables.arrangement.table, reply.sounds, reply.refused
        self.game = table.name if table else None
        if reply.goodbye:
            self.done = True
            self._tables.cleanups.append(self.close)
        troubles = [(self.topic.words, trouble) for trouble in self._tables.run_cleanups()]
        full = Verbosity.FULL
        told = self._outbox.render(troubles, full, table_verbosity=full, remember=False) if troubles else ()
        return (*(reply.again or ()), *lines, *told)

    # --- the last line of defence ------------------------------------------------------------------

    def survive(
        self, failure: Exception, seat: str | None = None, before: Arrangement | None = None
    ) -> tuple[SpokenLine, ...]:
        """Log an error of the program, and return lines that report it and ask again.

        What is not stored is rolled back. The second time at the same question, undo, the narrator's choice and the end
        are offered. If the question itself fails, none is asked; if that fails too, only "go on" and "goodbye" work.
        """
        self.log(failure)
        with suppress(Exception):  # the first failure is logged already
            self._tables.restore(before or self._tables.arrangement)
        self.topic = self._topic_as_stored()
        table = self.game_topic.table if self.game_topic else None
        place = (type(self.topic), table and table.id, table and table.count)
        is_second, self._failed_at = place == self._failed_at, place
        for ask in (self._ask_again, self._ask_nothing, self._pause_after_failure):
            try:
                lines = self._take_effect(ask(seat, is_second=is_second))
                assert self.expectation  # it is computed here, where it may fail
            except Exception as another:
                self.log(another)
            else:
                return lines
        return ()

    def log(self, failure: Exception) -> None:
        failure_log.log_failure(self.journal.path.parent, failure)

    def _topic_as_stored(self) -> Topic:
        """Return the topic with the stored state of the table; without a question if the host fails to ask it."""
        if self.game_topic is None:
            return self.topic
        try:
            return self.game_topic.as_stored()
        except Exception as another:
            self.log(another)
            return self.game_topic.without_question()

    def _ask_again(self, seat: str | None, *, is_second: bool) -> Reply:
        topic, wrong = self.topic, line("something-wrong")
        if seat is not None:
            return replace(topic.says(*tell_alone(seat, Alone.ON_PHONE, wrong)), refused=True)
        if isinstance(topic, GameTopic) and (is_second or not (topic.questions or topic.over)):
            return topic.cleared().says(ways_out(topic.cleared()))
        return topic.prompt().after(wrong)

    def _ask_nothing(self, seat: str | None, *, is_second: bool) -> Reply:
        topic = self.game_topic.without_question() if self.game_topic else None
        return topic.says(ways_out(topic)) if topic else self.topic.says(line("something-wrong"))

    def _pause_after_failure(self, seat: str | None, *, is_second: bool) -> Reply:
        """Wait for "go on"; only what works in every topic can be said."""
        self.paused = True
        return self.topic.says(line("something-wrong"), line("paused"))

    def _table_verbosity(self) -> Verbosity:
        """Return `BRIEF` if every player at the table wants less."""
        table = self._tables.arrangement.table
        kept = [self._kept_manner(seat.name) for seat in table.state.seats] if table else []
        everybody = kept and all(each and each.verbosity is Verbosity.BRIEF for each in kept)
        return Verbosity.BRIEF if everybody else Verbosity.FULL

    # --- what works in every topic -----------------------------------------------------------------

    def _answer_command(self, reading: Reading) -> Reply:
        intent, window = reading.intent, self._tables.window
        match intent:
            case "Repeat" | "RepeatSlower":
                if intent == "RepeatSlower":
                    self._set_manner(self.preferences.faster(-RATE_STEP))
                return Reply(self.topic, self._question_again(), again=self._outbox.last_answer())
            case "Earlier":
                earlier = self._outbox.earlier_answer()
                nothing = () if earlier else self.topic.says(line("nothing-earlier")).lines
                return Reply(self.topic, nothing, again=earlier)
            case "OpenWindow":
                return self.topic.says(line("window-open" if window.open() else "no-window"))
            case "CloseWindow":
                window.shut()
                return self.topic.says(line("window-shut"))
            case "NewPhone" | "NoPhone":
                seat = reading.slots["player"]
                question = line("sure-new-phone" if intent == "NewPhone" else "sure-no-phone", seat=seat)
                return self.topic.ask_back(question, lambda: self._release_phone(seat, replaced=intent == "NewPhone"))
            case "NewCode":
                return self.topic.says(line("new-code", open=window.replace_code()))
            case "OtherAddress":
                return self.topic.says(line("other-address", found=window.use_next_address()))
            case "HowSecret":
                name = "how-secret-next-time" if self.game_topic else "how-secret"
                return self.topic.says(line(name, booth=self._tables.booth))
            case "Stop":
                return self.topic.says(line("stopped"))
            case "TakeTime":
                return self.topic.says(line("take-your-time"))
            case "Pause":
                self.paused = True
                return self.topic.says(line("paused"))
            case "GoOn":
                going_on = [line("going-on")] if self.paused else []
                self.paused = False
                return self.topic.says(*going_on).then(self.topic.go_on())
            case "Quit":
                leaving, self._leaving = self._leaving, True
                if leaving:
                    return say_goodbye(self._tables, self.topic)
                return self.topic.ask_back(line("sure-to-quit"), lambda: say_goodbye(self._tables, self.topic))
            case _:
                name, adjust = ADJUSTMENTS[intent]
                self._set_manner(adjust(self.preferences))
                return self.topic.says(line(name))

    def _release_phone(self, seat: str, *, replaced: bool) -> Reply:
        """Disconnect this player's phone, and ask again what it was asked."""
        self._tables.window.release(seat)
        topic = self.game_topic.with_(side_question=None) if self.game_topic else self.topic.refreshed()
        told = topic.says(line("new-phone" if replaced else "no-phone", seat=seat))
        return told.then(Reply(topic) if replaced else topic.prompt())

    def _question_again(self) -> tuple[tuple[LineRenderer, Line], ...]:
        """Return the open question, if the last reply was something else: a refusal, the scores."""
        lines = () if self.paused else self.topic.prompt().lines
        asked = [each for each in lines if each[1].audience == EVERYBODY][-1:]
        return tuple(each for each in asked if not self._outbox.has_asked(each[1]))

    def _set_manner(self, manner: Preferences) -> None:
        """Change the preferences, and store them for the players at the table."""
        table = self._tables.arrangement.table
        players = [seat.name for seat in table.state.seats] if table else []
        save_preferences(self.journal, manner, self.preferences, players, self.topic.asked)
        self._kept_manner.cache_clear()
        self.preferences = manner
