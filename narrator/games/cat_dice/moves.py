"""The cat dice game: what players and chance may do, and what happens then."""

from enum import StrEnum
from typing import TypeAlias

from narrator.core.game import Event, Join, Leave, Move, SeatMove


class Category(StrEnum):
    """A line of the score sheet, by the name it is called."""

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
    """The one who most recently petted a cat starts."""


class Throw(SeatMove):
    """A player takes all five dice and lets them roll. Until then the turn before can still be mended."""


class Roll(Move):
    """Chance: what the dice show that are thrown now. With own dice, the family says it."""

    dice: tuple[int, ...]


class Reroll(SeatMove):
    """A player puts dice to the side and rolls the others again."""

    keep: tuple[int, ...]  # what the dice to the side show, out of all five, in any order; none: roll all five again


class Fill(SeatMove):
    """A player records the roll in a category, for 0 points if it does not fit."""

    category: Category


AnyMove: TypeAlias = Begin | Throw | Roll | Reroll | Fill | Leave | Join

# --- events ------------------------------------------------------------------------------------


class TurnBegan(Event):
    """It is this player's turn, in this round of thirteen, and all five dice are to be rolled."""

    seat: str
    round: int


class Rolled(Event, reveals=True):
    seat: str
    dice: tuple[int, ...]  # what all five show now, lowest first
    thrown: tuple[int, ...]  # what was rolled just now
    rolls_left: int


class Kept(Event):
    """These dice are to the side, the others are to be rolled again."""

    seat: str
    dice: tuple[int, ...]


class Filled(Event):
    seat: str
    category: Category
    points: int
    total: int  # of the whole sheet, the bonus included once it is earned
