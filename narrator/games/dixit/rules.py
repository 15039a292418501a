"""Dixit: find the storyteller's picture among those that others hid it with (3–6 players).

Read from the top like the rule book: what is on the table, what players may do, what happens then,
how a round goes, how it is scored, and how it ends.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from itertools import permutations
from typing import assert_never, get_args

from narrator.cards import (
    UNSEEN,
    Found,
    Give,
    Laid,
    LaidCards,
    LaidOut,
    LayOut,
    Own,
    OwnersAsked,
    RoundBegan,
    RoundVoided,
    Scored,
    Shuffle,
    Voted,
    VotedFor,
    VoteLost,
    card_points,
    check_clue,
    check_deck,
    check_given,
    check_in_hand,
    check_shuffle,
    claim,
    clockwise,
    clue_points,
    deal,
    finders,
    hidden,
    laid_cards,
    own_hand_only,
    own_laid_only,
    owners_of,
    put_down,
    symbols_for,
    unclaimed,
)
from narrator.games.dixit.moves import AnyMove, ClueGiven, Finish, How, Tell, Vote, VotesRevealed
from narrator.play import (
    Cards,
    Clip,
    Event,
    Join,
    Leave,
    Left,
    Luck,
    Outcome,
    Phases,
    Reason,
    Seat,
    Step,
    TableState,
    after,
    check_seats,
    ended,
    everyone,
    left_of,
    require,
    seat_newcomers,
    welcome,
    winners,
    without,
    without_newcomer,
)

TITLE = "Dixit"
MOVES: tuple[type, ...] = get_args(AnyMove)
CHANCE: frozenset[type] = frozenset({Shuffle, LayOut})
HAND = 6
HAND_OF_THREE = 7


class Mode(StrEnum):
    BASIC = "basic"


MODES: Mapping[str, range] = {Mode.BASIC: range(3, 7)}


@dataclass(frozen=True, slots=True)
class Options:
    mode: Mode = Mode.BASIC
    pictures: tuple[str, ...] = tuple(f"picture {n}" for n in range(1, 85))
    mimes_and_songs: bool = False  # variant: the clue may be a song or a mime
    rounds: int | None = None  # a short game: it ends after so many, if there are pictures for them
    cards: Cards = Cards.SPOKEN


# --- the table ---------------------------------------------------------------------------------


class Phase(Phases):
    SHUFFLING = "shuffling", Shuffle
    TELLING = "telling", Tell
    GIVING = "giving", Give
    LAYING_OUT = "laying out", LayOut
    VOTING = "voting", Vote
    OWNING = "owning", Own
    OVER = "over"


@dataclass(frozen=True, slots=True)
class State(TableState):
    options: Options
    phase: Phase
    loose: tuple[str, ...]
    """Pictures that are neither in the pile nor in play: discards, and all of them before the shuffle."""
    pile: tuple[str, ...] = ()
    hands: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    teller: str | None = None  # the storyteller; `None` until somebody tells first
    clue: Clip | None = None
    how: How = How.SAID
    gives: int = 1  # how many cards each of the others gives in this round: two, if three began it
    laid: Mapping[str, tuple[str | None, ...]] = field(default_factory=dict)  # face down, by player
    out: Mapping[int, str | None] = field(default_factory=dict)  # face up, by symbol
    owners: Mapping[int, str] = field(default_factory=dict)
    votes: Mapping[str, int] = field(default_factory=dict)
    scores: Mapping[str, int] = field(default_factory=dict)
    rounds: int = 0  # how many were played to the end


def setup(seats: Sequence[Seat], options: Options) -> Step[State]:
    """Shuffle the pictures, six for each player; with three players, seven."""
    check_seats(seats, MODES[options.mode], mode=options.mode.value)
    own_cards = options.cards is Cards.TABLE
    if not own_cards:
        players = len(seats)
        one_round = 1 + gives(players) * (players - 1)
        check_deck(options.pictures, hand_size(players) * players + one_round)
    names = [seat.name for seat in seats]
    state = State(
        options=options,
        seats=tuple(seats),
        phase=Phase.SHUFFLING,
        loose=() if own_cards else options.pictures,
        hands=dict.fromkeys(names, ()),
        scores=dict.fromkeys(names, 0),
    )
    return begin_round(state) if own_cards else Step(state)


def hand_size(players: int) -> int:
    return HAND_OF_THREE if players == 3 else HAND


def gives(players: int) -> int:
    """With three players, the two others give two cards each."""
    return 2 if players == 3 else 1


def legal(state: State) -> frozenset[type]:
    kinds = state.phase.kinds
    if kinds <= CHANCE:
        return kinds
    if state.phase is Phase.TELLING and state.options.cards is Cards.TABLE and state.rounds:
        kinds |= {Finish}
    return kinds | {Leave, Join}


def waiting(state: State) -> tuple[str, ...]:
    match state.phase:
        case Phase.TELLING:
            return state.names if state.teller is None else (state.teller,)
        case Phase.GIVING:
            return tuple(name for name in state.names if name not in state.laid)
        case Phase.VOTING:
            return tuple(name for name in state.names if name not in state.votes and name != state.teller)
        case Phase.OWNING:
            return unclaimed(state.laid, state.owners)
        case Phase.SHUFFLING | Phase.LAYING_OUT | Phase.OVER:
            return ()
        case _:
            assert_never(state.phase)


def moves(state: State) -> Iterator[AnyMove]:
    match state.phase:
        case Phase.TELLING:
            for seat in waiting(state):
                for card in state.hands[seat] or (None,):
                    yield Tell(seat, card, Clip("a clue"))
                    if state.options.mimes_and_songs:
                        yield Tell(seat, card, Clip("a song"), How.SUNG)
                        yield Tell(seat, card, Clip(), How.MIMED)
            if Finish in legal(state):
                yield Finish()
        case Phase.GIVING:
            for seat in waiting(state):
                hand = state.hands[seat]
                yield from (Give(seat, cards) for cards in permutations(hand, state.gives if hand else 0))
        case Phase.VOTING:
            for seat in waiting(state):
                yield from (Vote(seat, symbol) for symbol in state.out if state.owners.get(symbol) != seat)
        case Phase.OWNING:
            free = [symbol for symbol in state.out if symbol not in state.owners]
            yield from (Own(seat, symbol) for seat in waiting(state) for symbol in free)


def chance(state: State, luck: Luck) -> AnyMove | None:
    match state.phase:
        case Phase.SHUFFLING:
            return Shuffle(luck.shuffled(state.loose))
        case Phase.LAYING_OUT:
            return LayOut(luck.shuffled(laid_cards(state.laid)))
        case _:
            return None


def apply(state: State, move: AnyMove) -> Step[State]:
    require(type(move) in legal(state), Reason.NOT_NOW)
    match move:
        case Shuffle(cards):
            check_shuffle(cards, state.loose)
            return begin_round(replace(state, pile=cards, loose=()))
        case Tell():
            return tell(state, move)
        case Give(seat, cards):
            return give(state, seat, cards)
        case LayOut(cards):
            check_shuffle(cards, laid_cards(state.laid))
            return lay_out(state, cards)
        case Vote(seat, symbol):
            return vote(state, seat, symbol)
        case Own(seat, symbol):
            return own(state, seat, symbol)
        case Finish():
            return end(state)
        case Leave(seat):
            return leave(state, seat)
        case Join(seat, age):
            return join(state, Seat(seat, age))
        case _:
            assert_never(move)


# --- a round -----------------------------------------------------------------------------------


def begin_round(state: State) -> Step[State]:
    """All draw back up to six, the storyteller first. The game is over when the last card has been drawn.

    The storyteller is the left neighbour of the one before, so a pile that runs dry still serves those first
    who sit at that one's left.
    """
    players = len(state.seats)
    order = state.names if state.teller is None else clockwise(state.teller, state.names)
    pile, hands, dealt = deal(state.pile, state.hands, hand_size(players), order)
    state = replace(state, pile=pile, hands=hands)
    if state.options.cards is Cards.SPOKEN and not pile:
        return after(dealt, end(state))
    state = replace(state, phase=Phase.TELLING, gives=gives(players))
    return Step(state, (*dealt, RoundBegan(state.teller)))


def tell(state: State, move: Tell) -> Step[State]:
    """Whoever tells first is the first storyteller."""
    seat, card, clue = move.seat, move.card, move.clue
    require(seat in state.names, Reason.NOT_AT_TABLE)
    require(state.teller in (None, seat), Reason.NOT_YOUR_TURN, turn=state.teller)
    check_in_hand(card, state.hands[seat], state.options.cards)
    require(move.how is How.SAID or state.options.mimes_and_songs, Reason.ONLY_WORDS)
    if move.how is How.MIMED:
        require(clue == Clip(), Reason.MIME_IS_SILENT)
    else:
        check_clue(clue)
    state = replace(state, phase=Phase.GIVING, teller=seat, clue=clue, how=move.how)
    return after([ClueGiven(seat, clue, move.how)], lay(state, seat, (card,)))


def give(state: State, seat: str, cards: tuple[str, ...]) -> Step[State]:
    require(seat in state.names, Reason.NOT_AT_TABLE)
    require(seat not in state.laid, Reason.ALREADY_LAID)
    check_given(cards, state.hands[seat], state.gives, state.options.cards)
    step = lay(state, seat, cards or (None,) * state.gives)
    return after([Laid(seat, waiting(step.state)), *step.events], all_given(step.state))


def lay(state: State, seat: str, cards: tuple[str | None, ...]) -> Step[State]:
    """Face down; only the owner is told which."""
    hands, laid = put_down(seat, cards, state.hands, state.laid)
    known = laid_cards({seat: cards})
    return Step(replace(state, hands=hands, laid=laid), (LaidCards(seat, known),) if known else ())


def all_given(state: State) -> Step[State]:
    """Once everyone has given a card, they are shuffled and laid out."""
    if waiting(state):
        return Step(state)
    if state.options.cards is Cards.TABLE:
        blank = symbols_for(state.laid)
        return Step(replace(state, phase=Phase.VOTING, out=blank), (LaidOut(blank),))
    return Step(replace(state, phase=Phase.LAYING_OUT))


def lay_out(state: State, cards: tuple[str, ...]) -> Step[State]:
    shown = dict(enumerate(cards, 1))
    state = replace(state, phase=Phase.VOTING, out=shown, owners=owners_of(state.laid, shown))
    return Step(state, (LaidOut(shown),))


def vote(state: State, seat: str, symbol: int) -> Step[State]:
    """Everyone but the storyteller votes, never for their own card."""
    require(seat in state.names, Reason.NOT_AT_TABLE)
    require(seat != state.teller, Reason.TELLER_DOES_NOT_VOTE)
    require(seat not in state.votes, Reason.ALREADY_VOTED)
    require(symbol in state.out, Reason.NO_SUCH_SYMBOL, symbols=tuple(state.out))
    require(state.owners.get(symbol) != seat, Reason.OWN_CARD, symbol=symbol)
    state = replace(state, votes={**state.votes, seat: symbol})
    return after([Voted(seat, waiting(state)), VotedFor(seat, (symbol,))], all_voted(state))


def all_voted(state: State) -> Step[State]:
    """Once everyone has voted, the votes are opened together."""
    if waiting(state):
        return Step(state)
    opened = VotesRevealed(state.votes, {symbol: state.owners.get(symbol) for symbol in state.out})
    if state.options.cards is Cards.TABLE:
        return Step(replace(state, phase=Phase.OWNING), (opened, OwnersAsked(tuple(state.out))))
    return after([opened], score(state))


def own(state: State, seat: str, symbol: int) -> Step[State]:
    """Own cards: whose was it? A vote that turns out to be for the voter's own card is lost."""
    owners, told = claim(seat, symbol, state.laid, state.out, state.owners)
    state = replace(state, owners=owners)
    if waiting(state):
        return Step(state, tuple(told))
    told += [VoteLost(voter, symbol) for voter, symbol in state.votes.items() if owners[symbol] == voter]
    return after(told, score(state))


# --- scoring -----------------------------------------------------------------------------------


def points(teller: str, laid: Mapping[int, str], votes: Mapping[str, int]) -> dict[str, int]:
    """The points of this round: for finding the storyteller's card, and for each vote on a card of one's own."""
    players = {teller, *laid.values(), *votes}
    return round_points(teller, laid, votes, three=len(players) == 3)


def round_points(teller: str, laid: Mapping[int, str], votes: Mapping[str, int], *, three: bool) -> dict[str, int]:
    """With three players, four instead of three points if exactly one finds it."""
    single = {voter: (symbol,) for voter, symbol in votes.items()}
    found = finders(teller, laid, single)
    players = dict.fromkeys([teller, *laid.values(), *votes])
    gained = clue_points(teller, players, votes, found, worth=4 if three and len(found) == 1 else 3)
    on_card = card_points(teller, laid, single)
    return {player: gained[player] + on_card[player] for player in players}


def score(state: State) -> Step[State]:
    """Who left during the round scores nothing; whether three play was settled when the round began."""
    teller = state.teller
    assert teller is not None  # the votes were for a storyteller's card
    gained = round_points(teller, state.owners, state.votes, three=state.gives == 2)
    gained = {name: gained[name] for name in state.names}
    standing = {name: total + gained[name] for name, total in state.scores.items()}
    symbol = next(symbol for symbol, owner in state.owners.items() if owner == teller)
    found = tuple(voter for voter, vote in state.votes.items() if vote == symbol)
    told: list[Event] = [Found(teller, symbol, found), Scored(gained, standing)]
    state = replace(state, scores=standing, rounds=state.rounds + 1)
    if state.rounds == state.options.rounds:
        return after(told, end(clear(state)))
    return after(told, next_round(state, left_of(teller, everyone(state))))


def next_round(state: State, teller: str | None) -> Step[State]:
    """The cards are discarded, newcomers sit down at the lowest score, and the storyteller's left neighbour tells."""
    lowest = min(state.scores.values())
    state, seated = seat_newcomers(clear(state), lowest, hands=(), scores=lowest)
    return after(seated, begin_round(replace(state, teller=teller)))


def clear(state: State) -> State:
    """The cards of this round are discarded."""
    discards = (*state.loose, *laid_cards(state.laid))
    return replace(state, loose=discards, laid={}, out={}, owners={}, votes={}, clue=None, how=How.SAID)


# --- coming, going and the end -----------------------------------------------------------------


def join(state: State, newcomer: Seat) -> Step[State]:
    """A newcomer needs a chair and a full hand: the pile must last for that, and for what the others draw before."""
    step = welcome(state, newcomer, max(MODES[state.options.mode]))
    if state.options.cards is Cards.SPOKEN:
        needed = len(state.seats) + HAND * (len(state.newcomers) + 1) + 1
        require(len(state.pile) >= needed, Reason.TOO_FEW_CARDS, needed=needed)
    return step


def leave(state: State, seat: str) -> Step[State]:
    """A card still face down goes with its player; one laid out stays, but scores for nobody.

    If the storyteller leaves, the round does not count and the next one clockwise tells. Newcomers who wait for the
    next round count towards the minimum.
    """
    if (still_waiting := without_newcomer(state, seat)) is not None:
        return still_waiting
    require(seat in state.names, Reason.NOT_AT_TABLE)
    neighbour = left_of(seat, everyone(state))
    withdrawn = {seat: state.laid[seat]} if state.phase is Phase.GIVING and seat in state.laid else {}
    state = replace(
        state,
        seats=tuple(one for one in state.seats if one.name != seat),
        hands=without(state.hands, seat),
        laid=without(state.laid, seat) if withdrawn else state.laid,
        loose=(*state.loose, *state.hands[seat], *laid_cards(withdrawn)),
        votes=without(state.votes, seat),
        scores=without(state.scores, seat),
    )
    told: list[Event] = [Left(seat)]
    fewest = min(MODES[state.options.mode])
    if len(everyone(state)) < fewest:
        return after(told, end(clear(state), finished=False))
    if seat == state.teller:
        return after([*told, RoundVoided(seat)], next_round(state, neighbour))
    return after(told, start_over(state) if len(state.seats) < fewest else go_on(state))


def start_over(state: State) -> Step[State]:
    """Too few are left for this round, but with the newcomers there are enough: it begins again, with them."""
    voided = [RoundVoided(state.teller)] if state.teller else []
    return after(voided, next_round(state, state.teller))


def go_on(state: State) -> Step[State]:
    """The one who left may have been the last one awaited."""
    match state.phase:
        case Phase.GIVING:
            return all_given(state)
        case Phase.VOTING:
            return all_voted(state)
        case _:
            return Step(state)


def end(state: State, *, finished: bool = True) -> Step[State]:
    """Most points wins."""
    outcome = Outcome(winners(state.scores), state.scores, finished)
    return ended(replace(state, phase=Phase.OVER), outcome)


# --- what a seat may know ----------------------------------------------------------------------


def view(state: State, seat: str | None) -> State:
    """The state with everything face down that this seat may not know."""
    secret_vote = state.phase is Phase.VOTING
    return replace(
        state,
        pile=hidden(state.pile),
        loose=hidden(state.loose),
        hands=own_hand_only(state.hands, seat),
        laid=own_laid_only(state.laid, {seat}),
        owners={symbol: owner for symbol, owner in state.owners.items() if not secret_vote or owner == seat},
        votes={name: UNSEEN if secret_vote and name != seat else vote for name, vote in state.votes.items()},
    )
