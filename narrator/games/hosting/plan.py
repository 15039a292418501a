"""What is to be played, before the table is laid: the game, who plays, and everything that has a good default."""

import random
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from narrator.core.game import CardSource, Seat


class Privacy(StrEnum):
    OPEN = "open"
    """All aloud, and said to be so."""
    TOKENS = "tokens"
    """Players lock in a choice by hand, then all say it in turn."""
    BOOTH = "booth"
    """One player at a time, with headphones and a number pad."""
    PHONES = "phones"
    """Everybody's own screen, all at the same time."""


@dataclass(frozen=True, slots=True)
class Plan:
    game: str | None = None
    mode: str | None = None
    seats: tuple[Seat, ...] = ()
    story: str | None = None
    """A story or a narrator deck, by the name the box knows it by."""
    cards: CardSource = CardSource.SPOKEN
    game_options: Mapping[str, Any] = field(default_factory=dict)
    """What else was wished for, by the name of the wish (see `narrator.games.hosting.options`)."""
    privacy: Privacy | None = None
    seed: str | None = None
    recent_stories: tuple[str, ...] = ()
    """Stories that are told again only when there are no others."""

    def choose_story(self, tales: Collection[str], fitting: Collection[str] = ()) -> str:
        """The tale that was asked for, else one of those that fit, by the luck of this game."""
        if self.story is not None and self.story in tales:
            return self.story
        others = [tale for tale in fitting or tales if tale not in self.recent_stories]
        return random.Random(self.seed).choice(sorted(others or fitting or tales))


def seat_names(seats: Sequence[Seat]) -> tuple[str, ...]:
    return tuple(seat.name for seat in seats)


def has_small_child(seats: Sequence[Seat]) -> bool:
    """Whether somebody under six plays."""
    return any(seat.age is not None and seat.age < 6 for seat in seats)
