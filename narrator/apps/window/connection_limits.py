"""Limits for connections, so that slow or hostile clients cannot keep phones away from the server.

A request must arrive completely within a few seconds, and its response must be read in time. Connections without a
valid cookie are few, for each address and in total; when there are too many, the oldest of the busiest address is
closed. So a new phone always finds a place, and connections of browsers that were admitted are never closed for others.
"""

import asyncio
import logging
from collections import Counter
from collections.abc import Callable, Coroutine, Iterable
from operator import attrgetter
from typing import Any, TypeAlias

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

MAX_CONNECTIONS = 400
"""All connections of one server. A browser opens about six."""
MAX_CONNECTIONS_PER_ADDRESS = 60
MAX_STRANGERS_PER_ADDRESS, MAX_STRANGERS = 16, 120
"""Connections that have shown no valid cookie."""
REQUEST_TIMEOUT_S = 5.0
"""From the start of a connection or request to its last byte."""
RESPONSE_TIMEOUT_S = 120.0
"""For a client that does not read its response."""
SERVER_LOGGERS = ("uvicorn", "uvicorn.error", "uvicorn.access", "uvicorn.asgi", "websockets", "websockets.server")
RequestHeaders: TypeAlias = Iterable[tuple[bytes, bytes]]


class LimitedProtocol(H11Protocol):
    """An HTTP connection that is closed when it is too slow, or one too many."""

    is_admitted: Callable[[RequestHeaders, int], bool] = staticmethod(lambda headers, port: False)
    """Whether the headers of a request to this port have a valid cookie. Set by `limit_connections`."""

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self.is_stranger = True
        self.began_at = self.loop.time()
        self._deadline: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # as uvicorn has it
        super().connection_made(transport)
        self._close_excess()
        self._set_deadline(REQUEST_TIMEOUT_S)

    def data_received(self, data: bytes) -> None:
        if self._deadline is None:
            self._set_deadline(REQUEST_TIMEOUT_S)
        super().data_received(data)
        if self.headers is not None and self.is_stranger:
            port = (self.server[1] if self.server else None) or 0
            self.is_stranger = not type(self).is_admitted(self.headers, port)
        if self not in self.connections:  # it has become a WebSocket, which has its own limits
            self._clear_deadline()
        elif self.conn.their_state in (h11.DONE, h11.MUST_CLOSE):
            self._set_deadline(RESPONSE_TIMEOUT_S)

    def on_response_complete(self) -> None:
        self._clear_deadline()  # until the next request, uvicorn's own limit for idle connections applies
        super().on_response_complete()

    def connection_lost(self, exc: Exception | None) -> None:
        self._clear_deadline()
        super().connection_lost(exc)

    def _set_deadline(self, seconds: float) -> None:
        self._clear_deadline()
        self._deadline = self.loop.call_later(seconds, self.abort)

    def _clear_deadline(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None

    def abort(self) -> None:
        """Close the connection at once, also if the client does not read."""
        if self in self.connections:
            self.connections.discard(self)
            self.transport.abort()

    def _close_excess(self) -> None:
        """Close the oldest connections if there are too many strangers, or too many from this address."""
        own = client_address(self)
        here = [each for each in self.connections if client_address(each) == own]
        if len(here) > MAX_CONNECTIONS_PER_ADDRESS:
            self.abort()
            return
        strangers = [each for each in self.connections if isinstance(each, LimitedProtocol) and each.is_stranger]
        counts = Counter(map(client_address, strangers))
        busiest = own if counts[own] > MAX_STRANGERS_PER_ADDRESS else None
        if busiest is None and len(strangers) > MAX_STRANGERS:
            busiest = counts.most_common(1)[0][0]
        if busiest is not None:
            oldest = min((each for each in strangers if client_address(each) == busiest), key=attrgetter("began_at"))
            oldest.abort()


def limit_connections(is_admitted: Callable[[RequestHeaders, int], bool]) -> type[LimitedProtocol]:
    """Return the protocol for a server whose admitted browsers this function recognises."""
    return type("ServerProtocol", (LimitedProtocol,), {"is_admitted": staticmethod(is_admitted)})


def limit_handshakes(loop: asyncio.AbstractEventLoop) -> None:
    """Close connections that do not complete the TLS handshake in time. Uvicorn has no setting for that."""
    create_server: Callable[..., Coroutine[Any, Any, asyncio.Server]] = loop.create_server

    def create_limited_server(*arguments: Any, **options: Any) -> Coroutine[Any, Any, asyncio.Server]:
        limits = {"ssl_handshake_timeout": REQUEST_TIMEOUT_S} if options.get("ssl") else {}
        return create_server(*arguments, **options, **limits)

    loop.create_server = create_limited_server  # type: ignore[method-assign]


def client_address(connection: object) -> str:
    return (getattr(connection, "client", None) or ("",))[0]


def silence_server_logs() -> None:
    """Keep the server's messages out of the terminal: they would disturb the game, and contain what clients sent."""
    for name in SERVER_LOGGERS:
        logger = logging.getLogger(name)
        logger.setLevel(logging.CRITICAL + 1)
        logger.propagate = False
