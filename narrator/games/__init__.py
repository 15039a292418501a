"""The games, a folder each: moves, rules, host, retelling and wishes. Whatever folder lies here is a game."""

from collections.abc import Mapping
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from pkgutil import iter_modules
from types import MappingProxyType
from typing import Any, cast

from narrator.data import more_games
from narrator.host.wish import GameWish
from narrator.play import Game

DEFAULT = "storytellers"
"""What is played if nobody minds."""
__path__ += [str(folder / "games") for folder in more_games()]


@cache
def games() -> MappingProxyType[str, Game[Any]]:
    """Every game by its name."""
    return MappingProxyType({name: cast(Game[Any], import_module(f"{__name__}.{name}.rules")) for name in names()})


@cache
def names() -> tuple[str, ...]:
    """Of all games. To know them, no rules have to be read."""
    return tuple(sorted(module.name for module in iter_modules(__path__)))


@cache
def wishes() -> Mapping[str, tuple[GameWish, ...]]:
    """What each game can be asked for beyond what all games have; of most, nothing."""
    asked = (name for name in names() if find_spec(f"{__name__}.{name}.wishes"))
    return {name: import_module(f"{__name__}.{name}.wishes").WISHES for name in asked}
