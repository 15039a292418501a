"""Measure the window: how quickly pages follow the game, their size, and the idle cost of the server.

    python -m bench.window [--clients 12] [--moves 40] [--idle 20] [--choices 40] [--taps 40]

A full table of *odyssey* runs in its own session. Real WebSocket clients hold the pages, as phones and screens do.
`make test-window` tests the pages themselves in Chromium.

It also checks that timing reveals no secret. One player chooses a picture on the phone, takes it back and chooses
another, many times. The time until the others see that a choice was made should not depend on the picture. The
difference of the two medians is compared with what a random split of the same times gives (a permutation test).

Where Playwright is installed (`make test-window` does it), `bench.phone_taps` measures taps on a page in Chromium too.
"""

import argparse
import random
import re
import resource
import statistics
import tempfile
import time
from collections.abc import Mapping
from importlib.util import find_spec
from pathlib import Path

from jinja2 import Environment, FileSystemLoader, select_autoescape

from bench.window_clients import PageClient, TableWithWindow, has_message, is_asked_for_picture, wait_for
from narrator.apps.window.messages import page_labels
from narrator.language.language import DEFAULT_LANGUAGE
from narrator.language.lines.preferences import THEMES
from narrator.speech.ports import UtteranceHeard
from tests.support.tables import NAMES

MAX_UPDATE_MS, MAX_IDLE_PERCENT, MAX_PAGE_BYTES = 100.0, 1.0, 150_000
SETTLE_S = 0.02
"""Pause between two measurements, so that late messages do not count for the next one."""


def measure_updates(table: TableWithWindow, clients: list[PageClient], moves: int) -> list[float]:
    """Return the milliseconds from an utterance to each page with its answer. Every answer differs from the last."""
    times = []
    for number in range(moves):
        for client in clients:
            client.arrivals.clear()
        start = time.perf_counter()
        table.inbox.put(UtteranceHeard("bigger" if number % 2 else "smaller"))
        wait_for(clients, has_message)
        times += [(max(client.arrivals.values()) - start) * 1000 for client in clients]
        time.sleep(SETTLE_S)
    return times


def give_first_clue(phones: Mapping[str, PageClient]) -> tuple[str, list[str]]:
    """Let the first player give a clue, so that the others choose pictures. Return who chooses and who watches."""
    storyteller, chooser, *others = phones
    phones[storyteller].choose(card=1, clue="a quiet storm")
    wait_for([phones[name] for name in (chooser, *others)], is_asked_for_picture)
    return chooser, [storyteller, *others]


def measure_choices(
    phones: Mapping[str, PageClient], screen: PageClient, choices: int
) -> tuple[list[float], list[float]]:
    """Return the milliseconds until all others see that a choice was made, for each of two pictures."""
    chooser, others = give_first_clue(phones)
    watchers = [screen, *(phones[name] for name in others)]
    times: tuple[list[float], list[float]] = ([], [])
    rng = random.Random(1)
    for picture in rng.sample([0, 1] * choices, 2 * choices):
        for values in ({"card": (1, 6)[picture]}, {}):
            for client in watchers:
                client.arrivals.clear()
            sent = phones[chooser].choose(**values)
            wait_for([*watchers, phones[chooser]], lambda client: client not in watchers or has_message(client))
            if values:
                times[picture].append((max(max(client.arrivals.values()) for client in watchers) - sent) * 1000)
            time.sleep(SETTLE_S)
    return times


def median_difference(one: list[float], two: list[float]) -> float:
    return abs(statistics.median(one) - statistics.median(two))


def percent_by_chance(one: list[float], two: list[float], splits: int = 1000) -> float:
    """Return the percentage of random splits of these times whose medians differ at least as much."""
    rng, both, observed = random.Random(1), [*one, *two], median_difference(one, two)
    as_large = 0
    for _ in range(splits):
        rng.shuffle(both)
        as_large += median_difference(both[: len(one)], both[len(one) :]) >= observed
    return 100 * as_large / splits


def measure_idle_percent(seconds: float) -> float:
    """Return the percentage of a core that this process uses while nothing happens."""
    before, start = resource.getrusage(resource.RUSAGE_SELF), time.perf_counter()
    time.sleep(seconds)
    after = resource.getrusage(resource.RUSAGE_SELF)
    used = (after.ru_utime - before.ru_utime) + (after.ru_stime - before.ru_stime)
    return 100 * used / (time.perf_counter() - start)


def measure_page_bytes(template: str) -> int:
    """Return the size of everything that the first load of this page needs."""
    window = Path(__file__).parents[1] / "narrator" / "apps" / "window"
    pages = Environment(loader=FileSystemLoader(window / "templates"), autoescape=select_autoescape())
    labels = page_labels(DEFAULT_LANGUAGE)
    page: str = pages.get_template(template).render(labels=labels, seat="Lily", themes=THEMES, has_library=True)
    styles = "".join(file.read_text("utf-8") for file in (window / "static").glob("*.css") if file.name in page)
    files = set(re.findall(r"/static/([\w.-]+)", page + styles))
    sizes: list[int] = [(window / "static" / name).stat().st_size for name in files]
    return len(page.encode()) + sum(sizes)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--clients", type=int, default=12, help="number of phones")
    parser.add_argument("--moves", type=int, default=40, help="number of measured answers")
    parser.add_argument("--idle", type=float, default=20.0, help="seconds for which to measure the idle server")
    parser.add_argument("--choices", type=int, default=40, help="number of measured choices of each of two pictures")
    parser.add_argument("--taps", type=int, default=40, help="number of measured taps in Chromium")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, TableWithWindow(Path(folder), arguments.clients) as table:
        time.sleep(1)
        names = NAMES[: arguments.clients]
        screen, phones = PageClient(table, None), {name: PageClient(table, name) for name in names}
        table.inbox.put(UtteranceHeard("who is playing"))
        time.sleep(1)
        times = sorted(measure_updates(table, [screen, *phones.values()], arguments.moves))
        at_95 = times[int(len(times) * 0.95)]
        print(f"{arguments.clients} phones and a screen, {arguments.moves} answers:", end=" ")
        print(f"median {statistics.median(times):.0f} ms, 95 % within {at_95:.0f} ms (limit {MAX_UPDATE_MS:.0f})")
        one, two = measure_choices(phones, screen, arguments.choices)
        print(f"secret choice, {arguments.choices} times each of two pictures:", end=" ")
        print(f"median {statistics.median(one):.1f} and {statistics.median(two):.1f} ms;", end=" ")
        print(f"{percent_by_chance(one, two):.0f} % of random splits differ as much (under 1 suggests a leak)")
        confirmed = sorted(time for phone in phones.values() for time in phone.confirmations)
        print(f"choice to its acknowledgement, {len(confirmed)} choices:", end=" ")
        print(f"median {statistics.median(confirmed):.0f} ms, 95 % within", end=" ")
        print(f"{confirmed[int(len(confirmed) * 0.95)]:.0f} ms (limit {MAX_UPDATE_MS:.0f})")
        idle = measure_idle_percent(arguments.idle)
        print(f"idle: {idle:.2f} % of a core, clients included (limit {MAX_IDLE_PERCENT:.0f})")
        for template in ("room.html", "phone.html"):
            size_kb = measure_page_bytes(template) / 1000
            print(f"{template}: {size_kb:.0f} kB at first load (limit {MAX_PAGE_BYTES / 1000:.0f})")
    if find_spec("playwright"):
        from bench.phone_taps import report_taps  # noqa: PLC0415  # Playwright is not installed everywhere

        report_taps([4, arguments.clients], arguments.taps)
    else:
        print("tap to visible confirmation: not measured, because Playwright is not installed (make test-window)")


if __name__ == "__main__":
    main()
