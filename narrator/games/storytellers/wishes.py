"""What can be asked for before Storytellers."""

from typing import TYPE_CHECKING

from narrator.games.hosting.wish import SHORT, GameWish

if TYPE_CHECKING:
    from narrator.language.content.packs import Content


def straight(story: str, content: "Content") -> str | None:
    return None if content.stories[story].tricky else "has no forks"


TRICKY = GameWish("tricky", "TrickyStory", "chosen-tricky", "a story with forks", "tricky stories", unlike=straight)
EXTRAS = GameWish(
    "extras",
    "ChooseExtras",
    "chosen-extras",
    "for two who play together, how many cards the pile adds: 1 is easier, 3 is harder",
    "extra cards",
    (1, 2, 3),
    mode="cooperative",
)
WISHES = (TRICKY, EXTRAS, SHORT)
