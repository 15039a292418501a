"""What players say, and what is understood."""

import pytest

from narrator.dialog.lobby import tidy_names
from narrator.language.understanding.expectation import Expectation
from narrator.language.understanding.grammar import load_grammar
from narrator.language.understanding.offers import OfferedThing
from narrator.language.understanding.player_list import parse_newcomer, parse_players, unnamed_players
from narrator.language.understanding.reading import Reading
from narrator.language.understanding.understand import Ambiguous, NoReading, Suggestion, Understood

GRAMMAR = load_grammar("en", "storytellers")
LISTS = {
    "player": [(name, name) for name in ("Lily", "Nick", "Julie")],
    "card": [("hedgehog", 1), ("hedge", 2), ("teddy bear", 3)],
}
THINGS = tuple(OfferedThing(value, value, name) for name, value in LISTS["card"])
ACTIVE = {"Vote", "Repeat", "Help", "Scores", "Undo", "Pause", "Quit", "WhoseTurn", "WhoIsAwaited"}


def meant(text: str, active: set[str] = ACTIVE) -> object:
    wide = {**LISTS, "card": [*LISTS["card"], ("dragon", "dragon")]}
    return Expectation(GRAMMAR, active, LISTS, wide=lambda: wide, things=lambda: THINGS).understand(text)


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
    assert meant("no, four") == Understood(Reading("Vote", {"symbol": 4}), is_correction=True)
    assert meant("three, no, two") == Understood(Reading("Vote", {"symbol": 2}), is_correction=False)


@pytest.mark.parametrize("text", ["I'll vote sorry one", "no one", "I was, um, sorry, one"])
def test_what_only_sounds_like_a_correction_is_asked_and_never_taken(text: str) -> None:
    assert meant(text) == Suggestion("one", Reading("Vote", {"symbol": 1}))


def test_no_and_one_with_a_comma_between_is_a_correction() -> None:
    assert meant("no, one") == Understood(Reading("Vote", {"symbol": 1}), is_correction=True)


@pytest.mark.parametrize("text", ["three or four", "I vote for three or maybe four", "the third one or the fourth one"])
def test_two_in_one_breath_are_not_chosen_between(text: str) -> None:
    understood = meant(text)
    assert isinstance(understood, Ambiguous)
    assert [[*reading.slots.values()] for reading in understood.readings] == [[3], [4]]


def test_what_is_not_meant_may_be_named_too() -> None:
    teddy = Reading("Vote", {"card": 3})
    assert meant("not the hedgehog, the teddy bear") == Understood(teddy, is_correction=True)
    assert meant("the teddy bear, not the hedgehog") == Understood(teddy)
    assert isinstance(meant("not the hedgehog"), NoReading)
    assert isinstance(meant("I do not like the hedgehog the most"), NoReading)


def test_okay_is_a_yes_where_one_is_awaited_and_means_nothing_elsewhere() -> None:
    assert meant("Okay!", {"Yes", "No"}) == Understood(Reading("Yes"))
    assert isinstance(meant("okay"), NoReading)
    assert meant("okay, three") == Understood(Reading("Vote", {"symbol": 3}))


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
def test_side_talk_and_half_answers_are_not_understood(text: str) -> None:
    assert isinstance(meant(text), NoReading)


def test_a_near_miss_is_offered_and_never_taken() -> None:
    assert meant("the hedgehock") == Suggestion("hedgehog", Reading("Vote", {"card": 1}))


def test_a_number_is_never_guessed_at() -> None:
    assert isinstance(meant("thre"), NoReading)


def test_what_exists_but_is_not_on_offer_is_understood_so_that_it_can_be_refused_by_name() -> None:
    assert meant("the dragon") == Understood(Reading("Vote", {"card": "dragon"}))


def test_two_meanings_are_not_chosen_between() -> None:
    twice = {**LISTS, "card": [("owl", 1), ("owl", 2)]}
    readings = Expectation(GRAMMAR, {"Vote"}, twice).understand("the owl")
    assert isinstance(readings, Ambiguous)


def test_a_reason_is_free_speech() -> None:
    understood = meant("the hedgehog because he is brave", {"Lay"})
    assert understood == Understood(Reading("Lay", {"card": 1, "why": "he is brave"}))


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("there's myself, Margaret, and my two grandchildren, Ruby and Jack", ["Margaret", "Ruby", "Jack"]),
        ("Anna and Peter, but not Paul, he's asleep", ["Anna", "Peter"]),
        ("Oma and Opa and me, Mia", ["Oma", "Opa", "Mia"]),
        ("Ruby. Ruby is seven. And Jack", ["Ruby", "Jack"]),
        ("Ella's six and Max is nine", ["Ella", "Max"]),
        ("me and my friends", []),
    ],
)
def test_names_in_sentences(text: str, names: list[str]) -> None:
    assert [seat.name for seat in parse_players(tidy_names(text))] == names


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
        ("my brother Nick and julie", [("Nick", None), ("Julie", None)]),
        ("um, lily and, uh, nick please", [("Lily", None), ("Nick", None)]),
        ("lily, 6, nick (8)", [("Lily", 6), ("Nick", 8)]),
        ("lily six and a half and Nick 8.5", [("Lily", 6), ("Nick", 8)]),
        ("it's me lily, and nick is playing too", [("Lily", None), ("Nick", None)]),
        ("lily plays with nick", [("Lily", None), ("Nick", None)]),
        ("Lily and Nick, no, Lily and Julie", [("Lily", None), ("Julie", None)]),
        ("lily nick no julie", []),  # instead of whom?
        ("Will, May and Grace", [("Will", None), ("May", None), ("Grace", None)]),
        ("a, b, i", [("A", None), ("B", None), ("I", None)]),
        ("i don't know", []),
        ("everybody", []),
        ("", []),
        ("12345", []),
        ("one thing led to another and then the whole school came by", []),
    ],
)
def test_names_and_ages(text: str, players: list[tuple[str, int | None]]) -> None:
    assert [(seat.name, seat.age) for seat in parse_players(tidy_names(text))] == players


@pytest.mark.parametrize(
    ("text", "who"),
    [
        *(("me and my brother Nick", "me"), ("mom, dad and me", "me"), ("just me", "alone"), ("lily and I", "me")),
        *(("five of us", "number"), ("we are three", "number"), ("there are two of us", "number"), ("4", "number")),
    ],
)
def test_players_without_a_name_are_noticed_and_not_seated(text: str, who: str) -> None:
    assert parse_players(tidy_names(text)) == ()
    assert unnamed_players(tidy_names(text)) == who


@pytest.mark.parametrize(
    ("text", "newcomer"),
    [
        *(
            ("Mia five", ("Mia", 5)),
            ("it's Mia, she is five", ("Mia", 5)),
            ("um, my name is Mary Ann", ("Mary Ann", None)),
        ),
        *(("me", None), ("Mia and Tom and their dog", None)),
    ],
)
def test_a_newcomer_is_one_name(text: str, newcomer: tuple[str, int | None] | None) -> None:
    seat = parse_newcomer(text)
    assert (seat and (seat.name, seat.age)) == newcomer


def test_the_phrase_list_for_a_recogniser_has_words_only() -> None:
    phrases = set(GRAMMAR.phrases({"Vote"}, LISTS))
    assert {"i vote for symbol three", "three", "the third one", "lily votes for three"} <= {
        phrase.lower() for phrase in phrases
    }
    assert not any(char.isdigit() or char in "{}[]()" for phrase in phrases for char in phrase)
