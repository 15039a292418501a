"""What the card games share: hands and piles, and the moves and events around laying out and voting."""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from enum import StrEnum

from narrator.play import Cards, Event, Move, Reason, Secret, require

FACE_DOWN = "?"  # in a view: a card that this seat may not see
UNSEEN = 0  # in a view: a vote that this seat may not see


class Category(StrEnum):
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


class Dealt(Secret, reveals=True):
    cards: tuple[str, ...]


class Laid(Event):
    """A player put a card (or cards) face down."""

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


# --- hands and piles ---------------------------------------------------------------------------


def check_deck(cards: Sequence[str], needed: int) -> None:
    """Refuse a deck that has a card twice, or too few for the game."""
    require(len(set(cards)) == len(cards) >= needed, Reason.TOO_FEW_CARDS, needed=needed)


def check_shuffle(order: Sequence[str], cards: Sequence[str]) -> None:
    """Refuse a shuffle that loses, doubles or invents a card."""
    require(sorted(order) == sorted(cards), Reason.IMPOSSIBLE_DRAW)


Pile = tuple[str, ...]
Hands = Mapping[str, tuple[str, ...]]


def missing(hands: Hands, size: int) -> int:
    """How many cards it takes to fill up all hands."""
    return sum(max(0, size - len(hand)) for hand in hands.values())


def deal(pile: Pile, hands: Hands, size: int, order: Sequence[str]) -> tuple[Pile, Hands, list[Dealt]]:
    """Fill up the hands from the top of the pile, in this order of seats, as far as it goes."""
    filled = dict(hands)
    dealt: list[Dealt] = []
    for name in order:
        count = max(0, size - len(filled[name]))
        drawn, pile = pile[:count], pile[count:]
        if drawn:
            filled[name] += drawn
            dealt.append(Dealt(name, drawn))
    return pile, filled, dealt


# --- laying out and owning ---------------------------------------------------------------------

LaidBy = Mapping[str, tuple[str | None, ...]]  # face down, by player; `None` is one of the family's own cards


def check_in_hand(card: str | None, hand: Sequence[str], whose: Cards) -> None:
    """Refuse a card that the player does not hold; of the family's own cards, nobody tells the narrator."""
    require(card is None if whose is Cards.TABLE else card in hand, Reason.NOT_IN_HAND, card=card)


def laid_cards(laid: LaidBy) -> tuple[str, ...]:
    """Every card that was put down, as far as the narrator knows it."""
    return tuple(card for cards in laid.values() for card in cards if card is not None)


def owners_of(laid: LaidBy, out: Mapping[int, str | None]) -> dict[int, str]:
    """Who put down the card on each symbol, as far as it was put down by anybody and the narrator knows it."""
    owner = {card: seat for seat, cards in laid.items() for card in cards if card is not None}
    return {symbol: owner[card] for symbol, card in out.items() if card in owner}


def unclaimed(laid: LaidBy, owners: Mapping[int, str]) -> tuple[str, ...]:
    """Own cards: the players of whose cards it has not been said yet which they were."""
    said = Counter(owners.values())
    return tuple(seat for seat, cards in laid.items() if said[seat] < len(cards))


def claim(
    seat: str, symbol: int, laid: LaidBy, out: Collection[int], owners: Mapping[int, str]
) -> tuple[dict[int, str], list[Event]]:
    """Own cards: this one was theirs. What is left when one player is left follows by itself."""
    require(seat in laid, Reason.NOT_AT_TABLE)
    require(symbol in out, Reason.NO_SUCH_SYMBOL, symbols=tuple(out))
    require(symbol not in owners, Reason.ALREADY_OWNED, symbol=symbol, owner=owners.get(symbol))
    require(seat in unclaimed(laid, owners), Reason.ALREADY_SAID)
    said = {symbol: seat}
    still = unclaimed(laid, {**owners, **said})
    if len(still) == 1:
        said |= {rest: still[0] for rest in out if rest not in owners and rest != symbol}
    return {**owners, **said}, [Owned(owner, which) for which, owner in said.items()]


def clockwise(first: str, names: Sequence[str]) -> tuple[str, ...]:
    """Everyone around the table, beginning with this one."""
    start = names.index(first)
    return (*names[start:], *names[:start])


# --- turning things face down, for a view ------------------------------------------------------


def hidden(cards: Sequence[str]) -> tuple[str, ...]:
    """As many cards, face down."""
    return (FACE_DOWN,) * len(cards)


def own_hand_only(hands: Hands, seats: Collection[str | None]) -> Hands:
    """Every hand but those of these seats face down."""
    return {name: hand if name in seats else hidden(hand) for name, hand in hands.items()}


def own_laid_only(laid: LaidBy, seats: Collection[str | None]) -> LaidBy:
    """What others put down stays face down."""
    return {
        name: cards if name in seats else tuple(None if card is None else FACE_DOWN for card in cards)
        for name, cards in laid.items()
    }
