"""What a game can be asked for before it begins, beyond what all games have: own dice, songs, a harder pile.

A game's wishes stand in its `wishes.py`. How a wish is said stands in its grammar under `before`, and the words that
confirm it among its lines (`chosen-…`), so that both are known before the game is.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:  # the command line reads all wishes before it knows what it is for, and must not wait for the box
    from narrator.language.content.packs import Content


@dataclass(frozen=True, slots=True)
class GameOption:
    """One such thing. The plan keeps what was wished under its name."""

    name: str
    """With dashes it is the option on the command line; where there is a choice, also the slot that holds it."""
    intent: str
    """As in the grammar."""
    confirmation_line: str
    """What the table hears then; `value` is what was wished."""
    help: str
    """For the command line."""
    feature: str
    """What a game has that knows this wish: "dice"."""
    values: tuple[Any, ...] = (True,)
    """What can be wished for."""
    mode: str | None = None
    """The only mode that has it."""
    story_conflict: "Callable[[str, Content], str | None] | None" = None
    """Of a wish for a kind of story: what is amiss if this story is named as well ("has no forks"). Whoever names a
    story takes such a wish back, and the other way round.
    """

    @property
    def flag(self) -> str:
        return f"--{self.name.replace('_', '-')}"


SHORT_GAME = GameOption("short", "ShortGame", "chosen-short", "a short game", "short games")
"""Several games have this one."""
