"""Pages are built from views, in every game and mode, including the sixth game."""

import random
from collections.abc import Iterator
from dataclasses import replace

import pytest

from narrator.apps.demo.guests import Guest
from narrator.apps.window.page_parts import PageParts
from narrator.apps.window.phone_page import PhonePageBuilder
from narrator.apps.window.room_page import RoomPageBuilder
from narrator.core.game import Seat
from narrator.dialog.conversation import Conversation
from narrator.games.hosting.host import host_of
from narrator.games.hosting.plan import Plan, Privacy
from tests.support.tables import content, conversation, plan_name, plans, put

STEPS = 25


def tables() -> Iterator[Plan]:
    seen = set()
    for plan in plans():
        kind = (plan.game, plan.mode, plan.cards, *plan.game_options)
        if kind not in seen:
            seen.add(kind)
            yield plan


def asked_of(talk: Conversation, seat: str, view: object) -> list[object]:
    host = host_of(talk.game_topic.table.name)
    mine = [ask for ask in host.questions(view, talk.game_topic.setting.content) if ask.seat == seat]
    return [
        [
            (answer.intent, [(p.name, p.choices, p.is_secret, p.is_free_text) for p in answer.slots])
            for answer in ask.answers
        ]
        for ask in mine
    ]


@pytest.mark.parametrize("plan", [*tables()], ids=plan_name)
def test_view_of_a_seat_contains_all_its_questions(plan: Plan) -> None:
    """Check that a phone needs only the view of its seat, and the big screen only the view of the room."""
    player = Guest(random.Random(1))
    with conversation(replace(plan, privacy=Privacy.OPEN)) as talk:
        parts, said = PageParts(talk), talk.open()
        room_page, phone_pages = RoomPageBuilder(talk, parts), PhonePageBuilder(talk, parts)
        for _ in range(STEPS):
            if talk.game_topic is None:
                break
            table = talk.game_topic.table
            room = room_page.build(said)
            for seat in [each.name for each in table.state.seats]:
                assert asked_of(talk, seat, table.view(seat)) == asked_of(talk, seat, table.state)
                page = phone_pages.build(seat, room)
                held = host_of(table.name).hand_choices(table.state, seat, content())
                assert [card.name for card in page.hand if card.name] == [card.spoken for card in held]
            said = put(talk, player.answer(talk))


def test_answer_that_the_rules_always_refuse_is_no_button() -> None:
    plan = Plan("cat_dice", None, (Seat("Lily"), Seat("Nick")), seed="a")
    with conversation(plan) as talk:
        room_page, said = RoomPageBuilder(talk, PageParts(talk)), talk.open()
        for words in ("Lily", "roll", "keep the threes", "keep the threes"):
            said = put(talk, words)
        assert talk.game_topic.question.answers[1].intent == "NoMoreRolls"
        names = [choice.name for choice in room_page.build(said).choices]
        assert "four of a kind" in names
        assert "Keep the ones" not in names
