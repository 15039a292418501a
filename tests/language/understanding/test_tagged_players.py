"""Players found in introductions in any words."""

import pytest

from narrator.language.understanding.tagged_players import find_players


@pytest.mark.parametrize(
    ("said", "players"),
    [
        ("Oscar, fifteen, sadly.", [("Oscar", 15)]),
        ("Just Camila and Oscar.", [("Camila", None), ("Oscar", None)]),
        ("It's Edith, eighty-one, and Oscar, my grandson.", [("Edith", 81), ("Oscar", None)]),
        ("We're three: Anna, Peter, and Granny.", [("Anna", None), ("Peter", None), ("Granny", None)]),
        (
            "Right, so we have Helen, and the twins Mia and Theo, who are both six",
            [("Helen", None), ("Mia", 6), ("Theo", 6)],
        ),
        ("Leo is eight, no, sorry, nine since Tuesday, and I'm his mother, Marta.", [("Leo", 9), ("Marta", None)]),
        ("Emma, Jack and grandpa", [("Emma", None), ("Jack", None), ("Grandpa", None)]),
    ],
)
def test_players_are_found_in_any_words(said: str, players: list[tuple[str, int | None]]) -> None:
    found, _ = find_players(said)
    assert sorted((seat.name, seat.age) for seat in found) == sorted(players)


@pytest.mark.parametrize("said", ["Theo, stop shouting.", "Nick, get off the phone.", "what am I supposed to say now?"])
def test_talk_names_no_players(said: str) -> None:
    assert find_players(said)[0] == ()


def test_plain_list_needs_no_confirmation() -> None:
    assert find_players("Lily, Nick and Julie")[1]


def test_players_that_only_the_model_finds_are_confirmed() -> None:
    found, is_sure = find_players("Oscar, fifteen, sadly.")
    assert [seat.name for seat in found] == ["Oscar"]
    assert not is_sure
