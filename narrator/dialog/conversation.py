"""One evening in words: from "What shall we play?" to "Goodbye!".

Whatever is heard comes in here and whatever is said goes out here, so a conversation is the same whether it is typed,
spoken or read from a file. It hands what was understood to whatever is talked about (the topic) and knows no kinds of
it. Whatever fails on the way is told in a sentence, here and nowhere else; the topic is then the one before.
"""

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import cache, partial
from typing import Any

from narrator.core.errors import NarratorError, StorageError
from narrator.dialog.dialogue import Dialogue
from narrator.dialog.ending import goodbye
from narrator.dialog.manners import ADJUSTMENTS, AT_ANY_TIME, INTERRUPTING, MANNERS, RATE_STEP, keep_manner, kept_manner
from narrator.dialog.port import Bookshelf, Window
from narrator.dialog.seating import Arrangement, Recollect, Seating
from narrator.dialog.topic import MISSED, Reply, Statement, Topic
from narrator.games.hosting.plan import Plan
from narrator.language.content.packs import Content
from narrator.language.language import DEFAULT_LANGUAGE
from narrator.language.lines.line import Line, Verbosity, line
from narrator.language.lines.outbox import Outbox, SpokenLine
from narrator.language.lines.preferences import Preferences, Theme
from narrator.language.lines.renderer import LineRenderer
from narrator.language.understanding.expectation import Expectation
from narrator.language.understanding.grammar import load_grammar
from narrator.language.understanding.reading import Reading
from narrator.language.understanding.understand import Ambiguous, Suggestion, Understanding, Understood
from narrator.storage.journal import Journal

HARMLESS = (MANNERS | AT_ANY_TIME) - {"Undo", "NewPlayer", "SomeoneLeaves"}
"""What changes nothing at the table, or is asked back in any case."""
SHORT = 3
"""Words that are asked back as they were heard; of longer ones, what they name."""
GOING_ON = frozenset({"GoOn"})
ON_PHONE = 26
"""Pixels of print on a phone, until somebody wants it larger."""


class Conversation:
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
        shelf: Bookshelf | None = None,
        recollecting: Recollect | None = None,
        window: Window | None = None,
    ) -> None:
        """`hears` tells whether the ear knows a player's name; one that it does not know is learned. `recollecting`
        makes the talk in which a game is remembered together.
        """
        self.journal = journal
        self.language = language
        at = Arrangement(
            plan or Plan(), content, LineRenderer(language), load_grammar(language), offer_practice=practice
        )
        self._seating = Seating(
            journal, content, language, at, private_line, hears, shelf or Bookshelf(), recollecting, window or Window()
        )
        self._outbox = Outbox()
        self._kept_manner = cache(partial(kept_manner, journal))
        """How a player likes it; looked up once, as long as nobody wishes for anything else."""
        self.manner = Preferences()
        """How it is spoken, and shown."""
        self.topic: Topic = self._seating.lobby(at.plan)
        """What is talked about."""
        self.paused = False
        self.done = False
        self._doubted: Reading | None = None
        """What was not heard clearly last, if it could be only one thing."""
        self._stopped = False
        """Somebody has silenced the narrator, and nothing else was settled since: most likely it goes on."""
        self._leaving = False
        """Somebody has just been asked whether to stop for today; who says "bye" again means it."""
        self.game: str | None = None
        """Which one is on the table."""
        self.sounds: tuple[str, ...] = ()
        """Of what happened at the table before the last answer, by their names in `audio/`."""

    # --- in and out ------------------------------------------------------------------------------

    def open(self) -> tuple[SpokenLine, ...]:
        return self._answer(self._seating.welcome)

    def resume(self, game_id: int) -> tuple[SpokenLine, ...]:
        return self._answer(lambda: self._seating.welcome_back(game_id))

    def talk_about(self, topic: Topic) -> tuple[SpokenLine, ...]:
        return self._answer(topic.prompt)

    def understand(self, text: str) -> Understanding:
        """What this would mean just now; nothing is done about it."""
        return self.expectation.understand(text)

    def hear(self, text: str, sound: str | None = None, *, aloud: bool = False) -> tuple[SpokenLine, ...]:
        """The answer to what was said, and recorded under this name where it was in free words."""
        return self.in_words(self.reply(Statement(self.understand(text), text, sound, aloud)))

    def reply(self, statement: Statement) -> Reply:
        """Whatever was said, understood or not, is answered; what means the same everywhere is answered here."""
        self._doubted = None
        if isinstance(statement.understood, Understood) and statement.understood.reading.intent not in ("Yes", "No"):
            self._stopped = statement.understood.reading.intent == "Stop"
        self._leaving = self._leaving and statement.understood == Understood(Reading("Quit"))
        match statement.understood:
            case Understood(reading) if reading.intent in MANNERS - self.topic.claims:
                return self._settled(lambda: self._mind_manners(reading))
            case _ if self.paused:
                return self._settled(lambda: self.topic.says(line("still-paused")))
            case _:
                return self._settled(lambda: self.topic.answer(statement))

    def doubt(self, phrases: Sequence[str]) -> tuple[SpokenLine, ...]:
        """It was one of these, or something else altogether: ask, never guess."""
        meant: dict[str, tuple[str, Reading]] = {}
        for phrase in phrases:
            for said, reading in self._may_mean(phrase):
                meant.setdefault(repr(reading), (said, reading))
        readings = tuple(reading for _, reading in meant.values())
        only = next(iter(meant.values())) if len(meant) == 1 else None
        before, doubted = self._doubted, readings[0] if only else None
        if only and (doubted == before or only[1].intent in HARMLESS):
            # asking whether to help would be no help; and who says the same again means it
            return self.in_words(self.reply(Statement(Understood(only[1]))))
        if not readings or self.paused or any(reading.intent in ("Yes", "No") for reading in readings):
            answer = self.miss()  # whoever mumbled a yes is not asked whether it was one
        else:
            answer = self.in_words(self.reply(Statement(Suggestion(*only) if only else Ambiguous(readings))))
        self._doubted = doubted
        return answer

    def dictated(self, words: str) -> tuple[SpokenLine, ...] | None:
        """What open dictation wrote down, where no phrase was heard: asked back before it counts, and nothing if it is
        side talk. A question in more than a word is answered, for that changes nothing.
        """
        meant = [] if self.paused or self.topic.expectation.free else self._may_mean(words)
        lone = len(words.split()) < 2 and all(reading.intent in HARMLESS for _, reading in meant)
        return self.doubt((words,)) if meant and not lone else None

    def _may_mean(self, words: str) -> list[tuple[str, Reading]]:
        """Each meaning, with what to call it in a question."""
        match self.understand(words):
            case Understood(reading):
                return [(words if len(words.split()) <= SHORT else self._named(reading) or words, reading)]
            case Ambiguous(readings):
                return [(words, reading) for reading in readings]
            case Suggestion(said, reading):
                return [(said, reading)]
            case _:
                return []

    def _named(self, reading: Reading) -> str | None:
        values = list(reading.slots.values())
        things = (each for each in self.topic.expectation.things() if each.name)
        return next((each.name for each in things if each.value in values or each.number in values), None)

    def miss(self) -> tuple[SpokenLine, ...]:
        """Somebody tried to answer, and not a word of it was understood."""
        return self._answer(lambda: self.topic.answer(MISSED))

    def tell_of_the_room(self, trouble: str) -> tuple[SpokenLine, ...]:
        """Something about the room keeps us from understanding: what it is, and what helps."""
        return self._answer(lambda: self.topic.says(line("room", trouble=trouble)))

    def key(self, keys: str) -> tuple[SpokenLine, ...]:
        return self._answer(lambda: self.topic.press(keys))

    def choose(self, seat: str, values: Mapping[str, int | str]) -> tuple[SpokenLine, ...]:
        """The answer to what was chosen on a phone; with nothing chosen, the last choice is taken back."""
        at_table = self.dialogue
        if at_table is None or self.paused:
            return ()
        return self._answer(lambda: at_table.choose(seat, values) if values else at_table.take_back(seat))

    def phone_came(self, seat: str) -> tuple[SpokenLine, ...]:
        told, at_table = self.topic.says(line("phone-here", seat=seat)), None if self.paused else self.dialogue
        return self._answer(lambda: told.then(at_table.came(seat) if at_table else Reply(self.topic.refreshed())))

    def look(self, seat: str | None, size: int, theme: Theme, *, reader: bool) -> None:
        """How large and in which colours somebody reads; on the page for all, how all do."""
        known = self.manner if seat is None else self.on_phone(seat)
        manner = replace(known.with_print_size(size), theme=theme, reader=reader)
        with suppress(StorageError):  # it is as it was wished, if only for tonight
            if seat is None:
                self._set(manner)
            else:
                self.journal.save_note("phone", seat, manner.to_json())

    def on_phone(self, seat: str) -> Preferences:
        """How this player reads on a phone, which is smaller and nearer than the page for all."""
        kept = self.journal.find_note("phone", seat)
        return Preferences.from_json(kept) if kept else Preferences(size=ON_PHONE)

    def close(self) -> None:
        self._seating.leave()

    # --- what others see ---------------------------------------------------------------------------

    @property
    def expectation(self) -> Expectation:
        if self.paused:
            return Expectation(self.topic.grammar, MANNERS, awaited=GOING_ON)
        expected = self.topic.expectation
        return replace(expected, awaited=GOING_ON) if self._stopped else expected

    def expectation_while_reading(self, *, answering: bool) -> Expectation:
        """What may be said before the last answer is read to its end."""
        if self.paused or not answering:
            return Expectation(self.topic.grammar, INTERRUPTING)
        expected = self.topic.expectation
        answers = frozenset() if expected.free else frozenset(expected.active) - AT_ANY_TIME - MANNERS
        return Expectation(expected.grammar, INTERRUPTING | answers, expected.lists)

    @property
    def dialogue(self) -> Dialogue | None:
        """What goes on at the table, once it is laid."""
        return self.topic.dialogue

    @property
    def room(self) -> tuple[str, Any] | None:
        """The game on the table and the room's view of it, for whoever shows it. There is no secret in it."""
        table = self._seating.at.table
        return (table.name, table.view(None)) if table else None

    # --- one way through ---------------------------------------------------------------------------

    def _answer(self, reply_of: Callable[[], Reply]) -> tuple[SpokenLine, ...]:
        return self.in_words(self._settled(reply_of))

    def _settled(self, reply_of: Callable[[], Reply]) -> Reply:
        """The reply, once it is sure that it counts. Whatever could not be done is told, and nothing has changed."""
        before = self._seating.at
        try:
            reply = reply_of()
        except NarratorError as trouble:
            self._seating.go_back_to(before)
            reply = self.topic.says(line("trouble", sentence=str(trouble)))
        self.topic = reply.topic
        if self._seating.left:
            reply = reply.then(self.topic.says(*self._seating.tidy_up()))
        self.manner = reply.manner or self.manner
        if asked := reply.topic.asked:
            kept = self._kept_manner(asked)
            self.manner = replace(self.manner, verbosity=kept.verbosity if kept else Verbosity.FULL)
        table, self.sounds = self._seating.at.table, reply.sounds
        self.game = table.name if table else None
        if reply.goodbye:
            self.done = True
            self.close()
        return reply

    def in_words(self, reply: Reply) -> tuple[SpokenLine, ...]:
        """What is said again comes first; what goes with it is no answer of its own, to be heard again in its place."""
        said = self._outbox.render(reply.said, self.manner.verbosity, remember=reply.again is None)
        return (*(reply.again or ()), *said)

    # --- what works in every state -----------------------------------------------------------------

    def _mind_manners(self, reading: Reading) -> Reply:
        intent, window = reading.intent, self._seating.window
        match intent:
            case "Repeat" | "RepeatSlower":
                if intent == "RepeatSlower":
                    self._set(self.manner.faster(-RATE_STEP))
                return Reply(self.topic, self._question_again(), again=self._outbox.last_answer())
            case "Earlier":
                earlier = self._outbox.earlier_answer()
                nothing = () if earlier else self.topic.says(line("nothing-earlier")).said
                return Reply(self.topic, nothing, again=earlier)
            case "OpenWindow":
                return self.topic.says(line("window-open" if window.open() else "no-window"))
            case "CloseWindow":
                window.shut()
                return self.topic.says(line("window-shut"))
            case "NewPhone" | "NoPhone":
                seat = reading.slots["player"]
                window.release(seat)
                told = self.topic.says(line("new-phone" if intent == "NewPhone" else "no-phone", seat=seat))
                seen = self.topic.refreshed()
                return told.then(seen.prompt() if intent == "NoPhone" else Reply(seen))
            case "HowSecret":
                return self.topic.says(line("how-secret", booth=self._seating.booth))
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
                    return goodbye(self._seating, self.topic)
                return self.topic.ask_back(line("sure-to-quit"), lambda: goodbye(self._seating, self.topic))
            case _:
                name, adjust = ADJUSTMENTS[intent]
                self._set(adjust(self.manner))
                return self.topic.says(line(name))

    def _question_again(self) -> tuple[tuple[LineRenderer, Line], ...]:
        """The question that is open, where the last answer was something else: a refusal, a look at the scores."""
        asked = [] if self.paused else [each for each in self.topic.prompt().said if each[1].to is None][-1:]
        return tuple(each for each in asked if not self._outbox.has_asked(each[1]))

    def _set(self, manner: Preferences) -> None:
        """From now on; and kept, if it can be."""
        table = self._seating.at.table
        players = [seat.name for seat in table.state.seats] if table else []
        keep_manner(self.journal, manner, self.manner, players, self.topic.asked)
        self._kept_manner.cache_clear()
        self.manner = manner
