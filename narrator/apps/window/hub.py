"""Who is connected, what they may send, and what is on its way to them. Everything here happens in the server's loop.

A page that changes while somebody's net is slow is sent once, as it is then: nothing piles up for anybody, so a client
that does not read costs as much as one that is not there.
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

MESSAGES_PER_S, MESSAGE_BURST = 8.0, 24.0  # messages that somebody may send: nobody types or taps faster
MAX_CLIENTS = 40  # twelve phones and some screens, each twice while one of them reloads
SEND_TIMEOUT_S = 20.0  # seconds that a send may take before the client counts as gone
CLOSE_REFUSED, CLOSE_MOVED, CLOSE_SHUT = 1008, 4001, 4002
"""Why a connection is closed: against the rules; this seat is held by another one now; the window is shut."""
MAX_MESSAGE_BYTES = 4096  # bytes of a message to us
MessageText = Annotated[str, StringConstraints(min_length=1, max_length=400)]
PlaceName = Annotated[str, StringConstraints(min_length=1, max_length=24)]

# --- what somebody says or chooses on a page; nothing else is taken ------------------------------


class PageMessage(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class SayMessage(PageMessage):
    """Typed or clicked: the same as if it had been said in the room."""

    kind: Literal["say"]
    text: MessageText


class ChooseMessage(PageMessage):
    """On a phone, place by place: a number counts the choices. Nothing takes the last choice back."""

    kind: Literal["choose"]
    values: Annotated[
        Mapping[PlaceName, Annotated[int, Field(strict=True, ge=1, le=99)] | MessageText], Field(max_length=6)
    ]


class DisplayMessage(PageMessage):
    """How large and in which colours this page is read."""

    kind: Literal["look"]
    size: int = Field(ge=MIN_PRINT_PX, le=MAX_PRINT_PX)
    theme: Theme
    reader: bool = False


class JoinMessage(PageMessage):
    """A key from a code, or four words: whoever knows them may look."""

    secret: Annotated[str, StringConstraints(min_length=8, max_length=80)]


IncomingMessage: TypeAlias = Annotated[SayMessage | ChooseMessage | DisplayMessage, Field(discriminator="kind")]
"""Whatever comes over a live connection."""
MessageHandler = Callable[[Holder, IncomingMessage], None]


# --- those who are connected ---------------------------------------------------------------------


class RateLimiter:
    """So many now, and so many more with every second."""

    def __init__(self) -> None:
        self._left, self._at = MESSAGE_BURST, monotonic()

    def allow(self) -> bool:
        now = monotonic()
        self._left, self._at = min(MESSAGE_BURST, self._left + (now - self._at) * MESSAGES_PER_S), now
        self._left -= 1
        return self._left >= 0


class Client:
    """One open page: of each kind of message the newest waits to be sent."""

    def __init__(self, socket: WebSocket, holder: Holder, bucket: RateLimiter) -> None:
        self.holder = holder
        self._bucket = bucket
        self._socket = socket
        self._waiting: dict[str, str] = {}
        self._wake = asyncio.Event()
        self.closing: int | None = None

    def put(self, kind: str, text: str | None) -> None:
        if text is not None:
            self._waiting.pop(kind, None)  # the newest page comes after what was said before it
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

    async def receive(self, take: MessageHandler) -> None:
        """Take whatever fits, until there is something that does not."""
        while True:
            message = await self._socket.receive()
            if message["type"] != "websocket.receive":
                return
            text = message.get("text")
            if text is None or len(text) > MAX_MESSAGE_BYTES or not self._bucket.allow():
                self.close(CLOSE_REFUSED)
                return
            try:
                read = type_adapter(IncomingMessage).validate_json(text)
            except ValidationError:
                self.close(CLOSE_REFUSED)
                return
            take(self.holder, read)

    async def serve(self, take: MessageHandler) -> None:
        both = [asyncio.ensure_future(self.send()), asyncio.ensure_future(self.receive(take))]
        try:
            await asyncio.wait(both, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in both:
                task.cancel()
            done = await asyncio.gather(*both, return_exceptions=True)
        for trouble in done:
            expected = (WebSocketDisconnect, TimeoutError, asyncio.CancelledError, RuntimeError, OSError)
            if isinstance(trouble, BaseException) and not isinstance(trouble, expected):
                raise trouble
        if self._socket.application_state is not WebSocketState.DISCONNECTED:
            with suppress(RuntimeError, WebSocketDisconnect, OSError):
                await self._socket.close(self.closing or CLOSE_REFUSED)


class Hub:
    def __init__(self, take: MessageHandler) -> None:
        self._take = take
        self._clients: list[Client] = []
        self._buckets: dict[str, RateLimiter] = {}  # for each holder, however often it connects
        self._pages: Mapping[str | None, str] = {}  # the page for all, and each seat's own
        self._public: dict[str, str] = {}  # what else all see: what is being spoken, and the meter

    @property
    def is_full(self) -> bool:
        return len(self._clients) >= MAX_CLIENTS

    async def serve(self, socket: WebSocket, holder: Holder) -> None:
        """One client, from the first page to the last. A seat has one holder, and that has one page."""
        client = Client(socket, holder, self._buckets.setdefault(holder.token, RateLimiter()))
        if holder.seat is not None:
            self.disconnect_seat(holder.seat)
        self._clients.append(client)
        client.put("page", self._pages.get(holder.seat))
        for kind, text in self._public.items():
            client.put(kind, text)
        try:
            await client.serve(self._take)
        finally:
            self._clients.remove(client)

    def show_pages(self, pages: Mapping[str | None, str]) -> None:
        """Show these; who has none does not see another's. Where nothing has changed nothing is sent, so that nobody
        can tell when something happened on another's phone.
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
        """Tell every page that the window is shut, and wait until they know: whoever hangs up first says otherwise."""
        for client in self._clients:
            client.close(CLOSE_SHUT)
        with suppress(TimeoutError):
            async with asyncio.timeout(SEND_TIMEOUT_S):
                while self._clients:
                    await asyncio.sleep(0.01)
