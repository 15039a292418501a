"""What Dixit and Dixit Odyssey share: the storyteller gives a clue for a card, and the others look for it.

In a round the storyteller gives a clue, the others give cards, all cards are laid out, and everyone votes; with the
family's own cards, players then say whose card was whose. Where the games differ, their state overrides a property of
`ClueTable` (who may vote, and for what), or they pass a function for the next step (how to score).
"""

from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from itertools import permutations
from typing import Any, TypeVar, assert_never

from narrator.core.cards import (
    HIDDEN_VOTE,
    CardTable,
    Laid,
    LayOut,
    Own,
    OwnersAsked,
    Shuffle,
    Voted,
    check_shuffle,
    laid_cards,
)
from narrator.core.game import (
    Event,
    Join,
    Leave,
    Luck,
    PhaseWithMoves,
    Reason,
    SeatMove,
    SpokenWords,
    Step,
    clockwise,
    prepend_events,
    require,
)

CHANCE_MOVES: frozenset[type] = frozenset({Shuffle, LayOut})
Side = TypeVar("Side")
"""A player or a team, whichever has the score."""


class ClueForm(StrEnum):
    """How the storyteller gives the clue."""

    SAID = "said"
    SUNG = "sung"
    MIMED = "mimed"


class Give(SeatMove):
    """A player puts the card or cards that best match the clue face down."""

    cards: tuple[str, ...] = ()
    """Empty with own cards."""


class RoundBegan(Event):
    teller: str | None
    """`None` in the first round, which the first player with a clue starts."""


class ClueGiven(Event):
    seat: str
    clue: SpokenWords
    how: ClueForm = ClueForm.SAID


class VotesRevealed(Event, reveals=True):
    votes: Mapping[str, tuple[int, ...]]
    owners: Mapping[int, str | None]


class VoteLost(Event):
    """Own cards: the vote was for a card of the voter or the voter's team, so it does not count.

    The player cannot vote again, because the storyteller's card is known by now.
    """

    seat: str
    symbol: int


class Found(Event, reveals=True):
    teller: str
    symbol: int
    finders: tuple[str, ...]


# --- the table ---------------------------------------------------------------------------------


class CluePhase(PhaseWithMoves):
    """The phases of a round. Each game adds its own moves for telling and voting."""

    SHUFFLING = "shuffling", Shuffle
    TELLING = "telling", Leave, Join
    GIVING = "giving", Give, Leave, Join
    LAYING_OUT = "laying out", LayOut
    VOTING = "voting", Leave, Join
    OWNING = "owning", Own, Leave, Join
    OVER = "over"


@dataclass(frozen=True, slots=True)
class ClueTable(CardTable):
    phase: CluePhase
    teller: str | None = None
    """The storyteller; `None` until the first player tells."""
    clue: SpokenWords | None = None
    cards_to_give: int = 1
    """How many cards each other player gives in this round: two if three players began it."""
    how: ClueForm = ClueForm.SAID
    votes: Mapping[str, tuple[int, ...]] = field(default_factory=dict)
    scores: Mapping[str, int] = field(default_factory=dict)

    # --- what a game may override ------------------------------------------------------------------

    @property
    def seats_to_give(self) -> tuple[str, ...]:
        """The seats that still have to give cards."""
        return tuple([name for name in self.names if name not in self.laid])

    @property
    def seats_to_vote(self) -> tuple[str, ...]:
        """The seats that still have to vote."""
        return tuple([name for name in self.names if name != self.teller and name not in self.votes])

    def may_vote(self, seat: str) -> bool:
        """Return whether this player votes: everyone except the storyteller."""
        return seat != self.teller

    @property
    def max_votes(self) -> int:
        """How many symbols a player may vote for."""
        return 1

    def votable_symbols(self, seat: str) -> tuple[int, ...]:
        """Return the symbols that this player may vote for: all but the player's own."""
        side = self.allies_of(seat)
        return tuple(symbol for symbol in self.face_up if self.owners.get(symbol) not in side)


ClueState = TypeVar("ClueState", bound=ClueTable)


def waiting(state: ClueTable) -> tuple[str, ...]:
    match state.phase:
        case CluePhase.TELLING:
            return state.names if state.teller is None else (state.teller,)
        case CluePhase.GIVING:
            return state.seats_to_give
        case CluePhase.VOTING:
            return state.seats_to_vote
        case CluePhase.OWNING:
            return state.seats_to_claim
        case CluePhase.SHUFFLING | CluePhase.LAYING_OUT | CluePhase.OVER:
            return ()
        case _:
            assert_never(state.phase)


def moves(state: ClueTable) -> Iterator[Give | Own]:
    """Yield the possible moves of the phases that both games have in common."""
    match state.phase:
        case CluePhase.GIVING:
            for seat in waiting(state):
                hand = state.hands[seat]
                yield from (Give(seat, cards) for cards in permutations(hand, state.cards_to_give if hand else 0))
        case CluePhase.OWNING:
            free = [symbol for symbol in state.face_up if symbol not in state.owners]
            yield from (Own(seat, symbol) for seat in waiting(state) for symbol in free)


def chance(state: ClueTable, luck: Luck) -> Shuffle | LayOut | None:
    match state.phase:
        case CluePhase.SHUFFLING:
            return Shuffle(luck.shuffled(state.loose))
        case CluePhase.LAYING_OUT:
            return LayOut(luck.shuffled(laid_cards(state.laid)))
        case _:
            return None


# --- a round -----------------------------------------------------------------------------------


def check_teller(state: ClueTable, seat: str) -> None:
    """Refuse a clue by anyone but the storyteller. In the first round any player may tell."""
    require(state.teller in (None, seat), Reason.NOT_YOUR_TURN, turn=state.teller)


def check_clue(clue: SpokenWords) -> None:
    """Refuse a clue with neither words nor a recording."""
    require((clue.text or "").strip() or clue.sound, Reason.NO_WORDS)


def tell(
    state: ClueState, seat: str, card: str | None, clue: SpokenWords, how: ClueForm = ClueForm.SAID
) -> Step[ClueState]:
    """Put the storyteller's card face down with its clue."""
    check_teller(state, seat)
    state.check_in_hand(seat, card)
    if how is ClueForm.MIMED:
        require(clue == SpokenWords(), Reason.MIME_IS_SILENT)
    else:
        check_clue(clue)
    state = replace(state, phase=CluePhase.GIVING, teller=seat, clue=clue, how=how)
    return Step(state.lay(seat, (card,)), (ClueGiven(seat, clue, how),))


def give(state: ClueState, seat: str, cards: tuple[str, ...]) -> Step[ClueState]:
    require(seat in state.seats_to_give, Reason.ALREADY_LAID)
    if not state.own_cards:
        require(len(cards) == state.cards_to_give, Reason.CARD_COUNT, needed=state.cards_to_give, given=len(cards))
        require(len(set(cards)) == len(cards), Reason.SAME_CARD)
    for card in cards:
        state.check_in_hand(seat, card)
    state = state.lay(seat, cards or (None,) * state.cards_to_give)
    return prepend_events([Laid(seat, waiting(state))], all_given(state))


def all_given(state: ClueState) -> Step[ClueState]:
    """Once all cards are given, go on to laying them out. Own cards are laid out by the family."""
    if waiting(state):
        return Step(state)
    if state.own_cards:
        return state.lay_out([None] * sum(map(len, state.laid.values())), phase=CluePhase.VOTING)
    return Step(replace(state, phase=CluePhase.LAYING_OUT))


def lay_out(state: ClueState, cards: tuple[str, ...]) -> Step[ClueState]:
    check_shuffle(cards, laid_cards(state.laid))
    return state.lay_out(cards, phase=CluePhase.VOTING)


def vote(
    state: ClueState, seat: str, symbols: tuple[int, ...], all_voted: Callable[[ClueState], Step[ClueState]]
) -> Step[ClueState]:
    """Record a vote. Players may not vote for their own card or their team's."""
    own_card = Reason.OWN_CARD if state.allies_of(seat) == {seat} else Reason.OWN_TEAM
    require(state.may_vote(seat) or seat != state.teller, Reason.TELLER_DOES_NOT_VOTE)
    require(state.may_vote(seat), Reason.GIVER_DOES_NOT_VOTE)
    require(seat not in state.votes, Reason.ALREADY_VOTED)
    require(1 <= len(symbols) <= state.max_votes, Reason.VOTE_COUNT, most=state.max_votes)
    require(len(set(symbols)) == len(symbols), Reason.SAME_SYMBOL)
    allowed = state.votable_symbols(seat)
    for symbol in symbols:
        require(symbol in state.face_up, Reason.NO_SUCH_SYMBOL, symbols=tuple(state.face_up))
        require(symbol in allowed, own_card, symbol=symbol)
    state = replace(state, votes={**state.votes, seat: symbols})
    return prepend_events([Voted(seat, waiting(state))], all_voted(state))


def reveal_votes(state: ClueState, score: Callable[[ClueState], Step[ClueState]]) -> Step[ClueState]:
    """Once everyone has voted, reveal the votes and score the round."""
    if waiting(state):
        return Step(state)
    revealed = VotesRevealed(state.votes, {symbol: state.owners.get(symbol) for symbol in state.face_up})
    state = state.remember_votes(state.votes)
    if state.own_cards:
        return Step(replace(state, phase=CluePhase.OWNING), (revealed, OwnersAsked(tuple(state.face_up))))
    return prepend_events([revealed], score(state))


def claim_card(
    state: ClueState, seat: str, symbol: int, score: Callable[[ClueState], Step[ClueState]]
) -> Step[ClueState]:
    """Own cards: record whose card this was. Once all are known, votes for own cards are lost."""
    state, events = state.claim(seat, symbol)
    if waiting(state):
        return Step(state, tuple(events))
    votes = ((voter, symbol) for voter, symbols in state.votes.items() for symbol in symbols)
    lost = [VoteLost(voter, symbol) for voter, symbol in votes if symbol not in state.votable_symbols(voter)]
    return prepend_events([*events, *lost], score(state.remember_votes(state.votes)))


def discard_round(state: ClueState) -> ClueState:
    """Discard the cards of this round."""
    discards = (*state.loose, *laid_cards(state.laid))
    return replace(state, loose=discards, laid={}, face_up={}, owners={}, votes={}, clue=None)


def seat_newcomers(state: ClueState, **fresh: Any) -> tuple[ClueState, list[Event]]:
    """Seat the newcomers with the lowest current score."""
    lowest = min(state.scores.values())
    return state.seat_newcomers(lowest, hands=(), scores=lowest, **fresh)


# --- scoring -----------------------------------------------------------------------------------


def find_teller_card(state: ClueTable) -> Found:
    """Return the storyteller's card and who voted for it."""
    teller = state.teller
    assert teller is not None  # the votes were for a storyteller's card
    symbol = next(symbol for symbol, owner in state.owners.items() if owner == teller)
    return Found(teller, symbol, finders(teller, state.owners, state.votes))


def finders(teller: str, laid: Mapping[int, str], votes: Mapping[str, Collection[int]]) -> tuple[str, ...]:
    """Return who voted for the storyteller's card."""
    return tuple(voter for voter, symbols in votes.items() if any(laid[symbol] == teller for symbol in symbols))


def clue_points(
    teller: Side, sides: Collection[Side], voters: Collection[str], found: Collection[Side], worth: int = 3
) -> dict[Side, int]:
    """Return the points for the storyteller's card.

    If all or none found it, everyone but the storyteller gets two. Otherwise the storyteller and each finder get
    `worth`.
    """
    if len(found) in (0, len(voters)):
        return {side: 0 if side == teller else 2 for side in sides}
    return {side: worth if side == teller or side in found else 0 for side in sides}


def card_points(teller: str, laid: Mapping[int, str], votes: Mapping[str, Collection[int]]) -> Counter[str]:
    """Return one point for each vote on a card by another player; none for the storyteller's card."""
    owners = ((voter, laid[symbol]) for voter, symbols in votes.items() for symbol in symbols)
    return Counter(owner for voter, owner in owners if owner not in (teller, voter))


# --- leaving -----------------------------------------------------------------------------------


def seats_after_teller(state: ClueTable) -> tuple[str, ...]:
    """Return all names clockwise from the storyteller's left, including newcomers on the last seats."""
    names = state.everyone
    return names if state.teller is None else (*clockwise(state.teller, names)[1:], state.teller)


def remove_players(state: ClueState, gone: Collection[str]) -> ClueState:
    """Remove these players with their face-down cards. Cards laid out stay, but score for no one."""
    hands = {name: hand for name, hand in state.hands.items() if name in gone}
    face_down = state.laid if state.phase is CluePhase.GIVING else {}
    withdrawn = {name: cards for name, cards in face_down.items() if name in gone}
    state = state.without_players(gone, "hands", "votes", "scores").without_players(withdrawn, "laid")
    return replace(state, loose=(*state.loose, *laid_cards(hands), *laid_cards(withdrawn)))


def continue_round(state: ClueState, all_voted: Callable[[ClueState], Step[ClueState]]) -> Step[ClueState]:
    """Go on if the player who left was the last one the game waited for."""
    match state.phase:
        case CluePhase.GIVING:
            return all_given(state)
        case CluePhase.VOTING:
            return all_voted(state)
        case _:
            return Step(state)


# --- views -------------------------------------------------------------------------------------


def view_for(state: ClueState, seats: Collection[str | None]) -> ClueState:
    """Hide what the player of these seats may not know."""
    secret_vote = state.phase is CluePhase.VOTING
    return replace(
        state.view_for(seats, secret=secret_vote),
        votes={
            name: (HIDDEN_VOTE,) if secret_vote and name not in seats else vote for name, vote in state.votes.items()
        },
    )
