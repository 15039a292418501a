"""Player names as their owners pronounced them: how the recogniser heard them, and a recording."""

import json
from dataclasses import dataclass

from narrator.core.serialization import type_adapter
from narrator.storage.journal import Journal

NAME_NOTE = "name"  # kind of the note that stores a learned name


@dataclass(frozen=True, slots=True)
class _StoredName:
    """The note as it is stored, in JSON."""

    aliases: tuple[str, ...] = ()
    sound: str | None = None


@dataclass(frozen=True, slots=True)
class LearnedName:
    """What a player's name sounds like."""

    aliases: tuple[str, ...] = ()  # words that the recogniser understood when the player said the name
    clip: str | None = None  # name of the recording

    @classmethod
    def load(cls, journal: Journal, name: str) -> "LearnedName | None":
        """Return what was learned about this name, or `None` if its owner never said it or the note is damaged."""
        note = journal.find_note(NAME_NOTE, name)
        try:
            stored = type_adapter(_StoredName).validate_json(note) if note else None
        except ValueError:
            return None
        return cls(stored.aliases, stored.sound) if stored else None

    def save(self, journal: Journal, name: str) -> None:
        """Store this under the player's name, in place of an older note."""
        journal.save_note(NAME_NOTE, name, json.dumps({"aliases": self.aliases, "sound": self.clip}))
