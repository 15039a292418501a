"""Moves and events of the cat dice game."""

from enum import StrEnum
from typing import TypeAlias

from narrator.core.game import Event, Join, Leave, Move, SeatMove


class Category(StrEnum):
    """A line of the score sheet."""

    # upper section: Cool Cat
    ACES = "aces"
    TWOS = "twos"
    THREES = "threes"
    FOURS = "fours"
    FIVES = "fives"
    SIXES = "sixes"
    # lower section: Cranky Kitty
    THREE_OF_A_KIND = "three of a kind"
    FOUR_OF_A_KIND = "four of a kind"
    FAT_CAT = "fat cat"
    SMALL_HAIRBALL = "small hairball"
    LARGE_FURBALL = "large furball"
    MARVELOUS_MOUSER = "marvelous mouser"
    NINE_LIVES = "nine lives"


# --- moves -------------------------------------------------------------------------------------


class Begin(SeatMove):
    """The player who most recently petted a cat starts."""


class Throw(SeatMove):
    """A player rolls all five dice. Until then the previous turn can still be undone."""


class Roll(Move):
    """Chance: the result of a roll. With own dice the family says it."""

    dice: tuple[int, ...]


class Reroll(SeatMove):
    """A player puts dice to the side and rolls the others again."""

    keep: tuple[int, ...]
    """The faces of the dice to keep, out of all five, in any order. Empty to roll all five again."""


class Fill(SeatMove):
    """A player records the roll in a category, for 0 points if it does not fit."""

    category: Category


AnyMove: TypeAlias = Begin | Throw | Roll | Reroll | Fill | Leave | Join

# --- events ------------------------------------------------------------------------------------


class TurnBegan(Event):
    """A player's turn begins with all five dice to be rolled. `round` counts to thirteen."""

    seat: str
    round: int


class Rolled(Event, reveals=True):
    seat: str
    dice: tuple[int, ...]
    """All five dice, lowest first."""
    thrown: tuple[int, ...]
    """The dice of this roll."""
    rolls_left: int


class Kept(Event):
    """These dice are kept, the others are to be rolled again."""

    seat: str
    dice: tuple[int, ...]


class Filled(Event):
    seat: str
    category: Category
    points: int
    total: int
    """The total of the sheet, including the bonus once it is earned."""
