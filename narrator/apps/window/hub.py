"""The connected pages: what they may send, and what is sent to them. All of it runs in the server's event loop.

Each client has at most one waiting message of each kind, the newest. So nothing piles up for a slow connection, and a
client that does not read costs nothing.
"""

import asyncio
from collections.abc import Callable, Mapping
from contextlib import suppress
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
CLOSE_REFUSED, CLOSE_MOVED, CLOSE_SHUT = 1008, 4001, 4002
"""WebSocket close codes: protocol violation; the seat has moved to another phone; the window is closed."""
MAX_MESSAGE_BYTES = 4096
MessageText = Annotated[str, StringConstraints(min_length=1, max_length=400)]
SlotName = Annotated[str, StringConstraints(min_length=1, max_length=24)]

# --- messages from a page ------------------------------------------------------------------------


class PageMessage(BaseModel):
    """A message from a page. Unknown fields are refused."""

    model_config = ConfigDict(frozen=True, extra="forbid")


class SayMessage(PageMessage):
    """Words that were typed or clicked; they count as if spoken in the room."""

    kind: Literal["say"]
    text: MessageText


class ChooseMessage(PageMessage):
    """A choice on a phone: a value for each place, as text or as the number of an option.

    An empty mapping takes back the last choice.
    """

    kind: Literal["choose"]
    values: Annotated[
        Mapping[SlotName, Annotated[int, Field(strict=True, ge=1, le=99)] | MessageText], Field(max_length=6)
    ]


class DisplayMessage(PageMessage):
    """The size and colours chosen on this page."""

    kind: Literal["look"]
    size: int = Field(ge=MIN_PRINT_PX, le=MAX_PRINT_PX)
    theme: Theme
    reader: bool = False


class JoinMessage(PageMessage):
    """The key from a QR code, or the passphrase of four words."""

    secret: Annotated[str, StringConstraints(min_length=8, max_length=80)]


IncomingMessage: TypeAlias = Annotated[SayMessage | ChooseMessage | DisplayMessage, Field(discriminator="kind")]
"""A message over a WebSocket connection."""
MessageHandler = Callable[[Holder, IncomingMessage], None]


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


class Client:
    """One open page, with the newest message of each kind that waits to be sent."""

    def __init__(self, socket: WebSocket, holder: Holder, rate_limiter: RateLimiter) -> None:
        self.holder = holder
        self._rate_limiter = rate_limiter
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

    async def receive(self, handle: MessageHandler) -> None:
        """Handle valid messages. Close the connection at the first invalid one."""
        while True:
            message = await self._socket.receive()
            if message["type"] != "websocket.receive":
                return
            text = message.get("text")
            if text is None or len(text) > MAX_MESSAGE_BYTES or not self._rate_limiter.allow():
                self.close(CLOSE_REFUSED)
                return
            try:
                parsed = type_adapter(IncomingMessage).validate_json(text)
            except ValidationError:
                self.close(CLOSE_REFUSED)
                return
            handle(self.holder, parsed)

    async def serve(self, handle: MessageHandler) -> None:
        tasks = [asyncio.ensure_future(self.send()), asyncio.ensure_future(self.receive(handle))]
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
        self._rate_limiters: dict[str, RateLimiter] = {}  # per holder, so that reconnecting does not reset the limit
        self._pages: Mapping[str | None, str] = {}  # the room's page under `None`, and the page of each seat
        self._public: dict[str, str] = {}  # the latest message of each kind that goes to all clients

    @property
    def is_full(self) -> bool:
        return len(self._clients) >= MAX_CLIENTS

    async def serve(self, socket: WebSocket, holder: Holder) -> None:
        """Serve one client until it disconnects. A new connection for a seat replaces the old one."""
        client = Client(socket, holder, self._rate_limiters.setdefault(holder.token, RateLimiter()))
        if holder.seat is not None:
            self.disconnect_seat(holder.seat)
        self._clients.append(client)
        client.put("page", self._pages.get(holder.seat))
        for kind, text in self._public.items():
            client.put(kind, text)
        try:
            await client.serve(self._handle)
        finally:
            self._clients.remove(client)

    def show_pages(self, pages: Mapping[str | None, str]) -> None:
        """Show these pages.

        An unchanged page is not sent, so that other players cannot tell when something happened on a phone.
        """
        before, self._pages = self._pages, pages
        self._public.pop("speaking", None)
        for client in self._clients:
            seat = client.holder.seat
            if pages.get(seat) != before.get(seat):
                client.put("page", pages.get(seat))

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
