"""The web server of the window: a few pages, each with a WebSocket connection, for invited browsers only.

It listens on the loopback address; with phones also on the addresses of the home network, and on no others. Requests
with another `Host` than these addresses, or from another `Origin`, are refused. So no other web site can reach the
server through a player's browser (DNS rebinding). Nothing is logged: logs would contain cookies and hidden cards.
"""

import asyncio
import logging
import socket
from collections.abc import Callable, Sequence
from contextlib import suppress
from http import HTTPStatus
from importlib.resources import files
from io import BytesIO
from ipaddress import ip_address
from pathlib import PurePath
from threading import Event, Thread
from urllib.parse import quote

import ifaddr
import segno
import uvicorn
from jinja2 import Environment, PackageLoader, StrictUndefined, select_autoescape
from pydantic import ValidationError
from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.datastructures import MutableHeaders
from starlette.exceptions import HTTPException
from starlette.requests import HTTPConnection, Request
from starlette.responses import JSONResponse, PlainTextResponse, Response
from starlette.routing import Route, WebSocketRoute
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocket
from uvicorn.protocols.http.h11_impl import H11Protocol

from narrator.apps.export.kinds import BOOK_KINDS
from narrator.apps.window.hub import CLOSE_REFUSED, MAX_MESSAGE_BYTES, Hub, JoinMessage, MessageHandler
from narrator.apps.window.keys import Holder, Keys, TooManyGuesses
from narrator.apps.window.library_page import LibraryPage
from narrator.apps.window.messages import page_labels
from narrator.core.errors import NarratorError
from narrator.language.language import DEFAULT_LANGUAGE
from narrator.language.lines.preferences import THEMES

PREFERRED_PORT = 8642
"""Tried first, so that the address is usually the same. If it is taken, any free port is used."""
LOOPBACK = "127.0.0.1"
CONTENT_SECURITY_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; font-src 'self'; connect-src 'self'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
SECURITY_HEADERS = {
    "content-security-policy": CONTENT_SECURITY_POLICY,
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cache-control": "no-store",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=()",
}
STATIC_FILE_TYPES = {".css": "text/css", ".js": "text/javascript", ".svg": "image/svg+xml", ".woff2": "font/woff2"}
"""Media types of static files. Files with other suffixes are not served."""
NOT_FOUND = PlainTextResponse("", HTTPStatus.NOT_FOUND)
CACHE_FOR_A_DAY = "private, max-age=86400"
"""For fonts, which are most of the size of a page and never change."""
MAX_CONNECTIONS_PER_ADDRESS, MAX_CONNECTIONS = 60, 400
"""A browser opens about six connections."""
FIRST_REQUEST_TIMEOUT_S = 5.0
"""A connection without a request is closed after this time."""
START_STOP_TIMEOUT_S = 5.0


def home_addresses() -> list[str]:
    """Return the addresses of this machine in the private ranges of RFC 1918, without a network request."""
    ips = [ip.ip for adapter in ifaddr.get_adapters() for ip in adapter.ips if isinstance(ip.ip, str)]
    return [ip for ip in ips if ip_address(ip).is_private and ip.startswith(("10.", "172.", "192.168."))]


class LimitedProtocol(H11Protocol):
    """Closes connections without a request, and too many connections from one address, which would block others."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # as uvicorn has it
        super().connection_made(transport)
        same_address = [other for other in self.connections if client_address(other) == client_address(self)]
        if len(same_address) > MAX_CONNECTIONS_PER_ADDRESS:
            transport.close()
        self.loop.call_later(FIRST_REQUEST_TIMEOUT_S, self._give_up)

    def _give_up(self) -> None:
        if self.cycle is None and self in self.connections:  # otherwise there was a request, or it is a WebSocket
            self.transport.close()


def client_address(connection: object) -> str:
    return (getattr(connection, "client", None) or ("",))[0]


class RequestGuard:
    """Refuses requests with a wrong `Host` or `Origin`, and adds security headers to all responses."""

    def __init__(self, app: ASGIApp, hosts: Callable[[], set[str]]) -> None:
        self._app, self._hosts = app, hosts

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            return
        headers = HTTPConnection(scope).headers
        host, origin = headers.get("host", ""), headers.get("origin")
        changes = scope["type"] == "websocket" or scope["method"] not in ("GET", "HEAD")
        if host not in self._hosts() or (changes and origin != f"http://{host}"):
            if scope["type"] == "websocket":
                await WebSocket(scope, receive, send).close(CLOSE_REFUSED)
            else:
                await PlainTextResponse("", HTTPStatus.MISDIRECTED_REQUEST)(scope, receive, send)
            return

        async def with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, text in SECURITY_HEADERS.items():
                    headers.setdefault(name, text)
            await send(message)

        await self._app(scope, receive, with_headers)


class WindowServer:
    """The server, running in a separate thread. Other threads give it pages through `call_soon`."""

    def __init__(
        self,
        keys: Keys,
        handle: MessageHandler,
        on_phone_joined: Callable[[str], None],
        library: LibraryPage | None = None,
        language: str = DEFAULT_LANGUAGE,
    ) -> None:
        """Create the server.

        `handle` gets messages from pages, and `on_phone_joined` the seat of each phone that joins. Both are called in
        the server's thread.
        """
        self._keys, self._on_phone_joined, self._library, self._language = keys, on_phone_joined, library, language
        self.hub = Hub(handle)
        self._loop = asyncio.new_event_loop()
        self._sockets: list[socket.socket] = []
        self._servers: list[tuple[uvicorn.Server, asyncio.Task[None]]] = []
        self._templates = Environment(
            loader=PackageLoader(__package__), autoescape=select_autoescape(), undefined=StrictUndefined
        )
        pages = Starlette(
            routes=[
                Route("/", self._page),
                Route("/join", self._join, methods=["POST"]),
                Route("/static/{name}", self._static),
                Route("/code/{seat}", self._code),
                Route("/library", self._list_stories),
                Route("/library/{number:int}/{act}", self._act_on_story, methods=["GET", "POST"]),
                Route("/library/{number:int}/book/{kind}", self._export, methods=["GET", "POST"]),
                Route("/library/{number:int}/book/{kind}/state", self._export_state),
                WebSocketRoute("/live", self._live),
            ]
        )
        self._app = RequestGuard(pages, lambda: {*self._hosts()})
        self._is_running = Event()
        self._thread = Thread(target=self._run, name="window", daemon=True)

    # --- called from the session's thread --------------------------------------------------------

    @property
    def addresses(self) -> tuple[str, ...]:
        return tuple(f"http://{host}" for host in self._hosts() if not host.startswith("localhost"))

    def start(self) -> None:
        """Listen on the loopback address. Raise `OSError` if that fails."""
        self._bind(LOOPBACK)
        self._thread.start()
        self._is_running.wait(START_STOP_TIMEOUT_S)

    def listen_on_home_network(self, addresses: Sequence[str]) -> bool:
        """Listen on these addresses too. Return whether at least one works."""
        known = {sock.getsockname()[0] for sock in self._sockets}
        for address in addresses:
            with suppress(OSError):
                if address not in known:
                    self.call_soon(self._serve, self._bind(address))
        return len(self._sockets) > 1

    def call_soon(self, function: Callable[..., object], *arguments: object) -> None:
        """Call a function in the server's thread, for example a method of the hub."""
        with suppress(RuntimeError):  # the server is closed already
            self._loop.call_soon_threadsafe(function, *arguments)

    def close(self) -> None:
        """Disconnect all pages and stop the server."""
        self.call_soon(lambda: self._loop.create_task(self._stop()))
        self._thread.join(START_STOP_TIMEOUT_S)
        if self._library is not None:
            self._library.close()

    # --- the server's thread ---------------------------------------------------------------------

    def _bind(self, address: str) -> socket.socket:
        """Open a socket, on the same port for all addresses if it is free."""
        first = self._sockets[0].getsockname()[1] if self._sockets else PREFERRED_PORT
        try:
            sock = socket.create_server((address, first))  # connections wait until the server runs
        except OSError:
            sock = socket.create_server((address, 0))
        self._sockets.append(sock)
        return sock

    def _hosts(self) -> list[str]:
        names = [sock.getsockname() for sock in self._sockets]
        return [f"{host}:{port}" for host, port in names] + [f"localhost:{port}" for _, port in names[:1]]

    def _run(self) -> None:
        asyncio.set_event_loop(self._loop)
        self._serve(self._sockets[0])
        self._loop.call_soon(self._is_running.set)
        self._loop.run_forever()
        self._loop.close()

    def _serve(self, sock: socket.socket) -> None:
        for name in ("uvicorn.error", "uvicorn.access"):
            logging.getLogger(name).setLevel(logging.WARNING)  # lower levels would log cookies and hidden cards
        config = uvicorn.Config(
            self._app,
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
            http=LimitedProtocol,
            limit_concurrency=MAX_CONNECTIONS,
            timeout_keep_alive=5,
            timeout_graceful_shutdown=1,
            h11_max_incomplete_event_size=MAX_MESSAGE_BYTES,
        )
        server = uvicorn.Server(config)
        self._servers.append((server, self._loop.create_task(server.serve(sockets=[sock]))))

    async def _stop(self) -> None:
        await self.hub.close()
        for server, _ in self._servers:
            server.should_exit = True
        await asyncio.gather(*(task for _, task in self._servers), return_exceptions=True)
        for sock in self._sockets:
            sock.close()
        self._loop.stop()

    # --- pages -----------------------------------------------------------------------------------

    def _cookie(self, scope: Scope) -> str:
        """Return the name of our cookie. It contains the port, because browsers share cookies between ports."""
        return f"narrator-{scope['server'][1]}"

    def _holder(self, connection: HTTPConnection) -> Holder | None:
        return self._keys.find_holder(connection.cookies.get(self._cookie(connection.scope)))

    async def _page(self, request: Request) -> Response:
        holder = self._holder(request)
        name = "join.html" if holder is None else "room.html" if holder.seat is None else "phone.html"
        return self._render(
            name, seat=holder.seat if holder else None, themes=THEMES, has_library=self._library is not None
        )

    def _render(self, name: str, **facts: object) -> Response:
        labels = page_labels(self._language)
        text = self._templates.get_template(name).render(labels=labels, language=self._language, **facts)
        return Response(text, media_type="text/html")

    async def _join(self, request: Request) -> Response:
        """Exchange a key or passphrase for a cookie that scripts cannot read."""
        body = b""
        async for part in request.stream():
            body += part
            if len(body) > MAX_MESSAGE_BYTES:
                return PlainTextResponse("", HTTPStatus.REQUEST_ENTITY_TOO_LARGE)
        try:
            secret = JoinMessage.model_validate_json(body).secret
            found = self._keys.redeem(secret, request.client.host if request.client else "")
        except ValidationError:
            return PlainTextResponse("", HTTPStatus.BAD_REQUEST)
        except TooManyGuesses:
            return PlainTextResponse("", HTTPStatus.TOO_MANY_REQUESTS)
        if found is None:
            return PlainTextResponse("", HTTPStatus.FORBIDDEN)
        holder, token = found
        if holder.seat is not None:
            self._on_phone_joined(holder.seat)
        response = Response(status_code=HTTPStatus.NO_CONTENT)
        response.set_cookie(self._cookie(request.scope), token, httponly=True, samesite="strict")
        return response

    async def _static(self, request: Request) -> Response:
        name = request.path_params["name"]
        file = next((each for each in (files(__package__) / "static").iterdir() if each.name == name), None)
        suffix = PurePath(name).suffix
        if file is None or suffix not in STATIC_FILE_TYPES:
            return NOT_FOUND
        headers = {"cache-control": CACHE_FOR_A_DAY} if suffix == ".woff2" else None
        return Response(file.read_bytes(), media_type=STATIC_FILE_TYPES[suffix], headers=headers)

    async def _code(self, request: Request) -> Response:
        """Return the QR code that lets a phone join. Only the big screen gets it."""
        holder, seat = self._holder(request), request.path_params["seat"]
        if holder is None or holder.seat is not None or not self._keys.is_invited(seat):
            return NOT_FOUND
        key = self._keys.invitation_for(seat).key
        drawn = BytesIO()
        segno.make(f"{self.addresses[-1]}/#{key}", error="m").save(drawn, kind="svg", scale=10, light="#fff")
        return Response(drawn.getvalue(), media_type="image/svg+xml")

    # --- library ---------------------------------------------------------------------------------

    def _library_for(self, request: Request) -> LibraryPage:
        """Return the library page. Only the big screen gets it, because the stories belong to all players."""
        holder = self._holder(request)
        if self._library is None or holder is None or holder.seat is not None:
            raise HTTPException(HTTPStatus.NOT_FOUND, "")
        return self._library

    async def _list_stories(self, request: Request) -> Response:
        library = self._library_for(request)
        return self._render(
            "library.html", library=library, stories=await run_in_threadpool(library.list_stories), kinds=BOOK_KINDS
        )

    async def _act_on_story(self, request: Request) -> Response:
        library, number = self._library_for(request), request.path_params["number"]
        try:
            match request.method, request.path_params["act"]:
                case "GET", "cover":
                    return Response(await run_in_threadpool(library.cover, number), media_type="image/jpeg")
                case "POST", "tell":
                    if not library.tell(number):
                        return PlainTextResponse("", HTTPStatus.CONFLICT)
                case "POST", "forget":
                    await run_in_threadpool(library.forget, number)
                case _:
                    return NOT_FOUND
        except NarratorError:
            return PlainTextResponse("", HTTPStatus.CONFLICT)
        return Response(status_code=HTTPStatus.NO_CONTENT)

    async def _export(self, request: Request) -> Response:
        """Start an export, or return the finished book."""
        library, number = self._library_for(request), request.path_params["number"]
        kind = next((each for each in BOOK_KINDS if each == request.path_params["kind"]), None)
        if kind is None:
            return NOT_FOUND
        if request.method == "POST":
            is_started = library.start_export(number, kind)
            return Response(status_code=HTTPStatus.ACCEPTED if is_started else HTTPStatus.CONFLICT)
        export = library.find_export(number, kind)
        if export is None or not export.body:
            return NOT_FOUND
        disposition = f"attachment; filename=\"story-{number}\"; filename*=UTF-8''{quote(export.name)}"
        return Response(
            export.body, media_type="application/octet-stream", headers={"content-disposition": disposition}
        )

    async def _export_state(self, request: Request) -> Response:
        export = self._library_for(request).find_export(request.path_params["number"], request.path_params["kind"])
        if export is None:
            return NOT_FOUND
        return JSONResponse({"percent": export.percent, "error": export.error, "ready": bool(export.body)})

    async def _live(self, socket: WebSocket) -> None:
        holder = self._holder(socket)
        if holder is None or self.hub.is_full:
            await socket.close(CLOSE_REFUSED)
            return
        await socket.accept()
        await self.hub.serve(socket, holder)
