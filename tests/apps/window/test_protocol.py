"""The window without a browser: the messages on the wire, and who may receive them."""

import json
import logging
import re
import socket
import time
from contextlib import closing
from pathlib import Path
from queue import SimpleQueue

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus

from narrator.apps.window import server
from narrator.apps.window.browser_window import BrowserWindow, open_window_file
from narrator.apps.window.hub import CLOSE_MOVED, CLOSE_REFUSED, CLOSE_SHUT, MAX_MESSAGE_BYTES, MESSAGE_BURST
from narrator.core.game import Seat
from narrator.games.hosting.plan import Plan, Privacy
from narrator.language.lines.preferences import Preferences
from narrator.speech.ports import Inbox, UtteranceHeard
from tests.apps.window.window_session import TIMEOUT_S, WebClient, WindowSession, open_window_session

NAMES = ("Lily", "Nick", "Julie", "Mia")
SEATS = tuple(Seat(name) for name in NAMES)
STORY = Plan("storytellers", "basic", SEATS, seed="a", privacy=Privacy.OPEN)
PICTURES = Plan("dixit", "basic", SEATS, seed="a", privacy=Privacy.PHONES)


@pytest.fixture
def story(tmp_path: Path):
    with open_window_session(tmp_path, STORY) as session:
        yield session


@pytest.fixture
def pictures(tmp_path: Path):
    with open_window_session(tmp_path, PICTURES, phones=True) as session:
        yield session


# --- the big screen ------------------------------------------------------------------------------


def test_typed_words_are_answered_on_every_page(story: WindowSession) -> None:
    screens = [story.big_screen().open() for _ in range(2)]
    for screen in screens:
        assert screen.wait_for_page(lambda page: page["lines"])["title"] == "Storytellers"
    screens[0].send(kind="say", text="who is playing")
    for screen in screens:
        page = screen.wait_for_page(lambda page: "playing Storytellers" in page["question"])
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
        assert screen.wait_for_page(lambda page: page["size"] == 50)["question"].startswith("Bigger")
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
    assert screen.receive() == {"kind": "speaking", "line": 0, "start": 0, "end": len(said.text.split(".")[0])}
    assert screen.receive()["state"] == "speaking"
    story.window.clear_spoken_words()
    assert screen.receive()["line"] == -1
    assert screen.receive()["state"] == "listening"
    story.window.show_loudness(lambda: -20.0)
    assert screen.receive() == {"kind": "meter", "state": "listening", "level": 8}
    assert page["lines"][0] == said.text


# --- phones --------------------------------------------------------------------------------------


def give_clue(session: WindowSession, *others: str) -> dict[str, WebClient]:
    phones = {name: session.phone(name).open() for name in ("Lily", *others)}
    phones["Lily"].wait_for_page(lambda page: page["slots"])
    phones["Lily"].send(kind="choose", values={"card": 2, "clue": "a quiet storm"})
    return phones


def test_players_choose_on_their_phones_in_any_order(pictures: WindowSession) -> None:
    screen, phones = pictures.big_screen().open(), give_clue(pictures, *NAMES[1:])
    for name in ("Mia", "Nick", "Julie"):
        phones[name].wait_for_page(lambda page: page["slots"] and "storm" in json.dumps(page["panels"]))
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
    chosen = phones["Mia"].wait_for_page(lambda page: page["slots"] and page["panels"])["slots"][0]["cards"][0]
    phones["Mia"].send(kind="choose", values={"card": 1})
    page = screen.wait_for_page(lambda page: "Mia" in page["lines"][0])
    assert chosen["name"] not in json.dumps(page)


def test_choice_can_be_taken_back_after_others_have_chosen(pictures: WindowSession) -> None:
    phones = give_clue(pictures, *NAMES[1:])
    for name in ("Mia", "Nick"):
        phones[name].wait_for_page(lambda page: page["slots"] and page["panels"])
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
        phones[name].wait_for_page(lambda page: page["slots"] and page["panels"])
        phones[name].send(kind="choose", values={"card": 1})
        if name == "Nick":
            screen.wait_for_page(lambda page: "Nick" in page["lines"][0])
            screen.send(kind="say", text="ready")
            screen.wait_for_page(lambda page: page["lines"][0].endswith("one of six.") and "ready" in page["question"])
            screen.send(kind="say", text="ready")
            assert "Julie" in screen.wait_for_page(lambda page: "phone" in page["question"])["question"]
            screen.send(kind="say", text="one")
            assert "hidden" in screen.wait_for_page(lambda page: "hidden" in page["question"])["question"]
    screen.wait_for_page(lambda page: "Julie" in page["lines"][0] and "Mia" in page["question"])
    screen.send(kind="say", text="one")
    assert screen.wait_for_page(lambda page: len(page["panels"]) > 1)


def test_phone_reconnects_to_the_same_page(pictures: WindowSession) -> None:
    phone = give_clue(pictures, "Nick")["Nick"]
    page = phone.wait_for_page(lambda page: page["slots"] and page["panels"])
    phone.close()
    assert phone.open().receive() == page


def test_seat_has_one_holder(pictures: WindowSession) -> None:
    key = pictures.window._keys.invitation_for("Lily").key
    phone = WebClient(pictures.phone_address, key).open()
    phone.wait_for_page(lambda page: page["seat"] == "Lily")
    assert WebClient(pictures.phone_address, key).joined == 403
    again = WebClient.__new__(WebClient)
    again.__dict__.update(phone.__dict__)
    again.open()
    with pytest.raises(ConnectionClosed) as closed:
        phone.read_until_closed()
    assert closed.value.rcvd.code == CLOSE_MOVED


def test_lost_phone_is_replaced_by_voice(pictures: WindowSession) -> None:
    screen, lost = pictures.big_screen().open(), pictures.phone("Lily").open()
    screen.wait_for_page(lambda page: "Lily's phone" in page["question"] or "phone is here" in page["lines"][0])
    screen.send(kind="say", text="Lily has a new phone")
    page = screen.wait_for_page(lambda page: any(invite["seat"] == "Lily" for invite in page["invites"]))
    with pytest.raises(ConnectionClosed):
        lost.read_until_closed()
    with pytest.raises(InvalidStatus):
        lost.open()
    words = next(invite["words"] for invite in page["invites"] if invite["seat"] == "Lily")
    found = WebClient(pictures.phone_address, words.replace("-", " ").upper()).open()
    assert found.wait_for_page(lambda page: page["hand"])["seat"] == "Lily"


def test_phone_has_its_own_font_size(pictures: WindowSession) -> None:
    phone, other = pictures.phone("Lily").open(), pictures.phone("Nick").open()
    phone.send(kind="look", size=120, theme="calm")
    assert phone.wait_for_page(lambda page: page["size"] == 120)["theme"] == "calm"
    assert other.wait_for_page(lambda page: True)["size"] == 26


# --- access --------------------------------------------------------------------------------------


def test_stranger_sees_only_the_join_page(story: WindowSession) -> None:
    screen = story.big_screen()
    screen.cookie = ""
    status, headers, body = screen.request("GET", "/")
    assert (status, b"Four words" in body) == (200, True)
    assert "script-src 'self'" in headers["content-security-policy"]
    with pytest.raises(InvalidStatus):
        screen.open()
    assert screen.request("GET", "/code/Lily")[0] == 404


@pytest.mark.parametrize("host", ["evil.example", "evil.example:8642", "127.0.0.1", "127.0.0.1:1", ""])
def test_request_with_another_host_is_refused(story: WindowSession, host: str) -> None:
    screen = story.big_screen()
    connection = socket.create_connection(screen.host.split(":"), 5)
    with closing(connection):
        connection.sendall(f"GET / HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n".encode())
        assert connection.recv(100).split()[1] in (b"421", b"400")


@pytest.mark.parametrize("origin", ["http://evil.example", "null", ""])
def test_request_from_another_origin_is_refused(story: WindowSession, origin: str) -> None:
    screen = story.big_screen()
    assert screen.request("POST", "/join", json.dumps({"secret": "x" * 22}), Origin=origin)[0] == 421
    address, screen.address = screen.address, origin or "http://x"
    with pytest.raises(InvalidStatus):
        screen.open()
    screen.address = address


def test_cookie_is_hidden_from_scripts_and_pages_have_no_inline_code(story: WindowSession) -> None:
    screen = story.big_screen()
    assert "HttpOnly" in screen.set_cookie
    assert "SameSite=strict" in screen.set_cookie
    page = screen.request("GET", "/")[2].decode()
    assert page.count("<script") == page.count('<script src="/static/') > 0
    assert "style=" not in page
    assert not re.search(r"\son\w+=", page)


def test_server_uses_only_loopback_without_phones(tmp_path: Path) -> None:
    with open_window_session(tmp_path, STORY) as session:
        assert [address.split(":")[1] for address in session.window._server.addresses] == ["//127.0.0.1"]
        with pytest.raises(ConnectionRefusedError):
            socket.create_connection(("127.0.0.2", int(session.phone_address.rsplit(":", 1)[1])), 1)


def test_page_loads_less_than_150_kilobytes(story: WindowSession) -> None:
    screen = story.big_screen()
    loaded = [
        screen.request("GET", path)[2] for path in ("/", "/static/style.css", "/static/page.js", "/static/icon.svg")
    ]
    loaded += [screen.request("GET", f"/static/atkinson-{weight}.woff2")[2] for weight in (400, 700)]
    screen.open().wait_for_page(lambda page: page["lines"])
    assert all(loaded)
    assert sum(map(len, loaded)) + len(screen.raw[-1]) < 150_000


# --- hostile clients -----------------------------------------------------------------------------

INVALID_MESSAGES = [
    "",
    "{}",
    "[]",
    "null",
    "\x00",
    '{"kind": "say"}',
    '{"kind": "say", "text": ""}',
    '{"kind": "say", "text": "a", "seat": "Lily"}',
    '{"kind": "look", "size": 9999, "theme": "night"}',
    '{"kind": "choose", "values": {"card": -1}}',
    '{"kind": "choose", "values": {"card": true}}',
    json.dumps({"kind": "say", "text": "a" * MAX_MESSAGE_BYTES}),
    "[" * 2000,
]


@pytest.mark.parametrize("text", INVALID_MESSAGES, ids=range(len(INVALID_MESSAGES)))
def test_invalid_message_closes_only_that_connection(story: WindowSession, text: str) -> None:
    good, bad = story.big_screen().open(), story.big_screen().open()
    bad.socket.send(text)
    with pytest.raises(ConnectionClosed) as closed:
        bad.read_until_closed()
    assert closed.value.rcvd is None or closed.value.rcvd.code in (CLOSE_REFUSED, 1009)
    good.send(kind="say", text="who is playing")
    good.wait_for_page(lambda page: "playing Storytellers" in page["question"])


def test_flood_of_messages_does_not_disturb_the_table(story: WindowSession, monkeypatch: pytest.MonkeyPatch) -> None:
    taken = []
    monkeypatch.setattr(story.conversation, "change_display", lambda *look, reader: taken.append(look))
    good, bad = story.big_screen().open(), story.big_screen().open()
    with pytest.raises(ConnectionClosed):
        bad.send_many(10_000)
    good.send(kind="say", text="who is playing")
    good.wait_for_page(lambda page: "playing Storytellers" in page["question"])
    assert len(taken) < 2 * MESSAGE_BURST


def test_connection_without_a_request_is_closed_but_not_a_page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(server, "FIRST_REQUEST_TIMEOUT_S", 1.0)
    with open_window_session(tmp_path, STORY) as session:
        screen = session.big_screen().open()
        host, port = screen.host.split(":")
        with closing(socket.create_connection((host, int(port)), TIMEOUT_S)) as half:
            half.sendall(b"GET / HTTP/1.1\r\nHost:")
            assert half.recv(1) == b""  # by then the page, which connected earlier, would be closed as well
        screen.send(kind="say", text="who is playing")
        assert screen.wait_for_page(lambda page: "playing Storytellers" in page["question"])


def test_reconnecting_does_not_reset_the_rate_limit(story: WindowSession) -> None:
    bad = story.big_screen().open()
    with pytest.raises(ConnectionClosed):
        bad.send_many(10_000)
    bad.open().send(kind="look", size=40, theme="night")
    with pytest.raises(ConnectionClosed):
        bad.read_until_closed()


def test_bad_connections_do_not_disturb_the_table(story: WindowSession) -> None:
    screen, bad = story.big_screen().open(), story.big_screen()
    host, port = screen.host.split(":")
    half = [socket.create_connection((host, int(port)), 5) for _ in range(20)]
    for each in half:
        each.sendall(b"GET / HTTP/1.1\r\nHost:")
    bad.open().socket.send(b"\x00\xff")
    with pytest.raises(ConnectionClosed):
        bad.read_until_closed()
    screen.send(kind="say", text="who is playing")
    screen.wait_for_page(lambda page: "playing Storytellers" in page["question"])
    for each in half:
        each.close()


def test_huge_body_is_refused(story: WindowSession) -> None:
    assert story.big_screen().request("POST", "/join", "x" * 100_000)[0] == 413


def test_only_the_phone_of_a_seat_can_choose_for_it(pictures: WindowSession) -> None:
    screen, phones = pictures.big_screen().open(), give_clue(pictures, *NAMES[1:])
    phones["Nick"].wait_for_page(lambda page: page["slots"] and page["panels"])
    screen.send(kind="choose", values={"card": 1})
    phones["Lily"].send(kind="choose", values={"card": 1})  # she has given her clue already
    note = phones["Lily"].wait_for_page(lambda page: page["note"])["note"]
    assert "no longer open" in note
    assert phones["Nick"].page["slots"]
    held = []
    pictures.run_in_session(lambda: held.append(pictures.conversation.game_topic.table.waiting()))
    assert set(held[0]) == {"Nick", "Julie", "Mia"}


def test_bedtime_page_is_dim_and_has_command_buttons(tmp_path: Path) -> None:
    inbox: Inbox = SimpleQueue()
    window = BrowserWindow(inbox)
    assert window.open()
    try:
        split = window.address.split("/#")
        screen = WebClient(*split).open()
        window.show_bedtime_sentence("The Owl", "The owl shut one eye.")
        page = screen.wait_for_page(lambda page: page["question"] == "The owl shut one eye.")
        assert page["dim"]
        screen.send(kind="say", text=page["choices"][0]["name"])
        assert inbox.get(timeout=TIMEOUT_S) == UtteranceHeard("Softer")
    finally:
        window.close()


def test_guessing_a_passphrase_is_slowed_down(story: WindowSession) -> None:
    screen = story.big_screen()
    guess = json.dumps({"secret": "acorn acorn acorn acorn"})
    assert [screen.request("POST", "/join", guess)[0] for _ in range(3)] == [403, 429, 429]


def test_keys_are_neither_logged_nor_written_to_disk(
    story: WindowSession, caplog: pytest.LogCaptureFixture, capfd: pytest.CaptureFixture[str]
) -> None:
    caplog.set_level(logging.DEBUG)
    invitation = story.window._keys.invitation_for(None)
    screen = story.big_screen().open()
    screen.wait_for_page(lambda page: page["lines"])
    screen.socket.send("nonsense")
    with pytest.raises(ConnectionClosed):
        screen.read_until_closed()
    written = "".join(capfd.readouterr()) + open_window_file().read_text("utf-8")
    written += "".join(f"{record.name} {record.getMessage()}" for record in caplog.records if is_from_server(record))
    for secret in (invitation.key, invitation.passphrase, screen.cookie.split("=")[1]):
        assert secret not in written


def is_from_server(record: logging.LogRecord) -> bool:
    """Return whether the server logged this. The test's own client logs its cookie in another thread."""
    return record.threadName == "window"


def test_phone_gets_no_qr_codes_and_loses_its_seat_when_released(pictures: WindowSession) -> None:
    phone, screen = pictures.phone("Lily"), pictures.big_screen()
    assert screen.request("GET", "/code/Nick")[0] == 200
    assert phone.request("GET", "/code/Nick")[0] == 404
    pictures.window.release("Lily")
    assert b"door" in phone.request("GET", "/")[2]
    with pytest.raises(InvalidStatus):
        phone.open()


def test_repeated_choice_counts_once(pictures: WindowSession) -> None:
    phones = give_clue(pictures, *NAMES[1:])
    phones["Nick"].wait_for_page(lambda page: page["slots"] and page["panels"])
    for _ in range(3):
        phones["Nick"].send(kind="choose", values={"card": 1})
    assert phones["Nick"].wait_for_page(lambda page: page["note"])["undo"]
    laid = []
    pictures.run_in_session(lambda: laid.append(dict(pictures.conversation.game_topic.table.state.laid)))
    assert len(laid[0]["Nick"]) == 1


def test_many_connections_from_one_address_do_not_block_others(
    story: WindowSession, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(server, "MAX_CONNECTIONS_PER_ADDRESS", 10)
    screen = story.big_screen().open()
    host, port = screen.host.split(":")
    many = [socket.create_connection((host, int(port)), 5) for _ in range(30)]
    until = time.monotonic() + TIMEOUT_S
    while sum(is_closed(each) for each in many) < 20:
        assert time.monotonic() < until
    screen.send(kind="say", text="who is playing")
    assert screen.wait_for_page(lambda page: "playing Storytellers" in page["question"])
    for each in many:
        each.close()


def is_closed(connection: socket.socket) -> bool:
    """Return whether the other side has closed the connection."""
    connection.settimeout(0.01)
    try:
        return connection.recv(1, socket.MSG_PEEK) == b""
    except TimeoutError:
        return False
    except ConnectionResetError:
        return True


def test_every_response_has_the_security_headers(story: WindowSession) -> None:
    screen = story.big_screen()
    for path in ("/", "/static/page.js", "/static/nothing", "/library", "/code/Lily", "/nowhere"):
        _, headers, _ = screen.request("GET", path)
        assert headers["content-security-policy"] == server.CONTENT_SECURITY_POLICY, path
        assert headers["x-content-type-options"] == "nosniff"
    assert "unsafe" not in server.CONTENT_SECURITY_POLICY
    assert "default-src 'none'" in server.CONTENT_SECURITY_POLICY
