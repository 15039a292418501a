"""A table with a window, and clients that hold its pages, for the benchmarks of the window."""

import itertools
import json
import threading
import time
from collections.abc import Callable
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
from narrator.speech.ports import Inbox, InputEnded
from narrator.storage.journal import Journal
from tests.support.tables import NAMES, content

TIMEOUT_S = 30.0


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
        while not keys.free_seats:  # the first page is not there yet
            time.sleep(0.01)
        token = keys.admit_screen() if seat is None else keys.admit_to_seat(seat)
        assert token is not None
        address = server.addresses[0 if seat is None else -1]
        host = address.removeprefix("http://")
        cookie = f"narrator-{host.rpartition(':')[2]}={token}"
        self.arrivals: dict[str, float] = {}
        """When the last message with each question arrived."""
        self.page: dict[str, Any] = {}
        self.is_closed = False
        self._last_sent = 0.0
        self._ids = itertools.count()
        self.confirmations: list[float] = []
        """Milliseconds from each choice to its acknowledgement."""
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
        self._socket.send(json.dumps({"kind": "choose", "id": str(next(self._ids)), "values": values}))
        return self._last_sent

    def _read(self) -> None:
        with suppress(ConnectionClosed):
            for text in self._socket:
                now, message = time.perf_counter(), json.loads(text)
                if message["kind"] == "page":
                    self.page = message
                    self.arrivals[message["question"]] = now
                elif message["kind"] == "ack":
                    self.confirmations.append((now - self._last_sent) * 1000)
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


def is_asked_for_picture(phone: PageClient) -> bool:
    return bool(phone.page.get("slots")) and "storm" in phone.page["clue"]
