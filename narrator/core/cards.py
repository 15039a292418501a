"""What the card games share: hands and piles, and the moves and events around laying out and voting."""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Any, Self

from narrator.core.game import CardSource, Event, Move, Reason, SecretEvent, Step, TableState, remove_cards, require

FACE_DOWN = "?"  # in a view: a card that this seat may not see
HIDDEN_VOTE = 0  # in a view: a vote that this seat may not see


class CardKind(StrEnum):
    """The kinds of cards that fairy tales are told with: what a banner asks for, and what a card is."""

    CHARACTER = "character"
    PLACE = "place"
    FEATURE = "feature"
    OBJECT = "object"
    ACTION = "action"


# --- moves -------------------------------------------------------------------------------------


class Shuffle(Move):
    """Chance: the loose cards go under the pile, in this order."""

    cards: tuple[str, ...]


class LayOut(Move):
    """Chance: the laid cards face up on symbols one, two, three …, in this order."""

    cards: tuple[str, ...]


class Own(Move):
    """Own cards: the family says whose card this was."""

    seat: str
    symbol: int


# --- events ------------------------------------------------------------------------------------


class Dealt(SecretEvent, reveals=True):
    cards: tuple[str, ...]


class Laid(Event):
    seat: str
    waiting: tuple[str, ...]


class LaidOut(Event, reveals=True):
    """The cards are face up. With the family's own cards, only the symbols are known."""

    cards: Mapping[int, str | None]


class Voted(Event):
    seat: str
    waiting: tuple[str, ...]


class OwnersAsked(Event):
    """Own cards: the votes are open, now the family says whose card was whose."""

    symbols: tuple[int, ...]


class Owned(Event):
    seat: str
    symbol: int


class VoteReturned(Event, reveals=True):
    """Own cards: the vote turned out to be for the voter's own card, so they vote again."""

    seat: str
    symbol: int


class Scored(Event):
    gained: Mapping[str, int]
    standing: Mapping[str, int]


class RoundVoided(Event):
    """The storyteller left, or too few were left for it: the round does not count, and its cards are discarded."""

    teller: str | None


# --- the table ---------------------------------------------------------------------------------

LaidBy = Mapping[str, tuple[str | None, ...]]  # face down, by player; `None` is one of the family's own cards


@dataclass(frozen=True, slots=True)
class CardTable(TableState):
    options: Any
    phase: Any
    loose: tuple[str, ...]
    """Cards that are neither in a pile nor in play: discards, and all of them before the first shuffle."""
    pile: tuple[str, ...] = ()
    hands: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    laid: LaidBy = field(default_factory=dict)
    face_up: Mapping[int, str | None] = field(default_factory=dict)  # face up, by symbol
    owners: Mapping[int, str] = field(default_factory=dict)

    @property
    def own_cards(self) -> bool:
        """Whether the family plays with its own, of which the narrator knows the symbols only."""
        return bool(self.options.cards is CardSource.TABLE)

    def check_in_hand(self, seat: str, card: str | None) -> None:
        """Refuse a card that the player does not hold; of the family's own cards, nobody tells the narrator."""
        require(card is None if self.own_cards else card in self.hands[seat], Reason.NOT_IN_HAND, card=card)

    def allies_of(self, seat: str) -> frozenset[str]:
        """Whose cards this player knows, and may not vote for."""
        return frozenset({seat})

    @property
    def seats_to_claim(self) -> tuple[str, ...]:
        """Own cards: the players of whose cards it has not been said yet which they were."""
        said = Counter(self.owners.values())
        return tuple(seat for seat, cards in self.laid.items() if said[seat] < len(cards))

    def shuffle_in(self, cards: tuple[str, ...]) -> Self:
        """What is loose goes under the pile, in this order."""
        check_shuffle(cards, self.loose)
        return replace(self, pile=self.pile + cards, loose=())

    def count_missing(self, size: int) -> int:
        """How many cards it takes to fill up all hands."""
        return sum(max(0, size - len(hand)) for hand in self.hands.values())

    def deal(self, size: int, order: Sequence[str]) -> tuple[Self, list[Dealt]]:
        """Fill up the hands from the top of the pile, in this order of seats, as far as it goes."""
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
        """Face down."""
        hand = remove_cards(self.hands[seat], *laid_cards({seat: cards}))
        return replace(self, hands={**self.hands, seat: hand}, laid={**self.laid, seat: cards})

    def lay_out(self, cards: Sequence[str | None], **changes: Any) -> Step[Self]:
        """Face up on symbols one, two, three …; of own cards, only these are known, and not whose they are."""
        shown = dict(enumerate(cards, 1))
        laid_by = {card: seat for seat, laid in self.laid.items() for card in laid if card is not None}
        owners = {symbol: laid_by[card] for symbol, card in shown.items() if card in laid_by}
        return Step(replace(self, face_up=shown, owners=owners, **changes), (LaidOut(shown),))

    def claim(self, seat: str, symbol: int) -> tuple[Self, list[Event]]:
        """Own cards: this one was theirs. What is left when one player is left follows by itself."""
        require(seat in self.laid, Reason.NOT_AT_TABLE)
        require(symbol in self.face_up, Reason.NO_SUCH_SYMBOL, symbols=tuple(self.face_up))
        require(symbol not in self.owners, Reason.ALREADY_OWNED, symbol=symbol, owner=self.owners.get(symbol))
        require(seat in self.seats_to_claim, Reason.ALREADY_SAID)
        state = replace(self, owners={**self.owners, symbol: seat})
        if len(state.seats_to_claim) == 1:
            rest = {other: state.seats_to_claim[0] for other in self.face_up if other not in state.owners}
            state = replace(state, owners={**state.owners, **rest})
        said = [(owner, which) for which, owner in state.owners.items() if which not in self.owners]
        return state, [Owned(owner, which) for owner, which in said]

    def view_for(self, seats: Collection[str | None], *, secret: bool) -> Self:
        """Everything face down that these seats may not know: as long as it is secret, also whose the cards are."""
        sides = {name for seat in seats if seat for name in self.allies_of(seat)}
        return replace(
            self,
            pile=face_down(self.pile),
            loose=face_down(self.loose),
            hands=hide_others(self.hands, seats),
            laid=hide_others(self.laid, seats),
            owners={symbol: owner for symbol, owner in self.owners.items() if not secret or owner in sides},
        )


def check_deck(cards: Sequence[str], needed: int) -> None:
    """Refuse a deck that has a card twice, or too few for the game."""
    require(len(set(cards)) == len(cards) >= needed, Reason.TOO_FEW_CARDS, needed=needed)


def check_shuffle(order: Sequence[str], cards: Sequence[str]) -> None:
    """Refuse a shuffle that loses, doubles or invents a card."""
    require(sorted(order) == sorted(cards), Reason.IMPOSSIBLE_DRAW)


def laid_cards(laid: LaidBy) -> tuple[str, ...]:
    """Every card that was put down, as far as the narrator knows it."""
    return tuple(card for cards in laid.values() for card in cards if card is not None)


def tally(scores: Mapping[str, int], gained: Mapping[str, int]) -> Scored:
    """What was gained, and the standing with it. Who left during the round scores nothing."""
    gained = {side: gained.get(side, 0) for side in scores}
    return Scored(gained, {side: total + gained[side] for side, total in scores.items()})


# --- turning things face down, for a view ------------------------------------------------------


def face_down(cards: Sequence[str | None]) -> tuple[Any, ...]:
    """As many cards, face down; of the family's own, the narrator knows nothing anyway."""
    return tuple(card and FACE_DOWN for card in cards)


def hide_others(held: Mapping[str, tuple[Any, ...]], seats: Collection[str | None]) -> dict[str, tuple[Any, ...]]:
    """What others than these seats hold or have put down, face down."""
    return {name: cards if name in seats else face_down(cards) for name, cards in held.items()}
