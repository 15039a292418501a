"""The journal of all games: a move is on the disk before anybody hears of it, and nothing but moves is.

One SQLite file holds who plays what with which options and seed, and every move in order. A state is never stored:
it is the replay of the moves. Moves that belong together are written in one transaction, so a kill at any moment
leaves all of them or none. What comes back from the disk is checked before it is believed. The file itself is looked
after by `file` and, once damaged, by `salvage`.
"""

import os
import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, Self

from filelock import FileLock

from narrator.data import home
from narrator.errors import (
    DiskFull,
    FolderNotWritable,
    JournalDamaged,
    KeepingError,
)
from narrator.games import games
from narrator.keep.check import MADE_AGAIN, damaged_notes, is_as_left, left_as_it_is, mend_rows, sign_all
from narrator.keep.disk import PRIVATE_FILE, close_home, private_folder
from narrator.keep.file import PATIENCE, beside, connect, not_writable, take_table, told, transaction
from narrator.keep.kept import KeptGame, Listing, Notes, nothing_noted
from narrator.keep.key import key_for, read_key
from narrator.keep.restoring import finish_restoring
from narrator.keep.rows import (
    NOT_OF_GAMES,
    SHELVED,
    add_moves,
    add_notes,
    beginning_of,
    forget_from,
    is_signed,
    last_move,
    pending_seal,
    set_pending,
    unshelve,
)
from narrator.keep.salvage import damage_notice, in_memory, keep_older, mend, set_aside
from narrator.keep.seal import (
    NOTE_SEALED,
    first_seal,
    heal_game,
    keep_twice,
    sealed,
    sign,
)
from narrator.keep.sentences import ANSWER_LOST, beginning_damaged
from narrator.keep.writing import now, read, readable_moves, readable_seats, write, written
from narrator.play import Seat

FORGOTTEN = "forgotten"
"""The note about a game that is gone, as long as something of it may still lie about."""


class Journal:
    """All games that are kept on this computer."""

    def __init__(self, path: Path, connection: sqlite3.Connection) -> None:
        self.path = path
        self._connection = connection
        self._file = path.stat().st_ino
        self._as_left = False
        """Whether the file is byte for byte as a Narrator left it."""
        self.writable = True
        """Whether anything can be kept. Otherwise this is a copy in memory, and what is written is gone afterwards."""
        self._doubtful = False
        """Whether damage was met with while it was open."""
        self.notice: str | None = None
        """Something to be said aloud before anything else: what became of a damaged file."""

    @classmethod
    def open(cls, path: Path | None = None) -> Self:
        """Open the journal, making or mending it first if need be."""
        path = home() / "narrator.sqlite" if path is None else path
        with told(path):
            private_folder(path.parent)
            # One at a time: two must not mend the same file.
            with FileLock(beside(path, ".lock"), timeout=PATIENCE, mode=PRIVATE_FILE):
                finish_restoring(path)
                as_left = is_as_left(path)
                aside = mend(path, as_left=as_left)
                close_home(path)
                if path.exists() and not os.access(path, os.W_OK):
                    raise not_writable(path.parent)  # better said now than at the first move
                keep_older(path)
                key = key_for(path)
                journal = cls(path, connect(path, key))
                try:
                    journal._as_left = as_left
                    journal._look_through(key)
                    if aside:
                        journal.say_first(damage_notice(*journal._saved()))
                except BaseException:
                    journal._connection.close()
                    raise
            return journal

    @classmethod
    def to_read(cls, path: Path | None = None) -> Self:
        """Open the journal for reading. Where nothing may be written, what is there can still be listed and told."""
        path = home() / "narrator.sqlite" if path is None else path
        try:
            return cls.open(path)
        except (FolderNotWritable, DiskFull) as trouble:
            if not os.access(path, os.R_OK) or not path.is_file():
                raise
            key = read_key(path) or b""
            with told(path):
                connection, rescued = in_memory(path, key)
                journal = cls(path, connection)
                journal.writable = False
                journal.say_first(f"{trouble} Until then stories can be told, but nothing is kept.")
                if rescued:
                    journal.say_first(damage_notice(*journal._saved()))
                journal._look_through(key)
            return journal

    def _look_through(self, key: bytes) -> None:
        """Mend what is damaged in single rows, and see to it that all games are signed with the key of this home."""
        damaged = [] if self._as_left else damaged_notes(self._connection)
        if self.writable and any(about not in MADE_AGAIN for about, _ in damaged):
            set_aside(self._connection, self.path)
        with transaction(self._connection) as sql:
            sentences = [] if self._as_left else list(mend_rows(sql))
            for sentence in (*sentences, sign_all(sql, key) if key else None):
                if sentence:
                    self.say_first(sentence)

    def _saved(self) -> tuple[int, int]:
        """How many games could be saved, and how many of them only in part."""
        read = []
        for number in self.numbers():
            with suppress(JournalDamaged):
                read.append(self.read(number))
        return len(read), sum(len(kept.moves) < kept.count for kept in read)

    def close(self) -> None:
        changed = self._connection.total_changes > 0
        self._connection.close()
        if self.writable and (changed or not self._as_left) and not self._doubtful and self.path.exists():
            left_as_it_is(self.path)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    # --- writing -------------------------------------------------------------------------------

    def begin(  # noqa: PLR0913, PLR0917  # all that is written in one transaction
        self,
        game: str,
        seats: Sequence[Seat],
        options: Any,
        seed: str,
        moves: Sequence[Any] = (),
        notes: Notes = nothing_noted,
    ) -> int:
        """Keep a new game, with the moves that open it, and what is noted about it. All or none."""
        row = (game, write(tuple[Seat, ...], tuple(seats)), write(type(options), options), write(str, seed))
        bodies = written(1, moves)
        with self._writing() as sql:
            beginning = (*row, now())
            made = sql.execute(
                "INSERT INTO games (game, seats, options, seed, began, seal) VALUES (?, ?, ?, ?, ?, ?)",
                (*beginning, sealed(*beginning)),
            )
            game_id = made.lastrowid
            assert game_id is not None  # a row was just inserted
            keep_twice(sql, game_id)
            add_moves(sql, game_id, first_seal(game_id), bodies)
            add_notes(sql, notes(game_id))
            sign(sql, game_id)
        return game_id

    def append(  # noqa: PLR0913  # all that is written in one transaction
        self,
        game_id: int,
        first: int,
        moves: Sequence[Any],
        *,
        over: bool = False,
        instead: bool = False,
        pending: str | None = None,
    ) -> None:
        """Keep these moves, numbered from the first; with the last of them the game may be over. All or none.

        They may come instead of the moves that had these numbers before. With them goes what was answered towards the
        next one.
        """
        bodies = written(first, moves)
        with self._writing() as sql:
            if instead:
                forget_from(sql, game_id, first)
            number, seal = last_move(sql, game_id)
            if number != first - 1:
                raise KeepingError("This game was changed from outside meanwhile. Close it and open it again.")
            add_moves(sql, game_id, seal, bodies)
            if over:
                sql.execute("UPDATE games SET ended = ? WHERE id = ?", (now(), game_id))
            set_pending(sql, game_id, pending)
            sign(sql, game_id)
            unshelve(sql, game_id)

    def take_back(self, game_id: int, number: int) -> None:
        """Forget the move of this number and all after it."""
        with self._writing() as sql:
            forget_from(sql, game_id, number)
            set_pending(sql, game_id, None)
            sign(sql, game_id)
            unshelve(sql, game_id)

    def cut_short(self, game_id: int, keep: int) -> None:
        """Forget all moves but the first of a game that is damaged after them; a copy of everything is set aside."""
        with self._reading():
            if last_move(self._connection, game_id)[0] > keep:
                set_aside(self._connection, self.path)
        self.take_back(game_id, keep + 1)

    def say_first(self, sentence: str) -> None:
        """Have this said aloud before anything else."""
        self.notice = f"{self.notice} {sentence}" if self.notice else sentence

    def end(self, game_id: int) -> None:
        """The game is over, or given up."""
        with self._writing() as sql:
            sql.execute("UPDATE games SET ended = ? WHERE id = ?", (now(), game_id))
            sign(sql, game_id)

    def accept(self, game_id: int) -> None:
        """Take a game that was changed by hand as it is now."""
        with self._writing() as sql:
            sql.execute("UPDATE games SET moves = ? WHERE id = ?", (last_move(sql, game_id)[0], game_id))
            sign(sql, game_id)
            unshelve(sql, game_id)

    def put_pending(self, game_id: int, text: str | None) -> None:
        """Keep what was answered since the last move, in place of what was kept before; the next move clears it."""
        with self._writing() as sql:
            set_pending(sql, game_id, text)

    def forget(self, game_id: int) -> None:
        """Delete a game with all its moves and notes. It cannot be brought back.

        That it was forgotten is noted until whatever else belongs to it, recordings and the log, is gone, too.
        """
        with self._writing() as sql:
            sql.execute("DELETE FROM moves WHERE game = ?", (game_id,))
            set_pending(sql, game_id, None)
            sql.execute("DELETE FROM beginnings WHERE id = ?", (game_id,))
            gone = sql.execute("DELETE FROM games WHERE id = ?", (game_id,)).rowcount
            others = ", ".join("?" for _ in NOT_OF_GAMES)
            sql.execute(f"DELETE FROM notes WHERE about NOT IN ({others}) AND name = ?", (*NOT_OF_GAMES, str(game_id)))
            if gone:
                add_notes(sql, [(FORGOTTEN, str(game_id), "")])

    def note(self, about: str, name: object, body: str) -> None:
        """Keep a note about something by its name, in place of an older one: how a player likes to be spoken to."""
        self.note_all([(about, str(name), body)])

    def note_all(self, notes: Iterable[tuple[str, str, str]]) -> None:
        """Keep several notes, each about something by its name. All or none."""
        with self._writing() as sql:
            add_notes(sql, notes)

    def drop_note(self, about: str, name: object) -> None:
        """Forget the note about something, if there is one."""
        with self._writing() as sql:
            sql.execute("DELETE FROM notes WHERE about = ? AND name = ?", (about, str(name)))

    def shelve(self, games: Iterable[tuple[int, int, Sequence[str]]]) -> None:
        """For each of these games, known after so many moves, keep the notes of the shelf; unless it has gone on.

        What it is found by may be left out for now.
        """
        with self._writing(lasting=False) as sql:
            for game_id, count, bodies in games:
                if last_move(sql, game_id)[0] == count:
                    add_notes(sql, [(about, str(game_id), body) for about, body in zip(SHELVED, bodies, strict=False)])

    def scrub(self) -> bool:
        """Write the file anew and empty its log, so that nothing that was forgotten is left in either.

        Deleting overwrites a row where it lies, but not the copies that SQLite left behind when it moved it from page
        to page. False if that has to wait, because somebody else is just reading or the disk is full.
        """
        try:
            with self._reading():
                # Not even for a moment should all games lie in another folder.
                self._connection.execute("PRAGMA temp_store = MEMORY")
                self._connection.execute("VACUUM")
                busy = self._connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()[0]
        except JournalDamaged:
            raise
        except KeepingError:
            return False
        return not busy

    def image(self) -> bytes:
        """The whole file as it is now, the log worked in."""
        with self._reading(), transaction(self._connection) as sql:
            return sql.serialize()

    @contextmanager
    def _writing(self, *, lasting: bool = True) -> Iterator[sqlite3.Connection]:
        """One transaction: all of it is on the disk afterwards, or nothing.

        What need not last may also be written where nothing can be kept.
        """
        if lasting and not self.writable:
            raise not_writable(self.path.parent)
        with self._reading(), transaction(self._connection) as sql:
            yield sql

    # --- reading -------------------------------------------------------------------------------

    @contextmanager
    def _reading(self) -> Iterator[None]:
        try:
            with told(self.path):
                yield
        except JournalDamaged:
            self._doubtful = True
            raise

    def games(self, *, unfinished: bool = False) -> tuple[Listing, ...]:
        """All kept games, or those that can go on, the newest first, with no secret in it."""
        which = "WHERE ended IS NULL" if unfinished else ""
        with self._reading():
            rows = self._connection.execute(f"SELECT id, game, seats, began, ended FROM games {which} ORDER BY id DESC")
            return tuple(
                Listing(id_, game, readable_seats(seats), began, ended, last_move(self._connection, id_)[0])
                for id_, game, seats, began, ended in rows.fetchall()
            )

    def listing(self, game_id: int) -> Listing:
        """One of them."""
        return next(listing for listing in self.games() if listing.id == game_id)

    def count(self, game_id: int) -> int:
        """How many moves this game has now."""
        with self._reading():
            return last_move(self._connection, game_id)[0]

    def raw(self, game_id: int) -> Iterator[str]:
        """Everything that was written down of a game, as it stands in the file: what a name is looked for in."""
        with self._reading():
            for query in (
                "SELECT seats FROM games WHERE id = ?",
                "SELECT body FROM moves WHERE game = ?",
                "SELECT body FROM pending WHERE game = ?",
            ):
                yield from (row[0] for row in self._connection.execute(query, (game_id,)))

    def has_played(self, game: str) -> bool:
        """Whether this game was ever played here."""
        with self._reading():
            return (
                self._connection.execute("SELECT 1 FROM games WHERE game = ? LIMIT 1", (game,)).fetchone() is not None
            )

    def noted(self, about: str, name: object) -> str | None:
        """The note about something, if there is one."""
        query = f"SELECT body FROM notes WHERE about = ? AND name = ? AND seal = {NOTE_SEALED}"
        with self._reading():
            row = self._connection.execute(query, (about, str(name))).fetchone()
        return row[0] if row else None

    def notes(self, about: str) -> dict[str, str]:
        """All notes about things of this kind, by their names."""
        with self._reading():
            query = f"SELECT name, body FROM notes WHERE about = ? AND seal = {NOTE_SEALED}"
            return dict(self._connection.execute(query, (about,)))

    def names(self, about: str) -> list[str]:
        """The names of all things of this kind that there is a note about."""
        with self._reading():
            return [name for (name,) in self._connection.execute("SELECT name FROM notes WHERE about = ?", (about,))]

    def all_notes(self, about: str) -> tuple[str, str]:
        """The same in two strings, with commas between: many notes that are JSON are read several times as fast so.

        Their seals were looked at when the journal was opened.
        """
        query = "SELECT group_concat(name), group_concat(body) FROM notes WHERE about = ?"
        with self._reading():
            names, bodies = self._connection.execute(query, (about,)).fetchone()
        return names or "", bodies or ""

    def numbers(self) -> tuple[int, ...]:
        """The numbers of all kept games."""
        with self._reading():
            rows = self._connection.execute("SELECT id FROM games INDEXED BY numbers").fetchall()
        return tuple(game_id for (game_id,) in rows)

    def pending(self, game_id: int) -> str | None:
        """What was answered since the last move, if anything was, and if it is as it was written."""
        with self._reading():
            row = self._connection.execute("SELECT body, seal FROM pending WHERE game = ?", (game_id,)).fetchone()
            if row and row[1] == pending_seal(self._connection, game_id, row[0]):
                return str(row[0])
        if row:
            self.say_first(ANSWER_LOST)
            with suppress(FolderNotWritable, DiskFull):  # then it is said again next time
                self.put_pending(game_id, None)
        return None

    def read(self, game_id: int) -> KeptGame:
        """A kept game with its moves, as far as they can be read."""
        with self._reading():
            beginning, ended, count, whole = beginning_of(self._connection, game_id)
        if not whole:
            with self._writing(lasting=False) as sql:
                heal_game(sql, game_id)
                beginning, ended, count, whole = beginning_of(sql, game_id)
        with self._reading():
            bodies = self._connection.execute(
                "SELECT number, kind, body, seal FROM moves WHERE game = ? ORDER BY number", (game_id,)
            ).fetchall()
            signed = is_signed(self._connection, game_id, "moves")
            if not signed and is_signed(self._connection, game_id, str(len(bodies))):
                count, signed = len(bodies), True  # only their number was damaged
        name, seats, options, seed, began = beginning
        try:
            if not whole:
                raise ValueError
            game = games()[name]
            return KeptGame(
                id=game_id,
                game=name,
                seats=read(tuple[Seat, ...], seats),
                options=read(game.Options, options),
                seed=read(str, seed),
                began=began,
                ended=ended,
                moves=tuple(readable_moves(game, first_seal(game_id), bodies)),
                count=max(len(bodies), count or 0),
                signed=signed,
            )
        except (KeyError, ValueError):  # not chained: its message would quote what was read, secrets included
            raise beginning_damaged(name) from None

    # --- one writer for each table -------------------------------------------------------------

    def lock(self, game_id: int) -> FileLock:
        """Take this table, until the lock is released or the process ends, however it ends."""
        with self._reading():
            if self.path.stat().st_ino != self._file:
                raise KeepingError("The file of kept games was replaced meanwhile. Close Narrator and start it again.")
            return take_table(self.path, game_id)
