"""The journal of all games: a move is on the disk before anybody hears of it, and nothing but moves is.

One SQLite file holds who plays what with which options and seed, and every move in order. A state is never stored:
it is the replay of the moves. Moves that belong together are written in one transaction, so a kill at any moment
leaves all of them or none. `opened` looks after the file itself, `notes` after what is noted beside the games, and
`reading` checks what comes back from the disk.
"""

import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import Any

from filelock import FileLock

from narrator.errors import DiskFull, FolderNotWritable, KeepingError
from narrator.keep.file import take_table
from narrator.keep.kept import KeptGame, Listing, Notes, nothing_noted
from narrator.keep.notes import NoteBook
from narrator.keep.reading import listings, numbers_of, read_game
from narrator.keep.rows import (
    NOT_OF_GAMES,
    add_moves,
    add_notes,
    forget_from,
    last_move,
    pending_seal,
    set_pending,
    unshelve,
)
from narrator.keep.salvage import set_aside
from narrator.keep.seal import first_seal, keep_twice, sealed, sign
from narrator.keep.sentences import ANSWER_LOST
from narrator.keep.writing import now, write, written
from narrator.play import Seat

FORGOTTEN = "forgotten"
"""The note about a game that is gone, as long as something of it may still lie about."""


class Journal(NoteBook):
    """All games that are kept on this computer."""

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
        with self._changing(game_id) as sql:
            if instead:
                forget_from(sql, game_id, first)
            number, seal = last_move(sql, game_id)
            if number != first - 1:
                raise KeepingError("This game was changed from outside meanwhile. Close it and open it again.")
            add_moves(sql, game_id, seal, bodies)
            if over:
                sql.execute("UPDATE games SET ended = ? WHERE id = ?", (now(), game_id))
            set_pending(sql, game_id, pending)

    def take_back(self, game_id: int, number: int) -> None:
        """Forget the move of this number and all after it."""
        with self._changing(game_id) as sql:
            forget_from(sql, game_id, number)
            set_pending(sql, game_id, None)

    def cut_short(self, game_id: int, keep: int) -> None:
        """Forget all moves but the first of a game that is damaged after them; a copy of everything is set aside."""
        with self._reading() as sql:
            if last_move(sql, game_id)[0] > keep:
                set_aside(sql, self.path)
        self.take_back(game_id, keep + 1)

    def accept(self, game_id: int) -> None:
        """Take a game that was changed by hand as it is now."""
        with self._changing(game_id) as sql:
            sql.execute("UPDATE games SET moves = ? WHERE id = ?", (last_move(sql, game_id)[0], game_id))

    @contextmanager
    def _changing(self, game_id: int) -> Iterator[sqlite3.Connection]:
        """One transaction, after which the game is signed as it is now; what the shelf noted of it no longer holds."""
        with self._writing() as sql:
            yield sql
            sign(sql, game_id)
            unshelve(sql, game_id)

    def end(self, game_id: int) -> None:
        """The game is over, or given up."""
        with self._writing() as sql:
            sql.execute("UPDATE games SET ended = ? WHERE id = ?", (now(), game_id))
            sign(sql, game_id)

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

    # --- reading -------------------------------------------------------------------------------

    def games(self, *, unfinished: bool = False) -> tuple[Listing, ...]:
        """All kept games, or those that can go on, the newest first, with no secret in it."""
        with self._reading() as sql:
            return tuple(listings(sql, "WHERE ended IS NULL" if unfinished else ""))

    def listing(self, game_id: int) -> Listing:
        """One of them."""
        with self._reading() as sql:
            return next(listings(sql, "WHERE id = ?", (game_id,)))

    def read(self, game_id: int) -> KeptGame:
        """A kept game with its moves, as far as they can be read."""
        with self._reading() as sql:
            return read_game(sql, game_id)

    def numbers(self) -> tuple[int, ...]:
        """The numbers of all kept games."""
        with self._reading() as sql:
            return numbers_of(sql)

    def count(self, game_id: int) -> int:
        """How many moves this game has now."""
        with self._reading() as sql:
            return last_move(sql, game_id)[0]

    def has_played(self, game: str) -> bool:
        """Whether this game was ever played here."""
        with self._reading() as sql:
            return sql.execute("SELECT 1 FROM games WHERE game = ? LIMIT 1", (game,)).fetchone() is not None

    def pending(self, game_id: int) -> str | None:
        """What was answered since the last move, if anything was, and if it is as it was written."""
        with self._reading() as sql:
            row = sql.execute("SELECT body, seal FROM pending WHERE game = ?", (game_id,)).fetchone()
            if row and row[1] == pending_seal(sql, game_id, row[0]):
                return str(row[0])
        if row:
            self.say_first(ANSWER_LOST)
            with suppress(FolderNotWritable, DiskFull):  # then it is said again next time
                self.put_pending(game_id, None)
        return None

    def raw(self, game_id: int) -> Iterator[str]:
        """Everything that was written down of a game, as it stands in the file: what a name is looked for in."""
        with self._reading() as sql:
            for query in (
                "SELECT seats FROM games WHERE id = ?",
                "SELECT body FROM moves WHERE game = ?",
                "SELECT body FROM pending WHERE game = ?",
            ):
                yield from (row[0] for row in sql.execute(query, (game_id,)))

    # --- one writer for each table -------------------------------------------------------------

    def lock(self, game_id: int) -> FileLock:
        """Take this table, until the lock is released or the process ends, however it ends."""
        with self._reading():
            if self.path.stat().st_ino != self._file:
                raise KeepingError("The file of kept games was replaced meanwhile. Close Narrator and start it again.")
            return take_table(self.path, game_id)
