"""Options that only some games have: own dice, songs, a harder pile.

A game lists its options in its `options.py`. How an option is said is in its grammar under `before`, and the line that
confirms it among its lines (`chosen-…`), so that both are available before the game is chosen.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:  # the command line reads all options at startup, and loading content is slow
    from narrator.language.content.packs import Content


@dataclass(frozen=True, slots=True)
class GameOption:
    """An option of one game. `Plan.game_options` holds the chosen value under its name."""

    name: str
    """The name of the command-line option (with dashes), and of the grammar slot if there are several values."""
    intent: str
    """The grammar intent that chooses it."""
    confirmation_line: str
    """The id of the line that confirms it. Its variable `value` is the chosen value."""
    help: str
    """The help text of the command-line option."""
    feature: str
    """What a game with this option has, for error messages: "dice"."""
    values: tuple[Any, ...] = (True,)
    """The possible values; none if any text may be one."""
    mode: str | None = None
    """The only mode with this option; `None` if all modes have it."""
    story_conflict: "Callable[[str, Content], str | None] | None" = None
    """For an option that asks for a kind of story: returns why a named story does not fit ("has no forks"), or `None`.

    Naming a story cancels such an option, and the other way round.
    """

    @property
    def flag(self) -> str:
        return f"--{self.name.replace('_', '-')}"


SHORT_GAME = GameOption("short", "ShortGame", "chosen-short", "a short game", "short games")
"""An option of several games."""
