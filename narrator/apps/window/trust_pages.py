"""The pages on plain HTTP beside a server with TLS: how phones come to trust it, and the certificate they install.

Nothing of the game is here, not even a cookie. The key of the table is in the fragment of the address, which browsers
do not send; a script on the page passes it on to the join page.
"""

from http import HTTPStatus

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route
from starlette.types import Receive, Scope, Send

from narrator.apps.window.request_guard import CONTENT_SECURITY_POLICY
from narrator.apps.window.web_app import JOIN_PATH, WebApp, send_static

TRUST_PATH = "/trust"
CERTIFICATE_TYPE = "application/x-x509-ca-cert"
"""iPhones and iPads offer to install a file of this type."""
SYSTEM_STEPS = {"ios": 4, "android": 4, "windows": 3, "macos": 3}
"""How many steps the installation has on each system; the labels are `trust-ios-1` and so on."""


class TrustPages:
    """The ASGI application of the pages on plain HTTP."""

    def __init__(self, pages: WebApp, authority: bytes, fingerprint: str, secure_address: str) -> None:
        """Create the application. `authority` is the certificate that phones install."""
        self._pages, self._authority, self._fingerprint = pages, authority, fingerprint
        self._secure_address = secure_address
        self._app = Starlette(
            routes=[
                Route(TRUST_PATH, self._trust),
                Route("/narrator.crt", self._install),
                Route("/download/narrator.crt", self._download),
                Route("/static/{name}", send_static),
                Route("/known", self._known),
                Route("/", self._go_to_trust),
                Route(JOIN_PATH, self._go_to_trust),
            ]
        )

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        await self._app(scope, receive, send)

    async def _trust(self, request: Request) -> Response:
        response = self._pages.render(
            "trust.html",
            steps=SYSTEM_STEPS,
            fingerprint=self._fingerprint,
            join_address=f"{self._secure_address}{JOIN_PATH}",
            probe_address=f"{self._secure_address}/trusted",
        )
        policy = CONTENT_SECURITY_POLICY.replace("connect-src 'self'", f"connect-src {self._secure_address}")
        response.headers["content-security-policy"] = policy
        return response

    async def _install(self, request: Request) -> Response:
        return Response(self._authority, media_type=CERTIFICATE_TYPE)

    async def _download(self, request: Request) -> Response:
        """Return the certificate as a file. Android installs it only from the settings, where a file is chosen."""
        headers = {"content-disposition": 'attachment; filename="narrator.crt"'}
        return Response(self._authority, media_type="application/octet-stream", headers=headers)

    async def _known(self, request: Request) -> Response:
        """Tell a page of an earlier session without TLS to load again, which leads here."""
        return Response(status_code=HTTPStatus.UNAUTHORIZED)

    async def _go_to_trust(self, request: Request) -> Response:
        return RedirectResponse(TRUST_PATH, HTTPStatus.SEE_OTHER)
