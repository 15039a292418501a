"""Measure on a phone's page in Chromium how long it takes from a tap until its confirmation can be seen.

    python -m bench.phone_taps [--phones 4 12] [--taps 40]

One phone is a page in Chromium, the others and the big screen are WebSocket clients. The player chooses a picture, sees
"You chose …" and takes the choice back, many times. The time runs from the touch that sends the choice until the frame
after the confirmation is drawn. `make test-window` installs what this needs.
"""

import argparse
import os
import statistics
import tempfile
from collections.abc import Iterable
from pathlib import Path

from playwright.sync_api import Page, sync_playwright

from bench.window_clients import PageClient, TableWithWindow, is_asked_for_picture, wait_for
from tests.support.tables import NAMES

MAX_TAP_MS = 100.0
CHROMIUM = "/usr/bin/chromium"
KEEP_RUNNING = ["--no-sandbox", "--disable-renderer-backgrounding", "--disable-backgrounding-occluded-windows"]
PAUSE_MS = 300
"""Pause between two taps: a choice and taking it back stay below the server's limit of messages per second."""
TIMEOUT_MS = 30_000
WATCH_TAPS = """() => {
    window.tapTimes = [];
    document.getElementById("send").addEventListener("click", (event) => {
        const drawn = () => tapTimes.push(performance.now() - event.timeStamp);
        const look = new MutationObserver(() => {
            if (document.getElementById("sent").hidden) return;
            look.disconnect();
            requestAnimationFrame(() => setTimeout(drawn));  // the task after the frame that shows it
        });
        look.observe(document.getElementById("sent"), {attributes: true});
    }, {capture: true});
}"""


def join(page: Page, table: TableWithWindow, seat: str) -> None:
    """Scan the code of the table, and take this seat."""
    server, invitation = table.window._server, table.window._keys.table_invitation
    assert server is not None
    assert invitation is not None
    page.goto(f"{server.addresses[-1]}/join#{invitation.key}")
    page.get_by_role("button", name=seat, exact=True).click()
    page.locator("#mark svg").wait_for()


def measure_taps(page: Page, taps: int) -> list[float]:
    """Return the milliseconds from each tap to the frame that shows its confirmation."""
    page.locator("#clue", has_text="storm").wait_for()
    page.evaluate(WATCH_TAPS)
    cards = page.locator("#slot label.card")
    for number in range(taps):
        cards.nth(number % cards.count()).tap()
        page.locator("#send").tap()
        page.locator("#change").wait_for()
        page.wait_for_timeout(PAUSE_MS)
        page.locator("#change").tap()
        cards.first.wait_for()
        page.wait_for_timeout(PAUSE_MS)
    times: list[float] = page.evaluate("tapTimes")
    if len(times) != taps:
        raise RuntimeError(f"{len(times)} of {taps} taps were confirmed")
    return times


def measure_table(number_of_phones: int, taps: int) -> list[float]:
    """Measure the taps of one player at a table with this many phones."""
    storyteller, chooser, *others = NAMES[:number_of_phones]
    with (
        tempfile.TemporaryDirectory() as folder,
        TableWithWindow(Path(folder), number_of_phones) as table,
        sync_playwright() as play,
    ):
        PageClient(table, None)
        phones = {name: PageClient(table, name) for name in (storyteller, *others)}
        chromium = play.chromium.launch(executable_path=CHROMIUM, args=KEEP_RUNNING)
        page = chromium.new_context(viewport={"width": 390, "height": 844}, has_touch=True).new_page()
        page.set_default_timeout(TIMEOUT_MS)
        join(page, table, chooser)
        wait_for([phones[storyteller]], lambda phone: phone.page.get("slots"))
        phones[storyteller].choose(card=1, clue="a quiet storm")
        wait_for([phones[name] for name in others], is_asked_for_picture)
        times = measure_taps(page, taps)
        chromium.close()
    return times


def report_taps(numbers_of_phones: Iterable[int], taps: int) -> None:
    """Measure and print, for each number of phones at the table."""
    for phones in sorted(set(numbers_of_phones)):
        times = sorted(measure_table(phones, taps))
        print(f"tap to visible confirmation, {phones} phones, {len(times)} taps:", end=" ")
        print(f"median {statistics.median(times):.0f} ms,", end=" ")
        print(f"95 % within {times[int(len(times) * 0.95)]:.0f} ms (limit {MAX_TAP_MS:.0f});", end=" ")
        print(f"load of the computer {os.getloadavg()[0]:.1f}", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--phones", type=int, nargs="+", default=[4, 12], help="numbers of phones to measure with")
    parser.add_argument("--taps", type=int, default=40, help="number of measured taps")
    arguments = parser.parse_args()
    report_taps(arguments.phones, arguments.taps)


if __name__ == "__main__":
    main()
