"""What can be asked for before Storytellers."""

from typing import TYPE_CHECKING

from narrator.games.hosting.wish import SHORT, GameWish

if TYPE_CHECKING:
    from narrator.language.content.box import Box


def straight(story: str, box: "Box") -> str | None:
    return None if box.stories[story].tricky else "has no forks"


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
