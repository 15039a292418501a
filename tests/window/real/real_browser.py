"""The window in a real Chromium: whole games with a screen and four phones, by mouse, by keyboard, and by ear alone."""

import os
import random
import re
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect, sync_playwright

from narrator.guests import Guest
from narrator.host.plan import Plan, Privacy
from narrator.play import Seat
from narrator.tell.outbox import THEMES
from tests.window.evening import Evening, evening

AXE = Path(os.environ["NARRATOR_READERS"]) / "node_modules" / "axe-core" / "axe.min.js"
PICTURES = Path(os.environ.get("NARRATOR_SCREENSHOTS", ".venv/screenshots"))
NAMES = ("Lily", "Nick", "Julie", "Mia")
SEATS = tuple(Seat(name, 8) for name in NAMES)
SECONDS = 60_000
ALL_AWAKE = [
    "--no-sandbox",
    "--disable-renderer-backgrounding",
    "--disable-backgrounding-occluded-windows",
    "--disable-background-timer-throttling",
]
"""Five pages are open at once, as they are at a table; a browser lets those sleep that nobody looks at."""
TAGS = ["wcag2a", "wcag2aa", "wcag2aaa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with sync_playwright() as play:
        chromium = play.chromium.launch(executable_path="/usr/bin/chromium", args=ALL_AWAKE)
        yield chromium
        chromium.close()


def opened(browser: Browser, address: str, **settings: Any) -> Page:
    # axe-core is put into the page by the test, which a strict policy would refuse; others check the policy
    page = browser.new_context(bypass_csp=True, **settings).new_page()
    page.set_default_timeout(SECONDS)
    page.goto(address)
    page.locator("#players li").first.wait_for()
    return page


def big_screen(browser: Browser, tonight: Evening, width: int = 1280) -> Page:
    return opened(browser, tonight.window.address, viewport={"width": width, "height": 800})


def phone(browser: Browser, tonight: Evening, seat: str) -> Page:
    address = f"{tonight.home}/#{tonight.window._keys.invitation(seat).key}"
    return opened(browser, address, viewport={"width": 360, "height": 740}, has_touch=True, reduced_motion="reduce")


def findings(page: Page) -> list[str]:
    page.add_script_tag(path=AXE)
    result = page.evaluate("tags => axe.run(document, {runOnly: {type: 'tag', values: tags}})", TAGS)
    return [f"{each['id']}: {node['html'][:120]}" for each in result["violations"] for node in each["nodes"]]


def too_wide(page: Page) -> list[str]:
    """What sticks out on the right."""
    found = "e => e.getBoundingClientRect().right > innerWidth + 1"
    return page.evaluate(f"[...document.querySelectorAll('body *')].filter({found}).map(e => e.outerHTML.slice(0, 90))")


# --- ways to choose ------------------------------------------------------------------------------


def by_hand(page: Page, name: str, number: int) -> None:
    page.locator(f"input[name={name}][value='{number}']").check()
    page.locator("#send").click()


def by_keyboard(page: Page, name: str, number: int) -> None:
    """Tab to the choices, arrows to the one, Enter to choose. No mouse, no selector is used to get there."""
    page.evaluate("document.activeElement?.blur()")
    for _ in range(40):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.name") == name:
            break
    page.keyboard.press("Space")
    for _ in range(40):
        if page.evaluate("document.activeElement.value") == str(number):
            break
        page.keyboard.press("ArrowDown")
    assert page.evaluate("[document.activeElement.value, document.activeElement.checked]") == [str(number), True]
    page.keyboard.press("Enter")


def by_ear(page: Page, name: str, number: int) -> None:
    """By what a screen reader says: roles and names alone."""
    page.get_by_role("radio", name=re.compile(rf"\b{number} of \d")).first.check()
    page.get_by_role("button", name="Choose", exact=True).click()


WAYS = {"Lily": by_hand, "Nick": by_keyboard, "Julie": by_ear, "Mia": by_hand}


def awaited(page: Page) -> str | None:
    """The first place that this phone has to fill, if it is asked for anything."""
    radios = page.locator("#choose:not([hidden]) input[type=radio]")
    return radios.first.get_attribute("name") if radios.count() else None


# --- whole games ---------------------------------------------------------------------------------


def test_a_whole_dixit_with_a_screen_and_four_phones(browser: Browser, tmp_path: Path) -> None:
    plan = Plan("dixit", "basic", SEATS, seed="a", privacy=Privacy.PHONES)
    with evening(tmp_path, plan, phones=True) as tonight:
        screen = big_screen(browser, tonight)
        phones = {name: phone(browser, tonight, name) for name in NAMES}
        state = Watch(tonight)
        for _ in range(400):
            now = state.look()
            if now["over"]:
                break
            seat = now["waiting"][0]
            page = phones[seat]
            page.locator("#places input").first.wait_for()
            if page.locator("input[name=clue]").count():
                page.locator("input[name=clue]").fill(f"a quiet storm, the {now['count']}th")
            page.bring_to_front()
            name = awaited(page)
            assert name is not None
            choices = page.locator(f"input[name={name}]").count()
            for number in range(1, choices + 1):
                WAYS[seat](page, name, number)
                if state.moved(now["count"]):
                    break
        assert now["over"], now
        expect(screen.locator("#panels")).to_contain_text("Standing")
        assert findings(screen) == []


def test_a_whole_storytellers_with_a_screen_and_four_phones(browser: Browser, tmp_path: Path) -> None:
    plan = Plan("storytellers", "basic", SEATS, seed="a", privacy=Privacy.PHONES)
    with evening(tmp_path, plan, phones=True) as tonight:
        screen = big_screen(browser, tonight)
        phones = {name: phone(browser, tonight, name) for name in NAMES}
        state = Watch(tonight)
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
            page.locator("#places input[type=radio]").first.wait_for()
            page.bring_to_front()
            name = awaited(page)
            assert name is not None
            for number in range(1, page.locator(f"input[name={name}]").count() + 1):
                WAYS[seat](page, name, number)
                if state.moved(now["count"]):
                    break
        assert now["over"], now


class Watch:
    """Looks at the table in between, to know whom the test has to play next."""

    def __init__(self, tonight: Evening) -> None:
        self._tonight, self._guest = tonight, Guest(random.Random(1))

    def look(self) -> dict[str, Any]:
        seen: dict[str, Any] = {}

        def at() -> None:
            talk = self._tonight.conversation
            dialogue = talk.dialogue
            seen["said"] = self._tonight.window._said
            seen["over"] = dialogue is None or dialogue.moment.over
            if dialogue is not None:
                moment = dialogue.moment
                seen["count"] = dialogue.table.count
                seen["waiting"] = [ask.seat for ask in moment.asks if ask.seat]
                seen["secret"] = [] if moment.now.waiting else list(moment.on_phones)

        self._tonight.do(at)
        return seen

    def moved(self, count: int) -> bool:
        """Whether the last choice was taken; a refusal comes as a note to the phone, which is then thrown away."""
        notes = self._tonight.window._notes
        until = time.monotonic() + 30
        while time.monotonic() < until:
            now = self.look()
            if now["over"] or now["count"] != count:
                return True
            if notes is self._tonight.window._notes and any(notes.values()):
                self._tonight.do(notes.clear)
                return False
            notes = self._tonight.window._notes
            time.sleep(0.05)
        raise TimeoutError

    def settled(self, said: object) -> None:
        until = time.monotonic() + 30
        while self.look()["said"] is said:
            assert time.monotonic() < until
            time.sleep(0.05)

    def answer(self) -> str:
        words: list[str] = []
        self._tonight.do(lambda: words.append(self._guest.answer(self._tonight.conversation)))
        return words[0]


# --- how it looks --------------------------------------------------------------------------------


@pytest.fixture
def voting(browser: Browser, tmp_path: Path) -> Iterator[tuple[Page, Page]]:
    """A screen and a phone while pictures lie on the table."""
    plan = Plan("dixit", "basic", SEATS, seed="a", privacy=Privacy.PHONES)
    with evening(tmp_path, plan, phones=True) as tonight:
        screen = big_screen(browser, tonight)
        phones = {name: phone(browser, tonight, name) for name in NAMES}
        phones["Lily"].locator("input[name=clue]").fill("a quiet storm")
        by_hand(phones["Lily"], "card", 2)
        for name in NAMES[1:]:
            phones[name].locator("#panels", has_text="storm").wait_for()
            by_hand(phones[name], "card", 1)
        screen.locator("#panels .scene").first.wait_for()
        phones["Nick"].locator("input[name=symbol]").first.wait_for()
        yield screen, phones["Nick"]


def test_every_theme_and_page_is_without_findings_and_has_one_scroll_bar(voting: tuple[Page, Page]) -> None:
    PICTURES.mkdir(parents=True, exist_ok=True)
    for page, kind in zip(voting, ("screen", "phone"), strict=True):
        for theme in THEMES:
            page.locator("#theme").select_option(theme)
            assert findings(page) == [], (kind, theme)
        for size, width in ((24, 1280), (96, 1280), (40, 320), (200, 1280), (200, 320)):
            page.set_viewport_size({"width": width, "height": 800})
            page.evaluate("size => document.documentElement.style.setProperty('--size', size + 'px')", size)
            wide = page.evaluate("document.documentElement.scrollWidth - innerWidth")
            page.screenshot(path=PICTURES / f"{kind}-{size}-{width}.png", full_page=size < 100)
            assert wide <= 0, (kind, size, width, too_wide(page))


def test_print_grows_by_key_and_by_button_and_stays_after_a_reload(voting: tuple[Page, Page]) -> None:
    screen, _ = voting
    sized = "getComputedStyle(document.documentElement).fontSize"
    assert screen.evaluate(sized) == "40px"
    screen.keyboard.press("+")
    assert screen.evaluate(sized) == "50px"
    for _ in range(12):
        screen.locator("#bigger").click()
    assert screen.evaluate(sized) == "200px"
    screen.wait_for_timeout(1500)
    screen.reload()
    screen.locator("#players li").first.wait_for()
    expect(screen.locator("html")).to_have_attribute("style", "--size: 200px;")
    for _ in range(16):
        screen.locator("#smaller").click()
    assert screen.evaluate(sized) == "24px"


def test_the_door_is_without_findings(browser: Browser, tmp_path: Path) -> None:
    with evening(tmp_path, Plan("cat_dice", None, SEATS[:2], seed="a")) as tonight:
        page = browser.new_context(bypass_csp=True).new_page()
        page.goto(tonight.home)
        assert findings(page) == []
        page.locator("#words").fill("no such four words")
        page.locator("button").click()
        expect(page.locator("#told")).to_contain_text("opens nothing")


def test_a_strict_policy_lets_the_page_work(browser: Browser, tmp_path: Path) -> None:
    with evening(tmp_path, Plan("cat_dice", None, SEATS[:2], seed="a")) as tonight:
        page, told = browser.new_context().new_page(), []
        page.on("console", lambda message: told.append(message.text))
        page.goto(tonight.window.address)
        page.locator("#players li").first.wait_for()
        assert "#" not in page.url
        page.get_by_role("button", name="Scores").click()
        expect(page.locator("#said")).to_contain_text(re.compile("point|score|zero", re.IGNORECASE))
        assert page.evaluate("document.cookie") == ""
        assert told == []
