"""Install Narrator into .venv. Called by the Makefile.

    python3 tools/install.py play      what playing needs, in the versions and with the checksums of requirements.lock
    python3 tools/install.py develop   the developers' tools, too

Shows one line of progress. What pip or uv prints goes to a log, which is named when something fails.
Python 3.7 can still run this file, so that an old Python gets a sentence and no traceback.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import time
from pathlib import Path

TOP = Path(__file__).resolve().parents[1]
VENV = TOP / ".venv"
PYTHON = VENV / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
LOG = VENV / "install.log"
LOCK = TOP / "requirements.lock"
OLDEST_PYTHON = (3, 11)
LINE_EVERY_S = 15.0
"""Time between lines of progress where no terminal can redraw one."""
SHOWN_LOG_LINES = 12


class InstallFailed(Exception):
    """Something could not be installed; the message says what to do."""


class Progress:
    """One line that is redrawn on a terminal; elsewhere a new line from time to time."""

    def __init__(self, title: str, total: int) -> None:
        self._title, self._total, self._done = title, total, 0
        self._began = self._shown = time.monotonic()

    def advance(self) -> None:
        """Count one package."""
        self._done = min(self._done + 1, self._total)
        text = f"{self._title}: {self._done} of {self._total}"
        if sys.stdout.isatty():
            print(f"\r{text}", end="", flush=True)
        elif time.monotonic() - self._shown > LINE_EVERY_S:
            self._shown = time.monotonic()
            print(text, flush=True)

    def finish(self) -> None:
        """Replace the line by one that tells how long it took."""
        start = "\r\033[K" if sys.stdout.isatty() else ""
        print(f"{start}{self._title}: installed in {time.monotonic() - self._began:.0f} s.", flush=True)


def run(command: list[str], progress: Progress | None = None) -> None:
    """Run a command with its output in the log. Raise `InstallFailed` if it fails."""
    with LOG.open("a", encoding="utf-8") as log:
        log.write(f"$ {' '.join(command)}\n")
        log.flush()
        with subprocess.Popen(
            command,
            cwd=TOP,
            env={**os.environ, "PYTHONUNBUFFERED": "1"},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            encoding="utf-8",
            errors="replace",
        ) as process:
            for line in process.stdout or ():
                log.write(line)
                if progress and line.startswith(("Collecting ", "Ignoring ")):
                    progress.advance()
    if process.returncode:
        last = "\n  ".join(LOG.read_text("utf-8", errors="replace").splitlines()[-SHOWN_LOG_LINES:])
        raise InstallFailed(
            f"Something could not be installed. The last lines of {LOG}:\n\n  {last}\n\n"
            "Check the internet connection and the free space on the disk, and run the same command again."
        )


def installer() -> list[str]:
    """Return the command that installs packages: uv where it is there, which is faster, or else pip."""
    uv = shutil.which("uv")
    if uv:
        return [uv, "pip", "install", "--python", str(PYTHON)]
    return [str(PYTHON), "-m", "pip", "install", "--disable-pip-version-check", "--no-compile", "--no-input"]


def make_environment() -> None:
    """Create .venv, unless an interrupted run has left one that works."""
    if (
        PYTHON.exists()
        and subprocess.run([PYTHON, "-c", "import pip"], check=False, capture_output=True).returncode == 0
    ):
        return
    command = [sys.executable, "-m", "venv", "--clear", str(VENV)]
    made = subprocess.run(command, check=False, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, encoding="utf-8")
    if made.returncode:
        raise InstallFailed(
            f"{made.stdout.strip()}\nPython could not create a virtual environment. "
            "On Debian, Ubuntu or Raspberry Pi OS: sudo apt install python3-venv"
        )


def install_for_play() -> None:
    """Install the packages of the lock file and Narrator itself."""
    print(f"Installing Narrator into {VENV}, only once: about 105 MB to download, 300 MB on disk.", flush=True)
    make_environment()
    progress = Progress("Packages", len(re.findall(r"^\S+==", LOCK.read_text("utf-8"), re.MULTILINE)))
    # The lock file is complete except for 150 packages for Macs that nothing uses (see pyproject.toml).
    run([*installer(), "--no-deps", "--require-hashes", "--requirement", str(LOCK)], progress)
    run([*installer(), "--no-deps", "--editable", str(TOP)])
    progress.finish()


def install_for_development() -> None:
    """Add the developers' tools."""
    print("Adding the developers' tools, only once: about 185 MB to download, 500 MB on disk.", flush=True)
    run([*installer(), "--editable", f"{TOP}[dev]"])


def main() -> int:
    """Install what the command line names. Return the exit code."""
    if sys.version_info < OLDEST_PYTHON:
        version = sys.version.split()[0]
        print(
            f"Narrator needs Python 3.11 or newer; this is {version}. Try: make PYTHON=python3.11 ...", file=sys.stderr
        )
        return 1
    try:
        {"play": install_for_play, "develop": install_for_development}[sys.argv[1]]()
    except InstallFailed as failed:
        print(f"\n{failed}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print("\nStopped. The same command goes on from here.", file=sys.stderr)
        return 130
    return 0


if __name__ == "__main__":
    sys.exit(main())
