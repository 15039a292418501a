"""The cat dice game: five dice, thirteen categories, as many points as you can (2–6 players).

Read from the top like the rule book: what is on the table, what players may do, what happens then,
what a roll is worth, and how it ends.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from itertools import combinations, combinations_with_replacement
from typing import assert_never, get_args

from narrator.core.game import (
    IllegalMove,
    Join,
    Leave,
    Luck,
    PhaseWithMoves,
    Reason,
    Seat,
    Step,
    TableState,
    check_seats,
    next_clockwise,
    prepend_events,
    require,
    winners,
)
from narrator.games.cat_dice.moves import (
    AnyMove,
    Begin,
    Category,
    Fill,
    Filled,
    Kept,
    Reroll,
    Roll,
    Rolled,
    Throw,
    TurnBegan,
)

TITLE = "Cat Dice"
MOVES: tuple[type, ...] = get_args(AnyMove)
CHANCE: frozenset[type] = frozenset({Roll})
"""With the family's own dice a roll is the players' to say: then it is legal beside other moves of theirs."""
DICE = 5
MAX_ROLLS = 3
FACES = range(1, 7)


class Mode(StrEnum):
    BASIC = "basic"


MODES: Mapping[str, range] = {Mode.BASIC: range(2, 7)}


@dataclass(frozen=True, slots=True)
class Options:
    mode: Mode = Mode.BASIC
    own_dice: bool = False  # the family rolls real dice and says what they show


# --- the table ---------------------------------------------------------------------------------


class Phase(PhaseWithMoves):
    BEGINNING = "beginning", Begin, Leave, Join
    READY = "ready", Throw, Leave, Join  # the dice lie before the player whose turn it is
    ROLLING = "rolling", Roll  # the narrator rolls: chance decides
    SAYING = "saying", Roll, Leave, Join  # own dice: the family rolls and says what the dice show
    CHOOSING = "choosing", Reroll, Fill, Leave, Join
    OVER = "over"


@dataclass(frozen=True, slots=True)
class State(TableState):
    """Everything lies open on the table."""

    options: Options
    phase: Phase
    sheets: Mapping[str, Mapping[Category, int]]  # the points that each player has recorded
    turn: str | None = None  # whose turn it is, once somebody has begun
    dice: tuple[int, ...] = ()
    """What the five dice show, lowest first, as that is easiest to follow by ear; none before the first roll."""
    kept: tuple[int, ...] = ()  # the dice to the side while the others are rolled again
    rolls_left: int = MAX_ROLLS

    @property
    def scores(self) -> dict[str, int]:
        return {name: total_points(sheet) for name, sheet in self.sheets.items()}

    @property
    def dice_to_roll(self) -> int:
        return DICE - len(self.kept)


def setup(seats: Sequence[Seat], options: Options) -> Step[State]:
    """Everyone gets a score sheet; the dice lie in the middle of the table."""
    check_seats(seats, MODES[options.mode], mode=options.mode.value)
    sheets: dict[str, Mapping[Category, int]] = {seat.name: {} for seat in seats}
    return Step(State(tuple(seats), options, Phase.BEGINNING, sheets))


def legal(state: State) -> frozenset[type]:
    """Nobody joins a game that has its sheets, and after the third roll there is no other: whoever asks for that in a
    phase that names it hears why.
    """
    kinds = state.phase.move_types - {Join}
    return kinds if state.rolls_left else kinds - {Reroll}


def waiting(state: State) -> tuple[str, ...]:
    match state.phase:
        case Phase.BEGINNING:
            return state.names
        case Phase.READY | Phase.SAYING | Phase.CHOOSING:
            return (state.turn,) if state.turn else ()
        case Phase.ROLLING | Phase.OVER:
            return ()
        case _:
            assert_never(state.phase)


def moves(state: State) -> Iterator[AnyMove]:
    """The order of dice never matters, so each handful comes once, lowest first."""
    match state.phase:
        case Phase.BEGINNING:
            yield from (Begin(seat) for seat in state.names)
        case Phase.READY:
            yield from (Throw(seat) for seat in waiting(state))
        case Phase.SAYING:
            yield from (Roll(dice) for dice in combinations_with_replacement(FACES, state.dice_to_roll))
        case Phase.CHOOSING:
            for seat in waiting(state):
                for count in range(DICE if state.rolls_left else 0):
                    handfuls = dict.fromkeys(combinations(state.dice, count))
                    yield from (Reroll(seat, keep) for keep in handfuls)
                yield from (Fill(seat, category) for category in free_categories(state.sheets[seat]))


def chance(state: State, luck: Luck) -> AnyMove | None:
    """The narrator's own dice; what the family's dice show is for the family to say."""
    if state.phase is not Phase.ROLLING:
        return None
    return Roll(tuple(luck.pick(FACES) for _ in range(state.dice_to_roll)))


def apply(state: State, move: AnyMove) -> Step[State]:
    state.check_move(move, state.phase.move_types)
    match move:
        case Begin(seat):
            return begin_turn(state, seat)
        case Throw(seat):
            check_turn(state, seat)
            return Step(replace(state, phase=Phase.ROLLING))
        case Roll(dice):
            return roll(state, dice)
        case Reroll(seat, keep):
            return reroll(state, seat, keep)
        case Fill(seat, category):
            return fill(state, seat, category)
        case Leave(seat):
            return state.leave(seat, leave_seat)
        case Join():
            raise IllegalMove(Reason.NO_JOINING)
        case _:
            assert_never(move)


# --- a turn ------------------------------------------------------------------------------------


def begin_turn(state: State, seat: str) -> Step[State]:
    """Take all five dice and roll them. If the next sheet is full, so are all the others: the game is over."""
    if not free_categories(state.sheets[seat]):
        return end(state)
    phase = Phase.SAYING if state.options.own_dice else Phase.READY
    state = replace(state, phase=phase, turn=seat, dice=(), kept=(), rolls_left=MAX_ROLLS)
    return Step(state, (TurnBegan(seat, len(state.sheets[seat]) + 1),))


def roll(state: State, thrown: tuple[int, ...]) -> Step[State]:
    """The dice to the side and those rolled now make five again."""
    seat = state.turn
    assert seat is not None  # nobody rolls before somebody has begun
    require(len(thrown) == state.dice_to_roll, Reason.DICE_COUNT, dice=len(thrown), needed=state.dice_to_roll)
    for die in thrown:
        require(die in FACES, Reason.NO_SUCH_DIE, die=die)
    state = replace(
        state,
        phase=Phase.CHOOSING,
        dice=tuple(sorted(state.kept + thrown)),
        kept=(),
        rolls_left=state.rolls_left - 1,
    )
    return Step(state, (Rolled(seat, state.dice, thrown, state.rolls_left),))


def reroll(state: State, seat: str, keep: tuple[int, ...]) -> Step[State]:
    """Up to two more times. The choice is among all five, so dice put to the side before may be rolled again."""
    check_turn(state, seat)
    require(state.rolls_left, Reason.NO_ROLLS_LEFT, dice=state.dice)
    require(Counter(keep) <= Counter(state.dice), Reason.NOT_SHOWN, keep=keep, dice=state.dice)
    require(len(keep) < DICE, Reason.NOTHING_TO_ROLL, dice=state.dice)
    kept = tuple(sorted(keep))
    phase = Phase.SAYING if state.options.own_dice else Phase.ROLLING
    return Step(replace(state, phase=phase, kept=kept), (Kept(seat, kept),))


def fill(state: State, seat: str, category: Category) -> Step[State]:
    """One category per turn; one that does not fit takes 0. Then it is the next player's turn, clockwise."""
    check_turn(state, seat)
    sheet = state.sheets[seat]
    require(category in free_categories(sheet), Reason.CATEGORY_TAKEN, category=category, free=free_categories(sheet))
    gained = points(category, state.dice)
    sheet = {**sheet, category: gained}
    state = replace(state, sheets={**state.sheets, seat: sheet})
    filled = Filled(seat, category, gained, total_points(sheet))
    return prepend_events([filled], begin_turn(state, next_clockwise(seat, state.names)))


def check_turn(state: State, seat: str) -> None:
    require(seat == state.turn, Reason.NOT_YOUR_TURN, turn=state.turn)


# --- what a roll is worth ----------------------------------------------------------------------

UPPER_SECTION: Mapping[Category, int] = dict(zip(Category, FACES, strict=False))
"""Cool Cat: which number each of the first six categories counts."""
BONUS_THRESHOLD = 63
BONUS = 35
FOUR_IN_SEQUENCE = ({1, 2, 3, 4}, {2, 3, 4, 5}, {3, 4, 5, 6})
FIVE_IN_SEQUENCE = ({1, 2, 3, 4, 5}, {2, 3, 4, 5, 6})


def points(category: Category | str, dice: Sequence[int]) -> int:
    """What these five dice give in this category: 0 if they do not fit it.

    A higher kind always counts for a lower one, so five of a kind are a fat cat as well.
    """
    category = Category(category)
    alike = sorted(Counter(dice).values())
    match category:
        case Category.ACES | Category.TWOS | Category.THREES | Category.FOURS | Category.FIVES | Category.SIXES:
            return sum(die for die in dice if die == UPPER_SECTION[category])
        case Category.THREE_OF_A_KIND:
            return sum(dice) if alike[-1] >= 3 else 0
        case Category.FOUR_OF_A_KIND:
            return sum(dice) if alike[-1] >= 4 else 0
        case Category.FAT_CAT:
            return 25 if alike in ([2, 3], [5]) else 0
        case Category.SMALL_HAIRBALL:
            return 30 if any(run <= set(dice) for run in FOUR_IN_SEQUENCE) else 0
        case Category.LARGE_FURBALL:
            return 40 if any(run <= set(dice) for run in FIVE_IN_SEQUENCE) else 0
        case Category.MARVELOUS_MOUSER:
            return 50 if alike == [5] else 0
        case Category.NINE_LIVES:
            return sum(dice)
        case _:
            assert_never(category)


def upper_points(sheet: Mapping[Category, int]) -> int:
    """The points in the upper section, Cool Cat, without the bonus."""
    return sum(sheet.get(category, 0) for category in UPPER_SECTION)


def bonus_points(sheet: Mapping[Category, int]) -> int:
    """At least 63 points in the upper section give 35 more."""
    return BONUS if upper_points(sheet) >= BONUS_THRESHOLD else 0


def total_points(sheet: Mapping[Category, int]) -> int:
    """Both sections and the bonus."""
    return sum(sheet.values()) + bonus_points(sheet)


def free_categories(sheet: Mapping[Category, int]) -> tuple[Category, ...]:
    """The categories in which nothing is recorded yet, from the top of the sheet."""
    return tuple(category for category in Category if category not in sheet)


def points_by_category(dice: Sequence[int], sheet: Mapping[Category, int]) -> dict[Category, int]:
    """What these dice would give in each free category, the most points first."""
    gains = {category: points(category, dice) for category in free_categories(sheet)}
    return dict(sorted(gains.items(), key=lambda gain: gain[1], reverse=True))


# --- going and the end -------------------------------------------------------------------------


def leave_seat(state: State, seat: str) -> Step[State]:
    """The sheet goes with the player; if it was their turn, the next one begins."""
    neighbour = next_clockwise(seat, state.names)
    state = state.without_players({seat}, "sheets")
    if len(state.seats) < min(MODES[state.options.mode]):
        return end(state, finished=False)
    return begin_turn(state, neighbour) if seat == state.turn else Step(state)


def end(state: State, *, finished: bool = True) -> Step[State]:
    """After 13 rounds the dice go back into the middle. Most points wins; in a tie the victory is shared."""
    cleared = replace(state, phase=Phase.OVER, turn=None, dice=(), kept=(), rolls_left=MAX_ROLLS)
    return cleared.end_game(winners(state.scores), state.scores, finished=finished)


# --- what a seat may know ----------------------------------------------------------------------


def view(state: State, seat: str | None) -> State:
    """All of it: in this game nothing is hidden."""
    return state
