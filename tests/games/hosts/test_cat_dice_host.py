"""The cat dice game in conversation."""

from collections.abc import Iterator
from typing import Any

import pytest

from narrator.core.game import Seat
from narrator.dialog.conversation import Conversation
from narrator.games.cat_dice.moves import Category
from narrator.games.cat_dice.rules import Phase, State
from narrator.games.hosting.plan import Plan
from tests.support.conversations import answer_to
from tests.support.tables import conversation


def state_of(talk: Conversation) -> State:
    assert talk.game_topic is not None
    state: State = talk.game_topic.table.state
    return state


def plan(**more: Any) -> Plan:
    return Plan("cat_dice", "basic", (Seat("Lily", 6), Seat("Nick", 8)), seed="cats", **more)


@pytest.fixture
def talk() -> Iterator[Conversation]:
    """Start a game where Lily is to roll."""
    with conversation(plan()) as open_table:
        open_table.open()
        answer_to(open_table, "Lily")
        yield open_table


@pytest.fixture
def rolled(talk: Conversation) -> Conversation:
    """Let Lily roll once."""
    answer_to(talk, "roll")
    return talk


@pytest.fixture
def own_dice() -> Iterator[Conversation]:
    """Start a game with own dice where Lily rolled a one, a three, two fives and a six."""
    with conversation(plan(game_options={"own_dice": True})) as table:
        table.open()
        answer_to(table, "Lily", "two fives a three a one and a six", "yes")
        yield table


@pytest.fixture
def last_roll(own_dice: Conversation) -> Conversation:
    """Use up all three rolls: a one, a three, two fives and a six."""
    answer_to(own_dice, *["roll all again", "two fives a three a one and a six", "yes"] * 2)
    assert state_of(own_dice).rolls_left == 0
    return own_dice


# --- who begins --------------------------------------------------------------------------------


@pytest.mark.parametrize("words", ["Nick petted his cat today", "Nick has hugged a kitten", "Nick cuddled her cat"])
def test_petting_any_cat_names_the_first_player(words: str) -> None:
    with conversation(plan()) as talk:
        talk.open()
        answer_to(talk, words)
        assert state_of(talk).turn == "Nick"


# --- rolling and keeping -----------------------------------------------------------------------


@pytest.mark.parametrize("words", ["yes", "yeah", "sure"])
def test_yes_is_an_answer_to_roll(talk: Conversation, words: str) -> None:
    answer_to(talk, words)
    assert state_of(talk).phase is Phase.CHOOSING


def test_yes_to_another_question_rolls_nothing(talk: Conversation) -> None:
    answer_to(talk, "somebody leaves", "Nick", "no")
    assert "wants to leave" in answer_to(talk, "Nick leaves")
    assert "Goodbye, Nick!" in answer_to(talk, "yes")


@pytest.mark.parametrize(
    "words", ["save the fives", "I want to save the fives", "leave the fives", "put the fives aside"]
)
def test_phrases_that_keep_dice(own_dice: Conversation, words: str) -> None:
    answer_to(own_dice, words)
    assert state_of(own_dice).kept == (5, 5)


@pytest.mark.parametrize(
    "words", ["what did I get", "what do we have", "how many rolls do I have left", "how many rolls are left"]
)
def test_dice_and_rolls_left_are_told_on_request(rolled: Conversation, words: str) -> None:
    answer = answer_to(rolled, words)
    assert answer.startswith("Lily has ")
    assert "There are two rolls left." in answer


@pytest.mark.parametrize(
    "words", ["I'm done", "I'm finished", "that's it", "stop rolling", "I don't want to roll any more", "no more rolls"]
)
def test_stopping_early_asks_for_the_line(rolled: Conversation, words: str) -> None:
    assert "line" in answer_to(rolled, words)
    answer_to(rolled, "nine lives")
    assert Category.NINE_LIVES in state_of(rolled).sheets["Lily"]


# --- filling -----------------------------------------------------------------------------------


@pytest.mark.parametrize("words", ["nothing fits", "cross it out", "cross one out", "take a zero"])
def test_crossing_out_asks_for_the_line(last_roll: Conversation, words: str) -> None:
    assert "line" in answer_to(last_roll, words)
    assert state_of(last_roll).sheets["Lily"] == {}


@pytest.mark.parametrize(
    "words",
    [
        *("roll", "roll again", "roll the ones again", "roll all five again", "keep the fives", "I keep these"),
        *("keep the fives and roll the rest", "fives stay", "the ones again", "Lily keeps the fives", "one more roll"),
    ],
)
def test_fourth_roll_is_refused_with_the_reason(last_roll: Conversation, words: str) -> None:
    assert "third roll" in answer_to(last_roll, words)


@pytest.mark.parametrize("words", ["what can I say", "help"])
def test_prompts_after_the_third_roll_do_not_mention_rolling(last_roll: Conversation, words: str) -> None:
    answer = answer_to(last_roll, words)
    assert "“put it in nine lives”" in answer
    assert "keep the" not in answer
    assert "roll the" not in answer


def test_yes_fills_the_last_free_line(own_dice: Conversation) -> None:
    answer_to(own_dice, "nine lives")
    for category in [each for each in Category if each is not Category.NINE_LIVES]:
        for _ in range(2):  # filling a line with zero is confirmed
            answer_to(own_dice, "two twos a three a four and a six", "yes", f"put it in {category.value}")
            if state_of(own_dice).dice:
                answer_to(own_dice, "yes")
    assert state_of(own_dice).turn == "Nick"
    again = ["roll all", "two twos a three a four and a six", "yes"]
    assert "nine lives" in answer_to(own_dice, "two twos a three a four and a six", "yes", *again, *again)
    answer = answer_to(own_dice, "yes")
    assert "And that's all thirteen rounds." in answer


def test_score_of_the_last_remaining_player_is_named(talk: Conversation) -> None:
    answer = answer_to(talk, "Nick leaves", "yes")
    assert "Lily has no points yet." in answer
    assert "Everybody" not in answer


def test_no_with_other_dice_corrects_a_confirmation() -> None:
    with conversation(plan(game_options={"own_dice": True})) as table:
        table.open()
        answer_to(table, "Lily", "two three four six six")
        assert "a two, a three, a four, a five, and a six" in answer_to(table, "no, two three four five six")


@pytest.mark.parametrize(
    ("lone", "called"), [("roll", "roll some dice"), ("keep", "keep some dice"), ("fill it", "fill a line")]
)
def test_answer_without_dice_is_offered_beside_another(rolled: Conversation, lone: str, called: str) -> None:
    said = " ".join(each.text for each in rolled.doubt(("keep all", lone)))
    assert called in said


# --- learning the lines ------------------------------------------------------------------------


def test_lines_of_the_sheet_are_taught_in_the_first_rounds(own_dice: Conversation) -> None:
    turn = ("two fives a three a one and a six", "yes")
    rounds = [answer_to(own_dice, "nine lives", *turn, "nine lives")]
    rounds += [answer_to(own_dice, *turn, line, *turn, line) for line in ("fill fives", "fill sixes", "fill aces")]
    assert "nine lives count all five dice" in rounds[0]
    assert "a fat cat, for twenty-five" in rounds[1]
    assert "a small hairball, for thirty" in rounds[2]
    assert rounds[3].startswith("Nick gets one for aces. That makes thirty-seven. Round five.")
    assert "for thirty" not in rounds[3]


def test_first_turn_says_what_to_say_and_later_turns_do_not(rolled: Conversation) -> None:
    assert "for example, and the others roll again" in answer_to(rolled, "repeat")
    answer_to(rolled, "put it in nine lives", "roll", "put it in nine lives")
    assert "for example" not in answer_to(rolled, "roll")


def test_free_lines_are_listed_by_name(own_dice: Conversation) -> None:
    named = "three of a kind, four of a kind, fat cat, small hairball, large furball, marvelous mouser, and nine lives."
    assert answer_to(own_dice, "which lines are there").endswith(f"Lily can still fill aces to sixes, {named}")
    turn = ("two fives a three a one and a six", "yes")
    answer_to(own_dice, "fill fives", *turn, "nine lives", *turn)
    assert "Lily can still fill aces, twos, threes, fours, sixes," in answer_to(own_dice, "what is free")


def test_bonus_is_mentioned_once_it_is_near(own_dice: Conversation) -> None:
    turn = ("two fives a three a one and a six", "yes")
    far = answer_to(own_dice, "roll all again", "four sixes and a one", "yes", "fill sixes")
    assert "bonus" not in far
    near = answer_to(own_dice, *turn, "nine lives", "four fives and a one", "yes", "fill fives")
    assert "with nineteen more from aces to sixes, Lily gets a bonus of thirty-five!" in near
    assert "bonus" not in answer_to(
        own_dice, *turn, "fill fives", "a one two threes and two sixes", "yes", "fill threes"
    )
