"""People came for the story: what is read before anybody may answer, what is told once, and what is told on request."""

import random
from collections.abc import Iterator
from dataclasses import replace

import pytest

from bench.pace import BOOTH, OPEN, TABLES, TOKENS, Table, missed, paced, row
from narrator.apps.demo.guests import Guest
from narrator.core.game import Seat
from narrator.dialog.conversation import Conversation
from narrator.games import games
from narrator.games.hosting.host import host_of
from narrator.games.hosting.plan import Plan, Privacy
from tests.support.conversations import content, hear
from tests.support.tables import conversation, put

LILY_AND_NICK = (Seat("Lily"), Seat("Nick"))
FOUR = (*LILY_AND_NICK, Seat("Julie"), Seat("Dylan"))
SMALL = [each for each in TABLES if each.players < 7 and each.name != "cat_dice basic 6"]


@pytest.mark.parametrize("table", SMALL, ids=lambda table: table.name)
def test_nobody_waits_longer_than_a_page_and_a_hand(table: Table) -> None:
    aloud = replace(table, privacy=OPEN) if table.privacy is TOKENS else table
    assert not {*missed(table, row(table, [paced(aloud, seed=7)]))} & {"opening", "longest"}


# --- told once, and on request -----------------------------------------------------------------


def said(talk: Conversation, *words: str) -> str:
    return " ".join(hear(talk, *words))


def cards_of(talk: Conversation, seat: str) -> list[str]:
    assert talk.game_topic is not None
    return list(talk.game_topic.table.state.hands[seat])


@pytest.fixture
def youngest() -> Iterator[Conversation]:
    with conversation(Plan("storytellers", "youngest", LILY_AND_NICK, privacy=OPEN, seed="more")) as talk:
        yield talk


@pytest.fixture
def aloud() -> Iterator[Conversation]:
    with conversation(Plan("dixit", "basic", FOUR, privacy=OPEN, seed="more")) as talk:
        talk.open()
        put(talk, "Lily has a clue")
        yield talk


def test_the_youngest_choose_among_three_and_hear_the_others_on_more(youngest: Conversation) -> None:
    opening = " ".join(each.text for each in youngest.open())
    *first, fourth, fifth = cards_of(youngest, "Lily")
    assert all(f"{card}, {content().character(card).tag}" in opening for card in first)
    assert not any(f"the {card}," in opening.lower() for card in (fourth, fifth))
    assert "Say “more” for the others." in opening
    more = said(youngest, "more").lower()
    assert f"{content().character(fourth).picture}: four of five." in more
    assert f"{content().character(fifth).picture}: five of five." in more
    assert ", Lily? Or" in said(youngest, "number five")


def test_one_card_is_told_again_by_its_number_or_its_name(aloud: Conversation) -> None:
    titles = cards_of(aloud, "Lily")
    second, third = (next(each for each in content().dreams if each.title == title) for title in titles[1:3])
    assert said(aloud, "card two again") == f"{second.picture.rstrip('.')}. {second.closer.rstrip('.')}: two of six."
    assert said(aloud, f"{third.title} again").endswith(f"{third.closer.rstrip('.')}: three of six.")
    assert "There are only six" in said(aloud, "card nine again")


@pytest.mark.parametrize("asked", ["tell me more", "read me all", "read me all of them", "more"])
def test_everything_on_offer_is_told_to_whoever_asks(aloud: Conversation, asked: str) -> None:
    told = said(aloud, asked)
    for title in cards_of(aloud, "Lily"):
        dream = next(each for each in content().dreams if each.title == title)
        assert dream.picture.rstrip(".") in told
        assert dream.closer.rstrip(".") in told


def test_a_card_is_described_once_an_evening_to_each_player_and_then_named(youngest: Conversation) -> None:
    youngest.open()
    card = cards_of(youngest, "Lily")[0]
    put(youngest, "the second one")
    put(youngest, "no reason")
    put(youngest, "the first one")
    put(youngest, "no reason")
    again = said(youngest, "we all want number one").split("Lily:")[-1]
    assert card in again
    assert str(content().character(card).tag) not in again


def test_in_the_booth_a_card_is_described_once_and_zero_tells_it_all() -> None:
    with conversation(Plan("dixit", "basic", FOUR, privacy=BOOTH, seed="more")) as talk:
        talk.open()
        put(talk, "Lily has a clue")
        first = said(talk, "#1")
        dream = next(each for each in content().dreams if each.title == cards_of(talk, "Lily")[0])
        assert first.startswith("Only you hear this.")
        assert dream.picture.split(",", maxsplit=1)[0] in first
        closely = said(talk, "#0")
        assert f"{dream.picture.rstrip('.')}. {dream.closer.rstrip('.')}: one of six." in closely


# --- what was understood is said back ------------------------------------------------------------


@pytest.mark.parametrize(
    ("privacy", "laid", "voted"), [(OPEN, "Lily: the {}.", "Lily: the {}."), (TOKENS, "Lily: one.", "Lily: the {}.")]
)
def test_what_was_understood_is_said_back_in_the_shortest_form(privacy: Privacy, laid: str, voted: str) -> None:
    """Of a hand that only its owner has heard, the number: nobody else can read anything from it."""
    with conversation(Plan("storytellers", "basic", FOUR, privacy=privacy, seed="echo")) as talk:
        talk.open()
        while talk.game_topic.now.side_question or talk.game_topic.to_lock:
            put(talk, "ready")
        card = cards_of(talk, "Lily")[0]
        assert hear(talk, "one")[0] == laid.format(card)
        hear(talk, "one", "one", "one")
        while talk.game_topic.to_lock:
            put(talk, "ready")
        state = talk.game_topic.table.state
        other = next(symbol for symbol, owner in state.owners.items() if owner != "Lily")
        assert hear(talk, f"number {other}")[0] == voted.format(state.face_up[other])


# --- a short game ------------------------------------------------------------------------------


def test_a_short_game_is_asked_for_by_voice_and_says_how_long_it_will_be() -> None:
    with conversation(Plan("dixit", seats=FOUR, privacy=Privacy.OPEN)) as talk:
        assert "About forty-five minutes." in [each.text for each in talk.open()]
        told = hear(talk, "let's play a short game", "yes")
        assert {"A short game, then.", "About ten minutes."} <= {*told}
        assert talk.game_topic is not None
        assert talk.game_topic.table.state.options.rounds == len(FOUR)


def test_a_short_game_may_be_wished_for_before_it_is_clear_which_one() -> None:
    with conversation(Plan()) as talk:
        talk.open()
        hear(talk, "a short game", "odyssey", "Lily, Nick and Julie")
        assert talk.game_topic is not None
        assert talk.game_topic.table.state.options.goal == 15


@pytest.mark.parametrize(("game", "end"), [("dixit", "That was the last round."), ("odyssey", "Fifteen points!")])
def test_a_short_game_comes_to_its_end(game: str, end: str) -> None:
    plan = Plan(game, "basic", FOUR, game_options={"short": True}, privacy=OPEN, seed="short")
    with conversation(plan) as talk:
        talk.open()
        guest, last = Guest(random.Random(game)), ""
        while talk.game_topic is not None:
            last = said(talk, guest.answer(talk))
        assert end in last
        assert talk.room is not None
        outcome = talk.room[1].outcome
        assert outcome is not None
        assert outcome.finished


def test_a_game_that_cannot_be_short_says_so() -> None:
    with conversation(Plan("cat_dice", seats=FOUR)) as talk:
        talk.open()
        assert hear(talk, "a short game")[0] == "Cat Dice doesn't have that."


def test_a_short_storytellers_has_a_short_story() -> None:
    host = host_of("storytellers")
    wished = host.build_options(
        Plan("storytellers", "basic", FOUR, game_options={"short": True}, seed="short"), content()
    )
    assert content().stories[wished.story.name].refrain is not None
    assert games()["storytellers"].setup(FOUR, wished)
