"""Pairs of games that differ only in a secret are the same on every surface of everybody else.

`python -m bench.leaks` plays thousands of random pairs; these are a few of each kind.
"""

from dataclasses import replace
from pathlib import Path

import pytest

from narrator.core.game import Seat
from narrator.games.hosting.plan import Plan, Privacy
from narrator.speech.ports import ChosenOnPhone, UtteranceHeard
from tests.support.surfaces import Evening
from tests.support.tables import content, plan_name
from tests.support.twins import Case, cases, hands, open_pair

CASES = list(cases(range(1, 4), steps=20))
NAMES = ("Lily", "Nick", "Julie", "Mia")
SEATS = tuple(Seat(name, 8) for name in NAMES)
STORY = Plan("storytellers", "basic", SEATS, privacy=Privacy.TOKENS, seed="a")
PICTURES = Plan("dixit", "basic", SEATS, privacy=Privacy.PHONES, seed="a")
CLUE = ChosenOnPhone("Lily", {"card": 2, "clue": "a quiet storm"})


@pytest.mark.point(40)
@pytest.mark.parametrize("case", CASES, ids=str)
def test_secret_changes_no_surface_of_the_others(case: Case) -> None:
    with open_pair(case) as pair:
        assert pair.play() > 1, "nothing was compared"


def say(evening: Evening, *words: str) -> None:
    for each in words:
        evening.take(UtteranceHeard(each))


def hand(evening: Evening, seat: str) -> list[str]:
    return [card.spoken for card in hands(evening)[seat]]


def pictures_shown(evening: Evening, seat: str, *surfaces: str) -> list[str]:
    """Return the descriptions of this player's cards that are on these surfaces."""
    shown = "\n".join(text for surface in surfaces for text in evening.record[surface]).casefold()
    pictures = [card.as_new_in_hand().description or "" for card in hands(evening)[seat]]
    return [picture for picture in pictures if picture.casefold() in shown]


@pytest.fixture
def story(tmp_path: Path) -> Evening:
    """Open a table with tokens and a window, without sound, at which all players have read their hands."""
    evening = Evening(tmp_path, STORY, content(), phones=(), window=True, speaker=False)
    for _ in NAMES:
        say(evening, "ready", "ready")
    return evening


def test_hand_read_alone_is_on_no_page(story: Evening) -> None:
    assert not [pictures_shown(story, seat, "screen") for seat in NAMES if pictures_shown(story, seat, "screen")]


@pytest.mark.parametrize("speaker", [True, False])
def test_private_output_is_preferred_to_hands_on_ears(tmp_path: Path, speaker: bool) -> None:
    evening = Evening(tmp_path, STORY, content(), phones=(), window=True, speaker=speaker, private=True)
    assert "booth" in evening.record["terminal"][-1]
    say(evening, "ready")
    assert len([text for text in evening.record["Lily"] if text.startswith("booth ")]) == len(hand(evening, "Lily"))
    assert "When you know your cards" in evening.record["terminal"][-1]
    say(evening, "ready")
    assert "Nick" in evening.record["terminal"][-1]
    others = "\n".join(text for surface, shown in evening.record.items() if surface != "Lily" for text in shown)
    assert not [card for card in hand(evening, "Lily") if card in others]
    assert not [words for words in ("hands over", "look away") if words in others.casefold()]


def test_hand_of_player_without_a_phone_is_on_no_page(tmp_path: Path) -> None:
    evening = Evening(tmp_path, PICTURES, content(), phones=NAMES[:3], window=True, speaker=False)
    evening.take(CLUE)
    say(evening, "ready", "ready", "ready")
    assert not pictures_shown(evening, "Mia", "terminal", "screen", *NAMES[:3])


def test_resumed_game_asks_on_the_phones_that_belong_to_it(tmp_path: Path) -> None:
    evening = Evening(tmp_path, PICTURES, content(), phones=NAMES, window=True, speaker=False)
    evening.take(CLUE)
    evening.record.clear()
    evening.restart()
    assert "phone" in evening.record["terminal"][-1]
    assert not [text for text in evening.record["terminal"] if "look away" in text or "ears" in text]
    say(evening, "ready")
    assert not pictures_shown(evening, "Lily", "terminal", "screen", "Nick")


def test_resumed_game_without_its_phones_shows_no_hand(tmp_path: Path) -> None:
    evening = Evening(tmp_path, PICTURES, content(), phones=NAMES, window=True, speaker=False)
    evening.take(CLUE)
    evening.record.clear()
    assert evening.window is not None
    evening.window.phones.clear()
    evening.restart()
    say(evening, "ready", "ready", "ready")
    assert not pictures_shown(evening, "Nick", "screen", "Julie")


@pytest.mark.parametrize("mangle", [str, lambda name: f"I take the {name}"])
def test_named_card_is_answered_alike_whether_it_is_in_the_hand(story: Evening, mangle: object) -> None:
    assert callable(mangle)
    say(story, "ready")
    mine = hand(story, "Lily")
    theirs = hand(story, "Nick")
    for card in (mine[0], theirs[0], mine[3], theirs[3]):
        say(story, mangle(card.removeprefix("the ")))
        assert "ust the number" in story.record["terminal"][-1]
    assert not [card for card in mine + theirs if card in "\n".join(story.record["screen"])]


def test_typed_undo_takes_back_only_the_choice_of_its_player(tmp_path: Path) -> None:
    evening = Evening(tmp_path, PICTURES, content(), phones=NAMES, window=True, speaker=False)
    evening.take(CLUE)
    evening.take(ChosenOnPhone("Nick", {"card": 1}))
    evening.take(UtteranceHeard("undo", seat="Julie"))
    assert evening.talk.game_topic is not None
    assert "Nick" in evening.talk.game_topic.table.state.laid
    evening.take(UtteranceHeard("undo", seat="Nick"))
    assert "Nick" not in evening.talk.game_topic.table.state.laid


def test_cards_asked_for_on_a_phone_are_those_of_its_player(tmp_path: Path) -> None:
    evening = Evening(tmp_path, PICTURES, content(), phones=NAMES, window=True, speaker=False)
    evening.take(CLUE)
    before = len(evening.record["terminal"])
    evening.take(UtteranceHeard("what are my cards", seat="Julie"))
    assert len(evening.record["terminal"]) == before, "the room hears nothing"
    note = evening.record["Julie"][-1].split('"note":')[1][:400]
    assert any(card.removeprefix("the ") in note for card in hand(evening, "Julie"))


def test_phone_is_replaced_only_from_the_room(tmp_path: Path) -> None:
    evening = Evening(tmp_path, PICTURES, content(), phones=NAMES, window=True, speaker=False)
    evening.take(UtteranceHeard("Lily has a new phone", seat="Mia"))
    say(evening, "Lily has a new phone", "no")
    assert evening.window is not None
    assert "Lily" in evening.window.holders
    say(evening, "Lily has a new phone", "yes")
    assert "Lily" not in evening.window.holders


def test_lost_phone_is_named_with_a_way_on(tmp_path: Path) -> None:
    evening = Evening(tmp_path, PICTURES, content(), phones=NAMES, window=True, speaker=False)
    evening.take(CLUE)
    assert evening.window is not None
    evening.window.lost.add("Nick")
    say(evening, "go on")
    assert "“Nick has no phone”" in evening.record["terminal"][-1]


def test_clue_from_a_phone_has_no_marks_that_turn_the_text(tmp_path: Path) -> None:
    evening = Evening(tmp_path, PICTURES, content(), phones=NAMES, window=True, speaker=False)
    evening.take(ChosenOnPhone("Lily", {"card": 2, "clue": "a \u202equiet\u202c storm"}))
    assert "Lily's clue: a quiet storm." in evening.record["terminal"][-1]
    assert not [page for page in evening.record["screen"] if "\u202e" in page]


@pytest.mark.parametrize("plan", [replace(STORY, privacy=Privacy.PHONES), PICTURES], ids=plan_name)
def test_hand_is_told_whole_although_a_phone_chose_meanwhile(tmp_path: Path, plan: Plan) -> None:
    evening = Evening(tmp_path, plan, content(), phones=NAMES[:3], window=False, speaker=False)
    if plan is PICTURES:
        evening.take(CLUE)
    assert "Mia" in evening.record["terminal"][-1]
    evening.take(ChosenOnPhone("Nick", {"card": 1}))
    told = [line.text.casefold() for line in evening.talk.hear("ready") if line.audience.seat == "Mia"]
    assert len(told) == len(hands(evening)["Mia"])
    assert not [text for text in told if "none" in text]
    assert len(set(told)) == len(told)
