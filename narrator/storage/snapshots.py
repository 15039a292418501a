"""Automatic copies of the whole journal, used when it is damaged or deleted.

A snapshot is taken when a game ends, when a changed journal is closed, before a migration, and after something was
forgotten. The last three are kept. They hold no recordings. Forgetting deletes all older snapshots, so that nothing
forgotten survives in them.
"""

import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from datetime import datetime
from pathlib import Path
from time import time

from narrator.storage.checksums import check_games
from narrator.storage.disk import PRIVATE_FOLDER, create_private_file, shred_file, sync_file, sync_folder
from narrator.storage.messages import READ_ERRORS
from narrator.storage.schema import connect, sibling

MAX_SNAPSHOTS = 3


def list_snapshots(path: Path) -> list[Path]:
    """Return the snapshots of this journal, the newest first. They are numbered, because clocks are set back."""
    return sorted(path.parent.glob(f"{path.name}.snapshot-{'[0-9]' * 6}"), reverse=True)


def take_snapshot(sql: sqlite3.Connection, path: Path) -> None:
    """Copy the journal as it is now, and delete the oldest snapshots. The caller holds the journal's file lock."""
    newest = next((int(file.suffix.partition("-")[2]) for file in list_snapshots(path)), 0)
    copy_database(sql, path, sibling(path, f".snapshot-{newest + 1:06}"))
    for old in list_snapshots(path)[MAX_SNAPSHOTS:]:
        old.unlink(missing_ok=True)


def shred_snapshots(path: Path) -> None:
    for snapshot in list_snapshots(path):
        shred_file(snapshot)


def copy_sound_snapshot(path: Path, target: Path, key: bytes) -> bool:
    """Copy and migrate the newest snapshot without damage. Return whether there is one."""
    for snapshot in list_snapshots(path):
        shutil.copyfile(snapshot, target)
        with suppress(*READ_ERRORS), closing(connect(target, key)) as sql:
            if (
                snapshot.stat().st_size
                and passes_integrity_check(sql)
                and not any(game.is_newly_damaged for game in check_games(sql))
            ):
                return True
        target.unlink()
    return False


def passes_integrity_check(sql: sqlite3.Connection) -> bool:
    """Return whether SQLite finds the structure of the file sound. It knows nothing of our checksums."""
    return bool(sql.execute("PRAGMA integrity_check(1)").fetchone() == ("ok",))


# --- files that appear when they are complete --------------------------------------------------------


@contextmanager
def work_folder(path: Path) -> Iterator[Path]:
    """Create a private folder for unfinished files, on the disk of this journal. Delete what a kill left there."""
    folder = sibling(path, ".work")
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(mode=PRIVATE_FOLDER)
    try:
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def publish_file(new: Path, target: Path) -> None:
    """Write the file to the disk, then give it its name."""
    with new.open("rb") as file:
        sync_file(file)
    new.replace(target)
    sync_folder(target.parent)


def copy_database(sql: sqlite3.Connection, path: Path, target: Path) -> None:
    with work_folder(path) as work:
        create_private_file(work / "new").close()
        with closing(sqlite3.connect(work / "new")) as copy:
            sql.backup(copy)
        publish_file(work / "new", target)


def set_copy_aside(sql: sqlite3.Connection, path: Path) -> None:
    """Save a copy of a damaged journal before damaged rows are deleted from it."""
    copy_database(sql, path, damaged_name(path, time()))


def damaged_name(path: Path, moment: float) -> Path:
    """Return the name of a file that is set aside, exact to the microsecond so that none replaces another."""
    return sibling(path, f".damaged-{datetime.fromtimestamp(moment):%Y-%m-%d-%H%M%S-%f}")
