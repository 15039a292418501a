"""The games, a folder each: moves, rules, host, retelling and wishes. Whatever folder lies here is a game."""

from collections.abc import Iterator, Mapping
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from pkgutil import iter_modules
from typing import Any, cast

from narrator.data import more_games
from narrator.host.wish import GameWish
from narrator.play import Game

DEFAULT = "storytellers"
"""What is played if nobody minds."""
__path__ += [str(folder / "games") for folder in more_games()]


class Games(Mapping[str, Game[Any]]):
    """The rules by the names of the games, each read when it is first asked for: an evening seldom needs all."""

    def __getitem__(self, name: str) -> Game[Any]:
        if name not in names():
            raise KeyError(name)
        return cast(Game[Any], import_module(f"{__name__}.{name}.rules"))

    def __contains__(self, name: object) -> bool:
        return name in names()

    def __iter__(self) -> Iterator[str]:
        return iter(names())

    def __len__(self) -> int:
        return len(names())


@cache
def games() -> Games:
    return Games()


@cache
def names() -> tuple[str, ...]:
    """Of all games. To know them, no rules have to be read."""
    return tuple(sorted(module.name for module in iter_modules(__path__)))


@cache
def wishes() -> Mapping[str, tuple[GameWish, ...]]:
    """What each game can be asked for beyond what all games have; of most, nothing."""
    asked = (name for name in names() if find_spec(f"{__name__}.{name}.wishes"))
    return {name: import_module(f"{__name__}.{name}.wishes").WISHES for name in asked}
