"""The shelf on a page: covers, telling, large print, forgetting; for the big screen only."""

from pathlib import Path

import pytest

from bench.tables import box
from narrator.host.plan import Plan, Privacy
from narrator.play import Seat
from narrator.window.shelf import Shelf
from tests.export.evenings import play
from tests.window.evening import Evening, evening

SEATS = tuple(Seat(name) for name in ("Lily", "Nick", "Julie"))


@pytest.fixture
def tonight(tmp_path: Path):
    assert play(tmp_path, answers=3) == 1
    with evening(tmp_path, Plan("dixit", "basic", SEATS, privacy=Privacy.PHONES), phones=True, box=box()) as tonight:
        tonight.window._server._shelf = Shelf(box(), tmp_path / "narrator.sqlite")
        yield tonight


def test_a_story_stands_on_the_page_and_is_printed_told_and_forgotten(tonight: Evening) -> None:
    screen = tonight.big_screen().open()
    page = screen.ask("GET", "/shelf")[2].decode()
    assert 'data-number="1"' in page
    assert screen.ask("GET", "/shelf/1/cover")[2].startswith(b"\xff\xd8")
    status, headers, printed = screen.ask("GET", "/shelf/1/print")
    assert (status, "attachment" in headers["content-disposition"], b"<html" in printed) == (200, True, True)
    assert screen.ask("POST", "/shelf/1/tell")[0] == 204
    assert screen.ask("GET", "/shelf/1/forget")[0] == 404
    assert screen.ask("POST", "/shelf/1/forget")[0] == 204
    assert 'data-number="1"' not in screen.ask("GET", "/shelf")[2].decode()
    assert screen.ask("POST", "/shelf/1/forget")[0] == 409


def test_neither_a_stranger_nor_a_phone_sees_the_shelf(tonight: Evening) -> None:
    phone, screen = tonight.phone("Lily"), tonight.big_screen()
    screen.cookie = ""
    for client in (phone, screen):
        assert client.ask("GET", "/shelf")[0] == 404
        assert client.ask("POST", "/shelf/1/forget")[0] == 404
