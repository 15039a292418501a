"""Recovery of a damaged or missing journal.

The damaged file is set aside whole. The new one begins as a copy of the newest sound snapshot, and gets every game and
note that SQLite can still read, row by row, in the damaged file. A rename ends it, so a kill at any moment is harmless:
the next start repeats or finishes the work.
"""

import os
import shutil
import sqlite3
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, closing, contextmanager, nullcontext, suppress
from datetime import datetime
from itertools import chain, groupby
from pathlib import Path
from time import time
from typing import Any

from filelock import FileLock, Timeout

from narrator.core.errors import FolderNotWritable, JournalTooNew, TableInUse
from narrator.storage import checksums, messages, schema, snapshots
from narrator.storage.disk import create_private_file, make_private_folder, sync_folder
from narrator.storage.home_key import key_file
from narrator.storage.records import LIBRARY_NOTES, NOTES_NOT_ABOUT_GAMES, REPRODUCIBLE_NOTES

PARTS = ("", "-wal", "-shm")  # suffixes of the files that make up a journal …
COMPANIONS = (*PARTS, ".key", ".checked")  # … and of those that move with it
MAX_VERSION = 1000  # a stored version from here on was misread
MAX_GAME_ID = 1_000_000  # a game number beyond this was misread
FIXED_HEADER = {
    0: b"SQLite format 3\0" + schema.PAGE_BYTES.to_bytes(2) + bytes((2, 2, 0, 64, 32, 32)),
    44: bytes((0, 0, 0, 4)),
    52: bytes((0, 0, 0, 0, 0, 0, 0, 1)),
    64: bytes(28),
}
"""The constant parts of the file's header, by their offset: file type, write-ahead log, UTF-8."""
HEADER_BYTES = 100
PAGE_COUNT_OFFSET = 28


def prepare_file(path: Path, key: bytes, *, missing: bool, unchanged: bool) -> str | None:
    """Make sure that there is a sound journal. Return what to tell the user if it had to be recovered.

    A file that is unchanged since a Narrator closed it is not checked.
    """
    damaged = not (missing or unchanged) and is_damaged(path, key)
    if path.exists() and not damaged:
        return None
    busy = "The file of kept games is damaged, and another Narrator here still has it open."
    with no_game_open(path, busy) if damaged else nullcontext(), snapshots.work_folder(path) as work:
        sentence = rebuild(path, work / "new", work, key)
        aside = snapshots.damaged_name(path, time())
        for part in PARTS:
            if schema.sibling(path, part).exists():
                shutil.copyfile(schema.sibling(path, part), schema.sibling(aside, part))
        for part in PARTS[1:]:
            schema.sibling(path, part).unlink(missing_ok=True)
        snapshots.publish_file(work / "new", path)
    return sentence if damaged or missing else None


def is_missing(path: Path) -> bool:
    """Return whether there was a journal here: its key, snapshots or recordings are left, but the file is gone."""
    if path.exists() or schema.sibling(path, "-wal").exists():
        return False
    return bool(key_file(path).exists() or snapshots.list_snapshots(path) or [*(path.parent / "clips").glob("game-*")])


def is_damaged(path: Path, key: bytes) -> bool:
    """Return whether the file or a row is damaged. This changes nothing: a newer Narrator may own the file."""
    if path.is_dir():
        raise FolderNotWritable(f"A folder is in the way at {path}. Move it somewhere else, then start again.")
    if not path.exists() or path.stat().st_size < schema.PAGE_BYTES:
        return path.exists() or schema.sibling(path, "-wal").exists()
    try:
        with closing(sqlite3.connect(read_only_uri(path), uri=True, timeout=schema.TABLE_LOCK_TIMEOUT_S)) as sql:
            is_newer = schema.stored_version(sql) in range(len(schema.MIGRATIONS) + 1, MAX_VERSION)
            if is_newer and schema.read_layout(sql) != schema.expected_layout(len(schema.MIGRATIONS)):
                raise JournalTooNew(
                    "The games on this computer were kept by a newer Narrator. Update Narrator, then start it again. "
                    "Nothing was changed."
                )
            version = schema.detect_version(sql)
            if not snapshots.passes_integrity_check(sql) or version is None or not header_fits(path):
                return True
            checksums.register_functions(schema.replace_bad_text(sql), key)
            return version == len(schema.MIGRATIONS) and has_damaged_rows(sql)
    except messages.READ_ERRORS as error:
        if messages.primary_code(error) in messages.ENVIRONMENT_ERRORS and header_fits(path):
            raise
        return True


def has_damaged_rows(sql: sqlite3.Connection) -> bool:
    return any(game.is_newly_damaged for game in checksums.check_games(sql)) or any(
        about not in REPRODUCIBLE_NOTES for about, _ in checksums.damaged_notes(sql)
    )


def read_only_uri(path: Path) -> str:
    """Return the URI with which SQLite reads a journal without changing anything.

    Without a log no other process has the file open, and "immutable" keeps SQLite from creating one, which it could not
    do in a read-only folder or on a full disk.
    """
    log = schema.sibling(path, "-wal")
    shared = log.exists() and log.stat().st_size > 0 and os.access(path.parent, os.W_OK)
    return f"{path.absolute().as_uri()}?mode=ro{'' if shared else '&immutable=1'}"


def header_fits(path: Path) -> bool:
    """Return whether the constant parts of the header are right. SQLite does not check all of them."""
    with path.open("rb") as file:
        header = file.read(HEADER_BYTES)
    return all(header[start : start + len(fixed)] == fixed for start, fixed in FIXED_HEADER.items())


def is_game_open(path: Path) -> bool:
    """Return whether a game of this journal is open at a table, in any process."""
    try:
        with no_game_open(path, ""):
            return False
    except TableInUse:
        return True


@contextmanager
def no_game_open(path: Path, reason: str) -> Iterator[None]:
    """Hold the locks of all games while the file is replaced: moves made meanwhile would go into the old file."""
    with ExitStack() as locks:
        for file in schema.locks_folder(path).glob("*.lock"):
            try:
                locks.enter_context(FileLock(file, timeout=schema.TABLE_LOCK_TIMEOUT_S))
            except Timeout:
                raise TableInUse(f"{reason} Close that one, then start again.") from None
        yield


# --- building the new file --------------------------------------------------------------------------


def rebuild(path: Path, new: Path, work: Path, key: bytes) -> str:
    """Write a new journal from the newest sound snapshot and what can be read here. Return what to tell the user."""
    if not snapshots.copy_sound_snapshot(path, new, key):
        create_private_file(new).close()
    for suffix in PARTS[:2]:
        if schema.sibling(path, suffix).exists():
            shutil.copyfile(schema.sibling(path, suffix), schema.sibling(work / "damaged", suffix))
    if path.exists():
        with (work / "damaged").open("r+b") as file:
            file.seek(PAGE_COUNT_OFFSET)
            file.write(bytes(4))  # unknown: the file may have been cut off
    with (
        closing(schema.replace_bad_text(sqlite3.connect(work / "damaged"))) as damaged,
        closing(schema.connect(new, key)) as sql,
        schema.transaction(sql),
    ):
        from_snapshot = {game.id: game.sound for game in checksums.check_games(sql)}
        shortened = copy_readable_games(damaged, sql, from_snapshot)
        lost_notes = copy_readable_notes(damaged, sql)
        checksums.add_game_checksums(sql)
        checksums.add_note_checksums(sql)
        checksums.repair_move_counts(sql)
        games = checksums.check_games(sql)
        for game in games:
            if game.is_newly_damaged:
                accept_damage(sql, game)
        reserve_used_ids(sql, path.parent / "clips")
        sentences = list(describe_lost_notes(sql, lost_notes))
    if is_missing(path):
        return messages.file_missing(len(games))
    readable = [game for game in games if game.begins_soundly]
    shortened |= {game.id for game in readable if game.is_damaged}
    return " ".join((messages.file_recovered(len(readable), len(shortened), len(from_snapshot)), *sentences))


def accept_damage(sql: sqlite3.Connection, game: checksums.GameCheck) -> None:
    """Sign what is left of a game, so that it is not taken for new damage at the next start."""
    if not game.begins_soundly:
        sql.execute("UPDATE games SET seal = ? WHERE id = ?", (checksums.KNOWN_DAMAGE, game.id))
    checksums.sign_game(sql, game.id)


def copy_readable_games(
    damaged: sqlite3.Connection, sql: sqlite3.Connection, from_snapshot: dict[int, int]
) -> set[int]:
    """Copy each game that can be read whole, or further than the snapshot has it; `from_snapshot` keeps the others.

    Return the games that the snapshot has with fewer moves than they had.
    """
    shortened: set[int] = set()
    sql.execute(f"DELETE FROM notes WHERE about IN {LIBRARY_NOTES}")  # they may not fit the games that are copied
    for game_id in range(1, highest_id(damaged) + 1):
        for game in read_rows(damaged, "games WHERE id = ?", game_id):
            moves = list(read_rows(damaged, "moves WHERE game = ? ORDER BY number", game_id))
            count = game.get("moves")
            sound, expected = count_readable(game, moves), max(count if isinstance(count, int) else 0, len(moves))
            if sound == expected or sound > from_snapshot.get(game_id, -2):
                from_snapshot.pop(game_id, None)
                for table, column in (("moves", "game"), ("pending", "game"), ("games", "id")):
                    sql.execute(f"DELETE FROM {table} WHERE {column} = ?", (game_id,))
                insert_rows(sql, "games", [game])
                insert_rows(sql, "moves", moves[: max(sound, 0)])
                insert_rows(sql, "pending", read_rows(damaged, "pending WHERE game = ?", game_id))
            elif from_snapshot.get(game_id, expected) < expected:
                shortened.add(game_id)
    return shortened


def copy_readable_notes(damaged: sqlite3.Connection, sql: sqlite3.Connection) -> set[tuple[str, str]]:
    """Copy the sound notes that can be read from either end. Return the damaged ones that the snapshot lacks."""
    bad: set[tuple[str, str]] = set()
    for order in ("ASC", "DESC"):
        for note in read_rows(damaged, f"notes ORDER BY about {order}, name {order}"):
            parts = (note["about"], note["name"], note["body"])
            if note.get("seal") in (None, checksums.checksum(*parts)) and all(isinstance(part, str) for part in parts):
                insert_rows(sql, "notes", [note])
            else:
                bad.add((str(note["about"]), str(note["name"])))
    return {note for note in bad if note[0] not in REPRODUCIBLE_NOTES} - {*sql.execute("SELECT about, name FROM notes")}


def read_rows(sql: sqlite3.Connection, table: str, *values: object) -> Iterator[dict[str, Any]]:
    """Yield the rows that can be read, up to the first damaged one."""
    with suppress(*messages.READ_ERRORS):
        cursor = sql.execute(f"SELECT * FROM {table}", values)
        for row in cursor:
            yield {name: value for (name, *_), value in zip(cursor.description, row, strict=True)}


def highest_id(sql: sqlite3.Connection) -> int:
    """Return the highest number that a game in this damaged file may have."""
    found = chain(read_rows(sql, "games ORDER BY id DESC"), read_rows(sql, "sqlite_sequence"))
    numbers = (row.get("id") or row.get("seq") for row in found)
    return max((number for number in numbers if isinstance(number, int) and number < MAX_GAME_ID), default=0)


def count_readable(game: Mapping[str, Any], moves: Sequence[Mapping[str, Any]]) -> int:
    """Return how many moves, from the first, are sound; -1 if the beginning of the game is not."""
    if game.get("seal") is None:  # an older Narrator wrote no checksums
        return len(moves)
    beginning = [game[column] for column in checksums.BEGINNING]
    if not all(isinstance(part, str) for part in beginning) or checksums.checksum(*beginning) != game["seal"]:
        return -1
    rows = ((move["game"], move["number"], move["kind"], move["body"], move["seal"]) for move in moves)
    return checksums.count_sound(game["id"], rows)


def insert_rows(sql: sqlite3.Connection, table: str, rows: Iterable[Mapping[str, Any]]) -> None:
    for row in rows:
        values = ", ".join("?" * len(row))
        sql.execute(f"INSERT OR REPLACE INTO {table} ({', '.join(row)}) VALUES ({values})", tuple(row.values()))


def describe_lost_notes(sql: sqlite3.Connection, lost: Iterable[tuple[str, str]]) -> Iterator[str]:
    """Yield a sentence for each kind of lost note."""
    texts = {
        name: body.split() for name, body in sql.execute("SELECT name, body FROM notes WHERE about = 'texts of game'")
    }
    for about, same in groupby(sorted(lost), lambda note: note[0]):
        names = {name for _, name in same}
        games = {game for game, used in texts.items() if names & {*used}} if about == "text" else names
        yield messages.note_lost(about, sorted(int(name) for name in games if name.isdecimal()))


def reserve_used_ids(sql: sqlite3.Connection, clips: Path) -> None:
    """Reserve the numbers of lost games, so that no new game gets their notes and recordings.

    Notes that do not belong to a game are not looked at: a fingerprint or a player's name may begin with digits.
    """
    about_games = sql.execute(f"SELECT name FROM notes WHERE about NOT IN {NOTES_NOT_ABOUT_GAMES}")
    names = [name for (name,) in about_games] + [path.name.split("-")[1] for path in clips.glob("game-*-*")]
    used = [int(name) for name in names if name.isdecimal() and int(name) < MAX_GAME_ID]
    used += [seq for (seq,) in sql.execute("SELECT seq FROM sqlite_sequence WHERE name = 'games'")]
    sql.execute("DELETE FROM sqlite_sequence WHERE name = 'games'")
    sql.execute("INSERT INTO sqlite_sequence VALUES ('games', ?)", (max(used, default=0),))


# --- a backup that was unpacked -----------------------------------------------------------------------


def finish_restoring(journal: Path) -> Path | None:
    """Finish restoring a backup: set aside what was there, then rename what was unpacked.

    Each step can be repeated, by the next start if this one is killed. Return the folder with what was there before.
    """
    unpacked, half = schema.sibling(journal, ".restored"), schema.sibling(journal, ".restoring")
    aside: Path | None = None
    if unpacked.exists():
        moment = datetime.fromtimestamp(unpacked.stat().st_mtime)
        aside = schema.sibling(journal, f".before-{moment:%Y-%m-%d-%H%M%S-%f}")
        make_private_folder(aside)
        companions = (schema.sibling(journal, suffix) for suffix in COMPANIONS)
        for old in (*companions, *snapshots.list_snapshots(journal), journal.parent / "clips", journal.parent / "made"):
            if old.exists():
                old.replace(aside / old.name)
        unpacked.replace(half)
        sync_folder(journal.parent)
        if not any(aside.iterdir()):
            aside.rmdir()
            aside = None
    if half.exists():
        for new in half.iterdir():
            if new.is_dir() and (journal.parent / new.name).exists():
                shutil.rmtree(journal.parent / new.name)  # empty: created since the last step
            new.replace(journal.parent / new.name)
        half.rmdir()
        sync_folder(journal.parent)
    return aside
