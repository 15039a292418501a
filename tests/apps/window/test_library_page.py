"""The shelf on a page: covers, telling, taking along, forgetting; for the big screen only."""

import json
import threading
import time
from pathlib import Path

import pytest

from narrator.apps.export import formats
from narrator.apps.export.formats import ExportedBook
from narrator.apps.export.kinds import BOOK_KINDS
from narrator.apps.window.library_page import LibraryPage
from narrator.core.errors import NarratorError
from narrator.core.game import Seat
from narrator.games.hosting.plan import Plan, Privacy
from tests.apps.export.sample_stories import play_game
from tests.apps.window.window_session import TIMEOUT_S, WebClient, WindowSession, open_window_session
from tests.support.tables import content

SEATS = tuple(Seat(name) for name in ("Lily", "Nick", "Julie"))


@pytest.fixture(scope="module")
def story(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """A home with one short story, as a file to begin with."""
    folder = tmp_path_factory.mktemp("home")
    assert play_game(folder, answers=3) == 1
    return (folder / "narrator.sqlite").read_bytes()


@pytest.fixture
def tonight(tmp_path: Path, story: bytes, request: pytest.FixtureRequest):
    plan = getattr(request, "param", Plan())
    (tmp_path / "shelf").mkdir()
    (tmp_path / "shelf" / "narrator.sqlite").write_bytes(story)
    with open_window_session(
        tmp_path / "table", plan, phones=plan.privacy is Privacy.PHONES, content=content()
    ) as tonight:
        tonight.window._server._library = LibraryPage(
            content(), tmp_path / "shelf" / "narrator.sqlite", tell=tonight.window._tell
        )
        yield tonight


def made(screen: WebClient, kind: str, number: int = 1) -> dict[str, object]:
    """Ask for a book, and wait until it is there or cannot be made."""
    assert screen.request("POST", f"/library/{number}/book/{kind}")[0] == 202
    until = time.monotonic() + TIMEOUT_S
    while time.monotonic() < until:
        state = json.loads(screen.request("GET", f"/library/{number}/book/{kind}/state")[2])
        if state["ready"] or state["trouble"]:
            return state
        time.sleep(0.05)
    raise TimeoutError


def test_a_story_stands_on_the_page_and_is_told_and_forgotten(tonight: WindowSession) -> None:
    screen = tonight.big_screen().open()
    page = screen.request("GET", "/library")[2].decode()
    assert 'data-number="1"' in page
    assert screen.request("GET", "/library/1/cover")[2].startswith(b"\xff\xd8")
    assert screen.request("GET", "/library/1/tell")[0] == 404
    assert screen.request("GET", "/library/1/forget")[0] == 404
    assert screen.request("POST", "/library/1/forget")[0] == 204
    assert 'data-number="1"' not in screen.request("GET", "/library")[2].decode()
    assert screen.request("POST", "/library/1/forget")[0] == 409


@pytest.mark.parametrize("tonight", [Plan("dixit", "basic", SEATS, privacy=Privacy.OPEN)], indirect=True)
def test_nobody_is_told_a_story_in_the_middle_of_a_game(tonight: WindowSession) -> None:
    assert tonight.big_screen().request("POST", "/library/1/tell")[0] == 409


def test_a_story_is_asked_for_in_words_that_are_understood(
    tonight: WindowSession, monkeypatch: pytest.MonkeyPatch
) -> None:
    understood = []
    monkeypatch.setattr(tonight.conversation._house.shelf, "tell", lambda tale: understood.append(tale) or ("It is.",))
    screen = tonight.big_screen().open()
    assert screen.request("POST", "/library/1/tell")[0] == 204
    assert screen.wait_for_page(lambda page: "It is." in page["lines"])
    assert understood == ["number 1"]


def test_a_page_in_large_print_is_made_and_fetched(tonight: WindowSession) -> None:
    screen = tonight.big_screen()
    assert screen.request("GET", "/library/1/book/html")[0] == 404
    assert made(screen, "html")["ready"]
    status, headers, body = screen.request("GET", "/library/1/book/html")
    assert (status, b"<html" in body) == (200, True)
    assert headers["content-disposition"].startswith("attachment;")
    assert ".html" in headers["content-disposition"]


def test_while_a_book_is_made_it_is_said_how_far_it_is_and_half_of_it_is_none(
    tonight: WindowSession, monkeypatch: pytest.MonkeyPatch
) -> None:
    half, go_on = threading.Event(), threading.Event()

    def slowly(story, kind, clips, *, progress) -> ExportedBook:
        progress(30, 60)
        half.set()
        assert go_on.wait(TIMEOUT_S)
        return ExportedBook(b"a book")

    monkeypatch.setattr(formats, "export_story", slowly)
    screen = tonight.big_screen()
    assert screen.request("POST", "/library/1/book/mp3")[0] == 202
    assert half.wait(TIMEOUT_S)
    assert screen.request("POST", "/library/1/book/mp3")[0] == 202, "it is being made already"
    state = json.loads(screen.request("GET", "/library/1/book/mp3/state")[2])
    assert state == {"percent": 50, "trouble": "", "ready": False}
    assert screen.request("GET", "/library/1/book/mp3")[0] == 404
    go_on.set()
    assert made(screen, "mp3")["ready"]
    assert screen.request("GET", "/library/1/book/mp3")[2] == b"a book"


@pytest.mark.parametrize(
    ("trouble", "told"),
    [(NarratorError("There is no voice."), "There is no voice."), (ValueError("x"), "That could not be done.")],
)
def test_what_goes_wrong_is_told_in_a_sentence(
    tonight: WindowSession, monkeypatch: pytest.MonkeyPatch, trouble: Exception, told: str
) -> None:
    def fails(*story, **wished) -> ExportedBook:
        raise trouble

    monkeypatch.setattr(formats, "export_story", fails)
    assert made(tonight.big_screen(), "mp3")["trouble"] == told


def test_a_story_that_is_not_there_cannot_be_taken_along(tonight: WindowSession) -> None:
    screen = tonight.big_screen()
    assert screen.request("POST", "/library/1/book/exe")[0] == 404
    assert screen.request("GET", "/library/7/book/html/state")[0] == 404
    assert made(screen, "html", 7)["trouble"]


@pytest.mark.parametrize("tonight", [Plan("dixit", "basic", SEATS, privacy=Privacy.PHONES)], indirect=True)
def test_neither_a_stranger_nor_a_phone_sees_the_shelf(tonight: WindowSession) -> None:
    phone, screen = tonight.phone("Lily"), tonight.big_screen()
    screen.cookie = ""
    ways = [
        "/library",
        "/library/1/cover",
        *(f"/library/1/book/{kind}{end}" for kind in BOOK_KINDS for end in ("", "/state")),
    ]
    for client in (phone, screen):
        assert {client.request("GET", way)[0] for way in ways} == {404}
        assert client.request("POST", "/library/1/book/html")[0] == 404
        assert client.request("POST", "/library/1/tell")[0] == 404
        assert client.request("POST", "/library/1/forget")[0] == 404
