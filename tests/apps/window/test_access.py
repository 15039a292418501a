"""Who may open pages, and what hostile clients can do."""

import json
import logging
import re
import socket
import time
from contextlib import closing, suppress
from pathlib import Path
from queue import SimpleQueue

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus

from narrator.apps.window import connection_limits
from narrator.apps.window.browser_window import BrowserWindow
from narrator.apps.window.hub import CLOSE_REFUSED, MAX_MESSAGE_BYTES, MESSAGE_BURST
from narrator.apps.window.open_addresses import open_window_file
from narrator.apps.window.request_guard import CONTENT_SECURITY_POLICY
from narrator.games.hosting.plan import Plan, Privacy
from narrator.speech.ports import Inbox, UtteranceHeard
from tests.apps.window.window_session import (
    NAMES,
    PICTURES,
    SEATS,
    STORY,
    TIMEOUT_S,
    WebClient,
    WindowSession,
    give_clue,
    open_window_session,
)

# --- access --------------------------------------------------------------------------------------


def test_stranger_sees_only_the_join_page(story: WindowSession) -> None:
    screen = story.big_screen()
    screen.cookie = ""
    status, headers, body = screen.request("GET", "/")
    assert (status, b"Four words" in body) == (200, True)
    assert "script-src 'self'" in headers["content-security-policy"]
    with pytest.raises(InvalidStatus):
        screen.open()
    assert screen.request("GET", "/code")[0] == 404


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
        screen.request("GET", path)[2] for path in ("/", "/static/base.css", "/static/room.js", "/static/icon.svg")
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
    '{"kind": "say", "text": "a"}',
    '{"kind": "say", "id": "", "text": "a"}',
    '{"kind": "say", "id": "1", "text": ""}',
    '{"kind": "say", "id": "1", "text": "a", "seat": "Lily"}',
    '{"kind": "look", "size": 9999, "theme": "night"}',
    '{"kind": "choose", "id": "1", "values": {"card": -1}}',
    '{"kind": "choose", "id": "1", "values": {"card": true}}',
    json.dumps({"kind": "say", "id": "1", "text": "a" * MAX_MESSAGE_BYTES}),
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
    good.wait_for_page(lambda page: "playing Storytellers" in " ".join(page["beside"]))


def test_flood_of_messages_does_not_disturb_the_table(story: WindowSession, monkeypatch: pytest.MonkeyPatch) -> None:
    taken = []
    monkeypatch.setattr(story.conversation, "change_display", lambda *look, reader: taken.append(look))
    good, bad = story.big_screen().open(), story.big_screen().open()
    with pytest.raises(ConnectionClosed):
        bad.send_many(10_000)
    good.send(kind="say", text="who is playing")
    good.wait_for_page(lambda page: "playing Storytellers" in " ".join(page["beside"]))
    assert len(taken) < 2 * MESSAGE_BURST


def test_connection_without_a_request_is_closed_but_not_a_page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connection_limits, "REQUEST_TIMEOUT_S", 1.0)
    with open_window_session(tmp_path, STORY) as session:
        screen = session.big_screen().open()
        host, port = screen.host.split(":")
        with closing(socket.create_connection((host, int(port)), TIMEOUT_S)) as half:
            half.sendall(b"GET / HTTP/1.1\r\nHost:")
            assert half.recv(1) == b""  # by then the page, which connected earlier, would be closed as well
        screen.send(kind="say", text="who is playing")
        assert screen.wait_for_page(lambda page: "playing Storytellers" in " ".join(page["beside"]))


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
    screen.wait_for_page(lambda page: "playing Storytellers" in " ".join(page["beside"]))
    for each in half:
        each.close()


def test_huge_body_is_refused(story: WindowSession) -> None:
    assert story.big_screen().request("POST", "/join", "x" * 100_000)[0] == 413


def test_only_the_phone_of_a_seat_can_choose_for_it(pictures: WindowSession) -> None:
    screen, phones = pictures.big_screen().open(), give_clue(pictures, *NAMES[1:])
    phones["Nick"].wait_for_page(lambda page: page["slots"] and page["clue"])
    screen.send(kind="choose", values={"card": 1})
    phones["Lily"].send(kind="choose", values={"card": 1})  # she has given her clue already
    note = phones["Lily"].wait_for_page(lambda page: page["note"])["note"]
    assert "too late for that" in note
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


def test_phone_is_told_why_the_table_cannot_begin(tmp_path: Path) -> None:
    plan = Plan("odyssey", "party", SEATS, seed="a", privacy=Privacy.PHONES)
    with open_window_session(tmp_path, plan, phones=True) as session:
        screen = session.big_screen().open()
        screen.wait_for_page(lambda page: page["lines"])
        phone = session.phone("Lily")
        assert (phone.joined, phone.cookie) == (409, "")
        status, _, body = phone.request(
            "POST", "/join", json.dumps({"secret": session.window._keys.table_invitation.key})
        )
        assert (status, json.loads(body)["closed"]) == (200, " ".join(screen.page["lines"]))
        assert "six to twelve" in json.loads(body)["closed"]


def test_guessing_a_passphrase_is_slowed_down(story: WindowSession) -> None:
    screen = story.big_screen()
    guess = json.dumps({"secret": "acorn acorn acorn acorn"})
    assert [screen.request("POST", "/join", guess)[0] for _ in range(3)] == [403, 429, 429]


def test_keys_are_neither_logged_nor_written_to_disk(
    story: WindowSession, caplog: pytest.LogCaptureFixture, capfd: pytest.CaptureFixture[str]
) -> None:
    caplog.set_level(logging.DEBUG)
    invitation = story.window._keys.screen_invitation
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
    assert screen.request("GET", "/code")[0] == 200
    assert phone.request("GET", "/code")[0] == 404
    pictures.window.release("Lily")
    assert b"door" in phone.request("GET", "/")[2]
    with pytest.raises(InvalidStatus):
        phone.open()


def test_repeated_choice_counts_once(pictures: WindowSession) -> None:
    phones = give_clue(pictures, *NAMES[1:])
    phones["Nick"].wait_for_page(lambda page: page["slots"] and page["clue"])
    for _ in range(3):
        phones["Nick"].send(kind="choose", values={"card": 1})
    assert phones["Nick"].wait_for_page(lambda page: page["note"])["undo"]
    laid = []
    pictures.run_in_session(lambda: laid.append(dict(pictures.conversation.game_topic.table.state.laid)))
    assert len(laid[0]["Nick"]) == 1


def test_many_connections_from_one_address_do_not_block_others(
    story: WindowSession, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connection_limits, "MAX_STRANGERS_PER_ADDRESS", 10)
    screen = story.big_screen().open()
    host, port = screen.host.split(":")
    many = [socket.create_connection((host, int(port)), 5) for _ in range(30)]
    until = time.monotonic() + TIMEOUT_S
    while sum(is_closed(each) for each in many) < 20:
        assert time.monotonic() < until
    screen.send(kind="say", text="who is playing")
    assert screen.wait_for_page(lambda page: "playing Storytellers" in " ".join(page["beside"]))
    for each in many:
        each.close()


def test_dribbled_requests_are_closed_and_do_not_block_a_phone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connection_limits, "REQUEST_TIMEOUT_S", 2.0)
    with open_window_session(tmp_path, PICTURES, phones=True) as session:
        host, port = session.phone_address.removeprefix("http://").split(":")
        head = f"POST /join HTTP/1.1\r\nHost: {host}:{port}\r\nOrigin: http://{host}:{port}\r\n"
        head += "Content-Length: 4000\r\n\r\n"
        dribblers = []
        for number in range(60):
            dribblers.append(socket.create_connection((host, int(port)), TIMEOUT_S))
            dribblers[-1].sendall(head[: None if number % 2 else 40].encode())
        phone = session.phone("Lily")
        assert phone.joined == 204
        assert phone.open().wait_for_page(lambda page: page["hand"])
        until = time.monotonic() + TIMEOUT_S
        while not all(map(is_closed, dribblers)):
            assert time.monotonic() < until
            for each in dribblers:
                with suppress(OSError):
                    each.sendall(b" ")
        phone.wait_for_ack(phone.send(kind="say", text="who is playing"))


def test_invalid_requests_leave_no_trace_in_the_terminal(
    story: WindowSession, capfd: pytest.CaptureFixture[str]
) -> None:
    host, port = story.big_screen().host.split(":")
    for text in (b"NONSENSE\r\n\r\n", b"GET / HTTP/9.9\r\n\r\n", b"\x16\x03\x01\x00\xa5"):
        with closing(socket.create_connection((host, int(port)), TIMEOUT_S)) as connection:
            connection.sendall(text)
            connection.shutdown(socket.SHUT_WR)
            while connection.recv(1000):
                pass
    assert capfd.readouterr() == ("", "")


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
    for path in ("/", "/static/room.js", "/static/nothing", "/library", "/code", "/nowhere"):
        _, headers, _ = screen.request("GET", path)
        assert headers["content-security-policy"] == CONTENT_SECURITY_POLICY, path
        assert headers["x-content-type-options"] == "nosniff"
    assert "unsafe" not in CONTENT_SECURITY_POLICY
    assert "default-src 'none'" in CONTENT_SECURITY_POLICY
