"""Everything that a family keeps in one file, and back again: games, texts, notes, recordings, the key.

The file is a zip with a list of what is in it and the SHA-256 of each. It is read again and compared before it gets its
name, and before anything is restored from it. What was there before is set aside, never thrown away. Restoring ends in
renames; killed at any moment, it is finished the next time.
"""

import json
import re
import sqlite3
import zipfile
import zlib
from collections.abc import Mapping
from contextlib import closing, suppress
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

from filelock import FileLock

from narrator.core.errors import StorageError
from narrator.storage.checksums import key_file
from narrator.storage.clips import NAME, SOUND, WORDS
from narrator.storage.disk import (
    PART_SUFFIX,
    PRIVATE_FILE,
    create_private_file,
    make_private_folder,
    sync_file,
    sync_folder,
    write_atomically,
)
from narrator.storage.journal import Journal
from narrator.storage.messages import MISREAD, from_os_error, translated_errors
from narrator.storage.recovery import finish_restoring, no_table_open, workshop
from narrator.storage.schema import LOCK_TIMEOUT_S, detect_version, sibling

LIST, JOURNAL, KEY, CLIPS = "contents.json", "narrator.sqlite", "narrator.key", "clips/"
FORMAT = {"what": "a family's games, kept by Narrator", "format": 1}

NO_PACKAGE = (zipfile.BadZipFile, zlib.error, KeyError, ValueError, EOFError, RuntimeError, re.error)
"""What reading a damaged package, or something else, may raise."""


class BackupDamaged(StorageError):
    """The file is no backup, or not a whole one."""


@dataclass(frozen=True, slots=True)
class Contents:
    games: int
    recordings: int


# --- making one ----------------------------------------------------------------------------------


def back_up(journal: Journal, target: Path) -> Contents:
    """Write everything into this file, which must not be there yet."""
    if target.exists():
        raise StorageError(f"There is already something at {target}. Choose another name, so that nothing is lost.")
    part = target.with_name(f".{target.name}{PART_SUFFIX}")
    try:
        bodies = bodies_of(journal)
        with create_private_file(part) as file:
            with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as package:
                for name, body in bodies.items():
                    package.writestr(name, body)
                package.writestr(LIST, json.dumps(listed(bodies), indent=1))
            sync_file(file)
        contents, _ = verified(part)
        part.replace(target)
    except OSError as error:
        raise from_os_error(error, target.parent) from error
    finally:
        with suppress(OSError):
            part.unlink(missing_ok=True)
    sync_folder(target.parent)
    return contents


def bodies_of(journal: Journal) -> dict[str, bytes]:
    bodies = {JOURNAL: journal.serialize()}
    if key_file(journal.path).exists():
        bodies[KEY] = key_file(journal.path).read_bytes()
    recordings = (path for path in sorted((journal.path.parent / "clips").glob("*")) if is_recording(path.name))
    return bodies | {CLIPS + path.name: path.read_bytes() for path in recordings}


def listed(bodies: Mapping[str, bytes]) -> dict[str, object]:
    return {**FORMAT, "files": {name: sha256(body).hexdigest() for name, body in bodies.items()}}


def is_recording(name: str) -> bool:
    stem, dot, ending = name.rpartition(".")
    return bool(NAME.fullmatch(stem)) and dot + ending in (SOUND, WORDS)


# --- looking at one ------------------------------------------------------------------------------


def verified(file: Path) -> tuple[Contents, dict[str, bytes]]:
    """What is in this backup, and all its files, once every byte of it is known to be as it was written."""
    bodies = read(file)
    image = bodies[JOURNAL]
    with closing(sqlite3.connect(":memory:")) as sql:
        try:
            # As a file without a log, for a look at it in memory: bytes eighteen and nineteen of the header say which.
            sql.deserialize(image[:18] + b"\x01\x01" + image[20:])
            sound = sql.execute("PRAGMA integrity_check(1)").fetchone() == ("ok",) and detect_version(sql)
            games = sql.execute("SELECT count(*) FROM games").fetchone()[0] if sound else 0
        except MISREAD:
            sound = None
    if not sound:
        raise no_backup(file)
    return Contents(games, sum(name.endswith(SOUND) for name in bodies)), bodies


def read(file: Path) -> dict[str, bytes]:
    """All files in it, by their names, if they are those of its list and nothing else."""
    try:
        with zipfile.ZipFile(file) as package:
            contents = json.loads(package.read(LIST))
            names = [name for name in package.namelist() if name != LIST]
            bodies = {name: package.read(name) for name in names}
        fits = contents == listed(bodies) and len(names) == len(bodies) and JOURNAL in bodies
    except NO_PACKAGE as error:
        raise no_backup(file) from error
    except OSError as error:
        raise StorageError(f"{file} cannot be read ({error.strerror}). Is it there?") from error
    if not fits or not all(name in (JOURNAL, KEY) or is_recording(name.removeprefix(CLIPS)) for name in bodies):
        raise no_backup(file)
    return bodies


def no_backup(file: Path) -> BackupDamaged:
    return BackupDamaged(f"{file} is no backup of Narrator, or it is damaged. Nothing was changed.")


# --- and back ------------------------------------------------------------------------------------


def restore(journal: Path, file: Path) -> tuple[Contents, Path | None]:
    """Put everything from this backup into the folder of this journal. Where what was there before lies now, if any."""
    contents, bodies = verified(file)
    with translated_errors(journal):
        make_private_folder(journal.parent)
        with FileLock(sibling(journal, ".lock"), timeout=LOCK_TIMEOUT_S, mode=PRIVATE_FILE), no_table_open(journal):
            finish_restoring(journal)
            with workshop(journal) as work:
                make_private_folder(work / "clips")
                for name, body in bodies.items():
                    write_atomically(work / {JOURNAL: journal.name, KEY: key_file(journal).name}.get(name, name), body)
                work.replace(sibling(journal, ".restored"))
                sync_folder(journal.parent)
            return contents, finish_restoring(journal)
