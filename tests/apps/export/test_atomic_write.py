"""An exported file or folder is complete, or as it was before, even if the export is killed."""

import errno
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from narrator.apps.export import atomic_write
from narrator.apps.export.atomic_write import (
    STALE_AFTER_S,
    CannotWrite,
    check_target,
    clear_leftovers,
    write_export,
)

OLD = {"01 a.mp3": b"old"}
NEW = {"01 a.mp3": b"new", "02 b.mp3": b"more", "a.m3u8": b"list"}
WRITE_SLOWLY = """
import os, sys, time
from pathlib import Path
from narrator.apps.export import atomic_write
def sync(descriptor):
    print("writing", flush=True)
    time.sleep(60)
os.fsync = sync
if sys.argv[2] == "file":
    atomic_write.write_export(Path(sys.argv[1]), b"new")
else:
    atomic_write.write_export(Path(sys.argv[1]), {"01 a.mp3": b"new", "02 b.mp3": b"more"})
"""
KILL_AT_STEP = """
import os, signal, sys
from pathlib import Path
from narrator.apps.export import atomic_write
target, last_step = Path(sys.argv[1]), int(sys.argv[2])
steps = 0
def watch(event, arguments):
    global steps
    if event in ("open", "os.mkdir", "os.rename", "os.remove", "os.rmdir") and str(target.parent) in str(arguments[0]):
        steps += 1
        if steps > last_step:
            os.kill(os.getpid(), signal.SIGKILL)
sys.addaudithook(watch)
atomic_write.write_export(target, {"01 a.mp3": b"new", "02 b.mp3": b"more", "a.m3u8": b"list"})
"""


def read_all(folder: Path) -> dict[str, bytes]:
    return {str(file.relative_to(folder)): file.read_bytes() for file in folder.rglob("*") if file.is_file()}


def age(folder: Path) -> None:
    """Make everything in the folder look as if the export that wrote it was over long ago."""
    long_ago = time.time() - 2 * STALE_AFTER_S
    for path in folder.iterdir():
        os.utime(path, (long_ago, long_ago))


def test_file_is_replaced(here: Path) -> None:
    for body in (b"old", b"new"):
        write_export(here / "a.epub", body)
        assert read_all(here) == {"a.epub": body}


def test_folder_is_replaced(here: Path) -> None:
    for files in (OLD, NEW):
        write_export(here / "a", files)
        assert read_all(here) == {f"a/{name}": body for name, body in files.items()}
    assert [path.name for path in here.iterdir()] == ["a"]


@pytest.mark.parametrize("error", [OSError(errno.ENOSPC, "full"), OSError(errno.EIO, "bad"), KeyboardInterrupt()])
@pytest.mark.parametrize("kind", ["file", "folder"])
def test_failed_write_changes_nothing(
    here: Path, monkeypatch: pytest.MonkeyPatch, error: BaseException, kind: str
) -> None:
    write_export(here / "a", OLD)
    write_export(here / "a.epub", b"old")
    before = read_all(here)

    def fail(descriptor: int) -> None:
        raise error

    monkeypatch.setattr(atomic_write.os, "fsync", fail)
    with pytest.raises(CannotWrite if isinstance(error, OSError) else KeyboardInterrupt) as raised:
        write_export(here / "a.epub", b"new") if kind == "file" else write_export(here / "a", NEW)
    assert read_all(here) == before
    if isinstance(error, OSError) and error.errno == errno.ENOSPC:
        assert "not enough space" in str(raised.value)


def refuse_rename_to(target: Path, monkeypatch: pytest.MonkeyPatch, *, also_back: bool) -> None:
    replace = Path.replace

    def fail(self: Path, new: Path) -> Path:
        if new == target and (also_back or (self / "a.m3u8").exists()):
            raise OSError(errno.EIO, "bad")
        return replace(self, new)

    monkeypatch.setattr(Path, "replace", fail)


def test_old_folder_returns_if_the_new_one_cannot_be_renamed(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write_export(here / "a", OLD)
    refuse_rename_to(here / "a", monkeypatch, also_back=False)
    with pytest.raises(CannotWrite):
        write_export(here / "a", NEW)
    assert read_all(here) == {"a/01 a.mp3": b"old"}
    assert [path.name for path in here.iterdir()] == ["a"]


def test_old_folder_that_cannot_be_moved_back_is_kept(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write_export(here / "a", OLD)
    with monkeypatch.context() as patch:
        refuse_rename_to(here / "a", patch, also_back=True)
        with pytest.raises(CannotWrite):
            write_export(here / "a", NEW)
    age(here)
    clear_leftovers(here)
    assert read_all(here) == {"a/01 a.mp3": b"old"}


@pytest.mark.parametrize("kind", ["file", "folder"])
def test_kill_while_writing_leaves_the_old_version(here: Path, kind: str) -> None:
    target = here / "a"
    write_export(target, b"old") if kind == "file" else write_export(target, OLD)
    before = read_all(here)
    with subprocess.Popen([sys.executable, "-c", WRITE_SLOWLY, str(target), kind], stdout=subprocess.PIPE) as writer:
        assert writer.stdout is not None
        assert writer.stdout.readline() == b"writing\n"
        writer.send_signal(signal.SIGKILL)
    assert {name: body for name, body in read_all(here).items() if not name.startswith(".")} == before
    (left,) = here.glob(".*")
    clear_leftovers(here)
    assert left.exists(), "another export may just be writing it"
    age(here)
    clear_leftovers(here)
    assert read_all(here) == before


def test_kill_at_any_step_of_a_replacement_loses_no_folder(here: Path) -> None:
    """Kill before each access to the disk in turn; the next export finds the old folder or the new one, complete."""
    target = here / "a"
    old, new = ({f"a/{name}": body for name, body in files.items()} for files in (OLD, NEW))
    outcomes = []
    for step in range(40):
        write_export(target, OLD)
        run = subprocess.run([sys.executable, "-c", KILL_AT_STEP, str(target), str(step)], check=False)
        visible = {name: body for name, body in read_all(here).items() if not name.startswith(".")}
        clear_leftovers(here)
        age(here)
        clear_leftovers(here)
        left = read_all(here)
        assert left in (old, new), f"killed at step {step}"
        assert visible in ({}, left)
        outcomes.append((visible == {}, left == new))
        if run.returncode == 0:
            break
    assert run.returncode == 0, "every step was tried"
    assert (True, False) in outcomes, "one of the kills came between the two renames"
    assert outcomes[-1] == (False, True)


def test_interrupted_replacement_is_not_undone_over_other_files(here: Path) -> None:
    """If the user has put something else in the place of the folder, both stay."""
    aside = here / ".0123.narrator-old"
    (aside / "a").mkdir(parents=True)
    (aside / "a" / "01 a.mp3").write_bytes(b"old")
    (here / "a").mkdir()
    (here / "a" / "notes.txt").write_bytes(b"mine")
    age(here)
    clear_leftovers(here)
    assert read_all(here) == {".0123.narrator-old/a/01 a.mp3": b"old", "a/notes.txt": b"mine"}


def test_existing_target_needs_force(here: Path) -> None:
    (here / "a").write_text("mine")
    with pytest.raises(CannotWrite, match="--force"):
        check_target(here / "a", force=False, folder=False)
    check_target(here / "a", force=True, folder=False)


def test_folder_with_other_files_is_never_replaced(here: Path) -> None:
    """`--force --folder -o ~/Music` must not delete the family's music."""
    (here / "music").mkdir()
    check_target(here / "music", force=True, folder=True)
    (here / "music" / "01 Waltz.flac").touch()
    with pytest.raises(CannotWrite, match="left alone"):
        check_target(here / "music", force=True, folder=True)
    with pytest.raises(CannotWrite, match="is a folder"):
        check_target(here / "music", force=True, folder=False)


def test_check_creates_no_files(here: Path) -> None:
    check_target(here / "a", force=False, folder=False)
    assert not list(here.iterdir())
    with pytest.raises(CannotWrite, match="no folder"):
        check_target(here / "no" / "a", force=False, folder=False)


def test_read_only_folder_is_reported_before_rendering(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The refusal is simulated, because root may write everywhere."""

    def refuse(**place: object) -> None:
        raise PermissionError(errno.EACCES, "no")

    monkeypatch.setattr(atomic_write.tempfile, "TemporaryFile", refuse)
    with pytest.raises(CannotWrite, match="You may not write in the folder"):
        check_target(here / "a", force=False, folder=False)
