"""Pictures of Dixit and Odyssey: which ones are dealt, and how much of them is read."""

import pytest

from narrator.core.game import Seat
from narrator.games.hosting.pictures import MAX_DECK_SIZE, MAX_TABLE_WORDS, choose_deck, describe_table, title_choices
from narrator.games.hosting.plan import Plan
from narrator.language.content.models import Dream, DreamTag
from narrator.language.content.packs import Content


def make_dreams(count: int, sad: int = 0) -> tuple[Dream, ...]:
    """Return dreams without glances, the first ones sad."""
    return tuple(
        Dream(
            title=f"dream {number}",
            picture=f"A king, who has dream {number} every single night, asks the cook for a louder spoon.",
            closer="The cook bangs on a pot. Nobody wakes up.",
            emoji=("👑", "🥄"),
            tags=(DreamTag.SAD,) if number < sad else (),
        )
        for number in range(count)
    )


def make_plan(*ages: int | None, seed: str = "pictures") -> Plan:
    return Plan("dixit", seats=tuple(Seat(f"player {place}", age) for place, age in enumerate(ages)), seed=seed)


@pytest.mark.parametrize(("ages", "kept"), [((5, 9, 40), 0), ((6, 9, 40), 3), ((None, None, None), 3)])
def test_sad_dreams_are_left_out_with_a_player_under_six(ages: tuple[int | None, ...], kept: int) -> None:
    dreams = make_dreams(80, sad=3)
    deck = choose_deck(make_plan(*ages), dreams)
    assert len(deck) == 77 + kept
    assert len({*deck} & {dream.title for dream in dreams if dream.tags}) == kept


def test_sad_dreams_stay_if_the_others_are_too_few() -> None:
    assert len(choose_deck(make_plan(4, 5, 6), make_dreams(74, sad=3))) == 74


def test_large_set_gives_a_different_deck_for_each_seed() -> None:
    dreams = make_dreams(108)
    first, again, other = (choose_deck(make_plan(None, seed=seed), dreams) for seed in ("one", "one", "two"))
    assert len(first) == MAX_DECK_SIZE
    assert first == again
    assert {*first} != {*other}


def test_hand_has_the_glance_and_packs_without_one_the_first_clauses() -> None:
    (dream,) = make_dreams(1)
    assert short_form(dream) == "A king, who has dream 0 every single night"
    assert short_form(dream.model_copy(update={"glance": "In dream 0 a king begs for soup."})) == (
        "In dream 0 a king begs for soup"
    )


def short_form(dream: Dream) -> str | None:
    (choice,) = title_choices([dream.title], Content(dreams=(dream,)))
    return choice.short_description


@pytest.mark.parametrize(("count", "whole"), [(8, True), (12, False)])
def test_pictures_on_the_table_are_read_whole_up_to_eight(count: int, whole: bool) -> None:
    dreams = make_dreams(count)
    words = len(dreams[0].picture.split())
    assert (count * words <= MAX_TABLE_WORDS) is whole
    content = Content(dreams=dreams)
    lines = describe_table({place: dream.title for place, dream in enumerate(dreams, 1)}, content)
    described = [line.facts["picture"] for line in lines]
    assert (described == [dream.picture.rstrip(".") for dream in dreams]) is whole
    assert len(described) == count
