"""A model of three files, and a web server that has it."""

import hashlib
import io
import random
import zipfile
from contextlib import suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Event, Thread

from narrator.speech.models.model import ModelFile, SpeechModel
from narrator.speech.models.sources import Archive, Progress

CONTENT = {
    "README": b"A tiny ear.\n",
    "am/final.mdl": random.Random(5).randbytes(400_000),
    "conf/a.conf": b"--beam=10\n",
}
TINY = SpeechModel(
    "tiny-model",
    "https://models.example",
    tuple(ModelFile(path, len(data), hashlib.sha256(data).hexdigest()) for path, data in CONTENT.items()),
)
INSIDE = "tiny-model/"
LONG = 60.0
"""Seconds: no machine is so busy that an answer takes as long."""


def zipped(content: dict[str, bytes], inside: str = INSIDE) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        for path, data in content.items():
            archive.writestr(zipfile.ZipInfo(inside + path), data)
    return buffer.getvalue()


WRONG = CONTENT | {"conf/a.conf": b"--beam=99\n"}


class Notes:
    """A report that remembers, and can stop everything after so many bytes as Ctrl-C does."""

    def __init__(self, stop_after: int | None = None) -> None:
        self.told: list[str] = []
        self.done: list[int] = []
        self._stop_after = stop_after

    def tell(self, sentence: str) -> None:
        self.told.append(sentence)

    def progress(self, done: int, total: int | None) -> None:
        self.done.append(done)
        if self._stop_after is not None and done >= self._stop_after:
            raise KeyboardInterrupt


class Untouched:
    """A source that must not be asked."""

    name = "a source that must not be asked"
    inside = INSIDE

    def fetch(self, work: Path, progress: Progress) -> Path:
        raise AssertionError("asked although nothing was needed")


class Server:
    """A web server with one file. It can break off, keep one waiting, or know nothing of ranges."""

    def __init__(self) -> None:
        self.data = zipped(CONTENT)
        self.break_after: list[int] = []
        """For each request in turn, after how many bytes the connection drops."""
        self.ranges = True
        self.holds_after: int | None = None
        """Bytes, after which nothing more comes until it may go on."""
        self.goes_on = Event()
        self.asked: list[str | None] = []
        """The range of every request so far."""
        server = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                with suppress(ConnectionError):
                    server.answer(self)

            def log_message(self, *_: object) -> None:
                pass

        self._http = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self._http.server_port}/tiny-model.zip"
        Thread(target=self._http.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True).start()

    def answer(self, request: BaseHTTPRequestHandler) -> None:
        wanted = request.headers["Range"]
        self.asked.append(wanted)
        start = int(wanted.removeprefix("bytes=").removesuffix("-")) if wanted and self.ranges else 0
        if start >= len(self.data):
            request.send_error(416)
            return
        request.send_response(206 if start else 200)
        if start:
            request.send_header("Content-Range", f"bytes {start}-{len(self.data) - 1}/{len(self.data)}")
        request.send_header("Content-Length", str(len(self.data) - start))
        request.end_headers()
        body = self.data[start:]
        if self.break_after:
            body = body[: self.break_after.pop(0)]
        request.wfile.write(body[: self.holds_after])
        if self.holds_after is not None:
            self.goes_on.wait(LONG)
            request.wfile.write(body[self.holds_after :])

    def archive(self) -> Archive:
        return Archive(self.url, INSIDE, patience=LONG)

    def close(self) -> None:
        self._http.shutdown()
        self._http.server_close()


def put(folder: Path, content: dict[str, bytes] = CONTENT) -> Path:
    """Lay a model down, whole or not."""
    place = folder / TINY.name
    for path, data in content.items():
        (place / path).parent.mkdir(parents=True, exist_ok=True)
        (place / path).write_bytes(data)
    return place


def visible(folder: Path) -> list[str]:
    return sorted(entry.name for entry in folder.iterdir() if not entry.name.startswith("."))


def leftovers(folder: Path) -> list[str]:
    return sorted(entry.name for entry in folder.rglob("*") if ".work" in str(entry) and entry.is_file())


def whole(folder: Path) -> bool:
    """The model is there byte for byte, and nothing is left lying about."""
    place = folder / TINY.name
    found = {str(file.relative_to(place).as_posix()): file.read_bytes() for file in place.rglob("*") if file.is_file()}
    return found == CONTENT and not leftovers(folder)
