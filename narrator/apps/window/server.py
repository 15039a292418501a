"""The web server of the window, in a thread of its own, for invited browsers only.

It listens on the loopback address; with phones also on one address of the home network, and on no others. There it can
use TLS, on a port of its own. Nothing is logged: logs would contain cookies and hidden cards.
"""

import asyncio
import socket
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from threading import Event, Thread

import uvicorn
from starlette.types import ASGIApp

from narrator.apps.window.connection_limits import (
    MAX_CONNECTIONS,
    limit_connections,
    limit_handshakes,
    silence_server_logs,
)
from narrator.apps.window.hub import MAX_MESSAGE_BYTES, Hub, MessageHandler
from narrator.apps.window.keys import Keys
from narrator.apps.window.network import LOOPBACK, open_socket
from narrator.apps.window.request_guard import RequestGuard
from narrator.apps.window.trust_pages import TRUST_PATH, TrustPages
from narrator.apps.window.web_app import JOIN_PATH, PageSources, WebApp

PREFERRED_PORT = 8642
"""Tried first, so that the address is usually the same. If it is taken, any free port is used."""
START_STOP_TIMEOUT_S = 5.0
TLS_CIPHERS = "ECDHE+AESGCM:ECDHE+CHACHA20"
"""For TLS 1.2, the oldest version that Python accepts. Version 1.3 has its own."""


@dataclass(frozen=True, slots=True)
class Certificate:
    """A server certificate for an address of this computer, and the authority that has signed it."""

    file: Path  # with its key
    name: str  # of this computer; the certificate is valid for it too
    authority: bytes  # the authority's own certificate, which phones install
    fingerprint: str  # of the authority


@dataclass(slots=True)
class Listener:
    """An address where the server listens."""

    sock: socket.socket
    app: ASGIApp
    certificate: Certificate | None = None
    server: uvicorn.Server | None = None
    task: asyncio.Task[None] | None = None
    ip: str = field(init=False)
    port: int = field(init=False)

    def __post_init__(self) -> None:
        self.ip, self.port = self.sock.getsockname()

    @property
    def hosts(self) -> list[str]:
        """The values of the `Host` header that are accepted, the best known first."""
        names = ["localhost"] if self.ip == LOOPBACK else [self.certificate.name] if self.certificate else []
        return [f"{name}:{self.port}" for name in (self.ip, *names)]

    @property
    def address(self) -> str:
        return f"{'https' if self.certificate else 'http'}://{self.hosts[0]}"


class WindowServer:
    """The server, running in a separate thread. Other threads give it pages through `call_soon`."""

    def __init__(
        self,
        keys: Keys,
        handle: MessageHandler,
        on_phone_joined: Callable[[str], None],
        sources: PageSources,
        preferred_port: int = PREFERRED_PORT,
    ) -> None:
        """Create the server.

        `handle` gets messages from pages, and `on_phone_joined` the seat of each phone that joins. Both are called in
        the server's thread.
        """
        self.hub = Hub(handle)
        self.pages = WebApp(keys, self.hub, sources, lambda: self.join_address, on_phone_joined)
        self._app = RequestGuard(self.pages, lambda: {host for each in self._listeners for host in each.hosts})
        self._protocol = limit_connections(self.pages.is_admitted)
        self._preferred_port = preferred_port
        self._loop = asyncio.new_event_loop()
        limit_handshakes(self._loop)
        self._listeners: list[Listener] = []
        self._is_running = Event()
        self._thread = Thread(target=self._run, name="window", daemon=True)

    # --- called from the session's thread --------------------------------------------------------

    @property
    def addresses(self) -> tuple[str, ...]:
        """The loopback address, and with phones the address in the home network.

        With TLS it has two: first the one with the trust page only, then the one with the game.
        """
        return tuple(listener.address for listener in self._listeners)

    @property
    def join_address(self) -> str:
        """The page that phones open first: to join, or with TLS to install the certificate."""
        uses_tls = self._listeners[-1].certificate is not None
        return f"{self.addresses[-2]}{TRUST_PATH}" if uses_tls else f"{self.addresses[-1]}{JOIN_PATH}"

    @property
    def port(self) -> int:
        return self._listeners[0].port

    def start(self) -> None:
        """Listen on the loopback address. Raise `OSError` if that fails."""
        self._listeners.append(Listener(open_socket(LOOPBACK, self._preferred_port), self._app))
        self._thread.start()
        self._is_running.wait(START_STOP_TIMEOUT_S)

    def listen_on_home_network(self, address: str, certificate: Certificate | None = None) -> bool:
        """Listen on this address too, and on no other in the home network. Return whether that works.

        With a certificate the game is reached by HTTPS only; the usual port explains how phones can trust it.
        """
        try:
            new = [Listener(open_socket(address, self.port), self._app)]
            if certificate is not None:
                new.append(Listener(open_socket(address, self.port + 1), self._app, certificate))
        except OSError:
            return False
        if certificate is not None:
            plain, secure = new
            plain.app = RequestGuard(
                TrustPages(self.pages, certificate.authority, certificate.fingerprint, secure.address),
                lambda: plain.hosts,
            )
        old = self._listeners[1:]
        self._listeners[1:] = new
        for each in new:
            self.call_soon(self._serve, each)
        for each in old:
            self.call_soon(self._close_listener, each)
        return True

    def call_soon(self, function: Callable[..., object], *arguments: object) -> None:
        """Call a function in the server's thread, for example a method of the hub."""
        with suppress(RuntimeError):  # the server is closed already
            self._loop.call_soon_threadsafe(function, *arguments)

    def close(self) -> None:
        """Disconnect all pages and stop the server."""
        self.call_soon(lambda: self._loop.create_task(self._stop()))
        self._thread.join(START_STOP_TIMEOUT_S)
        if self.pages.library is not None:
            self.pages.library.close()

    # --- the server's thread ---------------------------------------------------------------------

    def _run(self) -> None:
        silence_server_logs()
        asyncio.set_event_loop(self._loop)
        self._loop.set_exception_handler(lambda loop, context: None)  # such as a connection reset; see the module
        self._serve(self._listeners[0])
        self._loop.call_soon(self._is_running.set)
        self._loop.run_forever()
        self._loop.close()

    def _serve(self, listener: Listener) -> None:
        listener.server = uvicorn.Server(self._configure(listener.app, listener.certificate))
        listener.task = self._loop.create_task(listener.server.serve(sockets=[listener.sock]))

    def _configure(self, app: ASGIApp, certificate: Certificate | None) -> uvicorn.Config:
        return uvicorn.Config(
            app,
            log_config=None,
            access_log=False,
            lifespan="off",
            ws="websockets-sansio",
            ws_max_size=MAX_MESSAGE_BYTES,
            ws_max_queue=4,
            ws_per_message_deflate=False,  # the compressed size would reveal the contents
            proxy_headers=False,
            server_header=False,
            date_header=False,
            http=self._protocol,
            limit_concurrency=MAX_CONNECTIONS,
            timeout_keep_alive=5,
            timeout_graceful_shutdown=1,
            h11_max_incomplete_event_size=MAX_MESSAGE_BYTES,
            ssl_certfile=certificate.file if certificate else None,
            ssl_ciphers=TLS_CIPHERS,
        )

    def _close_listener(self, listener: Listener) -> None:
        listener.sock.close()
        if listener.server is not None:
            listener.server.should_exit = True

    async def _stop(self) -> None:
        await self.hub.close()
        for listener in self._listeners:
            if listener.server is not None:
                listener.server.should_exit = True
        tasks: Sequence[asyncio.Task[None]] = [each.task for each in self._listeners if each.task is not None]
        await asyncio.gather(*tasks, return_exceptions=True)
        for listener in self._listeners:
            listener.sock.close()
        self._loop.stop()
