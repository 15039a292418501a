"""The page of finished stories: covers, telling, exporting, deleting; for the big screen only."""

import json
import threading
import time
from pathlib import Path

import pytest

from narrator.apps.export import formats
from narrator.apps.export.formats import ExportedBook
from narrator.apps.export.kinds import PAGE_KINDS
from narrator.apps.window.library_page import LibraryPage
from narrator.core.errors import NarratorError
from narrator.core.game import Seat, SpokenWords
from narrator.games.hosting.host import host_of
from narrator.games.hosting.plan import Plan, Privacy
from narrator.games.making.moves import Tell
from narrator.storage.journal import Journal
from narrator.storage.made_packs import pack_files
from narrator.storage.table import Table
from tests.apps.export.sample_stories import play_game
from tests.apps.window.window_session import TIMEOUT_S, WebClient, WindowSession, open_window_session
from tests.support.tables import content

SEATS = tuple(Seat(name) for name in ("Lily", "Nick", "Julie"))


@pytest.fixture(scope="module")
def story(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """Return the bytes of a journal with one short story."""
    folder = tmp_path_factory.mktemp("home")
    assert play_game(folder, answers=3) == 1
    return (folder / "narrator.sqlite").read_bytes()


@pytest.fixture
def session(tmp_path: Path, story: bytes, request: pytest.FixtureRequest):
    plan = getattr(request, "param", Plan())
    (tmp_path / "library").mkdir()
    (tmp_path / "library" / "narrator.sqlite").write_bytes(story)
    with open_window_session(
        tmp_path / "table", plan, phones=plan.privacy is Privacy.PHONES, content=content()
    ) as session:
        session.window._server.pages.library = LibraryPage(
            content(), tmp_path / "library" / "narrator.sqlite", tell=session.window._tell, play=session.window._play
        )
        yield session


def export_and_wait(screen: WebClient, kind: str, number: int = 1) -> dict[str, object]:
    """Start an export and wait until it is finished or has failed."""
    assert screen.request("POST", f"/library/{number}/book/{kind}")[0] == 202
    until = time.monotonic() + TIMEOUT_S
    while time.monotonic() < until:
        state = json.loads(screen.request("GET", f"/library/{number}/book/{kind}/state")[2])
        if state["ready"] or state["error"]:
            return state
        time.sleep(0.05)
    raise TimeoutError


def test_story_is_listed_and_can_be_deleted(session: WindowSession) -> None:
    screen = session.big_screen().open()
    page = screen.request("GET", "/library")[2].decode()
    assert 'data-number="1"' in page
    status, headers, cover = screen.request("GET", "/library/1/cover")
    assert (status, headers["content-type"], cover[:4]) == (200, "image/svg+xml", b"<svg")
    assert screen.request("GET", "/library/1/tell")[0] == 404
    assert screen.request("GET", "/library/1/forget")[0] == 404
    assert screen.request("POST", "/library/1/forget")[0] == 204
    assert 'data-number="1"' not in screen.request("GET", "/library")[2].decode()
    assert screen.request("POST", "/library/1/forget")[0] == 409


@pytest.mark.parametrize("session", [Plan("dixit", "basic", SEATS, privacy=Privacy.OPEN)], indirect=True)
def test_library_tells_no_story_during_a_game(session: WindowSession) -> None:
    assert session.big_screen().request("POST", "/library/1/tell")[0] == 409


def test_tell_button_asks_in_words_that_are_understood(session: WindowSession, monkeypatch: pytest.MonkeyPatch) -> None:
    understood = []
    monkeypatch.setattr(
        session.conversation._tables.library, "find_story", lambda tale: understood.append(tale) or ("It is.",)
    )
    screen = session.big_screen().open()
    assert screen.request("POST", "/library/1/tell")[0] == 204
    assert screen.wait_for_page(lambda page: "It is." in page["lines"])
    assert understood == ["number 1"]


def test_large_print_page_is_exported_and_downloaded(session: WindowSession) -> None:
    screen = session.big_screen()
    assert screen.request("GET", "/library/1/book/html")[0] == 404
    assert export_and_wait(screen, "html")["ready"]
    status, headers, body = screen.request("GET", "/library/1/book/html")
    assert (status, b"<html" in body) == (200, True)
    assert headers["content-disposition"].startswith("attachment;")
    assert ".html" in headers["content-disposition"]


def test_export_reports_progress_and_returns_only_complete_books(
    session: WindowSession, monkeypatch: pytest.MonkeyPatch
) -> None:
    is_half_done, may_finish = threading.Event(), threading.Event()

    def export_slowly(story, kind, clips, *, progress, **options) -> ExportedBook:
        progress(30, 60)
        is_half_done.set()
        assert may_finish.wait(TIMEOUT_S)
        return ExportedBook(b"a book")

    monkeypatch.setattr(formats, "export_story", export_slowly)
    screen = session.big_screen()
    assert screen.request("POST", "/library/1/book/mp3")[0] == 202
    assert is_half_done.wait(TIMEOUT_S)
    assert screen.request("POST", "/library/1/book/mp3")[0] == 202, "it is running already"
    state = json.loads(screen.request("GET", "/library/1/book/mp3/state")[2])
    assert state == {"percent": 50, "error": "", "ready": False}
    assert screen.request("GET", "/library/1/book/mp3")[0] == 404
    may_finish.set()
    assert export_and_wait(screen, "mp3")["ready"]
    assert screen.request("GET", "/library/1/book/mp3")[2] == b"a book"


@pytest.mark.parametrize(
    ("error", "message"),
    [(NarratorError("There is no voice."), "There is no voice."), (ValueError("x"), "That didn't work.")],
)
def test_failed_export_is_reported(
    session: WindowSession, monkeypatch: pytest.MonkeyPatch, error: Exception, message: str
) -> None:
    def fail(*arguments, **options) -> ExportedBook:
        raise error

    monkeypatch.setattr(formats, "export_story", fail)
    assert export_and_wait(session.big_screen(), "mp3")["error"] == message


def test_missing_story_cannot_be_exported(session: WindowSession) -> None:
    screen = session.big_screen()
    assert screen.request("POST", "/library/1/book/exe")[0] == 404
    assert screen.request("GET", "/library/7/book/html/state")[0] == 404
    assert export_and_wait(screen, "html", 7)["error"]


@pytest.mark.parametrize("session", [Plan("dixit", "basic", SEATS, privacy=Privacy.PHONES)], indirect=True)
def test_library_is_hidden_from_strangers_and_phones(session: WindowSession) -> None:
    phone, screen = session.phone("Lily"), session.big_screen()
    screen.cookie = ""
    paths = [
        "/library",
        "/library/1/cover",
        *(f"/library/1/book/{kind}{end}" for kind in PAGE_KINDS for end in ("", "/state")),
    ]
    for client in (phone, screen):
        assert {client.request("GET", path)[0] for path in paths} == {404}
        assert client.request("POST", "/library/1/book/html")[0] == 404
        assert client.request("POST", "/library/1/tell")[0] == 404
        assert client.request("POST", "/library/1/forget")[0] == 404


def test_story_of_the_box_is_played_from_its_page(session: WindowSession) -> None:
    screen = session.big_screen().open()
    assert "The Puddle Pirates" in screen.request("GET", "/box")[2].decode()
    assert screen.request("GET", "/box/puddle-pirates/cover")[2][:4] == b"<svg"
    assert screen.request("GET", "/box/no-such-story/cover")[0] == 404
    assert screen.request("POST", "/box/no-such-story/play")[0] == 409
    assert screen.request("POST", "/box/puddle-pirates/play")[0] == 204
    assert screen.wait_for_page(lambda page: "The story is The Puddle Pirates." in page["lines"])


def test_text_of_a_made_story_can_be_mended(
    session: WindowSession, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NARRATOR_HOME", str(tmp_path / "library"))
    frame = host_of("making").build_options(Plan("making", story="journey"), content())
    with Journal.open(tmp_path / "library" / "narrator.sqlite") as journal:
        with Table.begin(journal, "making", SEATS, frame) as table:
            while table.outcome() is None:
                table.play(Tell(table.state.asked, SpokenWords("a snale")))
        number = table.id
    screen = session.big_screen().open()
    assert 'data-part="hero" value="a snale"' in screen.request("GET", "/library")[2].decode()
    assert screen.request("POST", f"/library/{number}/mend", "hero\na snail")[0] == 204
    assert 'data-part="hero" value="a snail"' in screen.request("GET", "/library")[2].decode()
    assert "Who? A snail." in pack_files(number)["stories"].read_text("utf-8")
    assert screen.request("POST", f"/library/{number}/mend", "dragon\na snail")[0] == 409
    assert screen.request("POST", f"/library/{number}/mend", "hero\n" + "a" * 20_000)[0] == 413
    assert screen.request("POST", "/library/1/mend", "hero\na snail")[0] == 409
