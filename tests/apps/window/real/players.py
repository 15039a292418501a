"""Play the players of a game in the browser: three ways to choose, and a look at the game to see whose turn it is."""

import random
import re
import time
from typing import Any

from playwright.sync_api import Page

from narrator.apps.demo.guests import Guest
from tests.apps.window.window_session import WindowSession


def choose_by_mouse(page: Page, name: str, number: int) -> None:
    page.locator(f"input[name={name}][value='{number}']").check()
    page.locator("#send").click()


def choose_by_keyboard(page: Page, name: str, number: int) -> None:
    """Choose with Tab, the arrow keys and Enter only."""
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


def choose_by_role(page: Page, name: str, number: int) -> None:
    """Choose by accessible roles and names only, as with a screen reader."""
    page.get_by_role("radio", name=re.compile(rf"\b{number} of \d")).first.check()
    page.get_by_role("button", name="Choose", exact=True).click()


CHOOSERS = {"Lily": choose_by_mouse, "Nick": choose_by_keyboard, "Julie": choose_by_role, "Mia": choose_by_mouse}


def open_slot(page: Page) -> str | None:
    """Return the first slot that this phone has to fill, if any."""
    radios = page.locator("#choose:not([hidden]) input[type=radio]")
    return radios.first.get_attribute("name") if radios.count() else None


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
