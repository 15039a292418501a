"""Backups: everything that a family keeps in one zip file, and back again.

The zip holds the journal, the key, the recordings, and a list of them with the SHA-256 of each. All games in it are
checked through their checksums, when it is made and when it is restored, and damaged ones are named. The file is read
again before it gets its name. Sizes are bounded, and recordings are streamed. Restoring sets aside what was there
before; it ends in renames, and a kill at any moment is finished by the next start.
"""

import json
import re
import sqlite3
import zipfile
import zlib
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager, nullcontext, suppress
from dataclasses import dataclass
from hashlib import sha256
from io import BytesIO
from pathlib import Path
from typing import IO

from filelock import FileLock, Timeout

from narrator.core.errors import StorageError
from narrator.storage import disk
from narrator.storage.checksums import check_games, register_functions
from narrator.storage.clips import NAME, SOUND, WORDS
from narrator.storage.database import CHUNK_BYTES, file_lock
from narrator.storage.home_key import key_file
from narrator.storage.journal import Journal
from narrator.storage.messages import READ_ERRORS, from_os_error, translated_errors
from narrator.storage.recovery import finish_restoring, no_game_open, read_only_uri
from narrator.storage.schema import detect_version, sibling
from narrator.storage.snapshots import passes_integrity_check, work_folder

LIST, JOURNAL, KEY, CLIPS = "contents.json", "narrator.sqlite", "narrator.key", "clips/"
FORMAT = {"what": "a family's games, kept by Narrator", "format": 1}

MAX_BYTES = {LIST: 32 << 20, KEY: 1 << 10, JOURNAL: 1 << 30, SOUND: 256 << 20, WORDS: 1 << 20}
"""The largest size of each file in a backup, by its name or its suffix. An hour of recording takes 115 MB."""

NOT_A_ZIP = (zipfile.BadZipFile, zlib.error, KeyError, ValueError, EOFError, RuntimeError, re.error)
"""Errors from reading a damaged zip, or a file of another type."""


class BackupDamaged(StorageError):
    """The file is not a backup, or it is damaged."""


@dataclass(frozen=True, slots=True)
class Contents:
    """The contents of a backup, counted."""

    games: int
    recordings: int
    damaged: tuple[int, ...] = ()  # games that can be read only in part, or not at all


# --- making a backup -------------------------------------------------------------------------------


def back_up(journal: Journal, target: Path) -> Contents:
    """Write everything into this file, which must not exist."""
    if target.exists():
        raise StorageError(f"There is already something at {target}. Choose another name, so that nothing is lost.")
    part = target.with_name(f".{target.name}{disk.PART_SUFFIX}")
    image = journal.serialize()
    damaged = damaged_games(journal.connection)
    try:
        with only_backup(journal, part):
            with disk.create_private_file(part) as file:
                with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as package:
                    digests = {name: add_file(package, name, source) for name, source in sources(journal, image)}
                    package.writestr(LIST, json.dumps(list_of_files(digests), indent=1))
                disk.sync_file(file)
            names = check_files(part)
            part.replace(target)
    except OSError as error:
        raise from_os_error(error, target.parent) from error
    finally:
        with suppress(OSError):
            part.unlink(missing_ok=True)
    disk.sync_folder(target.parent)
    return Contents(len(journal.game_ids()), sum(name.endswith(SOUND) for name in names), damaged)


@contextmanager
def only_backup(journal: Journal, part: Path) -> Iterator[None]:
    """Note the unfinished file, so that the next backup deletes it if this one is killed."""
    if not journal.writable:
        yield
        return
    unfinished = sibling(journal.path, ".backup")
    try:
        with FileLock(sibling(journal.path, ".backup.lock"), timeout=0):
            with suppress(OSError, UnicodeError):
                left = Path(unfinished.read_text(encoding="utf-8"))
                if left.name.startswith(".") and left.name.endswith(disk.PART_SUFFIX):
                    disk.shred_file(left)
            disk.write_atomically(unfinished, str(part.absolute()).encode())
            yield
            unfinished.unlink(missing_ok=True)
    except Timeout:
        raise StorageError("Another backup is being made. Wait until it is done, then try again.") from None


def sources(journal: Journal, image: bytes) -> Iterator[tuple[str, IO[bytes]]]:
    """Yield the name in the zip and an open file for everything that is backed up."""
    yield JOURNAL, BytesIO(image)
    folder = journal.path.parent / "clips"
    recordings = [(CLIPS + path.name, path) for path in sorted(folder.glob("*")) if is_recording(CLIPS + path.name)]
    for name, path in ((KEY, key_file(journal.path)), *recordings):
        if path.exists():
            with path.open("rb") as file:
                yield name, file


def add_file(package: zipfile.ZipFile, name: str, source: IO[bytes]) -> str:
    """Copy a file into the zip. Return its SHA-256."""
    digest = sha256()
    with package.open(name, "w", force_zip64=True) as target:
        while chunk := source.read(CHUNK_BYTES):
            digest.update(chunk)
            target.write(chunk)
    return digest.hexdigest()


def list_of_files(digests: Mapping[str, str]) -> dict[str, object]:
    return {**FORMAT, "files": dict(digests)}


def is_recording(name: str) -> bool:
    stem, dot, ending = name.removeprefix(CLIPS).rpartition(".")
    return name.startswith(CLIPS) and bool(NAME.fullmatch(stem)) and dot + ending in (SOUND, WORDS)


# --- reading a backup ------------------------------------------------------------------------------


def check_files(file: Path, folder: Path | None = None) -> tuple[str, ...]:
    """Read all files in the backup and compare them with its list; unpack them into the folder, if one is given.

    Return their names. The memory that this takes does not depend on the sizes in the zip.
    """
    try:
        with zipfile.ZipFile(file) as package:
            infos = [info for info in package.infolist() if info.filename != LIST]
            names = tuple(info.filename for info in infos)
            fits = JOURNAL in names and len({*names}) == len(names) and all(map(is_expected, infos))
            if not fits or package.getinfo(LIST).file_size > MAX_BYTES[LIST]:
                raise no_backup(file)
            contents = json.loads(package.read(LIST))
            digests = {name: unpack_file(package, name, folder) for name in names}
    except NOT_A_ZIP as error:
        raise no_backup(file) from error
    if contents != list_of_files(digests):
        raise no_backup(file)
    return names


def is_expected(info: zipfile.ZipInfo) -> bool:
    """Return whether a file of this name and size belongs in a backup."""
    name = info.filename
    kind = name if name in (JOURNAL, KEY) else Path(name).suffix if is_recording(name) else ""
    return info.file_size <= MAX_BYTES.get(kind, -1)


def unpack_file(package: zipfile.ZipFile, name: str, folder: Path | None) -> str:
    """Read a file in the zip, and write it into the folder, if one is given. Return its SHA-256."""
    digest = sha256()
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


def read_contents(file: Path, journal: Path, names: tuple[str, ...]) -> Contents:
    """Check the unpacked journal of a backup, and all games in it."""
    try:
        with closing(register_functions(sqlite3.connect(read_only_uri(journal), uri=True), b"")) as sql:
            if not passes_integrity_check(sql) or not detect_version(sql):
                raise no_backup(file)
            games = sql.execute("SELECT count(*) FROM games").fetchone()[0]
            has_checksums = sql.execute("SELECT 1 FROM pragma_table_info('games') WHERE name = 'seal'").fetchone()
            damaged = damaged_games(sql) if has_checksums else ()
    except READ_ERRORS as error:
        raise no_backup(file) from error
    return Contents(games, sum(name.endswith(SOUND) for name in names), damaged)


def damaged_games(sql: sqlite3.Connection) -> tuple[int, ...]:
    return tuple(game.id for game in check_games(sql) if game.is_damaged)


def no_backup(file: Path) -> BackupDamaged:
    return BackupDamaged(f"{file} is no backup of Narrator, or it is damaged. Nothing was changed.")


# --- restoring -------------------------------------------------------------------------------------


def restore(journal: Path, file: Path) -> tuple[Contents, Path | None]:
    """Replace everything in the folder of this journal with this backup.

    Return its contents, and the folder with the older files that were set aside, if there were any.
    """
    try:
        check_files(file)
    except OSError as error:
        raise StorageError(f"{file} cannot be read ({error.strerror}). Is it there?") from error
    with translated_errors(journal):
        disk.make_private_folder(journal.parent)
        with file_lock(journal), no_game_open(journal, "Another Narrator on this computer is playing."):
            finish_restoring(journal)
            with work_folder(journal) as work:
                disk.make_private_folder(work / "clips")
                contents = read_contents(file, work / JOURNAL, check_files(file, work))
                for name, own in ((JOURNAL, journal), (KEY, key_file(journal))):
                    if (work / name).exists() and name != own.name:
                        (work / name).replace(work / own.name)
                work.replace(sibling(journal, ".restored"))
                disk.sync_folder(journal.parent)
            return contents, finish_restoring(journal)
