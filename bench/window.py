"""How quickly a move reaches everybody's page, what a page weighs, and what an open window costs while nothing happens.

    python -m bench.window [--clients 12] [--moves 40] [--idle 20] [--choices 40]

A whole table of Dixit sits in its own session; real WebSocket clients hold the pages, as phones and screens do.
`make test-window` tries the page itself in Chromium.

And whether the clock tells a secret: one player lays a picture, takes it back and lays another one, again and again;
from the choice until the others see that one was made, the two pictures should take as long. How far their medians lie
apart is held against what comes out when the same times are dealt to two heaps by chance.
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
from functools import partial
from pathlib import Path
from queue import SimpleQueue
from typing import Any

from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect
from websockets.typing import Origin

from narrator.apps.window.browser_window import BrowserWindow
from narrator.core.game import Seat
from narrator.dialog.conversation import Conversation
from narrator.dialog.session import Session, run
from narrator.games.hosting.plan import Plan, Privacy
from narrator.speech.ports import Inbox, InputEnded, UtteranceHeard
from narrator.storage.journal import Journal
from tests.support.tables import NAMES, content

ALLOWED_MS, ALLOWED_IDLE, ALLOWED_BYTES = 100.0, 1.0, 150_000


class Table:
    """A game with a window, in a thread."""

    def __init__(self, folder: Path, seats: int) -> None:
        self.inbox: Inbox = SimpleQueue()
        self.window = BrowserWindow(self.inbox, addresses=lambda: ["127.0.0.2"])
        self._folder, self._seats = folder, seats
        self._thread = threading.Thread(target=self._play)
        self._begun = threading.Event()

    def __enter__(self) -> "Table":
        self._thread.start()
        self._begun.wait()
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
            self._begun.set()
            run(session, [self.window], self.inbox)
            talk.close()


class Client:
    """A page: notes when the newest came."""

    def __init__(self, table: Table, seat: str | None) -> None:
        server = table.window._server
        assert server is not None
        keys = table.window._keys
        found = keys.redeem(keys.invitation_for(seat).key, f"bench {seat}")
        assert found is not None
        address = server.addresses[0 if seat is None else -1]
        host = address.removeprefix("http://")
        cookie = f"narrator-{host.rpartition(':')[2]}={found[1]}"
        self.came: dict[str, float] = {}
        self.page: dict[str, Any] = {}
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

    def choose(self, **values: int | str) -> None:
        self._socket.send(json.dumps({"kind": "choose", "values": values}))

    def _read(self) -> None:
        with suppress(ConnectionClosed):
            for text in self._socket:
                now, message = time.perf_counter(), json.loads(text)
                if message["kind"] == "page":
                    self.page = message
                self.came[message.get("question", "")] = now


def measure_moves(table: Table, clients: list[Client], moves: int) -> list[float]:
    """Milliseconds from a word in the room to each page that shows its answer; each answer has words of its own."""
    taken = []
    for number in range(moves):
        for client in clients:
            client.came.clear()
        asked = time.perf_counter()
        table.inbox.put(UtteranceHeard("bigger" if number % 2 else "smaller"))
        until(lambda: all(client.came for client in clients))
        taken += [(max(client.came.values()) - asked) * 1000 for client in clients]
        time.sleep(0.02)
    return taken


def open_a_round(phones: Mapping[str, Client]) -> tuple[str, list[str]]:
    """The first phone tells a clue, so that pictures are to be laid: who lays in what follows, and who looks on."""
    teller, chooser, *others = phones
    phones[teller].choose(card=1, clue="a quiet storm")
    for phone in map(phones.__getitem__, (chooser, *others)):
        until(partial(asked_for_a_picture, phone))
    return chooser, [teller, *others]


def asked_for_a_picture(phone: Client) -> bool:
    return bool(phone.page.get("places")) and "storm" in json.dumps(phone.page["panels"])


def until(there: Callable[[], object]) -> None:
    begun = time.perf_counter()
    while not there():
        time.sleep(0.0005)
        if time.perf_counter() - begun > 30:
            raise TimeoutError


def times_of_choices(phones: Mapping[str, Client], screen: Client, choices: int) -> tuple[list[float], list[float]]:
    """Milliseconds from the choice of one picture, and of another, until all others have seen that one was made."""
    chooser, others = open_a_round(phones)
    lookers = [screen, *(phones[name] for name in others)]
    taken: tuple[list[float], list[float]] = ([], [])
    luck = random.Random(1)
    for which in luck.sample([0, 1] * choices, 2 * choices):
        for values in ({"card": (1, 6)[which]}, {}):
            for client in lookers:
                client.came.clear()
            begun = time.perf_counter()
            phones[chooser].choose(**values)
            until(lambda: all(client.came for client in lookers))
            if values:
                taken[which].append((max(max(client.came.values()) for client in lookers) - begun) * 1000)
            time.sleep(0.02)
    return taken


def apart(one: list[float], two: list[float]) -> float:
    return abs(statistics.median(one) - statistics.median(two))


def by_chance(one: list[float], two: list[float], deals: int = 1000) -> float:
    """How often, of a hundred, heaps that were dealt by chance lie as far apart."""
    luck, both, found = random.Random(1), [*one, *two], apart(one, two)
    as_far = 0
    for _ in range(deals):
        luck.shuffle(both)
        as_far += apart(both[: len(one)], both[len(one) :]) >= found
    return 100 * as_far / deals


def idle_cost(seconds: float) -> float:
    """Percent of a core that this process takes while nothing happens."""
    before, began = resource.getrusage(resource.RUSAGE_SELF), time.perf_counter()
    time.sleep(seconds)
    after = resource.getrusage(resource.RUSAGE_SELF)
    spent = (after.ru_utime - before.ru_utime) + (after.ru_stime - before.ru_stime)
    return 100 * spent / (time.perf_counter() - began)


def weight() -> int:
    """Bytes of the page at first load, as they are on disk; templates add their frame."""
    window = Path(__file__).parents[1] / "narrator" / "apps" / "window"
    files = [*(window / "static").iterdir(), *(window / "templates").iterdir()]
    return sum(file.stat().st_size for file in files if file.name not in ("OFL.txt", "join.js", "join.html"))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--clients", type=int, default=12)
    parser.add_argument("--moves", type=int, default=40)
    parser.add_argument("--idle", type=float, default=20.0)
    parser.add_argument("--choices", type=int, default=40, help="of each of two pictures")
    wishes = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, Table(Path(folder), wishes.clients) as table:
        time.sleep(1)
        clients = [Client(table, None), *(Client(table, name) for name in NAMES[: wishes.clients])]
        table.inbox.put(UtteranceHeard("who is playing"))
        time.sleep(1)
        taken = sorted(measure_moves(table, clients, wishes.moves))
        at_95 = taken[int(len(taken) * 0.95)]
        print(f"{wishes.clients} phones and a screen, {wishes.moves} answers:", end=" ")
        print(f"median {statistics.median(taken):.0f} ms, 95 % within {at_95:.0f} ms (allowed {ALLOWED_MS:.0f})")
        phones = dict(zip(NAMES, clients[1:], strict=False))
        one, two = times_of_choices(phones, clients[0], wishes.choices)
        print(f"a secret choice, {wishes.choices} times one picture and another:", end=" ")
        print(f"median {statistics.median(one):.1f} and {statistics.median(two):.1f} ms;", end=" ")
        print(f"as far apart in {by_chance(one, two):.0f} % of all deals by chance (a hint of a leak: under 1)")
        idle = idle_cost(wishes.idle)
        print(f"idle: {idle:.2f} % of a core, clients included (allowed {ALLOWED_IDLE:.0f})")
        print(f"page: {weight() / 1000:.0f} kB at first load (allowed {ALLOWED_BYTES / 1000:.0f})")


if __name__ == "__main__":
    main()
