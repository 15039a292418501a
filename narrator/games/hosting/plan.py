"""The choices made before a game starts: game, mode, players, story, cards, privacy."""

import random
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from enum import StrEnum
from typing import Any

from narrator.core.game import CardSource, Seat


class Privacy(StrEnum):
    """How players make secret choices."""

    OPEN = "open"
    """Everything is said aloud."""
    TOKENS = "tokens"
    """Players first choose by hand (with tokens), then say their choices in turn."""
    BOOTH = "booth"
    """One player at a time, with headphones and a number pad."""
    PHONES = "phones"
    """Each player uses a phone, all at the same time."""


@dataclass(frozen=True, slots=True)
class Plan:
    """The choices for one game. `None` means not chosen yet."""

    game: str | None = None
    mode: str | None = None
    seats: tuple[Seat, ...] = ()
    story: str | None = None
    """The name of a story or narrator deck in the content."""
    cards: CardSource = CardSource.SPOKEN
    game_options: Mapping[str, Any] = field(default_factory=dict)
    """Values of the game's own options by name (see `narrator.games.hosting.options`)."""
    privacy: Privacy | None = None
    seed: str | None = None
    recent_stories: tuple[str, ...] = ()
    """Stories played before, the latest last. They are chosen again only if all stories were."""
    day: date | None = None
    """Today, for stories of a season."""

    def choose_story(self, stories: Collection[str], fitting: Collection[str] = ()) -> str:
        """Return the chosen story; otherwise pick one of the fitting ones with this plan's seed."""
        if self.story is not None and self.story in stories:
            return self.story
        others = [story for story in fitting or stories if story not in self.recent_stories]
        return random.Random(self.seed).choice(sorted(others or fitting or stories))


def draw_names(names: Sequence[str], count: int, luck: random.Random) -> tuple[str, ...]:
    """Return this many of the names at random, in their order; all if there are fewer."""
    chosen = {*luck.sample(names, min(count, len(names)))}
    return tuple(name for name in names if name in chosen)


def seat_names(seats: Sequence[Seat]) -> tuple[str, ...]:
    return tuple(seat.name for seat in seats)


def has_small_child(seats: Sequence[Seat]) -> bool:
    """Return whether a player is known to be under six."""
    return any(seat.age is not None and seat.age < 6 for seat in seats)
