"""Guests who watch the big screen on their own phone."""

import json

from tests.apps.window.window_session import NAMES, WebClient, WindowSession


def test_guest_watches_once_the_big_screen_allows_it(pictures: WindowSession) -> None:
    key = pictures.window._keys.table_invitation.key
    screen = pictures.big_screen().open()
    assert screen.wait_for_page(lambda page: page["invite"])["spectators"] is False
    guest = WebClient(pictures.phone_address, key)
    refused = guest.request("POST", "/join", json.dumps({"secret": key, "watch": True}))
    assert (refused[0], json.loads(refused[2])["watch"]) == (409, False)
    screen.send(kind="spectators", allow=True)
    screen.wait_for_page(lambda page: page["spectators"])
    phones = [pictures.phone(name) for name in NAMES]  # also when everybody has a phone
    status, headers, _ = guest.request("POST", "/join", json.dumps({"secret": key, "watch": True}))
    assert status == 204
    guest.cookie = headers["set-cookie"].split(";")[0]
    page = guest.request("GET", "/")[2].decode()
    assert 'id="spectators"' not in page
    assert '<form id="say" hidden' in page
    assert 'id="spectators"' in screen.request("GET", "/")[2].decode()
    assert guest.request("GET", "/code")[0] == 404
    guest.open().wait_for_page(lambda page: page["players"])
    guest.send(kind="spectators", allow=False)
    phones[0].open().send(kind="spectators", allow=False)
    screen.send(kind="say", text="who is playing")
    assert screen.wait_for_page(lambda page: "playing Dixit" in " ".join(page["beside"]))["spectators"] is True
