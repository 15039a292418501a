"""The games: one folder each with moves, rules, host, retelling and options. Every folder with rules is a game."""

from collections.abc import Iterator, Mapping
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from pkgutil import iter_modules
from typing import Any, cast

from narrator.core.game import Game
from narrator.core.paths import extra_game_folders
from narrator.games.hosting.options import GameOption

DEFAULT_GAME = "storytellers"
"""The game to play if none was chosen."""
MAKING_GAME = "making"
"""The game of making a story."""
__path__ += [str(folder / "games") for folder in extra_game_folders()]


class Games(Mapping[str, Game[Any]]):
    """The rules of each game by its name, imported on first use: a session rarely needs them all."""

    def __getitem__(self, name: str) -> Game[Any]:
        if name not in available_games():
            raise KeyError(name)
        return cast(Game[Any], import_module(f"{__name__}.{name}.rules"))

    def __contains__(self, name: object) -> bool:
        return name in available_games()

    def __iter__(self) -> Iterator[str]:
        return iter(available_games())

    def __len__(self) -> int:
        return len(available_games())


@cache
def games() -> Games:
    """Return all games."""
    return Games()


@cache
def available_games() -> tuple[str, ...]:
    """Return the names of all games: the subpackages that have rules. Loads no rules."""
    found = (module.name for module in iter_modules(__path__))
    return tuple(sorted(name for name in found if find_spec(f"{__name__}.{name}.rules")))


@cache
def game_options() -> Mapping[str, tuple[GameOption, ...]]:
    """Return the options of each game that has any."""
    having = (name for name in available_games() if find_spec(f"{__name__}.{name}.options"))
    return {name: import_module(f"{__name__}.{name}.options").OPTIONS for name in having}
