"""How much the narrator says: before each answer, once per evening, and on request; and short games."""

import random
from collections.abc import Iterator
from dataclasses import replace

import pytest

from narrator.apps.demo.guests import Guest
from narrator.core.game import Seat
from narrator.dialog.conversation import Conversation
from narrator.games import games
from narrator.games.hosting.host import host_of
from narrator.games.hosting.plan import Plan, Privacy
from tests.support.conversations import content, hear
from tests.support.pace import (
    BOOTH,
    OPEN,
    PACED_TABLES,
    TOKENS,
    PacedTable,
    exceeded_limits,
    measure_pace,
    summarise_pace,
)
from tests.support.tables import conversation, put

LILY_AND_NICK = (Seat("Lily"), Seat("Nick"))
FOUR = (*LILY_AND_NICK, Seat("Julie"), Seat("Dylan"))
SMALL_TABLES = [table for table in PACED_TABLES if table.players < 7 and table.name != "cat_dice basic 6"]


@pytest.mark.parametrize("table", SMALL_TABLES, ids=lambda table: table.name)
def test_no_stretch_is_longer_than_its_limit(table: PacedTable) -> None:
    all_aloud = replace(table, privacy=OPEN) if table.privacy is TOKENS else table
    figures = summarise_pace(table, [measure_pace(all_aloud, seed=7)])
    assert not {*exceeded_limits(table, figures)} & {"opening", "longest"}


# --- descriptions: once per evening, and on request ----------------------------------------------


def reply_to(talk: Conversation, *words: str) -> str:
    """Return everything that the narrator replies to these utterances."""
    return " ".join(hear(talk, *words))


def cards_of(talk: Conversation, seat: str) -> list[str]:
    assert talk.game_topic is not None
    return list(talk.game_topic.table.state.hands[seat])


@pytest.fixture
def youngest_game() -> Iterator[Conversation]:
    with conversation(Plan("storytellers", "youngest", LILY_AND_NICK, privacy=OPEN, seed="more")) as talk:
        yield talk


@pytest.fixture
def open_dixit() -> Iterator[Conversation]:
    with conversation(Plan("dixit", "basic", FOUR, privacy=OPEN, seed="more")) as talk:
        talk.open()
        put(talk, "Lily has a clue")
        yield talk


def test_youngest_hear_three_cards_and_the_others_on_more(youngest_game: Conversation) -> None:
    opening = " ".join(line.text for line in youngest_game.open())
    *first, fourth, fifth = cards_of(youngest_game, "Lily")
    assert all(content().character(card).picture in opening.replace(". A", ". a") for card in first)
    assert not any(content().character(card).picture[1:] in opening for card in (fourth, fifth))
    assert "Say “more” for the others." in opening
    more = reply_to(youngest_game, "more").lower()
    assert f"{content().character(fourth).picture}: four of five." in more
    assert f"{content().character(fifth).picture}: five of five." in more
    assert ", Lily? Or" in reply_to(youngest_game, "number five")


def test_card_is_described_again_by_number_or_name(open_dixit: Conversation) -> None:
    titles = cards_of(open_dixit, "Lily")
    second, third = (next(dream for dream in content().dreams if dream.title == title) for title in titles[1:3])
    assert (
        reply_to(open_dixit, "card two again")
        == f"{second.picture.rstrip('.')}. {second.closer.rstrip('.')}: two of six."
    )
    assert reply_to(open_dixit, f"{third.title} again").endswith(f"{third.closer.rstrip('.')}: three of six.")
    assert "There are only six" in reply_to(open_dixit, "card nine again")


@pytest.mark.parametrize("words", ["tell me more", "read me all", "read me all of them", "more"])
def test_whole_hand_is_described_on_request(open_dixit: Conversation, words: str) -> None:
    reply = reply_to(open_dixit, words)
    for title in cards_of(open_dixit, "Lily"):
        dream = next(dream for dream in content().dreams if dream.title == title)
        assert dream.picture.rstrip(".") in reply
        assert dream.closer.rstrip(".") in reply


def test_card_is_described_once_per_evening_then_named(youngest_game: Conversation) -> None:
    youngest_game.open()
    card = cards_of(youngest_game, "Lily")[0]
    put(youngest_game, "the second one")
    put(youngest_game, "no reason")
    put(youngest_game, "the first one")
    put(youngest_game, "no reason")
    again = reply_to(youngest_game, "we all want number one").split("Lily:")[-1]
    assert card in again
    assert content().character(card).picture[1:] not in again


def test_booth_describes_a_card_once_and_in_full_on_zero() -> None:
    with conversation(Plan("dixit", "basic", FOUR, privacy=BOOTH, seed="more")) as talk:
        talk.open()
        put(talk, "Lily has a clue")
        first = reply_to(talk, "#1")
        dream = next(dream for dream in content().dreams if dream.title == cards_of(talk, "Lily")[0])
        assert first.startswith("Only you can hear this.")
        assert dream.glance
        assert dream.glance.rstrip(".") in first
        full = reply_to(talk, "#0")
        assert f"{dream.picture.rstrip('.')}. {dream.closer.rstrip('.')}: one of six." in full


# --- confirmations -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("privacy", "laid", "voted"), [(OPEN, "Lily: the {}.", "Lily: the {}."), (TOKENS, "Lily: one.", "Lily: the {}.")]
)
def test_answer_is_confirmed_in_the_shortest_form(privacy: Privacy, laid: str, voted: str) -> None:
    """A card from a private hand is confirmed only by its number, which reveals nothing to the others."""
    with conversation(Plan("storytellers", "basic", FOUR, privacy=privacy, seed="echo")) as talk:
        talk.open()
        while talk.game_topic.now.side_question or talk.game_topic.all_choose_by_hand:
            put(talk, "ready")
        card = cards_of(talk, "Lily")[0]
        assert hear(talk, "one")[0] == laid.format(card)
        hear(talk, "one", "one", "one")
        while talk.game_topic.all_choose_by_hand:
            put(talk, "ready")
        state = talk.game_topic.table.state
        other = next(symbol for symbol, owner in state.owners.items() if owner != "Lily")
        assert hear(talk, f"number {other}")[0] == voted.format(state.face_up[other])


# --- short games ---------------------------------------------------------------------------------


def test_short_game_by_voice_announces_its_duration() -> None:
    with conversation(Plan("dixit", seats=FOUR, privacy=Privacy.OPEN)) as talk:
        assert "It takes about forty-five minutes." in [line.text for line in talk.open()]
        lines = hear(talk, "let's play a short game", "yes")
        assert {"A short game, then.", "It takes about ten minutes."} <= {*lines}
        assert talk.game_topic is not None
        assert talk.game_topic.table.state.options.rounds == len(FOUR)


def test_short_game_can_be_requested_before_the_game_is_chosen() -> None:
    with conversation(Plan()) as talk:
        talk.open()
        hear(talk, "a short game", "odyssey", "Lily, Nick and Julie")
        assert talk.game_topic is not None
        assert talk.game_topic.table.state.options.goal == 15


@pytest.mark.parametrize(("game", "end"), [("dixit", "That was the last round."), ("odyssey", "Fifteen points!")])
def test_short_game_ends(game: str, end: str) -> None:
    plan = Plan(game, "basic", FOUR, game_options={"short": True}, privacy=OPEN, seed="short")
    with conversation(plan) as talk:
        talk.open()
        guest, last = Guest(random.Random(game)), ""
        while talk.game_topic is not None:
            last = reply_to(talk, guest.answer(talk))
        assert end in last
        assert talk.room is not None
        outcome = talk.room[1].outcome
        assert outcome is not None
        assert outcome.finished


def test_game_without_a_short_version_says_so() -> None:
    with conversation(Plan("cat_dice", seats=FOUR)) as talk:
        talk.open()
        assert hear(talk, "a short game")[0] == "Cat Dice doesn't have that."


def test_short_storytellers_has_a_short_story() -> None:
    host = host_of("storytellers")
    options = host.build_options(
        Plan("storytellers", "basic", FOUR, game_options={"short": True}, seed="short"), content()
    )
    assert content().stories[options.story.name].refrain is not None
    assert games()["storytellers"].setup(FOUR, options)
