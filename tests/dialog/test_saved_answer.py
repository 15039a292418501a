"""Part of an answer survives a kill: the game resumes at the same question, with what was answered before."""

import random
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from narrator.apps.demo.guests import Guest
from narrator.core.errors import DiskFull
from narrator.core.game import CardSource, Seat
from narrator.dialog.conversation import Conversation
from narrator.dialog.game_topic import GameTopic
from narrator.games.hosting.plan import Plan, Privacy
from narrator.storage.journal import Journal
from tests.support.conversations import hear
from tests.support.tables import content, plan_name, plans_in_turn, put, question

SEATS = (Seat("Lily"), Seat("Nick"), Seat("Julie"))


@contextmanager
def seated(path: Path, plan: Plan | None = None) -> Iterator[Conversation]:
    """Open a conversation at a new table, or at the one that was left."""
    with Journal.open(path) as journal:
        talk = Conversation(journal, content(), plan, private_line=True, practice=False)
        _ = talk.open() if plan else talk.resume(1)
        try:
            yield talk
        finally:
            talk.close()


def at_table(talk: Conversation) -> GameTopic:
    assert talk.game_topic is not None
    return talk.game_topic


def kind_of_question(talk: Conversation) -> tuple[Any, ...]:
    """Return a state without cards and names, so that similar states are equal."""
    at = at_table(talk)
    _, (filled, answering, *_), (_, *asked), waiting, _ = question(talk)
    return tuple(filled), answering, bool(at.now.speaker), bool(at.now.locked), *asked, waiting


ENOUGH = 60
"""The number of answers after which every kind of question has come."""


@pytest.mark.point(41)
@pytest.mark.parametrize("plan", list(plans_in_turn()), ids=plan_name)
def test_killed_game_resumes_at_the_same_question(plan: Plan, tmp_path: Path) -> None:
    """The killed game ends like the game that was not killed."""
    guest = Guest(random.Random(5))
    heard: list[str] = []
    cut_at: dict[tuple[Any, ...], tuple[Any, ...]] = {}
    state, on = None, True
    while on:
        with seated(tmp_path / "narrator.sqlite", None if heard else plan) as talk:
            assert not cut_at or question(talk) == list(cut_at.values())[-1]
            while on := talk.game_topic is not None and len(heard) < ENOUGH:
                heard.append(guest.answer(talk))
                put(talk, heard[-1])
                state = talk.room
                half = talk.game_topic and talk.game_topic.table.pending is not None
                if half and kind_of_question(talk) not in cut_at:
                    cut_at[kind_of_question(talk)] = question(talk)
                    break
    with seated(tmp_path / "whole.sqlite", plan) as talk:
        for words in heard:
            put(talk, words)
        assert talk.room == state


def pick_first(path: Path) -> tuple[Any, ...]:
    """Start a conversation in which the storyteller has chosen a picture and is asked for the clue."""
    with seated(path, Plan("dixit", "basic", SEATS, privacy=Privacy.OPEN, seed="one")) as talk:
        hear(talk, "I have a clue", "Lily", "one")
        asked = question(talk)
        assert asked[1][0].keys() >= {"card"}
        assert asked[2] == ("Lily", "clue", False)
    return asked


def test_chosen_picture_is_kept_until_the_clue(tmp_path: Path) -> None:
    path = tmp_path / "narrator.sqlite"
    asked = pick_first(path)
    with seated(path) as talk:
        assert question(talk) == asked
        hear(talk, "a long way home")
        assert at_table(talk).table.pending is None
    with seated(path) as talk:
        assert question(talk)[0].clue.text == "a long way home"


def test_locked_choice_is_asked_for_after_a_kill(tmp_path: Path) -> None:
    """The other players stay locked after the first of them has answered."""
    path = tmp_path / "narrator.sqlite"
    with seated(path, Plan("storytellers", "basic", SEATS, privacy=Privacy.TOKENS, seed="one")) as talk:
        for _ in range(2 * len(SEATS)):  # hands are read one after the other
            if at_table(talk).all_choose_by_hand:
                hear(talk, "ready")
        assert not at_table(talk).all_choose_by_hand
        for card in ("one", "two", "three"):
            before = talk.room
            hear(talk, card)
            if talk.room != before:
                break
        locked = at_table(talk).now.locked
        assert locked
    with seated(path) as talk:
        assert at_table(talk).now.locked == locked
        assert not at_table(talk).all_choose_by_hand


def test_player_who_heard_a_hand_is_not_called_again(tmp_path: Path) -> None:
    path = tmp_path / "narrator.sqlite"
    with seated(path, Plan("storytellers", "basic", SEATS, privacy=Privacy.TOKENS, seed="one")) as talk:
        hear(talk, "ready")
        asked = question(talk)
        assert at_table(talk).now.heard == {"Lily"}
    with seated(path) as talk:
        assert question(talk) == asked
        hear(talk, "ready")
        assert at_table(talk).now.heard == {"Lily", "Nick"}


def test_leaving_is_confirmed_again_after_a_kill(tmp_path: Path) -> None:
    path = tmp_path / "narrator.sqlite"
    with seated(path, Plan("cat_dice", seats=SEATS, seed="one")) as talk:
        hear(talk, "Lily", "roll", "Nick is leaving")
        asked = question(talk)
    with seated(path) as talk:
        assert question(talk) == asked
        hear(talk, "yes")
        assert "Nick" not in [seat.name for seat in question(talk)[0].seats]


def test_booth_whispers_nothing_before_a_key_after_a_kill(tmp_path: Path) -> None:
    """A player who laid the first of two cards is called again on another day."""
    path = tmp_path / "narrator.sqlite"
    with seated(
        path, Plan("storyline", seats=SEATS, cards=CardSource.SPOKEN, privacy=Privacy.BOOTH, seed="one")
    ) as talk:
        guest = Guest(random.Random(1))
        while not (at_table(talk).now.booth and at_table(talk).now.filled):
            put(talk, guest.answer(talk))
        asked = question(talk)
    with Journal.open(path) as journal:
        talk = Conversation(journal, content(), private_line=True, practice=False)
        assert all(said.audience.seat is None for said in talk.resume(1))
        assert question(talk) == asked
        assert any(said.audience.seat for said in talk.key("1"))
        talk.close()


UNFIT = [
    "",
    "[]",
    '{"filled": {"card": 99999}}',
    '{"filled": {"card": {"text": "no picture", "sound": null}}}',
    '{"filled": {"clue": 3}, "answering": "Tell"}',
    '{"answering": "Vote"}',
    '{"speaker": "Somebody"}',
    '{"locked": ["Somebody"]}',
    '{"heard": ["Somebody"]}',
    '{"again": ["Quit", {}]}',
    '{"again": ["SomeoneLeaves", {"player": "Somebody"}]}',
    '{"again": ["AlsoPlays", {"newcomer": ""}]}',
    '{"locked": "Lily"}',
]


@pytest.mark.parametrize("text", UNFIT)
def test_saved_answer_that_does_not_fit_is_reported_and_dropped(text: str, tmp_path: Path) -> None:
    path = tmp_path / "narrator.sqlite"
    pick_first(path)
    with Journal.open(path) as journal:
        journal.save_pending(1, text)
        talk = Conversation(journal, content(), private_line=True, practice=False)
        said = " ".join(each.text for each in talk.resume(1))
        assert "The last answer was damaged" in said
        assert not at_table(talk).now.filled
        assert at_table(talk).table.pending is None
        talk.close()


def test_damaged_saved_answer_is_reported_once(tmp_path: Path) -> None:
    path = tmp_path / "narrator.sqlite"
    pick_first(path)
    with Journal.open(path) as journal:
        journal.connection.execute("UPDATE pending SET body = replace(body, 'card', 'cart')")
    for told in (True, False):
        with Journal.open(path) as journal:
            talk = Conversation(journal, content(), private_line=True, practice=False)
            said = [each.text for each in talk.resume(1)]
            assert any("The last answer was damaged" in each for each in said) == told
            talk.close()


def test_full_disk_leaves_the_question_open(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "narrator.sqlite"
    with seated(path, Plan("dixit", "basic", SEATS, privacy=Privacy.OPEN, seed="one")) as talk:
        hear(talk, "I have a clue", "Lily")
        before = question(talk)
        with monkeypatch.context() as full:
            full.setattr(Journal, "save_pending", lambda *_: (_ for _ in ()).throw(DiskFull("The disk is full.")))
            assert "The disk is full." in hear(talk, "one")
        assert question(talk) == before
        hear(talk, "one")
        assert question(talk) != before


@pytest.mark.parametrize("damaged", [None, "nonsense"])
def test_unknown_privacy_is_resumed_as_private_as_possible(damaged: str | None, tmp_path: Path) -> None:
    path = tmp_path / "narrator.sqlite"
    pick_first(path)
    with Journal.open(path) as journal:
        _ = journal.save_note("privacy", 1, damaged) if damaged else journal.drop_note("privacy", 1)
        for private_line, expected in ((True, Privacy.BOOTH), (False, Privacy.TOKENS)):
            talk = Conversation(journal, content(), private_line=private_line, practice=False)
            said = [each.text for each in talk.resume(1)]
            assert at_table(talk).setting.privacy is expected
            assert any("how you kept secrets" in each for each in said)
            talk.close()
