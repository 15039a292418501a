"""How quickly a move reaches everybody's page, what a page weighs, and what an open window costs while nothing happens.

    python -m bench.window [--clients 12] [--moves 40] [--idle 20]

A whole table of Dixit sits in its own session; real WebSocket clients hold the pages, as phones and screens do.
`make test-window` tries the page itself in Chromium.
"""

import argparse
import json
import resource
import statistics
import tempfile
import threading
import time
from contextlib import suppress
from pathlib import Path
from queue import SimpleQueue

from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect
from websockets.typing import Origin

from bench.tables import NAMES, box
from narrator.ears.port import Gone, Heard, Inbox
from narrator.host.plan import Plan, Privacy
from narrator.keep.journal import Journal
from narrator.play import Seat
from narrator.session import Session, run
from narrator.talk.conversation import Conversation
from narrator.window.window import BrowserWindow

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
        self.inbox.put(Gone())
        self._thread.join()

    def _play(self) -> None:
        seats = tuple(Seat(name) for name in NAMES[: self._seats])
        plan = Plan("odyssey", "basic", seats, privacy=Privacy.PHONES, seed="bench")
        with Journal.open(self._folder / "narrator.sqlite") as journal:
            talk = Conversation(journal, box(), plan, practice=False, window=self.window)
            self.window.attend(talk)
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
        found = keys.exchange(keys.invitation(seat).key, f"bench {seat}")
        assert found is not None
        address = server.addresses[0 if seat is None else -1]
        host = address.removeprefix("http://")
        cookie = f"narrator-{host.rpartition(':')[2]}={found[1]}"
        self.came: dict[str, float] = {}
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

    def _read(self) -> None:
        with suppress(ConnectionClosed):
            for text in self._socket:
                now = time.perf_counter()
                self.came[json.loads(text).get("question", "")] = now


def measure_moves(table: Table, clients: list[Client], moves: int) -> list[float]:
    """Milliseconds from a word in the room to each page that shows its answer; each answer has words of its own."""
    taken = []
    for number in range(moves):
        for client in clients:
            client.came.clear()
        asked = time.perf_counter()
        table.inbox.put(Heard("bigger" if number % 2 else "smaller"))
        while not all(client.came for client in clients):
            time.sleep(0.001)
            if time.perf_counter() - asked > 10:
                raise TimeoutError
        taken += [(max(client.came.values()) - asked) * 1000 for client in clients]
        time.sleep(0.02)
    return taken


def idle_cost(seconds: float) -> float:
    """Percent of a core that this process takes while nothing happens."""
    before, began = resource.getrusage(resource.RUSAGE_SELF), time.perf_counter()
    time.sleep(seconds)
    after = resource.getrusage(resource.RUSAGE_SELF)
    spent = (after.ru_utime - before.ru_utime) + (after.ru_stime - before.ru_stime)
    return 100 * spent / (time.perf_counter() - began)


def weight() -> int:
    """Bytes of the page at first load, as they are on disk; templates add their frame."""
    window = Path(__file__).parents[1] / "narrator" / "window"
    files = [*(window / "static").iterdir(), *(window / "templates").iterdir()]
    return sum(file.stat().st_size for file in files if file.name not in ("OFL.txt", "join.js", "join.html"))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--clients", type=int, default=12)
    parser.add_argument("--moves", type=int, default=40)
    parser.add_argument("--idle", type=float, default=20.0)
    wishes = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, Table(Path(folder), wishes.clients) as table:
        time.sleep(1)
        clients = [Client(table, None), *(Client(table, name) for name in NAMES[: wishes.clients])]
        table.inbox.put(Heard("who is playing"))
        time.sleep(1)
        taken = sorted(measure_moves(table, clients, wishes.moves))
        at_95 = taken[int(len(taken) * 0.95)]
        print(f"{wishes.clients} phones and a screen, {wishes.moves} answers:", end=" ")
        print(f"median {statistics.median(taken):.0f} ms, 95 % within {at_95:.0f} ms (allowed {ALLOWED_MS:.0f})")
        idle = idle_cost(wishes.idle)
        print(f"idle: {idle:.2f} % of a core, clients included (allowed {ALLOWED_IDLE:.0f})")
        print(f"page: {weight() / 1000:.0f} kB at first load (allowed {ALLOWED_BYTES / 1000:.0f})")


if __name__ == "__main__":
    main()
