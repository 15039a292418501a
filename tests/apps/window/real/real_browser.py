"""The window in a real Chromium: whole games with a screen and four phones, by mouse, keyboard and screen reader."""

import os
import re
import zipfile
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from queue import SimpleQueue
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect, sync_playwright

from narrator.apps.recollect import RecollectionTopic
from narrator.apps.window.browser_window import BrowserWindow
from narrator.apps.window.library_page import LibraryPage
from narrator.core.game import Seat
from narrator.games.hosting.plan import Plan, Privacy
from narrator.language.lines.preferences import THEMES
from narrator.speech.ports import Inbox, UtteranceHeard
from narrator.storage.journal import Journal
from narrator.storage.library.library import Library
from tests.apps.export.sample_stories import play_game
from tests.apps.window.real.players import CHOOSERS, GameWatcher, choose_by_mouse, options, send_words
from tests.apps.window.window_session import WindowSession, open_window_session
from tests.support.tables import content

AXE = Path(os.environ["NARRATOR_READERS"]) / "node_modules" / "axe-core" / "axe.min.js"
SCREENSHOTS = Path(os.environ.get("NARRATOR_SCREENSHOTS", ".venv/screenshots"))
NAMES = ("Lily", "Nick", "Julie", "Mia")
SEATS = tuple(Seat(name, 8) for name in NAMES)
TIMEOUT_MS = 60_000
KEEP_RUNNING = [
    "--no-sandbox",
    "--disable-renderer-backgrounding",
    "--disable-backgrounding-occluded-windows",
    "--disable-background-timer-throttling",
]
"""Keep all pages running: five are open at once, and browsers suspend those in the background."""
TAGS = ["wcag2a", "wcag2aa", "wcag2aaa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with sync_playwright() as play:
        chromium = play.chromium.launch(executable_path="/usr/bin/chromium", args=KEEP_RUNNING)
        yield chromium
        chromium.close()


def open_page(browser: Browser, address: str, **settings: Any) -> Page:
    # the test adds axe-core to the page, which the content security policy would refuse
    page = browser.new_context(bypass_csp=True, **settings).new_page()
    page.set_default_timeout(TIMEOUT_MS)
    page.goto(address)
    page.locator("#players li").first.wait_for()
    return page


def big_screen(browser: Browser, session: WindowSession, width: int = 1280) -> Page:
    return open_page(browser, session.window.address, viewport={"width": width, "height": 800})


def phone(browser: Browser, session: WindowSession, seat: str) -> Page:
    page = browser.new_context(
        bypass_csp=True, viewport={"width": 360, "height": 740}, has_touch=True, reduced_motion="reduce"
    ).new_page()
    page.set_default_timeout(TIMEOUT_MS)
    page.goto(f"{session.phone_address}/join#{session.window._keys.table_invitation.key}")
    page.get_by_role("button", name=seat, exact=True).click()
    page.locator("#mark svg").wait_for()
    return page


def run_axe(page: Page) -> list[str]:
    page.add_script_tag(path=AXE)
    result = page.evaluate("tags => axe.run(document, {runOnly: {type: 'tag', values: tags}})", TAGS)
    return [f"{each['id']}: {node['html'][:120]}" for each in result["violations"] for node in each["nodes"]]


def too_wide(page: Page) -> list[str]:
    """Return the elements that extend beyond the right edge."""
    found = "e => e.getBoundingClientRect().right > innerWidth + 1"
    return page.evaluate(f"[...document.querySelectorAll('body *')].filter({found}).map(e => e.outerHTML.slice(0, 90))")


# --- whole games ---------------------------------------------------------------------------------


def test_whole_dixit_with_a_screen_and_four_phones(browser: Browser, tmp_path: Path) -> None:
    plan = Plan("dixit", "basic", SEATS, seed="a", privacy=Privacy.PHONES)
    with open_window_session(tmp_path, plan, phones=True) as session:
        screen = big_screen(browser, session)
        phones = {name: phone(browser, session, name) for name in NAMES}
        state = GameWatcher(session)
        for _ in range(400):
            now = state.look()
            if now["over"]:
                break
            seat = now["waiting"][0]
            page = phones[seat]
            page.bring_to_front()
            page.locator("#slot input:enabled").first.wait_for()
            CHOOSERS[seat](page, options(page)[0])
            if now["telling"]:
                send_words(page, f"a quiet storm, the {now['count']}th")
            assert state.moved(now["count"])
        assert now["over"], now
        expect(screen.locator("#players .score")).to_have_count(len(NAMES))
        expect(screen.locator("#track .token")).to_have_count(len(NAMES))
        assert run_axe(screen) == []


def test_whole_storytellers_with_a_screen_and_four_phones(browser: Browser, tmp_path: Path) -> None:
    plan = Plan("storytellers", "basic", SEATS, seed="a", privacy=Privacy.PHONES)
    with open_window_session(tmp_path, plan, phones=True) as session:
        screen = big_screen(browser, session)
        phones = {name: phone(browser, session, name) for name in NAMES}
        state = GameWatcher(session)
        for _ in range(400):
            now = state.look()
            if now["over"]:
                break
            seat = now["secret"][0] if now["secret"] else None
            if seat is None:
                screen.locator("#text").fill(state.answer())
                screen.locator("#say button").click()
                state.settled(now["said"])
                continue
            page = phones[seat]
            page.locator("#slot input:enabled").first.wait_for()
            page.bring_to_front()
            CHOOSERS[seat](page, options(page)[0])
            assert state.moved(now["count"])
        assert now["over"], now


# --- appearance ----------------------------------------------------------------------------------


@pytest.fixture
def voting(browser: Browser, tmp_path: Path) -> Iterator[tuple[Page, Page]]:
    """Return a screen and a phone in the voting phase, with pictures on the table."""
    plan = Plan("dixit", "basic", SEATS, seed="a", privacy=Privacy.PHONES)
    with open_window_session(tmp_path, plan, phones=True) as session:
        screen = big_screen(browser, session)
        phones = {name: phone(browser, session, name) for name in NAMES}
        choose_by_mouse(phones["Lily"], 2)
        send_words(phones["Lily"], "a quiet storm")
        for name in NAMES[1:]:
            phones[name].locator("#clue", has_text="storm").wait_for()
            choose_by_mouse(phones[name], 1)
        screen.locator("#table-cards .picture").first.wait_for()
        phones["Nick"].locator("#slot input[name=symbol]:enabled").first.wait_for()
        yield screen, phones["Nick"]


def font_size(page: Page) -> float:
    return float(page.evaluate("parseFloat(getComputedStyle(document.documentElement).fontSize)"))


def set_display(page: Page, size: int, theme: str | None = None) -> None:
    """Set the font size and colours of the page, without a message to the server."""
    page.evaluate(
        "([size, theme]) => { applyDisplay({size, theme: theme ?? document.documentElement.dataset.theme});"
        " window.fitPage?.() }",
        [size, theme],
    )


def assert_fits(page: Page, kind: str) -> None:
    """Check that the page needs one scroll bar only, at every font size and at 400 % zoom."""
    SCREENSHOTS.mkdir(parents=True, exist_ok=True)
    for size, width, height in ((24, 1280, 800), (96, 1280, 800), (200, 1280, 800), (24, 320, 200), (200, 320, 256)):
        page.set_viewport_size({"width": width, "height": height})
        set_display(page, size)
        page.screenshot(path=SCREENSHOTS / f"{kind}-{size}-{width}.png", full_page=size < 100)
        wide = page.evaluate("document.documentElement.scrollWidth - innerWidth")
        assert wide <= 0, (kind, size, width, too_wide(page))
        inner = "e => /auto|scroll/.test(getComputedStyle(e).overflow) && e.scrollHeight > e.clientHeight"
        assert not page.evaluate(f"[...document.body.querySelectorAll('*')].some({inner})"), "a second scroll bar"


def assert_without_findings(page: Page, kind: str) -> None:
    for theme in THEMES:
        set_display(page, 24, theme)
        assert run_axe(page) == [], (kind, theme)


def test_screen_and_phone_are_accessible_and_fit(voting: tuple[Page, Page]) -> None:
    for page, kind in zip(voting, ("screen", "phone"), strict=True):
        assert_without_findings(page, kind)
        assert_fits(page, kind)


def test_size_changes_by_key_button_and_pinch_and_survives_a_reload(voting: tuple[Page, Page]) -> None:
    screen, phone = voting
    assert font_size(screen) == 40
    screen.keyboard.press("+")
    assert font_size(screen) == 50
    open_menu(screen)
    for _ in range(12):
        screen.locator("#bigger").click()
    assert font_size(screen) == 200
    screen.wait_for_timeout(1500)
    screen.reload()
    screen.locator("#players li").first.wait_for()
    assert font_size(screen) == 200
    for _ in range(16):
        screen.keyboard.press("-")
    assert font_size(screen) == 24
    before = font_size(phone)
    pinch(phone, 100, 200)
    assert font_size(phone) == pytest.approx(2 * before, rel=0.1)
    assert phone.evaluate("visualViewport.scale") == 1, "the font grows, the page is not zoomed"
    pinch(phone, 200, 20)
    assert font_size(phone) == 24


def open_menu(screen: Page) -> None:
    """Open the settings of the big screen."""
    screen.locator("#menu").click()


def pinch(page: Page, start: int, end: int) -> None:
    """Move two fingers from one distance to another."""
    touch = page.context.new_cdp_session(page)
    for step in range(6):
        half = (start + (end - start) * step / 5) / 2
        fingers = [{"x": 180 - half, "y": 300, "id": 0}, {"x": 180 + half, "y": 300, "id": 1}]
        kind = "touchMove" if step else "touchStart"
        touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": fingers})
    touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


def test_system_display_preferences_are_respected(voting: tuple[Page, Page]) -> None:
    for page in voting:
        page.emulate_media(forced_colors="active")
        card = "getComputedStyle(document.querySelector('.card')).borderTopColor"
        assert page.evaluate(card) == page.evaluate(
            "(() => { const e = document.createElement('i'); e.style.color = 'CanvasText'; document.body.append(e);"
            " const c = getComputedStyle(e).color; e.remove(); return c })()"
        )
        assert run_axe(page) == []
        page.emulate_media(forced_colors="none", contrast="more")
        line = "getComputedStyle(document.documentElement).getPropertyValue('--line').trim()"
        set_display(page, 24, "calm")
        assert page.evaluate(line) == page.evaluate(line.replace("--line", "--ink"))
        page.emulate_media(contrast="no-preference", reduced_motion="reduce")
        assert page.evaluate(ANIMATED_ELEMENTS) == []


ANIMATED_ELEMENTS = """[...document.querySelectorAll('body, body *')].filter(e => {
    const style = getComputedStyle(e);
    return style.animationName !== 'none' || style.transitionDuration.split(', ').some(each => parseFloat(each) > 0);
}).map(e => e.outerHTML.slice(0, 90))"""


def test_keyboard_focus_is_always_visible(voting: tuple[Page, Page]) -> None:
    for page in voting:
        page.evaluate("document.activeElement?.blur(); scrollTo(0, 0)")
        seen = 0
        for _ in range(60):
            page.keyboard.press("Tab")
            if page.evaluate("document.activeElement === document.body"):
                break
            seen += 1
            assert page.evaluate(IS_FOCUS_VISIBLE), page.evaluate("document.activeElement.outerHTML")
        assert seen >= 3


IS_FOCUS_VISIBLE = """(() => {
    const at = document.activeElement, drawn = at.closest('label.card') ?? at, style = getComputedStyle(drawn);
    const wide = parseFloat(style.outlineWidth) >= 4 && style.outlineStyle === 'solid';
    const place = at.getBoundingClientRect(), x = place.x + place.width / 2, y = place.y + place.height / 2;
    const on_top = document.elementFromPoint(x, y);
    return wide && y > 0 && y < innerHeight && (at.contains(on_top) || drawn.contains(on_top));
})()"""
"""Whether the focused element has a wide outline and is not covered."""


def test_spoken_words_are_marked_and_stay_in_view(browser: Browser, tmp_path: Path) -> None:
    plan = Plan("storytellers", "basic", SEATS, seed="a", privacy=Privacy.OPEN)
    with open_window_session(tmp_path, plan) as session:
        screen = big_screen(browser, session)
        said = max(session.window._said, key=lambda each: len(each.text))
        words = said.text.split(". ")[2]
        session.window.mark_spoken_words(said, words, 0)
        expect(screen.locator("#caption mark")).to_have_text(words)
        expect(screen.locator("#caption")).to_be_in_viewport()
        expect(screen.locator("#meter-state")).to_contain_text("Speaking")
        session.window.clear_spoken_words()
        expect(screen.locator("mark")).to_have_count(0)
        session.window.show_loudness(lambda: -20.0)
        expect(screen.locator("#meter-level")).to_have_js_property("value", 8)


# --- other pages ---------------------------------------------------------------------------------


def test_join_page_is_accessible_and_fits(browser: Browser, tmp_path: Path) -> None:
    with open_window_session(tmp_path, Plan("cat_dice", None, SEATS[:2], seed="a")) as session:
        page = browser.new_context(bypass_csp=True).new_page()
        page.goto(session.phone_address)
        assert_without_findings(page, "join")
        assert_fits(page, "join")
        page.locator("#passphrase").fill("no such four words")
        page.locator("button").click()
        expect(page.locator("#status")).to_contain_text("code doesn't work")


def test_library_page_exports_and_deletes_after_confirmation(browser: Browser, tmp_path: Path) -> None:
    play_game(tmp_path, answers=3)
    with open_window_session(
        tmp_path / "table", Plan("cat_dice", None, SEATS[:2], seed="a"), content=content()
    ) as session:
        session.window._server.pages.library = LibraryPage(
            content(), tmp_path / "narrator.sqlite", tell=session.window._tell
        )
        page = big_screen(browser, session)
        open_menu(page)
        page.get_by_role("link", name="Our stories").click()
        page.locator("details summary").click()
        assert_without_findings(page, "library")
        assert_fits(page, "library")
        with page.expect_download() as coming:
            page.get_by_role("button", name="Large print").click()
        assert coming.value.suggested_filename.endswith(".html")
        expect(page.locator("#status")).to_contain_text("is ready")
        with page.expect_download(timeout=5 * TIMEOUT_MS) as coming:
            page.get_by_role("button", name="EPUB").click()
            expect(page.locator("progress")).to_be_visible()
        assert zipfile.ZipFile(coming.value.path()).read("mimetype") == b"application/epub+zip"
        page.get_by_role("button", name="Tell").click()
        expect(page.locator("#status")).to_contain_text("in the middle of a game")
        page.get_by_role("button", name="Forget").click()
        assert_without_findings(page, "library, before forgetting")
        page.get_by_role("button", name="Keep it").click()
        expect(page.locator("#status")).to_contain_text("stays")
        page.get_by_role("button", name="Forget").click()
        page.get_by_role("button", name="Forget it forever").click()
        expect(page.locator("#status")).to_contain_text("is forgotten")
        page.reload()
        expect(page.locator("#status")).to_contain_text("no story yet")
        assert_without_findings(page, "empty library")


def test_bedtime_page_is_dark_and_goes_black_at_the_end(browser: Browser) -> None:
    inbox: Inbox = SimpleQueue()
    window = BrowserWindow(inbox)
    assert window.open()
    page = browser.new_context(bypass_csp=True).new_page()
    page.goto(window.address)
    window.show_bedtime_sentence("The Owl", "The owl shut one eye.")
    expect(page.locator("h1")).to_have_text("The owl shut one eye.")
    assert run_axe(page) == []
    assert_without_findings(page, "bedtime")
    assert_fits(page, "bedtime")
    page.keyboard.press("+")
    page.wait_for_timeout(1000)
    larger = font_size(page)
    window.show_bedtime_sentence("The Owl", "Then the other one.")
    expect(page.locator("h1")).to_have_text("Then the other one.")
    assert font_size(page) == larger, "the next sentence is as large as this one"
    page.get_by_role("button", name="Softer").click()
    expect(page.locator("form")).to_be_hidden()
    heard = [inbox.get(timeout=30) for _ in range(2)]
    assert [each.text for each in heard if isinstance(each, UtteranceHeard)] == ["Softer"]
    window.close()
    expect(page.locator("body")).to_be_empty()
    assert page.evaluate("getComputedStyle(document.documentElement).backgroundColor") == "rgb(0, 0, 0)"


def test_story_can_be_recollected_on_the_page(browser: Browser, tmp_path: Path) -> None:
    number = play_game(tmp_path)
    with open_window_session(tmp_path, Plan(), content=content()) as session:
        page = browser.new_context(bypass_csp=True).new_page()
        page.goto(session.window.address)
        page.locator("#choices button").first.wait_for()
        asked = []

        def remember() -> None:
            talk = session.conversation
            with Journal.open(tmp_path / "narrator.sqlite") as journal:
                cast = Library(journal, content()).cast(number)
            asked.extend(
                talk.talk_about(RecollectionTopic.about(cast, after=lambda reply: replace(reply, goodbye=True)))
            )
            session.window.say(asked)

        session.run_in_session(remember)
        expect(page.locator("h1")).to_have_text(asked[-1].text)
        assert run_axe(page) == []
        page.get_by_role("button", name=re.compile("know", re.IGNORECASE)).click()
        expect(page.locator("h1")).not_to_have_text(asked[-1].text)


def test_page_works_under_the_content_security_policy(browser: Browser, tmp_path: Path) -> None:
    with open_window_session(tmp_path, Plan("cat_dice", None, SEATS[:2], seed="a")) as session:
        page, messages = browser.new_context().new_page(), []
        page.on("console", lambda message: messages.append(message.text))
        page.goto(session.window.address)
        page.locator("#players li").first.wait_for()
        assert "#" not in page.url
        open_menu(page)
        page.get_by_role("button", name="Scores").click()
        expect(page.locator("#beside")).to_contain_text(re.compile("point|score|zero", re.IGNORECASE))
        assert page.evaluate("document.cookie") == ""
        assert messages == []
