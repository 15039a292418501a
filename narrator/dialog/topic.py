"""What is talked about: the lobby, a question, a lesson, a name, the game at the table, remembering a story.

A topic is a frozen value. Whatever is said to it is answered with a `Reply`: the lines to say, and the topic from then
on. If something fails on the way, the topic is still the one before, and so is the question.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, TypeAlias

from narrator.dialog.manners import MANNERS
from narrator.language.lines.line import Line, line
from narrator.language.lines.outbox import SpokenLine
from narrator.language.lines.preferences import Preferences
from narrator.language.lines.renderer import LineRenderer
from narrator.language.understanding.expectation import Expectation
from narrator.language.understanding.grammar import Grammar
from narrator.language.understanding.grammar import SlotNames as Names
from narrator.language.understanding.offers import OfferedThing
from narrator.language.understanding.reading import Reading
from narrator.language.understanding.understand import Ambiguous, NoReading, Understanding, Understood

if TYPE_CHECKING:
    from narrator.dialog.dialogue import Dialogue


@dataclass(frozen=True, slots=True)
class Statement:
    understood: Understanding
    text: str = ""
    """As it was said. Nothing if it was not heard clearly."""
    sound: str | None = None  # the name of the recording, where free words were recorded
    aloud: bool = False  # it came by ear, which makes something of any name


MISSED = Statement(NoReading(""))
"""Somebody tried to answer, and not a word of it was understood."""


@dataclass(frozen=True)
class Reply:
    """What is said, and what is talked about from then on."""

    topic: "Topic"
    said: tuple[tuple[LineRenderer, Line], ...] = ()  # each line with the words of the game it belongs to
    again: tuple[SpokenLine, ...] | None = None  # what was said before, word for word, if that is what was asked for
    sounds: tuple[str, ...] = ()  # of what happened at the table
    manner: Preferences | None = None  # how it is spoken from now on, if that changes
    goodbye: bool = False

    def then(self, later: "Reply") -> "Reply":
        return replace(
            later,
            said=self.said + later.said,
            sounds=self.sounds + later.sounds,
            manner=later.manner or self.manner,
            goodbye=self.goodbye or later.goodbye,
        )


AskBack: TypeAlias = Callable[[Line, Callable[[], Reply]], Reply]
"""Asks a question, and does this after a yes."""


class Topic(ABC):
    """What the conversation knows of whatever is talked about."""

    words: LineRenderer  # the words it is told in
    grammar: Grammar  # what can be heard of it
    claims: frozenset[str] = frozenset()
    """What else means the same everywhere (`MANNERS`), and something of its own here."""

    @property
    def records(self) -> bool:
        """Whether free words are worth keeping as they sounded."""
        return False

    @property
    def asked(self) -> str | None:
        return None

    @property
    def kept_game(self) -> int | None:
        """The number of the game that can go on another day, if one has begun, counts and is not over."""
        return None

    @property
    def dialogue(self) -> "Dialogue | None":
        """The game that is played, for whoever plays along."""
        return None

    def refreshed(self) -> "Topic":
        """The same, with open eyes: somebody's phone has come or gone."""
        return self

    @property
    @abstractmethod
    def expectation(self) -> Expectation:
        """What may be said now."""

    @abstractmethod
    def prompt(self) -> Reply:
        """Ask for what is missing."""

    @abstractmethod
    def answer(self, statement: Statement) -> Reply:
        """Whatever was said, understood or not, is answered."""

    def go_on(self) -> Reply:
        """ "Go on": the next step, or the question again."""
        return self.prompt()

    def press(self, keys: str) -> Reply:
        return self.says(line("booth-empty"))

    def ask_back(self, question: Line, yes: Callable[[], Reply]) -> Reply:
        """Ask this first; the question at hand comes back if it was not meant. Away from a table nothing is lost."""
        return yes()

    def says(self, *lines: Line) -> Reply:
        return Reply(self, tuple((self.words, each) for each in lines))


class Aside(Topic):
    """What is talked about away from the table: only an answer to it counts, and whatever works at any time."""

    named: frozenset[str] = frozenset()  # what of that the question itself names: it is an answer, then

    @property
    def free(self) -> bool:
        """Whether free words are awaited: a name, a memory."""
        return False

    @abstractmethod
    def active(self) -> frozenset[str]:
        """The kinds of phrase (intents) that may be said now."""

    @abstractmethod
    def respond(self, reading: Reading, statement: Statement) -> Reply:
        """The answer to what was understood."""

    @abstractmethod
    def miss(self) -> Reply:
        """Nothing was understood: say what would do."""

    def lists(self) -> Names:
        return {}

    def things(self) -> tuple[OfferedThing, ...]:
        """What the question offers, in the order in which it was read."""
        return ()

    @cached_property
    def expectation(self) -> Expectation:
        active = (MANNERS - self.claims) | self.active()
        return Expectation(self.grammar, active, self.lists(), self.free, named=self.named, things=self.things)

    def answer(self, statement: Statement) -> Reply:
        match statement.understood:
            case Understood(reading):
                return self.respond(reading, statement)
            case _ if self.free and (statement.text or statement.sound):
                return self.take_words(statement)
            case Ambiguous(readings):
                return self.choose_between(readings)
            case _:
                return self.miss()  # away from the table nothing can go wrong that cannot be said again

    def take_words(self, statement: Statement) -> Reply:
        return self.miss()

    def choose_between(self, readings: tuple[Reading, ...]) -> Reply:
        return self.miss()
