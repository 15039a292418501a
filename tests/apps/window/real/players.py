"""Play the players of a game in the browser: three ways to choose, and a look at the game to see whose turn it is."""

import random
import re
import time
from typing import Any

from playwright.sync_api import Page

from narrator.apps.demo.guests import Guest
from tests.apps.window.window_session import WindowSession


def choose_by_mouse(page: Page, number: int) -> None:
    """Choose the option with this position, and send it."""
    page.locator("#slot label.card").nth(number - 1).click()
    page.locator("#send").click()


def choose_by_keyboard(page: Page, number: int) -> None:
    """Choose with Tab, the arrow keys and Enter only."""
    page.evaluate("document.activeElement?.blur()")
    press_until(page, "Tab", "document.activeElement.type === 'radio'")
    page.keyboard.press("Space")
    press_until(page, "ArrowDown", f"document.activeElement.value === '{number}'")
    assert page.evaluate("document.activeElement.checked")
    page.keyboard.press("Enter")


def choose_by_role(page: Page, number: int) -> None:
    """Choose by accessible roles and names only, as with a screen reader."""
    page.get_by_role("radio", name=re.compile(rf"\b{number} of \d")).check(force=True)
    page.get_by_role("button", name=re.compile("^(Choose|Vote for) ")).click()


def press_until(page: Page, key: str, condition: str) -> None:
    for _ in range(60):
        if page.evaluate(condition):
            return
        page.keyboard.press(key)
    raise AssertionError(condition)


CHOOSERS = {"Lily": choose_by_mouse, "Nick": choose_by_keyboard, "Julie": choose_by_role, "Mia": choose_by_mouse}


def options(page: Page) -> list[int]:
    """Return the positions of the options that this phone can choose now."""
    positions = page.locator("#step:not([hidden]) input[type=radio]:enabled")
    return [int(value) for value in positions.evaluate_all("all => all.map(each => each.value)") if value]


def send_words(page: Page, words: str) -> None:
    """Fill in the step with free words, and send it."""
    page.locator("#words").fill(words)
    page.locator("#words").press("Enter")


class GameWatcher:
    """Inspects the game, to find out which player the test has to play next."""

    def __init__(self, session: WindowSession) -> None:
        self._tonight, self._guest = session, Guest(random.Random(1))

    def look(self) -> dict[str, Any]:
        seen: dict[str, Any] = {}

        def at() -> None:
            talk = self._tonight.conversation
            game_topic = talk.game_topic
            seen["said"] = self._tonight.window._said
            seen["over"] = game_topic is None or game_topic.over
            if game_topic is not None:
                moment = game_topic
                seen["count"] = game_topic.table.count
                seen["telling"] = any(slot.is_free_text for slot in moment.questions[-1].main_answer.slots)
                seen["waiting"] = [ask.seat for ask in moment.questions if ask.seat]
                seen["secret"] = [] if moment.now.side_question else list(moment.on_phones)

        self._tonight.run_in_session(at)
        return seen

    def moved(self, count: int) -> bool:
        """Return whether the last choice was accepted. A refusal is a note to the phone, which is cleared."""
        notes = self._tonight.window._notes
        until = time.monotonic() + 30
        while time.monotonic() < until:
            now = self.look()
            if now["over"] or now["count"] != count:
                return True
            if notes is self._tonight.window._notes and any(notes.values()):
                self._tonight.run_in_session(notes.clear)
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
        self._tonight.run_in_session(lambda: words.append(self._guest.answer(self._tonight.conversation)))
        return words[0]
