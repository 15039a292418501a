"""A session with a window for tests: a real session in a thread, a real server on loopback, and clients."""

import http.client
import json
import ssl
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from queue import SimpleQueue
from time import monotonic
from typing import Any
from urllib.parse import urlsplit

from websockets.sync.client import ClientConnection, connect

from narrator.apps.window.browser_window import BrowserWindow
from narrator.apps.window.server import Certificate
from narrator.core.game import Seat
from narrator.dialog.conversation import Conversation
from narrator.dialog.session import Session, run
from narrator.games.hosting.plan import Plan, Privacy
from narrator.language.content.packs import Content
from narrator.speech.ports import Inbox, InputEnded
from narrator.speech.tts.spoken_output import SpokenOutput
from narrator.storage.journal import Journal
from tests.support import tables

PHONE_ADDRESS = "127.0.0.2"
"""A loopback address in place of one on the home network, so that nothing leaves this machine."""
TIMEOUT_S = 30.0
MESSAGE_NUMBERS = count()
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

    def phone(self, seat: str, tls: ssl.SSLContext | None = None) -> "WebClient":
        return WebClient(self.phone_address, self.window._keys.table_invitation.key, seat, tls)

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

    def __init__(self, address: str, secret: str, seat: str | None = None, tls: ssl.SSLContext | None = None) -> None:
        self.address, self.tls = address, tls
        self.host = urlsplit(address).netloc
        status, headers, _ = self.request("POST", "/join", json.dumps({"secret": secret, "seat": seat}))
        self.joined = status
        self.cookie = headers.get("set-cookie", "").split(";")[0]
        self.set_cookie = headers.get("set-cookie", "")
        self.socket: ClientConnection | None = None
        self.page: dict[str, Any] = {}
        self.raw: list[str] = []
        self.acks: list[dict[str, Any]] = []

    def request(
        self, method: str, path: str, body: str | bytes | None = None, **headers: str
    ) -> tuple[int, Mapping[str, str], bytes]:
        if self.tls:
            connection = http.client.HTTPSConnection(self.host, timeout=TIMEOUT_S, context=self.tls)
        else:
            connection = http.client.HTTPConnection(self.host, timeout=TIMEOUT_S)
        sent = {"Origin": self.address, "Cookie": getattr(self, "cookie", ""), **headers}
        connection.request(method, path, body, {name: value for name, value in sent.items() if value})
        answer = connection.getresponse()
        result = answer.status, {name.lower(): value for name, value in answer.getheaders()}, answer.read()
        connection.close()
        return result

    def open(self, **headers: str) -> "WebClient":
        sent = {"Cookie": self.cookie, **headers}
        live = connect(
            f"{'wss' if self.tls else 'ws'}://{self.host}/live",
            ssl=self.tls,
            origin=self.address,
            additional_headers=sent,
            compression=None,
            proxy=None,
        )
        self.socket = live.__enter__()
        return self

    def send(self, **message: Any) -> str:
        """Send a message, with a new id where one is needed, and return the id."""
        assert self.socket is not None
        if message["kind"] in ("say", "choose"):
            message.setdefault("id", f"test-{next(MESSAGE_NUMBERS)}")
        self.socket.send(json.dumps(message))
        return message.get("id", "")

    def receive(self, seconds: float = TIMEOUT_S) -> dict[str, Any]:
        """Wait for the next message that is shown on the page."""
        assert self.socket is not None
        until = time.monotonic() + seconds
        while True:
            text = self.socket.recv(timeout=until - time.monotonic())  # pings do not count
            message: dict[str, Any] = json.loads(text)
            if message["kind"] == "page":
                self.page = message
            elif message["kind"] == "ack":
                self.acks.append(message)
            if message["kind"] not in ("hello", "ping", "ack"):
                self.raw.append(str(text))
                return message

    def wait_for_ack(self, message_id: str) -> dict[str, Any]:
        """Wait for the acknowledgement of this message, and forget it."""
        assert self.socket is not None
        until = time.monotonic() + TIMEOUT_S
        while not (found := [ack for ack in self.acks if ack["id"] == message_id]):
            message = json.loads(self.socket.recv(timeout=until - time.monotonic()))
            if message["kind"] == "page":
                self.page = message
            elif message["kind"] == "ack":
                self.acks.append(message)
        self.acks = [ack for ack in self.acks if ack["id"] != message_id]
        return found[0]

    def wait_for_page(self, wanted: Callable[[dict[str, Any]], object]) -> dict[str, Any]:
        """Wait for a page that satisfies the condition."""
        until = monotonic() + TIMEOUT_S  # the server pings, so that `receive` alone never times out
        while not (self.page and wanted(self.page)):
            assert monotonic() < until, self.page
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
def open_window_session(  # noqa: PLR0913  # everything that a test may choose
    folder: Path,
    plan: Plan,
    *,
    phones: bool = False,
    content: Content | None = None,
    resume: int | None = None,
    voice: SpokenOutput | None = None,
    certify: Callable[[str], Certificate] | None = None,
) -> Iterator[WindowSession]:
    inbox: Inbox = SimpleQueue()
    opened: list[str] = []
    window = BrowserWindow(inbox, opened.append, lambda: [PHONE_ADDRESS], content)
    if certify is not None:
        window.use_tls(certify)
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
                if voice is not None:
                    window.follow_voice(voice)
                session = InspectableSession(talk, [window], window, voice)
                inbox.put(SessionCall(ready.set, threading.Event()))
                try:
                    run(session, [window], inbox, resume=resume)
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
