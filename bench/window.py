"""Measure the window: how quickly pages follow the game, their size, and the idle cost of the server.

    python -m bench.window [--clients 12] [--moves 40] [--idle 20] [--choices 40]

A full table of *odyssey* runs in its own session. Real WebSocket clients hold the pages, as phones and screens do.
`make test-window` tests the pages themselves in Chromium.

It also checks that timing reveals no secret. One player chooses a picture on the phone, takes it back and chooses
another, many times. The time until the others see that a choice was made should not depend on the picture. The
difference of the two medians is compared with what a random split of the same times gives (a permutation test).
"""

import argparse
import json
import random
import resource
import statistics
import tempfile
import threading
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path
from queue import SimpleQueue
from typing import Any

from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect
from websockets.typing import Origin

from narrator.apps.window import hub
from narrator.apps.window.browser_window import BrowserWindow
from narrator.core.game import Seat
from narrator.dialog.conversation import Conversation
from narrator.dialog.session import Session, run
from narrator.games.hosting.plan import Plan, Privacy
from narrator.speech.ports import Inbox, InputEnded, UtteranceHeard
from narrator.storage.journal import Journal
from tests.support.tables import NAMES, content

MAX_UPDATE_MS, MAX_IDLE_PERCENT, MAX_PAGE_BYTES = 100.0, 1.0, 150_000
TIMEOUT_S = 30.0
SETTLE_S = 0.02
"""Pause between two measurements, so that late messages do not count for the next one."""


class TableWithWindow:
    """A game with a window, in a thread."""

    def __init__(self, folder: Path, seats: int) -> None:
        self.inbox: Inbox = SimpleQueue()
        self.window = BrowserWindow(self.inbox, addresses=lambda: ["127.0.0.2"])
        self._folder, self._seats = folder, seats
        self._thread = threading.Thread(target=self._play)
        self._is_open = threading.Event()

    def __enter__(self) -> "TableWithWindow":
        self._thread.start()
        self._is_open.wait()
        return self

    def __exit__(self, *_: object) -> None:
        self.inbox.put(InputEnded())
        self._thread.join()

    def _play(self) -> None:
        seats = tuple(Seat(name) for name in NAMES[: self._seats])
        plan = Plan("odyssey", "basic", seats, privacy=Privacy.PHONES, seed="bench")
        with Journal.open(self._folder / "narrator.sqlite") as journal:
            talk = Conversation(journal, content(), plan, practice=False, window=self.window)
            self.window.attach(talk)
            self.window.open(phones=True)
            session = Session(talk, [self.window], self.window)
            self._is_open.set()
            run(session, [self.window], self.inbox)
            talk.close()


class PageClient:
    """An open page that records when messages arrive."""

    def __init__(self, table: TableWithWindow, seat: str | None) -> None:
        server = table.window._server
        assert server is not None
        keys = table.window._keys
        redeemed = keys.redeem(keys.invitation_for(seat).key, f"bench {seat}")
        assert redeemed is not None
        address = server.addresses[0 if seat is None else -1]
        host = address.removeprefix("http://")
        cookie = f"narrator-{host.rpartition(':')[2]}={redeemed[1]}"
        self.arrivals: dict[str, float] = {}
        """When the last message with each question arrived."""
        self.page: dict[str, Any] = {}
        self.is_closed = False
        self._last_sent = 0.0
        self._live = connect(
            f"ws://{host}/live",
            origin=Origin(address),
            additional_headers={"Cookie": cookie},
            compression=None,
            proxy=None,
        )
        self._socket = self._live.__enter__()
        self._thread = threading.Thread(target=self._read, daemon=True)
        self._thread.start()

    def choose(self, **values: int | str) -> float:
        """Send a choice and return when it was sent. Wait first if the server would refuse it as too fast."""
        time.sleep(max(0.0, self._last_sent + 1 / hub.MESSAGES_PER_S - time.perf_counter()))
        self._last_sent = time.perf_counter()
        self._socket.send(json.dumps({"kind": "choose", "values": values}))
        return self._last_sent

    def _read(self) -> None:
        with suppress(ConnectionClosed):
            for text in self._socket:
                now, message = time.perf_counter(), json.loads(text)
                if message["kind"] == "page":
                    self.page = message
                self.arrivals[message.get("question", "")] = now
        self.is_closed = True


def wait_for(clients: list[PageClient], is_done: Callable[[PageClient], object]) -> None:
    """Wait until this is true of every client."""
    start = time.perf_counter()
    while not all(map(is_done, clients)):
        time.sleep(0.0005)
        if any(client.is_closed for client in clients):
            raise ConnectionError("the server closed a connection")
        if time.perf_counter() - start > TIMEOUT_S:
            raise TimeoutError("a page did not change")


def has_message(client: PageClient) -> bool:
    return bool(client.arrivals)


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


def is_asked_for_picture(phone: PageClient) -> bool:
    return bool(phone.page.get("slots")) and "storm" in json.dumps(phone.page["panels"])


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


def measure_page_bytes() -> int:
    """Return the size of everything that the first load of the page needs, as it is on disk."""
    window = Path(__file__).parents[1] / "narrator" / "apps" / "window"
    files = [*(window / "static").iterdir(), *(window / "templates").iterdir()]
    return sum(file.stat().st_size for file in files if file.name not in ("OFL.txt", "join.js", "join.html"))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--clients", type=int, default=12, help="number of phones")
    parser.add_argument("--moves", type=int, default=40, help="number of measured answers")
    parser.add_argument("--idle", type=float, default=20.0, help="seconds for which to measure the idle server")
    parser.add_argument("--choices", type=int, default=40, help="number of measured choices of each of two pictures")
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
        idle = measure_idle_percent(arguments.idle)
        print(f"idle: {idle:.2f} % of a core, clients included (limit {MAX_IDLE_PERCENT:.0f})")
        print(f"page: {measure_page_bytes() / 1000:.0f} kB at first load (limit {MAX_PAGE_BYTES / 1000:.0f})")


if __name__ == "__main__":
    main()
