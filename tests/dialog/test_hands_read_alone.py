"""Secrets without a booth: each player hears their own hand alone, and no hand is read after a card was laid."""

import random
from collections.abc import Iterator
from pathlib import Path

import pytest

from narrator.apps.demo.guests import Guest
from narrator.core.game import Seat
from narrator.dialog.conversation import Conversation
from narrator.games.hosting.host import host_of
from narrator.games.hosting.plan import Plan, Privacy
from narrator.language.lines.outbox import SpokenLine
from narrator.storage.journal import Journal
from tests.support.tables import NAMES, content, conversation, put

FOUR = tuple(Seat(name, 7 + number) for number, name in enumerate(NAMES[:4]))
GAMES = ("storytellers", "dixit", "storyline", "odyssey")


@pytest.fixture(params=GAMES)
def tokens(request: pytest.FixtureRequest) -> Iterator[Conversation]:
    with conversation(Plan(request.param, "basic", FOUR, privacy=Privacy.TOKENS, seed="hands")) as talk:
        yield talk


def names_in_hand(talk: Conversation, seat: str) -> list[str]:
    assert talk.game_topic is not None
    table = talk.game_topic.table
    return [card.spoken for card in host_of(table.name).hand_choices(table.state, seat, content())]


def test_hand_is_not_read_before_its_owner_is_ready(tokens: Conversation) -> None:
    player, told = Guest(random.Random(2)), 0
    said = tokens.open()
    for _ in range(40):
        game_topic = tokens.game_topic
        if game_topic is None or told > 5:
            break
        waiting = game_topic.now.side_question
        words = player.answer(tokens)
        answer = put(tokens, words)
        alone = [each for each in answer if each.audience.alone]
        assert all(each.audience.seat for each in alone)
        if alone:
            told += 1
            assert waiting is not None
            assert waiting.ready is not None
            assert words == "ready"
            assert str(alone[0].audience.seat) in said[-1].text
            assert "“ready”" in said[-1].text.casefold()
            assert answer[len(alone)].audience.seat is None, "all are told that they may listen again"
        said = answer
    assert told


@pytest.mark.parametrize("words", ["what does {} have", "what are {}'s cards", "which cards does {} have"])
def test_hand_is_not_read_after_a_card_was_laid(words: str) -> None:
    with conversation(Plan("storytellers", "basic", FOUR, privacy=Privacy.TOKENS, seed="hands")) as talk:
        talk.open()
        while talk.game_topic is not None and talk.game_topic.now.side_question:
            talk.hear("ready")
        talk.hear("ready")
        talk.hear("one")
        held = names_in_hand(talk, "Lily")
        answer = talk.hear(words.format("Lily"))
        assert not any(name in each.text for each in answer for name in held)
        assert not any(each.audience.seat for each in answer)


@pytest.mark.parametrize("words", ["ready", "only me", "it's just me", "I am alone now"])
def test_hand_is_read_again_to_its_owner_alone(words: str) -> None:
    with conversation(Plan("storytellers", "basic", FOUR, privacy=Privacy.TOKENS, seed="hands")) as talk:
        talk.open()
        while talk.game_topic is not None and talk.game_topic.now.side_question:
            talk.hear("ready")
        asked = talk.hear("what does Nick have")
        assert "“Ready”?" in asked[0].text
        told = talk.hear(words)
        assert [each.audience.seat for each in told if each.audience.seat] == ["Nick"] * 5
        assert not told[-1].audience.seat


def test_secret_hand_is_read_with_numbers(tokens: Conversation) -> None:
    """Only the number is said aloud later, so the owner must have heard it; each kind of a tale begins at one."""
    tokens.open()
    player = Guest(random.Random(2))
    hands: list[list[str]] = []
    while len(hands) < 8:
        alone = [each.text for each in put(tokens, player.answer(tokens)) if each.audience.alone]
        hands += [alone] if alone else []
    for hand in hands:
        numbers = [text.rstrip(".").rpartition(": ")[2].split()[0] for text in hand]
        words = ["one", "two", "three", "four", "five", "six"][: len(hand)]
        kinds = ["one", "two"] * (len(hand) // 2)
        assert numbers == (kinds if tokens.game == "storyline" else words)


def test_newly_dealt_character_is_described_in_full() -> None:
    with conversation(Plan("storytellers", "basic", FOUR, privacy=Privacy.TOKENS, seed="hands")) as talk:
        talk.open()
        first = [each.text for each in talk.hear("ready") if each.audience.alone]
        cards = [content().character(name) for name in talk.game_topic.table.state.hands["Lily"]]
        assert [text.partition(": ")[0].casefold() for text in first] == [each.picture.casefold() for each in cards]
        player = Guest(random.Random(2))
        while len(talk.game_topic.table.state.book) < 2:
            put(talk, player.answer(talk))
        again = [each.text for each in talk.hear("ready") if each.audience.alone]
        new = content().character(talk.game_topic.table.state.hands["Lily"][-1])
        assert again[-1].casefold() == f"{new.picture}: five.".casefold()
        assert not any(each.picture in " ".join(again) for each in cards)


def test_repeat_leaves_out_what_one_player_heard_alone(tokens: Conversation) -> None:
    tokens.open()
    player = Guest(random.Random(2))
    for _ in range(8):
        answer = put(tokens, player.answer(tokens))
        if any(each.audience.alone for each in answer):
            again: tuple[SpokenLine, ...] = tokens.hear("repeat")
            assert not any(each.audience.seat for each in again)
            return
    raise AssertionError("no hand was told")


def test_practice_round_announces_its_privacy() -> None:
    with conversation(Plan("dixit", "basic", FOUR, privacy=Privacy.TOKENS, seed="hands"), practice=True) as talk:
        talk.open()
        begun = " ".join(each.text for each in talk.hear("yes"))
        assert "pictures are secret" in begun


def test_practice_round_leaves_no_memory() -> None:
    player = Guest(random.Random(2))
    with conversation(Plan("storytellers", "basic", FOUR, privacy=Privacy.TOKENS, seed="hands"), practice=True) as talk:
        talk.open()
        said = talk.hear("yes")
        for _ in range(60):
            if talk.game_topic is not None and not talk.game_topic.setting.practice:
                break
            said = put(talk, player.answer(talk))
        assert "hands over your ears" in said[-1].text.casefold()
        told = talk.hear("ready")
        pictures = [content().character(card).picture for card in talk.game_topic.table.state.hands["Lily"]]
        alone = [each.text.casefold() for each in told if each.audience.alone]
        assert [text.partition(": ")[0] for text in alone] == [each.casefold() for each in pictures]


def test_without_speaker_and_terminal_no_hand_is_told_in_the_room(tmp_path: Path) -> None:
    plan = Plan("storytellers", "basic", FOUR, seed="hands")
    with Journal.open(tmp_path / "narrator.sqlite") as journal:
        talk = Conversation(journal, content(), plan, practice=False, alone=None)
        said = " ".join(each.text for each in talk.open())
        assert talk.game_topic is not None
        assert talk.game_topic.setting.privacy is Privacy.OPEN
        assert "No secrets tonight" in said
        talk.close()
