"""The real program with four phones in a real Chromium: joined by the code on the screen, killed, and resumed."""

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from queue import Queue
from threading import Thread

import pytest
import zxingcpp
from PIL import Image
from playwright.sync_api import Browser, Page, expect

from narrator.apps.window.network import own_addresses
from tests.apps.window.real.players import choose_by_mouse, send_words
from tests.apps.window.real.real_browser import NAMES, TIMEOUT_MS, browser, open_page

__all__ = ["browser"]
RECONNECT_MS = 60_000
"""For a machine on which five pages and the program share two cores."""
START_S = 60.0


class Program:
    """A running `narrator play`, and everything it has printed."""

    def __init__(self, home: Path, *arguments: str) -> None:
        command = [sys.executable, "-m", "narrator", "play", *arguments, "--plain", "--voice", "printed"]
        environment = {name: value for name, value in os.environ.items() if name not in ("DISPLAY", "WAYLAND_DISPLAY")}
        self.process = subprocess.Popen(
            [*command, "--address", own_addresses()[0]],
            env={**environment, "NARRATOR_HOME": str(home)},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        self.printed: list[str] = []
        self._lines: Queue[str] = Queue()
        self._reader = Thread(target=self._read, daemon=True)
        self._reader.start()

    def _read(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self.printed.append(line)
            self._lines.put(line)

    def wait_for(self, pattern: str) -> str:
        """Wait for a printed line, and return the part of it that matches."""
        while not (found := re.search(pattern, self._lines.get(timeout=START_S))):
            pass
        return found[0]

    def kill(self) -> None:
        self.process.kill()
        self.process.wait()
        self._reader.join()
        for pipe in (self.process.stdin, self.process.stdout):
            if pipe is not None:
                pipe.close()


@pytest.fixture
def programs(tmp_path: Path) -> Iterator[list[Program]]:
    started: list[Program] = []
    yield started
    for program in started:
        program.kill()


def scan(screen: Page) -> str:
    """Return the address in the code on the big screen, as a phone's camera reads it."""
    screen.locator("#invites img").wait_for()
    screen.wait_for_function("document.querySelector('#invites img').complete")
    (code,) = zxingcpp.read_barcodes(Image.open(BytesIO(screen.screenshot())))
    return str(code.text)


def join(browser: Browser, address: str, seat: str) -> Page:
    page = browser.new_context(viewport={"width": 390, "height": 844}, has_touch=True).new_page()
    page.set_default_timeout(TIMEOUT_MS)
    page.goto(address)
    page.get_by_role("button", name=seat, exact=True).click()
    page.locator("#mark svg").wait_for()
    return page


def hand(page: Page) -> list[str]:
    page.locator("#slot label.card").first.wait_for()
    return page.locator("#slot label.card .sentence").all_inner_texts()


def wait_until_back(phones: dict[str, Page]) -> None:
    for page in phones.values():
        expect(page.locator("#lost")).to_be_hidden(timeout=RECONNECT_MS)


def test_phones_come_back_by_themselves_after_the_program_was_killed(
    browser: Browser, tmp_path: Path, programs: list[Program]
) -> None:
    players = ("--players", ", ".join(f"{name} 8" for name in NAMES), "--seed", "a", "--no-practice")
    programs.append(Program(tmp_path, "dixit", "--window", "--privacy", "phones", *players))
    screen = open_page(browser, programs[-1].wait_for(r"http://\S+"), viewport={"width": 1280, "height": 720})
    address = scan(screen)
    phones = {name: join(browser, address, name) for name in NAMES}
    lily, nick = phones["Lily"], phones["Nick"]
    hands = {name: hand(page) for name, page in phones.items()}
    questions = {name: page.locator("#question").inner_text() for name, page in phones.items()}
    choose_by_mouse(lily, 3)
    lily.locator("#words").fill("half a cl")

    programs[-1].kill()
    for page in phones.values():
        expect(page.locator("#lost")).to_be_visible(timeout=RECONNECT_MS)
    programs.append(Program(tmp_path, "--resume"))
    wait_until_back(phones)
    expect(lily.locator("#words")).to_have_value("half a cl")
    for name in NAMES[1:]:
        expect(phones[name].locator("#question")).to_have_text(questions[name])
        assert hand(phones[name]) == hands[name]
    lily.locator("#back").click()
    assert hand(lily) == hands["Lily"]
    expect(lily.locator("#slot input[value='3']")).to_be_checked()
    lily.locator("#send").click()
    send_words(lily, "half a clue")

    expect(nick.locator("#clue")).to_contain_text("half a clue")
    choose_by_mouse(nick, 1)
    expect(nick.locator("#question")).to_contain_text("You chose")
    chosen = nick.locator("#question").inner_text()
    programs[-1].kill()
    expect(nick.locator("#lost")).to_be_visible(timeout=RECONNECT_MS)
    programs.append(Program(tmp_path, "--resume"))
    wait_until_back(phones)
    expect(nick.locator("#question")).to_have_text(chosen)
    for name in ("Julie", "Mia"):
        expect(phones[name].locator("#clue")).to_contain_text("half a clue")
        choose_by_mouse(phones[name], 2)
    expect(nick.locator("#question")).to_have_text("Which is Lily's?")
    for program in programs:
        assert not [line for line in program.printed if "ears" in line or "hands" in line]
