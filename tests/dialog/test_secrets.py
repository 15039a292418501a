"""Two games that differ only in a secret sound the same in the room, until the rules reveal it."""

import random
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import fields
from typing import Any

import pytest

from narrator.apps.demo.guests import Guest
from narrator.core.game import CardSource, Seat
from narrator.dialog.conversation import Conversation
from narrator.games import games
from narrator.games.hosting.host import host_of
from narrator.games.hosting.pictures import title_choices
from narrator.games.hosting.plan import Plan, Privacy
from narrator.language.lines.audience import EVERYBODY, Alone
from narrator.language.lines.outbox import SpokenLine
from tests.support.conversations import twin_conversations
from tests.support.tables import NAMES, content, conversation, plan_name, put
from tests.support.twins import swap_cards


def games_with_secrets() -> Iterator[Plan]:
    for name, game in games().items():
        if not host_of(name).is_open_by_default(game.Options(), ()):
            for mode, allowed in game.MODES.items():
                for privacy in Privacy:
                    seats = tuple(Seat(name, 6 + n) for n, name in enumerate(NAMES[: max(4, min(allowed))]))
                    yield Plan(name, str(mode), seats, cards=CardSource.SPOKEN, privacy=privacy, seed="secret")


def public(answer: tuple[SpokenLine, ...]) -> list[str]:
    """Return what the room hears, and how long players cover their ears."""
    alone = [said for said in answer if said.audience.alone is Alone.EARS_COVERED]
    letters = sum(len(said.text) + (said.spare_letters or 0) for said in alone)
    assert not alone or alone[-1].spare_letters is not None
    heard = [f"{alone[0].audience.seat} alone, {letters} letters"] if alone else []
    return [*heard, *(said.text for said in answer if said.audience == EVERYBODY)]


def preview(talk: Conversation) -> list[Any]:
    """Return what the list of games and the screen show."""
    shown = host_of(talk.room[0]).panels(talk.room[1], content()) if talk.room else ()
    return [*((game.game, game.seats, game.ended, game.moves) for game in talk.journal.games()), *shown]


QUESTIONS = (
    *("whose turn is it", "who are we waiting for", "what are the scores", "what was the clue", "what is the role"),
    *("the story so far", "the options", "which round is it", "help", "what can I say", "what are my cards"),
    *("what does Lily have", "go on", *["blorp the gribble"] * 3),
)
"""Requests that a player may make while something is secret."""


def looked_up(talk: Conversation) -> list[list[str]]:
    return [public(talk.hear(question)) for question in QUESTIONS] if talk.game_topic else []


IN_BOOTH = [plan for plan in games_with_secrets() if plan.privacy is Privacy.BOOTH and plan.mode != "youngest"]

WITH_CARDS = [plan for plan in games_with_secrets() if host_of(plan.game or "").USES_CARDS]


@pytest.mark.parametrize("plan", IN_BOOTH, ids=plan_name)
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_room_hears_the_same_for_every_choice_in_the_booth(plan: Plan, seed: int) -> None:
    """Play two equal games that differ in one visit to the booth; the room hears the same until the next reveal."""
    dice, differed = random.Random(seed), False
    with ExitStack() as stack:
        one, two = twin_conversations(stack, plan, plan)
        player = Guest(random.Random(seed))
        assert public(one.open()) == public(two.open())
        for _ in range(150):
            if one.game_topic is None or two.game_topic is None or differed:
                break
            booth = one.game_topic.now.booth
            if booth is None or len(booth.slot.choices) < 2 or dice.random() < 0.5:
                words = player.answer(one)
                assert public(put(one, words)) == public(put(two, words))
                continue
            visits_differ(one, two, dice)
            differed = True
    assert differed


KEPT_SECRET = [plan for plan in WITH_CARDS if plan.privacy is not Privacy.OPEN and plan.mode != "youngest"]


@pytest.mark.point(39)
@pytest.mark.parametrize("plan", KEPT_SECRET, ids=plan_name)
def test_no_request_in_the_room_names_a_card_of_a_hand(plan: Plan) -> None:
    """Check that neither the description of a card is heard nor, in games without a story, its name."""
    player, asked, checked = Guest(random.Random(3)), set(), 0
    with conversation(plan) as talk:
        talk.open()
        for _ in range(60):
            game_topic = talk.game_topic
            if game_topic is None:
                break
            state = game_topic.table.state
            moment = (state.phase, (place := game_topic.open_slot) and place.name)
            if moment not in asked and not game_topic.free:
                asked.add(moment)
                held = [
                    card
                    for seat in state.seats
                    for card in game_topic.setting.host.hand_choices(state, seat.name, content())
                ]
                hidden = [card for card in held if card.spoken not in shown_to_all(talk)]
                checked += len(hidden)
                for question in QUESTIONS:
                    if question == "blorp the gribble" and game_topic.now.side_question:
                        continue
                    words = [
                        card.description if "story" in question else card.spoken for card in hidden if card.description
                    ]
                    assert not mentions(public(talk.hear(question)), [word for word in words if word]), question
            put(talk, player.answer(talk))
    assert checked


def shown_to_all(talk: Conversation) -> str:
    """Return everything that lies open. The options list every card, so they reveal nothing."""
    assert talk.room is not None
    view = talk.room[1]
    return repr([getattr(view, field.name) for field in fields(view) if field.name != "options"])


def visits_differ(one: Conversation, two: Conversation, dice: random.Random) -> None:
    """Make one visit in which the two tables choose differently; afterwards they may differ."""
    booth = one.game_topic.now.booth
    first, second = dice.sample(range(1, len(booth.slot.choices) + 1), 2)
    phase = one.game_topic.table.state.phase
    for key_one, key_two in ((str(first), str(second)),) * 3:
        heard_one, heard_two = public(one.key(key_one)), public(two.key(key_two))
        now = (
            one.game_topic.table.state.phase if one.game_topic else None,
            two.game_topic.table.state.phase if two.game_topic else None,
        )
        if now != (phase, phase):
            return  # it was the last answer: the rules reveal everything now
        moves = one.game_topic.table.count, two.game_topic.table.count
        if moves[0] != moves[1]:  # one chose their own card: the refusal in the booth takes longer
            assert (heard_one if moves[0] < moves[1] else heard_two) == []
            return
        assert heard_one == heard_two
        assert preview(one) == preview(two)
        assert looked_up(one) == looked_up(two)
    others_go_on(one, two, phase)


def others_go_on(one: Conversation, two: Conversation, phase: object) -> None:
    """Let the next visitors do the same at both tables until the rules reveal everything."""
    for _ in range(12):
        heard_one, heard_two = public(one.key("1")), public(two.key("1"))
        if [talk.game_topic and talk.game_topic.table.state.phase for talk in (one, two)] != [phase, phase]:
            return
        if one.game_topic.table.count != two.game_topic.table.count:
            return
        assert heard_one == heard_two
        assert preview(one) == preview(two)


@pytest.mark.point(40)
@pytest.mark.parametrize("plan", WITH_CARDS, ids=plan_name)
def test_room_hears_the_same_for_every_hidden_card(plan: Plan) -> None:
    """Check that swapping two cards in a shuffle is heard only where one of them is shown."""
    compared = 0
    for here, there in ((3, 70), (25, 60)):
        with ExitStack() as stack:
            one, two = twin_conversations(stack, plan, plan, swap_cards(content(), plan.game or "", here, there))
            changed = names_of_changed(plan.game or "", here, there)
            player = Guest(random.Random(here))
            said = one.open(), two.open()
            for _ in range(40):
                heard_one, heard_two = (public(answer) for answer in said)
                if mentions(heard_one + heard_two, changed) or one.game_topic is None:
                    break
                assert heard_one == heard_two
                assert preview(one) == preview(two)
                compared += 1
                words = player.answer(one)
                said = put(one, words), put(two, words)
    assert compared > 3


def names_of_changed(game: str, here: int, there: int) -> list[str]:
    whole = content()
    match game:
        case "storyline":
            cards = next(iter(whole.cards.values()))
            return [word for n in (here % 20, there % 20) for word in (cards[n].name, cards[n].phrase)]
        case "storytellers":
            return [word for n in (here, there) for word in (whole.characters[n].name, whole.characters[n].picture)]
        case _:
            dreams = whole.odyssey_dreams if game == "odyssey" else whole.dreams
            shown = title_choices((dreams[n].title for n in (here, there)), whole)
            return [word for each in shown for word in (each.spoken, each.description, each.short_description) if word]


def mentions(lines: list[str], words: list[str]) -> bool:
    return any(word.casefold() in line.casefold() for line in lines for word in words)
