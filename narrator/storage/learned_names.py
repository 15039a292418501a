"""Player names as their owners pronounced them."""

import json
from dataclasses import dataclass

from narrator.core.paths import form_of
from narrator.storage.journal import Journal

KEPT = "name"


@dataclass(frozen=True, slots=True)
class ByEar:
    """A name as it sounds."""

    aliases: tuple[str, ...] = ()
    sound: str | None = None

    @classmethod
    def kept(cls, journal: Journal, name: str) -> "ByEar | None":
        """As its owner taught it; nothing if that never happened."""
        note = journal.noted(KEPT, name)
        try:
            kept: ByEar | None = form_of(ByEar).validate_json(note) if note else None
        except ValueError:
            return None
        return kept

    def keep(self, journal: Journal, name: str) -> None:
        journal.note(KEPT, name, json.dumps({"aliases": self.aliases, "sound": self.sound}))
