"""The pages before the game in a real Chromium: the certificate, joining, and a seat that has moved."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from narrator.apps.window.certificates import CertificateAuthority
from narrator.language.lines.preferences import THEMES
from tests.apps.window.real.real_big_screen import SPLIT_WORDS
from tests.apps.window.real.real_browser import TIMEOUT_MS, browser, phone, run_axe
from tests.apps.window.window_session import PICTURES, WindowSession, open_window_session

__all__ = ["browser"]
SET_DISPLAY = """([size, theme]) => {
    document.documentElement.style.setProperty("--size", `${size}px`);
    document.documentElement.dataset.theme = theme;
}"""
ANDROID = "Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 Chrome/140.0 Mobile Safari/537.36"


@pytest.fixture
def encrypted(tmp_path: Path) -> Iterator[WindowSession]:
    authority = CertificateAuthority(tmp_path / "tls")
    with open_window_session(tmp_path, PICTURES, phones=True, certify=authority.certify) as session:
        yield session


def open_code(browser: Browser, session: WindowSession, *, trusts: bool) -> Page:
    """Open the address in the code on a phone that trusts the certificate, or does not yet."""
    context = browser.new_context(
        bypass_csp=False, viewport={"width": 390, "height": 844}, user_agent=ANDROID, ignore_https_errors=trusts
    )
    page = context.new_page()
    page.set_default_timeout(TIMEOUT_MS)
    page.goto(f"{session.window._server.join_address}#{session.window._keys.table_invitation.key}")
    return page


def test_phone_that_trusts_goes_on_to_the_game(browser: Browser, encrypted: WindowSession) -> None:
    page = open_code(browser, encrypted, trusts=True)
    page.get_by_role("button", name="Lily", exact=True).click()
    page.locator("#mark svg").wait_for()
    assert page.url == f"{encrypted.phone_address}/"
    assert page.evaluate("isSecureContext && 'wakeLock' in navigator")
    (cookie,) = page.context.cookies()
    assert cookie["secure"]


def test_phone_that_does_not_trust_yet_sees_the_steps(browser: Browser, encrypted: WindowSession) -> None:
    page = open_code(browser, encrypted, trusts=False)
    expect(page.locator("details[open]")).to_have_attribute("id", "android")
    key = encrypted.window._keys.table_invitation.key
    expect(page.locator("#go-on")).to_have_attribute("href", f"{encrypted.phone_address}/join#{key}")
    with page.expect_download() as download:
        page.locator("details[open] a").click()
    assert download.value.suggested_filename == "narrator.crt"
    assert page.url.endswith(f"/trust#{key}")


def check_page(page: Page) -> None:
    for theme in THEMES:
        page.evaluate(SET_DISPLAY, [26, theme])
        assert run_axe(page) == [], theme
    for size in (24, 40, 200):
        page.evaluate(SET_DISPLAY, [size, "evening"])
        assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0, size
        assert page.evaluate(SPLIT_WORDS) == [], size


def test_trust_page_is_accessible_and_fits(browser: Browser, encrypted: WindowSession) -> None:
    context = browser.new_context(bypass_csp=True, viewport={"width": 390, "height": 844}, user_agent=ANDROID)
    page = context.new_page()
    page.goto(encrypted.window._server.join_address)
    page.locator("#windows summary").click()
    check_page(page)


def test_pages_without_a_seat_are_accessible_and_fit(browser: Browser, tmp_path: Path) -> None:
    with open_window_session(tmp_path, PICTURES, phones=True) as session:
        moved = phone(browser, session, "Lily")
        moved.set_viewport_size({"width": 390, "height": 844})
        session.run_in_session(lambda: session.window.release("Lily"))
        expect(moved.locator("body")).to_have_text("This seat moved to another phone.")
        check_page(moved)
        moved.reload()
        check_page(moved)
        moved.goto(f"{session.phone_address}/join")
        check_page(moved)
        moved.goto("about:blank")
        moved.goto(f"{session.phone_address}/join#{session.window._keys.table_invitation.key}")
        moved.get_by_role("button", name="Lily", exact=True).wait_for()
        check_page(moved)
