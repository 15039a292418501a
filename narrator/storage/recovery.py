"""A damaged file is set aside, whole, and what can still be read goes into a new one.

Each step of that ends in a rename, so that it too can be killed at any moment and is finished the next time.
"""

import json
import os
import shutil
import sqlite3
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, closing, contextmanager, suppress
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from itertools import count, product
from pathlib import Path
from tempfile import TemporaryDirectory
from time import time
from types import MappingProxyType
from typing import Any, TypeAlias

from filelock import FileLock, Timeout

from narrator.core.errors import FolderNotWritable, JournalTooNew, TableInUse
from narrator.storage.checksums import (
    BEGINNING,
    add_game_checksums,
    add_note_checksums,
    checksum,
    first_checksum,
    heal,
    move_checksum,
)
from narrator.storage.disk import create_private_file, make_private_folder, sync_file, sync_folder
from narrator.storage.messages import HINDRANCES, MISREAD, code_of
from narrator.storage.records import NOTES_NOT_ABOUT_GAMES
from narrator.storage.schema import (
    LOCK_TIMEOUT_S,
    MIGRATIONS,
    PAGE_BYTES,
    detect_version,
    expected_layout,
    locks_folder,
    migrate,
    read_layout,
    readable,
    sibling,
    stored_version,
    transaction,
)

Rows: TypeAlias = Mapping[str, Sequence[tuple[Any, ...]]]  # the rows of each table

Found: TypeAlias = dict[tuple[Any, ...], list[tuple[Any, ...]]]
"""The rows of a table by their keys; a damaged file may hold several with one key."""

PARTS = ("", "-wal", "-shm")  # a journal is up to three files …
MOVED = (*PARTS, ".key", ".checked")  # … and these belong to it and go with it

VERSIONS = 1000  # the number of a version from here on was not written but misread

HEADER = 100
FIXED = {
    0: b"SQLite format 3\0" + PAGE_BYTES.to_bytes(2) + bytes((2, 2, 0, 64, 32, 32)),
    44: bytes((0, 0, 0, 4)),
    52: bytes((0, 0, 0, 0, 0, 0, 0, 1)),
    64: bytes(28),
}
"""What never changes in the header of a file, by where it stands: its kind, that it has a log, UTF-8."""

FURTHEST = 1_000_000  # no family plays so many games; a number beyond that was misread

JSON = ("seats", "options", "seed")  # Columns with JSON in them. The bodies of moves are JSON, too.


@dataclass(frozen=True, slots=True)
class Shape:
    """How a table is laid out. SQLite tells it of a new journal, so that a new table is salvaged like the others."""

    top: int  # the number of its topmost page
    holds_rows: bytes  # the first byte of a page tells its kind: those of the pages with rows of such a table in them
    columns: Mapping[str, Callable[[object], bool]]
    """Every column, and whether a value is more than noise. Those of the key come first."""
    key: Sequence[str]  # the columns by which a row is known


def shapes(sql: sqlite3.Connection) -> dict[str, Shape]:
    tables_ = "SELECT name, rootpage, sql FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'"
    columns = 'SELECT name, type, "notnull" OR pk, pk FROM pragma_table_info(?)'
    found: dict[str, Shape] = {}
    for table, top, made in sql.execute(tables_).fetchall():
        sound: dict[str, Callable[[object], bool]] = {}
        key = []
        for name, kind, needed, in_key in sql.execute(columns, (table,)):
            as_json = name in JSON or (table, name) == ("moves", "body")
            sound[name] = partial(is_sound, int if kind == "INTEGER" else str, needed=bool(needed), as_json=as_json)
            key += [name] if in_key else []
        found[table] = Shape(top, b"\x0a\x02" if "WITHOUT ROWID" in made else b"\x0d", sound, key)
    return found


def is_sound(kind: type[Any], value: Any, *, needed: bool, as_json: bool) -> bool:
    if not isinstance(value, kind):
        return value is None and not needed  # an older Narrator knew no seals
    with suppress(ValueError):
        return not as_json or json.loads(value) is not None
    return False


def mend(path: Path, *, as_left: bool = False) -> Path | None:
    """See to it that there is a sound journal. Returns where the damaged one was set aside, if there was one.

    One that is as a Narrator left it need not be looked through.
    """
    rescued = sibling(path, ".rescued")
    if rescued.exists() or (not as_left and is_damaged(path)):
        with no_table_open(path):
            if not rescued.exists():
                with workshop(path) as work:
                    make(rescued, salvage(path, work))
            return exchange(path, rescued)
    if not path.exists():
        make(path)
    return None


def make(path: Path, kept: Rows = MappingProxyType({})) -> None:
    with appearing(path, path) as new, closing(sqlite3.connect(new, isolation_level=None)) as sql:
        sql.execute(f"PRAGMA page_size = {PAGE_BYTES}")
        migrate(sql)
        with transaction(sql):
            for table, row in ((table, row) for table, its_rows in kept.items() for row in its_rows):
                sql.execute(f"INSERT INTO {table} VALUES ({', '.join('?' for _ in row)})", row)
            add_game_checksums(sql)
            add_note_checksums(sql)
            heal(sql)
            skip_numbers(sql, path.parent / "clips")
        sql.execute("PRAGMA journal_mode = WAL")


def skip_numbers(sql: sqlite3.Connection, clips: Path) -> None:
    """A game that was lost leaves notes and recordings behind. No new one gets its number, and them with it.

    Other notes go by names, and a fingerprint or a player's name may well begin with digits: those are no numbers.
    """
    others = ", ".join("?" for _ in NOTES_NOT_ABOUT_GAMES)
    noted = sql.execute(f"SELECT name FROM notes WHERE about NOT IN ({others})", NOTES_NOT_ABOUT_GAMES)
    names = [name for (name,) in noted] + [path.name.split("-")[1] for path in clips.glob("game-*-*")]
    highest = max((int(name) for name in names if name.isdecimal() and int(name) < FURTHEST), default=0)
    last = sql.execute("SELECT seq FROM sqlite_sequence WHERE name = 'games'").fetchone()
    if (last[0] if last else 0) < highest:
        sql.execute("DELETE FROM sqlite_sequence WHERE name = 'games'")
        sql.execute("INSERT INTO sqlite_sequence VALUES ('games', ?)", (highest,))


def keep_older(path: Path) -> None:
    """Before a newer Narrator changes how a journal is laid out, keep a copy of it as it was."""
    with closing(sqlite3.connect(path, timeout=LOCK_TIMEOUT_S)) as sql:
        version = detect_version(sql) if stored_version(sql) != len(MIGRATIONS) else None
        if version in range(1, len(MIGRATIONS)) and sql.execute("SELECT 1 FROM games LIMIT 1").fetchone():
            copy_to(sql, path, sibling(path, f".version-{version}"))


def in_memory(path: Path, key: bytes) -> tuple[sqlite3.Connection, bool]:
    """A copy of a journal that may not be written, brought up to date in memory; and whether it had to be rescued."""
    sql = readable(sqlite3.connect(":memory:", isolation_level=None))
    rescued = is_damaged(path)
    with ExitStack() as stack:
        source = to_look_at(path)
        if rescued:
            work = Path(stack.enter_context(TemporaryDirectory()))
            make(work / "rescued", salvage(path, work))
            source = (work / "rescued").as_uri()
        stack.enter_context(closing(sqlite3.connect(source, uri=True))).backup(sql)
    migrate(sql, key)
    return sql, rescued


@contextmanager
def workshop(path: Path) -> Iterator[Path]:
    """A folder for unfinished work, on the same disk, so that a rename finishes it. What a kill left there goes."""
    folder = sibling(path, ".work")
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(mode=0o700)
    try:
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)


@contextmanager
def appearing(path: Path, target: Path) -> Iterator[Path]:
    """A private file that is empty at first, and gets its name beside this journal when it is whole and on the disk."""
    with workshop(path) as work:
        new = work / "new"
        create_private_file(new).close()
        yield new
        with new.open("rb") as file:
            sync_file(file)
        new.replace(target)
    sync_folder(target.parent)


def exchange(path: Path, rescued: Path) -> Path:
    """Set the damaged journal aside and put what was rescued in its place. Killed between, it is finished next time."""
    aside = sibling(path, damaged_at(rescued.stat().st_mtime))
    for part in PARTS:
        if sibling(path, part).exists():
            sibling(path, part).replace(sibling(aside, part))
    rescued.replace(path)
    sync_folder(path.parent)
    return aside


def set_aside(sql: sqlite3.Connection, path: Path) -> None:
    """Set a copy of a journal aside in which something is damaged, before that is cut off or dropped."""
    copy_to(sql, path, sibling(path, damaged_at(time())))


def copy_to(sql: sqlite3.Connection, path: Path, target: Path) -> None:
    with appearing(path, target) as copy, closing(sqlite3.connect(copy)) as into:
        sql.backup(into)


def damaged_at(moment: float) -> str:
    """So exact that none ever takes the place of another, not even where the clock was set back."""
    return f".damaged-{datetime.fromtimestamp(moment):%Y-%m-%d-%H%M%S-%f}"


def is_damaged(path: Path) -> bool:
    """Whether the file cannot be trusted. Looking changes nothing: it may be a newer Narrator's."""
    if path.is_dir():
        raise FolderNotWritable(f"A folder is in the way at {path}. Move it somewhere else, then start again.")
    log = sibling(path, "-wal")
    if not path.exists() or path.stat().st_size < PAGE_BYTES:
        return path.exists() or log.exists()
    try:
        with closing(sqlite3.connect(to_look_at(path), uri=True, timeout=LOCK_TIMEOUT_S)) as sql:
            if stored_version(sql) in range(len(MIGRATIONS) + 1, VERSIONS) and read_layout(sql) != expected_layout(
                len(MIGRATIONS)
            ):
                raise JournalTooNew(
                    "The games on this computer were kept by a newer Narrator. Update Narrator, then start it again. "
                    "Nothing was changed."
                )
            sound = sql.execute("PRAGMA integrity_check(1)").fetchone() == ("ok",)
            return not sound or detect_version(sql) is None or not header_fits(path)
    except MISREAD as error:
        if code_of(error) in HINDRANCES and header_fits(path):
            raise
        return True


def to_look_at(path: Path) -> str:
    """The address under which SQLite looks at a journal and changes nothing.

    Without a log nobody else has it open, and SQLite need not put one there just for looking; nor could it, where
    nothing may be written.
    """
    shared = sibling(path, "-wal").exists() and os.access(path.parent, os.W_OK)
    return f"{path.absolute().as_uri()}?mode=ro{'' if shared else '&immutable=1'}"


def header_fits(path: Path) -> bool:
    """Whether the file begins as ours do: some of it SQLite believes unseen, such as how letters are written."""
    with path.open("rb") as file:
        header = file.read(HEADER)
    return all(header[start : start + len(fixed)] == fixed for start, fixed in FIXED.items())


@contextmanager
def no_table_open(path: Path) -> Iterator[None]:
    """Nobody may be playing while the file is exchanged: their moves would go into the old one."""
    with ExitStack() as locks:
        for file in locks_folder(path).glob("*.lock"):
            try:
                locks.enter_context(FileLock(file, timeout=0))
            except Timeout:
                raise TableInUse(
                    "The file of kept games is damaged, and another Narrator on this computer still has it open. "
                    "Close that one, then start again."
                ) from None
        yield


def salvage(path: Path, work: Path) -> Rows:
    """Whatever can still be read; of each game, the unbroken run of moves from the first.

    SQLite finds a row only by way of the pages above it, so one lost page could hide them all. Therefore every page
    that holds rows takes the place of the topmost one in turn, in a copy. The very first page, which says where the
    tables begin, comes from a new journal.
    """
    copy, shapes_of = copied(path, work)
    found: dict[str, Found] = {table: {} for table in shapes_of}
    content = copy.read_bytes()
    pages = [
        content[start : start + PAGE_BYTES].ljust(PAGE_BYTES, b"\0") for start in range(0, len(content), PAGE_BYTES)
    ]
    for page, (table, shape) in product(pages[1:], shapes_of.items()):
        if page[0] in shape.holds_rows:
            put_page(copy, shape.top, page)
            for row in rows(copy, table, shape):
                found[table].setdefault(row[: len(shape.key)], []).append(row)
            put_page(copy, shape.top, pages[shape.top - 1] if shape.top <= len(pages) else bytes(PAGE_BYTES))
    first_found = {table: [same[0] for same in known.values()] for table, known in found.items()}
    begun = {row[0]: row for row in first_found["beginnings"] if checksum(*row[1:-1]) == row[-1]}
    rows_of = {row[0]: dict(zip(shapes_of["games"].columns, row, strict=True)) for row in first_found["games"]}
    runs = {game: list(run_of_moves(game, found["moves"])) for game in {*rows_of, *begun}}
    saved = {game for game, run in runs.items() if can_be_read(rows_of.get(game), run, twice=game in begun)}
    return {
        **first_found,
        "games": [row for row in first_found["games"] if row[0] in saved],
        "beginnings": [row for game, row in begun.items() if game in saved],
        "moves": [move for game in sorted(saved) for move in runs[game]],
    }


def can_be_read(row: Mapping[str, Any] | None, run: Sequence[object], *, twice: bool) -> bool:
    """Whether anything is left of a game. One without its beginning, or with nothing else, is not called saved."""
    if row is None:
        return twice and bool(run)
    # an older Narrator knew no seals
    begins = twice or row["seal"] is None or checksum(*(row[column] for column in BEGINNING)) == row["seal"]
    return begins and (bool(run) or not row["moves"])


def copied(path: Path, work: Path) -> tuple[Path, dict[str, Shape]]:
    """A copy with a sound first page and the log worked in; and how its tables are laid out."""
    copy = work.absolute() / "copy"
    make(copy)
    with closing(sqlite3.connect(copy)) as sql:
        shapes_of = shapes(sql)
    first_page = copy.read_bytes()[:PAGE_BYTES]
    # The number of pages is left open, for the file may have been cut short.
    first_page = first_page[:28] + bytes(4) + first_page[32:]
    for part in ("", "-wal"):
        if sibling(path, part).exists():
            shutil.copyfile(sibling(path, part), sibling(copy, part))
    put_page(copy, 1, first_page)
    with suppress(*MISREAD), closing(sqlite3.connect(copy)) as sql:
        sql.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    put_page(copy, 1, first_page)
    return copy, shapes_of


def put_page(file: Path, number: int, page: bytes) -> None:
    with file.open("r+b") as out:
        out.seek((number - 1) * PAGE_BYTES)
        out.write(page)


def rows(file: Path, table: str, shape: Shape) -> Iterator[tuple[Any, ...]]:
    """The rows that can be reached, up to a damaged one from either end."""
    for order in ("ASC", "DESC"):
        by = ", ".join(f"{column} {order}" for column in shape.key)
        with suppress(*MISREAD), closing(sqlite3.connect(f"{file.as_uri()}?immutable=1", uri=True)) as sql:
            for row in sql.execute(f"SELECT * FROM {table} ORDER BY {by}"):
                if all(sound(value) for sound, value in zip(shape.columns.values(), row, strict=True)):
                    yield row
            return  # nothing was damaged, so from the other end there are the same


def run_of_moves(game: int, found: Found) -> Iterator[tuple[Any, ...]]:
    """The moves of a game up to the first gap. Of several with one number, the one whose seal goes on from the last."""
    seal = first_checksum(game)
    for number in count(1):
        same = found.get((game, number))
        if not same:
            return
        seals = [move_checksum(seal, *row[1:-1]) for row in same]
        fits = next((at for at, row in enumerate(same) if row[-1] == seals[at]), 0)
        seal = seals[fits]
        yield same[fits]


# --- a backup that was unpacked ---------------------------------------------------------------------


def finish_restoring(journal: Path) -> Path | None:
    """The last steps of restoring a backup: set aside what was there, then take over what was unpacked. Each can be
    done again, by the next Narrator if one was killed between them."""
    unpacked, half = sibling(journal, ".restored"), sibling(journal, ".restoring")
    aside: Path | None = None
    if unpacked.exists():
        aside = sibling(journal, f".before-{datetime.fromtimestamp(unpacked.stat().st_mtime):%Y-%m-%d-%H%M%S-%f}")
        make_private_folder(aside)
        for old in (*(sibling(journal, ending) for ending in MOVED), journal.parent / "clips"):
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
                shutil.rmtree(journal.parent / new.name)  # empty: made anew since the last step
            new.replace(journal.parent / new.name)
        half.rmdir()
        sync_folder(journal.parent)
    return aside
