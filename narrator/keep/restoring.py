"""The last steps of restoring a backup, which the next Narrator takes if one was killed between them."""

import shutil
from datetime import datetime
from pathlib import Path

from narrator.keep.disk import flush_folder, private_folder
from narrator.keep.file import beside

MOVED = ("", "-wal", "-shm", ".key", ".checked")
"""What belongs to a journal and goes with it."""


def finish_restoring(journal: Path) -> Path | None:
    """Set aside what was there, then take over what was unpacked: two steps, each of which can be done again."""
    unpacked, half = beside(journal, ".restored"), beside(journal, ".restoring")
    aside: Path | None = None
    if unpacked.exists():
        aside = beside(journal, f".before-{datetime.fromtimestamp(unpacked.stat().st_mtime):%Y-%m-%d-%H%M%S-%f}")
        private_folder(aside)
        for old in (*(beside(journal, ending) for ending in MOVED), journal.parent / "clips"):
            if old.exists():
                old.replace(aside / old.name)
        unpacked.replace(half)
        flush_folder(journal.parent)
        if not any(aside.iterdir()):
            aside.rmdir()
            aside = None
    if half.exists():
        for new in half.iterdir():
            if new.is_dir() and (journal.parent / new.name).exists():
                shutil.rmtree(journal.parent / new.name)  # empty: made anew since the last step
            new.replace(journal.parent / new.name)
        half.rmdir()
        flush_folder(journal.parent)
    return aside
