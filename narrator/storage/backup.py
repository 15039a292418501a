"""Backups: everything that a family keeps in one zip file, and back again.

The zip holds the journal, the key, the recordings, the photos on cards, and a list of them with the SHA-256 of each.
All games in it are checked through their checksums, when it is made and when it is restored, and damaged ones are
named. The file is read again before it gets its name. Sizes are bounded, and recordings are streamed. Restoring sets
aside what was there before; it ends in renames, and a kill at any moment is finished by the next start.
"""

import re
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from typing import IO

from filelock import FileLock, Timeout

from narrator.core.errors import StorageError
from narrator.storage import disk
from narrator.storage.checked_zip import UnexpectedContents, ZipFormat, part_file
from narrator.storage.checksums import check_games, register_functions
from narrator.storage.clips import NAME, SOUND, WORDS
from narrator.storage.database import file_lock
from narrator.storage.home_key import key_file
from narrator.storage.journal import Journal
from narrator.storage.messages import READ_ERRORS, translated_errors
from narrator.storage.recovery import finish_restoring, no_game_open, read_only_uri
from narrator.storage.schema import detect_version, sibling
from narrator.storage.shared_pack import MAX_PHOTO_BYTES, PHOTO_NAME, PICTURES
from narrator.storage.snapshots import passes_integrity_check, work_folder

JOURNAL, KEY, CLIPS = "narrator.sqlite", "narrator.key", "clips/"
FORMAT = {"what": "a family's games, kept by Narrator", "format": 1}

PHOTO = re.compile(rf"made/card-\d+/{PICTURES}{PHOTO_NAME.pattern}")
"""A photo on a card that the family made. The rest of that folder is written from the journal."""
MAX_BYTES = {KEY: 1 << 10, JOURNAL: 1 << 30, SOUND: 256 << 20, WORDS: 1 << 20}
"""The largest size of each file in a backup, by its name or its suffix. An hour of recording takes 115 MB."""


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
    image = journal.serialize()
    damaged = damaged_games(journal.connection)
    with translated_errors(target), only_backup(journal, part_file(target)):
        names = BACKUP.create(target, sources(journal, image))
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
    folder = journal.path.parent
    recordings = [(CLIPS + path.name, path) for path in sorted((folder / "clips").glob("*"))]
    photos = [(path.relative_to(folder).as_posix(), path) for path in sorted(folder.glob(f"made/card-*/{PICTURES}*"))]
    files = [(name, path) for name, path in (*recordings, *photos) if is_recording(name) or PHOTO.fullmatch(name)]
    for name, path in ((KEY, key_file(journal.path)), *files):
        if path.exists():
            with path.open("rb") as file:
                yield name, file


def is_recording(name: str) -> bool:
    stem, dot, ending = name.removeprefix(CLIPS).rpartition(".")
    return name.startswith(CLIPS) and bool(NAME.fullmatch(stem)) and dot + ending in (SOUND, WORDS)


def max_file_bytes(name: str) -> int:
    """Return the largest size of a file of this name, or -1 if it does not belong in a backup."""
    if PHOTO.fullmatch(name):
        return MAX_PHOTO_BYTES
    kind = name if name in (JOURNAL, KEY) else Path(name).suffix if is_recording(name) else ""
    return MAX_BYTES.get(kind, -1)


BACKUP = ZipFormat(FORMAT, max_file_bytes, max_files=200_000, max_total_bytes=64 << 30)


# --- reading a backup ------------------------------------------------------------------------------


def check_files(file: Path, folder: Path | None = None) -> tuple[str, ...]:
    """Check all files in the backup, and unpack them into the folder, if one is given. Return their names."""
    try:
        names = BACKUP.read(file, folder)
    except UnexpectedContents as error:
        raise no_backup(file) from error
    if JOURNAL not in names:
        raise no_backup(file)
    return names


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
