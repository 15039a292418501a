"""A model of three files, and a web server that offers it."""

import hashlib
import io
import random
import zipfile
from contextlib import suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Event, Thread

from narrator.speech.models.model import ModelFile, SpeechModel
from narrator.speech.models.sources import DownloadProgress, WebZip

CONTENT = {
    "README": b"A tiny model.\n",
    "am/final.mdl": random.Random(5).randbytes(400_000),
    "conf/a.conf": b"--beam=10\n",
}
TINY = SpeechModel(
    "tiny-model",
    "the tiny model",
    tuple(ModelFile(path, len(data), hashlib.sha256(data).hexdigest()) for path, data in CONTENT.items()),
    "https://models.example",
)
PREFIX = "tiny-model/"
TIMEOUT_S = 60.0
"""Longer than any answer takes on a busy machine."""


def zipped(content: dict[str, bytes], prefix: str = PREFIX) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        for path, data in content.items():
            archive.writestr(zipfile.ZipInfo(prefix + path), data)
    return buffer.getvalue()


WRONG = CONTENT | {"conf/a.conf": b"--beam=99\n"}


class RecordedReport:
    """A report that keeps everything, and can interrupt the download like Ctrl-C."""

    def __init__(self, stop_after: int | None = None) -> None:
        self.lines: list[str] = []
        self.done: list[int] = []
        self._stop_after = stop_after

    def print_line(self, sentence: str) -> None:
        self.lines.append(sentence)

    def progress(self, done: int, total: int | None) -> None:
        self.done.append(done)
        if self._stop_after is not None and done >= self._stop_after:
            raise KeyboardInterrupt


class UnusedSource:
    """A source that must not be used."""

    name = "a source that must not be used"
    prefix = PREFIX

    def fetch(self, work: Path, progress: DownloadProgress) -> Path:
        raise AssertionError("used although nothing was needed")


class Server:
    """A web server with one file. It can drop connections, stall, or ignore ranges."""

    def __init__(self) -> None:
        self.data = zipped(CONTENT)
        self.break_after: list[int] = []
        """For each request in turn, the bytes after which the connection drops."""
        self.supports_ranges = True
        self.stalls_after: int | None = None
        """Bytes after which it sends nothing more until `resume` is set."""
        self.resume = Event()
        self.requested: list[str | None] = []
        """The range of every request."""
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
        self.requested.append(wanted)
        start = int(wanted.removeprefix("bytes=").removesuffix("-")) if wanted and self.supports_ranges else 0
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
        request.wfile.write(body[: self.stalls_after])
        if self.stalls_after is not None:
            self.resume.wait(TIMEOUT_S)
            request.wfile.write(body[self.stalls_after :])

    def source(self) -> WebZip:
        return WebZip(self.url, PREFIX, timeout_s=TIMEOUT_S)

    def close(self) -> None:
        self._http.shutdown()
        self._http.server_close()


def write_model(folder: Path, content: dict[str, bytes] = CONTENT) -> Path:
    """Write a model with this content."""
    place = folder / TINY.name
    for path, data in content.items():
        (place / path).parent.mkdir(parents=True, exist_ok=True)
        (place / path).write_bytes(data)
    return place


def visible_entries(folder: Path) -> list[str]:
    """Return what other programs see in the folder."""
    return sorted(entry.name for entry in folder.iterdir() if not entry.name.startswith("."))


def leftovers(folder: Path) -> list[str]:
    """Return the files in work folders."""
    return sorted(entry.name for entry in folder.rglob("*") if ".work" in str(entry) and entry.is_file())


def is_installed(folder: Path) -> bool:
    """Return whether the model is there byte for byte and the work folder is gone."""
    place = folder / TINY.name
    found = {str(file.relative_to(place).as_posix()): file.read_bytes() for file in place.rglob("*") if file.is_file()}
    return found == CONTENT and not leftovers(folder)
