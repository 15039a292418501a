"""Moves and events of Dixit Odyssey."""

from collections.abc import Mapping
from typing import TypeAlias

from narrator.core.cards import LayOut, Own, Shuffle
from narrator.core.clues import ClueGiven, Give
from narrator.core.game import Event, Join, Leave, SeatMove, SecretEvent, SpokenWords

# --- moves -------------------------------------------------------------------------------------


class Tell(SeatMove):
    """Basic and teams: the storyteller puts a card face down and gives a clue for it."""

    card: str | None
    """`None` with own cards."""
    clue: SpokenWords


class Say(SeatMove):
    """Party: the storyteller says a phrase before looking at the cards."""

    phrase: SpokenWords


class Vote(SeatMove):
    """A vote for one card; in the basic game with seven or more players, for one or two."""

    symbols: tuple[int, ...]


class Red(SeatMove):
    """Party: the storyteller's secret vote for a card that becomes worthless."""

    symbol: int


AnyMove: TypeAlias = Shuffle | Tell | Say | Give | LayOut | Vote | Red | Own | Leave | Join

# --- events ------------------------------------------------------------------------------------


class PhraseSaid(ClueGiven):
    """Party: the storyteller has said the phrase. Now the players may look at their cards."""


class RedVoted(Event):
    seat: str
    waiting: tuple[str, ...]


class PartyVotesRevealed(Event, reveals=True):
    """Party: all votes. The owners of the cards do not matter."""

    votes: Mapping[str, int]
    red: int


class HandsPassed(Event):
    """Party: everyone passed their hand to the left neighbour."""


class HandReceived(SecretEvent, reveals=True):
    """Party: a hand that its player may look at now; the storyteller only after the phrase."""

    cards: tuple[str, ...]


class TookOver(Event):
    """Teams: a player now plays for the partner, too."""

    seat: str
    partner: str


class PartnerDealt(SecretEvent, reveals=True):
    """Teams: the absent partner's cards, for the player who plays for both."""

    partner: str
    cards: tuple[str, ...]
