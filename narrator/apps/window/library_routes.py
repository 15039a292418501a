"""The requests of the pages with stories: list and play those of the box; list, tell, forget and export finished ones.

Only the big screen may make them.
"""

from collections.abc import Callable
from http import HTTPStatus
from urllib.parse import quote

from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, Response
from starlette.routing import BaseRoute, Route

from narrator.apps.export.kinds import PAGE_KINDS
from narrator.apps.window.library_page import LibraryPage
from narrator.core.errors import NarratorError
from narrator.storage.shared_pack import MAX_PHOTO_BYTES

NOT_FOUND = PlainTextResponse("", HTTPStatus.NOT_FOUND)

MAX_MENDED_BYTES = 10_000


async def read_body(request: Request, max_bytes: int) -> bytes:
    """Return the body of a request, or refuse it if it is larger."""
    body = bytearray()
    async for piece in request.stream():
        body += piece
        if len(body) > max_bytes:
            raise HTTPException(HTTPStatus.REQUEST_ENTITY_TOO_LARGE, "")
    return bytes(body)


async def read_mended_part(request: Request) -> tuple[str, str]:
    """Return the part and its new text from the body of a request."""
    part, _, text = (await read_body(request, MAX_MENDED_BYTES)).decode(errors="replace").partition("\n")
    return part, text


class LibraryRoutes:
    """Handles the requests of the library page."""

    def __init__(
        self,
        library: Callable[[], LibraryPage | None],
        is_big_screen: Callable[[Request], bool],
        render: Callable[..., Response],
    ) -> None:
        self._library, self._is_big_screen, self._render = library, is_big_screen, render

    @property
    def routes(self) -> list[BaseRoute]:
        return [
            Route("/box", self._list_box),
            Route("/box/{name}/{act}", self._act_on_box_story, methods=["GET", "POST"]),
            Route("/library", self._list_stories),
            Route("/library/{number:int}/{act}", self._act_on_story, methods=["GET", "POST"]),
            Route("/library/{number:int}/book/{kind}", self._export, methods=["GET", "POST"]),
            Route("/library/{number:int}/book/{kind}/state", self._export_state),
        ]

    def _library_for(self, request: Request) -> LibraryPage:
        """Return the library page. Only the big screen gets it, because the stories belong to all players."""
        library = self._library()
        if library is None or not self._is_big_screen(request):
            raise HTTPException(HTTPStatus.NOT_FOUND, "")
        return library

    async def _list_stories(self, request: Request) -> Response:
        library = self._library_for(request)
        return self._render(
            "library.html", library=library, stories=await run_in_threadpool(library.list_stories), kinds=PAGE_KINDS
        )

    async def _list_box(self, request: Request) -> Response:
        library = self._library_for(request)
        return self._render("box.html", stories=await run_in_threadpool(library.list_box))

    async def _act_on_box_story(self, request: Request) -> Response:
        library, name = self._library_for(request), request.path_params["name"]
        match request.method, request.path_params["act"]:
            case "GET", "cover" if (cover := await run_in_threadpool(library.box_cover, name)) is not None:
                return Response(cover, media_type="image/svg+xml")
            case "POST", "play":
                stories = {story.name: story for story in await run_in_threadpool(library.list_box)}
                is_playing = name in stories and library.play(stories[name].info.title)
                return Response(status_code=HTTPStatus.NO_CONTENT if is_playing else HTTPStatus.CONFLICT)
            case _:
                return NOT_FOUND

    async def _act_on_story(self, request: Request) -> Response:
        library, number = self._library_for(request), request.path_params["number"]
        try:
            match request.method, request.path_params["act"]:
                case "GET", "cover":
                    return Response(await run_in_threadpool(library.cover, number), media_type="image/svg+xml")
                case "POST", "tell":
                    if not library.tell(number):
                        return PlainTextResponse("", HTTPStatus.CONFLICT)
                case "POST", "photo":
                    await run_in_threadpool(library.add_photo, number, await read_body(request, MAX_PHOTO_BYTES))
                case "POST", "forget":
                    await run_in_threadpool(library.forget, number)
                case "POST", "mend":
                    await run_in_threadpool(library.mend, number, *await read_mended_part(request))
                case _:
                    return NOT_FOUND
        except NarratorError:
            return PlainTextResponse("", HTTPStatus.CONFLICT)
        return Response(status_code=HTTPStatus.NO_CONTENT)

    async def _export(self, request: Request) -> Response:
        """Start an export, or return the finished book."""
        library, number = self._library_for(request), request.path_params["number"]
        kind = next((each for each in PAGE_KINDS if each == request.path_params["kind"]), None)
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
