"""The voices that a family has asked for: "another voice for the bear". Stored in the journal, for each story."""

from collections.abc import Mapping

from narrator.core.serialization import type_adapter
from narrator.storage.journal import Journal

VOICES_NOTE = "voices"
"""The kind of note; its name is the number of the story."""


def load_voice_changes(journal: Journal, story: int) -> dict[str, int]:
    """Return for each character how often a family asked for another voice."""
    note = journal.find_note(VOICES_NOTE, story)
    try:
        return dict(type_adapter(Mapping[str, int]).validate_json(note)) if note else {}
    except ValueError:
        return {}


def save_voice_changes(journal: Journal, story: int, changes: Mapping[str, int]) -> None:
    """Store how often another voice was asked for, by character."""
    if journal.writable:
        journal.save_note(VOICES_NOTE, story, type_adapter(Mapping[str, int]).dump_json(changes).decode())
