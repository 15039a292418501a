"""Moves of Dixit."""

from typing import TypeAlias

from narrator.core.cards import LayOut, Own, Shuffle
from narrator.core.clues import ClueForm, Give
from narrator.core.game import Join, Leave, Move, SeatMove, SpokenWords


class Tell(SeatMove):
    """The storyteller puts a card face down and gives a clue for it."""

    card: str | None
    """`None` with own cards."""
    clue: SpokenWords
    """Empty for a mime."""
    how: ClueForm = ClueForm.SAID


class Vote(SeatMove):
    symbol: int


class Finish(Move):
    """Own cards: the family says that the last card of its pile was drawn."""


AnyMove: TypeAlias = Shuffle | Tell | Give | LayOut | Vote | Own | Finish | Leave | Join
