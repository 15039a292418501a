"""Rules of Dixit (3-6 players): find the storyteller's picture among the pictures that the others added.

In the order of the rule book: the table, the moves, a round, scoring, joining and leaving, the end.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import assert_never, get_args

from narrator.core import clues
from narrator.core.cards import LayOut, Own, RoundVoided, Shuffle, check_cards, tally
from narrator.core.clues import ClueForm, CluePhase, ClueTable, Give, RoundBegan
from narrator.core.game import (
    CardSource,
    Join,
    Leave,
    Reason,
    Seat,
    SpokenWords,
    Step,
    check_seats,
    clockwise,
    prepend_events,
    require,
    winners,
)
from narrator.games.dixit.moves import AnyMove, Finish, Tell, Vote

TITLE = "Dixit"
MOVES: tuple[type, ...] = get_args(AnyMove)
CHANCE, chance, waiting = clues.CHANCE_MOVES, clues.chance, clues.waiting
HAND_SIZE = 6
HAND_SIZE_OF_THREE = 7


class Mode(StrEnum):
    BASIC = "basic"


MODES: Mapping[str, range] = {Mode.BASIC: range(3, 7)}


@dataclass(frozen=True, slots=True)
class Options:
    mode: Mode = Mode.BASIC
    pictures: tuple[str, ...] = tuple(f"picture {n}" for n in range(1, 85))
    mimes_and_songs: bool = False
    """Variant: the clue may be a song or a mime."""
    rounds: int | None = None
    """A short game ends after this many rounds, unless the pictures run out before."""
    cards: CardSource = CardSource.SPOKEN


# --- the table ---------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class State(ClueTable):
    options: Options
    rounds: int = 0
    """How many rounds were finished."""


def setup(seats: Sequence[Seat], options: Options) -> Step[State]:
    """Start with the pictures to be shuffled. Each player gets six; seven with three players."""
    check_seats(seats, MODES[options.mode], mode=options.mode.value)
    own_cards = options.cards is CardSource.TABLE
    if not own_cards:
        players = len(seats)
        one_round = 1 + cards_to_give(players) * (players - 1)
        check_cards(options.pictures, hand_size(players) * players + one_round)
    names = [seat.name for seat in seats]
    state = State(
        options=options,
        seats=tuple(seats),
        phase=CluePhase.SHUFFLING,
        loose=() if own_cards else options.pictures,
        hands=dict.fromkeys(names, ()),
        scores=dict.fromkeys(names, 0),
    )
    return begin_round(state) if own_cards else Step(state)


def hand_size(players: int) -> int:
    return HAND_SIZE_OF_THREE if players == 3 else HAND_SIZE


def cards_to_give(players: int) -> int:
    """Return how many cards the others give: two each with three players."""
    return 2 if players == 3 else 1


def legal(state: State) -> frozenset[type]:
    match state.phase:
        case CluePhase.TELLING:
            return state.phase.move_types | ({Tell, Finish} if state.own_cards and state.rounds else {Tell})
        case CluePhase.VOTING:
            return state.phase.move_types | {Vote}
        case _:
            return state.phase.move_types


def moves(state: State) -> Iterator[AnyMove]:
    match state.phase:
        case CluePhase.TELLING:
            for seat in waiting(state):
                for card in state.hands[seat] or (None,):
                    yield Tell(seat, card, SpokenWords("a clue"))
                    if state.options.mimes_and_songs:
                        yield Tell(seat, card, SpokenWords("a song"), ClueForm.SUNG)
                        yield Tell(seat, card, SpokenWords(), ClueForm.MIMED)
            if Finish in legal(state):
                yield Finish()
        case CluePhase.VOTING:
            for seat in waiting(state):
                yield from (Vote(seat, symbol) for symbol in state.votable_symbols(seat))
        case _:
            yield from clues.moves(state)


def apply(state: State, move: AnyMove) -> Step[State]:
    state.check_move(move, legal(state))
    match move:
        case Shuffle(cards):
            return begin_round(state.shuffle_in(cards))
        case Tell(seat, card, clue, how):
            require(how is ClueForm.SAID or state.options.mimes_and_songs, Reason.ONLY_WORDS)
            return clues.tell(state, seat, card, clue, how)
        case Give(seat, cards):
            return clues.give(state, seat, cards)
        case LayOut(cards):
            return clues.lay_out(state, cards)
        case Vote(seat, symbol):
            return clues.vote(state, seat, (symbol,), all_voted)
        case Own(seat, symbol):
            return clues.claim_card(state, seat, symbol, score)
        case Finish():
            return end(state)
        case Leave(seat):
            return state.leave(seat, leave_seat)
        case Join(seat, age):
            return add_newcomer(state, Seat(seat, age))
        case _:
            assert_never(move)


# --- a round -----------------------------------------------------------------------------------


def begin_round(state: State) -> Step[State]:
    """Fill all hands clockwise from the storyteller. The game is over when the last card has been drawn."""
    players = len(state.seats)
    order = state.names if state.teller is None else clockwise(state.teller, state.names)
    state, dealt = state.deal(hand_size(players), order)
    if not state.own_cards and not state.pile:
        return prepend_events(dealt, end(state))
    state = replace(state, phase=CluePhase.TELLING, cards_to_give=cards_to_give(players))
    return Step(state, (*dealt, RoundBegan(state.teller)))


def all_voted(state: State) -> Step[State]:
    return clues.reveal_votes(state, score)


# --- scoring -----------------------------------------------------------------------------------


def points(teller: str, laid: Mapping[int, str], votes: Mapping[str, int]) -> dict[str, int]:
    """Return the points of a round: for finding the storyteller's card, and for votes on a player's own card."""
    single = {voter: (symbol,) for voter, symbol in votes.items()}
    return round_points(teller, laid, single, three=len({teller, *laid.values(), *votes}) == 3)


def round_points(
    teller: str, laid: Mapping[int, str], votes: Mapping[str, tuple[int, ...]], *, three: bool
) -> dict[str, int]:
    """Return the points of a round. With three players, finding the card alone gives four points, not three."""
    found = clues.finders(teller, laid, votes)
    players = dict.fromkeys([teller, *laid.values(), *votes])
    gained = clues.clue_points(teller, players, votes, found, worth=4 if three and len(found) == 1 else 3)
    on_card = clues.card_points(teller, laid, votes)
    return {player: gained[player] + on_card[player] for player in players}


def score(state: State) -> Step[State]:
    """Score the round. Whether three players play was fixed when the round began."""
    found = clues.find_teller_card(state)
    scored = tally(state.scores, round_points(found.teller, state.owners, state.votes, three=state.cards_to_give == 2))
    events = [found, scored]
    state = replace(state, scores=scored.standing, rounds=state.rounds + 1)
    if state.rounds == state.options.rounds:
        return prepend_events(events, end(clues.discard_round(state)))
    return prepend_events(events, next_round(state, clues.seats_after_teller(state)[0]))


def next_round(state: State, teller: str | None) -> Step[State]:
    """Discard the cards, seat the newcomers with the lowest score, and begin a round with this storyteller."""
    state, seated = clues.seat_newcomers(clues.discard_round(state))
    return prepend_events(seated, begin_round(replace(state, teller=teller)))


# --- joining, leaving and the end --------------------------------------------------------------


def add_newcomer(state: State, newcomer: Seat) -> Step[State]:
    """Let a newcomer join if there is a seat, and the pile lasts for the others' next draw and a full hand."""
    step = state.add_newcomer(newcomer, max(MODES[state.options.mode]))
    if not state.own_cards:
        needed = len(state.seats) + HAND_SIZE * (len(state.newcomers) + 1) + 1
        require(len(state.pile) >= needed, Reason.TOO_FEW_CARDS, needed=needed)
    return step


def leave_seat(state: State, seat: str) -> Step[State]:
    """Continue without this player.

    If the storyteller leaves, the round does not count and the next player clockwise tells. Waiting newcomers count
    towards the minimum number of players: if they are needed, the round begins again with them.
    """
    neighbour = clues.seats_after_teller(state)[0]
    state = clues.remove_players(state, {seat})
    fewest = min(MODES[state.options.mode])
    if len(state.everyone) < fewest:
        return end(clues.discard_round(state), finished=False)
    if seat != state.teller and len(state.seats) >= fewest:
        return clues.continue_round(state, all_voted)
    voided = [RoundVoided(state.teller)] if state.teller else []
    return prepend_events(voided, next_round(state, neighbour if seat == state.teller else state.teller))


def end(state: State, *, finished: bool = True) -> Step[State]:
    """End the game. Most points wins."""
    return state.end_game(winners(state.scores), state.scores, finished=finished, phase=CluePhase.OVER)


# --- views -------------------------------------------------------------------------------------


def view(state: State, seat: str | None) -> State:
    return clues.view_for(state, {seat})
