"""Options of Storytellers."""

from typing import TYPE_CHECKING

from narrator.games.hosting.options import SHORT_GAME, GameOption

if TYPE_CHECKING:
    from narrator.language.content.packs import Content


def straight_story_conflict(story: str, content: "Content") -> str | None:
    """Return why this story is not a tricky one, or `None` if it is."""
    return None if content.stories[story].tricky else "has no forks"


TRICKY_STORY = GameOption(
    "tricky",
    "TrickyStory",
    "chosen-tricky",
    "a story with forks",
    "tricky stories",
    story_conflict=straight_story_conflict,
)
EXTRA_CARDS = GameOption(
    "extras",
    "ChooseExtras",
    "chosen-extras",
    "for two who play together, how many cards the pile adds: 1 is easier, 3 is harder",
    "extra cards",
    (1, 2, 3),
    mode="cooperative",
)
OPTIONS = (TRICKY_STORY, EXTRA_CARDS, SHORT_GAME)
