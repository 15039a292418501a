"""Rules of StoryLine: Fairy Tales (3-8 players): a teller fills the gaps of a tale with the others' cards.

In the order of the rule book: the table, the moves, a round, the tokens at "The End", and leaving.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from itertools import product
from typing import assert_never, get_args

from narrator.core.cards import (
    CardKind,
    CardTable,
    Dealt,
    Laid,
    LayOut,
    Own,
    Owned,
    OwnersAsked,
    Shuffle,
    check_cards,
    check_shuffle,
    face_down,
)
from narrator.core.game import (
    CardSource,
    Event,
    IllegalMove,
    Join,
    Leave,
    Luck,
    PhaseWithMoves,
    Reason,
    Seat,
    SpokenWords,
    Step,
    check_seats,
    clockwise,
    next_clockwise,
    prepend_events,
    remove_cards,
    require,
    winners,
    without_keys,
)
from narrator.games.storyline.moves import (
    AnyMove,
    Begin,
    CardRead,
    CardsEntered,
    Crowned,
    DrawTokens,
    EffectAsked,
    Lay,
    Mix,
    Name,
    Named,
    NamesAsked,
    NameWinner,
    Pick,
    Picked,
    Resolve,
    RowShown,
    Snap,
    TellerAsked,
    TieFound,
    TokensTurned,
    TokenTaken,
    TookOver,
    TrapSnapped,
    WinnerNamed,
    Withdrawn,
)

TITLE = "StoryLine: Fairy Tales"
MOVES: tuple[type, ...] = get_args(AnyMove)
CHANCE: frozenset[type] = frozenset({Shuffle, Mix, LayOut, Snap, DrawTokens})
ROUNDS = 14
HAND_SIZE = len(CardKind)
CROWN_TOKENS = 2
"""How many tokens the Crown brings."""

OLD_BOOT = "old boot"
SCALES = "scales"
BEAR_TRAP = "bear trap"
CROWN = "crown"
TOKEN_POINTS: Mapping[str, int] = {
    **{f"one {letter}": 1 for letter in "abcdef"},
    **{f"two {letter}": 2 for letter in "abcdef"},
    **{f"three {letter}": 3 for letter in "abcde"},
    **dict.fromkeys((OLD_BOOT, SCALES, BEAR_TRAP, CROWN), 0),
}
"""The points of each token. Every token has a unique name, so that none can get lost."""
TOKENS = tuple(TOKEN_POINTS)


class Mode(StrEnum):
    BASIC = "basic"
    FAMILY = "family"


MODES: Mapping[str, range] = {Mode.BASIC: range(3, 9), Mode.FAMILY: range(3, 9)}

DEFAULT_DECK = tuple(
    tuple(map(CardKind, banners.split()))
    for banners in (
        *("character place", "feature", "object", "action", "character feature", "place", "object"),
        *("character action", "feature", "place", "character object", "action", "place", "action"),
    )
)


@dataclass(frozen=True, slots=True)
class Options:
    mode: Mode = Mode.BASIC
    deck: tuple[tuple[CardKind, ...], ...] = DEFAULT_DECK
    """The banners of the narrator cards in order, without "The End". The rules do not need the texts."""
    tale: str = ""
    """The name of the narrator deck. The rules do not use it."""
    story_cards: Mapping[CardKind, tuple[str, ...]] = field(
        default_factory=lambda: {category: tuple(f"{category} {n}" for n in range(1, 21)) for category in CardKind}
    )
    cards: CardSource = CardSource.SPOKEN


# --- the table ---------------------------------------------------------------------------------


class Phase(PhaseWithMoves):
    SHUFFLING = "shuffling", Shuffle
    MIXING = "mixing", Mix
    BEGINNING = "beginning", Begin
    LAYING = "laying", Lay
    LAYING_OUT = "laying out", LayOut
    PICKING = "picking", Pick
    OWNING = "owning", Own
    NAMING = "naming", Name
    RESOLVING = "resolving", Resolve
    TRAPPING = "trapping", Snap
    CROWNING = "crowning", DrawTokens
    TIE = "tie", NameWinner
    OVER = "over"


@dataclass(frozen=True, slots=True)
class TalePage:
    """A narrator card and the cards chosen for it, one per banner."""

    card: int
    cards: tuple[str, ...] = ()
    teller: str | None = None
    """The player who chose the cards and embellished the page; `None` for "The End"."""
    embellishment: SpokenWords | None = None


@dataclass(frozen=True, slots=True)
class State(CardTable):
    """The table. Loose cards go under their decks before the next round.

    A hand has one card of each category, followed by the cards drawn for this round until some are laid.
    """

    options: Options
    phase: Phase
    loose_tokens: tuple[str, ...] = TOKENS
    """Tokens to be mixed: all of them before the game begins."""
    decks: Mapping[CardKind, tuple[str, ...]] = field(default_factory=lambda: dict.fromkeys(CardKind, ()))
    supply: tuple[str, ...] = ()
    """The face-down tokens in the middle, top first."""
    teller: str | None = None
    laid: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """Cards put down by each player, in the order of the banners."""
    rows: Mapping[CardKind, tuple[int, ...]] = field(default_factory=dict)
    """The symbols under each banner."""
    picked: tuple[int, ...] = ()
    """The symbols that the teller chose, in the order of the banners."""
    picker: str | None = None
    """Who chose them. With own cards another player may be the teller when the page is turned."""
    embellishment: SpokenWords | None = None
    book: tuple[TalePage, ...] = ()
    """The finished pages."""
    tokens: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    tokens_face_up: bool = False
    """Whether the players' tokens are face up."""
    resolving: tuple[str, ...] = ()
    """The End: the players whose token effects are not resolved yet, clockwise; the first one is next."""
    effects: tuple[str, ...] = ()
    """The unresolved effects of the first of these players."""
    named_winner: str | None = None
    """The winner named by the owner of the Scales."""

    @property
    def banners(self) -> tuple[CardKind, ...]:
        """The categories that the open page asks for."""
        return self.options.deck[len(self.book)] if len(self.book) < ROUNDS else ()

    @property
    def scores(self) -> dict[str, int]:
        """The points of the tokens once they are face up; before that, their number."""
        if self.tokens_face_up:
            return {name: points(tokens) for name, tokens in self.tokens.items()}
        return {name: len(tokens) for name, tokens in self.tokens.items()}


def setup(seats: Sequence[Seat], options: Options) -> Step[State]:
    """Start with five decks of story cards and the tokens to be shuffled; narrator cards stay in order."""
    check_seats(seats, MODES[options.mode], mode=options.mode.value)
    check_narrator_deck(options.deck)
    story_cards: tuple[str, ...] = ()
    if options.cards is CardSource.SPOKEN:
        for category in CardKind:
            check_cards(options.story_cards.get(category, ()), cards_needed(options.deck, category, len(seats)))
        story_cards = tuple(card for category in CardKind for card in options.story_cards[category])
        check_cards(story_cards, 0)  # no card belongs to two categories
    nothing: dict[str, tuple[str, ...]] = {seat.name: () for seat in seats}
    return next_round(State(tuple(seats), options, Phase.SHUFFLING, loose=story_cards, hands=nothing, tokens=nothing))


def check_narrator_deck(deck: Sequence[Sequence[CardKind]]) -> None:
    """Refuse a deck unless it has 14 cards, three to five of them double, and no category more than five times."""
    times = Counter(category for banners in deck for category in banners)
    require(
        len(deck) == ROUNDS
        and all(banners and len(banners) <= 2 and len(set(banners)) == len(banners) for banners in deck)
        and 3 <= sum(len(banners) == 2 for banners in deck) <= 5
        and max(times.values()) <= 5,
        Reason.OPTION,
        option="deck",
    )


def cards_needed(deck: Sequence[Sequence[CardKind]], category: CardKind, players: int) -> int:
    """Return how many cards a category needs so that it never runs out.

    That is one in each hand and, the last time it is asked for, one more for everyone but the teller, besides those
    already in the book.
    """
    times = sum(category in banners for banners in deck)
    return players + (players - 1 + times - 1 if times else 0)


def legal(state: State) -> frozenset[type]:
    kinds = state.phase.move_types
    return kinds if kinds <= CHANCE else kinds | {Leave}


def waiting(state: State) -> tuple[str, ...]:
    match state.phase:
        case Phase.LAYING:
            return tuple(name for name in state.names if name != state.teller and name not in state.laid)
        case Phase.PICKING:
            return (state.teller,) if state.teller else ()
        case Phase.BEGINNING | Phase.OWNING | Phase.NAMING:
            return state.names
        case Phase.RESOLVING:
            return state.resolving[:1]
        case Phase.TIE:
            return tuple(name for name in state.names if name == scales_owner(state))
        case Phase.SHUFFLING | Phase.MIXING | Phase.LAYING_OUT | Phase.TRAPPING | Phase.CROWNING | Phase.OVER:
            return ()
        case _:
            assert_never(state.phase)


def moves(state: State) -> Iterator[AnyMove]:
    """Yield the possible moves. Two cards or symbols come in the order of the banners only, as their order is free."""
    match state.phase:
        case Phase.BEGINNING:
            yield from (Begin(seat) for seat in state.names)
        case Phase.LAYING:
            for seat in waiting(state):
                yield from (Lay(seat, cards) for cards in layable_cards(state, seat))
        case Phase.PICKING:
            for seat in waiting(state):
                for symbols in product(*state.rows.values()):
                    yield Pick(seat, symbols)
                    yield Pick(seat, symbols, SpokenWords(text="a name for it"))
        case Phase.OWNING:
            yield from (Own(seat, symbol) for seat in state.laid for symbol in symbols_without_owner(state))
        case Phase.NAMING:
            yield from (Name(symbol, f"a card of ours, number {symbol}") for symbol in symbols_without_name(state))
        case Phase.RESOLVING:
            yield from (Resolve(seat, token) for seat in waiting(state) for token in state.effects)
        case Phase.TIE:
            yield from (NameWinner(seat, name) for seat in waiting(state) for name in winners(state.scores))


def chance(state: State, luck: Luck) -> AnyMove | None:
    match state.phase:
        case Phase.SHUFFLING:
            return Shuffle(luck.shuffled(state.loose))
        case Phase.MIXING:
            return Mix(luck.shuffled(state.loose_tokens))
        case Phase.LAYING_OUT:
            return LayOut(tuple(card for row in laid_rows(state) for card in luck.shuffled(row)))
        case Phase.TRAPPING:
            return Snap(luck.pick(trappable(state)))
        case Phase.CROWNING:
            return DrawTokens(luck.shuffled(state.supply)[:CROWN_TOKENS])
        case _:
            return None


def apply(state: State, move: AnyMove) -> Step[State]:
    if isinstance(move, Join):  # a newcomer can only join another player
        raise IllegalMove(Reason.NO_JOINING)
    state.check_move(move, legal(state))
    match move:
        case Shuffle(cards):
            check_shuffle(cards, state.loose)
            return next_round(replace(state, decks=return_to_decks(state, cards), loose=()))
        case Mix(tokens):
            check_shuffle(tokens, state.loose_tokens)
            return next_round(replace(state, supply=tokens, loose_tokens=()))
        case Begin(seat):
            return next_round(replace(state, teller=seat))
        case Lay(seat, cards):
            return lay(state, seat, cards)
        case LayOut(cards):
            check_layout(state, cards)
            return lay_out_rows(state, cards)
        case Pick(seat, symbols, embellishment):
            return pick(state, seat, symbols, embellishment)
        case Own(seat, symbol):
            return claim_card(state, seat, symbol)
        case Name(symbol, words):
            return name_card(state, symbol, words)
        case Resolve(seat, token):
            require(seat == state.resolving[0], Reason.NOT_YOUR_TURN, turn=state.resolving[0])
            require(token in state.effects, Reason.NOT_HELD, tokens=state.effects)
            return take_effect(state, token)
        case Snap(token):
            require(token in trappable(state), Reason.IMPOSSIBLE_DRAW)
            return snap(state, token)
        case DrawTokens(tokens):
            require(len(tokens) == len(set(tokens) & set(state.supply)) == CROWN_TOKENS, Reason.IMPOSSIBLE_DRAW)
            return crown(state, tokens)
        case NameWinner(seat, winner):
            return name_winner(state, seat, winner)
        case Leave(seat):
            return state.leave(seat, leave_seat)
        case _:
            assert_never(move)


# --- decks and hands ---------------------------------------------------------------------------


def category_of(state: State, card: str) -> CardKind:
    return next(category for category, cards in state.options.story_cards.items() if card in cards)


def return_to_decks(state: State, cards: Sequence[str]) -> Mapping[CardKind, tuple[str, ...]]:
    """Return the decks with each card under the deck of its category."""
    return {
        category: (*deck, *(card for card in cards if category_of(state, card) == category))
        for category, deck in state.decks.items()
    }


def draw(state: State, names: Sequence[str], categories: Sequence[CardKind]) -> tuple[State, list[Event]]:
    """Let each of these players draw a card of each category. Own cards are drawn by the family."""
    if state.own_cards:
        return state, []
    decks, hands = dict(state.decks), dict(state.hands)
    dealt: list[Event] = []
    for player in names:
        drawn = tuple(decks[category][0] for category in categories)
        decks.update({category: decks[category][1:] for category in categories})
        hands[player] += drawn
        dealt.append(Dealt(player, drawn))
    return replace(state, decks=decks, hands=hands), dealt


# --- a round -----------------------------------------------------------------------------------


def next_round(state: State) -> Step[State]:
    """Shuffle loose cards and tokens back, then read the next narrator card."""
    if state.loose:
        return Step(replace(state, phase=Phase.SHUFFLING))
    if state.loose_tokens:
        return Step(replace(state, phase=Phase.MIXING))
    if state.teller is None:
        state, dealt = draw(state, state.names, tuple(CardKind))
        return Step(replace(state, phase=Phase.BEGINNING), (*dealt, TellerAsked()))
    if len(state.book) == ROUNDS:
        return read_the_end(state)
    read = CardRead(len(state.book) + 1, state.banners, state.teller)
    state, dealt = draw(state, clockwise(state.teller, state.names)[1:], state.banners)
    return Step(replace(state, phase=Phase.LAYING), (read, *dealt))


def layable_cards(state: State, seat: str) -> Iterator[tuple[str, ...]]:
    """Return what this player may lay: one card per banner. Own cards are unknown, so their move is empty."""
    if state.own_cards:
        return iter([()])
    hand = state.hands[seat]
    return product(*([card for card in hand if category_of(state, card) == category] for category in state.banners))


def lay(state: State, seat: str, cards: tuple[str, ...]) -> Step[State]:
    require(seat != state.teller, Reason.TELLER_LAYS_NONE)
    require(seat not in state.laid, Reason.ALREADY_LAID)
    for card in cards:
        state.check_in_hand(seat, card)
    state = state.lay(seat, cards if state.own_cards else sort_by_banner(state, cards))
    return prepend_events([Laid(seat, waiting(state))], all_laid(state))


def sort_by_banner(state: State, cards: tuple[str, ...]) -> tuple[str, ...]:
    """Return the cards in the order of the banners. Refuse them unless there is one for each."""
    require(len(cards) == len(state.banners), Reason.CARD_COUNT, needed=len(state.banners))
    require(len(set(cards)) == len(cards), Reason.SAME_CARD)
    found = {category_of(state, card): card for card in cards}
    require(set(found) == set(state.banners), Reason.WRONG_CATEGORY, categories=state.banners)
    return tuple(found[category] for category in state.banners)


def all_laid(state: State) -> Step[State]:
    """Once everyone but the teller has laid cards, go on to laying them out."""
    if waiting(state):
        return Step(state)
    if state.own_cards:
        return lay_out_own_cards(state)
    return Step(replace(state, phase=Phase.LAYING_OUT))


def laid_rows(state: State) -> tuple[tuple[str, ...], ...]:
    """Return the laid cards of each banner."""
    return tuple(zip(*state.laid.values(), strict=True))


def check_layout(state: State, cards: Sequence[str]) -> None:
    """Refuse a layout that loses or invents a card, or mixes the cards of two banners."""
    check_shuffle(cards, [card for row in laid_rows(state) for card in row])
    categories = [category_of(state, card) for card in cards]
    require(categories == sorted(categories, key=state.banners.index), Reason.IMPOSSIBLE_DRAW)


def lay_out_rows(state: State, cards: Sequence[str | None]) -> Step[State]:
    """Put the cards face up on symbols one, two, three …. A second banner continues the numbers."""
    each = len(state.laid)
    rows = {
        category: tuple(range(each * place + 1, each * (place + 1) + 1)) for place, category in enumerate(state.banners)
    }
    state = state.lay_out(cards, phase=Phase.PICKING, rows=rows).state
    events = [RowShown(category, {symbol: state.face_up[symbol] for symbol in row}) for category, row in rows.items()]
    return Step(state, tuple(events))


def lay_out_own_cards(state: State) -> Step[State]:
    """Own cards: let the family shuffle and show them. The narrator knows only the symbols."""
    return lay_out_rows(state, [None] * (len(state.laid) * len(state.banners)))


def pick(state: State, seat: str, symbols: tuple[int, ...], embellishment: SpokenWords | None) -> Step[State]:
    """Record the card that the teller chooses for each banner."""
    require(seat == state.teller, Reason.NOT_YOUR_TURN, turn=state.teller)
    for symbol in symbols:
        require(symbol in state.face_up, Reason.NO_SUCH_SYMBOL, symbols=tuple(state.face_up))
    require(len(symbols) == len(state.rows), Reason.CARD_COUNT, needed=len(state.rows))
    require(len(set(symbols)) == len(symbols), Reason.SAME_SYMBOL)
    picked = tuple(symbol for row in state.rows.values() for symbol in row if symbol in symbols)
    one_each = all(symbol in row for symbol, row in zip(picked, state.rows.values(), strict=True))
    require(one_each, Reason.WRONG_CATEGORY, categories=state.banners)
    state = replace(state, picked=picked, picker=seat, embellishment=embellishment)
    event = Picked(seat, picked, embellishment)
    if state.own_cards:
        return Step(replace(state, phase=Phase.OWNING), (event, OwnersAsked(picked)))
    return prepend_events([event], turn_page(state))


def symbols_without_owner(state: State) -> tuple[int, ...]:
    """Return the chosen own cards without a known owner."""
    return tuple(symbol for symbol in state.picked if symbol not in state.owners)


def symbols_without_name(state: State) -> tuple[int, ...]:
    """Return the chosen own cards without known words."""
    return tuple(symbol for symbol in state.picked if state.face_up[symbol] is None)


def claim_card(state: State, seat: str, symbol: int) -> Step[State]:
    """Own cards: record whose card this was. A player who has left since may be named."""
    require(seat in state.laid or seat in state.names, Reason.NOT_AT_TABLE)
    require(seat in state.laid, Reason.TELLER_LAYS_NONE)
    require(symbol in state.picked, Reason.NO_SUCH_SYMBOL, symbols=state.picked)
    require(symbol not in state.owners, Reason.ALREADY_OWNED, symbol=symbol, owner=state.owners.get(symbol))
    state = replace(state, owners={**state.owners, symbol: seat})
    if symbols_without_owner(state):
        return Step(state, (Owned(seat, symbol),))
    return Step(replace(state, phase=Phase.NAMING), (Owned(seat, symbol), NamesAsked(state.picked)))


def name_card(state: State, symbol: int, words: str) -> Step[State]:
    """Own cards: record the words on a chosen card."""
    require(symbol in state.picked, Reason.NO_SUCH_SYMBOL, symbols=state.picked)
    require(symbol in symbols_without_name(state), Reason.ALREADY_SAID)
    require(words.strip(), Reason.NO_WORDS)
    state = replace(state, face_up={**state.face_up, symbol: words})
    return prepend_events([Named(symbol, words)], Step(state) if symbols_without_name(state) else turn_page(state))


def turn_page(state: State) -> Step[State]:
    """Put the chosen cards into the book. Their owners take a face-down token each.

    The other cards go under their decks, and the player to the left becomes the teller.
    """
    teller = state.teller
    assert teller is not None  # the teller picked
    chosen = tuple(card for symbol in state.picked if (card := state.face_up[symbol]) is not None)
    owners = tuple(state.owners[symbol] for symbol in state.picked)
    page = TalePage(len(state.book) + 1, chosen, state.picker, state.embellishment)
    events: list[Event] = [CardsEntered(page.card, chosen, owners)]
    for owner in owners:
        if owner in state.names:  # the owner of an own card may have left
            top, supply = state.supply[:1], state.supply[1:]
            state = replace(state, supply=supply, tokens={**state.tokens, owner: state.tokens[owner] + top})
            events.append(TokenTaken(owner, len(state.tokens[owner])))
    rest = [card for card in state.face_up.values() if card is not None and card not in chosen]
    state = replace(
        state,
        book=(*state.book, page),
        loose=(*state.loose, *rest),
        teller=next_clockwise(teller, state.names),
        laid={},
        face_up={},
        rows={},
        owners={},
        picked=(),
        picker=None,
        embellishment=None,
    )
    return prepend_events(events, next_round(state))


# --- "The End" ---------------------------------------------------------------------------------


def read_the_end(state: State) -> Step[State]:
    """Turn the tokens face up and resolve their effects clockwise from the last teller.

    A family game ends without that.
    """
    teller = state.teller
    assert teller is not None  # fourteen rounds were played
    page = TalePage(ROUNDS + 1)
    events: list[Event] = [CardRead(page.card, (), teller)]
    state = replace(state, book=(*state.book, page))
    if state.options.mode is Mode.FAMILY:
        return prepend_events(events, end(state))
    events.append(TokensTurned(state.tokens))
    return prepend_events(
        events, resolve_effects(queue_effects(replace(state, tokens_face_up=True), clockwise(teller, state.names)))
    )


def queue_effects(state: State, names: tuple[str, ...]) -> State:
    """Let these players resolve their effects, beginning with the first."""
    effects = effect_tokens(state.tokens[names[0]]) if names else ()
    return replace(state, resolving=names, effects=effects)


def effect_tokens(tokens: Sequence[str]) -> tuple[str, ...]:
    """Return the tokens with an effect. The Old Boot has none, and the Scales wait for a tie."""
    return tuple(token for token in tokens if token in (BEAR_TRAP, CROWN))


def resolve_effects(state: State) -> Step[State]:
    """Resolve the next effect. A player with two effects is asked which comes first."""
    if not state.resolving:
        return decide_winner(state)
    match state.effects:
        case ():
            return resolve_effects(queue_effects(state, state.resolving[1:]))
        case (token,):
            return take_effect(state, token)
        case _:
            asked = EffectAsked(state.resolving[0], state.effects)
            return Step(replace(state, phase=Phase.RESOLVING), (asked,))


def take_effect(state: State, token: str) -> Step[State]:
    state = replace(state, effects=remove_cards(state.effects, token))
    if token == CROWN:
        return Step(replace(state, phase=Phase.CROWNING))
    if trappable(state):
        return Step(replace(state, phase=Phase.TRAPPING))
    return prepend_events([TrapSnapped(state.resolving[0], None)], resolve_effects(state))


def trappable(state: State) -> tuple[str, ...]:
    """Return the tokens that the Bear Trap can take: its owner's other tokens."""
    return remove_cards(state.tokens[state.resolving[0]], BEAR_TRAP)


def snap(state: State, token: str) -> Step[State]:
    """Bear Trap: put one other token back into the supply. An unresolved Crown is lost that way."""
    seat = state.resolving[0]
    state = replace(
        state,
        supply=(*state.supply, token),
        tokens={**state.tokens, seat: remove_cards(state.tokens[seat], token)},
        effects=tuple(effect for effect in state.effects if effect != token),
    )
    return prepend_events([TrapSnapped(seat, token)], resolve_effects(state))


def crown(state: State, tokens: tuple[str, ...]) -> Step[State]:
    """Crown: give the owner more tokens, whose effects are resolved too."""
    seat = state.resolving[0]
    state = replace(
        state,
        supply=remove_cards(state.supply, *tokens),
        tokens={**state.tokens, seat: state.tokens[seat] + tokens},
        effects=state.effects + effect_tokens(tokens),
    )
    return prepend_events([Crowned(seat, tokens)], resolve_effects(state))


def points(tokens: Sequence[str]) -> int:
    """Return the points of these tokens."""
    return sum(TOKEN_POINTS[token] for token in tokens)


def winners_by_tokens(scores: Mapping[str, int], tokens: Mapping[str, int]) -> tuple[str, ...]:
    """Return the players with the most points and, among those, the most tokens."""
    return winners({player: tokens[player] for player in winners(scores)})


def scales_owner(state: State) -> str | None:
    return next((player for player, tokens in state.tokens.items() if SCALES in tokens), None)


def decide_winner(state: State) -> Step[State]:
    """End the game, or ask the owner of the Scales to decide a tie."""
    tied = winners(state.scores)
    if len(tied) == 1:
        return end(state)
    found = TieFound(tied, scales_owner(state))
    if found.chooser is None:
        return prepend_events([found], end(state))
    return Step(replace(state, phase=Phase.TIE), (found,))


def name_winner(state: State, seat: str, winner: str) -> Step[State]:
    """Record the winner named by the owner of the Scales, who may be one of the tied players."""
    require(seat == scales_owner(state), Reason.NOT_YOUR_TURN, turn=scales_owner(state))
    tied = winners(state.scores)
    require(winner in tied, Reason.NOT_TIED, tied=tied)
    return prepend_events([WinnerNamed(seat, winner)], end(replace(state, named_winner=winner)))


def end(state: State, *, finished: bool = True) -> Step[State]:
    """End the game. Most points win; in a family game, most tokens."""
    count = {player: len(tokens) for player, tokens in state.tokens.items()}
    won = winners_by_tokens(state.scores, count) if state.named_winner is None else (state.named_winner,)
    return state.end_game(won, state.scores, finished=finished, phase=Phase.OVER)


# --- leaving -----------------------------------------------------------------------------------


def leave_seat(state: State, seat: str) -> Step[State]:
    """Continue without this player if three remain. If the teller leaves, the player to the left takes over."""
    before, heir = state, next_clockwise(seat, state.names)
    state = clear_seat(state, seat)
    events: list[Event] = []
    if len(state.seats) < min(MODES[state.options.mode]):
        return end(state, finished=False)
    if seat == state.teller and not state.tokens_face_up:  # after the tokens are turned no teller is needed
        # the teller lays no cards and keeps one of each category
        state = replace(take_back(state, heir), teller=heir)
        events.append(TookOver(heir))
    withdrawn = tuple(symbol for symbol in before.face_up if symbol not in state.face_up)
    if withdrawn:
        events.append(Withdrawn(withdrawn))
    return prepend_events(events, continue_game(state))


def clear_seat(state: State, seat: str) -> State:
    """Put the player's cards under their decks and the tokens under the supply, face down."""
    state = take_back(state, seat)
    state = replace(
        state.without_players({seat}, "hands", "tokens"),
        loose=(*state.loose, *state.hands[seat]),
        supply=(*state.supply, *state.tokens[seat]),
    )
    if state.resolving[:1] == (seat,):
        return queue_effects(state, state.resolving[1:])
    return replace(state, resolving=tuple(player for player in state.resolving if player != seat))


def take_back(state: State, seat: str) -> State:
    """Return what this player laid or drew for the round to the decks, unless the teller has picked."""
    if state.picked:
        return state
    out = {symbol: card for symbol, card in state.face_up.items() if state.owners.get(symbol) != seat}
    return replace(
        state,
        loose=(*state.loose, *state.laid.get(seat, state.hands[seat][HAND_SIZE:])),
        hands={**state.hands, seat: state.hands[seat][:HAND_SIZE]},
        laid=without_keys(state.laid, seat),
        face_up=out,
        rows={category: tuple(symbol for symbol in row if symbol in out) for category, row in state.rows.items()},
        owners={symbol: owner for symbol, owner in state.owners.items() if owner != seat},
    )


def continue_game(state: State) -> Step[State]:
    """Go on if the player who left was the last one the game waited for."""
    match state.phase:
        case Phase.LAYING:
            return all_laid(state)
        case Phase.PICKING if state.own_cards:
            return lay_out_own_cards(state)  # the family removes those cards and lays the others out again
        case Phase.RESOLVING:
            return resolve_effects(state)
        case Phase.TIE:
            return decide_winner(state)
        case _:
            return Step(state)


# --- views -------------------------------------------------------------------------------------


def view(state: State, seat: str | None) -> State:
    """Hide what this seat may not know. Until "The End" players do not see their own tokens either."""
    return replace(
        state.view_for({seat}, secret=state.phase is Phase.PICKING),
        loose_tokens=face_down(state.loose_tokens),
        decks={category: face_down(deck) for category, deck in state.decks.items()},
        supply=face_down(state.supply),
        tokens=state.tokens
        if state.tokens_face_up
        else {name: face_down(tokens) for name, tokens in state.tokens.items()},
    )
