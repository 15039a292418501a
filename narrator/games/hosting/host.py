"""The port of a game's host: what is asked, how events are told, what can be looked up.

A host is a module of plain functions, like the rules. It knows the words of the box, but says nothing itself: it hands
out questions (`Ask`) and lines (`Line`) without caring who listens and how secret it must be.
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
from narrator.language.content.packs import Content
from narrator.language.lines.line import Line
from narrator.language.lines.story_wording import StoryWording
from narrator.language.understanding.grammar import Lists


class LookUp(StrEnum):
    ROLE = "role"
    PAGE = "page"
    CLUE = "clue"
    STORY = "story"
    OPTIONS = "options"
    DICE = "dice"
    SCORES = "scores"
    ROUND = "round"


Retell: TypeAlias = Callable[[PlayedGame, Content, StoryWording], RetoldStory]
Recall: TypeAlias = Callable[[PlayedGame, Content, StoryWording], StoryCast]


class Host:
    """What a host module offers. What it leaves out is as here; what is left open here, it must have."""

    # --- before the game ---------------------------------------------------------------------------

    USES_CARDS: bool = False
    """Whether it is played with cards, which may be the narrator's or the family's own. By default not."""

    def build_options(self, plan: Plan, content: Content) -> Any:
        raise NotImplementedError

    def story_titles(self, content: Content) -> Mapping[str, str]:
        """What can be told, title by name, where one can be chosen. By default nothing."""
        return {}

    def story_name(self, options: Any) -> str | None:
        """The name of the story that is told, where one is. By default none."""
        return None

    def announced_title(self, options: Any, content: Content) -> str | None:
        """The story, where it should be announced before the game. By default none."""
        return None

    def estimate_minutes(self, options: Any, players: int) -> float | None:
        """About how long it takes, with time to think. By default nobody knows."""
        return None

    def is_open_by_default(self, options: Any, seats: Sequence[Seat]) -> bool:
        """Whether all is said aloud, if nobody says otherwise. By default secrets are kept."""
        return False

    def content_to_save(self, options: Any, content: Content) -> Iterator[Content]:
        """The texts that this game is told with, each by itself, to be kept with it. By default none."""
        return iter(())

    def has_content(self, options: Any, content: Content) -> bool:
        """Whether all that a kept game is told with lies in the box. By default it does."""
        return True

    def lessons(self, options: Any) -> tuple[Line, ...]:
        raise NotImplementedError

    # --- at the table ------------------------------------------------------------------------------

    ROUND_END_EVENTS: tuple[type[Event], ...]
    """The events with which a practice round is over."""
    EVENT_CUES: Mapping[type[Event], str] = {GameEnded: "win"}
    """The sounds of what happens, by their names in `audio/`. By default the end of a game has one."""

    def questions(self, state: Any, content: Content) -> tuple[GameQuestion, ...]:
        """What to ask now, one question for each awaited seat, in the order of asking."""
        raise NotImplementedError

    def hand_choices(self, state: Any, seat: str, content: Content) -> tuple[Choice, ...]:
        """The cards in this player's hand. By default nothing."""
        return ()

    def all_card_choices(self, state: Any, content: Content) -> tuple[Choice, ...]:
        """Every card that could be in a hand and be told now, whoever holds it. By default none."""
        return ()

    def extra_vocabulary(self, state: Any, content: Content) -> Lists:
        """Names that exist but are not on offer now, so that they can be refused by name. By default none."""
        return {}

    def narrate(self, events: Sequence[Event], before: Any, after: Any, content: Content) -> Iterator[Line]:
        """What the room hears of these events; the views before and after are the room's."""
        raise NotImplementedError

    def look_up(self, topic: LookUp, state: Any, content: Content) -> Iterator[Line]:
        """What the room may be told about this, from its view; nothing if there is nothing."""
        raise NotImplementedError

    def read_score_sheet(self, state: Any, seat: str | None, content: Content) -> Iterator[Line]:
        """What this player has written down so far; only in games whose grammar knows `Sheet`. By default nothing."""
        return iter(())

    def recap(self, state: Any, content: Content) -> Iterator[Line]:
        """Where the game stands, for those who come back to it."""
        raise NotImplementedError

    def panels(self, view: Any, content: Content) -> tuple[Panel, ...]:
        """What can be seen on a screen, from the room's view. By default nothing."""
        return ()

    # --- afterwards --------------------------------------------------------------------------------

    retell: Retell | None = None
    """The story of a game, as far as it went. By default it leaves none."""
    recall_cast: Recall | None = None
    """Who was who in it, to be remembered together. By default nobody."""


@cache
def host_of(game: str) -> Host:
    host = Host()
    vars(host).update(vars(import_module(f"narrator.games.{game}.host")))
    return host
