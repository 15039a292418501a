"""The interface of a game's `host.py`: the questions it asks, how it narrates events, what players can look up.

A host is a module of plain functions, like the rules. It turns the state of the table into questions (`GameQuestion`)
and lines (`Line`). It outputs nothing itself and does not decide who may hear a line; the dialog does both.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from enum import StrEnum
from functools import cache
from importlib import import_module
from typing import Any, TypeAlias

from narrator.core.game import Event, GameEnded, Seat
from narrator.games.hosting.cast import StoryCast
from narrator.games.hosting.panels import Panel
from narrator.games.hosting.plan import Plan
from narrator.games.hosting.questions import Choice, GameQuestion
from narrator.games.hosting.retelling import PlayedGame, RetoldStory
from narrator.games.hosting.story_info import StoryInfo
from narrator.language.content.packs import Content
from narrator.language.lines.line import Line
from narrator.language.lines.story_wording import StoryWording
from narrator.language.understanding.grammar import SlotNames


class LookUp(StrEnum):
    """What players can ask about during a game."""

    ROLE = "role"
    PAGE = "page"
    CLUE = "clue"
    STORY = "story"
    OPTIONS = "options"
    DICE = "dice"
    SCORES = "scores"
    VOTES = "votes"
    ROUND = "round"


Retell: TypeAlias = Callable[[PlayedGame, Content, StoryWording], RetoldStory]
Recall: TypeAlias = Callable[[PlayedGame, Content, StoryWording], StoryCast]


class Host:
    """The functions and constants of a host module.

    A module that leaves out a function or constant gets the default below. Functions that raise `NotImplementedError`
    here, and `ROUND_END_EVENTS`, are required.
    """

    # --- before the game ---------------------------------------------------------------------------

    USES_CARDS: bool = False
    """Whether the game has cards, so that players can choose between the narrator's cards and their own."""

    OFFERS_PRACTICE: bool = True
    """Whether new players are offered a practice round."""

    def build_options(self, plan: Plan, content: Content) -> Any:
        """Return the rules' `Options` for this plan."""
        raise NotImplementedError

    def story_titles(self, content: Content) -> Mapping[str, str]:
        """Return the stories that players can choose from: name to title. Empty by default."""
        return {}

    def story_infos(self, content: Content) -> Mapping[str, StoryInfo]:
        """Return what helps players to choose, for the stories of `story_titles`. Empty by default."""
        return {}

    def propose_stories(self, plan: Plan, content: Content, count: int) -> Sequence[str]:
        """Return the names of up to `count` stories that suit this plan, the best one first. Empty by default."""
        return ()

    def story_name(self, options: Any) -> str | None:
        """Return the name of the story in these options, if the game has one."""
        return None

    def announced_title(self, options: Any, content: Content) -> str | None:
        """Return the story title to announce before the game, if any."""
        return None

    def estimate_minutes(self, options: Any, players: int) -> float | None:
        """Return about how many minutes the game takes, including time to think; `None` if unknown."""
        return None

    def is_open_by_default(self, options: Any, seats: Sequence[Seat]) -> bool:
        """Return whether the game uses `Privacy.OPEN` unless the plan names a privacy. By default it does not."""
        return False

    def content_to_save(self, options: Any, content: Content) -> Iterator[Content]:
        """Yield the content to store with the game, so that it can be retold later. Nothing by default."""
        return iter(())

    def has_content(self, options: Any, content: Content) -> bool:
        """Return whether the loaded content has every text that a stored game needs. True by default."""
        return True

    def lessons(self, options: Any) -> tuple[Line, ...]:
        """Return the lines that explain the rules, one per step."""
        raise NotImplementedError

    # --- at the table ------------------------------------------------------------------------------

    ROUND_END_EVENTS: tuple[type[Event], ...]
    """Events that end a practice round."""
    EVENT_CUES: Mapping[type[Event], str] = {GameEnded: "win"}
    """The cue to play with an event, by its name in `audio/`. By default only the end of a game has one."""

    def questions(self, state: Any, content: Content) -> tuple[GameQuestion, ...]:
        """Return the current questions, one for each seat the game waits for, in the order of asking."""
        raise NotImplementedError

    def hand_choices(self, state: Any, seat: str, content: Content) -> tuple[Choice, ...]:
        """Return the cards in this player's hand. Empty by default."""
        return ()

    def all_card_choices(self, state: Any, content: Content) -> tuple[Choice, ...]:
        """Return every card that could be in any hand now. Empty by default."""
        return ()

    def extra_vocabulary(self, state: Any, content: Content) -> SlotNames:
        """Return names to recognise although they are not on offer now, so that they can be refused by name.

        Empty by default.
        """
        return {}

    def narrate(self, events: Sequence[Event], before: Any, after: Any, content: Content) -> Iterator[Line]:
        """Yield what the room hears about these events. `before` and `after` are the room's views."""
        raise NotImplementedError

    def look_up(self, topic: LookUp, state: Any, content: Content) -> Iterator[Line]:
        """Yield what the room may hear about this topic. `state` is the room's view. May yield nothing."""
        raise NotImplementedError

    def read_score_sheet(self, state: Any, seat: str | None, content: Content) -> Iterator[Line]:
        """Yield this player's score sheet. Only needed if the game's grammar has the intent `Sheet`."""
        return iter(())

    def recap(self, state: Any, content: Content) -> Iterator[Line]:
        """Yield a summary for players who resume the game."""
        raise NotImplementedError

    def panels(self, view: Any, content: Content) -> tuple[Panel, ...]:
        """Return what the big screen shows. `view` is the room's view. Empty by default."""
        return ()

    # --- after the game --------------------------------------------------------------------------------

    def make_content(self, state: Any, content: Content, name: str) -> Content | None:
        """Return what this game adds to the family's own content; `name` is for a story. `None` by default."""
        return None

    retell: Retell | None = None
    """Retells the game as a story, finished or not. `None` if the game leaves no story."""
    recall_cast: Recall | None = None
    """Returns the cast of the story, for `narrator recollect`. `None` if the game has no cast."""


@cache
def host_of(game: str) -> Host:
    """Return the game's host module on top of the defaults."""
    host = Host()
    vars(host).update(vars(import_module(f"narrator.games.{game}.host")))
    return host
