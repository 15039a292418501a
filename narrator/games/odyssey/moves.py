"""Dixit Odyssey: what players and chance may do, and what happens then."""

from collections.abc import Mapping
from typing import TypeAlias

from narrator.core.cards import LayOut, Own, Shuffle
from narrator.core.clues import ClueGiven, Give
from narrator.core.game import Event, Join, Leave, SeatMove, SecretEvent, SpokenWords

# --- moves -------------------------------------------------------------------------------------


class Tell(SeatMove):
    """Basic and teams: the storyteller puts a card face down and gives a clue for it."""

    card: str | None  # `None` with own cards: only the family sees it
    clue: SpokenWords


class Say(SeatMove):
    """Party: the storyteller says a phrase before looking at the cards."""

    phrase: SpokenWords


class Vote(SeatMove):
    """For one card; with seven or more players in the basic game, for one or two."""

    symbols: tuple[int, ...]


class Red(SeatMove):
    """Party: the card that the storyteller makes worthless, in secret."""

    symbol: int


AnyMove: TypeAlias = Shuffle | Tell | Say | Give | LayOut | Vote | Red | Own | Leave | Join

# --- events ------------------------------------------------------------------------------------


class PhraseSaid(ClueGiven):
    """Party: the storyteller has said it; now the cards may be looked at."""


class RedVoted(Event):
    seat: str
    waiting: tuple[str, ...]


class PartyVotesRevealed(Event, reveals=True):
    """Party: all votes; whose the cards were matters to nobody."""

    votes: Mapping[str, int]
    red: int


class HandsPassed(Event):
    """Party: everyone gave their hand to the left neighbour."""


class HandReceived(SecretEvent, reveals=True):
    """Party: the hand that a player may now look at; the storyteller only after the phrase."""

    cards: tuple[str, ...]


class TookOver(Event):
    """Teams: this player now plays for both."""

    seat: str
    partner: str


class PartnerDealt(SecretEvent, reveals=True):
    """Teams: to the one who plays for both, the cards in the hand of the partner who left."""

    partner: str
    cards: tuple[str, ...]
