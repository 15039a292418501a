"""The failure log: which exception was raised where, for those who mend the program.

It holds neither messages nor values, because they may quote cards and players' words.
"""

import traceback
from contextlib import suppress
from pathlib import Path

import narrator
from narrator.storage.disk import write_atomically
from narrator.storage.records import utc_now

FAILURE_LOG = "failures.log"
"""The name of the file in the data folder."""
MAX_FAILURES_KEPT = 200
SOURCE_FOLDER = Path(narrator.__file__).parents[1]


def log_failure(folder: Path, failure: BaseException) -> None:
    """Add a line with the time, the type of the exception, and file and line of every call, the innermost last."""
    calls = " ".join(
        f"{short_path(each.filename)}:{each.lineno}" for each in traceback.extract_tb(failure.__traceback__)
    )
    file = folder / FAILURE_LOG
    with suppress(OSError):  # a full disk must not end the evening either
        before = file.read_text("utf-8").splitlines() if file.exists() else []
        kept = [*before, f"{utc_now()} {type(failure).__name__} {calls}"][-MAX_FAILURES_KEPT:]
        write_atomically(file, "".join(f"{each}\n" for each in kept).encode())


def count_failures(folder: Path) -> int:
    """Return how many failures are in the log."""
    file = folder / FAILURE_LOG
    return len(file.read_text("utf-8").splitlines()) if file.exists() else 0


def short_path(file: str) -> str:
    """Return the path within the program; of other files, the name only."""
    path = Path(file)
    return path.relative_to(SOURCE_FOLDER).as_posix() if path.is_relative_to(SOURCE_FOLDER) else path.name
