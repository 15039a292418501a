"""How each game is hosted: what is asked, how events are told, what can be looked up. One module per game.

A host is plain functions, like a game. It knows the words of the box, but says nothing itself: it hands out questions
(`Ask`) and lines (`Line`) without caring who listens and how secret it must be. Adding a game adds a module.
"""

from collections.abc import Iterator, Sequence
from enum import StrEnum
from functools import cache
from importlib import import_module
from typing import Any, Protocol, cast

from narrator.box.content import Box
from narrator.host.asking import Ask, Choice
from narrator.host.plan import Plan
from narrator.play import Event, Seat
from narrator.tell.lines import Line
from narrator.understand.grammar import Lists


class Topic(StrEnum):
    """What can be looked up at any time."""

    ROLE = "role"
    PAGE = "page"
    CLUE = "clue"
    STORY = "story"
    OPTIONS = "options"
    DICE = "dice"
    SCORES = "scores"
    ROUND = "round"


class Host(Protocol):
    """What a host module offers."""

    ROUND_OVER: tuple[type[Event], ...]
    """The events with which a practice round is over."""

    def default_mode(self, seats: Sequence[Seat]) -> str:
        """The mode that fits this table, if nobody says otherwise."""

    def options(self, plan: Plan, box: Box) -> Any:
        """The options of the rules for this plan."""

    def asks(self, state: Any, box: Box) -> tuple[Ask, ...]:
        """What to ask now, one question for each awaited seat, in the order of asking."""

    def hand(self, state: Any, seat: str, box: Box) -> tuple[Choice, ...]:
        """The cards in this player's hand; nothing in a game without hands."""

    def wide(self, state: Any, box: Box) -> Lists:
        """Names that exist but are not on offer now, so that they can be refused by name."""

    def tell(self, events: Sequence[Event], before: Any, after: Any, box: Box) -> Iterator[Line]:
        """What the room hears of these events; the views before and after are the room's."""

    def about(self, topic: Topic, state: Any, box: Box) -> Iterator[Line]:
        """What the room may be told about this, from its view; nothing if there is nothing."""

    def sheet(self, state: Any, seat: str | None, box: Box) -> Iterator[Line]:
        """What this player has written down so far; only in games whose grammar knows `Sheet`."""

    def recap(self, state: Any, box: Box) -> Iterator[Line]:
        """Where the game stands, for those who come back to it."""

    def lessons(self, options: Any) -> tuple[Line, ...]:
        """How to play, step by step."""


@cache
def host_of(game: str) -> Host:
    """The host of this game."""
    return cast(Host, import_module(f"narrator.games.{game}.host"))
