"""Sentences in players' own words, which fit no template: understood, or confirmed with the right question."""

from collections.abc import Iterator
from contextlib import ExitStack

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from narrator.dialog.conversation import Conversation
from narrator.games.hosting.plan import Privacy
from narrator.language.understanding.understand import Ambiguous, NoReading, Suggestion, Understood
from tests.support.tables import conversation
from tests.support.utterances import ExpectedUtterance, open_plan, start_conversations, verdict

LAYING = [
    *(("first", "peacock"), ("second", "genie"), ("2nd one", "genie"), ("the last one", "sloth")),
    *(("the middle one", "poodle"), ("the first card", "peacock"), ("card two", "genie")),
    *(("I pick number five", "sloth"), ("I choose card number one", "peacock"), ("numero three", "poodle")),
    *(("put down my octopus", "octopus"), ("I'll have the genie", "genie"), ("may I have the genie", "genie")),
    *(("let's take the sloth", "sloth"), ("octopus it is", "octopus"), ("maybe the octopus", "octopus")),
    *(("the octopus, thank you", "octopus"), ("yes the poodle", "poodle"), ("can I take the poodle?", "poodle")),
    *(("a poodle", "poodle"), ("the one with the bus", "peacock"), ("octopus shaking hands", "octopus")),
    *(("gimme the trimmed one", "poodle"), ("the one with the lamp", "genie")),
    *(("the last one you read me", "sloth"), ("the first one you mentioned", "peacock")),
    ("well, if you don't mind, I think I would like to put down my sloth this time, please", "sloth"),
]
VOTING = [
    *(("three I guess", "Vote 3"), ("I'm sure it's two", "Vote 2"), ("Nick one", "Vote Nick 1")),
    *(("the lizard, definitely", "Vote 2"), ("the one with the sock", "Vote 3")),
]
QUESTIONS = [
    *(("lay", "who has the koala", "Owner"), ("lay", "read me card two again", "CardAgain")),
    *(("lay", "how many cards are left", "CardsLeft"), ("vote", "what did Nick vote", "TheirVote")),
    *(("vote", "who voted already", "WhoIsAwaited"), ("vote", "who hasn't", "WhoIsAwaited")),
    *(("give", "who is the storyteller", "Teller"), ("vote", "whose is number one", "Owner")),
    *(("vote", "who won", "Scores"), ("lay", "say again", "Repeat"), ("vote", "how do I vote", "Help")),
    *(("keep", "how many rolls are left", "Dice"), ("keep", "what is a furball", "WhatIs")),
    *(("keep", "what's best", "Options"), ("lay", "what is a porter?", "WhatIs")),
    ("give", "what was Lily's clue again, a long way what?", "Clue"),
    ("vote", "could you read those three out again, a little slower, please", "RepeatSlower"),
]
OTHERS = [
    *(("lay", "I don't want any of these", "NoneOfThese"), ("lay", "you pick for me", "PickForMe")),
    *(("lay", "pass", "NoneOfThese"), ("guess", "same as Nick", "Vote 3"), ("guess", "me too", "Vote 3")),
    *(("ready", "ok", "Ready / Yes"), ("ready", "go", "Ready"), ("ready", "yes we are", "Ready")),
    *(("ready", "we have all chosen", "Ready"), ("give", "it's the umbrella", "Give the umbrella")),
    *(("give", "the one with the socks", "Give the astronaut"), ("give", "I want another picture", "NoneOfThese")),
    *(("give", "you choose", "PickForMe"), ("ready", "not yet, Julie is still thinking", "TakeTime")),
    *(("lay", "can Uncle Bob join", "AlsoPlays"), ("lay", "Lily has to go home", "SomeoneLeaves Lily")),
    *(("keep", "roll the rest", "RollDice"), ("lay", "new game with the same people", "SamePlayers")),
    *(("lay", "can we stop", "Quit"), ("game", "Dixit with Lily and Nick", "ChooseGame dixit")),
    *(("tell", "boat", "Tell the rowboat"), ("ready", "they've all got their hands on their ears", "Ready")),
    ("keep", "hang on to the sixes and chuck the rest again", "KeepDice 6"),
    ("keep", "both the sixes stay and the others go", "KeepDice 6"),
    ("keep", "just the three again, everything else stays", "RollDice 3"),
]


@pytest.fixture(scope="module")
def tables() -> Iterator[dict[str, Conversation]]:
    with ExitStack() as stack:
        yield start_conversations(stack)


@pytest.mark.parametrize(("sentence", "card"), LAYING)
def test_card_is_laid_in_own_words(tables: dict[str, Conversation], sentence: str, card: str) -> None:
    assert verdict(ExpectedUtterance("lay", "answer", sentence, (f"Lay {card}",)), tables["lay"]) == "right"


@pytest.mark.parametrize(("sentence", "meaning"), VOTING)
def test_vote_is_cast_in_own_words(tables: dict[str, Conversation], sentence: str, meaning: str) -> None:
    assert verdict(ExpectedUtterance("vote", "answer", sentence, (meaning,)), tables["vote"]) == "right"


@pytest.mark.parametrize(("situation", "sentence", "meaning"), QUESTIONS + OTHERS)
def test_questions_and_requests_in_own_words(
    tables: dict[str, Conversation], situation: str, sentence: str, meaning: str
) -> None:
    utterance = ExpectedUtterance(situation, "question", sentence, tuple(meaning.split(" / ")))
    assert verdict(utterance, tables[situation]) == "right"


@pytest.mark.parametrize(
    ("situation", "remark"),
    [
        *(("vote", "that's what I thought too"), ("lay", "I'm tired too"), ("vote", "oh, that's a good one")),
        *(("vote", "I want one, too"), ("vote", "two of the cookies are mine"), ("lay", "me first")),
        *(("lay", "a sloth bit me at the zoo"), ("ready", "is everybody ready?"), ("lay", "where did the cat go")),
        *(("lay", "the last slice"), ("vote", "you have three already"), ("lay", "let me help you")),
        ("vote", "two for my brother"),
    ],
)
def test_remark_to_another_player_has_no_reading(tables: dict[str, Conversation], situation: str, remark: str) -> None:
    assert isinstance(tables[situation].understand(remark), NoReading)


def test_no_description_points_at_a_card_kept_for_the_booth() -> None:
    with ExitStack() as stack:
        talk = stack.enter_context(conversation(open_plan("storytellers", privacy=Privacy.BOOTH)))
        talk.open()
        for words in ("the one with the lamp", "stuck", "the last one", "guests"):
            assert "Did you mean" not in " ".join(said.text for said in talk.hear(words))


@pytest.mark.parametrize(
    ("situation", "sentence", "meaning"),
    [
        ("guess", "Nick hates buses, so two", "Vote 2"),
        ("lay", "it is not easy, the sloth", "Lay sloth"),
        ("vote", "two please, it makes me giggle", "Vote 2"),
        ("tell", "the one with the baby in bed", "Tell the cradle"),
        ("tell", "the one with the little deer in the elevator", "Tell the elevator"),
        ("lay", "he wants the genie", "Lay genie"),
        ("lay", "that dog with the nest on its head", "Lay poodle"),
        ("game", "the twins would like a bit of Odyssey", "ChooseGame odyssey"),
    ],
)
def test_answer_among_other_words_is_confirmed(
    tables: dict[str, Conversation], situation: str, sentence: str, meaning: str
) -> None:
    assert verdict(ExpectedUtterance(situation, "answer", sentence, (meaning,)), tables[situation]) == "asked"


@pytest.mark.parametrize(
    ("situation", "remark"),
    [
        ("tell", "come here, Grandma"),
        ("tell", "stop it, Grandma"),
        ("lay", "three, two, one, go"),
        ("keep", "oh no, a three again"),
        ("vote", "that's my suitcase, give it back"),
        ("vote", "would you vote for the suitcase"),
    ],
)
def test_clause_about_something_else_has_no_reading(
    tables: dict[str, Conversation], situation: str, remark: str
) -> None:
    assert isinstance(tables[situation].understand(remark), NoReading)


@pytest.mark.parametrize(
    ("sentence", "card"),
    [("the one before the octopus", "poodle"), ("I take the one right after the peacock", "genie")],
)
def test_card_is_named_by_its_neighbour(tables: dict[str, Conversation], sentence: str, card: str) -> None:
    assert verdict(ExpectedUtterance("lay", "answer", sentence, (f"Lay {card}",)), tables["lay"]) == "right"


def test_keeping_the_high_ones_is_ambiguous(tables: dict[str, Conversation]) -> None:
    assert isinstance(tables["keep"].understand("keep the high ones"), Ambiguous)


def test_sixes_to_keep_or_to_fill_are_ambiguous(tables: dict[str, Conversation]) -> None:
    assert verdict(ExpectedUtterance("keep", "answer", "no, sixes", ("KeepDice 6 6",)), tables["keep"]) == "asked"


def test_word_that_describes_two_cards_is_ambiguous(tables: dict[str, Conversation]) -> None:
    understood = tables["lay"].understand("the one with the guests")
    assert isinstance(understood, Ambiguous)
    assert {reading.slots["card"] for reading in understood.readings} == {"octopus", "sloth"}


# --- random sentences ----------------------------------------------------------------------------

CARDS = st.sampled_from(["peacock", "genie", "poodle", "octopus", "sloth"])
BEFORE = st.lists(
    st.sampled_from(
        ["um", "well", "I think", "maybe", "please", "I'd like", "may I have", "okay", "let's take", "dear"]
    ),
    max_size=3,
)
AFTER = st.lists(st.sampled_from(["please", "thank you", "I guess", "for me", "this time", "if I may"]), max_size=2)
REFUSALS = st.sampled_from(
    ["I don't want", "not", "never", "I hate", "anything but", "I won't take", "please don't take"]
)
ONCE = settings(max_examples=40, deadline=None)


@ONCE
@given(card=CARDS, before=BEFORE, after=AFTER)
def test_carrying_words_never_change_the_card(
    tables: dict[str, Conversation], card: str, before: list[str], after: list[str]
) -> None:
    sentence = " ".join([*before, "the", card, *after])
    understood = tables["lay"].understand(sentence)
    assert isinstance(understood, Understood), sentence
    assert understood.reading.slots["card"] == card


@ONCE
@given(card=CARDS, refusal=REFUSALS, after=AFTER)
def test_refused_card_is_never_laid(tables: dict[str, Conversation], card: str, refusal: str, after: list[str]) -> None:
    understood = tables["lay"].understand(" ".join([refusal, "the", card, *after]))
    assert not (isinstance(understood, Understood) and understood.reading.slots.get("card") == card)


@ONCE
@given(cards=st.lists(CARDS, min_size=2, max_size=2, unique=True), between=st.sampled_from(["or", "and", "or maybe"]))
def test_neither_of_two_cards_is_picked_silently(
    tables: dict[str, Conversation], cards: list[str], between: str
) -> None:
    understood = tables["lay"].understand(f"I take the {cards[0]} {between} the {cards[1]}")
    assert isinstance(understood, Ambiguous | Suggestion | NoReading)


@ONCE
@given(
    name=st.sampled_from(["Nick", "Julie"]),
    verb=st.sampled_from(["votes for", "says", "wants", "takes", "would like", "thinks it is"]),
    number=st.sampled_from(["one", "two", "three"]),
)
def test_vote_for_another_player_is_not_the_speakers_vote(
    tables: dict[str, Conversation], name: str, verb: str, number: str
) -> None:
    understood = tables["vote"].understand(f"{name} {verb} {number}")
    assert not isinstance(understood, Understood) or understood.reading.slots.get("player") == name
