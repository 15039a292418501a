"""Descriptions of dice, and the parser for phrases about dice."""

from itertools import combinations_with_replacement

import pytest
from hypothesis import given
from hypothesis import strategies as st

from narrator.core.paths import data_folder
from narrator.games.cat_dice.dice import DICE, describe_dice, parse_kept, parse_rerolled, parse_rolled, remove_dice
from narrator.language.language import get_language
from narrator.language.understanding.grammar import load_grammar

LANGUAGES = sorted(path.name for path in data_folder("grammars").iterdir() if path.is_dir())
ROLL = (1, 3, 5, 5, 6)
HANDFULS = [handful for count in range(DICE + 1) for handful in combinations_with_replacement(range(1, 7), count)]
ROLLS = [handful for handful in HANDFULS if len(handful) == DICE]
some_dice = st.lists(st.integers(1, 6), min_size=DICE, max_size=DICE).map(lambda dice: tuple(sorted(dice)))


# --- saying ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("dice", "words"),
    [
        ((1, 3, 5, 5, 6), ["a one", "a three", "two fives", "a six"]),
        ((6, 6, 6, 6, 6), ["five sixes"]),
        ((2, 2, 4, 4, 4), ["two twos", "three fours"]),
        ((), []),
    ],
)
def test_dice_are_described_in_order_with_equal_ones_together(dice: tuple[int, ...], words: list[str]) -> None:
    assert describe_dice(dice) == words


@given(some_dice)
def test_description_of_dice_is_understood(dice: tuple[int, ...]) -> None:
    words = " and ".join(describe_dice(dice))
    assert parse_rolled(words, ()) == [dice]
    assert parse_kept(words, dice) == [dice]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_understands_its_own_descriptions(language: str) -> None:
    for dice in ROLLS:
        assert parse_rolled(" ".join(describe_dice(dice, language)), (), language) == [dice]


@given(some_dice, st.randoms())
def test_a_plain_list_of_numbers_is_understood_in_any_order(dice: tuple[int, ...], luck: object) -> None:
    shuffled = list(dice)
    luck.shuffle(shuffled)  # type: ignore[attr-defined]  # hypothesis gives a random.Random
    assert parse_rolled(" ".join(get_language().number_word(die) for die in shuffled), ()) == [dice]
    assert parse_rolled("".join(str(die) for die in shuffled), ()) == [dice]


# --- keeping -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "handful"),
    [
        ("the fives", (5, 5)),
        ("fives", (5, 5)),
        ("both fives", (5, 5)),
        ("both of the fives", (5, 5)),
        ("all the fives", (5, 5)),
        ("two fives", (5, 5)),
        ("the two fives", (5, 5)),
        ("two of the fives", (5, 5)),
        ("one of the fives", (5,)),
        ("a pair of fives", (5, 5)),
        ("the pair", (5, 5)),
        ("5s", (5, 5)),
        ("the two fives and the six", (5, 5, 6)),
        ("two fives a three and a six", (3, 5, 5, 6)),
        ("five five six", (5, 5, 6)),
        ("five and six", (5, 6)),
        ("5 5 6", (5, 5, 6)),
        ("the five", (5,)),
        ("six", (6,)),
        ("the ace", (1,)),
        ("aces and sixes", (1, 6)),
        ("the fives and sixes", (5, 5, 6)),
        ("nothing", ()),
        ("none of them", ()),
        ("everything", ROLL),
        ("all five", ROLL),
        ("them all", ROLL),
        ("all of the dice", ROLL),
        ("everything but the sixes", (1, 3, 5, 5)),
        ("all but the one and the three", (5, 5, 6)),
        ("all except one of the fives", (1, 3, 5, 6)),
    ],
)
def test_phrases_select_these_dice(words: str, handful: tuple[int, ...]) -> None:
    assert parse_kept(words, ROLL) == [handful]
    assert parse_rerolled(words, ROLL) == [handful]


@pytest.mark.parametrize(
    "words",
    [
        "um the fives please",
        "just the fives",
        "the fives only",
        "the fives and roll the rest",
        "fives roll the others again",
    ],
)
def test_words_around_kept_dice_are_ignored(words: str) -> None:
    assert parse_kept(words, ROLL) == [(5, 5)]


@pytest.mark.parametrize(
    "words", ["the ones again", "only the ones once more", "ones and keep the rest", "a one again"]
)
def test_words_around_rerolled_dice_are_ignored(words: str) -> None:
    assert parse_rerolled(words, ROLL) == [(1,)]


def test_dice_to_roll_again_are_not_taken_as_kept() -> None:
    assert parse_kept("the ones again", ROLL) == []
    assert parse_rerolled("the ones and roll the rest", ROLL) == []


@pytest.mark.parametrize(
    "words",
    [
        *("", "and", "the", "keep", "the blue ones", "the other ones", "the fives and", "and the fives", "a fives"),
        *(
            "fives or sixes",
            "some fives",
            "the big six",
            "all but",
            "all but the",
            "everything but nothing",
            "not the fives",
        ),
        *("the fives I think", "five hundred", "fifty", "a pair of", "once upon a time there was a six"),
    ],
)
def test_unclear_phrases_select_nothing(words: str) -> None:
    assert parse_kept(words, ROLL) == []


def test_one_five_may_be_a_single_five_or_a_one_and_a_five() -> None:
    assert parse_kept("one five", ROLL) == [(1, 5), (5,)]


def test_a_plain_list_may_end_in_and() -> None:
    assert parse_kept("one two three and six", (1, 2, 3, 6, 6)) == [(1, 2, 3, 6)]
    assert parse_rolled("one one two three and six", ()) == [(1, 1, 2, 3, 6)]
    assert (5, 6) in parse_kept("one five and one six", (1, 1, 5, 6, 6))  # here the numbers may be counts


def test_only_readings_that_fit_the_dice_are_returned() -> None:
    assert parse_kept("one five", (2, 2, 3, 5, 6)) == [(5,)]


def test_number_before_a_plural_is_a_count() -> None:
    assert parse_kept("two fives", (2, 5, 5, 5, 6)) == [(5, 5)]
    assert parse_kept("two and fives", (2, 5, 5, 5, 6)) == [(2, 5, 5, 5)]


def test_both_means_exactly_two() -> None:
    assert parse_kept("both fives", (1, 2, 5, 5, 5)) == []


def test_all_three_means_exactly_three() -> None:
    assert parse_kept("all three fives", (1, 2, 5, 5, 5)) == [(5, 5, 5)]
    assert parse_kept("all three fives", (1, 5, 5, 5, 5)) == []


def test_the_pair_must_be_unique() -> None:
    assert parse_kept("the pair", (1, 1, 5, 5, 6)) == []
    assert parse_kept("both pairs", (1, 1, 5, 5, 6)) == [(1, 1, 5, 5)]
    assert parse_kept("the pair", (1, 1, 5, 5, 5)) == [(1, 1)]
    assert parse_kept("the three of a kind", (1, 1, 5, 5, 5)) == [(5, 5, 5)]
    assert parse_kept("the triple", (1, 2, 5, 5, 6)) == []


@pytest.mark.parametrize(
    ("words", "handful"),
    [
        ("the twos", (2,)),
        ("two sixes", (6, 6)),
        ("three fives", (5, 5, 5)),
        ("a seven", (7,)),
        ("all but the twos", (2,)),
    ],
)
def test_missing_dice_are_returned_for_the_rules_to_refuse(words: str, handful: tuple[int, ...]) -> None:
    assert parse_kept(words, ROLL) == [handful]


@given(st.text(max_size=300))
def test_parser_accepts_any_text(words: str) -> None:
    parse_kept(words, ROLL)
    parse_rerolled(words, ROLL)
    parse_rolled(words, (5, 5))


DICE_WORDS = ["one", "two", "five", "ones", "fives", "a", "the", "and", "all", "both", "pair", "of", "but"]


@given(st.lists(st.sampled_from(DICE_WORDS), max_size=40))
def test_parser_returns_few_readings_of_long_texts(words: list[str]) -> None:
    assert len(parse_kept(" ".join(words), ROLL)) < 50


# --- own dice ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "dice"),
    [
        ("two fives a three a one and a six", (1, 3, 5, 5, 6)),
        ("five five three one six", (1, 3, 5, 5, 6)),
        ("5 5 3 1 6", (1, 3, 5, 5, 6)),
        ("two fives a three one one and a six", (1, 3, 5, 5, 6)),
        ("all sixes", (6, 6, 6, 6, 6)),
        ("five sixes", (6, 6, 6, 6, 6)),
        ("a pair of ones and three twos", (1, 1, 2, 2, 2)),
    ],
)
def test_phrases_that_tell_a_roll(words: str, dice: tuple[int, ...]) -> None:
    assert parse_rolled(words, ()) == [dice]


def test_roll_after_keeping_may_name_only_the_new_dice() -> None:
    assert parse_rolled("a three and two sixes", (5, 5)) == [(3, 6, 6)]


def test_roll_after_keeping_may_name_all_five_dice() -> None:
    assert parse_rolled("two fives a three and two sixes", (5, 5)) == [(3, 6, 6)]
    assert parse_rolled("one five three two six", (1, 5)) == [(2, 3, 6)]


def test_roll_without_the_kept_dice_is_left_to_the_rules() -> None:
    assert parse_rolled("one one three six six", (5, 5)) == [(1, 1, 3, 6, 6)]


def test_roll_with_wrong_number_of_dice_is_left_to_the_rules() -> None:
    assert parse_rolled("two fives", ()) == [(5, 5)]
    assert parse_rolled("six six", (1, 2, 3, 4)) == [(6, 6)]


@pytest.mark.parametrize(
    "words", ["", "sixes", "fives and sixes", "the pair", "nothing", "everything", "a three and something"]
)
def test_incomplete_roll_is_not_understood(words: str) -> None:
    assert parse_rolled(words, ()) == []


@given(some_dice, st.integers(0, 4))
def test_naming_all_five_or_only_new_dice_gives_the_same_roll(dice: tuple[int, ...], count: int) -> None:
    aside, new = dice[:count], dice[count:]
    assert new in parse_rolled(" and ".join(describe_dice(new)), aside)
    assert parse_rolled(" and ".join(describe_dice(dice)), aside) == [new]


# --- with the grammar --------------------------------------------------------------------------


def test_every_example_phrase_is_understood() -> None:
    grammar = load_grammar("en", "cat_dice")
    keeping = {
        phrase.removeprefix("keep ") for phrase in grammar.phrases({"KeepDice"}, {}) if phrase.startswith("keep ")
    }
    saying = {
        phrase.removeprefix("i rolled ")
        for phrase in grammar.phrases({"SayRoll"}, {})
        if phrase.startswith("i rolled ")
    }
    leads = {"them", "those", "these", "it", "some", "dice", "some dice", "some of them"}
    assert {words for words in keeping - leads if not any(parse_kept(words, roll) for roll in ROLLS)} == set()
    asides = [handful for handful in HANDFULS if len(handful) < DICE]
    assert {words for words in saying - leads if not any(parse_rolled(words, aside) for aside in asides)} == set()


@given(some_dice)
def test_kept_and_rerolled_dice_are_all_dice(dice: tuple[int, ...]) -> None:
    for face in set(dice):
        (handful,) = parse_rerolled(f"the {get_language().number_word(face)}", dice)
        assert tuple(sorted(handful + remove_dice(dice, handful))) == dice
