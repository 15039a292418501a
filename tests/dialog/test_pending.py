"""Half an answer survives a kill: whatever was answered since the last move, the game goes on at that very question."""

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
    """At a new table, or at the one that was left."""
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
    """The same for other cards and other players."""
    at = at_table(talk)
    _, (filled, answering, *_), (_, *asked), waiting, _ = question(talk)
    return tuple(filled), answering, bool(at.now.speaker), bool(at.now.locked), *asked, waiting


ENOUGH = 60
"""Answers after which every kind of question has come."""


@pytest.mark.point(41)
@pytest.mark.parametrize("plan", list(plans_in_turn()), ids=plan_name)
def test_a_game_that_is_cut_at_every_half_answer_goes_on_at_the_same_question(plan: Plan, tmp_path: Path) -> None:
    """And it comes to where the game comes that nobody cut."""
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
    """A storyteller who has chosen a picture, and is asked for the clue; and whatever lies there."""
    with seated(path, Plan("dixit", "basic", SEATS, privacy=Privacy.OPEN, seed="one")) as talk:
        hear(talk, "I have a clue", "Lily", "one")
        asked = question(talk)
        assert asked[1][0].keys() >= {"card"}
        assert asked[2] == ("Lily", "clue", False)
    return asked


def test_the_picture_is_chosen_and_the_clue_comes_another_day(tmp_path: Path) -> None:
    path = tmp_path / "narrator.sqlite"
    asked = pick_first(path)
    with seated(path) as talk:
        assert question(talk) == asked
        hear(talk, "a long way home")
        assert at_table(talk).table.pending is None
    with seated(path) as talk:
        assert question(talk)[0].clue.text == "a long way home"


def test_who_has_locked_says_it_after_a_kill(tmp_path: Path) -> None:
    """Also after the first of them has said it: the move that is kept does not forget the others."""
    path = tmp_path / "narrator.sqlite"
    with seated(path, Plan("storytellers", "basic", SEATS, privacy=Privacy.TOKENS, seed="one")) as talk:
        for _ in range(2 * len(SEATS)):  # hands are told one after the other
            if at_table(talk).to_lock:
                hear(talk, "ready")
        assert not at_table(talk).to_lock
        for card in ("one", "two", "three"):
            before = talk.room
            hear(talk, card)
            if talk.room != before:
                break
        locked = at_table(talk).now.locked
        assert locked
    with seated(path) as talk:
        assert at_table(talk).now.locked == locked
        assert not at_table(talk).to_lock


def test_who_was_ready_to_hear_their_cards_is_not_called_again(tmp_path: Path) -> None:
    path = tmp_path / "narrator.sqlite"
    with seated(path, Plan("storytellers", "basic", SEATS, privacy=Privacy.TOKENS, seed="one")) as talk:
        hear(talk, "ready")
        asked = question(talk)
        assert at_table(talk).now.heard == {"Lily"}
    with seated(path) as talk:
        assert question(talk) == asked
        hear(talk, "ready")
        assert at_table(talk).now.heard == {"Lily", "Nick"}


def test_somebody_who_leaves_is_asked_back_again(tmp_path: Path) -> None:
    path = tmp_path / "narrator.sqlite"
    with seated(path, Plan("cat_dice", seats=SEATS, seed="one")) as talk:
        hear(talk, "Lily", "roll", "Nick is leaving")
        asked = question(talk)
    with seated(path) as talk:
        assert question(talk) == asked
        hear(talk, "yes")
        assert "Nick" not in [seat.name for seat in question(talk)[0].seats]


def test_in_the_booth_nothing_is_whispered_before_a_key_is_pressed(tmp_path: Path) -> None:
    """Who laid the first of two cards may have gone to bed: another day that player is called once more."""
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
        assert all(said.to is None for said in talk.resume(1))
        assert question(talk) == asked
        assert any(said.to for said in talk.key("1"))
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
def test_what_does_not_fit_is_told_and_dropped(text: str, tmp_path: Path) -> None:
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


def test_a_damaged_half_answer_is_told_once(tmp_path: Path) -> None:
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


def test_a_disk_that_is_full_at_half_an_answer_leaves_the_question(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
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
def test_secrets_whose_way_is_not_known_are_kept_as_well_as_can_be(damaged: str | None, tmp_path: Path) -> None:
    path = tmp_path / "narrator.sqlite"
    pick_first(path)
    with Journal.open(path) as journal:
        _ = journal.save_note("privacy", 1, damaged) if damaged else journal.drop_note("privacy", 1)
        for private_line, expected in ((True, Privacy.BOOTH), (False, Privacy.TOKENS)):
            talk = Conversation(journal, content(), private_line=private_line, practice=False)
            said = [each.text for each in talk.resume(1)]
            assert at_table(talk).setting.privacy is expected
            assert any("How secrets were kept" in each for each in said)
            talk.close()
