"""A session with a window for tests: a real session in a thread, a real server on loopback, and clients."""

import http.client
import json
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from queue import SimpleQueue
from typing import Any
from urllib.parse import urlsplit

from websockets.sync.client import ClientConnection, connect

from narrator.apps.window.browser_window import BrowserWindow
from narrator.core.game import Seat
from narrator.dialog.conversation import Conversation
from narrator.dialog.session import Session, run
from narrator.games.hosting.plan import Plan, Privacy
from narrator.language.content.packs import Content
from narrator.speech.ports import Inbox, InputEnded
from narrator.storage.journal import Journal
from tests.support import tables

PHONE_ADDRESS = "127.0.0.2"
"""A loopback address in place of one on the home network, so that nothing leaves this machine."""
TIMEOUT_S = 60.0
NAMES = ("Lily", "Nick", "Julie", "Mia")
SEATS = tuple(Seat(name) for name in NAMES)
STORY = Plan("storytellers", "basic", SEATS, seed="a", privacy=Privacy.OPEN)
PICTURES = Plan("dixit", "basic", SEATS, seed="a", privacy=Privacy.PHONES)


class WindowSession:
    """A running session, its window and its inbox."""

    def __init__(self, window: BrowserWindow, conversation: Conversation, inbox: Inbox, address: str) -> None:
        self.window, self.conversation, self.inbox = window, conversation, inbox
        self.address = address
        """The address of the big screen, with its key."""

    @property
    def phone_address(self) -> str:
        """The address for phones."""
        return self.window._server.addresses[-1]

    def big_screen(self) -> "WebClient":
        split = urlsplit(self.window.address)
        return WebClient(f"http://{split.netloc}", split.fragment)

    def phone(self, seat: str) -> "WebClient":
        return WebClient(self.phone_address, self.window._keys.invitation_for(seat).key)

    def run_in_session(self, act: Callable[[], object]) -> None:
        """Call a function in the session's thread, which owns the conversation, and wait for it."""
        done = threading.Event()
        self.inbox.put(SessionCall(act, done))
        assert done.wait(TIMEOUT_S)


class SessionCall:
    """An event that only tests send: calls a function between two other events."""

    def __init__(self, act: Callable[[], object], done: threading.Event) -> None:
        self.act, self.done = act, done


class InspectableSession(Session):
    """A session that also handles `SessionCall`."""

    def take(self, event: Any) -> None:
        if isinstance(event, SessionCall):
            try:
                event.act()
            finally:
                event.done.set()
        else:
            super().take(event)


class WebClient:
    """A browser without a display: a cookie and a WebSocket connection."""

    def __init__(self, address: str, secret: str) -> None:
        self.address = address
        self.host = urlsplit(address).netloc
        status, headers, _ = self.request("POST", "/join", json.dumps({"secret": secret}))
        self.joined = status
        self.cookie = headers.get("set-cookie", "").split(";")[0]
        self.set_cookie = headers.get("set-cookie", "")
        self.socket: ClientConnection | None = None
        self.page: dict[str, Any] = {}
        self.raw: list[str] = []

    def request(
        self, method: str, path: str, body: str | None = None, **headers: str
    ) -> tuple[int, Mapping[str, str], bytes]:
        connection = http.client.HTTPConnection(urlsplit(self.address).netloc, timeout=TIMEOUT_S)
        sent = {"Origin": self.address, "Cookie": getattr(self, "cookie", ""), **headers}
        connection.request(method, path, body, {name: value for name, value in sent.items() if value})
        answer = connection.getresponse()
        result = answer.status, {name.lower(): value for name, value in answer.getheaders()}, answer.read()
        connection.close()
        return result

    def open(self, **headers: str) -> "WebClient":
        sent = {"Cookie": self.cookie, **headers}
        live = connect(
            f"ws://{self.host}/live", origin=self.address, additional_headers=sent, compression=None, proxy=None
        )
        self.socket = live.__enter__()
        return self

    def send(self, **message: Any) -> None:
        assert self.socket is not None
        self.socket.send(json.dumps(message))

    def receive(self, seconds: float = TIMEOUT_S) -> dict[str, Any]:
        """Wait for the next message of any kind."""
        assert self.socket is not None
        text = self.socket.recv(timeout=seconds)
        self.raw.append(str(text))
        message: dict[str, Any] = json.loads(text)
        if message["kind"] == "page":
            self.page = message
        return message

    def wait_for_page(self, wanted: Callable[[dict[str, Any]], object]) -> dict[str, Any]:
        """Wait for a page that satisfies the condition."""
        while not (self.page and wanted(self.page)):
            self.receive()
        return self.page

    def read_until_closed(self) -> None:
        """Receive messages until the server closes the connection, which raises an error."""
        while True:
            self.receive()

    def send_many(self, times: int) -> None:
        for _ in range(times):
            self.send(kind="look", size=40, theme="night")

    def close(self) -> None:
        if self.socket is not None:
            self.socket.close()


@contextmanager
def open_window_session(
    folder: Path, plan: Plan, *, phones: bool = False, content: Content | None = None
) -> Iterator[WindowSession]:
    inbox: Inbox = SimpleQueue()
    opened: list[str] = []
    window = BrowserWindow(inbox, opened.append, lambda: [PHONE_ADDRESS], content)
    ready, errors = threading.Event(), []
    conversations: list[Conversation] = []

    def play() -> None:
        try:
            with Journal.open(folder / "narrator.sqlite") as journal:
                talk = Conversation(journal, tables.content(), plan, private_line=False, practice=False, window=window)
                conversations.append(talk)
                window.attach(talk)
                assert window.open()
                assert not phones or window.open(phones=True)
                session = InspectableSession(talk, [window], window)
                inbox.put(SessionCall(ready.set, threading.Event()))
                try:
                    run(session, [window], inbox)
                finally:
                    talk.close()
        except BaseException as error:  # the test runs in another thread
            errors.append(error)
        finally:
            window.close()
            ready.set()

    thread = threading.Thread(target=play)
    thread.start()
    try:
        assert ready.wait(TIMEOUT_S), errors
        assert not errors, errors
        yield WindowSession(window, conversations[0], inbox, opened[0])
    finally:
        inbox.put(InputEnded())
        thread.join(TIMEOUT_S)
    assert not errors, errors
    assert not thread.is_alive()


def give_clue(session: WindowSession, *others: str) -> dict[str, WebClient]:
    phones = {name: session.phone(name).open() for name in ("Lily", *others)}
    phones["Lily"].wait_for_page(lambda page: page["slots"])
    phones["Lily"].send(kind="choose", values={"card": 2, "clue": "a quiet storm"})
    return phones
