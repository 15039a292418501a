"""Measure the library: listing, searching, opening, indexing and forgetting stories.

Some games are played at random, and copied in the journal until there are enough.

    python -m bench.library [--stories 10000]
"""

import argparse
import os
import shutil
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import closing
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path
from random import Random
from statistics import median
from tempfile import TemporaryDirectory

from narrator.core.game import Seat
from narrator.games import games
from narrator.games.hosting.host import host_of
from narrator.games.hosting.plan import Plan
from narrator.language.content.packs import Content, load_content
from narrator.storage.checksums import SIGNATURE, add_game_checksums, add_note_checksums, register_functions
from narrator.storage.home_key import load_or_create_key
from narrator.storage.journal import Journal
from narrator.storage.library.library import Library
from narrator.storage.library.listing import format_entries
from narrator.storage.records import LIBRARY_NOTES
from narrator.storage.table import Table
from narrator.storage.texts import TEXTS_OF_GAME, text_notes

NAMES = ("Lily", "Nick", "Julie", "Dylan", "Mia", "Tom")
GAMES_PLAYED = 24
MAX_LIST_MS = 100
SEARCHES = ("the one with the hedgehog", "the newest", "the one from Sunday", "Lily's story about the lighthouse")


def play(journal: Journal, content: Content, seed: int) -> None:
    """Play one game to its end with random moves."""
    name = ("storytellers", "storytellers", "storyline", "dixit", "odyssey")[seed % 5]
    dice = Random(seed)
    seats = tuple(Seat(player, 5 + number) for number, player in enumerate(dice.sample(NAMES, 4)))
    options = host_of(name).build_options(Plan(name, "basic", seats, seed=str(seed)), content)
    with Table.begin(journal, name, seats, options, str(seed)) as table:
        journal.save_notes(text_notes(table.id, host_of(name).content_to_save(options, content)))
        while table.outcome() is None:
            table.play(dice.choice(list(games()[name].moves(table.state))))


def copy(path: Path, played: int, wanted: int) -> None:
    """Copy the played games with all their notes until there are enough, each an hour later than the one before."""
    began = datetime.now(UTC) - timedelta(hours=wanted)
    with closing(sqlite3.connect(path)) as sql, sql:
        for number in range(played + 1, wanted + 1):
            original, when = (number - 1) % played + 1, (began + timedelta(hours=number)).isoformat(timespec="seconds")
            sql.execute(
                "INSERT INTO games (id, game, seats, options, seed, began, ended) "
                "SELECT ?, game, seats, options, seed, ?, ended FROM games WHERE id = ?",
                (number, when, original),
            )
            sql.execute(
                "INSERT INTO moves (game, number, kind, body) SELECT ?, number, kind, body FROM moves WHERE game = ?",
                (number, original),
            )
            for about in (*LIBRARY_NOTES, TEXTS_OF_GAME):
                sql.execute(
                    "INSERT INTO notes (about, name, body) "
                    "SELECT about, ?, body FROM notes WHERE about = ? AND name = ?",
                    (str(number), about, str(original)),
                )
        add_game_checksums(register_functions(sql, load_or_create_key(path)))
        add_note_checksums(sql)
        sql.execute(f"UPDATE games SET signature = {SIGNATURE}")


def timed(what: Callable[[], object], times: int = 7) -> tuple[float, float]:
    """Return the median in milliseconds, of wall-clock time and of CPU time."""
    clock, alone = [], []
    for _ in range(times):
        began, busy = time.perf_counter(), time.process_time()
        what()
        clock.append(1000 * (time.perf_counter() - began))
        alone.append(1000 * (time.process_time() - busy))
    return median(clock), median(alone)


def command(home: Path, *words: str) -> tuple[float, float]:
    """Return the same for a whole command."""
    child = subprocess.Popen(
        [sys.executable, "-m", "narrator", *words],
        env={**os.environ, "NARRATOR_HOME": str(home)},
        stdout=subprocess.DEVNULL,
    )
    began = time.perf_counter()
    _, status, used = os.wait4(child.pid, 0)
    if status:
        raise SystemExit(f"narrator {' '.join(words)} failed.")
    return 1000 * (time.perf_counter() - began), 1000 * (used.ru_utime + used.ru_stime)


def format_list(journal: Journal, content: Content) -> list[str]:
    return list(format_entries(Library(journal, content).list_stories()))


def print_times(what: str, took: tuple[float, float], more: str = "") -> None:
    print(f"{what:24}{took[0]:8.1f} ms wall clock, {took[1]:7.1f} ms CPU   {more}".rstrip())


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--stories", type=int, default=10_000)
    wanted: int = parser.parse_args().stories
    content = load_content()
    with TemporaryDirectory() as folder:
        path = Path(folder) / "narrator.sqlite"
        with Journal.open(path) as journal:
            for seed in range(GAMES_PLAYED):
                play(journal, content, seed)
            first = timed(Library(journal, content).list_stories, 1)
        copy(path, GAMES_PLAYED, wanted)
        older = Path(folder) / "older"
        older.mkdir()
        for file in (path, path.with_name("narrator.sqlite.key")):
            shutil.copy(file, older)
        with Journal.open(older / path.name) as journal:  # as if no game had been indexed when it ended
            journal.connection.execute("DELETE FROM notes WHERE about IN (?, ?)", LIBRARY_NOTES)
        print_times("first `narrator stories`", command(older, "stories"), "none indexed (limit 5 s)")
        print_times("the same again", command(older, "stories"))
        with Journal.open(older / path.name) as journal:
            journal.connection.execute("DELETE FROM notes WHERE about IN (?, ?)", LIBRARY_NOTES)
            lines = partial(format_list, journal, content)
            print_times("first list, none indexed", timed(lines, 1), "(limit 5 s)")
            print_times("the same again", timed(lines), "(limit 300 ms)")
        checked = timed(lambda: Journal.open(path).close(), 1)
        opened = timed(lambda: Journal.open(path).close(), 3)
        with Journal.open(path) as journal:
            library = Library(journal, content)
            listed = timed(library.list_stories)
            assert len(library.list_stories()) == wanted
            print(f"{wanted} stories, {path.stat().st_size / 1e6:.0f} MB")
            print_times("open, as it was left", opened)
            print_times("open, after a kill", checked)
            print_times("games that can go on", timed(partial(journal.games, unfinished=True), 3))
            print_times("resume one", timed(lambda: Table.resume(journal, wanted // 2).close(), 3))
            print_times("list", listed, f"(limit {MAX_LIST_MS} ms)")
            for words in SEARCHES:
                print_times("find", timed(partial(library.find, words), 3), words)
            print_times("open one", timed(partial(library.story, wanted // 2)))
            print_times(f"look at {GAMES_PLAYED} new ones", first)
            print_times("forget one", timed(partial(library.forget, wanted // 2), 1))
    if min(listed) >= MAX_LIST_MS:
        raise SystemExit(1)


if __name__ == "__main__":
    main()
