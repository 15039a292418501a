"""The layout of the big screen in a real Chromium: what matters fits without scrolling, and no word is split."""

from collections.abc import Iterator
from io import BytesIO
from pathlib import Path

import pytest
import zxingcpp
from PIL import Image
from playwright.sync_api import Browser, Page, expect

from narrator.games.hosting.plan import Plan, Privacy
from tests.apps.window.real.real_browser import NAMES, SEATS, browser, open_page, run_axe, set_display
from tests.apps.window.window_session import WindowSession, open_window_session

__all__ = ["browser"]
VIEWPORTS = ((1280, 720), (1366, 650), (1920, 940), (1920, 1080))
CARD_COUNTS = (3, 4, 6, 8, 12)

SHOW_CARDS = """([count, reading]) => {
    const sentences = [
        "Four old fishermen have let down their lines into a bathtub, and one of the lines has just gone tight.",
        "All the sunflowers have turned their backs on the sun, to cheer for one small match that is trying to burn.",
        "Tuesday is flying as fast as it can, for the other days have torn off the calendar and gone south.",
    ];
    const names = ["the bathtub", "the sunflowers", "the lost Tuesday", "the disappointed lighthouse"];
    const table = Array.from({ length: count }, (_, index) => ({
        ...page.table[index % page.table.length], number: String(index + 1), hidden: false,
        name: names[index % names.length], sentence: sentences[index % sentences.length],
        art: page.table[index % page.table.length].art, owner: "", voters: [],
    }));
    const players = Array.from({ length: Math.max(3, count) }, (_, index) => ({
        ...page.players[0], name: ["Lily", "Nick", "Julie", "Ann-Marie"][index % 4] + (index > 3 ? index : ""),
        turn: false, doing: index ? "page-awaited" : "page-tells", score: index,
    }));
    show({ ...page, table, players, reading, choices: [] });
}"""
OUTSIDE = """selector => [...document.querySelectorAll(selector)].filter(e => {
    const box = e.getBoundingClientRect();
    const isInside = box.left >= -1 && box.top >= -1 && box.right <= innerWidth + 1 && box.bottom <= innerHeight + 1;
    return e.checkVisibility() && !isInside;
}).map(e => e.outerHTML.slice(0, 90))"""
CUT_OFF = """selector => [...document.querySelectorAll(selector)].filter(e => e.checkVisibility()
    && (e.scrollHeight > e.clientHeight + 2 || e.scrollWidth > e.clientWidth + 2)).map(e => e.outerHTML.slice(0, 99))"""
SPLIT_WORDS = """() => {
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT), range = document.createRange();
    const split = [], apart = ".visually-hidden, select, aside";
    while (texts.nextNode()) {
        const node = texts.currentNode;
        if (!node.parentElement.checkVisibility() || node.parentElement.closest(apart)) continue;
        for (const word of node.data.matchAll(/[^\\s\\u2013\\u2014-]+/g)) {
            range.setStart(node, word.index);
            range.setEnd(node, word.index + word[0].length);
            const lines = new Set([...range.getClientRects()].map(box => Math.round(box.top)));
            if (lines.size > 1) split.push(word[0]);
        }
    }
    return split;
}"""


@pytest.fixture(scope="module")
def session(tmp_path_factory: pytest.TempPathFactory) -> Iterator[WindowSession]:
    plan = Plan("dixit", "basic", SEATS, seed="a", privacy=Privacy.PHONES)
    with open_window_session(tmp_path_factory.mktemp("table"), plan, phones=True) as session:
        yield session


@pytest.fixture
def screen(browser: Browser, tmp_path: Path) -> Iterator[Page]:  # the fixture
    """Return a screen with pictures on the table."""
    plan = Plan("dixit", "basic", SEATS, seed="a", privacy=Privacy.OPEN)
    with open_window_session(tmp_path, plan) as session:
        page = open_page(browser, session.window.address, viewport={"width": 1280, "height": 720})
        for words in ("Lily has a clue", "one", "a quiet storm", "one", "one", "one"):
            page.locator("#text").fill(words)
            page.keyboard.press("Enter")
            page.wait_for_timeout(300)
        page.locator("#table-cards .card").first.wait_for()
        yield page
        page.context.close()


def test_question_cards_and_players_fit_without_scrolling(screen: Page) -> None:
    for width, height in VIEWPORTS:
        screen.set_viewport_size({"width": width, "height": height})
        for count in CARD_COUNTS:
            screen.evaluate(SHOW_CARDS, [count, ""])
            screen.wait_for_timeout(100)
            where = (width, height, count)
            assert screen.locator("#table-cards > li").count() == count
            assert (
                screen.evaluate(OUTSIDE, "#question, #clue, #table-cards > li, #players > li, #caption, #menu") == []
            ), where
            assert screen.evaluate(CUT_OFF, "#table-cards .text, #question, #clue, .player") == [], where
            assert screen.evaluate("document.documentElement.scrollHeight <= innerHeight"), where
            assert (
                screen.evaluate(
                    "Math.min(...[...document.querySelectorAll('#table .picture')].map(e => e.clientHeight))"
                )
                >= 90
            )


def test_card_being_read_is_shown_with_its_whole_sentence(screen: Page) -> None:
    for width, height in VIEWPORTS:
        screen.set_viewport_size({"width": width, "height": height})
        for count in CARD_COUNTS:
            screen.evaluate(SHOW_CARDS, [count, "2"])
            screen.wait_for_timeout(400)
            is_zoomed = screen.locator("#spotlight").is_visible()
            shown = "#spotlight" if is_zoomed else "#table-cards .reading"
            expect(screen.locator(f"{shown} .sentence")).to_be_visible()
            assert screen.evaluate(OUTSIDE, f"{shown}, {shown} *") == [], (width, height, count)
            assert screen.evaluate(CUT_OFF, f"{shown} .text") == [], (width, height, count)


def test_no_word_is_split_at_the_largest_print(screen: Page) -> None:
    for width, height in ((1280, 720), (1920, 1080)):
        screen.set_viewport_size({"width": width, "height": height})
        for reading in ("", "2"):
            screen.evaluate(SHOW_CARDS, [6, reading])
            set_display(screen, 200)
            assert screen.evaluate(SPLIT_WORDS) == []
            assert screen.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_turn_is_marked_at_one_player_only_in_forced_colours(browser: Browser, tmp_path: Path) -> None:
    with open_window_session(tmp_path, Plan("storytellers", "basic", SEATS, privacy=Privacy.OPEN)) as session:
        page = open_page(browser, session.window.address, viewport={"width": 1280, "height": 720})
        page.emulate_media(forced_colors="active")
        colours = page.evaluate(
            "[...document.querySelectorAll('.player')].map(e => getComputedStyle(e).borderTopColor)"
        )
        turn = page.evaluate("[...document.querySelectorAll('.player')].findIndex(e => e.classList.contains('turn'))")
        assert turn >= 0
        assert [colours.count(colour) for colour in colours].index(1) == turn
        assert run_axe(page) == []


@pytest.mark.parametrize(("width", "height"), [(1920, 940), (1366, 650), (1280, 720), (390, 844)])
def test_code_for_phones_can_be_scanned(browser: Browser, session: WindowSession, width: int, height: int) -> None:
    page = open_page(browser, session.window.address, viewport={"width": width, "height": height})
    page.locator("#invites img").wait_for()
    page.wait_for_load_state("networkidle")
    if width < height:
        page.locator("#invites img").scroll_into_view_if_needed()
    found = zxingcpp.read_barcodes(Image.open(BytesIO(page.screenshot())))
    assert [each.text.startswith(f"{session.phone_address}/") for each in found] == [True]
    assert page.evaluate(OUTSIDE, "#invites img") == []
    page.context.close()


def test_number_keys_choose_what_the_question_offers(browser: Browser, tmp_path: Path) -> None:
    with open_window_session(tmp_path, Plan("dixit", "basic", SEATS, seed="a", privacy=Privacy.OPEN)) as session:
        page = open_page(browser, session.window.address, viewport={"width": 1280, "height": 720})
        expect(page.locator("#players button")).to_have_count(len(NAMES))
        expect(page.locator("#choices button")).to_have_count(0)
        page.keyboard.press("2")
        expect(page.locator("#whose")).to_have_text("Nick")
        question = page.locator("h1").text_content()
        page.locator("#text").fill("scores")
        page.keyboard.press("Enter")
        expect(page.locator("#beside")).to_contain_text("Nobody has a point yet")
        expect(page.locator("h1")).to_have_text(question or "")


LAYOUT = """selector => [...document.querySelectorAll(selector)].flatMap(element => {
    const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT), range = document.createRange();
    const letters = [];
    while (texts.nextNode()) for (let at = 0; at < texts.currentNode.length; at += 1) {
        range.setStart(texts.currentNode, at);
        range.setEnd(texts.currentNode, at + 1);
        const box = range.getBoundingClientRect();
        letters.push([box.left, texts.currentNode.data[at]]);
    }
    return letters.sort((one, other) => one[0] - other[0]).map(each => each[1]).join("");
})"""
"""Returns the letters of each element in visual order, from left to right."""


def test_words_from_right_to_left_do_not_reverse_what_stands_around_them(screen: Page) -> None:
    said = "Lily: \u05d0\u05d1 \u05d2\u05d3! 3 points."
    shown = "Lily: \u05d3\u05d2 \u05d1\u05d0! 3 points."
    screen.evaluate("text => { show({ ...page, question: text, beside: [text], lines: [text] }); }", said)
    screen.evaluate("text => showSpoken({ text, start: 9, end: 11 })", said)
    screen.add_style_tag(content="#question, #beside p, #caption { white-space: nowrap; }")
    assert screen.evaluate(LAYOUT, "#question, #beside p") == [shown, shown]
    assert screen.evaluate(LAYOUT, "#caption") == [shown.removesuffix("3 points.")]
    assert screen.locator("#caption mark").text_content() == "\u05d2\u05d3"
