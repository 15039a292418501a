"""The games, a folder each: moves, rules, host and retelling. Whatever folder lies here is a game."""

from functools import cache
from importlib import import_module
from pkgutil import iter_modules
from types import MappingProxyType
from typing import Any, cast

from narrator.play import Game


@cache
def games() -> MappingProxyType[str, Game[Any]]:
    """Every game by its name."""
    names = sorted(module.name for module in iter_modules(__path__))
    return MappingProxyType({name: cast(Game[Any], import_module(f"{__name__}.{name}.rules")) for name in names})
