"""What the house can do for whatever is talked about in it: lay a table, take up a kept one, teach, tell a story."""

from typing import Protocol

from narrator.host.plan import Plan
from narrator.talk.bookshelf import Bookshelf
from narrator.talk.topic import AskBack, Reply, Topic
from narrator.talk.window import Window
from narrator.understand.grammar import Lists as Names
from narrator.understand.grammar import Reading

ENDINGS = frozenset({"Recollect", "TellIt", "Bedtime", "SamePlayers"})
"""What can be done with a game that is over, right after it and on another evening."""


class House(Protocol):
    """Brings people to a table, and away from it."""

    shelf: Bookshelf
    booth: bool
    """Whether somebody can be whispered to."""
    window: Window

    @property
    def plan_lists(self) -> Names:
        """What can be chosen before the game, by the names it is called."""

    def lay(self, plan: Plan) -> Reply:
        """The plan is complete: shuffle, deal, and begin."""

    def teach(self, game: str | None, behind: Topic) -> Reply:
        """How to play, step by step; then back to what was talked about."""

    def last_game(self, topic: Topic) -> Reply:
        """Go on with what was not finished, if there is anything."""

    def change(self, reading: Reading, topic: Topic, sure: AskBack | None = None) -> Reply:
        """Another plan than the one that was made: the table is laid anew, if they are sure."""

    def another(self) -> Reply:
        """Away from this table, and from the start."""

    def same_players(self, topic: Topic, game: str | None = None) -> Reply:
        """Who played last plays the same game again, with another story; or this game."""

    def remember(self, topic: Topic) -> Reply:
        """Remember the newest game together; then back."""

    def tell_it(self, topic: Topic, words: str = "newest", *, bedtime: bool = False) -> Reply:
        """Tell a story of ours; at bedtime it ends the evening, else it is back to what was talked about."""

    def learned(self, name: str, aliases: tuple[str, ...], sound: str | None) -> None:
        """Keep how a player's name sounds."""

    def at_any_time(self, reading: Reading, topic: Topic) -> Reply:
        """Somebody asks for the scores, or whose turn it is, where nothing is played yet, or any more."""

    def after_game(self, over: Topic) -> Reply:
        """The practice round is over, or the game."""
