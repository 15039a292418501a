"""The pages of the phones in a real Chromium: choosing, changing, losing the connection, and reading aloud."""

import re
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, WebSocketRoute, expect, sync_playwright

from narrator.games.hosting.plan import Plan, Privacy
from narrator.language.lines.preferences import THEMES
from tests.apps.window.real.players import choose_by_keyboard, choose_by_mouse, choose_by_role, options, send_words
from tests.apps.window.real.real_big_screen import LAYOUT
from tests.apps.window.real.real_browser import KEEP_RUNNING, NAMES, SCREENSHOTS, SEATS, phone, run_axe, set_display
from tests.apps.window.window_session import WindowSession, open_window_session

LOST_BANNER_MS = 8_000
"""The banner comes after 5 s without a message; the rest is for a busy machine."""
RECONNECT_MS = 20_000
SLEEP_S = 20.0
VIEWPORTS = ((390, 844), (320, 568), (768, 1024), (844, 390))
PRINT_SIZES_PX = (24, 26, 40, 80, 200)
TEXTS = "h1, .title, .sentence, .ask, button, #clue, #waiting"


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with sync_playwright() as play:
        chromium = play.chromium.launch(executable_path="/usr/bin/chromium", args=KEEP_RUNNING)
        yield chromium
        chromium.close()


@pytest.fixture
def dixit(tmp_path: Path) -> Iterator[WindowSession]:
    with open_window_session(
        tmp_path, Plan("dixit", "basic", SEATS, seed="a", privacy=Privacy.PHONES), phones=True
    ) as session:
        yield session


def join_all(browser: Browser, session: WindowSession, names: tuple[str, ...] = NAMES) -> dict[str, Page]:
    return {name: phone(browser, session, name) for name in names}


def tell(page: Page, clue: str = "a quiet storm") -> None:
    choose_by_mouse(page, 2)
    send_words(page, clue)
    expect(page.locator("#sent")).to_be_visible()


def give_all(phones: dict[str, Page]) -> None:
    for name in NAMES[1:]:
        expect(phones[name].locator("#clue")).to_contain_text("storm")
        choose_by_mouse(phones[name], 1)
    expect(phones["Nick"].locator("#slot input[name=symbol]").first).to_be_attached()


class Cable:
    """The connection of one phone, which can be cut without either side noticing, as when the phone sleeps."""

    def __init__(self, page: Page) -> None:
        self._is_cut = False
        self._cuts = 0
        page.route_web_socket(re.compile("/live$"), self._connect)
        page.reload()

    def cut(self) -> None:
        self._is_cut = True
        self._cuts += 1

    def mend(self) -> None:
        """Let the phone connect again. Its old connection stays dead."""
        self._is_cut = False

    def _connect(self, client: WebSocketRoute) -> None:
        if self._is_cut:
            return
        server, cuts = client.connect_to_server(), self._cuts
        client.on_message(lambda message: server.send(message) if self._cuts == cuts else None)
        server.on_message(lambda message: client.send(message) if self._cuts == cuts else None)


# --- a round ---------------------------------------------------------------------------------------


def test_round_by_keyboard_by_role_after_sleep_and_joining_late(browser: Browser, dixit: WindowSession) -> None:
    phones = join_all(browser, dixit, ("Lily", "Nick", "Mia"))
    cable = Cable(phones["Mia"])
    tell(phones["Lily"])
    expect(phones["Lily"].locator("#question")).to_contain_text("You chose")
    phones["Julie"] = phone(browser, dixit, "Julie")  # joins late
    choose_by_keyboard(phones["Nick"], 3)
    expect(phones["Nick"].locator("#waiting")).to_contain_text("Julie")
    choose_by_role(phones["Julie"], 2)
    expect(phones["Julie"].get_by_role("heading", level=1)).to_contain_text("You chose")
    mia = phones["Mia"]
    expect(mia.locator("#progress")).to_have_text("2 of 3 have chosen")
    mia.locator("#slot label.card").first.click()
    cable.cut()
    asleep = time.monotonic()
    mia.locator("#send").click()
    expect(mia.locator("#send")).to_have_text("Sending…")
    expect(mia.locator("#lost")).to_be_visible(timeout=LOST_BANNER_MS)
    mia.wait_for_timeout(max(0.0, SLEEP_S - (time.monotonic() - asleep)) * 1000)
    cable.mend()
    expect(mia.locator("#lost")).to_be_hidden(timeout=RECONNECT_MS)
    expect(mia.locator("#slot input[name=symbol]").first).to_be_attached()  # it was the last card, so all vote now
    expect(phones["Nick"].locator("#question")).to_have_text("Which is Lily's?")
    nick = phones["Nick"]
    own = nick.locator("#slot label.own")
    expect(own).to_have_count(1)
    expect(own).to_contain_text("yours", ignore_case=True)
    expect(own.locator("input")).to_be_disabled()
    choose_by_keyboard(nick, options(nick)[-1])
    expect(nick.locator("#question")).to_contain_text("You voted for")
    nick.reload()
    expect(nick.locator("#question")).to_contain_text("You voted for")
    nick.get_by_role("button", name="Change").click()
    expect(nick.locator("#slot input[name=symbol]").first).to_be_attached()
    expect(nick.locator("#progress")).to_have_text("0 of 3 have voted")
    for name in NAMES[1:]:
        choose_by_mouse(phones[name], options(phones[name])[0])
        expect(phones[name].locator("#step")).to_be_hidden()
    expect(phones["Nick"].locator("#question")).to_have_text("Nick, which picture?")


def test_half_typed_clue_survives_a_reload(browser: Browser, dixit: WindowSession) -> None:
    lily = phone(browser, dixit, "Lily")
    choose_by_mouse(lily, 3)
    lily.locator("#words").fill("half a cl")
    lily.reload()
    expect(lily.locator("#words")).to_have_value("half a cl")
    lily.locator("#back").click()
    expect(lily.locator("#slot input[value='3']")).to_be_checked()
    lily.locator("#send").click()
    send_words(lily, "half a clue")
    expect(lily.locator("#sent-words")).to_have_text("“half a clue”")
    assert lily.evaluate("Object.keys(localStorage).filter(name => name.startsWith('draft'))") == []


def test_first_to_tell_wins_and_the_others_keep_their_choice(browser: Browser, dixit: WindowSession) -> None:
    phones = join_all(browser, dixit)
    cable = Cable(phones["Nick"])
    for name in ("Nick", "Julie"):
        phones[name].locator("#slot label.card").nth(2).click()
    phones["Nick"].locator("#send").click()
    phones["Nick"].locator("#words").fill("too late")
    cable.cut()
    phones["Nick"].locator("#send").click()
    tell(phones["Lily"])
    expect(phones["Julie"].locator("#note")).to_contain_text("Lily is the storyteller")
    expect(phones["Julie"].locator("#slot input[value='3']")).to_be_checked()
    cable.mend()
    expect(phones["Nick"].locator("#refusal")).to_contain_text("Lily is the storyteller", timeout=RECONNECT_MS)
    expect(phones["Nick"].locator("#refusal")).to_have_attribute("role", "alert")
    choose_by_mouse(phones["Nick"], 1)
    expect(phones["Nick"].locator("#refusal")).to_be_empty()
    expect(phones["Nick"].locator("#question")).to_contain_text("You chose")


def test_sending_without_a_choice_is_refused_at_the_button(browser: Browser, dixit: WindowSession) -> None:
    lily = phone(browser, dixit, "Lily")
    lily.locator("#send").click()
    expect(lily.locator("#refusal")).to_have_text("Choose one first.")
    lily.locator("#slot label.card").first.click()
    expect(lily.locator("#refusal")).to_be_empty()


def test_question_from_a_phone_is_answered_there(browser: Browser, dixit: WindowSession) -> None:
    lily = phone(browser, dixit, "Lily")
    lily.get_by_role("button", name="Ask or say something").click()
    lily.get_by_label("Scores").fill("whose turn is it")
    lily.keyboard.press("Enter")
    expect(lily.locator("#note")).not_to_be_empty()
    lily.locator("#note").get_by_role("button", name="Close").click()
    expect(lily.locator("#note")).to_be_empty()


# --- reading aloud ---------------------------------------------------------------------------------


def test_page_is_read_card_by_card_with_the_narrators_voice(browser: Browser, dixit: WindowSession) -> None:
    lily = phone(browser, dixit, "Lily")
    with lily.expect_response(re.compile("/sound/")) as heard:
        lily.get_by_role("button", name="Read it to me").press("Enter")
    assert heard.value.ok
    assert heard.value.body()[:4] == b"RIFF"
    expect(lily.locator(".being-read")).to_have_count(1)
    expect(lily.locator("label.card.being-read")).to_have_count(1, timeout=30_000)
    lily.get_by_role("button", name="Pause").click()
    card = lily.locator("label.card.being-read").inner_text()
    lily.get_by_role("button", name="Go on reading").click()
    assert lily.locator("label.card.being-read").inner_text() == card
    lily.get_by_role("button", name="Stop reading").click()
    expect(lily.locator(".being-read")).to_have_count(0)


# --- appearance ------------------------------------------------------------------------------------


def is_uncovered(page: Page, selector: str) -> bool:
    """Return whether the middle of this element is in the viewport, with nothing above it."""
    script = """selector => { const e = document.querySelector(selector), r = e.getBoundingClientRect();
        return e.contains(document.elementFromPoint(r.x + r.width / 2, r.y + r.height / 2)) }"""
    return bool(page.evaluate(script, selector))


def split_words(page: Page) -> list[str]:
    """Return the words that are broken over two lines."""
    script = """selector => [...document.querySelectorAll(selector)].filter(e => e.offsetParent).flatMap(e => {
        const walk = document.createTreeWalker(e, NodeFilter.SHOW_TEXT), found = [];
        for (let node = walk.nextNode(); node; node = walk.nextNode())
            for (const match of node.data.matchAll(/[^\\s–-]+/g)) {
                const range = document.createRange();
                range.setStart(node, match.index);
                range.setEnd(node, match.index + match[0].length);
                const tops = new Set([...range.getClientRects()].map(rect => Math.round(rect.top)));
                if (tops.size > 1) found.push(match[0]);
            }
        return found; })"""
    return list(page.evaluate(script, TEXTS))


def assert_fits(page: Page, kind: str) -> None:
    """Check that words are whole, nothing is too wide, and the question and the button can be seen."""
    for width, height in VIEWPORTS:
        for size in PRINT_SIZES_PX:
            page.set_viewport_size({"width": width, "height": height})
            set_display(page, size)
            page.wait_for_timeout(200)
            page.screenshot(path=SCREENSHOTS / f"phone-{kind}-{width}x{height}-{size}.png")
            assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0, (kind, width, height, size)
            assert split_words(page) == [], (kind, width, height, size)
            if size <= 26:
                assert is_uncovered(page, "#send"), (kind, width, height, size)
                assert is_uncovered(page, "#question"), (kind, width, height, size)


def test_phone_fits_every_screen_at_every_print_size(browser: Browser, dixit: WindowSession) -> None:
    phones = join_all(browser, dixit)
    SCREENSHOTS.mkdir(parents=True, exist_ok=True)
    phones["Mia"].set_viewport_size({"width": 390, "height": 844})
    height = phones["Mia"].evaluate("document.documentElement.scrollHeight")
    assert height <= 3 * 844, "six cards need two screens of scrolling"
    assert_fits(phones["Mia"], "hand")
    tell(phones["Lily"])
    give_all(phones)
    assert_fits(phones["Nick"], "vote")


def test_every_screen_of_a_phone_is_accessible_in_all_themes(browser: Browser, dixit: WindowSession) -> None:
    phones = join_all(browser, dixit)
    lily, nick = phones["Lily"], phones["Nick"]

    def check(page: Page, kind: str) -> None:
        for theme in THEMES:
            set_display(page, 26, theme)
            page.wait_for_timeout(150)
            assert run_axe(page) == [], (kind, theme)
        set_display(page, 26, "day")  # axe-core sees the colours of the theme, not those that the system forces
        page.emulate_media(forced_colors="active")
        assert run_axe(page) == [], (kind, "forced colours")
        page.emulate_media(forced_colors="none")

    check(lily, "hand")
    choose_by_mouse(lily, 2)
    check(lily, "clue")
    send_words(lily, "a quiet storm")
    expect(lily.locator("#sent")).to_be_visible()
    check(lily, "sent")
    give_all(phones)
    check(nick, "vote")
    for opener in ("#open-settings", "#open-talk", "#closer"):
        nick.locator(opener).click()
        check(nick, opener)
        nick.keyboard.press("Escape")


def test_own_words_from_right_to_left_keep_their_quotation_marks(browser: Browser, dixit: WindowSession) -> None:
    page = phone(browser, dixit, "Lily")
    words, shown = "\u05d0\u05d1 3!", "\u201c!3 \u05d1\u05d0\u201d"
    question = f"{words} 4 votes."
    page.evaluate(
        "([words, question]) => show({ ...page, slots: [], question, chosen_text: question, chosen_words: words })",
        [words, question],
    )
    page.add_style_tag(content="#question, #sent-words { white-space: nowrap; font-size: 12px; }")
    assert page.evaluate(LAYOUT, "#sent-words") == [shown]
    assert page.evaluate(LAYOUT, "#question") == ["\u05d1\u05d0 3! 4 votes."]
