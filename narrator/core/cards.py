"""What the card games share: hands, piles, and the moves and events of laying out and voting."""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Any, Self

from narrator.core.game import CardSource, Event, Move, Reason, SecretEvent, Step, TableState, remove_cards, require

FACE_DOWN = "?"
"""In a view: a card that this seat may not see."""
HIDDEN_VOTE = 0
"""In a view: a vote that this seat may not see."""


class CardKind(StrEnum):
    """The kinds of cards in fairy tales."""

    CHARACTER = "character"
    PLACE = "place"
    FEATURE = "feature"
    OBJECT = "object"
    ACTION = "action"


# --- moves -------------------------------------------------------------------------------------


class Shuffle(Move):
    """Chance: the loose cards go under the pile in this order."""

    cards: tuple[str, ...]


class LayOut(Move):
    """Chance: the laid cards go face up on symbols one, two, three …, in this order."""

    cards: tuple[str, ...]


class Own(Move):
    """Own cards: the family says whose card was on this symbol."""

    seat: str
    symbol: int


# --- events ------------------------------------------------------------------------------------


class Dealt(SecretEvent, reveals=True):
    cards: tuple[str, ...]


class Laid(Event):
    seat: str
    waiting: tuple[str, ...]


class LaidOut(Event, reveals=True):
    """The cards are face up. For the family's own cards only the symbols are known."""

    cards: Mapping[int, str | None]


class Voted(Event):
    seat: str
    waiting: tuple[str, ...]


class OwnersAsked(Event):
    """Own cards: the votes are revealed, and the family is asked for the owners."""

    symbols: tuple[int, ...]


class Owned(Event):
    seat: str
    symbol: int


class VoteReturned(Event, reveals=True):
    """Own cards: the vote was for the voter's own card, so this player votes again."""

    seat: str
    symbol: int


class Scored(Event):
    gained: Mapping[str, int]
    standing: Mapping[str, int]


class RoundVoided(Event):
    """The round does not count, because the storyteller or too many players left. Its cards are discarded."""

    teller: str | None


# --- the table ---------------------------------------------------------------------------------

LaidBy = Mapping[str, tuple[str | None, ...]]
"""Cards put down by each player; `None` for one of the family's own."""


@dataclass(frozen=True, slots=True)
class RevealedVotes:
    """The votes of the last reveal, and the owners of the cards."""

    votes: Mapping[str, tuple[int, ...]]
    owners: Mapping[int, str]
    face_up: Mapping[int, str | None]


@dataclass(frozen=True, slots=True)
class CardTable(TableState):
    """The part of the state that all card games have."""

    options: Any
    phase: Any
    loose: tuple[str, ...]
    """Cards neither in the pile nor in play: the discards, and all cards before the first shuffle."""
    pile: tuple[str, ...] = ()
    hands: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    laid: LaidBy = field(default_factory=dict)
    """Cards put face down in this round."""
    face_up: Mapping[int, str | None] = field(default_factory=dict)
    """Cards on the table by symbol; `None` for one of the family's own."""
    owners: Mapping[int, str] = field(default_factory=dict)
    """Who laid the card on each symbol, as far as known."""
    last_votes: RevealedVotes | None = None
    """For players who ask who voted for what."""

    @property
    def own_cards(self) -> bool:
        """Whether the family plays with its own cards, so that the narrator knows only symbols."""
        return bool(self.options.cards is CardSource.TABLE)

    def remember_votes(self, votes: Mapping[str, tuple[int, ...]]) -> Self:
        """Remember the votes that are revealed now."""
        return replace(self, last_votes=RevealedVotes(votes, self.owners, self.face_up))

    def check_in_hand(self, seat: str, card: str | None) -> None:
        """Refuse a card that the player does not hold. Own cards must be `None`."""
        require(card is None if self.own_cards else card in self.hands[seat], Reason.NOT_IN_HAND, card=card)

    def allies_of(self, seat: str) -> frozenset[str]:
        """Return the seats whose cards this player knows and may not vote for."""
        return frozenset({seat})

    @property
    def seats_to_claim(self) -> tuple[str, ...]:
        """Own cards: the players with cards that have not been claimed yet."""
        claimed = Counter(self.owners.values())
        return tuple(seat for seat, cards in self.laid.items() if claimed[seat] < len(cards))

    def shuffle_in(self, cards: tuple[str, ...]) -> Self:
        """Put the loose cards under the pile in this order."""
        check_shuffle(cards, self.loose)
        return replace(self, pile=self.pile + cards, loose=())

    def count_missing(self, size: int) -> int:
        """Return how many cards it takes to fill all hands to this size."""
        return sum(max(0, size - len(hand)) for hand in self.hands.values())

    def deal(self, size: int, order: Sequence[str]) -> tuple[Self, list[Dealt]]:
        """Fill the hands to this size from the pile, in this order of seats, until the pile is empty."""
        pile, hands = self.pile, dict(self.hands)
        dealt: list[Dealt] = []
        for name in order:
            count = max(0, size - len(hands[name]))
            drawn, pile = pile[:count], pile[count:]
            if drawn:
                hands[name] += drawn
                dealt.append(Dealt(name, drawn))
        return replace(self, pile=pile, hands=hands), dealt

    def lay(self, seat: str, cards: tuple[str | None, ...]) -> Self:
        """Put cards of this player's hand face down."""
        hand = remove_cards(self.hands[seat], *laid_cards({seat: cards}))
        return replace(self, hands={**self.hands, seat: hand}, laid={**self.laid, seat: cards})

    def lay_out(self, cards: Sequence[str | None], **changes: Any) -> Step[Self]:
        """Put the cards face up on symbols one, two, three …. The owners of own cards are unknown."""
        face_up = dict(enumerate(cards, 1))
        laid_by = {card: seat for seat, laid in self.laid.items() for card in laid if card is not None}
        owners = {symbol: laid_by[card] for symbol, card in face_up.items() if card in laid_by}
        return Step(replace(self, face_up=face_up, owners=owners, **changes), (LaidOut(face_up),))

    def claim(self, seat: str, symbol: int) -> tuple[Self, list[Event]]:
        """Own cards: record whose card this was. When one player is left, that player owns the remaining cards."""
        require(seat in self.laid, Reason.NOT_AT_TABLE)
        require(symbol in self.face_up, Reason.NO_SUCH_SYMBOL, symbols=tuple(self.face_up))
        require(symbol not in self.owners, Reason.ALREADY_OWNED, symbol=symbol, owner=self.owners.get(symbol))
        require(seat in self.seats_to_claim, Reason.ALREADY_SAID)
        state = replace(self, owners={**self.owners, symbol: seat})
        if len(state.seats_to_claim) == 1:
            rest = {other: state.seats_to_claim[0] for other in self.face_up if other not in state.owners}
            state = replace(state, owners={**state.owners, **rest})
        new = {claimed: owner for claimed, owner in state.owners.items() if claimed not in self.owners}
        return state, [Owned(owner, claimed) for claimed, owner in new.items()]

    def view_for(self, seats: Collection[str | None], *, secret: bool) -> Self:
        """Hide what a player of these seats may not know. While `secret`, also hide the owners of cards."""
        sides = {name for seat in seats if seat for name in self.allies_of(seat)}
        return replace(
            self,
            pile=face_down(self.pile),
            loose=face_down(self.loose),
            hands=hide_others(self.hands, seats),
            laid=hide_others(self.laid, seats),
            owners={symbol: owner for symbol, owner in self.owners.items() if not secret or owner in sides},
        )


def check_cards(cards: Sequence[str], needed: int) -> None:
    """Refuse a deck with duplicate cards, or with too few cards for the game."""
    require(len(set(cards)) == len(cards) >= needed, Reason.TOO_FEW_CARDS, needed=needed)


def check_shuffle(order: Sequence[str], cards: Sequence[str]) -> None:
    """Refuse a shuffle that loses, duplicates or invents a card."""
    require(sorted(order) == sorted(cards), Reason.IMPOSSIBLE_DRAW)


def laid_cards(laid: LaidBy) -> tuple[str, ...]:
    """Return every card that was put down, except the family's own."""
    return tuple(card for cards in laid.values() for card in cards if card is not None)


def tally(scores: Mapping[str, int], gained: Mapping[str, int]) -> Scored:
    """Return the points gained and the new scores. Players who left during the round score nothing."""
    gained = {side: gained.get(side, 0) for side in scores}
    return Scored(gained, {side: total + gained[side] for side, total in scores.items()})


# --- hiding cards in a view --------------------------------------------------------------------


def face_down(cards: Sequence[str | None]) -> tuple[Any, ...]:
    """Return the same number of face-down cards. Own cards stay `None`."""
    return tuple(card and FACE_DOWN for card in cards)


def hide_others(held: Mapping[str, tuple[Any, ...]], seats: Collection[str | None]) -> dict[str, tuple[Any, ...]]:
    """Turn the cards of all other seats face down."""
    return {name: cards if name in seats else face_down(cards) for name, cards in held.items()}
