"""Try `make play` and `make test` on bare systems, as an ordinary user with nothing prepared but what README names.

    make machines                                  all systems, and the lock file with six versions of pip
    python3 tools/machines.py trixie-amd64 lock    only these
    python3 tools/machines.py lock --pip 25.3

Makes each system once with mmdebstrap (two minutes) and keeps it in the temporary folder; `--remove` deletes it. Each
run gets a fresh clone of the current commit. Needs root on Debian or Ubuntu. A 64-bit ARM system is emulated, five to
ten times slower than the real one. Prints a table; what the commands print goes to the logs that it names.
"""

import argparse
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

TOP = Path(__file__).resolve().parents[1]
TEMPORARY = Path(tempfile.gettempdir())
USER, UID = "player", "1001"
PREPARED = ("python3", "python3-venv", "make", "git", "ca-certificates")
"""What README asks for on every system, and what a clone is made with."""
NETWORK_SETTINGS = ("etc/resolv.conf", "etc/pip.conf", "etc/ssl/certs/ca-certificates.crt")
"""Files of this machine by which pip reaches the package index, copied to the other systems."""
MOUNTS = {
    "proc": ("proc",),
    "dev/pts": ("devpts", "-o", "newinstance,ptmxmode=0666"),
    "dev/shm": ("tmpfs", "-o", "mode=1777"),
}
"""File systems of a system's own, with their kinds and options."""
PIPS = ("23.2", "24.0", "24.1", "24.3.1", "25.3", "")
"""Versions of pip that must install the lock file; the last one is the newest."""
FIRST_QUESTION = re.compile(r"^\w.*, (who|which) .*\?$")

FINISH_STORY = """
from narrator.storage.journal import Journal
from tests.storage.library.games import options, play
with Journal.open() as journal:
    play(journal, "storytellers", options("storytellers"))
"""
BOTH_COMMANDS = {"make play": "make play", "make test": "make test"}
ON_ARM = {
    "make play": "make play",
    "setup": "make setup",
    "doctor": ".venv/bin/narrator doctor --silent",
    "typed game": 'printf "no\\nrepeat\\n" | .venv/bin/narrator play cat dice --players "Lily, Nick" --seed 1',
    "hear": ".venv/bin/narrator hear audio/trial-three.wav --game storytellers --phase vote",
    "tools for tests": ".venv/bin/python -m pip install --quiet --editable '.[test]'",
    "a finished story": f".venv/bin/python -c '{FINISH_STORY}'",
    "bedtime": ".venv/bin/narrator bedtime newest --timer 0.2 --out /tmp/bedtime.wav",
    "EPUB": ".venv/bin/narrator export newest --to epub --output /tmp/story.epub",
    "MP3": ".venv/bin/narrator export newest --to mp3 --output /tmp/story.mp3",
    "tests": ".venv/bin/python -m pytest -n 2 tests/core tests/games tests/storage tests/speech",
}
"""The whole test run takes too long emulated."""


@dataclass(frozen=True)
class System:
    """A Debian release for a kind of processor, and what is tried on it."""

    suite: str
    processor: str
    steps: dict[str, str]
    packages: tuple[str, ...] = ()
    """System packages that README names for this system."""

    @property
    def name(self) -> str:
        return f"{self.suite}-{self.processor}"

    @property
    def root(self) -> Path:
        return TEMPORARY / f"narrator-machine-{self.name}"


SYSTEMS = (
    System("bookworm", "amd64", BOTH_COMMANDS),
    System("trixie", "amd64", BOTH_COMMANDS),
    System("sid", "amd64", BOTH_COMMANDS),
    System("bookworm", "arm64", ON_ARM, ("libatomic1", "libportaudio2", "espeak-ng")),
)


@dataclass
class Result:
    """What a step came to."""

    step: str
    passed: bool
    took_s: float
    question_after_s: float | None = None
    tests: str = ""
    log: Path = field(default_factory=Path)


class CannotRun(Exception):
    """A system cannot be made here; the message says why."""


# --- making a system ---------------------------------------------------------------------------------


def require_tools(system: System) -> None:
    """Install what makes systems, or raise `CannotRun`."""
    if os.geteuid() != 0:
        raise CannotRun("it needs root (chroot and mount)")
    emulated = system.processor == "arm64" and os.uname().machine != "aarch64"
    needed = {"mmdebstrap": "mmdebstrap"} | ({"qemu-aarch64-static": "qemu-user-static"} if emulated else {})
    missing = [package for program, package in needed.items() if shutil.which(program) is None]
    if missing:
        if shutil.which("apt-get") is None:
            raise CannotRun(f"{', '.join(missing)} is not installed")
        subprocess.run(["apt-get", "update", "-qq"], check=False, capture_output=True)
        command = ["apt-get", "install", "-y", "-qq", *missing, "arch-test", "debian-archive-keyring"]
        if subprocess.run(command, check=False, capture_output=True).returncode:
            raise CannotRun(f"{', '.join(missing)} cannot be installed")
    if emulated:
        register_emulator()


def register_emulator() -> None:
    """Let the kernel start programs for ARM with qemu, in other root folders, too."""
    formats = Path("/proc/sys/fs/binfmt_misc")
    if not (formats / "register").exists():
        subprocess.run(["mount", "-t", "binfmt_misc", "binfmt_misc", str(formats)], check=False, capture_output=True)
    if not (formats / "qemu-aarch64").exists():
        rule = Path("/usr/lib/binfmt.d/qemu-aarch64.conf").read_text().strip()
        rule = re.sub(r":/usr/libexec/[^:]*", ":/usr/bin/qemu-aarch64-static", rule)
        try:
            (formats / "register").write_text(re.sub(r":[POCF]*$", ":OCF", rule))
        except OSError as error:
            raise CannotRun(f"the kernel cannot emulate ARM ({error.strerror})") from error


def make_system(system: System) -> None:
    """Make the root folder of this system, unless an earlier run has left it."""
    require_tools(system)
    if (system.root / "usr/bin/python3").exists():
        return
    packages = ",".join((*PREPARED, *system.packages))
    with tempfile.NamedTemporaryFile("w", suffix=".sources") as sources:
        sources.write(sources_for(system.suite))
        sources.flush()
        command = ["mmdebstrap", "--quiet", f"--architectures={system.processor}", "--variant=minbase"]
        command += [
            f"--include={packages}",
            '--aptopt=Acquire::Check-Valid-Until "false"',
            system.suite,
            str(system.root),
        ]
        made = subprocess.run([*command, sources.name] if sources_for(system.suite) else command, check=False)
    if made.returncode:
        remove_system(system)
        raise CannotRun("mmdebstrap failed; its output above says why")
    subprocess.run(["chroot", str(system.root), "useradd", "--create-home", "--uid", UID, USER], check=True)


def sources_for(suite: str) -> str:
    """Return this machine's own package sources for another release, or nothing if it is no Debian."""
    release = Path("/etc/os-release").read_text()
    own = re.search(r"^VERSION_CODENAME=(\w+)", release, re.MULTILINE)
    file = next(iter(sorted(Path("/etc/apt/sources.list.d").glob("*.sources"))), None)
    if own is None or file is None or "ID=debian" not in release:
        return ""
    first, *others = file.read_text().split("\n\n")
    if suite == "sid":  # it has neither updates nor a security archive
        first, others = re.sub(rf" {own[1]}-\w+", "", first), []
    return "\n\n".join([first, *others]).replace(own[1], suite)


def remove_system(system: System) -> None:
    """Delete the root folder of this system. Raise `CannotRun` while anything is mounted below it."""
    unmount(system)
    if str(system.root) in Path("/proc/mounts").read_text():
        raise CannotRun(f"something is still mounted below {system.root}, so it is not deleted")
    shutil.rmtree(system.root, ignore_errors=True)


def unmount(system: System) -> None:
    for folder in MOUNTS:
        if os.path.ismount(system.root / folder):
            subprocess.run(["umount", str(system.root / folder)], check=True)


@contextmanager
def mounted(system: System) -> Iterator[None]:
    """Give the system its own /proc, terminals and shared memory, and the network settings.

    Nothing of this machine's /dev is bound into it: deleting the folder must never reach this machine.
    """
    for file in NETWORK_SETTINGS:
        if Path("/", file).exists():
            (system.root / file).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(Path("/", file), system.root / file)
    try:
        for folder, (kind, *options) in MOUNTS.items():
            target = system.root / folder
            target.mkdir(parents=True, exist_ok=True)
            if not os.path.ismount(target):
                subprocess.run(["mount", "-t", kind, *options, kind, str(target)], check=True)
        terminal = system.root / "dev/ptmx"
        terminal.unlink(missing_ok=True)
        terminal.symlink_to("pts/ptmx")
        yield
    finally:
        unmount(system)


# --- trying it ---------------------------------------------------------------------------------------


def try_system(system: System) -> list[Result]:
    """Run every step in a fresh clone, with its output in a log."""
    home = system.root / "home" / USER
    shutil.rmtree(home / "narrator", ignore_errors=True)
    shutil.rmtree(home / ".cache", ignore_errors=True)
    subprocess.run(["git", "clone", "--quiet", str(TOP), str(home / "narrator")], check=True)
    subprocess.run(["chroot", str(system.root), "chown", "-R", f"{USER}:{USER}", f"/home/{USER}"], check=True)
    results = []
    for step, command in system.steps.items():
        result = run_step(system, step, command)
        results.append(result)
        print(f"  {'ok    ' if result.passed else 'FAILED'} {step} ({result.took_s:.0f} s) {result.tests}", flush=True)
    return results


def run_step(system: System, step: str, command: str) -> Result:
    """Run a command as the ordinary user. Note when the first question of a game is asked."""
    log = TEMPORARY / "narrator-machines" / f"{system.name}-{step.replace(' ', '-')}.log"
    log.parent.mkdir(exist_ok=True)
    pip = [
        f"{name}={value}" for name, value in os.environ.items() if name.startswith("PIP_") and name != "PIP_FIND_LINKS"
    ]
    own = [f"HOME=/home/{USER}", f"USER={USER}", "PATH=/usr/bin:/bin", "LANG=C.UTF-8", *pip]
    chroot = ["chroot", f"--userspec={USER}:{USER}", str(system.root), "/usr/bin/env", "-i", *own]
    began, question_after_s = time.monotonic(), None
    with (
        log.open("w", encoding="utf-8") as written,
        subprocess.Popen(
            [*chroot, "sh", "-c", f"cd ~/narrator && {command}"],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            encoding="utf-8",
            errors="replace",
        ) as process,
    ):
        for line in process.stdout or ():
            written.write(line)
            if question_after_s is None and FIRST_QUESTION.match(line):
                question_after_s = time.monotonic() - began
    text = log.read_text("utf-8", errors="replace")
    counts = re.findall(r"^(?=.*\b(?:passed|failed)\b)[^\n]* in [\d.]+s[^\n]*$", text, re.MULTILINE)
    took_s = time.monotonic() - began
    return Result(step, process.returncode == 0, took_s, question_after_s, counts[-1] if counts else "", log)


def describe(system: System) -> str:
    """Return the versions of Python and of the pip in a new environment."""
    script = "python3 -m venv /tmp/v && /tmp/v/bin/python -m pip --version; rm -rf /tmp/v"
    asked = subprocess.run(
        ["chroot", str(system.root), "sh", "-c", script], check=False, capture_output=True, text=True
    )
    found = re.search(r"pip (\S+) .*python (\S+)\)", asked.stdout)
    return f"Python {found[2]}, pip {found[1]}" if found else "unknown"


def try_lock(pips: Sequence[str]) -> bool:
    """Let each of these versions of pip resolve the lock file with its checksums, without installing it."""
    passed = True
    for version in pips:
        with tempfile.TemporaryDirectory(prefix="narrator-pip-") as folder:
            subprocess.run([sys.executable, "-m", "venv", folder], check=True)
            pip = [str(Path(folder, "bin", "python")), "-m", "pip", "--disable-pip-version-check"]
            wanted = f"pip=={version}" if version else "pip"
            subprocess.run([*pip, "install", "--quiet", "--upgrade", wanted], check=True)
            shown = subprocess.run([*pip, "--version"], check=True, capture_output=True, text=True).stdout.split()[1]
            command = [*pip, "install", "--dry-run", "--no-deps", "--ignore-installed", "--require-hashes"]
            done = subprocess.run(
                [*command, "--requirement", str(TOP / "requirements.lock")], check=False, capture_output=True, text=True
            )
            passed &= done.returncode == 0
            reason = "" if done.returncode == 0 else (done.stderr.strip().splitlines() or [""])[-1]
            print(
                f"  {'ok    ' if done.returncode == 0 else 'FAILED'} requirements.lock with pip {shown} {reason}",
                flush=True,
            )
    return passed


def main() -> int:
    """Try the systems that the command line names. Return 1 if a step failed."""
    names = [*(system.name for system in SYSTEMS), "lock"]
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"what to try: {', '.join(names)}; by default all")
    parser.add_argument("--remove", action="store_true", help="delete these systems")
    parser.add_argument("--pip", metavar="VERSION", help="try the lock file with this version of pip only")
    arguments = parser.parse_args()
    if unknown := set(arguments.names) - set(names):
        parser.error(f"there is no {', '.join(sorted(unknown))}; choose from {', '.join(names)}")
    wanted = arguments.names or names
    failed, rows = False, []
    if "lock" in wanted and not arguments.remove:
        failed |= not try_lock([arguments.pip] if arguments.pip else PIPS)
    for system in (each for each in SYSTEMS if each.name in wanted):
        if arguments.remove:
            remove_system(system)
            continue
        print(f"{system.name}:", flush=True)
        try:
            make_system(system)
            with mounted(system):
                about, results = describe(system), try_system(system)
        except CannotRun as reason:
            print(f"  not tried: {reason}.")
            rows.append(f"| {system.name} | – | not tried: {reason} | – | – |")
            continue
        failed |= not all(result.passed for result in results)
        question = next((f"{result.question_after_s:.0f} s" for result in results if result.question_after_s), "–")
        tests = next((result.tests for result in results if result.tests), "–")
        broken = ", ".join(f"{result.step} (see {result.log})" for result in results if not result.passed) or "–"
        rows.append(f"| {system.name} | {about} | {question} | {tests.strip('= ')} | {broken} |")
    if rows:
        print("\n| system | | first question | tests | failed |\n|---|---|---|---|---|", *rows, sep="\n")
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
