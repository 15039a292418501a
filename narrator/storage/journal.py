"""The journal of all games: each move is on the disk before it is announced.

One SQLite file holds who plays what with which options and seed, and every move in order. No state is stored: it is the
replay of the moves. Moves that belong together are written in one transaction, so a kill at any moment leaves all of
them or none. Notes are stored beside the games: how a player likes to be spoken to, the title of a story, the texts it
was told in. A note has a kind ("about") and a name; a damaged note is treated as missing. `database` looks after the
file, `records` after its rows.
"""

import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from typing import Any

from filelock import FileLock, Timeout

from narrator.core.errors import DiskFull, FolderNotWritable, StorageError, TableInUse
from narrator.core.game import Seat
from narrator.storage import records
from narrator.storage.checksums import BEGINNING_CHECKSUM, NOTE_CHECKSUM, checksum, first_checksum, sign_game
from narrator.storage.database import Database, file_lock
from narrator.storage.disk import make_private_folder
from narrator.storage.messages import PENDING_ANSWER_LOST
from narrator.storage.records import LIBRARY_NOTES, NOTES_NOT_ABOUT_GAMES, GameRecord, GameSummary, NotesForGame
from narrator.storage.schema import TABLE_LOCK_TIMEOUT_S, locks_folder
from narrator.storage.snapshots import set_copy_aside

FORGOTTEN = "forgotten"
"""Kind of the note about a forgotten game or recording, as long as traces of it may be left. Its name is the number of
the game, the name of the recording, or empty."""


class Journal(Database):
    """All stored games and notes."""

    # --- writing -------------------------------------------------------------------------------

    def begin(  # noqa: PLR0913, PLR0917  # all that is written in one transaction
        self,
        game: str,
        seats: Sequence[Seat],
        options: Any,
        seed: str,
        moves: Sequence[Any] = (),
        notes: NotesForGame = lambda game_id: (),
    ) -> int:
        """Store a new game with its first moves and notes, all or none. Return its number."""
        kinds = ((tuple[Seat, ...], tuple(seats)), (type(options), options), (str, seed))
        beginning = (game, *(records.to_json(kind, value) for kind, value in kinds), records.utc_now())
        rows = records.encode_moves(1, moves)
        with self._writing() as sql:
            inserted = sql.execute(
                "INSERT INTO games (game, seats, options, seed, began, seal, moves) VALUES (?, ?, ?, ?, ?, ?, ?)",
                (*beginning, checksum(*beginning), len(rows)),
            )
            game_id = inserted.lastrowid
            assert game_id is not None  # a row was just inserted
            records.add_moves(sql, game_id, first_checksum(game_id), rows)
            records.add_notes(sql, notes(game_id))
            sign_game(sql, game_id)
        self._needs_snapshot = True
        return game_id

    def append(  # noqa: PLR0913  # all that is written in one transaction
        self,
        game_id: int,
        first: int,
        moves: Sequence[Any],
        *,
        over: bool = False,
        replace: bool = False,
        pending: str | None = None,
    ) -> None:
        """Store these moves, numbered from `first`, all or none.

        With `over` the game ends with them. With `replace` they replace the moves that had these numbers. `pending` is
        what was already answered towards the next move.
        """
        rows = records.encode_moves(first, moves)
        with self._writing() as sql:
            if replace:
                sql.execute("DELETE FROM moves WHERE game = ? AND number >= ?", (game_id, first))
                sql.execute("UPDATE games SET ended = NULL WHERE id = ?", (game_id,))
            number, previous = records.last_move(sql, game_id)
            if number != first - 1:
                raise StorageError("This game was changed from outside meanwhile. Close it and open it again.")
            records.add_moves(sql, game_id, previous, rows)
            ended = records.utc_now() if over else None
            update = "UPDATE games SET moves = ?, ended = ifnull(?, ended) WHERE id = ?"
            sql.execute(update, (number + len(rows), ended, game_id))
            records.set_pending(sql, game_id, pending)
            self._finish_change(sql, game_id)
        self._needs_snapshot = True
        if over:
            self.take_snapshot()

    @staticmethod
    def _finish_change(sql: sqlite3.Connection, game_id: int) -> None:
        """Sign a changed game, and drop what the library noted about it."""
        sign_game(sql, game_id)
        sql.execute(f"DELETE FROM notes WHERE about IN {LIBRARY_NOTES} AND name = ?", (str(game_id),))

    def truncate(self, game_id: int, keep: int) -> None:
        """Delete all but the first moves of a game that is damaged after them, and set a copy of the file aside."""
        with self._reading() as sql:
            if records.last_move(sql, game_id)[0] > keep:
                with file_lock(self.path):
                    set_copy_aside(sql, self.path)
        self.append(game_id, keep + 1, (), replace=True)

    def rewrite(self, game_id: int, seats: Sequence[Seat], moves: Sequence[Any]) -> None:
        """Replace the players and all moves of a game, without a trace of the old ones."""
        rows = records.encode_moves(1, moves)
        with self._writing() as sql:
            for table, column in (("moves", "game"), ("beginnings", "id")):
                sql.execute(f"DELETE FROM {table} WHERE {column} = ?", (game_id,))
            encoded = records.to_json(tuple[Seat, ...], tuple(seats))
            sql.execute("UPDATE games SET seats = ?, moves = ? WHERE id = ?", (encoded, len(rows), game_id))
            sql.execute(f"UPDATE games SET seal = {BEGINNING_CHECKSUM} WHERE id = ?", (game_id,))
            records.add_moves(sql, game_id, first_checksum(game_id), rows)
            records.set_pending(sql, game_id, None)
            self._finish_change(sql, game_id)
        self._needs_snapshot = True

    def accept(self, game_id: int) -> None:
        """Sign a game that was changed by hand as it is now."""
        with self._writing() as sql:
            number, _ = records.last_move(sql, game_id)
            sql.execute("UPDATE games SET moves = ? WHERE id = ?", (number, game_id))
            self._finish_change(sql, game_id)

    def end(self, game_id: int) -> None:
        """Mark a game as over."""
        with self._writing() as sql:
            sql.execute("UPDATE games SET ended = ? WHERE id = ?", (records.utc_now(), game_id))
            sign_game(sql, game_id)
        self.take_snapshot()

    def save_pending(self, game_id: int, text: str | None) -> None:
        """Store what was answered since the last move, replacing what was stored before. The next move clears it."""
        with self._writing() as sql:
            records.set_pending(sql, game_id, text)

    def forget(self, *games: int, notes: Iterable[tuple[str, str]] = (), clips: Iterable[str] = ()) -> None:
        """Delete these games with all that belongs to them, and these notes, in one transaction.

        Recordings, the log and snapshots are deleted afterwards. Until then a note says what was forgotten, so that the
        next start can finish.
        """
        with self._writing() as sql:
            deleted = [str(game_id) for game_id in games if self._delete_game(sql, game_id)]
            sql.executemany("DELETE FROM notes WHERE about = ? AND name = ?", notes)
            records.add_notes(sql, [(FORGOTTEN, name, "") for name in (*deleted, *clips, "")])
        self._needs_snapshot = True

    @staticmethod
    def _delete_game(sql: sqlite3.Connection, game_id: int) -> bool:
        """Delete a game with its moves and notes. Return whether it was there."""
        for table, column in (("moves", "game"), ("pending", "game"), ("beginnings", "id")):
            sql.execute(f"DELETE FROM {table} WHERE {column} = ?", (game_id,))
        sql.execute(f"DELETE FROM notes WHERE about NOT IN {NOTES_NOT_ABOUT_GAMES} AND name = ?", (str(game_id),))
        return bool(sql.execute("DELETE FROM games WHERE id = ?", (game_id,)).rowcount)

    # --- notes -----------------------------------------------------------------------------------

    def save_note(self, about: str, name: object, body: str) -> None:
        """Store a note, replacing an older one of this kind and name."""
        self.save_notes([(about, str(name), body)])

    def save_notes(self, notes: Iterable[tuple[str, str, str]]) -> None:
        """Store several notes, given as kind, name and body. All or none."""
        with self._writing() as sql:
            records.add_notes(sql, notes)

    def drop_note(self, about: str, name: object) -> None:
        with self._writing() as sql:
            sql.execute("DELETE FROM notes WHERE about = ? AND name = ?", (about, str(name)))

    def save_library_notes(self, games: Sequence[tuple[int, int, Sequence[str]]]) -> None:
        """Store the library's notes about games, given with their number of moves; skip games that have changed since.

        The last note may be missing. On a full disk, a journal that was opened for reading goes on in memory.
        """
        try:
            self._write_library_notes(games)
        except DiskFull as trouble:
            if not self._is_reader:
                raise
            self._continue_in_memory(trouble)
            self._write_library_notes(games)

    def _write_library_notes(self, games: Sequence[tuple[int, int, Sequence[str]]]) -> None:
        with self._transaction as sql:
            for game_id, count, bodies in games:
                if records.last_move(sql, game_id)[0] == count:
                    notes = zip(LIBRARY_NOTES, bodies, strict=False)
                    records.add_notes(sql, [(about, str(game_id), body) for about, body in notes])

    def find_note(self, about: str, name: object) -> str | None:
        query = f"SELECT body FROM notes WHERE about = ? AND name = ? AND seal = {NOTE_CHECKSUM}"
        return next((body for (body,) in self._query(query, about, str(name))), None)

    def notes(self, about: str) -> dict[str, str]:
        """Return all notes of this kind by their names."""
        return dict(self._query(f"SELECT name, body FROM notes WHERE about = ? AND seal = {NOTE_CHECKSUM}", about))

    def note_names(self, about: str) -> list[str]:
        return [name for (name,) in self._query("SELECT name FROM notes WHERE about = ?", about)]

    def joined_notes(self, about: str) -> tuple[str, str]:
        """Return the names and the bodies of all notes of this kind, joined by commas.

        Many notes in JSON are parsed several times faster this way. Their checksums were checked when the file was
        opened.
        """
        query = "SELECT group_concat(name), group_concat(body) FROM notes WHERE about = ?"
        ((names, bodies),) = self._query(query, about)
        return names or "", bodies or ""

    # --- reading -------------------------------------------------------------------------------

    def games(self, *, unfinished: bool = False) -> tuple[GameSummary, ...]:
        """Return all games, or only the unfinished ones, the newest first."""
        return self._summaries("WHERE ended IS NULL" if unfinished else "")

    def summary(self, game_id: int) -> GameSummary:
        return self._summaries("WHERE id = ?", game_id)[0]

    def _summaries(self, where: str, *values: int) -> tuple[GameSummary, ...]:
        query = f"SELECT id, game, seats, began, ended FROM games {where} ORDER BY id DESC"
        with self._reading() as sql:
            return tuple(
                GameSummary(id_, game, records.decode_seats(seats), began, ended, records.last_move(sql, id_)[0])
                for id_, game, seats, began, ended in sql.execute(query, values).fetchall()
            )

    def read(self, game_id: int) -> GameRecord:
        with self._reading() as sql:
            return records.read_game(sql, game_id)

    def game_ids(self) -> tuple[int, ...]:
        with self._reading() as sql:
            return records.game_ids(sql)

    def move_count(self, game_id: int) -> int:
        with self._reading() as sql:
            return records.last_move(sql, game_id)[0]

    def has_played(self, game: str) -> bool:
        return bool(self._query("SELECT 1 FROM games WHERE game = ? LIMIT 1", game))

    def pending(self, game_id: int) -> str | None:
        """Return what was answered since the last move, or `None` if nothing was or it is damaged."""
        with self._reading() as sql:
            row = sql.execute("SELECT body, seal FROM pending WHERE game = ?", (game_id,)).fetchone()
            if row and isinstance(row[0], str) and row[1] == records.pending_checksum(sql, game_id, row[0]):
                return row[0]
        if row:
            self.add_notice(PENDING_ANSWER_LOST)
            with suppress(FolderNotWritable, DiskFull):  # then it is reported again next time
                self.save_pending(game_id, None)
        return None

    def raw_texts(self, game_id: int) -> Iterator[str]:
        """Yield everything that is stored about a game, as it is in the file, to search it for a name."""
        for query in (
            "SELECT seats FROM games WHERE id = ?",
            "SELECT body FROM moves WHERE game = ?",
            "SELECT body FROM pending WHERE game = ?",
        ):
            yield from (text for (text,) in self._query(query, game_id))

    def lock(self, game_id: int) -> FileLock:
        """Become the only writer of this game until the lock is released or the process ends."""
        with self._reading():
            if self.path.stat().st_ino != self._inode:
                raise StorageError("The file of kept games was replaced meanwhile. Close Narrator and start it again.")
            make_private_folder(locks_folder(self.path))
            # Not bound to a thread: the thread that closes the table releases it.
            lock = FileLock(
                locks_folder(self.path) / f"{game_id}.lock", timeout=TABLE_LOCK_TIMEOUT_S, thread_local=False
            )
            try:
                lock.acquire()
            except Timeout:
                raise TableInUse(
                    "Another Narrator is already playing this game on this computer. Close it first, then try again."
                ) from None
            return lock
