"""Notes beside the games: how a player likes to be spoken to, what a story is called, the texts it was told in.

A note is about something by its name, and sealed; one that is not as it was written is as good as none.
"""

from collections.abc import Iterable, Sequence

from narrator.keep.opened import OpenFile
from narrator.keep.rows import SHELVED, add_notes, last_move
from narrator.keep.seal import NOTE_SEALED


class NoteBook(OpenFile):
    """All notes in the file of kept games."""

    def note(self, about: str, name: object, body: str) -> None:
        """Keep a note about something by its name, in place of an older one."""
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

    # --- reading -------------------------------------------------------------------------------

    def noted(self, about: str, name: object) -> str | None:
        """The note about something, if there is one."""
        query = f"SELECT body FROM notes WHERE about = ? AND name = ? AND seal = {NOTE_SEALED}"
        with self._reading() as sql:
            row = sql.execute(query, (about, str(name))).fetchone()
        return row[0] if row else None

    def notes(self, about: str) -> dict[str, str]:
        """All notes about things of this kind, by their names."""
        query = f"SELECT name, body FROM notes WHERE about = ? AND seal = {NOTE_SEALED}"
        with self._reading() as sql:
            return dict(sql.execute(query, (about,)))

    def names(self, about: str) -> list[str]:
        """The names of all things of this kind that there is a note about."""
        with self._reading() as sql:
            return [name for (name,) in sql.execute("SELECT name FROM notes WHERE about = ?", (about,))]

    def all_notes(self, about: str) -> tuple[str, str]:
        """The same in two strings, with commas between: many notes that are JSON are read several times as fast so.

        Their seals were looked at when the file was opened.
        """
        query = "SELECT group_concat(name), group_concat(body) FROM notes WHERE about = ?"
        with self._reading() as sql:
            names, bodies = sql.execute(query, (about,)).fetchone()
        return names or "", bodies or ""
