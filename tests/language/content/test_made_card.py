"""Cards made from children's own words."""

import pytest

from narrator.language.content.made_card import build_card
from narrator.language.content.models import ExtraCharacter, ExtraDream
from narrator.language.content.packs import load_content

FRAMES = load_content().card_frames


@pytest.mark.parametrize(
    ("name", "about", "card"),
    [
        ("sock monster", "it eats socks", ("sock monster", "a sock monster who eats socks", "who eats socks", "🧦")),
        ("um a T-Rex!", "he's got tiny arms", ("T-Rex", "T-Rex, who's got tiny arms", "who's got tiny arms", "🦖")),
        ("Spider-Man", "shoots webs", ("Spider-Man", "Spider-Man, who shoots webs", "who shoots webs", "🕷")),
        ("my cat Minka", "my mom likes her", ("Minka", "Minka: my mom likes her", None, "✨")),
        ("me", "I eat cake", ("Lily", "Lily: I eat cake", None, "✨")),
        ("two mice", "they live here", ("two mice", "the two mice: they live here", None, "✨")),
        ("the, the", "Sleep!!", ("secret friend", "a secret friend: Sleep", None, "😴")),
    ],
)
def test_character_is_described_in_the_words_of_its_maker(name, about, card) -> None:
    made = build_card(FRAMES["character"], {"name": (name, "Lily"), "about": (about, "Lily")})
    assert isinstance(made, ExtraCharacter)
    assert (made.name, made.picture, made.tag, made.emoji) == card


def test_long_sentence_is_heard_with_the_picture_only() -> None:
    made = build_card(FRAMES["character"], {"name": ("a dragon", None), "about": (f"it burns {'very ' * 9}well", None)})
    assert isinstance(made, ExtraCharacter)
    assert (made.tag, made.picture.startswith("a dragon who burns very")) == (None, True)


def test_dream_keeps_its_sentence_and_its_title() -> None:
    made = build_card(
        FRAMES["dream"], {"picture": ("a whale waits for the bus", None), "title": ("The Small Whale", None)}
    )
    assert isinstance(made, ExtraDream)
    assert (made.title, made.picture) == ("the Small Whale", "A whale waits for the bus.")
    assert made.emoji == ("🐋", "🚌")


def test_unanswered_question_is_told_as_a_suggestion() -> None:
    made = build_card(FRAMES["dream"], {})
    assert isinstance(made, ExtraDream)
    assert made.title == FRAMES["dream"].questions[-1].suggestions[0]
