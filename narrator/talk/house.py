"""What the house can do for whatever is talked about in it: lay a table, take up a kept one, teach, tell a story."""

from typing import Protocol

from narrator.host.plan import Plan
from narrator.talk.bookshelf import Bookshelf
from narrator.talk.topic import Reply, Topic
from narrator.understand.grammar import Lists as Names
from narrator.understand.grammar import Reading


class House(Protocol):
    """Brings people to a table, and away from it."""

    shelf: Bookshelf
    booth: bool
    """Whether somebody can be whispered to."""

    @property
    def plan_lists(self) -> Names:
        """What can be chosen before the game, by the names it is called."""

    def lay(self, plan: Plan) -> Reply:
        """The plan is complete: shuffle, deal, and begin."""

    def teach(self, game: str | None, behind: Topic) -> Reply:
        """How to play, step by step; then back to what was talked about."""

    def last_game(self, topic: Topic) -> Reply:
        """Go on with what was not finished, if there is anything."""

    def change(self, reading: Reading, topic: Topic) -> Reply:
        """Another plan than the one that was made: the table is laid anew."""

    def learned(self, name: str, aliases: tuple[str, ...], sound: str | None) -> None:
        """Keep how a player's name sounds."""

    def at_any_time(self, reading: Reading, topic: Topic) -> Reply:
        """Somebody asks for the scores, or whose turn it is, where nothing is played yet, or any more."""

    def after_game(self, over: Topic) -> Reply:
        """The practice round is over, or the game."""
