"""Topics of the conversation: the lobby, a yes-or-no question, a lesson, a game, the recollection of a story.

A topic is a frozen value. It answers every utterance with a `Reply`: the lines to say, the moves to make, and the topic
from then on. If something fails on the way, the topic stays the one before, and so does its question.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, TypeAlias

from narrator.dialog.intents import EVERYWHERE_INTENTS
from narrator.language.lines.line import Line, line
from narrator.language.lines.outbox import SpokenLine
from narrator.language.lines.preferences import Preferences
from narrator.language.lines.renderer import LineRenderer
from narrator.language.understanding.expectation import Expectation
from narrator.language.understanding.grammar import Grammar
from narrator.language.understanding.grammar import SlotNames as Names
from narrator.language.understanding.offers import OfferedThing
from narrator.language.understanding.reading import Ambiguous, NoReading, Reading, Understanding, Understood
from narrator.speech.ports import UtteranceHeard

if TYPE_CHECKING:
    from narrator.dialog.game_topic import GameTopic

NOTHING_UNDERSTOOD = NoReading("")
"""The meaning of an utterance without a single known word."""
NO_WORDS = UtteranceHeard("")
"""The utterance behind a meaning whose words do not matter."""


@dataclass(frozen=True)
class Reply:
    """What an utterance leads to: the topic after it, the lines to say, the moves to make."""

    topic: "Topic"
    lines: tuple[tuple[LineRenderer, Line], ...] = ()
    """Each line with the renderer of the game it belongs to."""
    moves: tuple[Any, ...] | None = None
    """The moves that still have to be made, all or none; None if the reply makes no move."""
    again: tuple[SpokenLine, ...] | None = None
    """Lines that were said before and are repeated word for word."""
    sounds: tuple[str, ...] = ()
    """The sounds of the events in the game."""
    preferences: Preferences | None = None
    """The new preferences, if they change."""
    goodbye: bool = False
    refused: bool = False
    """Whether what the player asked for is not possible."""

    def then(self, later: "Reply") -> "Reply":
        """Return a reply that says these lines first, and then goes on with the later one."""
        return replace(
            later,
            lines=self.lines + later.lines,
            sounds=self.sounds + later.sounds,
            preferences=later.preferences or self.preferences,
            goodbye=self.goodbye or later.goodbye,
            refused=self.refused or later.refused,
        )

    def after(self, *lines: Line) -> "Reply":
        """Return the reply with these lines before its own."""
        words = self.topic.words
        return replace(self, lines=(*((words, each) for each in lines), *self.lines))


AskBack: TypeAlias = Callable[[Line, Callable[[], Reply]], Reply]
"""Asks a yes-or-no question; the second argument is called after a yes."""


class Topic(ABC):
    """The interface of a topic to the conversation."""

    words: LineRenderer
    grammar: Grammar
    claims: frozenset[str] = frozenset()
    """Intents of `MANNERS` that this topic answers itself."""

    @property
    def records(self) -> bool:
        """Whether recordings of free words are stored."""
        return False

    @property
    def asked(self) -> str | None:
        """The player who is asked; None if any player may answer."""
        return None

    @property
    def kept_game(self) -> int | None:
        """The number of the game that can go on another day, if one has begun, counts and is not over."""
        return None

    @property
    def game_topic(self) -> "GameTopic | None":
        """The game that is played, if one is."""
        return None

    @property
    def easier_question(self) -> Line | None:
        """The open question in easier words, for a child who stays silent; None in other topics."""
        return None

    def refreshed(self) -> "Topic":
        """Return this topic with the current table state: a phone has connected or is gone."""
        return self

    @property
    @abstractmethod
    def expectation(self) -> Expectation:
        """The intents and names that players may say now."""

    @abstractmethod
    def prompt(self) -> Reply:
        """Ask for what is missing."""

    @abstractmethod
    def answer(self, meaning: Understanding, utterance: UtteranceHeard = NO_WORDS) -> Reply:
        """Answer an utterance, understood or not."""

    def go_on(self) -> Reply:
        """Answer "go on": the next step, or the question again."""
        return self.prompt()

    def press(self, keys: str) -> Reply:
        """Answer keys pressed in the booth."""
        return self.says(line("booth-empty"))

    def ask_back(self, question: Line, yes: Callable[[], Reply]) -> Reply:
        """Ask this first, if something could be lost by a misheard word. Away from a game, nothing can."""
        return yes()

    def says(self, *lines: Line) -> Reply:
        """Return a reply with these lines, which stays at this topic."""
        return Reply(self, tuple((self.words, each) for each in lines))


class SideTopic(Topic):
    """A topic away from the game: it understands answers to its question, and what works at any time."""

    named: frozenset[str] = frozenset()
    """Intents that work at any time and also answer this question."""

    @property
    def free(self) -> bool:
        """Whether free words are expected: a name, a memory."""
        return False

    @abstractmethod
    def active(self) -> frozenset[str]:
        """Return the intents that may be said now."""

    @abstractmethod
    def respond(self, reading: Reading, utterance: UtteranceHeard) -> Reply:
        """Answer what was understood."""

    @abstractmethod
    def miss(self) -> Reply:
        """Answer an utterance that was not understood: say what can be said."""

    def lists(self) -> Names:
        """Return the names that may be said, by slot."""
        return {}

    def things(self) -> tuple[OfferedThing, ...]:
        """Return the things on offer, in reading order."""
        return ()

    def likely_words(self) -> tuple[str, ...]:
        """Return words that are likelier than others in free words."""
        return ()

    @cached_property
    def expectation(self) -> Expectation:
        active = (EVERYWHERE_INTENTS - self.claims) | self.active()
        likely = self.likely_words()
        return Expectation(self.grammar, active, self.lists(), self.free, likely, named=self.named, things=self.things)

    def answer(self, meaning: Understanding, utterance: UtteranceHeard = NO_WORDS) -> Reply:
        match meaning:
            case Understood(reading):
                return self.respond(reading, utterance)
            case _ if self.free and (utterance.text or utterance.clip):
                return self.take_words(utterance)
            case Ambiguous(readings):
                return self.choose_between(readings)
            case _:
                return self.miss()  # a suggestion, too: away from a game, a player can simply say it again

    def take_words(self, utterance: UtteranceHeard) -> Reply:
        """Answer free words."""
        return self.miss()

    def choose_between(self, readings: tuple[Reading, ...]) -> Reply:
        """Answer an utterance with several meanings."""
        return self.miss()
