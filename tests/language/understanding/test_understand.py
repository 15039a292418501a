"""Utterances and what is understood of them."""

import pytest

from narrator.language.understanding.expectation import Expectation
from narrator.language.understanding.grammar import load_grammar
from narrator.language.understanding.offers import OfferedThing
from narrator.language.understanding.reading import Reading
from narrator.language.understanding.understand import Ambiguous, NoReading, Suggestion, Understood

GRAMMAR = load_grammar("en", "storytellers")
NAMES = {
    "player": [(name, name) for name in ("Lily", "Nick", "Julie")],
    "card": [("hedgehog", 1), ("hedge", 2), ("teddy bear", 3)],
}
THINGS = tuple(OfferedThing(value, value, name) for name, value in NAMES["card"])
ACTIVE = {"Vote", "Repeat", "Help", "Scores", "Undo", "Pause", "Quit", "WhoseTurn", "WhoIsAwaited"}


def understand(text: str, active: set[str] = ACTIVE) -> object:
    wide = {**NAMES, "card": [*NAMES["card"], ("dragon", "dragon")]}
    return Expectation(GRAMMAR, active, NAMES, wide=lambda: wide, things=lambda: THINGS).understand(text)


@pytest.mark.parametrize(
    "text",
    [
        *("I vote for symbol three", "symbol three", "three", "3", "the third one", "number three please"),
        *("um, three", "three... no, wait, three", "I vote, I vote for three", "two, no, three", "two, I mean three"),
        *(
            "I'll take the third one",
            "THREE!",
            "  three  ",
            "well, symbol three",
            "my vote is for three",
            "the teddy bear",
        ),
    ],
)
def test_vote_for_three_in_many_wordings(text: str) -> None:
    result = understand(text)
    assert isinstance(result, Understood)
    assert result.reading.intent == "Vote"
    assert set(result.reading.slots.values()) == {3}


def test_vote_may_name_the_voter() -> None:
    assert understand("Lily votes for three") == Understood(Reading("Vote", {"player": "Lily", "symbol": 3}))


def test_correction_replaces_the_previous_answer() -> None:
    assert understand("no, four") == Understood(Reading("Vote", {"symbol": 4}), is_correction=True)
    assert understand("three, no, two") == Understood(Reading("Vote", {"symbol": 2}), is_correction=False)


@pytest.mark.parametrize("text", ["I'll vote sorry one", "no one", "I was, um, sorry, one"])
def test_apparent_correction_is_only_suggested(text: str) -> None:
    assert understand(text) == Suggestion("hedgehog", Reading("Vote", {"symbol": 1}))


def test_no_comma_one_is_a_correction() -> None:
    assert understand("no, one") == Understood(Reading("Vote", {"symbol": 1}), is_correction=True)


@pytest.mark.parametrize("text", ["three or four", "I vote for three or maybe four", "the third one or the fourth one"])
def test_two_alternatives_are_ambiguous(text: str) -> None:
    result = understand(text)
    assert isinstance(result, Ambiguous)
    assert [[*reading.slots.values()] for reading in result.readings] == [[3], [4]]


def test_excluded_thing_may_be_named_too() -> None:
    teddy = Reading("Vote", {"card": 3})
    assert understand("not the hedgehog, the teddy bear") == Understood(teddy, is_correction=True)
    assert understand("the teddy bear, not the hedgehog") == Understood(teddy)
    assert isinstance(understand("not the hedgehog"), NoReading)
    assert isinstance(understand("I do not like the hedgehog the most"), NoReading)


def test_okay_means_yes_only_where_yes_is_expected() -> None:
    assert understand("Okay!", {"Yes", "No"}) == Understood(Reading("Yes"))
    assert isinstance(understand("okay"), NoReading)
    assert understand("okay, three") == Understood(Reading("Vote", {"symbol": 3}))


@pytest.mark.parametrize(
    "text",
    [
        "",
        "three four",
        "I think three bears live there",
        "vote",
        "there is no one",
        "my mother said three times no",
        "hello",
        "a" * 10_000,
        "三",
    ],
)
def test_side_talk_and_half_answers_have_no_reading(text: str) -> None:
    assert isinstance(understand(text), NoReading)


def test_near_miss_is_only_suggested() -> None:
    assert understand("the hedgehock") == Suggestion("hedgehog", Reading("Vote", {"card": 1}))


def test_number_is_never_guessed() -> None:
    assert isinstance(understand("thre"), NoReading)


def test_thing_that_is_not_on_offer_is_understood() -> None:
    assert understand("the dragon") == Understood(Reading("Vote", {"card": "dragon"}))


def test_name_of_two_things_is_ambiguous() -> None:
    twice = {**NAMES, "card": [("owl", 1), ("owl", 2)]}
    assert isinstance(Expectation(GRAMMAR, {"Vote"}, twice).understand("the owl"), Ambiguous)


def test_reason_is_free_words() -> None:
    result = understand("the hedgehog because he is brave", {"Lay"})
    assert result == Understood(Reading("Lay", {"card": 1, "why": "he is brave"}))


@pytest.mark.parametrize(
    ("text", "intent"),
    [
        *(("say that again please", "Repeat"), ("what did you say", "Repeat"), ("who's winning", "Scores")),
        *(("I don't know what to do", "Help"), ("whose turn is it", "WhoseTurn"), ("take that back", "Undo")),
        *(("I want to stop", "Quit"), ("we need a break", "Pause"), ("hold on", "Pause")),
        *(("can you repeat that", "Repeat"), ("I didn't get that", "Repeat"), ("huh?", "Repeat")),
        *(("i need some help", "Help"), ("whos winning", "Scores"), ("who hasn't voted yet", "WhoIsAwaited")),
    ],
)
def test_common_questions_and_requests(text: str, intent: str) -> None:
    result = understand(text)
    assert isinstance(result, Understood)
    assert result.reading.intent == intent
