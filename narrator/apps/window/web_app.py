"""The pages of the window and the requests they make. The cookie decides which requests are allowed (see `keys`)."""

from collections.abc import Callable
from dataclasses import dataclass
from http import HTTPStatus
from importlib.resources import files
from io import BytesIO
from pathlib import PurePath
from urllib.parse import urlsplit

import segno
from jinja2 import Environment, PackageLoader, StrictUndefined, select_autoescape
from pydantic import ValidationError
from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.requests import HTTPConnection, Request, cookie_parser
from starlette.responses import JSONResponse, PlainTextResponse, Response
from starlette.routing import Route, WebSocketRoute
from starlette.types import Receive, Scope, Send
from starlette.websockets import WebSocket

from narrator.apps.window.art import find_art
from narrator.apps.window.connection_limits import RequestHeaders
from narrator.apps.window.hub import CLOSE_REFUSED, MAX_MESSAGE_BYTES, Hub, JoinMessage
from narrator.apps.window.keys import Holder, Keys, TooManyGuesses
from narrator.apps.window.library_page import LibraryPage
from narrator.apps.window.library_routes import NOT_FOUND, LibraryRoutes
from narrator.apps.window.messages import page_labels
from narrator.language.language import DEFAULT_LANGUAGE
from narrator.language.lines.preferences import THEMES

STATIC_FILE_TYPES = {".css": "text/css", ".js": "text/javascript", ".svg": "image/svg+xml", ".woff2": "font/woff2"}
"""Media types of static files. Files with other suffixes are not served."""
CACHE_FOR_A_DAY = "private, max-age=86400"
"""For fonts, which are most of the size of a page and never change."""
CACHE_FOR_EVER = "private, max-age=31536000, immutable"
ART_POLICY = "default-src 'none'; img-src data:; sandbox; frame-ancestors 'none'"
"""For pictures: they contain no scripts and no references except a photo inside them, and may not have any."""
JOIN_PATH = "/join"
COOKIE_LIFETIME_S = 30 * 24 * 3600
"""A phone finds its seat again when an unfinished game goes on another day."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PageSources:
    """Where the pages get what is not in a message. Called in the server's threads."""

    library: LibraryPage | None = None
    language: str = DEFAULT_LANGUAGE
    find_sound: Callable[[str, str], bytes | None] = lambda seat, sound: None
    """Return the WAV file of a sound on the page of a seat, by its opaque name."""


class WebApp:
    """The ASGI application of the window."""

    def __init__(
        self,
        keys: Keys,
        hub: Hub,
        sources: PageSources,
        join_address: Callable[[], str],
        on_phone_joined: Callable[[str], None],
    ) -> None:
        """Create the application.

        `join_address` returns the page that phones open first, and `on_phone_joined` gets the seat of each phone that
        joins.
        """
        self._keys, self._hub, self._sources = keys, hub, sources
        self._join_address, self._on_phone_joined = join_address, on_phone_joined
        self._templates = Environment(
            loader=PackageLoader(__package__), autoescape=select_autoescape(), undefined=StrictUndefined
        )
        library = LibraryRoutes(lambda: self.library, self._is_big_screen, self.render)
        self.library = sources.library
        self._app = Starlette(
            routes=[
                Route("/", self._page),
                Route(JOIN_PATH, self._join, methods=["GET", "POST"]),
                Route("/known", self._known),
                Route("/code", self._code),
                Route("/static/{name}", send_static),
                Route("/trusted", self._trusted),
                Route("/art/{file}", self._art),
                Route("/sound/{name}", self._sound),
                *library.routes,
                WebSocketRoute("/live", self._live),
            ]
        )

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        await self._app(scope, receive, send)

    # --- who asks --------------------------------------------------------------------------------

    def is_admitted(self, headers: RequestHeaders, port: int) -> bool:
        """Return whether these headers have the cookie of a holder."""
        cookies = (value.decode("latin-1") for name, value in headers if name == b"cookie")
        tokens = (cookie_parser(text).get(cookie_name(port)) for text in cookies)
        return any(self._keys.find_holder(token) for token in tokens)

    def _token(self, connection: HTTPConnection) -> str | None:
        return connection.cookies.get(cookie_name(connection.scope["server"][1]))

    def _holder(self, connection: HTTPConnection) -> Holder | None:
        return self._keys.find_holder(self._token(connection))

    def _is_big_screen(self, request: Request) -> bool:
        holder = self._holder(request)
        return holder is not None and holder.seat is None and not holder.is_spectator

    # --- pages -----------------------------------------------------------------------------------

    async def _page(self, request: Request) -> Response:
        holder = self._holder(request)
        if holder is None:
            return self.render("moved.html" if self._keys.was_revoked(self._token(request)) else "join.html")
        return self.render(
            "room.html" if holder.seat is None else "phone.html",
            seat=holder.seat,
            themes=THEMES,
            has_library=self.library is not None and not holder.is_spectator,
            may_invite=holder.seat is None and not holder.is_spectator,
        )

    async def _known(self, request: Request) -> Response:
        """Tell a page that cannot connect whether it still has access."""
        return Response(status_code=HTTPStatus.NO_CONTENT if self._holder(request) else HTTPStatus.UNAUTHORIZED)

    async def _trusted(self, request: Request) -> Response:
        """Let the trust page find out whether this phone accepts the certificate."""
        page = urlsplit(self._join_address())
        allowed = {"access-control-allow-origin": f"{page.scheme}://{page.netloc}"}
        return Response(
            status_code=HTTPStatus.NO_CONTENT, headers={**allowed, "cross-origin-resource-policy": "cross-origin"}
        )

    def render(self, name: str, **facts: object) -> Response:
        language = self._sources.language
        text = self._templates.get_template(name).render(labels=page_labels(language), language=language, **facts)
        return Response(text, media_type="text/html")

    # --- joining ---------------------------------------------------------------------------------

    async def _join(self, request: Request) -> Response:
        """Exchange a key or passphrase for a cookie. The key of the table needs the choice of a seat as well."""
        if request.method != "POST":
            return self.render("join.html")
        body = b""
        async for part in request.stream():
            body += part
            if len(body) > MAX_MESSAGE_BYTES:
                return PlainTextResponse("", HTTPStatus.REQUEST_ENTITY_TOO_LARGE)
        try:
            message = JoinMessage.model_validate_json(body)
            opens = self._keys.check(message.secret, request.client.host if request.client else "")
        except ValidationError:
            return PlainTextResponse("", HTTPStatus.BAD_REQUEST)
        except TooManyGuesses:
            return PlainTextResponse("", HTTPStatus.TOO_MANY_REQUESTS)
        if opens is None:
            return PlainTextResponse("", HTTPStatus.FORBIDDEN)
        if opens == "screen":
            return self._admit(request, self._keys.admit_screen())
        if message.watch:
            return self._admit(request, self._keys.admit_spectator())
        if message.seat is None:
            return self._seats(HTTPStatus.OK)
        token = self._keys.admit_to_seat(message.seat)
        if token is not None:
            self._on_phone_joined(message.seat)
        return self._admit(request, token)

    def _admit(self, request: Request, token: str | None) -> Response:
        """Set the cookie. Without a token, answer with the seats that are free now."""
        if token is None:
            return self._seats(HTTPStatus.CONFLICT)
        response = Response(status_code=HTTPStatus.NO_CONTENT)
        response.set_cookie(
            cookie_name(request.scope["server"][1]),
            token,
            max_age=COOKIE_LIFETIME_S,
            secure=request.scope["scheme"] == "https",
            httponly=True,
            samesite="strict",
        )
        return response

    def _seats(self, status: HTTPStatus) -> Response:
        keys = self._keys
        is_open = bool(keys.free_seats or keys.taken_seats)
        seats = {
            "free": keys.free_seats,
            "taken": keys.taken_seats,
            "watch": keys.allows_spectators and is_open,
            "closed": None if is_open else keys.why_closed,
        }
        return JSONResponse(seats, status)

    async def _code(self, request: Request) -> Response:
        """Return the QR code that lets phones join. Only the big screen gets it."""
        if not self._is_big_screen(request) or not (self._keys.free_seats or self._keys.taken_seats):
            return NOT_FOUND
        drawn = BytesIO()
        address = f"{self._join_address()}#{self._keys.table_invitation.key}"
        segno.make(address, error="m").save(drawn, kind="svg", scale=10, light="#fff")
        return Response(drawn.getvalue(), media_type="image/svg+xml")

    # --- files -----------------------------------------------------------------------------------

    async def _art(self, request: Request) -> Response:
        """Return a picture. Its address cannot be guessed and always stands for the same picture."""
        if self._holder(request) is None:
            return NOT_FOUND
        file = request.path_params["file"]
        headers = {"cache-control": CACHE_FOR_EVER, "etag": f'"{file}"', "content-security-policy": ART_POLICY}
        if request.headers.get("if-none-match") == headers["etag"]:
            return Response(status_code=HTTPStatus.NOT_MODIFIED, headers=headers)
        svg = await run_in_threadpool(find_art, file)
        return NOT_FOUND if svg is None else Response(svg, media_type="image/svg+xml", headers=headers)

    async def _sound(self, request: Request) -> Response:
        """Return a sound of the phone's own page, read by the narrator's voice."""
        holder = self._holder(request)
        if holder is None or holder.seat is None:
            return NOT_FOUND
        sound = await run_in_threadpool(self._sources.find_sound, holder.seat, request.path_params["name"])
        return NOT_FOUND if sound is None else Response(sound, media_type="audio/wav")

    async def _live(self, socket: WebSocket) -> None:
        holder = self._holder(socket)
        if holder is None or self._hub.is_full:
            await socket.close(CLOSE_REFUSED)
            return
        await socket.accept()
        await self._hub.serve(socket, holder)


async def send_static(request: Request) -> Response:
    """Return a file that all pages may load."""
    name = request.path_params["name"]
    file = next((each for each in (files(__package__) / "static").iterdir() if each.name == name), None)
    suffix = PurePath(name).suffix
    if file is None or suffix not in STATIC_FILE_TYPES:
        return NOT_FOUND
    headers = {"cache-control": CACHE_FOR_A_DAY} if suffix == ".woff2" else None
    return Response(file.read_bytes(), media_type=STATIC_FILE_TYPES[suffix], headers=headers)


def cookie_name(port: int) -> str:
    """Return the name of our cookie. It contains the port, because browsers share cookies between ports."""
    return f"narrator-{port}"
