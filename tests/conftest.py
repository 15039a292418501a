"""Every test finds the same surroundings, whoever runs it and wherever."""

import gc
import os
import shutil
import signal
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

import narrator

settings.register_profile("anywhere", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("anywhere")  # a busy machine is no reason to fail

# Thousands of tests are never garbage, and to look through them every few moments takes a tenth of all the time.
gc.set_threshold(50_000, 10, 10)

MEMORY = Path("/dev/shm")
ROOM = 2_000_000_000
"""Bytes; all tests together take a tenth of it."""

# Every move is flushed to the disk. Where there is a disk in memory, and nobody chose another one, that takes no time.
if "TMPDIR" not in os.environ and os.access(MEMORY, os.W_OK | os.X_OK) and shutil.disk_usage(MEMORY).free > ROOM:
    os.environ["TMPDIR"] = tempfile.tempdir = str(MEMORY)

LONG = ("test_demo.py", "test_offline.py", "test_faults.py", "test_every_host.py", "test_robustness.py")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """What takes long comes first, so that nobody waits for one last test."""
    items.sort(key=lambda item: item.path.name not in LONG)


LEFT_OVER = (
    *("PYTHONUNBUFFERED", "PYTHONDONTWRITEBYTECODE", "PYTHONIOENCODING", "PYTHONUTF8"),
    *("NO_COLOR", "FORCE_COLOR", "TTY_COMPATIBLE", "TTY_INTERACTIVE", "COLUMNS", "LINES"),
)
"""What changes how a program writes; and every program that a test starts would compile all its modules anew."""


@pytest.fixture(scope="session", autouse=True)
def surroundings(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Nothing left over from a shell, and never the family's own folders: a test that names none has an empty house."""
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:  # as in the background; children inherit it
        signal.signal(signal.SIGINT, signal.default_int_handler)
    with pytest.MonkeyPatch.context() as patch:
        for name in LEFT_OVER:
            patch.delenv(name, raising=False)
        patch.setenv("LC_ALL", "C.UTF-8")
        patch.setenv("no_proxy", "127.0.0.1")
        patch.setenv("NARRATOR_HOME", str(tmp_path_factory.mktemp("nobody") / "home"))
        patch.setenv("NARRATOR_CACHE", str(tmp_path_factory.mktemp("cache")))
        patch.setenv("PYTHONPATH", str(Path(narrator.__file__).parents[1]))
        yield
