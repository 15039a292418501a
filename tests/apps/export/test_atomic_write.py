"""A file or folder is there whole, or as it was before, whatever happens."""

import errno
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from narrator.apps.export import atomic_write
from narrator.apps.export.atomic_write import OLD, CannotWrite, check, tidy, write

BEFORE, AFTER = {"01 a.mp3": b"before"}, {"01 a.mp3": b"after", "02 b.mp3": b"more", "a.m3u8": b"list"}
SLOWLY = """
import os, sys, time
from pathlib import Path
from narrator.apps.export import atomic_write
def sync(descriptor):
    print("writing", flush=True)
    time.sleep(60)
os.fsync = sync
if sys.argv[2] == "file":
    atomic_write.write(Path(sys.argv[1]), b"after")
else:
    atomic_write.write(Path(sys.argv[1]), {"01 a.mp3": b"after", "02 b.mp3": b"more"})
"""


def content(folder: Path) -> dict[str, bytes]:
    return {str(file.relative_to(folder)): file.read_bytes() for file in folder.rglob("*") if file.is_file()}


def test_a_file_is_replaced(here: Path) -> None:
    for body in (b"before", b"after"):
        write(here / "a.epub", body)
        assert content(here) == {"a.epub": body}


def test_a_folder_is_replaced(here: Path) -> None:
    for files in (BEFORE, AFTER):
        write(here / "a", files)
        assert content(here) == {f"a/{name}": body for name, body in files.items()}
    assert [each.name for each in here.iterdir()] == ["a"]


@pytest.mark.parametrize("trouble", [OSError(errno.ENOSPC, "full"), OSError(errno.EIO, "bad"), KeyboardInterrupt()])
@pytest.mark.parametrize("kind", ["file", "folder"])
def test_what_fails_leaves_everything_as_it_was(
    here: Path, monkeypatch: pytest.MonkeyPatch, trouble: BaseException, kind: str
) -> None:
    write(here / "a", BEFORE)
    write(here / "a.epub", b"before")
    before = content(here)

    def fails(descriptor: int) -> None:
        raise trouble

    monkeypatch.setattr(atomic_write.os, "fsync", fails)
    with pytest.raises(CannotWrite if isinstance(trouble, OSError) else KeyboardInterrupt) as told:
        write(here / "a.epub", b"after") if kind == "file" else write(here / "a", AFTER)
    assert content(here) == before
    if isinstance(trouble, OSError) and trouble.errno == errno.ENOSPC:
        assert "not enough room" in str(told.value)


def test_a_folder_comes_back_if_the_new_one_does_not(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write(here / "a", BEFORE)
    replace = Path.replace

    def fails(self: Path, target: Path) -> Path:
        if target == here / "a" and (self / "a.m3u8").exists():
            raise OSError(errno.EIO, "bad")
        return replace(self, target)

    monkeypatch.setattr(Path, "replace", fails)
    with pytest.raises(CannotWrite):
        write(here / "a", AFTER)
    assert content(here) == {"a/01 a.mp3": b"before"}


@pytest.mark.parametrize("kind", ["file", "folder"])
def test_a_kill_while_writing_leaves_what_was_there(here: Path, kind: str) -> None:
    target = here / "a"
    write(target, b"before") if kind == "file" else write(target, BEFORE)
    before = content(here)
    with subprocess.Popen([sys.executable, "-c", SLOWLY, str(target), kind], stdout=subprocess.PIPE) as writer:
        assert writer.stdout is not None
        assert writer.stdout.readline() == b"writing\n"
        writer.send_signal(signal.SIGKILL)
    assert {name: body for name, body in content(here).items() if not name.startswith(".")} == before
    (left,) = here.glob(".*")
    tidy(here)
    assert left.exists(), "another one may just be writing it"
    os.utime(left, (time.time() - 2 * OLD,) * 2)
    tidy(here)
    assert content(here) == before


def test_nothing_is_written_over_without_being_asked(here: Path) -> None:
    (here / "a").write_text("mine")
    with pytest.raises(CannotWrite, match="--force"):
        check(here / "a", force=False, folder=False)
    check(here / "a", force=True, folder=False)


def test_a_folder_with_other_things_is_left_alone(here: Path) -> None:
    """`--force --folder -o ~/Music` must not cost a family its music."""
    (here / "music").mkdir()
    check(here / "music", force=True, folder=True)
    (here / "music" / "01 Waltz.flac").touch()
    with pytest.raises(CannotWrite, match="left alone"):
        check(here / "music", force=True, folder=True)
    with pytest.raises(CannotWrite, match="is a folder"):
        check(here / "music", force=True, folder=False)


def test_a_check_leaves_no_trace(here: Path) -> None:
    check(here / "a", force=False, folder=False)
    assert not list(here.iterdir())
    with pytest.raises(CannotWrite, match="no folder"):
        check(here / "no" / "a", force=False, folder=False)


def test_where_nothing_may_be_written_it_is_said_at_once(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever runs this may be allowed everything, so the system's answer is put into its mouth."""

    def refuses(**place: object) -> None:
        raise PermissionError(errno.EACCES, "no")

    monkeypatch.setattr(atomic_write.tempfile, "TemporaryFile", refuses)
    with pytest.raises(CannotWrite, match="Nothing may be written in the folder"):
        check(here / "a", force=False, folder=False)
