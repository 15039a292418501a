"""Options of Storytellers."""

from typing import TYPE_CHECKING

from narrator.core.moods import StoryMood
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
BEDTIME = "bedtime"


def named_story_conflict(story: str, content: "Content") -> str | None:
    """Return why no kind or series can be chosen beside this story."""
    return "is chosen by its title already"


STORY_KIND = GameOption(
    "kind",
    "ChooseStoryKind",
    "chosen-kind",
    "a story of this kind",
    "kinds of stories",
    (*(mood.value for mood in StoryMood), BEDTIME),
    story_conflict=named_story_conflict,
)
SERIES = GameOption(
    "series",
    "ChooseSeries",
    "chosen-series",
    'the next story of a series, such as "Night Train"',
    "series",
    (),
    story_conflict=named_story_conflict,
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
OPTIONS = (TRICKY_STORY, STORY_KIND, SERIES, EXTRA_CARDS, SHORT_GAME)
