"""Play games without people: with fixed luck for rule tests, at random for property tests."""

import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, fields
from typing import Any

from narrator.core.game import CardSource, Event, Game, IllegalMove, Join, Leave, Reason, Seat
from narrator.games import games
from narrator.games.storytellers.rules import StoryShape
from narrator.storage.luck import RandomLuck
from tests.support.tables import NAMES

FORKED = StoryShape(
    "a tricky story",
    "one",
    {
        "one": ("two",),
        "two": ("three a", "three b"),
        "three a": ("four",),
        "three b": ("four",),
        "four": ("five a", "five b"),
        "five a": ("six",),
        "five b": ("six",),
        "six": ("seven a", "seven b"),
        "seven a": (),
        "seven b": (),
    },
)


class FixedLuck:
    """A `Luck` that keeps the order and picks the first item, so that tests can predict it."""

    def shuffled(self, items: Sequence[Any]) -> tuple[Any, ...]:
        return tuple(items)

    def pick(self, items: Sequence[Any]) -> Any:
        return items[0]


class ScriptedGame:
    """A game driven by a test. Chance moves are made automatically, with `FixedLuck` by default."""

    def __init__(self, game: Any, seats: Sequence[Seat], options: Any, luck: Any = None) -> None:
        self.game = game
        self.luck = luck or FixedLuck()
        step = game.setup(seats, options)
        self.state = step.state
        self.events: list[Event] = list(step.events)
        self._draw()

    def do(self, *moves: Any) -> list[Event]:
        """Make these moves and return their events, which are also added to `events`."""
        before = len(self.events)
        for move in moves:
            self._apply(move)
            self._draw()
        return self.events[before:]

    def refused(self, move: Any) -> Reason:
        """Return why the move is refused, and check that it changed nothing."""
        before = self.state
        try:
            self.game.apply(self.state, move)
        except IllegalMove as refusal:
            assert self.state == before
            return refusal.reason
        raise AssertionError(f"{move} was accepted")

    def events_of(self, kind: type) -> list[Any]:
        """Return all events of this type."""
        return [event for event in self.events if isinstance(event, kind)]

    def _apply(self, move: Any) -> None:
        step = self.game.apply(self.state, move)
        self.state = step.state
        self.events += step.events

    def _draw(self) -> None:
        while (move := self.game.chance(self.state, self.luck)) is not None:
            self._apply(move)


@dataclass(frozen=True)
class Variant:
    """A game with options and a number of players."""

    name: str
    options: Any
    players: int

    @property
    def game(self) -> Game[Any]:
        return games()[self.name]

    @property
    def seats(self) -> list[Seat]:
        return [Seat(name, 5 + number) for number, name in enumerate(NAMES[: self.players])]

    def __str__(self) -> str:
        flags = [
            field.name if value is True else f"{field.name}={value}"
            for field in fields(self.options)
            if isinstance(value := getattr(self.options, field.name), bool | int | CardSource)
            and value not in (False, "spoken")
        ]
        story = getattr(self.options, "story", None)
        return " ".join(
            [self.name, self.options.mode, str(self.players), *flags, *(["tricky"] if story == FORKED else [])]
        )


MORE_OPTIONS: dict[tuple[str, str], list[dict[str, Any]]] = {
    ("storytellers", "basic"): [{"story": FORKED}],
    ("storytellers", "cooperative"): [{"story": FORKED}],
    ("storytellers", "youngest"): [{"story": FORKED}],
    ("dixit", "basic"): [{"mimes_and_songs": True}],
    ("odyssey", "party"): [{"times": 2}],
    ("odyssey", "teams"): [{"times": 2}],
    ("cat_dice", "basic"): [{"own_dice": True}],
}
"""Options besides mode and cards that change the course of a game."""


def variants() -> Iterator[Variant]:
    """Yield every combination of game, mode, number of players and options."""
    for name, game in games().items():
        kinds = {field.name for field in fields(game.Options)}
        mode_type = type(game.Options().mode)
        for mode, allowed in game.MODES.items():
            ways: list[dict[str, Any]] = [{}, *MORE_OPTIONS.get((name, mode), [])]
            if "cards" in kinds:
                ways += [{**way, "cards": CardSource.TABLE} for way in ways]
            for players in allowed:
                for way in ways:
                    yield Variant(name, game.Options(mode=mode_type(mode), **way), players)
                if (name, mode, players) == ("storytellers", "cooperative", 2):
                    yield from (Variant(name, game.Options(mode=mode_type(mode), extras=n), 2) for n in (1, 2, 3))


def playout(
    variant: Variant,
    seed: int,
    watch: Callable[[Any, Any, Any], None] = lambda before, move, step: None,
    *,
    restless: float = 0.0,
    max_moves: int = 20_000,
) -> Any:
    """Play a random game to its end and call `watch` for every step.

    `restless` is the probability that a player joins or leaves instead of a move.
    """
    game, dice = variant.game, random.Random(seed)
    state = game.setup(variant.seats, variant.options).state
    for _ in range(max_moves):
        if state.outcome is not None:
            return state
        move = game.chance(state, RandomLuck(dice))
        if move is None and dice.random() < restless:
            move = leave_or_join(game, state, dice)
        if move is None:
            move = dice.choice(list(game.moves(state)))
        step = game.apply(state, move)
        watch(state, move, step)
        state = step.state
    raise AssertionError(f"{variant} with seed {seed} has not ended after {max_moves} moves")


def leave_or_join(game: Game[Any], state: Any, dice: random.Random) -> Any | None:
    """Return a random `Leave` or `Join` that the rules allow now, or `None`."""
    present = [seat.name for seat in state.seats]
    names = [name for name in NAMES if name not in present]
    wanted = dice.choice([Leave(dice.choice(present)), *([Join(names[0])] if names else [])])
    try:
        game.apply(state, wanted)
    except IllegalMove:
        return None
    return wanted
