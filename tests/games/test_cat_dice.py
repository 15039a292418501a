"""Rules of the cat dice game."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from narrator.core.game import GameEnded, IllegalMove, Join, Leave, Left, Outcome, Reason, Seat, Step, without_keys
from narrator.games.cat_dice import rules as cat_dice
from narrator.games.cat_dice.moves import Begin, Category, Fill, Filled, Kept, Reroll, Roll, Rolled, Throw, TurnBegan
from narrator.games.cat_dice.rules import Mode, Options, Phase, State, points, points_by_category, total_points

MIA, BEN, ZOE = "Mia", "Ben", "Zoe"
OWN_DICE = Options(own_dice=True)
UPPER = list(Category)[:6]
NOTHING_SPECIAL = (1, 2, 2, 4, 6)


class ScriptedDice:
    """A `Luck` that rolls these dice one after the other."""

    def __init__(self, *dice: int) -> None:
        self.dice = list(dice)

    def shuffled(self, items: Sequence[Any]) -> tuple[Any, ...]:
        raise AssertionError("nothing is shuffled in this game")

    def pick(self, items: Sequence[Any]) -> Any:
        assert list(items) == [1, 2, 3, 4, 5, 6]
        return self.dice.pop(0)


def start(*names: str, options: Options | None = None) -> State:
    """Start a game where the first player begins."""
    seats = [Seat(name) for name in names or (MIA, BEN)]
    state = cat_dice.setup(seats, options or Options()).state
    return play(state, Begin(seats[0].name)).state


def rolling(*names: str, options: Options | None = None) -> State:
    """Start a game where the first player has asked for a roll."""
    state = start(*names, options=options)
    return state if state.options.own_dice else play(state, Throw(state.names[0])).state


def play(state: State, *moves: Any) -> Step[State]:
    """Make these moves and return the last step. A `Throw` is added where a roll needs one."""
    step: Step[State] = Step(state)
    for move in moves:
        if isinstance(move, Roll) and step.state.phase is Phase.READY:
            step = cat_dice.apply(step.state, Throw(step.state.turn or ""))
        step = cat_dice.apply(step.state, move)
    return step


def turn(seat: str, category: Category, dice: tuple[int, ...] = NOTHING_SPECIAL) -> tuple[Roll, Fill]:
    return Roll(dice), Fill(seat, category)


def rounds(names: Iterable[str], categories: Iterable[Category]) -> list[Any]:
    """Return the moves of rounds where everyone fills the same category."""
    return [move for category in categories for name in names for move in turn(name, category)]


def refused(state: State, move: Any, reason: Reason) -> dict[str, Any]:
    """Check that the move is refused for this reason and changes nothing; return the facts of the refusal."""
    before = repr(state)
    with pytest.raises(IllegalMove) as refusal:
        cat_dice.apply(state, move)
    assert refusal.value.reason is reason
    assert repr(state) == before
    return refusal.value.facts


# --- setting up --------------------------------------------------------------------------------


@pytest.mark.parametrize("players", [0, 1, 7])
def test_only_two_to_six_may_play(players: int) -> None:
    with pytest.raises(IllegalMove) as refusal:
        cat_dice.setup([Seat(f"player {n}") for n in range(players)], Options())
    assert refusal.value.reason is Reason.PLAYER_COUNT


@pytest.mark.parametrize("players", range(2, 7))
def test_everyone_gets_an_empty_sheet(players: int) -> None:
    state = cat_dice.setup([Seat(f"player {n}") for n in range(players)], Options()).state
    assert list(state.sheets.values()) == [{}] * players
    assert state.scores == dict.fromkeys(state.names, 0)
    assert state.outcome is None


def test_there_is_one_mode() -> None:
    assert cat_dice.TITLE == "Cat Dice"
    assert dict(cat_dice.MODES) == {"basic": range(2, 7)}
    assert Options().mode is Mode.BASIC


def test_named_player_starts() -> None:
    state = cat_dice.setup([Seat(MIA), Seat(BEN), Seat(ZOE)], Options()).state
    assert cat_dice.waiting(state) == (MIA, BEN, ZOE)
    assert list(cat_dice.moves(state)) == [Begin(MIA), Begin(BEN), Begin(ZOE)]
    step = play(state, Begin(BEN))
    assert step.state.turn == BEN
    assert step.events == (TurnBegan(BEN, 1),)


def test_only_a_seated_player_can_start() -> None:
    state = cat_dice.setup([Seat(MIA), Seat(BEN)], Options()).state
    refused(state, Begin(ZOE), Reason.NOT_AT_TABLE)


def test_starting_twice_is_refused() -> None:
    refused(play(start(), Roll(NOTHING_SPECIAL)).state, Begin(BEN), Reason.NOT_NOW)


# --- rolling -----------------------------------------------------------------------------------


def test_first_roll_has_all_five_dice() -> None:
    state = start()
    assert cat_dice.waiting(state) == (MIA,)
    refused(state, Throw(BEN), Reason.NOT_YOUR_TURN)
    state = play(state, Throw(MIA)).state
    assert cat_dice.legal(state) == {Roll}
    assert cat_dice.waiting(state) == ()
    assert list(cat_dice.moves(state)) == []
    assert cat_dice.chance(state, ScriptedDice(6, 1, 6, 3, 2)) == Roll((6, 1, 6, 3, 2))


def test_roll_event_has_new_dice_and_all_five() -> None:
    step = play(start(), Roll((6, 1, 6, 3, 2)))
    assert step.events == (Rolled(MIA, (1, 2, 3, 6, 6), (6, 1, 6, 3, 2), rolls_left=2),)
    assert step.state.dice == (1, 2, 3, 6, 6)
    assert cat_dice.waiting(step.state) == (MIA,)


def test_roll_is_marked_as_revealing() -> None:
    assert Rolled.reveals
    assert not any(event.reveals for event in (TurnBegan, Kept, Filled))


def test_kept_dice_stay_and_the_others_are_rolled() -> None:
    state = play(start(), Roll((6, 1, 6, 3, 2))).state
    kept = play(state, Reroll(MIA, (6, 6)))
    assert kept.events == (Kept(MIA, (6, 6)),)
    assert cat_dice.legal(kept.state) == {Roll}
    roll = cat_dice.chance(kept.state, ScriptedDice(5, 6, 1))
    assert roll == Roll((5, 6, 1))
    step = play(kept.state, roll)
    assert step.events == (Rolled(MIA, (1, 5, 6, 6, 6), (5, 6, 1), rolls_left=1),)


def test_all_five_dice_may_be_rolled_again() -> None:
    step = play(start(), Roll((6, 1, 6, 3, 2)), Reroll(MIA, ()), Roll((2, 2, 2, 2, 2)))
    assert step.state.dice == (2, 2, 2, 2, 2)


def test_dice_kept_before_may_be_rolled_again() -> None:
    state = play(start(), Roll((6, 6, 1, 2, 3)), Reroll(MIA, (6, 6)), Roll((1, 1, 1))).state
    assert state.dice == (1, 1, 1, 6, 6)
    state = play(state, Reroll(MIA, (1, 1, 1)), Roll((1, 4))).state
    assert state.dice == (1, 1, 1, 1, 4)


def test_order_of_kept_dice_does_not_matter() -> None:
    state = play(start(), Roll((6, 1, 6, 3, 2))).state
    assert play(state, Reroll(MIA, (6, 1, 3))) == play(state, Reroll(MIA, (3, 6, 1)))


@pytest.mark.parametrize("keep", [(4,), (1, 1), (6, 6, 6), (1, 2, 3, 6, 6, 6)])
def test_keeping_dice_not_rolled_is_refused(keep: tuple[int, ...]) -> None:
    state = play(start(), Roll((6, 1, 6, 3, 2))).state
    facts = refused(state, Reroll(MIA, keep), Reason.NOT_SHOWN)
    assert facts["dice"] == (1, 2, 3, 6, 6)


def test_keeping_all_five_dice_is_refused() -> None:
    state = play(start(), Roll((6, 1, 6, 3, 2))).state
    refused(state, Reroll(MIA, (6, 6, 3, 2, 1)), Reason.NOTHING_TO_ROLL)


def test_fourth_roll_is_refused() -> None:
    state = play(start(), Roll((1, 2, 3, 4, 6)), Reroll(MIA, (1, 2, 3, 4)), Roll((6,)), Reroll(MIA, ())).state
    step = play(state, Roll((1, 1, 2, 2, 3)))
    assert step.events == (Rolled(MIA, (1, 1, 2, 2, 3), (1, 1, 2, 2, 3), rolls_left=0),)
    assert cat_dice.legal(step.state) == {Fill, Leave}
    assert {type(move) for move in cat_dice.moves(step.state)} == {Fill}
    refused(step.state, Reroll(MIA, (1, 1)), Reason.NO_ROLLS_LEFT)


@pytest.mark.parametrize("rolls", [1, 2])
def test_player_may_stop_after_any_roll(rolls: int) -> None:
    state = play(start(), Roll((1, 1, 1, 2, 2))).state
    if rolls == 2:
        state = play(state, Reroll(MIA, (1, 1, 1)), Roll((2, 2))).state
    assert Fill in cat_dice.legal(state)
    assert play(state, Fill(MIA, Category.FAT_CAT)).state.sheets[MIA] == {Category.FAT_CAT: 25}


def test_filling_before_the_first_roll_is_refused() -> None:
    refused(start(), Fill(MIA, Category.ACES), Reason.NOT_NOW)


def test_keeping_before_the_first_roll_is_refused() -> None:
    refused(start(), Reroll(MIA, ()), Reason.NOT_NOW)


def test_rolling_in_the_choosing_phase_is_refused() -> None:
    refused(play(start(), Roll(NOTHING_SPECIAL)).state, Roll(NOTHING_SPECIAL), Reason.NOT_NOW)


def test_reroll_by_another_player_is_refused() -> None:
    state = play(start(), Roll(NOTHING_SPECIAL)).state
    assert refused(state, Reroll(BEN, (6,)), Reason.NOT_YOUR_TURN) == {"turn": MIA}
    refused(state, Reroll(ZOE, (6,)), Reason.NOT_AT_TABLE)


def test_each_choice_is_offered_once() -> None:
    state = play(start(), Roll((5, 5, 5, 5, 1))).state
    offered = list(cat_dice.moves(state))
    keeps = [move.keep for move in offered if isinstance(move, Reroll)]
    assert keeps == [(), (1,), (5,), (1, 5), (5, 5), (1, 5, 5), (5, 5, 5), (1, 5, 5, 5), (5, 5, 5, 5)]
    assert [move.category for move in offered if isinstance(move, Fill)] == list(Category)


# --- the family's own dice ---------------------------------------------------------------------


def test_own_dice_roll_is_said_by_the_family() -> None:
    state = start(options=OWN_DICE)
    assert state.phase is Phase.SAYING
    assert cat_dice.chance(state, ScriptedDice()) is None
    assert cat_dice.waiting(state) == (MIA,)
    assert cat_dice.legal(state) == {Roll, Leave}
    step = play(state, Roll((5, 5, 3, 1, 6)))
    assert step.events == (Rolled(MIA, (1, 3, 5, 5, 6), (5, 5, 3, 1, 6), rolls_left=2),)


def test_own_dice_offer_every_combination_once() -> None:
    state = start(options=OWN_DICE)
    assert len(list(cat_dice.moves(state))) == 252
    state = play(state, Roll((5, 5, 5, 5, 6)), Reroll(MIA, (5, 5, 5, 5))).state
    assert list(cat_dice.moves(state)) == [Roll((die,)) for die in range(1, 7)]


@pytest.mark.parametrize("options", [Options(), OWN_DICE])
@pytest.mark.parametrize("dice", [(), (1, 2, 3, 4), (1, 2, 3, 4, 5, 6)])
def test_first_roll_without_five_dice_is_refused(options: Options, dice: tuple[int, ...]) -> None:
    facts = refused(rolling(options=options), Roll(dice), Reason.DICE_COUNT)
    assert facts == {"dice": len(dice), "needed": 5}


@pytest.mark.parametrize("options", [Options(), OWN_DICE])
@pytest.mark.parametrize("dice", [(1, 2), (1, 2, 3, 4), (1, 2, 3, 6, 6)])
def test_later_roll_must_match_the_number_of_free_dice(options: Options, dice: tuple[int, ...]) -> None:
    state = play(start(options=options), Roll((6, 6, 1, 2, 3)), Reroll(MIA, (6, 6))).state
    facts = refused(state, Roll(dice), Reason.DICE_COUNT)
    assert facts == {"dice": len(dice), "needed": 3}


@pytest.mark.parametrize("options", [Options(), OWN_DICE])
@pytest.mark.parametrize("die", [-1, 0, 7])
def test_die_outside_one_to_six_is_refused(options: Options, die: int) -> None:
    facts = refused(rolling(options=options), Roll((1, 2, die, 4, 5)), Reason.NO_SUCH_DIE)
    assert facts == {"die": die}


def test_own_dice_are_rolled_at_most_three_times() -> None:
    state = play(start(options=OWN_DICE), Roll((1, 2, 3, 4, 6)), Reroll(MIA, (1,)), Roll((1, 1, 2, 2))).state
    state = play(state, Reroll(MIA, (1, 1, 1)), Roll((1, 1))).state
    refused(state, Reroll(MIA, (1, 1, 1, 1)), Reason.NO_ROLLS_LEFT)
    step = play(state, Fill(MIA, Category.MARVELOUS_MOUSER))
    assert step.state.phase is Phase.SAYING
    assert cat_dice.waiting(step.state) == (BEN,)


# --- what a roll is worth ----------------------------------------------------------------------


@pytest.mark.parametrize("number", range(1, 7))
@pytest.mark.parametrize("count", range(6))
def test_upper_section_counts_its_face(number: int, count: int) -> None:
    other = number % 6 + 1
    dice = [number] * count + [other] * (5 - count)
    assert points(UPPER[number - 1], dice) == number * count


@pytest.mark.parametrize(
    ("category", "dice", "worth_it"),
    [
        (Category.ACES, (1, 1, 2, 4, 4), 2),
        (Category.SIXES, (6, 6, 6, 6, 6), 30),
        # at least three, or four, of the same value: the sum of all five
        (Category.THREE_OF_A_KIND, (3, 3, 4, 4, 5), 0),
        (Category.THREE_OF_A_KIND, (3, 3, 3, 4, 5), 18),
        (Category.THREE_OF_A_KIND, (3, 3, 3, 5, 5), 19),
        (Category.THREE_OF_A_KIND, (3, 3, 3, 3, 5), 17),
        (Category.THREE_OF_A_KIND, (3, 3, 3, 3, 3), 15),
        (Category.FOUR_OF_A_KIND, (2, 2, 2, 6, 6), 0),
        (Category.FOUR_OF_A_KIND, (2, 2, 2, 2, 6), 14),
        (Category.FOUR_OF_A_KIND, (2, 2, 2, 2, 2), 10),
        # a pair plus a triplet
        (Category.FAT_CAT, (1, 1, 6, 6, 6), 25),
        (Category.FAT_CAT, (1, 1, 1, 6, 6), 25),
        (Category.FAT_CAT, (1, 1, 2, 6, 6), 0),
        (Category.FAT_CAT, (1, 2, 6, 6, 6), 0),
        (Category.FAT_CAT, (1, 6, 6, 6, 6), 0),
        # four sequential dice
        (Category.SMALL_HAIRBALL, (1, 2, 3, 4, 6), 30),
        (Category.SMALL_HAIRBALL, (1, 2, 3, 4, 4), 30),
        (Category.SMALL_HAIRBALL, (2, 3, 4, 5, 2), 30),
        (Category.SMALL_HAIRBALL, (3, 4, 5, 6, 1), 30),
        (Category.SMALL_HAIRBALL, (1, 2, 3, 4, 5), 30),
        (Category.SMALL_HAIRBALL, (1, 2, 3, 5, 6), 0),
        (Category.SMALL_HAIRBALL, (1, 2, 4, 5, 6), 0),
        (Category.SMALL_HAIRBALL, (1, 3, 4, 5, 5), 0),
        # five sequential dice
        (Category.LARGE_FURBALL, (1, 2, 3, 4, 5), 40),
        (Category.LARGE_FURBALL, (6, 5, 4, 3, 2), 40),
        (Category.LARGE_FURBALL, (1, 2, 3, 4, 6), 0),
        (Category.LARGE_FURBALL, (1, 3, 4, 5, 6), 0),
        (Category.LARGE_FURBALL, (2, 3, 4, 5, 5), 0),
        # all five the same
        (Category.MARVELOUS_MOUSER, (1, 1, 1, 1, 1), 50),
        (Category.MARVELOUS_MOUSER, (6, 6, 6, 6, 6), 50),
        (Category.MARVELOUS_MOUSER, (6, 6, 6, 6, 5), 0),
        # any roll
        (Category.NINE_LIVES, (1, 1, 1, 1, 1), 5),
        (Category.NINE_LIVES, (1, 2, 2, 4, 6), 15),
        (Category.NINE_LIVES, (6, 6, 6, 6, 6), 30),
    ],
)
def test_points_of_each_category(category: Category, dice: tuple[int, ...], worth_it: int) -> None:
    assert points(category, dice) == worth_it


@pytest.mark.parametrize("number", range(1, 7))
def test_five_of_a_kind_counts_as_a_fat_cat(number: int) -> None:
    assert points(Category.FAT_CAT, [number] * 5) == 25


def test_there_are_no_jokers() -> None:
    fives = (5, 5, 5, 5, 5)
    sheet = {Category.MARVELOUS_MOUSER: 50, Category.FIVES: 25}
    assert points_by_category(fives, sheet)[Category.SMALL_HAIRBALL] == 0
    assert points_by_category(fives, sheet)[Category.LARGE_FURBALL] == 0
    assert points_by_category(fives, sheet)[Category.SIXES] == 0


def test_second_mouser_earns_no_bonus() -> None:
    fives = (5, 5, 5, 5, 5)
    state = play(start(), *turn(MIA, Category.MARVELOUS_MOUSER, fives), *turn(BEN, Category.ACES)).state
    state = play(state, *turn(MIA, Category.NINE_LIVES, fives)).state
    assert state.scores[MIA] == 50 + 25


def test_category_is_found_by_its_spoken_name() -> None:
    assert points("nine lives", (1, 2, 2, 4, 6)) == 15
    assert points("fat cat", (1, 1, 6, 6, 6)) == 25
    assert [category.value for category in Category] == [
        "aces",
        "twos",
        "threes",
        "fours",
        "fives",
        "sixes",
        "three of a kind",
        "four of a kind",
        "fat cat",
        "small hairball",
        "large furball",
        "marvelous mouser",
        "nine lives",
    ]


def test_rule_book_example_of_fives() -> None:
    taken = {Category.NINE_LIVES: 22, Category.THREE_OF_A_KIND: 18, Category.FOUR_OF_A_KIND: 0}
    state = start("Lilli", BEN)
    state = replace(state, sheets={**state.sheets, "Lilli": taken})
    state = play(state, Roll((5, 5, 1, 2, 3)), Reroll("Lilli", (5, 5)), Roll((5, 1, 2))).state
    state = play(state, Reroll("Lilli", (5, 5, 5, 1)), Roll((5,))).state
    assert state.dice == (1, 5, 5, 5, 5)
    gains = points_by_category(state.dice, taken)
    assert [(category, gain) for category, gain in gains.items() if gain] == [
        (Category.FIVES, 20),
        (Category.ACES, 1),
    ]
    for category in taken:
        refused(state, Fill("Lilli", category), Reason.CATEGORY_TAKEN)
    step = play(state, Fill("Lilli", Category.FIVES))
    assert step.events[0] == Filled("Lilli", Category.FIVES, 20, 60)


def test_points_by_category_lists_free_ones_best_first() -> None:
    gains = points_by_category((2, 2, 2, 3, 3), {Category.NINE_LIVES: 20, Category.THREE_OF_A_KIND: 0})
    assert list(gains.items()) == [
        (Category.FAT_CAT, 25),
        (Category.TWOS, 6),
        (Category.THREES, 6),
        (Category.ACES, 0),
        (Category.FOURS, 0),
        (Category.FIVES, 0),
        (Category.SIXES, 0),
        (Category.FOUR_OF_A_KIND, 0),
        (Category.SMALL_HAIRBALL, 0),
        (Category.LARGE_FURBALL, 0),
        (Category.MARVELOUS_MOUSER, 0),
    ]


def test_full_sheet_has_no_free_category() -> None:
    assert points_by_category(NOTHING_SPECIAL, dict.fromkeys(Category, 0)) == {}


# --- totals ------------------------------------------------------------------------------------


def upper_sheet(*gains: int) -> dict[Category, int]:
    return dict(zip(UPPER, gains, strict=True))


def test_empty_sheet_has_no_points() -> None:
    assert total_points({}) == 0


def test_63_upper_points_give_the_bonus() -> None:
    assert total_points(upper_sheet(3, 6, 9, 12, 15, 18)) == 63 + 35


def test_62_upper_points_give_no_bonus() -> None:
    assert total_points(upper_sheet(2, 6, 9, 12, 15, 18)) == 62


def test_bonus_is_given_once() -> None:
    assert total_points(upper_sheet(5, 10, 15, 20, 25, 30)) == 105 + 35


def test_bonus_does_not_need_a_full_upper_section() -> None:
    assert total_points({Category.SIXES: 30, Category.FIVES: 20, Category.FOURS: 16}) == 66 + 35


def test_lower_section_does_not_count_for_the_bonus() -> None:
    sheet = {Category.SIXES: 24, Category.LARGE_FURBALL: 40, Category.MARVELOUS_MOUSER: 50}
    assert total_points(sheet) == 114


# --- properties of all rolls ------------------------------------------------------------------

five_dice = st.lists(st.integers(1, 6), min_size=5, max_size=5)
categories = st.sampled_from(Category)


@given(categories, five_dice.flatmap(lambda dice: st.tuples(st.just(dice), st.permutations(dice))))
def test_order_of_dice_does_not_matter(category: Category, orders: tuple[list[int], list[int]]) -> None:
    dice, again = orders
    assert points(category, dice) == points(category, again)


@given(categories, five_dice)
def test_points_are_never_negative(category: Category, dice: list[int]) -> None:
    assert 0 <= points(category, dice) <= 50


@given(five_dice)
def test_nine_lives_gives_the_sum(dice: list[int]) -> None:
    assert points(Category.NINE_LIVES, dice) == sum(dice)


@given(five_dice)
def test_upper_categories_add_up_to_the_sum(dice: list[int]) -> None:
    assert sum(points(category, dice) for category in UPPER) == sum(dice)


@given(st.one_of(five_dice, st.permutations(range(1, 6)), st.permutations(range(2, 7))))
def test_large_furball_is_also_a_small_hairball(dice: list[int]) -> None:
    if points(Category.LARGE_FURBALL, dice):
        assert points(Category.SMALL_HAIRBALL, dice) == 30


@given(st.one_of(five_dice, st.integers(1, 6).map(lambda number: [number] * 5)))
def test_higher_kind_counts_as_a_lower_one(dice: list[int]) -> None:
    if points(Category.MARVELOUS_MOUSER, dice):
        assert points(Category.FOUR_OF_A_KIND, dice) == sum(dice)
        assert points(Category.FAT_CAT, dice) == 25
    if points(Category.FOUR_OF_A_KIND, dice) or points(Category.FAT_CAT, dice):
        assert points(Category.THREE_OF_A_KIND, dice) == sum(dice)


@given(five_dice, st.dictionaries(categories, st.integers(0, 50)))
def test_points_by_category_are_complete_and_descending(dice: list[int], sheet: dict[Category, int]) -> None:
    gains = points_by_category(dice, sheet)
    assert set(gains) == set(Category) - set(sheet)
    assert list(gains.values()) == sorted(gains.values(), reverse=True)
    assert all(gain == points(category, dice) for category, gain in gains.items())


# --- filling the sheet -------------------------------------------------------------------------


def test_filling_a_category_passes_the_turn_clockwise() -> None:
    state = start(MIA, BEN, ZOE)
    step = play(state, *turn(MIA, Category.NINE_LIVES))
    assert step.events == (Filled(MIA, Category.NINE_LIVES, 15, 15), TurnBegan(BEN, 1))
    step = play(step.state, *turn(BEN, Category.TWOS))
    assert step.events == (Filled(BEN, Category.TWOS, 4, 4), TurnBegan(ZOE, 1))
    step = play(step.state, *turn(ZOE, Category.FIVES))
    assert step.events == (Filled(ZOE, Category.FIVES, 0, 0), TurnBegan(MIA, 2))
    assert step.state.scores == {MIA: 15, BEN: 4, ZOE: 0}


def test_next_player_has_five_dice_and_three_rolls() -> None:
    state = play(start(), Roll((1, 1, 1, 2, 3)), Reroll(MIA, (1, 1, 1)), Roll((1, 1))).state
    state = play(state, Fill(MIA, Category.ACES)).state
    assert (state.turn, state.dice, state.kept) == (BEN, (), ())
    step = play(state, Roll(NOTHING_SPECIAL))
    assert step.events == (Rolled(BEN, NOTHING_SPECIAL, NOTHING_SPECIAL, rolls_left=2),)


def test_filling_by_another_player_is_refused() -> None:
    state = play(start(), Roll(NOTHING_SPECIAL)).state
    assert refused(state, Fill(BEN, Category.TWOS), Reason.NOT_YOUR_TURN) == {"turn": MIA}
    refused(state, Fill(ZOE, Category.TWOS), Reason.NOT_AT_TABLE)


def test_filling_a_category_twice_is_refused() -> None:
    state = play(start(), *rounds((MIA, BEN), [Category.TWOS]), Roll(NOTHING_SPECIAL)).state
    facts = refused(state, Fill(MIA, Category.TWOS), Reason.CATEGORY_TAKEN)
    assert facts["category"] is Category.TWOS
    assert Category.TWOS not in facts["free"]
    assert Fill(MIA, Category.TWOS) not in list(cat_dice.moves(state))


def test_category_filled_with_zero_is_taken() -> None:
    state = play(start(), *rounds((MIA, BEN), [Category.FIVES]), Roll((5, 5, 5, 5, 5))).state
    assert state.sheets[MIA] == {Category.FIVES: 0}
    refused(state, Fill(MIA, Category.FIVES), Reason.CATEGORY_TAKEN)


def test_another_players_category_is_still_free() -> None:
    state = play(start(), *turn(MIA, Category.TWOS), *turn(BEN, Category.TWOS)).state
    assert state.scores == {MIA: 4, BEN: 4}


def test_player_may_take_zero_although_a_category_fits() -> None:
    step = play(start(), *turn(MIA, Category.MARVELOUS_MOUSER, (1, 2, 3, 4, 5)))
    assert step.events[0] == Filled(MIA, Category.MARVELOUS_MOUSER, 0, 0)


def test_total_includes_the_bonus_once_earned() -> None:
    almost = without_keys(upper_sheet(3, 6, 9, 12, 15, 18), Category.SIXES)
    state = replace(start(), sheets={MIA: {**almost, Category.NINE_LIVES: 10}, BEN: {}})
    step = play(state, *turn(MIA, Category.SIXES, (6, 6, 6, 1, 1)))
    assert step.events[0] == Filled(MIA, Category.SIXES, 18, 63 + 35 + 10)


# --- the end -----------------------------------------------------------------------------------


def test_game_ends_after_thirteen_rounds() -> None:
    state = play(start(), *rounds((MIA, BEN), list(Category)[:12])).state
    assert state.phase is Phase.READY
    state = play(state, *turn(MIA, Category.NINE_LIVES, (1, 1, 1, 1, 1))).state
    assert state.outcome is None
    step = play(state, *turn(BEN, Category.NINE_LIVES, (6, 6, 6, 6, 6)))
    upper = 1 + 4 + 0 + 4 + 0 + 6
    result = Outcome((BEN,), {MIA: upper + 5, BEN: upper + 30})
    assert step.events == (Filled(BEN, Category.NINE_LIVES, 30, upper + 30), GameEnded(result))
    assert step.state.outcome == result


def test_tied_players_share_the_victory() -> None:
    state = play(start(MIA, BEN, ZOE), *rounds((MIA, BEN, ZOE), list(Category)[:12])).state
    state = play(state, *turn(MIA, Category.NINE_LIVES, (6, 6, 6, 6, 6))).state
    state = play(state, *turn(BEN, Category.NINE_LIVES)).state
    state = play(state, *turn(ZOE, Category.NINE_LIVES, (6, 6, 6, 6, 6))).state
    result = state.outcome
    assert result is not None
    assert result.winners == (MIA, ZOE)
    assert result.finished


def test_bonus_can_decide_the_game() -> None:
    empty = dict.fromkeys(Category, 0)
    ahead = {**empty, Category.LARGE_FURBALL: 40, Category.MARVELOUS_MOUSER: 50}
    behind = without_keys({**empty, **upper_sheet(3, 6, 9, 12, 15, 18)}, Category.NINE_LIVES)
    state = replace(start(), sheets={MIA: behind, BEN: ahead})
    state = play(state, *turn(MIA, Category.NINE_LIVES, (1, 1, 1, 1, 1))).state
    assert state.outcome == Outcome((MIA,), {MIA: 63 + 35 + 5, BEN: 90})


def test_nothing_is_legal_after_the_end() -> None:
    state = play(start(), *rounds((MIA, BEN), Category)).state
    assert cat_dice.legal(state) == frozenset()
    assert cat_dice.waiting(state) == ()
    assert list(cat_dice.moves(state)) == []
    assert cat_dice.chance(state, ScriptedDice()) is None
    for move in (Begin(MIA), Roll(NOTHING_SPECIAL), Reroll(MIA, ()), Fill(MIA, Category.ACES), Leave(MIA), Join(ZOE)):
        refused(state, move, Reason.NOT_NOW)


# --- coming and going --------------------------------------------------------------------------


def test_leavers_sheet_is_removed() -> None:
    state = play(start(MIA, BEN, ZOE), *turn(MIA, Category.TWOS), Roll(NOTHING_SPECIAL)).state
    step = play(state, Leave(MIA))
    assert step.events == (Left(MIA),)
    assert step.state.names == (BEN, ZOE)
    assert step.state.scores == {BEN: 0, ZOE: 0}
    assert (step.state.turn, step.state.dice) == (BEN, NOTHING_SPECIAL)


@pytest.mark.parametrize("options", [Options(), OWN_DICE])
def test_next_turn_begins_if_the_current_player_leaves(options: Options) -> None:
    state = play(start(MIA, BEN, ZOE, options=options), Roll(NOTHING_SPECIAL)).state
    step = play(state, Leave(MIA))
    assert step.events == (Left(MIA), TurnBegan(BEN, 1))
    assert (step.state.dice, step.state.rolls_left) == ((), 3)


def test_last_player_may_leave_during_their_turn() -> None:
    state = play(
        start(MIA, BEN, ZOE), *turn(MIA, Category.TWOS), *turn(BEN, Category.TWOS), Roll(NOTHING_SPECIAL)
    ).state
    assert play(state, Leave(ZOE)).events == (Left(ZOE), TurnBegan(MIA, 2))


def test_own_dice_player_may_leave_before_saying_the_roll() -> None:
    state = play(start(MIA, BEN, ZOE, options=OWN_DICE), Roll(NOTHING_SPECIAL), Reroll(MIA, (6,))).state
    step = play(state, Leave(MIA))
    assert step.events == (Left(MIA), TurnBegan(BEN, 1))
    assert step.state.kept == ()


def test_leaving_while_the_narrator_rolls_is_refused() -> None:
    refused(rolling(MIA, BEN, ZOE), Leave(MIA), Reason.NOT_NOW)


def test_player_may_leave_before_the_first_turn() -> None:
    state = cat_dice.setup([Seat(MIA), Seat(BEN), Seat(ZOE)], Options()).state
    step = play(state, Leave(BEN))
    assert step.events == (Left(BEN),)
    assert cat_dice.waiting(step.state) == (MIA, ZOE)


def test_absent_player_cannot_leave() -> None:
    refused(play(start(), Roll(NOTHING_SPECIAL)).state, Leave(ZOE), Reason.NOT_AT_TABLE)


def test_remaining_players_play_all_their_rounds() -> None:
    names = (MIA, BEN, ZOE)
    state = play(start(*names), *rounds(names, list(Category)[:12])).state
    state = play(state, *turn(MIA, Category.NINE_LIVES), Roll(NOTHING_SPECIAL), Leave(MIA)).state
    assert state.turn == BEN
    state = play(state, Fill(BEN, Category.NINE_LIVES), *turn(ZOE, Category.NINE_LIVES)).state
    result = state.outcome
    assert result is not None
    assert result.finished
    assert set(result.scores) == {BEN, ZOE}


def test_game_is_finished_if_the_last_player_to_fill_leaves() -> None:
    names = (MIA, BEN, ZOE)
    state = play(start(*names), *rounds(names, list(Category)[:12])).state
    state = play(state, *turn(MIA, Category.NINE_LIVES), *turn(BEN, Category.NINE_LIVES)).state
    step = play(state, Roll(NOTHING_SPECIAL), Leave(ZOE))
    assert step.events == (Left(ZOE), GameEnded(Outcome((MIA, BEN), {MIA: 30, BEN: 30})))


@pytest.mark.parametrize("leaver", [MIA, BEN])
def test_game_ends_unfinished_below_two_players(leaver: str) -> None:
    state = play(start(), *turn(MIA, Category.TWOS), *turn(BEN, Category.TWOS), Roll(NOTHING_SPECIAL)).state
    step = play(state, Leave(leaver))
    (stayed,) = {MIA, BEN} - {leaver}
    assert step.events == (Left(leaver), GameEnded(Outcome((stayed,), {stayed: 4}, finished=False)))
    assert step.state.phase is Phase.OVER


def test_joining_is_refused() -> None:
    beginning = cat_dice.setup([Seat(MIA), Seat(BEN)], Options()).state
    saying = start(options=OWN_DICE)
    choosing = play(start(), Roll(NOTHING_SPECIAL)).state
    for state in (beginning, saying, choosing):
        assert Join not in cat_dice.legal(state)
        refused(state, Join(ZOE, 8), Reason.NO_JOINING)


def test_view_hides_nothing() -> None:
    state = play(start(), Roll(NOTHING_SPECIAL)).state
    assert all(cat_dice.view(state, seat) is state for seat in (MIA, BEN, None))
