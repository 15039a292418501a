"""Let phones and screens come back by themselves after a restart: their tokens are stored, hashed, with the game.

The note is deleted together with its game, and when the game is over.
"""

from contextlib import suppress

from pydantic import ValidationError

from narrator.apps.window.keys import Keys, StoredKeys
from narrator.core.errors import StorageError
from narrator.dialog.conversation import Conversation

KEYS_NOTE = "window"


class ReturningPhones:
    """Stores the keys of one session. Used by the session's thread only."""

    def __init__(self, keys: Keys) -> None:
        self._keys = keys
        self._saved: tuple[int, StoredKeys] | None = None

    def save(self, talk: Conversation) -> None:
        """Store the keys with the game that is played, if they have changed. Delete them once it is over."""
        topic = talk.game_topic
        number = topic.kept_game if topic else None
        with suppress(StorageError):  # then phones have to join again after a restart
            if self._saved and number != self._saved[0] and is_over(talk, self._saved[0]):
                talk.journal.drop_note(KEYS_NOTE, self._saved[0])
                self._saved = None
            if number is not None and self._keys.seats_with_phone:
                new = (number, self._keys.to_store())
                if new != self._saved:
                    talk.journal.save_note(KEYS_NOTE, number, new[1].model_dump_json())
                    self._saved = new

    def restore(self, talk: Conversation, game: int) -> None:
        """Accept the phones that were at this game before."""
        with suppress(StorageError, ValidationError):
            note = talk.journal.find_note(KEYS_NOTE, game)
            if note is not None:
                stored = StoredKeys.model_validate_json(note)
                self._keys.restore(stored)
                self._saved = (game, stored)


def is_over(talk: Conversation, game: int) -> bool:
    return all(unfinished.id != game for unfinished in talk.journal.games(unfinished=True))
