"""Secrets with tokens and in the booth: what the room hears, and what a player hears alone."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from narrator.core.game import Seat
from narrator.games.hosting.plan import Plan, Privacy
from narrator.storage.journal import Journal
from tests.support.talk import Talk

THREE = (Seat("Lily", 6), Seat("Nick", 8), Seat("Julie", 9))


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[Journal]:
    with Journal.open(tmp_path / "narrator.sqlite") as opened:
        yield opened


@pytest.fixture
def basic(journal: Journal) -> Talk:
    """Three players, everything aloud, at the first question."""
    return Talk(journal, Plan("storytellers", "basic", THREE, privacy=Privacy.OPEN, seed="a seed"))


# --- by hand first ---------------------------------------------------------------------------------


@pytest.fixture
def tokens(journal: Journal) -> Talk:
    """All players have heard their own cards, and choose now."""
    talk = Talk(journal, Plan("storytellers", "basic", THREE, privacy=Privacy.TOKENS, seed="a seed"))
    talk.say("ready", "ready", "ready")
    return talk


def test_answer_before_all_have_chosen_does_not_count(tokens: Talk) -> None:
    assert "ready" in tokens.say(tokens.hand("Lily")[0])
    assert "ready" in tokens.say("two")
    assert tokens.table.state.laid == {}
    tokens.say("ready", "two")
    assert set(tokens.table.state.laid) == {"Lily"}


def test_repair_and_whose_turn_work_while_all_choose(tokens: Talk) -> None:
    for _ in range(4):
        said = tokens.say("blah blah blah")
        assert "ready" in said
        assert not any(card in said for card in tokens.hand("Lily"))
    assert "Everybody is choosing" in tokens.say("whose turn is it")


# --- the booth -------------------------------------------------------------------------------------


@pytest.fixture
def booth(journal: Journal) -> Talk:
    plan = Plan("storytellers", "basic", THREE, privacy=Privacy.BOOTH, seed="a seed")
    return Talk(journal, plan, private_line=True)


def test_first_key_starts_the_visit_before_any_whisper(booth: Talk) -> None:
    assert "booth" in booth.said
    assert not any(card in booth.said for card in booth.hand("Lily"))
    booth.say("#1")
    assert booth.said == ""
    assert "Only you can hear this" in booth.whispered


def test_booth_repeats_a_choice_that_can_be_changed(booth: Talk) -> None:
    hand = booth.hand("Lily")
    booth.say("#5", "#2")
    assert hand[1] in booth.whispered
    booth.say("#3")
    assert hand[2] in booth.whispered
    assert "Lily has chosen" in booth.say("#3")
    assert booth.table.state.laid["Lily"] == (hand[2],)


def test_key_without_a_visit_is_answered(journal: Journal, basic: Talk) -> None:
    asked = basic.table.state
    assert "booth" in basic.say("#3")
    assert basic.table.state == asked
    assert basic.whispered == ""
    assert "booth" in Talk(journal).say("#3")  # no game is chosen yet


def test_secret_said_aloud_does_not_count(booth: Talk) -> None:
    card = booth.hand("Lily")[0]
    assert "booth" in booth.say(f"the {card}")
    assert booth.table.state.laid == {}


def test_refusal_in_the_booth_is_not_heard_in_the_room(booth: Talk) -> None:
    for _ in THREE:
        booth.say("#1", "#1", "#1")
    own = next(symbol for symbol, owner in booth.table.state.owners.items() if owner == "Lily")
    booth.say("#1", f"#{own}", f"#{own}")
    assert booth.said == ""
    assert "own card" in booth.whispered


def test_secret_cards_are_not_read_in_the_room(booth: Talk) -> None:
    said = booth.say("what are my cards")
    assert "booth" in said
    assert not any(card in said for card in booth.hand("Lily"))


def test_booth_game_is_not_resumed_without_headphones(journal: Journal, booth: Talk) -> None:
    booth.say("I want to stop", "yes")
    again = Talk(journal)
    again.say("yes")
    assert again.talk.game_topic is None
    assert journal.games()[0].ended is None
