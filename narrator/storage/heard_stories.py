"""The stories that were told to their end here, stored as notes."""

from narrator.storage.journal import Journal

HEARD_STORIES_NOTE = "heard"
"""The kind of note for each story that was told to its end; its body is the number of the last such game."""


def heard_stories(journal: Journal) -> tuple[str, ...]:
    """Return the names of the stories that were told to their end, the latest last."""
    notes = journal.notes(HEARD_STORIES_NOTE)
    return tuple(sorted(notes, key=lambda story: int(notes[story]) if notes[story].isdecimal() else 0))


def save_heard_story(journal: Journal, story: str, game_id: int) -> None:
    journal.save_note(HEARD_STORIES_NOTE, story, str(game_id))
