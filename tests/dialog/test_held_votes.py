"""Votes said aloud at a table with secrets are made together, so no answer before depends on who laid which card."""

import random
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from narrator.apps.demo.guests import Guest
from narrator.core.game import Seat
from narrator.dialog.conversation import Conversation
from narrator.games import games
from narrator.games.hosting.plan import Plan, Privacy
from narrator.language.language import get_language
from narrator.storage.journal import Journal
from tests.support.conversations import answer_to, twin_conversations
from tests.support.tables import NAMES, content, conversation, plan_name, put

FOUR = tuple(Seat(name, 8) for name in NAMES[:4])
STORY = Plan("storytellers", "basic", FOUR, privacy=Privacy.TOKENS, seed="votes")
GAMES = (STORY, replace(STORY, game="dixit"), replace(STORY, game="odyssey"))


def table(talk: Conversation) -> Any:
    assert talk.game_topic is not None
    return talk.game_topic.table


def begin_vote(talk: Conversation, plan: Plan = STORY) -> None:
    """Lay all cards, and choose by hand; then the first voter is asked for a number."""
    talk.open()
    if plan.game != "storytellers":
        answer_to(talk, *(["ready"] * 4), "Lily has a clue", "one", "a quiet storm")
    while not table(talk).state.face_up:
        at = talk.game_topic
        assert at is not None
        answer_to(talk, "ready" if at.now.side_question or at.all_choose_by_hand else "one")
    answer_to(talk, "ready")


def number(symbol: int) -> str:
    return get_language().number_word(symbol)


def own(talk: Conversation, seat: str) -> int:
    return next(symbol for symbol, owner in table(talk).state.owners.items() if owner == seat)


def another(talk: Conversation, seat: str) -> int:
    return next(symbol for symbol in table(talk).state.face_up if symbol != own(talk, seat))


@pytest.fixture
def voting() -> Iterator[Conversation]:
    with conversation(STORY) as talk:
        begin_vote(talk)
        yield talk


def voters(talk: Conversation) -> list[str]:
    return list(table(talk).waiting())


@pytest.mark.parametrize("plan", GAMES, ids=plan_name)
def test_answers_do_not_depend_on_who_laid_which_card(plan: Plan) -> None:
    with ExitStack() as stack:
        twins = twin_conversations(stack, plan, plan)
        for talk in twins:
            begin_vote(talk, plan)
        change_owners(twins[1])
        first, *others = voters(twins[0])
        said = [
            *(f"{first} votes for {number(symbol)}" for symbol in table(twins[0]).state.face_up),
            *("undo", "one", "no, two", first, "actually three", "who are we waiting for", "what did Nick vote for"),
            *("who voted for what", "whose card is the second one", "same as Lily", "the options", "help", "scores"),
            *("undo", "I vote for the first one", "go on", "repeat", "blorp", "undo", "undo"),
            *("one", "choose for me", "one", "no, the last one"),
        ]
        for words in said:
            answers = [answer_to(talk, words) for talk in twins]
            assert answers[0] == answers[1], words
            assert [table(talk).count for talk in twins] == [table(twins[0]).count] * 2
        assert len(voters(twins[0])) == len(others) + 1, "nothing is made before the last vote is in"


def change_owners(talk: Conversation) -> None:
    """Let each card be another player's, with the same cards on the table."""
    game = talk.game_topic
    assert game is not None
    owners = game.table.state.owners
    changed = dict(zip(owners, [*list(owners.values())[1:], *list(owners.values())[:1]], strict=True))
    game.table.state = replace(game.table.state, owners=changed)
    talk.topic = game.with_votes(game.table.state, game.now)


def test_vote_for_own_card_is_told_when_all_are_in(voting: Conversation) -> None:
    first, *others = voters(voting)
    mine = own(voting, first)
    assert "own" not in answer_to(voting, number(mine))
    for seat in others[:-1]:
        answer_to(voting, number(another(voting, seat)))
    before = table(voting).count
    told = answer_to(voting, number(another(voting, others[-1])))
    assert f"{first}'s own" in told
    assert table(voting).count == before
    assert "too late" in answer_to(voting, "undo") or "can't take it back" in answer_to(voting, "undo")
    answer_to(voting, number(another(voting, first)))
    assert table(voting).count > before


def test_refused_number_is_refused_at_once(voting: Conversation) -> None:
    answer_to(voting, "number twelve")
    assert voting.game_topic is not None
    assert not voting.game_topic.now.held


def test_last_vote_reveals_all_and_tells_each_once(voting: Conversation) -> None:
    *others, last = voters(voting)
    for seat in others:
        answer_to(voting, number(another(voting, seat)))
    votes = table(voting).state.votes
    assert not votes
    told = voting.hear(number(another(voting, last)))
    assert not [line.text for line in told if line.id in ("voted", "read-back")]
    assert table(voting).state.votes or table(voting).state.book


def test_player_who_leaves_completes_the_vote(voting: Conversation) -> None:
    *others, last = voters(voting)
    for seat in others:
        answer_to(voting, number(another(voting, seat)))
    book = len(table(voting).state.book)
    answer_to(voting, f"{last} is leaving", "yes")
    state = table(voting).state
    assert len(state.book) > book or state.leading, "the votes that are in count"


def test_killed_program_keeps_the_votes(tmp_path: Path) -> None:
    with Journal.open(tmp_path / "narrator.sqlite") as journal:
        talk = Conversation(journal, content(), STORY, practice=False)
        begin_vote(talk)
        first, second, *_ = voters(talk)
        answer_to(talk, number(own(talk, first)), number(another(talk, second)))
        game = talk.game_topic
        assert game is not None
        held = game.now.held
        assert len(held) == 2
        talk.close()
        again = Conversation(journal, content(), practice=False)
        again.resume(game.table.id)
        assert again.game_topic is not None
        assert again.game_topic.now.held == held
        assert again.game_topic.asked == game.asked
        again.close()


@pytest.mark.parametrize(("game", "mode"), [("storytellers", "cooperative"), ("odyssey", "party")])
def test_vote_that_would_be_a_hint_is_chosen_first_at_an_open_table(game: str, mode: str) -> None:
    seats = tuple(Seat(name, 8) for name in NAMES[: min(games()[game].MODES[mode])])
    plan = Plan(game, mode, seats, privacy=Privacy.OPEN, seed="open")
    with conversation(plan) as talk:
        talk.open()
        guest = Guest(random.Random(1))
        while talk.game_topic is not None and not talk.game_topic.all_choose_by_hand:
            assert not getattr(table(talk).state, "votes", None)
            put(talk, guest.answer(talk))
        assert talk.game_topic is not None
        before = table(talk).count
        assert "ready" in answer_to(talk, "one")
        assert table(talk).count == before
        answer_to(talk, "ready", "one")
        assert table(talk).count > before or talk.game_topic.now.filled
