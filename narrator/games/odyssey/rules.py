"""Dixit Odyssey: Dixit for a large table, at a party, or in teams (3–12 players).

Read from the top like the rule book: what is on the table, what players may do, what happens then,
how a round goes, how each mode is scored, and how it ends.
"""

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
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
    missing,
    own_laid_only,
    owners_of,
    put_down,
    symbols_for,
    unclaimed,
)
from narrator.games.odyssey.moves import (
    AnyMove,
    ClueGiven,
    HandReceived,
    HandsPassed,
    PartnerDealt,
    PartyVotesRevealed,
    PhraseSaid,
    Red,
    RedVoted,
    RedVotedFor,
    Say,
    Tell,
    TookOver,
    Vote,
    VotesRevealed,
)
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

TITLE = "Dixit Odyssey"
MOVES: tuple[type, ...] = get_args(AnyMove)
CHANCE: frozenset[type] = frozenset({Shuffle, LayOut})
GOAL = 30
TWO_VOTES_FROM = 7
MOST_FOR_OWN_CARD = 3
MOST_AT_PARTY = 5
FEWEST_TEAMS = 3


class Mode(StrEnum):
    BASIC = "basic"
    PARTY = "party"
    TEAMS = "teams"


MODES: Mapping[str, range] = {
    Mode.BASIC: range(3, 13),
    Mode.PARTY: range(6, 13),
    Mode.TEAMS: range(6, 13, 2),
}


@dataclass(frozen=True, slots=True)
class Options:
    mode: Mode = Mode.BASIC
    pictures: tuple[str, ...] = tuple(f"picture {n}" for n in range(1, 85))
    times: int = 1  # party and teams: how often everyone is the storyteller
    goal: int = GOAL  # the basic game: with so many points it is over
    cards: Cards = Cards.SPOKEN


Team = tuple[str, str]


# --- the table ---------------------------------------------------------------------------------


class Phase(Phases):
    SHUFFLING = "shuffling", Shuffle
    TELLING = "telling", Tell, Say
    GIVING = "giving", Give
    LAYING_OUT = "laying out", LayOut
    VOTING = "voting", Vote, Red
    OWNING = "owning", Own
    OVER = "over"


@dataclass(frozen=True, slots=True)
class State(TableState):
    options: Options
    phase: Phase
    loose: tuple[str, ...]
    """Pictures that are neither in the pile nor in play: discards, and all of them before the first shuffle."""
    pile: tuple[str, ...] = ()
    hands: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    teller: str | None = None  # the storyteller; `None` until somebody tells first
    told: Mapping[str, int] = field(default_factory=dict)  # how often each player has been the storyteller
    clue: Clip | None = None  # or, at a party, the phrase
    gives: int = 1  # how many cards each of the others gives in this round: two, if three began it
    laid: Mapping[str, tuple[str | None, ...]] = field(default_factory=dict)  # face down, by player
    out: Mapping[int, str | None] = field(default_factory=dict)  # face up, by symbol
    owners: Mapping[int, str] = field(default_factory=dict)
    votes: Mapping[str, tuple[int, ...]] = field(default_factory=dict)
    red: int | None = None
    scores: Mapping[str, int] = field(default_factory=dict)  # by player; in teams, by the name of the team
    teams: tuple[Team, ...] = ()
    absent: frozenset[str] = frozenset()  # teams: who left, and is played for by the partner


def setup(seats: Sequence[Seat], options: Options) -> Step[State]:
    """Shuffle the pictures and fill all hands. Teams are pairs of players who sit opposite."""
    mode = options.mode
    check_seats(seats, MODES[mode], mode=mode.value)
    counted = mode is not Mode.BASIC
    require(options.times == 1 or (counted and options.times > 1), Reason.OPTION, option="times")
    own_cards = options.cards is Cards.TABLE
    if not own_cards:
        check_deck(options.pictures, hand_size(mode, len(seats)) * len(seats))
    names = [seat.name for seat in seats]
    half = len(names) // 2
    teams = tuple(zip(names[:half], names[half:], strict=True)) if mode is Mode.TEAMS else ()
    sides = [team_name(team) for team in teams] if teams else names
    require(len(set(sides)) == len(sides), Reason.NAME_TAKEN, names=tuple(names))
    state = State(
        options=options,
        seats=tuple(seats),
        phase=Phase.SHUFFLING,
        loose=() if own_cards else options.pictures,
        hands=dict.fromkeys(names, ()),
        told=dict.fromkeys(names, 0),
        scores=dict.fromkeys(sides, 0),
        teams=teams,
    )
    return begin_round(state) if own_cards else Step(state)


def hand_size(mode: Mode, players: int) -> int:
    match mode:
        case Mode.BASIC:
            return 7 if players == 3 else 6
        case Mode.PARTY:
            return 5
        case Mode.TEAMS:
            return 4
        case _:
            assert_never(mode)


def team_name(team: Team) -> str:
    return " and ".join(team)


def partner_of(state: State, seat: str) -> str | None:
    """Who sits opposite, when playing in teams."""
    return next((left if right == seat else right for left, right in state.teams if seat in (left, right)), None)


def side_of(state: State, seat: str) -> frozenset[str]:
    """The player; in teams, both of the team."""
    return frozenset({seat, partner_of(state, seat) or seat})


def player_of(state: State, seat: str) -> str:
    """Who makes the moves of this seat: the partner, if its player has left."""
    return (seat in state.absent and partner_of(state, seat)) or seat


def legal(state: State) -> frozenset[type]:
    """Nobody joins teams; at a party the red vote or the green ones may all be cast before the other."""
    kinds = answered(state)
    if state.options.mode is Mode.TEAMS:
        kinds -= {Join}
    if state.red is not None:
        kinds -= {Red}
    if state.phase is Phase.VOTING and all(name in state.votes for name in waiting(state)):
        kinds -= {Vote}
    return kinds


def answered(state: State) -> frozenset[type]:
    """The kinds of move of this phase: also those for whose refusal there is a better reason than the time."""
    kinds = state.phase.kinds - ({Tell} if state.options.mode is Mode.PARTY else {Say, Red})
    return kinds if kinds <= CHANCE else kinds | {Leave, Join}


def waiting(state: State) -> tuple[str, ...]:
    match state.phase:
        case Phase.TELLING:
            return state.names if state.teller is None else (state.teller,)
        case Phase.GIVING:
            return tuple(name for name in state.names if not has_given(state, name))
        case Phase.VOTING:
            return tuple(name for name in state.names if may_vote(state, name) and not has_voted(state, name))
        case Phase.OWNING:
            return unclaimed(state.laid, state.owners)
        case Phase.SHUFFLING | Phase.LAYING_OUT | Phase.OVER:
            return ()
        case _:
            assert_never(state.phase)


def has_given(state: State, seat: str) -> bool:
    """In teams one card of the two is enough, but the storyteller's partner gives one too."""
    partner = partner_of(state, seat)
    return seat in state.laid or (partner in state.laid and partner != state.teller)


def may_vote(state: State, seat: str) -> bool:
    """At a party everyone votes; in teams, who laid no card; otherwise everyone but the storyteller."""
    match state.options.mode:
        case Mode.BASIC:
            return seat != state.teller
        case Mode.PARTY:
            return True
        case Mode.TEAMS:
            return seat not in state.laid
        case _:
            assert_never(state.options.mode)


def has_voted(state: State, seat: str) -> bool:
    """At a party the storyteller has a red vote to cast, too."""
    red_awaited = state.options.mode is Mode.PARTY and seat == state.teller and state.red is None
    return seat in state.votes and not red_awaited


def most_votes(state: State) -> int:
    """Seven or more players in the basic game have a second vote."""
    return 2 if state.options.mode is Mode.BASIC and len(state.laid) >= TWO_VOTES_FROM else 1


def forbidden(state: State, seat: str) -> frozenset[int]:
    """Nobody may vote for their own card or their team's, except at a party."""
    if state.options.mode is Mode.PARTY:
        return frozenset()
    side = side_of(state, seat)
    return frozenset(symbol for symbol, owner in state.owners.items() if owner in side)


def moves(state: State) -> Iterator[AnyMove]:
    match state.phase:
        case Phase.TELLING:
            for seat in waiting(state):
                if state.options.mode is Mode.PARTY:
                    yield Say(seat, Clip("a phrase"))
                else:
                    yield from (Tell(seat, card, Clip("a clue")) for card in state.hands[seat] or (None,))
        case Phase.GIVING:
            for seat in waiting(state):
                hand = state.hands[seat]
                yield from (Give(seat, cards) for cards in permutations(hand, state.gives if hand else 0))
        case Phase.VOTING:
            yield from voting_moves(state)
        case Phase.OWNING:
            free = [symbol for symbol in state.out if symbol not in state.owners]
            yield from (Own(seat, symbol) for seat in waiting(state) for symbol in free)


def voting_moves(state: State) -> Iterator[AnyMove]:
    for seat in waiting(state):
        if seat not in state.votes:
            allowed = [symbol for symbol in state.out if symbol not in forbidden(state, seat)]
            for count in range(1, most_votes(state) + 1):
                yield from (Vote(seat, symbols) for symbols in permutations(allowed, count))
        if seat == state.teller and Red in legal(state):
            yield from (Red(seat, symbol) for symbol in state.out)


def chance(state: State, luck: Luck) -> AnyMove | None:
    match state.phase:
        case Phase.SHUFFLING:
            return Shuffle(luck.shuffled(state.loose))
        case Phase.LAYING_OUT:
            return LayOut(luck.shuffled(laid_cards(state.laid)))
        case _:
            return None


def apply(state: State, move: AnyMove) -> Step[State]:
    require(type(move) in answered(state), Reason.NOT_NOW)
    match move:
        case Shuffle(cards):
            check_shuffle(cards, state.loose)
            return begin_round(replace(state, pile=state.pile + cards, loose=()))
        case Tell(seat, card, clue):
            return tell(state, seat, card, clue)
        case Say(seat, phrase):
            return say(state, seat, phrase)
        case Give(seat, cards):
            return give(state, seat, cards)
        case LayOut(cards):
            check_shuffle(cards, laid_cards(state.laid))
            return lay_out(state, cards)
        case Vote(seat, symbols):
            return vote(state, seat, symbols)
        case Red(seat, symbol):
            return vote_red(state, seat, symbol)
        case Own(seat, symbol):
            return own(state, seat, symbol)
        case Leave(seat):
            return leave(state, seat)
        case Join(seat, age):
            return join(state, Seat(seat, age))
        case _:
            assert_never(move)


# --- a round -----------------------------------------------------------------------------------


def begin_round(state: State) -> Step[State]:
    """All hands are filled up. When the pile cannot do that, the discards are shuffled in."""
    mode, players = state.options.mode, len(state.seats)
    size = hand_size(mode, players)
    if len(state.pile) < missing(state.hands, size) and state.loose:
        return Step(replace(state, phase=Phase.SHUFFLING))
    pile, hands, dealt = deal(state.pile, state.hands, size, state.names)
    gives = 2 if mode is Mode.BASIC and players == 3 else 1
    state = replace(state, phase=Phase.TELLING, pile=pile, hands=hands, gives=gives)
    told: Sequence[Event]
    if mode is Mode.PARTY:
        state, told = pass_hands(state)
    else:
        told = [  # who plays for both of a team is told of both hands
            PartnerDealt(player_of(state, event.seat), event.seat, event.cards) if event.seat in state.absent else event
            for event in dealt
        ]
    return Step(state, (*told, RoundBegan(state.teller)))


def pass_hands(state: State) -> tuple[State, list[Event]]:
    """Party: the filled hands go to the left, and all but the storyteller look at theirs.

    In the first round nothing is passed, and nobody looks before somebody has said a phrase.
    """
    if state.teller is None:
        return state, []
    hands = {left_of(name, state.names): hand for name, hand in state.hands.items()}
    state = replace(state, hands={name: hands[name] for name in state.names})
    others = [name for name in state.names if name != state.teller]
    return state, [HandsPassed(), *received(state, others)]


def received(state: State, names: Sequence[str]) -> list[Event]:
    """To each of these, the hand; of the family's own cards the narrator knows none."""
    return [HandReceived(name, state.hands[name]) for name in names if state.hands[name]]


def check_teller(state: State, seat: str) -> None:
    """Whoever tells first is the first storyteller."""
    require(seat in state.names, Reason.NOT_AT_TABLE)
    require(state.teller in (None, seat), Reason.NOT_YOUR_TURN, turn=state.teller)


def tell(state: State, seat: str, card: str | None, clue: Clip) -> Step[State]:
    check_teller(state, seat)
    check_in_hand(card, state.hands[seat], state.options.cards)
    check_clue(clue)
    state = replace(state, phase=Phase.GIVING, teller=seat, clue=clue)
    return after([ClueGiven(seat, clue)], lay(state, seat, (card,)))


def say(state: State, seat: str, phrase: Clip) -> Step[State]:
    """Party: the phrase comes first, then the storyteller may look at the cards."""
    check_teller(state, seat)
    check_clue(phrase)
    looking = received(state, state.names if state.teller is None else (seat,))
    state = replace(state, phase=Phase.GIVING, teller=seat, clue=phrase)
    return Step(state, (PhraseSaid(seat, phrase), *looking))


def give(state: State, seat: str, cards: tuple[str, ...]) -> Step[State]:
    """In teams, whichever of the two gives a card first has given it for both."""
    require(seat in state.names, Reason.NOT_AT_TABLE)
    require(not has_given(state, seat), Reason.ALREADY_LAID)
    check_given(cards, state.hands[seat], state.gives, state.options.cards)
    step = lay(state, seat, cards or (None,) * state.gives)
    return after([Laid(seat, waiting(step.state)), *step.events], all_given(step.state))


def lay(state: State, seat: str, cards: tuple[str | None, ...]) -> Step[State]:
    """Face down; only the owner is told which."""
    hands, laid = put_down(seat, cards, state.hands, state.laid)
    known = laid_cards({seat: cards})
    told = (LaidCards(player_of(state, seat), known),) if known else ()
    return Step(replace(state, hands=hands, laid=laid), told)


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


def vote(state: State, seat: str, symbols: tuple[int, ...]) -> Step[State]:
    ours = Reason.OWN_TEAM if state.options.mode is Mode.TEAMS else Reason.OWN_CARD
    require(seat in state.names, Reason.NOT_AT_TABLE)
    require(may_vote(state, seat) or seat != state.teller, Reason.TELLER_DOES_NOT_VOTE)
    require(may_vote(state, seat), Reason.GIVER_DOES_NOT_VOTE)
    require(seat not in state.votes, Reason.ALREADY_VOTED)
    require(1 <= len(symbols) <= most_votes(state), Reason.VOTE_COUNT, most=most_votes(state))
    require(len(set(symbols)) == len(symbols), Reason.SAME_SYMBOL)
    for symbol in symbols:
        require(symbol in state.out, Reason.NO_SUCH_SYMBOL, symbols=tuple(state.out))
        require(symbol not in forbidden(state, seat), ours, symbol=symbol)
    state = replace(state, votes={**state.votes, seat: symbols})
    told = [Voted(seat, waiting(state)), VotedFor(player_of(state, seat), symbols)]
    return after(told, all_voted(state))


def vote_red(state: State, seat: str, symbol: int) -> Step[State]:
    """Party: the storyteller makes one card worthless."""
    require(seat in state.names, Reason.NOT_AT_TABLE)
    require(seat == state.teller, Reason.NOT_YOUR_TURN, turn=state.teller)
    require(state.red is None, Reason.ALREADY_VOTED)
    require(symbol in state.out, Reason.NO_SUCH_SYMBOL, symbols=tuple(state.out))
    state = replace(state, red=symbol)
    return after([RedVoted(seat, waiting(state)), RedVotedFor(seat, symbol)], all_voted(state))


def all_voted(state: State) -> Step[State]:
    """Once everyone has voted, the votes are opened together."""
    if waiting(state):
        return Step(state)
    if state.red is not None:
        votes = first_votes(state)
        gained = party_points(votes, state.red)
        return after([PartyVotesRevealed(votes, state.red)], end_round(state, gained))
    opened = VotesRevealed(state.votes, {symbol: state.owners.get(symbol) for symbol in state.out})
    if state.options.cards is Cards.TABLE:
        return Step(replace(state, phase=Phase.OWNING), (opened, OwnersAsked(tuple(state.out))))
    return after([opened], score(state))


def first_votes(state: State) -> dict[str, int]:
    """Where everybody has one vote only."""
    return {voter: symbols[0] for voter, symbols in state.votes.items()}


def own(state: State, seat: str, symbol: int) -> Step[State]:
    """Own cards: whose was it? A vote that turns out to be for the own card or the team's is lost."""
    owners, told = claim(seat, symbol, state.laid, state.out, state.owners)
    state = replace(state, owners=owners)
    if waiting(state):
        return Step(state, tuple(told))
    lost = [
        VoteLost(voter, symbol)
        for voter, symbols in state.votes.items()
        for symbol in symbols
        if symbol in forbidden(state, voter)
    ]
    return after([*told, *lost], score(state))


# --- scoring -----------------------------------------------------------------------------------


def points(teller: str, laid: Mapping[int, str], votes: Mapping[str, Collection[int]]) -> dict[str, int]:
    """Basic: for finding the storyteller's card, and for votes on a card of one's own, at most three.

    With seven or more players, who found it with their only vote gets one more.
    """
    players = dict.fromkeys([teller, *laid.values(), *votes])
    found = finders(teller, laid, votes)
    gained = clue_points(teller, players, votes, found)
    on_card = card_points(teller, laid, votes)
    for player in players:
        gained[player] += min(on_card[player], MOST_FOR_OWN_CARD)
        gained[player] += len(players) >= TWO_VOTES_FROM and player in found and len(votes[player]) == 1
    return gained


def party_points(votes: Mapping[str, int], red: int) -> dict[str, int]:
    """Party: as many points as votes on the card, at most five; none for a lone vote or for the red card."""
    count = Counter(votes.values())
    return {
        voter: 0 if symbol == red or count[symbol] == 1 else min(count[symbol], MOST_AT_PARTY)
        for voter, symbol in votes.items()
    }


def team_points(
    teller: str, laid: Mapping[int, str], votes: Mapping[str, int], teams: Sequence[Team]
) -> dict[Team, int]:
    """Teams: as in the basic game, but by team, and the card of the storyteller's partner earns like any other."""
    team_of = {player: team for team in teams for player in team}
    single = {voter: (symbol,) for voter, symbol in votes.items()}
    found = finders(teller, laid, single)
    gained = clue_points(team_of[teller], teams, votes, [team_of[voter] for voter in found])
    on_card = Counter(
        team_of.get(laid[symbol])
        for voter, symbol in votes.items()
        if laid[symbol] != teller and laid[symbol] not in team_of[voter]
    )
    return {team: gained[team] + min(on_card[team], MOST_FOR_OWN_CARD) for team in teams}


def score(state: State) -> Step[State]:
    """Basic and teams. Who left during the round scores nothing."""
    teller = state.teller
    assert teller is not None  # the votes were for a storyteller's card
    if state.options.mode is Mode.TEAMS:
        by_team = team_points(teller, state.owners, first_votes(state), state.teams)
        gained = {team_name(team): count for team, count in by_team.items()}
    else:
        gained = points(teller, state.owners, state.votes)
    symbol = next(symbol for symbol, owner in state.owners.items() if owner == teller)
    found = Found(teller, symbol, finders(teller, state.owners, state.votes))
    return after([found], end_round(state, gained))


def end_round(state: State, gained: Mapping[str, int]) -> Step[State]:
    """The basic game ends after the round in which anyone reaches the goal."""
    teller = state.teller
    assert teller is not None  # a round was played
    standing = {side: total + gained[side] for side, total in state.scores.items()}
    scored = Scored({side: gained[side] for side in standing}, standing)
    state = replace(state, scores=standing, told={**state.told, teller: state.told[teller] + 1})
    if state.options.mode is Mode.BASIC and max(standing.values()) >= state.options.goal:
        return after([scored], end(clear(state)))
    return after([scored], next_round(state, after_teller(state)))


def after_teller(state: State) -> tuple[str, ...]:
    """Everyone clockwise from the storyteller's left; newcomers take the last seats."""
    names = everyone(state)
    return names if state.teller is None else clockwise(left_of(state.teller, names), names)


def next_round(state: State, order: Sequence[str]) -> Step[State]:
    """The cards are discarded, newcomers take their seats, and the next one clockwise tells.

    At a party and in teams that is the next one who has not told often enough; when there is none, the game is over.
    """
    state, seated = sit_down(clear(state))
    counted = state.options.mode is not Mode.BASIC
    to_tell = [name for name in order if not counted or state.told[name] < state.options.times]
    return after(seated, begin_round(replace(state, teller=to_tell[0])) if to_tell else end(state))


def clear(state: State) -> State:
    """The cards of this round are discarded."""
    discards = (*state.loose, *laid_cards(state.laid))
    return replace(state, loose=discards, laid={}, out={}, owners={}, votes={}, red=None, clue=None)


# --- coming, going and the end -----------------------------------------------------------------


def join(state: State, newcomer: Seat) -> Step[State]:
    """A newcomer needs a chair and a full hand."""
    mode = state.options.mode
    require(mode is not Mode.TEAMS, Reason.NO_JOINING)
    step = welcome(state, newcomer, max(MODES[mode]))
    if state.options.cards is Cards.SPOKEN:
        players = len(everyone(step.state))
        check_deck(state.options.pictures, hand_size(mode, players) * players)
    return step


def sit_down(state: State) -> tuple[State, list[Event]]:
    """Who came late plays from now on, at the lowest standing score."""
    lowest = min(state.scores.values())
    return seat_newcomers(state, lowest, hands=(), told=0, scores=lowest)


def leave(state: State, seat: str) -> Step[State]:
    """In teams the partner plays for both; only when both have left, the team is gone."""
    if (still_waiting := without_newcomer(state, seat)) is not None:
        return still_waiting
    require(seat in state.names and seat not in state.absent, Reason.NOT_AT_TABLE)
    partner = partner_of(state, seat)
    if partner is None or partner in state.absent:
        return after([Left(seat)], go(state, side_of(state, seat)))
    state = replace(state, absent=state.absent | {seat})
    told: list[Event] = [Left(seat), TookOver(partner, seat)]
    if state.hands[seat]:
        told.append(PartnerDealt(partner, seat, state.hands[seat]))
    return Step(state, tuple(told))


def go(state: State, gone: frozenset[str]) -> Step[State]:
    """A card still face down goes with its player; one laid out stays, but scores for nobody.

    If the storyteller leaves, the round does not count and the next one clockwise tells. Newcomers who wait for the
    next round count towards the minimum.
    """
    order = [name for name in after_teller(state) if name not in gone]
    face_down = gone if state.phase is Phase.GIVING else frozenset()
    withdrawn = {name: cards for name, cards in state.laid.items() if name in face_down}
    hands = {name: hand for name, hand in state.hands.items() if name in gone}
    sides = {team_name(team) for team in state.teams if gone.issuperset(team)} or gone
    state = replace(
        state,
        seats=tuple(seat for seat in state.seats if seat.name not in gone),
        hands=without(state.hands, *gone),
        laid=without(state.laid, *withdrawn),
        loose=(*state.loose, *laid_cards(hands), *laid_cards(withdrawn)),
        votes=without(state.votes, *gone),
        told=without(state.told, *gone),
        scores=without(state.scores, *sides),
        teams=tuple(team for team in state.teams if not gone.issuperset(team)),
        absent=state.absent - gone,
    )
    if too_few(state, len(state.seats) + len(state.newcomers)):
        return end(clear(state), finished=False)
    if state.teller in gone:
        return after([RoundVoided(state.teller)], next_round(state, order))
    return start_over(state) if too_few(state, len(state.seats)) else go_on(state)


def too_few(state: State, players: int) -> bool:
    if state.options.mode is Mode.TEAMS:
        return len(state.teams) < FEWEST_TEAMS
    return players < min(MODES[state.options.mode])


def start_over(state: State) -> Step[State]:
    """Too few are left for this round, but with the newcomers there are enough: it begins again, with them."""
    voided = [RoundVoided(state.teller)] if state.teller else []
    state, seated = sit_down(clear(state))
    return after([*voided, *seated], begin_round(state))


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
    """Most points wins; in teams, both players of the team."""
    best = winners(state.scores)
    if state.options.mode is Mode.TEAMS:
        best = tuple(player for team in state.teams if team_name(team) in best for player in team)
    return ended(replace(state, phase=Phase.OVER), Outcome(best, state.scores, finished))


# --- what a seat may know ----------------------------------------------------------------------


def view(state: State, seat: str | None) -> State:
    """The state with everything face down that this seat may not know."""
    secret_vote = state.phase is Phase.VOTING
    played = {name for name in state.names if player_of(state, name) == seat}
    looking = set() if keeps_eyes_closed(state, seat) else played
    side = {name for own_seat in played for name in side_of(state, own_seat)}
    return replace(
        state,
        pile=hidden(state.pile),
        loose=hidden(state.loose),
        hands={name: hand if name in looking else hidden(hand) for name, hand in state.hands.items()},
        laid=own_laid_only(state.laid, played),
        # who must not vote for the team's card has to know which it is
        owners={symbol: owner for symbol, owner in state.owners.items() if not secret_vote or owner in side},
        votes={name: (UNSEEN,) if secret_vote and name not in played else vote for name, vote in state.votes.items()},
        red=UNSEEN if secret_vote and state.red is not None and seat != state.teller else state.red,
    )


def keeps_eyes_closed(state: State, seat: str | None) -> bool:
    """Party: who may still be the storyteller does not look at the cards before the phrase is said."""
    before_phrase = state.options.mode is Mode.PARTY and state.phase is Phase.TELLING
    return before_phrase and state.teller in (None, seat)
