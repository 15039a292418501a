"""What players say, and what is understood."""

import pytest

from narrator.words.grammar import Reading, load_grammar
from narrator.words.plan import read_players
from narrator.words.understand import Ambiguous, NotUnderstood, Perhaps, Understood, understand

GRAMMAR = load_grammar("en", "storytellers")
LISTS = {
    "player": [(name, name) for name in ("Lily", "Nick", "Julie")],
    "card": [("hedgehog", 1), ("hedge", 2), ("teddy bear", 3)],
}
ACTIVE = {"Vote", "Repeat", "Help", "Scores", "Undo", "Pause", "Quit", "WhoseTurn"}


def meant(text: str, active: set[str] = ACTIVE) -> object:
    return understand(text, GRAMMAR, active, LISTS, {**LISTS, "card": [*LISTS["card"], ("dragon", "dragon")]})


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
def test_many_ways_to_vote_for_three(text: str) -> None:
    understood = meant(text)
    assert isinstance(understood, Understood)
    assert understood.reading.intent == "Vote"
    assert set(understood.reading.slots.values()) == {3}


def test_somebody_votes_by_name() -> None:
    assert meant("Lily votes for three") == Understood(Reading("Vote", {"player": "Lily", "symbol": 3}))


def test_a_correction_replaces_what_was_said_before() -> None:
    assert meant("no, four") == Understood(Reading("Vote", {"symbol": 4}), correcting=True)
    assert meant("three, no, two") == Understood(Reading("Vote", {"symbol": 2}), correcting=False)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "three four",
        "I think three bears live there",
        "vote",
        "my mother said three times no",
        "hello",
        "a" * 10_000,
        "三",
    ],
)
def test_side_talk_and_half_answers_are_not_understood(text: str) -> None:
    assert isinstance(meant(text), NotUnderstood)


def test_a_near_miss_is_offered_and_never_taken() -> None:
    assert meant("the hedgehock") == Perhaps("hedgehog", Reading("Vote", {"card": 1}))


def test_a_number_is_never_guessed_at() -> None:
    assert isinstance(meant("thre"), NotUnderstood)


def test_what_exists_but_is_not_on_offer_is_understood_so_that_it_can_be_refused_by_name() -> None:
    assert meant("the dragon") == Understood(Reading("Vote", {"card": "dragon"}))


def test_two_meanings_are_not_chosen_between() -> None:
    twice = {**LISTS, "card": [("owl", 1), ("owl", 2)]}
    readings = understand("the owl", GRAMMAR, {"Vote"}, twice, twice)
    assert isinstance(readings, Ambiguous)


def test_a_reason_is_free_speech() -> None:
    understood = meant("the hedgehog because he is brave", {"Lay"})
    assert understood == Understood(Reading("Lay", {"card": 1, "why": "he is brave"}))


@pytest.mark.parametrize(
    ("text", "intent"),
    [
        *(("say that again please", "Repeat"), ("what did you say", "Repeat"), ("who's winning", "Scores")),
        *(("I don't know what to do", "Help"), ("whose turn is it", "WhoseTurn"), ("take that back", "Undo")),
        *(("I want to stop", "Quit"), ("we need a break", "Pause"), ("hold on", "Pause")),
    ],
)
def test_common_ways_to_ask(text: str, intent: str) -> None:
    understood = meant(text)
    assert isinstance(understood, Understood)
    assert understood.reading.intent == intent


@pytest.mark.parametrize(
    ("text", "players"),
    [
        ("Lily 6, Nick 8", [("Lily", 6), ("Nick", 8)]),
        ("Lily and Nick and Julie", [("Lily", None), ("Nick", None), ("Julie", None)]),
        ("we are Lily six, Nick who is eight and Grandma", [("Lily", 6), ("Nick", 8), ("Grandma", None)]),
        ("lily and my grandma", [("Lily", None), ("Grandma", None)]),
        ("Anne-Marie, Jean Luc thirty-four", [("Anne-Marie", None), ("Jean Luc", 34)]),
        ("Léa, Zoë", [("Léa", None), ("Zoë", None)]),
        ("lily six nick eight years old julie", [("Lily", 6), ("Nick", 8), ("Julie", None)]),  # nobody hears a comma
        ("lily nick an julie", [("Lily nick", None), ("Julie", None)]),
        ("lily nick julie", [("Lily", None), ("Nick", None), ("Julie", None)]),
        ("i don't know", []),
        ("", []),
        ("12345", []),
        ("one thing led to another and then the whole school came by", []),
    ],
)
def test_names_and_ages(text: str, players: list[tuple[str, int | None]]) -> None:
    assert [(seat.name, seat.age) for seat in read_players(text)] == players


def test_the_phrase_list_for_a_recogniser_has_words_only() -> None:
    phrases = set(GRAMMAR.phrases({"Vote"}, LISTS))
    assert {"i vote for symbol three", "three", "the third one", "lily votes for three"} <= {
        phrase.lower() for phrase in phrases
    }
    assert not any(char.isdigit() or char in "{}[]()" for phrase in phrases for char in phrase)
