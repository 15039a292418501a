"""Read and write zip files with a list of their files and the SHA-256 of each: backups and shared packs.

A zip is not trusted. The name, size and kind of each file are checked before it is unpacked, so no file is written
outside the folder, and no link, program or huge file inside it. Reading takes a bounded amount of memory. A file that
does not match the list makes the whole zip invalid.
"""

import io
import json
import os
import re
import stat
import struct
import zipfile
import zlib
from collections.abc import Callable, Iterable, Mapping
from contextlib import nullcontext, suppress
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import IO

from narrator.core.errors import StorageError
from narrator.storage import disk
from narrator.storage.database import CHUNK_BYTES
from narrator.storage.messages import from_os_error

LIST = "contents.json"
"""The file in the zip that lists all others."""
READ_ERRORS = (zipfile.BadZipFile, zlib.error, struct.error, LookupError, ValueError, EOFError, RuntimeError, re.error)
"""Errors from reading a damaged zip, or a file of another type."""


class UnexpectedContents(ValueError):
    """The file has another format, or it is damaged."""


@dataclass(frozen=True, slots=True)
class ZipFormat:
    """What a zip of one kind contains."""

    header: Mapping[str, object]
    """The other fields of the list: a description and the version of the format."""
    max_file_bytes: Callable[[str], int]
    """Return the largest size of the file with this name, or a negative number if it does not belong in the zip."""
    max_files: int
    max_total_bytes: int
    """The size of all files together, unpacked."""
    max_list_bytes: int = 32 << 20

    def create(self, target: Path, sources: Iterable[tuple[str, IO[bytes]]]) -> tuple[str, ...]:
        """Write a new zip, which gets its name once it is complete and was read again. Return the names of its files.

        `part_file` is its name until then. Raise `StorageError` if there is already something at the target.
        """
        if target.exists():
            raise StorageError(f"There is already something at {target}. Choose another name, so that nothing is lost.")
        part = part_file(target)
        try:
            with disk.create_private_file(part) as file:
                self.write(file, sources)
                disk.sync_file(file)
            names = self.read(part)
            part.replace(target)
        except OSError as error:
            raise from_os_error(error, target.parent) from error
        finally:
            with suppress(OSError):
                part.unlink(missing_ok=True)
        disk.sync_folder(target.parent)
        return names

    def write(self, target: IO[bytes], sources: Iterable[tuple[str, IO[bytes]]]) -> None:
        """Write these files and their list."""
        with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as package:
            digests = {name: add_file(package, name, source) for name, source in sources}
            package.writestr(LIST, json.dumps(self.list_of_files(digests), indent=1))

    def read(self, file: Path, folder: Path | None = None) -> tuple[str, ...]:
        """Read all files and compare them with the list; unpack them into the folder, if one is given.

        Return their names. Raise `UnexpectedContents`, or `OSError` if the file cannot be opened.
        """
        try:
            with LimitedReader(io.FileIO(file), self.max_list_bytes) as source, zipfile.ZipFile(source) as package:
                infos = [info for info in package.infolist() if info.filename != LIST]
                names = tuple(info.filename for info in infos)
                if not self.is_expected(infos) or package.getinfo(LIST).file_size > self.max_list_bytes:
                    raise UnexpectedContents
                contents = json.loads(package.read(LIST))
                digests = {name: unpack_file(package, name, folder) for name in names}
        except READ_ERRORS as error:
            raise UnexpectedContents from error
        if contents != self.list_of_files(digests):
            raise UnexpectedContents
        return names

    def list_of_files(self, digests: Mapping[str, str]) -> dict[str, object]:
        return {**self.header, "files": dict(digests)}

    def is_expected(self, infos: list[zipfile.ZipInfo]) -> bool:
        """Return whether files of these names, kinds and sizes may be in the zip, each name once."""
        return (
            len(infos) <= self.max_files
            and len({info.filename.casefold() for info in infos}) == len(infos)
            and sum(info.file_size for info in infos) <= self.max_total_bytes
            and all(is_plain_file(info) and info.file_size <= self.max_file_bytes(info.filename) for info in infos)
        )


def part_file(target: Path) -> Path:
    """Return the name of a zip while it is being written."""
    return target.with_name(f".{target.name}{disk.PART_SUFFIX}")


class LimitedReader(io.BufferedReader):
    """A file that refuses to read very much at once.

    `zipfile` reads the directory of a zip in one piece and then builds an object for each entry, so this limits the
    memory for a directory of millions of entries.
    """

    def __init__(self, raw: io.RawIOBase, max_bytes: int) -> None:
        super().__init__(raw)
        self.max_bytes = max_bytes

    def read(self, size: int | None = -1, /) -> bytes:
        if size is None or size < 0:
            size = os.fstat(self.fileno()).st_size - self.tell()
        if size > self.max_bytes:
            raise UnexpectedContents
        return super().read(size)


def is_plain_file(info: zipfile.ZipInfo) -> bool:
    """Return whether this is a file, not a link or device, and compressed in a way that takes little memory."""
    kind = stat.S_IFMT(info.external_attr >> 16)
    return kind in (0, stat.S_IFREG) and info.compress_type in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)


def add_file(package: zipfile.ZipFile, name: str, source: IO[bytes]) -> str:
    """Copy a file into the zip. Return its SHA-256."""
    digest = sha256()
    with package.open(name, "w", force_zip64=True) as target:
        while chunk := source.read(CHUNK_BYTES):
            digest.update(chunk)
            target.write(chunk)
    return digest.hexdigest()


def unpack_file(package: zipfile.ZipFile, name: str, folder: Path | None) -> str:
    """Read a file in the zip, and write it into the folder, if one is given. Return its SHA-256."""
    digest = sha256()
    if folder:
        (folder / name).parent.mkdir(parents=True, exist_ok=True, mode=disk.PRIVATE_FOLDER)
    with package.open(name) as source:
        target = disk.create_private_file(folder / name) if folder else None
        with target or nullcontext():
            while chunk := source.read(CHUNK_BYTES):
                digest.update(chunk)
                if target:
                    disk.write(target, chunk)
            if target:
                disk.sync_file(target)
    return digest.hexdigest()
