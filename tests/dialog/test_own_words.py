"""Words of families: they are not stored as free text, change no other player's answer, and add no players."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from narrator.core.game import Seat
from narrator.dialog.conversation import Conversation
from narrator.dialog.lobby import Lobby
from narrator.dialog.respond import suggest
from narrator.games.hosting.plan import Plan, Privacy
from narrator.language.understanding.reading import NoReading, Reading, Suggestion, Understood
from tests.support.conversations import answer_to as hear
from tests.support.tables import NAMES, conversation

THREE = (Seat("Lily", 6), Seat("Nick", 8), Seat("Julie", 9))
CLUE = ("Lily", "one", "I have a clue")
LAID = ("one", "one", "one")


@contextmanager
def table(game: str, *said: str, mode: str = "basic", practice: bool = False, **more: object) -> Iterator[Conversation]:
    """Open a game with three players and say these things."""
    plan = Plan(game, mode, THREE, privacy=Privacy.OPEN, seed="a seed", **more)  # type: ignore[arg-type]
    with conversation(plan, practice=practice) as talk:
        talk.open()
        for words in said:
            talk.hear(words)
        yield talk


def state(talk: Conversation) -> Any:
    assert talk.game_topic is not None
    return talk.game_topic.table.state


# --- free words -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "said",
    [
        "no peeking, Nick",
        "can I have more time",
        "can I change my picture",
        "Nick, stop it",
        "wait, let me think",
        "I don't want to say it",
        "give me a minute",
        "is it my turn",
    ],
)
def test_talk_is_not_taken_as_the_clue(said: str) -> None:
    with table("dixit", *CLUE) as talk:
        before = state(talk)
        hear(talk, said)
        assert state(talk) == before
        assert not talk.done
        assert "stop for today" not in hear(talk, "repeat")


def test_picture_can_be_changed_before_the_clue() -> None:
    with table("dixit", *CLUE) as talk:
        assert "picture, Lily" in hear(talk, "can I change my picture")


def test_clue_that_addresses_a_player_counts_after_a_yes() -> None:
    with table("dixit", *CLUE) as talk:
        assert "is that your clue" in hear(talk, "no peeking, Nick")
        assert "Lily's clue: no peeking, Nick" in hear(talk, "yes, that's it")


@pytest.mark.parametrize("said", ["a long way down", "waiting for the bus", "nobody is home", "Nick's worst nightmare"])
def test_clue_in_free_words_counts_at_once(said: str) -> None:
    with table("dixit", *CLUE) as talk:
        assert f"Lily's clue: {said}" in hear(talk, said)


@pytest.mark.parametrize("said", ["no thank you, just read it", "I have nothing to add"])
def test_declined_addition_is_not_stored_in_the_tale(said: str) -> None:
    with table("storyline", "Lily", *("one",) * 4, "one", "two") as talk:
        told = hear(talk, said)
        assert said.casefold() not in told.casefold()
        assert state(talk).scores != {}
        assert "“Yes” or “no”" not in told


def test_wish_for_another_card_is_not_the_reason() -> None:
    with table("storytellers", "one", mode="youngest", story="runaway-bed") as talk:
        assert "who could be a grandpa" in hear(talk, "wait, can I take a different one").casefold()
        assert not state(talk).laid


def test_privacy_is_not_offered_for_change_during_a_game() -> None:
    with table("dixit") as talk:
        told = hear(talk, "how do we keep our secrets")
        assert told.startswith("Before the next game")
        assert "“with phones”" not in told


# --- confirmations ----------------------------------------------------------------------------------


@pytest.fixture
def confirming() -> Iterator[Conversation]:
    """Nick is asked whether the peacock was meant; Lily has voted."""
    with table("storytellers", *LAID, "two") as talk:
        assert "Did you mean the peacock" in hear(talk, "the peacock wobbles")
        yield talk


@pytest.mark.parametrize("said", ["Yes, that's right", "yes, that one", "yes I did", "that's right", "yeah exactly"])
def test_yes_in_other_words_confirms(confirming: Conversation, said: str) -> None:
    hear(confirming, said)
    assert state(confirming).votes == {"Lily": 2, "Nick": 1}


@pytest.mark.parametrize(
    "said", ["No, that's wrong", "No, not that one", "no it isn't", "I didn't say that", "the other one", "wrong"]
)
def test_no_in_other_words_takes_back_nothing_else(confirming: Conversation, said: str) -> None:
    assert "Nick" in hear(confirming, said)
    assert state(confirming).votes == {"Lily": 2}
    assert confirming.game_topic is not None
    assert confirming.game_topic.now.side_question is None


def test_yes_with_a_but_confirms_nothing(confirming: Conversation) -> None:
    hear(confirming, "yes but wait for Julie")
    assert state(confirming).votes == {"Lily": 2}


def test_other_one_of_two_is_taken() -> None:
    with table("storyline", "Lily") as talk:
        assert talk.game_topic is not None
        slot = talk.game_topic.open_slot
        assert slot is not None
        first, second = slot.choices
        talk.answer(Suggestion(first.spoken, Reading("Lay", {"card": first.value})))
        hear(talk, "no, the other one")
        assert second.value in talk.game_topic.now.filled.values()


@pytest.mark.parametrize(
    "said",
    [
        "i think the octopus is my favourite but i am not sure",
        "the octopus, but I'm not sure",
        "the octopus or something",
    ],
)
def test_doubtful_answer_is_asked_about(said: str) -> None:
    with table("storytellers") as talk:
        assert "the octopus" in hear(talk, said)
        assert not state(talk).laid
        hear(talk, "yes")
        assert state(talk).laid


# --- practice ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("said", ["no practice", "no practice please", "let's play for real"])
def test_practice_can_be_declined(said: str) -> None:
    with table("storytellers", said, practice=True) as talk:
        assert talk.game_topic is not None
        assert not talk.game_topic.setting.practice


@pytest.mark.parametrize("said", ["enough practice", "let's play for real", "stop the practice"])
def test_practice_can_be_left(said: str) -> None:
    with table("storytellers", "yes", practice=True) as talk:
        assert talk.game_topic is not None
        assert talk.game_topic.setting.practice
        assert "Now let's really play" in hear(talk, said)
        assert not talk.game_topic.setting.practice


# --- confirmations ----------------------------------------------------------------------------------


@pytest.mark.parametrize("said", ["yes", "mhm", "okay", "yes please", "yes yes"])
def test_yes_is_no_clue(said: str) -> None:
    with table("dixit", "Lily", "one") as talk:
        assert hear(talk, said) == "Go on, Lily."
        hear(talk, "a quiet storm")
        assert "a quiet storm" in str(state(talk).clue)


@pytest.mark.parametrize("said", ["mhm", "that one, aye", "yes the skunk", "the skunk"])
def test_offer_is_confirmed_in_own_words(said: str) -> None:
    with table("storytellers") as talk:
        card = state(talk).hands["Lily"][0]
        talk.doubt((card,))
        hear(talk, said.replace("skunk", card))
        assert state(talk).laid["Lily"] == (card,)


@pytest.mark.parametrize("said", ["ok more then", "I'm not sure", "oh, I don't know, dear"])
def test_neither_yes_nor_no_is_asked_again(said: str) -> None:
    with table("storytellers") as talk:
        talk.doubt((state(talk).hands["Lily"][0],))
        hear(talk, said)
        assert talk.game_topic is not None
        assert talk.game_topic.now.side_question is not None
        assert not state(talk).laid


def test_offered_phrase_is_quoted_once() -> None:
    with table("storytellers") as talk:
        assert talk.game_topic is not None
        for phrase in talk.game_topic.grammar.table("meanings")["offered"].values():
            reply = suggest(talk.game_topic, phrase, Reading("Undo"))
            assert f"mean “{phrase}”?" in talk.game_topic.words.render(reply.lines[-1][1])


# --- before the game --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("said", "option"),
    [
        ("storytellers with a fork", {"tricky": True}),
        ("cat dice with real dice", {"own_dice": True}),
        ("dixit with a song", {"songs": True}),
    ],
)
def test_thing_after_with_is_no_player(said: str, option: dict[str, object]) -> None:
    with conversation(Plan()) as talk:
        talk.open()
        hear(talk, said)
        assert isinstance(talk.topic, Lobby)
        assert not talk.topic.plan.seats
        assert dict(talk.topic.plan.game_options) == option


@pytest.mark.parametrize("said", ["we have our own dice", "can we use our own dice", "we'd like to roll real dice"])
def test_own_dice_are_wished_for_in_own_words(said: str) -> None:
    with table("cat_dice") as talk:
        assert "Shall I change that" in hear(talk, said)
        hear(talk, "yes")
        assert state(talk).options.own_dice


def test_players_after_with_are_seated() -> None:
    with conversation(Plan()) as talk:
        talk.open()
        hear(talk, "cat dice with Anna and Tom")
        assert [seat.name for seat in state(talk).seats] == ["Anna", "Tom"]


def test_points_are_kept_with_a_small_child() -> None:
    with conversation(Plan(seed="a seed")) as talk:
        talk.open()
        hear(talk, "storytellers with points")
        hear(talk, "Lily five, Nick eight and Julie")
        assert state(talk).options.mode == "basic"


def test_age_of_two_words_is_understood() -> None:
    with conversation(Plan("dixit")) as talk:
        talk.open()
        hear(talk, "Edith seventy one, Nick eight, Lily")
        assert [(seat.name, seat.age) for seat in state(talk).seats] == [("Edith", 71), ("Nick", 8), ("Lily", None)]


def test_bedtime_story_with_a_thing_starts_no_game() -> None:
    with conversation(Plan()) as talk:
        talk.open()
        meant = talk.understand("the bedtime story with the dragon please")
        assert isinstance(meant, Understood)
        assert meant.reading.intent == "Bedtime"
        assert "can't find a story" in hear(talk, "the bedtime story with the dragon please")


def test_votes_of_a_cooperative_table_are_secret_with_a_small_child() -> None:
    plan = Plan("storytellers", "cooperative", (Seat("Lily", 5), *THREE[1:]), seed="a seed")
    with conversation(plan) as talk:
        talk.open()
        assert talk.game_topic is not None
        assert talk.game_topic.setting.privacy is not Privacy.OPEN


# --- in the games -----------------------------------------------------------------------------------


def test_number_counts_in_the_second_row() -> None:
    with table("storyline", "Lily", *("one",) * 4) as talk:
        hear(talk, "one", "one")
        assert talk.game_topic is not None
        assert [talk.game_topic.now.filled[name] for name in ("symbol", "symbol2")] == [1, 3]


def test_roll_again_twice_offers_to_roll_all_dice() -> None:
    with table("cat_dice", "Lily", "roll") as talk:
        hear(talk, "roll again")
        assert "five" in hear(talk, "roll again")
        rolls = state(talk).rolls_left
        hear(talk, "yes")
        assert state(talk).rolls_left == rolls - 1


def test_five_dice_are_understood_in_one_breath() -> None:
    with table("cat_dice", "Lily", game_options={"own_dice": True}) as talk:
        meant = talk.understand("I've got two fives and a one and a two and a four")
        assert meant == Understood(Reading("SayRoll", {"dice": (1, 2, 4, 5, 5)}))


@pytest.mark.parametrize("game", ["storytellers", "cat_dice"])
def test_wish_to_play_something_else_is_asked_about(game: str) -> None:
    with table(game, "Lily", "roll") as talk:
        assert "something new" in hear(talk, "can we play something else")


def test_cards_of_a_hand_are_said_again() -> None:
    with table("dixit", "Lily") as talk:
        assert ": one." in hear(talk, "say them again")


def test_everybodys_votes_are_repeated() -> None:
    with table("storytellers", *LAID, "two") as talk:
        told = hear(talk, "who voted for what?")
        assert "Lily" in told
        assert "lizard" in told


def test_votes_are_a_secret_in_dixit() -> None:
    with table("dixit", *CLUE, "a long way down") as talk:
        told = hear(talk, "who voted for what?")
        assert "role" not in told
        assert "Lily" not in told, "she gave the clue and has no vote"


@pytest.mark.parametrize("said", ["can somebody join", "Tom wants to join"])
def test_joining_is_refused_before_it_is_asked_about(said: str) -> None:
    with table("storyline", "Lily") as talk:
        assert "Nobody can join" in hear(talk, said)
        assert talk.game_topic is not None
        assert talk.game_topic.now.side_question is None


def test_never_mind_declines_a_newcomer() -> None:
    with table("storytellers", "one", "Tom wants to join") as talk:
        hear(talk, "never mind")
        assert talk.game_topic is not None
        assert talk.game_topic.now.side_question is None
        assert not state(talk).newcomers


def test_before_that_goes_further_back_each_time() -> None:
    with table("storytellers", "one", "one") as talk:
        first, second = hear(talk, "before that"), hear(talk, "before that")
        assert "Lily: the peacock" in first
        assert "Hello" in second


def test_answer_for_all_of_us_counts_for_every_child() -> None:
    plan = Plan("storytellers", "youngest", tuple(Seat(name, 5) for name in NAMES[:3]), seed="a seed")
    with conversation(plan) as talk:
        talk.open()
        for _ in THREE:
            hear(talk, "one")
            hear(talk, "no reason")
        page = state(talk).card
        assert talk.game_topic is not None
        assert talk.game_topic.open_slot is not None
        chosen = talk.game_topic.open_slot.choices[0].spoken
        hear(talk, f"all of us: {chosen}")
        assert state(talk).card != page


@pytest.mark.parametrize(
    ("said", "intent"),
    [
        ("turn it up a bit", "Louder"),
        ("we need a little break", "Pause"),
        ("not so loud, the baby is asleep", "Softer"),
        ("deal me out", "SomeoneLeaves"),
        ("switch off please", "Quit"),
        ("Daddy's home, he wants to join", "NewPlayer"),
    ],
)
def test_request_tolerates_degree_politeness_and_a_reason(said: str, intent: str) -> None:
    with table("storytellers", "one") as talk:
        meant = talk.understand(said)
        assert isinstance(meant, Understood)
        assert meant.reading.intent == intent


def test_character_and_place_are_understood_in_one_breath() -> None:
    with table("storyline", "Lily") as talk:
        hear(talk, "the mermaid and the bathtub")
        assert state(talk).laid["Nick"] == ("jungle bathtub", "umbrella mermaid")


def test_offer_repeats_the_thing_and_not_the_words() -> None:
    with table("storytellers") as talk:
        talk.doubt(("I said octopus",))
        assert talk.game_topic is not None
        assert talk.game_topic.now.side_question is not None
        assert talk.game_topic.now.side_question.question.facts["said"] == "the octopus"


def test_third_person_names_the_voter() -> None:
    with table("storytellers", *LAID) as talk:
        hear(talk, "Lily's is the third")
        assert state(talk).votes == {"Lily": 3}


# --- several clauses --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("said", "intent"),
    [
        ("none of those, they are all too big", "NoneOfThese"),
        ("you pick one, I'm busy with the soup", "PickForMe"),
        ("what are my cards, I was in the kitchen", "MyCards"),
        ("all of them again please, but not so fast", "RepeatSlower"),
        ("a bit louder, Grandpa forgot his hearing aid", "Louder"),
    ],
)
def test_request_counts_beside_a_reason(said: str, intent: str) -> None:
    with table("storytellers") as talk:
        meant = talk.understand(said)
        assert isinstance(meant, Understood)
        assert meant.reading.intent == intent


@pytest.mark.parametrize(
    ("said", "offered"),
    [
        ("the octopus, he has so many arms", "the octopus"),
        ("octopuses are the cleverest, so him", "the octopus"),
        ("I'll be brave and take the genie", "the genie"),
        ("the magic spirit", "the genie"),
    ],
)
def test_answer_among_other_clauses_is_asked_about(said: str, offered: str) -> None:
    with table("storytellers") as talk:
        meant = talk.understand(said)
        assert isinstance(meant, Suggestion)
        assert meant.text == offered
        assert f"Did you mean {offered}" in hear(talk, said)
        assert not state(talk).laid


@pytest.mark.parametrize(
    "said", ["Nick, whose turn is it?", "Mummy, how long is it still?", "that's my poodle, leave it alone"]
)
def test_talk_to_somebody_else_is_no_request(said: str) -> None:
    with table("storytellers") as talk:
        assert isinstance(talk.understand(said), NoReading)


def test_refusing_one_of_two_offers_the_other() -> None:
    with table("storyline", "Lily") as talk:
        assert talk.game_topic is not None
        refused, other = (thing.name for thing in talk.game_topic.things)
        assert other in hear(talk, f"not {refused}, I'm scared of it")
        assert not state(talk).laid


def test_picture_and_clue_are_understood_in_one_breath() -> None:
    with table("dixit", "Lily") as talk:
        hear(talk, "the goldfish, and my clue is wet feet")
        hear(talk, "yes")
        assert state(talk).clue.text == "wet feet"
        assert state(talk).laid["Lily"] == ("the goldfish",)


@pytest.mark.parametrize("said", ["I'm keeping the sixes", "the two sixes stay and I roll the others"])
def test_dice_are_kept_in_other_words(said: str) -> None:
    with table("cat_dice", "Lily", "roll") as talk:
        assert talk.understand(said) == Understood(Reading("KeepDice", {"dice": (6, 6)}))
