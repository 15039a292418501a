"""Rules of Storytellers (2-6 players): fill the roles of a story with the characters in your hand.

In the order of the rule book: the table, the moves, a round, scoring, the book, joining and leaving, the end.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import assert_never, get_args

from narrator.core.cards import (
    HIDDEN_VOTE,
    CardTable,
    Laid,
    LaidOut,
    LayOut,
    Own,
    OwnersAsked,
    RoundVoided,
    Shuffle,
    Voted,
    VoteReturned,
    check_cards,
    check_shuffle,
    laid_cards,
    tally,
)
from narrator.core.game import (
    CardSource,
    Event,
    Join,
    Leave,
    Luck,
    PhaseWithMoves,
    Reason,
    Seat,
    SpokenWords,
    Step,
    check_age,
    check_seats,
    prepend_events,
    require,
    winners,
    without_keys,
)
from narrator.games.storytellers.moves import (
    AgesAsked,
    AgeTold,
    AnyMove,
    BookOpened,
    Chance,
    CharacterEntered,
    Choose,
    Disagreed,
    DrawLot,
    DrawWay,
    EntranceCause,
    Favour,
    Favoured,
    ForkReached,
    Lay,
    LeaveToChance,
    Name,
    NameAsked,
    PageTurned,
    Proposed,
    TellAge,
    TieFound,
    TogetherScored,
    Vote,
    VotesRevealed,
    WayTaken,
    Wish,
    Wished,
)

TITLE = "Storytellers"
MOVES: tuple[type, ...] = get_args(AnyMove)
CHANCE: frozenset[type] = frozenset(get_args(Chance))
HAND_SIZE = 5
MAX_SYMBOLS = 6
ROUNDS = 5
ATTEMPTS_BEFORE_CHANCE = 2
"""Youngest: after this many disagreements the children may draw a lot."""


class Mode(StrEnum):
    BASIC = "basic"
    COOPERATIVE = "cooperative"
    YOUNGEST = "youngest"


MODES: Mapping[str, range] = {
    Mode.BASIC: range(3, 7),
    Mode.COOPERATIVE: range(2, 7),
    Mode.YOUNGEST: range(2, 7),
}


@dataclass(frozen=True, slots=True)
class StoryShape:
    """Which story card may follow which. The rules do not need the texts."""

    name: str
    start: str
    follows: Mapping[str, tuple[str, ...]]
    """The cards that may follow each card: none after the last, two after a fork, else one."""

    @classmethod
    def straight(cls, name: str = "a story") -> "StoryShape":
        """Return a story of seven cards without forks."""
        follows = {str(n): (str(n + 1),) for n in range(1, ROUNDS + 2)}
        return cls(name, "1", {**follows, str(ROUNDS + 2): ()})


@dataclass(frozen=True, slots=True)
class Options:
    mode: Mode = Mode.BASIC
    story: StoryShape = field(default_factory=StoryShape.straight)
    characters: tuple[str, ...] = tuple(f"character {n}" for n in range(1, 87))
    extras: int | None = None
    """Cooperative with two players: how many cards the pile adds, from one (easier) to three (harder)."""
    cards: CardSource = CardSource.SPOKEN


# --- the table ---------------------------------------------------------------------------------


class Phase(PhaseWithMoves):
    SHUFFLING = "shuffling", Shuffle
    NAMING = "naming", Name
    CHOOSING = "choosing", Lay
    LAYING_OUT = "laying out", LayOut
    VOTING = "voting", Vote
    OWNING = "owning", Own
    AGES = "ages", TellAge
    TIE = "tie", Choose
    AGREEING = "agreeing", Favour
    LOT = "lot", DrawLot
    FORK = "fork", Wish
    FORK_LOT = "fork lot", DrawWay
    OVER = "over"


@dataclass(frozen=True, slots=True)
class StoryPage:
    """A page of the book: a story card and the character in its role."""

    card: str
    character: str | None = None
    why: SpokenWords | None = None


@dataclass(frozen=True, slots=True)
class State(CardTable):
    options: Options
    phase: Phase
    card: str = field(kw_only=True)
    """The story card of the open page."""
    why: Mapping[str, SpokenWords | None] = field(default_factory=dict)
    """Youngest: why each player chose the card."""
    votes: Mapping[str, int] = field(default_factory=dict)
    """Votes by player; in the youngest mode, the symbol each child would like."""
    leading: frozenset[int] = frozenset()
    """The symbols to choose from: tied, or wanted by the children."""
    attempts: int = 0
    """Youngest: how often the children disagreed on this page."""
    wishes: Mapping[str, str | None] = field(default_factory=dict)
    ways: tuple[str, ...] = ()
    """At a fork: the cards that may follow."""
    book: tuple[StoryPage, ...] = ()
    symbol_to_name: int | None = None
    """Own cards: the symbol of the card to be named."""
    how: EntranceCause | None = None
    """Own cards: why the character to be named enters the book; `None` for the first one."""
    scores: Mapping[str, int] = field(default_factory=dict)
    """Scores by player; in the cooperative mode of the "players" and the "game"."""


def setup(seats: Sequence[Seat], options: Options) -> Step[State]:
    """Start with the characters to be shuffled. Each player gets five."""
    check_seats(seats, MODES[options.mode], mode=options.mode.value)
    two_together = options.mode is Mode.COOPERATIVE and len(seats) == 2
    require(options.extras in ((None, 1, 2, 3) if two_together else (None,)), Reason.OPTION, option="extras")
    check_story_shape(options.story)
    own_cards = options.cards is CardSource.TABLE
    if not own_cards:
        check_cards(options.characters, (HAND_SIZE + ROUNDS) * len(seats) + 1)
    names = [seat.name for seat in seats]
    state = State(
        options=options,
        seats=tuple(seats),
        phase=Phase.NAMING if own_cards else Phase.SHUFFLING,
        card=options.story.start,
        loose=() if own_cards else options.characters,
        hands=dict.fromkeys(names, ()),
        scores={
            Mode.BASIC: dict.fromkeys(names, 0),
            Mode.COOPERATIVE: {"players": 0, "game": 0},
            Mode.YOUNGEST: {},
        }[options.mode],
    )
    return Step(state, (NameAsked(None),) if own_cards else ())


def check_story_shape(story: StoryShape) -> None:
    """Refuse a story unless all paths have seven cards (or all six), and the first card has no fork."""
    paths: list[tuple[str, ...]] = [(story.start,)]
    for _ in range(ROUNDS + 1):
        further = [(*path, card) for path in paths for card in story.follows.get(path[-1], ())]
        if paths and not further and len(paths[0]) == ROUNDS + 1:
            break
        paths = further
    reachable = {card for path in paths for card in path}
    require(
        paths
        and reachable == set(story.follows)
        and len(story.follows[story.start]) == 1
        and all(len(set(path)) == len(path) for path in paths)
        and all(len(story.follows[path[-1]]) == 0 for path in paths),
        Reason.OPTION,
        option="story",
    )


def legal(state: State) -> frozenset[type]:
    kinds = state.phase.move_types
    if kinds <= CHANCE:
        return kinds
    if state.phase is Phase.AGREEING and state.attempts >= ATTEMPTS_BEFORE_CHANCE:
        kinds |= {LeaveToChance}
    return kinds | {Leave, Join}


def waiting(state: State) -> tuple[str, ...]:
    done: Mapping[str, object]
    match state.phase:
        case Phase.CHOOSING:
            done = state.laid
        case Phase.VOTING | Phase.AGREEING:
            done = state.votes
        case Phase.FORK:
            done = state.wishes
        case Phase.AGES:
            return seats_without_age(state)
        case Phase.TIE:
            return (tie_breaker(state),)
        case Phase.OWNING:
            return state.seats_to_claim
        case Phase.NAMING:
            return state.names
        case Phase.SHUFFLING | Phase.LAYING_OUT | Phase.LOT | Phase.FORK_LOT | Phase.OVER:
            return ()
        case _:
            assert_never(state.phase)
    return tuple([seat.name for seat in state.seats if seat.name not in done])


def moves(state: State) -> Iterator[AnyMove]:
    match state.phase:
        case Phase.CHOOSING:
            for seat in waiting(state):
                yield from (Lay(seat, card) for card in state.hands[seat] or (None,))
        case Phase.VOTING:
            for seat in waiting(state):
                yield from (Vote(seat, symbol) for symbol in state.face_up if may_vote(state, seat, symbol))
        case Phase.OWNING:
            free = [symbol for symbol in state.face_up if symbol not in state.owners]
            yield from (Own(seat, symbol) for seat in waiting(state) for symbol in free)
        case Phase.AGES:
            yield from (TellAge(seat, age) for seat in waiting(state) for age in (5, 6, 7))
        case Phase.TIE:
            yield from (Choose(tie_breaker(state), symbol) for symbol in sorted(state.leading))
        case Phase.AGREEING:
            yield from (Favour(seat, symbol) for seat in waiting(state) for symbol in state.face_up)
            if LeaveToChance in legal(state):
                yield LeaveToChance()
        case Phase.FORK:
            for seat in waiting(state):
                yield from (Wish(seat, way) for way in (*state.options.story.follows[state.card], None))
        case Phase.NAMING:
            yield Name(f"a character of ours, number {len(state.book) + 1}")


def chance(state: State, luck: Luck) -> AnyMove | None:
    match state.phase:
        case Phase.SHUFFLING:
            return Shuffle(luck.shuffled(state.loose))
        case Phase.LAYING_OUT:
            return LayOut(luck.shuffled(cards_to_lay_out(state)))
        case Phase.LOT:
            return DrawLot(luck.pick(sorted(state.leading)))
        case Phase.FORK_LOT:
            return DrawWay(luck.pick(state.ways))
        case _:
            return None


def apply(state: State, move: AnyMove) -> Step[State]:
    state.check_move(move, legal(state))
    match move:
        case Shuffle(cards):
            state = state.shuffle_in(cards)
            return all_laid(state) if state.laid else begin_round(state)
        case Name(character):
            require(character.strip(), Reason.NO_WORDS)
            return enter_book(state, state.symbol_to_name, character, state.how)
        case Lay(seat, card, why):
            return lay(state, seat, card, why)
        case LayOut(cards):
            check_shuffle(cards, cards_to_lay_out(state))
            return state.lay_out(cards, phase=Phase.VOTING, pile=state.pile[cards_from_pile(state) :])
        case Vote(seat, symbol):
            return vote(state, seat, symbol)
        case Own(seat, symbol):
            return claim_card(state, seat, symbol)
        case TellAge(seat, age):
            return tell_age(state, seat, age)
        case Choose(seat, symbol):
            require(seat == tie_breaker(state), Reason.NOT_YOUR_TURN, turn=tie_breaker(state))
            require(symbol in state.leading, Reason.NOT_A_LEADER, symbols=tuple(sorted(state.leading)))
            return choose_character(state, symbol, EntranceCause.CHOSEN)
        case Favour(seat, symbol):
            return favour(state, seat, symbol)
        case LeaveToChance():
            return Step(replace(state, phase=Phase.LOT))
        case DrawLot(symbol):
            require(symbol in state.leading, Reason.IMPOSSIBLE_DRAW)
            return choose_character(state, symbol, EntranceCause.DRAWN)
        case Wish(seat, way):
            return wish(state, seat, way)
        case DrawWay(way):
            require(way in state.ways, Reason.IMPOSSIBLE_DRAW)
            return take_way(state, way, drawn=True)
        case Leave(seat):
            return state.leave(seat, leave_seat)
        case Join(seat, age):
            return state.add_newcomer(Seat(seat, age), MAX_SYMBOLS)
        case _:
            assert_never(move)


# --- a round -----------------------------------------------------------------------------------


def begin_round(state: State) -> Step[State]:
    """Seat the newcomers, fill all hands to five, and read the next card."""
    state, events = seat_newcomers(state)
    if not state.own_cards:
        needed = state.count_missing(HAND_SIZE) + cards_from_pile(state) + (not state.book)
        if len(state.pile) < needed and state.loose:
            return Step(replace(state, phase=Phase.SHUFFLING), tuple(events))
        state, dealt = state.deal(HAND_SIZE, state.names)
        events += dealt
    if not state.book:
        return prepend_events(events, enter_book(replace(state, pile=state.pile[1:]), None, state.pile[0], None))
    events.append(PageTurned(state.card, len(state.book) + 1))
    return Step(replace(state, phase=Phase.CHOOSING), tuple(events))


def seat_newcomers(state: State) -> tuple[State, list[Event]]:
    """Seat the newcomers; in the basic mode with the lowest current score."""
    if state.options.mode is not Mode.BASIC:
        return state.seat_newcomers(None, hands=())
    lowest = min(state.scores.values(), default=0)
    return state.seat_newcomers(lowest, hands=(), scores=lowest)


def cards_from_pile(state: State) -> int:
    """Return how many characters the pile adds.

    Cooperative: up to six in all, or one to three for two players. No other mode adds any.
    """
    if state.options.mode is not Mode.COOPERATIVE:
        return 0
    if len(state.seats) == 2:
        return 2 if state.options.extras is None else state.options.extras
    return MAX_SYMBOLS - len(state.seats)


def lay(state: State, seat: str, card: str | None, why: SpokenWords | None) -> Step[State]:
    """Put a card face down; in the youngest mode face up."""
    require(seat not in state.laid, Reason.ALREADY_LAID)
    state.check_in_hand(seat, card)
    state = replace(state.lay(seat, (card,)), why={**state.why, seat: why})
    events: list[Event] = [Laid(seat, waiting(state))]
    if state.options.mode is Mode.YOUNGEST:
        events.append(Proposed(seat, card, len(state.laid), why))
    return prepend_events(events, continue_game(state))


def all_laid(state: State) -> Step[State]:
    """Once everyone has laid a card, go on to laying them out."""
    if state.options.mode is Mode.YOUNGEST:
        face_up = {symbol: card for symbol, (card,) in enumerate(state.laid.values(), 1)}
        owners = dict(enumerate(state.laid, 1))
        return Step(replace(state, phase=Phase.AGREEING, face_up=face_up, owners=owners), (LaidOut(face_up),))
    if state.own_cards:
        return state.lay_out([None] * (len(state.laid) + cards_from_pile(state)), phase=Phase.VOTING)
    too_few = len(state.pile) < cards_from_pile(state) and state.loose  # a player left, so the pile has to add more
    return Step(replace(state, phase=Phase.SHUFFLING if too_few else Phase.LAYING_OUT))


def cards_to_lay_out(state: State) -> tuple[str, ...]:
    """Return the cards to lay out: the players' cards and those that the pile adds."""
    return (*laid_cards(state.laid), *state.pile[: cards_from_pile(state)])


def may_vote(state: State, seat: str, symbol: int) -> bool:
    """Return whether this vote is allowed: only in the cooperative mode for the player's own card."""
    return state.options.mode is Mode.COOPERATIVE or state.owners.get(symbol) != seat


def vote(state: State, seat: str, symbol: int) -> Step[State]:
    require(seat not in state.votes, Reason.ALREADY_VOTED)
    require(symbol in state.face_up, Reason.NO_SUCH_SYMBOL, symbols=tuple(state.face_up))
    require(may_vote(state, seat, symbol), Reason.OWN_CARD, symbol=symbol)
    state = replace(state, votes={**state.votes, seat: symbol})
    return prepend_events([Voted(seat, waiting(state))], continue_game(state))


def all_voted(state: State) -> Step[State]:
    """Once everyone has voted, reveal the votes and score the round."""
    revealed = VotesRevealed(state.votes, {symbol: state.owners.get(symbol) for symbol in state.face_up})
    state = state.remember_votes({voter: (symbol,) for voter, symbol in state.votes.items()})
    if state.options.mode is Mode.COOPERATIVE:
        return prepend_events([revealed], score_together(state))
    if len(state.owners) < len(state.face_up):
        return Step(replace(state, phase=Phase.OWNING), (revealed, OwnersAsked(tuple(state.face_up))))
    return prepend_events([revealed], score(state))


def claim_card(state: State, seat: str, symbol: int) -> Step[State]:
    """Own cards: record whose card this was. Once all are known, votes for own cards are repeated."""
    state, events = state.claim(seat, symbol)
    if waiting(state):
        return Step(state, tuple(events))
    wrong = {voter: symbol for voter, symbol in state.votes.items() if state.owners[symbol] == voter}
    if not wrong:
        return prepend_events(events, score(state))
    events += [VoteReturned(voter, symbol) for voter, symbol in wrong.items()]
    return Step(replace(state, phase=Phase.VOTING, votes=without_keys(state.votes, *wrong)), tuple(events))


# --- scoring -----------------------------------------------------------------------------------


def leading_symbols(laid: Mapping[int, str], votes: Mapping[str, int]) -> frozenset[int]:
    """Return the symbols with the most votes; all of them if every card got one vote."""
    count = Counter(votes.values())
    most = max((count[symbol] for symbol in laid), default=0)
    return frozenset(symbol for symbol in laid if count[symbol] == most)


def points(laid: Mapping[int, str], votes: Mapping[str, int]) -> dict[str, int]:
    """Return the points of a round.

    A card's owner gets one point per vote. Each voter for a card with the most votes gets one more, unless every card
    got exactly one vote.
    """
    count = Counter(votes.values())
    one_each = all(count[symbol] == 1 for symbol in laid)
    most_voted = frozenset() if one_each else leading_symbols(laid, votes)
    gained = dict.fromkeys([*laid.values(), *votes], 0)
    for voter, symbol in votes.items():
        gained[laid[symbol]] += 1
        gained[voter] += symbol in most_voted
    return gained


def score(state: State) -> Step[State]:
    scored = tally(state.scores, points(state.owners, state.votes))
    state = replace(state, scores=scored.standing, leading=leading_symbols(state.owners, state.votes))
    if len(state.leading) == 1:
        return prepend_events([scored], choose_character(state, min(state.leading), EntranceCause.VOTED))
    return prepend_events([scored], break_tie(state))


def break_tie(state: State) -> Step[State]:
    """Let the player with the fewest points choose; among several, the youngest."""
    unknown = seats_without_age(state)
    if unknown:
        return Step(replace(state, phase=Phase.AGES), (AgesAsked(unknown),))
    state = replace(state, phase=Phase.TIE)
    return Step(state, (TieFound(tie_breaker(state), tuple(sorted(state.leading))),))


def lowest_scorers(state: State) -> list[Seat]:
    """Return the players with the fewest points."""
    fewest = min(state.scores.values())
    return [seat for seat in state.seats if state.scores[seat.name] == fewest]


def seats_without_age(state: State) -> tuple[str, ...]:
    """Return the players whose age is needed to find the youngest of the lowest scorers."""
    last = lowest_scorers(state)
    return tuple(seat.name for seat in last if seat.age is None) if len(last) > 1 else ()


def tie_breaker(state: State) -> str:
    """Return who breaks the tie: the youngest of the lowest scorers, or the first of the same age."""
    return min(lowest_scorers(state), key=lambda seat: seat.age or 0).name


def tell_age(state: State, seat: str, age: int) -> Step[State]:
    require(seat in seats_without_age(state), Reason.ALREADY_SAID)
    check_age(age)
    seats = tuple(replace(one, age=age) if one.name == seat else one for one in state.seats)
    state = replace(state, seats=seats)
    return prepend_events([AgeTold(seat, age)], Step(state) if seats_without_age(state) else break_tie(state))


def score_together(state: State) -> Step[State]:
    """Cooperative: give the players a point if one card leads. Otherwise the game gets it, and a lot is drawn."""
    leading = leading_symbols(dict.fromkeys(state.face_up, ""), state.votes)
    agreed = len(leading) == 1
    side = "players" if agreed else "game"
    scores = {**state.scores, side: state.scores[side] + 1}
    state = replace(state, scores=scores, leading=leading)
    scored = TogetherScored(agreed, scores["players"], scores["game"])
    if agreed:
        return prepend_events([scored], choose_character(state, min(leading), EntranceCause.VOTED))
    return Step(replace(state, phase=Phase.LOT), (scored,))


# --- the youngest mode ---------------------------------------------------------------------------


def favour(state: State, seat: str, symbol: int) -> Step[State]:
    require(seat not in state.votes, Reason.ALREADY_VOTED)
    require(symbol in state.face_up, Reason.NO_SUCH_SYMBOL, symbols=tuple(state.face_up))
    state = replace(state, votes={**state.votes, seat: symbol})
    return prepend_events([Favoured(seat, symbol, waiting(state))], continue_game(state))


def all_favoured(state: State) -> Step[State]:
    """Take the character all children want. If they disagree, ask again; after two attempts they may draw a lot."""
    named = frozenset(state.votes.values())
    state = replace(state, leading=named)
    if len(named) == 1:
        return choose_character(state, min(named), EntranceCause.AGREED)
    attempts = state.attempts + 1
    return Step(replace(state, votes={}, attempts=attempts), (Disagreed(tuple(sorted(named)), attempts),))


# --- the book ----------------------------------------------------------------------------------


def choose_character(state: State, symbol: int, how: EntranceCause) -> Step[State]:
    character = state.face_up[symbol]
    if character is None:
        return Step(replace(state, phase=Phase.NAMING, symbol_to_name=symbol, how=how), (NameAsked(symbol),))
    return enter_book(state, symbol, character, how)


def enter_book(state: State, symbol: int | None, character: str, how: EntranceCause | None) -> Step[State]:
    """Put the character into the book and discard the other laid cards."""
    owner = None if symbol is None else state.owners.get(symbol)
    page = StoryPage(state.card, character, state.why.get(owner or ""))
    discarded = [card for card in state.face_up.values() if card is not None and card != character]
    state = replace(clear_table(state), book=(*state.book, page), loose=(*state.loose, *discarded))
    events: list[Event] = (
        [BookOpened(character, state.card), PageTurned(state.card, 1)]
        if how is None
        else [CharacterEntered(character, state.card, how, owner)]
    )
    ways = state.options.story.follows[state.card]
    if len(ways) == 1:
        return prepend_events(events, turn_page(state, ways[0]))
    return prepend_events(events, Step(replace(state, phase=Phase.FORK, ways=ways, wishes={}), (ForkReached(ways),)))


def clear_table(state: State) -> State:
    """Clear the table for the next round. The caller decides where the cards go."""
    return replace(
        state, laid={}, why={}, face_up={}, owners={}, votes={}, leading=frozenset(), attempts=0, symbol_to_name=None
    )


def wish(state: State, seat: str, way: str | None) -> Step[State]:
    require(seat not in state.wishes, Reason.ALREADY_VOTED)
    require(way is None or way in state.ways, Reason.NO_SUCH_WAY, ways=state.ways)
    state = replace(state, wishes={**state.wishes, seat: way})
    return prepend_events([Wished(seat, way, waiting(state))], continue_game(state))


def all_wished(state: State) -> Step[State]:
    """Take the way that most players want. A lot decides a tie, or if most leave it to the book."""
    count = Counter(state.wishes.values())
    most = max(count.values())
    wanted = [way for way in state.ways if count[way] == most]
    if count[None] < most and len(wanted) == 1:
        return take_way(state, wanted[0], drawn=False)
    return Step(replace(state, phase=Phase.FORK_LOT))


def take_way(state: State, way: str, *, drawn: bool) -> Step[State]:
    """Turn to the chosen card."""
    return prepend_events([WayTaken(way, drawn)], turn_page(replace(state, ways=(), wishes={}), way))


def turn_page(state: State, card: str) -> Step[State]:
    state = replace(state, card=card)
    if state.options.story.follows[card]:
        return begin_round(state)
    page = StoryPage(card)
    events = PageTurned(card, len(state.book) + 1)
    return prepend_events([events], end(replace(state, book=(*state.book, page))))


# --- joining, leaving and the end --------------------------------------------------------------


def leave_seat(state: State, seat: str) -> Step[State]:
    """Continue without this player if enough remain, including waiting newcomers.

    A card that the player had laid out stays, but scores for no one.
    """
    withdrawn = {seat: state.laid.get(seat, ())} if state.phase is Phase.CHOOSING else {}
    gone = (*state.hands[seat], *laid_cards(withdrawn))
    state = state.without_players({seat}, "hands", "votes", "wishes", "scores").without_players(
        withdrawn, "laid", "why"
    )
    state = replace(state, loose=(*state.loose, *gone))
    fewest = min(MODES[state.options.mode])
    if len(state.everyone) < fewest:
        return end(state, finished=False)
    return restart_round(state) if len(state.seats) < fewest else continue_game(state)


def restart_round(state: State) -> Step[State]:
    """Begin the round again with the newcomers, because too few players are left.

    Once the votes are revealed, the remaining players finish the page.
    """
    if state.phase not in {Phase.CHOOSING, Phase.VOTING, Phase.AGREEING}:
        return continue_game(state)
    cards = tuple(state.face_up.values()) or laid_cards(state.laid)
    discarded = [card for card in cards if card is not None]
    state = replace(clear_table(state), loose=(*state.loose, *discarded))
    return prepend_events([RoundVoided(None)], begin_round(state))


def continue_game(state: State) -> Step[State]:
    """Go on to the next phase once no player is awaited. If the tie breaker left, another player chooses."""
    match state.phase:
        case Phase.AGES | Phase.TIE:
            return break_tie(state)
        case _ if waiting(state):
            return Step(state)
        case Phase.CHOOSING:
            return all_laid(state)
        case Phase.VOTING:
            return all_voted(state)
        case Phase.AGREEING:
            return all_favoured(state)
        case Phase.FORK:
            return all_wished(state)
        case _:
            return Step(state)


def end(state: State, *, finished: bool = True) -> Step[State]:
    """End the game. Basic: most points wins. Cooperative: the players must beat the game. Youngest: no winner."""
    match state.options.mode:
        case Mode.BASIC:
            won = winners(state.scores)
        case Mode.COOPERATIVE:
            won = state.names if state.scores["players"] > state.scores["game"] else ()
        case Mode.YOUNGEST:
            won = ()
        case _:
            assert_never(state.options.mode)
    return state.end_game(won, state.scores, finished=finished, phase=Phase.OVER)


# --- views -------------------------------------------------------------------------------------


def view(state: State, seat: str | None) -> State:
    """Hide what this seat may not know."""
    secret_vote, open_table = state.phase is Phase.VOTING, state.options.mode is Mode.YOUNGEST
    seen = state.view_for({seat}, secret=secret_vote)
    return replace(
        seen,
        laid=state.laid if open_table else seen.laid,
        why={name: why for name, why in state.why.items() if open_table or name == seat},
        votes={name: HIDDEN_VOTE if secret_vote and name != seat else vote for name, vote in state.votes.items()},
    )
