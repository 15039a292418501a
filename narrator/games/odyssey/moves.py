"""Dixit Odyssey: what players and chance may do, and what happens then."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar, TypeAlias

from narrator.cards import Give, LayOut, Own, Shuffle
from narrator.play import Clip, Event, Join, Leave, Secret

# --- moves -------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Tell:
    """Basic and teams: the storyteller puts a card face down and gives a clue for it."""

    seat: str
    card: str | None  # `None` with own cards: only the family sees it
    clue: Clip


@dataclass(frozen=True, slots=True)
class Say:
    """Party: the storyteller says a phrase before looking at the cards."""

    seat: str
    phrase: Clip


@dataclass(frozen=True, slots=True)
class Vote:
    """For one card; with seven or more players in the basic game, for one or two."""

    seat: str
    symbols: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Red:
    """Party: the card that the storyteller makes worthless, in secret."""

    seat: str
    symbol: int


Move: TypeAlias = Shuffle | Tell | Say | Give | LayOut | Vote | Red | Own | Leave | Join

# --- events ------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class ClueGiven(Event):
    seat: str
    clue: Clip


@dataclass(frozen=True, slots=True)
class PhraseSaid(Event):
    seat: str
    phrase: Clip


@dataclass(frozen=True, slots=True)
class RedVoted(Event):
    seat: str
    waiting: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class RedVotedFor(Secret):
    """To the storyteller alone: for what."""

    symbol: int


@dataclass(frozen=True, slots=True)
class VotesRevealed(Event):
    votes: Mapping[str, tuple[int, ...]]
    owners: Mapping[int, str | None]
    reveals: ClassVar[bool] = True


@dataclass(frozen=True, slots=True)
class PartyVotesRevealed(Event):
    """Party: all votes; whose the cards were matters to nobody."""

    votes: Mapping[str, int]
    red: int
    reveals: ClassVar[bool] = True


@dataclass(frozen=True, slots=True)
class HandsPassed(Event):
    """Party: everyone gave their hand to the left neighbour."""


@dataclass(frozen=True, slots=True)
class HandReceived(Secret):
    """Party: the hand that a player may now look at; the storyteller only after the phrase."""

    cards: tuple[str, ...]
    reveals: ClassVar[bool] = True


@dataclass(frozen=True, slots=True)
class TookOver(Event):
    """Teams: this player now plays for both."""

    seat: str
    partner: str


@dataclass(frozen=True, slots=True)
class PartnerDealt(Secret):
    """Teams: to the one who plays for both, the cards in the hand of the partner who left."""

    partner: str
    cards: tuple[str, ...]
    reveals: ClassVar[bool] = True
