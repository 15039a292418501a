"""Rules of Dixit Odyssey (3-12 players): Dixit for a large table, at a party, or in teams.

In the order of the rule book: the table, the moves, a round, scoring in each mode, joining and leaving, the end.
"""

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from itertools import permutations
from typing import assert_never, get_args

from narrator.core import clues
from narrator.core.cards import HIDDEN_VOTE, LayOut, Own, RoundVoided, Shuffle, check_cards, hide_others, tally
from narrator.core.clues import CluePhase, ClueTable, Give, RoundBegan
from narrator.core.game import (
    CardSource,
    Event,
    Join,
    Leave,
    Reason,
    Seat,
    SpokenWords,
    Step,
    check_seats,
    prepend_events,
    require,
    winners,
)
from narrator.games.odyssey.moves import (
    AnyMove,
    HandReceived,
    HandsPassed,
    PartnerDealt,
    PartyVotesRevealed,
    PhraseSaid,
    Red,
    RedVoted,
    Say,
    Tell,
    TookOver,
    Vote,
)

TITLE = "Dixit Odyssey"
MOVES: tuple[type, ...] = get_args(AnyMove)
CHANCE, chance, waiting = clues.CHANCE_MOVES, clues.chance, clues.waiting
GOAL = 30
TWO_VOTES_FROM = 7
"""From this many players on, the basic game has a second vote."""
MAX_OWN_CARD_POINTS = 3
MAX_PARTY_POINTS = 5
MIN_TEAMS = 3


class Mode(StrEnum):
    BASIC = "basic"
    PARTY = "party"
    TEAMS = "teams"


MODES: Mapping[str, range] = {
    Mode.BASIC: range(3, 13),
    Mode.PARTY: range(6, 13),
    Mode.TEAMS: range(6, 13, 2),
}


HAND_SIZE = {Mode.BASIC: 6, Mode.PARTY: 5, Mode.TEAMS: 4}
HAND_SIZE_OF_THREE = 7


@dataclass(frozen=True, slots=True)
class Options:
    mode: Mode = Mode.BASIC
    pictures: tuple[str, ...] = tuple(f"picture {n}" for n in range(1, 85))
    times: int = 1
    """Party and teams: how often everyone is the storyteller."""
    goal: int = GOAL
    """Basic: the points at which the game ends."""
    cards: CardSource = CardSource.SPOKEN


Team = tuple[str, str]


# --- the table ---------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class State(ClueTable):
    options: Options
    times_told: Mapping[str, int] = field(default_factory=dict)
    """How often each player has been the storyteller."""
    red: int | None = None
    """Party: the symbol of the storyteller's red vote."""
    teams: tuple[Team, ...] = ()
    """Pairs of players with a common score, which is stored under the team's name."""
    absent: frozenset[str] = frozenset()
    """Teams: players who left. Their partners play for them."""

    def partner_of(self, seat: str) -> str | None:
        """Return the partner, if playing in teams."""
        return next((left if right == seat else right for left, right in self.teams if seat in (left, right)), None)

    def allies_of(self, seat: str) -> frozenset[str]:
        """Return the player and, in teams, the partner."""
        return frozenset({seat, self.partner_of(seat) or seat})

    def player_of(self, seat: str) -> str:
        """Return the player who moves for this seat: the partner if its own player left."""
        return (seat in self.absent and self.partner_of(seat)) or seat

    @property
    def seats_to_give(self) -> tuple[str, ...]:
        """The seats that still have to give a card. One per team, and the storyteller's partner."""
        given = {name for seat in self.laid for name in ({seat} if seat == self.teller else self.allies_of(seat))}
        return tuple([name for name in self.names if name not in given])

    def may_vote(self, seat: str) -> bool:
        """Return whether this player votes: in teams the one without a card, at a party everyone."""
        match self.options.mode:
            case Mode.BASIC:
                return seat != self.teller
            case Mode.PARTY:
                return True
            case Mode.TEAMS:
                return seat not in self.laid
            case _:
                assert_never(self.options.mode)

    @property
    def seats_to_vote(self) -> tuple[str, ...]:
        """The seats that still have to vote. At a party the storyteller also has a red vote."""
        voted = {*self.votes}
        if self.options.mode is Mode.PARTY and self.red is None:
            voted.discard(self.teller or "")
        return tuple([name for name in self.names if name not in voted and self.may_vote(name)])

    @property
    def max_votes(self) -> int:
        """Two in the basic game with seven or more players, else one."""
        return 2 if self.options.mode is Mode.BASIC and len(self.laid) >= TWO_VOTES_FROM else 1

    def votable_symbols(self, seat: str) -> tuple[int, ...]:
        """Return the symbols that this player may vote for: at a party all, else all but the own side's."""
        return tuple(self.face_up) if self.options.mode is Mode.PARTY else ClueTable.votable_symbols(self, seat)


def setup(seats: Sequence[Seat], options: Options) -> Step[State]:
    """Start with the pictures to be shuffled. Teams are pairs of players who sit opposite each other."""
    mode = options.mode
    check_seats(seats, MODES[mode], mode=mode.value)
    counted = mode is not Mode.BASIC
    require(options.times == 1 or (counted and options.times > 1), Reason.OPTION, option="times")
    own_cards = options.cards is CardSource.TABLE
    if not own_cards:
        check_cards(options.pictures, hand_size(mode, len(seats)) * len(seats))
    names = [seat.name for seat in seats]
    half = len(names) // 2
    teams = tuple(zip(names[:half], names[half:], strict=True)) if mode is Mode.TEAMS else ()
    sides = [team_name(team) for team in teams] if teams else names
    require(len(set(sides)) == len(sides), Reason.NAME_TAKEN, names=tuple(names))
    state = State(
        options=options,
        seats=tuple(seats),
        phase=CluePhase.SHUFFLING,
        loose=() if own_cards else options.pictures,
        hands=dict.fromkeys(names, ()),
        times_told=dict.fromkeys(names, 0),
        scores=dict.fromkeys(sides, 0),
        teams=teams,
    )
    return begin_round(state) if own_cards else Step(state)


def hand_size(mode: Mode, players: int) -> int:
    return HAND_SIZE_OF_THREE if mode is Mode.BASIC and players == 3 else HAND_SIZE[mode]


def team_name(team: Team) -> str:
    return " and ".join(team)


def legal(state: State) -> frozenset[type]:
    """Return the allowed moves. Teams admit no newcomers; at a party red and green votes come in any order."""
    kinds = phase_moves(state)
    if state.options.mode is Mode.TEAMS:
        kinds -= {Join}
    if state.red is not None:
        kinds -= {Red}
    if state.phase is CluePhase.VOTING and all(name in state.votes for name in waiting(state)):
        kinds -= {Vote}
    return kinds


def phase_moves(state: State) -> frozenset[type]:
    """Return the moves of this phase, including some that are illegal now but have a more specific reason."""
    party = state.options.mode is Mode.PARTY
    match state.phase:
        case CluePhase.TELLING:
            return state.phase.move_types | {Say if party else Tell}
        case CluePhase.VOTING:
            return state.phase.move_types | ({Vote, Red} if party else {Vote})
        case _:
            return state.phase.move_types


def moves(state: State) -> Iterator[AnyMove]:
    match state.phase:
        case CluePhase.TELLING:
            for seat in waiting(state):
                if state.options.mode is Mode.PARTY:
                    yield Say(seat, SpokenWords("a phrase"))
                else:
                    yield from (Tell(seat, card, SpokenWords("a clue")) for card in state.hands[seat] or (None,))
        case CluePhase.VOTING:
            yield from voting_moves(state)
        case _:
            yield from clues.moves(state)


def voting_moves(state: State) -> Iterator[AnyMove]:
    for seat in waiting(state):
        if seat not in state.votes:
            for count in range(1, state.max_votes + 1):
                yield from (Vote(seat, symbols) for symbols in permutations(state.votable_symbols(seat), count))
        if seat == state.teller and Red in legal(state):
            yield from (Red(seat, symbol) for symbol in state.face_up)


def apply(state: State, move: AnyMove) -> Step[State]:
    state.check_move(move, phase_moves(state))
    match move:
        case Shuffle(cards):
            return begin_round(state.shuffle_in(cards))
        case Tell(seat, card, clue):
            return clues.tell(state, seat, card, clue)
        case Say(seat, phrase):
            return say_phrase(state, seat, phrase)
        case Give(seat, cards):
            return clues.give(state, seat, cards)
        case LayOut(cards):
            return clues.lay_out(state, cards)
        case Vote(seat, symbols):
            return clues.vote(state, seat, symbols, all_voted)
        case Red(seat, symbol):
            return vote_red(state, seat, symbol)
        case Own(seat, symbol):
            return clues.claim_card(state, seat, symbol, score)
        case Leave(seat):
            require(seat not in state.absent, Reason.NOT_AT_TABLE)
            return state.leave(seat, leave_seat)
        case Join(seat, age):
            return add_newcomer(state, Seat(seat, age))
        case _:
            assert_never(move)


# --- a round -----------------------------------------------------------------------------------


def begin_round(state: State) -> Step[State]:
    """Fill all hands. If the pile has too few cards, the discards are shuffled in first."""
    mode, players = state.options.mode, len(state.seats)
    size = hand_size(mode, players)
    if len(state.pile) < state.count_missing(size) and state.loose:
        return Step(replace(state, phase=CluePhase.SHUFFLING))
    state, dealt = state.deal(size, state.names)
    state = replace(state, phase=CluePhase.TELLING, cards_to_give=2 if mode is Mode.BASIC and players == 3 else 1)
    events: Sequence[Event]
    if mode is Mode.PARTY:
        state, events = pass_hands(state)
    else:
        events = [  # a player who plays for both learns both hands
            PartnerDealt(state.player_of(event.seat), event.seat, event.cards) if event.seat in state.absent else event
            for event in dealt
        ]
    return Step(state, (*events, RoundBegan(state.teller)))


def pass_hands(state: State) -> tuple[State, list[Event]]:
    """Party: pass the filled hands to the left. All but the storyteller may look at theirs.

    In the first round no hands are passed, and no one looks before the phrase.
    """
    if state.teller is None:
        return state, []
    from_the_right = {name: state.hands[state.names[at - 1]] for at, name in enumerate(state.names)}
    state = replace(state, hands=from_the_right)
    others = [name for name in state.names if name != state.teller]
    return state, [HandsPassed(), *hands_received(state, others)]


def hands_received(state: State, names: Sequence[str]) -> list[Event]:
    """Return an event with the hand of each of these players; none for own cards."""
    return [HandReceived(name, state.hands[name]) for name in names if state.hands[name]]


def say_phrase(state: State, seat: str, phrase: SpokenWords) -> Step[State]:
    """Party: record the phrase. Then the storyteller may look at the cards."""
    clues.check_teller(state, seat)
    clues.check_clue(phrase)
    looking = hands_received(state, state.names if state.teller is None else (seat,))
    state = replace(state, phase=CluePhase.GIVING, teller=seat, clue=phrase)
    return Step(state, (PhraseSaid(seat, phrase), *looking))


def vote_red(state: State, seat: str, symbol: int) -> Step[State]:
    """Party: record the card that the storyteller makes worthless."""
    require(seat == state.teller, Reason.NOT_YOUR_TURN, turn=state.teller)
    require(state.red is None, Reason.ALREADY_VOTED)
    require(symbol in state.face_up, Reason.NO_SUCH_SYMBOL, symbols=tuple(state.face_up))
    state = replace(state, red=symbol)
    return prepend_events([RedVoted(seat, waiting(state))], all_voted(state))


def all_voted(state: State) -> Step[State]:
    """Once everyone has voted, reveal the votes and score. At a party the owners do not matter."""
    if state.red is not None and not waiting(state):
        votes, red = first_votes(state), state.red
        gained = party_points(votes, red)
        return prepend_events([PartyVotesRevealed(votes, red)], end_round(state.remember_votes(state.votes), gained))
    return clues.reveal_votes(state, score)


def first_votes(state: State) -> dict[str, int]:
    """Return each player's only vote, for modes without a second one."""
    return {voter: symbols[0] for voter, symbols in state.votes.items()}


# --- scoring -----------------------------------------------------------------------------------


def points(teller: str, laid: Mapping[int, str], votes: Mapping[str, Collection[int]]) -> dict[str, int]:
    """Return the points of a basic round.

    Players score for finding the storyteller's card, and up to three points for votes on their own card. With
    seven or more players, finding the card with a single vote gives one more point.
    """
    players = dict.fromkeys([teller, *laid.values(), *votes])
    found = clues.finders(teller, laid, votes)
    gained = clues.clue_points(teller, players, votes, found)
    on_card = clues.card_points(teller, laid, votes)
    for player in players:
        gained[player] += min(on_card[player], MAX_OWN_CARD_POINTS)
        gained[player] += len(players) >= TWO_VOTES_FROM and player in found and len(votes[player]) == 1
    return gained


def party_points(votes: Mapping[str, int], red: int) -> dict[str, int]:
    """Return the points at a party: the number of votes on the card, up to five.

    A lone vote and the red card give no points.
    """
    count = Counter(votes.values())
    return {
        voter: 0 if symbol == red or count[symbol] == 1 else min(count[symbol], MAX_PARTY_POINTS)
        for voter, symbol in votes.items()
    }


def team_points(
    teller: str, laid: Mapping[int, str], votes: Mapping[str, int], teams: Sequence[Team]
) -> dict[Team, int]:
    """Return the points of teams: as in the basic game, but the card of the storyteller's partner scores, too."""
    team_of = {player: team for team in teams for player in team}
    single = {voter: (symbol,) for voter, symbol in votes.items()}
    found = clues.finders(teller, laid, single)
    gained = clues.clue_points(team_of[teller], teams, votes, [team_of[voter] for voter in found])
    on_card = Counter(
        team_of.get(laid[symbol])
        for voter, symbol in votes.items()
        if laid[symbol] != teller and laid[symbol] not in team_of[voter]
    )
    return {team: gained[team] + min(on_card[team], MAX_OWN_CARD_POINTS) for team in teams}


def score(state: State) -> Step[State]:
    """Score a round of the basic game or of teams."""
    found = clues.find_teller_card(state)
    if state.options.mode is Mode.TEAMS:
        by_team = team_points(found.teller, state.owners, first_votes(state), state.teams)
        gained = {team_name(team): count for team, count in by_team.items()}
    else:
        gained = points(found.teller, state.owners, state.votes)
    return prepend_events([found], end_round(state, gained))


def end_round(state: State, gained: Mapping[str, int]) -> Step[State]:
    """Add the points. The basic game ends once a player has reached the goal."""
    teller = state.teller
    assert teller is not None  # a round was played
    scored = tally(state.scores, gained)
    state = replace(
        state, scores=scored.standing, times_told={**state.times_told, teller: state.times_told[teller] + 1}
    )
    if state.options.mode is Mode.BASIC and max(state.scores.values()) >= state.options.goal:
        return prepend_events([scored], end(clear_table(state)))
    return prepend_events([scored], next_round(state, clues.seats_after_teller(state)))


def next_round(state: State, order: Sequence[str | None]) -> Step[State]:
    """Discard the cards, seat the newcomers, and begin a round with the first storyteller in this order.

    At a party and in teams, players who have told often enough are skipped; if none is left, the game is over.
    """
    state, seated = clues.seat_newcomers(clear_table(state), times_told=0)
    counted = state.options.mode is not Mode.BASIC
    to_tell = [name for name in order if name is None or not counted or state.times_told[name] < state.options.times]
    return prepend_events(seated, begin_round(replace(state, teller=to_tell[0])) if to_tell else end(state))


def clear_table(state: State) -> State:
    return replace(clues.discard_round(state), red=None)


# --- joining, leaving and the end --------------------------------------------------------------


def add_newcomer(state: State, newcomer: Seat) -> Step[State]:
    """Let a newcomer join if there is a seat and the deck has enough cards."""
    mode = state.options.mode
    require(mode is not Mode.TEAMS, Reason.NO_JOINING)
    step = state.add_newcomer(newcomer, max(MODES[mode]))
    if not state.own_cards:
        players = len(step.state.everyone)
        check_cards(state.options.pictures, hand_size(mode, players) * players)
    return step


def leave_seat(state: State, seat: str) -> Step[State]:
    """Remove a player. In teams the partner plays on for both, until both have left."""
    partner = state.partner_of(seat)
    if partner is None or partner in state.absent:
        return remove_seats(state, state.allies_of(seat))
    events: list[Event] = [TookOver(partner, seat)]
    if state.hands[seat]:
        events.append(PartnerDealt(partner, seat, state.hands[seat]))
    return Step(replace(state, absent=state.absent | {seat}), tuple(events))


def remove_seats(state: State, gone: frozenset[str]) -> Step[State]:
    """Continue without these players.

    If the storyteller leaves, the round does not count and the next player clockwise tells. Waiting newcomers count
    towards the minimum number of players: if they are needed, the round begins again with them.
    """
    order = [name for name in clues.seats_after_teller(state) if name not in gone]
    teams = tuple(team for team in state.teams if not gone.issuperset(team))
    gone_teams = {team_name(team) for team in state.teams if team not in teams}
    state = clues.remove_players(state, gone).without_players({*gone, *gone_teams}, "times_told", "scores")
    state = replace(state, teams=teams, absent=state.absent - gone)
    if has_too_few(state, len(state.everyone)):
        return end(clear_table(state), finished=False)
    if state.teller not in gone and not has_too_few(state, len(state.seats)):
        return clues.continue_round(state, all_voted)
    voided = [RoundVoided(state.teller)] if state.teller else []
    return prepend_events(voided, next_round(state, order if state.teller in gone else [state.teller]))


def has_too_few(state: State, players: int) -> bool:
    if state.options.mode is Mode.TEAMS:
        return len(state.teams) < MIN_TEAMS
    return players < min(MODES[state.options.mode])


def end(state: State, *, finished: bool = True) -> Step[State]:
    """End the game. Most points wins; in teams, both players of the team."""
    best = winners(state.scores)
    if state.options.mode is Mode.TEAMS:
        best = tuple(player for team in state.teams if team_name(team) in best for player in team)
    return state.end_game(best, state.scores, finished=finished, phase=CluePhase.OVER)


# --- views -------------------------------------------------------------------------------------


def view(state: State, seat: str | None) -> State:
    played = {name for name in state.names if state.player_of(name) == seat}
    secret_red = state.phase is CluePhase.VOTING and state.red is not None and seat != state.teller
    return replace(
        clues.view_for(state, played),
        hands=hide_others(state.hands, () if keeps_eyes_closed(state, seat) else played),
        red=HIDDEN_VOTE if secret_red else state.red,
    )


def keeps_eyes_closed(state: State, seat: str | None) -> bool:
    """Return whether this player may not look at the cards yet: at a party, a storyteller before the phrase."""
    before_phrase = state.options.mode is Mode.PARTY and state.phase is CluePhase.TELLING
    return before_phrase and state.teller in (None, seat)
