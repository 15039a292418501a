"""Start and stop the process that renders stories ahead (`render_ahead.py`). It imports nothing that is slow."""

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from filelock import FileLock, Timeout

from narrator.core.installation import is_extra_installed
from narrator.core.paths import PACKAGE_FOLDER
from narrator.speech.tts.cache import speech_cache_folder

SWITCH = "NARRATOR_RENDER_AHEAD"
"""The environment variable that switches rendering ahead off with 0."""
RENDERING, STOPPED = "render.lock", "stop.lock"
"""The lock of the process, and the lock of those who want it to end."""
STOP_TIMEOUT_S = 10.0


def start_rendering() -> bool:
    """Start the process if there are voices for it. Return whether it was started; a second one ends at once."""
    if os.environ.get(SWITCH) == "0" or not is_extra_installed("voice"):
        return False
    from narrator.speech.tts.kokoro import why_no_kokoro  # noqa: PLC0415 - needs the extra

    if why_no_kokoro() is not None:
        return False
    flags = 0
    if sys.platform == "win32":
        flags = subprocess.IDLE_PRIORITY_CLASS | subprocess.CREATE_NEW_PROCESS_GROUP | subprocess.CREATE_NO_WINDOW
    with suppress(OSError):  # the live voice reads what is not rendered
        subprocess.Popen(
            [sys.executable, "-m", "narrator.apps.bedtime.render_ahead"],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            cwd=PACKAGE_FOLDER.parent,
            start_new_session=sys.platform != "win32",
            creationflags=flags,
        )
        return True
    return False


@contextmanager
def rendering_stopped() -> Iterator[None]:
    """Stop the process, and keep others from starting until the block ends."""
    stopped = FileLock(make_lock_file(STOPPED), timeout=STOP_TIMEOUT_S)
    with suppress(Timeout):
        stopped.acquire()
        with FileLock(make_lock_file(RENDERING), timeout=STOP_TIMEOUT_S):
            pass  # it has ended
    try:
        yield
    finally:
        stopped.release()


def make_lock_file(name: str) -> Path:
    folder = speech_cache_folder()
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    return folder / name
