"""Players parsed from lists and sentences."""

import pytest

from narrator.language.understanding.player_list import clean_names, parse_newcomer, parse_players, unnamed_players


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("there's myself, Margaret, and my two grandchildren, Ruby and Jack", ["Margaret", "Ruby", "Jack"]),
        ("Anna and Peter, but not Paul, he's asleep", ["Anna", "Peter"]),
        ("Oma and Opa and me, Mia", ["Oma", "Opa", "Mia"]),
        ("Ruby. Ruby is seven. And Jack", ["Ruby", "Jack"]),
        ("Ella's six and Max is nine", ["Ella", "Max"]),
        ("Tim and Zoe and Ada. Oh, not Ada, she's in the bath", ["Tim", "Zoe"]),
        ("so there's Zoe, and I'm her dad, Mark", ["Zoe", "Mark"]),
        ("Grandpa, me, that's Ella, and Daddy's called Tom", ["Grandpa", "Ella", "Tom"]),
        ("me and my friends", []),
    ],
)
def test_names_are_found_in_sentences(text: str, names: list[str]) -> None:
    assert [seat.name for seat in parse_players(clean_names(text))] == names


@pytest.mark.parametrize(
    ("text", "players"),
    [
        ("Lily 6, Nick 8", [("Lily", 6), ("Nick", 8)]),
        ("Lily and Nick and Julie", [("Lily", None), ("Nick", None), ("Julie", None)]),
        ("we are Lily six, Nick who is eight and Grandma", [("Lily", 6), ("Nick", 8), ("Grandma", None)]),
        ("lily and my grandma", [("Lily", None), ("Grandma", None)]),
        ("Anne-Marie, Jean Luc thirty-four", [("Anne-Marie", None), ("Jean Luc", 34)]),
        ("Léa, Zoë", [("Léa", None), ("Zoë", None)]),
        ("I'm seven and I'm called Max, and Zoe has nine years", [("Max", 7), ("Zoe", 9)]),
        ("I'm Tim, I'm nine, and this is Ada, she's four, well, four and a half", [("Tim", 9), ("Ada", 4)]),
        (
            "lily six nick eight years old julie",
            [("Lily", 6), ("Nick", 8), ("Julie", None)],
        ),  # a transcript has no commas
        ("lily nick an julie", [("Lily nick", None), ("Julie", None)]),
        ("lily nick julie", [("Lily", None), ("Nick", None), ("Julie", None)]),
        ("my brother Nick and julie", [("Nick", None), ("Julie", None)]),
        ("um, lily and, uh, nick please", [("Lily", None), ("Nick", None)]),
        ("lily, 6, nick (8)", [("Lily", 6), ("Nick", 8)]),
        ("lily six and a half and Nick 8.5", [("Lily", 6), ("Nick", 8)]),
        ("it's me lily, and nick is playing too", [("Lily", None), ("Nick", None)]),
        ("It's Emma, Jack and grandpa", [("Emma", None), ("Jack", None), ("Grandpa", None)]),
        ("Hi i'm rosa and this is my grandson Theo he's six", [("Rosa", None), ("Theo", 6)]),
        ("lily plays with nick", [("Lily", None), ("Nick", None)]),
        ("Lily and Nick, no, Lily and Julie", [("Lily", None), ("Julie", None)]),
        ("lily nick no julie", []),  # unclear who is replaced
        ("Will, May and Grace", [("Will", None), ("May", None), ("Grace", None)]),
        ("a, b, i", [("A", None), ("B", None), ("I", None)]),
        ("i don't know", []),
        ("everybody", []),
        ("", []),
        ("12345", []),
        ("one thing led to another and then the whole school came by", []),
    ],
)
def test_names_and_ages_are_found_in_lists(text: str, players: list[tuple[str, int | None]]) -> None:
    assert [(seat.name, seat.age) for seat in parse_players(clean_names(text))] == players


@pytest.mark.parametrize(
    ("text", "who"),
    [
        *(("me and my brother Nick", "me"), ("mom, dad and me", "me"), ("just me", "alone"), ("lily and I", "me")),
        *(("five of us", "number"), ("we are three", "number"), ("there are two of us", "number"), ("4", "number")),
    ],
)
def test_players_without_a_name_are_noticed_but_not_seated(text: str, who: str) -> None:
    assert parse_players(clean_names(text)) == ()
    assert unnamed_players(clean_names(text)) == who


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
def test_newcomer_is_exactly_one_name(text: str, newcomer: tuple[str, int | None] | None) -> None:
    seat = parse_newcomer(text)
    assert (seat and (seat.name, seat.age)) == newcomer
