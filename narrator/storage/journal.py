"""The journal of all games: a move is on the disk before anybody hears of it, and nothing but moves is.

One SQLite file holds who plays what with which options and seed, and every move in order. A state is never stored:
it is the replay of the moves. Moves that belong together are written in one transaction, so a kill at any moment
leaves all of them or none. Beside the games lie notes: how a player likes to be spoken to, what a story is called, the
texts it was told in. A note is about something by its name, and sealed; one that is not as it was written is as good as
none. `opened` looks after the file itself, `kept` after its rows.
"""

import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import Any

from filelock import FileLock, Timeout

from narrator.core.errors import DiskFull, FolderNotWritable, StorageError, TableInUse
from narrator.core.game import Seat
from narrator.storage import records as kept
from narrator.storage.checksums import NOTE_SEALED, checksum, first_checksum, keep_twice, sign
from narrator.storage.database import Database
from narrator.storage.disk import make_private_folder
from narrator.storage.messages import PENDING_ANSWER_LOST
from narrator.storage.records import LIBRARY_NOTES, NOTES_NOT_ABOUT_GAMES, GameRecord, GameSummary, NotesForGame
from narrator.storage.recovery import set_aside
from narrator.storage.schema import locks_folder

FORGOTTEN = "forgotten"  # the note about a game that is gone, as long as something of it may still lie about


class Journal(Database):
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
        """Keep a new game, with the moves that open it, and what is noted about it. All or none."""
        kinds = ((tuple[Seat, ...], tuple(seats)), (type(options), options), (str, seed))
        row = (game, *(kept.to_json(kind, value) for kind, value in kinds))
        bodies = kept.encode_moves(1, moves)
        with self._writing() as sql:
            beginning = (*row, kept.utc_now())
            made = sql.execute(
                "INSERT INTO games (game, seats, options, seed, began, seal) VALUES (?, ?, ?, ?, ?, ?)",
                (*beginning, checksum(*beginning)),
            )
            game_id = made.lastrowid
            assert game_id is not None  # a row was just inserted
            keep_twice(sql, game_id)
            kept.add_moves(sql, game_id, first_checksum(game_id), bodies)
            kept.add_notes(sql, notes(game_id))
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
        bodies = kept.encode_moves(first, moves)
        with self._changing(game_id) as sql:
            if instead:
                sql.execute("DELETE FROM moves WHERE game = ? AND number >= ?", (game_id, first))
                sql.execute("UPDATE games SET ended = NULL, moves = ? WHERE id = ?", (first - 1, game_id))
            number, seal = kept.last_move(sql, game_id)
            if number != first - 1:
                raise StorageError("This game was changed from outside meanwhile. Close it and open it again.")
            kept.add_moves(sql, game_id, seal, bodies)
            if over:
                sql.execute("UPDATE games SET ended = ? WHERE id = ?", (kept.utc_now(), game_id))
            kept.set_pending(sql, game_id, pending)

    def cut_short(self, game_id: int, keep: int) -> None:
        """Forget all moves but the first of a game that is damaged after them; a copy of everything is set aside."""
        with self._reading() as sql:
            if kept.last_move(sql, game_id)[0] > keep:
                set_aside(sql, self.path)
        self.append(game_id, keep + 1, (), instead=True)

    def accept(self, game_id: int) -> None:
        """Take a game that was changed by hand as it is now."""
        with self._changing(game_id) as sql:
            sql.execute("UPDATE games SET moves = ? WHERE id = ?", (kept.last_move(sql, game_id)[0], game_id))

    @contextmanager
    def _changing(self, game_id: int) -> Iterator[sqlite3.Connection]:
        """One transaction, after which the game is signed as it is now; what the shelf noted of it no longer holds."""
        with self._writing() as sql:
            yield sql
            sign(sql, game_id)
            shelved = ((about, str(game_id)) for about in LIBRARY_NOTES)
            sql.executemany("DELETE FROM notes WHERE about = ? AND name = ?", shelved)

    def end(self, game_id: int) -> None:
        with self._writing() as sql:
            sql.execute("UPDATE games SET ended = ? WHERE id = ?", (kept.utc_now(), game_id))
            sign(sql, game_id)

    def save_pending(self, game_id: int, text: str | None) -> None:
        """Keep what was answered since the last move, in place of what was kept before; the next move clears it."""
        with self._writing() as sql:
            kept.set_pending(sql, game_id, text)

    def forget(self, game_id: int) -> None:
        """Delete a game with all its moves and notes. It cannot be brought back.

        That it was forgotten is noted until whatever else belongs to it, recordings and the log, is gone, too.
        """
        with self._writing() as sql:
            sql.execute("DELETE FROM moves WHERE game = ?", (game_id,))
            kept.set_pending(sql, game_id, None)
            sql.execute("DELETE FROM beginnings WHERE id = ?", (game_id,))
            gone = sql.execute("DELETE FROM games WHERE id = ?", (game_id,)).rowcount
            others = ", ".join("?" for _ in NOTES_NOT_ABOUT_GAMES)
            sql.execute(
                f"DELETE FROM notes WHERE about NOT IN ({others}) AND name = ?", (*NOTES_NOT_ABOUT_GAMES, str(game_id))
            )
            if gone:
                kept.add_notes(sql, [(FORGOTTEN, str(game_id), "")])

    # --- notes -----------------------------------------------------------------------------------

    def save_note(self, about: str, name: object, body: str) -> None:
        """Keep a note about something by its name, in place of an older one."""
        self.save_notes([(about, str(name), body)])

    def save_notes(self, notes: Iterable[tuple[str, str, str]]) -> None:
        """Keep several notes, each about something by its name. All or none."""
        with self._writing() as sql:
            kept.add_notes(sql, notes)

    def drop_note(self, about: str, name: object) -> None:
        with self._writing() as sql:
            sql.execute("DELETE FROM notes WHERE about = ? AND name = ?", (about, str(name)))

    def save_library_notes(self, games: Iterable[tuple[int, int, Sequence[str]]]) -> None:
        """For each of these games, known after so many moves, keep the notes of the shelf; unless it has gone on.

        What it is found by may be left out for now.
        """
        with self._writing(lasting=False) as sql:
            for game_id, count, bodies in games:
                if kept.last_move(sql, game_id)[0] == count:
                    noted = zip(LIBRARY_NOTES, bodies, strict=False)
                    kept.add_notes(sql, [(about, str(game_id), body) for about, body in noted])

    def find_note(self, about: str, name: object) -> str | None:
        query = f"SELECT body FROM notes WHERE about = ? AND name = ? AND seal = {NOTE_SEALED}"
        return next((body for (body,) in self._rows(query, about, str(name))), None)

    def notes(self, about: str) -> dict[str, str]:
        """All notes about things of this kind, by their names."""
        return dict(self._rows(f"SELECT name, body FROM notes WHERE about = ? AND seal = {NOTE_SEALED}", about))

    def note_names(self, about: str) -> list[str]:
        return [name for (name,) in self._rows("SELECT name FROM notes WHERE about = ?", about)]

    def all_notes(self, about: str) -> tuple[str, str]:
        """The same in two strings, with commas between: many notes that are JSON are read several times as fast so.

        Their seals were looked at when the file was opened.
        """
        query = "SELECT group_concat(name), group_concat(body) FROM notes WHERE about = ?"
        ((names, bodies),) = self._rows(query, about)
        return names or "", bodies or ""

    # --- reading -------------------------------------------------------------------------------

    def games(self, *, unfinished: bool = False) -> tuple[GameSummary, ...]:
        """All kept games, or those that can go on, the newest first, with no secret in it."""
        return self._listings("WHERE ended IS NULL" if unfinished else "")

    def summary(self, game_id: int) -> GameSummary:
        return self._listings("WHERE id = ?", game_id)[0]

    def _listings(self, which: str, *values: int) -> tuple[GameSummary, ...]:
        query = f"SELECT id, game, seats, began, ended FROM games {which} ORDER BY id DESC"
        with self._reading() as sql:
            return tuple(
                GameSummary(id_, game, kept.decode_seats(seats), began, ended, kept.last_move(sql, id_)[0])
                for id_, game, seats, began, ended in sql.execute(query, values).fetchall()
            )

    def read(self, game_id: int) -> GameRecord:
        with self._reading() as sql:
            return kept.read_game(sql, game_id)

    def game_ids(self) -> tuple[int, ...]:
        with self._reading() as sql:
            return kept.game_ids(sql)

    def move_count(self, game_id: int) -> int:
        with self._reading() as sql:
            return kept.last_move(sql, game_id)[0]

    def has_played(self, game: str) -> bool:
        return bool(self._rows("SELECT 1 FROM games WHERE game = ? LIMIT 1", game))

    def pending(self, game_id: int) -> str | None:
        """What was answered since the last move, if anything was, and if it is as it was written."""
        with self._reading() as sql:
            row = sql.execute("SELECT body, seal FROM pending WHERE game = ?", (game_id,)).fetchone()
            if row and row[1] == kept.pending_seal(sql, game_id, row[0]):
                return str(row[0])
        if row:
            self.add_notice(PENDING_ANSWER_LOST)
            with suppress(FolderNotWritable, DiskFull):  # then it is said again next time
                self.save_pending(game_id, None)
        return None

    def raw_texts(self, game_id: int) -> Iterator[str]:
        """Everything that was written down of a game, as it stands in the file: what a name is looked for in."""
        for query in (
            "SELECT seats FROM games WHERE id = ?",
            "SELECT body FROM moves WHERE game = ?",
            "SELECT body FROM pending WHERE game = ?",
        ):
            yield from (text for (text,) in self._rows(query, game_id))

    def lock(self, game_id: int) -> FileLock:
        """Take this table for its only writer, until the lock is released or the process ends, however it ends."""
        with self._reading():
            if self.path.stat().st_ino != self._file:
                raise StorageError("The file of kept games was replaced meanwhile. Close Narrator and start it again.")
            make_private_folder(locks_folder(self.path))
            # Not bound to a thread: whoever closes the table releases it.
            lock = FileLock(locks_folder(self.path) / f"{game_id}.lock", timeout=0, thread_local=False)
            try:
                lock.acquire()
            except Timeout:
                raise TableInUse(
                    "Another Narrator is already playing this game on this computer. Close it first, then try again."
                ) from None
            return lock
