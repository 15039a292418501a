"""The connected pages: what they may send, and what is sent to them. All of it runs in the server's event loop.

Each client has at most one waiting message of each kind, the newest. So nothing piles up for a slow connection, and a
client that does not read costs nothing.

No message from a page is lost or counts twice. A page gives each message an id and sends it again until it is
acknowledged; a repeated id is not handled again, only acknowledged again. Pings at a fixed interval, independent of
all other messages, tell a page that its connection is alive.
"""

import asyncio
import json
import secrets
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from time import monotonic
from typing import Annotated, Literal, TypeAlias

from pydantic import BaseModel, ConfigDict, Field, StringConstraints, ValidationError
from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from narrator.apps.window.keys import Holder
from narrator.core.serialization import type_adapter
from narrator.language.lines.preferences import MAX_PRINT_PX, MIN_PRINT_PX, Theme

MESSAGES_PER_S, MESSAGE_BURST = 8.0, 24.0
"""Rate limit for messages from one page: faster than anyone types or taps."""
MAX_CLIENTS = 40
"""Enough for twelve phones and a few screens, each connected twice during a reload."""
SEND_TIMEOUT_S = 20.0
PING_INTERVAL_S = 1.5
"""A page that receives nothing for five seconds reports a lost connection."""
MAX_REMEMBERED_IDS = 64
"""Ids of handled messages that are remembered for each page: more than a page keeps unacknowledged."""
PING = '{"kind":"ping"}'
CLOSE_REFUSED, CLOSE_MOVED, CLOSE_SHUT = 1008, 4001, 4002
"""WebSocket close codes: protocol violation; the seat has moved to another phone; the window is closed."""
MAX_MESSAGE_BYTES = 4096
MessageText = Annotated[str, StringConstraints(min_length=1, max_length=400)]
SlotName = Annotated[str, StringConstraints(min_length=1, max_length=24)]
MessageId = Annotated[str, StringConstraints(pattern=r"^[\w-]{1,40}$")]

# --- messages from a page ------------------------------------------------------------------------


class PageMessage(BaseModel):
    """A message from a page. Unknown fields are refused."""

    model_config = ConfigDict(frozen=True, extra="forbid")


class SayMessage(PageMessage):
    """Words that were typed or clicked; they count as if spoken in the room."""

    kind: Literal["say"]
    id: MessageId
    text: MessageText


class ChooseMessage(PageMessage):
    """A choice on a phone: a value for each place, as text or as the number of an option.

    An empty mapping takes back the last choice.
    """

    kind: Literal["choose"]
    id: MessageId
    turn: Annotated[str, StringConstraints(max_length=40)] = ""  # of the page on which it was chosen
    values: Annotated[
        Mapping[SlotName, Annotated[int, Field(strict=True, ge=1, le=99)] | MessageText], Field(max_length=6)
    ]


class DisplayMessage(PageMessage):
    """The size and colours chosen on this page."""

    kind: Literal["look"]
    size: int = Field(ge=MIN_PRINT_PX, le=MAX_PRINT_PX)
    theme: Theme
    reader: bool = False


class SpectatorsMessage(PageMessage):
    """Whether guests may watch the big screen on their phones. Counts from the big screen only."""

    kind: Literal["spectators"]
    allow: bool


class JoinMessage(PageMessage):
    """The key from a QR code, or the passphrase of four words; then also the chosen seat."""

    secret: Annotated[str, StringConstraints(min_length=8, max_length=80)]
    seat: Annotated[str, StringConstraints(min_length=1, max_length=80)] | None = None
    watch: bool = False  # to watch without a seat


IncomingMessage: TypeAlias = Annotated[
    SayMessage | ChooseMessage | DisplayMessage | SpectatorsMessage, Field(discriminator="kind")
]
"""A message over a WebSocket connection."""
SendAck: TypeAlias = Callable[[bool, str], None]
"""Acknowledges a message: whether it counts, and a text for its sender only. Called from any thread."""
MessageHandler = Callable[[Holder, IncomingMessage, SendAck], None]


# --- clients -------------------------------------------------------------------------------------


class RateLimiter:
    """A token bucket: allows a burst, and then a steady rate."""

    def __init__(self) -> None:
        self._tokens, self._updated = MESSAGE_BURST, monotonic()

    def allow(self) -> bool:
        now = monotonic()
        self._tokens = min(MESSAGE_BURST, self._tokens + (now - self._updated) * MESSAGES_PER_S) - 1
        self._updated = now
        return self._tokens >= 0


@dataclass(slots=True)
class HolderState:
    """The state of a holder that survives a reconnection."""

    rate_limiter: RateLimiter = field(default_factory=RateLimiter)
    acks: dict[str, str | None] = field(default_factory=dict)
    """The acknowledgement of each handled message by its id; None until the session has answered it."""

    def remember(self, message_id: str) -> None:
        self.acks[message_id] = None
        while len(self.acks) > MAX_REMEMBERED_IDS:
            self.acks.pop(next(iter(self.acks)))


class Client:
    """One open page, with the newest message of each kind that waits to be sent."""

    def __init__(self, socket: WebSocket, holder: Holder, state: HolderState) -> None:
        self.holder, self.state = holder, state
        self._socket = socket
        self._waiting: dict[str, str] = {}
        self._wake = asyncio.Event()
        self.closing: int | None = None

    def put(self, kind: str, text: str | None) -> None:
        if text is not None:
            self._waiting.pop(kind, None)  # a newer page is sent after older messages of other kinds
            self._waiting[kind] = text
            self._wake.set()

    def close(self, code: int) -> None:
        self.closing = code
        self._wake.set()

    async def send(self) -> None:
        while True:
            await self._wake.wait()
            self._wake.clear()
            while self._waiting and self.closing != CLOSE_MOVED:
                kind = next(iter(self._waiting))
                await asyncio.wait_for(self._socket.send_text(self._waiting.pop(kind)), SEND_TIMEOUT_S)
            if self.closing is not None:
                return

    async def ping(self) -> None:
        while True:
            await asyncio.sleep(PING_INTERVAL_S)
            self.put("ping", PING)

    async def receive(self, handle: "Callable[[Client, IncomingMessage], None]") -> None:
        """Handle valid messages. Close the connection at the first invalid one."""
        while True:
            message = await self._socket.receive()
            if message["type"] != "websocket.receive":
                return
            text = message.get("text")
            if text is None or len(text) > MAX_MESSAGE_BYTES or not self.state.rate_limiter.allow():
                self.close(CLOSE_REFUSED)
                return
            try:
                parsed = type_adapter(IncomingMessage).validate_json(text)
            except ValidationError:
                self.close(CLOSE_REFUSED)
                return
            handle(self, parsed)

    async def serve(self, handle: "Callable[[Client, IncomingMessage], None]") -> None:
        tasks = [asyncio.ensure_future(each) for each in (self.send(), self.receive(handle), self.ping())]
        try:
            await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in tasks:
                task.cancel()
            results = await asyncio.gather(*tasks, return_exceptions=True)
        for result in results:
            expected = (WebSocketDisconnect, TimeoutError, asyncio.CancelledError, RuntimeError, OSError)
            if isinstance(result, BaseException) and not isinstance(result, expected):
                raise result
        if self._socket.application_state is not WebSocketState.DISCONNECTED:
            with suppress(RuntimeError, WebSocketDisconnect, OSError):
                await self._socket.close(self.closing or CLOSE_REFUSED)


class Hub:
    """All connected clients, and the pages they are shown."""

    def __init__(self, handle: MessageHandler) -> None:
        self._handle = handle
        self._clients: list[Client] = []
        self._states: dict[str, HolderState] = {}  # by token, so that reconnecting does not reset the rate limit
        self._hello = json.dumps({"kind": "hello", "run": secrets.token_urlsafe(8)})
        """The first message: a page that sees another run knows that this server does not remember its ids."""
        self._pages: Mapping[str | None, str] = {}  # the room's page under `None`, and the page of each seat
        self._public: dict[str, str] = {}  # the latest message of each kind that goes to all clients

    @property
    def is_full(self) -> bool:
        return len(self._clients) >= MAX_CLIENTS

    @property
    def connected_seats(self) -> frozenset[str]:
        """The players whose phone is connected now. May be read in any thread."""
        return frozenset(client.holder.seat for client in [*self._clients] if client.holder.seat is not None)

    async def serve(self, socket: WebSocket, holder: Holder) -> None:
        """Serve one client until it disconnects. A new connection for a seat replaces the old one."""
        client = Client(socket, holder, self._states.setdefault(holder.token, HolderState()))
        if holder.seat is not None:
            self.disconnect_seat(holder.seat)
        self._clients.append(client)
        client.put("hello", self._hello)
        client.put("page", self._pages.get(holder.seat) or None)
        for kind, text in self._public.items():
            client.put(kind, text)
        try:
            await client.serve(self._receive)
        finally:
            self._clients.remove(client)

    def _receive(self, client: Client, message: IncomingMessage) -> None:
        """Pass a message on, once. Send the acknowledgement again if the message was answered before."""
        message_id = message.id if isinstance(message, SayMessage | ChooseMessage) else None
        state, loop = client.state, asyncio.get_running_loop()
        if message_id in state.acks:
            client.put(f"ack {message_id}", state.acks[message_id])
            return
        if message_id is not None:
            state.remember(message_id)

        def acknowledge(ok: bool, text: str) -> None:
            if message_id is not None:
                with suppress(RuntimeError):  # the server is closed already
                    loop.call_soon_threadsafe(self._acknowledge, client.holder, message_id, ok, text)

        self._handle(client.holder, message, acknowledge)

    def _acknowledge(self, holder: Holder, message_id: str, ok: bool, text: str) -> None:
        """Send an acknowledgement to the sender's page, also if it has reconnected meanwhile."""
        ack = json.dumps({"kind": "ack", "id": message_id, "ok": ok, "text": text}, ensure_ascii=False)
        self._states[holder.token].acks[message_id] = ack
        for client in self._clients:
            if client.holder == holder:
                client.put(f"ack {message_id}", ack)

    def show_pages(self, pages: Mapping[str | None, str]) -> None:
        """Show these pages. Without a page for the room, the one that is shown stays.

        An unchanged page is not sent, so that other players cannot tell when something happened on a phone.
        """
        before, self._pages = self._pages, {None: self._pages.get(None, ""), **pages}
        if None in pages:
            self._public.pop("speaking", None)
        for client in self._clients:
            seat = client.holder.seat
            if self._pages.get(seat) != before.get(seat):
                client.put("page", self._pages.get(seat))

    def show_room_page(self, page: str) -> None:
        """Show this page on the big screen. The phones keep theirs."""
        self.show_pages({**self._pages, None: page})

    def broadcast(self, kind: str, text: str) -> None:
        self._public[kind] = text
        for client in self._clients:
            client.put(kind, text)

    def disconnect_seat(self, seat: str) -> None:
        for client in self._clients:
            if client.holder.seat == seat:
                client.close(CLOSE_MOVED)

    async def close(self) -> None:
        """Tell every page that the window is closed, and wait for them to disconnect.

        If the server closed first, browsers would report a lost connection.
        """
        for client in self._clients:
            client.close(CLOSE_SHUT)
        with suppress(TimeoutError):
            async with asyncio.timeout(SEND_TIMEOUT_S):
                while self._clients:
                    await asyncio.sleep(0.01)
