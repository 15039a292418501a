"""Refuse requests that were not made by a page of this server, and restrict what browsers may do with responses.

Requests with another `Host` than the server's own addresses, or from another `Origin`, are refused. So no other web
site can reach the server through a player's browser (DNS rebinding).
"""

from collections.abc import Callable, Collection
from http import HTTPStatus

from starlette.datastructures import MutableHeaders
from starlette.requests import HTTPConnection
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocket

from narrator.apps.window.hub import CLOSE_REFUSED

CONTENT_SECURITY_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; font-src 'self'; connect-src 'self'; "
    "media-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
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
SCHEMES = {"http": "http", "ws": "http", "https": "https", "wss": "https"}


class RequestGuard:
    """Refuses requests with a wrong `Host` or `Origin`, and adds security headers to all responses."""

    def __init__(self, app: ASGIApp, hosts: Callable[[], Collection[str]]) -> None:
        self._app, self._hosts = app, hosts

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            return
        headers = HTTPConnection(scope).headers
        host, origin = headers.get("host", ""), headers.get("origin")
        changes = scope["type"] == "websocket" or scope["method"] not in ("GET", "HEAD")
        own_origin = f"{SCHEMES[scope['scheme']]}://{host}"
        if host not in self._hosts() or (changes and origin != own_origin):
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
