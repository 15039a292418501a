"""The messages on the wire: what the pages show, and what they send."""

import json
import socket
from pathlib import Path

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus

from narrator.apps.window import hub
from narrator.apps.window.hub import CLOSE_MOVED, CLOSE_SHUT
from narrator.language.lines.preferences import Preferences
from narrator.speech.ports import UtteranceHeard
from tests.apps.window.window_session import (
    NAMES,
    STORY,
    TIMEOUT_S,
    WebClient,
    WindowSession,
    give_clue,
    open_window_session,
)

# --- the big screen ------------------------------------------------------------------------------


def test_typed_words_are_answered_on_every_page(story: WindowSession) -> None:
    screens = [story.big_screen().open() for _ in range(2)]
    for screen in screens:
        assert screen.wait_for_page(lambda page: page["lines"])["title"] == "Storytellers"
    screens[0].send(kind="say", text="who is playing")
    for screen in screens:
        page = screen.wait_for_page(lambda page: "playing Storytellers" in " ".join(page["beside"]))
        assert [player["name"] for player in page["players"]] == [*NAMES]


def test_page_is_the_same_after_a_reload(story: WindowSession) -> None:
    screen = story.big_screen().open()
    page = screen.wait_for_page(lambda page: page["lines"])
    screen.close()
    assert screen.open().receive() == page


def test_page_has_story_question_and_what_can_be_said(story: WindowSession) -> None:
    page = story.big_screen().open().wait_for_page(lambda page: page["lines"])
    assert page["question"] == page["lines"][-1]
    assert page["story"]
    assert page["can_say"]
    assert any(player["turn"] for player in page["players"])


def test_size_changes_by_voice_and_by_hand_and_is_saved(tmp_path: Path) -> None:
    with open_window_session(tmp_path, STORY) as session:
        screen = session.big_screen().open()
        screen.send(kind="say", text="bigger")
        assert screen.wait_for_page(lambda page: page["size"] == 50)["beside"][0].startswith("Bigger")
        screen.send(kind="look", size=96, theme="amber", reader=True)
        page = screen.wait_for_page(lambda page: page["size"] == 96)
        assert (page["theme"], page["reader"]) == ("amber", True)
        kept = []
        session.run_in_session(
            lambda: kept.append(Preferences.from_json(session.conversation.journal.find_note("player", "Lily")))
        )
        assert (kept[0].size, kept[0].theme) == (96, "amber")


def test_window_opens_and_closes_by_voice(story: WindowSession) -> None:
    screen = story.big_screen().open()
    screen.send(kind="say", text="close the window")
    with pytest.raises(ConnectionClosed) as closed:
        screen.read_until_closed()
    assert closed.value.rcvd.code == CLOSE_SHUT
    story.inbox.put(UtteranceHeard("open the window"))
    story.run_in_session(lambda: None)
    assert story.big_screen().open().wait_for_page(lambda page: page["lines"])


def test_server_stops_with_the_game(tmp_path: Path) -> None:
    with open_window_session(tmp_path, STORY) as session:
        screen = session.big_screen().open()
        host, port = screen.host.split(":")
        screen.send(kind="say", text="goodbye")
        assert [card["name"] for card in screen.wait_for_page(lambda page: page["choices"])["choices"]] == ["Yes", "No"]
        screen.send(kind="say", text="yes")
        screen.wait_for_page(lambda page: page["over"])
    with pytest.raises(ConnectionRefusedError):
        socket.create_connection((host, int(port)), 1)


def test_spoken_words_are_marked(story: WindowSession) -> None:
    screen = story.big_screen().open()
    page = screen.wait_for_page(lambda page: page["lines"])
    said = story.window._said[0]
    story.window.mark_spoken_words(said, said.text.split(".")[0], 0)
    words = said.text.split(".")[0]
    assert screen.receive() == {"kind": "speaking", "line": 0, "start": 0, "end": len(words), "text": said.text}
    assert screen.receive()["state"] == "speaking"
    story.window.clear_spoken_words()
    assert screen.receive()["line"] == -1
    assert screen.receive()["state"] == "listening"
    story.window.show_loudness(lambda: -20.0)
    assert screen.receive() == {"kind": "meter", "state": "listening", "level": 8}
    assert page["lines"][0] == said.text


# --- phones --------------------------------------------------------------------------------------


def test_players_choose_on_their_phones_in_any_order(pictures: WindowSession) -> None:
    screen, phones = pictures.big_screen().open(), give_clue(pictures, *NAMES[1:])
    for name in ("Mia", "Nick", "Julie"):
        phones[name].wait_for_page(lambda page: page["slots"] and "storm" in page["clue"])
        phones[name].send(kind="choose", values={"card": 1})
    page = screen.wait_for_page(lambda page: len(page["panels"]) > 1)
    assert len(page["panels"][1]["cards"]) == len(NAMES)
    assert all(card["emoji"] and card["sentence"] for card in page["panels"][1]["cards"])
    for name in ("Nick", "Mia", "Julie"):
        slot = phones[name].wait_for_page(lambda page: page["slots"] and page["slots"][0]["name"] == "symbol")["slots"][
            0
        ]
        phones[name].send(kind="choose", values={"symbol": 1})
        page = phones[name].wait_for_page(lambda page: not page["slots"] or page["note"])
        if page["note"]:  # it was their own card
            assert page["slots"][0] == slot
            phones[name].send(kind="choose", values={"symbol": 2})
    assert screen.wait_for_page(lambda page: any(panel["title"] == "Standing" for panel in page["panels"]))


def test_room_learns_that_a_choice_was_made_but_not_which(pictures: WindowSession) -> None:
    screen, phones = pictures.big_screen().open(), give_clue(pictures, *NAMES[1:])
    chosen = phones["Mia"].wait_for_page(lambda page: page["slots"] and page["clue"])["slots"][0]["cards"][0]
    phones["Mia"].send(kind="choose", values={"card": 1})
    page = screen.wait_for_page(lambda page: "Mia" in page["lines"][0])
    assert chosen["name"] not in json.dumps(page)


def test_choice_can_be_taken_back_after_others_have_chosen(pictures: WindowSession) -> None:
    phones = give_clue(pictures, *NAMES[1:])
    for name in ("Mia", "Nick"):
        phones[name].wait_for_page(lambda page: page["slots"] and page["clue"])
        phones[name].send(kind="choose", values={"card": 1})
        assert phones[name].wait_for_page(lambda page: page["undo"])["slots"] == []
    phones["Mia"].send(kind="choose", values={})
    page = phones["Mia"].wait_for_page(lambda page: page["slots"])
    assert page["lines"][0].startswith("Mia")
    assert phones["Nick"].wait_for_page(lambda page: "Mia" in page["lines"][0])["undo"]
    phones["Mia"].send(kind="choose", values={"card": 3})
    assert phones["Mia"].wait_for_page(lambda page: page["undo"])


def test_player_without_a_phone_plays_at_the_same_table(pictures: WindowSession) -> None:
    screen, phones = pictures.big_screen().open(), give_clue(pictures, "Nick", "Julie")
    screen.wait_for_page(lambda page: "ready" in page["question"])
    for name in ("Nick", "Julie"):
        phones[name].wait_for_page(lambda page: page["slots"] and page["clue"])
        phones[name].send(kind="choose", values={"card": 1})
        if name == "Nick":
            screen.wait_for_page(lambda page: "Nick" in page["lines"][0])
            screen.send(kind="say", text="ready")
            screen.wait_for_page(lambda page: "Choose, then" in page["question"])
            screen.send(kind="say", text="ready")
            assert "Julie" in screen.wait_for_page(lambda page: "phone" in page["lines"][-1])["lines"][-1]
            screen.send(kind="say", text="one")
            screen.wait_for_page(lambda page: "secret a little longer" in page["lines"][-1])
    screen.wait_for_page(lambda page: "Julie" in page["lines"][0] and "Mia" in page["question"])
    hands: list[str] = []
    pictures.run_in_session(lambda: hands.extend(pictures.conversation.game_topic.table.state.hands["Mia"]))
    assert not [card for card in hands for client in (screen, *phones.values()) for text in client.raw if card in text]
    screen.send(kind="say", text="one")
    assert screen.wait_for_page(lambda page: len(page["panels"]) > 1)


def test_phone_reconnects_to_the_same_page(pictures: WindowSession) -> None:
    phone = give_clue(pictures, "Nick")["Nick"]
    page = phone.wait_for_page(lambda page: page["slots"] and page["clue"])
    phone.close()
    assert phone.open().receive() == page


def test_seat_has_one_holder(pictures: WindowSession) -> None:
    phone = pictures.phone("Lily").open()
    phone.wait_for_page(lambda page: page["seat"] == "Lily")
    assert pictures.phone("Lily").joined == 409
    again = WebClient.__new__(WebClient)
    again.__dict__.update(phone.__dict__)
    again.open()
    with pytest.raises(ConnectionClosed) as closed:
        phone.read_until_closed()
    assert closed.value.rcvd.code == CLOSE_MOVED


def test_lost_phone_is_replaced_by_voice(pictures: WindowSession) -> None:
    screen, lost = pictures.big_screen().open(), pictures.phone("Lily").open()
    screen.wait_for_page(lambda page: "Lily" not in page["invite"]["seats"])
    lost.send(kind="say", text="Lily has a new phone")
    assert "aloud" in lost.wait_for_page(lambda page: page["note"])["note"]
    screen.send(kind="say", text="Lily has a new phone")
    screen.wait_for_page(lambda page: "old one won't work anymore" in page["question"])
    screen.send(kind="say", text="yes")
    invite = screen.wait_for_page(lambda page: "Lily" in page["invite"]["seats"])["invite"]
    with pytest.raises(ConnectionClosed):
        lost.read_until_closed()
    with pytest.raises(InvalidStatus):
        lost.open()
    found = WebClient(pictures.phone_address, invite["words"].replace("-", " ").upper(), "Lily").open()
    assert found.wait_for_page(lambda page: page["hand"])["seat"] == "Lily"
    _, _, body = lost.request("GET", "/")
    assert "This seat moved to another phone" in body.decode()
    assert "<form" not in body.decode()


def test_phone_has_its_own_font_size(pictures: WindowSession) -> None:
    phone, other = pictures.phone("Lily").open(), pictures.phone("Nick").open()
    phone.send(kind="look", size=120, theme="calm")
    assert phone.wait_for_page(lambda page: page["size"] == 120)["theme"] == "calm"
    assert other.wait_for_page(lambda page: True)["size"] == 26


# --- acknowledgements ----------------------------------------------------------------------------


def test_repeated_message_counts_once_and_is_acknowledged_again(story: WindowSession) -> None:
    screen = story.big_screen().open()
    first = screen.send(kind="say", text="bigger")
    ack = screen.wait_for_ack(first)
    assert ack == {"kind": "ack", "id": first, "ok": True, "text": ""}
    size = screen.wait_for_page(lambda page: page["size"] > 40)["size"]
    screen.close()
    screen.open().send(kind="say", id=first, text="bigger")  # as a page does that lost the acknowledgement
    assert screen.wait_for_ack(first) == ack
    screen.wait_for_ack(screen.send(kind="say", text="who is playing"))
    assert screen.page["size"] == size


def test_choice_made_while_disconnected_counts_after_reconnecting(pictures: WindowSession) -> None:
    phones = give_clue(pictures, *NAMES[1:])
    turn = phones["Nick"].wait_for_page(lambda page: page["slots"] and page["clue"])["turn"]
    phones["Nick"].close()
    phones["Nick"].open()
    sent = phones["Nick"].send(kind="choose", values={"card": 1}, turn=turn)
    assert phones["Nick"].wait_for_ack(sent)["ok"]
    assert phones["Nick"].wait_for_page(lambda page: page["undo"])["slots"] == []


def test_choice_for_an_earlier_question_is_refused(pictures: WindowSession) -> None:
    phones = give_clue(pictures, *NAMES[1:])
    turn = phones["Nick"].wait_for_page(lambda page: page["slots"] and page["clue"])["turn"]
    for name in NAMES[1:]:
        phones[name].wait_for_page(lambda page: page["slots"] and page["clue"])
        assert phones[name].wait_for_ack(phones[name].send(kind="choose", values={"card": 1}))["ok"]
    phones["Nick"].wait_for_page(lambda page: page["slots"] and page["slots"][0]["name"] == "symbol")
    refused = phones["Nick"].wait_for_ack(phones["Nick"].send(kind="choose", values={"symbol": 2}, turn=turn))
    assert not refused["ok"]
    assert "too late for that" in refused["text"]
    assert phones["Nick"].page["slots"]


def test_choice_during_a_pause_is_refused_aloud(pictures: WindowSession) -> None:
    screen, phones = pictures.big_screen().open(), give_clue(pictures, "Nick")
    phones["Nick"].wait_for_page(lambda page: page["slots"] and page["clue"])
    screen.wait_for_ack(screen.send(kind="say", text="pause"))
    ack = phones["Nick"].wait_for_ack(phones["Nick"].send(kind="choose", values={"card": 1}))
    assert not ack["ok"]
    assert ack["text"]


def test_idle_page_gets_pings(story: WindowSession, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hub, "PING_INTERVAL_S", 0.05)
    screen = story.big_screen().open()
    kinds = [json.loads(screen.socket.recv(timeout=TIMEOUT_S))["kind"] for _ in range(6)]
    assert kinds[0] == "hello"
    assert kinds[-2:] == ["ping", "ping"]
