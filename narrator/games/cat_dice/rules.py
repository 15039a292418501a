"""Rules of the cat dice game (2-6 players): five dice, thirteen categories, as many points as you can.

In the order of the rule book: the table, the moves, a turn, the points of a roll, leaving, the end.
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
"""With own dice players say the roll: then it is legal besides other moves of players."""
DICE = 5
MAX_ROLLS = 3
FACES = range(1, 7)


class Mode(StrEnum):
    BASIC = "basic"


MODES: Mapping[str, range] = {Mode.BASIC: range(2, 7)}


@dataclass(frozen=True, slots=True)
class Options:
    mode: Mode = Mode.BASIC
    own_dice: bool = False
    """The family rolls real dice and says the result."""


# --- the table ---------------------------------------------------------------------------------


class Phase(PhaseWithMoves):
    BEGINNING = "beginning", Begin, Leave, Join
    READY = "ready", Throw, Leave, Join  # the player is to roll all dice
    ROLLING = "rolling", Roll  # the narrator rolls: chance decides
    SAYING = "saying", Roll, Leave, Join  # own dice: the family rolls and says what the dice show
    CHOOSING = "choosing", Reroll, Fill, Leave, Join
    OVER = "over"


@dataclass(frozen=True, slots=True)
class State(TableState):
    """The table. Nothing is hidden in this game."""

    options: Options
    phase: Phase
    sheets: Mapping[str, Mapping[Category, int]]
    """The points that each player has recorded."""
    turn: str | None = None
    """The player whose turn it is; `None` before the first turn."""
    dice: tuple[int, ...] = ()
    """The five dice, lowest first, which is easiest to follow by ear. Empty before the first roll."""
    kept: tuple[int, ...] = ()
    """The dice put aside while the others are rolled again."""
    rolls_left: int = MAX_ROLLS

    @property
    def scores(self) -> dict[str, int]:
        return {name: total_points(sheet) for name, sheet in self.sheets.items()}

    @property
    def dice_to_roll(self) -> int:
        return DICE - len(self.kept)


def setup(seats: Sequence[Seat], options: Options) -> Step[State]:
    """Start with an empty score sheet for each player."""
    check_seats(seats, MODES[options.mode], mode=options.mode.value)
    sheets: dict[str, Mapping[Category, int]] = {seat.name: {} for seat in seats}
    return Step(State(tuple(seats), options, Phase.BEGINNING, sheets))


def legal(state: State) -> frozenset[type]:
    """Return the allowed moves: never `Join`, and no `Reroll` after the third roll.

    Both are refused with a specific reason in the phases that list them.
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
    """Yield the possible moves. The order of dice is free, so each combination comes once, lowest first."""
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
    """Return a roll of the narrator's dice. With own dice the family says the roll."""
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
    """Begin a turn. If this player's sheet is full, so are all others, and the game is over."""
    if not free_categories(state.sheets[seat]):
        return end(state)
    phase = Phase.SAYING if state.options.own_dice else Phase.READY
    state = replace(state, phase=phase, turn=seat, dice=(), kept=(), rolls_left=MAX_ROLLS)
    return Step(state, (TurnBegan(seat, len(state.sheets[seat]) + 1),))


def roll(state: State, thrown: tuple[int, ...]) -> Step[State]:
    """Add the rolled dice to those put aside."""
    seat = state.turn
    assert seat is not None  # a roll belongs to a turn
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
    """Put dice aside for another roll, up to twice a turn. Dice put aside before may be rolled again."""
    check_turn(state, seat)
    require(state.rolls_left, Reason.NO_ROLLS_LEFT, dice=state.dice)
    require(Counter(keep) <= Counter(state.dice), Reason.NOT_SHOWN, keep=keep, dice=state.dice)
    require(len(keep) < DICE, Reason.NOTHING_TO_ROLL, dice=state.dice)
    kept = tuple(sorted(keep))
    phase = Phase.SAYING if state.options.own_dice else Phase.ROLLING
    return Step(replace(state, phase=phase, kept=kept), (Kept(seat, kept),))


def fill(state: State, seat: str, category: Category) -> Step[State]:
    """Record the roll in one category, with 0 points if it does not fit. Then the next player's turn begins."""
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


# --- points of a roll --------------------------------------------------------------------------

UPPER_SECTION: Mapping[Category, int] = dict(zip(Category, FACES, strict=False))
"""Cool Cat: the face that each of the first six categories counts."""
BONUS_THRESHOLD = 63
BONUS = 35
FOUR_IN_SEQUENCE = ({1, 2, 3, 4}, {2, 3, 4, 5}, {3, 4, 5, 6})
FIVE_IN_SEQUENCE = ({1, 2, 3, 4, 5}, {2, 3, 4, 5, 6})


def points(category: Category | str, dice: Sequence[int]) -> int:
    """Return the points of these five dice in this category; 0 if they do not fit.

    A higher kind also counts as a lower one, so five of a kind are a fat cat, too.
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
    """Return the points of the upper section, Cool Cat, without the bonus."""
    return sum(sheet.get(category, 0) for category in UPPER_SECTION)


def bonus_points(sheet: Mapping[Category, int]) -> int:
    """Return the bonus: 35 points for at least 63 in the upper section."""
    return BONUS if upper_points(sheet) >= BONUS_THRESHOLD else 0


def total_points(sheet: Mapping[Category, int]) -> int:
    """Return the points of both sections and the bonus."""
    return sum(sheet.values()) + bonus_points(sheet)


def free_categories(sheet: Mapping[Category, int]) -> tuple[Category, ...]:
    """Return the empty categories, from the top of the sheet."""
    return tuple(category for category in Category if category not in sheet)


def points_by_category(dice: Sequence[int], sheet: Mapping[Category, int]) -> dict[Category, int]:
    """Return the points of these dice in each free category, most first."""
    gains = {category: points(category, dice) for category in free_categories(sheet)}
    return dict(sorted(gains.items(), key=lambda gain: gain[1], reverse=True))


# --- leaving and the end -----------------------------------------------------------------------


def leave_seat(state: State, seat: str) -> Step[State]:
    """Continue without this player. If it was their turn, the next player's turn begins."""
    neighbour = next_clockwise(seat, state.names)
    state = state.without_players({seat}, "sheets")
    if len(state.seats) < min(MODES[state.options.mode]):
        return end(state, finished=False)
    return begin_turn(state, neighbour) if seat == state.turn else Step(state)


def end(state: State, *, finished: bool = True) -> Step[State]:
    """End the game. Most points wins; tied players share the victory."""
    cleared = replace(state, phase=Phase.OVER, turn=None, dice=(), kept=(), rolls_left=MAX_ROLLS)
    return cleared.end_game(winners(state.scores), state.scores, finished=finished)


# --- views -------------------------------------------------------------------------------------


def view(state: State, seat: str | None) -> State:
    """Return the whole state: nothing is hidden in this game."""
    return state
