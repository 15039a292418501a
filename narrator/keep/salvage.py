"""A damaged file is set aside, whole, and what can still be read goes into a new one.

Each step of that ends in a rename, so that it too can be killed at any moment and is finished the next time.
"""

import json
import shutil
import sqlite3
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, closing, contextmanager, suppress
from datetime import datetime
from itertools import count
from pathlib import Path
from time import time
from types import MappingProxyType
from typing import Any, TypeAlias

from filelock import FileLock, Timeout

from narrator.errors import FolderNotWritable, JournalTooNew, TableTaken
from narrator.keep.file import (
    HINDRANCES,
    MIGRATIONS,
    MISREAD,
    PAGE,
    PATIENCE,
    beside,
    bring_up,
    code_of,
    counted,
    migrate,
    tables,
    transaction,
    version_of,
)
from narrator.keep.seal import first_seal, heal, seal_of, seal_up, sealed

Rows: TypeAlias = Mapping[str, Sequence[tuple[Any, ...]]]
"""The rows of each table."""

Found: TypeAlias = dict[tuple[Any, ...], list[tuple[Any, ...]]]
"""The rows of a table by their keys; a damaged file may hold several with one key."""

PARTS = ("", "-wal", "-shm")
"""A journal is up to three files."""

VERSIONS = range(1, 1000)
"""Any other number of a version was not written but misread."""

FURTHEST = 1_000_000
"""No family plays so many games; a number beyond that was misread."""

NOT_OF_GAMES = ("player", "name", "text")
"""Notes that go by the name of a player or of a text; of all others, a number is that of a game."""

HOLDS_ROWS = (0x0D, 0x0A, 0x02)
"""The first byte of a page tells its kind. These have rows of a table in them, or of one without row numbers."""


def is_number(value: object) -> bool:
    return isinstance(value, int)


def is_number_or_nothing(value: object) -> bool:
    return value is None or isinstance(value, int)


def is_text(value: object) -> bool:
    return isinstance(value, str)


def is_text_or_nothing(value: object) -> bool:
    return value is None or isinstance(value, str)


def is_json(value: object) -> bool:
    try:
        return isinstance(value, str) and json.loads(value) is not None
    except ValueError:
        return False


TABLES: Mapping[str, Mapping[str, Callable[[object], bool]]] = {
    "games": {
        "id": is_number,
        "game": is_text,
        "seats": is_json,
        "options": is_json,
        "seed": is_json,
        "began": is_text,
        "ended": is_text_or_nothing,
        "moves": is_number_or_nothing,
        "seal": is_number_or_nothing,
    },
    "moves": {"game": is_number, "number": is_number, "kind": is_text, "body": is_json, "seal": is_number_or_nothing},
    "notes": {"about": is_text, "name": is_text, "body": is_text},
    "beginnings": {
        "id": is_number,
        "game": is_text,
        "seats": is_json,
        "options": is_json,
        "seed": is_json,
        "began": is_text,
        "seal": is_number,
    },
}
"""Every column of every table, and what a value must be that is not noise. A new table is salvaged if it is here."""

KEYS = {"games": ("id",), "moves": ("game", "number"), "notes": ("about", "name"), "beginnings": ("id",)}
"""The columns by which a row is known; they come first."""


def mend(path: Path) -> Path | None:
    """See to it that there is a sound journal. Returns where the damaged one was set aside, if there was one."""
    rescued = beside(path, ".rescued")
    if rescued.exists() or is_damaged(path):
        with no_table_open(path):
            if not rescued.exists():
                with workshop(path) as work:
                    make(rescued, salvage(path, work))
            return exchange(path, rescued)
    if not path.exists():
        make(path)
    return None


def make(path: Path, kept: Rows = MappingProxyType({})) -> None:
    """A new journal with these rows. It appears under its name only when it is complete."""
    with workshop(path) as work:
        new = work / "new"
        with closing(sqlite3.connect(new, isolation_level=None)) as sql:
            sql.execute(f"PRAGMA page_size = {PAGE}")
            migrate(sql)
            with transaction(sql):
                for table, its_rows in kept.items():
                    places = ", ".join("?" for _ in TABLES[table])
                    sql.executemany(f"INSERT INTO {table} ({', '.join(TABLES[table])}) VALUES ({places})", its_rows)
                seal_up(sql)
                heal(sql)
                skip_numbers(sql, path.parent / "clips")
            sql.execute("PRAGMA journal_mode = WAL")
        new.replace(path)


def skip_numbers(sql: sqlite3.Connection, clips: Path) -> None:
    """A game that was lost leaves notes and recordings behind. No new one gets its number, and them with it.

    Other notes go by names, and a fingerprint or a player's name may well begin with digits: those are no numbers.
    """
    others = ", ".join("?" for _ in NOT_OF_GAMES)
    noted = sql.execute(f"SELECT name FROM notes WHERE about NOT IN ({others})", NOT_OF_GAMES)
    names = [name for (name,) in noted] + [path.name.split("-")[1] for path in clips.glob("game-*-*")]
    highest = max((int(name) for name in names if name.isdecimal() and int(name) < FURTHEST), default=0)
    last = sql.execute("SELECT seq FROM sqlite_sequence WHERE name = 'games'").fetchone()
    if (last[0] if last else 0) < highest:
        sql.execute("DELETE FROM sqlite_sequence WHERE name = 'games'")
        sql.execute("INSERT INTO sqlite_sequence VALUES ('games', ?)", (highest,))


@contextmanager
def workshop(path: Path) -> Iterator[Path]:
    """A folder for unfinished work, on the same disk, so that a rename finishes it. What a kill left there goes."""
    folder = beside(path, ".work")
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(mode=0o700)
    try:
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def exchange(path: Path, rescued: Path) -> Path:
    """Set the damaged journal aside and put what was rescued in its place. Killed between, it is finished next time."""
    aside = beside(path, damaged_at(rescued.stat().st_mtime))
    for part in PARTS:
        if beside(path, part).exists():
            beside(path, part).replace(beside(aside, part))
    rescued.replace(path)
    return aside


def set_aside(sql: sqlite3.Connection, path: Path) -> None:
    """Set a copy of a journal aside in which one game is damaged, before that game is cut."""
    with workshop(path) as work:
        copy = work / "copy"
        with closing(sqlite3.connect(copy)) as into:
            sql.backup(into)
        copy.replace(beside(path, damaged_at(time())))


def damaged_at(moment: float) -> str:
    """So exact that none ever takes the place of another, not even where the clock was set back."""
    return f".damaged-{datetime.fromtimestamp(moment):%Y-%m-%d-%H%M%S-%f}"


def is_damaged(path: Path) -> bool:
    """Whether the file cannot be trusted. Looking changes nothing: it may be a newer Narrator's."""
    if path.is_dir():
        raise FolderNotWritable(f"A folder is in the way at {path}. Move it somewhere else, then start again.")
    log = beside(path, "-wal")
    if not path.exists() or path.stat().st_size < PAGE:
        return path.exists() or log.exists()
    # Without a log nobody else has it open, and SQLite need not put one there just for looking.
    alone = "" if log.exists() else "&immutable=1"
    try:
        with closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro{alone}", uri=True, timeout=PATIENCE)) as sql:
            version = version_of(sql)
            if version not in VERSIONS:
                return True
            if version > len(MIGRATIONS):
                raise JournalTooNew(
                    "The games on this computer were kept by a newer Narrator. Update Narrator, then start it again. "
                    "Nothing was changed."
                )
            sound = sql.execute("PRAGMA quick_check(1)").fetchone() == ("ok",)
            return not sound or not laid_out(version) <= layout(sql)
    except MISREAD as error:
        if code_of(error) in HINDRANCES:
            raise
        return True


def layout(sql: sqlite3.Connection) -> set[tuple[str, str]]:
    """What tables there are, by name and definition."""
    return set(sql.execute("SELECT name, sql FROM sqlite_master"))


def laid_out(version: int) -> set[tuple[str, str]]:
    """How a journal of this version is laid out."""
    with closing(sqlite3.connect(":memory:")) as sql:
        bring_up(sql, 0, version)
        return layout(sql)


@contextmanager
def no_table_open(path: Path) -> Iterator[None]:
    """Nobody may be playing while the file is exchanged: their moves would go into the old one."""
    with ExitStack() as locks:
        for file in tables(path).glob("*.lock"):
            try:
                locks.enter_context(FileLock(file, timeout=0))
            except Timeout:
                raise TableTaken(
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
    found: dict[str, Found] = {table: {} for table in TABLES}
    copy, tops = copied(path, work)
    content = copy.read_bytes()
    pages = [content[start : start + PAGE].ljust(PAGE, b"\0") for start in range(0, len(content), PAGE)]
    for page in pages[1:]:
        for table in TABLES if page[0] in HOLDS_ROWS else ():
            put_page(copy, tops[table], page)
            for row in rows(copy, table):
                found[table].setdefault(row[: len(KEYS[table])], []).append(row)
            put_page(copy, tops[table], pages[tops[table] - 1] if tops[table] <= len(pages) else bytes(PAGE))
    first_found = {table: [same[0] for same in known.values()] for table, known in found.items()}
    begun = [row for row in first_found["beginnings"] if sealed(*row[1:-1]) == row[-1]]
    ids = sorted({row[0] for row in (*first_found["games"], *begun)})
    runs = [move for game in ids for move in run_of_moves(game, found["moves"])]
    return {**first_found, "beginnings": begun, "moves": runs}


def copied(path: Path, work: Path) -> tuple[Path, dict[str, int]]:
    """A copy with a sound first page and the log worked in; and the number of each table's topmost page."""
    copy = work.absolute() / "copy"
    make(copy)
    with closing(sqlite3.connect(copy)) as sql:
        tops = dict(sql.execute("SELECT name, rootpage FROM sqlite_master"))
    first_page = copy.read_bytes()[:PAGE]
    # The number of pages is left open, for the file may have been cut short.
    first_page = first_page[:28] + bytes(4) + first_page[32:]
    for part in ("", "-wal"):
        if beside(path, part).exists():
            shutil.copyfile(beside(path, part), beside(copy, part))
    put_page(copy, 1, first_page)
    with suppress(*MISREAD), closing(sqlite3.connect(copy)) as sql:
        sql.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    put_page(copy, 1, first_page)
    return copy, tops


def put_page(file: Path, number: int, page: bytes) -> None:
    with file.open("r+b") as out:
        out.seek((number - 1) * PAGE)
        out.write(page)


def rows(file: Path, table: str) -> Iterator[tuple[Any, ...]]:
    """The rows that can be reached, up to a damaged one from either end."""
    sound = TABLES[table].values()
    for order in ("ASC", "DESC"):
        by = ", ".join(f"{column} {order}" for column in KEYS[table])
        with suppress(*MISREAD), closing(sqlite3.connect(f"{file.as_uri()}?immutable=1", uri=True)) as sql:
            for row in sql.execute(f"SELECT {', '.join(TABLES[table])} FROM {table} ORDER BY {by}"):
                if all(is_sound(value) for is_sound, value in zip(sound, row, strict=True)):
                    yield row


def run_of_moves(game: int, found: Found) -> Iterator[tuple[Any, ...]]:
    """The moves of a game up to the first gap. Of several with one number, the one whose seal goes on from the last."""
    seal = first_seal(game)
    for number in count(1):
        same = found.get((game, number))
        if not same:
            return
        seals = [seal_of(seal, *row[1:-1]) for row in same]
        fits = next((at for at, row in enumerate(same) if row[-1] == seals[at]), 0)
        seal = seals[fits]
        yield same[fits]


def damage_notice(kept: int) -> str:
    """For the ear: where the file lies is for those who look for it."""
    return (
        f"The file of kept games was damaged: {counted(kept, 'game')} could be saved, "
        "and the damaged file lies beside the new one, in the folder where Narrator keeps its games."
    )
