"""The same surroundings for every test, on every computer."""

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
from narrator.storage import failure_log

settings.register_profile("anywhere", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("anywhere")  # tests must not fail on a busy computer

# Collecting garbage less often saves a tenth of the time: thousands of test objects are never garbage.
gc.set_threshold(50_000, 10, 10)

MEMORY_FOLDER = Path("/dev/shm")
MIN_FREE_BYTES = 2_000_000_000
"""Free bytes needed there; all tests together use a tenth of it."""

# Every move is flushed to the disk, which takes no time on a disk in memory.
if (
    "TMPDIR" not in os.environ
    and os.access(MEMORY_FOLDER, os.W_OK | os.X_OK)
    and shutil.disk_usage(MEMORY_FOLDER).free > MIN_FREE_BYTES
):
    os.environ["TMPDIR"] = tempfile.tempdir = str(MEMORY_FOLDER)

SLOW_FILES = (
    "test_spoken_demo.py",
    "test_spoken_games.py",
    "test_offline.py",
    "test_faults.py",
    "test_every_host.py",
    "test_robustness.py",
)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Run slow files first, so that parallel runs do not end with one long test."""
    items.sort(key=lambda item: item.path.name not in SLOW_FILES)


VARIABLES = (
    *("PYTHONUNBUFFERED", "PYTHONDONTWRITEBYTECODE", "PYTHONIOENCODING", "PYTHONUTF8"),
    *("NO_COLOR", "FORCE_COLOR", "TTY_COMPATIBLE", "TTY_INTERACTIVE", "COLUMNS", "LINES"),
)
"""Variables that change the output of programs, or make each program compile its modules again."""


@pytest.fixture(scope="session", autouse=True)
def surroundings(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Remove variables of the user's shell, and use empty data folders instead of the user's own."""
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:  # when run in the background; child processes inherit it
        signal.signal(signal.SIGINT, signal.default_int_handler)
    with pytest.MonkeyPatch.context() as patch:
        for name in VARIABLES:
            patch.delenv(name, raising=False)
        patch.setenv("LC_ALL", "C.UTF-8")
        patch.setenv("no_proxy", "127.0.0.1")
        patch.setenv("NARRATOR_HOME", str(tmp_path_factory.mktemp("nobody") / "home"))
        patch.setenv("NARRATOR_CACHE", str(tmp_path_factory.mktemp("cache")))
        patch.setenv("NARRATOR_RENDER_AHEAD", "0")
        patch.setenv("PYTHONPATH", str(Path(narrator.__file__).parents[1]))
        yield


@pytest.fixture
def survives_failures() -> None:
    """Let the program survive its errors, as it does for users."""


@pytest.fixture(autouse=True)
def _failures_end_tests(request: pytest.FixtureRequest) -> Iterator[None]:
    """Raise an error that an evening would survive, so that no test misses it."""

    def raise_it(folder: Path, failure: BaseException) -> None:
        raise failure

    with pytest.MonkeyPatch.context() as patch:  # its own, which changes no test's order of tearing down
        if "survives_failures" not in request.fixturenames:
            patch.setattr(failure_log, "log_failure", raise_it)
        yield
