"""Backup and restore, read-only homes, and file permissions."""

import json
import os
import shutil
import sqlite3
import stat
import tracemalloc
import zipfile
from contextlib import closing
from hashlib import sha256
from pathlib import Path
from random import Random

import pytest

from narrator.core.errors import FolderNotWritable, StorageError, TableInUse
from narrator.storage import backup, disk
from narrator.storage.backup import BackupDamaged, back_up, restore
from narrator.storage.checked_zip import LIST, ZipFormat
from narrator.storage.journal import Journal
from narrator.storage.library.library import Library
from narrator.storage.library.listing import format_story
from narrator.storage.schema import MIGRATIONS
from narrator.storage.snapshots import work_folder
from narrator.storage.table import Table
from tests.storage.library.games import content
from tests.support.homes import furnish_home, read_home
from tests.support.rights import as_ordinary_user


@pytest.fixture(scope="module")
def furnished(tmp_path_factory: pytest.TempPathFactory) -> Path:
    home = tmp_path_factory.mktemp("furnished") / "home"
    furnish_home(home, content())
    return home


@pytest.fixture
def home(tmp_path: Path, furnished: Path) -> Path:
    shutil.copytree(furnished, tmp_path / "home")
    return tmp_path / "home"


@pytest.fixture
def saved(home: Path, tmp_path: Path) -> Path:
    with Journal.open(home / "narrator.sqlite") as journal:
        assert back_up(journal, tmp_path / "games.zip") == backup.Contents(games=10, recordings=10)
    return tmp_path / "games.zip"


# --- backup and restore --------------------------------------------------------------------------


@pytest.mark.parametrize("before", ["nothing", "other games"])
def test_backup_restores_everything_on_another_computer(home: Path, saved: Path, tmp_path: Path, before: str) -> None:
    there = tmp_path / "there"
    if before == "other games":
        with Journal.open(there / "narrator.sqlite") as journal:
            journal.save_note("title", 1, "What was there before")
    contents, aside = restore(there / "narrator.sqlite", saved)
    assert contents == backup.Contents(games=10, recordings=10)
    again = read_home(there, content())
    assert (again.warnings, again.read) == ([], read_home(home, content()).read)
    assert (aside is not None) == (before == "other games")
    if aside:
        with Journal.open(aside / "narrator.sqlite") as old:
            assert old.notes("title") == {"1": "What was there before"}


def test_backup_does_not_overwrite_a_file(home: Path, tmp_path: Path) -> None:
    (tmp_path / "games.zip").write_text("my diary")
    with Journal.open(home / "narrator.sqlite") as journal, pytest.raises(StorageError, match="Choose another name"):
        back_up(journal, tmp_path / "games.zip")
    assert (tmp_path / "games.zip").read_text() == "my diary"


@pytest.mark.parametrize("seed", range(12))
def test_damaged_backup_restores_nothing(saved: Path, tmp_path: Path, seed: int) -> None:
    dice, body = Random(seed), bytearray(saved.read_bytes())
    place = dice.randrange(len(body) - 2000)  # the end of a zip holds dates and the like
    body[place] ^= 1 << dice.randrange(8)
    saved.write_bytes(body)
    there = tmp_path / "there"
    try:
        restore(there / "narrator.sqlite", saved)
    except BackupDamaged:
        assert not there.exists()
    else:  # a bit without meaning: then everything is restored
        assert read_home(there, content()).warnings == []


def forge(saved: Path, target: Path, name: str, body: bytes) -> Path:
    """Write a copy of this backup with one more file, listed with the right checksum."""
    with zipfile.ZipFile(saved) as package:
        bodies = {one: package.read(one) for one in package.namelist() if one != LIST} | {name: body}
    sums = {one: sha256(body).hexdigest() for one, body in bodies.items()}
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as package:
        for one, written in bodies.items():
            package.writestr(one, written)
        package.writestr(LIST, json.dumps({**backup.FORMAT, "files": sums}))
    return target


@pytest.mark.parametrize(
    "name",
    [
        "../outside.wav",
        "clips/../outside.wav",
        "clips/game-1-0123456789ab.sh",
        "game-1-0123456789ab.wav",
        "narrator.sqlite-wal",
        "diary",
    ],
)
def test_unexpected_files_in_a_backup_are_refused(saved: Path, tmp_path: Path, name: str) -> None:
    forged = forge(saved, tmp_path / "forged.zip", name, b"x")
    with pytest.raises(BackupDamaged):
        restore(tmp_path / "there" / "narrator.sqlite", forged)
    assert not (tmp_path / "outside.wav").exists()
    assert not (tmp_path / "there").exists()


@pytest.mark.parametrize("name", ["narrator.key", "clips/game-1-0123456789ab.txt"])
def test_too_large_files_in_a_backup_are_refused(saved: Path, tmp_path: Path, name: str) -> None:
    forged = forge(saved, tmp_path / "forged.zip", name, bytes(2 << 20))
    with pytest.raises(BackupDamaged):
        restore(tmp_path / "there" / "narrator.sqlite", forged)


def test_restoring_a_large_recording_takes_little_memory(saved: Path, tmp_path: Path) -> None:
    name = "clips/game-1-0123456789ab.wav"
    forged = forge(saved, tmp_path / "forged.zip", name, bytes(64 << 20))
    assert forged.stat().st_size < 1 << 20
    tracemalloc.start()
    try:
        restore(tmp_path / "there" / "narrator.sqlite", forged)
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert (tmp_path / "there" / name).stat().st_size == 64 << 20
    assert peak < 16 << 20


def test_restoring_during_a_game_asks_to_close_it(home: Path, saved: Path) -> None:
    with (
        Journal.open(home / "narrator.sqlite") as journal,
        Table.resume(journal, 6),
        pytest.raises(TableInUse, match=r"is playing\. Close that one") as refused,
    ):
        restore(home / "narrator.sqlite", saved)
    assert "damaged" not in str(refused.value)


def test_damaged_games_in_a_backup_are_named(home: Path, tmp_path: Path) -> None:
    with Journal.open(home / "narrator.sqlite") as journal:
        journal.connection.execute("UPDATE moves SET body = body || ' ' WHERE game = 3 AND number = 2")
        assert back_up(journal, tmp_path / "games.zip") == backup.Contents(games=10, recordings=10, damaged=(3,))
    contents, _ = restore(tmp_path / "there" / "narrator.sqlite", tmp_path / "games.zip")
    assert contents.damaged == (3,)


def test_next_backup_deletes_the_unfinished_file_of_a_killed_one(
    home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    unfinished = tmp_path / ".games.zip.part"
    with Journal.open(home / "narrator.sqlite") as journal:
        child = os.fork()
        if child == 0:
            monkeypatch.setattr(ZipFormat, "read", lambda *_: os._exit(9))
            back_up(journal, tmp_path / "games.zip")
        os.waitpid(child, 0)
        assert unfinished.exists()
        (tmp_path / "elsewhere").mkdir()
        back_up(journal, tmp_path / "elsewhere" / "other.zip")
    assert not unfinished.exists()
    assert (tmp_path / "elsewhere" / "other.zip").exists()
    assert not list(home.glob("*.backup"))


def test_killed_restore_is_finished_by_the_next_start(
    home: Path, saved: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    wanted, steps, really = read_home(home, content()).read, 0, Path.replace
    while True:
        steps += 1
        there = tmp_path / f"there {steps}"
        with Journal.open(there / "narrator.sqlite") as journal:
            journal.save_note("title", 1, "What was there before")
        left = [steps]

        def renamed(old: Path, new: Path, left: list[int] = left) -> None:
            left[0] -= "narrator.sqlite.work" not in new.parts  # renames there only unpack the backup
            if not left[0]:
                raise KeyboardInterrupt
            really(old, new)

        with monkeypatch.context() as killed:
            killed.setattr(Path, "replace", renamed)
            try:
                restore(there / "narrator.sqlite", saved)
            except KeyboardInterrupt:
                pass
            else:
                break
        with Journal.open(there / "narrator.sqlite") as journal:
            old = journal.notes("title") == {"1": "What was there before"}
        assert old if steps == 1 else read_home(there, content()).read == wanted
        asides = list(there.glob("*.before-*"))
        assert old or [aside for aside in asides if (aside / "narrator.sqlite").exists()]
    assert steps > 6


# --- version number -----------------------------------------------------------------------------


@pytest.mark.parametrize("bit", range(31))
def test_flipped_bit_in_the_version_number_is_tolerated(tmp_path: Path, bit: int) -> None:
    path = tmp_path / "narrator.sqlite"
    with Journal.open(path) as journal:
        journal.save_note("title", 1, "here")
    with closing(sqlite3.connect(path, isolation_level=None)) as sql:
        sql.execute(f"PRAGMA user_version = {len(MIGRATIONS) ^ 1 << bit}")
    with Journal.open(path) as journal:
        assert journal.notes("title") == {"1": "here"}


# --- read-only homes -----------------------------------------------------------------------------


@pytest.mark.parametrize("state", ["sound", "older", "damaged", "log left"])
def test_read_only_home_can_be_listed_and_told(tmp_path: Path, furnished: Path, state: str) -> None:
    home, path = tmp_path / "home", tmp_path / "home" / "narrator.sqlite"
    shutil.copytree(furnished, home)
    with Journal.open(path) as journal:
        whole = format_story(Library(journal, content()).story(1))
    if state == "damaged":
        body = bytearray(path.read_bytes())
        body[:100] = bytes(100)
        path.write_bytes(body)
    elif state == "older":
        with closing(sqlite3.connect(path, isolation_level=None)) as sql:
            sql.execute("DELETE FROM notes WHERE about = 'home'")  # older versions had no key
            sql.execute("DROP TABLE pending")
            sql.execute("DROP INDEX unfinished")
            sql.execute("ALTER TABLE games DROP COLUMN signature")
            sql.execute("ALTER TABLE notes DROP COLUMN seal")
            sql.execute("PRAGMA user_version = 4")
    elif state == "log left":
        path.with_name("narrator.sqlite-wal").touch()
    for file in home.rglob("*"):
        file.chmod(0o755 if file.is_dir() else 0o444)
    home.chmod(0o555)
    before = {file.name: file.read_bytes() for file in home.rglob("*") if file.is_file()}

    def read_it() -> str:
        with pytest.raises(FolderNotWritable):
            Journal.open(path)
        with Journal.open_for_reading(path) as journal:
            assert journal.notice is not None
            assert "stories can be told, but nothing is kept" in journal.notice
            library = Library(journal, content())
            assert len(library.list_stories()) == 8
            assert format_story(library.story(1)) == whole
            for change in (lambda: library.rename(1, "x"), lambda: library.forget(1)):
                with pytest.raises(FolderNotWritable):
                    change()
        return "nothing"

    answer = as_ordinary_user(read_it)
    home.chmod(0o755)
    assert answer == "nothing"
    assert {file.name: file.read_bytes() for file in home.rglob("*") if file.is_file()} == before


# --- file permissions ----------------------------------------------------------------------------


def modes(folder: Path) -> dict[str, int]:
    return {path.name: stat.S_IMODE(path.stat().st_mode) for path in (folder, *folder.rglob("*"))}


@pytest.mark.parametrize("mask", [0o000, 0o022, 0o077])
@pytest.mark.parametrize("there_before", [False, True])
def test_stored_files_are_readable_by_their_owner_only(tmp_path: Path, mask: int, there_before: bool) -> None:
    home = tmp_path / "home"
    before = os.umask(mask)
    try:
        if there_before:
            home.mkdir(mode=0o777)
            home.chmod(0o777)
        furnish_home(home, content())
        if there_before:
            for path in home.rglob("*"):
                path.chmod(0o777 if path.is_dir() else 0o666)
            home.chmod(0o755)
        with Journal.open(home / "narrator.sqlite") as journal, Table.resume(journal, 6) as table:
            table.save_pending("half")
            found = modes(home)
    finally:
        os.umask(before)
    assert {"narrator.sqlite", "narrator.sqlite-wal", "narrator.sqlite-shm", "narrator.sqlite.key"} <= found.keys()
    assert found["home"] == 0o700
    assert {name for name, mode in found.items() if mode & 0o077 and not name.endswith(".lock")} <= (
        # in a private folder the permissions of older files do not matter
        {path.name for path in (home / "clips").rglob("*")} | {"clips"} if there_before else set()
    )


def test_shared_folder_keeps_its_permissions(tmp_path: Path) -> None:
    tmp_path.chmod(0o1777)
    disk.make_private_folder(tmp_path)
    assert stat.S_IMODE(tmp_path.stat().st_mode) == 0o1777


def test_work_folder_is_private(tmp_path: Path) -> None:
    with work_folder(tmp_path / "narrator.sqlite") as work:
        assert stat.S_IMODE(work.stat().st_mode) == 0o700
